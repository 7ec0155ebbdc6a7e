//! What is known of a program between runs, in a form of its user's.

use std::io;
use std::path::Path;

use crate::sealed::{self, hash};
use crate::store::Store;

/// What the first line begins with.
const HEAD: &str = "certus-record-1";

/// What is known of one program under one set of circumstances.
#[derive(Clone, Debug)]
pub struct Record {
    store: Store,
    key: String,
}

impl Record {
    /// `circumstances` is all that the record depends on but for what it says itself.
    pub fn new(cache: &Path, circumstances: &[&str]) -> Record {
        // Each with its length, so that no two lists give the same bytes.
        let all: String = circumstances.iter().map(|text| format!("{} {text}\n", text.len())).collect();
        Record { store: Store::records(cache), key: hash(all.as_bytes()) }
    }

    /// What was written last; `None` unless it is bit for bit that, and was written under this key.
    pub fn read(&self) -> Option<String> {
        let bytes = self.store.get(&self.key)?;
        let (key, text) = sealed::open(HEAD, &bytes)?.split_once('\n')?;
        (key == self.key).then(|| text.to_string())
    }

    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written; what was there stays.
    pub fn write(&self, text: &str) -> io::Result<()> {
        self.store.put(&self.key, &sealed::seal(HEAD, &format!("{}\n{text}", self.key)))?;
        self.store.trim(std::iter::once(self.key.as_str()));
        Ok(())
    }
}

/// Stands for a text: two texts with the same one are the same (SHA-256, in hexadecimal).
pub fn digest(text: &str) -> String {
    hash(text.as_bytes())
}

/// The same for the contents of a file that is no text.
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    hash(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_what_was_written_or_nothing() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let record = Record::new(folder.path(), &["a", "b"]);
        assert_eq!(record.read(), None);
        record.write("one\ntwo")?;
        assert_eq!(record.read().as_deref(), Some("one\ntwo"));
        assert_eq!(Record::new(folder.path(), &["ab"]).read(), None);
        let bytes = record.store.get(&record.key).unwrap_or_default();
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            record.store.put(&record.key, &other)?;
            assert_eq!(record.read(), None, "byte {at}");
        }
        // An entry in the place of another.
        let other = Record::new(folder.path(), &["c"]);
        other.store.put(&other.key, &bytes)?;
        assert_eq!(other.read(), None);
        Ok(())
    }
}
