//! What the local variables of the tree stand for, and what is known of them besides their types.

use std::collections::{HashMap, HashSet};

use certus_tree::{self as tree, LocalId};
use certus_vir::{Binder, Expr, Mode, Ty, Var};

use super::Fx;
use crate::error::Result;

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

/// The local variables that the code can name, and what stands in the way of those that come.
#[derive(Default)]
pub(super) struct Scope {
    slots: HashMap<LocalId, Slot>,
    /// Modes of locals, where they are not the default of the code that declares them.
    modes: HashMap<LocalId, Mode>,
    /// The mode that an attribute gives to the variables of the next `let`.
    next_let: Option<Mode>,
    /// Parameters, and locals that get a value where they are declared: only `mut` ones may be written again.
    initialized: HashSet<LocalId>,
    /// Parameters of the function, and of the closures in it.
    parameters: HashSet<LocalId>,
    /// What was passed for a variable in a parameter of a closure.
    passed: HashMap<LocalId, Expr>,
    /// The variables that hold what parameters refer to.
    referents: HashSet<Var>,
    /// The mode of the field that a pattern is inside of, where it is not that of the whole.
    field_mode: Option<Mode>,
    /// What the matches look at whose guards we are in.
    frozen: Vec<Expr>,
}

impl Fx<'_, '_> {
    /// What a local variable stands for; `None` for one that cannot be used here.
    pub(crate) fn slot(&self, id: LocalId) -> Option<&Slot> {
        self.scope.slots.get(&id)
    }

    /// The local variables that are variables of VIR.
    pub(crate) fn locals_in_variables(&self) -> impl Iterator<Item = (LocalId, &Var)> {
        self.scope.slots.iter().filter_map(|(local, slot)| match slot {
            Slot::Var(binder) => Some((*local, &binder.var)),
            Slot::MutParam { .. } | Slot::Value(_) => None,
        })
    }

    /// Whether a variable holds what a parameter refers to: its value is not the function's own.
    pub(crate) fn is_referent(&self, var: &Var) -> bool {
        self.scope.referents.contains(var)
    }

    /// Lets a local variable stand for something.
    pub(crate) fn bind(&mut self, id: LocalId, slot: Slot) {
        self.binds_destructor(id);
        if let Slot::MutParam { current, .. } = &slot {
            self.scope.referents.insert(current.clone());
        }
        if self.cx.options.names_points {
            self.add_fresh(id);
        }
        self.scope.slots.insert(id, slot);
    }

    /// The same for a variable that has its value from the beginning, as a parameter has: unless it is `mut`, nothing may
    /// be assigned to it.
    pub(crate) fn bind_initialized(&mut self, id: LocalId, slot: Slot) {
        self.mark_initialized(id);
        self.scope.parameters.insert(id);
        self.bind(id, slot);
    }

    /// Whether a local variable is a parameter.
    pub(crate) fn is_parameter(&self, id: LocalId) -> bool {
        self.scope.parameters.contains(&id)
    }

    /// Notes what was passed for a variable in a parameter of a closure.
    pub(crate) fn set_passed(&mut self, id: LocalId, value: Expr) {
        self.scope.passed.insert(id, value);
    }

    /// What was passed for a variable in a parameter of a closure.
    pub(crate) fn passed_to_closure(&self, id: LocalId) -> Option<&Expr> {
        self.scope.passed.get(&id)
    }

    /// Notes that a local variable gets its value where it is declared.
    pub(crate) fn mark_initialized(&mut self, id: LocalId) {
        self.scope.initialized.insert(id);
    }

    /// Whether an assignment to the local variable would be a second one.
    pub(crate) fn is_initialized(&self, id: LocalId) -> bool {
        self.scope.initialized.contains(&id)
    }

    /// The mode of a local variable, where it is not that of the code that declares it.
    pub(crate) fn mode_of_local(&self, id: LocalId) -> Option<Mode> {
        self.scope.modes.get(&id).copied()
    }

    /// Gives a local variable a mode.
    pub(crate) fn set_mode(&mut self, id: LocalId, mode: Mode) {
        self.scope.modes.insert(id, mode);
    }

    /// The modes of all local variables.
    pub(crate) fn modes_of_locals(&self) -> HashMap<LocalId, Mode> {
        self.scope.modes.clone()
    }

    /// Gives all local variables the modes that they had.
    pub(crate) fn restore_modes(&mut self, modes: &HashMap<LocalId, Mode>) {
        self.scope.modes.clone_from(modes);
    }

    /// Gives a mode to the variables of the `let` that follows.
    pub(crate) fn mark_next_let(&mut self, mode: Mode) {
        self.scope.next_let = Some(mode);
    }

    /// The mode that was given to the variables of this `let`. It is not given to the next one.
    pub(crate) fn take_let_mark(&mut self) -> Option<Mode> {
        self.scope.next_let.take()
    }

    /// The mode of the field that a pattern is inside of, where it is not that of the whole.
    pub(crate) fn field_mode(&self) -> Option<Mode> {
        self.scope.field_mode
    }

    /// Runs `f` for the pattern of a field. A `tracked` field of a `ghost` one is ghost, as what is around it is.
    pub(crate) fn in_field<T>(&mut self, mode: Option<Mode>, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = self.scope.field_mode;
        if let Some(mode) = mode {
            self.scope.field_mode = Some(outer.map_or(mode, |outer| outer.min(mode)));
        }
        let result = f(self);
        self.scope.field_mode = outer;
        result
    }

    /// Runs `f` for the guard of an arm of a match, which may not change what the match looks at.
    pub(crate) fn frozen<T>(&mut self, scrutinee: &Expr, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.scope.frozen.push(scrutinee.clone());
        let result = f(self);
        self.scope.frozen.pop();
        result
    }

    /// What the matches look at whose guards we are in.
    pub(crate) fn scrutinees(&self) -> &[Expr] {
        &self.scope.frozen
    }

    /// The declaration of a local variable.
    pub(crate) fn local(&self, id: LocalId) -> &tree::Local {
        &self.body.locals[id.0 as usize]
    }

    /// The type of a local variable.
    pub(crate) fn local_ty(&mut self, id: LocalId) -> Result<Ty> {
        let local = &self.body.locals[id.0 as usize];
        self.cx.ty(&local.ty, local.span)
    }

    /// The name of a local variable.
    pub(crate) fn local_name(&self, id: LocalId) -> String {
        self.local(id).name.clone()
    }

    /// Makes a new variable for a local and lets the local stand for it.
    /// Variables declared in ghost code of an exec function are ghost unless they were marked before; reading one in
    /// exec code is refused later (reference page `reference-var-modes`).
    pub(crate) fn declare_local(&mut self, id: LocalId) -> Result<Binder> {
        let ty = self.local_ty(id)?;
        let name = self.local_name(id);
        let binder = Binder { var: self.fresh(&name), ty };
        if self.is_erased() {
            self.scope.modes.entry(id).or_insert(Mode::Spec);
        }
        self.bind(id, Slot::Var(binder.clone()));
        Ok(binder)
    }
}
