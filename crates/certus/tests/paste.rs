//! The declarations that errors about unknown items propose are right: pasted into the program, they are accepted, and the
//! item is known.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The texts to paste of all errors, and whether the program was verified.
fn verify(dir: &Path, program: &str) -> (Vec<String>, bool, String) {
    let file = dir.join("main.rs");
    std::fs::write(&file, program).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_certus"))
        .args(["verify", "--message-format=json"])
        .arg(&file)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut found = Vec::new();
    for line in text.lines() {
        let Ok(record) = serde_json::from_str::<Value>(line) else { continue };
        for note in record["message"]["children"].as_array().or(record["children"].as_array()).into_iter().flatten() {
            let said = note["message"].as_str().unwrap_or_default();
            let is_new = |text: &str| !found.iter().any(|known: &String| known == text);
            if let Some((_, declaration)) = said.split_once('\n').filter(|(_, declaration)| is_new(declaration)) {
                found.push(declaration.to_string());
            }
        }
    }
    (found, output.status.code() == Some(0), text)
}

/// Pastes what is proposed until nothing more is. Of a trait there is one declaration, so there each function has a trait
/// of its own.
fn pasted(outside: &str, inside: &str) -> (String, bool) {
    let dir = tempfile::tempdir().expect("a directory");
    let mut declarations = String::new();
    for _ in 0..12 {
        let program = format!(
            "use vstd::prelude::*;\n{outside}\nverus! {{\n{declarations}\n{inside}\n}} // verus!\nfn main() {{}}\n"
        );
        let (found, is_verified, said) = verify(dir.path(), &program);
        if is_verified || found.is_empty() {
            return (format!("{program}\n{said}"), is_verified);
        }
        declarations.extend(found.iter().flat_map(|text| [text.as_str(), "\n"]));
    }
    (declarations, false)
}

#[track_caller]
fn accepted(outside: &str, inside: &str) {
    let (program, is_verified) = pasted(outside, inside);
    assert!(is_verified, "{program}");
    // What is pasted says what there is, and nothing about it.
    let claim = inside.replacen("/* here */", "assert(false);", 1);
    assert_ne!(claim, inside, "no place for a claim");
    let (program, is_verified) = pasted(outside, &claim);
    assert!(!is_verified && program.contains("verify/assert"), "{program}");
}

#[test]
fn functions_are_declared() {
    accepted("pub fn half(x: u32) -> u32 { x / 2 }", "fn f() { let y = half(3); /* here */ }");
    accepted("mod m { pub fn none() {} }", "fn f() { m::none(); /* here */ }");
    accepted(
        "mod m { pub fn pair(a: (u8, [u8; 3])) -> (Option<bool>, &'static str) { (None, \"\") } }",
        "fn f() { let p = m::pair((1, [1, 2, 3])); /* here */ }",
    );
    accepted("pub unsafe fn risky(x: u8) -> u8 { x }", "fn f() { let x = unsafe { risky(3) }; /* here */ }");
}

#[test]
fn generic_functions_are_declared() {
    accepted(
        "pub fn same<T: Clone + PartialEq<u8>>(x: &T) -> T { x.clone() }",
        "fn f() { let y = same(&3u8); /* here */ }",
    );
    accepted("pub fn made(x: impl Into<u64>) -> u64 { x.into() }", "fn f() { let y = made(3u8); /* here */ }");
    accepted(
        "pub fn first<T, const N: usize>(x: &[T; N]) -> Option<&T> { x.first() }",
        "fn f() { let a = [1u8, 2]; let y = first(&a); /* here */ }",
    );
    accepted(
        "pub fn size<T: ?Sized>(x: &T) -> usize { std::mem::size_of_val(x) }",
        "fn f() { let y = size(&3u8); /* here */ }",
    );
    accepted(
        "pub fn twice<F: Fn(u8) -> u8>(f: F) -> u8 { f(f(1)) }",
        "fn f() { let y = twice(|x: u8| -> (r: u8) { 3 }); /* here */ }",
    );
    accepted(
        "pub fn last<I: Iterator<Item = u8>>(i: I) -> Option<u8> { i.last() }",
        "fn f(v: std::ops::Range<u8>) { let y = last(v); /* here */ }",
    );
}

#[test]
fn methods_are_declared_with_their_types() {
    let outside = "pub struct Account { cents: u64 }
        impl Account {
            pub fn new() -> Self { Account { cents: 0 } }
            pub fn put(&mut self, cents: u64) -> bool { self.cents += cents; true }
            pub fn cents(&self) -> &u64 { &self.cents }
            pub fn other<'a>(&'a self, text: &str) -> &'a u64 { &self.cents }
            pub fn end(self) -> u64 { self.cents }
        }";
    accepted(
        outside,
        "fn f() { let mut a = Account::new(); let b = a.put(3); let c = *a.cents(); \
        let d = *a.other(\"x\"); let e = a.end(); /* here */ }",
    );
    let outside = "pub mod m {
            pub struct Table<K, V, const N: usize> where K: Ord { entries: Vec<(K, V)> }
            impl<K: Ord + Clone, V, const N: usize> Table<K, V, N> {
                pub fn with(room: usize) -> Self { Table { entries: Vec::new() } }
                pub fn get(&self, k: &K) -> Option<&V> { None }
                pub fn insert(&mut self, k: K, v: V) -> Option<V> { None }
            }
        }";
    accepted(
        outside,
        "fn f() { let mut t = m::Table::<u8, bool, 4>::with(3); t.insert(1, true); \
        let v = t.get(&1); /* here */ }",
    );
}

#[test]
fn types_are_declared() {
    accepted(
        "#[derive(Clone, Copy)] pub struct Point { pub x: u8, pub y: u8 }",
        "fn f(p: Point) { let s = p.x; /* here */ }",
    );
    accepted(
        "pub enum Choice<T> { None, One(T), Two { a: T, b: T } }",
        "fn f(c: Choice<u8>) { match c { Choice::One(x) => {}, _ => {} } /* here */ }",
    );
    accepted("pub struct View<'a, T: ?Sized> { of: &'a T }", "fn f(v: &View<'_, u8>) { /* here */ }");
    accepted("pub mod m { pub struct Hidden(u8); }", "fn f(h: m::Hidden) -> m::Hidden { /* here */ h }");
}

#[test]
fn traits_are_declared() {
    accepted(
        "pub trait Named { fn name(&self, short: bool) -> u64; fn other(&self) {} }",
        "fn f<T: Named>(t: &T) { let n = t.name(true); /* here */ }",
    );
    accepted(
        "pub trait Made<A: Clone>: Sized { type Out: Clone; fn make(a: A, b: &mut u8) -> Self::Out; }",
        "fn f<T: Made<u8>>() { let mut b = 1u8; let n = T::make(3, &mut b); /* here */ }",
    );
}

#[test]
fn items_of_the_standard_library_are_declared() {
    accepted("", "fn f() { let c = char::from_u32(65); /* here */ }");
    accepted("", "fn f(x: u32) { let c = x.swap_bytes(); /* here */ }");
}
