//! Blocks in which an atomic update is open: `try_open_atomic_update!`.
//!
//! The functions of the library around such a block say what it takes and gives. What they cannot say is checked here: only what
//! the update leaves to the function may be opened in the block, control leaves it at its end only, what runs in it is
//! atomic, and the output satisfies the atomic postcondition.

use certus_diagnostics::{Language, Span};
use certus_tree::{self as tree, ExprKind as T, Known, Stmt as TStmt};
use certus_vir::{Expr, ExprKind, Goal, GoalKind, StmtKind, Ty};

use super::Fx;
use crate::error::{Result, fail};
use crate::syntax::variable;

/// The mark of such a block.
pub(super) const MARK: &str = "verus::internal(open_atomic_update)";

/// The name of the guard, which no program can write.
const GUARD: &str = "__certus_guard";

impl Fx<'_, '_> {
    /// A block in which an update is open; its value is what became of the update.
    pub(super) fn open_update(&mut self, stmts: &[TStmt], tail: Option<&tree::Expr>, span: Span) -> Result<Expr> {
        let (Some((guard, parts)), Some(tail)) = (self.guard_of(stmts), tail) else {
            let text = "an atomic update is opened by the macro `try_open_atomic_update` only";
            return fail(Language::LogicalAtomicity, text, span);
        };
        self.needs_effects("a block that opens an atomic update", span)?;
        if self.openings().is_aside {
            let text = "an atomic update cannot be opened in the proof of an assertion";
            return fail(Language::LogicalAtomicity, text, span);
        }
        let [begin, value, output] = parts;
        self.around_invariant(|fx| fx.stmt(begin))?;
        let guard = self.opened_variable(guard, span)?;
        let update = self.of_update(Known::UpdateGuardUpdate, &guard, span)?;
        let inner = self.of_update(Known::AtomicUpdateInnerMask, &update, span)?;
        let is_checked = !self.is_ghost();
        self.opening_only(inner, |fx| {
            fx.stmt(value)?;
            match is_checked {
                true => fx.atomically("the block of an atomic update", span, |fx| fx.stmt(output)),
                false => fx.stmt(output),
            }
        })?;
        let TStmt::Let { pat, init: Some(init), .. } = output else { return Ok(Expr::unit(span)) };
        let Some(local) = variable(pat) else { return Ok(Expr::unit(span)) };
        let y = self.opened_variable(local, init.span)?;
        let input = self.of_update(Known::UpdateGuardInput, &guard, span)?;
        let Ty::Data(_, types) = guard.ty.value().clone() else { return Ok(Expr::unit(span)) };
        let y = Expr { ty: types.get(1).cloned().unwrap_or(Ty::Bool), ..y };
        if let Some(def) = self.cx.tree.lookup(Known::AtomicUpdateEns.path()) {
            self.cx.request(def);
        }
        let ens = ExprKind::Call(Known::AtomicUpdateEns.path().into(), types, vec![update, input, y]);
        let expr = Expr::new(ens, Ty::Bool, span);
        let kind = GoalKind::AtomicPostcondition;
        self.emit(StmtKind::Assert(Goal { kind, expr, span: init.span, related: Vec::new(), note: None }), span);
        self.around_invariant(|fx| fx.expr(tail))
    }

    /// The guard of a block that the rewriter wrote, and the parts of the block.
    fn guard_of<'t>(&mut self, stmts: &'t [TStmt]) -> Option<(tree::LocalId, [&'t TStmt; 3])> {
        let [begin, value, output] = stmts else { return None };
        let TStmt::Let { pat, init: Some(init), else_: None, .. } = begin else { return None };
        let tree::PatKind::Tuple(fields) = &pat.kind else { return None };
        let guard = variable(&fields.first()?.pat)?;
        let T::Call { args, .. } = &init.kind else { return None };
        let T::Call { callee: tree::CallKind::Fn { def, .. }, .. } = &args.first()?.kind else { return None };
        let is_written = self.local_name(guard) == GUARD && self.cx.known(*def) == Some(Known::OpenAtomicUpdateBegin);
        is_written.then_some((guard, [begin, value, output]))
    }
}
