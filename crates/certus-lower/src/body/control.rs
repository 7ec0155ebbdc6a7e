//! Blocks, `let`, `return`.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, Block, ExprKind as T, Known, PointSide, Stmt as TStmt};
use certus_vir::{Expr, ExprKind, GoalKind, StmtKind};

use super::borrow::Subject;
use super::{Fx, Slot, atomic_update, open_invariant};
use crate::error::{Result, fail};
use crate::syntax::string_argument;

/// The attribute of a block that the loops in it are isolated from what is around it only.
const BOUNDARY: &str = "verus::internal(loop_isolation_boundary)";

impl Fx<'_, '_> {
    /// A label would let `break` leave the block with a value; refused with `language/labelled-block`.
    pub(super) fn labelled_block(&mut self, label: Option<&str>, block: &Block, e: &tree::Expr) -> Result<Expr> {
        if label.is_some() {
            let text = "The verifier does not yet support the following Rust feature: block with label";
            return fail(Unsupported::LabelledBlock, text, e.span);
        }
        self.block(block, e.span)
    }

    /// The value of a block.
    /// A proof block is ghost code and must have no value, since the compiled program has no block to take it from:
    /// `language/proof-block` otherwise.
    /// In pure code `{ let x = a; b }` is the term `let x = a in b`. In other code the statements are emitted one
    /// after the other, and the value is that of the last expression.
    pub(crate) fn block(&mut self, block: &Block, span: Span) -> Result<Expr> {
        let mut stmts = &block.stmts[..];
        let mut is_proof = false;
        let mut notes = 0;
        let mut boundary = false;
        let mut opens = false;
        let mut opens_update = false;
        while let Some((TStmt::Expr(first, _), rest)) = stmts.split_first() {
            match self.marker(first) {
                Some(Known::ProofBlock) => is_proof = true,
                Some(Known::ExprAttr | Known::LoopAttr) => {
                    let text = string_argument(first).unwrap_or_default();
                    if text.replace(' ', "") == BOUNDARY {
                        boundary = true;
                    } else if text == open_invariant::MARK {
                        opens = true;
                    } else if text == atomic_update::MARK {
                        opens_update = true;
                    } else {
                        crate::attrs::check_statement(text, first.span)?;
                    }
                    notes += usize::from(crate::attrs::is_note(text));
                    if notes > 1 {
                        let text = "at most one `proof_note` attribute is allowed";
                        return fail(Language::Attribute, text, first.span);
                    }
                }
                _ => break,
            }
            stmts = rest;
        }
        if opens {
            self.open_invariant(stmts, span)?;
            return Ok(Expr::unit(span));
        }
        if opens_update {
            return self.open_update(stmts, block.tail.as_deref(), span);
        }
        if !is_proof {
            return self.rest_of_any_block(stmts, block, boundary, span);
        }
        let has_value = block.tail.as_ref().is_some_and(|t| t.ty != tree::Ty::unit() && t.ty != tree::Ty::Never);
        if has_value {
            return fail(Language::ProofBlock, "proof block must have type ()", span);
        }
        if self.is_pure() {
            return self.pure_proof(span);
        }
        self.ghostly(|fx| fx.rest_of_any_block(stmts, block, boundary, span))
    }

    /// What follows the marks of a block. At a boundary the statements are kept together, as loops in them are isolated
    /// from what is outside of it.
    fn rest_of_any_block(&mut self, stmts: &[TStmt], block: &Block, boundary: bool, span: Span) -> Result<Expr> {
        if self.is_pure() {
            return self.pure_block(stmts, block, span);
        }
        if !boundary {
            return self.run_of(stmts, block.tail.as_deref(), span);
        }
        let (inside, value) = self.collect(|fx| fx.run_of(stmts, block.tail.as_deref(), span))?;
        self.emit(StmtKind::Boundary(inside), span);
        Ok(value)
    }

    /// A proof block inside pure code says nothing about the value.
    fn pure_proof(&mut self, span: Span) -> Result<Expr> {
        if !self.allows_proofs() {
            let text = "proof blocks inside spec code is currently supported only for recursive spec functions";
            return fail(Language::ProofInSpec, text, span);
        }
        self.skip_proof();
        Ok(Expr::unit(span))
    }

    /// The name of the marker function that a statement calls, if it is one.
    pub(crate) fn marker(&mut self, e: &tree::Expr) -> Option<Known> {
        let T::Call { callee: tree::CallKind::Fn { def, .. }, .. } = &e.kind else { return None };
        self.cx.builtin(*def)
    }

