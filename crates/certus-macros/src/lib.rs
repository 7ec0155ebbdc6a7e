//! The macros of the language for the compiler: they leave only exec code.
//!
//! This crate is a thin wrapper around `certus-rewrite`: it converts tokens, and turns errors into `compile_error!` at
//! their places. `docs/notes/erased-form.md` describes the result for each construct. The names are those of
//! `std-api/verus_builtin_macros/lib.rs`. Programs use the macros through the package `verus_builtin_macros` or through
//! `vstd`.

mod joined;

use certus_rewrite::{Args, Cases, Code, Machines, Marker, Mode, ProofMacro, Proofs, Rewritten, SpecView};
use joined::joined;
use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote_spanned;

/// The arguments of a macro, in the form in which the verifier reads them.
fn given(tokens: TokenStream) -> Tokens {
    certus_rewrite::fragments(joined(tokens.into()))
}

/// The errors of a rewrite, each at its place, and then its tokens.
fn finish(rewritten: Rewritten) -> TokenStream {
    let mut out = Tokens::new();
    let (tokens, errors) = certus_rewrite::fragments_of_calls(rewritten.tokens);
    for error in rewritten.errors.into_iter().chain(errors) {
        let message = &error.message;
        out.extend(quote_spanned!(error.span=> ::core::compile_error!(#message);));
    }
    out.extend(tokens);
    out.into()
}

/// The same for an expression.
fn finish_expr(rewritten: Rewritten) -> TokenStream {
    let (tokens, errors) = certus_rewrite::fragments_of_calls(rewritten.tokens);
    let Some(error) = rewritten.errors.first().or(errors.first()) else { return tokens.into() };
    let message = &error.message;
    quote_spanned!(error.span=> ::core::compile_error!(#message)).into()
}

fn items(input: TokenStream) -> TokenStream {
    finish(certus_rewrite::rewrite_items(Mode::Erase, given(input)))
}

fn expr(code: Code, input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::rewrite_expr(Mode::Erase, code, given(input)))
}

fn macro_exprs(code: Code, args: Args, input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::rewrite_macro_exprs(Mode::Erase, code, args, given(input)))
}

fn machine(machines: Machines, input: TokenStream) -> TokenStream {
    finish(certus_rewrite::state_machine(Mode::Erase, machines, given(input)))
}

fn cases(cases: Cases, input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::case_on(Mode::Erase, cases, given(input)))
}

fn proof_macro(which: ProofMacro, input: TokenStream) -> TokenStream {
    finish(certus_rewrite::proof_macro(Mode::Erase, which, given(input)))
}

/// The arguments of an attribute in parentheses, and its item.
fn with_arguments(attr: TokenStream, item: TokenStream) -> Tokens {
    let arguments = proc_macro2::Group::new(proc_macro2::Delimiter::Parenthesis, given(attr));
    let mut tokens = Tokens::from(proc_macro2::TokenTree::from(arguments));
    tokens.extend(given(item));
    tokens
}

fn marked(marker: Marker, attr: TokenStream, item: TokenStream) -> TokenStream {
    // rustc evaluates the conditions of other attributes.
    finish(certus_rewrite::rewrite_marked(Mode::Erase, marker, &|_| None, with_arguments(attr, item)))
}

fn spec_view(view: SpecView, attr: TokenStream, item: TokenStream) -> TokenStream {
    finish(certus_rewrite::spec_view(Mode::Erase, view, with_arguments(attr, item)))
}

/// Items of the language: exec functions without their clauses and proofs remain.
#[proc_macro]
pub fn verus(input: TokenStream) -> TokenStream {
    items(input)
}

/// As [`macro@verus`].
#[proc_macro]
pub fn verus_keep_ghost(input: TokenStream) -> TokenStream {
    items(input)
}

/// As [`macro@verus`].
#[proc_macro]
pub fn verus_erase_ghost(input: TokenStream) -> TokenStream {
    items(input)
}

/// As [`macro@verus`].
#[proc_macro]
pub fn verus_impl(input: TokenStream) -> TokenStream {
    items(input)
}

/// As [`macro@verus`].
#[proc_macro]
pub fn verus_trait_impl(input: TokenStream) -> TokenStream {
    items(input)
}

/// An expression of ghost code; it is erased.
#[proc_macro]
pub fn verus_proof_expr(input: TokenStream) -> TokenStream {
    expr(Code::Ghost, input)
}

/// An expression of exec code; its ghost parts are erased.
#[proc_macro]
pub fn verus_exec_expr(input: TokenStream) -> TokenStream {
    expr(Code::Exec, input)
}

/// As [`macro@verus_exec_expr`].
#[proc_macro]
pub fn verus_exec_expr_keep_ghost(input: TokenStream) -> TokenStream {
    expr(Code::Exec, input)
}

/// As [`macro@verus_exec_expr`].
#[proc_macro]
pub fn verus_exec_expr_erase_ghost(input: TokenStream) -> TokenStream {
    expr(Code::Exec, input)
}

/// A call of a macro with ghost arguments; it is erased.
#[proc_macro]
pub fn verus_proof_macro_exprs(input: TokenStream) -> TokenStream {
    macro_exprs(Code::Ghost, Args::All, input)
}

/// A call of a macro with exec arguments; their ghost parts are erased.
#[proc_macro]
pub fn verus_exec_macro_exprs(input: TokenStream) -> TokenStream {
    macro_exprs(Code::Exec, Args::All, input)
}

/// A call of a macro of ghost code; it is erased.
#[proc_macro]
pub fn verus_proof_macro_explicit_exprs(input: TokenStream) -> TokenStream {
    macro_exprs(Code::Ghost, Args::Marked, input)
}

/// A block in which an invariant is open: what runs in it stays.
#[proc_macro]
pub fn verus_open_invariant(input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::open_invariant(Mode::Erase, Code::Exec, given(input)))
}

/// The same in a proof; it is erased.
#[proc_macro]
pub fn verus_open_invariant_in_proof(input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::open_invariant(Mode::Erase, Code::Ghost, given(input)))
}

