//! Functions and constants with `#[verus_spec(..)]`.
//!
//! ```text
//! #[verus_spec(r => requires p ensures q)] fn f(x: T) -> R { s }
//!     ->  fn f(x: T) -> (r: R) requires p ensures q { s }
//! ```
//!
//! With ghost arguments there are two functions. The one under the old name is what code that is not verified calls; no
//! verified code may call it, for its precondition is `false`:
//!
//! ```text
//! #[verus_spec(r => with Ghost(g): Ghost<A> -> z: Ghost<B> requires p ensures q)] fn f(x: T) -> R { s }
//!     ->  fn _VERUS_VERIFIED_f(x: T, Ghost(g): Ghost<A>) -> ((r, z): (R, Ghost<B>)) requires p ensures q { s }
//!         #[verifier::external_body] fn f(x: T) -> R requires false { .. }
//! ```

use super::Forms;
use super::bodies::VERIFIED;
use super::markers::{Markers, prefixed, requires_false, unit, verifier};
use certus_codes::Language;
use certus_visit::visit_mut::VisitMut;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use verus_syn::spanned::Spanned;
use verus_syn::{
    Attribute, Block, Expr, FnMode, ItemFn, Pat, ReturnType, Signature, SignatureSpec, SignatureSpecAttr, Stmt, Token,
    Type, Visibility, WithSpecOnFn, token,
};

/// The item that contains a function, as far as it matters to ghost arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    /// A module, a body, or an `impl` of a type.
    Free,
    /// A trait or an `impl` of one.
    Trait,
}

/// A function as the item it is in a module.
pub(super) struct Function {
    /// The function.
    pub(super) item: ItemFn,
    /// The item that contains it.
    pub(super) holder: Holder,
}

