//! What it means that a field contains an element, has room for it, and is with or without it.
//!
//! | Form | contains `e` | has room for `e` | with `e` | without `e` |
//! |---|---|---|---|---|
//! | option | is `Some(e)` | is `None` | `Some(e)` | `None` |
//! | map | `k` has the value `v` | has no value for `k` | inserted | `k` removed |
//! | set | has it | has it not | inserted | removed |
//! | multiset | has one | always | one more | one less |
//! | count | is at least `e` | always | the sum | the difference |
//! | bool | is `true` | is `false` | `true` | `false` |
//!
//! A persistent field has room for what it has already, if it agrees with it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{Expr, Type};

use crate::element::{Binding, Element};
use crate::spans;
use crate::strategy::{Form, Hold, Strategy};

/// A field, whose value is in a variable.
pub(super) struct Algebra<'f> {
    /// Its strategy.
    pub(super) strategy: Strategy,
    /// Its type.
    pub(super) ty: &'f Type,
    /// The variable.
    pub(super) current: &'f Ident,
    /// The place of the step.
    pub(super) span: Span,
}

/// The value of a binding. One that is a pattern has none; it is replaced by what the pattern stands for before.
fn given(binding: &Binding) -> Option<&Expr> {
    binding.value()
}

impl Algebra<'_> {
    /// An element of the type of the field as a value of that type, so that literals have it.
    fn whole(&self, value: &Expr) -> TokenStream {
        spans::of_type(&value.to_token_stream(), self.ty, self.span)
    }

    /// The condition that the field contains the element.
    pub(super) fn contains(&self, element: &Element) -> TokenStream {
        let (span, now) = (self.span, self.current);
        match element {
            Element::True => quote_spanned!(span=> #now),
            Element::Some(binding) => {
                let value = given(binding);
                quote_spanned!(span=> #now == ::core::option::Option::Some(#value))
            }
            Element::Pair(key, binding) => {
                let value = given(binding);
                quote_spanned!(span=> #now.contains_pair(#key, #value))
            }
            Element::Multiset(value) => quote_spanned!(span=> #now.count(#value) >= 1),
            Element::Set(value) => quote_spanned!(span=> #now.contains(#value)),
            Element::Whole(value) => {
                let whole = self.whole(value);
                match self.strategy.form {
                    Form::Option => quote_spanned!(span=> (#whole is None || #now == #whole)),
                    Form::Map | Form::IMap => quote_spanned!(span=> #whole.submap_of(#now)),
                    Form::Count => quote_spanned!(span=> #now >= #whole),
                    Form::Bool => quote_spanned!(span=> (!#whole || #now)),
                    _ => quote_spanned!(span=> #whole.subset_of(#now)),
                }
            }
        }
    }

    /// The condition that the element can be put into the field; nothing if it always can.
    pub(super) fn has_room_for(&self, element: &Element) -> Option<TokenStream> {
        if self.strategy.is_total() {
            return None;
        }
        match self.strategy.hold {
            Hold::Persistent => self.agrees_with(element),
            Hold::Owned | Hold::Stored => self.lacks(element),
        }
    }

    /// The condition that a persistent field says nothing else.
    fn agrees_with(&self, element: &Element) -> Option<TokenStream> {
        let (span, now) = (self.span, self.current);
        Some(match element {
            Element::Some(binding) => {
                let value = given(binding);
                quote_spanned!(span=> (#now is None || #now == ::core::option::Option::Some(#value)))
            }
            Element::Pair(key, binding) => {
                let value = given(binding);
                quote_spanned!(span=> (!#now.dom().contains(#key) || #now[#key] == #value))
            }
            Element::Whole(value) => {
                let whole = self.whole(value);
                match self.strategy.form {
                    Form::Option => quote_spanned!(span=> (#now is None || #whole is None || #now == #whole)),
                    _ => quote_spanned!(span=> #now.agrees(#whole)),
                }
            }
            Element::True | Element::Multiset(_) | Element::Set(_) => return None,
        })
    }

    /// The condition that nothing of the element is in the field.
    fn lacks(&self, element: &Element) -> Option<TokenStream> {
        let (span, now) = (self.span, self.current);
        Some(match element {
            Element::True => quote_spanned!(span=> !#now),
            Element::Some(_) => quote_spanned!(span=> #now is None),
            Element::Pair(key, _) => quote_spanned!(span=> !#now.dom().contains(#key)),
            Element::Multiset(_) => return None,
            Element::Set(value) => quote_spanned!(span=> !#now.contains(#value)),
            Element::Whole(value) => {
                let whole = self.whole(value);
                match self.strategy.form {
                    Form::Option => quote_spanned!(span=> (#whole is None || #now is None)),
                    Form::Map | Form::IMap => quote_spanned!(span=> #now.dom().disjoint(#whole.dom())),
                    Form::Bool => quote_spanned!(span=> (!#now || !#whole)),
                    _ => quote_spanned!(span=> #now.disjoint(#whole)),
                }
            }
        })
    }

    /// The field with the element.
    pub(super) fn with(&self, element: &Element) -> TokenStream {
        let (span, now) = (self.span, self.current);
        match element {
            Element::True => quote_spanned!(span=> true),
            Element::Some(binding) => {
                let value = given(binding);
                quote_spanned!(span=> ::core::option::Option::Some(#value))
            }
            Element::Pair(key, binding) => {
                let value = given(binding);
                quote_spanned!(span=> #now.insert(#key, #value))
            }
            Element::Multiset(value) | Element::Set(value) => quote_spanned!(span=> #now.insert(#value)),
            Element::Whole(value) => {
                let whole = self.whole(value);
                match (self.strategy.form, self.strategy.hold) {
                    (Form::Option, _) => quote_spanned!(span=> if #whole is None { #now } else { #whole }),
                    (Form::Map | Form::IMap, _) => quote_spanned!(span=> #now.union_prefer_right(#whole)),
                    (Form::Multiset, _) => quote_spanned!(span=> #now.add(#whole)),
                    (Form::Count, Hold::Persistent) => {
                        quote_spanned!(span=> if #now >= #whole { #now } else { #whole })
                    }
                    (Form::Count, _) => quote_spanned!(span=> #now + #whole),
                    (Form::Bool, _) => quote_spanned!(span=> #now || #whole),
                    _ => quote_spanned!(span=> #now.union(#whole)),
                }
            }
        }
    }

    /// The field without the element.
    pub(super) fn without(&self, element: &Element) -> TokenStream {
        let (span, now) = (self.span, self.current);
        match element {
            Element::True => quote_spanned!(span=> false),
            Element::Some(_) => quote_spanned!(span=> ::core::option::Option::None),
            Element::Pair(key, _) => quote_spanned!(span=> #now.remove(#key)),
            Element::Multiset(value) | Element::Set(value) => quote_spanned!(span=> #now.remove(#value)),
            Element::Whole(value) => {
                let whole = self.whole(value);
                match self.strategy.form {
                    Form::Option => {
                        quote_spanned!(span=> if #whole is None { #now } else { ::core::option::Option::None })
                    }
                    Form::Map | Form::IMap => quote_spanned!(span=> #now.remove_keys(#whole.dom())),
                    Form::Multiset => quote_spanned!(span=> #now.sub(#whole)),
                    Form::Count => quote_spanned!(span=> (#now - #whole) as nat),
                    Form::Bool => quote_spanned!(span=> #now && !#whole),
                    _ => quote_spanned!(span=> #now.difference(#whole)),
                }
            }
        }
    }
}
