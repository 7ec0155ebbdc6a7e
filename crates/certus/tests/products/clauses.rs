//! Clause against what it stands on: functions of every kind, loops, closures, assertions and constants; and the clauses
//! written as calls, against where in a body they stand.

use super::cell::{Cell, Expected, refused};

/// The clauses of the language, as they are written.
const CLAUSES: &[&str] = &[
    "requires true",
    "ensures true",
    "returns 1u8",
    "recommends true",
    "decreases 0int",
    "decreases 0int when true",
    "decreases 0int via lemma",
    "opens_invariants none",
    "opens_invariants any",
    "no_unwind",
    "default_ensures true",
    "invariant true",
    "invariant_except_break true",
];

/// A kind of thing that clauses stand on: `@` is their place.
struct Kind {
    name: &'static str,
    text: &'static str,
    /// The clauses that it may have.
    takes: &'static [&'static str],
    /// The clauses that the grammar has there, though they say nothing.
    refuses: &'static [&'static str],
}

const LEMMA: &str = "#[verifier::decreases_by] proof fn lemma(x: u8) { }\n";

const OF_PROOF: &[&str] = &["requires", "ensures", "returns", "decreases", "opens_invariants"];
const OF_EXEC: &[&str] = &["requires", "ensures", "returns", "decreases", "opens_invariants", "no_unwind"];

const KINDS: &[Kind] = &[
    Kind {
        name: "spec fn",
        text: "spec fn f(x: u8) -> (r: u8) @ { 1 }",
        takes: &["recommends", "decreases"],
        refuses: &["requires", "ensures", "returns", "opens_invariants", "no_unwind", "default_ensures"],
    },
    Kind {
        name: "uninterp spec fn",
        text: "uninterp spec fn f(x: u8) -> (r: u8) @;",
        takes: &["recommends"],
        refuses: &["requires", "ensures", "returns", "opens_invariants", "no_unwind", "default_ensures"],
    },
    Kind {
        name: "proof fn",
        text: "proof fn f(x: u8) -> (r: u8) @ { 1 }",
        takes: OF_PROOF,
        refuses: &["recommends", "no_unwind", "default_ensures"],
    },
    Kind {
        name: "exec fn",
        text: "fn f(x: u8) -> (r: u8) @ { 1 }",
        takes: OF_EXEC,
        refuses: &["recommends", "default_ensures"],
    },
    Kind {
        name: "method",
        text: "struct S { } impl S { fn f(&self, x: u8) -> (r: u8) @ { 1 } }",
        takes: OF_EXEC,
        refuses: &["recommends", "default_ensures"],
    },
    Kind {
        name: "external_body fn",
        text: "#[verifier::external_body] fn f(x: u8) -> (r: u8) @ { 1 }",
        takes: OF_EXEC,
        refuses: &["recommends", "default_ensures"],
    },
    Kind {
        name: "assume_specification",
        text: "#[verifier::external] fn e(x: u8) -> u8 { 1 } assume_specification[ e ](x: u8) -> (r: u8) @;",
        takes: &["requires", "ensures", "returns", "opens_invariants", "no_unwind"],
        refuses: &["default_ensures"],
    },
    Kind {
        name: "exec closure",
        text: "fn g() { let c = |x: u8| -> (r: u8) @ { 1 }; }",
        takes: &["requires", "ensures"],
        refuses: &[],
    },
    Kind {
        name: "spec closure",
        text: "proof fn g() { let c = |x: u8| -> (r: u8) @ { x }; }",
        takes: &[],
        refuses: &[],
    },
    Kind {
        name: "while",
        text: "fn g() { let mut i = 0u8; while i < 3 @ { i = 3; } }",
        takes: &["invariant", "decreases"],
        refuses: &[],
    },
    Kind {
        name: "loop",
        text: "fn g() { loop @ { break; } }",
        takes: &["invariant", "invariant_except_break", "ensures", "decreases"],
        refuses: &[],
    },
    Kind {
        name: "for",
        text: "fn g() { for i in 0u8..3 @ { } }",
        takes: &["invariant", "decreases", "ensures", "invariant_except_break"],
        refuses: &[],
    },
    Kind { name: "exec const", text: "exec const C: u8 @ { 1 }", takes: &["ensures"], refuses: &[] },
    Kind { name: "exec static", text: "exec static C: u8 @ { 1 }", takes: &["ensures"], refuses: &[] },
    Kind {
        name: "assert by prover",
        text: "proof fn g(x: int) { assert(x * x == x * x) by(nonlinear_arith) @; }",
        takes: &["requires"],
        refuses: &[],
    },
    Kind { name: "struct", text: "struct S @ { x: u8 }", takes: &[], refuses: &[] },
    Kind { name: "trait", text: "trait T @ { fn f(&self); }", takes: &[], refuses: &[] },
    Kind { name: "impl", text: "struct S { } impl S @ { }", takes: &[], refuses: &[] },
    Kind { name: "module", text: "mod m @ { }", takes: &[], refuses: &[] },
];

