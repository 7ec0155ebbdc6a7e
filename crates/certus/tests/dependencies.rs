//! Programs of several crates: what a dependency specifies is known, what is closed there is not, and it is verified on
//! its own.

use std::path::Path;
use std::process::{Command, Output};

/// Numbers with an invariant that nobody outside can look into.
const NUMBERS: &str = r#"
use vstd::prelude::*;

verus! {

pub struct Even {
    half: u32,
}

impl Even {
    pub closed spec fn value(&self) -> int {
        2 * self.half
    }

    pub open spec fn small(&self) -> bool {
        self.value() < 1000
    }

    pub proof fn is_even(&self)
        ensures
            self.value() % 2 == 0,
    {
    }

    pub fn new(half: u32) -> (r: Even)
        ensures
            r.value() == 2 * half,
    {
        Even { half }
    }

    pub fn half(&self) -> (r: u32)
        ensures
            2 * r == self.value(),
    {
        self.half
    }
}

pub trait Sized2 {
    spec fn size(&self) -> nat;

    fn measured(&self) -> (r: u64)
        ensures
            r == self.size(),
    ;
}

impl Sized2 for Even {
    closed spec fn size(&self) -> nat {
        self.half as nat
    }

    fn measured(&self) -> u64 {
        self.half as u64
    }
}

} // verus!
"#;

/// A crate between the two.
const SUMS: &str = r#"
use vstd::prelude::*;
use numbers::Even;

verus! {

pub fn sum(a: &Even, b: &Even) -> (r: Even)
    requires
        a.small(),
        b.small(),
    ensures
        r.value() == a.value() + b.value(),
{
    Even::new(a.half() + b.half())
}

} // verus!
"#;

/// The crates, and a third one that uses both.
fn verify(program: &str, dependencies: &[&str]) -> Output {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("written");
    write("numbers.rs", NUMBERS);
    write("sums.rs", SUMS);
    write("main.rs", program);
    run(dir.path(), "main.rs", dependencies)
}

