//! Invariants are functions of one state.

use verus_syn::{FnArg, FnArgKind, ReturnType, Type, TypePath, Visibility};

use crate::ast::Machine;
use crate::errors::Errors;
use crate::parse::mode_of;
use crate::spans;

/// Reports invariants of another shape than `pub fn name(&self) -> bool`.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for function in &machine.invariants {
        let sig = &function.sig;
        let at = sig.ident.span();
        if sig.inputs.len() != 1 {
            errors.inductive(at, "an invariant has one parameter, `&self`");
        }
        if let Some((span, mode)) = mode_of(&sig.mode)
            && !mode.starts_with("spec")
        {
            errors.inductive(span, format!("an invariant is `spec` and not `{mode}`"));
        }
        if let Some(first) = sig.inputs.first()
            && !is_self(first)
        {
            errors.inductive(spans::of(first), "the parameter of an invariant is `&self` or `self`");
        }
        if !sig.generics.params.is_empty() {
            errors.inductive(spans::of(&sig.generics), "an invariant has no type parameters");
        }
        let is_bool = match &sig.output {
            ReturnType::Default => false,
            ReturnType::Type(_, _, _, ty) => {
                matches!(&**ty, Type::Path(TypePath { qself: None, path }) if path.is_ident("bool"))
            }
        };
        if !is_bool {
            errors.inductive(at, "the result of an invariant is `bool`");
        }
        if !matches!(function.vis, Visibility::Public(_)) {
            errors.inductive(at, "an invariant must be `pub`: the conjunction `invariant` is public and calls it");
        }
    }
}

/// Whether the parameter is `self` or `&self`.
fn is_self(input: &FnArg) -> bool {
    matches!(&input.kind, FnArgKind::Receiver(receiver) if receiver.mutability.is_none())
}
