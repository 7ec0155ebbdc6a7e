//! The attributes `verus_spec` and `verus_verify`: each must have been read by somebody.
//!
//! Name resolution runs attribute macros on items and on nothing else, and skips one that it cannot resolve on an item of
//! a trait without a word. What is inside of a marked item is the rewriter's. In all other places the attribute would say
//! nothing, and a contract that says nothing would not be proved: there it is an error, except in the bodies of
//! functions that are not verified.

use certus_diagnostics::{Diagnostic, Internal, Language, Rust, Unsupported};
use ra_ap_base_db::{Crate, SourceDatabase as _};
use ra_ap_cfg::CfgExpr;
use ra_ap_hir::{HirFileId, InFile};
use ra_ap_hir_def::AssocItemId;
use ra_ap_hir_expand::{MacroCallId, MacroCallKind};
use ra_ap_syntax::ast::{self, HasAttrs};
use ra_ap_syntax::{AstNode, SyntaxNode, TextRange, TextSize};

use crate::expanded::Calls;
use crate::expander::{STACK_SIZE, holds};
use crate::key::Key;
use crate::loaded::Loaded;

/// The two attributes.
const MARKERS: [&str; 2] = ["verus_spec", "verus_verify"];

/// The name of the attribute, if it is one of the two, alone or in a `cfg_attr`.
pub(crate) fn marker_of(attr: &ast::Attr) -> Option<String> {
    let named = |path: Option<ast::Path>| {
        let name = path?.segment()?.name_ref()?.text().to_string();
        MARKERS.contains(&name.as_str()).then_some(name)
    };
    match attr.meta() {
        Some(ast::Meta::CfgAttrMeta(meta)) => meta.metas().find_map(|meta| match meta {
            ast::Meta::PathMeta(meta) => named(meta.path()),
            ast::Meta::TokenTreeMeta(meta) => named(meta.path()),
            _ => None,
        }),
        _ => named(attr.path()),
    }
}

impl Loaded {
    /// Whether a call is that of an attribute of the language on an item that is marked.
    pub(crate) fn is_marker(&self, call: MacroCallId) -> bool {
        let loc = call.loc(self.db());
        let MacroCallKind::Attr { ast_id, .. } = &loc.kind else { return false };
        self.crate_name(loc.def.krate) == "verus_builtin_macros"
            && ast_id.to_node(self.db()).attrs().any(|attr| marker_of(&attr).is_some())
    }

    /// Whether a call is that of another attribute of the language, which may put items beside its item.
    pub(crate) fn adds_items(&self, call: MacroCallId) -> bool {
        let loc = call.loc(self.db());
        matches!(loc.kind, MacroCallKind::Attr { .. })
            && self.crate_name(loc.def.krate) == "verus_builtin_macros"
            && !self.is_marker(call)
    }

    /// Whether a call of a proof macro stands in a body that is not verified, where it is nothing, as when the program is
    /// compiled.
    pub(crate) fn is_unread_proof(&self, call: MacroCallId, node: &SyntaxNode) -> bool {
        let path = ast::MacroCall::cast(node.clone()).and_then(|call| call.path());
        let name = path.and_then(|path| path.segment()).and_then(|segment| segment.name_ref());
        let is_proof = name.is_some_and(|name| ["proof", "proof_decl"].contains(&name.text()));
        let mut items = node.ancestors().filter_map(ast::Item::cast);
        is_proof
            && self.crate_name(call.loc(self.db()).def.krate) == "verus_builtin_macros"
            && items.all(|item| !asks_for_proof(&item))
    }

