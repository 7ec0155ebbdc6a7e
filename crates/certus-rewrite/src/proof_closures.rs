//! Proof closures and their types.
//!
//! ```text
//! proof_fn<'a>[Once](tracked A, B) -> tracked C
//!     ->  ::verus_builtin::FnProof<'a, FOpts<1, (), 0, 0, 0>, (Trk, ()), Trk, (A, B), C>
//! proof_fn[Copy]|tracked a: A| -> (c: C) requires p { b }
//!     ->  ::verus_builtin::closure_to_fn_proof::<3, 4, 0, 0, (Trk,), (), (_,), C, _>(|a: A| -> C { requires([p]); b })
//! proof_fn[ReqEns<R>]|a: A| -> C { b }
//!     ->  ::vstd::function::proof_fn_as_req_ens::<R, ..>(.. the same, with the contract of `R` as clauses ..)
//! ```
//!
//! Options and modes are types, so that rustc and inference know them.

use crate::Code;
use crate::closures::prepend;
use crate::emit::{Site, group, list, punct, stmt};
use crate::literals::Bare;
use crate::spans;
use crate::visitor::Rewriter;
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::VisitMut;
use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::{
    AngleBracketedGenericArguments, ExprClosure, FnProofOptions, GenericArgument, Pat, PathArguments, PathSegment,
    ReturnType, Type, TypeFnProof,
};

/// What stands in the brackets after `proof_fn`.
struct Options {
    /// How often the closure may be called: 1, 2 or 3.
    usage: u8,
    /// The type that says the contract.
    req_ens: Option<Type>,
    /// Each 0, or the number that the options have for it.
    copy: u8,
    send: u8,
    sync: u8,
}

impl Options {
    /// Those of a closure without any.
    const NONE: Options = Options { usage: 3, req_ens: None, copy: 0, send: 0, sync: 0 };

    /// Takes one option; `None` for one that is not known or stands there twice.
    fn add(&mut self, option: &PathSegment) -> Option<()> {
        let flag = |flag: &mut u8, number: u8| {
            let is_new = *flag == 0;
            *flag = number;
            is_new.then_some(())
        };
        match (option.ident.to_string().as_str(), &option.arguments) {
            ("Once" | "Mut", PathArguments::None) if self.usage != 3 => None,
            ("Once", PathArguments::None) => {
                self.usage = 1;
                Some(())
            }
            ("Mut", PathArguments::None) => {
                self.usage = 2;
                Some(())
            }
            ("Copy", PathArguments::None) => flag(&mut self.copy, 4),
            ("Send", PathArguments::None) => flag(&mut self.send, 5),
            ("Sync", PathArguments::None) => flag(&mut self.sync, 6),
            ("ReqEns", PathArguments::AngleBracketed(args)) if self.req_ens.is_none() => {
                let mut args = args.args.iter();
                let (Some(GenericArgument::Type(ty)), None) = (args.next(), args.next()) else { return None };
                self.req_ens = Some(ty.clone());
                Some(())
            }
            _ => None,
        }
    }
}

impl Rewriter {
    /// The options of a closure or of its type.
    fn proof_options(&mut self, options: Option<&FnProofOptions>) -> Options {
        let mut found = Options::NONE;
        for option in options.into_iter().flat_map(|options| &options.options) {
            if found.add(option).is_none() {
                let text = format!(
                    "unexpected option `{}` of `proof_fn`: the options are `Once` or `Mut`, `ReqEns<R>`, `Copy`, `Send` \
                     and `Sync`, each once",
                    option.ident
                );
                self.error(option.ident.span(), Language::Syntax, text);
            }
        }
        if let Some(ty) = &mut found.req_ens {
            self.visit_type_mut(ty);
        }
        found
    }

