//! The programs that a mistake must show in: those of the chapters and of the guide, the examples, and the tests.

use std::collections::BTreeSet;
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::copy::cargo;
use super::{CRATES, Fault};

/// Test programs that are left out: they verify whole collections, whose programs are asked about as such; or they judge
/// texts; or they wait for processes, and a busy machine fails them.
#[rustfmt::skip]
const LEFT_OUT: [&str; 12] = [
    "spec", "examples", "contradictions", "fuzz_smoke", "rules",
    "lsp", "neovim", "waiting", "watch", "stability", "robustness", "broken_pipe",
];

/// How a program is run.
#[derive(Clone, Debug)]
enum Call {
    /// The command verifies a file with these options.
    Verify { file: PathBuf, flags: Vec<String> },
    /// One test of a test program that cargo built, run in the folder of its crate.
    Test { binary: PathBuf, folder: PathBuf, test: String },
}

/// A program and its result.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The chapter and line, or the file, or the crate and the test.
    pub(crate) name: String,
    /// The call that runs the program.
    call: Call,
    /// The result without a mistake.
    pub(crate) said: Said,
    /// The time of that run.
    pub(crate) time: Duration,
    /// The mistakes that the run reaches.
    pub(crate) meets: BTreeSet<usize>,
}

/// The exit status, and the errors by code and line; `None` for what was given up.
pub(crate) type Said = Option<(Option<i32>, Vec<String>)>;

/// All programs, written into a folder.
pub(crate) fn programs(root: &Path, folder: &Path) -> Result<Vec<Program>, Fault> {
    std::fs::create_dir_all(folder)?;
    let mut found = Vec::new();
    let mut add = |name: String, file: PathBuf, flags: Vec<String>| {
        found.push(Program::new(name, Call::Verify { file, flags }));
    };
    for chapter in files(root, &["tests/spec", "docs/guide/src"], "md")? {
        let text = std::fs::read_to_string(root.join(&chapter))?;
        for (line, flags, program) in blocks(&text) {
            let name = format!("{chapter}:{line}");
            let stem: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
            let file = folder.join(format!("{stem}.rs"));
            std::fs::write(&file, program)?;
            add(name, file, flags);
        }
    }
    for example in files(root, &["examples"], "rs")? {
        add(example.clone(), root.join(&example), Vec::new());
    }
    Ok(found)
}

/// The tests of the verifier in a copy of its sources, one by one.
pub(crate) fn tests(copy: &Path) -> Result<Vec<Program>, Fault> {
    let mut command = cargo(copy);
    command.args(["test", "--release", "--no-run", "--message-format=json"]);
    command.args(CRATES.into_iter().chain(["certus", "certus-driver", "certus-explain"]).flat_map(|name| ["-p", name]));
    let output = command.output()?;
    if !output.status.success() {
        return Err("cargo does not build the tests of the copy".into());
    }
    let mut found = Vec::new();
    for record in String::from_utf8_lossy(&output.stdout).lines() {
        let record: Value = serde_json::from_str(record)?;
        let (Some(binary), Some(target)) = (record["executable"].as_str(), record["target"]["name"].as_str()) else {
            continue;
        };
        if record["profile"]["test"] != true || LEFT_OUT.contains(&target) {
            continue;
        }
        let manifest = record["manifest_path"].as_str().unwrap_or_default();
        let folder = Path::new(manifest).parent().ok_or("a manifest has a folder")?.to_owned();
        let list = Command::new(binary).current_dir(&folder).args(["--list", "--format=terse"]).output()?;
        for test in String::from_utf8_lossy(&list.stdout).lines().filter_map(|line| line.strip_suffix(": test")) {
            let krate = folder.file_name().unwrap_or_default().to_string_lossy();
            let call = Call::Test { binary: binary.into(), folder: folder.clone(), test: test.to_owned() };
            found.push(Program::new(format!("{krate} {target} {test}"), call));
        }
    }
    Ok(found)
}

impl Program {
    fn new(name: String, call: Call) -> Program {
        Program { name, call, said: None, time: Duration::ZERO, meets: BTreeSet::new() }
    }

    /// Whether it is a test, which must pass without a mistake.
    pub(crate) fn is_test(&self) -> bool {
        matches!(self.call, Call::Test { .. })
    }

