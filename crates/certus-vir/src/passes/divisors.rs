//! Divisors that must not be zero for what is said to be true.

use num_bigint::BigInt;

use crate::expr::{BinaryOp, Const, Expr, ExprKind};
use crate::goal::Clause;
use crate::visit;

/// The postconditions of a function that is proved `by (integer_ring)` as its callers may know them: where the divisors in
/// them are not zero (guide page `nonlinear`). What is required already need not be said again.
pub fn guarded(requires: &[Clause], ensures: Vec<Clause>) -> Vec<Clause> {
    let mut known = Vec::new();
    for clause in requires {
        visit::walk(&clause.expr, &mut |e| known.push(e.to_string()));
    }
    let guard = |clause: Clause| {
        let zero = |d: Expr| {
            let span = d.span;
            Expr::not(Expr::binary(BinaryOp::Eq, d, Expr::int(0, span), span))
        };
        let missing = |condition: &Expr| !known.contains(&condition.to_string());
        let guards: Vec<Expr> = divisors(&clause.expr).into_iter().map(zero).filter(missing).collect();
        if guards.is_empty() || binds(&clause.expr) {
            return clause;
        }
        let premise = Expr::and_all(guards, clause.span);
        Clause { expr: Expr::implies(premise, clause.expr), span: clause.span }
    };
    ensures.into_iter().map(guard).collect()
}

/// Whether there are variables that are known inside only; the prover refuses such clauses.
fn binds(e: &Expr) -> bool {
    use ExprKind::{Choose, Lambda, Let, Quant};
    let mut found = false;
    let mut look = |e: &Expr| found |= matches!(&*e.kind, Quant(..) | Choose(..) | Lambda(..) | Let(..));
    visit::walk(e, &mut look);
    found
}

/// The divisors in a condition.
fn divisors(e: &Expr) -> Vec<Expr> {
    let mut out: Vec<Expr> = Vec::new();
    visit::walk(e, &mut |e| {
        if let ExprKind::Binary(BinaryOp::Mod, _, d) = &*e.kind {
            let is_number = matches!(&*d.kind, ExprKind::Const(Const::Int(value)) if *value != BigInt::default());
            let text = d.to_string();
            if !is_number && out.iter().all(|known| known.to_string() != text) {
                out.push(d.clone());
            }
        }
    });
    out
}
