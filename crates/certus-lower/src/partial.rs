//! What can still be verified of a crate with errors: the functions that depend on nothing with an error.
//!
//! The crate is not verified, whatever comes of these. But a user who sees one error wants to know about the rest too.

use std::collections::BTreeSet;

use certus_diagnostics::Diagnostic;
use certus_tree::{DefId, Item};
use certus_vir::visit::walk_stmts;
use certus_vir::{Function, Path, StmtKind};

use crate::context::Context;
use crate::gaps::mentions;

impl Context<'_> {
    /// Reports errors in an item. If it is a function that no trait and no impl of one declares, they say nothing about other
    /// functions than those that depend on it.
    pub(crate) fn refused(&mut self, def: DefId, problems: Vec<Diagnostic>) {
        let is_separate = match self.entry(def) {
            Ok(entry) => match &entry.item {
                Item::Function(function) => function.trait_method.is_none() && !function.is_trait_decl,
                Item::Const(_) | Item::Adt(_) | Item::Trait(_) | Item::Impl(_) | Item::Module(_) => false,
            },
            Err(_) => false,
        };
        match (is_separate || self.is_other_library) && self.tree.is_local(def) {
            true => {
                let path = self.path(def);
                self.output.report_about(path, problems);
            }
            false => self.output.report_all(problems),
        }
    }

    /// Takes away what has errors and what depends on it. Nothing is left if there are errors of other items.
    pub(crate) fn close_errors(&mut self) {
        if !self.output.has_errors() {
            return;
        }
        let mut spoiled: BTreeSet<Path> = match self.is_other_library || self.output.has_errors_of_functions_only() {
            true => self.output.with_errors().clone(),
            false => return self.output.verify_nothing(),
        };
        let mut more = true;
        while std::mem::take(&mut more) {
            let functions = self.output.program().functions.values();
            let found: Vec<Path> = functions
                .filter(|function| !spoiled.contains(&function.path))
                .filter(|function| is_about(function, &spoiled))
                .map(|function| function.path.clone())
                .collect();
            more = !found.is_empty();
            spoiled.extend(found);
        }
        // A trait or an impl without one of its functions would be another one, and the type of a function that is a value
        // has its contract.
        let program = self.output.program();
        let of_traits = program.traits.values().flat_map(|of| &of.functions);
        let of_impls = program.impls.iter().flat_map(|of| of.functions.iter().map(|(_, own)| own));
        let of_values = self.function_values.used();
        if !self.is_other_library && of_traits.chain(of_impls).chain(of_values).any(|path| spoiled.contains(path)) {
            return self.output.verify_nothing();
        }
        self.output.take_away(&spoiled);
    }
}

/// Whether a function mentions one of these, or its proof reveals or uses it.
fn is_about(function: &Function, paths: &BTreeSet<Path>) -> bool {
    let mut found = !mentions(function).is_disjoint(paths);
    let mut on_stmt = |stmt: &certus_vir::Stmt| {
        if let StmtKind::Reveal(path, _) | StmtKind::BroadcastUse(path) = &stmt.kind {
            found |= paths.contains(path);
        }
    };
    walk_stmts(function.check.as_deref().unwrap_or_default(), &mut on_stmt, &mut |_| {});
    found
}
