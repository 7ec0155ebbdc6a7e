//! Stores what the caller knows about a program between runs. The caller chooses the format of the text.

use std::io;
use std::path::Path;

use crate::sealed::{self, hash};
use crate::store::Store;

/// The beginning of the first line.
const HEAD: &str = "certus-record-1";

/// The record of one program with one set of inputs.
#[derive(Clone, Debug)]
pub struct Record {
    store: Store,
    key: String,
}

impl Record {
    /// The record for these `circumstances`: everything that the record depends on, except for its own contents.
    pub fn new(cache: &Path, circumstances: &[&str]) -> Record {
        // Each text has its length before it, so that different lists never give the same bytes.
        let all: String = circumstances.iter().map(|text| format!("{} {text}\n", text.len())).collect();
        Record { store: Store::records(cache), key: hash(all.as_bytes()) }
    }

    /// The text that was written last; `None` unless it is unchanged, bit for bit, and was written under this key.
    pub fn read(&self) -> Option<String> {
        let bytes = self.store.get(&self.key)?;
        let (key, text) = sealed::open(HEAD, &bytes)?.split_once('\n')?;
        (key == self.key).then(|| text.to_string())
    }

    /// Writes the text.
    ///
    /// # Errors
    ///
    /// If it cannot be written. The old text then stays.
    pub fn write(&self, text: &str) -> io::Result<()> {
        self.store.put(&self.key, &sealed::seal(HEAD, &format!("{}\n{text}", self.key)))?;
        self.store.trim(std::iter::once(self.key.as_str()));
        Ok(())
    }
}

/// The SHA-256 of a text, in hexadecimal. Two texts with the same digest are considered equal.
pub fn digest(text: &str) -> String {
    hash(text.as_bytes())
}

/// The SHA-256 of the contents of a binary file, in hexadecimal.
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
