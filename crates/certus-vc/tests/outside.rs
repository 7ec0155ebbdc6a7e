//! What is known where a loop or a block stands and not inside of it: it is said to be missing there.

use BinaryOp::{And, Ge, Lt};
use certus_diagnostics::{FileId, Span};
use certus_vc::{Part, candidates, obligations};
use certus_vir::build::*;
use certus_vir::{BinaryOp, Expr, Function, GoalKind, LoopStmt, Mode, Prover, Stmt, StmtKind, Ty};

fn x() -> Expr {
    var("x", u8())
}

/// The expression at a place of its own: of two facts at one place only the first is kept.
fn at(place: u32, expr: Expr) -> Expr {
    Expr { span: Span::new(FileId(0), place, place + 1), ..expr }
}

/// A function of `b` and `x` that requires `x < 3 && b`.
fn with(stmts: Vec<Stmt>) -> Function {
    let params = vec![binder("b", Ty::Bool), binder("x", u8())];
    let both = binary(And, at(1, binary(Lt, x(), int(3))), at(2, var("b", Ty::Bool)));
    Function { requires: vec![clause(at(3, both))], ..function("f", Mode::Exec, params, Some(stmts)) }
}

/// What is known outside of this part.
fn outside(f: &Function, part: Part) -> Vec<String> {
    let all = obligations(&program(vec![f.clone()]), f);
    let one = all.iter().find(|one| one.part == part).unwrap_or_else(|| panic!("{part} is missing"));
    one.outside.iter().map(|known| known.expr.to_string()).collect()
}

#[test]
fn facts_about_what_a_loop_leaves_alone() {
    let i = || var("i", u8());
    let body = vec![assert(binary(Ge, var("k", u8()), int(1))), assign("i", binary(BinaryOp::Add, i(), int(1)))];
    let l = loop_("'x", Some(binary(Lt, i(), int(3))), body, vec![binder("i", u8())]);
    let declared =
        [("k", 4, 1), ("i", 5, 0)].map(|(name, place, value)| declare(name, u8(), Some(at(place, int(value)))));
    let f = with(declared.into_iter().chain([stmt(StmtKind::Loop(l))]).collect());
    assert_eq!(outside(&f, Part::Loop(0)), ["k == 1", "x < 3", "b"]);
}

#[test]
fn facts_about_what_a_block_speaks_of() {
    let ensures = vec![goal(GoalKind::ProverGoal, binary(Lt, binary(BinaryOp::Mul, x(), x()), int(9)))];
    let block = StmtKind::Isolated { prover: Prover::Nonlinear, requires: Vec::new(), proof: Vec::new(), ensures };
    assert_eq!(outside(&with(vec![stmt(block)]), Part::Isolated(0)), ["x < 3"]);
}

/// Facts about variables that change may be invariants, wherever the loop changes them; others hold in it anyway or are no
/// news.
#[test]
fn facts_that_may_be_invariants() {
    let step = assign("x", binary(BinaryOp::Add, x(), int(1)));
    let condition = |stmts: Vec<Stmt>| Some((stmts, var("b", Ty::Bool)));
    let l = LoopStmt { head_span: at(9, x()).span, ..loop_("'x", None, Vec::new(), vec![binder("x", u8())]) };
    let found = |l: &LoopStmt| {
        let f = with(vec![stmt(StmtKind::Loop(l.clone()))]);
        let found = candidates(&program(vec![f.clone()]), &f, l.head_span);
        found.iter().map(|clause| clause.expr.to_string()).collect::<Vec<_>>()
    };
    let in_body = LoopStmt { condition: condition(Vec::new()), body: vec![step.clone()], ..l.clone() };
    assert_eq!(found(&in_body), ["x < 3"]);
    let in_condition = LoopStmt { condition: condition(vec![step]), ..l };
    assert_eq!(found(&in_condition), ["x < 3"]);
    let told = LoopStmt { invariants: vec![clause(at(1, binary(Lt, x(), int(3))))], ..in_body };
    assert_eq!(found(&told), [""; 0]);
}
