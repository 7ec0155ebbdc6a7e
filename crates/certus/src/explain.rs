//! `certus explain CODE`: the section of the guide about a code.

use certus_diagnostics::{Code, Verify, explanation};
use certus_gate::Compiler;

use crate::status::{self, BAD_CALL, PROVED};
use crate::terminal::{errln, outln};

/// Prints the explanation of a code, and returns the exit status.
pub(crate) fn explain(text: &str) -> u8 {
    // A kind of obligation may be named without its class.
    let kind = Verify::ALL.iter().find(|kind| kind.name() == text);
    // rustc's own name for its errors has no class.
    let code = kind.map(|kind| Code::Verify(*kind)).or_else(|| Code::parse(text));
    let Some(code) = code.or_else(|| Code::parse(&format!("rust/{text}"))) else {
        errln!("error: no diagnostic has the code `{text}`");
        return BAD_CALL;
    };
    match explanation(&code) {
        Some(section) => outln!("{code}\n\n{}", plain(section)),
        None => return explained_by_rustc(code.name()),
    }
    PROVED
}

/// Prints what rustc says about one of its errors.
fn explained_by_rustc(name: &str) -> u8 {
    match Compiler::find().and_then(|compiler| compiler.explain(name)) {
        Ok(Some(text)) => {
            outln!("rust/{name}: an error of rustc, which explains it so:\n\n{}", text.trim_matches('\n'));
            PROVED
        }
        Ok(None) => {
            errln!("error: rustc has no explanation of `{name}`");
            BAD_CALL
        }
        Err(error) => status::bad_call(error),
    }
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
