//! Examples: whole files that verify, or that fail exactly where they say.

use super::run::Run;

/// What a file says about itself.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// Everything in it is proved.
    Verified,
    /// It has errors, on exactly these lines.
    FailsAt(Vec<usize>),
}

/// Reads the marks of a file: `//~ fails` among the comments it begins with, and `// FAILS` at the end of lines.
pub fn expected(text: &str) -> Result<Verdict, String> {
    let mut header = text.lines().take_while(|line| line.starts_with("//") || line.trim().is_empty());
    let is_marked = |(_, line): &(usize, &str)| line.trim_end().ends_with("// FAILS");
    let marked: Vec<usize> = text.lines().enumerate().filter(is_marked).map(|(index, _)| index + 1).collect();
    match (header.any(|line| line.trim_end() == "//~ fails"), marked.is_empty()) {
        (false, true) => Ok(Verdict::Verified),
        (true, false) => Ok(Verdict::FailsAt(marked)),
        (true, true) => Err("says `//~ fails`, but no line ends with `// FAILS`".to_owned()),
        (false, false) => Err("has lines that end with `// FAILS`, but does not begin with `//~ fails`".to_owned()),
    }
}

/// Compares a run with the marks: every error has a span on a marked line, every marked line a span of an error.
pub fn judge(expected: &Verdict, run: &Run) -> Result<(), String> {
    let marked: &[usize] = match expected {
        Verdict::Verified => &[],
        Verdict::FailsAt(lines) => lines,
    };
    let mut problems = run.faults(i32::from(!marked.is_empty()));
    let covers = |covered: &[(usize, usize)], line: usize| covered.iter().any(|(a, b)| (*a..=*b).contains(&line));
    for reported in run.of_level("error") {
        if !marked.iter().any(|line| covers(&reported.covered, *line)) {
            problems.push(format!("an error that is not on a marked line:\n{}", reported.rendered.trim_end()));
        }
    }
    for line in marked {
        if !run.of_level("error").any(|reported| covers(&reported.covered, *line)) {
            problems.push(format!("line {line} is marked, but no error is there"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}