    /// `proof_fn<'a>[..](tracked A) -> B` as a `FnProof`.
    pub(crate) fn proof_fn_type(&mut self, proof_fn: &mut TypeFnProof) -> TokenStream {
        let keyword = proof_fn.proof_fn_token.span;
        let close = proof_fn.paren_token.span.close();
        let (lifetime, given) = self.proof_fn_arguments(proof_fn.generics.as_mut(), proof_fn.options.is_some());
        let options = match given {
            Some(ty) => ty,
            None => {
                let options = self.proof_options(proof_fn.options.as_ref());
                options_type(&options, keyword)
            }
        };
        let mut tracked = Vec::new();
        let mut inputs = Vec::new();
        for input in &mut proof_fn.inputs {
            if let Some(attr) = input.arg.attrs.first() {
                let text = "a parameter of `proof_fn` has a mode and a type";
                self.error(attr.pound_token.span, Language::Syntax, text);
            }
            tracked.push(input.tracked_token.is_some());
            self.visit_type_mut(&mut input.arg.ty);
            inputs.push(input.arg.ty.to_token_stream());
        }
        let (output, is_tracked, last) = match &mut proof_fn.output {
            ReturnType::Default => (quote_spanned!(close=> ()), false, close),
            ReturnType::Type(_, tracked, named, ty) => {
                if let Some(named) = named {
                    let text = "the result of the type `proof_fn` has no name";
                    self.error(named.0.span.open(), Language::Syntax, text);
                }
                self.visit_type_mut(ty);
                let tokens = ty.to_token_stream();
                let last = spans::last_of(&tokens);
                (tokens, tracked.is_some(), last)
            }
        };
        let site = Site::from_to(keyword, last);
        let mut args: Vec<TokenStream> = lifetime.into_iter().collect();
        args.push(options);
        args.push(tuple(tracked.into_iter().map(|tracked| mode(tracked, keyword)).collect(), keyword, close));
        args.push(mode(is_tracked, keyword));
        args.push(tuple(inputs, keyword, close));
        args.push(output);
        applied(site.path(Known::FnProof), args, keyword, last)
    }

    /// What stands in `<..>` after the type `proof_fn`: a lifetime, and the type of the options where no brackets follow.
    fn proof_fn_arguments(
        &mut self,
        generics: Option<&mut AngleBracketedGenericArguments>,
        has_options: bool,
    ) -> (Option<TokenStream>, Option<TokenStream>) {
        let (mut lifetime, mut options) = (None, None);
        for arg in generics.into_iter().flat_map(|generics| &mut generics.args) {
            match arg {
                GenericArgument::Lifetime(name) if lifetime.is_none() && options.is_none() => {
                    lifetime = Some(name.to_token_stream());
                }
                GenericArgument::Type(ty) if options.is_none() && !has_options => {
                    self.visit_type_mut(ty);
                    options = Some(ty.to_token_stream());
                }
                _ => {
                    let span = spans::first_of(&arg.to_token_stream());
                    let text = "unexpected generic arguments to `proof_fn`: a lifetime, and the type of the options or \
                                options in brackets";
                    self.error(span, Language::Syntax, text);
                }
            }
        }
        (lifetime, options)
    }

    /// A proof closure.
    /// Errs with `language/mode` outside of ghost code.
    pub(crate) fn proof_closure(&mut self, closure: &mut ExprClosure, keyword: Span) -> TokenStream {
        if !self.ghost() {
            self.error(keyword, Language::Mode, "`proof_fn` closures are only allowed in proof mode");
        }
        let options = closure.options.take();
        let options = self.proof_options(options.as_ref());
        let tracked: Vec<bool> = closure.inputs.iter_mut().map(|input| input.tracked_token.take().is_some()).collect();
        closure.inputs.iter_mut().for_each(|input| self.visit_pat_mut(&mut input.pat));
        let (written, is_tracked, result) = self.proof_closure_result(&mut closure.output);
        let output = match &written {
            Some(ty) => ty.to_token_stream(),
            None => quote_spanned!(keyword=> _),
        };
        let mut headers = Vec::new();
        if let Some(contract) = &options.req_ens {
            for span in
                [closure.requires.as_ref().map(|c| c.token.span), closure.ensures.as_ref().map(|c| c.token.span)]
                    .into_iter()
                    .flatten()
            {
                let text = "`ReqEns` and `requires` or `ensures` cannot be used together";
                self.error(span, Language::ClauseOnSpecClosure, text);
            }
            headers.extend(self.contract_of(contract, closure, &output, keyword));
        }
        if let Some(requires) = &mut closure.requires {
            headers.extend(self.clause(Known::Requires, requires.token.span, &mut requires.exprs, Vec::new()));
        }
        if let Some(ensures) = &mut closure.ensures {
            headers.extend(self.inner_ensures(ensures, result));
        }
        if let Some(invariants) = &closure.invariants {
            self.unsupported(invariants.token.span, "`opens_invariants` on a `proof_fn` closure");
        }
        (closure.requires, closure.ensures, closure.invariants) = (None, None, None);
        for attr in closure.inner_attrs.drain(..).chain(closure.attrs.drain(..)) {
            self.errors_of_closure_attr(&attr);
        }
        self.within(Code::Ghost, |this| this.expr(&mut closure.body, Bare::Context));
        prepend(&mut closure.body, headers);
        let tokens = closure.to_token_stream();
        let site = Site { first: keyword, op: closure.or1_token.span, last: spans::last(&closure.body) };
        let op = site.op;
        let hole = || quote_spanned!(op=> _);
        let numbers = [options.usage, options.copy, options.send, options.sync].map(|n| number(n, op));
        let [usage, copy, send, sync] = numbers;
        let count = tracked.len();
        let modes = tuple(tracked.into_iter().map(|tracked| mode(tracked, op)).collect(), op, op);
        let args = tuple((0..count).map(|_| hole()).collect(), op, op);
        let ret = mode(is_tracked, op);
        let flags = [copy, send, sync];
        let generics: Vec<TokenStream> = [usage.clone()]
            .into_iter()
            .chain(flags.clone())
            .chain([modes, ret, args, output.clone(), hole()])
            .collect();
        let made = site.call_with(Known::ClosureToFnProof, list(generics, false, op), tokens);
        let Some(contract) = &options.req_ens else { return made };
        let generics: Vec<TokenStream> = [contract.to_token_stream(), usage, hole()]
            .into_iter()
            .chain(flags)
            .chain([hole(), hole(), hole(), output])
            .collect();
        site.call_with(Known::ProofFnAsReqEns, list(generics, false, op), made)
    }

