//! Stores the interface forms of files between runs, because writing a form takes longer than reading it.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use certus_cache::Record;
use certus_rewrite::{Interface, Piece, without_bodies};
use serde::{Deserialize, Serialize};

/// A form as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    text: String,
    /// The three numbers of each piece, one after the other.
    pieces: Vec<u32>,
}

/// The forms below a cache directory that one version of this program wrote.
pub struct InterfaceCache {
    cache: PathBuf,
    /// The version of the program.
    own: String,
    writes: bool,
    /// The forms that this process has loaded, by the digests of the text and of the selected bodies.
    had: Mutex<HashMap<(String, String), Interface>>,
}

impl InterfaceCache {
    pub fn new(cache: &Path, own: String, writes: bool) -> InterfaceCache {
        InterfaceCache { cache: cache.to_path_buf(), own, writes, had: Mutex::default() }
    }

    /// The form of a text without the bodies that begin at these places; `None` if the text has an error. `print` is
    /// the digest of the text.
    pub fn get(&self, text: &str, print: &str, bodies: &BTreeSet<usize>) -> Option<Interface> {
        let starts: Vec<String> = bodies.iter().map(usize::to_string).collect();
        self.get_or_make((print.to_string(), starts.join(" ")), || without_bodies(text, bodies).ok())
    }

    /// The form of a text that `make` makes. The key is the digest of the text, and what tells this form from its others.
    pub(crate) fn get_or_make(
        &self,
        key: (String, String),
        make: impl FnOnce() -> Option<Interface>,
    ) -> Option<Interface> {
        let had = || self.had.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(form) = had().get(&key) {
            return Some(form.clone());
        }
        let form = self.kept(&key, make)?;
        had().insert(key, form.clone());
        Some(form)
    }

    /// The same, but from the disk if it is there.
    fn kept(&self, (print, starts): &(String, String), make: impl FnOnce() -> Option<Interface>) -> Option<Interface> {
        let record = Record::new(&self.cache, &["form", &self.own, print, starts]);
        let kept = record.read().and_then(|kept| serde_json::from_str(&kept).ok());
        if let Some(Kept { text, pieces }) = kept {
            let piece = |three: &[u32; 3]| Piece { at: three[0], start: three[1], end: three[2] };
            return Some(Interface { text, pieces: pieces.as_chunks().0.iter().map(piece).collect() });
        }
        let form = make()?;
        if self.writes {
            let pieces = form.pieces.iter().flat_map(|piece| [piece.at, piece.start, piece.end]).collect();
            let kept = Kept { text: form.text.clone(), pieces };
            // If it cannot be stored, the next run makes it again.
            let _ = serde_json::to_string(&kept).map(|kept| record.write(&kept));
        }
        Some(form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_that_was_kept_is_the_one_that_was_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "use a::b; verus! { fn f(x: u8) -> u8 { x } fn g() { f(1); } }";
        let bodies = BTreeSet::from([text.find("{ x }").expect("a body")]);
        let cache = |own: &str, writes| InterfaceCache::new(folder.path(), own.into(), writes);
        let made = without_bodies(text, &bodies).ok();
        let get = |cache: InterfaceCache| cache.get(text, "print", &bodies).map(|form| (form.text, form.pieces));
        let expected = made.map(|form| (form.text, form.pieces));
        assert_eq!(get(cache("1", false)), expected);
        assert_eq!(get(cache("1", true)), expected);
        assert_eq!(get(cache("1", true)), expected);
        // What was kept is what is read, for this version, text and bodies only.
        assert!(cache("1", false).get("", "print", &bodies).is_some_and(|form| form.text.contains("no_method_body")));
        let nothing = |cache: InterfaceCache, print: &str, bodies: &BTreeSet<usize>| {
            cache.get("", print, bodies).is_some_and(|form| form.text.is_empty())
        };
        assert!(nothing(cache("2", false), "print", &bodies));
        assert!(nothing(cache("1", false), "other", &bodies));
        assert!(nothing(cache("1", false), "print", &BTreeSet::new()));
    }
}
