//! Attributes of the language in the bodies of plain Rust that is verified (`--no-external-by-default`, `verifier::verify`).
//!
//! The rewriter reads the attributes in bodies inside of the macros of the language. Outside of them nobody does. One that says
//! something (`#[verifier::spec] let x = ..` declares a ghost variable) would be lost, so each is an error.

use certus_diagnostics::{Diagnostic, Unsupported};
use ra_ap_base_db::Crate;
use ra_ap_cfg::CfgExpr;
use ra_ap_hir::InFile;
use ra_ap_syntax::{AstNode, WalkEvent, ast};

use crate::body::marked_let::mark_of;
use crate::key::Key;
use crate::loaded::Loaded;

/// Attributes that say nothing to the verifier about plain Rust: `as` wraps there in any case.
const SILENT: [&str; 1] = ["verifier::truncate"];

impl Loaded {
    /// `unsupported/attribute-syntax` for each attribute in the body of a definition that nobody reads.
    pub(crate) fn stray_attributes(&self, key: Key) -> Vec<Diagnostic> {
        let Some(InFile { file_id, value: item }) = self.syntax(key) else { return Vec::new() };
        if self.in_language(file_id) {
            return Vec::new();
        }
        let krate = key.module(self).krate(self.db());
        let Some(body) = item.children().find(|child| ast::Expr::can_cast(child.kind())) else { return Vec::new() };
        // The messages that another library gives to its own errors.
        let is_custom = |name: &str| name == "verifier::custom_err" && self.crates().library() == Some(krate);
        let mut found = Vec::new();
        let mut walk = body.preorder();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(node) = event else { continue };
            if ast::Item::can_cast(node.kind()) {
                // It has a definition of its own.
                walk.skip_subtree();
            } else if let Some(attr) = ast::Attr::cast(node)
                && let Some(name) = self.name_in(&attr, krate)
                && !is_read(&attr)
                && !is_custom(&name)
            {
                let span = self.span(file_id, attr.syntax().text_range());
                let text = format!("the attribute `{name}` in a body outside of `verus!` is not supported");
                let error = Diagnostic::error(Unsupported::AttributeSyntax, text, span);
                found.push(error.with_help("put the function into `verus!`"));
            }
        }
        found
    }

    /// The attribute of the language that this is, perhaps behind a condition that may hold.
    fn name_in(&self, attr: &ast::Attr, krate: Crate) -> Option<String> {
        match attr.meta()? {
            ast::Meta::CfgAttrMeta(meta) => {
                let condition = meta.cfg_predicate().map(CfgExpr::parse_from_ast);
                let fails = condition.is_some_and(|c| krate.cfg_options(self.db()).check(&c) == Some(false));
                let paths = meta.metas().filter_map(|meta| match meta {
                    ast::Meta::PathMeta(meta) => meta.path(),
                    ast::Meta::TokenTreeMeta(meta) => meta.path(),
                    ast::Meta::KeyValueMeta(meta) => meta.path(),
                    _ => None,
                });
                paths.filter(|_| !fails).find_map(|path| of_language(&path))
            }
            _ => of_language(&attr.path()?),
        }
    }
}

/// Whether the front end reads an attribute: the mode of a variable with a value.
fn is_read(attr: &ast::Attr) -> bool {
    let declaration = attr.syntax().parent().and_then(ast::LetStmt::cast);
    declaration.is_some_and(|declaration| declaration.initializer().is_some() && mark_of(&declaration).is_some())
}

/// The name of an attribute of the language that would say something.
fn of_language(path: &ast::Path) -> Option<String> {
    let name: String = path.syntax().text().to_string().chars().filter(|c| !c.is_whitespace()).collect();
    let is_ours = name == "verifier" || name.starts_with("verifier::") || name.starts_with("verus::");
    (is_ours && !SILENT.contains(&name.as_str())).then_some(name)
}
