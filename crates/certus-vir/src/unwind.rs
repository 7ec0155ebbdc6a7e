//! Whether a function may unwind: the clause `no_unwind` (reference page `reference-unwind-sig`).

use crate::expr::Expr;
use crate::mode::Mode;

/// When a function may unwind, that is, panic and leave its callers early.
#[derive(Clone, Debug)]
pub enum Unwind {
    /// It may.
    May,
    /// It does not.
    Never,
    /// It does not where this holds of the parameters as they are passed.
    NotWhen(Expr),
}

impl Unwind {
    /// That of a function without a clause: code that runs may unwind, and ghost code does not run.
    pub fn of_mode(mode: Mode) -> Unwind {
        if mode == Mode::Exec { Unwind::May } else { Unwind::Never }
    }

    /// The condition, if there is one.
    pub fn condition(&self) -> Option<&Expr> {
        match self {
            Unwind::NotWhen(condition) => Some(condition),
            Unwind::May | Unwind::Never => None,
        }
    }

    /// The same with another condition.
    pub fn map(&self, f: impl FnOnce(&Expr) -> Expr) -> Unwind {
        match self {
            Unwind::NotWhen(condition) => Unwind::NotWhen(f(condition)),
            other => other.clone(),
        }
    }
}