/// A block in which an atomic update is open: what runs in it stays.
#[proc_macro]
pub fn verus_open_atomic_update(input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::open_atomic_update(Mode::Erase, Code::Exec, given(input)))
}

/// The same in a proof; it is erased.
#[proc_macro]
pub fn verus_open_atomic_update_in_proof(input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::open_atomic_update(Mode::Erase, Code::Ghost, given(input)))
}

/// A claim of ghost code; it is erased.
#[proc_macro]
pub fn decreases_to(input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::decreases_to(Mode::Erase, given(input)))
}

/// A calculation (`calc!`); it is erased.
#[proc_macro]
pub fn calc_proc_macro(input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::calc(Mode::Erase, given(input)))
}

/// A set by comprehension; it is erased.
#[proc_macro]
pub fn set_build(input: TokenStream) -> TokenStream {
    finish_expr(certus_rewrite::set_build(Mode::Erase, given(input)))
}

/// As [`macro@set_build`].
#[proc_macro]
pub fn set_build_debug(input: TokenStream) -> TokenStream {
    set_build(input)
}

/// A state machine. Its types remain, and of its functions those that run.
#[proc_macro]
pub fn state_machine(input: TokenStream) -> TokenStream {
    machine(Machines::Plain, input)
}

/// A state machine whose state is handed out in tokens.
#[proc_macro]
pub fn tokenized_state_machine(input: TokenStream) -> TokenStream {
    machine(Machines::Tokenized, input)
}

/// As [`macro@tokenized_state_machine`].
#[proc_macro]
pub fn tokenized_state_machine_vstd(input: TokenStream) -> TokenStream {
    machine(Machines::Tokenized, input)
}