fn run(dir: &Path, file: &str, dependencies: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    command.current_dir(dir).args(["verify", "--color=never", file]);
    for name in dependencies {
        command.arg("--dependency").arg(format!("{name}={name}.rs"));
    }
    command.output().expect("it runs")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn specifications_cross_the_border() {
    let output = verify(
        r#"
        use vstd::prelude::*;
        use numbers::{Even, Sized2};
        verus! {
        fn main() {
            let a = Even::new(3);
            let b = sums::sum(&a, &a);
            assert(b.value() == 12);
            proof { b.is_even(); }
            let s = b.measured();
            assert(s == b.size());
        }
        } // verus!
        "#,
        &["numbers", "sums"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
}

#[test]
fn each_crate_is_verified_on_its_own() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("numbers.rs"), NUMBERS).expect("written");
    std::fs::write(dir.path().join("sums.rs"), SUMS).expect("written");
    let numbers = run(dir.path(), "numbers.rs", &[]);
    assert_eq!(numbers.status.code(), Some(0), "{}", errors(&numbers));
    let sums = run(dir.path(), "sums.rs", &["numbers"]);
    assert_eq!(sums.status.code(), Some(0), "{}", errors(&sums));
    // Of the crates that are used nothing is verified again.
    assert!(String::from_utf8_lossy(&sums.stdout).contains("verified: 1 function proved"), "{sums:?}");
}

#[test]
fn what_is_closed_is_not_known() {
    let output = verify(
        r#"
        use vstd::prelude::*;
        use numbers::{Even, Sized2};
        verus! {
        fn main() {
            let a = Even::new(3);
            let s = a.measured();
            assert(s == 3);
        }
        } // verus!
        "#,
        &["numbers"],
    );
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    assert!(errors(&output).contains("verify/assert"), "{}", errors(&output));
}

#[test]
fn preconditions_bind_callers_in_other_crates() {
    let output = verify(
        r#"
        use vstd::prelude::*;
        use numbers::Even;
        verus! {
        fn f(n: u32) {
            let a = Even::new(n);
            let b = sums::sum(&a, &a);
        }
        } // verus!
        fn main() {}
        "#,
        &["numbers", "sums"],
    );
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    let said = errors(&output);
    assert!(said.contains("verify/precondition") && said.contains("sums.rs"), "{said}");
}

#[test]
fn rustc_checks_uses_of_other_crates_too() {
    let output = verify(
        r#"
        use vstd::prelude::*;
        use numbers::Even;
        verus! {
        fn f(a: Even) -> (Even, Even) {
            (a, a)
        }
        } // verus!
        fn main() {}
        "#,
        &["numbers"],
    );
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    assert!(errors(&output).contains("rust/E0382"), "{}", errors(&output));
}

#[test]
fn a_private_field_stays_private() {
    let output = verify(
        r#"
        use vstd::prelude::*;
        use numbers::Even;
        verus! {
        fn f(a: Even) -> u32 {
            a.half
        }
        } // verus!
        fn main() {}
        "#,
        &["numbers"],
    );
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
}

#[test]
fn a_wrong_call_is_told() {
    let bad = verify("fn main() {}", &["numbers", "numbers"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(errors(&bad).contains("`numbers` cannot be the name of a dependency"), "{}", errors(&bad));
    let missing = verify("fn main() {}", &["nothing"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(errors(&missing).contains("nothing.rs"), "{}", errors(&missing));
    let reserved = verify("fn main() {}", &["vstd"]);
    assert_eq!(reserved.status.code(), Some(2));
}

/// Macros by example of a crate that is used are compared with what rustc makes of them, as those of the program.
const MACROS: &str = r#"
use vstd::prelude::*;

#[macro_export] macro_rules! name { (1) => { 0usize }; ($($t:tt)*) => { 7usize }; }
#[macro_export] macro_rules! number { ($e:literal) => { $crate::name!($e) }; }
#[macro_export] macro_rules! after_next { ($e:expr) => { $crate::next($e) + $crate::one!() }; }
#[macro_export] macro_rules! one { () => { 1 }; }
#[macro_export] macro_rules! product {
    ($f:ident, $a:expr, $b:expr) => { $crate::verus! { fn $f() -> (r: u8) ensures r == 9 { $a * $b } } };
}
pub use vstd::prelude::verus;

verus! {

pub fn next(x: u8) -> (r: u8)
    requires
        x < 255,
    ensures
        r == x + 1,
{
    x + 1
}

} // verus!
"#;

/// A trait of another crate may have an associated type with a lifetime, and a result of that type is a borrow.
#[test]
fn a_result_borrows_by_a_trait_of_another_crate() {
    let dir = tempfile::tempdir().expect("a directory");
    let lend = "use vstd::prelude::*; verus! { pub trait Lend { type Item<'a> where Self: 'a; type Own; spec fn good(&self) -> bool; \
                fn lend(&mut self) -> Self::Item<'_>; fn give(&mut self) -> Self::Own; } }";
    std::fs::write(dir.path().join("lend.rs"), lend).expect("written");
    let read = |call: &str| {
        let text = format!(
            "use vstd::prelude::*; use lend::Lend; verus! {{ fn f<L: Lend>(mut l: L) {{ let x = l.{call}(); \
             let ghost b = l.good(); let y = x; }} }}"
        );
        std::fs::write(dir.path().join("main.rs"), text).expect("written");
        run(dir.path(), "main.rs", &["lend"])
    };
    assert!(errors(&read("lend")).contains("rust/E0502"));
    let given = read("give");
    assert_eq!(given.status.code(), Some(0), "{}", errors(&given));
}

/// A path in `include_str!` leads from the file of the call.
#[test]
fn files_are_included_from_where_the_call_stands() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("written");
    std::fs::create_dir(dir.path().join("inner")).expect("a directory");
    write(
        "main.rs",
        "mod inner; const HERE: &str = include_str!(\"here.txt\"); const _: () = assert!(HERE.len() == 3); fn main() {}",
    );
    write(
        "inner/mod.rs",
        "const THERE: &[u8] = include_bytes!(\"there.txt\"); const _: () = assert!(THERE.len() == 5); include!(\"more.rs\");",
    );
    write("inner/more.rs", "pub fn more() {}");
    write("here.txt", "abc");
    write("inner/there.txt", "abcde");
    let output = run(dir.path(), "main.rs", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    write("inner/mod.rs", "const THERE: &str = include_str!(\"here.txt\");");
    assert_eq!(run(dir.path(), "main.rs", &[]).status.code(), Some(1));
}

#[test]
fn macros_of_other_crates_are_compared() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("shared.rs"), MACROS).expect("written");
    let verify = |program: &str| {
        let text = format!("use vstd::prelude::*;\nuse shared::after_next;\n{program}");
        std::fs::write(dir.path().join("main.rs"), text).expect("written");
        let output = run(dir.path(), "main.rs", &["shared"]);
        (output.status.code(), errors(&output))
    };
    let (code, text) = verify(
        "macro_rules! own { ($e:expr) => { after_next!($e * 2) }; }
        shared::product!(nine, 1 + 2, 3);
        verus! { fn f() { let x = shared::after_next!(3u8 + 1); let y = own!(1u8 + 1); assert(x == 6 && y == 6); } }",
    );
    assert_eq!(code, Some(0), "{text}");
    let refused = [
        "verus! { fn f() { let a = [1u8]; let z = a[shared::number!(1)]; } }",
        "macro_rules! own { ($e:literal) => { shared::number!($e) }; }
        verus! { fn f() { let a = [1u8]; let z = a[own!(1)]; } }",
        // Which of the two is meant is for rustc to say.
        "macro_rules! number { () => { 1 }; } verus! { fn f() { let x = shared::number!(3); } }",
    ];
    for program in refused {
        let (code, text) = verify(program);
        assert_eq!(code, Some(1), "{program}: {text}");
        assert!(text.contains("error[unsupported/expansion]"), "{program}: {text}");
    }
}
