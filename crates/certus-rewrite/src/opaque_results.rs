//! Functions that give a value of an `impl` type: their postconditions, in a function whose result has a name for its type.
//!
//! ```text
//! fn f(n: u8) -> (r: impl A<B = u8>)       fn f(n: u8) -> impl A<B = u8>
//!     requires p(n),                           requires p(n)
//!     ensures q(n, r)                      { s }
//! { s }                                ->  fn __certus_result_f<__certus_R0: A<B = u8>>(n: u8) -> (r: __certus_R0)
//!                                              ensures q(n, r);
//! ```
//!
//! A postcondition cannot name the type of such a result, and its author may use nothing of it but the bounds: that is what a
//! type parameter with these bounds is. The lowering puts the type of the value for the parameter where the body is proved, and
//! a type of which nothing else is known where the function is called.

use certus_codes::Language;
use certus_known::RESULT_PARAMETER;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use verus_syn::punctuated::Punctuated;
use verus_syn::spanned::Spanned;
use verus_syn::{
    Attribute, Block, FnMode, GenericParam, Generics, ImplItem, ImplItemFn, Item, ItemFn, Lifetime, LifetimeParam,
    Publish, ReturnType, Signature, SignatureSpec, Token, Type, TypeImplTrait, TypeParam, TypeParamBound,
    TypeReference, Visibility, WherePredicate, token,
};

use crate::emit::doc;
use crate::visitor::Rewriter;

/// The lifetime of references that have none in the bounds.
const ELIDED: &str = "'__certus";

/// Takes the postconditions off the functions of an item whose results are of `impl` types, and gives the functions that hold
/// them. Those of methods are added to the item.
pub(crate) fn written_out(rewriter: &mut Rewriter, item: &mut Item) -> Option<Item> {
    match item {
        Item::Fn(f) => {
            let stated = Stated::take(rewriter, &f.attrs, &f.vis, &mut f.sig, None)?;
            let Stated { attrs, vis, sig, semi } = stated;
            f.attrs.push(marker(f.sig.ident.span()));
            Some(Item::Fn(ItemFn {
                attrs,
                vis,
                sig,
                block: Box::new(no_block(semi)),
                semi_token: Some(Token![;](semi)),
            }))
        }
        Item::Impl(of) if of.trait_.is_none() => {
            let mut found = Vec::new();
            let around = of.generics.clone();
            for member in &mut of.items {
                let ImplItem::Fn(f) = member else { continue };
                let Some(stated) = Stated::take(rewriter, &f.attrs, &f.vis, &mut f.sig, Some(&around)) else {
                    continue;
                };
                f.attrs.push(marker(f.sig.ident.span()));
                let Stated { attrs, vis, sig, semi } = stated;
                let semi_token = Some(Token![;](semi));
                let block = no_block(semi);
                found.push(ImplItem::Fn(ImplItemFn { attrs, vis, defaultness: None, sig, block, semi_token }));
            }
            of.items.extend(found);
            None
        }
        _ => None,
    }
}

/// Says that the result of a function is stated beside it.
const MARKER: &str = "certus:opaque_result";

fn marker(span: Span) -> Attribute {
    doc(MARKER, span, false)
}

/// Whether the type of a function's result follows from its body.
pub(crate) fn is_one(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|a| a.path().is_ident("doc") && a.meta.to_token_stream().to_string().contains(MARKER))
}

/// The block of a function without one.
fn no_block(span: Span) -> Block {
    Block { brace_token: token::Brace(span), stmts: Vec::new() }
}

/// The parts of a function that states what another one gives.
struct Stated {
    attrs: Vec<Attribute>,
    vis: Visibility,
    sig: Signature,
    semi: Span,
}

