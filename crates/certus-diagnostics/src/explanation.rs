//! The explanation of a code: its section of the guide, which `certus explain` prints.

use certus_codes::{Class, Code};

/// The guide's page of a class, with one section for each code.
fn page(class: Class) -> &'static str {
    match class {
        Class::Verify => include_str!("../../../docs/guide/src/codes/verify.md"),
        Class::Language => include_str!("../../../docs/guide/src/codes/language.md"),
        Class::Unsupported => include_str!("../../../docs/guide/src/codes/unsupported.md"),
        Class::Rust => include_str!("../../../docs/guide/src/codes/rust.md"),
        Class::Resource | Class::Internal => include_str!("../../../docs/guide/src/codes/other.md"),
    }
}

/// The section of the guide about a code, in Markdown, without its heading. `None` only for a code of rustc.
pub fn explanation(code: &Code) -> Option<&'static str> {
    let heading = format!("## `{code}`\n");
    let (_, behind) = page(code.class()).split_once(heading.as_str())?;
    Some(behind.split("\n## ").next().unwrap_or(behind).trim())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use certus_codes::Language;

    use super::*;

    const CLASSES: [Class; 6] =
        [Class::Verify, Class::Language, Class::Unsupported, Class::Rust, Class::Resource, Class::Internal];

    #[test]
    fn every_code_has_an_explanation() {
        let missing: Vec<_> = Code::all().filter(|code| explanation(code).is_none_or(str::is_empty)).collect();
        assert_eq!(missing, []);
    }

    #[test]
    fn every_section_is_of_one_code() {
        let mut found = BTreeSet::new();
        for page in CLASSES.map(page).into_iter().collect::<BTreeSet<_>>() {
            for heading in page.lines().filter_map(|line| line.strip_prefix("## `")) {
                let code = heading.strip_suffix('`').and_then(Code::parse);
                assert!(code.is_some_and(|code| found.insert(code)), "{heading} is of no code, or there twice");
            }
        }
        assert_eq!(found.len(), Code::all().count());
    }

    /// The page of the guide about what is not supported lists each code of that class, and no other.
    #[test]
    fn every_unsupported_code_is_listed() {
        let page = include_str!("../../../docs/guide/src/not-yet.md");
        let (_, table) = page.split_once("## All codes").unwrap_or_default();
        let listed: Vec<&str> = table.split('`').filter(|word| word.starts_with("unsupported/")).collect();
        let codes: BTreeSet<String> =
            Code::all().filter(|code| code.class() == Class::Unsupported).map(|code| code.to_string()).collect();
        let once: BTreeSet<String> = listed.iter().map(|code| code.to_string()).collect();
        assert_eq!(once, codes);
        assert_eq!(listed.len(), codes.len(), "a code is listed twice");
    }

    /// The share of explanations with a program, in hundredths: these numbers may only get larger.
    #[test]
    fn most_explanations_have_a_program() {
        let least = [(Class::Verify, 100), (Class::Language, 88), (Class::Unsupported, 58), (Class::Rust, 89)];
        for (class, least) in least {
            let sections: Vec<_> =
                Code::all().filter(|code| code.class() == class).filter_map(|code| explanation(&code)).collect();
            let shown = sections.iter().filter(|section| section.contains("\n```rust")).count();
            assert!(shown * 100 >= sections.len() * least, "{class:?}: {shown} of {}", sections.len());
        }
    }

    #[test]
    fn a_section_ends_before_the_next() {
        let text = explanation(&Language::Mode.into()).unwrap_or_default();
        assert!(text.contains("ghost") && !text.contains("\n## "), "{text}");
        assert_eq!(explanation(&Code::Rustc("E0382".into())), None);
    }
}
