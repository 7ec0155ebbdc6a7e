//! Helpers of the tests: rewriting text, and asking stock rustc about the result.

#![allow(dead_code, reason = "each test file uses a part")]

use certus_rewrite::{Mode, Rewritten, rewrite_items};
use proc_macro2::TokenStream;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Codes of rustc that the keep form does not answer for: ownership, and what is evaluated at compile time. The `own`
/// form is checked for the first; nothing of the keep form is ever run.
const IGNORED: &[&str] = &[
    "E0015", "E0080", "E0373", "E0381", "E0382", "E0384", "E0493", "E0499", "E0502", "E0503", "E0505", "E0506",
    "E0507", "E0508", "E0509", "E0510", "E0515", "E0521", "E0594", "E0596", "E0597", "E0621", "E0658", "E0712",
    "E0713", "E0716",
];

/// Rewrites the inside of a `verus!` block.
pub fn rewrite(text: &str) -> Rewritten {
    let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{e} in\n{text}"));
    rewrite_items(Mode::Keep, tokens)
}

/// The keep form as text with the spaces of a token stream taken out, and the two long paths shortened to `B` and `I`.
pub fn compact(tokens: &TokenStream) -> String {
    let text: String = tokens.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace(":: verus_builtin :: internal ::", "I::").replace(":: verus_builtin ::", "B::");
    let mut out = String::new();
    for (i, c) in text.char_indices() {
        let before = text[..i].chars().next_back().unwrap_or(' ');
        let after = text[i + c.len_utf8()..].chars().next().unwrap_or(' ');
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
        if c != ' ' || (word(before) && word(after)) {
            out.push(c);
        }
    }
    out
}

/// The directory for what the tests compile.
fn scratch() -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&dir).expect("the test's own directory can be made");
    dir
}

fn rustc(args: &[&str], input: &Path) -> Vec<(String, String)> {
    let out = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into()))
        .args(["--edition", "2021", "--crate-type", "lib", "--emit=metadata", "--error-format=json"])
        .args(["--cap-lints", "allow"])
        .args(args)
        .arg(input)
        .output()
        .expect("rustc runs");
    let text = String::from_utf8_lossy(&out.stderr);
    let errors = text.lines().filter(|line| line.contains("\"level\":\"error\"") && !line.contains("aborting due to"));
    let code = |line: &str| {
        let at = line.find("\"code\":{\"code\":\"").map(|i| i + 16);
        at.and_then(|i| line.get(i..i + 5)).unwrap_or_default().to_string()
    };
    errors.map(|line| (code(line), rendered(line))).collect()
}

fn rendered(line: &str) -> String {
    let start = line.find("\"rendered\":").unwrap_or(0);
    line[start..].replace("\\n", "\n").replace("\\\"", "\"").chars().take(1500).collect()
}

/// What `for` loops are written out with, as it is declared in the library.
const FOR_LOOPS: &str = "
pub mod std_specs {
    pub mod iter {
        use verus_builtin::{Ghost, int, nat};
        pub struct VerusForLoopWrapper<I: Iterator> { pub snapshot: Ghost<I>, pub iter: I }
        impl<I: Iterator> VerusForLoopWrapper<I> {
            pub fn new(iter: I) -> Self { panic!() }
            pub fn next(&mut self) -> Option<I::Item> { panic!() }
            pub fn wf(self) -> bool { panic!() }
            pub fn exhausted(self) -> bool { panic!() }
            pub fn measure(self) -> nat { panic!() }
            pub fn index(self) -> int { panic!() }
            pub fn current(self) -> I::Item { panic!() }
        }
    }
}
";

/// Compiles the builtin crate, once for all tests of the process; its errors.
pub fn compile_builtin() -> Vec<(String, String)> {
    static ERRORS: std::sync::OnceLock<Vec<(String, String)>> = std::sync::OnceLock::new();
    let compile = || {
        let written = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../std-api/verus_builtin.rs");
        let text = std::fs::read_to_string(written).expect("the builtin crate is part of the repository");
        let text = certus_rewrite::repeat(&text).expect("its repetitions are well formed");
        let source = scratch().join(format!("verus_builtin_{}.rs", std::process::id()));
        std::fs::write(&source, text).expect("the test's own directory can be written");
        let out = scratch().join(format!("libverus_builtin_{}.rmeta", std::process::id()));
        rustc(&["--crate-name", "verus_builtin", "-o", &out.display().to_string()], &source)
    };
    ERRORS.get_or_init(compile).clone()
}

/// Compiles plain Rust against the builtin crate; what rustc says that counts.
pub fn compile(name: &str, text: &str) -> Vec<(String, String)> {
    assert!(compile_builtin().is_empty(), "the builtin crate compiles");
    let dir = scratch();
    let builtin = dir.join(format!("libverus_builtin_{}.rmeta", std::process::id()));
    let source = dir.join(format!("{name}.rs"));
    std::fs::write(&source, text).expect("the test's own directory can be written");
    let library = format!("verus_builtin={}", builtin.display());
    // The one part of the library that forms speak of.
    let part = dir.join(format!("vstd_{name}.rs"));
    std::fs::write(&part, FOR_LOOPS).expect("the test's own directory can be written");
    let vstd = dir.join(format!("libvstd_{name}.rmeta"));
    let args = ["--crate-name", "vstd", "--extern", &library, "-o", &vstd.display().to_string()];
    assert_eq!(rustc(&args, &part), Vec::new());
    let vstd = format!("vstd={}", vstd.display());
    let out = dir.join(format!("lib{name}.rmeta"));
    let args = ["--crate-name", name, "--extern", &library, "--extern", &vstd, "-o", &out.display().to_string()];
    let errors = rustc(&args, &source);
    errors.into_iter().filter(|(code, _)| !IGNORED.contains(&code.as_str())).collect()
}
