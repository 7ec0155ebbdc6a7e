//! The files that rustc read when it compiled a crate, from the dependency file that it wrote.
//!
//! A macro of a crate may declare modules, and include what a build script wrote. Where their files are is known after
//! its expansion only, so the text of the crate does not tell. Rustc has expanded it already.

use std::path::{Path, PathBuf};

/// The files that rustc read for the crate with this metadata (`libNAME-HASH.rmeta`). Relative paths begin at `directory`,
/// in which rustc ran. The list is empty without such a file: cargo writes one beside the metadata.
pub(crate) fn of(metadata: &Path, directory: Option<&Path>) -> Vec<PathBuf> {
    let name = metadata.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.strip_prefix("lib"));
    let Some(name) = name else { return Vec::new() };
    let text = std::fs::read_to_string(metadata.with_file_name(format!("{name}.d"))).unwrap_or_default();
    let place = |path: String| directory.map_or(PathBuf::from(&path), |directory| directory.join(&path));
    listed(&text).into_iter().map(place).collect()
}

/// The prerequisites of the first rule of a makefile. A blank in a path is written as `\ `.
///
/// `target.d: src/lib.rs src/a\ b.rs` gives `src/lib.rs` and `src/a b.rs`.
fn listed(text: &str) -> Vec<String> {
    let Some((_, files)) = text.lines().find_map(|line| line.split_once(": ")) else { return Vec::new() };
    let mut out = vec![String::new()];
    let mut chars = files.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, out.last_mut()) {
            ('\\', Some(path)) if chars.peek() == Some(&' ') => path.extend(chars.next()),
            (' ', _) => out.push(String::new()),
            (c, Some(path)) => path.push(c),
            (_, None) => {}
        }
    }
    out.retain(|path| !path.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_first_rule() {
        let text = "/t/a-1.d: src/lib.rs /out/a\\ b.rs  C:\\x.rs\n\n/t/liba-1.rmeta: src/other.rs\n\nsrc/lib.rs:\n";
        assert_eq!(listed(text), ["src/lib.rs", "/out/a b.rs", "C:\\x.rs"]);
        assert!(listed("").is_empty());
        assert!(listed("# env-dep:X=1\n").is_empty());
    }

    #[test]
    fn a_missing_file_lists_nothing() {
        assert!(of(Path::new("/nowhere/libx-1.rmeta"), None).is_empty());
        assert!(of(Path::new("/nowhere/x"), None).is_empty());
    }

    #[test]
    fn relative_paths_begin_where_rustc_ran() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("x-1.d"), "x-1.d: src/lib.rs /o/p.rs\n").expect("a file");
        let found = of(&directory.path().join("libx-1.rmeta"), Some(Path::new("/home/me")));
        assert_eq!(found, [PathBuf::from("/home/me/src/lib.rs"), PathBuf::from("/o/p.rs")]);
    }
}