impl Forms<'_> {
    /// The functions that a function of marked code becomes; the first one is the function itself.
    pub(super) fn function(&mut self, Function { mut item, holder }: Function) -> Vec<ItemFn> {
        let markers = self.take_markers(&mut item.attrs);
        item.attrs.extend(markers.attrs.iter().cloned());
        if markers.external.is_some() {
            super::bodies::as_written(&mut item.block);
            return vec![item];
        }
        let before = item.clone();
        let with = match &markers.spec {
            Some((tokens, span)) => self.contract(tokens.clone(), *span, &mut item.sig),
            None => None,
        };
        let is_trusted = markers.external_body.is_some() || is_external_body(&item.attrs);
        if is_trusted && with.as_ref().is_some_and(|with| with.outputs.is_some()) {
            // The body gives no ghost results, and the function that has it is called by code that is not verified.
            item.block.stmts = vec![crate::funcs::no_method_body(item.sig.ident.span())];
        } else if is_trusted {
            // Nobody reads the body, so nothing in it needs a meaning.
            super::bodies::as_written(&mut item.block);
        } else {
            self.visit_block_mut(&mut item.block);
        }
        let mut items = Vec::new();
        if let Some((span, name)) = markers.dual.clone() {
            items.extend(self.dual_spec(&before, &mut item, span, name, &markers));
        }
        let Some(with) = with else {
            items.insert(0, item);
            return items;
        };
        if holder == Holder::Trait || item.semi_token.is_some() {
            self.error(with.with.span, Language::WithInTrait, "`with` does not support trait");
            return vec![before];
        }
        if item.sig.ident == "main" {
            self.error(with.with.span, Language::WithOnMain, "`main` takes no ghost arguments");
        }
        let stub = unverified(&before, &with);
        self.add_ghost(&mut item.sig, with);
        items.splice(0..0, [item, stub]);
        items
    }

    /// Adds the clauses of a `verus_spec` to a signature, and returns the arguments of `with`.
    fn contract(&mut self, tokens: TokenStream, span: Span, sig: &mut Signature) -> Option<WithSpecOnFn> {
        let SignatureSpecAttr { ret_pat, mut spec } = match verus_syn::parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.errors.extend(crate::errors::syntax_errors(error));
                return None;
            }
        };
        if let Some(prover) = &spec.prover {
            self.unsupported(prover.by_token.span, "a prover in `verus_spec`");
        }
        let with = spec.with.take();
        if let Some((pat, _)) = ret_pat {
            self.name_result(&mut sig.output, pat, span);
        }
        sig.spec = spec;
        with
    }

    /// `-> R` as `-> (pat: R)`.
    fn name_result(&mut self, output: &mut ReturnType, pat: Pat, span: Span) {
        let pat = match pat {
            Pat::Type(typed) => {
                let message = "the type of the result stands in the signature";
                self.error(typed.colon_token.span, Language::ResultType, message);
                *typed.pat
            }
            pat => pat,
        };
        let at = pat.span();
        let named = Some(Box::new((token::Paren(at), pat, Token![:](at))));
        match output {
            ReturnType::Default => {
                *output = ReturnType::Type(Token![->](span), None, named, Box::new(unit(at)));
            }
            ReturnType::Type(_, _, place, _) => *place = named,
        }
    }

    /// Adds the ghost parameters and results to the verified one of the two functions.
    fn add_ghost(&mut self, sig: &mut Signature, with: WithSpecOnFn) {
        let span = with.with.span;
        sig.ident = prefixed(VERIFIED, &sig.ident);
        if !sig.inputs.empty_or_trailing() {
            sig.inputs.push_punct(Token![,](span));
        }
        for input in with.inputs {
            if let verus_syn::FnArgKind::Receiver(receiver) = &input.kind {
                self.error(receiver.self_token.span, Language::Syntax, "`self` cannot be a ghost argument");
                continue;
            }
            if let verus_syn::FnArgKind::Typed(typed) = &input.kind
                && !is_ghost_type(&typed.ty)
            {
                let message = "a ghost argument is of a type `Ghost<..>` or `Tracked<..>`";
                self.error(typed.ty.span(), Language::WithExec, message);
            }
            sig.inputs.push_value(input);
            sig.inputs.push_punct(Token![,](span));
        }
        let Some((arrow, outputs)) = with.outputs else { return };
        for output in outputs.iter().filter(|output| !is_ghost_type(&output.ty)) {
            let message = "a ghost result is of a type `Ghost<..>` or `Tracked<..>`";
            self.error(output.ty.span(), Language::WithExec, message);
        }
        let (named, ty) = match std::mem::replace(&mut sig.output, ReturnType::Default) {
            ReturnType::Default => (None, unit(arrow.spans[0])),
            ReturnType::Type(_, _, named, ty) => (named, *ty),
        };
        let at = arrow.spans[0];
        let first: Pat = match named {
            Some(named) => named.1,
            None => verus_syn::parse_quote_spanned!(at=> _),
        };
        let pats = outputs.iter().map(|output| &output.pat);
        let tys = outputs.iter().map(|output| &output.ty);
        // A pattern in a form of its own: the parser's entry wants alternatives spelled out.
        let tuple = verus_syn::parse::Parser::parse2(Pat::parse_single, quote_spanned!(at=> (#first, #(#pats),*)));
        let pat = match tuple {
            Ok(pat) => pat,
            Err(error) => return self.errors.extend(crate::errors::syntax_errors(error)),
        };
        let ty: Type = verus_syn::parse_quote_spanned!(at=> (#ty, #(#tys),*));
        let named = Some(Box::new((token::Paren(at), pat, Token![:](at))));
        sig.output = ReturnType::Type(arrow, None, named, Box::new(ty));
    }

    /// Adds the clauses of a `const` or `static`: those with a postcondition exist in exec code only.
    pub(super) fn constant(&mut self, markers: &Markers, parts: Constant<'_>) {
        let Some((tokens, span)) = &markers.spec else { return };
        let SignatureSpecAttr { ret_pat, mut spec } = match verus_syn::parse2(tokens.clone()) {
            Ok(parsed) => parsed,
            Err(error) => return self.errors.extend(crate::errors::syntax_errors(error)),
        };
        let ensures = spec.ensures.take();
        if ret_pat.is_some() || !is_empty(&spec) {
            self.error(*span, Language::ConstantSpec, "a constant can only have `ensures`");
        }
        let Some(ensures) = ensures else { return };
        let Some(value) = parts.expr.take() else { return };
        let keyword = ensures.token.span;
        *parts.mode = FnMode::Exec(verus_syn::ModeExec { exec_token: Token![exec](keyword) });
        *parts.ensures = Some(ensures);
        let stmts = vec![Stmt::Expr(*value, None)];
        *parts.block = Some(Box::new(Block { brace_token: token::Brace(keyword), stmts }));
    }
}

/// What a `const` or `static` has besides its type.
pub(super) struct Constant<'a> {
    /// The mode of the constant.
    pub(super) mode: &'a mut FnMode,
    /// Its clause.
    pub(super) ensures: &'a mut Option<verus_syn::Ensures>,
    /// Its value, if it is a block.
    pub(super) block: &'a mut Option<Box<Block>>,
    /// Its value, if it is an expression.
    pub(super) expr: &'a mut Option<Box<Expr>>,
}

/// The clauses of a signature without any.
pub(crate) fn no_clauses() -> SignatureSpec {
    SignatureSpec {
        prover: None,
        atomic_spec: None,
        requires: None,
        recommends: None,
        ensures: None,
        default_ensures: None,
        returns: None,
        decreases: None,
        invariants: None,
        unwind: None,
        with: None,
    }
}

/// Whether no clause is there.
pub(crate) fn is_empty(spec: &SignatureSpec) -> bool {
    let any = [
        spec.prover.is_some(),
        spec.atomic_spec.is_some(),
        spec.requires.is_some(),
        spec.recommends.is_some(),
        spec.ensures.is_some(),
        spec.default_ensures.is_some(),
        spec.returns.is_some(),
        spec.decreases.is_some(),
        spec.invariants.is_some(),
        spec.unwind.is_some(),
        spec.with.is_some(),
    ];
    !any.contains(&true)
}

/// Whether a type is a wrapper that is nothing at run time.
fn is_ghost_type(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|s| s.ident == "Ghost" || s.ident == "Tracked")
}

/// `#[verifier::external_body]`, written directly.
fn is_external_body(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let segments: Vec<String> = attr.path().segments.iter().map(|s| s.ident.to_string()).collect();
        segments == ["verifier", "external_body"]
    })
}

/// The function that code that is not verified calls.
fn unverified(item: &ItemFn, with: &WithSpecOnFn) -> ItemFn {
    let span = with.with.span;
    let mut stub = item.clone();
    stub.attrs.retain(|attr| attr.path().segments.first().is_none_or(|s| s.ident != "verifier"));
    stub.attrs.push(verifier(&Ident::new("external_body", span), TokenStream::new(), span));
    stub.attrs.push(crate::emit::doc("certus:stands_for", span, false));
    stub.sig.spec.requires = Some(requires_false(span));
    stub.block.stmts = vec![crate::funcs::no_method_body(span)];
    stub
}

/// A function of an `impl` as one of a module, so that both are treated alike.
pub(super) fn free(attrs: Vec<Attribute>, vis: Visibility, sig: Signature, block: Block) -> ItemFn {
    ItemFn { attrs, vis, sig, block: Box::new(block), semi_token: None }
}
