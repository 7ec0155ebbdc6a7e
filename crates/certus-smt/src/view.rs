//! The program as the obligation sees it: types, and which definitions are known.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::{Code, Diagnostic, Internal, Span, Unsupported};
use certus_vc::{Obligation, Step};
use certus_vir::instances::{TySubst, Types, substitution};
use certus_vir::{Body, Expr, ExprKind, Function, Path, Program, Ty, visit};

use crate::error::{EncodeError, Res};
use crate::instance::FnKey;

/// How many inline functions may be within one another.
pub(crate) const MAX_INLINE: u32 = 64;

/// Whether a definition is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfold {
    /// Not at all: the function is uninterpreted.
    Never,
    /// Everywhere.
    Always,
    /// Where a step of the obligation reveals it.
    Revealed,
}

/// What is encoded, and what of the program may be known to it. Nothing here changes during an encoding.
pub(crate) struct View<'a> {
    types: Types<'a>,
    obligation: &'a Obligation,
    /// The amounts of fuel in the steps that show a definition.
    shown: BTreeMap<Path, BTreeSet<u32>>,
    /// Definitions that are not known from the start.
    hidden: BTreeSet<Path>,
}

impl<'a> View<'a> {
    /// The view of an obligation. A definition that is hidden anywhere counts as hidden from the start: what is known on
    /// a path is never taken back.
    pub(crate) fn new(program: &'a Program, obligation: &'a Obligation) -> View<'a> {
        let own = program.functions.get(&obligation.function);
        let mut shown: BTreeMap<Path, BTreeSet<u32>> = BTreeMap::new();
        let mut hidden: BTreeSet<Path> = obligation.hidden.iter().cloned().collect();
        for step in obligation.blocks.iter().flat_map(|b| &b.steps) {
            match step {
                Step::Reveal(path, 0) => {
                    hidden.insert(path.clone());
                }
                Step::Reveal(path, fuel) => {
                    shown.entry(path.clone()).or_default().insert(*fuel);
                }
                Step::Assume(_) | Step::Goal(_) | Step::Use(_) | Step::Mention(_) => {}
            }
        }
        View { types: Types { program, own, proved_only: false }, obligation, shown, hidden }
    }

    /// The program.
    pub(crate) fn program(&self) -> &'a Program {
        self.types.program
    }

    /// The function that is verified.
    pub(crate) fn own(&self) -> Option<&'a Function> {
        self.types.own
    }

    /// What is encoded.
    pub(crate) fn obligation(&self) -> &'a Obligation {
        self.obligation
    }

    /// What is known of types: the program's, and those of the verified function.
    pub(crate) fn types(&self) -> &Types<'a> {
        &self.types
    }

    /// A type where type parameters mean something.
    pub(crate) fn norm(&self, subst: &TySubst, ty: &Ty) -> Ty {
        self.types.norm(subst, ty)
    }

    /// A function of the program; one that is not there is a fault of the input.
    pub(crate) fn function(&self, path: &Path, span: Option<Span>) -> Res<&'a Function> {
        let found = self.types.program.functions.get(path);
        found.ok_or_else(|| self.internal(format!("no function `{path}`"), span))
    }

    /// The definition of a function as it is seen from the obligation's module, hidden or not.
    pub(crate) fn definition(&self, key: &FnKey) -> Option<&'a Expr> {
        let function = self.types.program.functions.get(&key.0)?;
        let Body::Spec(body) = &function.body else {
            return None;
        };
        let seen = function.publish.is_seen_from(&self.obligation.module);
        let defined = seen && !self.obligation.undefined.contains(&key.0);
        defined.then_some(body)
    }

    /// Whether the definition of a function unfolds.
    pub(crate) fn unfold(&self, key: &FnKey) -> Unfold {
        if self.definition(key).is_none() {
            return Unfold::Never;
        }
        let opaque = self.types.program.functions.get(&key.0).is_none_or(|f| f.fuel == 0);
        if !opaque && !self.hidden.contains(&key.0) {
            Unfold::Always
        } else if self.shown.contains_key(&key.0) {
            Unfold::Revealed
        } else {
            Unfold::Never
        }
    }

    /// The amounts of fuel in the steps that show a definition.
    pub(crate) fn shown(&self, path: &Path) -> Vec<u32> {
        self.shown.get(path).into_iter().flatten().copied().collect()
    }

    /// True for a function that a call may be replaced by the definition of, without regard to fuel or types.
    pub(crate) fn is_transparent(&self, key: &FnKey) -> bool {
        let function = self.types.program.functions.get(&key.0);
        let is_plain = function.is_some_and(|f| f.cycle == 0 && f.type_params.is_empty() && f.termination.is_none());
        is_plain && self.unfold(key) == Unfold::Always
    }

    /// The definition that replaces a call of an inline function, with the types of its parameters.
    pub(crate) fn inlined(&self, key: &FnKey) -> Option<(&'a Expr, TySubst)> {
        let function = self.types.program.functions.get(&key.0).filter(|f| f.inline)?;
        Some((self.definition(key)?, substitution(&function.type_params, &key.1)))
    }

    /// Calls `f` on each function that an expression calls, inline ones replaced by what they call.
    pub(crate) fn calls(&self, expr: &Expr, subst: &TySubst, depth: u32, f: &mut dyn FnMut(FnKey)) -> Res<()> {
        let mut calls: Vec<(Path, Vec<Ty>, Span)> = Vec::new();
        visit::walk(expr, &mut |e| {
            if let ExprKind::Call(path, args, _) = &*e.kind {
                calls.push((path.clone(), args.clone(), e.span));
            }
        });
        for (path, args, span) in calls {
            let key = (path, self.types.norm_all(subst, &args));
            let key = self.types.resolve_call(&key.0, &key.1).unwrap_or(key);
            match self.inlined(&key) {
                Some((body, inner)) => {
                    let Some(depth) = depth.checked_sub(1) else {
                        return Err(self.too_deep(span));
                    };
                    self.calls(body, &inner, depth, f)?;
                }
                None => f(key),
            }
        }
        Ok(())
    }

    /// The error for inline functions without end.
    pub(crate) fn too_deep(&self, span: Span) -> EncodeError {
        self.unsupported(Unsupported::Inline, "inline functions call each other", Some(span))
    }

    /// The error for something outside of what can be encoded.
    pub(crate) fn unsupported(&self, code: Unsupported, message: impl Into<String>, span: Option<Span>) -> EncodeError {
        self.error(code, message, span)
    }

    /// The error for input that breaks the rules of its form.
    pub(crate) fn internal(&self, message: impl Into<String>, span: Option<Span>) -> EncodeError {
        self.error(Internal::Encoding, message, span)
    }

    /// An error at a place, or at the verified function.
    pub(crate) fn error(&self, code: impl Into<Code>, message: impl Into<String>, span: Option<Span>) -> EncodeError {
        EncodeError(vec![match span.or_else(|| self.types.own.map(|f| f.span)) {
            Some(span) => Diagnostic::error(code, message, span),
            None => Diagnostic::error_without_span(code, message),
        }])
    }
}
