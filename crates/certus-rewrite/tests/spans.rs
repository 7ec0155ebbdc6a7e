//! Positions: the range of a node of the keep form is the range of what it stands for.

mod common;

use certus_rewrite::{Code, Mode, rewrite_expr};
use proc_macro2::{TokenStream, TokenTree};
use std::ops::Range;

/// The bytes from the first token to the last.
fn extent(tokens: &TokenStream) -> Range<usize> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let start = trees.first().map_or(0, |t| t.span().byte_range().start);
    let end = trees.last().map_or(0, |t| t.span().byte_range().end);
    start..end
}

/// Every token, groups by their delimiters.
fn visit(tokens: &TokenStream, look: &mut dyn FnMut(&str, Range<usize>)) {
    for tree in tokens.clone() {
        match &tree {
            TokenTree::Group(group) => {
                look("open", group.span_open().byte_range());
                visit(&group.stream(), look);
                look("close", group.span_close().byte_range());
            }
            other => look(&other.to_string(), other.span().byte_range()),
        }
    }
}

#[test]
fn a_form_has_the_range_of_its_source() {
    let sources = [
        "a + b",
        "a == b",
        "a != b * c",
        "-a",
        "a <= b < c",
        "a ==> b",
        "a <== b",
        "a <==> b",
        "x@",
        "x[3]",
        "x as int",
        "e is V",
        "e !is V",
        "e->f",
        "e->V_0",
        "e matches P(x)",
        "e matches P(x) && x > 3",
        "s has 3",
        "s !has 3",
        "forall|x: int| f(x)",
        "exists|x: int| #![trigger f(x)] f(x)",
        "choose|x: int| f(x)",
        "|x: int| x + 1",
        "3",
        "-3",
        "3u8",
        "assert(x)",
        "assume(x)",
        "assert(x) by { y() }",
        "assert(x) by(nonlinear_arith) requires y > 0",
        "assert forall|x: int| p(x) implies q(x) by { y() }",
        "reveal(f)",
        "reveal_with_fuel(f, 2)",
        "hide(f)",
        "proof { y() }",
        "{ &&& a &&& b }",
        "{ ||| a ||| b }",
        "#[trigger] f(x)",
        "#[verifier::truncate] (x as u8)",
        "#[allow(unused)] a.f() == b",
        "#[allow(unused)] &a == b",
        "#[allow(unused)] [a] == b",
        "#[allow(unused)] if a { b } else { c } == d",
        "#[allow(unused)] match a { _ => b } == c",
        "a =~= b",
        "a << 3",
        "final(x)",
        "decreases_to!(a => b)",
        "(a + b)",
        "a.f(b + c)",
        "f(a) + g(b)",
    ];
    for source in sources {
        // A space first, so that no real range is empty or begins at zero.
        let text = format!(" {source} ");
        let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{e} in {source}"));
        let rewritten = rewrite_expr(Mode::Keep, Code::Ghost, tokens);
        assert!(rewritten.errors.is_empty(), "{source}: {:?}", rewritten.errors);
        let got = extent(&rewritten.tokens);
        assert_eq!(got, 1..1 + source.len(), "{source} became {}", common::compact(&rewritten.tokens));
    }
}

#[test]
fn operands_keep_their_ranges() {
    let text = " (a + bb) * ccc == forall|x: int| p(x) ==> q(x) ";
    let tokens: TokenStream = text.parse().unwrap_or_default();
    let rewritten = rewrite_expr(Mode::Keep, Code::Ghost, tokens);
    let mut seen = Vec::new();
    visit(&rewritten.tokens, &mut |word, range| {
        if ["a", "bb", "ccc", "p", "q", "forall", "imply", "spec_add", "spec_mul"].contains(&word) {
            seen.push((word.to_string(), text[range].to_string()));
        }
    });
    let expected = [
        ("spec_mul", "*"),
        ("spec_add", "+"),
        ("a", "a"),
        ("bb", "bb"),
        ("ccc", "ccc"),
        ("forall", "forall"),
        ("imply", "==>"),
        ("p", "p"),
        ("q", "q"),
    ];
    assert_eq!(seen, expected.map(|(a, b)| (a.to_string(), b.to_string())));
}

#[test]
fn a_mut_keeps_its_place() {
    // In code that runs the second variable may be borrowed mutably too.
    for (mode, expected) in [("", &["mut", "b"][..]), ("proof", &["mut"])] {
        let text = format!(" {mode} fn f() {{ let tracked (mut a, b) = g(); }} ");
        let rewritten = common::rewrite(&text);
        let mut seen = Vec::new();
        visit(&rewritten.tokens, &mut |word, range| {
            if word == "mut" {
                seen.push(text[range].to_string());
            }
        });
        assert_eq!(seen, expected);
    }
}

#[test]
fn every_token_has_a_place() {
    for program in ["modes", "clauses", "proofs", "closures", "loops", "datatypes", "traits", "items", "ghosts"] {
        let path = format!("{}/tests/programs/{program}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = format!(" {}", std::fs::read_to_string(path).unwrap_or_default());
        let rewritten = common::rewrite(&text);
        let mut lost = Vec::new();
        visit(&rewritten.tokens, &mut |word, range| {
            if range.is_empty() {
                lost.push(word.to_string());
            }
        });
        assert!(lost.is_empty(), "{program}: {lost:?}");
    }
}
