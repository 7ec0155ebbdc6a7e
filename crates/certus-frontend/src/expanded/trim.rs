//! Attributes that stock rustc does not know or may not see.
//!
//! Lints, those of the language outside of its macros (`#[verifier::external]`), `#![feature(..)]`, which stable rustc refuses
//! even where nothing of the feature is used, and `#[path]`, for the module is already in its place.

use ra_ap_syntax::{AstNode, SyntaxElement, SyntaxKind, SyntaxNode, ast};

/// What is left of an attribute.
pub(super) enum Kept {
    /// All of it.
    All,
    /// Nothing.
    None,
    /// This instead.
    Text(String),
}

/// Names that belong to the language or to the verifier.
const OURS: &[&str] = &[
    "verifier",
    "verus",
    "trigger",
    "is_variant",
    "is_variant_no_deprecation_warning",
    "verus_enum_synthesize",
    "feature",
    "register_tool",
    "path",
    // By this one, other compilers find items of a library.
    "rustc_diagnostic_item",
    // Of the formatter of the language.
    "verusfmt",
    // Lints are off anyway, and these may not stand on every expression.
    "allow",
    "warn",
    "deny",
    "forbid",
    "expect",
];

/// Derives that say something to the verifier only.
const OUR_DERIVES: &[&str] = &["Structural", "StructuralEq"];

/// What is left of an attribute.
pub(super) fn attribute(node: &SyntaxNode) -> Kept {
    let Some(attr) = ast::Attr::cast(node.clone()) else { return Kept::All };
    let name = attr.path().map(|p| p.syntax().text().to_string()).unwrap_or_default();
    let inner = node.children_with_tokens().any(|t| t.kind() == SyntaxKind::BANG);
    let is_ours = |first: &str| OURS.contains(&first);
    if let Some(ast::Meta::CfgAttrMeta(meta)) = attr.meta() {
        let condition = meta.cfg_predicate().map(|c| c.syntax().text().to_string()).unwrap_or_default();
        let metas: Vec<String> = meta.metas().map(|m| m.syntax().text().to_string()).collect();
        let kept: Vec<&str> = metas.iter().map(String::as_str).filter(|m| !is_ours(first_word(m))).collect();
        return match kept.len() {
            n if n == metas.len() => Kept::All,
            0 => Kept::None,
            _ => Kept::Text(format!("#{}[cfg_attr({condition}, {})] ", if inner { "!" } else { "" }, kept.join(", "))),
        };
    }
    match name.split("::").next().map(str::trim) {
        Some(first) if is_ours(first) => Kept::None,
        Some("derive") => derives(node, inner),
        _ => Kept::All,
    }
}

/// The word that a text begins with.
fn first_word(text: &str) -> &str {
    text.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default()
}

/// A `derive` without those that say something to the verifier only.
fn derives(node: &SyntaxNode, inner: bool) -> Kept {
    let Some(tree) = node.descendants().find(|n| n.kind() == SyntaxKind::TOKEN_TREE) else { return Kept::All };
    let mut items = vec![String::new()];
    let children: Vec<SyntaxElement> = tree.children_with_tokens().collect();
    for child in children.get(1..children.len().saturating_sub(1)).unwrap_or_default() {
        if child.kind() == SyntaxKind::COMMA {
            items.push(String::new());
        } else if let Some(item) = items.last_mut() {
            let text = child.to_string();
            let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            if word(item.chars().last()) && word(text.chars().next()) {
                item.push(' ');
            }
            item.push_str(&text);
        }
    }
    items.retain(|item| !item.trim().is_empty());
    let count = items.len();
    items.retain(|item| item.rsplit("::").next().is_none_or(|last| !OUR_DERIVES.contains(&last.trim())));
    match items.len() {
        n if n == count => Kept::All,
        0 => Kept::None,
        _ => Kept::Text(format!("#{}[derive({})] ", if inner { "!" } else { "" }, items.join(", "))),
    }
}
