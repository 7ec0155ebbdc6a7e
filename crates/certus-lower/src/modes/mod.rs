//! The modes of ghost code: what is tracked, and what may depend on the future.
//!
//! Guide page `modes` and reference pages `reference-var-modes` and `reference-attributes`. A `tracked` value is a
//! permission: it may come only from other tracked values, or a proof could make up the right to do what it proves. A
//! `ghost` value is only known, so it may come from anywhere. A prophetic value is known from the future; if tracked
//! state, or a value that passes for an ordinary one, could depend on it, then the future could contradict itself.
//!
//! This is a walk of its own over the tree of a body that has been lowered without an error: [`exec`] follows code that
//! runs to the ghost code in it, [`proof`] finds the mode of what ghost code computes, [`spec`] looks into formulas.
//! Whether exec code uses ghost values is asked when the body is lowered. What the walk found ([`Modes`]) is also what the
//! marks for rustc are made from.

mod dual;
mod exec;
mod generic_future;
mod places;
mod proof;
mod spec;
mod walk;

pub(crate) use places::AT_RUN_TIME;

use std::collections::HashMap;

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{self as tree, Body, DefId, ExprId, ExprKind as T, Known, LocalId, Stmt, Ty};
use certus_vir::Mode;

use crate::context::{Context, Entry};
use crate::error::Result;
use crate::syntax::string_argument;

/// What is known of the value of an expression.
#[derive(Clone, Copy, Debug)]
struct Flow {
    /// `Proof` when it may be used as a tracked value. Never `Exec`: code that runs is not asked about.
    mode: Mode,
    /// It may depend on the future.
    prophetic: bool,
}

impl Flow {
    /// A value that anyone may have as a tracked one, such as a number.
    const FREE: Flow = Flow { mode: Mode::Proof, prophetic: false };

    /// A value that is only known.
    fn spec(prophetic: bool) -> Flow {
        Flow { mode: Mode::Spec, prophetic }
    }

    /// Made of both.
    fn and(self, other: Flow) -> Flow {
        Flow { mode: self.mode.min(other.mode), prophetic: self.prophetic || other.prophetic }
    }
}

/// What is known of a local variable.
#[derive(Clone, Copy, Debug)]
struct Variable {
    mode: Mode,
    prophetic: bool,
}

/// The modes in one body.
#[derive(Default)]
pub(crate) struct Modes {
    locals: HashMap<LocalId, Mode>,
    values: HashMap<ExprId, Mode>,
}

impl Modes {
    /// The mode that a local variable was declared with.
    pub(crate) fn of_local(&self, id: LocalId) -> Option<Mode> {
        self.locals.get(&id).copied()
    }

    /// The mode of the value of an expression of ghost code: `Proof` where it may be used as a tracked one. Inside of formulas
    /// and of code that runs no value is asked for; it is `Spec` here.
    pub(crate) fn of_value(&self, e: &tree::Expr) -> Mode {
        self.values.get(&e.id).copied().unwrap_or(Mode::Spec)
    }

    /// The mode of the value of an expression, if it is one of ghost code that was asked for.
    pub(crate) fn known_of_value(&self, e: &tree::Expr) -> Option<Mode> {
        self.values.get(&e.id).copied()
    }

    /// The mode that an assignment to a place writes with: `Exec` where code that runs writes.
    pub(crate) fn of_target(&self, place: &tree::Expr) -> Mode {
        self.values.get(&place.id).copied().unwrap_or(Mode::Exec)
    }
}

/// Checks one body.
struct Checker<'c, 'a> {
    cx: &'c mut Context<'a>,
    /// The function or constant that the body is of.
    def: DefId,
    /// The mode of the function.
    code: Mode,
    /// The result is tracked.
    tracked_result: bool,
    vars: HashMap<LocalId, Variable>,
    /// The modes of values of ghost code, and of the places that assignments write to.
    values: HashMap<ExprId, Mode>,
    /// The function that the `atomically` block around calls.
    update: Option<LocalId>,
    /// In a proof on the side, such as `assert .. by`.
    aside: bool,
    /// Under a condition that may depend on the future.
    conditional: bool,
    /// In an argument that is specification.
    in_operand: bool,
    /// The declaration that comes next is marked `prophetic`.
    marked: bool,
    /// The mode that the declaration that comes next is marked with.
    next_let: Option<Mode>,
    errors: Vec<Diagnostic>,
}

impl Context<'_> {
    /// Checks the modes in the body of a function or constant of this crate, and tells what they are. Errs with
    /// `language/mode` and `language/prophetic`.
    pub(crate) fn check_modes(&mut self, def: DefId, entry: &Entry, body: &Body) -> Result<Modes> {
        let (modes, errors) = self.modes(def, entry, body)?;
        if errors.is_empty() { Ok(modes) } else { Err(errors.into()) }
    }

    /// The modes in a body, and what is wrong with them. Of a body that nobody verifies the second means nothing.
    pub(crate) fn modes(&mut self, def: DefId, entry: &Entry, body: &Body) -> Result<(Modes, Vec<Diagnostic>)> {
        let code = self.mode_of(def)?;
        let params = if body.params.is_empty() { Vec::new() } else { self.param_modes(def)? };
        let tracked_result = code != Mode::Exec && entry.attrs.ret == Some(Mode::Proof);
        let mut checker = Checker::new(self, def, code, tracked_result);
        for (pat, mode) in body.params.iter().zip(params) {
            checker.declare(pat, mode, false);
        }
        match code {
            Mode::Spec => checker.definition(&body.value, entry.attrs.prophetic.is_some())?,
            Mode::Proof => checker.result(&body.value)?,
            Mode::Exec => checker.exec(&body.value)?,
        }
        let locals = checker.vars.into_iter().map(|(id, variable)| (id, variable.mode)).collect();
        Ok((Modes { locals, values: checker.values }, checker.errors))
    }

    /// Checks the clauses of a function whose body nobody verifies. Errs with `language/prophetic` and `language/mode`.
    pub(crate) fn check_trusted_clauses(&mut self, def: DefId, body: &Body) -> Result<()> {
        let code = self.mode_of(def)?;
        let mut checker = Checker::new(self, def, code, false);
        checker.clauses(&body.value)?;
        if checker.errors.is_empty() { Ok(()) } else { Err(checker.errors.into()) }
    }

    /// Checks the value of a `spec const`. Errs with `language/prophetic`.
    pub(crate) fn check_spec_constant(&mut self, def: DefId, body: &Body) -> Result<()> {
        let mut checker = Checker::new(self, def, Mode::Spec, false);
        checker.definition(&body.value, false)?;
        if checker.errors.is_empty() { Ok(()) } else { Err(checker.errors.into()) }
    }
}

