//! Blocks in which an invariant is open.
//!
//! `open_local_invariant!` and `open_atomic_invariant!` of `vstd::invariant`. What such a block does is said by the functions
//! of the library around it: the first gives the value in the invariant, of which the predicate holds, and a guard; the last
//! takes both back, and asks for the predicate. Three things they cannot say, and they are checked here: the invariant is open
//! in between, so it must not be opened again; control leaves the block at its end only; and what runs in the block of an
//! atomic invariant is atomic.
//!
//! The rewriter writes these blocks ([`certus_tree`] has them as blocks with a mark). A program cannot: the guard has a name
//! that is reserved.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, ExprKind as T, Known, Stmt as TStmt};
use certus_vir::{Expr, ExprKind, Goal, GoalKind, StmtKind, Ty};

use super::{Fx, Slot};
use crate::error::{Result, fail};
use crate::syntax::variable;

/// The mark of such a block.
pub(super) const MARK: &str = "verus::internal(open_invariant)";

/// The name of the guard.
const GUARD: &str = "__certus_guard";

/// The functions around a block, which nobody else may call.
const AROUND: [Known; 6] = [
    Known::OpenAtomicInvariantBegin,
    Known::OpenLocalInvariantBegin,
    Known::OpenInvariantEnd,
    Known::OpenAtomicUpdateBegin,
    Known::OpenAtomicUpdateEnd,
    Known::UpdateOfFunction,
];

/// The parts of a block.
struct Parts<'t> {
    /// What is before: in a proof, the payment.
    before: &'t [TStmt],
    /// The statement that opens the invariant.
    begin: &'t TStmt,
    /// The guard and the value.
    variables: [tree::LocalId; 2],
    /// Whether the invariant is an atomic one.
    is_atomic: bool,
    /// The block as written.
    body: &'t TStmt,
    /// The statement that closes the invariant.
    end: &'t TStmt,
}

impl Fx<'_, '_> {
    /// A block in which an invariant is open. Errs with `language/mode` where the macro is the one for other code, and with
    /// `unsupported/open-invariant` in the proof of an assertion.
    pub(super) fn open_invariant(&mut self, stmts: &[TStmt], span: Span) -> Result<()> {
        let Some(parts) = self.parts_of_opening(stmts) else {
            return fail(
                Language::OpenInvariant,
                "an invariant is opened by the macros of `vstd::invariant` only",
                span,
            );
        };
        self.needs_effects("a block that opens an invariant", span)?;
        if self.openings().is_aside {
            let text = "an invariant cannot be opened in the proof of an assertion";
            return fail(Unsupported::OpenInvariant, text, span);
        }
        match (self.is_ghost(), parts.before.is_empty()) {
            (true, true) => {
                let text =
                    "in a proof an invariant is opened by a macro whose name ends in `_in_proof`, which takes a credit";
                return fail(Language::Mode, text, span);
            }
            (false, false) => {
                return fail(Language::Mode, "this macro is for proofs: it must be in a `proof` block", span);
            }
            _ => {}
        }
        parts.before.iter().try_for_each(|stmt| self.stmt(stmt))?;
        self.around_invariant(|fx| fx.stmt(parts.begin))?;
        let [guard, value] = parts.variables;
        let namespace = self.of_guard(Known::InvariantGuardNamespace, guard, None, span)?;
        let TStmt::Expr(tree::Expr { span: body_span, .. }, _) = parts.body else { return Ok(()) };
        let body_span = *body_span;
        let is_checked = parts.is_atomic && !self.is_ghost();
        self.in_invariant(namespace, |fx| match is_checked {
            true => fx.atomically("the block of an atomic invariant", body_span, |fx| fx.stmt(parts.body)),
            false => fx.stmt(parts.body),
        })?;
        let expr = self.of_guard(Known::InvariantGuardHolds, guard, Some(value), body_span)?;
        let goal = Goal { kind: GoalKind::InvariantClosed, expr, span: body_span, related: Vec::new(), note: None };
        self.emit(StmtKind::Assert(goal), body_span);
        self.around_invariant(|fx| fx.stmt(parts.end))
    }

    /// The parts of a block that the rewriter wrote.
    fn parts_of_opening<'t>(&mut self, stmts: &'t [TStmt]) -> Option<Parts<'t>> {
        let [before @ .., begin, body, end] = stmts else { return None };
        let TStmt::Let { pat, init: Some(init), else_: None, .. } = begin else { return None };
        let tree::PatKind::Tuple(fields) = &pat.kind else { return None };
        let [guard, value] = &fields[..] else { return None };
        let TStmt::Expr(..) = body else { return None };
        let variables = [variable(&guard.pat)?, variable(&value.pat)?];
        let T::Call { args, .. } = &init.kind else { return None };
        let T::Call { callee: tree::CallKind::Fn { def, .. }, .. } = &args.first()?.kind else { return None };
        let known = self.cx.known(*def)?;
        let is_written = self.local_name(variables[0]) == GUARD && before.len() <= 1 && AROUND[..2].contains(&known);
        let is_atomic = known == Known::OpenAtomicInvariantBegin;
        is_written.then_some(Parts { before, begin, variables, is_atomic, body, end })
    }

    /// What a function of a guard says, of the value that is to be put back.
    fn of_guard(
        &mut self,
        function: Known,
        guard: tree::LocalId,
        value: Option<tree::LocalId>,
        span: Span,
    ) -> Result<Expr> {
        let mut args = Vec::new();
        for local in [Some(guard), value].into_iter().flatten() {
            args.push(self.opened_variable(local, span)?);
        }
        let Some(Ty::Data(_, tys)) = args.first().map(|guard| guard.ty.value().clone()) else {
            return fail(Unsupported::OpenInvariant, "this invariant is not supported", span);
        };
        if let Some(def) = self.cx.tree.lookup(function.path()) {
            self.cx.request(def);
        }
        let ty = if function == Known::InvariantGuardNamespace { Ty::int() } else { Ty::Bool };
        Ok(Expr::new(ExprKind::Call(function.path().into(), tys, args), ty, span))
    }

    /// A variable of a block in which something is open.
    pub(super) fn opened_variable(&self, local: tree::LocalId, span: Span) -> Result<Expr> {
        match self.slot(local) {
            Some(Slot::Var(binder)) => Ok(Expr::var(&binder.var, binder.ty.clone(), span)),
            _ => fail(Unsupported::OpenInvariant, "this value of an open block is not supported", span),
        }
    }

    /// Errs with `language/open-invariant` for a call of a function that only the macros may call.
    pub(super) fn no_opening(&mut self, def: DefId, span: Span) -> Result<()> {
        if self.cx.known(def).is_some_and(|known| AROUND.contains(&known)) && !self.exits_mut().take_around() {
            return fail(
                Language::OpenInvariant,
                "an invariant or atomic update is opened by the macros of the library only",
                span,
            );
        }
        Ok(())
    }

    /// Errs with `language/open-invariant` for an exit out of the block of an invariant.
    pub(super) fn stays_in_invariant(&self, leaves: bool, what: &str, span: Span) -> Result<()> {
        if !leaves {
            return Ok(());
        }
        let text =
            format!("{what} cannot leave a block in which an invariant or atomic update is open: it would stay open");
        fail(Language::OpenInvariant, text, span)
    }
}
