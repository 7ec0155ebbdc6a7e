//! The programs to check: the library, the examples, and the verified systems.

use std::path::{Path, PathBuf};

use certus_cargo::{Cargo, Plan, Platform, Selected, Selection};

use super::Fault;

/// The packages of verified systems.
const SYSTEMS: [&str; 6] = ["power", "plog", "pmcopy", "journal", "capybarakv", "capybaravalues"];

/// A program.
pub(crate) struct Program {
    /// The name of the program.
    pub(crate) name: String,
    /// Its root file.
    pub(crate) root: PathBuf,
    /// The arguments of the command for it.
    pub(crate) arguments: Vec<String>,
}

/// The command, as it was built for a release, or what `CERTUS_BIN` names.
pub(crate) fn certus(root: &Path) -> PathBuf {
    std::env::var_os("CERTUS_BIN").map_or_else(|| root.join("target/release/certus"), PathBuf::from)
}

/// All selected programs. Generated files are below `scratch`.
pub(crate) fn all(root: &Path, scratch: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Result<Vec<Program>, Fault> {
    let library =
        Program { name: "vstd".to_owned(), root: "vstd/lib.rs".into(), arguments: vec!["--is-vstd".to_owned()] };
    let mut all = vec![library];
    all.extend(examples(root)?);
    all.retain(|program| is_wanted(&program.name));
    if SYSTEMS.iter().any(|name| is_wanted(name)) {
        all.extend(systems(root, scratch)?.into_iter().filter(|program| is_wanted(&program.name)));
    }
    if all.is_empty() { Err("no program has this name".into()) } else { Ok(all) }
}

/// The examples, without those with a seeded bug, which say so.
fn examples(root: &Path) -> Result<Vec<Program>, Fault> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root.join("examples"))? {
        let path = entry?.path();
        let is_program = path.extension().is_some_and(|extension| extension == "rs");
        if is_program && !std::fs::read_to_string(&path)?.lines().any(|line| line == "//~ fails") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let file = path.strip_prefix(root)?.to_path_buf();
            found.push(Program { name, root: file, arguments: Vec::new() });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// The systems, as cargo knows them.
fn systems(root: &Path, scratch: &Path) -> Result<Vec<Program>, Fault> {
    let named = SYSTEMS.map(str::to_owned).to_vec();
    let selection = Selection {
        packages: Selected { named, ..Selected::default() },
        manifest_path: Some(root.join("Cargo.toml")),
        ..Selection::default()
    };
    let cargo = Cargo::find();
    let platform = Platform::ask(&cargo, &selection)?;
    let plan = Plan::make(&cargo, &selection, &platform, &mut |_| {})?;
    let mut found = Vec::new();
    for unit in plan.units.iter().filter(|unit| unit.is_selected) {
        let crates = scratch.join(format!("{}.json", unit.package));
        std::fs::write(&crates, unit.crates_file(&plan))?;
        let mut arguments = unit.arguments(&plan);
        arguments.extend(["--crates".to_owned(), crates.to_string_lossy().into_owned()]);
        found.push(Program { name: unit.package.clone(), root: unit.source.root.clone(), arguments });
    }
    Ok(found)
}
