//! Acts as the statements of a proof that what they assert holds.
//!
//! ```text
//! require c; rest    ->  if c { rest }
//! assert c; rest     ->  assert(c); rest
//! branch; rest       ->  branch, then  if (the branch was possible) { let update_tmp_f = ..; rest }
//! ```
//!
//! Nothing is assumed: what a step requires is the condition of what comes after it.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use verus_syn::Block;

use super::acts::{Act, Deed};
use super::relation::{Asserts, End, branch};
use super::{Meaning, Now};
use crate::ast::Demand;

impl Meaning<'_> {
    /// The statements; nothing if there is nothing to prove.
    pub(crate) fn obligations(&self, acts: &[Act]) -> Option<TokenStream> {
        self.proved(acts, &Now::start(self.machine))
    }

    fn proved(&self, acts: &[Act], now: &Now) -> Option<TokenStream> {
        let (act, rest) = acts.split_first()?;
        let span = act.span;
        let then = |now: &Now| self.proved(rest, now);
        match &act.deed {
            Deed::Let { pat, ty, value } => {
                let ty = ty.as_ref().map(|ty| quote_spanned!(span=> : #ty));
                then(now).map(|rest| quote_spanned!(span=> let #pat #ty = #value; #rest))
            }
            Deed::Set { field, value } => {
                let setting = self.setting(*field, value, span);
                then(&now.with(&[*field], span)).map(|rest| quote_spanned!(span=> #setting #rest))
            }
            Deed::Demand { demand: Demand::Require, condition, .. } => {
                then(now).map(|rest| quote_spanned!(span=> if #condition { #rest }))
            }
            Deed::Demand { demand: Demand::Assert, condition, proof } => {
                let claim = asserted(condition, proof.as_ref(), span);
                let rest = then(now);
                Some(quote_spanned!(span=> #claim #rest))
            }
            Deed::Find { demand, pat, value, proof } => {
                let claim = (*demand == Demand::Assert).then(|| {
                    let condition = quote_spanned!(span=> match #value { #pat => true, _ => false });
                    asserted(&condition, proof.as_ref(), span)
                });
                let rest = then(now).map(|rest| quote_spanned!(span=> match #value { #pat => { #rest } _ => { } }));
                claim.is_some().then_some(()).or(rest.as_ref().map(|_| ()))?;
                Some(quote_spanned!(span=> #claim #rest))
            }
            Deed::Branch { head, arms } => {
                let inside = arms.iter().map(|(_, arm)| self.proved(arm, now)).collect();
                let here = branch(head, arms, inside, &TokenStream::new(), span);
                let here = here.map(|here| statement(&here));
                let one = std::slice::from_ref(act);
                let possible = self.holds(one, now, Asserts::Required, End::Nothing);
                let rest = self.after(one, now, |now| then(now)).map(|rest| match possible {
                    Some(possible) => quote_spanned!(span=> if #possible { #rest }),
                    None => rest,
                });
                match (here, rest) {
                    (None, None) => None,
                    (here, rest) => Some(quote_spanned!(span=> #here #rest)),
                }
            }
        }
    }
}

/// A branch as a statement: without the parentheses that it has as an expression.
fn statement(branch: &TokenStream) -> TokenStream {
    let mut trees = branch.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(proc_macro2::TokenTree::Group(group)), None) => group.stream(),
        _ => branch.clone(),
    }
}

/// `assert(condition) by { proof }`.
fn asserted(condition: &TokenStream, proof: Option<&Block>, span: Span) -> TokenStream {
    match proof {
        Some(proof) => quote_spanned!(span=> assert(#condition) by #proof),
        None => quote_spanned!(span=> assert(#condition);),
    }
}
