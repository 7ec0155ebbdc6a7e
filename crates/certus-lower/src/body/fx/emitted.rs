//! What comes of the body: its statements in the order in which they run, and what else the function needs to know.
//!
//! A term is read where it stands, and so would be a variable in it. An operand that was read before a later one assigns
//! to a variable must keep what it was: `f(x, {x = 1; 2})` passes the old `x`, which is put into a temporary before the
//! assignment. Whoever lowers several operands does it by [`Fx::keeping`].

use certus_diagnostics::Span;
use certus_tree::{EndVariable, ExprId, LocalId, PointSide};
use certus_vir::{Binder, Expr, ExprKind, Mode, Note, Ownership, Path, Stmt, StmtKind, Ty, Var, visit};

use super::Fx;
use crate::error::Result;

/// What is emitted so far.
#[derive(Default)]
pub(super) struct Emitted {
    stmts: Vec<Stmt>,
    /// What specifications read before the statement that comes next.
    pending: Vec<Stmt>,
    /// Variables whose types the end of borrows is found by: those that get values with notes, and results.
    given: Vec<Binder>,
    /// The local variables that were bound since a statement ended last.
    fresh: Vec<LocalId>,
    /// Spec functions hidden in the whole function.
    hidden: Vec<Path>,
    /// The checks of the exec constants that are read: their contracts are known only because of these.
    constants_read: Vec<Path>,
}

