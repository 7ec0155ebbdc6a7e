//! Steps as acts.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::Block;

use super::algebra::Algebra;
use super::variable;
use crate::ast::{Body, Demand, Machine, Operation, Place, Step, What};
use crate::element::{Binding, Element, Verb};
use crate::spans;

/// One act.
pub(crate) struct Act {
    /// The place of its step.
    pub(crate) span: Span,
    /// What it does.
    pub(crate) deed: Deed,
}

/// What an act does.
pub(crate) enum Deed {
    /// Names are bound.
    Let { pat: TokenStream, ty: Option<TokenStream>, value: TokenStream },
    /// Names are bound, if the pattern matches. It is demanded that it does.
    Find { demand: Demand, pat: TokenStream, value: TokenStream, proof: Option<Block> },
    /// A condition is demanded.
    Demand { demand: Demand, condition: TokenStream, proof: Option<Block> },
    /// A field gets a value.
    Set { field: usize, value: TokenStream },
    /// One of several paths is taken.
    Branch { head: Head, arms: Vec<(TokenStream, Vec<Act>)> },
}

/// What decides which path is taken.
pub(crate) enum Head {
    /// There is one.
    Block,
    /// A condition: the first or the second.
    If(TokenStream),
    /// A value, by the patterns of the arms.
    Match(TokenStream),
}