    /// The type of the result as written, whether it is tracked, and the parameter of the `ensures` closure.
    fn proof_closure_result(&mut self, output: &mut ReturnType) -> (Option<Type>, bool, Option<TokenStream>) {
        let ReturnType::Type(_, tracked, named, ty) = output else { return (None, false, None) };
        self.visit_type_mut(ty);
        let result = named.take().map(|named| {
            let (_, pat, colon) = *named;
            let mut tokens = pat.to_token_stream();
            colon.to_tokens(&mut tokens);
            ty.to_tokens(&mut tokens);
            tokens
        });
        (Some((**ty).clone()), tracked.take().is_some(), result)
    }

    /// `requires` and `ensures` that say what `R` says, for the parameters of a closure.
    fn contract_of(
        &mut self,
        contract: &Type,
        closure: &ExprClosure,
        output: &TokenStream,
        keyword: Span,
    ) -> Vec<verus_syn::Stmt> {
        let mut names = Vec::new();
        for input in &closure.inputs {
            let pat = match &input.pat {
                Pat::Type(of) => &*of.pat,
                pat => pat,
            };
            match pat {
                Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                    names.push(ident.ident.to_token_stream());
                }
                pat => {
                    self.unsupported(spans::first_of(&pat.to_token_stream()), "a pattern of a closure with `ReqEns`")
                }
            }
        }
        let args = tuple(names, keyword, keyword);
        let of = Site::at(keyword).path(Known::ProofFnReqEnsDef);
        let said = |name: &str, args: TokenStream| {
            let name = proc_macro2::Ident::new(name, keyword);
            quote_spanned!(keyword=> [<#contract as #of<_, #output>>::#name(#args)])
        };
        let site = Site::at(keyword);
        let (may, gives) = (said("req", args.clone()), said("ens", quote_spanned!(keyword=> #args, __certus_result)));
        let gives = quote_spanned!(keyword=> |__certus_result: #output| #gives);
        [site.call(Known::Requires, may), site.call(Known::Ensures, gives)].map(|call| stmt(call, keyword)).into()
    }

    /// Reports an attribute of a proof closure.
    fn errors_of_closure_attr(&mut self, attr: &verus_syn::Attribute) {
        self.unsupported(attr.pound_token.span, "an attribute of a `proof_fn` closure");
    }
}

/// `FOpts<..>`.
fn options_type(options: &Options, span: Span) -> TokenStream {
    let req_ens = match &options.req_ens {
        Some(ty) => applied(Site::at(span).path(Known::RqEn), vec![ty.to_token_stream()], span, span),
        None => quote_spanned!(span=> ()),
    };
    let [usage, copy, send, sync] = [options.usage, options.copy, options.send, options.sync].map(|n| number(n, span));
    applied(Site::at(span).path(Known::FOpts), vec![usage, req_ens, copy, send, sync], span, span)
}

/// `Trk` or `()`.
fn mode(is_tracked: bool, span: Span) -> TokenStream {
    if is_tracked { Site::at(span).path(Known::Trk) } else { quote_spanned!(span=> ()) }
}

fn number(number: u8, span: Span) -> TokenStream {
    let mut literal = Literal::u8_unsuffixed(number);
    literal.set_span(span);
    TokenTree::from(literal).into()
}

/// `(A, B,)`.
fn tuple(items: Vec<TokenStream>, open: Span, close: Span) -> TokenStream {
    TokenStream::from(group(Delimiter::Parenthesis, open, close, list(items, true, close)))
}

/// `path<args>`.
fn applied(path: TokenStream, args: Vec<TokenStream>, span: Span, last: Span) -> TokenStream {
    let mut tokens = path;
    tokens.extend([punct('<', span)]);
    tokens.extend(list(args, false, span));
    tokens.extend([punct('>', last)]);
    tokens
}
