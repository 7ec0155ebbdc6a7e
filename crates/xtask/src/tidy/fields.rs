//! Rule `private-field`: state that a whole crate works on is changed by methods that keep its order, which are beside it.

use super::source::Source;
use super::{Finding, crate_of};

/// Types that hold such state, by their crates, with the fields that are open all the same; the reason is at the field.
const PRIVATE: &[(&str, &str, &[&str])] = &[
    ("certus-frontend", "Loaded", &[]),
    ("certus-frontend", "Ahead", &[]),
    ("certus-frontend", "Crates", &[]),
    ("certus-frontend", "Numbering", &[]),
    ("certus-frontend", "Places", &[]),
    ("certus-frontend", "RewriteErrors", &[]),
    ("certus-frontend", "LeftToRustc", &[]),
    ("certus-frontend", "Written", &[]),
    ("certus-lower", "Fx", &["cx"]),
    ("certus-lower", "Scope", &[]),
    ("certus-lower", "Setting", &[]),
    ("certus-lower", "Emitted", &[]),
    ("certus-lower", "Variables", &[]),
    ("certus-lower", "Exits", &[]),
    ("certus-lower", "Triggers", &[]),
    ("certus-lower", "CrateUses", &[]),
    ("certus-lower", "DeferredItems", &[]),
    ("certus-lower", "Definitions", &[]),
    ("certus-lower", "Demand", &[]),
    ("certus-lower", "FunctionValues", &[]),
    ("certus-lower", "Globals", &[]),
    ("certus-lower", "LeftOut", &[]),
    ("certus-lower", "Output", &[]),
    ("certus-lower", "Specifications", &[]),
    ("certus-smt", "Encoder", &[]),
    ("certus-smt", "Vocabulary", &[]),
    ("certus-smt", "Theory", &[]),
    ("certus-smt", "Callees", &[]),
    ("certus-smt", "Broadcasts", &[]),
];

/// Fields of such a type, at most. More are several types.
const FIELDS: usize = 9;

/// A crate with fewer files is one of the tests of these rules, and need not have all the types.
const WHOLE_CRATE: usize = 10;

/// Rule `private-field`, for every type of the table: its fields are private and few, and it is still there.
pub(crate) fn check(sources: &[Source]) -> Vec<Finding> {
    PRIVATE.iter().flat_map(|(krate, name, open)| of_type(sources, krate, name, open)).collect()
}

fn of_type(sources: &[Source], krate: &str, name: &str, open: &[&str]) -> Vec<Finding> {
    let of_crate: Vec<&Source> = sources.iter().filter(|source| crate_of(&source.path) == krate).collect();
    let mut findings = Vec::new();
    let mut is_there = false;
    for source in &of_crate {
        for found in source.structs.iter().filter(|found| found.name == name) {
            is_there = true;
            if found.fields > FIELDS {
                let message = format!("`{name}` has {} fields, at most {FIELDS}: find the parts of it", found.fields);
                findings.push(Finding::new(&source.path, found.line, "private-field", message));
            }
            for (field, line) in found.open_fields.iter().filter(|(field, _)| !open.contains(&field.as_str())) {
                let message = format!("the field `{field}` of `{name}` is private: give a method that does the job");
                findings.push(Finding::new(&source.path, *line, "private-field", message));
            }
        }
    }
    if !is_there && of_crate.len() >= WHOLE_CRATE {
        let message = format!("there is no struct `{name}`: write its new name into the table of private fields");
        findings.push(Finding::new(&format!("crates/{krate}/Cargo.toml"), 1, "private-field", message));
    }
    findings
}
