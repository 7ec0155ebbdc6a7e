//! Bodies: expressions of the tree to pure expressions and statements of VIR.
//!
//! One routine lowers an expression in any context. In a pure context (specifications, spec functions) it may not emit
//! statements; elsewhere whatever has an effect is emitted in evaluation order and the value is what is left.
//!
//! Guide page `ghost_vs_exec`. Two questions are asked everywhere: is this ghost code (`ghost`), where arithmetic is
//! exact and exec functions cannot be called, and may it have effects (`pure`). Spec code is ghost and pure, a proof
//! block is ghost with effects, exec code is neither. Ghost code vanishes from the compiled program, so it must not
//! change what runs nor decide where the program goes: writes to exec variables, and jumps out of ghost code, are
//! refused.

mod arith;
mod borrowed;
mod builtin;
mod call;
mod callable;
mod closure;
mod control;
mod copies;
mod equality;
mod exits;
mod expr;
mod ghost_type_args;
pub(crate) mod header;
mod index;
mod literal;
mod loops;
mod matching;
mod modified;
mod pattern;
mod place;
mod proof;
mod quant;
pub(crate) mod triggers;
mod try_operator;
mod variables;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use certus_diagnostics::{Language, Span};
use certus_tree::{self as tree, DefId, LocalId};
use certus_vir::{Binder, Expr, Mode, Path, Stmt, StmtKind, Ty, Var, visit};

use crate::context::Context;
use crate::error::{Result, fail};

pub(crate) use arith::width;

/// What a local variable of the tree stands for.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    /// A variable of VIR.
    Var(Binder),
    /// A parameter of type `&mut T`: the reference as passed (a pair), and the variable that holds its current value.
    MutParam { pair: Binder, current: Var, inner: Ty },
    /// A value (a part of a scrutinee that was bound already).
    Value(Expr),
}

/// From where the value of a parameter is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// In the body: the variable as it is.
    Body,
    /// In a precondition, measure or recommendation: as passed.
    Pre,
    /// In a postcondition: as passed.
    Post,
}

/// The function, constant or static whose body is lowered.
/// The settings are those in force at the item: its own attributes, those of the modules around it, and the options.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub def: DefId,
    pub mode: Mode,
    /// In a module whose quantifiers the solver takes as they are.
    pub is_epr: bool,
    pub loop_isolation: bool,
    pub allow_complex_invariants: bool,
    pub allow_no_decreases: bool,
    /// A `&mut` parameter in a postcondition is its final value.
    pub final_in_post: bool,
}

/// Lowers one body.
pub(crate) struct Fx<'c, 'a> {
    /// What is known across items.
    pub cx: &'c mut Context<'a>,
    /// The body as it is written.
    pub body: Rc<tree::Body>,
    /// The item that it is the body of.
    pub owner: Owner,
    /// What the local variables of the tree stand for.
    pub locals: HashMap<LocalId, Slot>,
    /// The variables of the function in VIR.
    pub variables: variables::Variables,
    /// How control leaves the code being lowered.
    pub exits: exits::Exits,
    /// The statements emitted so far.
    pub out: Vec<Stmt>,
    /// In ghost code: operators are exact, functions are read as mathematics where they can be.
    pub ghost: bool,
    /// No statements may be emitted.
    pub pure: bool,
    /// From where the values of parameters are meant.
    pub position: Position,
    /// Triggers found in the quantifier being lowered.
    pub triggers: Vec<quant::TriggerFrame>,
    /// Modes of locals, where they are not the default of the code that declares them.
    pub local_modes: HashMap<LocalId, Mode>,
    /// The mode that an attribute gives to the variables of the next `let`.
    pub next_let: Option<Mode>,
    /// Parameters, and locals that get a value where they are declared: only `mut` ones may be written again.
    pub initialized: HashSet<LocalId>,
    /// Proof blocks are allowed in pure code: that of a recursive spec function, whose termination they prove.
    pub proof_in_pure: bool,
    /// A proof block was met in pure code.
    pub proof_skipped: bool,
    /// The mode of the field that a pattern is inside of, where it is not that of the whole.
    pub field_mode: Option<Mode>,
    /// Spec functions hidden in the whole function.
    pub hidden: Vec<Path>,
    /// The whole function is for the nonlinear prover.
    pub nonlinear: bool,
    /// The checks of the exec constants that are read: their contracts are known only because of these.
    pub constants_read: Vec<Path>,
    /// What the matches look at whose guards we are in.
    pub frozen: Vec<Expr>,
}

