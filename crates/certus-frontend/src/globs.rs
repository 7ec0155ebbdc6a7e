//! Imports of everything in a module of the standard library. Our declarations lack some of its names, which rustc knows.
//!
//! Such a name matters where it hides another one: a name of the prelude, a name from outside of a block, or a variable in a
//! pattern, which a constant of that name makes a test. So an import is accepted at the top of a module, from the modules of
//! which a test shows that they hide nothing of the prelude, and where no variable has the name of a constant.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::{Diagnostic, Unsupported};
use ra_ap_hir_def::expr_store::Body;
use ra_ap_hir_def::item_scope::{GlobId, ImportOrExternCrate, ImportOrGlob, ItemScope};
use ra_ap_hir_def::{HasModule as _, Lookup as _, ModuleDefId, ModuleId, UseId};
use ra_ap_syntax::{AstNode as _, ast};

use crate::key::Key;
use crate::loaded::Loaded;

/// The modules whose names hide none of the prelude. Their traits are declared in `std-api/`, but for unstable ones, whose
/// methods a program cannot call.
const HIDE_NOTHING: [&str; 34] = [
    "any",
    "array",
    "borrow",
    "boxed",
    "cell",
    "char",
    "cmp",
    "collections",
    "collections::binary_heap",
    "collections::btree_map",
    "collections::btree_set",
    "collections::hash_map",
    "collections::hash_set",
    "collections::linked_list",
    "collections::vec_deque",
    "convert",
    "default",
    "error",
    "future",
    "hash",
    "iter",
    "marker",
    "mem",
    "num",
    "ops",
    "option",
    "rc",
    "result",
    "str",
    "string",
    "sync",
    "sync::atomic",
    "time",
    "vec",
];

impl Loaded {
    /// One `unsupported/glob-import` for each import of everything in a module of the standard library that could make a name
    /// mean something else to rustc.
    pub(crate) fn glob_imports(&self) -> Vec<Diagnostic> {
        let db = self.db();
        let mut refused: Vec<UseId> = Vec::new();
        let mut accepted: BTreeMap<ModuleId, Vec<UseId>> = BTreeMap::new();
        let mut with_constants = BTreeSet::new();
        for &key in self.own_items() {
            if let Key::Module(id) = key {
                let globs = self.globs_of_standard(&id.def_map(db)[id].scope);
                let (harmless, others): (Vec<UseId>, Vec<UseId>) =
                    globs.into_iter().partition(|id| self.hides_nothing(*id));
                refused.extend(others);
                accepted.insert(id, harmless);
            } else if let Some(owner) = key.with_body() {
                let body = Body::of(db, owner);
                for (_, def_map) in body.blocks(db) {
                    refused.extend(self.globs_of_standard(&def_map[def_map.root_module_id()].scope));
                }
                if body.bindings().any(|(_, binding)| binding.name.as_str().starts_with(char::is_uppercase)) {
                    let mut module = Some(owner.module(db));
                    while let Some(id) = module {
                        with_constants.insert(id);
                        module = id.def_map(db).parent();
                    }
                }
            }
        }
        refused.extend(with_constants.iter().filter_map(|module| accepted.remove(module)).flatten());
        refused.dedup();
        refused.into_iter().map(|id| self.refused_glob(id)).collect()
    }

    /// The error names no name that is hidden: which ones the module has is what is not known.
    fn refused_glob(&self, id: UseId) -> Diagnostic {
        let message = "this glob import from the standard library is not supported: Certus does not know all names of \
                       the module, and the unknown ones could shadow others";
        let place = id.lookup(self.db()).id;
        let span = self.ast_span(&place.with_value(place.to_node(self.db())));
        Diagnostic::error(Unsupported::GlobImport, message, span).with_help("import the names that are used")
    }

    /// Whether everything that an import brings in entirely is a module that hides nothing of the prelude. The path is read as
    /// written, so `use std::{cell::*, fmt::Debug};` passes, and the same module under another name (`use std as s; s::cell::*`)
    /// does not.
    fn hides_nothing(&self, id: UseId) -> bool {
        let import = id.lookup(self.db()).id.to_node(self.db());
        let trees = import.syntax().descendants().filter_map(ast::UseTree::cast);
        trees.filter(|tree| tree.star_token().is_some()).all(|tree| {
            let around = tree.syntax().ancestors().filter_map(ast::UseTree::cast);
            let mut paths: Vec<String> =
                around.filter_map(|tree| Some(tree.path()?.syntax().text().to_string())).collect();
            paths.reverse();
            let path = paths.join("::").replace(' ', "");
            let module = path.trim_start_matches("::").split_once("::");
            module.is_some_and(|(krate, module)| {
                ["core", "alloc", "std"].contains(&krate) && HIDE_NOTHING.contains(&module)
            })
        })
    }

