//! Literate tests: programs in prose, with the expected diagnostics as comments on their lines.
//!
//! Every fenced block of a chapter whose info string begins with `rust` is a program of its own. Its info string may
//! go on with `,vstd` (a mark for the reader: the program uses the library), with `,verifier-attributes` (plain rustc does not
//! build the program, as attributes of the verifier stand outside of `verus!`), and with `# name: slug` (what
//! `tests/rules.tsv` calls the program, unique in its chapter), `# flags: --rlimit 1` (options of the command), or
//! `# name: slug flags: --rlimit 1`. A block of another language is an illustration; a block without a language is an
//! error. A line that begins with `# ` or is `#` belongs to the program without that mark: the book does not show it.
//!
//! A block marked `text,output` is what the command prints for the program before it, but for paths, times and the
//! comments that expect diagnostics.
//!
//! In a program, `//~ ERROR class/name` expects exactly that error with its primary span starting on that line,
//! `//~^` a line above (one caret a line), `//~|` on the line that the directive before it meant, `//~?` at no place.
//! After a colon stands a part of its text: `//~ ERROR verify/assert: not satisfied`. `//~ WARNING` expects a warning.
//! Every error must be expected; a warning need not be.

use super::run::{Reported, Run};

const CLASSES: [&str; 6] = ["verify", "language", "unsupported", "rust", "resource", "internal"];

/// One program of a chapter.
#[derive(Debug)]
pub struct Case {
    /// The line of the chapter before the program's first, so that line n of the program is line `offset + n`.
    pub offset: usize,
    /// What other files call the program; unique in its chapter.
    pub name: Option<String>,
    pub program: String,
    pub flags: Vec<String>,
    pub expected: Vec<Expected>,
}

impl Case {
    /// Whether no error is expected.
    pub fn is_accepted(&self) -> bool {
        self.expected.iter().all(|expected| expected.level != "error")
    }
}

/// One expected diagnostic.
#[derive(Debug, PartialEq)]
pub struct Expected {
    /// `error` or `warning`.
    pub level: &'static str,
    pub code: String,
    /// A part of its text; empty for any.
    pub part: String,
    /// The line of the program; `None` for a diagnostic without a place.
    pub line: Option<usize>,
}

/// What the command prints for a program, as a chapter shows it.
#[derive(Debug, PartialEq)]
pub struct Output {
    /// The line of the chapter before the text's first.
    pub offset: usize,
    pub text: String,
}

/// A program with the output that is shown for it.
pub type Shown = (Case, Option<Output>);

/// The programs of a chapter, or the line and reason why it cannot be read.
pub fn cases(chapter: &str) -> Result<Vec<Case>, (usize, String)> {
    Ok(blocks(chapter)?.into_iter().map(|(case, _)| case).collect())
}

/// The programs of a chapter, each with the output that is shown for it. Errs like `cases`.
pub fn blocks(chapter: &str) -> Result<Vec<Shown>, (usize, String)> {
    let mut blocks: Vec<Shown> = Vec::new();
    let mut lines = chapter.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let Some((fence, info)) = opening_fence(line) else { continue };
        let closes = |line: &str| line.trim().len() >= fence.len() && line.trim().chars().all(|c| c == '`');
        let mut text = String::new();
        loop {
            match lines.next() {
                None => return Err((index + 1, "the block is never closed".to_owned())),
                Some((_, line)) if closes(line) => break,
                Some((_, line)) => text.extend([line, "\n"]),
            }
        }
        let offset = index + 1;
        if info == "text,output" {
            match blocks.last_mut() {
                Some((_, output @ None)) => *output = Some(Output { offset, text }),
                _ => return Err((offset, "this output belongs to no program".to_owned())),
            }
        } else if let Some((name, flags)) = info_of(info).map_err(|reason| (offset, reason))? {
            if name.is_some() && blocks.iter().any(|(case, _)| case.name == name) {
                return Err((offset, "another program of the chapter has this name".to_owned()));
            }
            let program: String = text.lines().flat_map(|line| [unhidden(line), "\n"]).collect();
            let expected = expectations(&program).map_err(|(line, reason)| (offset + line, reason))?;
            blocks.push((Case { offset, name, program, flags, expected }, None));
        }
    }
    Ok(blocks)
}

/// A line of a program without the mark that hides it from readers.
fn unhidden(line: &str) -> &str {
    if line == "#" { "" } else { line.strip_prefix("# ").unwrap_or(line) }
}

/// The backquotes that open a block, and what follows them.
fn opening_fence(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let info = line.trim_start_matches('`');
    let fence = &line[..line.len() - info.len()];
    (fence.len() >= 3).then_some((fence, info.trim()))
}

/// The name of a program, if it has one, and its options.
type Info = (Option<String>, Vec<String>);

/// The name and the options in an info string; `None` when the block is no program.
fn info_of(info: &str) -> Result<Option<Info>, String> {
    let (words, settings) = info.split_once('#').unwrap_or((info, "flags:"));
    let mut words = words.split(',').map(str::trim);
    match words.next() {
        None | Some("") => return Err("say which language the block is in (`text` for none)".to_owned()),
        Some("rust") => {}
        Some(_) => return Ok(None),
    }
    if let Some(unknown) = words.find(|word| !["vstd", "verifier-attributes"].contains(word)) {
        return Err(format!("unknown word `{unknown}` after `rust`"));
    }
    let mut settings = settings.split_whitespace().peekable();
    let name = settings.next_if_eq(&"name:").map(|_| settings.next().ok_or("`name:` wants a name")).transpose()?;
    match settings.next() {
        None if name.is_some() => {}
        Some("flags:") => {}
        _ => return Err("expected `# name: ..` or `# flags: ..`".to_owned()),
    }
    Ok(Some((name.map(str::to_owned), settings.map(str::to_owned).collect())))
}

