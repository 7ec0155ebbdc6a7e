//! `for` loops.
//!
//! ```text
//! 'l: for p in y: e invariant i(p) { s }
//!     ->  #[verus::internal(loop_isolation_boundary)] {
//!             match W::new(IntoIterator::into_iter(e)) { mut y => {
//!                 let ghost first = y.snapshot;
//!                 'l: loop
//!                     invariant y.snapshot == first, W::wf(y), { let p = W::current(y); i(p) }
//!                     ensures W::exhausted(y)             (where no `break` leaves the loop)
//!                     decreases W::measure(y)             (where none is written)
//!                 { let ghost before = y; match W::next(&mut y) { Some(p) => { let ghost y = before; s }, None => break } }
//!             } }
//!         }
//! ```
//!
//! `W` is the library's `VerusForLoopWrapper`: the iterator with what was known of it at the beginning. What creating the
//! iterator promises stays known in the loop. In the clauses the pattern stands for the item that comes next; in the body
//! the iterator is as it was before the item was taken.

pub(crate) mod foreign;

use std::collections::BTreeSet;

use crate::emit::group;
use crate::spans;
use crate::wants::Variables;
use certus_visit::visit::{self, Visit};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::{Attribute, Expr, ExprBreak, ExprClosure, ExprForLoop, ExprLoop, ExprWhile, Lifetime, Pat};

/// The loop without `for`, to be rewritten like a loop of the user. `Err` if the generated text does not parse.
pub(crate) fn desugar(e: ExprForLoop, attrs: &[Attribute]) -> verus_syn::Result<Expr> {
    let span = e.for_token.span;
    let name = e.expr_name.as_ref().map_or_else(|| Ident::new("certus_iterator", span), |named| named.0.clone());
    let names = bound(&e.pat);
    // A method of a trait of the program could come before one of the wrapper.
    let wrapper = wrapper(span);
    let (pat, body, iterable, label) = (&e.pat, &e.body, &e.expr, &e.label);
    let next = quote_spanned!(span=> #wrapper::current(#name));
    let clause = |expr: &Expr| about(expr, pat, &next, &names);
    let list = |exprs: Vec<TokenStream>| quote_spanned!(span=> #(#exprs),*);
    let invariants: Vec<_> = e.invariant.iter().flat_map(|c| &c.exprs.exprs).map(clause).collect();
    let invariants = list(invariants);
    let except_break = e.invariant_except_break.iter().flat_map(|c| &c.exprs.exprs).map(clause);
    let except_break = list(except_break.collect());
    let except_break = (!except_break.is_empty()).then(|| quote_spanned!(span=> invariant_except_break #except_break,));
    let mut ensures: Vec<TokenStream> =
        e.ensures.iter().flat_map(|c| &c.exprs.exprs).map(ToTokens::to_token_stream).collect();
    if !leaves(e.label.as_ref().map(|l| &l.name), &e.body) {
        ensures.push(quote_spanned!(span=> #wrapper::exhausted(#name)));
    }
    let ensures = (!ensures.is_empty()).then(|| quote_spanned!(span=> ensures #(#ensures),*,));
    let measure: Vec<_> = e.decreases.iter().flat_map(|c| &c.exprs.exprs).map(clause).collect();
    let measure = if measure.is_empty() { vec![quote_spanned!(span=> #wrapper::measure(#name))] } else { measure };
    let tokens = quote_spanned! {span=>
        #[verus::internal(loop_isolation_boundary)]
        {
            match #wrapper::new(::core::iter::IntoIterator::into_iter(#iterable)) {
                mut #name => {
                    let ghost certus_first = #name.snapshot;
                    #(#attrs)*
                    #[verus::internal(for_loop)]
                    #label loop
                        #except_break
                        invariant
                            #name.snapshot == certus_first,
                            #wrapper::wf(#name),
                            #invariants
                        #ensures
                        decreases #(#measure),*
                    {
                        let ghost certus_before = #name;
                        match #wrapper::next(&mut #name) {
                            ::core::option::Option::Some(#pat) => {
                                let ghost #name = certus_before;
                                #body
                            }
                            ::core::option::Option::None => break,
                        }
                    }
                }
            }
        }
    };
    verus_syn::parse2(tokens)
}

/// A clause with the pattern bound to the next item, where it mentions a variable of the pattern.
fn about(expr: &Expr, pat: &Pat, next: &TokenStream, names: &BTreeSet<String>) -> TokenStream {
    let tokens = expr.to_token_stream();
    if !mentions(tokens.clone(), names) {
        return tokens;
    }
    let (first, last) = (spans::first(expr), spans::last(expr));
    let next = respanned(next.clone(), first);
    let inner = quote_spanned!(first=> let #pat = #next; #tokens);
    // A block that begins a clause would be taken for the body of the loop.
    let block = TokenStream::from(group(Delimiter::Brace, first, last, inner));
    group(Delimiter::Parenthesis, first, last, block).into()
}

/// The tokens, all at this place.
fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|token| match token {
        TokenTree::Group(inner) => group(inner.delimiter(), span, span, respanned(inner.stream(), span)),
        mut token => {
            token.set_span(span);
            token
        }
    });
    moved.collect()
}

/// The path of the wrapper type in the library.
fn wrapper(span: Span) -> TokenStream {
    quote_spanned!(span=> ::vstd::std_specs::iter::VerusForLoopWrapper)
}

/// Whether tokens contain one of these names.
fn mentions(tokens: TokenStream, names: &BTreeSet<String>) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&ident.to_string()),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

/// The variables of a pattern.
fn bound(pat: &Pat) -> BTreeSet<String> {
    let mut names = Variables::default();
    names.visit_pat(pat);
    names.0
}

/// Whether a `break` in the body leaves the loop.
fn leaves(label: Option<&Lifetime>, body: &verus_syn::Block) -> bool {
    /// Looks for a `break` out of the loop.
    struct Breaks<'l> {
        /// The label of the loop.
        label: Option<&'l Lifetime>,
        /// The number of inner loops around the current place.
        inside: u32,
        /// Whether there is a `break` of the loop.
        found: bool,
    }
    impl<'ast> Visit<'ast> for Breaks<'_> {
        /// Records a `break` of the loop.
        fn visit_expr_break(&mut self, e: &'ast ExprBreak) {
            self.found |= match &e.label {
                None => self.inside == 0,
                Some(label) => self.label == Some(label),
            };
            visit::visit_expr_break(self, e);
        }
        /// A `break` without a label inside of an inner loop leaves that loop.
        fn visit_expr_loop(&mut self, e: &'ast ExprLoop) {
            self.inside += 1;
            visit::visit_expr_loop(self, e);
            self.inside -= 1;
        }
        /// The same for `while`.
        fn visit_expr_while(&mut self, e: &'ast ExprWhile) {
            self.inside += 1;
            visit::visit_expr_while(self, e);
            self.inside -= 1;
        }
        /// The same for `for`.
        fn visit_expr_for_loop(&mut self, e: &'ast ExprForLoop) {
            self.inside += 1;
            visit::visit_expr_for_loop(self, e);
            self.inside -= 1;
        }
        /// A `break` cannot leave a closure.
        fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
        /// Looks for `break` in the tokens of a macro.
        fn visit_macro(&mut self, mac: &'ast verus_syn::Macro) {
            self.found |= mentions(mac.tokens.clone(), &BTreeSet::from(["break".to_string()]));
        }
    }
    let mut breaks = Breaks { label, inside: 0, found: false };
    breaks.visit_block(body);
    breaks.found
}