    /// Statements go where the current ones go: the scope of a variable is its unique name, not the nesting of blocks.
    pub(super) fn run_of(&mut self, stmts: &[TStmt], tail: Option<&tree::Expr>, span: Span) -> Result<Expr> {
        let begin = self.mark();
        let first = stmts.first().map_or(tail, value_of);
        let bound = self.take_fresh();
        if let Some(of) = first {
            self.name_variables(&bound, of.id, PointSide::Before);
        }
        for stmt in stmts {
            let before = self.mark();
            self.stmt(stmt)?;
            self.take_fresh();
            if let TStmt::Let { pat, init: Some(init), .. } = stmt {
                self.name_variables(&self.pattern_locals(pat), init.id, PointSide::After);
            }
            if let Some(of) = value_of(stmt) {
                self.name_point_at(self.mark(), before, (of.id, PointSide::After), of.span);
            }
        }
        let value = match tail {
            Some(tail) => self.expr(tail)?,
            None => Expr::unit(span),
        };
        if let Some(of) = first {
            self.name_point_at(begin, begin, (of.id, PointSide::Before), of.span);
        }
        Ok(value)
    }

    /// A block without effects: every `let` a definition around what follows. Errs with `language/pure` for a block without
    /// a value.
    fn pure_block(&mut self, stmts: &[TStmt], block: &Block, span: Span) -> Result<Expr> {
        let Some((first, rest)) = stmts.split_first() else {
            return match &block.tail {
                Some(tail) => self.expr(tail),
                // `const _: () = { .. }` holds items.
                None if matches!(self.cx.entry(self.owner().def)?.item, tree::Item::Const(_)) => Ok(Expr::unit(span)),
                None => fail(Language::Pure, "expected pure mathematical expression: this block has no value", span),
            };
        };
        match first {
            TStmt::Let { else_: Some(_), span, .. } => self.no_let_else(*span),
            TStmt::Let { init: None, span, .. } => {
                fail(Language::Pure, "a `let` without a value is not allowed inside pure context", *span)
            }
            TStmt::Let { init: Some(init), span, .. }
                if matches!(self.marker(init), Some(Known::TrackedLet | Known::OpenTracked)) =>
            {
                fail(Language::Mode, "pattern cannot have mode proof: nothing is tracked inside pure context", *span)
            }
            TStmt::Let { pat, init: Some(init), .. } => {
                let value = self.expr(init)?;
                if let tree::PatKind::Binding { local, sub: None, .. } = &pat.kind {
                    let binder = self.declare_local(*local)?;
                    self.bound_below([*local]);
                    let value = Expr { ty: binder.ty.clone(), ..value };
                    let body = self.pure_block(rest, block, span)?;
                    let ty = body.ty.clone();
                    return Ok(Expr::new(ExprKind::Let(binder, value, body), ty, span));
                }
                if matches!(pat.kind, tree::PatKind::Wild) {
                    // Kept although nothing can read it: the rules on what code may mention see it.
                    let binder = certus_vir::Binder { var: self.fresh("_"), ty: value.ty.clone() };
                    let body = self.pure_block(rest, block, span)?;
                    let ty = body.ty.clone();
                    return Ok(Expr::new(ExprKind::Let(binder, value, body), ty, span));
                }
                let matched = self.pattern(pat, &Subject::of_value(value))?;
                self.bound(&matched, span, |fx| fx.pure_block(rest, block, span))
            }
            TStmt::Expr(e, _) => {
                self.expr(e)?;
                self.pure_block(rest, block, span)
            }
        }
    }

    /// Spec and proof code has no way to leave that the `else` could take; errs with `language/let-else`.
    fn no_let_else(&self, span: Span) -> Result<Expr> {
        let text = "The verifier does not yet support the following Rust feature: let-else in spec/proof";
        fail(Unsupported::LetElse, text, span)
    }

    /// A statement; a value that is dropped is still checked.
    /// `f(x);` of a spec function `f` leaves a check: what `f` recommends and the goals in the arguments count, the
    /// value does not.
    pub(crate) fn stmt(&mut self, stmt: &TStmt) -> Result<()> {
        match stmt {
            TStmt::Expr(e, _) => {
                let value = self.expr(e)?;
                self.dropped(e, &value);
                if !matches!(&*value.kind, ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Ctor(..)) {
                    self.emit(StmtKind::Check(value), e.span);
                }
                Ok(())
            }
            TStmt::Let { pat, init: None, .. } => self.declare_only(pat),
            TStmt::Let { pat, init: Some(init), else_, span } => self.let_(pat, init, else_.as_ref(), *span),
        }
    }

