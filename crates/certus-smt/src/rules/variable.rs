//! The variables of an obligation: those with an arbitrary value, and those that are defined.
//!
//! # Rule `variable-range`
//!
//! ```smt
//! (declare-const x! T)
//! RANGE(T, x!)
//! ```
//!
//! True because an arbitrary value of a variable is one of its type. It is not stated of a definition, nor of a value at a
//! join: that is for the goals before it to show, and to assume it would hide an overflow.
//!
//! # Rule `variable-definition`
//!
//! ```smt
//! (define-fun x! () T VALUE)                   ; a symbol or literal stands in its place instead
//! ```
//!
//! True because a variable of a passive program has one value, everywhere.
//!
//! # Rule `definition-in-trigger`
//!
//! ```smt
//! (= x! VALUE)                                 ; with (declare-const x! T), where a quantifier mentions x
//! ```
//!
//! True for the same reason. A definition is written out where it is used, and the solver finds no match for a trigger with
//! a condition in it. So such a value that a quantifier mentions has a constant with an equation.
//!
//! # Rule `definition-in-quantifiers`
//!
//! ```smt
//! (= x! VALUE)                                 ; with (declare-const x! T), where only quantifiers mention x
//! ```
//!
//! True for the same reason. The solver sees no term in a quantifier before it has an instance, so a term in `VALUE` that a
//! trigger would match must stand outside: of `let m = v[0]` and `exists|j| v[j] == m` the term `v[0]`.
//!
//! # Rule `mention`
//!
//! ```smt
//! (= x! VALUE)                                 ; for a definition that nothing uses, among the facts where it stands
//! ```
//!
//! True because the constant is new. It is there for the terms in the value, which triggers match: a definition that is used
//! brings its terms in where it is used.

use certus_vir::IntKind;

use crate::term::{self, Sym, Term};
use crate::theory::Theory;
use crate::trigger;

/// Rule `variable-range`: an arbitrary value lies in the range of its type.
pub(crate) fn variable_range(theory: &mut Theory, kind: IntKind, variable: &Term) -> Term {
    theory.range(kind, variable)
}

/// Rule `mention`: the terms of the value are there.
pub(crate) fn mention(theory: &mut Theory, sym: &Sym, value: Term) -> Term {
    let constant = theory.constant(sym, &value.sort);
    term::eq(constant, value)
}

/// Where the variable of a definition occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurs {
    /// In no quantifier.
    Outside,
    /// Only in quantifiers.
    Inside,
    /// In quantifiers and outside of them.
    Both,
}

/// Rules `variable-definition`, `definition-in-trigger` and `definition-in-quantifiers`: the equation for the constant of a definition, where it is one.
/// Elsewhere a function without arguments is defined as the value.
pub(crate) fn equation(theory: &mut Theory, sym: &Sym, value: &Term, occurs: Occurs) -> Option<Term> {
    let has_constant = match occurs {
        Occurs::Outside => false,
        Occurs::Inside => trigger::spoils_triggers(value) || trigger::has_match(value),
        Occurs::Both => trigger::spoils_triggers(value),
    };
    if !has_constant {
        return None;
    }
    let constant = theory.constant(sym, &value.sort);
    Some(term::eq(constant, value.clone()))
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn variable_range_but_not_of_definitions() {
        let mut w = World::new();
        let x = w.var("x", u8());
        let sum = Expr::new(ExprKind::Binary(BinaryOp::Add, x.clone(), n(1)), u8(), sp());
        let y = w.def("y", sum);
        w.check(le(x.clone(), n(255))).check(le(y, n(255))).check(le(x, n(254)));
        w.fails(&[1, 2]);
    }

    #[test]
    fn variable_definition_is_the_value() {
        let mut w = World::new();
        let x = w.var("x", int());
        let y = w.def("y", add(x.clone(), n(1)));
        w.check(eq(y.clone(), add(x.clone(), n(1)))).check(eq(y, x));
        w.fails(&[1]);
    }

    #[test]
    fn definition_in_trigger_with_a_condition_is_a_constant() {
        let mut w = World::new();
        w.declare("crate::f", &[("i", int()), ("j", int())], Ty::Bool);
        let (c, x) = (w.var("c", Ty::Bool), w.var("x", int()));
        let value = ite(c, x.clone(), add(x, n(1)));
        let y = w.def("y", value.clone());
        let f = |a: Expr, b: Expr| is("crate::f", &[a, b]);
        let at = f(y.clone(), i("i"));
        w.assume(quant(QuantKind::Forall, &[("i", int())], given(std::slice::from_ref(&at)), at));
        w.check(f(y, n(3))).check(f(add(value, n(1)), n(3)));
        w.fails(&[1]);
        assert!(w.text().contains("(assert (= y! (ite "), "{}", w.text());
    }

    #[test]
    fn definition_in_quantifiers_has_its_terms_outside() {
        let mut w = World::new();
        w.declare("crate::f", &[("i", int())], Ty::Bool);
        w.declare("crate::g", &[("i", int())], int());
        let (x, y) = (w.def("x", call("crate::g", &[n(3)], int())), w.def("y", n(4)));
        let at = call("crate::g", &[i("i")], int());
        let exists = |value: Expr| {
            let trigger = given(std::slice::from_ref(&at));
            quant(QuantKind::Exists, &[("i", int())], trigger, eq(at.clone(), value))
        };
        w.check(exists(x.clone())).check(exists(y)).check(exists(add(x, n(1))));
        w.fails(&[1, 2]);
    }

    #[test]
    fn mention_brings_in_what_triggers_match() {
        let mut w = World::new();
        w.declare("crate::f", &[("i", int())], Ty::Bool);
        w.declare("crate::g", &[("i", int())], Ty::Bool);
        let (f, g) = (|e| is("crate::f", &[e]), |e| is("crate::g", &[e]));
        w.assume(quant(QuantKind::Forall, &[("i", int())], given(&[g(i("i"))]), f(i("i"))));
        let mut silent = w.clone();
        silent.check(f(n(3)));
        silent.fails(&[0]);
        w.def("u", g(n(3)));
        w.step(certus_vc::Step::Mention(name("u")));
        w.check(f(n(3))).check(g(n(3)));
        w.fails(&[1]);
    }
}