/// A struct whose fields have invariants that speak of its other fields.
#[proc_macro]
pub fn struct_with_invariants(input: TokenStream) -> TokenStream {
    finish(certus_rewrite::struct_with_invariants(Mode::Erase, given(input)))
}

/// As [`macro@struct_with_invariants`].
#[proc_macro]
pub fn struct_with_invariants_vstd(input: TokenStream) -> TokenStream {
    finish(certus_rewrite::struct_with_invariants(Mode::Erase, given(input)))
}

/// Code made from specifications, and proved.
#[proc_macro]
pub fn exec_spec_verified(input: TokenStream) -> TokenStream {
    finish(certus_rewrite::exec_spec(Mode::Erase, Proofs::Made, given(input)))
}

/// Code made from specifications, and trusted.
#[proc_macro]
pub fn exec_spec_unverified(input: TokenStream) -> TokenStream {
    finish(certus_rewrite::exec_spec(Mode::Erase, Proofs::Trusted, given(input)))
}

/// A proof by cases of first states; it is erased.
#[proc_macro]
pub fn case_on_init(input: TokenStream) -> TokenStream {
    cases(Cases::Init, input)
}

/// A proof by cases of steps; it is erased.
#[proc_macro]
pub fn case_on_next(input: TokenStream) -> TokenStream {
    cases(Cases::Next, input)
}

/// A proof by cases of steps whose assertions hold; it is erased.
#[proc_macro]
pub fn case_on_next_strong(input: TokenStream) -> TokenStream {
    cases(Cases::NextStrong, input)
}

/// A proof block in plain Rust; it is erased.
#[proc_macro]
pub fn proof(input: TokenStream) -> TokenStream {
    proof_macro(ProofMacro::Block, input)
}

/// Ghost variables in plain Rust. Only unit variables of their names remain, which shadow others.
#[proc_macro]
pub fn proof_decl(input: TokenStream) -> TokenStream {
    proof_macro(ProofMacro::Declarations, input)
}

/// Ghost arguments of the next call; they are erased.
#[proc_macro]
pub fn proof_with(input: TokenStream) -> TokenStream {
    proof_macro(ProofMacro::With, input)
}

/// Marks an item of plain Rust for the verifier.
#[proc_macro_attribute]
pub fn verus_verify(attr: TokenStream, item: TokenStream) -> TokenStream {
    marked(Marker::Verify, attr, item)
}

/// The contract of an item of plain Rust.
#[proc_macro_attribute]
pub fn verus_spec(attr: TokenStream, item: TokenStream) -> TokenStream {
    marked(Marker::Spec, attr, item)
}

/// Declares the view of a type in proofs, a type of its own; the item stays.
#[proc_macro_attribute]
pub fn make_spec_type(attr: TokenStream, item: TokenStream) -> TokenStream {
    spec_view(SpecView::OwnType, attr, item)
}

/// Makes a type its own view in proofs; the item stays.
#[proc_macro_attribute]
pub fn self_view(attr: TokenStream, item: TokenStream) -> TokenStream {
    spec_view(SpecView::Itself, attr, item)
}

/// Makes the body of a function in `verus!` what it returns in specifications. There `verus!` does all the work.
#[proc_macro_attribute]
pub fn auto_spec(_attr: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Adds spec functions about the variants of an enum.
#[proc_macro_attribute]
pub fn is_variant(_attr: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// As [`macro@is_variant`].
#[proc_macro_attribute]
pub fn is_variant_no_deprecation_warning(_attr: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// As [`macro@is_variant`].
#[proc_macro_attribute]
pub fn verus_enum_synthesize(_attr: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// States that `==` of the type agrees with equality in specifications.
#[proc_macro_derive(Structural)]
pub fn structural(_input: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// As [`macro@Structural`].
#[proc_macro_derive(StructuralEq)]
pub fn structural_eq(_input: TokenStream) -> TokenStream {
    TokenStream::new()
}
