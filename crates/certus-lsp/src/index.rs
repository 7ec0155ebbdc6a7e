//! The names of a crate, as `certus index` prints them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The definitions and uses of the names of a crate. Places are offsets in bytes in the files as they were when the
/// index was made.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Index {
    /// The files of the targets and uses.
    pub files: Vec<FileOfIndex>,
    /// The definitions.
    pub targets: Vec<TargetOfIndex>,
    /// The uses, sorted by file and place: the number of the file, the first byte, the byte after the last, and the
    /// number of the target.
    pub uses: Vec<(usize, usize, usize, usize)>,
    /// The functions among the targets by their paths; empty until [`Index::list_functions`] is called.
    #[serde(skip)]
    functions: HashMap<String, usize>,
}

/// A file of an index.
#[derive(Clone, Debug, Deserialize)]
pub struct FileOfIndex {
    /// The path of a readable copy.
    pub path: PathBuf,
    /// Its name in records.
    pub name: PathBuf,
    /// Whether it belongs to a library inside of Certus.
    pub is_library: bool,
}

/// The definition of a name.
#[derive(Clone, Debug, Deserialize)]
pub struct TargetOfIndex {
    /// Its path, or its name if it is a variable.
    pub path: String,
    /// The kind of the definition, such as `function`.
    pub kind: String,
    /// The type, if the source does not state it at the definition.
    pub ty: Option<String>,
    /// The number of its file.
    pub file: usize,
    /// The range of its name, in bytes.
    pub name: (usize, usize),
    /// The range of the whole definition, in bytes.
    pub whole: (usize, usize),
    /// The number of the target with its contract, if that is written elsewhere.
    #[serde(default)]
    pub contract: Option<usize>,
}

impl Index {
    /// The number of a file.
    pub(crate) fn file(&self, path: &Path) -> Option<usize> {
        self.files.iter().position(|file| file.path == path)
    }

    /// The number of the definition of the name at a byte of a file, and the range of the name.
    pub(crate) fn at(&self, file: usize, offset: usize) -> Option<(usize, (usize, usize))> {
        let after = self.uses.partition_point(|(of, start, ..)| (*of, *start) <= (file, offset));
        let (of, start, end, target) = self.uses.get(after.checked_sub(1)?).copied()?;
        let is_there = of == file && start <= offset && offset <= end && target < self.targets.len();
        is_there.then_some((target, (start, end)))
    }

    /// The uses of names in a file, in order.
    pub(crate) fn uses_in(&self, file: usize) -> &[(usize, usize, usize, usize)] {
        let from = self.uses.partition_point(|(of, ..)| *of < file);
        let to = self.uses.partition_point(|(of, ..)| *of <= file);
        self.uses.get(from..to).unwrap_or(&[])
    }

    /// The function with a path.
    pub(crate) fn function(&self, path: &str) -> Option<&TargetOfIndex> {
        self.targets.get(*self.functions.get(path)?)
    }

    /// Fills the table of functions by path.
    pub(crate) fn list_functions(&mut self) {
        let all = self.targets.iter().enumerate().filter(|(_, target)| target.kind == "function");
        self.functions = all.map(|(number, target)| (target.path.clone(), number)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn the_name_at_a_place_is_found() -> Result<(), serde_json::Error> {
        let mut index: Index = serde_json::from_str(
            r#"{"files": [{"path": "/a", "name": "a", "is_library": false}], "uses": [[0, 2, 5, 0], [0, 9, 10, 1]],
                "targets": [{"path": "c::f", "kind": "function", "ty": null, "file": 0, "name": [2, 5], "whole": [0, 20]},
                            {"path": "x", "kind": "local", "ty": "u8", "file": 0, "name": [9, 10], "whole": [9, 10]}]}"#,
        )?;
        index.list_functions();
        let name = |offset| index.at(0, offset).map(|(target, _)| index.targets[target].path.as_str());
        assert_eq!((name(1), name(2), name(5), name(6)), (None, Some("c::f"), Some("c::f"), None));
        assert_eq!((name(10), name(11)), (Some("x"), None));
        assert!(index.at(1, 3).is_none() && index.function("c::f").is_some() && index.function("x").is_none());
        Ok(())
    }
}
