//! Code that runs, on containers and with loops, against a library `vstd` that is not ours (`older_vstd`): a small one in
//! the style of the first months of 2025. What is known of elements and of loops is what the library says about the
//! functions that read an element, and about iterators, and it is proved from that.

use std::path::Path;
use std::process::{Command, Output};

mod support;

/// Copies a directory, and changes the first text in each file that has it.
fn copy(from: &Path, to: &Path, (old, new): (&str, &str)) {
    std::fs::create_dir_all(to).expect("made");
    for entry in std::fs::read_dir(from).expect("read").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target, (old, new));
        } else {
            let text = std::fs::read_to_string(&path).expect("text");
            let text = if old.is_empty() { text } else { text.replacen(old, new, 1) };
            std::fs::write(target, text).expect("written");
        }
    }
}

/// Verifies a program against the library with a text in it changed.
fn run(items: &str, change: (&str, &str)) -> Output {
    let dir = tempfile::tempdir().expect("a directory");
    copy(&support::root().join("crates/certus/tests/older_vstd"), &dir.path().join("other"), change);
    let text = format!("use vstd::prelude::*;\nverus! {{\n{items}\n}} // verus!\nfn main() {{}}\n");
    std::fs::write(dir.path().join("main.rs"), text).expect("written");
    let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
    certus.current_dir(dir.path()).args(["verify", "main.rs", "--vstd=other/vstd.rs", "--color=never"]);
    certus.output().expect("it runs")
}

/// All that a command printed.
fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[track_caller]
fn accepted(items: &str) {
    let output = run(items, ("", ""));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[track_caller]
fn refused(items: &str, code: &str) {
    refused_with(items, ("", ""), code);
}

/// The program is refused with a library that is changed.
#[track_caller]
fn refused_with(items: &str, change: (&str, &str), code: &str) {
    let output = run(items, change);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(&format!("error[{code}")), "`{code}` is not in\n{text}");
}

const READ: &str =
    "fn f(v: &Vec<u8>, i: usize) -> (r: u8) requires i < v@.len(), ensures r == v@.index(i as int) { v[i] }";

const COUNT: &str =
    "fn f(n: usize) -> (r: usize) ensures r == n { let mut r = 0; for i in 0..n invariant r == i { r = r + 1; } r }";

#[test]
fn elements_are_read_as_the_library_says() {
    accepted(READ);
    accepted("fn f(s: &[u8]) -> (r: u8) requires s@.len() > 2, ensures r == s@.index(2) { s[2] }");
    accepted("fn f(a: [u8; 4]) -> (r: u8) ensures r == a@.index(3) { a[3] }");
    refused("fn f(v: &Vec<u8>) -> u8 { v[0] }", "verify/index-bounds");
    refused("fn f(a: [u8; 4], i: usize) -> u8 requires i <= 4 { a[i] }", "verify/index-bounds");
    refused(
        "fn f(s: &[u8]) -> (r: u8) requires s@.len() > 2, ensures r == s@.index(1) { s[2] }",
        "verify/postcondition",
    );
}

#[test]
fn a_role_is_what_the_library_declares_and_says() {
    let role = ", rustc_diagnostic_item = \"verus::vstd::std_specs::vec::vec_index\"";
    refused_with(READ, (role, ", inline"), "unsupported/vstd-source");
    let says = "ensures *r == vec@.index(i as int)";
    refused_with(READ, (says, "ensures vec@.index(i as int) == vec@.index(i as int)"), "unsupported/vstd-source");
    refused_with(
        READ,
        ("vec: &Vec<T, A>, i: usize) -> (r: &T)", "vec: &Vec<T, A>, i: u32) -> (r: &T)"),
        "unsupported/vstd-source",
    );
    // Another element is what the library says, and what is known.
    refused_with(READ, (says, "ensures *r == vec@.index(0)"), "verify/postcondition");
}

