//! What a library states but cannot be read yet.
//!
//! A library is written for the whole language, so some of its contracts speak of what is not supported. A program that
//! needs such a contract is refused at its place. When the library itself is verified, a contract that is trusted anyway,
//! or a definition, is no obligation: it is left out with a warning, together with what mentions it. What has to be
//! proved is never left out, nor may a proof mention anything that is.

use std::collections::BTreeSet;

use certus_diagnostics::{Class, Diagnostic, Level, Unsupported};
use certus_tree::{DefId, Item};
use certus_vir::visit::{walk, walk_stmts};
use certus_vir::{AxiomSource, Body, Expr, ExprKind, Function, Mode, Path, StmtKind};

use crate::context::Context;
use crate::error::Failed;

impl Context<'_> {
    /// Notes that an item could not be lowered: as an error, unless it may be left out.
    pub(crate) fn failed(&mut self, def: DefId, problems: Vec<Diagnostic>) {
        if self.tree.is_foreign(def) && self.lose(def, &problems) {
            return self.report_lost(def, problems);
        }
        let unsupported = problems.iter().all(|d| d.level != Level::Error || d.code.class() == Class::Unsupported);
        if self.options.is_library && unsupported && self.proves_nothing(def) {
            let path = self.path(def);
            self.left_out.add_gap(path);
            let warnings = problems.into_iter().map(|d| Diagnostic { level: Level::Warning, ..d });
            self.output.report_all(warnings);
        } else {
            self.refused(def, problems);
        }
    }

    /// True for a function of the crate with a trusted contract, and for a spec function.
    fn proves_nothing(&mut self, def: DefId) -> bool {
        let Ok(entry) = self.entry(def) else { return false };
        let of_crate = self.tree.is_local(def) && matches!(entry.item, Item::Function(_));
        of_crate && (entry.attrs.assume_specification || matches!(self.mode_of(def), Ok(Mode::Spec)))
    }

    /// Notes that an item of a library that is not ours could not be lowered, if the rest can do without it: a function
    /// or constant, and an impl that defines spec functions only. Without such an impl less is known of them; without one
    /// that proves or runs something it would not be known what that rests on.
    fn lose(&mut self, def: DefId, problems: &[Diagnostic]) -> bool {
        let Ok(item) = self.tree.item(def) else {
            return self.lose_unread(def, problems);
        };
        let of_impl = match &item {
            Item::Const(_) => None,
            Item::Function(function) => match (&function.trait_method, function.is_trait_decl) {
                (None, is_declared) if !is_declared => None,
                (Some((_, declared)), false) if matches!(self.mode_of(*declared), Ok(Mode::Spec)) => item.def().parent,
                _ => return false,
            },
            Item::Impl(_) => Some(def),
            _ => return false,
        };
        if let Some(id) = of_impl {
            let Ok(Item::Impl(found)) = self.tree.item(id) else { return false };
            let Some((trait_, _)) = found.trait_.clone() else { return false };
            let Ok(Item::Trait(declared)) = self.tree.item(trait_) else { return false };
            let is_spec = |cx: &mut Self, id: DefId| matches!(cx.mode_of(id), Ok(Mode::Spec));
            if !declared.items.iter().all(|id| is_spec(self, *id)) {
                return false;
            }
            self.left_out.add_lost_impl(found.def.name_span);
        }
        let path = self.path(def);
        self.left_out.add_lost(path, problems.to_vec());
        true
    }

    /// What is lost of a library that is verified here is an error all the same, but of that item alone.
    fn report_lost(&mut self, def: DefId, problems: Vec<Diagnostic>) {
        if self.tree.is_local(def) {
            let path = self.path(def);
            self.output.report_about(path, problems);
        }
    }

    /// The same for an item that cannot be read at all: nothing of it becomes known.
    pub(crate) fn lose_unread(&mut self, def: DefId, problems: &[Diagnostic]) -> bool {
        let is_lost = self.tree.is_foreign(def) && self.tree.is_separable(def);
        if is_lost {
            let path = self.path(def);
            self.left_out.add_lost(path, problems.to_vec());
            self.report_lost(def, problems.to_vec());
        }
        is_lost
    }

    /// Leaves out what could not be read of a library that is not ours, and what of it mentions that. Where anything else
    /// mentions it, what is wrong with it is reported.
    pub(crate) fn close_lost(&mut self) {
        let mut found = self.left_out.has_lost();
        while std::mem::take(&mut found) {
            let left_out = &self.left_out;
            let program = self.output.program_mut();
            program.impls.retain(|of| !left_out.is_lost_impl(of));
            self.uses.retain_defaults(|path| !left_out.is_lost(path));
            program.functions.retain(|path, _| !left_out.is_lost(path));
            for group in program.functions.values_mut().filter_map(|function| function.group.as_mut()) {
                group.retain(|path| !left_out.is_lost(path));
            }
            let functions = program.functions.values().filter_map(|function| {
                let missing = mentions(function).into_iter().find(|path| left_out.is_lost(path))?;
                Some((function.path.clone(), missing))
            });
            let functions: Vec<(Path, Path)> = functions.collect();
            for (path, missing) in functions {
                let problems = self.left_out.problems(&missing).to_vec();
                let def = self.definitions.of(&path);
                if let Some(def) = def.filter(|def| self.tree.is_foreign(*def) && self.lose(*def, &problems)) {
                    self.report_lost(def, problems);
                    found = true;
                    continue;
                }
                let note =
                    format!("`{path}` depends on `{missing}`, of the library that the program is verified against");
                self.output.report_all(problems.into_iter().map(|problem| problem.with_note(note.clone())));
            }
        }
        // `broadcast use` of a whole module.
        for path in self.uses.paths_of_modules() {
            self.output.report_all(self.left_out.problems(path).iter().cloned());
        }
    }

    /// Leaves out what mentions something that was left out. Errs where that has to be proved.
    pub(crate) fn close_gaps(&mut self) -> Result<(), Failed> {
        if !self.left_out.has_gaps() {
            return Ok(());
        }
        let mut found = true;
        while std::mem::take(&mut found) {
            let paths: Vec<Path> = self.output.program().functions.keys().cloned().collect();
            for path in paths {
                let Some(problem) = self.output.function(&path).and_then(|function| self.gap_in(function)) else {
                    continue;
                };
                if problem.level == Level::Error {
                    return Err(problem.into());
                }
                self.output.report(problem);
                found |= self.left_out.add_gap(path);
            }
            let left_out = &self.left_out;
            self.output.program_mut().functions.retain(|path, _| !left_out.is_gap(path));
        }
        Ok(())
    }

    /// That a function mentions something that was left out: an error where that has to be proved, otherwise a warning.
    fn gap_in(&self, function: &Function) -> Option<Diagnostic> {
        let missing = mentions(function).into_iter().find(|path| self.left_out.is_gap(path))?;
        let program = self.output.program();
        let of_trait = program.traits.values().any(|t| t.functions.contains(&function.path))
            || program.impls.iter().flat_map(|i| &i.functions).any(|(_, own)| *own == function.path);
        let is_trusted = function.source == AxiomSource::Trusted && function.broadcast.is_none();
        let text = format!("this mentions `{missing}`, which is not supported yet");
        let problem = Diagnostic::error(Unsupported::Gap, text, function.span);
        let is_error = of_trait || function.check.is_some() || !(is_trusted || function.mode == Mode::Spec);
        Some(if is_error { problem } else { Diagnostic { level: Level::Warning, ..problem } })
    }
}

/// The functions that a function mentions, its proof included.
pub(crate) fn mentions(function: &Function) -> BTreeSet<Path> {
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
