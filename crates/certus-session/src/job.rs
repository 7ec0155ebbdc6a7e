//! A job: one obligation and its query.

use certus_smt::Encoded;
use certus_solve::{Profile, Query};
use certus_vc::Obligation;
use certus_vir::Prover;

use crate::Options;

/// One obligation, encoded for the solver.
pub struct Job {
    /// What is to be proved.
    pub obligation: Obligation,
    /// The text of its query, with the meaning of the names in it.
    pub encoded: Encoded,
}

/// The query of a job.
pub fn query(options: &Options, job: &Job) -> Query {
    let goals: Vec<String> = job.encoded.goals.iter().map(|g| g.name.clone()).collect();
    let details = job.encoded.goals.iter().map(|g| g.conjuncts.iter().map(|(term, _)| term.clone()).collect());
    let details = details.collect();
    // The solver's limit is a 32-bit number; 0 means no limit.
    let rlimit = job.obligation.rlimit.unwrap_or(0);
    let mut query = Query::new(job.encoded.context.clone(), goals, rlimit);
    query.details = details;
    query.reads.clone_from(&job.encoded.readings.terms);
    query.model = job.encoded.model.is_some();
    query.asks_again = job.encoded.has_quotient;
    query.max_errors = options.multiple_errors.saturating_add(1);
    query.profile = match job.obligation.prover {
        Prover::Nonlinear => Profile::Nonlinear,
        // The profile for bit vectors supports only queries without quantifiers.
        Prover::BitVector if !job.encoded.epr => Profile::BitVector,
        Prover::BitVector | Prover::Epr => Profile::Epr,
        _ => Profile::Default,
    };
    query
}
