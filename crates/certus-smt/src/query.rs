//! What an encoding gives: the text of a query, and how its answer is read.

use std::collections::BTreeSet;
use std::sync::Arc;

use certus_diagnostics::{Diagnostic, Span};
use certus_vir::Path;

use crate::epr::model::Reader;
use crate::reading::Readings;

/// A query, with what is read from a model of it.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// Declarations and assertions in SMT-LIB 2; the last assertion is that some goal fails.
    pub context: Arc<str>,
    /// The goals that can be reached, in the order of [`Obligation::goals`].
    pub goals: Vec<GoalNames>,
    /// Remarks for the user, on triggers that were chosen without being sure.
    pub notes: Vec<Diagnostic>,
    /// Whether the query is effectively propositional, to be answered by model search.
    pub epr: bool,
    /// Whether something is divided by an unknown.
    pub has_quotient: bool,
    /// In EPR mode, what turns a model into tables.
    pub model: Option<Reader>,
    /// What else there is to read from a model in which a goal fails.
    pub readings: Readings,
    /// The functions of which the query knows something: a definition, a contract, or a broadcast statement. Of bit vectors
    /// none are listed, for what is known of functions there stands in their place.
    pub reached: BTreeSet<Path>,
}

/// How a goal shows in a model.
#[derive(Clone, Debug)]
pub struct GoalNames {
    /// The index in [`Obligation::goals`].
    pub index: usize,
    /// A Boolean constant; true in a model in which the goal fails.
    pub name: String,
    /// For each conjunct a Boolean term, false in a model in which it is the one that fails, and its place.
    pub conjuncts: Vec<(String, Span)>,
    /// The width of the target in bits, of a goal that is asked for each width there may be.
    pub width: Option<u32>,
}
