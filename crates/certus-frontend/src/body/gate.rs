//! The gate: why a body may not be used.
//!
//! A body passes when type inference has no complaint other than lints, no type in it is unknown, every name is
//! resolved, every operator on an operand that is not built-in has a method, every comparison an impl, and every
//! integer literal fits its type. What rust-analyzer cannot see and the gate does not either: borrow and move errors,
//! privacy of some items, an impl that differs from its trait, invalid `impl Copy`, exhaustiveness of `match`,
//! unsafety. Stock rustc answers for these.

use std::collections::HashSet;

use certus_diagnostics::{Code, Diagnostic, Language, Rust, Unsupported};
use ra_ap_hir_def::hir::{Expr, ExprId};
use ra_ap_hir_def::resolver::TypeNs;
use ra_ap_hir_def::signatures::ImplSignature;
use ra_ap_hir_def::{CallableDefId, DefWithBodyId, ItemContainerId, Lookup as _};
use ra_ap_hir_expand::ExpandErrorKind;
use ra_ap_hir_ty::next_solver::TyKind;
use ra_ap_hir_ty::{InferenceDiagnostic, Span};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;

use super::{Builder, bits};
use crate::key::Key;

impl<'db> Builder<'db> {
    /// What was recorded while the body was lowered and typed.
    pub(super) fn check_recorded(&mut self) {
        for diagnostic in self.map.diagnostics() {
            self.errors.extend(self.loaded.lowering_diagnostic(diagnostic));
        }
        for (call, expansion) in self.map.expansions() {
            let result = expansion.parse_macro_expansion(self.loaded.db());
            let span = self.range_span(call.file_id, call.value.text_range());
            if let Some(error) = &result.err {
                let rendered = error.render_to_string(self.loaded.db());
                if !matches!(error.kind(), ExpandErrorKind::MacroDisabled) {
                    self.errors.push(crate::diagnose::macro_error(&rendered.message, span));
                }
            }
        }
        // Macros in the place of statements are resolved with the items of their block.
        for (_, block) in self.body.blocks(self.loaded.db()) {
            self.errors.extend(self.loaded.def_map_errors(block));
        }
        let complaints = self.infer.diagnostics();
        let named = if complaints.is_empty() { HashSet::new() } else { self.only_named() };
        let revealed = if complaints.is_empty() { Vec::new() } else { self.revealed() };
        for diagnostic in complaints {
            if is_about(diagnostic, &named) {
                continue;
            }
            let error = self.inference_diagnostic(diagnostic).filter(|error| !is_open_argument(error, &revealed));
            if let Some(error) = error.filter(|error| !self.errors.iter().any(|known| is_repeated(known, error))) {
                self.errors.push(error);
            }
        }
        bits::tidy(&mut self.errors);
        self.check_revealed_names();
    }

    /// Errs with `unsupported/async` for an `async` function that names itself: what its future is cannot be known before its
    /// body is.
    pub(super) fn check_own_future(&mut self) {
        let DefWithBodyId::FunctionId(own) = self.owner else { return };
        if !ra_ap_hir_def::signatures::FunctionSignature::of(self.loaded.db(), own).is_async() {
            return;
        }
        let named = |id: ExprId, expr: &Expr| match (expr, self.infer.expr_ty(id).kind()) {
            (Expr::MethodCall { .. }, _) => self.infer.method_resolution(id).map(|(function, _)| function),
            (_, TyKind::FnDef(callable, _)) => match callable.0 {
                CallableDefId::FunctionId(function) => Some(function),
                _ => None,
            },
            _ => None,
        };
        let Some((place, _)) = self.body.exprs().find(|(id, expr)| named(*id, expr) == Some(own)) else { return };
        let text = "an `async` function that calls itself is not supported";
        self.errors.push(Diagnostic::error(Unsupported::Async, text, self.expr_span(place)));
    }

    /// Errs with `unsupported/undeclared-std` for each item of the standard library that is not declared and that the body names.
    /// Most other errors follow from these.
    pub(super) fn check_undeclared(&self, errors: &mut Vec<Diagnostic>) {
        let Some(key) = Key::from_body(self.owner) else { return };
        let bound = self.body.bindings().map(|(_, binding)| binding.name.clone()).collect();
        let undeclared = self.loaded.undeclared_in_body(key, &bound);
        if !undeclared.is_empty() {
            errors
                .retain(|error| !matches!(error.code, Code::Rust(_)) && error.code != Unsupported::UnknownType.into());
            errors.extend(undeclared);
        }
    }

    /// Errs with `language/reveal` where `reveal` or `hide` names a function of a trait by a type alone.
    fn check_revealed_names(&mut self) {
        let calls: Vec<ExprId> = self.body.exprs().filter_map(|(_, expr)| self.revealed_name(expr)).collect();
        for name in calls {
            let text = "this function belongs to a trait: name both, `<Type as Trait>::f`";
            let error = Diagnostic::error(Language::Reveal, text, self.expr_span(name));
            self.errors.push(error);
        }
    }

