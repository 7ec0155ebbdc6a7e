//! `for` loops of a program with another library than ours.
//!
//! ```text
//! 'l: for p in y: e invariant i(p) { s }
//!     ->  #[verus::internal(loop_isolation_boundary)] {
//!             match IntoIterator::into_iter(e) { mut it => {
//!                 let ghost first = START(it);
//!                 let ghost mut y = first;
//!                 'l: loop
//!                     invariant KNOWN(y, it, first), { let p = NEXT(y); i(p) }
//!                     ensures END(y)                  (where no `break` leaves the loop)
//!                     decreases MEASURE(y)            (where none is written)
//!                 {
//!                     let ghost before = y;
//!                     match Iterator::next(&mut it) {
//!                         Some(item) => { proof { y = STEP(y, it, item); } let p = item; let ghost y = before; s }
//!                         None => break,
//!                     }
//!                 }
//!             } }
//!         }
//! ```
//!
//! What runs is the standard library's iterator, about which the library speaks. The ghost iterator `y` is of the library
//! too, but only helps to state the invariants: they are proved, so nothing about it is believed.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{Attribute, Expr, ExprForLoop};

use super::{about, bound, leaves};

/// In which terms a library speaks of `for` loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loops {
    /// `pervasive::ForLoopGhostIterator`, a trait of ghost iterators.
    GhostIterator,
    /// `std_specs::iter::VerusForLoopWrapper`, an iterator with what was known of it at the beginning.
    Wrapper,
    /// Not at all.
    Unknown,
}

impl Loops {
    /// In which terms a library with these files speaks of `for` loops.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Loops {
        let texts: Vec<&str> = texts.into_iter().collect();
        let has = |words: &str| texts.iter().any(|text| text.contains(words));
        // A library may keep the trait after its loops have changed.
        match (has("struct VerusForLoopWrapper<"), has("trait ForLoopGhostIterator ")) {
            (true, _) => Loops::Wrapper,
            (false, true) => Loops::GhostIterator,
            (false, false) => Loops::Unknown,
        }
    }
}

/// The names that a written-out loop uses.
struct Names {
    /// Where the loop is.
    span: Span,
    /// The iterator that runs.
    iterator: Ident,
    /// The ghost iterator at the beginning.
    first: Ident,
    /// The ghost iterator.
    ghost: Ident,
}

/// The parts of a loop that depend on the library.
struct Parts {
    /// The ghost iterator at the beginning.
    start: TokenStream,
    /// What is known at each head of the loop.
    known: TokenStream,
    /// The item that comes next.
    next: TokenStream,
    /// What is known after the last item.
    end: TokenStream,
    /// What goes down with each iteration.
    measure: TokenStream,
    /// The ghost iterator after an item, `certus_item`, was taken.
    step: TokenStream,
}

