//! Types of the language that Rust does not have.
//!
//! ```text
//! spec_fn(A, B) -> R      ->  ::verus_builtin::SpecFn<(A, B), R>
//! FnSpec(A) -> R          ->  ::verus_builtin::SpecFn<(A,), R>
//! ```

use crate::emit::{Site, list, punct};
use crate::spans;
use crate::visitor::Rewriter;
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Delimiter, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{GenericArgument, ItemStruct, Lifetime, PathArguments, ReturnType, Type, TypeFnSpec};

impl Rewriter {
    /// Rewrites a type in place.
    pub(crate) fn ty(&mut self, ty: &mut Type) {
        match ty {
            Type::FnSpec(spec_fn) => {
                let tokens = self.spec_fn(spec_fn);
                *ty = Type::Verbatim(tokens);
            }
            Type::FnProof(proof_fn) => {
                let tokens = self.proof_fn_type(proof_fn);
                *ty = Type::Verbatim(tokens);
            }
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }

    /// `spec_fn(A, B) -> R` as `::verus_builtin::SpecFn<(A, B), R>`.
    fn spec_fn(&mut self, spec_fn: &mut TypeFnSpec) -> TokenStream {
        for input in &mut spec_fn.inputs {
            if let Some(attr) = input.attrs.first() {
                self.error(
                    attr.pound_token.span,
                    Language::Syntax,
                    "a parameter of `spec_fn` has a type and nothing else",
                );
            }
            self.visit_type_mut(&mut input.ty);
        }
        if let ReturnType::Type(_, tracked, name, _) = &spec_fn.output {
            let tracked = tracked.as_ref().map(|tracked| tracked.span);
            if let Some(span) = tracked.or(name.as_ref().map(|name| name.0.span.open())) {
                self.error(span, Language::Syntax, "the result of `spec_fn` has a type and nothing else");
            }
        }
        let keyword = match (&spec_fn.fn_spec_token, &spec_fn.spec_fn_token) {
            (Some(t), _) => t.span,
            (None, Some(t)) => t.span,
            (None, None) => spec_fn.paren_token.span.open(),
        };
        let (result, last) = match &mut spec_fn.output {
            ReturnType::Type(_, _, _, ty) => {
                self.visit_type_mut(ty);
                let tokens = ty.to_token_stream();
                let last = spans::last_of(&tokens);
                (tokens, last)
            }
            ReturnType::Default => {
                let close = spec_fn.paren_token.span.close();
                (quote_spanned!(close=> ()), close)
            }
        };
        let inputs = spec_fn.inputs.iter().map(|i| i.ty.to_token_stream()).collect();
        let site = Site::from_to(keyword, last);
        let mut tokens = site.path(Known::SpecFn);
        let (open, close) = (spec_fn.paren_token.span.open(), spec_fn.paren_token.span.close());
        tokens.extend([punct('<', keyword)]);
        tokens.extend([crate::emit::group(Delimiter::Parenthesis, open, close, list(inputs, true, close))]);
        tokens.extend([punct(',', close)]);
        tokens.extend(result);
        tokens.extend([punct('>', last)]);
        tokens
    }
}

impl Rewriter {
    /// The lifetimes of a proxy must be those of its type, in the same order. The check is here, because later stages
    /// do not know lifetimes.
    pub(crate) fn proxy_lifetimes(&mut self, item: &ItemStruct) {
        let Some(Type::Path(path)) = item.fields.iter().next().map(|field| &field.ty) else { return };
        let Some(PathArguments::AngleBracketed(args)) = path.path.segments.last().map(|s| &s.arguments) else { return };
        let given: Vec<&Lifetime> = args.args.iter().filter_map(lifetime).collect();
        let own: Vec<&Lifetime> = item.generics.lifetimes().map(|l| &l.lifetime).collect();
        if !given.is_empty() && given != own {
            let message = "expected generics to match: those of the proxy are those of the type, in the same order";
            self.error(item.ident.span(), Language::ExternalSpec, message);
        }
    }
}

/// The lifetime that a generic argument is, if it is one.
fn lifetime(arg: &GenericArgument) -> Option<&Lifetime> {
    match arg {
        GenericArgument::Lifetime(lifetime) => Some(lifetime),
        _ => None,
    }
}
