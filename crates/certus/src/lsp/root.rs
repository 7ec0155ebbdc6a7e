//! Finds the crate of a file.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use certus_cargo::{Cargo, Plan, Platform, Selection};
use certus_lsp::Settings;

/// A folder with more files than this is not searched.
const MOST_FILES: usize = 300;

/// How many parent folders are searched for a root file.
const MOST_FOLDERS: usize = 8;

/// A crate to verify.
pub(super) struct Root {
    /// Its root file.
    pub(super) file: PathBuf,
    /// The files of its modules, as far as they are known.
    pub(super) files: Vec<PathBuf>,
    /// The arguments of the verifier for this crate, except for those about other crates.
    arguments: Vec<String>,
    /// The working directory of the verifier.
    pub(super) directory: PathBuf,
    /// The description of the other crates, and the temporary directory that contains it.
    crates: Option<(String, tempfile::TempDir)>,
}

impl Root {
    /// Whether the verifier gets the same arguments for both.
    pub(super) fn is_same(&self, other: &Root) -> bool {
        let crates = |root: &Root| root.crates.as_ref().map(|(text, _)| text.clone());
        let own = |root: &Root| (root.file.clone(), root.arguments.clone(), root.directory.clone(), crates(root));
        own(self) == own(other)
    }

    /// The arguments of the verifier.
    pub(super) fn arguments(&self) -> Vec<std::ffi::OsString> {
        let mut all: Vec<std::ffi::OsString> = self.arguments.iter().map(Into::into).collect();
        if let Some((_, folder)) = &self.crates {
            all.extend(["--crates".into(), folder.path().join(CRATES).into()]);
        }
        all
    }
}

/// The name of the file that describes the other crates.
const CRATES: &str = "crates.json";

/// The root files of crates without a package, by the files that belong to them.
#[derive(Default)]
pub(super) struct Roots {
    known: Mutex<HashMap<PathBuf, PathBuf>>,
}

impl Roots {
    /// A key for all crates of a package, or for a crate without a package.
    pub(super) fn key(&self, file: &Path, settings: &Settings) -> PathBuf {
        match &settings.root {
            Some(root) => absolute(file, root),
            None => manifest(file).unwrap_or_else(|| self.lone(file)),
        }
    }

    /// The crate of a file.
    pub(super) fn find(&self, file: &Path, settings: &Settings) -> Result<Arc<Root>, String> {
        if let Some(root) = &settings.root {
            return Ok(Arc::new(bare(file, absolute(file, root))));
        }
        if let Some(manifest) = manifest(file)
            && let Some(root) = of_package(file, &manifest)?
        {
            return Ok(Arc::new(root));
        }
        Ok(Arc::new(bare(file, self.lone(file))))
    }

    /// The root file of a crate without a package. The result is cached.
    fn lone(&self, file: &Path) -> PathBuf {
        let known = self.lock().get(file).filter(|root| root.is_file()).cloned();
        known.unwrap_or_else(|| {
            let root = lone(file);
            self.lock().insert(file.to_path_buf(), root.clone());
            root
        })
    }

    /// Forgets the root of a file, if its modules no longer lead to the file, or other modules may.
    pub(super) fn look_again(&self, file: &Path) {
        let root = self.lock().get(file).cloned();
        if root.is_some_and(|root| root != lone(file)) {
            self.lock().remove(file);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PathBuf, PathBuf>> {
        // Each change is a single step.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A path in the settings is relative to the folder of the package, or of the file.
fn absolute(file: &Path, root: &Path) -> PathBuf {
    let base = manifest(file).unwrap_or_else(|| file.to_path_buf());
    base.parent().map_or_else(|| root.to_path_buf(), |folder| folder.join(root))
}

/// The manifest of the package of a file.
fn manifest(file: &Path) -> Option<PathBuf> {
    file.ancestors().skip(1).map(|folder| folder.join("Cargo.toml")).find(|path| path.is_file())
}

/// A crate without a cargo package.
fn bare(file: &Path, root: PathBuf) -> Root {
    // The other files are known when there is an index, which names them.
    let files = vec![file.to_path_buf(), root.clone()];
    let directory = root.parent().unwrap_or(Path::new(".")).to_path_buf();
    Root { file: root, files, arguments: Vec::new(), directory, crates: None }
}

/// The files of a crate; the root file alone if they cannot be found.
fn modules(root: &Path) -> Vec<PathBuf> {
    match certus_frontend::files(root) {
        Ok(files) => files.into_keys().collect(),
        Err(_) => vec![root.to_path_buf()],
    }
}

/// The topmost file whose modules lead to this file, or the file itself.
fn lone(file: &Path) -> PathBuf {
    let mut found = file.to_path_buf();
    for folder in file.ancestors().skip(1).take(MOST_FOLDERS) {
        let Ok(entries) = std::fs::read_dir(folder) else { break };
        let files = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).take(MOST_FILES);
        let files = files.filter(|path| path.extension().is_some_and(|e| e == "rs"));
        let mut files: Vec<(PathBuf, String)> =
            files.filter_map(|path| std::fs::read_to_string(&path).ok().map(|text| (path, text))).collect();
        files.sort();
        // Each file can lead to the earlier ones only once.
        for _ in 0..files.len() {
            let item = format!("mod {}", module_name(&found));
            let leads = |(path, text): &&(PathBuf, String)| {
                let may_lead = *path != found && (text.contains(&item) || text.contains("#[path"));
                may_lead && modules(path).contains(&found)
            };
            match files.iter().find(leads) {
                Some((root, _)) => found = root.clone(),
                None => break,
            }
        }
    }
    found
}

/// The name of the module in a file.
fn module_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    let name = if stem == "mod" { file.parent().and_then(Path::file_name).unwrap_or_default() } else { stem };
    name.to_string_lossy().into_owned()
}

/// The crate of a package that a file belongs to, if there is one.
fn of_package(file: &Path, manifest: &Path) -> Result<Option<Root>, String> {
    let selection = Selection { manifest_path: Some(manifest.to_path_buf()), ..Selection::default() };
    let message = |error: certus_cargo::Error| error.to_string();
    let platform = Platform::ask(&Cargo::find(), &selection).map_err(message)?;
    let plan = Plan::make(&Cargo::find(), &selection, &platform, &mut |_| {}).map_err(message)?;
    let mut by_root: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for (index, unit) in plan.units.iter().enumerate() {
        by_root.entry(unit.source.root.clone()).or_insert(index);
    }
    for (root, index) in by_root {
        let files = modules(&root);
        let Some(unit) = plan.units.get(index).filter(|_| files.iter().any(|known| known == file)) else { continue };
        let cannot = |error: std::io::Error| format!("cannot write a temporary file: {error}");
        let folder = tempfile::tempdir().map_err(cannot)?;
        let crates = unit.crates_file(&plan);
        std::fs::write(folder.path().join(CRATES), &crates).map_err(cannot)?;
        let (arguments, directory) = (unit.arguments(&plan), unit.directory.clone());
        return Ok(Some(Root { file: root, files, arguments, directory, crates: Some((crates, folder)) }));
    }
    Ok(None)
}
