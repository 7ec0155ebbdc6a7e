//! `verus!` in what a macro by example writes: what runs is what was proved.

mod common;

use common::{Libraries, folder, text_of};
use std::fs;
use std::process::Command;

const PROGRAM: &str = r#"
use vstd::prelude::*;

macro_rules! product {
    ($f:ident, $a:expr, $b:expr) => { verus! { fn $f() -> (r: u8) ensures r == 9 { $a * $b } } };
}
macro_rules! unary {
    ($f:ident, $a:expr, $c:expr, $m:expr) => {
        verus! { fn $f() -> (i8, bool, u64, i8) { (-$a, !$c, $a as u64 + 1, $m.wrapping_abs()) } }
    };
}
macro_rules! attribute_form {
    ($f:ident, $a:expr) => { #[verus_spec(r => ensures r == 9)] fn $f() -> u8 { $a * 3 } };
}
macro_rules! others {
    ($f:ident, $t:ty, $q:path, $p:pat, $r:pat, $l:literal, $b:block, $v:vis, $i:item, $s:stmt) => {
        verus! { $i $v fn $f(x: &$t, y: $q, b: u8) -> u8 { $s; match b { $p => $l, $r | 9 => 2, _ => $b } } }
    };
}
macro_rules! twice {
    ($e:expr) => { $e * 2 };
}
macro_rules! calls {
    ($f:ident, $e:expr) => {
        verus! { fn $f() -> (Vec<u8>, u8, bool) { (vec![$e, 1], twice!($e), matches!($e, 3)) } }
    };
}

product!(nine, 1 + 2, 3);
unary!(signs, 1i8 + 2i8, true && false, -1i8);
attribute_form!(nine_again, 1u8 + 2);
others!(other, Vec<u8>, std::option::Option<u8>, 1 | 2, 3, 7, { 5 }, pub(crate), struct Unit;, let _z = 1);
calls!(called, 1u8 + 2);

fn main() {
    let all = [2, 9, 8].map(|b| other(&vec![], None, b));
    println!("{} {:?} {} {all:?} {:?}", nine(), signs(), nine_again(), called());
}
"#;

#[test]
fn a_fragment_is_one_thing_where_it_runs() {
    let libraries = Libraries::build();
    let dir = folder("fragments");
    let input = dir.join("src/main.rs");
    fs::write(&input, PROGRAM).expect("a program can be written");
    let program = dir.join("program");
    let output = libraries.rustc(&input, &["--cap-lints=allow", "-o", &program.to_string_lossy()]);
    assert!(output.status.success(), "{}", text_of(&output));
    let run = Command::new(&program).output().expect("the program runs");
    assert_eq!(text_of(&run).trim(), "9 (-3, true, 4, 1) 9 [7, 2, 5] ([3, 1], 6, true)");
}

#[test]
fn what_is_handed_on_must_be_known() {
    let libraries = Libraries::build();
    let dir = folder("handed-on");
    let input = dir.join("src/lib.rs");
    let macros = "macro_rules! n { ($($t:tt)*) => { 1u8 }; }\n\
        macro_rules! m { ($f:ident, $e:expr) => { verus! { fn $f() -> u8 { n!($e) } } }; }";
    for (argument, is_known) in [("1", true), ("1 + 2", true), ("x", true), ("std::u8::MAX", false), ("-1", false)] {
        let text = format!("use vstd::prelude::*;\n{macros}\nm!(f, {argument});\n");
        fs::write(&input, text).expect("a program can be written");
        let output =
            libraries.rustc(&input, &["--crate-type=lib", "--emit=metadata", "--out-dir", &dir.to_string_lossy()]);
        let text = text_of(&output);
        assert_eq!(output.status.success(), is_known, "{argument}: {text}");
        assert!(is_known || text.contains("put it into a variable"), "{argument}: {text}");
    }
}
