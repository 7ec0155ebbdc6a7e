//! Which crate may depend on which: the arrows of the architecture.

use toml::{Table, Value};

use super::{File, Finding, crate_of};

/// Each crate of the workspace and those of ours that it may depend on. A new crate gets a row here, and its arrows
/// may not turn back. Development dependencies are free: a test of one stage may need a later one.
const ARROWS: &[(&str, &[&str])] = &[
    ("certus", &["*"]),
    ("certus-audit", &["certus-diagnostics", "certus-gate", "certus-tree"]),
    ("certus-cache", &["certus-solve"]),
    ("certus-cargo", &["certus-codes", "certus-vendor", "certus-watch"]),
    ("certus-codes", &[]),
    ("certus-diagnostics", &["certus-codes"]),
    (
        "certus-driver",
        &[
            "certus-audit",
            "certus-cache",
            "certus-cargo",
            "certus-diagnostics",
            "certus-explain",
            "certus-frontend",
            "certus-gate",
            "certus-incremental",
            "certus-lower",
            "certus-provers",
            "certus-rewrite",
            "certus-session",
            "certus-smt",
            "certus-solve",
            "certus-tree",
            "certus-vc",
            "certus-vir",
        ],
    ),
    ("certus-exec-spec", &["certus-codes", "certus-visit"]),
    (
        "certus-explain",
        &[
            "certus-diagnostics",
            "certus-lower",
            "certus-provers",
            "certus-session",
            "certus-smt",
            "certus-solve",
            "certus-vc",
            "certus-vir",
        ],
    ),
    ("certus-frontend", &["certus-diagnostics", "certus-rewrite", "certus-tree"]),
    ("certus-gate", &[]),
    (
        "certus-incremental",
        &[
            "certus-cache",
            "certus-diagnostics",
            "certus-frontend",
            "certus-gate",
            "certus-lower",
            "certus-rewrite",
            "certus-session",
            "certus-solve",
            "certus-tree",
            "certus-vir",
        ],
    ),
    ("certus-lower", &["certus-diagnostics", "certus-tree", "certus-vir"]),
    ("certus-known", &[]),
    ("certus-lsp", &["certus-known"]),
    ("certus-macros", &["certus-rewrite"]),
    ("certus-picture", &["certus-sync"]),
    ("certus-provers", &["certus-diagnostics", "certus-vir"]),
    ("certus-rewrite", &["certus-codes", "certus-exec-spec", "certus-known", "certus-sync", "certus-visit"]),
    (
        "certus-session",
        &["certus-cache", "certus-diagnostics", "certus-smt", "certus-solve", "certus-vc", "certus-vir"],
    ),
    ("certus-smt", &["certus-diagnostics", "certus-vir", "certus-vc"]),
    ("certus-solve", &[]),
    ("certus-sync", &["certus-codes", "certus-visit"]),
    ("certus-tour", &[]),
    ("certus-tree", &["certus-diagnostics", "certus-known"]),
    ("certus-vc", &["certus-diagnostics", "certus-vir"]),
    ("certus-vendor", &[]),
    ("certus-vir", &["certus-diagnostics", "certus-known"]),
    ("certus-visit", &[]),
    ("certus-watch", &[]),
    ("xtask", &["certus-cargo"]),
];

/// Rules `arrow` and `rust-analyzer` over the manifests below `crates/`.
pub(crate) fn check(files: &[File]) -> Vec<Finding> {
    let manifests = || files.iter().filter(|file| is_manifest(&file.path));
    let ours: Vec<&str> = manifests().map(|file| crate_of(&file.path)).collect();
    manifests().flat_map(|file| check_one(file, &ours)).collect()
}

/// Manifests below `crates/`; the root's names versions, not arrows.
fn is_manifest(path: &str) -> bool {
    matches!(path.split('/').collect::<Vec<_>>().as_slice(), ["crates", _, "Cargo.toml"])
}

/// The findings in one manifest; `ours` are the crates of the workspace.
fn check_one(file: &File, ours: &[&str]) -> Vec<Finding> {
    let name = crate_of(&file.path);
    let table: Table = match file.text.parse() {
        Ok(table) => table,
        Err(error) => return vec![Finding::new(&file.path, 1, "syntax", error.to_string())],
    };
    let row = ARROWS.iter().find(|(from, _)| *from == name);
    let Some((_, allowed)) = row else {
        let message = format!("`{name}` has no row in the table of arrows between crates");
        return vec![Finding::new(&file.path, 1, "arrow", message)];
    };
    let mut findings = Vec::new();
    for dependency in dependencies(&table) {
        let line = line_of(&file.text, &dependency);
        let is_allowed = allowed.contains(&"*") || allowed.contains(&dependency.as_str());
        if ours.contains(&dependency.as_str()) && !is_allowed {
            let message = format!("`{name}` may not depend on `{dependency}`");
            findings.push(Finding::new(&file.path, line, "arrow", message));
        }
        if dependency.replace('-', "_").starts_with("ra_ap_") && name != "certus-frontend" {
            let message = format!("only certus-frontend may depend on `{dependency}`");
            findings.push(Finding::new(&file.path, line, "rust-analyzer", message));
        }
    }
    findings
}

/// The packages that the crate and its build script depend on, for every target.
fn dependencies(table: &Table) -> Vec<String> {
    let targets = table.get("target").and_then(Value::as_table).into_iter().flatten();
    let tables = std::iter::once(table).chain(targets.filter_map(|(_, value)| value.as_table()));
    let mut names = Vec::new();
    for table in tables {
        for section in ["dependencies", "build-dependencies"] {
            let entries = table.get(section).and_then(Value::as_table).into_iter().flatten();
            names.extend(entries.map(|(key, value)| package_name(key, value)));
        }
    }
    names
}

/// The package behind a dependency's name, which `package = ".."` may hide.
fn package_name(key: &str, value: &Value) -> String {
    value.get("package").and_then(Value::as_str).unwrap_or(key).to_owned()
}

/// The first line that names the dependency, to point at.
fn line_of(text: &str, dependency: &str) -> usize {
    text.lines().position(|line| line.contains(dependency) && !line.starts_with("name")).map_or(1, |index| index + 1)
}
