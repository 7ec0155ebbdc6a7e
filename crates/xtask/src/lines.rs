//! `cargo xtask lines`: how many lines of the verified systems must be believed, are proof, and run, counted in two ways, as
//! `docs/bench/lines.md`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::task::{self, Fault};

/// How the task is called.
pub(crate) const USAGE: &str = "cargo xtask lines [--write]";

/// The page that `--write` writes.
const PAGE: &str = "docs/bench/lines.md";

/// The crates that are counted: the log, and all that it runs on or is tested with.
const SYSTEMS: [&str; 6] = ["plog", "power", "power-media", "power-mock", "pmcopy", "pmcopy-derive"];

/// The rows of the paper's table, and the crates that they would be of.
const PAPER: [(&str, &[&str]); 3] = [
    ("the log: `plog`", &["plog"]),
    ("PoWER: `power`, `power-media`, `power-mock`", &["power", "power-media", "power-mock"]),
    ("`pmcopy`, `pmcopy-derive`", &["pmcopy", "pmcopy-derive"]),
];

/// The lines of a file, as `certus stats` counts them.
#[derive(Clone, Debug, Default, PartialEq)]
struct File {
    system: String,
    name: String,
    /// Plain Rust, and what the verifier is told to believe; in a file `*_t.rs` all but `other`.
    trusted: usize,
    proof: usize,
    code: usize,
    /// `use`, `mod`, the call of `verus!`.
    other: usize,
}

/// A row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Row {
    specification: usize,
    trusted: usize,
    proof: usize,
    code: usize,
    /// Plain Rust that need not be believed, as what it writes is verified.
    plain: usize,
}

impl Row {
    /// By who must be believed: the names of files say it.
    fn ours(file: &File) -> Row {
        if file.name.ends_with("_spec_t.rs") {
            Row { specification: file.trusted, ..Row::default() }
        } else if file.name.ends_with("_t.rs") {
            Row { trusted: file.trusted, ..Row::default() }
        } else {
            Row { proof: file.proof, code: file.code, plain: file.trusted, ..Row::default() }
        }
    }

    /// As the paper counts: the crate `pmcopy` is trusted with all of its lines, and of the others the files `*_t.rs`.
    fn of_paper(file: &File) -> Row {
        if file.system.starts_with("pmcopy") {
            Row { trusted: file.trusted + file.proof + file.code + file.other, ..Row::default() }
        } else {
            Row { trusted: file.trusted, proof: file.proof, code: file.code, ..Row::default() }
        }
    }

    fn plus(self, other: Row) -> Row {
        Row {
            specification: self.specification + other.specification,
            trusted: self.trusted + other.trusted,
            proof: self.proof + other.proof,
            code: self.code + other.code,
            plain: self.plain + other.plain,
        }
    }

    /// Lines of proof for each line of code, where there is code.
    fn ratio(self) -> String {
        if self.code == 0 { "-".to_owned() } else { format!("{:.1}", self.proof as f64 / self.code as f64) }
    }
}

/// Counts, prints the page, and writes it if asked to.
pub(crate) fn main(words: &[&str]) -> ExitCode {
    let write = match words {
        [] => Ok(false),
        ["--write"] => Ok(true),
        [word, ..] => Err(format!("unknown option `{word}`")),
    };
    task::end(write, USAGE, |write| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
        let text = page(&count(&root)?);
        print!("{text}");
        if *write {
            std::fs::write(root.join(PAGE), text)?;
            eprintln!("written to {PAGE}");
        }
        Ok(true)
    })
}

/// The files of all systems.
fn count(root: &Path) -> Result<Vec<File>, Fault> {
    let mut files = Vec::new();
    for system in SYSTEMS {
        let output = Command::new(crate::bench::binary(root)?)
            .args(["stats", "--message-format=json", &format!("systems/{system}/src/lib.rs")])
            .current_dir(root)
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        files.extend(read(system, &String::from_utf8_lossy(&output.stdout))?);
    }
    Ok(files)
}

