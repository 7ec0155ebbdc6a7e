//! The signature of a logically atomic function, as its atomic specification sees it.

use certus_visit::visit::{self, Visit};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{
    FnArgKind, GenericArgument, GenericParam, Generics, ItemImpl, Pat, PathArguments, Signature, Type, TypeImplTrait,
    TypeReference, WhereClause, WherePredicate,
};

/// Something that an atomic specification cannot be written out for: its place, and what it is.
pub(super) type Unsupported = (Span, String);

/// The arguments and type parameters of a function.
pub(super) struct Seen {
    /// Names by which the arguments are passed on, in order; `self` is one of them.
    pub(super) names: Vec<TokenStream>,
    /// Their types, without lifetimes and `Self`.
    pub(super) types: Vec<TokenStream>,
    /// Them as parameters of a spec function.
    pub(super) params: Vec<TokenStream>,
    /// The type parameters of the function and of the impl around it.
    pub(super) generics: Generics,
    /// Those of the function alone.
    pub(super) own: Generics,
    /// The type of the impl.
    pub(super) self_ty: Option<TokenStream>,
}

impl Seen {
    /// That of a function, in this impl if it is a method.
    pub(super) fn of(sig: &Signature, around: Option<&ItemImpl>) -> Result<Seen, Unsupported> {
        let self_ty = around.map(|item| plain(item.self_ty.to_token_stream(), None));
        let own = without_lifetimes(&sig.generics);
        let mut generics = around.map(|item| without_lifetimes(&item.generics)).unwrap_or_default();
        generics.params.extend(own.params.clone());
        if let Some(bounds) = &own.where_clause {
            generics.make_where_clause().predicates.extend(bounds.predicates.clone());
        }
        let mut seen = Seen { names: Vec::new(), types: Vec::new(), params: Vec::new(), generics, own, self_ty };
        for input in &sig.inputs {
            match &input.kind {
                FnArgKind::Receiver(receiver) => {
                    let span = receiver.self_token.span;
                    let Some(this) = seen.self_ty.clone() else {
                        let text = "failed to resolve `self` type; make sure the `verus!` macro is applied to the entire \
                                    impl block, not just this method";
                        return Err((span, text.to_owned()));
                    };
                    let is_mut = receiver.reference.is_some() && receiver.mutability.is_some();
                    if is_mut || receiver.colon_token.is_some() {
                        return Err((span, "this form of `self` in a function with an `atomically` clause".to_owned()));
                    }
                    seen.names.push(quote_spanned!(span=> self));
                    let by_reference = receiver.reference.is_some();
                    seen.types.push(if by_reference { quote_spanned!(span=> &#this) } else { this });
                    seen.params.push(if by_reference {
                        quote_spanned!(span=> &self)
                    } else {
                        quote_spanned!(span=> self)
                    });
                }
                FnArgKind::Typed(typed) => {
                    let (name, ty) = argument(&typed.pat, &typed.ty)?;
                    check(&ty)?;
                    let ty = plain(ty.to_token_stream(), None);
                    seen.params.push(quote_spanned!(name.span()=> #name: #ty));
                    seen.types.push(plain(ty, seen.self_ty.as_ref()));
                    seen.names.push(name.to_token_stream());
                }
            }
        }
        Ok(seen)
    }

    /// A type as it is outside of the impl.
    pub(super) fn outside(&self, ty: &Type) -> Result<TokenStream, Unsupported> {
        check(ty)?;
        Ok(plain(ty.to_token_stream(), self.self_ty.as_ref()))
    }
}

/// The name of a parameter and the type of what it is in specifications: of `Tracked(x): Tracked<T>` these are `x` and `T`.
fn argument(pat: &Pat, ty: &Type) -> Result<(Ident, Type), Unsupported> {
    let other =
        || Err((pat.span(), "this pattern of a parameter, in a function with an `atomically` clause".to_owned()));
    match pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Ok((name.ident.clone(), ty.clone())),
        Pat::TupleStruct(wrapper) if wrapper.elems.len() == 1 => {
            let is_wrapper = |name: &Ident| name == "Tracked" || name == "Ghost";
            let (Some(Pat::Ident(name)), Type::Path(path)) = (wrapper.elems.first(), ty) else { return other() };
            let (Some(of), Some(last)) = (wrapper.path.segments.last(), path.path.segments.last()) else {
                return other();
            };
            let PathArguments::AngleBracketed(args) = &last.arguments else { return other() };
            match args.args.first() {
                Some(GenericArgument::Type(inner)) if is_wrapper(&of.ident) && of.ident == last.ident => {
                    Ok((name.ident.clone(), inner.clone()))
                }
                _ => other(),
            }
        }
        _ => other(),
    }
}

/// Errs for types of which nothing can be said here: what a mutable reference refers to changes while the function runs.
fn check(ty: &Type) -> Result<(), Unsupported> {
    struct Finder(Option<Unsupported>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, ty: &'ast TypeReference) {
            if let Some(keyword) = &ty.mutability {
                let text = "a mutable reference in a function with an `atomically` clause";
                self.0.get_or_insert((keyword.span, text.to_owned()));
            }
            visit::visit_type_reference(self, ty);
        }
        fn visit_type_impl_trait(&mut self, ty: &'ast TypeImplTrait) {
            let text = "a parameter of an `impl` type in a function with an `atomically` clause";
            self.0.get_or_insert((ty.impl_token.span, text.to_owned()));
        }
    }
    let mut finder = Finder(None);
    finder.visit_type(ty);
    finder.0.map_or(Ok(()), Err)
}

/// Type parameters and constants, and what is asked of them.
fn without_lifetimes(generics: &Generics) -> Generics {
    let mut kept = generics.clone();
    kept.params = generics.params.iter().filter(|p| !matches!(p, GenericParam::Lifetime(_))).cloned().collect();
    if let Some(WhereClause { predicates, .. }) = &mut kept.where_clause {
        let all = std::mem::take(predicates);
        predicates.extend(all.into_iter().filter(|p| !matches!(p, WherePredicate::Lifetime(_))));
    }
    kept
}

/// Tokens in which lifetimes have no names, and `Self` is the type given.
fn plain(tokens: TokenStream, this: Option<&TokenStream>) -> TokenStream {
    let mut out = TokenStream::new();
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), plain(group.stream(), this));
                inner.set_span(group.span());
                out.extend([TokenTree::from(inner)]);
            }
            TokenTree::Punct(tick) if tick.as_char() == '\'' => {
                let name = match trees.next() {
                    Some(TokenTree::Ident(name)) if name == "static" => name,
                    Some(other) => Ident::new("_", other.span()),
                    None => continue,
                };
                out.extend([TokenTree::from(tick), name.into()]);
            }
            TokenTree::Ident(name) if name == "Self" => {
                let is_path = matches!(trees.peek(), Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
                match this {
                    None => out.extend([TokenTree::from(name)]),
                    Some(this) if is_path => out.extend(quote_spanned!(name.span()=> <#this>)),
                    Some(this) => out.extend(this.clone()),
                }
            }
            other => out.extend([other]),
        }
    }
    out
}