/// The directives of a program; an error gives the line in the program.
pub fn expectations(program: &str) -> Result<Vec<Expected>, (usize, String)> {
    let mut found: Vec<Expected> = Vec::new();
    for (index, line) in program.lines().enumerate() {
        for directive in line.split("//~").skip(1) {
            let before = found.last().and_then(|expected| expected.line);
            let expected = expectation(directive, index + 1, before);
            found.push(expected.map_err(|reason| (index + 1, format!("`//~{}`: {reason}", directive.trim_end())))?);
        }
    }
    Ok(found)
}

/// Reads what follows `//~` on a line; `before` is the line that the directive before it meant.
fn expectation(directive: &str, line: usize, before: Option<usize>) -> Result<Expected, String> {
    let rest = directive.trim_start_matches(['^', '|', '?']);
    let place = &directive[..directive.len() - rest.len()];
    let line = match place {
        "?" => None,
        "|" => Some(before.ok_or("there is no directive before this one")?),
        carets if carets.chars().all(|c| c == '^') => {
            Some(line.checked_sub(carets.len()).filter(|line| *line > 0).ok_or("there is no such line above")?)
        }
        _ => return Err("the place is carets, `|` or `?`".to_owned()),
    };
    let (head, part) = rest.split_once(": ").unwrap_or((rest, ""));
    let mut words = head.split_whitespace();
    let level = match words.next() {
        Some("ERROR") => "error",
        Some("WARNING") => "warning",
        Some("NOTE") => "note",
        _ => return Err("expected ERROR, WARNING or NOTE".to_owned()),
    };
    let code = words.next().ok_or("expected a code")?.trim_end_matches(':');
    let class = code.split_once('/').map_or("", |(class, _)| class);
    if !CLASSES.contains(&class) {
        return Err(format!("a code begins with one of {}", CLASSES.map(|class| format!("{class}/")).join(", ")));
    }
    if words.next().is_some() {
        return Err("after the code comes a colon and a part of the text".to_owned());
    }
    Ok(Expected { level, code: code.to_owned(), part: part.trim().to_owned(), line })
}

/// Compares the output that the chapter `name` shows with what was printed; the first difference is told.
pub fn compare(name: &str, shown: &Output, printed: &str) -> Result<(), String> {
    let (left, right) = (plain(&shown.text), plain(printed));
    let Some(index) = (0..left.len().max(right.len())).find(|&index| left.get(index) != right.get(index)) else {
        return Ok(());
    };
    let of = |lines: &[String]| lines.get(index).map_or("nothing more".to_owned(), |line| format!("`{line}`"));
    let place = format!("{name}:{}", shown.offset + index + 1);
    Err(format!("{place}: shown: {}\nprinted: {}\nall that was printed:\n{printed}", of(&left), of(&right)))
}

/// The lines of an output without what differs from one machine or run to another, and without expectations.
fn plain(output: &str) -> Vec<String> {
    let line = |line: &str| {
        let line = line.split("//~").next().unwrap_or(line).trim_end();
        if let Some((arrow, place)) = line.split_once("--> ").filter(|(before, _)| before.trim().is_empty()) {
            let mut parts = place.rsplitn(3, ':');
            let (column, row) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
            return format!("{arrow}--> {row}:{column}");
        }
        let is_summary = line.starts_with("verified: ") || line.starts_with("not verified: ");
        let end = line.rfind(" (").filter(|_| is_summary && line.ends_with("s)"));
        line[..end.unwrap_or(line.len())].to_owned()
    };
    output.trim_end().lines().map(line).collect()
}

/// Compares what was expected with what came; every difference is one entry, its lines those of the chapter `name`.
pub fn judge(name: &str, case: &Case, run: &Run) -> Result<(), String> {
    let place = |line: Option<usize>| line.map_or(name.to_owned(), |line| format!("{name}:{}", case.offset + line));
    let mut left: Vec<&Reported> = run.diagnostics.iter().collect();
    let mut problems = Vec::new();
    let mut expected: Vec<&Expected> = case.expected.iter().collect();
    // The particular ones first, so that a general one does not take what they need.
    expected.sort_by_key(|expected| (expected.line, expected.part.is_empty()));
    for expected in expected {
        match left.iter().position(|reported| meets(expected, reported)) {
            Some(index) => drop(left.remove(index)),
            None => problems.push(format!("{}: expected, not reported: {expected}", place(expected.line))),
        }
    }
    for reported in left.iter().filter(|reported| reported.level == "error") {
        let text = reported.rendered.trim_end();
        problems.push(format!("{}: reported, not expected: error {}\n{text}", place(reported.line), reported.code));
    }
    let status = match case.expected.iter().find(|expected| expected.level == "error") {
        Some(_) => 1,
        None => 0,
    };
    problems.extend(run.faults(status));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn meets(expected: &Expected, reported: &Reported) -> bool {
    expected.level == reported.level
        && expected.code == reported.code
        && expected.line == reported.line
        && reported.text.contains(&expected.part)
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.level, self.code)?;
        if self.part.is_empty() { Ok(()) } else { write!(f, ": {}", self.part) }
    }
}