    /// `let pat;`: every variable arbitrary. Whether each is assigned before it is read is for rustc to say.
    fn declare_only(&mut self, pat: &tree::Pat) -> Result<()> {
        let mode = self.take_let_mark();
        let ids = self.pattern_locals(pat);
        for id in ids {
            if let Some(mode) = mode {
                self.set_mode(id, mode);
            }
            let binder = self.declare_local(id)?;
            self.emit(StmtKind::Declare(binder, None), pat.span);
        }
        Ok(())
    }

    /// The variables that a pattern binds.
    pub(super) fn pattern_locals(&self, pat: &tree::Pat) -> Vec<tree::LocalId> {
        fn go(pat: &tree::Pat, out: &mut Vec<tree::LocalId>) {
            match &pat.kind {
                tree::PatKind::Binding { local, sub, .. } => {
                    if !out.contains(local) {
                        out.push(*local);
                    }
                    sub.iter().for_each(|p| go(p, out));
                }
                tree::PatKind::Deref(p) => go(p, out),
                tree::PatKind::Variant { fields, .. } | tree::PatKind::Tuple(fields) => {
                    fields.iter().for_each(|f| go(&f.pat, out));
                }
                tree::PatKind::Or(ps) => ps.iter().for_each(|p| go(p, out)),
                tree::PatKind::Slice(a, r, b) => {
                    a.iter().chain(r.as_deref()).chain(b).for_each(|p| go(p, out));
                }
                tree::PatKind::Wild | tree::PatKind::Literal(_) | tree::PatKind::Const(..) => {}
                tree::PatKind::Range(..) | tree::PatKind::Place(_) | tree::PatKind::Unsupported(_) => {}
            }
        }
        let mut out = Vec::new();
        go(pat, &mut out);
        out
    }

    /// A pattern that may fail must be shown to match: an Unreachable goal says that the failing case cannot happen.
    /// Without it the bindings would read fields of a variant that the value may not be. The `else` of a `let` must not
    /// end normally, which is the same kind of goal, at its end. A ghost `let` has no `else`: code that runs could not
    /// know whether to take it.
    /// `let (a, b) = e;` becomes a temporary for `e` and a variable for each part. Errs with `unsupported/mut-ref`
    /// for a variable that would hold a mutable reference.
    fn let_(&mut self, pat: &tree::Pat, init: &tree::Expr, else_: Option<&tree::Expr>, span: Span) -> Result<()> {
        let marked = self.take_let_mark();
        let ghost_mode = match self.marker(init) {
            Some(Known::GhostLet | Known::OpenGhost) => Some(certus_vir::Mode::Spec),
            Some(Known::TrackedLet | Known::OpenTracked) => Some(certus_vir::Mode::Proof),
            _ => marked,
        };
        if else_.is_some() && (self.is_ghost() || ghost_mode.is_some()) {
            return self.no_let_else(span).map(|_| ());
        }
        let subject = self.initial_subject(pat, init, ghost_mode, marked.is_some())?;
        for id in self.pattern_locals(pat) {
            self.mark_initialized(id);
            if let Some(mode) = ghost_mode {
                self.set_mode(id, mode);
            }
        }
        if let tree::PatKind::Binding { local, sub: None, by_ref: None } = &pat.kind {
            self.must_match(None, else_, pat.span, span)?;
            let binder = self.declare_local(*local)?;
            let value = Expr { ty: binder.ty.clone(), ..subject.value };
            self.emit(StmtKind::Declare(binder.clone(), Some(value)), span);
            if self.owns(*local) {
                self.note_given(&binder.var, &binder.ty, span);
            }
            return Ok(());
        }
        let matched = match ghost_mode {
            Some(_) => self.ghostly(|fx| fx.pattern(pat, &subject))?,
            None => self.pattern(pat, &subject)?,
        };
        if matches!(pat.kind, tree::PatKind::Wild) {
            self.dropped(init, &subject.value);
        }
        self.must_match(matched.test.as_ref(), else_, pat.span, span)?;
        self.bound(&matched, span, |_| Ok(Expr::unit(span)))?;
        Ok(())
    }

    /// What is done where the test of a pattern fails; `None` if the pattern always matches: then the rules of the language
    /// hold in an `else`, but nothing has to be proved there.
    fn must_match(&mut self, test: Option<&Expr>, else_: Option<&tree::Expr>, pat: Span, span: Span) -> Result<()> {
        let Some(else_) = else_ else {
            if let Some(test) = test {
                self.prove(GoalKind::Unreachable, test.clone(), pat);
            }
            return Ok(());
        };
        let (stmts, ()) = self.collect(|fx| {
            fx.expr(else_)?;
            fx.prove(GoalKind::Unreachable, Expr::bool(false, else_.span), else_.span);
            Ok(())
        })?;
        let test = test.cloned().unwrap_or_else(|| Expr::bool(true, span));
        self.emit(StmtKind::If(test, Vec::new(), stmts), span);
        Ok(())
    }

