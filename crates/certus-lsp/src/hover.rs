//! The text of a hover: the specification of a name as written, whether it is trusted, and the cost of its proof.
//!
//! For example, a hover on a call of `middle` shows `fn middle(low: u32, high: u32) -> (r: u32)` with its `requires`
//! and `ensures`, and then its status, such as `verified · 12 ms`. The body of the function is left out.

use std::ops::Range;
use std::str::FromStr as _;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::index::TargetOfIndex;
use crate::lens;
use crate::program::Function;

/// The maximal number of lines of a definition.
const MOST_LINES: usize = 40;

/// A definition in Markdown. `text` is the text of its file. `contract` is another definition with its contract, and the
/// text of the file of that.
pub(crate) fn describe(
    target: &TargetOfIndex,
    text: &str,
    contract: Option<(&TargetOfIndex, &str)>,
    function: Option<&Function>,
) -> String {
    let whole = text.get(target.whole.0..target.whole.1).unwrap_or("");
    let code = match (target.kind.as_str(), &target.ty) {
        ("local" | "field" | "const parameter", Some(ty)) => format!("{}: {ty}", target.path),
        ("module", _) => format!("mod {}", target.path),
        _ => item(text, target.whole.0..target.whole.1),
    };
    let mut markdown = format!("```rust\n{code}\n```\n");
    if let Some((of, text)) = contract {
        let code = item(text, of.whole.0..of.whole.1);
        let origin = match of.kind.as_str() {
            "specification" => "an `assume_specification`".to_string(),
            _ => format!("`{}`", of.path),
        };
        markdown.push_str(&format!("\ncontract, from {origin}:\n\n```rust\n{code}\n```\n"));
    }
    let kind = target.kind.as_str();
    if !matches!(kind, "local" | "module") {
        markdown.push_str(&format!("\n{kind} `{}`\n", target.path));
    }
    for line in trusted(whole) {
        markdown.push_str(&format!("\n**trusted**: {line}\n"));
    }
    if let Some(function) = function {
        markdown.push_str(&format!("\n{}\n", lens::title(function)));
    }
    markdown
}

/// An item as written, without the body of code and without indentation. `whole` is its range of bytes.
pub(crate) fn item(text: &str, whole: Range<usize>) -> String {
    let mut code = comments_above(text, whole.start);
    code.push_str(&shown(text.get(whole).unwrap_or("")));
    dedent(&code)
}

/// The tokens of an item; empty if the item cannot be tokenized.
fn tokens(item: &str) -> Vec<TokenTree> {
    TokenStream::from_str(item).map(|tokens| tokens.into_iter().collect()).unwrap_or_default()
}

/// An item without the body of an exec or proof function, cut to [`MOST_LINES`] lines.
fn shown(item: &str) -> String {
    let tokens = tokens(item);
    let words: Vec<String> = tokens.iter().take_while(|t| !is_body(t)).map(ToString::to_string).collect();
    let is_function = words.iter().any(|word| word == "fn");
    let is_spec = words.iter().take_while(|word| *word != "fn").any(|word| word == "spec");
    let body = tokens.last().filter(|last| is_body(last));
    let end = match body {
        Some(body) if is_function && !is_spec => body.span().byte_range().start,
        _ => item.len(),
    };
    let text = item.get(..end).unwrap_or(item).trim_end();
    let lines: Vec<&str> = text.lines().collect();
    match lines.get(..MOST_LINES) {
        Some(first) if lines.len() > MOST_LINES => format!("{}\n// ..", first.join("\n")),
        _ => text.to_string(),
    }
}