#[test]
fn a_write_changes_one_element() {
    let write = |ty: &str, ensures: &str| {
        format!("fn f(v: &mut {ty}, i: usize) requires i < old(v)@.len(), ensures {ensures} {{ v[i] = 7; }}")
    };
    for ty in ["Vec<u8>", "[u8]", "[u8; 9]"] {
        accepted(&write(ty, "final(v)@ == old(v)@.update(i as int, 7)"));
        refused(&write(ty, "final(v)@ == old(v)@"), "verify/postcondition");
        refused(
            &write(ty, "forall|j: int| 0 <= j < final(v)@.len() ==> final(v)@.index(j) == 7"),
            "verify/postcondition",
        );
    }
    refused("fn f(v: &mut Vec<u8>) { v[0] = 7; }", "verify/index-bounds");
    refused(&write("Vec<u8>", "final(v)@.len() == 0"), "verify/postcondition");
}

#[test]
fn arrays_and_parts() {
    accepted("fn f() { let a = [1u8, 2, 3]; assert(a@.index(1) == 2); let z = [0u8; 8]; assert(z@.index(7) == 0); }");
    refused("fn f() { let a = [1u8, 2, 3]; assert(a@.index(1) == 3); }", "verify/assert");
    refused("fn f(x: u8) { let z = [x; 8]; assert(z@.index(7) == 0); }", "verify/assert");
    accepted("fn f(a: [u8; 8]) { let s: &[u8] = &a; let y = s[3]; assert(y == a@.index(3) && s@.len() == 8); }");
    accepted(
        "fn f(v: &Vec<u8>) requires v@.len() > 3 { let s = &v[1..3]; assert(s@.len() == 2 && s@.index(1) == v@.index(2)); }",
    );
    refused("fn f(v: &Vec<u8>) requires v@.len() > 2 { let s = &v[1..4]; }", "verify/index-bounds");
    refused(
        "fn f(v: &Vec<u8>) requires v@.len() > 3 { let s = &v[1..3]; assert(s@.index(1) == v@.index(1)); }",
        "verify/assert",
    );
}

#[test]
fn loops_over_ranges() {
    accepted(COUNT);
    accepted(
        "fn f(v: &mut Vec<u8>) ensures forall|i: int| 0 <= i < final(v)@.len() ==> final(v)@.index(i) == 0 { \
         let n = v.len(); for i in 0..n invariant n == v@.len(), v@.len() == old(v)@.len(), forall|k: int| 0 <= k < i ==> v@.index(k) == 0 { v[i] = 0; } }",
    );
    refused(&COUNT.replace("r = r + 1;", "if r < 5 { r = r + 1; }"), "verify/");
    refused(&COUNT.replace("ensures r == n", "ensures r == n + 1"), "verify/postcondition");
    refused(&COUNT.replace("0..n", "1..n"), "verify/");
}

#[test]
fn nothing_about_a_ghost_iterator_is_believed() {
    refused_with(COUNT, ("self.cur >= self.end", "false"), "verify/");
    refused_with(COUNT, ("Some(self.cur)\n", "Some((self.cur + 1) as usize)\n"), "verify/");
    refused_with(COUNT, ("Some(self.end - self.cur)", "Some(0int)"), "verify/decreases");
    refused_with(COUNT, ("self.start <= self.cur", "false"), "verify/");
}

/// The program that is verified with libraries of other dates.
#[test]
fn a_longer_program_is_verified_with_our_own_library() {
    let program = support::root().join("crates/certus/tests/foreign_programs/inventory.rs");
    let output = Command::new(env!("CARGO_BIN_EXE_certus")).arg("verify").arg(program).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[test]
fn a_reference_of_before_in_a_postcondition_is_its_final_value() {
    accepted("fn f(v: &mut Vec<u8>) ensures final(v)@.len() == 0 { v.clear(); }");
    refused("fn f(v: &mut Vec<u8>) { v.clear(); assert(old(v)@.len() == 0); }", "verify/assert");
    refused("fn f(v: &mut Vec<u8>) { v.clear(); assert(false); }", "verify/assert");
}
