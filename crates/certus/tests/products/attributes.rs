//! Attribute against what it stands on: one that means nothing there is refused.

use super::cell::{Cell, Expected, refused};
use super::places::Subject::{self, *};
use super::places::{ITEMS, Place, STATEMENTS};

/// An attribute of the language: its name after `verifier::`, arguments that it may have, and what it is about.
struct Attribute {
    name: &'static str,
    args: &'static str,
    on: &'static [Subject],
}

const fn about(name: &'static str, on: &'static [Subject]) -> Attribute {
    Attribute { name, args: "", on }
}

const fn with(name: &'static str, args: &'static str, on: &'static [Subject]) -> Attribute {
    Attribute { name, args, on }
}

const FUNCTIONS: &[Subject] = &[SpecFn, ProofFn, ExecFn];
const TYPES: &[Subject] = &[Struct, Enum];
const MODES: &[Subject] =
    &[SpecFn, ProofFn, ExecFn, Assumed, Struct, Enum, Field, Parameter, Const, Static, Let, GhostLet];
/// What the functions below inherit.
const EXEC_AND_AROUND: &[Subject] = &[ExecFn, Trait, Impl, Module];
const EXEC_AND_LOOPS: &[Subject] = &[ExecFn, Trait, Impl, Module, Loop];
/// What verified code may be told not to look at.
const ALL_ITEMS: &[Subject] =
    &[SpecFn, ProofFn, ExecFn, Struct, Enum, Trait, Impl, Module, Const, Static, Group, Uses, Layout, Item, Assumed];

/// The attributes that are supported.
const ATTRIBUTES: &[Attribute] = &[
    with("accept_recursive_types", "(A)", TYPES),
    with("reject_recursive_types", "(A)", TYPES),
    with("reject_recursive_types_in_ground_variants", "(A)", TYPES),
    with("allow", "(dead_reveal)", ALL_ITEMS),
    about("allow_complex_invariants", EXEC_AND_LOOPS),
    about("allow_in_spec", &[ExecFn, Assumed]),
    about("assume_termination", &[ExecFn, Loop]),
    with("auto_ext_equal", "(assert)", &[SpecFn, ProofFn, ExecFn, Trait, Impl, Module]),
    about("bit_vector", &[ProofFn]),
    about("broadcast_forall", &[ProofFn]),
    about("broadcast_use_by_default_when_this_crate_is_imported", &[Group]),
    with("custom_err", "(\"text\")", &[Assertion, AssertForall, Clause]),
    about("decreases_by", &[ProofFn]),
    about("epr_mode", &[Module]),
    about("exec", MODES),
    about("exec_allows_no_decreases_clause", EXEC_AND_AROUND),
    about("ext_equal", TYPES),
    about("external", ALL_ITEMS),
    about("external_body", &[SpecFn, ProofFn, ExecFn, Struct, Enum, Const]),
    about("external_derive", TYPES),
    about("external_fn_specification", &[ExecFn, Assumed]),
    with("external_trait_extension", "(TSpec via TSpecImpl)", &[Trait]),
    about("external_trait_specification", &[Trait]),
    about("external_type_specification", &[Struct]),
    about("impls_cannot_extend_spec", &[ExecFn]),
    about("inline", &[SpecFn]),
    about("integer_ring", &[ProofFn]),
    with("loop_isolation", "(false)", &[ExecFn, Trait, Impl, Module, Loop]),
    about("memoize", &[SpecFn]),
    about("nonlinear", &[ProofFn, ExecFn]),
    about("opaque", &[SpecFn]),
    about("opaque_outside_module", &[SpecFn]),
    about("proof", MODES),
    with("proof_note", "(\"text\")", &[Assertion, AssertForall, Clause]),
    about("prophetic", &[SpecFn, GhostLet]),
    about("recommends_by", &[ProofFn]),
    with("rlimit", "(20)", FUNCTIONS),
    about("spec", MODES),
    about("spinoff_prover", &[SpecFn, ProofFn, ExecFn, Const, Static, Assertion]),
    about("truncate", &[Cast]),
    about("verify", ALL_ITEMS),
    about("type_invariant", &[SpecFn]),
    about("atomic", &[ExecFn, Assumed]),
    with("when_used_as_spec", "(twin)", &[ExecFn, Assumed, Const]),
];

/// Attributes of the reference that are not supported anywhere, and words that are no attributes at all.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("all_triggers", ""),
    ("assume", "(externals_available_without_declaration)"),
    ("auto_trigger", ""),
    ("invariant_block", ""),
    ("proof_block", ""),
    ("publish", ""),
    ("sealed", ""),
    ("size_of", ""),
    ("trigger", ""),
    ("uninterp", ""),
    ("internal_trait", ""),
    ("no_such_thing", ""),
    ("custom_req_err", "(\"text\")"),
    ("hide_from_docs", ""),
    ("spinoff_loop", ""),
];

/// The codes of an attribute that is nowhere right.
const NOWHERE: &[&str] = &[
    "unsupported/attribute",
    "language/unknown-attribute",
    "language/misplaced-attribute",
    "language/type-invariant",
    "language/mode",
];

/// Where a word after `verifier` stands that is not looked at when the program is rewritten.
const MISPLACED: &[&str] = &["language/misplaced-attribute", "language/mode"];

