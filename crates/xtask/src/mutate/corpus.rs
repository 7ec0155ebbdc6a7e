//! The programs that a mistake must show in: those of the chapters and of the guide, and the examples.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Fault;

/// A program and what is said of it.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The chapter and line, or the file.
    pub(crate) name: String,
    file: PathBuf,
    flags: Vec<String>,
    /// What the command says of it without a mistake.
    pub(crate) said: Said,
    /// How long that takes.
    pub(crate) time: Duration,
    /// The mistakes that are met on the way.
    pub(crate) meets: BTreeSet<usize>,
}

/// The exit status, and the errors by code and line; `None` for what was given up.
pub(crate) type Said = Option<(Option<i32>, Vec<String>)>;

/// All programs, written into a folder.
pub(crate) fn programs(root: &Path, folder: &Path) -> Result<Vec<Program>, Fault> {
    std::fs::create_dir_all(folder)?;
    let mut found = Vec::new();
    let mut add = |name: String, file: PathBuf, flags: Vec<String>| {
        found.push(Program { name, file, flags, said: None, time: Duration::ZERO, meets: BTreeSet::new() });
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

impl Program {
    /// What a command says of the program with a mistake, or with none; met mistakes go to `trace`.
    pub(crate) fn ask(
        &self,
        certus: &Path,
        mutant: Option<usize>,
        trace: Option<&Path>,
        limit: Duration,
    ) -> Result<Said, Fault> {
        let output = self.file.with_extension(format!("{}.json", mutant.unwrap_or(usize::MAX)));
        let mut command = Command::new(certus);
        command
            .args(["verify", "--message-format=json", "--no-cache", "--jobs", "1"])
            .args(&self.flags)
            .arg(&self.file);
        command.env_remove("CERTUS_MUTANT").envs(mutant.map(|number| ("CERTUS_MUTANT", number.to_string())));
        command.envs(trace.map(|path| ("CERTUS_MUTANT_TRACE", path)));
        command.stdin(Stdio::null()).stderr(Stdio::null()).stdout(std::fs::File::create(&output)?);
        let mut child = command.spawn()?;
        let began = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if began.elapsed() > limit {
                child.kill()?;
                child.wait()?;
                std::fs::remove_file(&output)?;
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(4));
        };
        let printed = std::fs::read_to_string(&output)?;
        std::fs::remove_file(&output)?;
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