/// The acts of an operation. A field that has parts is in its variable from the beginning.
pub(crate) fn acts(machine: &Machine, operation: &Operation) -> Vec<Act> {
    let mut used: Vec<usize> = Vec::new();
    operation.body.each(&mut |step| {
        let field = match &step.what {
            What::Change { field, .. } => field,
            What::Update { field, place, .. } if !place.is_empty() => field,
            _ => return,
        };
        used.extend(machine.field(field).filter(|number| !used.contains(number)));
    });
    let span = operation.name.span();
    let before = used.into_iter().filter_map(|number| {
        let name = Ident::new(&machine.fields.get(number)?.name.to_string(), span);
        Some(Act { span, deed: Deed::Set { field: number, value: quote_spanned!(span=> pre.#name) } })
    });
    before.chain(of_body(machine, &operation.body)).collect()
}

/// Whether something is asserted.
pub(crate) fn asserts(acts: &[Act]) -> bool {
    acts.iter().any(|act| match &act.deed {
        Deed::Find { demand, .. } | Deed::Demand { demand, .. } => *demand == Demand::Assert,
        Deed::Branch { arms, .. } => arms.iter().any(|(_, arm)| asserts(arm)),
        Deed::Let { .. } | Deed::Set { .. } => false,
    })
}

/// The fields that acts set, in order.
pub(super) fn set_by(acts: &[Act]) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for act in acts {
        match &act.deed {
            Deed::Set { field, .. } => out.push(*field),
            Deed::Branch { arms, .. } => arms.iter().for_each(|(_, arm)| out.extend(set_by(arm))),
            _ => {}
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

fn of_body(machine: &Machine, body: &Body) -> Vec<Act> {
    body.steps.iter().flat_map(|step| of_step(machine, step)).collect()
}

fn of_step(machine: &Machine, step: &Step) -> Vec<Act> {
    let span = step.span;
    let one = |deed: Deed| vec![Act { span, deed }];
    let grouped = |expr: &verus_syn::Expr| {
        let at = spans::of(expr);
        quote_spanned!(at=> (#expr))
    };
    match &step.what {
        What::Block(body) => {
            let arms = vec![(TokenStream::new(), of_body(machine, body))];
            one(Deed::Branch { head: Head::Block, arms })
        }
        What::Let { pat, ty, value, .. } => one(Deed::Let {
            pat: pat.to_token_stream(),
            ty: ty.as_ref().map(ToTokens::to_token_stream),
            value: value.to_token_stream(),
        }),
        What::Find { demand, pat, ty, value, .. } => {
            let value = grouped(value);
            let value = match ty {
                Some(ty) => spans::of_type(&value, ty, span),
                None => value,
            };
            one(Deed::Find { demand: *demand, pat: pat.to_token_stream(), value, proof: None })
        }
        What::If { condition, then, otherwise } => {
            let arms = [then, otherwise].map(|body| (TokenStream::new(), of_body(machine, body)));
            one(Deed::Branch { head: Head::If(condition.to_token_stream()), arms: arms.into() })
        }
        What::Match { value, arms } => {
            let arm = |arm: &crate::ast::Arm| {
                let (pat, guard) = (&arm.pat, arm.guard.as_ref().map(|guard| quote_spanned!(span=> if #guard)));
                (quote_spanned!(span=> #pat #guard), of_body(machine, &arm.body))
            };
            one(Deed::Branch { head: Head::Match(value.to_token_stream()), arms: arms.iter().map(arm).collect() })
        }
        What::Require(condition) => {
            one(Deed::Demand { demand: Demand::Require, condition: grouped(condition), proof: None })
        }
        What::Assert(condition, proof) => {
            one(Deed::Demand { demand: Demand::Assert, condition: grouped(condition), proof: proof.clone() })
        }
        What::Init { field, value } => setting(machine, field, value.to_token_stream(), span),
        What::Update { field, place, value } => {
            let number = machine.field(field);
            let current = number.and_then(|number| variable(machine, number, field.span()));
            let value = part(&current.to_token_stream(), place, &value.to_token_stream());
            setting(machine, field, value, span)
        }
        What::Change { field, verb, element, proof } => change(machine, step, field, *verb, element, proof.as_ref()),
    }
}

fn setting(machine: &Machine, field: &Ident, value: TokenStream, span: Span) -> Vec<Act> {
    let set = machine.field(field).map(|field| Act { span, deed: Deed::Set { field, value } });
    set.into_iter().collect()
}

/// The value of `root` with another one at a place in it.
fn part(root: &TokenStream, place: &[Place], value: &TokenStream) -> TokenStream {
    match place.split_first() {
        None => value.clone(),
        Some((Place::Index(index), rest)) => {
            let span = spans::of(index);
            let inner = part(&quote_spanned!(span=> #root[#index]), rest, value);
            quote_spanned!(span=> #root.update_at_index(#index, #inner))
        }
        // Reported by the rules of operations: syntax does not tell the type, whose other fields stay.
        Some((Place::Field(_), _)) => root.clone(),
    }
}

/// `add`, `remove`, `have` and so on: what is demanded of the field, what is found in it, and what it is then.
fn change(
    machine: &Machine,
    step: &Step,
    field: &Ident,
    verb: Verb,
    element: &Element,
    proof: Option<&Block>,
) -> Vec<Act> {
    let span = step.span;
    let Some(number) = machine.field(field) else { return Vec::new() };
    let Some(declared) = machine.fields.get(number) else { return Vec::new() };
    let Some(current) = variable(machine, number, span) else { return Vec::new() };
    let algebra = Algebra { strategy: declared.strategy, ty: &declared.ty, current: &current, span };
    let act = |deed: Deed| Act { span, deed };
    let proof = proof.cloned();
    let mut out = Vec::new();
    match verb {
        Verb::Have | Verb::Remove | Verb::Guard | Verb::Withdraw => {
            let demand = match verb {
                Verb::Have | Verb::Remove => Demand::Require,
                _ => Demand::Assert,
            };
            match element {
                Element::Some(Binding::Pattern(pat)) => {
                    let pat = quote_spanned!(span=> ::core::option::Option::Some(#pat));
                    let value = quote_spanned!(span=> #current);
                    out.push(act(Deed::Find { demand, pat, value, proof }));
                }
                Element::Pair(key, Binding::Pattern(pat)) => {
                    let condition = quote_spanned!(span=> #current.dom().contains(#key));
                    out.push(act(Deed::Demand { demand, condition, proof: proof.clone() }));
                    let value = quote_spanned!(span=> #current[#key]);
                    out.push(act(Deed::Find { demand, pat: pat.to_token_stream(), value, proof }));
                }
                _ => {
                    let condition = algebra.contains(element);
                    out.push(act(Deed::Demand { demand, condition, proof }));
                }
            }
            if verb.changes() {
                out.push(act(Deed::Set { field: number, value: algebra.without(element) }));
            }
        }
        Verb::Add | Verb::Join | Verb::Deposit => {
            if let Some(condition) = algebra.has_room_for(element) {
                out.push(act(Deed::Demand { demand: Demand::Assert, condition, proof }));
            }
            out.push(act(Deed::Set { field: number, value: algebra.with(element) }));
        }
    }
    out
}
