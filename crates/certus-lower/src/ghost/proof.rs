//! Proof code: nothing is shown but what uses tracked values.
//!
//! The paths through a proof are kept wherever a tracked value is used on one of them, because rustc counts uses path by
//! path: conditions are marked, branches are not. Reference page `reference-var-modes`.

use certus_diagnostics::{Language, Unsupported};
use certus_tree::{self as tree, ExprKind as T, Known, Shown, Stmt};
use certus_vir::Mode;

use super::{Walk, Want};
use crate::body::Usage;
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
            T::Block(_, block) | T::Unsafe(block) | T::Loop(_, block) => self.proof_stmts(block, want),
            T::If(cond, then, otherwise) => {
                self.proof_condition(cond)?;
                self.proof(then, want)?;
                otherwise.iter().try_for_each(|e| self.proof(e, want))
            }
            T::Match(scrutinee, arms) => {
                self.scrutinee(scrutinee)?;
                for arm in arms {
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
                // A part of an exec variable is one of the wrappers, or the write was refused already.
                match self.modes.of_target(target) {
                    Mode::Spec => self.proof(value, Want::Spec),
                    Mode::Proof | Mode::Exec => self.tracked(value),
                }
            }
            T::Return(value) => {
                let is_tracked = self.ret == Mode::Proof;
                value.iter().try_for_each(
                    |value| {
                        if is_tracked { self.tracked(value) } else { self.proof(value, Want::Spec) }
                    },
                )
            }
            T::Adjust(_, inner) | T::Deref(inner) => self.proof(inner, want),
            T::Ref { expr, .. } => self.proof(expr, want),
            _ if want == Want::Spec => self.proof_children(e, Want::Spec),
            _ => self.tracked_value(e),
        }
    }

    /// An expression whose value is wanted as tracked.
    pub(super) fn tracked(&mut self, e: &tree::Expr) -> Result<()> {
        if self.modes.of_value(e) == Mode::Spec && e.ty != tree::Ty::unit() && e.ty != tree::Ty::Never {
            self.not_tracked(e.span);
        }
        self.proof(e, Want::Tracked)
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
                let used = self.cx.takes_from_base(*adt, *variant, fields)?;
                base.iter().try_for_each(|base| self.proof(base, if used { Want::Tracked } else { Want::Spec }))
            }
            T::Tuple(_) | T::Array(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) => {
                self.proof_children(e, Want::Tracked)
            }
            // What is tracked is the part, whatever the whole is.
            T::Field(base, _) | T::TupleField(base, _) => match Self::root(base) {
                Some(_) => Ok(()),
                None => self.proof(base, Want::Tracked),
            },
            _ => Ok(()),
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
            T::Let(_, scrutinee) => self.scrutinee(scrutinee),
            T::Logic(_, a, b) => {
                self.proof_condition(a)?;
                self.proof_condition(b)
            }
            _ => self.proof(e, Want::Spec),
        }
    }

    /// What is taken apart: a tracked value gives tracked parts, anything else is mathematics.
    /// A tuple is taken apart component by component.
    fn scrutinee(&mut self, e: &tree::Expr) -> Result<()> {
        if let T::Tuple(items) = &e.kind {
            return items.iter().try_for_each(|item| self.scrutinee(item));
        }
        self.proof(e, if self.modes.of_value(e) == Mode::Spec { Want::Spec } else { Want::Tracked })
    }

    /// The statements of a block and its value.
    fn proof_stmts(&mut self, block: &tree::Block, want: Want) -> Result<()> {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Expr(e, _) => self.proof(e, Want::Spec)?,
                Stmt::Let { init: None, .. } => {}
                Stmt::Let { init: Some(init), else_, .. } => self.proof_let(init, else_.as_ref())?,
            }
        }
        block.tail.iter().try_for_each(|tail| self.proof(tail, want))
    }

    /// A `let` is `spec` unless it says `tracked`.
    fn proof_let(&mut self, init: &tree::Expr, else_: Option<&tree::Expr>) -> Result<()> {
        match (self.builtin(init), &init.kind) {
            (Some(Known::TrackedLet | Known::OpenTracked), T::Call { args, .. }) => {
                self.returns_for_rustc(init)?;
                args.iter().try_for_each(|arg| self.tracked(arg))?;
            }
            _ => {
                // Often nothing else tells the type of the variable.
                let outer = std::mem::replace(&mut self.in_let, true);
                let done = self.proof(init, Want::Spec);
                self.in_let = outer;
                done?;
            }
        }
        else_.iter().try_for_each(|e| self.proof(e, Want::Spec))
    }

    /// A call that uses tracked values, or whose result is wanted as tracked.
    fn proof_call(&mut self, callee: &tree::CallKind, args: &[tree::Expr], e: &tree::Expr, want: Want) -> Result<()> {
        if let tree::CallKind::Value(callee) = callee
            && self.cx.is_proof_closure(&callee.ty)
        {
            return self.call_of_closure(callee, args, e);
        }
        if let tree::CallKind::Value(callee) = callee
            && self.is_update(callee)
        {
            return args.iter().try_for_each(|arg| self.tracked(arg));
        }
        let Some(def) = Self::callee(callee) else { return self.proof_children(e, Want::Spec) };
        if self.cx.known(def) == Some(Known::Atomically) {
            return args.iter().try_for_each(|arg| self.atomic_block(arg));
        }
        if let Some(pointer) = self.cx.dereferenced(e) {
            return self.proof(pointer, want);
        }
        if let Some(name) = self.cx.of_language(def) {
            return self.proof_builtin(name, args, e, want);
        }
        let (mode, params, ret) = self.signature(def)?;
        let tracked = mode == Mode::Proof && ret == Mode::Proof;
        if !tracked && self.may_be_empty(&e.ty)? {
            let text = "a result of a type without values is not supported here";
            return fail(Unsupported::EmptyType, text, e.span);
        }
        for (i, arg) in args.iter().enumerate() {
            let tracked = mode != Mode::Spec && params.get(i) == Some(&Mode::Proof);
            if tracked { self.tracked(arg)? } else { self.proof(arg, Want::Spec)? }
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
            | Known::TrackedDeref
            | Known::TrackedDerefMut
            | Known::MutRefTracked
            | Known::TrackedNew => return args.iter().try_for_each(|arg| self.proof(arg, Want::Tracked)),
            Known::ShrRefStructWrap => {
                if let [part, others @ ..] = args {
                    self.proof(part, Want::Tracked)?;
                    return others.iter().try_for_each(|arg| self.proof(arg, Want::Spec));
                }
            }
            Known::ClosureToFnProof => return args.iter().try_for_each(|arg| self.proof_closure(arg, e)),
            Known::UseTypeInvariant => return args.iter().try_for_each(|arg| self.tracked(arg)),
            Known::Ghost | Known::NoMethodBody => return args.iter().try_for_each(|arg| self.proof(arg, Want::Spec)),
            _ => {}
        }
        let inner =
            if want == Want::Tracked && self.modes.of_value(e) == Mode::Proof { Want::Tracked } else { Want::Spec };
        args.iter().try_for_each(|arg| self.proof(arg, inner))
    }

    /// A closure of proof code: rustc sees of its body what uses tracked values, as of the body of a function, and nothing of its
    /// clauses. What rustc does not see, the closure does not capture.
    fn proof_closure(&mut self, closure: &tree::Expr, e: &tree::Expr) -> Result<()> {
        let said = self.cx.proof_closure(&e.ty, e.span)?;
        self.closure_body(closure, said.ret, self.update)
    }

    /// The block after a call of a logically atomic function is such a closure, which calls its first parameter.
    fn atomic_block(&mut self, closure: &tree::Expr) -> Result<()> {
        let T::Closure { params, .. } = &closure.kind else { return Ok(()) };
        let function = params.first().and_then(|param| crate::syntax::variable(&param.pat));
        self.closure_body(closure, Mode::Spec, function)
    }

    /// The body of a closure of proof code, with the mode of its result and the function that the `atomically` block around
    /// calls.
    fn closure_body(&mut self, closure: &tree::Expr, ret: Mode, update: Option<tree::LocalId>) -> Result<()> {
        let T::Closure { body, .. } = &closure.kind else { return Ok(()) };
        let mut own = self.own_locals.clone().unwrap_or_default();
        crate::syntax::declared(closure, &mut own);
        let outer_locals = self.own_locals.replace(own);
        let outer = (self.in_closure, self.ret, self.in_let, self.update);
        (self.in_closure, self.ret, self.in_let, self.update) = (true, ret, false, update);
        let done = self.body_of_proof(body, if ret == Mode::Spec { Want::Spec } else { Want::Tracked });
        (self.in_closure, self.ret, self.in_let, self.update) = outer;
        self.own_locals = outer_locals;
        done
    }

    /// Whether a value is the function that the `atomically` block around it calls.
    pub(super) fn is_update(&self, e: &tree::Expr) -> bool {
        matches!(&e.kind, T::Local(id) if Some(*id) == self.update)
    }

    /// A call of a proof closure. Rustc sees that the closure is used as the call uses it.
    fn call_of_closure(&mut self, callee: &tree::Expr, args: &[tree::Expr], e: &tree::Expr) -> Result<()> {
        let said = self.cx.proof_closure(&callee.ty, callee.span)?;
        if said.ret != Mode::Proof && self.may_be_empty(&e.ty)? {
            let text = "a result of a type without values is not supported here";
            return fail(Unsupported::EmptyType, text, e.span);
        }
        self.called(callee, e)?;
        self.tracked(callee)?;
        for (i, arg) in args.iter().enumerate() {
            let is_tracked = said.params.get(i) == Some(&Mode::Proof);
            if is_tracked { self.tracked(arg)? } else { self.proof(arg, Want::Spec)? }
        }
        Ok(())
    }

    /// Marks a call of a proof closure with how it uses the closure. Rustc checks that the closure allows it.
    pub(super) fn called(&mut self, callee: &tree::Expr, e: &tree::Expr) -> Result<()> {
        let said = self.cx.proof_closure(&callee.ty, callee.span)?;
        let shown = match self.cx.usage_of(&said.options, self.def)? {
            Usage::Once => Shown::CallOnce,
            Usage::Mut => Shown::CallMut,
            Usage::Shared => Shown::CallShared,
        };
        self.mark(e, shown);
        Ok(())
    }
}
