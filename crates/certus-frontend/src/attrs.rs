//! Attributes, read from the source of an item.
//!
//! Tool attributes stand as written outside `verus!`, and as doc strings that begin with `certus:` inside it.
//!
//! Reference page `reference-attributes`. Attributes are read from the syntax and not from the name resolver, because
//! the verifier wants their text and their place as the user sees them. What they mean is decided when the item is
//! lowered.

use certus_diagnostics::Span;
use certus_tree::Attr;
use ra_ap_base_db::Crate;
use ra_ap_cfg::CfgExpr;
use ra_ap_hir::InFile;
use ra_ap_syntax::ast::{self, HasAttrs};
use ra_ap_syntax::{AstNode, AstToken};

use crate::graph::GHOST_CFGS;
use crate::loaded::Loaded;

/// What an item or field under a `cfg` of the verifier's has; no attribute of Rust can have a blank in its name.
const GHOST_CFG: &str = "ghost cfg";

/// How the doc string of an attribute of the language begins.
pub(crate) const DOC_PREFIX: &str = "certus:";

impl Loaded {
    /// The attributes of a node that mean something to the verifier.
    /// In the order in which they stand. A `cfg_attr` counts only when its condition holds for the crate of the item.
    pub(crate) fn attrs<N: HasAttrs>(&self, node: &InFile<N>, krate: Crate) -> Vec<Attr> {
        let mut out = Vec::new();
        if self.crates().is_external(krate) {
            // Whatever a crate that nobody verifies says of itself is not believed.
            return out;
        }
        for attr in node.value.attrs() {
            let span = self.node_span(InFile::new(node.file_id, attr.syntax()));
            if let Some(meta) = attr.meta() {
                self.read_meta(meta, span, krate, &mut out);
            }
        }
        if self.crates().library() == Some(krate) {
            out.iter_mut().for_each(as_in_program);
        }
        out
    }

    /// `verifier(a, b)`, the older spelling, is read as two attributes; doc strings of the user are dropped.
    fn read_meta(&self, meta: ast::Meta, span: Span, krate: Crate, out: &mut Vec<Attr>) {
        match meta {
            ast::Meta::PathMeta(meta) => out.push(Attr { path: written(meta.path()), args: String::new(), span }),
            ast::Meta::TokenTreeMeta(meta) => {
                let path = written(meta.path());
                let args = meta.token_tree().map(|t| inside(&t)).unwrap_or_default();
                match path.as_str() {
                    "verifier" => {
                        for part in split_list(&args) {
                            let (name, args) = split_call(part);
                            out.push(Attr { path: format!("verifier::{name}"), args: args.to_string(), span });
                        }
                    }
                    _ => out.push(Attr { path, args, span }),
                }
            }
            ast::Meta::KeyValueMeta(meta) => {
                let path = written(meta.path());
                let value = meta.expr().map(|e| literal_text(&e)).unwrap_or_default();
                match value.strip_prefix(DOC_PREFIX) {
                    Some(marker) if path == "doc" => out.push(marker_attr(marker, span)),
                    _ if path == "doc" => {}
                    _ => out.push(Attr { path, args: value, span }),
                }
            }
            ast::Meta::CfgAttrMeta(meta) => {
                let holds = meta
                    .cfg_predicate()
                    .map(CfgExpr::parse_from_ast)
                    .and_then(|cfg| krate.cfg_options(self.db()).check(&cfg));
                if holds == Some(true) {
                    for meta in meta.metas() {
                        self.read_meta(meta, span, krate, out);
                    }
                }
            }
            ast::Meta::UnsafeMeta(meta) => {
                if let Some(meta) = meta.meta() {
                    self.read_meta(meta, span, krate, out);
                }
            }
            ast::Meta::CfgMeta(meta) => {
                let names = meta.syntax().descendants_with_tokens().filter_map(|part| part.into_token());
                if names.into_iter().any(|token| GHOST_CFGS.contains(&token.text())) {
                    out.push(Attr { path: GHOST_CFG.to_string(), args: String::new(), span });
                }
            }
        }
    }
}

