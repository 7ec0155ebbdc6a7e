use std::collections::BTreeSet;

use super::{Class, Code, Language};

#[test]
fn names_are_distinct_kebab_case_and_sorted() {
    let all: Vec<String> = Code::all().map(|code| code.to_string()).collect();
    assert!(all.len() > 300, "{}", all.len());
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    for text in &all {
        let (_, name) = text.split_once('/').unwrap();
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{text}");
    }
    assert!(Language::ALL.is_sorted_by_key(|code| code.name()));
}

#[test]
fn every_code_is_read_back() {
    for code in Code::all() {
        assert_eq!(Code::parse(&code.to_string()), Some(code));
    }
}

#[test]
fn codes_of_rustc_are_told_apart() {
    let code = Code::parse("rust/E0382").unwrap();
    assert_eq!((code.class(), code.name()), (Class::Rust, "E0382"));
    for text in ["rust/E382", "rust/0382", "rust/E03820", "language/E0382", "language/nothing", "mode", ""] {
        assert_eq!(Code::parse(text), None, "{text}");
    }
}
