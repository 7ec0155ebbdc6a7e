//! Mathematical functions: each is lifted to a function of what it captures.

use certus_diagnostics::Unsupported;
use std::collections::HashMap;

use certus_vir::{Binder, Expr, Ty};

use crate::encoder::{Encoder, Feature};
use crate::error::Res;
use crate::names;
use crate::term::{self, Bound, Kind, Quant, Role, Sort, Sym, Term};
use crate::value::{Env, Val};

/// A term under binders, with the parts that do not depend on them taken out.
///
/// Holding one lets you conclude: the text of `terms` names nothing of the place that they come from, so two places
/// that mean the same have the same text.
pub(crate) struct Lifted {
    /// The parts taken out.
    pub captures: Vec<Term>,
    /// The variables that stand for them in `terms`.
    pub params: Vec<Bound>,
    /// The binders under their new names.
    pub binders: Vec<Bound>,
    /// The terms.
    pub terms: Vec<Term>,
}

impl Lifted {
    /// The text that tells apart what is lifted.
    pub(crate) fn key(&self) -> String {
        let sorts = |all: &[Bound]| all.iter().map(|(_, sort)| &**sort).collect::<Vec<_>>().join(" ");
        let terms: Vec<String> = self.terms.iter().map(term::text).collect();
        format!("{} | {} | {}", sorts(&self.params), sorts(&self.binders), terms.join(" | "))
    }

    /// The variables that stand for the captures.
    pub(crate) fn param_terms(&self) -> Vec<Term> {
        self.params.iter().map(|(name, sort)| term::var(name, sort)).collect()
    }
}

/// Takes the largest parts that do not depend on the binders out of terms. Literals stay, and so do quantified
/// formulas, whose parts are looked at instead.
pub(crate) fn lift(binders: &[Bound], terms: &[Term]) -> Lifted {
    let mut lifter = Lifter { renamed: HashMap::new(), by_text: HashMap::new(), captures: Vec::new(), bound: 0 };
    let mut new = Vec::new();
    for (index, (name, sort)) in binders.iter().enumerate() {
        let fresh: Sym = format!("b{index}").into();
        lifter.renamed.insert(name.clone(), fresh.clone());
        new.push((fresh, sort.clone()));
    }
    let terms = terms.iter().map(|t| lifter.replace(&term::expand_lets(t))).collect();
    let params = lifter.captures.iter().enumerate().map(|(n, t)| (format!("c{n}").into(), t.sort.clone())).collect();
    Lifted { captures: lifter.captures, params, binders: new, terms }
}

struct Lifter {
    renamed: HashMap<Sym, Sym>,
    by_text: HashMap<String, usize>,
    captures: Vec<Term>,
    bound: u32,
}

impl Lifter {
    fn replace(&mut self, t: &Term) -> Term {
        match &t.kind {
            Kind::Lit(_) => t.clone(),
            Kind::App(_, Role::Interpreted | Role::Given, args) if args.is_empty() => t.clone(),
            Kind::Var(name) if self.renamed.contains_key(name) => {
                self.renamed.get(name).map_or_else(|| t.clone(), |new| term::var(new, &t.sort))
            }
            Kind::Quant(q) => {
                let outer = self.renamed.clone();
                let mut binders = Vec::new();
                for (name, sort) in &q.binders {
                    let fresh: Sym = format!("q{}", self.bound).into();
                    self.bound += 1;
                    self.renamed.insert(name.clone(), fresh.clone());
                    binders.push((fresh, sort.clone()));
                }
                let body = self.replace(&q.body);
                let patterns = q.patterns.iter().map(|p| p.iter().map(|t| self.replace(t)).collect()).collect();
                self.renamed = outer;
                term::quant(Quant { forall: q.forall, binders, patterns, body, qid: q.qid.clone() })
            }
            _ if !t.has_quant && !t.free.iter().any(|v| self.renamed.contains_key(v)) => self.capture(t),
            _ => term::map(t, &mut |part| self.replace(part)),
        }
    }

    fn capture(&mut self, t: &Term) -> Term {
        let next = self.captures.len();
        let index = *self.by_text.entry(term::text(t)).or_insert(next);
        if index == next {
            self.captures.push(t.clone());
        }
        term::var(&format!("c{index}").into(), &t.sort)
    }
}

