//! Function of a trait against that of its impl.
//!
//! Who knows only the trait relies on what the trait says. So an impl has the modes of the declaration, asks for nothing
//! more, and adds no promise that the declaration has closed.

use super::cell::{Cell, Expected, refused};

const TOKEN: &str = "tracked struct Tok { x: u8 }\n";

/// A trait with one function and its impl; what stands before `;` or the body is the signature with its clauses.
fn pair(declared: &str, own: &str, body: &str) -> String {
    format!("{TOKEN}trait T {{ {declared}; }}\nstruct S {{ }}\nimpl T for S {{ {own} {{ {body} }} }}")
}

fn accepted_if(is_right: bool, codes: &[&'static str]) -> Expected {
    if is_right { Expected::Accepted } else { refused(codes) }
}

/// The whole table.
pub fn cells() -> Vec<Cell> {
    let mut cells = modes();
    cells.extend(parameters());
    cells.extend(receivers());
    cells.extend(results());
    cells.extend(declared_clauses());
    cells.extend(own_clauses());
    cells.extend(publication());
    cells.extend(marks());
    cells.extend(generics());
    cells.extend(external());
    cells
}

/// Mode of the function.
fn modes() -> Vec<Cell> {
    let words = ["spec", "proof", "exec", ""];
    let mode = |word: &'static str| if word.is_empty() { "exec" } else { word };
    let mut cells = Vec::new();
    for declared in words {
        for own in words {
            let text = pair(&format!("{declared} fn f(&self) -> bool"), &format!("{own} fn f(&self) -> bool"), "true");
            let expected = accepted_if(mode(declared) == mode(own), &["language/mode"]);
            cells.push(Cell::new(format!("mode `{declared}` by `{own}`"), text, expected));
        }
    }
    cells
}

/// A parameter: as written, its mode, its type.
type Parameter = (&'static str, &'static str, &'static str);

const OF_PROOF: &[Parameter] = &[
    ("x: Tok", "spec", "Tok"),
    ("tracked x: Tok", "proof", "Tok"),
    ("#[verifier::proof] x: Tok", "proof", "Tok"),
    ("#[verifier::spec] x: Tok", "spec", "Tok"),
    ("x: &Tok", "spec", "&Tok"),
    ("tracked x: &Tok", "proof", "&Tok"),
    ("tracked x: &mut Tok", "proof", "&mut Tok"),
    ("x: Ghost<Tok>", "spec", "Ghost<Tok>"),
    ("tracked x: Tracked<Tok>", "proof", "Tracked<Tok>"),
];

const OF_EXEC: &[Parameter] = &[
    ("x: u8", "exec", "u8"),
    ("x: &u8", "exec", "&u8"),
    ("x: &mut u8", "exec", "&mut u8"),
    ("x: Ghost<u8>", "exec", "Ghost<u8>"),
    ("Ghost(x): Ghost<u8>", "exec", "Ghost<u8>"),
    ("x: Tracked<Tok>", "exec", "Tracked<Tok>"),
    ("Tracked(x): Tracked<Tok>", "exec", "Tracked<Tok>"),
    ("Tracked(x): Tracked<&Tok>", "exec", "Tracked<&Tok>"),
    ("Tracked(x): Tracked<&mut Tok>", "exec", "Tracked<&mut Tok>"),
];

/// Mode and type of a parameter, the first and a later one.
fn parameters() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (mode, list) in [("proof", OF_PROOF), ("", OF_EXEC)] {
        for (declared, declared_mode, declared_ty) in list {
            for (own, own_mode, own_ty) in list {
                let expected = match (declared_ty == own_ty, declared_mode == own_mode) {
                    (true, is_same) => accepted_if(is_same, &["language/mode"]),
                    (false, _) => refused(&["language/mode", "rust/*"]),
                };
                let of = |param: &str| format!("{mode} fn f(&self, {param})");
                let name = format!("{mode} parameter `{declared}` by `{own}`");
                cells.push(Cell::new(&name, pair(&of(declared), &of(own), ""), expected.clone()));
                let of = |param: &str| format!("{mode} fn f(&self, y: u8, {param}, z: u8) -> u8");
                cells.push(Cell::new(format!("{name}, later"), pair(&of(declared), &of(own), "y"), expected));
            }
        }
    }
    cells
}

/// How `self` is taken.
fn receivers() -> Vec<Cell> {
    let of_proof: &[Parameter] = &[
        ("self", "spec", "self"),
        ("tracked self", "proof", "self"),
        ("&self", "spec", "&self"),
        ("tracked &self", "proof", "&self"),
        ("tracked &mut self", "proof", "&mut self"),
        ("", "none", "none"),
    ];
    let of_exec: &[Parameter] = &[
        ("self", "exec", "self"),
        ("&self", "exec", "&self"),
        ("&mut self", "exec", "&mut self"),
        ("", "none", "none"),
    ];
    let of_spec: &[Parameter] = &[("self", "spec", "self"), ("&self", "spec", "&self"), ("", "none", "none")];
    let mut cells = Vec::new();
    for (mode, list) in [("proof", of_proof), ("", of_exec), ("spec", of_spec)] {
        for (declared, declared_mode, declared_ty) in list {
            for (own, own_mode, own_ty) in list {
                let expected = match (declared_ty == own_ty, declared_mode == own_mode) {
                    (true, is_same) => accepted_if(is_same, &["language/mode"]),
                    (false, _) => refused(&["language/mode", "rust/*"]),
                };
                let text = format!(
                    "trait T: Sized {{ {mode} fn f({declared}) -> u8; }}\nstruct S {{ }}\nimpl T for S {{ {mode} fn \
                     f({own}) -> u8 {{ 1 }} }}"
                );
                cells.push(Cell::new(format!("{mode} receiver `{declared}` by `{own}`"), text, expected));
            }
        }
    }
    cells
}

/// Mode and type of the result.
fn results() -> Vec<Cell> {
    let of_proof: &[Parameter] = &[
        ("-> Tok", "spec", "Tok"),
        ("-> (r: Tok)", "spec", "Tok"),
        ("-> (tracked r: Tok)", "proof", "Tok"),
        ("-> tracked Tok", "proof", "Tok"),
        ("-> (r: Tracked<Tok>)", "spec", "Tracked<Tok>"),
    ];
    let of_exec: &[Parameter] = &[
        ("-> Tracked<Tok>", "exec", "Tracked<Tok>"),
        ("-> (r: Tracked<Tok>)", "exec", "Tracked<Tok>"),
        ("-> Ghost<Tok>", "exec", "Ghost<Tok>"),
    ];
    let mut cells = Vec::new();
    for (mode, list) in [("proof", of_proof), ("", of_exec)] {
        for (declared, declared_mode, declared_ty) in list {
            for (own, own_mode, own_ty) in list {
                let expected = match (declared_ty == own_ty, declared_mode == own_mode) {
                    (true, is_same) => accepted_if(is_same, &["language/mode"]),
                    (false, _) => refused(&["language/mode", "rust/*"]),
                };
                let of = |ret: &str| match mode {
                    "proof" => format!("proof fn f(&self, tracked x: Tok) {ret}"),
                    _ => format!("fn f(&self, Tracked(x): Tracked<Tok>) {ret}"),
                };
                let body = match *own_ty {
                    "Tok" => "x",
                    "Tracked<Tok>" => "Tracked(x)",
                    _ => "Ghost(x)",
                };
                let name = format!("{mode} result `{declared}` by `{own}`");
                cells.push(Cell::new(name, pair(&of(declared), &of(own), body), expected));
            }
        }
    }
    cells
}

/// The clauses of functions.
const CLAUSES: &[&str] = &[
    "requires true",
    "ensures true",
    "returns 1u8",
    "recommends true",
    "decreases 0int",
    "opens_invariants none",
    "opens_invariants any",
    "no_unwind",
    "default_ensures true",
];

/// What a clause says of a function of a mode wherever it stands; `None` where it is one of such functions.
fn of_mode(clause: &str, mode: &str) -> Option<Expected> {
    let word = clause.split(' ').next().unwrap_or_default();
    match (word, mode) {
        ("requires" | "ensures", "spec") => Some(refused(&["language/clause"])),
        ("returns", "spec") => Some(refused(&["language/returns-on-spec"])),
        ("recommends", "proof" | "exec") => Some(refused(&["language/clause"])),
        ("opens_invariants", "spec") => Some(refused(&["language/clause", "unsupported/opens-invariants"])),
        ("no_unwind", "spec" | "proof") => Some(refused(&["language/unwind"])),
        ("default_ensures", "spec") => Some(refused(&["language/clause", "language/default-ensures"])),
        _ => None,
    }
}

/// Clauses of the declaration, without a body and with one.
fn declared_clauses() -> Vec<Cell> {
    let mut cells = Vec::new();
    for mode in ["spec", "proof", "exec"] {
        for clause in CLAUSES {
            for has_body in [false, true] {
                let expected = of_mode(clause, mode).unwrap_or(match (*clause, has_body) {
                    ("default_ensures true", false) => refused(&["language/default-ensures"]),
                    // Recursion of default bodies is not supported.
                    ("decreases 0int", true) => refused(&["language/clause"]),
                    _ => Expected::Accepted,
                });
                let end = if has_body { "{ 1 }" } else { ";" };
                let text = format!("trait T {{ {mode} fn f(&self) -> (r: u8) {clause} {end} }}");
                let name = format!("{mode} declaration, body {has_body}, with `{clause}`");
                cells.push(Cell::new(name, text, expected));
            }
        }
    }
    cells
}

/// Clauses of the impl's function.
fn own_clauses() -> Vec<Cell> {
    let mut cells = Vec::new();
    for mode in ["spec", "proof", "exec"] {
        for clause in CLAUSES {
            let expected = match *clause {
                "requires true" => refused(&["language/trait-requires", "language/clause"]),
                "recommends true" if mode == "spec" => refused(&["language/trait-requires"]),
                "opens_invariants none" | "opens_invariants any" => refused(&["language/clause"]),
                "no_unwind" => refused(&["language/clause", "language/unwind"]),
                "default_ensures true" => refused(&["language/default-ensures"]),
                _ => of_mode(clause, mode).unwrap_or(Expected::Accepted),
            };
            for declared in ["", "requires true", "ensures true"] {
                if mode == "spec" && !declared.is_empty() {
                    continue;
                }
                let text = pair(
                    &format!("{mode} fn f(&self) -> (r: u8) {declared}"),
                    &format!("{mode} fn f(&self) -> (r: u8) {clause}"),
                    "1",
                );
                let name = format!("{mode} impl of `{declared}` with `{clause}`");
                cells.push(Cell::new(name, text, expected.clone()));
            }
        }
    }
    cells
}

/// `open` and its kin, in private traits and in public ones.
fn publication() -> Vec<Cell> {
    let mut cells = Vec::new();
    for is_public in [false, true] {
        let vis = if is_public { "pub" } else { "" };
        for word in ["", "open", "closed", "uninterp"] {
            let text = format!("{vis} trait T {{ {word} spec fn f(&self) -> bool; }}");
            let is_right = !matches!(word, "open" | "closed");
            let expected = accepted_if(is_right, &["language/publish-without-body", "language/publish"]);
            cells.push(Cell::new(format!("{vis} declaration `{word}`"), text, expected));
            let expected = match word {
                "" => accepted_if(!is_public, &["language/publish"]),
                "open" => accepted_if(is_public, &["language/publish"]),
                "uninterp" => refused(&["language/uninterp-with-body"]),
                _ => Expected::Accepted,
            };
            let text = format!("{vis} trait T {{ {word} spec fn f(&self) -> bool {{ true }} }}");
            cells.push(Cell::new(format!("{vis} default `{word}`"), text, expected.clone()));
            let text = format!(
                "{vis} trait T {{ spec fn f(&self) -> bool; }}\n{vis} struct S {{ }}\nimpl T for S {{ {word} spec fn \
                 f(&self) -> bool {{ true }} }}"
            );
            cells.push(Cell::new(format!("{vis} impl `{word}`"), text, expected));
            for mode in ["proof", "exec"].into_iter().filter(|_| !word.is_empty()) {
                let text = format!(
                    "{vis} trait T {{ {mode} fn f(&self) -> bool; }}\n{vis} struct S {{ }}\nimpl T for S {{ {word} \
                     {mode} fn f(&self) -> bool {{ true }} }}"
                );
                let codes = ["language/publish", "language/publish-not-spec", "language/syntax"];
                cells.push(Cell::new(format!("{vis} {mode} impl `{word}`"), text, refused(&codes)));
            }
        }
        let text = format!(
            "{vis} trait T {{ spec fn f(&self) -> bool; }}\n{vis} struct S {{ }}\nimpl T for S {{ uninterp spec fn \
             f(&self) -> bool; }}"
        );
        // Nothing is known of it then, which is as good as a definition that is hidden.
        cells.push(Cell::new(format!("{vis} impl `uninterp` without a body"), text, Expected::Accepted));
        let text = format!(
            "{vis} trait T {{ uninterp spec fn f(&self) -> bool; }}\n{vis} struct S {{ }}\nimpl T for S {{ closed \
             spec fn f(&self) -> bool {{ true }} }}"
        );
        cells.push(Cell::new(format!("{vis} impl of an `uninterp` one"), text, refused(&["language/publish"])));
    }
    cells
}

/// Attributes of the two functions that must agree, and keywords of the kind.
fn marks() -> Vec<Cell> {
    let mut cells = Vec::new();
    let prophetic = "#[verifier::prophetic]";
    for (declared, own) in [("", ""), ("", prophetic), (prophetic, ""), (prophetic, prophetic)] {
        let text =
            pair(&format!("{declared} spec fn f(&self) -> bool"), &format!("{own} spec fn f(&self) -> bool"), "true");
        let is_right = own.is_empty() || !declared.is_empty();
        let expected = accepted_if(is_right, &["language/prophetic"]);
        cells.push(Cell::new(format!("prophetic `{declared}` by `{own}`"), text, expected));
    }
    let fixed = "#[verifier::impls_cannot_extend_spec]";
    for clause in ["", "ensures true", "ensures r == 1", "returns 1u8", "decreases 0int"] {
        let text = pair(&format!("{fixed} fn f(&self) -> (r: u8)"), &format!("fn f(&self) -> (r: u8) {clause}"), "1");
        let is_right = !clause.contains("ensures") && !clause.contains("returns");
        let expected = accepted_if(is_right, &["language/clause"]);
        cells.push(Cell::new(format!("fixed, with `{clause}`"), text, expected));
    }
    for (own, codes) in [
        ("#[verifier::external]", "language/external"),
        ("#[verifier::impls_cannot_extend_spec]", "language/attribute"),
        ("#[verifier::allow_in_spec]", "language/allow-in-spec"),
        ("#[verifier::when_used_as_spec(g)]", "language/when-used-as-spec"),
    ] {
        let text = pair("fn f(&self) -> u8", &format!("{own} fn f(&self) -> u8"), "1");
        cells.push(Cell::new(format!("impl with {own}"), text, refused(&[codes])));
    }
    let words = [("async", "unsupported/async"), ("unsafe", "rust/*"), ("const", "rust/*")];
    for (word, code) in words {
        let text = pair("fn f(&self) -> u8", &format!("{word} fn f(&self) -> u8"), "1");
        cells.push(Cell::new(format!("impl with `{word}`"), text, refused(&[code, "rust/*"])));
        let text = pair(&format!("{word} fn f(&self) -> u8"), "fn f(&self) -> u8", "1");
        cells.push(Cell::new(format!("declaration with `{word}`"), text, refused(&[code, "rust/*"])));
    }
    for mode in ["spec", "", "exec"] {
        let text = format!("trait T {{ broadcast {mode} fn f(&self) -> bool; }}");
        let codes = ["language/broadcast", "language/syntax"];
        cells.push(Cell::new(format!("broadcast {mode} declaration"), text, refused(&codes)));
    }
    cells
}

/// Type parameters and bounds; rustc compares them.
fn generics() -> Vec<Cell> {
    let shapes = ["", "<A>", "<A: Copy>", "<A: Copy + View>", "<A, B>", "<const N: usize>"];
    let mut cells = Vec::new();
    for mode in ["spec", "proof", "exec"] {
        for declared in shapes {
            for own in shapes {
                let of = |shape: &str| format!("{mode} fn f{shape}(&self) -> bool");
                // An impl may ask for less.
                let is_weaker =
                    matches!((declared, own), ("<A: Copy>", "<A>") | ("<A: Copy + View>", "<A>" | "<A: Copy>"));
                let expected = accepted_if(declared == own || is_weaker, &["rust/*"]);
                let name = format!("{mode} generics `{declared}` by `{own}`");
                cells.push(Cell::new(name, pair(&of(declared), &of(own), "true"), expected));
            }
        }
    }
    cells
}

/// A trait that verified code does not know has exec functions with exec parameters only.
fn external() -> Vec<Cell> {
    let mut cells = Vec::new();
    for mode in ["spec", "proof", "exec", ""] {
        for params in ["&self", "&self, x: u8"] {
            let text = format!(
                "#[verifier::external] trait T {{ fn f({params}) -> u8; }}\nstruct S {{ }}\nimpl T for S {{ {mode} fn \
                 f({params}) -> u8 {{ 1 }} }}"
            );
            let expected = accepted_if(matches!(mode, "exec" | ""), &["language/external-trait"]);
            cells.push(Cell::new(format!("external trait by `{mode}` ({params})"), text, expected));
        }
        let text = format!("struct S {{ }}\nimpl Clone for S {{ {mode} fn clone(&self) -> (r: S) {{ S {{ }} }} }}");
        let codes = ["language/external-trait", "language/mode"];
        let expected = accepted_if(matches!(mode, "exec" | ""), &codes);
        cells.push(Cell::new(format!("trait of the standard library by `{mode}`"), text, expected));
    }
    for param in ["#[verifier::spec] x: u8", "#[verifier::proof] x: u8", "tracked x: u8"] {
        let text = format!(
            "#[verifier::external] trait T {{ fn f(&self, x: u8); }}\nstruct S {{ }}\nimpl T for S {{ fn f(&self, \
             {param}) {{ }} }}"
        );
        let codes = ["language/external-trait", "language/mode", "language/ghost-parameter"];
        cells.push(Cell::new(format!("external trait with `{param}`"), text, refused(&codes)));
    }
    cells
}
