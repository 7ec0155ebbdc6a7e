//! What a library states but cannot be read yet.
//!
//! A library is written for the whole language, so some of its contracts speak of what is not supported. A program that
//! needs such a contract is refused at its place. When the library itself is verified, a contract that is trusted anyway,
//! or a definition, is no obligation: it is left out with a warning, together with what mentions it. What has to be
//! proved is never left out, nor may a proof mention anything that is.

use std::collections::BTreeSet;

use certus_diagnostics::{Class, Diagnostic, Level};
use certus_tree::{DefId, Item};
use certus_vir::visit::{walk, walk_stmts};
use certus_vir::{AxiomSource, Body, Expr, ExprKind, Function, Mode, Path, StmtKind};

use crate::context::{Context, Failed};

impl Context<'_> {
    /// Notes that an item could not be lowered: as an error, unless it may be left out.
    pub(crate) fn failed(&mut self, def: DefId, problems: Vec<Diagnostic>) {
        let unsupported = problems.iter().all(|d| d.level != Level::Error || d.code.class == Class::Unsupported);
        if self.options.is_library && unsupported && self.proves_nothing(def) {
            let path = self.path(def);
            self.gaps.insert(path);
            let warnings = problems.into_iter().map(|d| Diagnostic { level: Level::Warning, ..d });
            self.diagnostics.extend(warnings);
        } else {
            self.diagnostics.extend(problems);
        }
    }

    /// True for a function of the crate with a trusted contract, and for a spec function.
    fn proves_nothing(&mut self, def: DefId) -> bool {
        let Ok(entry) = self.entry(def) else { return false };
        let of_crate = self.tree.is_local(def) && matches!(entry.item, Item::Function(_));
        of_crate && (entry.attrs.assume_specification || matches!(self.mode_of(def), Ok(Mode::Spec)))
    }

    /// Leaves out what mentions something that was left out. Errs where that has to be proved.
    pub(crate) fn close_gaps(&mut self) -> Result<(), Failed> {
        if self.gaps.is_empty() {
            return Ok(());
        }
        let mut found = true;
        while std::mem::take(&mut found) {
            for function in self.out.functions.values() {
                let Some(missing) = mentions(function).into_iter().find(|path| self.gaps.contains(path)) else {
                    continue;
                };
                let of_trait = self.out.traits.values().any(|t| t.functions.contains(&function.path))
                    || self.out.impls.iter().flat_map(|i| &i.functions).any(|(_, own)| *own == function.path);
                let is_trusted = function.source == AxiomSource::Trusted && function.broadcast.is_none();
                let text = format!("this mentions `{missing}`, which is not supported yet");
                let problem = Diagnostic::error(Class::Unsupported, "gap", text, function.span);
                if of_trait || function.check.is_some() || !(is_trusted || function.mode == Mode::Spec) {
                    return Err(problem.into());
                }
                self.diagnostics.push(Diagnostic { level: Level::Warning, ..problem });
                found |= self.gaps.insert(function.path.clone());
            }
            let gaps = &self.gaps;
            self.out.functions.retain(|path, _| !gaps.contains(path));
        }
        Ok(())
    }
}

/// The functions that a function mentions, its proof included.
fn mentions(function: &Function) -> BTreeSet<Path> {
    let mut found: BTreeSet<Path> =
        function.extra_deps.iter().chain(&function.via).chain(&function.uses).cloned().collect();
    found.extend(function.group.iter().flatten().cloned());
    let mut on_expr = |e: &Expr| {
        walk(e, &mut |e| {
            if let ExprKind::Call(path, ..) = &*e.kind {
                found.insert(path.clone());
            }
        });
    };
    function.requires.iter().chain(&function.ensures).for_each(|clause| on_expr(&clause.expr));
    if let Some(termination) = &function.termination {
        termination.decreases.iter().chain(&termination.when).for_each(&mut on_expr);
    }
    if let Body::Spec(body) = &function.body {
        on_expr(body);
    }
    let mut called = BTreeSet::new();
    let mut on_stmt = |s: &certus_vir::Stmt| {
        if let StmtKind::Call(call) = &s.kind {
            called.insert(call.callee.clone());
        }
    };
    walk_stmts(function.check.as_deref().unwrap_or_default(), &mut on_stmt, &mut on_expr);
    found.extend(called);
    found
}
