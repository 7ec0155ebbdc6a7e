//! Files of many cases, in both forms.
//!
//! Each case is a module of its own, so names of different cases never meet. What is said of sizes is said once for the file.

use std::ops::Range;

use super::facts::{Facts, Wrong};
use super::generate::Case;
use super::tree::Form;

/// What every file for rustc begins with.
const OBSERVE: &str = include_str!("observe.txt");

/// The size that what is seen depends on.
pub(super) const SIZE: &str = "vstd::prelude::verus! { global size_of usize == 8; }\n";

/// A file of modules.
pub(super) struct File {
    /// The text of the file.
    pub(super) text: String,
    /// For each module, its lines, counted from 1.
    pub(super) lines: Vec<Range<usize>>,
}

/// One module of a file for the verifier.
pub(super) struct Claim<'a> {
    /// The case.
    pub(super) case: &'a Case,
    /// The recorded values.
    pub(super) facts: &'a Facts,
    /// The place with a wrong claim, if there is one.
    pub(super) wrong: Option<Wrong>,
}

impl File {
    fn new(text: &str) -> File {
        File { text: text.into(), lines: Vec::new() }
    }

    fn module(&mut self, text: &str) {
        let start = self.text.lines().count() + 1;
        self.text.push_str(text);
        self.lines.push(start..self.text.lines().count() + 1);
    }

    /// Which module a line belongs to.
    pub(super) fn at(&self, line: usize) -> Option<usize> {
        self.lines.iter().position(|lines| lines.contains(&line))
    }
}

/// The cases as one program that runs them.
pub(super) fn running(cases: &[&Case]) -> File {
    let mut file = File::new(OBSERVE);
    for (i, case) in cases.iter().enumerate() {
        let mut inner = String::new();
        case.outside.print(Form::Run, &mut inner);
        case.items.print(Form::Run, &mut inner);
        file.module(&format!("mod c{i} {{\n{inner}\n}}\n"));
    }
    let calls: Vec<String> = (0..cases.len()).map(|i| format!("    run({i}, || {{ c{i}::case(); }});\n")).collect();
    let main = "fn main() {\n    std::panic::set_hook(Box::new(|_| ()));\n";
    file.text.push_str(&format!("{main}{}}}\n", calls.concat()));
    file
}

/// Programs as the modules of one, for the verifier.
pub(super) fn claiming<'a>(programs: impl IntoIterator<Item = &'a str>) -> File {
    let mut file = File::new(&format!("#![allow(warnings)]\n{SIZE}"));
    for (i, program) in programs.into_iter().enumerate() {
        file.module(&format!("mod c{i} {{\n{program}}}\n"));
    }
    file.text.push_str("fn main() {}\n");
    file
}

/// One claim as a program.
pub(super) fn program(claim: &Claim<'_>) -> String {
    let form = Form::Proof(claim.facts, claim.wrong);
    let (mut outside, mut items) = (String::new(), String::new());
    claim.case.outside.print(form, &mut outside);
    claim.case.items.print(form, &mut items);
    let uses = if items.contains("SpecImpl") {
        "use vstd::prelude::*;\nuse vstd::std_specs::ops::*;\n"
    } else {
        "use vstd::prelude::*;\n"
    };
    format!("{uses}{outside}verus! {{\n\n{items}\n}} // verus!\n")
}

#[cfg(test)]
mod tests {
    use super::super::generate::case;
    use super::running;

    #[test]
    fn lines_belong_to_their_module() {
        let cases = [case(1), case(2)];
        let file = running(&[&cases[0], &cases[1]]);
        let line = |text: &str| file.text.lines().position(|line| line.starts_with(text)).unwrap() + 1;
        assert_eq!(file.at(line("mod c0")), Some(0));
        assert_eq!(file.at(line("mod c1")), Some(1));
        assert_eq!(file.at(line("fn main()")), None);
    }
}
