//! Code that runs: where ghost code is in it, and what that must be.

use certus_tree::{self as tree, Block, CallKind, DefId, ExprKind as T, Known, Mutability, Stmt};
use certus_vir::Mode;

use super::Checker;
use crate::error::Result;

impl Checker<'_, '_> {
    /// Follows code that runs to the ghost code in it. Modes of exec values need no check here: rustc owns them.
    pub(super) fn exec(&mut self, e: &tree::Expr) -> Result<()> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.exec_once(e))
    }

    /// The forms of code that runs.
    /// Only ghost code is checked for modes: initial values of ghost variables, ghost arguments, ghost fields, proof
    /// blocks.
    fn exec_once(&mut self, e: &tree::Expr) -> Result<()> {
        match &e.kind {
            T::Block(_, block) | T::Unsafe(block) | T::Loop(_, block) => return self.exec_block(block),
            T::While(_, cond, block) => {
                self.exec(cond)?;
                return self.exec_block(block);
            }
            T::Call { callee: CallKind::Fn { def, resolved, .. }, args, .. } => {
                let target = resolved.as_ref().map_or(*def, |(def, _)| *def);
                return match self.cx.builtin(target) {
                    Some(name) => self.exec_builtin(name, args, e),
                    None => self.exec_call(target, args),
                };
            }
            T::Assign(_, target, value) if self.place_mode(target)? != Mode::Exec => {
                let word = self.place_mode(target)?.name();
                self.mode_error(format!("cannot access {word}-mode place in executable context"), target.span);
                return self.assignment(target, value, e.span);
            }
            T::Ctor { adt, variant, fields, base, .. } => {
                if let Some(mode @ (Mode::Spec | Mode::Proof)) = self.cx.entry(*adt)?.attrs.mode {
                    let word = if mode == Mode::Spec { "ghost" } else { "tracked" };
                    self.mode_error(format!("a value of a `{word}` type cannot be made in executable code"), e.span);
                }
                for field in fields {
                    match self.cx.field_mode(*adt, *variant, field.field)? {
                        Some(mode) => {
                            self.ghost_operand(&field.value, mode)?;
                            self.only_runs(&field.value)?;
                        }
                        None => self.exec(&field.value)?,
                    }
                }
                return base.iter().try_for_each(|b| self.exec(b));
            }
            T::Ref { mutability: Mutability::Mut, expr, .. } => {
                let mode = self.place_mode(expr)?;
                if mode != Mode::Exec {
                    let word = mode.name();
                    self.mode_error(format!("cannot access {word}-mode place in executable context"), e.span);
                }
                return self.exec(expr);
            }
            T::Match(scrutinee, arms) => {
                self.exec(scrutinee)?;
                for arm in arms {
                    self.declare(&arm.pat, Mode::Exec, false);
                    arm.guard.iter().try_for_each(|g| self.exec(g))?;
                    self.exec(&arm.body)?;
                }
                return Ok(());
            }
            T::Let(pat, value) => {
                self.exec(value)?;
                self.declare(pat, Mode::Exec, false);
                return Ok(());
            }
            T::For(_, pat, iterable, block) => {
                self.exec(iterable)?;
                self.declare(pat, Mode::Exec, false);
                return self.exec_block(block);
            }
            T::Closure { params, body, .. } => {
                params.iter().for_each(|p| self.declare(&p.pat, Mode::Exec, false));
                self.closure_contract(params, body)?;
                return self.exec(body);
            }
            // These have no ghost code but in their parts.
            T::Literal(_) | T::Local(_) | T::Const(..) | T::ConstParam(..) | T::FnItem(..) | T::CtorFn(..) => {}
            T::Call { callee: CallKind::Value(_), .. } | T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::Range(..) => {}
            T::Field(..) | T::TupleField(..) | T::Index(..) | T::Deref(_) | T::Ref { .. } | T::RawRef(..) => {}
            T::Adjust(..) | T::Cast(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) | T::Assign(..) => {}
            T::If(..) | T::Break(..) | T::Continue(_) | T::Return(_) | T::Try(_) | T::FormatArgs(..) => {}
            // These are refused when the body is lowered, before it is read here.
            T::AssignPat(..) | T::ConstBlock(_) | T::Async(_) | T::Await(_) | T::Unsupported(_) => {}
        }
        let mut inner = Vec::new();
        certus_tree::visit::children(e, &mut |child| inner.push(child));
        inner.into_iter().try_for_each(|child| self.exec(child))
    }

    /// The contract of a closure. What it requires must not depend on the future, nor what it ensures, unless a parameter may have
    /// mutable references in it: `call_requires` and `call_ensures` say the same, and count as prophetic in that case only.
    /// Errs with `language/prophetic`.
    pub(super) fn closure_contract(&mut self, params: &[tree::ClosureParam], body: &tree::Expr) -> Result<()> {
        let T::Block(_, block) = &body.kind else { return Ok(()) };
        let may_foretell = params.iter().any(|param| self.cx.may_refer(&param.ty));
        for stmt in &block.stmts {
            let Stmt::Expr(e, _) = stmt else { break };
            let T::Call { args, .. } = &e.kind else { break };
            let place = match self.builtin(e) {
                Some(Known::Requires) => "precondition of a closure",
                Some(Known::Ensures) if !may_foretell => "postcondition of a closure without references as parameters",
                Some(_) => continue,
                None => break,
            };
            for clause in args {
                if self.formula(clause)? {
                    self.prophetic_error(place, e.span);
                }
            }
        }
        Ok(())
    }

    /// A block of exec code, or a proof block, which the rewriter writes as a block with a mark at its beginning.
    fn exec_block(&mut self, block: &Block) -> Result<()> {
        if self.is_proof(block) {
            return self.proof_block(block).map(|_| ());
        }
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { pat, init, else_, .. } => {
                    let (mode, prophetic) = match init {
                        Some(init) => self.exec_init(init)?,
                        None => (self.next_let.take().unwrap_or(Mode::Exec), false),
                    };
                    self.declare(pat, mode, prophetic);
                    else_.iter().try_for_each(|e| self.exec(e))?;
                }
                Stmt::Expr(e, _) => self.exec(e)?,
            }
        }
        block.tail.iter().try_for_each(|e| self.exec(e))
    }

    /// The initial value of a variable; the mode of the variable, and whether the value may depend on the future.
    /// `let ghost x = e` may be of anything, `let tracked x = e` of tracked values only. Errs with
    /// `language/prophetic` where a tracked variable would depend on the future.
    fn exec_init(&mut self, init: &tree::Expr) -> Result<(Mode, bool)> {
        let (mode, value) = self.marked_init(init);
        match mode {
            Some(Mode::Proof) => {
                let flow = self.tracked(value)?;
                if flow.prophetic {
                    self.prophetic_error("a tracked variable", value.span);
                }
                Ok((Mode::Proof, false))
            }
            Some(_) => Ok((Mode::Spec, self.ghost_init(value)?.prophetic)),
            None => {
                self.exec(init)?;
                Ok((Mode::Exec, false))
            }
        }
    }

    /// The value of a ghost field where code that runs makes a struct: it is read as code that runs, though it is not kept,
    /// so nothing in it may be ghost but the arguments of `Ghost(..)` and `Tracked(..)`.
    fn only_runs(&mut self, e: &tree::Expr) -> Result<()> {
        match &e.kind {
            T::Call { callee: CallKind::Fn { def, resolved, .. }, .. } => {
                let target = resolved.as_ref().map_or(*def, |(def, _)| *def);
                match self.cx.builtin(target) {
                    Some(Known::Ghost | Known::GhostNew | Known::Tracked | Known::TrackedNew) => return Ok(()),
                    // A statement, such as an assertion.
                    Some(_) if matches!(&e.ty, tree::Ty::Tuple(parts) if parts.is_empty()) => return Ok(()),
                    Some(_) => {
                        let text = "cannot use spec-mode expression in executable context";
                        let help = crate::error::GHOST_ONLY;
                        self.mode_error_with(text, help, e.span);
                        return Ok(());
                    }
                    None => {}
                }
                let mode = self.cx.mode_of(target)?;
                if mode != Mode::Exec {
                    let (path, word) = (self.cx.path(target), mode.name());
                    let text = format!("cannot call function `{path}` with mode {word}");
                    let help = crate::error::call_help(mode);
                    self.mode_error_with(text, help, e.span);
                    return Ok(());
                }
            }
            T::Local(_) | T::Field(..) => {
                let mode = self.place_mode(e)?;
                if mode != Mode::Exec {
                    let word = mode.name();
                    self.mode_error(format!("cannot access {word}-mode place in executable context"), e.span);
                    return Ok(());
                }
            }
            T::Block(_, block) if self.is_proof(block) => return Ok(()),
            _ => {}
        }
        let mut inner = Vec::new();
        certus_tree::visit::children(e, &mut |child| inner.push(child));
        inner.into_iter().try_for_each(|child| self.only_runs(child))
    }

    /// An operand that is ghost code and becomes a part of a value that runs.
    /// `Ghost(e)` and `Tracked(e)` are kept by code that runs, which the future must not steer; hence no prophecy in
    /// them.
    fn ghost_operand(&mut self, e: &tree::Expr, mode: Mode) -> Result<()> {
        let flow = match mode {
            Mode::Proof => self.tracked(e)?,
            _ => self.proof(e, Mode::Spec)?,
        };
        if flow.prophetic {
            self.prophetic_error("'Ghost' wrapper", e.span);
        }
        Ok(())
    }

    /// Of the clauses only measures matter here; what stands in them was looked at when they were lowered.
    fn exec_builtin(&mut self, name: Known, args: &[tree::Expr], e: &tree::Expr) -> Result<()> {
        match (name, args) {
            (Known::Decreases, _) => args.iter().try_for_each(|arg| self.measure(arg)),
            (Known::Ghost | Known::GhostNew, [inner]) => self.ghost_operand(inner, Mode::Spec),
            (Known::Tracked | Known::TrackedNew, [inner]) => self.ghost_operand(inner, Mode::Proof),
            (Known::LetAttr, _) => {
                self.let_attr(e);
                Ok(())
            }
            (name, _) if crate::builtins::is_proved(name) => self.proof(e, Mode::Spec).map(|_| ()),
            (
                Known::Requires
                | Known::Ensures
                | Known::Invariant
                | Known::InvariantExceptBreak
                | Known::Recommends
                | Known::Returns
                | Known::Assert
                | Known::Assume,
                _,
            ) => Ok(()),
            _ => args.iter().try_for_each(|arg| self.exec(arg)),
        }
    }

    /// A call in exec code: its ghost and tracked arguments are proof code in the middle of it.
    /// Errs with `language/mode` where a ghost place is passed as `&mut` for an exec parameter: the compiled program
    /// has no such place.
    fn exec_call(&mut self, def: DefId, args: &[tree::Expr]) -> Result<()> {
        let modes = self.cx.param_modes(def)?;
        for (i, arg) in args.iter().enumerate() {
            match modes.get(i).copied().unwrap_or(Mode::Exec) {
                Mode::Exec => {
                    self.exec(arg)?;
                }
                mode => self.ghost_operand(arg, mode)?,
            }
        }
        Ok(())
    }
}