impl<'c, 'a> Fx<'c, 'a> {
    pub(crate) fn new(cx: &'c mut Context<'a>, body: Rc<tree::Body>, owner: Owner) -> Fx<'c, 'a> {
        let ghost = owner.mode != Mode::Exec;
        Fx {
            cx,
            body,
            owner,
            locals: HashMap::new(),
            variables: variables::Variables::default(),
            exits: exits::Exits::default(),
            out: Vec::new(),
            ghost,
            pure: false,
            position: Position::Body,
            triggers: Vec::new(),
            local_modes: HashMap::new(),
            next_let: None,
            initialized: HashSet::new(),
            proof_in_pure: false,
            proof_skipped: false,
            field_mode: None,
            hidden: Vec::new(),
            nonlinear: false,
            constants_read: Vec::new(),
            frozen: Vec::new(),
        }
    }

    /// A variable that no other variable of this function is.
    pub(crate) fn fresh(&mut self, name: &str) -> Var {
        self.variables.fresh(name)
    }

    /// Adds a statement after those emitted so far.
    pub(crate) fn emit(&mut self, kind: StmtKind, span: Span) {
        self.out.push(Stmt::new(kind, span));
    }

    /// True when a statement after the first `before` ones may give a variable a new value.
    pub(crate) fn has_assigned_since(&self, before: usize) -> bool {
        let mut found = false;
        let mut on_stmt =
            |s: &Stmt| found |= matches!(s.kind, StmtKind::Assign(..) | StmtKind::Havoc(_) | StmtKind::Loop(_));
        visit::walk_stmts(&self.out[before..], &mut on_stmt, &mut |_| {});
        found
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

    /// Runs `f` with its statements collected apart.
    /// The caller decides under which condition they run. The list outside is restored also after an error.
    pub(crate) fn collect<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<(Vec<Stmt>, T)> {
        let outer = std::mem::take(&mut self.out);
        let result = f(self);
        let inner = std::mem::replace(&mut self.out, outer);
        Ok((inner, result?))
    }

    /// Runs `f` in ghost code where no effect is allowed.
    /// The result depends on nothing but the variables it names, so it may stand in a formula, be repeated or be
    /// dropped.
    pub(crate) fn purely<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let saved = (self.ghost, self.pure);
        (self.ghost, self.pure) = (true, true);
        let result = f(self);
        (self.ghost, self.pure) = saved;
        result
    }

    /// Runs `f` in ghost code that may have effects.
    pub(crate) fn ghostly<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let saved = std::mem::replace(&mut self.ghost, true);
        let result = f(self);
        self.ghost = saved;
        result
    }

    /// Fails where an effect is not allowed.
    /// Errs with `language/pure`: a term has no moment at which the effect would happen.
    pub(crate) fn needs_effects(&self, what: &str, span: Span) -> Result<()> {
        if self.pure {
            return fail(Language::Pure, format!("{what} is not allowed inside pure context"), span);
        }
        Ok(())
    }

    /// Runs `f` as a proof on the side: what is declared outside may not be changed in it.
    /// What happens in such a proof is forgotten at its end, except for what it concludes. A change of an outer
    /// variable would be forgotten with it: the code after the proof would be checked with the old value, and
    /// conclusions about the new value would contradict it. No term of it is a trigger of a binder outside.
    pub(crate) fn aside<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.variables.begin_aside();
        let triggers = std::mem::take(&mut self.triggers);
        let result = f(self);
        self.triggers = triggers;
        self.variables.end_aside();
        result
    }

    /// True when the variable may be changed here.
    pub(crate) fn may_change(&self, var: &Var) -> bool {
        self.variables.may_change(var)
    }

    /// The type of a local variable.
    pub(crate) fn local_ty(&mut self, id: LocalId) -> Result<Ty> {
        let local = &self.body.locals[id.0 as usize];
        let (ty, span) = (local.ty.clone(), local.span);
        self.cx.ty(&ty, span)
    }

    /// The name of a local variable.
    pub(crate) fn local_name(&self, id: LocalId) -> String {
        self.body.locals[id.0 as usize].name.clone()
    }

    /// Makes a new variable for a local and lets the local stand for it.
    /// Variables declared in ghost code of an exec function are ghost unless they were marked before; reading one in
    /// exec code is refused later (reference page `reference-var-modes`).
    pub(crate) fn declare_local(&mut self, id: LocalId) -> Result<Binder> {
        let ty = self.local_ty(id)?;
        let name = self.local_name(id);
        let binder = Binder { var: self.fresh(&name), ty };
        if self.ghost && self.owner.mode == Mode::Exec {
            self.local_modes.entry(id).or_insert(Mode::Spec);
        }
        self.locals.insert(id, Slot::Var(binder.clone()));
        Ok(binder)
    }
}
