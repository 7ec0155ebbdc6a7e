//! Stamps record which crates are unchanged since their proof.
//!
//! A stamp is written when a whole crate was proved. It has the hashes of everything that the proof depends on: the
//! verifier, rustc, the options, cargo's settings for the crate, the stamps of the verified crates that it uses, the
//! metadata of its other dependencies, the libraries of macros, and every source file. A crate is fresh if all of these
//! are the same, byte for byte; the times of files do not count. A stamp is removed before its crate is verified, so an
//! interrupted run leaves none. A stamp that cannot be read does not count.
//!
//! The variables that select a solver are not part of it, because the verifier accepts only one version of the solver.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::options::Options;
use crate::plan::{Plan, Unit};

/// The version of the file's format.
const VERSION: u64 = 1;

/// The identity of the verifier, by content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The hash of the verifier's program.
    certus: String,
    /// The output of `rustc -vV`.
    rustc: String,
}

impl Identity {
    /// The identity of a verifier with a compiler.
    pub fn new(certus: &Path, rustc: &str) -> Result<Identity, Error> {
        let certus = file_hash(certus).map_err(Error::file(certus))?;
        Ok(Identity { certus, rustc: rustc.to_string() })
    }
}

/// The stamps of a target directory.
#[derive(Debug)]
pub struct Stamps {
    directory: PathBuf,
    identity: Identity,
    /// The stamps of the crates that are proved in this run or before, by their indices in the plan.
    known: BTreeMap<usize, Stamp>,
}

/// The stamp of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    /// The hash of everything except the files.
    key: String,
    /// The source files, with the hashes of their contents.
    files: BTreeMap<PathBuf, String>,
}

impl Stamps {
    /// The stamps below cargo's target directory.
    pub fn new(plan: &Plan, identity: Identity) -> Stamps {
        Stamps { directory: plan.target_directory.join("certus"), identity, known: BTreeMap::new() }
    }

    /// Whether a crate is unchanged since its proof. The caller must check the crates in the order of the plan.
    pub fn is_fresh(&mut self, plan: &Plan, index: usize, options: &Options) -> bool {
        let Some(unit) = plan.units.get(index) else { return false };
        let Some(key) = self.key(plan, unit, options) else { return false };
        let stamp = std::fs::read(self.path(unit, options)).ok().and_then(|bytes| Stamp::read(&bytes));
        let fresh = stamp.filter(|stamp| stamp.key == key && stamp.files_are_same());
        let is_fresh = fresh.is_some();
        self.known.extend(fresh.map(|stamp| (index, stamp)));
        is_fresh
    }

