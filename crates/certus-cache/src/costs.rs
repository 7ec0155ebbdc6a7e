//! Stores the costs of functions in the last run, so that the most expensive ones begin first.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::sealed::hash;

/// The folder of these files.
const FOLDER: &str = "costs-1";

/// The costs of a crate's obligations in the solver's resource units, by names that the caller chooses. The costs are
/// only a hint: a wrong cost changes the order and nothing else.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    path: PathBuf,
    known: BTreeMap<String, u64>,
    is_new: bool,
}

impl Costs {
    /// Reads the costs of the crate with this root file.
    pub fn read(cache: &Path, root_file: &Path) -> Costs {
        let root = fs::canonicalize(root_file).unwrap_or_else(|_| root_file.to_path_buf());
        let name = hash(root.as_os_str().as_encoded_bytes());
        let path = cache.join(FOLDER).join(format!("{name}.json"));
        let known = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Costs { path, known, is_new: false }
    }

    /// The cost of an obligation, if it is known.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.known.get(name).copied()
    }

    /// Sets the cost of an obligation.
    pub fn set(&mut self, name: String, cost: u64) {
        self.is_new |= self.known.insert(name, cost) != Some(cost);
    }

    /// Writes the costs, if they have changed.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. The next run then uses the old costs.
    pub fn write(&self) -> io::Result<()> {
        let Some(folder) = self.path.parent().filter(|_| self.is_new) else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(serde_json::to_string(&self.known)?.as_bytes())?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_remembered_by_crate_and_damage_is_forgotten() -> io::Result<()> {
        let directory = tempfile::tempdir()?;
        let read = |root: &str| Costs::read(directory.path(), Path::new(root));
        let mut costs = read("a.rs");
        costs.set("f".into(), 5);
        costs.write()?;
        assert_eq!((read("a.rs").get("f"), read("b.rs").get("f")), (Some(5), None));
        let again = read("a.rs");
        fs::write(&again.path, "{")?;
        assert_eq!(read("a.rs").get("f"), None);
        again.write()?;
        assert_eq!(fs::read_to_string(&again.path)?, "{", "nothing new, nothing written");
        Ok(())
    }
}
