//! The value that a field has after the steps.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use super::Exchange;
use super::steps::exchanged;
use crate::ast::{Body, Kind, Step, What};
use crate::spans;

impl Exchange<'_> {
    /// The value that `init` or `update` gives to a field; nothing if there is no such step.
    pub(super) fn value_after(&self, number: usize) -> Option<TokenStream> {
        self.in_body(&self.operation.body, number)
    }

    /// Each path has one such step at most, so the steps around it are those before it that bind names.
    fn in_body(&self, body: &Body, number: usize) -> Option<TokenStream> {
        let mut after: Option<TokenStream> = None;
        for step in exchanged(self.machine, body).into_iter().rev() {
            let span = step.span;
            after = match &step.what {
                What::Init { field, value } | What::Update { field, value, .. }
                    if self.machine.field(field) == Some(number) =>
                {
                    let value = self.read(value);
                    Some(quote_spanned!(span=> (#value)))
                }
                What::Let { pat, ty, value, .. } => after.map(|after| {
                    let (ty, value) = (ty.as_ref().map(|ty| quote_spanned!(span=> : #ty)), self.read(value));
                    quote_spanned!(span=> ({ let #pat #ty = #value; #after }))
                }),
                What::Find { pat, ty, value, .. } => after.map(|after| {
                    let value = self.read(value);
                    let value = match ty {
                        Some(ty) => spans::of_type(&value, ty, span),
                        None => value,
                    };
                    self.matched(&pat.to_token_stream(), &value, &after, number, span)
                }),
                What::Change { element, .. } => match (self.found_by(step), element.pattern()) {
                    (Some(value), Some(pat)) => {
                        after.map(|after| self.matched(&pat.to_token_stream(), &value, &after, number, span))
                    }
                    _ => after,
                },
                _ => self.in_branches(&step.what, number, span).or(after),
            };
        }
        after
    }

    /// `match value { pat => after, _ => the value before }`. The last arm is not taken: the pattern matches.
    fn matched(
        &self,
        pat: &TokenStream,
        value: &TokenStream,
        after: &TokenStream,
        number: usize,
        span: Span,
    ) -> TokenStream {
        let before = self.otherwise(number, span);
        quote_spanned!(span=> (match #value { #pat => { #after } _ => { #before } }))
    }

    /// The value of a field where no step gives it one.
    fn otherwise(&self, number: usize, span: Span) -> TokenStream {
        match self.operation.kind {
            Kind::Init => quote_spanned!(span=> ::vstd::pervasive::arbitrary()),
            _ => self.value_before(number, span),
        }
    }

    fn in_branches(&self, what: &What, number: usize, span: Span) -> Option<TokenStream> {
        let values: Vec<Option<TokenStream>> =
            what.bodies().into_iter().map(|body| self.in_body(body, number)).collect();
        if values.iter().all(Option::is_none) {
            return None;
        }
        let values = values.into_iter().map(|value| value.unwrap_or_else(|| self.otherwise(number, span)));
        let values: Vec<TokenStream> = values.collect();
        Some(match (what, &values[..]) {
            (What::If { condition, .. }, [then, otherwise]) => {
                let condition = self.read(condition);
                quote_spanned!(span=> (if #condition { #then } else { #otherwise }))
            }
            (What::Match { value, arms }, _) => {
                let (value, pats) = (self.read(value), arms.iter().map(|arm| self.arm(arm)));
                quote_spanned!(span=> (match #value { #(#pats => { #values })* }))
            }
            _ => quote_spanned!(span=> ({ #(#values)* })),
        })
    }

    /// The value in which a step finds names: that of the token which is its part of the exchange.
    fn found_by(&self, step: &Step) -> Option<TokenStream> {
        self.found.iter().find(|(other, _)| std::ptr::eq(*other, step)).map(|(_, value)| value.clone())
    }
}
