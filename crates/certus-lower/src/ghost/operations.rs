//! Where proof code uses a tracked value as tracked.
//!
//! Such a use is an operation: it moves the value, or ends the path, and rustc must see that. The modes of the values
//! were found by `modes`. Reference page `reference-var-modes`.

use certus_tree::{self as tree, CallKind, DefId, ExprKind as T, Known};
use certus_vir::Mode;

use super::Walk;
use crate::error::Result;

impl Walk<'_, '_> {
    /// The modes of a function, of its parameters as its callers see them, and of its result.
    pub(super) fn signature(&mut self, def: DefId) -> Result<(Mode, Vec<Mode>, Mode)> {
        let mode = self.cx.mode_of(def)?;
        let params = self.cx.param_modes(def)?;
        let ret = match mode {
            Mode::Proof => self.cx.given_mode(def)?,
            mode => mode,
        };
        Ok((mode, params, ret))
    }

    /// The function that a call calls: the impl's where it is known.
    pub(super) fn callee(callee: &CallKind) -> Option<DefId> {
        match callee {
            CallKind::Fn { def, resolved, .. } => Some(resolved.as_ref().map_or(*def, |(def, _)| *def)),
            CallKind::Value(_) => None,
        }
    }

    /// The variable that a place is in, through fields, references and overloaded dereferences.
    /// The first argument of a call counts as the place that its result is in, as it is for overloaded dereferences.
    pub(super) fn root(e: &tree::Expr) -> Option<tree::LocalId> {
        match &e.kind {
            T::Local(id) => Some(*id),
            T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => Self::root(base),
            T::Ref { expr, .. } => Self::root(expr),
            T::Index(base, _) => Self::root(base),
            T::Call { args, .. } => args.first().and_then(Self::root),
            _ => None,
        }
    }

    /// Whether proof code within an expression uses a tracked value as tracked, or leaves the function.
    /// With an operation in it, an expression is shown in its parts and not marked as a whole. What is not known counts as
    /// an operation, for that shows more.
    pub(super) fn has_operation(&mut self, e: &tree::Expr) -> Result<bool> {
        if let Some(known) = self.operations.get(&e.id) {
            return Ok(*known);
        }
        let mut found = match &e.kind {
            T::Return(_) | T::Break(..) | T::Continue(_) | T::Try(_) => true,
            T::Assign(_, target, _) => {
                // A ghost part of something that is owned can be written while its owner is there only.
                Self::root(target).and_then(|id| self.modes.of_local(id)) != Some(Mode::Spec)
            }
            T::AssignPat(..) => true,
            T::Call { callee, .. } => self.call_operates(callee, &e.ty)?,
            T::Match(scrutinee, arms) => self.takes_apart(scrutinee, arms.iter().any(|arm| binds(&arm.pat)))?,
            T::Let(pat, scrutinee) => self.takes_apart(scrutinee, binds(pat))?,
            // These use nothing up by themselves.
            T::Literal(_) | T::Local(_) | T::Const(..) | T::ConstParam(..) | T::FnItem(..) => false,
            T::Ctor { .. } | T::CtorFn(..) | T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::Field(..) => false,
            T::TupleField(..) | T::Index(..) | T::Deref(_) | T::Ref { .. } | T::RawRef(..) | T::Adjust(..) => false,
            T::Cast(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) | T::Block(..) | T::Unsafe(_) => false,
            T::ConstBlock(_) | T::Async(_) | T::If(..) | T::Loop(..) | T::While(..) | T::For(..) => false,
            T::Await(_) | T::Range(..) | T::Closure { .. } | T::FormatArgs(..) | T::Unsupported(_) => false,
        };
        let mut children = Vec::new();
        certus_tree::visit::children(e, &mut |child| children.push(child));
        for child in children {
            found = found || self.has_operation(child)?;
        }
        self.operations.insert(e.id, found);
        Ok(found)
    }

    /// A call that takes something tracked, or that never comes back and is owned to: after it nothing runs.
    /// `proof_fn(tracked p)` is one; `spec_fn(p)` only looks at `p`.
    fn call_operates(&mut self, callee: &CallKind, ty: &tree::Ty) -> Result<bool> {
        if let CallKind::Value(callee) = callee {
            return Ok(self.cx.is_proof_closure(&callee.ty) || self.is_update(callee));
        }
        let Some(def) = Self::callee(callee) else { return Ok(false) };
        if let Some(name) = self.cx.of_language(def) {
            return Ok(matches!(
                name,
                Known::TrackedLet
                    | Known::OpenTracked
                    | Known::TrackedGet
                    | Known::TrackedBorrowMut
                    | Known::TrackedDerefMut
                    | Known::MutRefTracked
                    | Known::ShrRefStructWrap
                    | Known::ClosureToFnProof
                    // A variable without a value satisfies nothing.
                    | Known::UseTypeInvariant
            ));
        }
        if self.cx.known(def) == Some(Known::Atomically) {
            return Ok(true);
        }
        let (mode, params, ret) = self.signature(def)?;
        let never = mode == Mode::Proof && ret == Mode::Proof && *ty == tree::Ty::Never;
        Ok(never || (mode != Mode::Spec && params.contains(&Mode::Proof)))
    }

    /// Whether a pattern that binds something takes a tracked value apart.
    /// Each component of a tuple is asked for itself: what is tracked in it is moved, whatever the others are.
    fn takes_apart(&mut self, scrutinee: &tree::Expr, binds: bool) -> Result<bool> {
        if !binds {
            return Ok(false);
        }
        match &scrutinee.kind {
            T::Tuple(items) => {
                for item in items {
                    if self.takes_apart(item, true)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(self.modes.of_value(scrutinee) == Mode::Proof),
        }
    }
}

/// Whether a pattern binds a variable.
fn binds(pat: &tree::Pat) -> bool {
    use tree::PatKind as P;
    match &pat.kind {
        P::Binding { .. } => true,
        P::Variant { fields, .. } | P::Tuple(fields) => fields.iter().any(|f| binds(&f.pat)),
        P::Deref(inner) => binds(inner),
        P::Or(pats) => pats.iter().any(binds),
        P::Slice(before, rest, after) => before.iter().chain(rest.as_deref()).chain(after).any(binds),
        P::Wild | P::Literal(_) | P::Const(..) | P::Range(..) | P::Place(_) | P::Unsupported(_) => false,
    }
}
