//! Exec code: everything is shown but what is ghost in it.
//!
//! Ghost are clauses and proof statements, the arguments of `Ghost(..)` and of parameters that say so, `ghost` fields, and
//! what is written to ghost variables. Guide page `ghost_vs_exec`.

use certus_diagnostics::Language;
use certus_tree::{self as tree, ExprKind as T, Known, Shown, Stmt};
use certus_vir::Mode;

use super::{Walk, Want};
use crate::builtins;
use crate::error::{Result, fail};

impl Walk<'_, '_> {
    /// An expression of exec code.
    pub(super) fn exec(&mut self, e: &tree::Expr) -> Result<()> {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.exec_inner(e))
    }

    /// The forms of exec code. Rustc sees all of it as it is, so only the ghost code in it is marked: arguments for ghost
    /// parameters, the contents of `Ghost(..)` and `Tracked(..)`, proof blocks and clauses.
    fn exec_inner(&mut self, e: &tree::Expr) -> Result<()> {
        // Operators may be calls of functions of the program.
        if matches!(e.kind, T::Call { .. } | T::Binary(..) | T::Unary(..)) {
            self.returns_for_rustc(e)?;
        }
        match &e.kind {
            T::Call { callee, args, .. } => {
                self.note_ambiguous_call(callee, args)?;
                (0..).zip(args).try_for_each(|(i, arg): (usize, _)| self.phantom_value(&i.to_string(), arg))?;
                if let Some(def) = Self::callee(callee) {
                    return match self.cx.builtin(def) {
                        Some(name) => self.exec_builtin(name, args, e),
                        None => self.exec_call(def, args),
                    };
                }
                self.exec_children(e)
            }
            T::FnItem(def, generic) => self.note_ambiguous_value(*def, generic),
            T::Ctor { adt, variant, fields, base, .. } => {
                for field in fields {
                    match self.cx.field_mode(*adt, *variant, field.field)? {
                        Some(Mode::Spec) => self.ghost_part(&field.value, Want::Spec)?,
                        Some(Mode::Proof) => self.ghost_part(&field.value, Want::Tracked)?,
                        _ => {
                            self.phantom_field(*adt, *variant, field)?;
                            self.exec(&field.value)?;
                        }
                    }
                }
                base.iter().try_for_each(|base| self.exec(base))
            }
            T::Assign(None, target, value) => {
                match self.modes.of_target(target) {
                    Mode::Exec => self.exec(value),
                    Mode::Proof => self.ghost_part(value, Want::Tracked),
                    Mode::Spec => self.ghost_part(value, Want::Spec),
                }?;
                match &target.kind {
                    T::Field(base, _) => self.exec(base),
                    _ => self.exec(target),
                }
            }
            T::Field(base, index) => {
                if let tree::Ty::Adt(adt, _) = &base.ty
                    && self.cx.field_mode(*adt, 0, *index)?.is_some()
                {
                    return fail(Language::Mode, "cannot use a ghost field in exec code", e.span);
                }
                self.exec(base)
            }
            T::Block(_, block) if self.is_proof_block(block) => self.ghost_part(e, Want::Spec),
            T::Block(_, block) | T::Unsafe(block) | T::Loop(_, block) => {
                self.check_twin(block)?;
                self.exec_block(block)
            }
            T::While(_, cond, block) => {
                self.exec(cond)?;
                self.exec_block(block)
            }
            T::For(_, _, iterable, block) => {
                self.exec(iterable)?;
                self.exec_block(block)
            }
            T::Closure { body, .. } => {
                let (outer, ret) = (self.in_closure, self.ret);
                (self.in_closure, self.ret) = (true, Mode::Exec);
                let done = self.exec(body);
                (self.in_closure, self.ret) = (outer, ret);
                done
            }
            _ => self.exec_children(e),
        }
    }

    /// Ghost code within code that runs.
    fn ghost_part(&mut self, e: &tree::Expr, want: Want) -> Result<()> {
        self.ghost.insert(e.id);
        match want {
            Want::Spec => self.proof(e, Want::Spec),
            Want::Tracked => self.tracked(e),
        }
    }

    /// A call with ghost arguments (guide page `exec_attr`) is one of a function of another name, and where the program is
    /// compiled the call is as it was written. So both must be made from one function: names, imports and methods of the
    /// two could lead to different places.
    fn check_twin(&mut self, block: &tree::Block) -> Result<()> {
        let Some(Stmt::Expr(first, _)) = block.stmts.first() else { return Ok(()) };
        if self.builtin(first) != Some(Known::StandsFor) {
            return Ok(());
        }
        let T::Call { args, .. } = &first.kind else { return Ok(()) };
        let written = match args.first().map(|arg| &arg.kind) {
            Some(T::Closure { body, .. }) => called(body),
            _ => None,
        };
        let meant = block.tail.as_deref().and_then(called);
        if let (Some(written), Some(meant)) = (written, meant) {
            let (written, meant) = (self.cx.entry(written)?, self.cx.entry(meant)?);
            let is_one_of_two = written.attrs.stands_for;
            let (written, meant) = (written.def(), meant.def());
            if is_one_of_two
                && written.parent == meant.parent
                && written.name_span == meant.name_span
                && meant.name.strip_suffix(&written.name).is_some_and(|prefix| !prefix.is_empty())
            {
                return Ok(());
            }
        }
        let text = "ghost arguments for a function that has none: it must be marked with `#[verus_spec(with ..)]`";
        fail(Language::GhostArguments, text, first.span)
    }

    /// A form that has no rule of its own: all its parts are exec code. A form that is missing above loses nothing by it: what is
    /// not marked is shown to rustc.
    fn exec_children(&mut self, e: &tree::Expr) -> Result<()> {
        let mut children = Vec::new();
        certus_tree::visit::children(e, &mut |child| children.push(child));
        children.into_iter().try_for_each(|child| self.exec(child))
    }

    /// Statements in order; a `let` is exec unless the mark before it says otherwise.
    /// `let ghost x = e;` is all ghost; of `let x = e;` the value is exec code whatever the name is used for.
    fn exec_block(&mut self, block: &tree::Block) -> Result<()> {
        let mut said = None;
        for stmt in &block.stmts {
            let before = std::mem::replace(&mut said, self.let_mark(stmt));
            match stmt {
                Stmt::Expr(e, _) => self.exec(e)?,
                Stmt::Let { init, else_, .. } => {
                    match before {
                        Some(Mode::Spec) => init.iter().try_for_each(|e| self.ghost_part(e, Want::Spec))?,
                        Some(Mode::Proof) => init.iter().try_for_each(|e| self.ghost_part(e, Want::Tracked))?,
                        _ => init.iter().try_for_each(|e| self.exec(e))?,
                    }
                    else_.iter().try_for_each(|e| self.exec(e))?;
                }
            }
        }
        block.tail.iter().try_for_each(|tail| self.exec(tail))
    }

    /// A call of a function of the program or of a library.
    /// Each argument is code of the mode of its parameter.
    /// Rustc sees a ghost argument only as far as tracked values are used in it, and any other argument as it is.
    fn exec_call(&mut self, def: tree::DefId, args: &[tree::Expr]) -> Result<()> {
        let (_, params, _) = self.signature(def)?;
        for (i, arg) in args.iter().enumerate() {
            match params.get(i) {
                Some(Mode::Spec) => self.ghost_part(arg, Want::Spec)?,
                Some(Mode::Proof) => self.ghost_part(arg, Want::Tracked)?,
                _ => self.exec(arg)?,
            }
        }
        Ok(())
    }

    /// A call of a function of `verus_builtin`.
    fn exec_builtin(&mut self, name: Known, args: &[tree::Expr], e: &tree::Expr) -> Result<()> {
        let is_ghost = builtins::is_naming(name) || builtins::is_specification(name);
        if is_ghost || name == Known::OpenGhost {
            self.ghost.insert(e.id);
        }
        match name {
            name if builtins::is_naming(name) => self.mark(e, Shown::Hidden),
            name if builtins::is_specification(name) => self.never_looked_at(e),
            name if builtins::has_proof(name) => return self.ghost_part(e, Want::Spec),
            // Its value may be of a type without values, and rustc would not look further than such a call.
            Known::OpenGhost => self.never_looked_at(e),
            Known::GhostLet | Known::Ghost => return args.iter().try_for_each(|arg| self.ghost_part(arg, Want::Spec)),
            Known::TrackedLet | Known::Tracked => {
                return args.iter().try_for_each(|arg| self.ghost_part(arg, Want::Tracked));
            }
            _ => return args.iter().try_for_each(|arg| self.exec(arg)),
        }
        Ok(())
    }
}

/// The function that a call is of.
fn called(e: &tree::Expr) -> Option<tree::DefId> {
    match &e.kind {
        T::Call { callee, .. } => Walk::callee(callee),
        T::Adjust(_, inner) => called(inner),
        T::Block(_, block) if block.stmts.is_empty() => block.tail.as_deref().and_then(called),
        _ => None,
    }
}
