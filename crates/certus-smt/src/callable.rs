//! What is known of function items as values.

use certus_vir::subst::Subst;
use certus_vir::{Clause, Expr, ExprKind, Function, Ty, UnaryOp, Var, callable};

use crate::encoder::Encoder;
use crate::error::Res;
use crate::instance::{FnInst, FnKey};
use crate::term::{self, Role, Term};
use crate::value::{Env, Val};
use certus_vir::instances::TySubst;

impl Encoder<'_> {
    /// Rule `fn-item`: a function item may be called where its precondition holds, and what a call may give meets its
    /// postcondition (reference page `reference-signature-fnonce`). A function of a trait has the contract of the impl's
    /// too where the impl is known. To read `call_requires` as the precondition, and `call_ensures` as that and the
    /// postcondition, is a model.
    pub(crate) fn contract_of_item(&mut self, key: &FnKey, instance: &FnInst) -> Res<()> {
        let is_requires = &*key.0 == callable::CALL_REQUIRES;
        if !is_requires && &*key.0 != callable::CALL_ENSURES {
            return Ok(());
        }
        let Some(Ty::FnItem(item, tys)) = key.1.last() else { return Ok(()) };
        let declared = (item.clone(), tys.clone());
        let meant = self.types.resolve_call(item, tys).filter(|meant| *meant != declared);
        for (path, tys) in std::iter::once(declared).chain(meant) {
            let Some(function) = self.types.program.functions.get(&path) else {
                return Err(self.internal(format!("no function `{path}`"), None));
            };
            let clauses = if is_requires { &function.requires } else { &function.ensures };
            self.relation(function, &tys, key, instance, clauses)?;
        }
        Ok(())
    }

    /// The clauses of a function, of the components of a tuple of arguments.
    fn relation(
        &mut self,
        function: &Function,
        tys: &[Ty],
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
        let call = term::app(&instance.sym, Role::Free, args, &instance.ret.sort);
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
        self.out.axiom(&instance.sym, term::forall(binders, vec![call], fact));
        Ok(())
    }
}
