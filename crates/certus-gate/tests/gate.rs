//! The gate with a real rustc: what it accepts, what it says, and libraries made by several at once.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use certus_gate::{
    Compiler, Declarations, Extern, GateError, Library, Made, Program, Store, Waiting, check, macro_names,
};

const BUILTIN: &str = "#![no_std]\npub struct Tracked<A>(A);\npub trait Structural {}\n";

fn compiler() -> Compiler {
    Compiler::find().expect("the tests need rustc")
}

fn program() -> Program {
    Program {
        name: "a-name.that.is-none".into(),
        edition: "2021".into(),
        cfgs: vec!["chosen".into()],
        crates: Vec::new(),
        search: Vec::new(),
        env: Vec::new(),
        libraries: Vec::new(),
        prints_mir: false,
    }
}

#[test]
fn a_right_program_has_no_errors() {
    let found = check(&compiler(), &program(), "#[cfg(not(chosen))] compile_error!(); pub fn f(unused: u8) {}");
    assert_eq!(found.expect("an answer").complaints, []);
}

#[test]
fn a_constant_without_end_is_given_up() {
    let text = "pub const C: u8 = { let i = 3u8; while i > 0 {} 1 };";
    let found = check(&compiler(), &program(), text).expect("an answer").complaints;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].code.as_deref(), Some("long_running_const_eval"));
    let primary = found[0].primary.as_ref().expect("a place");
    assert!(text[primary.range.clone()].starts_with("while i > 0"), "{primary:?}");
}

#[test]
fn nothing_is_left_where_the_caller_is() {
    let left = Path::new("program.rmeta");
    // What an earlier run left that failed.
    let _ = std::fs::remove_file(left);
    check(&compiler(), &program(), "pub fn f() {}").expect("an answer");
    let is_left = left.exists();
    let _ = std::fs::remove_file(left);
    assert!(!is_left);
}

#[test]
fn what_a_crate_needs_is_found_in_the_directories() {
    let work = tempfile::tempdir().expect("a directory");
    let (first, second) = (work.path().join("first"), work.path().join("second"));
    let make = |directory: &Path, name: &str, text: &str| {
        std::fs::create_dir_all(directory).expect("made");
        let source = directory.join(format!("{name}.rs"));
        std::fs::write(&source, text).expect("written");
        let mut rustc = std::process::Command::new("rustc");
        rustc.args(["--crate-type=lib", "--emit=metadata", "--edition=2021", "-L"]).arg(&first);
        assert!(rustc.arg("--out-dir").arg(directory).arg(&source).status().expect("it runs").success());
        directory.join(format!("lib{name}.rmeta"))
    };
    make(&first, "below", "pub struct B;");
    let above = make(&second, "above", "extern crate below; pub fn b() -> below::B { below::B }");
    let library = Library::made_elsewhere("above", &above).expect("it is there");
    let naming = Program { crates: vec![Extern { name: "above".into(), library }], ..program() };
    let text = "pub fn f() { above::b(); }";
    assert_ne!(check(&compiler(), &naming, text).expect("an answer").complaints, []);
    let searching = Program { search: vec![first.clone()], ..naming };
    assert_eq!(check(&compiler(), &searching, text).expect("an answer").complaints, []);
}

