//! Names of the values that variables take.

use std::collections::{BTreeMap, HashMap};

use certus_vir::subst::{self, Subst};
use certus_vir::{Expr, ExprKind, Ty, Var};
use indexmap::IndexMap;

/// The value that each variable in scope has at a point.
pub(crate) type Env = BTreeMap<Var, Var>;

/// All values of a function. The first value of a variable keeps the variable's name (for a parameter that is its
/// initial value), the later ones are `x@1`, `x@2`, ..: a pure function of the function's own statements.
#[derive(Default)]
pub(crate) struct Names {
    next: HashMap<Var, u32>,
    /// In order of creation.
    types: IndexMap<Var, Ty>,
}

impl Names {
    /// A new value of the variable.
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

    /// The type of a value; `None` for a name that was never given.
    pub(crate) fn ty(&self, name: &Var) -> Option<&Ty> {
        self.types.get(name)
    }

    /// The place in the order of creation, the canonical order of declarations.
    pub(crate) fn order(&self, name: &Var) -> usize {
        self.types.get_index_of(name).unwrap_or(usize::MAX)
    }

    /// The expression over values instead of variables. The initial value of a variable is its first.
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
