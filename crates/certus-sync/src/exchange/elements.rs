//! What it means that a token, or a collection of tokens, is an element of a field.
//!
//! | Form | token | collection |
//! |---|---|---|
//! | option | `value` | `Option` of the token |
//! | map | `key`, `value` | `MapToken`, `IMapToken` |
//! | set | `element` | `SetToken`, `ISetToken` |
//! | multiset | `element` | `MultisetToken` |
//! | count | `count` | the token |
//! | bool | | `Option` of the token |
//!
//! A collection that is given has exactly the element; one that is taken has it and may have more, which is lost.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::Exchange;
use crate::ast::Machine;
use crate::element::{Binding, Element, Verb};
use crate::params;
use crate::spans;
use crate::strategy::Form;

/// The type of the tokens of a field.
pub(super) fn token(machine: &Machine, number: usize) -> TokenStream {
    let Some(field) = machine.fields.get(number) else { return TokenStream::new() };
    params::ty(machine, &field.name.to_string(), field.name.span())
}

/// The type of collections of these tokens.
pub(crate) fn collection(machine: &Machine, number: usize) -> TokenStream {
    let Some(field) = machine.fields.get(number) else { return TokenStream::new() };
    let (span, token, arguments) = (field.name.span(), token(machine, number), &field.arguments);
    match field.strategy.form {
        Form::Option | Form::Bool => quote_spanned!(span=> ::core::option::Option<#token>),
        Form::Map => quote_spanned!(span=> ::vstd::tokens::MapToken<#(#arguments,)* #token>),
        Form::IMap => quote_spanned!(span=> ::vstd::tokens::IMapToken<#(#arguments,)* #token>),
        Form::Set => quote_spanned!(span=> ::vstd::tokens::SetToken<#(#arguments,)* #token>),
        Form::ISet => quote_spanned!(span=> ::vstd::tokens::ISetToken<#(#arguments,)* #token>),
        Form::Multiset => quote_spanned!(span=> ::vstd::tokens::MultisetToken<#(#arguments,)* #token>),
        Form::Variable | Form::Constant | Form::NotTokenized | Form::Count => token,
    }
}

/// What a collection of tokens of this form stands for.
fn content(form: Form, tokens: &TokenStream, span: Span) -> TokenStream {
    match form {
        Form::Map | Form::IMap => quote_spanned!(span=> (#tokens).map()),
        Form::Multiset => quote_spanned!(span=> (#tokens).multiset()),
        _ => quote_spanned!(span=> (#tokens).set()),
    }
}

/// The condition that a collection stands for a value of this instance. It is said of what is given: nobody gets more than
/// the machine has.
pub(super) fn equals(
    form: Form,
    value: &TokenStream,
    tokens: &TokenStream,
    instance: &TokenStream,
    span: Span,
) -> TokenStream {
    match form {
        Form::Option => {
            quote_spanned!(span=> ::vstd::tokens::option_value_eq_option_token(#value, #tokens, #instance))
        }
        Form::Bool => quote_spanned!(span=> ::vstd::tokens::bool_value_eq_option_token(#value, #tokens, #instance)),
        _ => {
            let content = content(form, tokens, span);
            quote_spanned!(span=> ((#tokens).instance_id() == #instance && #content == #value))
        }
    }
}

/// The condition that a collection stands for a value of this instance or for more. It is said of what is taken: whoever
/// gives more loses it, and the machine has what it needs.
fn contains(form: Form, value: &TokenStream, tokens: &TokenStream, instance: &TokenStream, span: Span) -> TokenStream {
    match form {
        Form::Option => {
            quote_spanned!(span=> ::vstd::tokens::option_value_le_option_token(#value, #tokens, #instance))
        }
        Form::Bool => quote_spanned!(span=> ::vstd::tokens::bool_value_le_option_token(#value, #tokens, #instance)),
        Form::Map | Form::IMap => {
            let content = content(form, tokens, span);
            quote_spanned!(span=> ((#tokens).instance_id() == #instance && #value.submap_of(#content)))
        }
        _ => {
            let content = content(form, tokens, span);
            quote_spanned!(span=> ((#tokens).instance_id() == #instance && #value.subset_of(#content)))
        }
    }
}

impl Exchange<'_> {
    /// The condition that a part is the element; nothing if a pattern says what it is.
    pub(super) fn element_is(
        &self,
        element: &Element,
        number: usize,
        verb: Verb,
        thing: &TokenStream,
        name: &Ident,
        span: Span,
    ) -> Option<TokenStream> {
        let is_stored = verb.is_about_storage();
        let value_of = |binding: &Binding| binding.value().map(|value| self.read(value));
        Some(match element {
            Element::True => return None,
            Element::Some(binding) => {
                let value = value_of(binding)?;
                match is_stored {
                    true => quote_spanned!(span=> #thing == #value),
                    false => {
                        let own = self.of_token(number, "value", name);
                        quote_spanned!(span=> #own == #value)
                    }
                }
            }
            // Where the thing is stored is the machine's affair.
            Element::Pair(_, binding) if is_stored => {
                let value = value_of(binding)?;
                quote_spanned!(span=> #thing == #value)
            }
            Element::Pair(key, binding) => {
                let key = self.read(key);
                let (own_key, own) = (self.of_token(number, "key", name), self.of_token(number, "value", name));
                match value_of(binding) {
                    Some(value) => quote_spanned!(span=> (#own_key == #key && #own == #value)),
                    None => quote_spanned!(span=> #own_key == #key),
                }
            }
            Element::Multiset(value) | Element::Set(value) => {
                let (own, value) = (self.of_token(number, "element", name), self.read(value));
                quote_spanned!(span=> #own == #value)
            }
            Element::Whole(value) => {
                let field = self.machine.fields.get(number)?;
                let (value, form) = (spans::of_type(&self.read(value), &field.ty, span), field.strategy.form);
                match (is_stored, form) {
                    (true, _) => quote_spanned!(span=> #thing == #value),
                    (false, Form::Count) => {
                        let own = self.of_token(number, "count", name);
                        quote_spanned!(span=> #own == #value)
                    }
                    (false, _) if verb.puts() => equals(form, &value, thing, &self.instance(), span),
                    (false, _) => contains(form, &value, thing, &self.instance(), span),
                }
            }
        })
    }
}
