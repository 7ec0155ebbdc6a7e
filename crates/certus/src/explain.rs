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
    if let Some(text) = epr(code) {
        outln!("{code}: {text}");
        return 0;
    }
    if code == "resource/epr-size" {
        outln!(
            "{code}: In EPR mode visible definitions take the place of their calls, and the result is too large.\n\n\
             Close a definition, and say what is needed of it in lemmas."
        );
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

/// What the rules of EPR mode say.
fn epr(code: &str) -> Option<&'static str> {
    Some(match code.strip_prefix("language/")? {
        "epr-integer" => {
            "A function of a module in EPR mode speaks of integers.\n\nThe logic has sorts of which nothing is known, \
             relations and functions on them, equality and quantifiers. Hide numbers behind a type with private fields, \
             and say what is needed of them (that they are ordered, for instance) in lemmas outside of the module; \
             `epr_model!` of `vstd` writes such types."
        }
        "epr-type" => {
            "A function of a module in EPR mode speaks of a type that the library interprets, such as `Seq` or `Map`.\n\n\
             Hide it behind a type with private fields, and say what is needed of it as relations."
        }
        "epr-function-value" => {
            "A function of a module in EPR mode uses a function as a value.\n\nThe logic is of first order: name the \
             function, as an `uninterp` or closed `spec fn`."
        }
        "epr-recursion" => {
            "A function of a module in EPR mode is recursive, or calls a spec function whose recursive definition is \
             visible.\n\nDo inductions outside of the module, and close recursive definitions."
        }
        "epr-choose" => {
            "A `choose` depends on a bound variable.\n\nIt would be a function of that variable. Say `exists` instead, \
             or choose outside of the quantifier."
        }
        "epr-constructor" => {
            "A value that is put together from others is an argument of a function.\n\nA constructor with fields leads \
             from the types of its fields to its own, and its fields lead back. Compare the value with a variable, or pass \
             its parts."
        }
        "epr-cycle" => {
            "Functions and quantifiers lead from a type back to itself.\n\nA function leads from the types of its \
             arguments to that of its result, and `forall` over one type leads to the type of each `exists` under it. \
             What is to be proved counts negated, where `exists` is a `forall`. Without a cycle only finitely many values \
             have to be looked at, and the solver always comes to an end. To break one, make a function a relation, close \
             a definition and say in a lemma what is needed of it, or split the proof."
        }
        "epr-broadcast" => {
            "A function of a module in EPR mode uses broadcast lemmas.\n\nThese apply themselves by triggers, which \
             the queries of this mode do not have. Call the lemma."
        }
        "epr-prover" => "A function of a module in EPR mode names another prover.\n\nMove it to another module.",
        "epr-mode" => "`epr_mode` stands on something that is no module.\n\nThe attribute is for modules.",
        _ => return None,
    })
}
