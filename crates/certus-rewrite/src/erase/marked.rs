//! The attribute form: items of plain Rust, from which the attributes and the macros of proofs vanish.
//!
//! Ghost parameters and results are not in the signature, so a call is the one that was written. `proof!` and its relatives
//! are macros of their own. Attributes in a body are taken off here, for Rust has no attribute macros there.

use super::{Eraser, hidden_type, is_marker, stub};
use crate::errors::RewriteError;
use certus_codes::Language;
use certus_known::CLAUSE_WORDS;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::punctuated::Punctuated;
use verus_syn::{Attribute, Block, FnArgKind, Item, Member, Meta, Stmt, Token};

/// The position of a field's name.
pub(super) fn span_of(member: &Member) -> Span {
    crate::spans::member(member)
}

/// What is left of an item below one of the attributes; `arguments` are those of the attribute.
pub(crate) fn erase_marked(arguments: &TokenStream, mut item: Item) -> TokenStream {
    let names = |tokens: &TokenStream| tokens.clone().into_iter().map(|tree| tree.to_string()).collect::<Vec<_>>();
    if names(arguments).iter().any(|word| word == "external_type_specification") {
        return match &item {
            Item::Struct(proxy) => hidden_type(&proxy.attrs, &proxy.vis, &proxy.ident),
            _ => TokenStream::new(),
        };
    }
    let dual = dual_stub(arguments, &item);
    Strip.visit_item_mut(&mut item);
    let is_contract = |words: &[String]| words.iter().any(|word| CLAUSE_WORDS.contains(&word.as_str()));
    if let Item::Fn(function) = &mut item
        && is_contract(&names(arguments))
    {
        let place = function.sig.fn_token.span;
        function.attrs.extend(super::documents::contract_in_attribute(arguments.clone(), place));
    }
    let mut out = item.to_token_stream();
    out.extend(dual);
    out
}

/// The variables of `proof_decl!`, which shadow others of the same names.
pub(crate) fn declarations(stmts: &[Stmt]) -> (TokenStream, Vec<RewriteError>) {
    let (mut out, mut errors) = (TokenStream::new(), Vec::new());
    for stmt in stmts {
        let Stmt::Local(local) = stmt else { continue };
        if local.ghost.is_none() && local.tracked.is_none() {
            let message = "Exec local is not allowed in proof_decl: write `let ghost` or `let tracked`";
            errors.push(RewriteError::new(local.let_token.span, Language::ExecInProofDecl, message));
        }
        let conditions = crate::conditions::of(&local.attrs);
        super::stmts::guards(&local.pat, &conditions).iter().for_each(|guard| guard.to_tokens(&mut out));
    }
    (out, errors)
}

/// The stub of the spec function that `dual_spec` makes of a function of a module.
fn dual_stub(arguments: &TokenStream, item: &Item) -> Option<TokenStream> {
    let Item::Fn(function) = item else { return None };
    let is_method = function.sig.inputs.iter().any(|input| matches!(input.kind, FnArgKind::Receiver(_)));
    let others = function.attrs.iter().filter(|attr| is_marker(attr)).filter_map(|attr| match &attr.meta {
        Meta::List(list) => Some(list.tokens.clone()),
        _ => None,
    });
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    let all = std::iter::once(arguments.clone()).chain(others);
    let metas = all.filter_map(|tokens| verus_syn::parse::Parser::parse2(parser, tokens).ok()).flatten();
    let dual = metas.into_iter().find(|meta| meta.path().is_ident("dual_spec"))?;
    let name = match &dual {
        Meta::List(list) => verus_syn::parse2::<Ident>(list.tokens.clone()).ok()?,
        _ => crate::attribute::prefixed("__VERUS_SPEC_", &function.sig.ident),
    };
    (!is_method).then(|| stub(&function.attrs, &function.vis, &name))
}

/// Removes the attributes of the attribute form, and keeps the conditions beside them.
fn unmark(attrs: &mut Vec<Attribute>) {
    for attr in std::mem::take(attrs) {
        if is_marker(&attr) {
            attrs.extend(crate::conditions::of(&[attr]));
        } else {
            attrs.push(attr);
        }
    }
}

/// Takes the attributes of the form off. Items keep theirs, but for members of traits and impls: each is a macro of its own.
struct Strip;

impl Strip {
    /// A function: unused variables are allowed where there was a contract or a proof.
    fn function(&mut self, attrs: &mut Vec<Attribute>, block: Option<&mut Block>, span: Span) {
        unmark(attrs);
        if let Some(block) = block {
            self.visit_block_mut(block);
        }
        attrs.push(super::warnings::allowed(span));
    }
}

impl VisitMut for Strip {
    /// Erases a function.
    fn visit_item_fn_mut(&mut self, item: &mut verus_syn::ItemFn) {
        let block = item.semi_token.is_none().then_some(&mut *item.block);
        self.function(&mut item.attrs, block, item.sig.fn_token.span);
    }

    /// Erases a function of an impl.
    fn visit_impl_item_fn_mut(&mut self, item: &mut verus_syn::ImplItemFn) {
        self.function(&mut item.attrs, Some(&mut item.block), item.sig.fn_token.span);
    }

    /// Erases a function of a trait.
    fn visit_trait_item_fn_mut(&mut self, item: &mut verus_syn::TraitItemFn) {
        self.function(&mut item.attrs, item.default.as_mut(), item.sig.fn_token.span);
    }

    /// Erases the items of a module.
    fn visit_item_mod_mut(&mut self, item: &mut verus_syn::ItemMod) {
        unmark(&mut item.attrs);
    }

    /// Removes the attributes of the language.
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        unmark(attrs);
        attrs.retain(|attr| attr.path().segments.first().is_none_or(|s| s.ident != "verifier"));
    }

    /// Erases the statements of a block.
    fn visit_block_mut(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            // An item in a body is expanded on its own.
            if !matches!(stmt, Stmt::Item(_)) {
                visit_mut::visit_stmt_mut(self, stmt);
            }
        }
    }
}

impl Eraser {
    /// What `proof! { .. }` leaves.
    pub(crate) fn nothing(span: Span) -> TokenStream {
        quote_spanned!(span=> {})
    }
}
