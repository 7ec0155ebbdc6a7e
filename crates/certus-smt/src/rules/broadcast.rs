//! # Rule `broadcast`
//!
//! ```smt
//! (=> USED (forall ((x T) ..) (! (=> (and GUARDS PRE) POST) :pattern (TRIGGER ..))))
//! ```
//!
//! True because a broadcast function is a lemma: its contract was proved for all arguments. It is stated at the type
//! arguments at which everything that one of its triggers asks for was reached, and never for itself.
//!
//! # Rule `broadcast-use`
//!
//! ```smt
//! (declare-const use<g> Bool)                  ; asserted where a step that brings in the function or group g stands
//! (or use<g> ..)                               ; USED; true for what is known everywhere
//! ```
//!
//! True because the lemma holds everywhere; the constant says only where a proof is to know it. In the model it is true.

use certus_vir::instances::substitution;
use certus_vir::{Binder, Clause, Expr, Function, Param, Path, QuantKind, Trigger, Ty};

use crate::encoder::Encoder;
use crate::error::Res;
use crate::names;
use crate::scope::Binding;
use crate::term::{self, Term};
use crate::theory::Theory;
use crate::value::Env;

impl Theory {
    /// Rule `broadcast-use`: the constant that stands for a step which brings in a broadcast function or group.
    pub(crate) fn in_use(&mut self, path: &Path) -> Term {
        let sym = self.symbol(&format!("use {path}"), &format!("use<{}>", names::path(path)));
        self.constant(&sym, "Bool")
    }
}

impl Encoder<'_> {
    /// Rule `broadcast`: the statement of a broadcast function at type arguments. `uses` has the paths in the steps that
    /// bring it in; none of what is known everywhere.
    pub(crate) fn state_broadcast(&mut self, function: &Function, args: &[Ty], uses: &[Path]) -> Res<()> {
        let env = Env::new(substitution(&function.type_params, args));
        let clauses = |all: &[Clause]| Expr::and_all(all.iter().map(|c| c.expr.clone()), function.span);
        let body = match function.requires.as_slice() {
            [] => clauses(&function.ensures),
            requires => Expr::implies(clauses(requires), clauses(&function.ensures)),
        };
        let binder = |p: &Param| Binder { var: p.var.clone(), ty: p.ty.clone() };
        let binders: Vec<Binder> = function.params.iter().map(binder).collect();
        let trigger = function.broadcast.as_ref().map_or(Trigger::Auto, |b| b.trigger.clone());
        if let Some(origins) = self.origins() {
            origins.states(function.span, function.path.to_string());
        }
        let fact = if binders.is_empty() {
            self.formula(&env, &body)?
        } else {
            let of = Binding { binders: &binders, trigger: &trigger, body: &body, span: function.span };
            self.quantifier(&env, QuantKind::Forall, of)?
        };
        let premise = if uses.is_empty() {
            term::boolean(true)
        } else {
            term::or(uses.iter().map(|path| self.theory().in_use(path)).collect::<Vec<_>>())
        };
        // After what the functions themselves state.
        let owner = format!("~{}", names::instance(&function.path, args));
        self.theory().state(&owner, term::implies(premise, fact));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use certus_vc::Step;
    use certus_vir::*;

    use crate::common::*;

    /// A world with a lemma that `f` holds of natural numbers, and a group with it.
    fn world() -> World {
        let mut w = World::new();
        w.declare("crate::f", &[("i", int())], Ty::Bool);
        let f = is("crate::f", &[i("i")]);
        w.broadcast("crate::p", &[("i", int())], given(std::slice::from_ref(&f)), f.clone()).requires =
            vec![clause(le(n(0), i("i")))];
        w.declare("crate::g", &[], Ty::unit()).group = Some(vec!["crate::p".into(), "crate::g".into()]);
        w
    }

    fn f(k: i64) -> Expr {
        is("crate::f", &[n(k)])
    }

    #[test]
    fn broadcast_under_its_precondition() {
        let mut w = world();
        w.check(f(10)).check(f(-1));
        w.fails(&[1]);
    }

    #[test]
    fn broadcast_is_not_known_to_its_own_proof() {
        let mut w = world();
        w.obligation.function = "crate::p".into();
        w.check(f(10));
        w.fails(&[0]);
    }

    #[test]
    fn broadcast_use_from_a_step_on() {
        for path in ["crate::p", "crate::g"] {
            let mut w = world();
            w.obligation.uses.clear();
            let c = w.var("c", Ty::Bool);
            w.goal(or(f(10), c.clone()));
            w.block(&[(0, std::slice::from_ref(&c))]).step(Step::Use(path.into())).goal(f(11));
            w.block(&[(0, &[not(c)])]).goal(f(11));
            w.fails(&[0, 2]);
        }
    }
}