    /// One error for each of the two attributes that nobody read, and those of what it was expanded to within traits
    /// and impls.
    pub(crate) fn marker_errors(&self, krate: Crate) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut calls = None;
        let mut unverified = Vec::new();
        for file in self.files_of(krate) {
            let text = self.db().file_text(file).text(self.db());
            if !MARKERS.iter().any(|name| text.contains(name)) {
                continue;
            }
            let file = ra_ap_hir::EditionedFileId::new(self.db(), file, krate.data(self.db()).edition);
            let tree = file.parse(self.db()).tree();
            for attr in tree.syntax().descendants().filter_map(ast::Attr::cast) {
                let Some(name) = marker_of(&attr) else { continue };
                if self.is_left_out(krate, &attr) {
                    continue;
                }
                let calls = calls.get_or_insert_with(|| Calls::of(self, krate, false));
                let span = self.span(HirFileId::FileId(file), attr.syntax().text_range());
                match read_by(calls, HirFileId::FileId(file), &attr) {
                    Reader::Macro => {}
                    Reader::Unverified(function) => {
                        if !unverified.contains(&(file, function.clone())) {
                            unverified.push((file, function));
                        }
                    }
                    Reader::Nobody(why) => {
                        let message = format!("the attribute `{name}` is not supported here: {why}");
                        out.push(Diagnostic::error(Unsupported::AttributeSyntax, message, span));
                    }
                    Reader::Misplaced(why) => {
                        out.push(Diagnostic::error(Language::MisplacedAttribute, why, span));
                    }
                }
            }
        }
        for (file, function) in unverified {
            out.extend(self.errors_within(krate, HirFileId::FileId(file), &function));
        }
        for call in calls.iter().flat_map(Calls::marked_items) {
            let result = call.parse_macro_expansion(self.db());
            for error in result.value.0.errors().iter() {
                let span = self.span(HirFileId::MacroFile(call), error.range());
                out.push(Diagnostic::error(Rust::Syntax, error.to_string(), span));
            }
        }
        out
    }

    /// Whether a `cfg` leaves out the code with an attribute, or a `cfg_attr` the attribute.
    fn is_left_out(&self, krate: Crate, attr: &ast::Attr) -> bool {
        let cfg = krate.cfg_options(self.db());
        let fails = |condition: Option<ast::CfgPredicate>| {
            condition.is_some_and(|c| cfg.check(&CfgExpr::parse_from_ast(c)) == Some(false))
        };
        if let Some(ast::Meta::CfgAttrMeta(meta)) = attr.meta()
            && fails(meta.cfg_predicate())
        {
            return true;
        }
        let conditions = attr.syntax().ancestors().flat_map(|node| {
            node.children().filter_map(ast::Attr::cast).filter_map(|attr| match attr.meta() {
                Some(ast::Meta::CfgMeta(meta)) => Some(meta.cfg_predicate()),
                _ => None,
            })
        });
        conditions.into_iter().any(fails)
    }

    /// What the rewriter has to say about the attributes in a function that is not verified.
    fn errors_within(&self, krate: Crate, file: HirFileId, function: &SyntaxNode) -> Vec<Diagnostic> {
        let text = function.text().to_string();
        let cfg = krate.cfg_options(self.db());
        let work = || certus_rewrite::check_unmarked(&text, &|condition| holds(condition, cfg));
        // Positions of `proc_macro2` are those of a thread.
        let found = std::thread::scope(|scope| {
            let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, || {
                let at = |span: proc_macro2::Span| span.byte_range();
                work().into_iter().map(|e| (at(e.span), e.code, e.message)).collect::<Vec<_>>()
            });
            worker.ok().and_then(|worker| worker.join().ok())
        });
        let Some(found) = found else {
            let span = self.span(file, function.text_range());
            return vec![Diagnostic::error(Internal::FrontEnd, "the rewriter failed", span)];
        };
        let base = function.text_range().start();
        let placed = found.into_iter().map(|(range, code, message)| {
            let at = |offset: usize| base + TextSize::from(offset.min(text.len()) as u32);
            let span = self.span(file, TextRange::new(at(range.start), at(range.end.max(range.start))));
            Diagnostic::error(code, message, span)
        });
        placed.collect()
    }

    /// Whether a trait or an impl of one holds something marked, or a definition stands in such a one. Then all of it
    /// counts as verified: half a trait would have contracts that nobody proves.
    pub(crate) fn shares_marker(&self, key: Key) -> bool {
        let db = self.db();
        let of_trait = |key: Key| match key {
            Key::Trait(id) => Some(id.trait_items(db).items.iter().map(|(_, item)| *item).collect::<Vec<_>>()),
            Key::Impl(id) => {
                let items = || id.impl_items(db).items.iter().map(|(_, item)| *item).collect();
                let source = self.syntax(key)?;
                ast::Impl::cast(source.value)?.trait_().map(|_| items())
            }
            _ => None,
        };
        let holder = match key {
            Key::Function(_) | Key::Const(_) => key.container(self),
            _ => Some(key),
        };
        let Some(items) = holder.and_then(of_trait) else { return false };
        items.into_iter().any(|item| {
            let member = match item {
                AssocItemId::FunctionId(id) => Key::Function(id),
                AssocItemId::ConstId(id) => Key::Const(id),
                AssocItemId::TypeAliasId(_) => return false,
            };
            self.syntax(member).is_some_and(|InFile { file_id, .. }| self.in_language(file_id))
        })
    }
}

