//! `certus explain CODE`: the section of the guide about a code.

use certus_diagnostics::{Code, Verify, explanation};

use crate::terminal::{errln, outln};

/// Prints the explanation of a code, and returns the exit status.
pub(crate) fn explain(text: &str) -> u8 {
    // A kind of obligation may be named without its class.
    let kind = Verify::ALL.iter().find(|kind| kind.name() == text);
    let Some(code) = kind.map(|kind| Code::Verify(*kind)).or_else(|| Code::parse(text)) else {
        errln!("error: no diagnostic has the code `{text}`");
        return 2;
    };
    match explanation(&code) {
        Some(section) => outln!("{code}\n\n{}", plain(section)),
        None => outln!("{code}: an error of rustc. `rustc --explain {}` explains it.", code.name()),
    }
    0
}

/// A section as a terminal shows it: programs are indented, without the marks for the tests.
///
/// For example, the line `x + 1 //~ ERROR verify/overflow` of a program is printed as `x + 1 // ERROR verify/overflow`,
/// after four spaces. The lines with the fences are left out.
fn plain(section: &str) -> String {
    let (mut out, mut is_program) = (String::new(), false);
    for line in section.lines() {
        if line.starts_with("```") {
            is_program = !is_program;
            continue;
        }
        let line = line.replace("//~ ", "// ");
        match (is_program, line.is_empty()) {
            (_, true) => {}
            (true, _) => out.push_str("    "),
            (false, _) => {}
        }
        out.push_str(&line);
        out.push('\n');
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use certus_diagnostics::Language;

    use super::*;

    #[test]
    fn programs_are_indented_and_fences_left_out() {
        let text = plain(explanation(&Language::Mode.into()).unwrap_or_default());
        assert!(text.contains("\n    fn f(x: u8) {\n") && text.contains("// ERROR language/mode"), "{text}");
        assert!(!text.contains("```"), "{text}");
    }
}
