//! Spec functions that depend on the future for some of their type arguments.
//!
//! What `call_ensures(f, args, r)` says of arguments with mutable references may depend on the final values of those. Where
//! the type of the arguments is a parameter, `spec fn g<T, F: Fn(T) -> bool>(f: F, t: T) -> bool { call_ensures(f, (t,), true) }`,
//! it is not known whether they have any. Such a function need not be marked `prophetic`; its value counts as prophetic in
//! proofs and in code that runs. A trait's functions are called without it being known which body they have, so these must be
//! marked.

use std::collections::HashSet;

use certus_tree::{self as tree, CallKind, DefId, ExprKind as T, Item, Known};
use certus_vir::Mode;

use crate::context::Context;
use crate::error::Result;

/// Whether arguments of a call have mutable references in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// They have none.
    No,
    /// They may have some if a type parameter has.
    IfParameter,
    /// They may have some.
    Yes,
}

impl Context<'_> {
    /// What is known of references in the arguments of `call_ensures(f, args, r)`.
    pub(super) fn future_of_call(&mut self, args: &[tree::Expr]) -> Holds {
        let Some(tuple) = args.get(1) else { return Holds::Yes };
        match self.may_refer(&tuple.ty) {
            false => Holds::No,
            true if self.refers_for_all(&tuple.ty) => Holds::Yes,
            true => Holds::IfParameter,
        }
    }

    /// Whether the value of a spec function may depend on the future for some type arguments, though it is not marked so.
    pub(crate) fn may_foretell(&mut self, def: DefId) -> Result<bool> {
        if let Some(known) = self.foretelling.get(&def) {
            return Ok(*known);
        }
        let mut seen = HashSet::new();
        let found = self.reaches_future(def, &mut seen)?;
        if !found {
            // Nor does any function on the way.
            self.foretelling.extend(seen.into_iter().map(|def| (def, false)));
        }
        self.foretelling.insert(def, found);
        Ok(found)
    }

    fn reaches_future(&mut self, def: DefId, seen: &mut HashSet<DefId>) -> Result<bool> {
        if let Some(known) = self.foretelling.get(&def) {
            return Ok(*known);
        }
        if !seen.insert(def) || self.builtin(def).is_some() || self.mode_of(def)? != Mode::Spec {
            return Ok(false);
        }
        let entry = self.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(false) };
        if function.generics.params.is_empty() || entry.attrs.prophetic.is_some() {
            return Ok(false);
        }
        let Some(body) = self.tree.body(def)? else { return Ok(false) };
        self.foretells(&body.value, seen)
    }

    fn foretells(&mut self, e: &tree::Expr, seen: &mut HashSet<DefId>) -> Result<bool> {
        if let T::Call { callee: CallKind::Fn { def, resolved, .. }, args, .. } = &e.kind {
            let target = resolved.as_ref().map_or(*def, |(def, _)| *def);
            let found = match self.builtin(*def).or_else(|| self.builtin(target)) {
                Some(Known::CallEnsures | Known::FnEnsures) => self.future_of_call(args) == Holds::IfParameter,
                _ => self.reaches_future(target, seen)?,
            };
            if found {
                return Ok(true);
            }
        }
        let mut inner = Vec::new();
        tree::visit::children(e, &mut |child| inner.push(child));
        for child in inner {
            if stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.foretells(child, seen))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a function is one of a trait, or of an impl of one.
    pub(super) fn is_of_trait(&mut self, def: DefId) -> Result<bool> {
        let entry = self.entry(def)?;
        Ok(matches!(&entry.item, Item::Function(function) if function.trait_method.is_some()))
    }
}
