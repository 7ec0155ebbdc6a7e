//! Attributes that stock rustc does not know or may not see.
//!
//! Lints, those of the language outside of its macros (`#[verifier::external]`), `#![feature(..)]`, which stable rustc refuses
//! even where nothing of the feature is used, and `#[path]`, for the module is already in its place.

use ra_ap_syntax::{AstNode, SyntaxElement, SyntaxKind, SyntaxNode, ast};

use super::calls::Derives;

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

/// What is left of an attribute. `derives` are those on the type around it that are written out.
pub(super) fn attribute(node: &SyntaxNode, derives: &Derives) -> Kept {
    let Some(attr) = ast::Attr::cast(node.clone()) else { return Kept::All };
    let inner = if node.children_with_tokens().any(|t| t.kind() == SyntaxKind::BANG) { "!" } else { "" };
    if let Some(ast::Meta::CfgAttrMeta(meta)) = attr.meta() {
        let condition = meta.cfg_predicate().map(|c| c.syntax().text().to_string()).unwrap_or_default();
        let metas: Vec<Kept> = meta.metas().map(|meta| kept(&meta, derives)).collect();
        if metas.iter().all(|kept| matches!(kept, Kept::All)) {
            return Kept::All;
        }
        let texts = meta.metas().zip(metas).filter_map(|(meta, kept)| match kept {
            Kept::All => Some(meta.syntax().text().to_string()),
            Kept::None => None,
            Kept::Text(text) => Some(text),
        });
        let texts: Vec<String> = texts.collect();
        return match texts.is_empty() {
            true => Kept::None,
            false => Kept::Text(format!("#{inner}[cfg_attr({condition}, {})] ", texts.join(", "))),
        };
    }
    match attr.meta().map_or(Kept::All, |meta| kept(&meta, derives)) {
        Kept::Text(text) => Kept::Text(format!("#{inner}[{text}] ")),
        kept => kept,
    }
}

/// What is left of what stands in the brackets of an attribute.
fn kept(meta: &ast::Meta, derives: &Derives) -> Kept {
    let text = meta.syntax().text().to_string();
    let first = first_word(&text);
    // There is one attribute of Rust's own that a derive reads.
    let is_helper = first != "default" && derives.helpers.iter().any(|helper| helper == first);
    match first {
        _ if is_helper || OURS.contains(&first) => Kept::None,
        "derive" => kept_derives(meta.syntax(), derives),
        _ => Kept::All,
    }
}

/// The word that a text begins with.
fn first_word(text: &str) -> &str {
    text.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default()
}

/// A `derive` without those that say something to the verifier only, and those that are written out.
fn kept_derives(node: &SyntaxNode, derives: &Derives) -> Kept {
    let Some(tree) = node.descendants().find(|n| n.kind() == SyntaxKind::TOKEN_TREE) else { return Kept::All };
    let mut items = vec![(String::new(), false)];
    let children: Vec<SyntaxElement> = tree.children_with_tokens().collect();
    for child in children.get(1..children.len().saturating_sub(1)).unwrap_or_default() {
        if child.kind() == SyntaxKind::COMMA {
            items.push((String::new(), false));
        } else if let Some((item, is_written)) = items.last_mut() {
            *is_written |= derives.names.iter().any(|name| name.contains_range(child.text_range()));
            let text = child.to_string();
            let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            if word(item.chars().last()) && word(text.chars().next()) {
                item.push(' ');
            }
            item.push_str(&text);
        }
    }
    items.retain(|(item, _)| !item.trim().is_empty());
    let count = items.len();
    let is_ours = |item: &str| item.rsplit("::").next().is_some_and(|last| OUR_DERIVES.contains(&last.trim()));
    items.retain(|(item, is_written)| !is_written && !is_ours(item));
    match items.len() {
        n if n == count => Kept::All,
        0 => Kept::None,
        _ => {
            let items: Vec<String> = items.into_iter().map(|(item, _)| item).collect();
            Kept::Text(format!("derive({})", items.join(", ")))
        }
    }
}
