//! Types that rustc must refuse to make `PmCopy`, with a message that says what to do.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Compiles a program of one file against a library of ours.
fn compile(text: &str, library: &Path, deps: &Path) -> Output {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("program.rs");
    let text = format!("use pmcopy::{{AnyBitPattern, PmCopy}};\n{text}\nfn main() {{}}\n");
    std::fs::write(&file, text).expect("written");
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "--emit", "metadata", "--out-dir"]).arg(directory.path()).arg(&file);
    rustc.arg("--extern").arg(format!("pmcopy={}", library.display()));
    rustc.arg("-L").arg(format!("dependency={}", deps.display()));
    rustc.output().expect("rustc runs")
}

/// The library that this test was built with, and where those are that it uses: the one that a right program compiles with.
fn library() -> (PathBuf, PathBuf) {
    let deps = std::env::current_exe().expect("a path").parent().expect("a directory").to_path_buf();
    let is_it = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.starts_with("libpmcopy-") && name.ends_with(".rlib")
    };
    let entries = std::fs::read_dir(&deps).expect("a directory");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).filter(is_it).collect();
    found.sort_by_key(|path| std::fs::metadata(path).and_then(|data| data.modified()).ok());
    let right = "#[repr(C)] #[derive(PmCopy, AnyBitPattern)] struct S { a: u16, b: [u8; 2] }\n#[repr(u8)] #[derive(PmCopy)] enum E { A, B }";
    let library = found.into_iter().rev().find(|path| compile(right, path, &deps).status.success());
    (library.expect("a right program compiles"), deps)
}

#[test]
fn what_may_not_be_stored_is_refused() {
    let (library, deps) = library();
    let refused = |text: &str, message: &str| {
        let output = compile(text, &library, &deps);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{text} compiles");
        assert!(said.contains(message), "`{message}` is not in\n{said}");
    };
    let structure = |fields: &str| format!("#[repr(C)] #[derive(PmCopy)] struct S {{ {fields} }}");
    refused(&structure("a: u8, b: u32"), "`S` has padding before the field `b`: add an explicit field there");
    refused(&structure("a: u32, b: u8"), "`S` has padding at its end: add an explicit field there");
    let inner = format!("{}\n#[repr(C)] #[derive(PmCopy)] struct T {{ a: u16, s: S }}", structure("a: u32"));
    refused(&inner, "`T` has padding before the field `s`");
    refused("#[derive(PmCopy)] struct S { a: u8 }", "needs `#[repr(C)]`");
    refused("#[repr(C, packed)] #[derive(PmCopy)] struct S { a: u8, b: u32 }", "plain `#[repr(..)]`");
    refused("#[repr(C)] #[repr(align(8))] #[derive(PmCopy)] struct S { a: u8 }", "plain `#[repr(..)]`");
    for field in ["&'static u8", "*const u8", "usize", "isize", "f64", "Box<u8>", "fn()", "[&'static u8; 2]", "()"] {
        refused(&structure(&format!("a: {field}")), "may not be copied to storage");
    }
    refused(
        "struct Plain;\n#[repr(C)] #[derive(PmCopy)] struct S { a: Plain }",
        "`Plain` may not be copied to storage",
    );
    refused("#[repr(C)] #[derive(PmCopy)] struct S<T> { a: T }", "with parameters");
    refused("#[repr(C)] #[derive(PmCopy)] union U { a: u8 }", "union");
    refused("#[derive(PmCopy)] enum E { A, B }", "representation of an enum");
    refused("#[repr(u8)] #[derive(PmCopy)] enum E { A(u8), B }", "variants have fields");
    refused("const X: isize = 3;\n#[repr(u8)] #[derive(PmCopy)] enum E { A = X }", "write a literal");
    let any = |fields: &str| format!("#[repr(C)] #[derive(PmCopy, AnyBitPattern)] struct S {{ {fields} }}");
    for field in ["bool", "char", "[bool; 3]"] {
        refused(&any(&format!("n: u32, a: {field}")), "not all bytes are those of a `");
    }
    let inner = format!("{}\n#[repr(C)] #[derive(PmCopy, AnyBitPattern)] struct T {{ s: S }}", structure("a: u32"));
    refused(&inner, "not all bytes are those of a `S`");
    refused("#[repr(u8)] #[derive(PmCopy, AnyBitPattern)] enum E { A, B }", "but for a structure");
    refused("#[repr(C)] #[derive(AnyBitPattern)] struct S { a: u32 }", "the trait bound `S: PmBytes` is not satisfied");
    // Nobody says by accident that a type is safe.
    refused("struct Plain(usize);\nimpl pmcopy::PmSafe for Plain {}", "unsafe");
}
