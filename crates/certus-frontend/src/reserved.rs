//! Text and names that only the rewriter may write.
//!
//! The marks of the language are doc strings that begin with `certus:` (docs/notes/keep-form.md), and whoever reads them
//! believes them: a function marked `certus:mode axiom` is trusted without a proof. So a program may not write one
//! itself. A string may reach an attribute through a macro, so every string and doc comment of the user's files counts,
//! wherever it stands.

use certus_diagnostics::{Diagnostic, Language, Span};
use ra_ap_base_db::Crate;
use ra_ap_hir::HirFileId;
use ra_ap_hir_def::expr_store::Body;
use ra_ap_hir_def::item_scope::ItemScope;
use ra_ap_hir_def::nameres::DefMap;
use ra_ap_hir_def::{AdtId, HasModule as _, MacroId, ModuleDefId};
use ra_ap_hir_expand::name::Name;
use ra_ap_syntax::ast;
use ra_ap_syntax::{AstNode, AstToken, Edition, SourceFile, SyntaxKind, SyntaxToken};

use crate::attrs::DOC_PREFIX;
use crate::key::Key;
use crate::loaded::Loaded;

/// In the names that the rewriter gives to functions with ghost arguments.
const VERIFIED: &str = "_VERUS_VERIFIED_";

/// In the names that the rewriter gives to everything else: functions that hold contracts, accessors, variables; and in those
/// of the macros that the verifier defines to learn what rustc writes for others.
const GENERATED: &str = "__certus";

/// The wrappers of ghost values.
const WRAPPERS: [&str; 2] = ["Ghost", "Tracked"];

/// The macro of the attribute form that is known by its name.
const WITH: &str = "proof_with";

impl Loaded {
    /// One `language/reserved-doc` for each string or doc comment of a crate's files that reads like a mark, and one
    /// `language/reserved-name` for each name like one of the rewriter's.
    pub(crate) fn reserved_docs(&self, krate: Crate) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        // In interface form are only files without such text.
        for file in self.files_of(krate).into_iter().filter(|file| !self.as_written().is_interface(*file)) {
            let file = ra_ap_hir::EditionedFileId::new(self.db(), file, krate.data(self.db()).edition);
            let tree = file.parse(self.db()).tree();
            for token in tree.syntax().descendants_with_tokens().filter_map(|e| e.into_token()) {
                if token.kind() == SyntaxKind::IDENT && token.text().contains(VERIFIED) {
                    let message = "names with `_VERUS_VERIFIED_` are reserved for functions with ghost arguments";
                    let span = self.span(HirFileId::FileId(file), token.text_range());
                    out.push(Diagnostic::error(Language::ReservedName, message, span));
                }
                if token.kind() == SyntaxKind::IDENT && token.text().contains(GENERATED) {
                    let message = "names with `__certus` are reserved for code that the verifier generates";
                    let span = self.span(HirFileId::FileId(file), token.text_range());
                    out.push(Diagnostic::error(Language::ReservedName, message, span));
                }
                if reads_like_a_mark(&token) {
                    let message = "text that begins with `certus:` is reserved for the marks of the verifier";
                    let span = self.span(HirFileId::FileId(file), token.text_range());
                    out.push(Diagnostic::error(Language::ReservedDoc, message, span));
                }
            }
        }
        out
    }
}

impl Loaded {
    /// One `language/reserved-name` for each item, variant or import of the program that is called as the wrappers of ghost
    /// values are: these are known by their names where ghost code is left out of the compiled program.
    pub(crate) fn wrapper_names(&self) -> Vec<Diagnostic> {
        let db = self.db();
        let mut found: Vec<Option<Span>> = Vec::new();
        let is_wrapper = |name: &str| WRAPPERS.contains(&name.trim_start_matches("r#"));
        for &key in self.own_items() {
            if is_wrapper(&self.simple_name(key)) {
                found.push(self.name_span(key));
            }
            match key {
                Key::Adt(AdtId::EnumId(id)) => {
                    let variants = &id.enum_variants(db).variants;
                    let named = variants.keys().any(|name| is_wrapper(name.as_str()));
                    found.extend(named.then(|| self.name_span(key)));
                }
                Key::Module(id) if self.imports_wrapper(&id.def_map(db)[id].scope) => found.push(self.name_span(key)),
                key => {
                    let Some(owner) = key.with_body() else { continue };
                    let scopes = Body::of(db, owner).blocks(db);
                    let imports = |(_, map): (_, &DefMap)| self.imports_wrapper(&map[map.root_module_id()].scope);
                    found.extend(scopes.into_iter().any(imports).then(|| self.name_span(key)));
                }
            }
        }
        let error = |span: Option<Span>| {
            let message = "the names `Ghost`, `Tracked` and `proof_with` are reserved: the first two are wrappers of \
                           ghost values, and the third is a macro";
            Diagnostic::error(Language::ReservedName, message, span.unwrap_or_else(|| self.root_span()))
        };
        found.into_iter().map(error).collect()
    }

    /// Whether a scope has something else under the name of a wrapper, or of the macro that gives ghost arguments.
    fn imports_wrapper(&self, scope: &ItemScope) -> bool {
        let is_other = |name: &Name, def: ModuleDefId| {
            let krate = def.module(self.db()).map(|module| self.crate_name(module.krate(self.db())));
            WRAPPERS.contains(&name.as_str()) && krate.is_none_or(|krate| krate != "verus_builtin")
        };
        let crate_of = |id: MacroId| self.crate_name(id.module(self.db()).krate(self.db()));
        let is_ours = |id: MacroId| ["vstd", "verus_builtin_macros"].contains(&crate_of(id).as_str());
        scope.types().any(|(name, item)| is_other(name, item.def))
            || scope.values().any(|(name, item)| is_other(name, item.def))
            || scope.macros().any(|(name, item)| name.as_str() == WITH && !is_ours(item.def))
            || scope.legacy_macros().any(|(name, _)| name.as_str() == WITH)
    }
}

/// Whether a name is one of those that the rewriter gives.
pub(crate) fn is_reserved_name(name: &str) -> bool {
    name.contains(VERIFIED) || name.contains(GENERATED)
}

/// Whether a literal, as it is written, reads like a mark.
pub(crate) fn is_mark(literal: &str) -> bool {
    if !literal.contains(['"', '\\']) || !(literal.contains(DOC_PREFIX) || literal.contains('\\')) {
        return false;
    }
    let file = SourceFile::parse(&format!("const X: &str = {literal};"), Edition::CURRENT).tree();
    file.syntax().descendants_with_tokens().filter_map(|e| e.into_token()).any(|token| reads_like_a_mark(&token))
}

/// A word must follow the colon at once, so that prose about the verifier passes.
fn reads_like_a_mark(token: &SyntaxToken) -> bool {
    let text = if let Some(string) = ast::String::cast(token.clone()) {
        string.value().map_or_else(|_| string.text().to_string(), |text| text.into_owned())
    } else if let Some(comment) = ast::Comment::cast(token.clone()) {
        comment.doc_comment().map(|(text, _)| text.to_string()).unwrap_or_default()
    } else {
        return false;
    };
    text.trim_start().strip_prefix(DOC_PREFIX).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic()))
}
