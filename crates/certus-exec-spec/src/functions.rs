//! The counterparts of spec functions: their signatures and contracts.

use certus_visit::visit_mut::VisitMut;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{
    Attribute, Expr, FnArgKind, FnMode, ImplItemFn, ItemFn, Pat, PatIdent, PatType, Receiver, ReturnType, Signature,
    Type, Visibility,
};

use crate::errors::ExecSpecError;
use crate::items::conditions;
use crate::kinds::Form;
use crate::{Block, Made, exec_fn, refused};

/// The name of the description of `self`, which no `let` can shadow.
const SELF: &str = "__certus_self";

/// The variables that are in scope, with their forms, each after those that it shadows.
#[derive(Clone)]
pub(crate) struct Scope {
    variables: Vec<(Ident, Form)>,
    /// The type of the impl.
    pub(crate) of: Option<Ident>,
}

impl Scope {
    /// Brings a variable into scope. One of the same name is shadowed from here on.
    pub(crate) fn add(&mut self, name: Ident, form: Form) {
        self.variables.retain(|(known, _)| *known != name);
        self.variables.push((name, form));
    }

    /// The form of a variable, and `None` for a name that is no variable.
    pub(crate) fn form(&self, name: &Ident) -> Option<Form> {
        self.variables.iter().rev().find(|(known, _)| known == name).map(|(_, form)| *form)
    }

