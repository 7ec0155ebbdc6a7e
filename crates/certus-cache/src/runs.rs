//! Stores summaries of runs that proved everything without a diagnostic. As long as all inputs are the same, byte for
//! byte, such a run need not be repeated.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::sealed::{self, hash};
use crate::store::Store;

/// The beginning of the first line.
const HEAD: &str = "certus-run-2";

/// The runs of one program with one set of inputs.
#[derive(Clone, Debug)]
pub struct Runs {
    store: Store,
    key: String,
}

/// A run as it is written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    key: String,
    /// The identity of the programs that took part in the run.
    by: String,
    /// The files of the program, with the hashes of their contents.
    files: BTreeMap<PathBuf, String>,
    /// The files that the run looked for and did not find.
    absent: Vec<PathBuf>,
    /// The result of the run, in a format that the caller chooses.
    said: String,
}

impl Runs {
    /// The runs for these `circumstances`: everything that a run depends on, such as its options and its root file,
    /// except for the contents of its files and the programs that take part.
    pub fn new(cache: &Path, circumstances: &[&str]) -> Runs {
        // Each text has its length before it, so that different lists never give the same bytes.
        let all: String = circumstances.iter().map(|text| format!("{} {text}\n", text.len())).collect();
        Runs { store: Store::runs(cache), key: hash(all.as_bytes()) }
    }

    /// The result of a run over the current contents of the files, if there was one with the same programs. `by`
    /// computes the identity of the programs; it is called only if everything else is the same.
    pub fn find(&self, by: impl FnOnce() -> Option<String>) -> Option<String> {
        let bytes = self.store.get(&self.key)?;
        let run: Run = serde_json::from_str(sealed::open(HEAD, &bytes)?).ok()?;
        let is_same = |(path, known): (&PathBuf, &String)| fs::read(path).is_ok_and(|now| hash(&now) == *known);
        let holds = run.key == self.key
            && !run.files.is_empty()
            && run.files.iter().all(is_same)
            && !run.absent.iter().any(|path| path.exists());
        (holds && by()? == run.by).then_some(run.said)
    }

    /// Stores the result of a run: the programs that took part, the files with the hashes of their contents, and the
    /// files that it did not find. The hashes are of the text that was read, because a file may have changed since.
    ///
    /// # Errors
    ///
    /// If it cannot be written. The next run then does everything again.
    pub fn keep(
        &self,
        by: String,
        (files, absent): (BTreeMap<PathBuf, String>, Vec<PathBuf>),
        said: String,
    ) -> io::Result<()> {
        if files.is_empty() {
            return Ok(());
        }
        let run = Run { key: self.key.clone(), by, files, absent, said };
        self.store.put(&self.key, &sealed::seal(HEAD, &serde_json::to_string(&run)?))?;
        self.store.trim(std::iter::once(self.key.as_str()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn me() -> String {
        "certus 1".to_owned()
    }

    /// The files with the hashes of what is in them now.
    fn read(files: &[PathBuf]) -> io::Result<BTreeMap<PathBuf, String>> {
        files.iter().map(|file| Ok((file.clone(), hash(&fs::read(file)?)))).collect()
    }

    #[test]
    fn a_run_is_found_as_long_as_nothing_changed() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let files = [folder.path().join("a.rs"), folder.path().join("b.rs")];
        files.iter().try_for_each(|file| fs::write(file, "fn f() {}"))?;
        let runs = Runs::new(folder.path(), &["certus", "rustc"]);
        assert_eq!(runs.find(|| Some(me())), None);
        runs.keep(me(), (read(&files)?, vec![folder.path().join("c.rs")]), "fine".to_owned())?;
        assert_eq!(runs.find(|| Some(me())).as_deref(), Some("fine"));
        for other in [None, Some(String::new()), Some("certus 2".to_owned())] {
            assert_eq!(runs.find(|| other), None);
        }
        for others in [&["certus", "rustd"][..], &["certusrustc"], &["certus", "rustc", ""], &["certu", "srustc"]] {
            assert_eq!(Runs::new(folder.path(), others).find(|| Some(me())), None);
        }
        fs::write(&files[1], "fn g() {}")?;
        assert_eq!(runs.find(|| Some(me())), None);
        fs::write(&files[1], "fn f() {}")?;
        assert_eq!(runs.find(|| Some(me())).as_deref(), Some("fine"), "contents count, times do not");
        fs::write(folder.path().join("c.rs"), "")?;
        assert_eq!(runs.find(|| Some(me())), None, "a file that was not there");
        fs::remove_file(folder.path().join("c.rs"))?;
        assert_eq!(runs.find(|| Some(me())).as_deref(), Some("fine"));
        fs::remove_file(&files[0])?;
        assert_eq!(runs.find(|| Some(me())), None);
        Ok(())
    }

    #[test]
    fn what_was_read_counts_and_not_what_is_there_at_the_end() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let files = [folder.path().join("a.rs")];
        fs::write(&files[0], "fn f() {}")?;
        let texts = read(&files)?;
        // Another file takes its place while the run goes on, and is older than the run.
        let other = folder.path().join("b.rs");
        fs::write(&other, "fn g() {}")?;
        fs::File::options().write(true).open(&other)?.set_modified(std::time::SystemTime::UNIX_EPOCH)?;
        fs::rename(&other, &files[0])?;
        let runs = Runs::new(folder.path(), &["certus"]);
        runs.keep(me(), (texts, vec![]), "fine".to_owned())?;
        assert_eq!(runs.find(|| Some(me())), None);
        fs::write(&files[0], "fn f() {}")?;
        assert_eq!(runs.find(|| Some(me())).as_deref(), Some("fine"));
        runs.keep(me(), (BTreeMap::new(), vec![]), "nothing was read".to_owned())?;
        assert_eq!(runs.find(|| Some(me())).as_deref(), Some("fine"));
        Ok(())
    }

    #[test]
    fn a_damaged_run_is_none() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("a.rs");
        fs::write(&file, "fn f() {}")?;
        let runs = Runs::new(folder.path(), &["certus"]);
        runs.keep(me(), (read(&[file])?, vec![]), "fine".to_owned())?;
        let bytes = runs.store.get(&runs.key).unwrap_or_default();
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            runs.store.put(&runs.key, &other)?;
            assert_eq!(runs.find(|| Some(me())), None, "byte {at}");
        }
        Ok(())
    }
}