impl<'c, 't> Checker<'c, 't> {
    fn new(cx: &'c mut Context<'t>, def: DefId, code: Mode, tracked_result: bool) -> Checker<'c, 't> {
        Checker {
            cx,
            def,
            code,
            tracked_result,
            vars: HashMap::new(),
            values: HashMap::new(),
            update: None,
            aside: false,
            conditional: false,
            in_operand: false,
            marked: false,
            next_let: None,
            errors: Vec::new(),
        }
    }
}

impl Checker<'_, '_> {
    /// Notes an error in the use of modes.
    fn mode_error(&mut self, message: impl Into<String>, span: Span) {
        self.errors.push(Diagnostic::error(Language::Mode, message, span));
    }

    fn mode_error_with(&mut self, message: impl Into<String>, help: &str, span: Span) {
        self.errors.push(Diagnostic::error(Language::Mode, message, span).with_help(help));
    }

    /// A value that may depend on the future, where none is allowed.
    fn prophetic_error(&mut self, place: &str, span: Span) {
        let message = format!("prophetic value not allowed for {place}");
        let error = Diagnostic::error(Language::Prophetic, message, span);
        self.errors.push(error.with_help("the value may depend on the future, so it must not affect the execution"));
    }

    /// Something that must not depend on the future, under a condition that does.
    fn not_conditional(&mut self, what: &str, span: Span) {
        if self.conditional {
            let message = format!("{what} cannot occur in prophecy-conditional context");
            self.errors.push(Diagnostic::error(Language::Prophetic, message, span));
        }
    }

    /// Runs `f` under a condition.
    fn under<R>(&mut self, condition: Flow, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.conditional;
        self.conditional |= condition.prophetic;
        let result = f(self);
        self.conditional = outer;
        result
    }

    /// Declares the variables of a pattern whose whole has this mode. Under a condition on the future every new variable
    /// may depend on it.
    fn declare(&mut self, pat: &tree::Pat, mode: Mode, prophetic: bool) {
        if self.marked && mode != Mode::Spec {
            let message = "only a ghost variable can be prophetic";
            self.errors.push(Diagnostic::error(Language::Prophetic, message, pat.span));
        }
        let mut found = Vec::new();
        walk::bindings(self.cx, pat, mode, &mut found);
        for (id, mode) in found {
            let prophetic = mode != Mode::Exec && (prophetic || self.marked || self.conditional);
            self.vars.insert(id, Variable { mode, prophetic });
        }
        self.marked = false;
    }

    /// The value of a function body, or what `return` gives.
    fn result(&mut self, value: &tree::Expr) -> Result<()> {
        let flow = if self.tracked_result { self.tracked(value)? } else { self.proof(value, Mode::Spec)? };
        if flow.prophetic && value.ty != Ty::unit() && value.ty != Ty::Never {
            self.prophetic_error("return value", walk::value_span(value));
        }
        Ok(())
    }

    /// The name of the function of `verus_builtin` that an expression calls.
    fn builtin(&mut self, e: &tree::Expr) -> Option<Known> {
        let T::Call { callee: tree::CallKind::Fn { def, .. }, .. } = &e.kind else { return None };
        self.cx.builtin(*def)
    }

    /// What a `let_attr` says about the declaration after it.
    fn let_attr(&mut self, e: &tree::Expr) {
        match string_argument(e) {
            Some("verifier::prophetic") => self.marked = true,
            Some("mode spec") => self.next_let = Some(Mode::Spec),
            Some("mode proof") => self.next_let = Some(Mode::Proof),
            _ => {}
        }
    }

    /// The mode that a declaration gets from the mark on its initial value, and that value.
    fn marked_init<'e>(&mut self, init: &'e tree::Expr) -> (Option<Mode>, &'e tree::Expr) {
        let mode = match self.builtin(init) {
            Some(Known::GhostLet | Known::OpenGhost) => Mode::Spec,
            Some(Known::TrackedLet | Known::OpenTracked) => Mode::Proof,
            _ => return (self.next_let.take(), init),
        };
        match &init.kind {
            T::Call { args, .. } => (Some(mode), args.first().unwrap_or(init)),
            _ => (Some(mode), init),
        }
    }

    /// True for a block that the rewriter marked as a proof.
    fn is_proof(&mut self, block: &tree::Block) -> bool {
        let first = block.stmts.first().and_then(|s| if let Stmt::Expr(e, _) = s { Some(e) } else { None });
        first.is_some_and(|e| self.builtin(e) == Some(Known::ProofBlock))
    }
}
