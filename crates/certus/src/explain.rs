//! `certus explain CODE`: the section of the guide about a code.

use crate::terminal::{errln, outln};
use certus_vir::GoalKind;

/// The pages with a section a code.
const PAGES: [&str; 5] = [
    include_str!("../../../docs/guide/src/codes/verify.md"),
    include_str!("../../../docs/guide/src/codes/language.md"),
    include_str!("../../../docs/guide/src/codes/unsupported.md"),
    include_str!("../../../docs/guide/src/codes/rust.md"),
    include_str!("../../../docs/guide/src/codes/other.md"),
];

/// Prints what a code means; gives the exit status.
pub(crate) fn explain(code: &str) -> u8 {
    // Kinds of obligations are known by their name alone.
    let is_kind = GoalKind::ALL.into_iter().any(|kind| kind.name() == code);
    let code = if is_kind { format!("verify/{code}") } else { code.to_owned() };
    if let Some(section) = section(&code) {
        outln!("{code}\n\n{}", plain(section));
        return 0;
    }
    match code.strip_prefix("rust/") {
        Some(number) if is_of_rustc(number) => {
            outln!("{code}: an error of rustc. `rustc --explain {number}` says what it means.");
            0
        }
        _ => {
            errln!("error: no diagnostic has the code `{code}`");
            2
        }
    }
}

/// Whether it is a code of rustc's: `E0382`.
fn is_of_rustc(number: &str) -> bool {
    let digits = number.strip_prefix('E').unwrap_or_default();
    digits.len() == 4 && digits.chars().all(|c| c.is_ascii_digit())
}

/// What the guide says about a code.
fn section(code: &str) -> Option<&'static str> {
    let heading = format!("## `{code}`\n");
    PAGES.iter().find_map(|page| {
        let (_, behind) = page.split_once(heading.as_str())?;
        Some(behind.split("\n## ").next().unwrap_or(behind).trim())
    })
}

/// A section as a terminal shows it: programs indented, without what is there for the tests.
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
    use super::*;

    #[test]
    fn every_kind_of_obligation_has_a_section() {
        for kind in GoalKind::ALL {
            assert!(section(&format!("verify/{}", kind.name())).is_some(), "{}", kind.name());
        }
    }

    #[test]
    fn a_section_ends_before_the_next() {
        let text = section("language/mode").unwrap_or_default();
        assert!(text.contains("ghost") && !text.contains("\n## "));
        let text = plain(text);
        assert!(text.contains("\n    fn f(x: u8) {\n") && text.contains("// ERROR language/mode"), "{text}");
        assert!(!text.contains("```"), "{text}");
    }

    #[test]
    fn codes_of_rustc_are_told_apart() {
        assert!(is_of_rustc("E0382"));
        assert!(["E382", "0382", "E03820", "mode", ""].iter().all(|text| !is_of_rustc(text)));
    }
}
