//! Imports of ghost functions that are there for the verifier alone.
//!
//! `#[cfg(verus_keep_ghost)] use path::lemma as name;` names a function that the compiled program does not have. The
//! import is right if the compiled program is the same without it. Code that runs and calls `name` is an error of modes in
//! the verified program. What is left is that the name may mean something else where it is compiled: so it must be no
//! other name of the program, and no variable may have it, since a pattern with the name of a constant is a test.

use std::collections::HashSet;

use ra_ap_base_db::{Crate, all_crates};
use ra_ap_hir::HirFileId;
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_def::{AdtId, Lookup as _, ModuleDefId, ModuleId, UseId};
use ra_ap_hir_expand::name::Name;
use ra_ap_syntax::ast::{self, AstNode as _, HasName as _};

use crate::key::Key;
use crate::loaded::Loaded;

impl Loaded {
    /// Whether an import of a crate brings names of ghost functions alone, and leaving it out changes no other name.
    /// A glob import, an import of a trait as `_` and one in a block are none of these.
    pub(crate) fn imports_ghost_functions(&self, krate: Crate, file: HirFileId, import: &ast::Use) -> bool {
        let trees: Vec<ast::UseTree> = import.syntax().descendants().filter_map(ast::UseTree::cast).collect();
        let is_named = |tree: &ast::UseTree| tree.rename().is_none_or(|rename| rename.name().is_some());
        if trees.iter().any(|tree| tree.star_token().is_some() || !is_named(tree)) {
            return false;
        }
        let leaves = trees.iter().filter(|tree| tree.use_tree_list().is_none()).count();
        let modules: Vec<ModuleId> = crate_def_map(self.db(), krate).modules().map(|(id, _)| id).collect();
        let mut names = HashSet::new();
        let mut is_found = false;
        for module in modules {
            match self.ghost_names(module, file, import) {
                Some(found) if found.is_empty() => {}
                Some(found) if found.len() == leaves => {
                    is_found = true;
                    names.extend(found);
                }
                _ => return false,
            }
        }
        is_found && names.iter().all(|name| self.is_of_ghost_functions(name)) && !self.binds_one_of(&names)
    }

    /// The names that an import gives to a module. `None` if one of them is not only that of a ghost function.
    fn ghost_names(&self, module: ModuleId, file: HirFileId, import: &ast::Use) -> Option<HashSet<Name>> {
        let is_it = |used: Option<UseId>| {
            used.is_some_and(|used| {
                let id = used.lookup(self.db()).id;
                id.file_id == file && id.to_node(self.db()).syntax().text_range() == import.syntax().text_range()
            })
        };
        let mut names = HashSet::new();
        for (name, found) in module.def_map(self.db())[module].scope.entries() {
            let types = is_it(found.types.and_then(|item| item.import).and_then(|import| import.use_()));
            let macros = is_it(found.macros.and_then(|item| item.import).and_then(|import| import.use_()));
            let value = found.values.filter(|item| is_it(item.import.and_then(|i| i.into_import()).map(|i| i.use_)));
            if types || macros || value.is_some_and(|item| !self.is_ghost_function(item.def)) {
                return None;
            }
            names.extend(value.map(|_| name.clone()));
        }
        Some(names)
    }

    /// Whether a definition is a function that the compiled program does not have: verified, and of mode `spec` or `proof`.
    fn is_ghost_function(&self, def: ModuleDefId) -> bool {
        let ModuleDefId::FunctionId(id) = def else { return false };
        let key = Key::Function(id);
        self.crates().verified().contains(&key.module(self).krate(self.db()))
            && self.attrs_of(key).iter().any(|attr| {
                attr.path == "mode" && matches!(attr.args.as_str(), "spec" | "spec_checked" | "proof" | "axiom")
            })
    }

    /// Whether a name is that of ghost functions in every module of every crate, and of nothing else. Our declarations of the
    /// standard library lack some of its constants, which begin with a capital.
    fn is_of_ghost_functions(&self, name: &Name) -> bool {
        let is_lower = name.as_str().starts_with(char::is_lowercase);
        is_lower
            && ra_ap_hir_def::builtin_type::BuiltinType::by_name(name).is_none()
            && all_crates(self.db()).iter().all(|krate| self.crate_name(*krate).as_str() != name.as_str())
            && all_crates(self.db()).iter().flat_map(|krate| crate_def_map(self.db(), *krate).modules()).all(
                |(_, data)| {
                    let scope = &data.scope;
                    let found = scope.get(name);
                    let is_variant = scope.declarations().any(|def| match def {
                        ModuleDefId::AdtId(AdtId::EnumId(id)) => {
                            id.enum_variants(self.db()).variants.contains_key(name)
                        }
                        _ => false,
                    });
                    found.types.is_none()
                        && found.macros.is_none()
                        && found.values.is_none_or(|item| self.is_ghost_function(item.def))
                        && !is_variant
                        && scope.legacy_macros().all(|(other, _)| other != name)
                },
            )
    }

    /// Whether a variable of the verified crates has one of these names.
    fn binds_one_of(&self, names: &HashSet<Name>) -> bool {
        self.crates()
            .verified()
            .into_iter()
            .any(|krate| self.bound_names(krate).iter().any(|(_, name)| names.contains(name)))
    }
}