    /// The initial value of a `let`. A pattern that binds references, or borrows, needs to know where the value is.
    fn initial_subject(
        &mut self,
        pat: &tree::Pat,
        init: &tree::Expr,
        ghost_mode: Option<certus_vir::Mode>,
        is_marked: bool,
    ) -> Result<Subject> {
        let is_plain = matches!(&pat.kind, tree::PatKind::Binding { sub: None, by_ref: None, .. });
        let is_wild = matches!(&pat.kind, tree::PatKind::Wild);
        if ghost_mode.is_none() && !is_plain && !is_wild {
            return self.subject(init, &[pat]);
        }
        let is_borrow = matches!(&init.kind, T::Ref { mutability: tree::Mutability::Mut, implicit: false, .. });
        let is_known = self.is_ghost() && ghost_mode.is_none() && !is_borrow;
        let lower = |fx: &mut Self| match is_wild {
            true => fx.looking_at(|fx| fx.initial(init)),
            false => fx.initial(init),
        };
        let value = match (is_known, is_marked) {
            (true, _) => self.knowing(lower)?,
            (false, true) => self.ghostly(lower)?,
            (false, false) => lower(self)?,
        };
        let is_variable = is_plain || matches!(&*value.kind, ExprKind::Var(_));
        Ok(Subject::of_value(if is_variable { value } else { self.temp(value) }))
    }

    /// Refused in a proof on the side: the path would end before the goals of that proof, and its conclusions would be
    /// used unproved. Refused in ghost code of an exec function: the compiled program has no such return and runs on,
    /// while everything after it would be checked as if it were not reached. Errs with `language/return`.
    pub(super) fn return_(&mut self, value: Option<&tree::Expr>, span: Span) -> Result<Expr> {
        self.may_return(span)?;
        let value = match value {
            Some(value) => self.expr(value)?,
            None => Expr::unit(span),
        };
        self.finish_with(value, span);
        Ok(Expr::unit(span))
    }

    /// Errs where nothing may leave the function.
    /// Also for `?`, which may leave in the same way. Errs with `language/return`, and with `unsupported/return` in
    /// code that is put in front of other code (`decreases_by`).
    pub(super) fn may_return(&mut self, span: Span) -> Result<()> {
        self.needs_effects("return", span)?;
        if self.depth() > 0 && !self.may_leave_closure() {
            return fail(Language::Return, "return is not allowed in the proof of an assertion", span);
        }
        if self.exits().closure().is_some_and(|exit| exit.is_proof) {
            return fail(Language::Return, "return is not allowed inside `proof_fn`", span);
        }
        if self.is_erased() {
            return fail(Language::Return, "return is not allowed in ghost code of an exec function", span);
        }
        self.stays_in_invariant(self.exits().is_in_block(), "`return` or `?`", span)?;
        if let Some(why) = self.exits().forbidden_return() {
            return fail(Unsupported::Return, format!("{why} is not supported"), span);
        }
        if self.owner().mode == certus_vir::Mode::Spec {
            return fail(Language::Return, "return is not allowed inside spec", span);
        }
        Ok(())
    }

    /// Leaves the function or closure with this value.
    /// The result gets its value before the borrows end, because the value may mention what a reference points to.
    /// In a function `return e;` becomes `result = e`, the end of each borrow of a parameter, and the jump that the
    /// postconditions are shown at. In a closure its postconditions are shown here.
    pub(crate) fn finish_with(&mut self, value: Expr, span: Span) {
        if let Some(ret) = self.exits().result().cloned() {
            let value = Expr { ty: ret.ty.clone(), ..value };
            self.emit(StmtKind::Assign(ret.var, value), span);
        }
        if let Some(exit) = self.exits().closure().cloned() {
            return self.leave_closure(exit, span);
        }
        for stmt in self.exits().at_return().to_vec() {
            self.emit(stmt.kind, span);
        }
        self.emit(StmtKind::Return, span);
    }

    /// The local variable that an expression is, if it is one.
    pub(super) fn as_local(&self, e: &tree::Expr) -> Option<Slot> {
        match &e.kind {
            T::Local(id) => self.slot(*id).cloned(),
            T::Deref(inner) | T::Ref { expr: inner, .. } => self.as_local(inner),
            _ => None,
        }
    }
}

/// The expression that is a statement, or the value of a `let`.
fn value_of(stmt: &TStmt) -> Option<&tree::Expr> {
    match stmt {
        TStmt::Expr(e, _) => Some(e),
        TStmt::Let { init, .. } => init.as_ref(),
    }
}
