//! Bad input and a bad environment: a clear message, the right exit status, and nothing lost.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::own_cache;

const BIN: &str = env!("CARGO_BIN_EXE_certus");

/// Far more than any run here needs, also on a busy machine: what does not end is seen.
const LIMIT: Duration = Duration::from_secs(240);

fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("robustness").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn program(name: &str, body: &str) -> PathBuf {
    let path = place(name).join("program.rs");
    fs::write(&path, format!("use vstd::prelude::*;\nverus! {{\n{body}\nfn main() {{}}\n}}\n")).expect("to write");
    path
}

/// Runs it to its end; what it printed, errors first.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("to start");
    let began = Instant::now();
    let reader = |stream: Option<Box<dyn std::io::Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stderr = reader(child.stderr.take().map(|s| Box::new(s) as _));
    let stdout = reader(child.stdout.take().map(|s| Box::new(s) as _));
    while child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < LIMIT, "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = child.wait().expect("it ended").code();
    let text = stderr.join().expect("its errors") + &stdout.join().expect("its output");
    assert!(!text.contains("panicked") && !text.contains("internal/"), "{text}");
    (status, text)
}

fn verify(program: &Path) -> (Option<i32>, String) {
    run(Command::new(BIN).args(["verify", "--no-cache"]).arg(program))
}

#[test]
fn deep_and_long_expressions_are_verified_or_refused() {
    let many = |what: &str, between: &str| vec![what; 10_000].join(between);
    let nested = |open: &str, close: &str| open.repeat(10_000) + "x" + &close.repeat(10_000);
    let cases = [
        ("sum", format!("spec fn f(x: int) -> int {{ {} }}", many("x", " + ")), 1, "too many arithmetic operators"),
        ("product", format!("fn f(x: u64) -> u64 {{ {} }}", many("x", " * ")), 1, "too many arithmetic operators"),
        ("brackets", format!("spec fn f(x: int) -> int {{ {} }}", nested("(", ")")), 2, "nested more than"),
        ("blocks", format!("fn f(x: u64) {{ {} }}", nested("{", "}")), 2, "nested more than"),
        ("calls", format!("spec fn f(x: int) -> int {{ {} }}", nested("f(", ")")), 2, "nested more than"),
        ("not_closed", format!("fn f() {{ {}", "(".repeat(10_000)), 2, "nested more than"),
        ("types", format!("fn f(x: {}u8{}) {{ }}", "Box<".repeat(400), ">".repeat(400)), 1, "error"),
    ];
    for (name, body, status, message) in cases {
        let (got, text) = verify(&program(name, &body));
        assert_eq!(got, Some(status), "{name}: {text:.2000}");
        assert!(text.contains(message), "{name}: {text:.2000}");
    }
}

#[test]
fn a_file_of_100_000_lines_is_verified() {
    let mut body = String::new();
    for number in 0..2_000 {
        let result = if number == 1_990 { "x + 100" } else { "x + 1" };
        let comment = "    // A line that says nothing.\n".repeat(42);
        body += &format!(
            "fn f{number}(x: u64) -> (r: u64)\n    requires\n        x < 100,\n    ensures\n        r < 110,\n{{\n\
             {comment}    {result}\n}}\n"
        );
    }
    let path = program("long", &body);
    assert!(fs::read_to_string(&path).expect("the file").lines().count() > 100_000);
    let (status, text) = verify(&path);
    assert_eq!(status, Some(1), "{text:.2000}");
    assert!(text.contains("2000 functions proved, 1 error") && text.contains(":99551:"), "{text:.2000}");
}

#[test]
fn a_quantifier_that_never_ends_does() {
    let bomb = "uninterp spec fn f(x: int) -> int;
        proof fn bomb()
            requires forall|x: int| #[trigger] f(x) == f(f(x + 1)) + f(f(x) + 2),
            ensures f(0) == 1,
        {
        }
        proof fn fine(x: int) ensures x + 1 > x { }";
    let (status, text) = verify(&program("bomb", bomb));
    assert_eq!(status, Some(1), "{text}");
    // Its terms grow, so either limit may be the first.
    let is_limit = text.contains("resource/rlimit") || text.contains("resource/memory");
    assert!(is_limit && text.contains("`program::bomb`"), "{text}");
    assert!(text.contains("2 functions proved, 1 error"), "{text}");
}