    /// What a call of `reveal` names, if it is a function of a trait and the path does not name the trait.
    fn revealed_name(&self, expr: &Expr) -> Option<ExprId> {
        let Expr::Call { callee, args } = expr else { return None };
        let name = *args.first().filter(|_| self.reveals(*callee))?;
        let Expr::Path(path) = &self.body[name] else { return None };
        let TyKind::FnDef(callable, _) = self.infer.expr_ty(name).kind() else { return None };
        let CallableDefId::FunctionId(function) = callable.0 else { return None };
        let db = self.loaded.db();
        let of_trait = match function.lookup(db).container {
            ItemContainerId::TraitId(_) => true,
            ItemContainerId::ImplId(id) => ImplSignature::of(db, id).target_trait.is_some(),
            ItemContainerId::ModuleId(_) | ItemContainerId::ExternBlockId(_) => false,
        };
        let head = self.resolver.resolve_path_in_type_ns(db, path).map(|(head, ..)| head);
        (of_trait && matches!(head, Some(TypeNs::AdtId(_) | TypeNs::BuiltinType(_) | TypeNs::TypeAliasId(_))))
            .then_some(name)
    }

    /// Where the functions stand that `reveal` and `hide` name.
    fn revealed(&self) -> Vec<certus_diagnostics::Span> {
        let mut spans = Vec::new();
        for (_, expr) in self.body.exprs() {
            if let Expr::Call { callee, args } = expr
                && self.reveals(*callee)
            {
                spans.extend(args.first().map(|arg| self.expr_span(*arg)));
            }
        }
        spans
    }

    /// The expressions inside the arguments of functions that only name others.
    fn only_named(&self) -> HashSet<ExprId> {
        let mut named = HashSet::new();
        for (_, expr) in self.body.exprs() {
            let Expr::Call { callee, args } = expr else { continue };
            if self.names_only(*callee) {
                let mut pending: Vec<ExprId> = args.to_vec();
                while let Some(id) = pending.pop() {
                    named.insert(id);
                    self.body.walk_child_exprs(id, |child| pending.push(child));
                }
            }
        }
        named
    }
}

/// True when a complaint is about generic arguments that were left open where a function is only named.
fn is_about(diagnostic: &InferenceDiagnostic, named: &HashSet<ExprId>) -> bool {
    let at = match diagnostic {
        InferenceDiagnostic::TypeMustBeKnown { at_point: Span::ExprId(id), .. } => Some(*id),
        InferenceDiagnostic::SolverDiagnostic(diagnostic) => match diagnostic.span {
            Span::ExprId(id) => Some(id),
            _ => None,
        },
        InferenceDiagnostic::PathDiagnostic { node, .. } => node.as_expr(),
        _ => None,
    };
    at.is_some_and(|id| named.contains(&id))
}

/// Whether an error says again what another one says: a bound of an operator is asked for at an operand and at the whole.
fn is_repeated(known: &Diagnostic, error: &Diagnostic) -> bool {
    let (Some(a), Some(b)) = (&known.primary, &error.primary) else { return false };
    let overlap = a.span.file == b.span.file && a.span.start < b.span.end && b.span.start < a.span.end;
    let is_bound = error.code == Rust::UnsatisfiedBound.into();
    is_bound && known.code == error.code && known.message == error.message && overlap
}

/// True when an error is about type arguments that were left open, or left out, in the name of a revealed function: which
/// function it is follows from the rest of the name.
fn is_open_argument(error: &Diagnostic, revealed: &[certus_diagnostics::Span]) -> bool {
    let Some(at) = error.primary.as_ref().map(|label| label.span) else { return false };
    let is_open = matches!(error.code, Code::Rust(Rust::TypeAnnotations | Rust::GenericArguments));
    is_open && revealed.iter().any(|r| r.file == at.file && r.start <= at.start && at.end <= r.end)
}

/// One error a place: what follows from an unknown type is said only where nothing better is known.
pub(super) fn tidy(mut errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let unknown_type = Code::from(Rust::UnknownType);
    if errors.iter().any(|error| error.code != unknown_type) {
        errors.retain(|error| error.code != unknown_type);
    }
    // With crates that nobody verifies it may be their doing, unless Rust itself has something to say.
    let is_cause = |code: &Code| matches!(code, Code::Rust(_)) || *code == Unsupported::UndeclaredStd.into();
    if errors.iter().any(|error| is_cause(&error.code)) {
        errors.retain(|error| error.code != Unsupported::UnknownType.into());
    }
    let mut seen = HashSet::new();
    errors.retain(|e| seen.insert(e.primary.as_ref().map(|l| l.span)));
    errors
}