/// The loop without `for`, to be rewritten like a loop of the user. `Err` if the generated text does not parse.
pub(crate) fn desugar(e: ExprForLoop, attrs: &[Attribute], loops: Loops) -> verus_syn::Result<Expr> {
    let span = e.for_token.span;
    let named = |name: &str| Ident::new(name, span);
    let ghost = e.expr_name.as_ref().map_or_else(|| named("certus_ghost_iterator"), |name| name.0.clone());
    let names = Names { span, iterator: named("certus_iterator"), first: named("certus_first"), ghost };
    let parts = match loops {
        Loops::Wrapper => names.wrapper(),
        Loops::GhostIterator => names.ghost_iterator(),
        Loops::Unknown => {
            let text = "`for` loops need a library that speaks of them, and this `vstd` does not";
            return Err(verus_syn::Error::new(span, text));
        }
    };
    let Names { iterator, first, ghost, .. } = &names;
    let Parts { start, known, next, end, measure, step } = parts;
    let (pat, body, iterable, label) = (&e.pat, &e.body, &e.expr, &e.label);
    let variables = bound(&e.pat);
    let clause = |expr: &Expr| about(expr, pat, &next, &variables);
    let list = |exprs: Vec<TokenStream>| quote_spanned!(span=> #(#exprs),*);
    let invariants = list(e.invariant.iter().flat_map(|c| &c.exprs.exprs).map(clause).collect());
    let except_break = list(e.invariant_except_break.iter().flat_map(|c| &c.exprs.exprs).map(clause).collect());
    let except_break = (!except_break.is_empty()).then(|| quote_spanned!(span=> invariant_except_break #except_break,));
    let mut ensures: Vec<TokenStream> =
        e.ensures.iter().flat_map(|c| &c.exprs.exprs).map(ToTokens::to_token_stream).collect();
    if !leaves(e.label.as_ref().map(|l| &l.name), &e.body) {
        ensures.push(end);
    }
    let ensures = (!ensures.is_empty()).then(|| quote_spanned!(span=> ensures #(#ensures),*,));
    let written: Vec<_> = e.decreases.iter().flat_map(|c| &c.exprs.exprs).map(clause).collect();
    let measure = if written.is_empty() { measure } else { list(written) };
    let tokens = quote_spanned! {span=>
        #[verus::internal(loop_isolation_boundary)]
        {
            match ::core::iter::IntoIterator::into_iter(#iterable) {
                mut #iterator => {
                    let ghost #first = #start;
                    let ghost mut #ghost = #first;
                    #(#attrs)*
                    #[verus::internal(for_loop)]
                    #label loop
                        #except_break
                        invariant #known, #invariants
                        #ensures
                        decreases #measure
                    {
                        let ghost certus_before = #ghost;
                        match ::core::iter::Iterator::next(&mut #iterator) {
                            ::core::option::Option::Some(certus_item) => {
                                proof { #ghost = #step; }
                                let #pat = certus_item;
                                let ghost #ghost = certus_before;
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

impl Names {
    /// The content of an option, or some value.
    fn given(&self, option: TokenStream) -> TokenStream {
        quote_spanned! {self.span=>
            (match #option {
                ::core::option::Option::Some(certus_given) => certus_given,
                ::core::option::Option::None => ::vstd::pervasive::arbitrary(),
            })
        }
    }

    /// In terms of the traits of ghost iterators.
    fn ghost_iterator(&self) -> Parts {
        let Names { span, iterator, first, ghost } = self;
        let of = quote_spanned!(*span=> ::vstd::pervasive::ForLoopGhostIterator);
        Parts {
            start: quote_spanned!(*span=> ::vstd::pervasive::ForLoopGhostIteratorNew::ghost_iter(&#iterator)),
            known: quote_spanned! {*span=>
                #of::exec_invariant(&#ghost, &#iterator),
                #of::ghost_invariant(&#ghost, ::core::option::Option::Some(&#first))
            },
            next: self.given(quote_spanned!(*span=> #of::ghost_peek_next(&#ghost))),
            end: quote_spanned!(*span=> #of::ghost_ensures(&#ghost)),
            measure: self.given(quote_spanned!(*span=> #of::ghost_decrease(&#ghost))),
            step: quote_spanned!(*span=> #of::ghost_advance(&#ghost, &#iterator)),
        }
    }

    /// In terms of the wrapper. There is no `==>` and no `&&&` in tokens that Rust has read.
    fn wrapper(&self) -> Parts {
        let Names { span, iterator, first, ghost } = self;
        let wrapper = quote_spanned!(*span=> ::vstd::std_specs::iter::VerusForLoopWrapper);
        let of = quote_spanned!(*span=> ::vstd::std_specs::iter::IteratorSpec);
        let all = quote_spanned!(*span=> #of::remaining(&#first.snapshot@));
        let left = quote_spanned!(*span=> #of::remaining(&#iterator));
        let obeys = quote_spanned!(*span=> #of::obeys_prophetic_iter_laws(&#iterator));
        Parts {
            start: quote_spanned! {*span=>
                #wrapper {
                    index: Ghost(0int),
                    snapshot: Ghost(#iterator),
                    iter: #iterator,
                    history: Ghost(::vstd::seq::Seq::empty()),
                }
            },
            known: quote_spanned! {*span=>
                #ghost.snapshot == #first.snapshot,
                #ghost.iter == #iterator,
                #obeys == #of::obeys_prophetic_iter_laws(&#first.snapshot@),
                !#obeys || (
                    0 <= #ghost.index@ <= #all.len()
                    && #left.len() == #all.len() - #ghost.index@
                    && (forall|certus_i: int| !(0 <= certus_i < #left.len())
                        || #[trigger] #left[certus_i] == #all[#ghost.index@ + certus_i])
                    && #of::will_return_none(&#iterator) == #of::will_return_none(&#first.snapshot@)
                    && (#of::decrease(&#iterator) is Some) == (#of::decrease(&#first.snapshot@) is Some)
                    && #ghost.history@.len() == #ghost.index@
                    && (forall|certus_i: int| !(0 <= certus_i < #ghost.index@)
                        || #[trigger] #ghost.history@[certus_i] == #all[certus_i])
                )
            },
            next: self.given(quote_spanned!(*span=> #of::peek(&#first.snapshot@, #ghost.index@))),
            end: quote_spanned! {*span=>
                !#obeys || (#ghost.index@ == #all.len() && #of::will_return_none(&#first.snapshot@))
            },
            measure: self.given(quote_spanned!(*span=> #of::decrease(&#iterator))),
            step: quote_spanned! {*span=>
                #wrapper {
                    index: Ghost(#ghost.index@ + 1),
                    snapshot: #ghost.snapshot,
                    iter: #iterator,
                    history: Ghost(#ghost.history@.push(certus_item)),
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Loops;
    use crate::{Mode, rewrite_items};

    /// The text that a loop becomes, and the first error.
    fn written(loops: Loops) -> (String, Option<String>) {
        let source = "fn f() { for i in it: 0..n invariant i < 9, ensures n > 1, { g(i); } }";
        let tokens = source.parse().unwrap_or_default();
        let found = rewrite_items(Mode::KeepForeign(loops), tokens);
        (found.tokens.to_string(), found.errors.first().map(|error| error.message.clone()))
    }

    #[test]
    fn loops_are_written_in_the_terms_of_the_library() {
        let (text, error) = written(Loops::GhostIterator);
        assert_eq!(error, None);
        assert!(text.contains("ForLoopGhostIterator :: exec_invariant"), "{text}");
        let (text, error) = written(Loops::Wrapper);
        assert_eq!(error, None);
        assert!(text.contains("IteratorSpec :: remaining") && text.contains("Iterator :: next"), "{text}");
        assert!(written(Loops::Unknown).1.is_some_and(|error| error.contains("`for` loops")));
    }

    #[test]
    fn a_library_tells_its_terms() {
        let old = "pub trait ForLoopGhostIterator { }";
        assert_eq!(Loops::of(["", old]), Loops::GhostIterator);
        assert_eq!(Loops::of([old, "struct VerusForLoopWrapper<I> {}"]), Loops::Wrapper);
        assert_eq!(Loops::of(["pub trait Other {}"]), Loops::Unknown);
    }
}