/// The files of a crate, from what `certus stats` prints.
fn read(system: &str, printed: &str) -> Result<Vec<File>, Fault> {
    let mut files = Vec::new();
    for line in printed.lines() {
        let record: Value = serde_json::from_str(line)?;
        if record["$message_type"] != "lines-of-file" {
            continue;
        }
        let number = |field: &str| -> Result<usize, Fault> {
            let found = record[field].as_u64().ok_or_else(|| format!("no `{field}` in {line}"))?;
            Ok(usize::try_from(found)?)
        };
        let path = record["file_name"].as_str().ok_or("a file without a name")?;
        files.push(File {
            system: system.to_owned(),
            name: path.rsplit('/').next().unwrap_or(path).to_owned(),
            trusted: number("trusted")?,
            proof: number("proof")?,
            code: number("code")?,
            other: number("other")?,
        });
    }
    Ok(files)
}

/// The page: how it is counted, and the tables.
fn page(files: &[File]) -> String {
    let sum = |rows: &mut dyn Iterator<Item = Row>| rows.fold(Row::default(), Row::plus);
    let of = |system: &str, way: fn(&File) -> Row| sum(&mut files.iter().filter(|file| file.system == system).map(way));
    let plain = sum(&mut files.iter().map(Row::ours)).plain;
    let mut text = format!(
        "# Lines of the verified systems\n\n\
         Written by `cargo xtask lines --write`; do not edit. The lines are those of `certus stats`: comments and empty lines do not \
         count, nor `use`, `mod` and the call of `verus!`; a line with code and proof is code.\n\n\
         ## Our way\n\n\
         What must be believed is in files whose names say so: `*_spec_t.rs` are specification alone, and of the other `*_t.rs` every \
         line counts, though most bodies in `soundness_t`, `storage_t`, `permission_t` and `logs_t` are verified against the contracts that must be \
         believed. Proof and code are those of the other files. The device for tests (`power-mock`) is nothing that a proof rests \
         on, so it does not count; nor do {plain} lines of plain Rust in `pmcopy` and `pmcopy-derive` that write what is verified \
         where it is written.\n\n\
         | | specification | other trusted | proof | code | proof for a line of code |\n|---|---:|---:|---:|---:|---:|\n"
    );
    let ours = SYSTEMS.iter().filter(|system| **system != "power-mock");
    let mut total = Row::default();
    for system in ours {
        let row = of(system, Row::ours);
        total = total.plus(row);
        text += &our_row(&format!("`{system}`"), row);
    }
    text += &our_row("together", total);
    text += "\n## The way of the PoWER paper\n\n\
             Table 2 of the paper has three columns: trusted, specification and proof, implementation. Section 6.1 says that the crate \
             `pmcopy` is trusted with all of its lines, and that the mock device and the backends are trusted too. By the README of the \
             paper's artifact the trusted files are those named `*_t.rs`, and the lines are counted with the counter that comes with Verus, \
             those of `pmcopy` with `tokei`. Here the same is done with `certus stats`. The counters may differ in lines with code and proof, \
             and in braces; that was not looked into.\n\n\
             | | trusted | specification and proof | implementation | proof for a line of code |\n|---|---:|---:|---:|---:|\n";
    let mut total = Row::default();
    for (name, systems) in PAPER {
        let row = sum(&mut systems.iter().map(|system| of(system, Row::of_paper)));
        total = total.plus(row);
        text += &paper_row(name, row);
    }
    text += &paper_row("together", total);
    text += "| the paper's PoWER framework | 1698 | 1079 | 138 | 7.8 |\n\
             | the paper's `pmcopy` | 964 | 0 | 0 | - |\n\
             | the log of the Verus paper (Figure 9), with its model of storage | 1284 | 2913 | 739 | 3.9 |\n\n\
             The log of the Verus paper was written before PoWER. In the PoWER paper the key-value store takes its place, which does \
             much more, so no row of its table is beside the log.\n\n\
             ## File by file\n\n\
             | File | trusted | proof | code |\n|---|---:|---:|---:|\n";
    let mut named: BTreeMap<(&str, &str), &File> = BTreeMap::new();
    named.extend(files.iter().map(|file| ((file.system.as_str(), file.name.as_str()), file)));
    let counted = named.values().filter(|file| file.trusted + file.proof + file.code > 0);
    for File { system, name, trusted, proof, code, .. } in counted {
        text += &format!("| `{system}/src/{name}` | {trusted} | {proof} | {code} |\n");
    }
    text
}

