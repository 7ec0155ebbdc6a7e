//! The variables of one function in VIR: their names, and which of them code may change.

use std::collections::HashMap;

use certus_vir::{Name, Var};

use super::Fx;

/// The variables declared so far, numbered by their names and ordered by their declaration.
#[derive(Default)]
pub(super) struct Variables {
    /// Before the name of every new variable.
    prefix: &'static str,
    /// How many variables have a name.
    counters: HashMap<Name, u32>,
    /// When each variable was declared.
    declared: HashMap<Var, usize>,
    /// The number of variables declared when each proof on the side that we are in began: older ones are read-only.
    asides: Vec<usize>,
}

impl Variables {
    /// A variable that no other variable of this function is.
    /// Names count up within one function only: an edit in another function must not change the text of a query.
    fn fresh(&mut self, name: &str) -> Var {
        let name: Name = format!("{}{name}", self.prefix).into();
        let counter = self.counters.entry(name.clone()).or_insert(0);
        let var = Var { name, index: *counter };
        *counter += 1;
        let order = self.declared.len();
        self.declared.insert(var.clone(), order);
        var
    }

    /// Begins a proof on the side.
    pub(super) fn begin_aside(&mut self) {
        self.asides.push(self.declared.len());
    }

    /// Ends a proof on the side.
    pub(super) fn end_aside(&mut self) {
        self.asides.pop();
    }

    /// How many proofs on the side we are in.
    fn depth(&self) -> usize {
        self.asides.len()
    }

    /// True when the variable may be changed here.
    /// Compared by the time of declaration, not by name: a variable declared inside is free to shadow an outer one.
    fn may_change(&self, var: &Var) -> bool {
        let begin = self.asides.last().copied().unwrap_or(0);
        self.declared.get(var).is_some_and(|order| *order >= begin)
    }
}

impl Fx<'_, '_> {
    /// A variable that no other variable of this function is.
    pub(crate) fn fresh(&mut self, name: &str) -> Var {
        self.variables.fresh(name)
    }

    /// Puts a prefix before the names of all variables that follow: two bodies that become one function must not share
    /// variables.
    pub(crate) fn prefix_variables(&mut self, prefix: &'static str) {
        self.variables.prefix = prefix;
    }

    /// How many proofs on the side we are in.
    pub(crate) fn depth(&self) -> usize {
        self.variables.depth()
    }

    /// True when the variable may be changed here: it was declared in the proof on the side that we are in, if any.
    pub(crate) fn may_change(&self, var: &Var) -> bool {
        self.variables.may_change(var)
    }
}
