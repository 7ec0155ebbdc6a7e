//! Calls of `verus!` at the top of files, expanded before name resolution comes to them.
//!
//! Whether such a call belongs to the program is not known yet: its module may be configured away, and `verus` may be another
//! macro. So errors of the rewriter are put aside with the call (`rewrite_errors.rs`), and count if name resolution makes it too.

use ra_ap_base_db::Crate;
use ra_ap_hir::EditionedFileId;
use ra_ap_hir_def::item_tree::file_item_tree;
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_expand::name::Name;
use ra_ap_hir_expand::{AstId, ExpandTo, HirFileId, MacroCallKind, MacroDefId};
use ra_ap_intern::Symbol;
use ra_ap_span::SyntaxContext;
use ra_ap_syntax::ast::{self, HasModuleItem as _};

use crate::database::Database;
use crate::rewrite_errors;

/// The macro that most of a program stands in.
const MACRO: &str = "verus";

/// That macro as the crate of the macros defines it.
pub(super) fn definition(db: &Database, macros: Crate) -> Option<MacroDefId> {
    let map = crate_def_map(db, macros);
    let name = Name::new_symbol_root(Symbol::intern(MACRO));
    let found = map[map.root_module_id()].scope.get(&name).take_macros()?;
    Some(found.definition(db))
}

/// Expands the calls at the top of a file, and lists the items in the expansions.
pub(super) fn expand(db: &Database, krate: Crate, file: EditionedFileId, definition: MacroDefId) {
    let ids = HirFileId::FileId(file).ast_id_map(db);
    for item in file.parse(db).tree().items() {
        let ast::Item::MacroCall(call) = item else { continue };
        let name = call.path().and_then(|path| path.segment()?.name_ref());
        if name.is_none_or(|name| name.text() != MACRO) {
            continue;
        }
        let ast_id = AstId::new(HirFileId::FileId(file), ids.ast_id(&call));
        let kind = MacroCallKind::FnLike { ast_id, expand_to: ExpandTo::Items, eager: None };
        // As the collector of names makes the call, or else what is found here is never asked for.
        let context = SyntaxContext::root(file.edition(db));
        let call = definition.make_call(db, krate, kind, context, 1);
        rewrite_errors::ahead(call, || {
            let file = HirFileId::from(call);
            file.ast_id_map(db);
            file_item_tree(db, file, krate);
        });
    }
}