#[test]
fn all_that_a_crate_is_made_from_tells_it_apart() {
    let cache = tempfile::tempdir().expect("a directory");
    let store = Store::new(cache.path(), &compiler());
    let env = |name: &str, value: &str| vec![(name.to_string(), value.to_string())];
    let plain = Declarations {
        name: "made",
        text: "pub const A: Option<&str> = option_env!(\"MADE_A\");",
        edition: "2021",
        cfgs: &[],
        libraries: &[],
        crates: &[],
        search: &[],
        env: &[],
    };
    let cfgs = ["chosen".to_string()];
    let envs = [env("MADE_A", "1"), env("MADE_B", "1"), env("MADE_A", "2")];
    let text = "pub const A: u8 = 1;";
    let mut all = vec![
        plain.clone(),
        Declarations { edition: "2018", ..plain.clone() },
        Declarations { text, ..plain.clone() },
        Declarations { cfgs: &cfgs, ..plain.clone() },
    ];
    all.extend(envs.iter().map(|env| Declarations { env, ..plain.clone() }));
    let paths: BTreeSet<_> = all
        .iter()
        .map(|given| match store.make_crate(given, &|_, _| None) {
            Ok(Made::Library(library)) => library.path,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(paths.len(), all.len());
}

#[test]
fn an_error_has_its_code_and_its_place() {
    let text = "pub fn f(v: Vec<u8>) { drop(v); drop(v); }";
    let found = check(&compiler(), &program(), text).expect("an answer").complaints;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code.as_deref(), Some("E0382"));
    let primary = found[0].primary.as_ref().expect("a place");
    assert_eq!(&text[primary.range.clone()], "v");
    assert_eq!(primary.range.start, 37);
    assert_eq!(found[0].secondary.len(), 2, "the move and the declaration");
}

#[test]
fn a_missing_compiler_is_told() {
    let error = Compiler::at(Path::new("/nowhere/rustc")).expect_err("there is none");
    assert!(matches!(&error, GateError::NoCompiler { .. }));
    assert!(error.to_string().contains("RUSTC"), "{error}");
}

#[test]
fn what_is_no_compiler_is_told() {
    let error = Compiler::at(Path::new("true")).expect_err("it says nothing");
    assert!(matches!(error, GateError::BadCompiler { .. }));
}

#[test]
fn libraries_made_at_once_are_one() {
    let cache = tempfile::tempdir().expect("a directory");
    let compiler = compiler();
    // What a process left that was killed while it wrote.
    std::fs::create_dir_all(cache.path().join("rustc/.making-left")).expect("a directory");
    let store = Store::new(cache.path(), &compiler);
    assert_eq!(store.get("verus_builtin", "1", &[]), None);
    let make = || {
        let builtin = store.make("verus_builtin", "1", BUILTIN, &[]).expect("a library");
        let needs = [builtin.clone()];
        let macros = store.make("verus_builtin_macros", "1", &macro_names(), &needs).expect("a library");
        [builtin, macros]
    };
    let made: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(make)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(made.iter().all(|libraries| *libraries == made[0]));
    assert_eq!(store.get("verus_builtin", "1", &[]), Some(made[0][0].clone()));
    assert_eq!(store.get("verus_builtin", "2", &[]), None, "another text is another library");
    let text = "use verus_builtin_macros::verus; pub fn f(t: verus_builtin::Tracked<u8>) {}";
    let naming = Program { libraries: made[0].to_vec(), ..program() };
    assert_eq!(check(&compiler, &naming, text).expect("an answer").complaints, []);
    let left = format!("{text} verus! {{ }}");
    let found = check(&compiler, &naming, &left).expect("an answer").complaints;
    assert!(found.iter().any(|complaint| complaint.not_expanded));
}

#[test]
fn a_new_library_takes_the_place_of_old_ones() {
    let cache = tempfile::tempdir().expect("a directory");
    let directory = cache.path().join("rustc");
    let long_ago = SystemTime::now() - Duration::from_secs(30 * 24 * 60 * 60);
    for key in 0..9 {
        let old = directory.join(format!("vstd-{key}"));
        std::fs::create_dir_all(&old).expect("made");
        File::open(&old).and_then(|old| old.set_modified(long_ago)).expect("a time");
    }
    let store = Store::new(cache.path(), &compiler());
    let made = store.make("vstd", "1", "pub struct A;", &[]).expect("a library");
    assert!(made.path.is_file());
    assert_eq!(std::fs::read_dir(&directory).expect("read").count(), 6);
}

#[test]
fn a_library_that_is_refused_is_told() {
    let cache = tempfile::tempdir().expect("a directory");
    let store = Store::new(cache.path(), &compiler());
    let error = store.make("vstd", "1", "fn f() { 1 + }", &[]).expect_err("it is wrong");
    assert!(matches!(&error, GateError::Library { .. }));
    assert_eq!(store.get("vstd", "1", &[]), None);
}

#[test]
fn a_compiler_is_remembered() {
    let cache = tempfile::tempdir().expect("a directory");
    assert_eq!(Compiler::remembered(cache.path()), None);
    let compiler = compiler();
    compiler.remember(cache.path());
    assert_eq!(Compiler::remembered(cache.path()), Some(compiler.clone()));
    assert_eq!(compiler.again().expect("it runs"), compiler);
    let file = std::fs::read_dir(cache.path().join("rustc")).expect("made").next().expect("a file").expect("readable");
    std::fs::write(file.path(), "half of").expect("written");
    assert_eq!(Compiler::remembered(cache.path()), None, "a damaged memory is none");
}

#[test]
fn metadata_of_another_compiler_is_refused() {
    let cache = tempfile::tempdir().expect("a directory");
    let compiler = compiler();
    let store = Store::new(cache.path(), &compiler);
    let library = store.make("verus_builtin", "1", BUILTIN, &[]).expect("a library");
    let mut bytes = std::fs::read(&library.path).expect("metadata");
    let version = compiler.version().strip_prefix("rustc ").expect("a version").to_string();
    let at = bytes.windows(version.len()).position(|part| part == version.as_bytes()).expect("its version is in it");
    bytes[at] ^= 1;
    std::fs::write(&library.path, bytes).expect("written");
    let naming = Program { libraries: vec![library], ..program() };
    let found = check(&compiler, &naming, "pub fn f(t: verus_builtin::Tracked<u8>) {}").expect("an answer").complaints;
    assert_eq!(found[0].code.as_deref(), Some("E0514"));
}

#[test]
fn a_compiler_that_waits_in_vain_is_ended() {
    let waiting = Waiting::start(&compiler(), &program()).expect("it starts");
    drop(waiting);
}