impl Encoder<'_> {
    /// Rule `lambda`: a mathematical function is a constructor applied to what it captures, and one axiom tells what
    /// it gives when applied. The full function space is a model.
    pub(crate) fn lambda(&mut self, env: &Env, binders: &[Binder], body: &Expr, ty: &Ty) -> Res<Val> {
        let ty = plain_fn(ty);
        let Ty::SpecFn(_, ret) = &ty else {
            return Err(self.internal("a mathematical function of another type", Some(body.span)));
        };
        let sort = self.sort(&ty)?;
        let mut inner = env.clone();
        let mut bound = Vec::new();
        for binder in binders {
            let of = self.types.norm(&env.types, &binder.ty);
            let name = inner.binder(&binder.var);
            let binder_sort = self.stored_sort(&of)?;
            let value = Val { term: term::var(&name, &binder_sort), stored: self.stored_range(&of) };
            inner = inner.bind(&binder.var, value);
            bound.push((name, binder_sort));
        }
        let value = self.expr(&inner, body)?;
        let value = self.store(value, ret);
        let lifted = lift(&bound, &[value]);
        let key = format!("lambda {sort} {}", lifted.key());
        let name = format!("lambda%{}", names::digest(&key));
        let sym = self.symbol(&key, &name);
        let params: Vec<Sort> = lifted.params.iter().map(|(_, sort)| sort.clone()).collect();
        if self.out.function(&sym, params, &sort) {
            let made = term::app(&sym, Role::Inner, lifted.param_terms(), &sort);
            let args = lifted.binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
            let applied = self.apply_stored(&ty, made, args)?;
            let all: Vec<Bound> = lifted.params.iter().chain(&lifted.binders).cloned().collect();
            for body in &lifted.terms {
                let fact = term::eq(applied.clone(), body.clone());
                self.out.axiom(&sym, quantified(&all, &applied, fact));
            }
        }
        Ok(Val::plain(term::app(&sym, Role::Inner, lifted.captures, &sort)))
    }

    /// The application of a mathematical function, arguments and result in their stored form.
    pub(crate) fn apply_stored(&mut self, ty: &Ty, f: Term, args: Vec<Term>) -> Res<Term> {
        let ty = plain_fn(ty);
        let Ty::SpecFn(params, ret) = &ty else {
            return Err(self.internal("the application of what is no function", None));
        };
        let ret = self.stored_sort(ret)?;
        let sym = self.symbol(&format!("apply {ty:?}"), &format!("apply<{}>", names::ty(&ty)));
        let mut sorts = vec![self.sort(&ty)?];
        for param in params {
            sorts.push(self.stored_sort(param)?);
        }
        self.out.function(&sym, sorts, &ret);
        self.features.insert(Feature::Apply(ty.clone()));
        let all = std::iter::once(f).chain(args).collect();
        Ok(term::app(&sym, Role::Free, all, &ret))
    }

    /// An application in the program.
    pub(crate) fn apply(&mut self, env: &Env, callee: &Expr, args: &[Expr]) -> Res<Val> {
        let ty = self.types.norm(&env.types, &callee.ty);
        let ty = plain_fn(&ty);
        let Ty::SpecFn(params, ret) = &ty else {
            return Err(self.unsupported(
                Unsupported::Apply,
                "a call of a value that is no `spec_fn`",
                Some(callee.span),
            ));
        };
        let f = self.expr(env, callee)?.term;
        let mut values = Vec::new();
        for (arg, param) in args.iter().zip(params) {
            let value = self.expr(env, arg)?;
            values.push(self.store(value, param));
        }
        let term = self.apply_stored(&ty, f, values)?;
        Ok(Val { term, stored: self.stored_range(ret) })
    }
}

/// A function type without decorations of its arguments and result.
fn plain_fn(ty: &Ty) -> Ty {
    match ty.value() {
        Ty::SpecFn(args, ret) => {
            Ty::SpecFn(args.iter().map(|t| t.value().clone()).collect(), Box::new(ret.value().clone()))
        }
        other => other.clone(),
    }
}

fn quantified(binders: &[Bound], pattern: &Term, fact: Term) -> Term {
    let used: Vec<Bound> = binders.iter().filter(|(name, _)| pattern.free.contains(name)).cloned().collect();
    term::forall(used, vec![pattern.clone()], fact)
}
