//! The counterparts of expressions.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::parse::{ParseStream, Parser};
use verus_syn::punctuated::Punctuated;
use verus_syn::spanned::Spanned;
use verus_syn::{Expr, ExprCall, ExprMacro, ExprStruct, Lit, Member, Token, UnOp};

use crate::functions::Scope;
use crate::kinds::Form;
use crate::methods::element;
use crate::paths::Named;
use crate::{Block, Made, refused};

/// What borrows an owned value.
pub(crate) fn borrowed(owned: TokenStream, span: Span) -> TokenStream {
    quote_spanned!(span=> ::vstd::contrib::exec_spec::ToRef::get_ref(&#owned))
}

/// What copies a borrowed value.
pub(crate) fn copied(borrowed: TokenStream, span: Span) -> TokenStream {
    quote_spanned!(span=> ::vstd::contrib::exec_spec::ToOwned::get_owned(#borrowed))
}

/// An owned value in a form.
pub(crate) fn with_form(owned: TokenStream, form: Form, span: Span) -> TokenStream {
    match form {
        Form::Owned => owned,
        Form::Borrowed => borrowed(owned, span),
    }
}

impl Block {
    /// The counterpart of an expression: of its owned or its borrowed type. It stands in parentheses.
    pub(crate) fn expr(&self, scope: &Scope, expr: &Expr, form: Form) -> Made {
        let made = self.bare(scope, expr, form)?;
        let span = expr.span();
        Ok(quote_spanned!(span=> (#made)))
    }

    /// The same without parentheses. Each kind of expression says here whether it makes an owned value (`valued` borrows it where
    /// that is asked for) or a plain one, which is the same in both forms: numbers, `bool` and `char`.
    ///
    /// Errs with `unsupported/exec-spec` for expressions that no code computes, such as `choose` and `=~=`.
    fn bare(&self, scope: &Scope, expr: &Expr, form: Form) -> Made {
        let span = expr.span();
        let valued = |owned: Made| Ok(with_form(owned?, form, span));
        match expr {
            Expr::Lit(literal) => match (&literal.lit, form) {
                (Lit::Str(text), Form::Borrowed) => Ok(text.to_token_stream()),
                (Lit::Str(text), Form::Owned) => Ok(copied(text.to_token_stream(), span)),
                _ => self.expr_literal(expr),
            },
            Expr::Paren(inner) => self.bare(scope, &inner.expr, form),
            Expr::Group(inner) => self.bare(scope, &inner.expr, form),
            Expr::Block(block) if block.label.is_none() => valued(self.block(scope, &block.block)),
            Expr::If(expr) => valued(self.condition(scope, expr)),
            Expr::Match(expr) => valued(self.matching(scope, expr)),
            Expr::Matches(expr) => self.matches(scope, expr),
            Expr::Is(expr) => self.variant(scope, &expr.base, &expr.variant_ident),
            Expr::IsNot(expr) => {
                let is = self.variant(scope, &expr.base, &expr.variant_ident)?;
                Ok(quote_spanned!(span=> !#is))
            }
            Expr::Path(path) if path.qself.is_none() => Ok(match self.named_by(scope, path)? {
                Named::Variable(name, has) if has == form => match has {
                    Form::Borrowed => name,
                    Form::Owned => copied(borrowed(name, span), span),
                },
                Named::Variable(name, Form::Owned) => borrowed(name, span),
                Named::Variable(name, Form::Borrowed) => copied(name, span),
                Named::Constant(name) => name,
                Named::Constructor(name) => with_form(name, form, span),
                Named::Function(_) | Named::OfCollection(_) => {
                    return Err(refused(span, "a function can be called in this macro, but it is no value"));
                }
            }),
            Expr::Field(field) => {
                let (base, member) = (self.expr(scope, &field.base, Form::Borrowed)?, &field.member);
                let part = borrowed(quote_spanned!(span=> #base.#member), span);
                Ok(if form == Form::Borrowed { part } else { copied(part, span) })
            }
            Expr::Index(expr) => {
                let base = self.expr(scope, &expr.expr, Form::Borrowed)?;
                let index = self.expr(scope, &expr.index, Form::Borrowed)?;
                Ok(element(base, index, form, span))
            }
            Expr::Binary(expr) => self.binary(scope, expr),
            Expr::BigAnd(all) => {
                self.joined(scope, all.exprs.iter().map(|part| &*part.expr), quote_spanned!(span=> &&))
            }
            Expr::BigOr(any) => self.joined(scope, any.exprs.iter().map(|part| &*part.expr), quote_spanned!(span=> ||)),
            Expr::Cast(cast) => self.cast(scope, cast),
            Expr::Unary(unary) => match &unary.op {
                op @ (UnOp::Neg(_) | UnOp::Not(_)) => self.unary(scope, op, &unary.expr),
                // What is borrowed is read through already.
                UnOp::Deref(_) => self.bare(scope, &unary.expr, form),
                UnOp::Forall(_) | UnOp::Exists(_) => self.quantifier(scope, unary),
                op => Err(refused(op.span(), "this operator is not supported in this macro")),
            },
            Expr::View(view) => match (&*view.expr, self.is_trusted()) {
                (Expr::Lit(_), _) | (_, false) => self.bare(scope, &view.expr, form),
                _ => Err(refused(span, "`@` is supported in this macro on literals only")),
            },
            Expr::Call(call) => self.call(scope, call, form),
            Expr::MethodCall(call) => self.method_call(scope, call, form),
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.expr(scope, part, Form::Owned));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                valued(Ok(quote_spanned!(span=> (#(#parts,)*))))
            }
            Expr::Struct(of) => valued(self.literal(scope, of)),
            Expr::Macro(of) => valued(self.sequence(scope, of)),
            _ => Err(refused(span, "this expression is not supported in this macro")),
        }
    }

    /// The chains `&&& a &&& b` and `||| a ||| b`, as `a && b` and `a || b`.
    fn joined<'e>(&self, scope: &Scope, parts: impl Iterator<Item = &'e Expr>, op: TokenStream) -> Made {
        let parts = parts.map(|part| self.expr(scope, part, Form::Borrowed)).collect::<Result<Vec<_>, _>>()?;
        Ok(parts.into_iter().reduce(|all, part| quote_spanned!(op.span()=> #all #op #part)).unwrap_or_default())
    }

    /// `e is V`.
    fn variant(&self, scope: &Scope, base: &Expr, variant: &Ident) -> Made {
        let (base, span) = (self.expr(scope, base, Form::Borrowed)?, variant.span());
        Ok(match variant.to_string().as_str() {
            "None" => quote_spanned!(span=> (match #base { #variant => true, _ => false })),
            "Some" | "Ok" | "Err" => quote_spanned!(span=> (match #base { #variant(_) => true, _ => false })),
            name => {
                let test = Ident::new(&format!("exec_is_{name}"), span);
                quote_spanned!(span=> #base.#test())
            }
        })
    }

    /// A call by name. A constructor takes owned values, a function of a specification borrows its arguments.
    ///
    /// ```text
    /// Some(p)          ->  Some(p.get_owned())
    /// on_axis(p)       ->  exec_on_axis(p)
    /// ```
    ///
    /// Errs with `unsupported/exec-spec` where what is called is not a name.
    fn call(&self, scope: &Scope, call: &ExprCall, form: Form) -> Made {
        let span = call.span();
        let Expr::Path(path) = &*call.func else {
            return Err(refused(call.func.span(), "this macro needs the name of a function here"));
        };
        let (called, takes) = match self.named_by(scope, path)? {
            Named::Constructor(called) | Named::OfCollection(called) => (called, Form::Owned),
            Named::Function(called) => (called, Form::Borrowed),
            Named::Variable(..) | Named::Constant(_) => {
                return Err(refused(path.span(), "this macro needs the name of a function here"));
            }
        };
        let args = call.args.iter().map(|arg| self.expr(scope, arg, takes)).collect::<Result<Vec<_>, _>>()?;
        Ok(with_form(quote_spanned!(span=> #called(#(#args),*)), form, span))
    }

    /// A struct literal.
    fn literal(&self, scope: &Scope, of: &ExprStruct) -> Made {
        if let Some(rest) = &of.rest {
            return Err(refused(rest.span(), "`..` in a literal is not supported in this macro"));
        }
        let (constructor, span) = (self.constructor(&of.path)?, of.span());
        let mut fields = Vec::new();
        for field in &of.fields {
            let Member::Named(name) = &field.member else {
                return Err(refused(field.span(), "a field in a literal of this macro has a name"));
            };
            let value = self.expr(scope, &field.expr, Form::Owned)?;
            fields.push(quote_spanned!(name.span()=> #name: #value));
        }
        Ok(quote_spanned!(span=> #constructor { #(#fields,)* }))
    }

    /// `seq![..]`.
    fn sequence(&self, scope: &Scope, of: &ExprMacro) -> Made {
        let (span, tokens) = (of.span(), &of.mac.tokens);
        if !of.mac.path.is_ident("seq") {
            return Err(refused(of.mac.path.span(), "of all macros, `seq!` alone is supported in this one"));
        }
        let parser = |input: ParseStream| Punctuated::<Expr, Token![,]>::parse_terminated(input);
        let elements = parser.parse2(tokens.clone()).map_err(|error| refused(error.span(), error.to_string()))?;
        let made = elements.iter().map(|element| self.expr(scope, element, Form::Owned));
        let made = made.collect::<Result<Vec<_>, _>>()?;
        let spec = scope.described(quote_spanned!(span=> ::vstd::prelude::seq![#tokens]), span);
        let told = (!self.is_trusted())
            .then(|| quote_spanned!(span=> assert(::verus_builtin::ext_equal(::vstd::view::DeepView::deep_view(&__certus_elements), #spec));));
        Ok(quote_spanned! {span=>
            { let __certus_elements = ::std::vec![#(#made),*]; #told __certus_elements }
        })
    }
}