/// What the rule says; `None` where what it says depends on more than a table of places has.
fn rule(attribute: &Attribute, place: &Place) -> Option<Expected> {
    if !attribute.on.contains(&place.subject) {
        return Some(match (attribute.name, place.subject) {
            // Rules of their own, which say more.
            ("inline", ProofFn | ExecFn) => refused(&["language/inline"]),
            ("epr_mode", SpecFn | ProofFn | ExecFn) => refused(&["language/epr-mode"]),
            ("decreases_by" | "recommends_by", SpecFn | ExecFn) => refused(&["language/decreases-by"]),
            ("broadcast_forall", SpecFn | ExecFn) => refused(&["language/broadcast"]),
            ("impls_cannot_extend_spec", SpecFn | ProofFn) => refused(&["language/attribute"]),
            ("when_used_as_spec", SpecFn | ProofFn) => refused(&["language/when-used-as-spec"]),
            ("external_fn_specification", SpecFn | ProofFn) => refused(&["language/external-spec"]),
            ("type_invariant", ProofFn | ExecFn) => refused(&["language/type-invariant"]),
            ("atomic", SpecFn | ProofFn) => refused(&["language/atomicity"]),
            _ => refused(MISPLACED),
        });
    }
    Some(match (attribute.name, place.subject) {
        // A mode says what the place says already, or something else.
        ("spec" | "proof" | "exec", _) => return None,
        // An impl without a verified function, or the reverse, is another table's.
        ("external" | "external_body" | "verify", _) => return None,
        ("external_fn_specification" | "external_trait_extension", _) => return None,
        ("external_trait_specification" | "external_type_specification", _) => return None,
        // Promises about a parameter that there is.
        ("accept_recursive_types" | "reject_recursive_types" | "reject_recursive_types_in_ground_variants", _)
            if place.kind != "generic" =>
        {
            refused(&["language/recursive-types"])
        }
        // The only variant needs a value of the parameter.
        ("accept_recursive_types", Struct) => refused(&["language/ground-variant"]),
        ("allow_in_spec", _) => refused(&["language/allow-in-spec"]),
        // It is about a type of the place in a method only.
        ("type_invariant", _) if place.name == "spec method" => Expected::Accepted,
        ("type_invariant", _) => refused(&["language/type-invariant"]),
        ("atomic", ExecFn) if matches!(place.kind, "decl" | "default" | "impl") => refused(&["language/atomicity"]),
        ("when_used_as_spec", _) => refused(&["language/when-used-as-spec"]),
        ("decreases_by" | "recommends_by", _) => refused(&["language/decreases-by"]),
        ("impls_cannot_extend_spec", _) if !matches!(place.kind, "decl" | "default") => {
            refused(&["language/attribute"])
        }
        ("exec_allows_no_decreases_clause", ExecFn) if place.kind == "decl" => refused(&["language/attribute"]),
        ("opaque", _) if matches!(place.kind, "decl" | "uninterp") => refused(&["language/opaque"]),
        ("opaque_outside_module" | "memoize" | "inline", _) if matches!(place.kind, "decl" | "uninterp") => {
            return None;
        }
        ("inline", _) if matches!(place.kind, "closed") => refused(&["language/inline"]),
        ("inline", _) if matches!(place.kind, "default" | "impl") => return None,
        ("broadcast_forall" | "bit_vector" | "integer_ring", _) => return None,
        // No loop here says that it is not isolated.
        ("allow_complex_invariants", Loop) => refused(&["language/complex-invariant"]),
        ("assume_termination", Loop) => refused(&["unsupported/attribute"]),
        ("prophetic", SpecFn) if place.kind == "impl" => refused(&["language/prophetic"]),
        ("prophetic", GhostLet) => return None,
        _ => Expected::Accepted,
    })
}

/// Every attribute on every item and its parts, on every statement and every expression, in one of the two spellings.
pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (row, place) in ITEMS.iter().chain(STATEMENTS).enumerate() {
        let is_early = is_early(place.subject);
        for (column, attribute) in ATTRIBUTES.iter().enumerate() {
            let Some(expected) = rule(attribute, place) else { continue };
            let (spelling, text) = spelling(attribute.name, attribute.args, (row + column) % 2 == 0);
            let name = format!("{spelling}{} on {}", attribute.name, place.name);
            let cell = Cell::new(name, place.text.replace('@', &text), expected);
            cells.push(Cell { is_early, ..cell });
        }
        if place.kind.is_empty() {
            for (attribute, args) in UNSUPPORTED {
                let (spelling, text) = spelling(attribute, args, row % 2 == 0);
                let name = format!("{spelling}{attribute} on {}", place.name);
                let cell = Cell::new(name, place.text.replace('@', &text), refused(NOWHERE));
                cells.push(Cell { is_early, ..cell });
            }
        }
    }
    cells
}

/// Whether attributes on it are looked at before types are known.
fn is_early(subject: Subject) -> bool {
    let of_items =
        [SpecFn, ProofFn, ExecFn, Struct, Enum, Field, Trait, Impl, Module, Const, Static, Group, Uses, Layout];
    !of_items.contains(&subject) && subject != Assumed
}

/// An attribute as a path, or in the older form.
fn spelling(name: &str, args: &str, is_path: bool) -> (&'static str, String) {
    match is_path {
        true => ("verifier::", format!("#[verifier::{name}{args}]")),
        false => ("verifier()", format!("#[verifier({name}{args})]")),
    }
}
