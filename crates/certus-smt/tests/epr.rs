//! EPR mode: cycles, models, and random formulas against all small structures.

mod common;

use std::collections::HashMap;

use certus_solve::Verdict;
use certus_vir::*;
use common::epr::*;
use common::sp;

#[test]
fn cycles_are_refused() {
    let between = |a: &str, b: &str| relation("crate::r", vec![x(a), x(b)]);
    let mut w = world();
    w.assume(all("n", some("m", between("n", "m")))).goal(p("a"));
    assert_eq!(code(&w), "language/epr-cycle");
    let mut w = world();
    w.assume(some("n", all("m", between("n", "m")))).goal(some("n", between("n", "a")));
    assert!(proved(&w));
    let mut w = world();
    w.goal(some("n", all("m", between("n", "m"))));
    assert_eq!(code(&w), "language/epr-cycle");
}

/// A structure with one sort: the values are the numbers below `size`.
struct Structure {
    size: usize,
    p: Vec<bool>,
    r: Vec<bool>,
    constants: [usize; 2],
}

impl Structure {
    fn all(size: usize) -> impl Iterator<Item = Structure> {
        let bits = size + size * size;
        (0..1usize << bits).flat_map(move |code| {
            (0..size * size).map(move |constants| Structure {
                size,
                p: (0..size).map(|i| code >> i & 1 == 1).collect(),
                r: (0..size * size).map(|i| code >> (size + i) & 1 == 1).collect(),
                constants: [constants % size, constants / size],
            })
        })
    }

    fn value(&self, e: &Expr, bound: &HashMap<Var, usize>) -> usize {
        match &*e.kind {
            ExprKind::Var(v) if *v.name == *"a" => self.constants[0],
            ExprKind::Var(v) if *v.name == *"b" => self.constants[1],
            ExprKind::Var(v) => bound[v],
            ExprKind::If(c, a, b) => self.value(if self.holds(c, bound) { a } else { b }, bound),
            other => unreachable!("{other:?}"),
        }
    }

    fn holds(&self, e: &Expr, bound: &HashMap<Var, usize>) -> bool {
        match &*e.kind {
            ExprKind::Const(Const::Bool(value)) => *value,
            ExprKind::Call(path, _, args) if **path == *"crate::p" => self.p[self.value(&args[0], bound)],
            ExprKind::Call(_, _, args) => self.r[self.value(&args[0], bound) * self.size + self.value(&args[1], bound)],
            ExprKind::Unary(UnaryOp::Not, a) => !self.holds(a, bound),
            ExprKind::Binary(BinaryOp::And, a, b) => self.holds(a, bound) && self.holds(b, bound),
            ExprKind::Binary(BinaryOp::Or, a, b) => self.holds(a, bound) || self.holds(b, bound),
            ExprKind::Binary(BinaryOp::Implies, a, b) => !self.holds(a, bound) || self.holds(b, bound),
            ExprKind::Binary(BinaryOp::Eq, a, b) if a.ty == Ty::Bool => self.holds(a, bound) == self.holds(b, bound),
            ExprKind::Binary(BinaryOp::Eq, a, b) => self.value(a, bound) == self.value(b, bound),
            ExprKind::If(c, a, b) => self.holds(if self.holds(c, bound) { a } else { b }, bound),
            ExprKind::Quant(kind, binders, _, body) => {
                let mut values = (0..self.size).map(|value| {
                    let mut bound = bound.clone();
                    bound.insert(binders[0].var.clone(), value);
                    self.holds(body, &bound)
                });
                if *kind == QuantKind::Forall { values.all(|v| v) } else { values.any(|v| v) }
            }
            other => unreachable!("{other:?}"),
        }
    }
}

