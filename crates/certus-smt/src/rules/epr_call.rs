//! # Rule `epr-call`
//!
//! ```smt
//! BODY[A/x, ..]                                ; for f(A, ..), where the definition of f is visible
//! (f A ..)                                     ; elsewhere
//! ```
//!
//! True because a visible definition says what the function is. It takes the place of the call, so that every quantifier in
//! it stands where it is assumed or proved. Recursive definitions are refused. Of any other function nothing is known.

use certus_diagnostics::{Language, Span};
use certus_vir::instances::substitution;
use certus_vir::{Expr, Path, Ty};

use crate::epr::context::{Epr, outside};
use crate::error::Res;
use crate::instance::{FnKey, plain_relation};
use crate::names;
use crate::rules::epr_value::all_cases;
use crate::term::{self, Role, Sort, Sym, Term};
use crate::value::Env;
use crate::view::Unfold;

/// What a call stands for.
pub(crate) enum Callee {
    /// This definition.
    Definition(FnKey, Env, Expr),
    /// A symbol, of these arguments.
    Symbol(FnKey, Vec<Term>),
}

impl Epr<'_> {
    /// What a call stands for: a visible definition with the values of its parameters, or a function of which nothing is
    /// known.
    pub(crate) fn callee(&mut self, env: &Env, (path, tys): (&Path, &[Ty]), args: &[Expr], span: Span) -> Res<Callee> {
        let mut key = (path.clone(), self.view().types().norm_all(env.types(), tys));
        if let Some(meant) = self.view().types().resolve_call(&key.0, &key.1) {
            key = meant;
        }
        plain_relation(&mut key);
        let function = self.view().function(&key.0, Some(span))?;
        let mut values = Vec::new();
        for arg in args {
            values.push(self.expr(env, arg)?);
        }
        if values.len() != function.params.len() {
            return Err(self.view().internal(format!("wrong number of arguments of `{}`", key.0), Some(span)));
        }
        let subst = substitution(&function.type_params, &key.1);
        let body = self.view().definition(&key).filter(|_| self.view().unfold(&key) != Unfold::Never);
        if let Some(body) = body {
            let is_open = self.state().is_expanding(&key);
            // A definition that holds under a condition only is that of a recursive function.
            let is_partial = function.termination.as_ref().is_some_and(|measure| measure.when.is_some());
            if function.cycle > 0 || is_partial || is_open {
                let message = format!("`{}` is recursive: recursive definitions are not part of EPR", function.name);
                let help = "make the definition `closed`, and state the properties that you need as lemmas";
                return Err(outside(Language::EprRecursion, message, span, help));
            }
            let mut inner = Env::new(subst);
            for (param, value) in function.params.iter().zip(values) {
                inner = inner.bind(&param.var, value);
            }
            return Ok(Callee::Definition(key, inner, body.clone()));
        }
        Ok(Callee::Symbol(key, values.into_iter().map(|value| value.term).collect()))
    }

    /// Rule `epr-call`: the definition, or the symbol applied.
    pub(crate) fn call(&mut self, env: &Env, (path, tys): (&Path, &[Ty]), args: &[Expr], span: Span) -> Res<Term> {
        let (key, values) = match self.callee(env, (path, tys), args, span)? {
            Callee::Definition(key, inner, body) => {
                self.note().expand(key);
                let value = self.expr(&inner, &body);
                self.note().expanded();
                return Ok(value?.term);
            }
            Callee::Symbol(key, values) => (key, values),
        };
        let function = self.view().function(&key.0, Some(span))?;
        let subst = substitution(&function.type_params, &key.1);
        let mut sorts = Vec::new();
        for param in &function.params {
            let ty = self.view().norm(&subst, &param.ty);
            let what = format!("the parameter `{}` of `{}` is", param.var.name, function.name);
            sorts.push(self.sort_at(&ty, span, &what)?);
        }
        let ty = self.view().norm(&subst, &function.ret.ty);
        let ret = self.sort_at(&ty, span, &format!("`{}` gives", function.name))?;
        let sym = self.theory().instance_symbol(&format!("fn {} {:?}", key.0, key.1), &key.0, &key.1);
        self.theory().declare(&sym, sorts, &ret);
        self.mean(&sym, &names::path(&key.0), function.span);
        self.apply(&sym, values, &ret, span)
    }

    /// A symbol applied, choices between arguments outside.
    pub(crate) fn apply(&mut self, sym: &Sym, values: Vec<Term>, ret: &Sort, span: Span) -> Res<Term> {
        all_cases(&values, &mut Vec::new(), &mut |args| {
            self.spend(span)?;
            if args.iter().any(|arg| self.constructor(arg).is_some()) {
                let message = "a value that is put together from others cannot be an argument in EPR";
                return Err(outside(Language::EprConstructor, message, span, "pass the parts"));
            }
            Ok(term::app(sym, Role::Free, args.to_vec(), ret))
        })
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::epr::*;

    #[test]
    fn epr_call_puts_definitions_in_place() {
        let mut w = world();
        w.define("crate::q", &[("x", node())], Ty::Bool, Expr::not(p("x")));
        w.declare("crate::u", &[("x", node())], Ty::Bool);
        let q = |name: &str| relation("crate::q", vec![x(name)]);
        w.assume(q("a")).goal(Expr::not(p("a")));
        assert!(proved(&w));
        let mut w = w.clone();
        w.goal(relation("crate::u", vec![x("a")]));
        assert!(!proved(&w));
    }
}
