//! Which macro calls are replaced by what they expanded to.
//!
//! rustc knows none of the macros of the language, so a call that comes to one of them, however deep, must be replaced.
//! A call of any other macro stays: rustc expands it itself, with its own rules of hygiene.
//!
//! rust-analyzer keeps calls where they were found: those among items in the map of the module or block, those in an impl or
//! trait with its items, and those in bodies and types with the map from HIR to syntax. The walk that writes the text meets
//! syntax only, so all of them are put into one table by their places.

use std::collections::{HashMap, HashSet};

use ra_ap_base_db::Crate;
use ra_ap_hir::HirFileId;
use ra_ap_hir_def::expr_store::Body;
use ra_ap_hir_def::hir::generics::GenericParams;
use ra_ap_hir_def::item_scope::ItemScope;
use ra_ap_hir_def::nameres::{DefMap, crate_def_map};
use ra_ap_hir_def::signatures::VariantFields;
use ra_ap_hir_def::{AdtId, GenericDefId, VariantId};
use ra_ap_hir_expand::{MacroCallId, MacroCallKind, MacroDefKind};
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, ast};

use crate::key::Key;
use crate::loaded::Loaded;

/// The macro calls of a crate by the file and range of the call.
pub(crate) struct Calls {
    by_place: HashMap<(HirFileId, TextRange), MacroCallId>,
    /// The attributes that rewrite their item, by the file and range of the item.
    marked: HashMap<(HirFileId, TextRange), MacroCallId>,
    /// The derives of crates of the user, by the file and range of the type.
    derives: HashMap<(HirFileId, TextRange), Derives>,
    /// Files and expansions with ghost code that is not shown as it is.
    pub(super) files_with_marks: HashSet<HirFileId>,
    /// Whether a call is replaced, once known.
    replaced: HashMap<MacroCallId, bool>,
}

/// The derives on a type that are macros of crates of the user.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derives {
    /// What they expand to.
    pub(super) calls: Vec<MacroCallId>,
    /// Where their names stand.
    pub(super) names: Vec<TextRange>,
    /// The attributes that they read.
    pub(super) helpers: Vec<String>,
}

impl Calls {
    /// All calls of the crate, those in bodies included when `bodies`.
    pub(crate) fn of(loaded: &Loaded, krate: Crate, bodies: bool) -> Calls {
        let mut calls = Calls {
            by_place: HashMap::new(),
            marked: HashMap::new(),
            derives: HashMap::new(),
            files_with_marks: HashSet::new(),
            replaced: HashMap::new(),
        };
        calls.def_map(loaded, crate_def_map(loaded.db(), krate));
        for key in loaded.crate_items(krate) {
            calls.associated(loaded, key);
            if bodies {
                calls.signature(loaded, key);
            }
            // Of settled functions only the declaration is written.
            if bodies
                && let Some(owner) = key.with_body()
                && !loaded.is_settled_key(key)
            {
                calls.body(loaded, owner);
            }
        }
        if bodies {
            // Items within bodies, and theirs.
            for def in loaded.numbering().known_local() {
                let Some(key) = loaded.key(*def) else { continue };
                calls.associated(loaded, key);
                calls.signature(loaded, key);
                if let Some(owner) = key.with_body() {
                    calls.body(loaded, owner);
                }
            }
        }
        calls
    }

    fn def_map(&mut self, loaded: &Loaded, def_map: &DefMap) {
        for (_, module) in def_map.modules() {
            self.scope(loaded, &module.scope);
            if loaded.crates().has_macros() {
                self.derives(loaded, def_map, &module.scope);
            }
        }
    }