/// A row of the table in our way of counting: specification, other trusted lines, proof, code, and proof to code.
fn our_row(name: &str, row: Row) -> String {
    let Row { specification, trusted, proof, code, .. } = row;
    format!("| {name} | {specification} | {trusted} | {proof} | {code} | {} |\n", row.ratio())
}

/// A row of the table in the paper's way of counting: trusted, specification and proof, implementation, and their ratio.
fn paper_row(name: &str, row: Row) -> String {
    format!("| {name} | {} | {} | {} | {} |\n", row.trusted, row.proof, row.code, row.ratio())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{File, PAGE, Row, read};

    fn file(system: &str, name: &str, [trusted, proof, code, other]: [usize; 4]) -> File {
        File { system: system.to_owned(), name: name.to_owned(), trusted, proof, code, other }
    }

    #[test]
    fn names_say_what_must_be_believed() {
        let ours = |name: &str| Row::ours(&file("power", name, [7, 5, 3, 1]));
        assert_eq!(ours("a_spec_t.rs"), Row { specification: 7, ..Row::default() });
        assert_eq!(ours("a_t.rs"), Row { trusted: 7, ..Row::default() });
        assert_eq!(ours("a_v.rs"), Row { proof: 5, code: 3, plain: 7, ..Row::default() });
        assert_eq!(ours("a_v.rs").ratio(), "1.7");
        assert_eq!(ours("a_t.rs").ratio(), "-");
    }

    #[test]
    fn the_paper_trusts_all_of_one_crate() {
        let lines = [7, 5, 3, 1];
        assert_eq!(Row::of_paper(&file("pmcopy", "a_v.rs", lines)), Row { trusted: 16, ..Row::default() });
        let of_log = Row::of_paper(&file("plog", "a_v.rs", lines));
        assert_eq!(of_log, Row { trusted: 7, proof: 5, code: 3, ..Row::default() });
    }

    /// The README of the log has the rows of the page, but for those of files.
    #[test]
    fn the_readme_says_the_same() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let text = |path: &str| std::fs::read_to_string(root.join(path)).expect("a text of the repository");
        let (page, readme) = (text(PAGE), text("systems/plog/README.md"));
        let (tables, _) = page.split_once("## File by file").expect("the tables come first");
        let rows: Vec<&str> = tables.lines().filter(|line| line.starts_with('|')).collect();
        assert!(rows.len() > 10, "{rows:?}");
        for row in rows {
            assert!(readme.lines().any(|line| line == row), "not in the README: {row}");
        }
    }

    #[test]
    fn records_of_files_are_read() {
        let printed = "{\"$message_type\":\"lines-of-file\",\"file_name\":\"a/src/b_t.rs\",\"trusted\":4,\"proof\":0,\"code\":0,\"other\":2}\n\
                       {\"$message_type\":\"lines-of-crate\",\"file_name\":null,\"trusted\":4,\"proof\":0,\"code\":0,\"other\":2}\n";
        assert_eq!(read("a", printed).expect("records"), [file("a", "b_t.rs", [4, 0, 0, 2])]);
        assert!(read("a", "{\"$message_type\":\"lines-of-file\",\"file_name\":\"b\"}\n").is_err());
    }
}