/// A place between two statements that were emitted.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl Fx<'_, '_> {
    /// Adds a statement after those emitted so far.
    pub(crate) fn emit(&mut self, kind: StmtKind, span: Span) {
        if !self.is_pure() {
            let pending = std::mem::take(&mut self.emitted.pending);
            self.emitted.stmts.extend(pending);
        }
        self.emitted.stmts.push(Stmt::new(kind, span));
    }

    /// Whether points of the text are named: in code that runs, of this crate.
    pub(crate) fn names_points(&self) -> bool {
        let is_run = !self.is_pure() && !self.is_ghost() && self.owner().mode == Mode::Exec;
        is_run && self.cx.options.names_points && self.cx.tree.is_local(self.owner().def)
    }

    /// Names the point at a mark, if something was emitted since another one.
    pub(crate) fn name_point_at(&mut self, at: Mark, since: Mark, (expr, side): (ExprId, PointSide), span: Span) {
        if self.emitted.stmts.len() <= since.0 {
            return;
        }
        let later = self.emitted.stmts.split_off(at.0);
        self.name_point(expr, side, span);
        self.emitted.stmts.extend(later);
    }

    /// Adds a local variable that is bound.
    pub(crate) fn add_fresh(&mut self, local: LocalId) {
        self.emitted.fresh.push(local);
    }

    /// The local variables that were bound since the last time, which are no longer here.
    pub(crate) fn take_fresh(&mut self) -> Vec<LocalId> {
        std::mem::take(&mut self.emitted.fresh)
    }

    /// Names the variables that are bound beside a statement.
    pub(crate) fn name_variables(&mut self, locals: &[LocalId], expr: ExprId, side: PointSide) {
        if !self.names_points() {
            return;
        }
        let def = self.owner().def;
        for &local in locals {
            let name = self.local(local).name.clone();
            self.cx.ends.add_variable(EndVariable { def, expr, side, local, name });
        }
    }

    /// Names the point after what was emitted so far.
    pub(crate) fn name_point(&mut self, expr: ExprId, side: PointSide, span: Span) {
        if !self.names_points() {
            return;
        }
        let number = self.cx.ends.name_point(self.owner().def, expr, side);
        let var = Var { name: "point%".into(), index: 0 };
        let note = Note { what: Ownership::Point(number), var, way: Vec::new() };
        self.emitted.stmts.push(Stmt::new(StmtKind::Note(note), span));
    }

    /// Adds a note in front of the statement that comes next.
    pub(crate) fn pend(&mut self, note: Stmt) {
        self.emitted.pending.push(note);
    }

    /// Adds a variable that gets its values with notes, or holds a result.
    pub(crate) fn add_given(&mut self, binder: Binder) {
        self.emitted.given.push(binder);
    }

    /// The variables that were added so, which are no longer here.
    pub(crate) fn take_given(&mut self) -> Vec<Binder> {
        std::mem::take(&mut self.emitted.given)
    }

    /// The notes that wait for a statement, which are no longer here.
    pub(crate) fn take_pending(&mut self) -> Vec<Stmt> {
        std::mem::take(&mut self.emitted.pending)
    }

    /// Adds statements that were collected apart.
    pub(crate) fn emit_all(&mut self, stmts: Vec<Stmt>) {
        self.emitted.stmts.extend(stmts);
    }

    /// Runs `f` with its statements collected apart.
    /// The caller decides under which condition they run. The list outside is restored also after an error.
    pub(crate) fn collect<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<(Vec<Stmt>, T)> {
        let outer = std::mem::take(&mut self.emitted.stmts);
        let result = f(self);
        let inner = std::mem::replace(&mut self.emitted.stmts, outer);
        Ok((inner, result?))
    }

    /// The statements emitted so far, which are no longer here.
    pub(crate) fn take_statements(&mut self) -> Vec<Stmt> {
        std::mem::take(&mut self.emitted.stmts)
    }

    /// A temporary variable that holds the value.
    pub(crate) fn temp(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let var = self.fresh("tmp%");
        let ty = value.ty.clone();
        let binder = Binder { var: var.clone(), ty: ty.clone() };
        self.emit(StmtKind::Declare(binder, Some(value)), span);
        Expr::var(&var, ty, span)
    }

    /// A value of the type about which nothing is known.
    /// What is proved about it holds for every value. Its type is all that may be used, so it stands wherever the
    /// program decides the value and the verifier does not know how.
    pub(crate) fn arbitrary(&mut self, ty: Ty, span: Span) -> Expr {
        let var = self.fresh("tmp%");
        self.emit(StmtKind::Declare(Binder { var: var.clone(), ty: ty.clone() }, None), span);
        Expr::var(&var, ty, span)
    }

    /// The place after the statements emitted so far.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.emitted.stmts.len())
    }

    /// True when a statement after the mark may give a variable a new value.
    pub(crate) fn has_assigned_since(&self, mark: Mark) -> bool {
        let mut found = false;
        let mut on_stmt = |s: &Stmt| found |= assigns(&s.kind);
        visit::walk_stmts(&self.emitted.stmts[mark.0..], &mut on_stmt, &mut |_| {});
        found
    }

    /// The notes after the mark, those within statements too.
    pub(crate) fn notes_since(&self, mark: Mark) -> Vec<Note> {
        let mut found = Vec::new();
        let mut on_stmt = |stmt: &Stmt| {
            if let StmtKind::Note(note) = &stmt.kind {
                found.push(note.clone());
            }
        };
        visit::walk_stmts(&self.emitted.stmts[mark.0..], &mut on_stmt, &mut |_| {});
        found
    }

    /// Runs `f` such that these values, which were computed before, keep what they are: where `f` may change a variable,
    /// those that mention one are put into temporaries in front of it.
    pub(crate) fn keeping<T>(&mut self, values: &mut [Expr], f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mark = self.mark();
        let result = f(self)?;
        if self.has_assigned_since(mark) {
            self.keep(values, mark);
        }
        Ok(result)
    }

    /// Runs `f` with its statements put in at the mark.
    pub(crate) fn inserting<T>(&mut self, mark: Mark, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let later = self.emitted.stmts.split_off(mark.0);
        let pending = std::mem::take(&mut self.emitted.pending);
        let result = f(self);
        self.emitted.pending.extend(pending);
        self.emitted.stmts.extend(later);
        result
    }

    /// Puts values that mention a variable into temporaries declared at the mark.
    pub(crate) fn keep(&mut self, values: &mut [Expr], mark: Mark) {
        let later = self.emitted.stmts.split_off(mark.0);
        // What was read after the mark was not read before it.
        let pending = std::mem::take(&mut self.emitted.pending);
        for value in values.iter_mut() {
            let mut mentions = false;
            visit::walk(value, &mut |e| mentions |= matches!(&*e.kind, ExprKind::Var(_)));
            if mentions {
                *value = self.temp(value.clone());
            }
        }
        self.emitted.pending = pending;
        self.emitted.stmts.extend(later);
    }

    /// The same for one value.
    pub(crate) fn kept(&mut self, value: Expr, mark: Mark) -> Expr {
        let mut values = [value];
        self.keep(&mut values, mark);
        let [value] = values;
        value
    }

    /// Hides a spec function in the whole function.
    pub(crate) fn hide_definition(&mut self, path: Path) {
        self.emitted.hidden.push(path);
    }

    /// The spec functions that are hidden in the whole function, which are no longer here.
    pub(crate) fn take_hidden(&mut self) -> Vec<Path> {
        std::mem::take(&mut self.emitted.hidden)
    }

    /// Notes that the body rests on the check of an exec constant.
    pub(crate) fn read_constant(&mut self, check: Path) {
        self.emitted.constants_read.push(check);
    }

    /// The checks that the body rests on, which are no longer here.
    pub(crate) fn take_constants_read(&mut self) -> Vec<Path> {
        std::mem::take(&mut self.emitted.constants_read)
    }
}

/// True when a statement may give a new value to a variable that was there before it. The statements in it are asked for
/// themselves. What a call gives is a new variable; a loop forgets what it changes.
fn assigns(stmt: &StmtKind) -> bool {
    match stmt {
        StmtKind::Assign(..) | StmtKind::Havoc(_) | StmtKind::Loop(_) => true,
        StmtKind::Declare(..) | StmtKind::Assert(_) | StmtKind::Assume(_) | StmtKind::Check(_) => false,
        StmtKind::Call(_) | StmtKind::If(..) | StmtKind::Break(_) | StmtKind::Continue(_) => false,
        StmtKind::Return | StmtKind::Block(_) | StmtKind::Boundary(_) | StmtKind::Aside { .. } => false,
        StmtKind::Isolated { .. } | StmtKind::Reveal(..) | StmtKind::BroadcastUse(_) => false,
        StmtKind::Unreachable | StmtKind::Note(_) => false,
    }
}