    /// A specification, as ghost code of the counterpart says it: of the descriptions of the variables.
    pub(crate) fn described(&self, spec: TokenStream, span: Span) -> TokenStream {
        let views = self.variables.iter().map(|(name, _)| match *name == "self" {
            true => {
                let description = Ident::new(SELF, span);
                quote_spanned!(span=> let #description = ::vstd::view::DeepView::deep_view(&self);)
            }
            false => quote_spanned!(span=> let #name = ::vstd::view::DeepView::deep_view(&#name);),
        });
        let spec = self.without_self(spec);
        quote_spanned!(span=> ({ #(#views)* #spec }))
    }

    /// The tokens with a name in place of `self`, and the type of the impl in place of `Self`.
    fn without_self(&self, tokens: TokenStream) -> TokenStream {
        let replace = |tree: TokenTree| match tree {
            TokenTree::Ident(name) if name == "self" => Ident::new(SELF, name.span()).into(),
            TokenTree::Ident(name) if name == "Self" => match &self.of {
                Some(of) => Ident::new(&of.to_string(), name.span()).into(),
                None => name.into(),
            },
            TokenTree::Group(group) => {
                let mut made = Group::new(group.delimiter(), self.without_self(group.stream()));
                made.set_span(group.span());
                made.into()
            }
            tree => tree,
        };
        tokens.into_iter().map(replace).collect()
    }
}

/// Puts a type in place of `Self`.
struct NoSelf<'t>(&'t Ident);

impl VisitMut for NoSelf<'_> {
    /// The type of the impl has no parameters, so that its name alone says the same as `Self`.
    fn visit_ident_mut(&mut self, name: &mut Ident) {
        if *name == "Self" {
            *name = Ident::new(&self.0.to_string(), name.span());
        }
    }
}

/// The name that a parameter or a `let` binds. `Err` if its pattern is not a name.
pub(crate) fn variable(pat: &Pat) -> Result<&Ident, ExecSpecError> {
    match pat {
        Pat::Ident(PatIdent { by_ref: None, subpat: None, ident, .. }) => Ok(ident),
        _ => Err(refused(pat.span(), "this macro needs a name here, not a pattern")),
    }
}

impl Block {
    /// A spec function with its counterpart.
    pub(crate) fn function(&self, item: &ItemFn) -> Made {
        if item.semi_token.is_some() {
            return Err(refused(item.sig.ident.span(), "a function without a body has no counterpart"));
        }
        let made = self.made(None, &item.attrs, &item.vis, &item.sig, &item.block)?;
        let span = item.sig.ident.span();
        Ok(quote_spanned!(span=> #item #made))
    }

    /// The counterpart of a method.
    pub(crate) fn method(&self, of: &Ident, item: &ImplItemFn) -> Made {
        if item.semi_token.is_some() {
            return Err(refused(item.sig.ident.span(), "a function without a body has no counterpart"));
        }
        let mut sig = item.sig.clone();
        NoSelf(of).visit_return_type_mut(&mut sig.output);
        for input in &mut sig.inputs {
            if let FnArgKind::Typed(PatType { ty, .. }) = &mut input.kind {
                NoSelf(of).visit_type_mut(ty);
            }
        }
        self.made(Some(of), &item.attrs, &item.vis, &sig, &item.block)
    }

    /// The counterpart of a function or, with the type of its impl, of a method.
    ///
    /// ```text
    /// spec fn on_axis(p: Point) -> bool recommends p.x < 9 { p.x == 0 }
    ///     ->  fn exec_on_axis(p: &ExecPoint) -> (res: bool)
    ///             requires ({ let p = p.deep_view(); p.x < 9 })
    ///             ensures res.deep_view() =~~= on_axis(p.deep_view())
    ///         { .. }
    /// ```
    ///
    /// What is recommended of the function is required of its counterpart. Errs with `unsupported/exec-spec` for functions of other
    /// modes, and for type parameters: which counterpart a parameter has is not known here.
    fn made(
        &self,
        of: Option<&Ident>,
        attrs: &[Attribute],
        vis: &Visibility,
        sig: &Signature,
        block: &verus_syn::Block,
    ) -> Made {
        let span = sig.ident.span();
        if !matches!(sig.mode, FnMode::Spec(_) | FnMode::SpecChecked(_)) {
            return Err(refused(span, format!("`{}` makes code of spec functions only", self.name())));
        }
        if !sig.generics.params.is_empty() {
            return Err(refused(sig.generics.span(), "type parameters are not supported in this macro"));
        }
        let mut scope = Scope { variables: Vec::new(), of: of.cloned() };
        let (params, arguments) = self.parameters(&mut scope, sig)?;
        let result = match &sig.output {
            ReturnType::Default => quote_spanned!(span=> ()),
            ReturnType::Type(_, _, None, ty) => self.kind(ty, Form::Owned)?,
            ReturnType::Type(_, _, Some(name), _) => {
                return Err(refused(name.1.span(), "the result of a spec function has no name"));
            }
        };
        let body = self.block(&scope, block)?;
        let (name, (requires, measure)) = (exec_fn(&sig.ident), self.clauses(&scope, sig)?);
        let spec = &sig.ident;
        let call = match of {
            _ if sig.receiver().is_some() => quote_spanned!(span=> ::vstd::view::DeepView::deep_view(self).#spec),
            Some(of) => quote_spanned!(span=> #of::#spec),
            None => spec.to_token_stream(),
        };
        let attrs = conditions(attrs);
        let trusted = self.is_trusted().then(|| quote_spanned!(span=> #[verifier::external_body]));
        Ok(quote_spanned! {span=>
            #(#attrs)*
            #trusted
            #[allow(unused_parens, unused_braces, unused_variables, non_shorthand_field_patterns)]
            #[verifier::loop_isolation(false)]
            #vis fn #name(#(#params,)*) -> (__certus_result: #result)
                #requires
                ensures ::verus_builtin::ext_equal_deep(
                    ::vstd::view::DeepView::deep_view(&__certus_result),
                    #call(#(#arguments),*),
                ),
                #measure
            #body
        })
    }

    /// The parameters of the counterpart, and their descriptions.
    fn parameters(
        &self,
        scope: &mut Scope,
        sig: &Signature,
    ) -> Result<(Vec<TokenStream>, Vec<TokenStream>), ExecSpecError> {
        let (mut params, mut arguments) = (Vec::new(), Vec::new());
        for input in &sig.inputs {
            match &input.kind {
                FnArgKind::Receiver(receiver) => params.push(self.receiver(scope, receiver)?),
                FnArgKind::Typed(PatType { pat, ty, .. }) => {
                    let name = variable(pat)?;
                    let (kind, span) = (self.kind(ty, Form::Borrowed)?, name.span());
                    params.push(quote_spanned!(span=> #name: #kind));
                    arguments.push(quote_spanned!(span=> ::vstd::view::DeepView::deep_view(&#name)));
                    scope.add(name.clone(), Form::Borrowed);
                }
            }
        }
        Ok((params, arguments))
    }

    /// The receiver of a method: `&self`, which the counterpart borrows too.
    fn receiver(&self, scope: &mut Scope, receiver: &Receiver) -> Made {
        let span = receiver.self_token.span;
        if receiver.reference.is_none() || receiver.mutability.is_some() || receiver.colon_token.is_some() {
            return Err(refused(receiver.span(), "a method in this macro takes `&self`"));
        }
        scope.add(Ident::new("self", span), Form::Borrowed);
        Ok(quote_spanned!(span=> &self))
    }

    /// The preconditions, and the measure.
    fn clauses(
        &self,
        scope: &Scope,
        sig: &Signature,
    ) -> Result<(Option<TokenStream>, Option<TokenStream>), ExecSpecError> {
        let span = sig.ident.span();
        let described = |expr: &Expr| scope.described(expr.to_token_stream(), expr.span());
        let mut requires: Vec<TokenStream> = Vec::new();
        if let Some(recommends) = &sig.spec.recommends {
            if let Some((_, via)) = &recommends.via {
                return Err(refused(via.span(), "`recommends .. via` is not supported in this macro"));
            }
            requires.extend(recommends.exprs.exprs.iter().map(described));
        }
        let mut measure = None;
        if let Some(decreases) = &sig.spec.decreases {
            if let Some((_, via)) = &decreases.via {
                return Err(refused(via.span(), "`decreases .. via` is not supported in this macro"));
            }
            requires.extend(decreases.when.iter().map(|(_, when)| described(when)));
            let parts = decreases.decreases.exprs.exprs.iter().map(described);
            measure = Some(quote_spanned!(span=> decreases #(#parts,)*));
        }
        let requires = (!requires.is_empty()).then(|| quote_spanned!(span=> requires #(#requires,)*));
        Ok((requires, measure))
    }
}

/// The type of a variable of a quantifier or a `let`.
pub(crate) fn typed(pat: &Pat) -> Result<(&Ident, Option<&Type>), ExecSpecError> {
    match pat {
        Pat::Type(PatType { pat, ty, .. }) => Ok((variable(pat)?, Some(ty))),
        pat => Ok((variable(pat)?, None)),
    }
}