fn of_kind(clause: &str, kind: &Kind) -> Expected {
    let word = clause.split(' ').next().unwrap_or_default();
    let rest = clause.split(' ').nth(2).unwrap_or_default();
    // A condition for the measure and a lemma about it belong to definitions; a loop has none.
    if !rest.is_empty() && kind.takes.contains(&word) {
        return match (kind.name, rest) {
            ("spec fn", _) => Expected::Accepted,
            _ => refused(&["language/clause", "language/syntax", "language/decreases-by", "language/unexpected-token"]),
        };
    }
    // A loop that nothing is known to end, a body that is left as it was.
    match (kind.name, word) {
        ("while" | "loop", "invariant" | "invariant_except_break" | "ensures") => {
            return refused(&["language/missing-decreases"]);
        }
        ("while" | "loop", "decreases") => {
            return if kind.name == "loop" { Expected::Accepted } else { refused(&["verify/decreases-loop"]) };
        }
        ("for", "decreases") => return refused(&["verify/decreases-loop"]),
        ("assert by prover", "ensures") => return refused(&["language/clause", "language/syntax"]),
        _ => {}
    }
    if kind.takes.contains(&word) {
        return Expected::Accepted;
    }
    // Some clauses are of the grammar of closures; the others are no syntax.
    if kind.name == "spec closure" {
        let is_of_grammar = ["requires", "ensures", "opens_invariants"].contains(&word);
        return refused(&[if is_of_grammar { "language/clause-on-spec-closure" } else { "language/syntax" }]);
    }
    let told = match word {
        "returns" => "language/returns-on-spec",
        "no_unwind" => "language/unwind",
        "default_ensures" => "language/default-ensures",
        _ => "language/clause",
    };
    match kind.refuses.contains(&word) {
        true => refused(&[told, "language/clause", "language/decreases-by"]),
        false => refused(&[
            "language/syntax",
            "language/clause",
            "language/clause-position",
            "language/unexpected-token",
            "unsupported/closure",
            "unsupported/opens-invariants",
            "unsupported/unwind",
            "rust/syntax",
        ]),
    }
}

/// Where a clause that is written as a call may stand.
const POSITIONS: &[(&str, &str)] = &[
    ("head of an exec fn", "fn f(n: u8) { @ }"),
    ("head of a proof fn", "proof fn f(n: u8) { @ }"),
    ("after a statement", "fn f(n: u8) { let x = 1u8; @ }"),
    ("in a block", "fn f(n: u8) { { @ } }"),
    ("in a branch", "fn f(n: u8) { if n < 5 { @ } }"),
    ("in an arm", "fn f(n: u8) { match n { _ => { @ } } }"),
    ("in a proof block", "fn f(n: u8) { proof { @ } }"),
    ("head of a loop", "fn f(n: u8) { loop decreases 0int { @ break; } }"),
    ("head of a while", "fn f(n: u8) { let mut i = 0u8; while i < 3 decreases 3 - i { @ i = i + 1; } }"),
    ("later in a loop", "fn f(n: u8) { loop decreases 0int { let x = 1u8; @ break; } }"),
    ("head of a closure", "fn f() { let c = |n: u8| { @ }; }"),
    ("later in a closure", "fn f() { let c = |n: u8| { let x = 1u8; @ }; }"),
    ("in assert by", "proof fn f(n: u8) { assert(true) by { @ } }"),
    ("in assert forall", "spec fn p(x: u8) -> bool { true } proof fn f(n: u8) { assert forall|x: u8| p(x) by { @ } }"),
    ("in a spec fn", "spec fn f(n: u8) -> u8 { let x = 1u8; @ x }"),
    ("in a ghost let", "fn f(n: u8) { let ghost x = { @ 1u8 }; }"),
    ("in a macro", "macro_rules! m { ($($t: tt)*) => { $($t)* } } fn f(n: u8) { let x = 1u8; m! { @ } }"),
];