/// Gives an attribute that only another library writes, in its macros, the form that a program would write.
fn as_in_program(attr: &mut Attr) {
    if attr.path != "verus::internal" {
        return;
    }
    match attr.args.trim() {
        mode @ ("spec" | "proof" | "exec") => {
            (attr.path, attr.args) = (format!("verifier::{mode}"), String::new());
        }
        "open" | "closed" => attr.path = "publish".to_owned(),
        _ => {}
    }
}

/// Markers of the rewriter that show that an item was written in the language.
const MARKERS: [&str; 19] = [
    "mode",
    "publish",
    "broadcast",
    "no_body",
    "params",
    "ret",
    "broadcast_group",
    "broadcast_use",
    "assume_specification",
    "global",
    "accessor",
    "spec_of",
    "result_of",
    "opaque_result",
    "when",
    "spec_trait",
    "spec_impl_trait",
    "via_fn",
    "stands_for",
];

/// True when an attribute shows that an item was written in the language.
pub(crate) fn is_of_language(attr: &Attr) -> bool {
    let tool = attr.path.starts_with("verifier::") || attr.path.starts_with("verus::");
    tool || MARKERS.contains(&attr.path.as_str())
}

/// `mode spec` reads as the attribute `mode` with `spec`; `attr verifier::x(y)` as `verifier::x` with `y`.
fn marker_attr(marker: &str, span: Span) -> Attr {
    let (word, rest) = marker.trim().split_once(' ').unwrap_or((marker.trim(), ""));
    let (path, args) = if word == "attr" { split_call(rest.trim()) } else { (word, rest.trim()) };
    let path: String = path.chars().filter(|c| !c.is_whitespace()).collect();
    Attr { path, args: args.to_string(), span }
}

/// Splits `name(args)`.
fn split_call(text: &str) -> (&str, &str) {
    match text.split_once('(') {
        Some((name, rest)) => {
            let rest = rest.trim_end();
            (name.trim(), rest.strip_suffix(')').unwrap_or(rest).trim())
        }
        None => match text.split_once('=') {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (text.trim(), ""),
        },
    }
}

/// Splits at commas outside of brackets.
fn split_list(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0usize, 0usize, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                out.push(text.get(start..i).unwrap_or("").trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    out.push(text.get(start..).unwrap_or("").trim());
    out.retain(|part| !part.is_empty());
    out
}

/// The path of an attribute that stands in the source. Only the rewriter writes those of [`is_of_language`] with one
/// segment; a helper attribute of some derive may have the same name, and says nothing to the verifier.
fn written(path: Option<ast::Path>) -> String {
    let path = path_text(path);
    let is_marker = MARKERS.contains(&path.as_str());
    if is_marker { format!("helper {path}") } else { path }
}

/// Without blanks: macros put them between the segments of a path.
fn path_text(path: Option<ast::Path>) -> String {
    path.map(|p| p.syntax().text().to_string().chars().filter(|c| !c.is_whitespace()).collect()).unwrap_or_default()
}

/// The text between the delimiters of a token tree.
fn inside(tree: &ast::TokenTree) -> String {
    let text = tree.syntax().text().to_string();
    let mut chars = text.trim().chars();
    chars.next();
    chars.next_back();
    chars.as_str().trim().to_string()
}

/// The value of a string literal; the text of any other expression.
fn literal_text(expr: &ast::Expr) -> String {
    if let ast::Expr::Literal(literal) = expr
        && let ast::LiteralKind::String(string) = literal.kind()
    {
        return string.value().map_or_else(|_| string.text().to_string(), |v| v.into_owned());
    }
    expr.syntax().text().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use certus_diagnostics::FileId;

    #[test]
    fn markers_and_calls() {
        let span = Span::new(FileId(0), 0, 0);
        let attr = marker_attr("attr verifier::rlimit(10)", span);
        assert_eq!((attr.path.as_str(), attr.args.as_str()), ("verifier::rlimit", "10"));
        let attr = marker_attr("mode spec", span);
        assert_eq!((attr.path.as_str(), attr.args.as_str()), ("mode", "spec"));
        assert_eq!(split_list("opaque, a(b, c)"), ["opaque", "a(b, c)"]);
        assert_eq!(split_call("a(b, c)"), ("a", "b, c"));
    }
}