impl Stated {
    /// That of a function whose result has `impl` in its type.
    fn take(
        rewriter: &mut Rewriter,
        attrs: &[Attribute],
        vis: &Visibility,
        sig: &mut Signature,
        around: Option<&Generics>,
    ) -> Option<Stated> {
        let ReturnType::Type(_, _, _, ty) = &sig.output else { return None };
        let mut finder = Finder(None);
        certus_visit::visit::Visit::visit_type(&mut finder, ty);
        let at = finder.0?;
        if is_external(attrs) {
            return None;
        }
        if !matches!(sig.mode, FnMode::Default | FnMode::Exec(_)) || !matches!(sig.publish, Publish::Default) {
            let text = "only the result of a function that runs may be of an `impl` type";
            rewriter.error(at, Language::OpaqueResult, text);
            return None;
        }
        if sig.asyncness.is_some() {
            return None;
        }
        if let Some(returns) = &sig.spec.returns {
            let text = "a function with a result of an `impl` type cannot have a `returns` clause";
            rewriter.error(returns.token.span, Language::OpaqueResult, text);
            return None;
        }
        let mut stated = sig.clone();
        let span = sig.ident.span();
        let name = crate::enums::plain(&sig.ident);
        stated.ident = Ident::new(&format!("__certus_result_{name}"), span);
        stated.spec = SignatureSpec {
            prover: None,
            atomic_spec: None,
            requires: None,
            recommends: None,
            ensures: sig.spec.ensures.take(),
            default_ensures: None,
            returns: None,
            decreases: None,
            invariants: None,
            unwind: None,
            with: None,
        };
        stated.constness = None;
        stated.abi = None;
        name_results(&mut stated, around);
        let mut kept: Vec<Attribute> = attrs.iter().filter(|a| a.path().is_ident("cfg")).cloned().collect();
        kept.push(verus_syn::parse_quote_spanned!(span=> #[doc(hidden)]));
        kept.push(doc(&format!("certus:result_of {name}"), span, false));
        Some(Stated { attrs: kept, vis: vis.clone(), sig: stated, semi: sig.paren_token.span.close() })
    }
}

/// Puts a type parameter for each `impl` type in the result of a function, of which the bounds are known and nothing else;
/// `around` are the parameters of the impl that the function is in.
pub(crate) fn name_results(sig: &mut Signature, around: Option<&Generics>) {
    let span = sig.ident.span();
    let mut namer = Namer { params: Vec::new(), has_elided: false };
    namer.visit_return_type_mut(&mut sig.output);
    if namer.has_elided {
        let lifetime = Lifetime::new(ELIDED, span);
        // What is referred to is there for as long as the reference.
        let params = around.into_iter().chain([&sig.generics]).flat_map(|generics| &generics.params);
        let outlives = params.filter_map(|param| -> Option<WherePredicate> {
            match param {
                GenericParam::Lifetime(param) => {
                    let name = &param.lifetime;
                    Some(verus_syn::parse_quote_spanned!(span=> #name: #lifetime))
                }
                GenericParam::Type(param) => {
                    let name = &param.ident;
                    Some(verus_syn::parse_quote_spanned!(span=> #name: #lifetime))
                }
                GenericParam::Const(_) => None,
            }
        });
        let outlives: Vec<WherePredicate> = outlives.collect();
        sig.generics.make_where_clause().predicates.extend(outlives);
        sig.generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime)));
    }
    if namer.params.is_empty() {
        return;
    }
    sig.generics.lt_token.get_or_insert(Token![<](span));
    sig.generics.gt_token.get_or_insert(Token![>](span));
    sig.generics.params.extend(namer.params.into_iter().map(GenericParam::Type));
}

/// Whether a function is none that is verified.
fn is_external(attrs: &[Attribute]) -> bool {
    let is_it = |text: String| text == "verifier :: external" || text == "verifier (external)";
    attrs.iter().any(|a| is_it(a.meta.to_token_stream().to_string()))
}

/// Finds the first `impl`.
struct Finder(Option<Span>);

impl<'ast> certus_visit::visit::Visit<'ast> for Finder {
    fn visit_type_impl_trait(&mut self, ty: &'ast TypeImplTrait) {
        self.0.get_or_insert(ty.impl_token.span);
    }
}

/// Puts type parameters for `impl` types; those within the bounds of others come first.
struct Namer {
    params: Vec<TypeParam>,
    /// Whether a reference in a bound has no lifetime.
    has_elided: bool,
}

impl VisitMut for Namer {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let Type::ImplTrait(of) = ty else { return visit_mut::visit_type_mut(self, ty) };
        let span = of.span();
        let mut bounds: Punctuated<TypeParamBound, Token![+]> = Punctuated::new();
        for mut bound in std::mem::take(&mut of.bounds) {
            if matches!(bound, TypeParamBound::PreciseCapture(_)) {
                continue;
            }
            let mut elided = Elided { found: false };
            elided.visit_type_param_bound_mut(&mut bound);
            self.has_elided |= elided.found;
            self.visit_type_param_bound_mut(&mut bound);
            bounds.push(bound);
        }
        let ident = format_ident!("{}{}", RESULT_PARAMETER, self.params.len(), span = span);
        let colon_token = Some(Token![:](span));
        *ty = verus_syn::parse_quote_spanned!(span=> #ident);
        let attrs = Vec::new();
        self.params.push(TypeParam { attrs, ident, colon_token, bounds, eq_token: None, default: None });
    }
}

/// Gives references without a lifetime one.
struct Elided {
    found: bool,
}

impl VisitMut for Elided {
    fn visit_type_reference_mut(&mut self, ty: &mut TypeReference) {
        let span = ty.and_token.span;
        self.found |= ty.lifetime.is_none();
        ty.lifetime.get_or_insert_with(|| Lifetime::new(ELIDED, span));
        visit_mut::visit_type_reference_mut(self, ty);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            self.found = true;
            *lifetime = Lifetime::new(ELIDED, lifetime.span());
        }
    }

    /// The parameters of `Fn(&u8) -> &u8` have lifetimes of their own.
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut verus_syn::ParenthesizedGenericArguments) {}
}
