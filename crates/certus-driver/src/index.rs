//! The index of a crate: the definition of each name, and its place, for editors.
//!
//! The libraries of Certus are inside of the program. So that an editor can show them, this module writes their files
//! below the cache directory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use certus_diagnostics::{FileId, Span};
use certus_frontend::{Index, Loaded};
use certus_solve::setup::Environment;
use certus_tree::Program as _;
use serde_json::{Value, json};

/// The version of the record.
const SCHEMA: u32 = 1;

/// The folder for files of libraries, if there is a cache directory.
#[must_use]
pub fn library_folder() -> Option<PathBuf> {
    let cache = Environment::from_process().cache_dir?;
    Some(cache.join("sources-1").join(certus_frontend::library_fingerprint()))
}

/// The files of the index, in the order of their first use.
struct Files<'l> {
    loaded: &'l Loaded,
    folder: Option<PathBuf>,
    numbers: BTreeMap<FileId, Option<usize>>,
    all: Vec<Value>,
}

impl Files<'_> {
    /// The number of a file; `None` for a file that cannot be read.
    fn number(&mut self, id: FileId) -> Option<usize> {
        if let Some(known) = self.numbers.get(&id) {
            return *known;
        }
        let number = self.add(id);
        self.numbers.insert(id, number);
        number
    }

    fn add(&mut self, id: FileId) -> Option<usize> {
        let file = self.loaded.sources().file(id)?;
        let is_library = self.loaded.is_library_file(id);
        let path = match is_library {
            true => written(self.folder.as_ref()?, &file.path, &file.text)?,
            false => std::path::absolute(&file.path).ok()?,
        };
        self.all.push(json!({ "path": path, "name": file.path, "is_library": is_library }));
        Some(self.all.len() - 1)
    }
}

/// Writes a read-only file of a library, if it does not exist.
fn written(folder: &Path, name: &Path, text: &str) -> Option<PathBuf> {
    let path = folder.join(name);
    let is_there = std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() == text.len() as u64);
    if !is_there {
        let parent = path.parent()?;
        std::fs::create_dir_all(parent).ok()?;
        let file = tempfile::NamedTempFile::new_in(parent).ok()?;
        std::fs::write(file.path(), text).ok()?;
        let mut permissions = std::fs::metadata(file.path()).ok()?.permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(file.path(), permissions).ok()?;
        file.persist(&path).ok()?;
    }
    Some(path)
}

/// The index of a crate, as a JSON object.
#[must_use]
pub fn index(loaded: &Loaded) -> Value {
    record(loaded, &loaded.name_index())
}

fn record(loaded: &Loaded, index: &Index) -> Value {
    let mut files = Files { loaded, folder: library_folder(), numbers: BTreeMap::new(), all: Vec::new() };
    let bytes = |span: Span| json!([span.start, span.end]);
    // A target without a file keeps its number out of the uses.
    let mut numbers = Vec::with_capacity(index.targets.len());
    let mut targets = Vec::new();
    for target in &index.targets {
        let Some(file) = files.number(target.whole.file) else {
            numbers.push(None);
            continue;
        };
        numbers.push(Some(targets.len()));
        targets.push(json!({
            "path": target.path,
            "kind": target.kind,
            "ty": target.ty,
            "file": file,
            "name": bytes(target.name),
            "whole": bytes(target.whole),
            "contract": target.contract,
        }));
    }
    for target in &mut targets {
        let contract = target["contract"].as_u64().and_then(|number| usize::try_from(number).ok());
        target["contract"] = json!(contract.and_then(|number| numbers.get(number).copied().flatten()));
    }
    let mut uses = Vec::new();
    for (span, target) in &index.uses {
        if let (Some(file), Some(Some(target))) = (files.number(span.file), numbers.get(*target)) {
            uses.push((file, span.start, span.end, *target));
        }
    }
    uses.sort_unstable();
    json!({ "$message_type": "index", "schema": SCHEMA, "files": files.all, "targets": targets, "uses": uses })
}
