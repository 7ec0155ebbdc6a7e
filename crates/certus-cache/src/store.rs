//! The directory of entries: one file for each entry, in 256 shards by the first byte of its key.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The folder of verdicts. Entries in another format are in another folder.
const VERDICTS: &str = "verdicts-1";

/// The folder of whole runs.
const RUNS: &str = "runs-1";

/// The folder of records about programs.
const RECORDS: &str = "records-1";

/// The maximal number of entries in a shard. With about one block of the file system for each entry, this bounds the
/// cache at half a gigabyte.
const PER_SHARD: usize = 512;

/// When an entry is used whose time is older than this, its time is updated.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The entries of a directory.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
    per_shard: usize,
}

/// The contents of a store, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The number of entries.
    pub entries: usize,
    /// The sum of their sizes in bytes, without the overhead of the file system.
    pub bytes: u64,
}

impl Store {
    /// The verdicts below `cache`, the project's directory in the user's cache.
    pub fn verdicts(cache: &Path) -> Store {
        Store { root: cache.join(VERDICTS), per_shard: PER_SHARD }
    }

    /// The results of whole runs, below the same directory.
    pub fn runs(cache: &Path) -> Store {
        Store { root: cache.join(RUNS), per_shard: PER_SHARD / 64 }
    }

    /// The records about programs, below the same directory.
    pub fn records(cache: &Path) -> Store {
        Store { root: cache.join(RECORDS), per_shard: PER_SHARD / 8 }
    }

    /// The directory of the store.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The bytes stored under a key; `None` if there are none or they cannot be read.
    pub(crate) fn get(&self, key: &str) -> Option<Vec<u8>> {
        let path = self.file(key)?;
        let bytes = fs::read(&path).ok()?;
        self.refresh(&path);
        Some(bytes)
    }

    /// Stores bytes under a key.
    pub(crate) fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        let Some(path) = self.file(key) else { return Ok(()) };
        let Some(shard) = path.parent() else { return Ok(()) };
        fs::create_dir_all(shard)?;
        // The temporary file is in the shard, so that it can be renamed in one step.
        let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(shard)?;
        file.write_all(bytes)?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Removes the oldest entries from the shards of these keys if they have too many.
    pub(crate) fn trim<'a>(&self, keys: impl Iterator<Item = &'a str>) {
        let mut shards: Vec<PathBuf> = keys.filter_map(|key| Some(self.file(key)?.parent()?.to_path_buf())).collect();
        shards.sort();
        shards.dedup();
        for shard in shards {
            let Ok(files) = fs::read_dir(&shard) else { continue };
            let age = |entry: fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()));
            let mut files: Vec<(SystemTime, PathBuf)> = files.flatten().filter_map(age).collect();
            if files.len() <= self.per_shard {
                continue;
            }
            files.sort();
            // It removes more than necessary, so that it need not run again soon.
            let enough = files.len() - self.per_shard * 3 / 4;
            for (_, path) in files.iter().take(enough) {
                // Another process may have removed it.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Counts the entries.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read. A missing directory is not an error.
    pub fn contents(&self) -> io::Result<Contents> {
        let mut contents = Contents::default();
        for shard in folder(&self.root)? {
            for file in folder(&shard.path())? {
                // The file may be gone by now.
                if let Ok(metadata) = file.metadata() {
                    contents.entries += 1;
                    contents.bytes += metadata.len();
                }
            }
        }
        Ok(contents)
    }

    /// Removes all entries.
    ///
    /// # Errors
    ///
    /// If an entry cannot be removed. A missing directory is not an error.
    pub fn clear(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.root) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The file of a key; `None` if the text is not a key.
    fn file(&self, key: &str) -> Option<PathBuf> {
        let is_key = key.len() > 2 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        let (shard, rest) = is_key.then(|| key.split_at(2))?;
        Some(self.root.join(shard).join(rest))
    }

    /// Updates the time of an entry that was used.
    fn refresh(&self, path: &Path) {
        let now = SystemTime::now();
        let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
        let is_old = modified.is_ok_and(|time| now.duration_since(time).is_ok_and(|age| age > DAY));
        if is_old {
            // In a read-only cache the time stays the same.
            let _ = fs::File::options().write(true).open(path).and_then(|file| file.set_modified(now));
        }
    }
}

/// The entries of a folder; empty if it does not exist.
fn folder(path: &Path) -> io::Result<Vec<fs::DirEntry>> {
    match fs::read_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
        Ok(entries) => entries.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(i: u32) -> String {
        format!("ab{i:08x}")
    }

    #[test]
    fn entries_are_there_until_they_are_cleared() -> io::Result<()> {
        let directory = tempfile::tempdir()?;
        let store = Store::verdicts(directory.path());
        assert_eq!(store.get(&key(1)), None);
        assert_eq!(store.contents()?, Contents::default());
        store.clear()?;
        store.put(&key(1), b"one")?;
        store.put(&key(2), b"three")?;
        store.put(&key(2), b"two")?;
        assert_eq!(store.get(&key(2)), Some(b"two".to_vec()));
        assert_eq!(store.contents()?, Contents { entries: 2, bytes: 6 });
        store.clear()?;
        assert_eq!(store.get(&key(1)), None);
        Ok(())
    }

    #[test]
    fn what_is_no_key_leads_nowhere() -> io::Result<()> {
        let directory = tempfile::tempdir()?;
        let store = Store::verdicts(directory.path());
        for bad in ["", "ab", "../../etc/passwd", "ab/../../x", "é1234"] {
            store.put(bad, b"x")?;
            assert_eq!(store.get(bad), None);
        }
        assert_eq!(store.contents()?, Contents::default());
        Ok(())
    }

    #[test]
    fn the_oldest_entries_of_a_full_shard_go() -> io::Result<()> {
        let directory = tempfile::tempdir()?;
        let store = Store { per_shard: 8, ..Store::verdicts(directory.path()) };
        let keys: Vec<String> = (0..9).map(key).collect();
        for (age, key) in keys.iter().rev().enumerate() {
            store.put(key, b"x")?;
            let path = store.file(key).unwrap_or_default();
            let time = SystemTime::now() - 2 * DAY - DAY * age as u32;
            fs::File::options().write(true).open(path)?.set_modified(time)?;
        }
        // The oldest is the first now; being used makes it the youngest.
        assert!(store.get(&keys[0]).is_some());
        store.trim(keys.iter().take(8).map(String::as_str));
        let left: Vec<bool> = keys.iter().map(|key| store.get(key).is_some()).collect();
        assert_eq!(left, [true, false, false, false, true, true, true, true, true]);
        Ok(())
    }

    #[test]
    fn writers_at_once_leave_whole_entries() -> io::Result<()> {
        let directory = tempfile::tempdir()?;
        let store = Store::verdicts(directory.path());
        std::thread::scope(|scope| {
            for writer in 0..8_u8 {
                let store = &store;
                scope.spawn(move || {
                    for round in 0..50 {
                        let put = store.put(&key(round % 5), &[writer; 4096]);
                        let got = store.get(&key(round % 5)).unwrap_or_default();
                        let first = got.first().copied();
                        assert!(put.is_ok() && got.len() == 4096 && got.iter().all(|byte| Some(*byte) == first));
                    }
                });
            }
        });
        Ok(())
    }
}
