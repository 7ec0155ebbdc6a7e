//! `by (integer_ring)` on functions.

use certus_provers::settle;
use certus_vir::build::*;
use certus_vir::*;

/// What is said of a function with this postcondition.
fn told(ensures: Expr) -> Vec<String> {
    let params = ["x", "y"].map(|name| binder(name, Ty::int())).to_vec();
    let f = Function {
        prover: Prover::IntegerRing,
        ensures: vec![clause(ensures)],
        ..function("crate::f", Mode::Proof, params, Some(Vec::new()))
    };
    let problems = settle(&program(vec![f.clone()]), &f, 1_000).problems;
    problems.into_iter().map(|problem| problem.message).collect()
}

/// That something is checked elsewhere does not change its value.
#[test]
fn marks_are_passed_over() {
    let (x, y) = (|| var("x", Ty::int()), || var("y", Ty::int()));
    let marked = |e: Expr| Expr::new(ExprKind::Checked(e.clone()), e.ty.clone(), nowhere());
    let sum = |a, b| binary(BinaryOp::Add, a, b);
    let equal = |a, b| marked(binary(BinaryOp::Eq, a, b));
    assert_eq!(told(equal(sum(marked(x()), y()), sum(y(), x()))), [""; 0]);
    assert_eq!(told(equal(sum(marked(x()), y()), sum(y(), y()))).len(), 1);
}
