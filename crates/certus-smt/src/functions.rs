//! Spec functions: symbols, ranges of results, definitions.

use std::rc::Rc;

use certus_diagnostics::Span;
use certus_vir::{Expr, Function, Ty};

use crate::encoder::{Encoder, Work};
use crate::error::Res;
use crate::fuel::{Unfold, derived};
use crate::instance::{FnInst, Place};
use crate::instance::{FnKey, is_generic};
use crate::term::{self, Bound, Quant, Role, Sort, Sym, Term};
use crate::value::{Env, Val};
use certus_vir::instances::substitution;

impl<'a> Encoder<'a> {
    /// A function at type arguments; what is known of it is stated later.
    pub(crate) fn function(&mut self, key: &FnKey, span: Option<Span>) -> Res<Rc<FnInst>> {
        if let Some(known) = self.functions.get(key) {
            return Ok(known.clone());
        }
        self.count_instance(&key.0, &key.1, span)?;
        let function = self.function_of(key, span)?;
        let subst = substitution(&function.type_params, &key.1);
        let mut params = Vec::new();
        for param in &function.params {
            params.push(self.place(&param.ty, &self.types.norm(&subst, &param.ty))?);
        }
        let ret = self.place(&function.ret.ty, &self.types.norm(&subst, &function.ret.ty))?;
        let sym = self.names.of_instance(&format!("fn {} {:?}", key.0, key.1), &key.0, &key.1);
        let recursive = self.unfold(key) != Unfold::Never && self.cycle(key)?.is_some();
        let recursive = recursive.then(|| derived(&sym, "rec"));
        let instance = Rc::new(FnInst { sym, recursive, params, ret });
        self.functions.insert(key.clone(), instance.clone());
        self.work.push_back(Work::Function(key.clone()));
        Ok(instance)
    }

