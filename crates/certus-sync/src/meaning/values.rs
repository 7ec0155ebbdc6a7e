//! The values of fields after acts.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use super::acts::{Act, Deed, set_by};
use super::relation::{branch, found};
use super::{Meaning, Now, tuple};

impl Meaning<'_> {
    /// The values of all fields after the acts of an operation that is possible.
    pub(crate) fn all_values(&self, acts: &[Act]) -> TokenStream {
        let all: Vec<usize> = (0..self.machine.fields.len()).collect();
        self.binding(acts, &Now::start(self.machine), &all, self.span)
    }

    /// The values of these fields after acts, as a tuple. Where a pattern does not match, which is not possible then, they
    /// are what they are at that point.
    pub(super) fn values(&self, acts: &[Act], now: &Now, fields: &[usize]) -> TokenStream {
        let Some((act, rest)) = acts.split_first() else { return self.current(now, fields) };
        let span = act.span;
        let then = |now: &Now| self.values(rest, now, fields);
        match &act.deed {
            Deed::Let { pat, ty, value } => {
                let ty = ty.as_ref().map(|ty| quote_spanned!(span=> : #ty));
                let rest = then(now);
                quote_spanned!(span=> { let #pat #ty = #value; #rest })
            }
            Deed::Set { field, value } => {
                let setting = self.setting(*field, value, span);
                let rest = then(&now.with(&[*field], span));
                quote_spanned!(span=> { #setting #rest })
            }
            Deed::Demand { .. } => then(now),
            Deed::Find { pat, value, .. } => found(value, pat, &then(now), &self.current(now, fields), span),
            Deed::Branch { head, arms } if rest.is_empty() => {
                let inside = arms.iter().map(|(_, arm)| Some(self.values(arm, now, fields)));
                let current = self.current(now, fields);
                branch(head, arms, inside.collect(), &current, span).unwrap_or(current)
            }
            Deed::Branch { .. } => {
                let one = std::slice::from_ref(act);
                let set = set_by(one);
                let rest = then(&now.with(&set, span));
                if set.is_empty() {
                    return rest;
                }
                let binding = self.binding(one, now, &set, span);
                quote_spanned!(span=> { #binding #rest })
            }
        }
    }

    /// The values of these fields now.
    fn current(&self, now: &Now, fields: &[usize]) -> TokenStream {
        let values: Vec<TokenStream> = fields.iter().map(|field| self.value(now, *field)).collect();
        tuple(&values, self.span)
    }
}
