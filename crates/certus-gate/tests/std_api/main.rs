//! `std-api` against the real library: a generated crate names every declared item at its declared type, and stock
//! rustc must accept it.

mod library;
mod samples;
mod shadow;
mod signature;
mod traits;
mod witness;

use std::path::{Path, PathBuf};
use std::process::Command;

use library::Library;
use witness::Witness;

/// How many declarations are marked `@internal`; see the reasons beside them.
const MARKED: usize = 92;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../std-api")
}

/// What rustc says about the crate: for each error the file, the declaration and the message.
fn errors(name: &str, witness: &Witness<'_>) -> Vec<(String, String, String)> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = dir.join(format!("{name}.rs"));
    std::fs::write(&source, witness.lines.join("\n")).expect("the crate can be written");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .env_remove("RUSTC_BOOTSTRAP")
        .args(["--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "--error-format", "short"])
        .arg("--out-dir")
        .arg(dir)
        .arg(&source)
        .output()
        .expect("rustc runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut errors = Vec::new();
    for line in said.lines().filter(|line| line.contains(": error")) {
        let at = line.split(':').nth(1).and_then(|at| at.parse::<usize>().ok());
        let (file, about) = at.and_then(|at| witness.about.get(at - 1)).cloned().unwrap_or_default();
        let message = line.split_once(": error").map_or(line, |(_, rest)| rest);
        errors.push((file, about, message.to_string()));
    }
    assert!(output.status.success() || !errors.is_empty(), "rustc failed: {said}");
    errors
}

#[test]
fn every_declaration_is_one_of_the_real_library() {
    let library = Library::read(&root(), &[]);
    let witness = Witness::of(&library);
    let errors = errors("std_api_witness", &witness);
    for (file, about, message) in &errors {
        println!("{file}: {about}\n    error{message}");
    }
    assert!(errors.is_empty(), "{} declarations differ from the real library", errors.len());
    // Nothing is left out but what says so; when these numbers change, docs/trust.md has to.
    let marked = library.exempt.len() + witness.exempt.iter().filter(|(.., why)| !why.starts_with("its ")).count();
    println!("{:#?}\n{marked} exempt, and {} that follow", witness.counts, witness.exempt.len());
    assert_eq!(marked, MARKED, "declarations are marked as exempt");
    assert!(witness.counts.values().sum::<usize>() > 6_000, "{:#?}", witness.counts);
}

#[test]
fn no_method_of_the_real_library_takes_the_place_of_another() {
    let library = Library::read(&root(), &[]);
    let witness = Witness::shadows(&library);
    let errors = errors("std_api_shadows", &witness);
    for (file, about, message) in &errors {
        println!("{file}: {about}\n    error{message}");
    }
    assert!(errors.is_empty(), "{} methods or impls are missing that could be chosen", errors.len());
    assert!(witness.counts["shadow"] > 10_000, "{:#?}", witness.counts);
}

/// Wrong declarations, in groups that rustc refuses at the same stage of its work.
const WRONG: &[&[(&str, &str, &str)]] = &[
    &[("core/prelude.rs", "pub use crate::mem::drop", "pub use crate::mem::forget as drop")],
    &[("core/hint.rs", "pub fn spin_loop", "pub fn spin")],
    &[
        ("core/option.rs", "pub const fn is_some(&self) -> bool;", "pub const fn is_some(&self) -> u8;"),
        ("alloc/string.rs", "pub fn pop(&mut self)", "pub fn pop(&self)"),
        ("alloc/boxed.rs", "impl<T> From<T> for Box<T>", "impl<T> From<Box<T>> for Box<Box<Box<T>>>"),
        ("core/task.rs", "    #[lang = \"Pending\"]\n    Pending,\n", ""),
        ("core/ops/range.rs", "pub start: Idx, pub end: Idx", "pub start: Idx, pub end: usize"),
        (
            "core/fmt.rs",
            "fn write_str(&mut self, s: &str) -> Result;",
            "fn write_str(&mut self, s: &str) -> Result { loop {} }",
        ),
        ("core/slice.rs", "x: &T) -> bool where T: PartialEq;", "x: &T) -> bool;"),
        ("core/mem.rs", "const unsafe fn zeroed", "const fn zeroed"),
        ("std/sync/mutex.rs", "type Target = T;", "type Target = u8;"),
        ("core/cmp.rs", "pub trait Eq: PartialEq<Self>", "pub trait Eq: Copy + PartialEq<Self>"),
        ("alloc/vec.rs", "unsafe impl<T: Send> Send for Vec<T> {}", "impl<T: Send> !Send for Vec<T> {}"),
        ("alloc/rc.rs", "pub fn downgrade(", "pub fn clone(this: &Self) -> Rc<T>; pub fn downgrade("),
        ("std/process.rs", "code: i32", "code: u32"),
        ("alloc/borrow.rs", "pub enum Cow<'a, B: ?Sized + ToOwned + 'a>", "pub enum Cow<'a, B: ToOwned + 'a, C = B>"),
        ("core/convert.rs", "pub const fn identity<T>(x: T) -> T;", "pub const fn identity<T, U>(x: T) -> T;"),
        ("std/collections.rs", "-> Option<&V> where K: Borrow<Q>", "-> Option<&K> where K: Borrow<Q>"),
    ],
    &[
        ("core/str.rs", "pub fn trim(", "pub const fn trim("),
        ("core/num.rs", "pub const MAX: $t = $t::MAX", "pub const MAX: $t = $t::MIN"),
        ("core/mem.rs", "pub fn take<T", "pub unsafe fn take<T"),
    ],
];

#[test]
fn wrong_declarations_are_refused() {
    for (i, group) in WRONG.iter().enumerate() {
        let library = Library::read(&root(), group);
        let errors = errors(&format!("std_api_wrong{i}"), &Witness::of(&library));
        for (file, from, _) in *group {
            assert!(errors.iter().any(|(at, ..)| at.ends_with(file)), "{file}: `{from}`: {errors:#?}");
        }
    }
    let edits = [("core/ints.rs", "    pub const fn clamp(self, min: $t, max: $t) -> $t;\n", "")];
    let library = Library::read(&root(), &edits);
    let errors = errors("std_api_wrong_shadow", &Witness::shadows(&library));
    assert!(errors.iter().any(|(_, about, _)| about == "f64::clamp"), "{errors:#?}");
}