    /// The derives of procedural macros. Those of rustc's own (`Clone`) stay, and rustc expands them; the attributes that the
    /// others read (`#[serde(..)]`) would be unknown to it, so they are noted as well.
    fn derives(&mut self, loaded: &Loaded, def_map: &DefMap, scope: &ItemScope) {
        let db = loaded.db();
        for (ast_id, attributes) in scope.derive_macro_invocs() {
            let calls = attributes.flat_map(|(_, _, calls)| calls.iter().flatten().filter_map(|call| call.left()));
            let mut found = Derives::default();
            for call in calls {
                let loc = call.loc(db);
                let MacroCallKind::Derive { derive_attr_index, derive_index, .. } = &loc.kind else { continue };
                if !loaded.is_procedural(&loc.def) {
                    continue;
                }
                found.names.push(derive_attr_index.find_derive_range(db, loc.krate, ast_id, *derive_index));
                found.calls.push(call);
                let helpers = def_map.derive_helpers_in_scope(ast_id).unwrap_or_default();
                let of_call = helpers.iter().filter(|(_, _, of)| of.left() == Some(call));
                found.helpers.extend(of_call.map(|(name, ..)| name.as_str().to_string()));
            }
            if !found.calls.is_empty() {
                self.derives.insert((ast_id.file_id, ast_id.to_range(db)), found);
            }
        }
    }

    fn scope(&mut self, loaded: &Loaded, scope: &ItemScope) {
        for (_, call) in scope.iter_macro_invoc() {
            self.add(loaded, *call);
        }
        for (_, call) in scope.attr_macro_invocs() {
            self.add(loaded, call);
        }
    }

    /// Calls among the items of an impl or trait, which the map of the module does not have.
    fn associated(&mut self, loaded: &Loaded, key: Key) {
        let db = loaded.db();
        let calls: Vec<MacroCallId> = match key {
            Key::Impl(id) => id.impl_items(db).macro_calls().map(|(_, call)| call).collect(),
            Key::Trait(id) => id.trait_items(db).macro_calls().map(|(_, call)| call).collect(),
            _ => return,
        };
        for call in calls {
            self.add(loaded, call);
        }
    }

    /// Calls in a body, by the map that goes from the lowered body to its syntax, and those among the items in its blocks.
    fn body(&mut self, loaded: &Loaded, owner: ra_ap_hir_def::DefWithBodyId) {
        let (body, map) = Body::with_source_map(loaded.db(), owner);
        for (ptr, call) in map.macro_calls() {
            self.by_place.insert((ptr.file_id, ptr.value.text_range()), call);
        }
        for (_, def_map) in body.blocks(loaded.db()) {
            self.def_map(loaded, def_map);
        }
    }

    /// Calls in types: of a signature, of the fields of a type.
    fn signature(&mut self, loaded: &Loaded, key: Key) {
        let db = loaded.db();
        if matches!(key, Key::DerivedImpl(_) | Key::DerivedFn(..)) {
            return;
        }
        let Some(def) = key.generic(loaded) else { return };
        let (_, _, map) = GenericParams::with_source_map(db, def);
        self.by_place.extend(map.expansions().map(|(ptr, call)| ((ptr.file_id, ptr.value.text_range()), *call)));
        let variants: Vec<VariantId> = match def {
            GenericDefId::AdtId(AdtId::StructId(id)) => vec![id.into()],
            GenericDefId::AdtId(AdtId::UnionId(id)) => vec![id.into()],
            GenericDefId::AdtId(AdtId::EnumId(id)) => {
                id.enum_variants(db).variants.values().map(|(variant, _)| (*variant).into()).collect()
            }
            _ => Vec::new(),
        };
        for variant in variants {
            let (_, map) = VariantFields::with_source_map(db, variant);
            self.by_place.extend(map.expansions().map(|(ptr, call)| ((ptr.file_id, ptr.value.text_range()), *call)));
        }
    }

    /// All calls by their places, but those of attributes and derives.
    pub(crate) fn all(&self) -> impl Iterator<Item = ((HirFileId, TextRange), MacroCallId)> {
        self.by_place.iter().map(|(place, call)| (*place, *call))
    }

