//! What functions cost the last time, so that the longest begin first.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The folder of these files.
const FOLDER: &str = "costs-1";

/// The costs of a crate's obligations in the solver's resource units, by names that its caller gives them. Only a hint:
/// whatever is wrong with it changes an order and nothing else.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    path: PathBuf,
    known: BTreeMap<String, u64>,
    is_new: bool,
}

impl Costs {
    /// What is remembered of the crate with this root file.
    pub fn read(cache: &Path, root_file: &Path) -> Costs {
        let root = fs::canonicalize(root_file).unwrap_or_else(|_| root_file.to_path_buf());
        let digest = Sha256::digest(root.as_os_str().as_encoded_bytes());
        let name: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let path = cache.join(FOLDER).join(name + ".json");
        let known = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Costs { path, known, is_new: false }
    }

    /// What an obligation cost.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.known.get(name).copied()
    }

    /// Notes what an obligation cost.
    pub fn set(&mut self, name: String, cost: u64) {
        self.is_new |= self.known.insert(name, cost) != Some(cost);
    }

    /// Writes what is new.
    ///
    /// # Errors
    /// When the file cannot be written; the next run then orders by what was known before.
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
