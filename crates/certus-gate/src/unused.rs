//! Removes unused directories of metadata.
//!
//! A process that uses a directory first updates its time. A process that removes one first renames it, then checks its
//! time again, and renames it back if it was used meanwhile.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::library::Library;

/// So many of a library are kept, those that were used last: compilers and versions of Certus that take turns.
const KEPT: usize = 6;

/// Directories used within this time are kept, regardless of their number.
const RECENT: Duration = Duration::from_secs(24 * 60 * 60);

/// Marks a library as used.
pub(crate) fn touch(library: &Library) {
    if let Some(Ok(directory)) = library.path.parent().map(File::open) {
        // On a system that keeps no times nothing is removed before it is due by its first one.
        let _ = directory.set_modified(SystemTime::now());
    }
}

/// The time of the last use of a directory; now, if it is unknown.
fn last_used(directory: &Path, now: SystemTime) -> SystemTime {
    fs::metadata(directory).and_then(|data| data.modified()).unwrap_or(now)
}

/// Whether a directory was not used for so long.
pub(crate) fn is_old(directory: &Path, now: SystemTime, age: Duration) -> bool {
    now.duration_since(last_used(directory, now)).is_ok_and(|found| found > age)
}

/// Removes a directory, or what is left of a process that ended while it made one, if it is due.
pub(crate) fn remove(path: &Path, is_due: impl Fn(&Path) -> bool) {
    let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else { return };
    if !is_due(path) {
        return;
    }
    let is_ours = name.to_str().is_some_and(|name| name.starts_with('.'));
    let Ok(away) = tempfile::Builder::new().prefix(".removing-").tempdir_in(directory) else { return };
    let taken = away.path().join("taken");
    if fs::rename(path, &taken).is_ok() && !is_ours && !is_due(&taken) {
        // Somebody has just begun to use it. If it cannot be put back, somebody made it again.
        let _ = fs::rename(&taken, path);
    }
}

/// Removes those of a library that were not used for longest, and what processes left that ended while they made one.
pub(crate) fn keep_few(directory: &Path, name: &str, now: SystemTime) {
    let entries: Vec<PathBuf> = fs::read_dir(directory).into_iter().flatten().flatten().map(|e| e.path()).collect();
    let mut made: Vec<&PathBuf> = entries.iter().filter(|path| is_of(path, name)).collect();
    made.sort_by_key(|path| std::cmp::Reverse(last_used(path, now)));
    let left = entries.iter().filter(|path| file_name(path).starts_with(".making-"));
    for path in made.into_iter().skip(KEPT).chain(left) {
        remove(path, |path| is_old(path, now, RECENT));
    }
}

/// Whether a directory is one of a library: `NAME-KEY`.
fn is_of(path: &Path, name: &str) -> bool {
    let key = file_name(path).strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    key.is_some_and(|key| key.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(60 * 60);

    /// A directory with a file, last used so many hours ago.
    fn made(cache: &Path, name: &str, now: SystemTime, hours: u32) -> PathBuf {
        let path = cache.join(name);
        fs::create_dir_all(path.join("within")).expect("made");
        File::open(&path).and_then(|directory| directory.set_modified(now - HOUR * hours)).expect("a time");
        path
    }

    fn left(cache: &Path) -> Vec<String> {
        let entries = fs::read_dir(cache).expect("read").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn those_used_last_are_kept() {
        let cache = tempfile::tempdir().expect("a directory");
        let now = SystemTime::now();
        // The larger the key, the longer ago.
        for key in 0..9 {
            made(cache.path(), &format!("vstd-{key}"), now, 30 + key);
        }
        // Neither of the library, nor of the store.
        let others = ["crates", "said-1", "vstd-notes", "vstd_more-1"];
        for name in others {
            made(cache.path(), name, now, 9_000);
        }
        made(cache.path(), ".making-old", now, 9_000);
        made(cache.path(), ".making-new", now, 1);
        keep_few(cache.path(), "vstd", now);
        let mut expected: Vec<String> = (0..6).map(|key| format!("vstd-{key}")).collect();
        expected.extend(others.into_iter().chain([".making-new"]).map(str::to_owned));
        expected.sort();
        assert_eq!(left(cache.path()), expected);
    }

    #[test]
    fn what_was_used_within_a_day_is_kept() {
        let cache = tempfile::tempdir().expect("a directory");
        let now = SystemTime::now();
        for key in 0..9 {
            made(cache.path(), &format!("vstd-{key}"), now, key);
        }
        keep_few(cache.path(), "vstd", now);
        assert_eq!(left(cache.path()).len(), 9);
        keep_few(cache.path(), "vstd", now + RECENT);
        // The one that is just a day old is not older than that.
        assert_eq!(left(cache.path()).len(), 6);
    }

    #[test]
    fn to_use_one_keeps_it() {
        let cache = tempfile::tempdir().expect("a directory");
        let now = SystemTime::now();
        let oldest = made(cache.path(), "vstd-0", now, 300);
        for key in 1..9 {
            made(cache.path(), &format!("vstd-{key}"), now, 100 + key);
        }
        touch(&Library { name: "vstd".into(), path: oldest.join("libvstd.rmeta"), key: "0".into() });
        keep_few(cache.path(), "vstd", now);
        assert!(oldest.is_dir());
        assert_eq!(left(cache.path()).len(), 6);
    }

    #[test]
    fn what_is_used_while_it_is_removed_is_put_back() {
        let cache = tempfile::tempdir().expect("a directory");
        let now = SystemTime::now();
        let path = made(cache.path(), "vstd-0", now, 300);
        // Due at first, and used by the time that it is away.
        remove(&path, |at| at == path);
        assert_eq!(left(cache.path()), ["vstd-0"]);
        remove(&path, |_| true);
        assert_eq!(left(cache.path()).len(), 0);
    }
}
