//! The items that a machine stands for.
//!
//! ```text
//! pub mod Name {
//!     pub struct State { .. }                        the fields
//!     pub enum Step { add(int), .. }                 a variant for each transition, with its parameters
//!     pub enum Config { initialize(), .. }           the same for initializations
//!     impl State {
//!         spec fn add(pre, post, n) -> bool          the relation; add_strong and add_enabled beside it
//!         proof fn add_asserts(pre, n)               what it asserts follows from the invariant
//!         spec fn invariant(&self) -> bool           all invariants
//!         proof fn add_inductive(pre, post, n)       the lemma of the user, with its contract
//!         spec fn next(pre, post) -> bool            some step; next_by says which one
//!     }
//!     pub mod show { proof fn add(pre, post, n) }    the relation of a transition implies that of all steps
//!     pub mod take_step { proof fn add(pre, n) }     a transition that is possible has a next state
//!
//!     pub struct Instance { .. }                     of a machine with tokens: who takes part in one run of it
//!     pub struct counter { .. }                      a type of tokens for each field, by its strategy
//!     impl Instance { proof fn add(&self, n, &mut counter) }     the exchange of tokens for each operation
//! }
//! ```
//!
//! Marks that no program may write (`certus:token`, `certus:operation NAME`) say which functions are those of tokens, and which
//! one has the assertions of an operation: `certus trust` and `--no-cheating` speak of them in the terms of the machine.
//!
//! What there is of every machine is proved when the program is verified. Of a machine with tokens, the exchanges are
//! trusted: they are axioms, each of which depends on the proofs of all safety conditions and of the invariant.

pub(crate) mod cases;
mod exchange;
mod lemmas;
mod operations;
mod show;
mod steps;
mod take_step;
mod tokens;
mod types;

use proc_macro2::TokenStream;
use quote::quote_spanned;

use crate::ast::Machine;
use crate::params;

/// The module of a machine.
pub(crate) fn module(machine: &Machine) -> TokenStream {
    let name = &machine.name;
    let span = name.span();
    let types = types::types(machine);
    let functions = [
        operations::operations(machine),
        lemmas::invariant(machine),
        lemmas::lemmas(machine),
        steps::relations(machine),
        lemmas::functions(machine),
    ];
    let (params, state, bounds) = params::implementation(machine);
    let (show, take_step) = (show::module(machine), take_step::module(machine));
    let tokens = machine.tokenized.then(|| (tokens::module(machine), exchange::functions(machine)));
    let (tokens, exchanges) = tokens.unzip();
    quote_spanned! {span=>
        #[allow(unused_imports, unused_parens, unused_braces, non_camel_case_types, non_snake_case)]
        pub mod #name {
            use super::*;
            #types
            impl #params #state #bounds {
                #(#functions)*
            }
            #tokens
            #exchanges
            #show
            #take_step
        }
    }
}
