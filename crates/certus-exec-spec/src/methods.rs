//! The counterparts of method calls.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use verus_syn::ExprMethodCall;
use verus_syn::spanned::Spanned;

use crate::exprs::{copied, with_form};
use crate::functions::Scope;
use crate::kinds::Form::{self, Borrowed, Owned};
use crate::{Block, Made, exec_fn, refused};

/// What a counterpart gives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    /// A number or a truth value.
    Plain,
    /// A value of its own.
    Value,
    /// A part of the receiver, in its borrowed form.
    Part,
    /// A reference to an element.
    Element,
}

/// The methods of collections, with the forms of their arguments and of what they give.
const METHODS: [(&str, &[Form], Gives); 30] = [
    ("len", &[], Gives::Plain),
    ("index", &[Borrowed], Gives::Element),
    ("first", &[], Gives::Element),
    ("last", &[], Gives::Element),
    ("add", &[Borrowed], Gives::Value),
    ("push", &[Owned], Gives::Value),
    ("update", &[Borrowed, Owned], Gives::Value),
    ("subrange", &[Borrowed, Borrowed], Gives::Part),
    ("drop_first", &[], Gives::Part),
    ("drop_last", &[], Gives::Part),
    ("take", &[Borrowed], Gives::Part),
    ("skip", &[Borrowed], Gives::Part),
    ("to_multiset", &[], Gives::Value),
    ("is_prefix_of", &[Borrowed], Gives::Plain),
    ("is_suffix_of", &[Borrowed], Gives::Plain),
    ("contains", &[Owned], Gives::Plain),
    ("index_of", &[Owned], Gives::Plain),
    ("index_of_first", &[Owned], Gives::Value),
    ("index_of_last", &[Owned], Gives::Value),
    ("dom", &[], Gives::Value),
    ("insert", &[Owned], Gives::Value),
    ("insert", &[Owned, Owned], Gives::Value),
    ("remove", &[Owned], Gives::Value),
    ("get", &[Owned], Gives::Value),
    ("intersect", &[Borrowed], Gives::Value),
    ("union", &[Borrowed], Gives::Value),
    ("difference", &[Borrowed], Gives::Value),
    ("count", &[Owned], Gives::Plain),
    ("sub", &[Borrowed], Gives::Value),
    ("unwrap", &[], Gives::Value),
];

impl Block {
    /// A call of a method. The receiver is borrowed. A method of a collection takes what [`METHODS`] says; any other is taken for a
    /// method of a type of the call, and borrows its arguments.
    ///
    /// ```text
    /// s.contains(x)    ->  s.exec_contains(x.get_owned())
    /// p.norm(q)        ->  p.exec_norm(q)
    /// ```
    ///
    /// Errs with `unsupported/exec-spec` for type arguments.
    pub(crate) fn method_call(&self, scope: &Scope, expr: &ExprMethodCall, form: Form) -> Made {
        let span = expr.method.span();
        if expr.turbofish.is_some() {
            return Err(refused(span, "type arguments of methods are not supported in this macro"));
        }
        let name = expr.method.to_string();
        let known = METHODS.iter().find(|(known, forms, _)| *known == name && forms.len() == expr.args.len());
        let receiver = self.expr(scope, &expr.receiver, Borrowed)?;
        let args = expr.args.iter().enumerate().map(|(number, arg)| {
            let form = known.and_then(|(_, forms, _)| forms.get(number)).copied().unwrap_or(Borrowed);
            self.expr(scope, arg, form)
        });
        let args = args.collect::<Result<Vec<_>, _>>()?;
        let called = exec_fn(&expr.method);
        let span = expr.span();
        let call = quote_spanned!(span=> #receiver.#called(#(#args),*));
        // A method of the program gives a value, as every function that is made does.
        Ok(match known.map_or(Gives::Value, |(_, _, gives)| *gives) {
            Gives::Plain => call,
            Gives::Value => with_form(call, form, span),
            Gives::Part if form == Borrowed => call,
            Gives::Part => copied(call, span),
            Gives::Element => {
                // The method gives a reference, or the element itself if it is plain; both can be borrowed.
                let element = quote_spanned!(span=> #call.get_ref());
                if form == Borrowed { element } else { copied(element, span) }
            }
        })
    }
}

/// The element at an index.
pub(crate) fn element(base: TokenStream, index: TokenStream, form: Form, span: Span) -> TokenStream {
    let element = quote_spanned!(span=> #base.exec_index(#index).get_ref());
    match form {
        Borrowed => element,
        Owned => copied(element, span),
    }
}