    /// Removes a crate's stamp, before the crate is verified.
    pub fn remove(&self, unit: &Unit, options: &Options) -> Result<(), Error> {
        let path = self.path(unit, options);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::File { path, source: error }),
            _ => Ok(()),
        }
    }

    /// Writes the stamp of a crate that was proved as a whole, in a run that read these files with these hashes. It
    /// writes nothing if a file of a crate that it uses has changed since. A failure to write costs only time; the
    /// error is for a warning.
    pub fn add(
        &mut self,
        plan: &Plan,
        index: usize,
        options: &Options,
        files: &BTreeMap<PathBuf, String>,
    ) -> Result<(), Error> {
        let Some(unit) = plan.units.get(index).filter(|_| options.is_complete && !files.is_empty()) else {
            return Ok(());
        };
        let Some(key) = self.key(plan, unit, options) else { return Ok(()) };
        let used: Vec<&Stamp> = plan.needs(unit).iter().filter_map(|need| self.known.get(need)).collect();
        if !used.iter().all(|stamp| stamp.files_are_same()) {
            return Ok(());
        }
        let stamp = Stamp { key, files: files.clone() };
        self.write(&self.path(unit, options), &stamp)?;
        self.known.insert(index, stamp);
        Ok(())
    }

    /// The file appears completely or not at all, because other processes may read it.
    fn write(&self, path: &Path, stamp: &Stamp) -> Result<(), Error> {
        std::fs::create_dir_all(&self.directory).map_err(Error::file(&self.directory))?;
        let mut file = tempfile::NamedTempFile::new_in(&self.directory).map_err(Error::file(&self.directory))?;
        file.write_all(stamp.json().to_string().as_bytes()).map_err(Error::file(path))?;
        file.persist(path).map_err(|error| Error::File { path: path.to_path_buf(), source: error.error })?;
        Ok(())
    }

    /// The path of a crate's stamp. There is one for each set of features and options.
    fn path(&self, unit: &Unit, options: &Options) -> PathBuf {
        let mut hash = Sha256::new();
        let source = &unit.source;
        hash.update(json!([source.package_id, unit.kind.name(), source.cfgs, options.counted]).to_string());
        let short: String = hex(hash).chars().take(16).collect();
        self.directory.join(format!("{}-{}-{short}.json", unit.target, unit.kind.name()))
    }

    /// The hash of everything that a proof of the crate depends on, except for its own files; `None` if a verified
    /// crate that it uses is not proved.
    fn key(&self, plan: &Plan, unit: &Unit, options: &Options) -> Option<String> {
        let mut used = Vec::new();
        for index in plan.reached(&unit.source) {
            let library = plan.libraries.get(index)?;
            let print = match (library.unit, library.metadata.as_ref().or(library.macros.as_ref())) {
                (Some(unit), _) => self.known.get(&unit)?.digest(),
                (None, Some(metadata)) => file_hash(metadata).ok()?,
                (None, None) if library.is_vstd => tree_hash(&library.source.root).ok()?,
                (None, None) => return None,
            };
            used.push(print);
        }
        let source = &unit.source;
        let all = json!({
            "version": VERSION,
            "certus": self.identity.certus,
            "rustc": self.identity.rustc,
            "options": options.counted,
            "kind": unit.kind.name(),
            "name": source.crate_name,
            "root": source.root,
            "edition": source.edition,
            "cfgs": source.cfgs,
            "target": plan.target,
            "crates": unit.crates_json(plan),
            "used": used,
        });
        let mut hash = Sha256::new();
        hash.update(all.to_string());
        Some(hex(hash))
    }
}

impl Stamp {
    fn json(&self) -> Value {
        json!({ "version": VERSION, "key": self.key, "files": self.files, "digest": self.digest() })
    }

    /// Parses a stamp; `None` unless the bytes are exactly what was written.
    fn read(bytes: &[u8]) -> Option<Stamp> {
        let value: Value = serde_json::from_slice(bytes).ok()?;
        let files = value.get("files")?.as_object()?.iter();
        let files: Option<BTreeMap<PathBuf, String>> =
            files.map(|(path, hash)| Some((PathBuf::from(path), hash.as_str()?.to_string()))).collect();
        let stamp = Stamp { key: value.get("key")?.as_str()?.to_string(), files: files? };
        (!stamp.files.is_empty() && stamp.json() == value).then_some(stamp)
    }

    /// The hash of the whole stamp.
    fn digest(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(json!([self.key, self.files]).to_string());
        hex(hash)
    }

    fn files_are_same(&self) -> bool {
        self.files.iter().all(|(path, hash)| file_hash(path).is_ok_and(|now| now == *hash))
    }
}

fn file_hash(path: &Path) -> std::io::Result<String> {
    let mut hash = Sha256::new();
    hash.update(std::fs::read(path)?);
    Ok(hex(hash))
}

/// The hash of all source files beside and below a root file.
fn tree_hash(root: &Path) -> std::io::Result<String> {
    let mut hashes = BTreeMap::new();
    let mut waiting = vec![root.parent().unwrap_or(root).to_path_buf()];
    while let Some(directory) = waiting.pop() {
        for entry in std::fs::read_dir(&directory)? {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let hash = file_hash(&path)?;
                hashes.insert(path, hash);
            }
        }
    }
    let mut hash = Sha256::new();
    hash.update(json!(hashes).to_string());
    Ok(hex(hash))
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