    fn function_of(&self, key: &FnKey, span: Option<Span>) -> Res<&'a Function> {
        let found = self.types.program.functions.get(&key.0);
        found.ok_or_else(|| self.internal(format!("no function `{}`", key.0), span))
    }

    fn place(&mut self, declared: &Ty, ty: &Ty) -> Res<Place> {
        let stored = self.stored_range(ty).filter(|_| is_generic(declared));
        let sort = if stored.is_some() { self.stored_sort(ty)? } else { self.sort(ty)? };
        Ok(Place { ty: ty.clone(), sort, stored })
    }

    /// A value as a place has it.
    pub(crate) fn fit(&mut self, value: Val, place: &Place) -> Term {
        if place.stored.is_some() { self.store(value, &place.ty) } else { self.concrete(value) }
    }

    /// States what is known of a function that was reached.
    pub(crate) fn describe_function(&mut self, key: &FnKey) -> Res<()> {
        let instance = self.function(key, None)?;
        let function = self.function_of(key, None)?;
        let sorts: Vec<Sort> = instance.params.iter().map(|p| p.sort.clone()).collect();
        self.out.function(&instance.sym, sorts.clone(), &instance.ret.sort);
        let mut env = Env::new(substitution(&function.type_params, &key.1));
        let mut binders = Vec::new();
        let mut guards = Vec::new();
        for (param, place) in function.params.iter().zip(&instance.params) {
            let name = env.binder(&param.var);
            let value = term::var(&name, &place.sort);
            if let Some(kind) = place.range() {
                guards.push(self.range(kind, &value));
            }
            env = env.bind(&param.var, Val { term: value, stored: place.stored });
            binders.push((name, place.sort.clone()));
        }
        self.contract_of_item(key, &instance)?;
        let args: Vec<Term> = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
        let head = Head { instance: &instance, binders, args, guards };
        match (self.unfold(key), &instance.recursive, self.definition(key)) {
            (unfold @ (Unfold::Always | Unfold::Revealed), None, Some(body)) => {
                self.result_range(&head, None);
                self.define(&head, key, &env, body, unfold)
            }
            (unfold @ (Unfold::Always | Unfold::Revealed), Some(recursive), Some(body)) => {
                let fuel = self.fuel_sort();
                self.out.function(recursive, [sorts, vec![fuel]].concat(), &instance.ret.sort);
                self.result_range(&head, Some(recursive));
                self.define_recursive(&head, key, &env, body, unfold)
            }
            _ => {
                self.result_range(&head, None);
                Ok(())
            }
        }
    }

    /// Rule `result-range`: the result of a function lies in the range of its type when the arguments lie in those of
    /// theirs. For a recursive one it is stated of the symbol with fuel, to which the other is equal.
    fn result_range(&mut self, head: &Head<'_>, recursive: Option<&Sym>) {
        let Some(kind) = head.instance.ret.range() else {
            return;
        };
        let fuel = recursive.map(|sym| (sym, term::var(&"n".into(), &"Fuel".into())));
        let result = match &fuel {
            Some((sym, fuel)) => head.call_with(sym, fuel.clone()),
            None => head.call(),
        };
        let inside = self.range(kind, &result);
        let fact = term::implies(term::and(head.guards.clone()), inside);
        self.state(head, result, fact);
    }

    /// Rule `definition`: a visible function is what its definition says, for arguments in the ranges of their types
    /// and where its `when` holds. One that is hidden at first is so where it is revealed.
    fn define(&mut self, head: &Head<'_>, key: &FnKey, env: &Env, body: &Expr, unfold: Unfold) -> Res<()> {
        let value = self.expr(env, body)?;
        let value = self.fit(value, &head.instance.ret);
        let premise = self.premise(head, key, env)?;
        let fact = term::implies(premise, term::eq(head.call(), value));
        let shown = match unfold {
            Unfold::Revealed => self.revealed(&key.0),
            _ => term::boolean(true),
        };
        let fact = head.quantified(head.call(), fact);
        self.out.axiom(&head.instance.sym, term::implies(shown, fact));
        Ok(())
    }

    /// Rule `recursive-definition`: the function is its version with the fuel it has here; each unfolding takes one
    /// piece of fuel from the calls that lead back; how much is left makes no difference to the value. The function
    /// itself, for every amount of fuel, is a model.
    fn define_recursive(&mut self, head: &Head<'_>, key: &FnKey, env: &Env, body: &Expr, unfold: Unfold) -> Res<()> {
        let Some(sym) = head.instance.recursive.clone() else {
            return Ok(());
        };
        let start = match unfold {
            Unfold::Always => self.cycle(key)?,
            _ => None,
        };
        let fuel = self.fuel(key, &head.instance.sym, start);
        let same = term::eq(head.call(), head.call_with(&sym, fuel));
        self.state(head, head.call(), same);
        let left = term::var(&"n".into(), &self.fuel_sort());
        let any = head.call_with(&sym, left.clone());
        let none = self.fuel_zero();
        let irrelevant = term::eq(any.clone(), head.call_with(&sym, none));
        self.state(head, any, irrelevant);
        let mut inner = env.clone();
        inner.fuel = Some((key.clone(), left.clone()));
        let value = self.expr(&inner, body)?;
        let value = self.fit(value, &head.instance.ret);
        let premise = self.premise(head, key, env)?;
        let more = self.fuel_above(1, left);
        let unfolded = head.call_with(&sym, more);
        let fact = term::implies(premise, term::eq(unfolded.clone(), value));
        self.state(head, unfolded, fact);
        Ok(())
    }

    /// Where a definition holds.
    fn premise(&mut self, head: &Head<'_>, key: &FnKey, env: &Env) -> Res<Term> {
        let function = self.function_of(key, None)?;
        let mut premises = head.guards.clone();
        if let Some(when) = function.termination.as_ref().and_then(|t| t.when.as_ref()) {
            premises.push(self.formula(env, when)?);
        }
        Ok(term::and(premises))
    }

    fn state(&mut self, head: &Head<'_>, pattern: Term, fact: Term) {
        self.out.axiom(&head.instance.sym, head.quantified(pattern, fact));
    }
}

/// A function's symbol applied to variables.
struct Head<'i> {
    instance: &'i FnInst,
    binders: Vec<Bound>,
    args: Vec<Term>,
    guards: Vec<Term>,
}

impl Head<'_> {
    fn call(&self) -> Term {
        term::app(&self.instance.sym, Role::Free, self.args.clone(), &self.instance.ret.sort)
    }

    fn call_with(&self, sym: &Sym, fuel: Term) -> Term {
        let args = self.args.iter().cloned().chain([fuel]).collect();
        term::app(sym, Role::Free, args, &self.instance.ret.sort)
    }

    /// The fact for all arguments (and fuel, where it occurs).
    fn quantified(&self, pattern: Term, fact: Term) -> Term {
        let mut binders = self.binders.clone();
        let fuel: Sym = "n".into();
        if pattern.free.contains(&fuel) {
            binders.push((fuel, "Fuel".into()));
        }
        term::quant(Quant { forall: true, binders, patterns: vec![vec![pattern]], body: fact, qid: None })
    }
}
