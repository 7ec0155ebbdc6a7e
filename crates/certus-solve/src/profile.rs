//! Solver options by kind of goal.

/// The options a query is solved under; holding one, you know every option that matters to it, whatever ran before.
///
/// Z3 keeps its options over `(reset)`. So each profile gives a value to each option that any profile sets, and the
/// order in which a process happens to see its queries cannot show in an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Profile {
    /// Quantifiers by trigger and linear arithmetic: everything that is not one of the others.
    #[default]
    Default,
    /// As the default, with nonlinear arithmetic.
    Nonlinear,
    /// Quantifier-free bit vectors, and nothing else in the query.
    BitVector,
    /// Effectively propositional logic: quantifiers decided by model search, `sat` is genuine.
    Epr,
}

/// The options that profiles set, in the order in which they are sent; the value lists below follow this order.
const NAMES: [&str; 10] = [
    "auto_config",
    "smt.mbqi",
    "smt.case_split",
    "smt.dt_lazy_splits",
    "smt.qi.eager_threshold",
    "smt.delay_units",
    "smt.arith.solver",
    "smt.arith.nl",
    "pi.enabled",
    "rewriter.sort_disjunctions",
];

// Measured on the project's set of verification conditions: leaving out any of the first three and the fifth loses proofs. With the
// fourth, which constructor a value has is only asked when nothing else is left: large published proofs need two thirds of the
// units (`docs/notes/large-proofs.md`).
const DEFAULT: [&str; 10] = ["false", "false", "3", "2", "100.0", "true", "2", "false", "false", "false"];
const NONLINEAR: [&str; 10] = ["false", "false", "3", "2", "100.0", "true", "6", "true", "false", "false"];
// The solver's own defaults: with the logic set, it picks its bit-vector tactic by itself.
const BIT_VECTOR: [&str; 10] = ["true", "true", "1", "1", "10.0", "false", "6", "true", "true", "true"];
const EPR: [&str; 10] = ["false", "true", "1", "1", "10.0", "false", "6", "true", "true", "true"];

impl Profile {
    /// All profiles.
    pub const ALL: [Profile; 4] = [Profile::Default, Profile::Nonlinear, Profile::BitVector, Profile::Epr];

    /// The profile's name, as in cache keys and logs.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Default => "default",
            Profile::Nonlinear => "nonlinear",
            Profile::BitVector => "bit-vector",
            Profile::Epr => "epr",
        }
    }

    /// The commands that put a solver process into this profile, one a line. A log that begins with them can be given
    /// to the solver by hand.
    pub fn commands(self) -> String {
        let mut text = String::new();
        for (name, value) in NAMES.iter().zip(self.values()) {
            text.push_str(&format!("(set-option :{name} {value})\n"));
        }
        if self == Profile::BitVector {
            text.push_str("(set-logic QF_BV)\n");
        }
        text
    }

    /// The commands to try once more when the budget ran out, or `None` if they would be the same: the newer
    /// arithmetic solver settles some goals that the older, usually faster one does not.
    pub(crate) fn retry_commands(self) -> Option<String> {
        let arithmetic = "(set-option :smt.arith.solver 6)\n";
        (self == Profile::Default).then(|| self.commands() + arithmetic)
    }

    /// Whether the solver keeps its state from one check to the next under this profile.
    ///
    /// A `(push)` selects Z3's incremental core, which is what gives candidate models on `unknown`; but it also turns
    /// off the tactic that makes bit-vector goals fast, so these are asked afresh each time.
    pub(crate) fn is_incremental(self) -> bool {
        self != Profile::BitVector
    }

    fn values(self) -> &'static [&'static str; 10] {
        match self {
            Profile::Default => &DEFAULT,
            Profile::Nonlinear => &NONLINEAR,
            Profile::BitVector => &BIT_VECTOR,
            Profile::Epr => &EPR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_profile_is_the_measured_one() {
        let expected = "(set-option :auto_config false)\n(set-option :smt.mbqi false)\n\
            (set-option :smt.case_split 3)\n(set-option :smt.dt_lazy_splits 2)\n\
            (set-option :smt.qi.eager_threshold 100.0)\n\
            (set-option :smt.delay_units true)\n(set-option :smt.arith.solver 2)\n\
            (set-option :smt.arith.nl false)\n(set-option :pi.enabled false)\n\
            (set-option :rewriter.sort_disjunctions false)\n";
        assert_eq!(Profile::Default.commands(), expected);
    }

    #[test]
    fn profiles_have_distinct_names_and_commands() {
        for a in Profile::ALL {
            for b in Profile::ALL {
                assert_eq!(a == b, a.name() == b.name());
                assert_eq!(a == b, a.commands() == b.commands());
            }
        }
    }

    #[test]
    fn only_a_different_arithmetic_solver_is_worth_a_retry() {
        assert!(Profile::Default.retry_commands().is_some_and(|c| c.ends_with("arith.solver 6)\n")));
        assert_eq!(Profile::Nonlinear.retry_commands(), None);
    }
}
