//! The attribute form: what is not plain Rust in it, the places of what it becomes, and what is compiled of it.

mod common;

use certus_rewrite::{Marker, Mode, Rewritten, rewrite_marked};
use proc_macro2::{TokenStream, TokenTree};

/// An item below `#[verus_verify(arguments)]`, with a space before it, so that no token of it begins the text.
fn marked(mode: Mode, arguments: &str, item: &str) -> Rewritten {
    let text = format!(" ({arguments}) {item}");
    let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{e} in\n{text}"));
    rewrite_marked(mode, Marker::Verify, &|_| None, tokens)
}

/// The erased form without the attributes against warnings.
fn erased(arguments: &str, item: &str) -> String {
    let rewritten = marked(Mode::Erase, arguments, item);
    assert!(rewritten.errors.is_empty(), "{item}: {:?}", rewritten.errors);
    let mut text = common::compact(&rewritten.tokens);
    while let Some(start) = text.find("#[allow(") {
        let end = text[start..].find(']').map_or(text.len(), |at| start + at + 1);
        text.replace_range(start..end, "");
    }
    text
}

/// The tokens without a place in the text.
fn lost(tokens: &TokenStream, out: &mut Vec<String>) {
    for tree in tokens.clone() {
        if tree.span().byte_range().is_empty() {
            out.push(tree.to_string());
        }
        if let TokenTree::Group(group) = &tree {
            lost(&group.stream(), out);
        }
    }
}

#[test]
fn what_is_not_plain_rust_is_an_error() {
    let refused = [
        "mod m { global size_of usize == 8; }",
        "mod m { broadcast use a; }",
        "impl S { broadcast fn f() { } }",
        "impl S { fn f() requires true { } }",
        "fn f() { let g = |tracked x: u8| x; }",
    ];
    for item in refused {
        for mode in [Mode::Keep, Mode::Erase] {
            let rewritten = marked(mode, "", item);
            let names: Vec<&str> = rewritten.errors.iter().map(|e| e.code.name()).collect();
            assert!(names.contains(&"not-plain-rust"), "{item}: {names:?}");
        }
    }
    for item in ["impl S { const N: u8 = 3; fn f() { let g = |x: u8| x; } }", "mod m { static N: u8 = 3; }"] {
        let errors = marked(Mode::Keep, "", item).errors;
        assert!(errors.is_empty(), "{item}: {errors:?}");
    }
}

/// An error in what a marked item becomes is shown in the text of the item.
#[test]
fn every_token_has_a_place() {
    let items = [
        "fn f() { let g = #[verus_spec(r: u64 =>)] |x: u64| x / 2; }",
        "fn f() { let g = #[verus_spec(r: u64 => ensures r == x)] |x: u64| x; }",
        "fn f() -> S { #[verus_spec(with y: Ghost(3))] S { x } }",
        "fn f() -> S { #[verus_spec(with y: Ghost(3))] S { } }",
        "fn f() { #[verus_spec(invariant i <= 3 decreases 3 - i)] while i < 3 { i = i + 1; } }",
    ];
    for item in items {
        let rewritten = marked(Mode::Keep, "", item);
        assert!(rewritten.errors.is_empty(), "{item}: {:?}", rewritten.errors);
        let mut none = Vec::new();
        lost(&rewritten.tokens, &mut none);
        assert!(none.is_empty(), "{item}: {none:?}");
    }
}

#[test]
fn nothing_of_the_form_is_compiled() {
    let cases = [
        ("", "#[verus_spec(r => ensures r == 3)] fn f() -> u8 { 3 }", "fn f()->u8{3}"),
        ("", "impl S { #[verus_spec(ensures true)] fn f() { } }", "impl S{fn f(){}}"),
        ("", "trait T { #[verus_spec(ensures true)] fn f(); }", "trait T{fn f();}"),
        ("", "fn f() { #[verus_spec(invariant true)] while c { } }", "fn f(){while c{}}"),
        (
            "",
            "impl S { #[verus_spec(ensures true)] const N: u8 = { #[verus_spec(invariant c)] while c { } 3 }; }",
            "impl S{const N:u8={while c{}3};}",
        ),
        ("external_type_specification", "pub struct ExT(T);", "#[doc(hidden)]pub enum ExT{}"),
        ("external_type_specification, external_body", "struct ExT<X>(T<X>);", "#[doc(hidden)]enum ExT{}"),
    ];
    for (arguments, item, form) in cases {
        assert_eq!(erased(arguments, item), form, "{item}");
    }
}
