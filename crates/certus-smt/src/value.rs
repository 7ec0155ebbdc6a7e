//! Values while they are translated, and what variables mean at a place.

use std::collections::HashMap;
use std::rc::Rc;

use certus_vir::instances::TySubst;
use certus_vir::{IntKind, Var};

use crate::instance::FnKey;
use crate::names;
use crate::term::{Sym, Term};

/// The value of an expression in one of the two views of integers.
#[derive(Clone, Debug)]
pub(crate) struct Val {
    /// The term.
    pub term: Term,
    /// The range, when the term is a ranged integer in its stored form.
    pub stored: Option<IntKind>,
}

impl Val {
    /// A value that is not in a stored form.
    pub(crate) fn plain(term: Term) -> Val {
        Val { term, stored: None }
    }
}

/// The obligation's variables, as far as they are used.
pub(crate) type Globals = HashMap<Var, Val>;

/// What variables and type parameters mean at a place.
#[derive(Clone)]
pub(crate) struct Env {
    /// Types of type parameters; those without one are opaque.
    types: TySubst,
    /// The recursive function whose definition this is, with the fuel that is left for calls back to it.
    fuel: Option<(FnKey, Term)>,
    /// How many inline functions are being expanded.
    inlined: u32,
    scope: Option<Rc<Scope>>,
    /// The names of the bound variables around, innermost first.
    bound: Option<Rc<BoundName>>,
}

struct BoundName {
    name: Sym,
    outer: Option<Rc<BoundName>>,
}

struct Scope {
    var: Var,
    value: Val,
    outer: Option<Rc<Scope>>,
}

impl Env {
    /// Nothing is bound.
    pub(crate) fn new(types: TySubst) -> Env {
        Env { types, fuel: None, inlined: 0, scope: None, bound: None }
    }

    /// What type parameters mean.
    pub(crate) fn types(&self) -> &TySubst {
        &self.types
    }

    /// The recursive function whose definition this is, with the fuel that is left for calls back to it.
    pub(crate) fn fuel(&self) -> Option<&(FnKey, Term)> {
        self.fuel.as_ref()
    }

    /// The same in the definition of a recursive function.
    pub(crate) fn with_fuel(&self, key: &FnKey, fuel: &Term) -> Env {
        Env { fuel: Some((key.clone(), fuel.clone())), ..self.clone() }
    }

    /// The same outside of any recursive definition.
    pub(crate) fn without_fuel(&self) -> Env {
        Env { fuel: None, ..self.clone() }
    }

    /// How many inline functions are being expanded.
    pub(crate) fn inlined(&self) -> u32 {
        self.inlined
    }

    /// That of the body of an inline function, expanded here: no variables, and the bound ones around are kept clear of.
    pub(crate) fn expanded(&self, types: TySubst) -> Env {
        Env { types, fuel: self.fuel.clone(), inlined: self.inlined + 1, scope: None, bound: self.bound.clone() }
    }

    /// The same with one more variable.
    pub(crate) fn bind(&self, var: &Var, value: Val) -> Env {
        let scope = Scope { var: var.clone(), value, outer: self.scope.clone() };
        Env { scope: Some(Rc::new(scope)), ..self.clone() }
    }

    /// A name for a bound variable that none around it has, so that nothing put below the binder is captured. From here on
    /// it is one of those around.
    pub(crate) fn binder(&mut self, var: &Var) -> Sym {
        let mut index = 0;
        let mut name = names::bound(&var.name, index);
        while self.is_bound(&name) {
            index += 1;
            name = names::bound(&var.name, index);
        }
        self.bound = Some(Rc::new(BoundName { name: name.clone(), outer: self.bound.take() }));
        name
    }

    fn is_bound(&self, name: &Sym) -> bool {
        std::iter::successors(self.bound.as_deref(), |bound| bound.outer.as_deref()).any(|bound| bound.name == *name)
    }

    /// The value of a variable.
    pub(crate) fn get(&self, var: &Var) -> Option<Val> {
        let mut scope = &self.scope;
        while let Some(s) = scope {
            if s.var == *var {
                return Some(s.value.clone());
            }
            scope = &s.outer;
        }
        None
    }
}
