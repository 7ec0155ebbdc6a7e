//! Names for the values of variables.

use std::collections::{BTreeMap, HashMap};

use certus_vir::subst::{self, Subst};
use certus_vir::{Expr, ExprKind, Ty, Var};
use indexmap::IndexMap;

/// The current value of each variable in scope.
pub(crate) type Env = BTreeMap<Var, Var>;

/// All values of a function. The first value of a variable has the variable's name (for a parameter that is its initial
/// value). Later values are `x@1`, `x@2`, ... The names depend only on the function's own statements.
#[derive(Default)]
pub(crate) struct Names {
    next: HashMap<Var, u32>,
    /// In the order of creation.
    types: IndexMap<Var, Ty>,
}

impl Names {
    /// Makes a new value of the variable.
    pub(crate) fn fresh(&mut self, base: &Var, ty: &Ty) -> Var {
        let next = self.next.entry(base.clone()).or_default();
        let name = match *next {
            0 => base.clone(),
            version => Var { name: format!("{}@{version}", base.name).into(), index: base.index },
        };
        *next += 1;
        self.types.insert(name.clone(), ty.clone());
        name
    }

    /// The type of a value; `None` for an unknown name.
    pub(crate) fn ty(&self, name: &Var) -> Option<&Ty> {
        self.types.get(name)
    }

    /// The position in the order of creation, which is the canonical order of declarations.
    pub(crate) fn order(&self, name: &Var) -> usize {
        self.types.get_index_of(name).unwrap_or(usize::MAX)
    }

    /// Replaces the variables of an expression by their values. The initial value of a variable is its first value.
    pub(crate) fn resolve(&self, expr: &Expr, env: &Env) -> Expr {
        let mut subst = Subst::new().strip_checked();
        subst::each_free(expr, &mut |e| match &*e.kind {
            ExprKind::Var(var) => {
                if let Some(value) = env.get(var) {
                    subst.var(var, Expr::var(value, e.ty.clone(), e.span));
                }
            }
            ExprKind::Old(var) => subst.old(var, Expr::var(var, e.ty.clone(), e.span)),
            _ => {}
        });
        subst.apply(expr)
    }
}
