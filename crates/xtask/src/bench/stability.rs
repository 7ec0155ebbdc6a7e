//! How much proofs depend on the order, the names and the seed that the solver sees: `certus stability` of the library and of
//! the examples.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Fault;

/// The name under which `--only` finds it. It is left out otherwise: it takes minutes.
pub(crate) const NAME: &str = "stability";

/// The page shows proofs with a higher cost than this, in units.
const DEAR: f64 = 20_000.0;

/// The maximal number of shown proofs.
const SHOWN: usize = 8;

/// A function in variants.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Proof {
    /// The path of the function.
    pub(crate) name: String,
    /// The standard deviation of its units, as a share of their mean.
    pub(crate) deviation: f64,
    /// The least, median and largest number of units.
    pub(crate) units: [f64; 3],
    /// Whether it is proved in all variants.
    pub(crate) is_stable: bool,
}

/// A program in variants.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// The name of the program.
    pub(crate) name: String,
    /// The number of variants.
    pub(crate) variants: u64,
    /// The number of functions with queries.
    pub(crate) functions: u64,
    /// The number of unstable functions.
    pub(crate) unstable: u64,
    /// The number of functions whose cost varies.
    pub(crate) vary: u64,
    /// Functions that are proved without a solver.
    pub(crate) without_solver: u64,
    /// The proofs.
    pub(crate) proofs: Vec<Proof>,
}

/// Measures the library and every example that verifies.
pub(crate) fn measure(binary: &Path, root: &Path) -> Result<Vec<Measured>, Fault> {
    let mut programs = vec![("vstd".to_owned(), root.join("vstd/lib.rs"), true)];
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root.join("examples"))? {
        let path = entry?.path();
        let is_program = path.extension().is_some_and(|extension| extension == "rs");
        // Those with a seeded bug say so.
        if is_program && !std::fs::read_to_string(&path)?.lines().any(|line| line == "//~ fails") {
            files.push(path);
        }
    }
    files.sort();
    let stem = |file: &Path| file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    programs.extend(files.into_iter().map(|file| (stem(&file), file, false)));
    programs.into_iter().map(|(name, file, is_library)| run(binary, name, &file, is_library)).collect()
}

fn run(binary: &Path, name: String, file: &Path, is_library: bool) -> Result<Measured, Fault> {
    eprintln!("stability of {name}");
    let mut command = Command::new(binary);
    command.arg("stability").arg(file).arg("--message-format=json");
    command.args(is_library.then_some("--is-vstd"));
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output()?;
    Ok(read(name, &String::from_utf8_lossy(&output.stdout))?)
}

/// What the command printed. A function that is not proved as it is has no variants, so that its program is not measured.
pub(crate) fn read(name: String, printed: &str) -> Result<Measured, String> {
    let wrong = |what: &str| format!("`{name}`: {what}");
    let mut proofs = Vec::new();
    for line in printed.lines() {
        let record: Value = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        let count = |field: &str| record[field].as_u64().ok_or_else(|| wrong(&format!("no `{field}` in {line}")));
        match record["$message_type"].as_str() {
            Some("stability") => proofs.push(proof(&record).ok_or_else(|| wrong(line))?),
            Some("stability-summary") if count("not_proved")? > 0 => return Err(wrong("not all of it is proved")),
            Some("stability-summary") => {
                let (variants, functions) = (count("variants")?, count("functions")?);
                let (unstable, vary, without_solver) = (count("unstable")?, count("vary")?, count("without_solver")?);
                return Ok(Measured { variants, functions, unstable, vary, without_solver, proofs, name });
            }
            // The library names what it cannot specify yet.
            Some("diagnostic") if record["level"] == "warning" => {}
            _ => return Err(wrong(line)),
        }
    }
    Err(wrong("no summary"))
}

fn proof(record: &Value) -> Option<Proof> {
    let units = &record["units"];
    Some(Proof {
        name: record["function"].as_str()?.to_owned(),
        deviation: record["deviation"].as_f64()?,
        units: [units["min"].as_f64()?, units["median"].as_f64()?, units["max"].as_f64()?],
        is_stable: record["is_stable"].as_bool()?,
    })
}

/// The page `docs/bench/stability.md`.
pub(crate) fn page(machine: &super::machine::Machine, all: &[Measured]) -> String {
    let modified = if machine.is_modified { ", with changes that are not committed" } else { "" };
    let variants = all.first().map_or(0, |one| one.variants);
    format!(
        "# Stability\n\n\
         Written by `cargo xtask bench --only {NAME}`; do not edit.\n\n\
         - Commit `{}`{modified}, {}.\n\
         - `certus stability FILE.rs`, the library with `--is-vstd`. What is counted does not depend on the machine, as long \
         as no check meets the wall-clock limit.\n\
         - Each function is asked in {variants} variants of its queries: a third in another order, a third with other names, \
         a third under another random seed of the solver, each at the budget of the proof. A function that is not proved in \
         all of them is unstable; one whose units have a standard deviation of more than 10% of their mean varies.\n\n\
         {}",
        machine.commit,
        machine.system,
        tables(all),
    )
}

/// A row a program, the sum, and the proofs that vary most.
pub(crate) fn tables(all: &[Measured]) -> String {
    let mut text =
        "|  | functions | unstable | vary | most | without solver |\n|---|---:|---:|---:|---:|---:|\n".to_owned();
    for one in all {
        let Measured { name, functions, unstable, vary, without_solver, proofs, .. } = one;
        let most = proofs.iter().map(|proof| proof.deviation).fold(0.0, f64::max);
        // Writing to a string does not fail.
        let _ =
            writeln!(text, "| `{name}` | {functions} | {unstable} | {vary} | {} | {without_solver} |", percent(most));
    }
    let sum = |of: fn(&Measured) -> u64| all.iter().map(of).sum::<u64>();
    let (functions, unstable, vary) = (sum(|one| one.functions), sum(|one| one.unstable), sum(|one| one.vary));
    let _ = write!(
        text,
        "\n{unstable} of {functions} functions are unstable (the goal is at most 0.5%), {vary} vary.\n\n\
         The proofs of more than 20,000 units that vary most, and those that are unstable:\n\n\
         | function | median | least | most | deviation |\n|---|---:|---:|---:|---:|\n"
    );
    let mut proofs: Vec<&Proof> = all.iter().flat_map(|one| &one.proofs).collect();
    proofs.sort_by(|a, b| b.deviation.total_cmp(&a.deviation).then_with(|| a.name.cmp(&b.name)));
    let (stable, unstable): (Vec<&Proof>, Vec<&Proof>) = proofs.into_iter().partition(|proof| proof.is_stable);
    for proof in unstable.into_iter().chain(stable.into_iter().filter(|proof| proof.units[1] > DEAR).take(SHOWN)) {
        let Proof { name, deviation, units: [least, median, most], is_stable } = proof;
        let note = if *is_stable { "" } else { ", unstable" };
        let _ = writeln!(text, "| `{name}` | {median} | {least} | {most} | {}{note} |", percent(*deviation));
    }
    text
}

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}
