//! Acts as a condition.
//!
//! ```text
//! require c; rest      ->  c && rest
//! assert c; rest       ->  c ==> rest (the weak relation), c && rest (the strong one)
//! let p = e; rest      ->  { let p = e; rest }
//! find p in e; rest    ->  match e { p => rest, _ => false }
//! set f to e; rest     ->  { let update_tmp_f = e; rest }
//! branch; rest         ->  branch && (what it asserts ==> { let update_tmp_f = value after the branch; rest })
//! at the end           ->  post.f == update_tmp_f && post.g == pre.g
//! ```
//!
//! A branch that comes last has the end in each of its arms, so that an equation stands beside the step that it is from.
//! The weak relation is what users of a machine have to show. By the invariant both are the same, for what is asserted is
//! proved.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::acts::{Act, Deed, Head, set_by};
use super::{Meaning, Now, asserts, both, tuple, variable};
use crate::ast::Demand;

/// What becomes of assertions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asserts {
    /// They are assumed: the weak relation.
    Assumed,
    /// They are required: the strong relation.
    Required,
}

/// What is said at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Nothing: the condition is whether the acts are possible.
    Nothing,
    /// The fields of the state after them.
    Fields,
}

impl Meaning<'_> {
    /// The condition of the acts.
    pub(crate) fn relation(&self, acts: &[Act], asserts: Asserts, end: End) -> TokenStream {
        let start = Now::start(self.machine);
        let span = self.span;
        self.holds(acts, &start, asserts, end).unwrap_or_else(|| quote_spanned!(span=> true))
    }

    /// The condition of acts from here on; nothing if it always holds.
    pub(super) fn holds(&self, acts: &[Act], now: &Now, mode: Asserts, end: End) -> Option<TokenStream> {
        let Some((act, rest)) = acts.split_first() else { return self.end(now, end) };
        let span = act.span;
        let then = |now: &Now| self.holds(rest, now, mode, end);
        match &act.deed {
            Deed::Let { .. } | Deed::Set { .. } => self.bound(act, now, then),
            Deed::Demand { demand: Demand::Assert, condition, .. } if mode == Asserts::Assumed => {
                then(now).map(|rest| implied(condition, &rest, span))
            }
            Deed::Demand { condition, .. } => both(Some(condition.clone()), then(now), span),
            Deed::Find { demand, pat, value, .. } => {
                let rest = then(now);
                let assumed = *demand == Demand::Assert && mode == Asserts::Assumed;
                if rest.is_none() && assumed {
                    return None;
                }
                let rest = rest.unwrap_or_else(|| quote_spanned!(span=> true));
                Some(found(value, pat, &rest, &quote_spanned!(span=> #assumed), span))
            }
            Deed::Branch { head, arms } if rest.is_empty() => {
                let inside = arms.iter().map(|(_, arm)| self.holds(arm, now, mode, end));
                branch(head, arms, inside.collect(), &quote_spanned!(span=> true), span)
            }
            Deed::Branch { head, arms } => {
                let inside = arms.iter().map(|(_, arm)| self.holds(arm, now, mode, End::Nothing));
                let here = branch(head, arms, inside.collect(), &quote_spanned!(span=> true), span);
                let one = std::slice::from_ref(act);
                let mut after = self.after(one, now, |now| then(now));
                if mode == Asserts::Assumed && asserts(one) {
                    let asserted = self.asserted(one, now);
                    after = after.map(|after| match asserted {
                        Some(asserted) => implied(&asserted, &after, span),
                        None => after,
                    });
                }
                both(here, after, span)
            }
        }
    }

    /// What follows an act that gives a variable or a field a value; nothing if nothing is said there.
    fn bound(&self, act: &Act, now: &Now, rest: impl FnOnce(&Now) -> Option<TokenStream>) -> Option<TokenStream> {
        let span = act.span;
        match &act.deed {
            Deed::Let { pat, ty, value } => {
                let ty = ty.as_ref().map(|ty| quote_spanned!(span=> : #ty));
                rest(now).map(|rest| quote_spanned!(span=> { let #pat #ty = #value; #rest }))
            }
            Deed::Set { field, value } => {
                let setting = self.setting(*field, value, span);
                rest(&now.with(&[*field], span)).map(|rest| quote_spanned!(span=> { #setting #rest }))
            }
            Deed::Demand { .. } | Deed::Find { .. } | Deed::Branch { .. } => rest(now),
        }
    }

    /// What follows a branch, with the fields that the branch set.
    pub(super) fn after(
        &self,
        branch: &[Act],
        now: &Now,
        rest: impl FnOnce(&Now) -> Option<TokenStream>,
    ) -> Option<TokenStream> {
        let span = branch.first().map_or(self.span, |act| act.span);
        let set = set_by(branch);
        let rest = rest(&now.with(&set, span))?;
        if set.is_empty() {
            return Some(rest);
        }
        let binding = self.binding(branch, now, &set, span);
        Some(quote_spanned!(span=> { #binding #rest }))
    }

    /// `let` for the variables of these fields, with their values after the acts.
    pub(super) fn binding(&self, acts: &[Act], now: &Now, fields: &[usize], span: Span) -> TokenStream {
        let variables: Vec<TokenStream> = fields
            .iter()
            .map(|field| {
                let variable = variable(self.machine, *field, span);
                quote_spanned!(span=> #variable)
            })
            .collect();
        let types: Vec<TokenStream> = fields
            .iter()
            .filter_map(|field| self.machine.fields.get(*field))
            .map(|field| {
                let ty = &field.ty;
                quote_spanned!(span=> #ty)
            })
            .collect();
        let (variables, types) = (tuple(&variables, span), tuple(&types, span));
        let values = self.values(acts, now, fields);
        quote_spanned!(span=> let #variables: #types = #values;)
    }

    /// Whether everything holds that acts assert; nothing if they assert nothing.
    fn asserted(&self, acts: &[Act], now: &Now) -> Option<TokenStream> {
        let (act, rest) = acts.split_first()?;
        let span = act.span;
        let then = |now: &Now| self.asserted(rest, now);
        match &act.deed {
            Deed::Let { .. } | Deed::Set { .. } => self.bound(act, now, then),
            Deed::Demand { demand: Demand::Assert, condition, .. } => both(Some(condition.clone()), then(now), span),
            Deed::Demand { .. } => then(now),
            Deed::Find { demand, pat, value, .. } => {
                let is_assert = *demand == Demand::Assert;
                let rest = then(now);
                if rest.is_none() && !is_assert {
                    return None;
                }
                let rest = rest.unwrap_or_else(|| quote_spanned!(span=> true));
                let otherwise = !is_assert;
                Some(found(value, pat, &rest, &quote_spanned!(span=> #otherwise), span))
            }
            Deed::Branch { head, arms } => {
                let inside = arms.iter().map(|(_, arm)| self.asserted(arm, now));
                let here = branch(head, arms, inside.collect(), &quote_spanned!(span=> true), span);
                both(here, self.after(std::slice::from_ref(act), now, |now| then(now)), span)
            }
        }
    }

    /// The equations at the end.
    fn end(&self, now: &Now, end: End) -> Option<TokenStream> {
        if end == End::Nothing {
            return None;
        }
        let equation = |number: usize| {
            let field = self.machine.fields.get(number)?;
            let span = now.place(number).unwrap_or(self.span);
            let (name, value) = (Ident::new(&field.name.to_string(), span), self.value(now, number));
            Some(quote_spanned!(span=> post.#name == #value))
        };
        let equations = (0..self.machine.fields.len()).rev().filter_map(equation);
        equations.fold(None, |rest, equation| both(Some(equation), rest, self.span))
    }
}

/// `left ==> right`.
fn implied(left: &TokenStream, right: &TokenStream, span: Span) -> TokenStream {
    quote_spanned!(span=> ::verus_builtin::imply(#left, #right))
}

/// `match value { pat => then, _ => otherwise }`. The last arm may be unreachable.
pub(super) fn found(
    value: &TokenStream,
    pat: &TokenStream,
    then: &TokenStream,
    otherwise: &TokenStream,
    span: Span,
) -> TokenStream {
    quote_spanned!(span=> (match #value { #pat => { #then } _ => { #otherwise } }))
}

/// The branches with these tokens in them; nothing if all are empty.
pub(super) fn branch(
    head: &Head,
    arms: &[(TokenStream, Vec<Act>)],
    inside: Vec<Option<TokenStream>>,
    empty: &TokenStream,
    span: Span,
) -> Option<TokenStream> {
    if inside.iter().all(Option::is_none) {
        return None;
    }
    let inside: Vec<TokenStream> = inside.into_iter().map(|tokens| tokens.unwrap_or_else(|| empty.clone())).collect();
    Some(match (head, &inside[..]) {
        (Head::If(condition), [then, otherwise]) => {
            quote_spanned!(span=> (if #condition { #then } else { #otherwise }))
        }
        (Head::Match(value), _) => {
            let pats = arms.iter().map(|(pat, _)| pat);
            quote_spanned!(span=> (match #value { #(#pats => { #inside })* }))
        }
        _ => quote_spanned!(span=> ({ #(#inside)* })),
    })
}
