//! `certus explain CODE`.

use crate::terminal::{errln, outln};
use certus_vir::GoalKind;

/// Prints what a code means; gives the exit status.
pub(crate) fn explain(code: &str) -> u8 {
    let name = code.strip_prefix("verify/").unwrap_or(code);
    if let Some(kind) = GoalKind::ALL.into_iter().find(|k| k.name() == name) {
        outln!("verify/{}: {}\n\n{}", kind.name(), kind.failure(), kind.explanation());
        return 0;
    }
    let class = code.split('/').next().unwrap_or(code);
    let text = match class {
        "verify" => "The solver could not prove an obligation.",
        "language" => "The program breaks a rule of the specification language.",
        "unsupported" => "The program uses something that this version cannot verify; it is not wrong.",
        "rust" => "The program is not valid Rust.",
        "resource" => "A budget was exhausted before there was an answer; simplify the proof or raise `rlimit`.",
        "internal" => "A fault of the verifier itself; please report the program that shows it.",
        _ => {
            errln!("error: no diagnostic has the code `{code}`");
            return 2;
        }
    };
    outln!("{code}: {text}");
    0
}
