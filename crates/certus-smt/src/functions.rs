//! Spec functions that are reached: their symbols, and what is stated of them.

use std::rc::Rc;

use certus_diagnostics::Span;
use certus_vir::Expr;
use certus_vir::instances::substitution;

use crate::encoder::Encoder;
use crate::error::Res;
use crate::instance::{FnInst, FnKey};
use crate::names;
use crate::rules::function::Head;
use crate::term::{self, Sort, Term};
use crate::value::{Env, Val};
use crate::view::Unfold;

impl Encoder<'_> {
    /// A function at type arguments; what is known of it is stated later.
    pub(crate) fn function(&mut self, key: &FnKey, span: Option<Span>) -> Res<Rc<FnInst>> {
        let words = self.vocabulary();
        if let Some(known) = words.reached().function(key) {
            return Ok(known);
        }
        words.count_instance(&key.0, &key.1, span)?;
        let function = words.view().function(&key.0, span)?;
        let subst = substitution(&function.type_params, &key.1);
        let mut params = Vec::new();
        for param in &function.params {
            let ty = words.view().norm(&subst, &param.ty);
            params.push(words.place(&param.ty, &ty)?);
        }
        let ty = words.view().norm(&subst, &function.ret.ty);
        let ret = words.place(&function.ret.ty, &ty)?;
        let sym = words.theory().instance_symbol(&format!("fn {} {:?}", key.0, key.1), &key.0, &key.1);
        let recursive = self.view().unfold(key) != Unfold::Never && self.cycle(key)?.is_some();
        let recursive = recursive.then(|| names::derived(&sym, "rec"));
        let instance = Rc::new(FnInst { sym, recursive, params, ret });
        self.vocabulary().reach().add_function(key, instance.clone());
        Ok(instance)
    }

    /// States what is known of a function that was reached.
    pub(crate) fn describe_function(&mut self, key: &FnKey) -> Res<()> {
        let instance = self.function(key, None)?;
        let function = self.view().function(&key.0, None)?;
        let sorts: Vec<Sort> = instance.params.iter().map(|p| p.sort.clone()).collect();
        self.theory().declare(&instance.sym, sorts.clone(), &instance.ret.sort);
        let mut env = Env::new(substitution(&function.type_params, &key.1));
        let mut binders = Vec::new();
        let mut guards = Vec::new();
        for (param, place) in function.params.iter().zip(&instance.params) {
            let name = env.binder(&param.var);
            let value = term::var(&name, &place.sort);
            if let Some(kind) = place.range() {
                guards.push(self.theory().range(kind, &value));
            }
            env = env.bind(&param.var, Val { term: value, stored: place.stored });
            binders.push((name, place.sort.clone()));
        }
        self.contract_of_item(key, &instance)?;
        let head = Head::new(&instance, binders, guards);
        let recursive = instance.recursive.as_ref();
        match (self.view().unfold(key), self.view().definition(key)) {
            (Unfold::Always | Unfold::Revealed, Some(body)) => {
                if let Some(recursive) = recursive {
                    let fuel = self.theory().fuel_sort();
                    self.theory().declare(recursive, [sorts, vec![fuel]].concat(), &instance.ret.sort);
                }
                head.result_range(self.theory(), recursive);
                self.define(&head, key, &env, body)
            }
            _ => {
                head.result_range(self.theory(), None);
                Ok(())
            }
        }
    }

    /// States the definition of a function.
    fn define(&mut self, head: &Head<'_>, key: &FnKey, env: &Env, body: &Expr) -> Res<()> {
        let is_shown_by_steps = self.view().unfold(key) == Unfold::Revealed;
        let shown = self.view().shown(&key.0);
        if head.instance().recursive.is_none() {
            let (value, premise) = self.value_and_premise(head, key, env, body)?;
            let shown = if is_shown_by_steps { self.theory().revealed(&key.0, &shown) } else { term::boolean(true) };
            head.definition(self.theory(), shown, premise, value);
            return Ok(());
        }
        let start = if is_shown_by_steps { None } else { self.cycle(key)? };
        let left = head.with_fuel(self.theory(), &key.0, start, &shown);
        let (value, premise) = self.value_and_premise(head, key, &env.with_fuel(key, &left), body)?;
        head.unfolding(self.theory(), left, premise, value);
        Ok(())
    }

    /// What a definition says, and where it holds.
    fn value_and_premise(&mut self, head: &Head<'_>, key: &FnKey, env: &Env, body: &Expr) -> Res<(Term, Term)> {
        let value = self.expr(env, body)?;
        let value = self.vocabulary().fit(value, &head.instance().ret);
        let function = self.view().function(&key.0, None)?;
        let mut premises = head.guards();
        if let Some(when) = function.termination.as_ref().and_then(|t| t.when.as_ref()) {
            premises.push(self.formula(&env.without_fuel(), when)?);
        }
        Ok((value, term::and(premises)))
    }
}
