//! Each operation that makes a state has a lemma that the state has the invariant.

use quote::ToTokens;
use verus_syn::{Expr, FnArg, FnArgKind, Pat, ReturnType, Stmt, Type};

use crate::ast::{Kind, Lemma, Machine, Operation};
use crate::errors::Errors;
use crate::parse::mode_of;
use crate::spans;

/// Reports lemmas that are wrong, and operations without one.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    let mut named: Vec<String> = Vec::new();
    for lemma in &machine.lemmas {
        let name = lemma.operation.to_string();
        if named.contains(&name) {
            let text = format!("there are two inductiveness lemmas of the operation `{name}`");
            errors.inductive(lemma.function.sig.ident.span(), text);
        }
        named.push(name);
        check_lemma(machine, lemma, errors);
    }
    if machine.invariants.is_empty() {
        return;
    }
    for operation in machine.operations.iter().filter(|operation| operation.kind.needs_lemma()) {
        if !named.iter().any(|name| operation.name == name) {
            let name = &operation.name;
            let text = format!(
                "the operation `{name}` lacks its proof that it keeps the invariant; add `#[inductive({name})] fn \
                 {name}_inductive({}) {{ }}`",
                signature(operation)
            );
            errors.inductive(name.span(), text);
        }
    }
}

/// The parameters that the lemma of an operation has.
fn expected(operation: &Operation) -> Vec<(String, String)> {
    let states: &[&str] = if operation.kind == Kind::Init { &["post"] } else { &["pre", "post"] };
    let states = states.iter().map(|name| ((*name).to_owned(), "Self".to_owned()));
    let params = operation.params.iter().map(|param| (param.name.to_string(), shown(&param.written)));
    states.chain(params).collect()
}

/// The same as text.
fn signature(operation: &Operation) -> String {
    let params: Vec<String> = expected(operation).iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    params.join(", ")
}

/// A type as a reader would write it.
fn shown(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    [(" <", "<"), ("< ", "<"), (" >", ">"), (" ::", "::"), (":: ", "::"), (" ,", ","), ("& ", "&")]
        .into_iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

/// Reports what is wrong with one lemma.
fn check_lemma(machine: &Machine, lemma: &Lemma, errors: &mut Errors) {
    let sig = &lemma.function.sig;
    let at = sig.ident.span();
    let Some(operation) = machine.operation(&lemma.operation) else {
        let text = format!("the state machine has no operation `{}`", lemma.operation);
        errors.inductive(lemma.operation.span(), text);
        return;
    };
    if !operation.kind.needs_lemma() {
        let what = if operation.kind == Kind::Readonly { "a `readonly!`" } else { "a `property!`" };
        errors.inductive(at, format!("an inductiveness lemma makes no sense for {what}: the state stays as it is"));
        return;
    }
    if let Some((span, mode)) = mode_of(&sig.mode)
        && mode != "proof"
    {
        errors.inductive(span, format!("an inductiveness lemma is `proof` and not `{mode}`"));
    }
    if !sig.generics.params.is_empty() {
        errors.inductive(spans::of(&sig.generics), "an inductiveness lemma has no type parameters");
    }
    if !matches!(sig.output, ReturnType::Default) {
        errors.inductive(at, "an inductiveness lemma has no result");
    }
    let is_as_expected = sig.inputs.len() == expected(operation).len()
        && sig.inputs.iter().zip(expected(operation)).all(|(input, (name, ty))| is_param(input, &name, &ty));
    if !is_as_expected {
        let text = format!("the parameters of this inductiveness lemma are `{}`", signature(operation));
        errors.inductive(at, text);
    }
    let spec = &sig.spec;
    let clauses = [
        spec.requires.is_some(),
        spec.recommends.is_some(),
        spec.ensures.is_some(),
        spec.default_ensures.is_some(),
        spec.returns.is_some(),
        spec.prover.is_some(),
        spec.invariants.is_some(),
        spec.unwind.is_some(),
        spec.with.is_some(),
        spec.atomic_spec.is_some(),
    ];
    if clauses.contains(&true) || begins_with_clause(lemma) {
        let text = "an inductiveness lemma has no clauses of its own: what it requires and ensures is given by the \
                    operation and the invariant";
        errors.inductive(at, text);
    }
}

/// Whether a parameter is `name: ty` and no more. Types are compared as texts, for syntax is all that there is.
fn is_param(input: &FnArg, name: &str, ty: &str) -> bool {
    let FnArgKind::Typed(typed) = &input.kind else { return false };
    let Pat::Ident(pat) = &*typed.pat else { return false };
    let is_plain = pat.attrs.is_empty() && pat.by_ref.is_none() && pat.mutability.is_none() && pat.subpat.is_none();
    input.tracked.is_none() && typed.attrs.is_empty() && is_plain && pat.ident == name && shown(&typed.ty) == ty
}

/// Whether the body begins with a clause in the form of a call.
fn begins_with_clause(lemma: &Lemma) -> bool {
    let Some(Stmt::Expr(Expr::Call(call), Some(_))) = lemma.function.block.stmts.first() else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    path.path.is_ident("requires") || path.path.is_ident("ensures")
}