#[test]
fn a_missing_solver_or_compiler_is_said() {
    let path = program("tools", "");
    let (status, text) =
        run(Command::new(BIN).args(["verify", "--no-cache"]).arg(&path).env("CERTUS_Z3", "/no/such/z3"));
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("/no/such/z3"), "{text}");
    let (status, text) = run(Command::new(BIN).arg("verify").arg(place("none").join("missing.rs")));
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("missing.rs"), "{text}");
    let no_text = place("bytes").join("program.rs");
    fs::write(&no_text, [0xff, 0xfe, 0x00]).expect("to write");
    let (status, text) = verify(&no_text);
    assert_eq!(status, Some(2), "{text}");
}

/// Runs it where no file can grow: as on a disk that is full.
fn on_full_disk(cache: &Path, program: &Path) -> (Option<i32>, String) {
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" verify \"$1\"";
    run(Command::new("sh").args(["-c", script, BIN]).arg(program).env("CERTUS_CACHE_DIR", cache))
}

#[test]
fn a_full_disk_is_said_and_spoils_nothing() {
    let path = program("full", "fn f(x: u64) -> (r: u64) requires x < 9, ensures r > x { x + 1 }");
    // So that the solver and the libraries are there.
    assert_eq!(verify(&path).0, Some(0));
    let cache = own_cache(path.parent().expect("a folder"));
    // rustc writes a file, though nobody reads it.
    let (status, text) = on_full_disk(&cache, &path);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("rustc could not check the program") && text.contains("os error"), "{text}");
    let output: Output =
        Command::new(BIN).arg("verify").arg(&path).env("CERTUS_CACHE_DIR", &cache).output().expect("certus runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("2 functions proved, 0 errors, 0 warnings"), "{text}");
}

#[test]
fn a_cache_that_is_no_directory_loses_no_answer() {
    let path = program("no_directory", "fn f(x: u64) -> (r: u64) requires x < 9, ensures r > x { x + 1 }");
    assert_eq!(verify(&path).0, Some(0));
    let cache = own_cache(path.parent().expect("a folder"));
    for folder in ["verdicts-1", "costs-1", "runs-1", "records-1"] {
        fs::write(cache.join(folder), "a file").expect("to write");
    }
    let (status, text) = run(Command::new(BIN).arg("verify").arg(&path).env("CERTUS_CACHE_DIR", &cache));
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("2 functions proved, 0 errors, 1 warning") && text.contains("resource/cache"), "{text}");
}

/// rustc reads `\r\n` as `\n`, also within a raw string; the value must not be taken for another one.
#[test]
fn raw_strings_with_the_line_ends_of_windows_are_refused() {
    let raw = "use vstd::prelude::*;\nmacro_rules! id { ($e:expr) => { $e } }\nverus! {\nfn f() { let s = RAW; }\n\
               fn g() { let s = id!(RAW); }\nspec fn h() -> bool { RAW@.len() == 4 }\nfn main() {}\n}\n";
    for literal in ["r\"a\nb\"", "r#\"a\nb\"#", "br\"a\nb\""] {
        let path = place("line-ends").join("program.rs");
        fs::write(&path, raw.replace("RAW", literal).replace('\n', "\r\n")).expect("to write");
        let (status, text) = verify(&path);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.matches("[unsupported/line-end]").count() >= 2, "{literal}: {text}");
    }
    let path = program("line-ends-outside", "fn f() { let s = \"a\\nb\"; }");
    let text = fs::read_to_string(&path).expect("what was written").replace('\n', "\r\n");
    fs::write(&path, text).expect("to write");
    let (status, text) = verify(&path);
    assert_eq!(status, Some(0), "{text}");
}