/// A generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn term(&mut self, scope: &[String], depth: u32) -> Expr {
        if depth > 0 && self.below(6) == 0 {
            let condition = self.formula(scope, 0);
            let (a, b) = (self.term(scope, 0), self.term(scope, 0));
            return Expr::new(ExprKind::If(condition, a, b), node(), sp());
        }
        let names: Vec<&str> = scope.iter().map(String::as_str).chain(["a", "b"]).collect();
        x(names[self.below(names.len() as u64) as usize])
    }

    fn formula(&mut self, scope: &[String], depth: u32) -> Expr {
        if depth == 0 {
            return match self.below(3) {
                0 => relation("crate::p", vec![self.term(scope, depth)]),
                1 => relation("crate::r", vec![self.term(scope, depth), self.term(scope, depth)]),
                _ => Expr::eq(self.term(scope, depth), self.term(scope, depth)),
            };
        }
        match self.below(9) {
            0 => Expr::not(self.formula(scope, depth - 1)),
            1..=4 => {
                let ops = [BinaryOp::And, BinaryOp::Or, BinaryOp::Implies, BinaryOp::Eq];
                let op = ops[self.below(4) as usize];
                both(op, self.formula(scope, depth - 1), self.formula(scope, depth - 1))
            }
            5 => {
                let condition = self.formula(scope, depth - 1);
                let (a, b) = (self.formula(scope, depth - 1), self.formula(scope, depth - 1));
                Expr::new(ExprKind::If(condition, a, b), Ty::Bool, sp())
            }
            6 => relation("crate::r", vec![self.term(scope, 1), self.term(scope, 1)]),
            kind => {
                let bound = format!("n{}", scope.len());
                let body = self.formula(&[scope, std::slice::from_ref(&bound)].concat(), depth - 1);
                if kind == 7 { all(&bound, body) } else { some(&bound, body) }
            }
        }
    }
}

#[test]
fn random_formulas_against_all_small_structures() {
    let mut random = Random(1);
    let (mut decided, mut refuted) = (0, 0);
    for _ in 0..400 {
        let (fact, goal) = (random.formula(&[], 4), random.formula(&[], 3));
        let mut w = world();
        w.assume(fact.clone()).goal(goal.clone());
        let encoded = match w.encode() {
            Ok(encoded) => encoded,
            Err(error) => {
                assert_eq!(error.0[0].code.to_string(), "language/epr-cycle", "{fact:?}");
                continue;
            }
        };
        decided += 1;
        let none = HashMap::new();
        let refutes = |s: &Structure| s.holds(&fact, &none) && !s.holds(&goal, &none);
        let has_small = (1..=2).any(|size| Structure::all(size).any(|s| refutes(&s)));
        match w.verdict() {
            Verdict::Proved => assert!(!has_small, "{}", encoded.context),
            Verdict::Failed { goals, .. } => {
                refuted += 1;
                assert!(!goals[0].from_unknown);
                // The reader evaluates the query in the model, and gives none that it is false in.
                let model = encoded.model.unwrap().read(goals[0].model.as_ref().unwrap());
                assert!(model.is_some(), "{}", encoded.context);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(decided > 100 && refuted > 30, "{decided} {refuted}");
}

#[test]
fn a_cycle_names_the_variables_of_its_quantifiers() {
    let mut w = world();
    let related = || relation("crate::r", vec![x("from"), x("to")]);
    w.assume(all("from", some("to", related()))).goal(some("from", some("to", related())));
    let error = w.encode().unwrap_err().0.remove(0);
    assert_eq!(error.code.to_string(), "language/epr-cycle");
    let labels: Vec<&str> = error.secondary.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels, ["for every value `from` of `Node` ..", ".. there has to be a value `to` of `Node`"]);
}

#[test]
fn models_begin_with_the_variables() {
    let mut w = world();
    w.var("z", node());
    w.goal(p("z"));
    let Verdict::Failed { goals, .. } = w.verdict() else { panic!("proved") };
    let model = w.encode().unwrap().model.unwrap().read(goals[0].model.as_ref().unwrap()).unwrap();
    let names: Vec<&str> = model.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["z", "p"]);
}