/// The calls, with the positions where they say something.
const CALLS: &[(&str, &[&str])] = &[
    ("requires([n < 5]);", &["head of an exec fn", "head of a proof fn"]),
    ("ensures([true]);", &["head of an exec fn", "head of a proof fn"]),
    ("decreases(n);", &["head of an exec fn", "head of a proof fn"]),
    ("recommends([n < 5]);", &[]),
    ("default_ensures([true]);", &[]),
    ("invariant([true]);", &[]),
    ("invariant_except_break([true]);", &[]),
    ("returns(());", &["head of an exec fn", "head of a proof fn"]),
    ("no_method_body();", &[]),
    ("no_unwind();", &["head of an exec fn"]),
    ("decreases_when(true);", &[]),
    ("opens_invariants(n);", &[]),
];

/// Whether a rule about the calls has something to say; a clause of a loop at its head, and of a closure at its, are
/// accepted as well, beside those that the keywords made.
fn of_position(call: &str, takes: &[&str], position: &str) -> Option<Expected> {
    if takes.contains(&position) {
        return Some(Expected::Accepted);
    }
    let is_of_loop = ["invariant(", "invariant_except_break(", "ensures(", "decreases("];
    let is_of_closure = ["requires(", "ensures("];
    let begins = |list: &[&str]| list.iter().any(|word| call.starts_with(word));
    match position {
        "head of a loop" | "head of a while" if begins(&is_of_loop) => None,
        "head of a closure" if begins(&is_of_closure) => None,
        // What is stated there counts as what `implies` states.
        "in assert forall" if begins(&is_of_closure) => None,
        // Nothing that the body does not do.
        _ if call.starts_with("no_method_body")
            && position != "head of an exec fn"
            && position != "head of a proof fn" =>
        {
            None
        }
        _ => Some(refused(&[
            "language/clause-position",
            "language/clause",
            "language/no-body",
            "language/default-ensures",
            "language/unwind",
            "unsupported/builtin",
            "unsupported/unwind",
            "unsupported/opens-invariants",
            "language/opens-invariants",
            "unsupported/returns",
            "language/decreases-by",
            "language/pure",
            "language/mode",
            "unsupported/closure",
            "rust/*",
        ])),
    }
}

/// The whole table.
pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for kind in KINDS {
        for clause in CLAUSES {
            // A measure of nothing is harmless.
            if kind.name == "uninterp spec fn" && clause.starts_with("decreases") {
                continue;
            }
            let lemma = if clause.contains("lemma") { LEMMA } else { "" };
            let text = format!("{lemma}{}", kind.text.replace('@', &format!("\n{clause}\n")));
            let cell = Cell::new(format!("{} with `{clause}`", kind.name), text, of_kind(clause, kind));
            cells
                .push(Cell { is_early: !kind.refuses.contains(&clause.split(' ').next().unwrap_or_default()), ..cell });
        }
    }
    for (position, text) in POSITIONS {
        for (call, takes) in CALLS {
            let Some(expected) = of_position(call, takes, position) else { continue };
            cells.push(Cell::new(format!("`{call}` {position}"), text.replace('@', call), expected));
        }
    }
    cells
}