    /// The imports in a scope that bring in everything of a module, and nothing but what is the standard library's.
    fn globs_of_standard(&self, scope: &ItemScope) -> Vec<UseId> {
        let db = self.db();
        let is_standard = |def: ModuleDefId| match def {
            // All variants are known.
            ModuleDefId::EnumVariantId(_) => false,
            def => {
                let krate = def.module(db).map(|module| self.crate_name(module.krate(db)));
                krate.is_some_and(|name| ["core", "alloc", "std"].contains(&name.as_str()))
            }
        };
        let types = scope.types().filter_map(|(_, item)| match item.import {
            Some(ImportOrExternCrate::Glob(glob)) => Some((glob, item.def)),
            _ => None,
        });
        let values = scope.values().filter_map(|(_, item)| match item.import {
            Some(ImportOrGlob::Glob(glob)) => Some((glob, item.def)),
            _ => None,
        });
        let mut globs: BTreeMap<GlobId, bool> = BTreeMap::new();
        for (glob, def) in types.chain(values) {
            *globs.entry(glob).or_insert(true) &= is_standard(def);
        }
        let seen: BTreeSet<UseId> = globs.keys().map(|glob| glob.use_).collect();
        let known = globs.into_iter().filter(|(_, all)| *all).map(|(glob, _)| glob.use_);
        // One that brings in no name that is known here is found by its path.
        let unknown = scope.use_decls().filter(|id| !seen.contains(id) && self.names_standard(*id));
        known.chain(unknown).collect()
    }

    /// Whether an import of everything has a path, as written, that begins with the standard library.
    fn names_standard(&self, id: UseId) -> bool {
        let import = id.lookup(self.db()).id.to_node(self.db());
        let mut trees = import.syntax().descendants().filter_map(ast::UseTree::cast);
        let first = import.use_tree().and_then(|tree| Some(tree.path()?.syntax().text().to_string()));
        let first = first.unwrap_or_default().replace(' ', "");
        let krate = first.trim_start_matches("::").split("::").next().unwrap_or_default();
        ["core", "alloc", "std"].contains(&krate) && trees.any(|tree| tree.star_token().is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::process::Command;

    use super::HIDE_NOTHING;

    /// The names of the prelude, without those of traits that have a macro of the same name and cannot be others.
    const PRELUDE: &str = "AsMut AsRef Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend \
        Fn FnMut FnOnce From FromIterator Future Hash Into IntoFuture IntoIterator Iterator None Ok Option Ord PartialEq \
        PartialOrd Result Send Sized Some String Sync ToOwned ToString TryFrom TryInto Unpin Vec drop align_of \
        align_of_val size_of size_of_val assert matches panic vec println derive";

    /// What rustc says about each name where both a module and the prelude give it.
    fn ambiguous(modules: &[&str]) -> Vec<String> {
        let mut text = String::from("#![allow(warnings)]\n#![deny(ambiguous_glob_imports)]\n");
        for (number, module) in modules.iter().enumerate() {
            for name in PRELUDE.split_whitespace() {
                let both = format!("use std::{module}::*; use std::prelude::rust_2024::*; use self::{name} as _x;");
                writeln!(text, "mod m{number}_{name} {{ {both} }} // {module}::{name}").expect("a String takes it");
            }
        }
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path().join("globs.rs");
        std::fs::write(&root, &text).expect("written");
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--error-format=short", "-o"]);
        let done = rustc.arg(dir.path().join("globs.rmeta")).arg(&root).output().expect("the tests need rustc");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let about = said.lines().filter_map(|line| line.split(':').nth(1)?.parse::<usize>().ok());
        about.filter_map(|line| Some(lines[line - 1].split_once("// ")?.1.to_string())).collect()
    }

    #[test]
    fn the_modules_hide_nothing_of_the_prelude() {
        assert_eq!(ambiguous(&HIDE_NOTHING), Vec::<String>::new());
    }

    #[test]
    fn a_module_that_hides_a_name_is_found() {
        assert!(ambiguous(&["io"]).contains(&"io::Result".to_string()));
        assert!(ambiguous(&["fmt"]).contains(&"fmt::Result".to_string()));
    }
}