/// Who reads an attribute.
enum Reader {
    /// The macro of its name, or that of an item around it.
    Macro,
    /// Only who checks that it could be read, in this function, which is not verified.
    Unverified(SyntaxNode),
    /// Nobody, for this reason.
    Nobody(&'static str),
    /// It may not stand there.
    Misplaced(&'static str),
}

fn read_by(calls: &Calls, file: HirFileId, attr: &ast::Attr) -> Reader {
    let holder = attr.syntax().parent();
    let items: Vec<ast::Item> = attr.syntax().ancestors().filter_map(ast::Item::cast).collect();
    let is_marked = |item: &ast::Item| calls.marked_item((file, item.syntax().text_range())).is_some();
    if let Some(item) = items.iter().find(|item| is_marked(item)) {
        let missing = "a method with ghost arguments needs `#[verus_verify]` on its impl";
        return if is_lone_method_with_ghost(item) { Reader::Misplaced(missing) } else { Reader::Macro };
    }
    let on_item = holder.as_ref().is_some_and(|node| ast::Item::can_cast(node.kind()));
    let in_body = |node: &SyntaxNode| matches!(ast::Item::cast(node.clone()), Some(ast::Item::Fn(_)));
    let around = attr.syntax().ancestors().skip(2).filter(in_body).last();
    match (on_item, around) {
        (true, Some(_)) => Reader::Nobody("the function around it is not verified; mark that too"),
        (true, None) => Reader::Nobody("no macro of this name is in scope, or it cannot stand on this item"),
        // Code that is not verified, unless an attribute asks for it.
        (false, Some(function)) if items.iter().all(|item| !asks_for_proof(item)) => Reader::Unverified(function),
        (false, Some(_)) => {
            Reader::Nobody("the function around it is marked with `verifier`; mark it with `verus_verify`")
        }
        (false, None) => Reader::Nobody("it belongs to items, and to loops, closures and calls in functions"),
    }
}

/// Whether an attribute `verifier::..` makes an item part of the language.
fn asks_for_proof(item: &ast::Item) -> bool {
    item.attrs().any(|attr| {
        let text = attr.syntax().text().to_string();
        text.contains("verifier") && !text.replace(char::is_whitespace, "").contains("verifier::external]")
    })
}

/// A method with ghost arguments is two, so its impl must be marked. A trait has no such methods.
fn is_lone_method_with_ghost(item: &ast::Item) -> bool {
    let ast::Item::Fn(function) = item else { return false };
    let holder = function.syntax().parent().and_then(|list| list.parent());
    let has_with = function.attrs().any(|attr| {
        marker_of(&attr).is_some() && attr.syntax().descendants_with_tokens().any(|token| token.to_string() == "with")
    });
    has_with && holder.is_some_and(|node| ast::Impl::can_cast(node.kind()))
}
