//! The rules of the encoding are printed as a paper would print them, and each is tested.

use super::{File, Finding};

/// The folder with a file for each rule, or for a small family of them.
const FOLDER: &str = "crates/certus-smt/src/rules/";

/// What begins the line of documentation that heads a rule; its name in backquotes follows.
const HEADING: &str = "//! # Rule `";

/// A rule as its heading says.
struct Rule<'f> {
    file: &'f File,
    /// Of the heading, from 1.
    line: usize,
    name: &'f str,
    /// The documentation below, up to the next heading.
    text: Vec<&'f str>,
}

/// Rule `rules`: each file of the folder has a rule; each rule has a name that no other has, its formula, the reason why it is
/// true, code that says that it makes it, and a test named after it; and code names no rule that is not there.
pub(crate) fn check(files: &[File]) -> Vec<Finding> {
    let in_folder = |file: &&File| file.path.strip_prefix(FOLDER).is_some_and(|name| !name.contains('/'));
    let mut findings = Vec::new();
    let mut rules: Vec<Rule<'_>> = Vec::new();
    for file in files.iter().filter(in_folder) {
        let found = rules_of(file);
        if found.is_empty() {
            findings.push(finding(file, 1, "a file here has a rule: a line `# Rule` with its name, and its formula"));
        }
        rules.extend(found);
    }
    for (index, rule) in rules.iter().enumerate() {
        let is_taken = rules.iter().take(index).any(|other| other.name == rule.name);
        let mut missing = missing(rule);
        missing.extend(is_taken.then_some("a name that no other rule has"));
        missing.extend((!is_made(rule)).then_some("code below with a comment that names it"));
        missing.extend((!is_tested(rule, &rules, files)).then_some("a test beside it whose name begins with its own"));
        let message = |what: &str| format!("rule `{}` needs {what}", rule.name);
        findings.extend(missing.into_iter().map(|what| finding(rule.file, rule.line, &message(what))));
    }
    let mut sources = files.iter().filter(|file| file.path.starts_with("crates/certus-smt/src/"));
    let is_there = |name: &str| rules.iter().any(|rule| rule.name == name);
    // Programs in tests of this rule have no other rules.
    if !rules.is_empty() {
        findings.extend(sources.by_ref().flat_map(|file| dangling(file, &is_there)));
    }
    findings
}

fn finding(file: &File, line: usize, message: &str) -> Finding {
    Finding::new(&file.path, line, "rules", message)
}

/// The rules that the documentation of a file heads.
fn rules_of(file: &File) -> Vec<Rule<'_>> {
    let mut rules: Vec<Rule<'_>> = Vec::new();
    for (index, line) in file.text.lines().enumerate().take_while(|(_, line)| line.starts_with("//!")) {
        let name = line.strip_prefix(HEADING).and_then(|rest| rest.strip_suffix('`'));
        match (name, rules.last_mut()) {
            (Some(name), _) => rules.push(Rule { file, line: index + 1, name, text: Vec::new() }),
            (None, Some(rule)) => rule.text.push(line.trim_start_matches("//!").trim()),
            (None, None) => {}
        }
    }
    rules
}

/// What the documentation of a rule lacks.
fn missing(rule: &Rule<'_>) -> Vec<&'static str> {
    let mut missing = Vec::new();
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if rule.name.is_empty() || !rule.name.chars().all(is_name) {
        missing.push("a name in small letters, with hyphens between the words");
    }
    let begin = rule.text.iter().position(|line| *line == "```smt");
    let formula = begin.map(|begin| rule.text[begin + 1..].iter().take_while(|line| **line != "```").count());
    if formula.is_none_or(|lines| lines == 0) {
        missing.push("its formula in a block marked `smt`");
    }
    let after = begin.zip(formula).map_or(0, |(begin, lines)| begin + lines + 2);
    if !rule.text.iter().skip(after).any(|line| line.starts_with("True ")) {
        missing.push("the reason why it is true, below the formula: `True because ..`");
    }
    missing
}

/// Whether a comment on an item of the file says that it makes the rule.
fn is_made(rule: &Rule<'_>) -> bool {
    let name = format!("`{}`", rule.name);
    rule.file.text.lines().any(|line| line.trim_start().starts_with("///") && line.contains(&name))
}

/// Whether a test in the file, or in `tests.rs` below it, is named after the rule, and not after one with a longer name.
fn is_tested(rule: &Rule<'_>, rules: &[Rule<'_>], files: &[File]) -> bool {
    let below = format!("{}/tests.rs", rule.file.path.trim_end_matches(".rs"));
    let is_of = |test: &str, name: &str| {
        let name = name.replace('-', "_");
        test.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    let is_named = |test: &str| {
        let longer = rules.iter().filter(|other| other.name.len() > rule.name.len());
        is_of(test, rule.name) && !longer.into_iter().any(|other| is_of(test, other.name))
    };
    let beside = files.iter().filter(|file| file.path == rule.file.path || file.path == below);
    beside.flat_map(|file| tests(&file.text)).any(is_named)
}

/// The names of the tests in a text.
fn tests(text: &str) -> Vec<&str> {
    let mut lines = text.lines().map(str::trim);
    let mut names = Vec::new();
    while let Some(line) = lines.next() {
        if line == "#[test]" {
            let name = lines.next().and_then(|line| line.strip_prefix("fn ")).and_then(|line| line.split('(').next());
            names.extend(name);
        }
    }
    names
}

/// Comments that name a rule which is not there.
fn dangling(file: &File, is_there: &dyn Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//")) {
        for begin in ["Rule `", "rule `"] {
            let named = line.split(begin).skip(1).filter_map(|rest| rest.split('`').next());
            for name in named.filter(|name| !is_there(name)) {
                findings.push(finding(file, index + 1, &format!("there is no rule `{name}`")));
            }
        }
    }
    findings
}
