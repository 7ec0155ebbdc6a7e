//! Proof code: nothing is shown but what uses tracked values.
//!
//! The paths through a proof are kept wherever a tracked value is used on one of them, because rustc counts uses path by
//! path: conditions are marked, branches are not. Reference page `reference-var-modes`.

use certus_diagnostics::{Language, Unsupported};
use certus_tree::{self as tree, ExprKind as T, Known, Shown, Stmt};
use certus_vir::Mode;

use super::{Walk, Want};
use crate::builtins;
use crate::error::{Result, fail};
use crate::syntax::below_never;

impl Walk<'_, '_> {
    /// An expression of proof code.
    pub(super) fn proof(&mut self, e: &tree::Expr, want: Want) -> Result<()> {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.proof_inner(e, want))
    }

    /// The whole body of a proof function: its clauses are specification, and a value of type `()` is no value.
    pub(super) fn body_of_proof(&mut self, e: &tree::Expr, want: Want) -> Result<()> {
        let e = below_never(e);
        match &e.kind {
            T::Block(_, block) => self.proof_stmts(block, want),
            _ => self.proof(e, want),
        }
    }

    /// The forms of proof code. A part whose value is wanted as mathematics, and in which no tracked value is used as tracked,
    /// is hidden from rustc as a whole; otherwise the walk goes on into its parts.
    fn proof_inner(&mut self, e: &tree::Expr, want: Want) -> Result<()> {
        let want = if e.ty == tree::Ty::unit() { Want::Spec } else { want };
        if want == Want::Spec && !self.has_operation(e)? {
            if !self.names_only(e) {
                self.never_looked_at(e);
            }
            return Ok(());
        }
        match &e.kind {
            T::Block(_, block) | T::Unsafe(block) => self.proof_stmts(block, want),
            T::If(cond, then, otherwise) => {
                self.proof_condition(cond)?;
                self.proof(then, want)?;
                otherwise.iter().try_for_each(|e| self.proof(e, want))
            }
            T::Match(scrutinee, arms) => {
                let mode = self.scrutinee(scrutinee)?;
                for arm in arms {
                    self.bind(&arm.pat, mode)?;
                    arm.guard.iter().try_for_each(|guard| self.proof_condition(guard))?;
                    self.proof(&arm.body, want)?;
                }
                Ok(())
            }
            T::Call { callee, args, .. } => {
                self.returns_for_rustc(e)?;
                self.proof_call(callee, args, e, want)
            }
            T::Assign(None, target, value) => {
                let written = self.written_mode(target)?;
                // A part of an exec variable is one of the wrappers, or the write was refused already.
                self.proof(value, if written == Mode::Spec { Want::Spec } else { Want::Tracked })
            }
            T::Return(value) => {
                let want = if self.ret == Mode::Proof { Want::Tracked } else { Want::Spec };
                value.iter().try_for_each(|value| self.proof(value, want))
            }
            T::Adjust(_, inner) | T::Deref(inner) => self.proof(inner, want),
            // A number of an exec variable may be read as a tracked one, and never be written.
            T::Ref { mutability: tree::Mutability::Mut, expr, .. }
                if want == Want::Tracked
                    && self.place_mode(expr)? == Mode::Exec
                    && matches!(expr.ty, tree::Ty::Bool | tree::Ty::Char | tree::Ty::Int(_)) =>
            {
                self.wrong("cannot mutate exec-mode place in ghost code", e.span);
                Ok(())
            }
            T::Ref { expr, .. } => self.proof(expr, want),
            _ if want == Want::Spec => self.proof_children(e, Want::Spec),
            _ => self.tracked_value(e),
        }
    }

    /// The forms of a tracked value that are not code with parts of their own.
    /// `(a, b)` uses both up; `s.f` uses up that field of `s` and leaves the others, as a move out of a field does.
    fn tracked_value(&mut self, e: &tree::Expr) -> Result<()> {
        match &e.kind {
            T::Ctor { adt, variant, fields, base, .. } => {
                for field in fields {
                    let own = self.cx.field_mode(*adt, *variant, field.field)?;
                    let want = if own == Some(Mode::Spec) { Want::Spec } else { Want::Tracked };
                    self.proof(&field.value, want)?;
                }
                let used = self.base_is_used(*adt, fields)?;
                base.iter().try_for_each(|base| self.proof(base, if used { Want::Tracked } else { Want::Spec }))
            }
            T::Tuple(_) | T::Array(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) => {
                self.proof_children(e, Want::Tracked)
            }
            T::Field(base, _) | T::TupleField(base, _) => {
                if self.mode(e)? == Mode::Spec {
                    self.not_tracked(e.span);
                    return Ok(());
                }
                // What is tracked is the part, whatever the whole is.
                match Self::root(base) {
                    Some(_) => Ok(()),
                    None => self.proof(base, Want::Tracked),
                }
            }
            T::Break(..) | T::Continue(_) => Ok(()),
            _ => {
                if self.mode(e)? == Mode::Spec {
                    self.not_tracked(e.span);
                }
                Ok(())
            }
        }
    }

    /// All parts, wanted for the same.
    fn proof_children(&mut self, e: &tree::Expr, want: Want) -> Result<()> {
        let mut children = Vec::new();
        certus_tree::visit::children(e, &mut |child| children.push(child));
        children.into_iter().try_for_each(|child| self.proof(child, want))
    }

    /// A condition; a `let` in it binds what it takes apart.
    fn proof_condition(&mut self, e: &tree::Expr) -> Result<()> {
        match &e.kind {
            T::Let(pat, scrutinee) => {
                let mode = self.scrutinee(scrutinee)?;
                self.bind(pat, mode)
            }
            T::Logic(_, a, b) => {
                self.proof_condition(a)?;
                self.proof_condition(b)
            }
            _ => self.proof(e, Want::Spec),
        }
    }

    /// What is taken apart: a tracked value gives tracked parts, anything else is mathematics.
    /// A tuple is taken apart component by component.
    fn scrutinee(&mut self, e: &tree::Expr) -> Result<Mode> {
        let mode = self.mode(e)?;
        if let T::Tuple(items) = &e.kind {
            items.iter().try_for_each(|item| self.scrutinee(item).map(|_| ()))?;
            return Ok(mode);
        }
        self.proof(e, if mode == Mode::Spec { Want::Spec } else { Want::Tracked })?;
        Ok(mode)
    }

    /// The statements of a block and its value.
    fn proof_stmts(&mut self, block: &tree::Block, want: Want) -> Result<()> {
        let mut said = None;
        for stmt in &block.stmts {
            let before = std::mem::replace(&mut said, self.let_mark(stmt));
            match stmt {
                Stmt::Expr(e, _) => self.proof(e, Want::Spec)?,
                Stmt::Let { pat, init: None, .. } => self.bind(pat, before.unwrap_or(Mode::Spec))?,
                Stmt::Let { pat, init: Some(init), else_, .. } => self.proof_let(pat, init, else_.as_ref())?,
            }
        }
        block.tail.iter().try_for_each(|tail| self.proof(tail, want))
    }

    /// A `let` is `spec` unless it says `tracked`.
    fn proof_let(&mut self, pat: &tree::Pat, init: &tree::Expr, else_: Option<&tree::Expr>) -> Result<()> {
        let marker = self.builtin(init);
        if matches!(marker, Some(Known::TrackedLet | Known::OpenTracked)) {
            self.returns_for_rustc(init)?;
        }
        let mode = match (marker, &init.kind) {
            (Some(Known::TrackedLet), T::Call { args, .. }) => {
                args.iter().try_for_each(|arg| self.proof(arg, Want::Tracked))?;
                Mode::Proof
            }
            (Some(Known::OpenTracked), T::Call { args, .. }) => {
                args.iter().try_for_each(|arg| self.proof(arg, Want::Tracked))?;
                Mode::Proof
            }
            _ => {
                self.proof(init, Want::Spec)?;
                Mode::Spec
            }
        };
        self.bind(pat, mode)?;
        else_.iter().try_for_each(|e| self.proof(e, Want::Spec))
    }

    /// A call that uses tracked values, or whose result is wanted as tracked.
    fn proof_call(&mut self, callee: &tree::CallKind, args: &[tree::Expr], e: &tree::Expr, want: Want) -> Result<()> {
        let Some(def) = Self::callee(callee) else {
            if want == Want::Tracked {
                self.not_tracked(e.span);
            }
            return self.proof_children(e, Want::Spec);
        };
        if let Some(name) = self.cx.builtin(def) {
            return self.proof_builtin(name, args, e, want);
        }
        let (mode, params, ret) = self.signature(def)?;
        self.check_references(callee, args)?;
        let tracked = mode == Mode::Proof && ret == Mode::Proof;
        if want == Want::Tracked && !tracked {
            self.not_tracked(e.span);
        }
        if !tracked && self.may_be_empty(&e.ty)? {
            let text = "a result of a type without values is not supported here";
            return fail(Unsupported::EmptyType, text, e.span);
        }
        for (i, arg) in args.iter().enumerate() {
            let tracked = mode != Mode::Spec && params.get(i) == Some(&Mode::Proof);
            self.proof(arg, if tracked { Want::Tracked } else { Want::Spec })?;
        }
        Ok(())
    }

    /// A call of a function of `verus_builtin` that uses tracked values, or whose result is wanted as tracked.
    /// `assert forall` stands for a proof of each value, so it may not use anything up.
    /// Errs with `language/mode` for `assert forall` that uses one up, and where a `spec` value is wanted as
    /// `tracked`.
    fn proof_builtin(&mut self, name: Known, args: &[tree::Expr], e: &tree::Expr, want: Want) -> Result<()> {
        match name {
            name if builtins::is_naming(name) => {
                self.mark(e, Shown::Hidden);
                return Ok(());
            }
            Known::AssertForallBy => {
                // The proof stands for one of each value, and rustc would count a single use.
                let text = "an `assert forall` cannot use tracked values or leave the function";
                return fail(Language::Mode, text, e.span);
            }
            Known::Tracked
            | Known::TrackedLet
            | Known::OpenTracked
            | Known::TrackedGet
            | Known::TrackedBorrow
            | Known::TrackedBorrowMut
            | Known::TrackedNew => return args.iter().try_for_each(|arg| self.proof(arg, Want::Tracked)),
            Known::Ghost | Known::NoMethodBody => return args.iter().try_for_each(|arg| self.proof(arg, Want::Spec)),
            _ => {}
        }
        if want == Want::Tracked && self.mode(e)? == Mode::Spec {
            self.not_tracked(e.span);
        }
        let inner = if want == Want::Tracked && self.mode(e)? == Mode::Proof { Want::Tracked } else { Want::Spec };
        args.iter().try_for_each(|arg| self.proof(arg, inner))
    }
}