    /// The call at a place.
    pub(super) fn at(&self, place: (HirFileId, TextRange)) -> Option<MacroCallId> {
        self.by_place.get(&place).copied()
    }

    fn add(&mut self, loaded: &Loaded, call: MacroCallId) {
        match &call.loc(loaded.db()).kind {
            MacroCallKind::FnLike { ast_id, .. } => {
                self.by_place.insert((ast_id.file_id, ast_id.to_range(loaded.db())), call);
            }
            MacroCallKind::Attr { ast_id, .. }
                if loaded.is_marker(call)
                    || loaded.adds_items(call)
                    || loaded.is_procedural(&call.loc(loaded.db()).def) =>
            {
                self.marked.insert((ast_id.file_id, ast_id.to_range(loaded.db())), call);
            }
            _ => {}
        }
    }

    /// The derives of crates of the user on a type.
    pub(super) fn derives_of(&self, at: (HirFileId, TextRange)) -> Option<Derives> {
        self.derives.get(&at).cloned()
    }

    /// What an item became that is marked with an attribute of the language that rewrites it, or with an attribute macro of a
    /// crate of the user.
    pub(crate) fn marked_item(&self, at: (HirFileId, TextRange)) -> Option<MacroCallId> {
        self.marked.get(&at).copied()
    }

    /// All items with attributes that rewrite them.
    pub(crate) fn marked_items(&self) -> impl Iterator<Item = MacroCallId> {
        self.marked.values().copied()
    }

    /// The call at a place, if it is one to replace.
    pub(super) fn replaced_call(&mut self, loaded: &Loaded, at: (HirFileId, TextRange)) -> Option<MacroCallId> {
        let call = *self.by_place.get(&at)?;
        self.is_replaced(loaded, call).then_some(call)
    }

    /// A call of a procedural macro is, and of a macro by example if that comes to one: `my_vec![..]` stays, and
    /// `my_proof! { .. }` that writes `verus! { .. }` does not. So is any of a crate that the text for rustc has no macros of.
    /// What the standard library has, and what rust-analyzer builds in (`format_args!`), stays.
    fn is_replaced(&mut self, loaded: &Loaded, call: MacroCallId) -> bool {
        if let Some(known) = self.replaced.get(&call) {
            return *known;
        }
        let db = loaded.db();
        let loc = call.loc(db);
        let answer = match loc.def.kind {
            MacroDefKind::ProcMacro(..) => true,
            MacroDefKind::Declarative(..) => {
                let of_std = matches!(loc.def.krate.data(db).origin, ra_ap_base_db::CrateOrigin::Lang(_));
                let of_library = loc.def.krate != loaded.crates().own();
                !of_std && (of_library || self.comes_to_ours(loaded, call))
            }
            _ => false,
        };
        self.replaced.insert(call, answer);
        answer
    }

    /// Whether the expansion holds a call to replace, or a mark.
    fn comes_to_ours(&mut self, loaded: &Loaded, call: MacroCallId) -> bool {
        let file = HirFileId::from(call);
        if self.files_with_marks.contains(&file) {
            return true;
        }
        let root = file.parse_or_expand(loaded.db());
        let inner: Vec<TextRange> =
            root.descendants().filter_map(ast::MacroCall::cast).map(|c| c.syntax().text_range()).collect();
        inner.into_iter().any(|range| match self.by_place.get(&(file, range)).copied() {
            Some(inner) => self.is_replaced(loaded, inner),
            None => false,
        }) || self.marked.keys().any(|(of, _)| *of == file)
    }
}

/// Whether a macro call stands among items.
pub(super) fn is_among_items(node: &SyntaxNode) -> bool {
    let around = node.parent().map(|parent| parent.kind());
    let is_expression = [SyntaxKind::MACRO_EXPR, SyntaxKind::MACRO_PAT, SyntaxKind::MACRO_TYPE];
    around.is_some_and(|kind| !is_expression.contains(&kind))
}
