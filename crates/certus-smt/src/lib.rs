//! Obligations to solver queries.
//!
//! [`encode`] prints one obligation as the text of one query: only what the obligation reaches, each type, function and
//! axiom at the type arguments at which it is reached, in an order that depends on names alone. `unsat` means that every
//! goal holds.
//!
//! Every rule of the encoding has a name, and stands in a file of `rules/` with its formula, why it is true, the code that
//! makes it, and a test that asks the solver to refute it. The other modules are the machinery around the rules.
//!
//! Architecture invariants:
//! - Nothing here looks at source text or starts a process.
//! - Query text is a pure function of the obligation and of what it reaches: no counters of anything else, no
//!   positions, no hash order.
//! - What is stated has a model whatever the obligation is; ranges are stated of functions under the ranges of their
//!   arguments, never of selectors.
//! - Every quantifier has a trigger that covers its variables (but for goals of the nonlinear prover).

use std::collections::BTreeSet;

use certus_vc::Obligation;
use certus_vir::{Program, Prover};

use crate::encoder::Encoder;
pub use crate::error::EncodeError;
use crate::flow::flow;
pub use crate::origins::Origin;
use crate::origins::Origins;
pub use crate::query::{Encoded, GoalNames};
pub use crate::reading::{ReadVariant, Reading, Readings};
use crate::rules::arithmetic::QUOTIENT;

// The tests of the rules make their programs as those in `tests/` do, which name this crate from outside.
#[cfg(test)]
extern crate self as certus_smt;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;

mod bitvec;
mod broadcast;
mod callees;
mod dialect;
mod emit;
mod encoder;
pub mod epr;
mod error;
mod flow;
mod functions;
mod instance;
mod lift;
mod names;
mod origins;
mod query;
mod reached;
mod reading;
mod rules;
mod scope;
mod term;
mod theory;
mod translate;
mod trigger;
mod value;
pub mod variants;
mod view;
mod vocabulary;

/// Prints an obligation as a query.
///
/// # Errors
/// With diagnostics at places in the source: `unsupported/..` for what this encoder cannot do, `language/no-trigger`,
/// `language/bad-trigger` and `language/trigger-coverage` for quantifiers, `internal/encoding` when the obligation is
/// not well formed.
pub fn encode(program: &Program, obligation: &Obligation) -> Result<Encoded, EncodeError> {
    Ok(encode_with(program, obligation, None)?.0)
}

/// The same query, and besides the quantifiers of the source that are in it, with their triggers.
///
/// # Errors
/// As [`encode`].
pub fn encode_listed(program: &Program, obligation: &Obligation) -> Result<(Encoded, Vec<Origin>), EncodeError> {
    encode_with(program, obligation, Some(Origins::silent()))
}

/// The same with a name at every quantifier, and what each name stands for: to see what the solver does, not to prove
/// anything. The text depends on nothing else than before, but it is another one.
///
/// # Errors
/// As [`encode`].
pub fn encode_named(program: &Program, obligation: &Obligation) -> Result<(Encoded, Vec<Origin>), EncodeError> {
    encode_with(program, obligation, Some(Origins::default()))
}

fn encode_with(
    program: &Program,
    obligation: &Obligation,
    mut names: Option<Origins>,
) -> Result<(Encoded, Vec<Origin>), EncodeError> {
    if obligation.prover == Prover::BitVector {
        return Ok((bitvec::encode(program, obligation)?, Vec::new()));
    }
    if obligation.prover == Prover::Epr {
        return Ok((epr::encode(program, obligation)?, Vec::new()));
    }
    let mut wrapped = BTreeSet::new();
    loop {
        let mut encoder = Encoder::new(program, obligation, wrapped, names);
        if !matches!(obligation.prover, Prover::Default | Prover::Nonlinear) {
            let span = obligation.goals.first().map(|g| g.span);
            let message = "the goals of this prover are settled before there are queries";
            return Err(encoder.view().internal(message, span));
        }
        let mut flow = flow(&mut encoder)?;
        encoder.run()?;
        if let Some(again) = encoder.once_more() {
            (wrapped, names) = again;
            continue;
        }
        flow.mark(encoder.theory());
        let origins = encoder.name_facts();
        let reached = encoder.known();
        let mut context = String::new();
        encoder.theory().print(&mut context);
        context.push_str(&flow.text);
        flow.ask(&mut context);
        let mut readings = Readings { terms: flow.terms, joins: flow.joins, ..Readings::default() };
        // Nothing is printed any more, so the text has nothing of this.
        let (words, globals) = encoder.variables();
        readings.add_inputs(words, globals);
        let has_quotient = encoder.theory().is_done(QUOTIENT);
        let (notes, context) = (encoder.into_remarks(), context.into());
        let (goals, epr, model) = (flow.goals, false, None);
        let encoded = Encoded { context, goals, notes, epr, has_quotient, model, readings, reached };
        return Ok((encoded, origins));
    }
}