    /// Whether it is a test of a crate's own.
    pub(crate) fn is_test_of(&self, krate: &str) -> bool {
        self.is_test() && self.name.split(' ').next() == Some(krate)
    }

    /// Runs the program with a mistake, or with none, and returns its result. Reached mistakes go to `trace`.
    pub(crate) fn ask(
        &self,
        certus: &Path,
        mutant: Option<usize>,
        trace: Option<&Path>,
        limit: Duration,
    ) -> Result<Said, Fault> {
        let mut output = tempfile::tempfile()?;
        let mut command = match &self.call {
            Call::Verify { file, flags } => {
                let mut command = Command::new(certus);
                command.args(["verify", "--message-format=json", "--no-cache", "--jobs", "1"]).args(flags).arg(file);
                command.stdout(output.try_clone()?);
                command
            }
            Call::Test { binary, folder, test } => {
                let mut command = Command::new(binary);
                command.current_dir(folder).args(["--exact", test]).stdout(Stdio::null());
                command
            }
        };
        command.env_remove("CERTUS_MUTANT").envs(mutant.map(|number| ("CERTUS_MUTANT", number.to_string())));
        command.envs(trace.map(|path| ("CERTUS_MUTANT_TRACE", path)));
        command.stdin(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let began = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if began.elapsed() > limit {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(4));
        };
        let mut printed = String::new();
        output.rewind()?;
        output.read_to_string(&mut printed)?;
        Ok(Some((status.code(), errors(&printed))))
    }
}

/// The errors in what was printed, sorted.
fn errors(printed: &str) -> Vec<String> {
    let records = printed.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = records.filter(|record| record["$message_type"] == "diagnostic" && record["level"] == "error");
    let mut lines: Vec<String> = errors
        .map(|error| {
            let spans = error["spans"].as_array().cloned().unwrap_or_default();
            let primary = spans.iter().find(|span| span["is_primary"] == true);
            let line = primary.map_or(0, |span| span["line_start"].as_u64().unwrap_or(0));
            format!("{} {line}", error["code"]["code"].as_str().unwrap_or_default())
        })
        .collect();
    lines.sort();
    lines
}

/// The programs of a chapter: the line, the options, the text.
fn blocks(chapter: &str) -> Vec<(usize, Vec<String>, String)> {
    let mut found = Vec::new();
    let mut lines = chapter.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let fence: String = line.trim_start().chars().take_while(|c| *c == '`').collect();
        if fence.len() < 3 {
            continue;
        }
        let info = line.trim_start().trim_start_matches('`').trim();
        let body = lines.by_ref().map(|(_, line)| line).take_while(|line| !line.trim_start().starts_with(&fence));
        let body: Vec<&str> = body.collect();
        if info == "rust" || info.starts_with("rust ") || info.starts_with("rust,") {
            let flags = info.split_once("flags:").map_or("", |(_, flags)| flags);
            let flags = flags.split_whitespace().map(str::to_owned).collect();
            let shown =
                |line: &&str| if *line == "#" { "" } else { line.strip_prefix("# ").unwrap_or(line) }.to_owned();
            found.push((number + 1, flags, body.iter().map(shown).collect::<Vec<_>>().join("\n") + "\n"));
        }
    }
    found
}

/// The files with an extension below some folders, from the root, sorted.
fn files(root: &Path, folders: &[&str], extension: &str) -> Result<Vec<String>, Fault> {
    let mut todo: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                found.push(path.strip_prefix(root)?.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_taken_apart() {
        let found = blocks(
            "a\n```rust # name: x flags: --a b\n# use c;\nd\n```\n```text\nno\n```\n  ````rust,vstd\n```\n  ````\n",
        );
        let flags = vec!["--a".to_owned(), "b".to_owned()];
        assert_eq!(found, [(2, flags, "use c;\nd\n".to_owned()), (9, vec![], "```\n".to_owned())]);
    }

    #[test]
    fn errors_are_told_apart_by_code_and_line() {
        let error = |code: &str, line: u32| {
            format!(
                "{{\"$message_type\":\"diagnostic\",\"level\":\"error\",\"code\":{{\"code\":\"{code}\"}},\"spans\":[{{\"is_primary\":true,\"line_start\":{line}}}]}}\n"
            )
        };
        assert_eq!(errors(&(error("b/x", 3) + &error("a/y", 4) + "noise\n")), ["a/y 4", "b/x 3"]);
    }
}
