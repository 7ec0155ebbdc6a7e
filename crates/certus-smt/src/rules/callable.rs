//! A function item is a value, of a type that is known by the function. `PRE` and `POST` are the conjunctions of the
//! clauses of its contract, for the arguments in the tuple `args` and the result `output`. For a function of a trait there is
//! a second fact, with the contract of the impl's function, where the impl is known (reference page
//! `reference-signature-fnonce`).
//!
//! # Rule `fn-item-requires`
//!
//! ```smt
//! (forall ((f F) (args A)) (!
//!     (=> PRE (call_requires<A/F> f args))
//!     :pattern ((call_requires<A/F> f args))))
//! ```
//!
//! True because a function may be called where its precondition holds. To read `call_requires` as the precondition is a model.
//!
//! # Rule `fn-item-ensures`
//!
//! ```smt
//! (forall ((f F) (args A) (output R)) (!
//!     (=> (call_ensures<A/R/F> f args output) POST)
//!     :pattern ((call_ensures<A/R/F> f args output))))
//! ```
//!
//! True because what a call may give meets the postcondition. To read `call_ensures` as the precondition and the
//! postcondition is a model.

use certus_vir::instances::TySubst;
use certus_vir::subst::Subst;
use certus_vir::{Clause, Expr, ExprKind, Function, Ty, UnaryOp, Var, callable};

use crate::encoder::Encoder;
use crate::error::Res;
use crate::instance::{FnInst, FnKey};
use crate::term::{self, Role, Term};
use crate::value::{Env, Val};

impl Encoder<'_> {
    /// Rules `fn-item-requires` and `fn-item-ensures`, if this is one of the two relations at a function item.
    pub(crate) fn contract_of_item(&mut self, key: &FnKey, instance: &FnInst) -> Res<()> {
        let is_requires = &*key.0 == callable::CALL_REQUIRES;
        if !is_requires && &*key.0 != callable::CALL_ENSURES {
            return Ok(());
        }
        let Some(Ty::FnItem(item, tys)) = key.1.last() else { return Ok(()) };
        let declared = (item.clone(), tys.clone());
        let meant = self.view().types().resolve_call(item, tys).filter(|meant| *meant != declared);
        for (path, tys) in std::iter::once(declared).chain(meant) {
            let function = self.view().function(&path, None)?;
            let clauses = if is_requires { &function.requires } else { &function.ensures };
            self.relation((function, &tys), key, instance, clauses)?;
        }
        Ok(())
    }

    /// The clauses of a function at type arguments, of the components of a tuple of arguments.
    fn relation(
        &mut self,
        (function, tys): (&Function, &[Ty]),
        key: &FnKey,
        instance: &FnInst,
        clauses: &[Clause],
    ) -> Res<()> {
        let mut env = Env::new(TySubst::default());
        let mut binders = Vec::new();
        // The function, the tuple, and the result.
        let vars: Vec<Var> = ["f", "args", "output"].map(|name| Var { name: name.into(), index: 0 }).into();
        for (var, place) in vars.iter().zip(&instance.params) {
            let name = env.binder(var);
            env = env.bind(var, Val { term: term::var(&name, &place.sort), stored: place.stored });
            binders.push((name, place.sort.clone()));
        }
        let args: Vec<Term> = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
        let call = term::app(&instance.sym, Role::Contract, args, &instance.ret.sort);
        let Some(Ty::Data(tuple, parts)) = key.1.first() else { return Ok(()) };
        let mut subst = Subst::new().strip_checked();
        for (param, ty) in function.type_params.iter().zip(tys) {
            subst.ty(&param.name, ty.clone());
        }
        let span = function.span;
        let all = Expr::var(&vars[1], key.1[0].clone(), span); // Looked at just now; there are three variables.
        for ((index, param), ty) in function.params.iter().enumerate().zip(parts) {
            let op = UnaryOp::Field(tuple.clone(), tuple.clone(), index.to_string().into());
            let part = Expr::new(ExprKind::Unary(op, all.clone()), ty.clone(), span);
            subst.var(&param.var, part.clone());
            subst.old(&param.var, part);
        }
        if let [_, output, _] = key.1.as_slice() {
            subst.var(&function.ret.var, Expr::var(&vars[2], output.clone(), span));
        }
        let mut all = Vec::new();
        for clause in clauses {
            all.push(self.formula(&env, &subst.apply(&clause.expr))?);
        }
        let all = term::and(all);
        let fact = if key.1.len() == 2 { term::implies(all, call.clone()) } else { term::implies(call.clone(), all) };
        self.theory().state(&instance.sym, term::forall(binders, vec![call], fact));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    /// `fn f(x: int) -> int requires 0 < x ensures result == x + 1` as a value, and a tuple of an argument.
    fn world() -> (World, Expr, impl Fn(i64) -> Expr) {
        let mut w = World::new();
        w.datatype("tuple%1", &["T0"], &[("tuple%1", &[("0", param("T0"))])]);
        for path in [callable::CALL_REQUIRES, callable::CALL_ENSURES] {
            w.program.functions.insert(path.into(), callable::function(path, sp()));
        }
        let f = w.declare("crate::f", &[("x", int())], int());
        f.mode = Mode::Exec;
        f.requires = vec![clause(lt(n(0), i("x")))];
        f.ensures = vec![clause(eq(i("result"), add(i("x"), n(1))))];
        let item = Ty::FnItem("crate::f".into(), Vec::new());
        let value = Expr::new(ExprKind::TypeConst(item.clone()), item, sp());
        (w, value, |x| ctor(Ty::tuple(vec![int()]), "tuple%1", &[("0", n(x))]))
    }

    #[test]
    fn fn_item_requires_its_precondition_and_no_more() {
        let (mut w, value, args) = world();
        let may = |x| callable::requires(value.clone(), args(x), sp());
        w.check(may(5)).check(may(0)).check(not(may(0)));
        w.fails(&[1, 2]);
    }

    #[test]
    fn fn_item_ensures_its_postcondition_and_does_not_follow_from_it() {
        let (mut w, value, args) = world();
        let o = w.var("o", int());
        let gives = |x, o| callable::ensures(value.clone(), args(x), o, sp());
        w.check(implies(gives(5, o.clone()), eq(o, n(6)))).check(gives(5, n(6)));
        w.fails(&[1]);
    }
}
