//! The machine code of an erased function is that of the same function written without specifications. The pairs stand in
//! `tests/spec/erased-form.md`, where the first of each is verified.

mod common;

use common::{Libraries, blocks, folder, text_of, workspace};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The instructions of a function, with labels numbered in the order in which they come.
fn instructions(assembly: &str, function: &str) -> Vec<String> {
    let is_start = |line: &&str| !line.starts_with([' ', '\t', '.']) && line.ends_with(':') && line.contains(function);
    let mut lines = assembly.lines().skip_while(|line| !is_start(line)).skip(1);
    let body = lines.by_ref().take_while(|line| !line.contains(".cfi_endproc"));
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut found = Vec::new();
    let says_nothing = |line: &&str| [".cfi_", ".p2align", ".size"].iter().any(|d| line.trim_start().starts_with(d));
    for line in body.filter(|line| !says_nothing(line)) {
        let mut text = String::new();
        for word in line.split_inclusive(|c: char| !(c.is_alphanumeric() || "._$@".contains(c))) {
            let label = word.trim_end_matches(|c: char| !(c.is_alphanumeric() || "._$@".contains(c)));
            let is_label = label.starts_with(".L") || label.starts_with("L") && label.len() > 1 || label.contains(".L");
            if is_label {
                let next = numbers.len();
                let number = *numbers.entry(label.to_string()).or_insert(next);
                text.push_str(&format!("L{number}{}", &word[label.len()..]));
            } else {
                text.push_str(word);
            }
        }
        found.push(text.trim().to_string());
    }
    found
}

fn assembly(libraries: &Libraries, dir: &Path, program: &str) -> String {
    let (input, out) = (dir.join("src/lib.rs"), dir.join("sample.s"));
    fs::write(&input, program).expect("a program can be written");
    let args = ["--crate-name=sample", "--crate-type=lib", "-O", "-Ccodegen-units=1", "--cap-lints=allow"];
    let output = libraries.rustc(&input, &[&args[..], &["--emit=asm", "-o", &out.to_string_lossy()]].concat());
    assert!(output.status.success(), "{}", text_of(&output));
    fs::read_to_string(out).expect("rustc wrote assembly")
}

#[test]
fn specifications_leave_no_trace_in_machine_code() {
    let libraries = Libraries::build();
    let dir = folder("assembly");
    let blocks = blocks(&workspace().join("tests/spec/erased-form.md"));
    let pairs: Vec<_> = blocks.windows(2).filter(|pair| pair[1].info == "text,assembly").collect();
    assert_eq!(pairs.len(), 3);
    for (pair, name) in pairs.iter().zip(["index_of_max", "pay", "replace"]) {
        let [verified, plain] = pair else { continue };
        let with = instructions(&assembly(&libraries, &dir, &verified.text), name);
        let without = instructions(&assembly(&libraries, &dir, &plain.text), name);
        assert!(with.len() > 5, "{name} is not in the assembly");
        assert_eq!(with, without, "{name}, at {}", plain.place);
    }
    // The comparison sees a difference where there is one.
    let plain = &pairs[0][1].text;
    let other = plain.replace("v[m] < v[i]", "v[m] <= v[i]");
    let (a, b) = (assembly(&libraries, &dir, plain), assembly(&libraries, &dir, &other));
    assert_ne!(instructions(&a, "index_of_max"), instructions(&b, "index_of_max"));
}
