//! Embeds the library sources that every loaded program may name.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The constants of the generated file and the folders or files they come from, relative to the workspace.
const LIBRARIES: [(&str, &str); 6] = [
    ("CORE", "std-api/core"),
    ("ALLOC", "std-api/alloc"),
    ("STD", "std-api/std"),
    ("MACROS", "std-api/verus_builtin_macros"),
    ("BUILTIN", "std-api/verus_builtin.rs"),
    ("VSTD", "vstd"),
];

fn main() -> io::Result<()> {
    let workspace = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let mut out = String::new();
    for (name, place) in LIBRARIES {
        let base = workspace.join(place);
        println!("cargo::rerun-if-changed={}", base.display());
        let mut files = Vec::new();
        collect(&base, &mut files)?;
        // The root of the crate first, then by path: the same program gives the same file numbers everywhere.
        files.sort_by_key(|path| {
            let file = path.file_name().unwrap_or_default();
            let is_root = path.parent() == Some(&base) && (file == "lib.rs" || file == "vstd.rs");
            (!is_root, path.clone())
        });
        writeln!(out, "/// Files of `{place}`, the crate root first.").map_err(io::Error::other)?;
        writeln!(out, "pub(crate) const {name}: &[LibraryFile] = &[").map_err(io::Error::other)?;
        for file in files {
            let shown = file.strip_prefix(&workspace).unwrap_or(&file);
            let text = certus_rewrite::repeat(&fs::read_to_string(&file)?)
                .map_err(|line| io::Error::other(format!("{}: malformed repetition: {line}", file.display())))?;
            let path = shown.display().to_string();
            let interface = if name == "VSTD" { interface(&text, &path)? } else { "None".to_string() };
            let when = when(&text);
            let fields = format!("path: {path:?}, when: &{when:?}, text: {text:?}, interface: {interface}");
            writeln!(out, "    LibraryFile {{ {fields} }},").map_err(io::Error::other)?;
        }
        writeln!(out, "];").map_err(io::Error::other)?;
    }
    let print = fingerprint(&workspace, &out)?;
    writeln!(out, "/// Changes with the libraries and with what writes them out.").map_err(io::Error::other)?;
    writeln!(out, "pub(crate) const FINGERPRINT: &str = {print:?};").map_err(io::Error::other)?;
    fs::write(PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("libraries.rs"), out)
}

/// Stands for all that the text of a library for rustc depends on: its source, the rewriter, and this crate.
/// Only accidents are to be told apart, so two rounds of a simple hash (FNV-1a) will do.
fn fingerprint(workspace: &Path, libraries: &str) -> io::Result<String> {
    let mut files = Vec::new();
    for place in ["crates/certus-rewrite/src", "crates/certus-frontend/src"] {
        println!("cargo::rerun-if-changed={}", workspace.join(place).display());
        collect(&workspace.join(place), &mut files)?;
    }
    files.sort();
    let mut hashes = [0xcbf2_9ce4_8422_2325_u64, 0x6c62_272e_07bb_0142];
    let mut add = |text: &str| {
        for (i, hash) in hashes.iter_mut().enumerate() {
            for byte in text.bytes() {
                *hash = (*hash ^ u64::from(byte ^ i as u8)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    };
    add(libraries);
    for file in files {
        add(&fs::read_to_string(&file)?);
    }
    Ok(format!("{:016x}{:016x}", hashes[0], hashes[1]))
}

/// The words of the line `// @when WORD WORD ..`: a program that contains none of them has no use for the file.
fn when(text: &str) -> Vec<&str> {
    let line = text.lines().take(8).find_map(|line| line.strip_prefix("// @when "));
    line.map(|words| words.split_whitespace().collect()).unwrap_or_default()
}

/// The interface form of a library file, as an expression.
fn interface(text: &str, path: &str) -> io::Result<String> {
    let wrong = |error: certus_rewrite::RewriteError| io::Error::other(format!("{path}: {}", error.message));
    let form = certus_rewrite::interface(text).map_err(wrong)?;
    let mut pieces = String::new();
    for piece in form.pieces {
        write!(pieces, "({},{},{}),", piece.at, piece.start, piece.end).map_err(io::Error::other)?;
    }
    Ok(format!("Some(&Interface {{ text: Cow::Borrowed({:?}), pieces: Cow::Borrowed(&[{pieces}]) }})", form.text))
}

/// All Rust files at a place.
fn collect(place: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if place.is_file() {
        files.push(place.to_path_buf());
    } else if place.is_dir() {
        for entry in fs::read_dir(place)? {
            let path = entry?.path();
            if path.is_dir() || path.extension().is_some_and(|e| e == "rs") {
                collect(&path, files)?;
            }
        }
    }
    Ok(())
}