/// Whether a token is a group in braces. As the last token of an item, this is the body.
fn is_body(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The documentation and attributes above the place of an item.
fn comments_above(text: &str, start: usize) -> String {
    let before = text.get(..start).unwrap_or("");
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let indent = text.get(line_start..start).unwrap_or("");
    let mut lines: Vec<&str> = Vec::new();
    for line in before.get(..line_start).unwrap_or("").lines().rev() {
        let trimmed = line.trim_start();
        if !(trimmed.starts_with("///") || (trimmed.starts_with("#[") && trimmed.ends_with(']'))) {
            break;
        }
        lines.push(line);
    }
    let mut above: String = lines.iter().rev().flat_map(|line| [*line, "\n"]).collect();
    // Words on the same line before the place, such as `pub`, belong to the item.
    above.push_str(indent);
    above
}

/// The parts of an item that are trusted, not proved.
fn trusted(item: &str) -> Vec<String> {
    let mut markdown = Vec::new();
    let tokens = tokens(item);
    let words: Vec<String> = tokens.iter().take_while(|t| !is_body(t)).map(ToString::to_string).collect();
    let says = |word: &str| words.iter().any(|w| w == word || (w.starts_with('[') && w.contains(word)));
    if says("external_body") {
        markdown.push("its body is not verified (`external_body`)".to_string());
    }
    if words.iter().take_while(|word| *word != "fn").any(|word| word == "axiom") {
        markdown.push("it is an axiom".into());
    }
    if words.iter().any(|word| word == "assume_specification") {
        markdown.push("its specification is assumed (`assume_specification`)".into());
    }
    if says("assume_termination") {
        markdown.push("that it terminates (`assume_termination`)".into());
    }
    for name in ["assume", "admit"] {
        if tokens.iter().any(|token| calls(token, name)) {
            markdown.push(format!("its proof uses `{name}`"));
        }
    }
    markdown
}

/// Whether a token contains a call of this function.
fn calls(token: &TokenTree, name: &str) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
    let is_call = |pair: &[TokenTree]| match pair {
        [TokenTree::Ident(ident), TokenTree::Group(args)] => {
            *ident == name && args.delimiter() == Delimiter::Parenthesis
        }
        _ => false,
    };
    inside.windows(2).any(is_call) || inside.iter().any(|token| calls(token, name))
}

/// The text without the indentation that all its lines share.
fn dedent(text: &str) -> String {
    let blanks = |line: &str| line.len() - line.trim_start().len();
    let common = text.lines().filter(|line| !line.trim().is_empty()).map(blanks).min().unwrap_or(0);
    let lines: Vec<&str> = text.lines().map(|line| line.get(common..).unwrap_or("").trim_end()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{describe, shown, trusted};
    use crate::index::TargetOfIndex;

    #[test]
    fn bodies_of_code_are_not_shown_and_those_of_definitions_are() {
        assert_eq!(
            shown("fn f(x: u8) -> u8\n    requires x < 9,\n{ x + 1 }"),
            "fn f(x: u8) -> u8\n    requires x < 9,"
        );
        assert_eq!(shown("pub open spec fn f(x: int) -> int { x }"), "pub open spec fn f(x: int) -> int { x }");
        assert_eq!(shown("struct S { a: u8 }"), "struct S { a: u8 }");
        assert_eq!(shown("fn f( {"), "fn f( {", "what cannot be read is shown as it is");
    }

    #[test]
    fn what_is_trusted_is_said() {
        assert_eq!(trusted("#[verifier::external_body] fn f() { }").len(), 1);
        // The text of a program that assumes: hovering must say so. Nothing here is proved with it.
        assert_eq!(trusted("fn f() { proof { if true { assume(false); } } }"), ["its proof uses `assume`"]);
        assert_eq!(trusted("fn assume_it() { assert(true); }"), [""; 0]);
        assert_eq!(trusted("broadcast axiom fn f() ensures true;"), ["it is an axiom"]);
    }

    #[test]
    fn comments_belong_to_what_they_document() {
        let text = "fn other() {}\n\n    /// Says.\n    #[inline]\n    pub fn f()\n        ensures true,\n    {}\n";
        let at = text.find("fn f").unwrap_or(0);
        let target = TargetOfIndex {
            path: "c::f".into(),
            kind: "function".into(),
            ty: None,
            file: 0,
            name: (at + 3, at + 4),
            whole: (at, text.len() - 1),
            contract: None,
        };
        let markdown = describe(&target, text, None, None);
        assert_eq!(markdown, "```rust\n/// Says.\n#[inline]\npub fn f()\n    ensures true,\n```\n\nfunction `c::f`\n");
    }
}
