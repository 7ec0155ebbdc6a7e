//! The quantifier that consumed the budget of a proof: one in a matching loop, or the one with the most instances.

use certus_diagnostics::{Label, Note};
use certus_smt::Origin;
use certus_vc::{Obligation, STEPS_PER_UNIT};
use certus_vir::Program;

use crate::profile::LONG_CHAIN;
use certus_session::{Job, Solving};

/// Counting takes at most this part of the budget, and at most one unit: a matching loop shows early.
const SHARE: u64 = 4;

/// A quantifier with fewer instances is not reported.
const MANY: u64 = 1_000;

/// The result of counting, and its cost.
#[derive(Default)]
pub(crate) struct Counting {
    /// The note about the quantifier, if there is one.
    pub(crate) note: Option<Note>,
    /// The steps that the solver took.
    pub(crate) spent: u64,
}

/// Counts instances at the beginning of a proof that exceeded its budget. There is no note if the solver cannot run the
/// query.
pub(crate) fn counted(solving: &mut Solving<'_>, program: &Program, job: &Job, budget: u64) -> Counting {
    let limit = (budget / SHARE).min(STEPS_PER_UNIT);
    if limit == 0 || !solving.has_time() {
        return Counting::default();
    }
    let obligation = Obligation { rlimit: Some(limit), ..job.obligation.clone() };
    let Ok((encoded, origins)) = certus_smt::encode_named(program, &obligation) else { return Counting::default() };
    let Some(counted) = solving.count(&Job { obligation, encoded }) else {
        return Counting { note: None, spent: limit };
    };
    // The user can change only quantifiers of the program. If several form a loop, the one with the longest chain is
    // reported.
    let used = counted.instances.iter().filter_map(|one| {
        let origin = origins.iter().find(|origin| origin.name == one.name)?;
        Some((one, origin, origin.span?))
    });
    let most = used.max_by_key(|(one, _, _)| (one.generation >= LONG_CHAIN, one.count));
    let note = most.and_then(|(one, origin, span)| {
        let text = match one.generation >= LONG_CHAIN {
            true => format!("a matching loop: a chain of {} instances", one.generation),
            false if one.count >= MANY => format!("used {} times", one.count),
            false => return None,
        };
        let label = Label { span, text: "its instances create terms that match its trigger".to_owned() };
        let labels = if one.generation >= LONG_CHAIN { vec![label] } else { vec![Label { span, text: String::new() }] };
        Some(Note { is_help: false, message: message(origin, &text), labels })
    });
    Counting { note, spent: counted.rlimit_count }
}

/// The text of the note about a quantifier in a matching loop.
fn message(origin: &Origin, text: &str) -> String {
    let what = match &origin.what {
        Some(what) => format!("{what} with trigger `{}`", origin.trigger),
        None => format!("the quantifier with trigger `{}`", origin.trigger),
    };
    format!("{what} is {text}; `certus profile` shows them all")
}
