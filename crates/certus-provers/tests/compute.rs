//! The rules of evaluation: against the solver, and at sizes that would break an evaluator on the host's stack.

use certus_provers::settle;
use certus_solve::{LocalPool, Profile, Query, Verdict};
use certus_vir::build::*;
use certus_vir::*;
use num_bigint::BigInt;

const ENOUGH: u64 = 100_000_000;

const KINDS: [IntKind; 8] = [
    IntKind::U(8),
    IntKind::I(8),
    IntKind::U(32),
    IntKind::I(32),
    IntKind::U(64),
    IntKind::I(64),
    IntKind::Usize,
    IntKind::Isize,
];

/// A goal for a prover.
fn isolated(prover: Prover, expr: Expr) -> Stmt {
    let ensures = vec![goal(GoalKind::ProverGoal, expr)];
    stmt(StmtKind::Isolated { prover, requires: Vec::new(), proof: Vec::new(), ensures })
}

/// A proof function with nothing but such a goal.
fn proof_of(prover: Prover, expr: Expr) -> Function {
    let check = Some(vec![isolated(prover, expr)]);
    Function { module: "crate".into(), ..function("crate::proof", Mode::Proof, Vec::new(), check) }
}

/// What is left of a goal.
fn rest_in(program: &Program, expr: Expr) -> String {
    let function = proof_of(Prover::Compute, expr);
    let done = settle(program, &function, ENOUGH);
    if let Some(problem) = done.problems.first() {
        return problem.message.clone();
    }
    match done.function.and_then(|f| f.check).unwrap_or_default().first().map(|s| s.kind.clone()) {
        Some(StmtKind::Assert(goal)) => goal.expr.to_string(),
        Some(StmtKind::Assume(_)) => "true".to_string(),
        other => format!("{other:?}"),
    }
}

fn rest(expr: Expr) -> String {
    rest_in(&Program::default(), expr)
}

fn eq(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::Eq, a, b)
}

/// A number of a type.
fn of(kind: IntKind, value: BigInt) -> Expr {
    Expr::new(ExprKind::Const(Const::Int(value)), Ty::Int(kind), nowhere())
}

/// The integer that an expression comes to, if it does.
fn value(expr: &Expr) -> Option<BigInt> {
    // What is left of `e == x` for an unknown `x` shows the value of `e`.
    rest(eq(expr.clone(), var("x", Ty::int()))).strip_suffix(" == x")?.parse().ok()
}

/// The ends of the range and some numbers inside.
fn samples(kind: IntKind) -> Vec<BigInt> {
    let bits = match kind {
        IntKind::U(bits) | IntKind::I(bits) => bits,
        _ => 32,
    };
    let at = |kind: IntKind| match kind.bounds() {
        (Some(low), Some(high)) => vec![low, high],
        _ => Vec::new(),
    };
    let mut all = at(if kind.is_signed() { IntKind::I(bits) } else { IntKind::U(bits) });
    all.extend([0, 1, 2, 7, 100].map(BigInt::from));
    all.extend(kind.is_signed().then(|| [-1, -8, -100].map(BigInt::from)).into_iter().flatten());
    all
}

/// Every operator at the ends of every range: the solver proves that the value is what the evaluator says.
#[test]
fn operators_agree_with_the_solver() {
    let solver = certus_solve::setup::setup(&mut |line| eprintln!("{line}")).expect("a solver");
    let pool = LocalPool::start(&solver.path, 2).expect("a pool");
    let mut known = 0;
    let mut queries = Vec::new();
    for kind in KINDS {
        let mut goals = Vec::new();
        let mut ask = |expr: Expr| {
            let Some(found) = value(&expr) else { return };
            known += 1;
            goals.push(eq(expr, of(IntKind::Int, found)));
        };
        for x in samples(kind) {
            let a = of(kind, x.clone());
            ask(Expr::new(ExprKind::Unary(UnaryOp::BitNot(kind), a.clone()), Ty::Int(kind), nowhere()));
            ask(clip(kind, a.clone()));
            for y in samples(kind) {
                let b = of(kind, y.clone());
                for op in [
                    BinaryOp::Add,
                    BinaryOp::Sub,
                    BinaryOp::Mul,
                    BinaryOp::Div,
                    BinaryOp::Mod,
                    BinaryOp::BitAnd,
                    BinaryOp::BitOr,
                    BinaryOp::BitXor,
                ] {
                    ask(binary(op, a.clone(), b.clone()));
                }
                if (BigInt::from(0)..BigInt::from(100)).contains(&y) {
                    ask(binary(BinaryOp::Shr, a.clone(), b.clone()));
                    ask(binary(BinaryOp::Shl(kind), a.clone(), b.clone()));
                }
            }
        }
        for goals in goals.chunks(64) {
            let all = Expr::and_all(goals.to_vec(), nowhere());
            let program = program(vec![proof_of(Prover::BitVector, all)]);
            for obligation in certus_vc::obligations(&program, &program.functions[0]) {
                let encoded = certus_smt::encode(&program, &obligation).expect("it can be encoded");
                let names = encoded.goals.iter().map(|g| g.name.clone()).collect();
                let mut query = Query::new(encoded.context, names, 0);
                query.profile = Profile::BitVector;
                queries.push((kind, query));
            }
        }
    }
    assert!(known > 2_000, "{known}");
    let (kinds, queries): (Vec<IntKind>, Vec<Query>) = queries.into_iter().unzip();
    let outcomes = pool.run(queries, |_, _| {});
    for (kind, outcome) in kinds.iter().zip(&outcomes) {
        assert!(matches!(outcome.verdict, Verdict::Proved), "{kind}: {:?}", outcome.verdict);
    }
}

#[test]
fn what_depends_on_the_target_is_left_standing() {
    let usize_ = |n: i64| of(IntKind::Usize, n.into());
    let shl = |a, b| binary(BinaryOp::Shl(IntKind::Usize), a, b);
    assert_eq!(rest(eq(shl(usize_(1), usize_(20)), int(1 << 20))), "true");
    assert_eq!(rest(eq(shl(usize_(1), usize_(100)), int(0))), "true");
    assert!(rest(eq(shl(usize_(1), usize_(40)), int(0))).contains("<<"));
    assert_eq!(rest(in_range(IntKind::Usize, int(1 << 31))), "true");
    assert!(rest(in_range(IntKind::Usize, int(1 << 40))).contains("usize"));
    assert_eq!(rest(in_range(IntKind::Usize, int(-1))), "false");
    let mut program = Program { arch_bits: Some(64), ..Program::default() };
    assert_eq!(rest_in(&program, eq(shl(usize_(1), usize_(40)), int(1 << 40))), "true");
    program.arch_bits = Some(32);
    assert_eq!(rest_in(&program, eq(shl(usize_(1), usize_(40)), int(0))), "true");
}

#[test]
fn what_is_unspecified_is_left_standing() {
    assert!(rest(eq(binary(BinaryOp::Div, int(1), int(0)), int(0))).contains('/'));
    assert!(rest(eq(binary(BinaryOp::Mod, int(1), int(0)), int(0))).contains('%'));
    assert!(rest(eq(clip(IntKind::U(8), int(256)), int(0))).contains("u8"));
    let char_ = |n| eq(clip(IntKind::Char, int(n)), int(n));
    assert_eq!(rest(char_(0xD7FF)), "true");
    assert!(rest(char_(0xD800)).contains("char"));
    assert!(rest(eq(spec_call("crate::f", vec![int(1)], Ty::int()), int(1))) != "true");
}

/// A cast that cuts off is told, with what helps: a mask for numbers without a sign.
#[test]
fn a_cast_that_cuts_off_is_told() {
    let told = |kind: IntKind, n: i64| {
        let function = proof_of(Prover::ComputeOnly, eq(clip(kind, int(n)), int(0)));
        let problem = settle(&Program::default(), &function, ENOUGH).problems.remove(0);
        problem.notes.iter().map(|note| note.message.clone()).collect::<Vec<_>>().join("\n")
    };
    assert!(told(IntKind::U(8), 256).contains("mask it first (`& 0xff`)"));
    assert!(told(IntKind::U(32), -1).contains("mask it first (`& 0xffffffff`)"));
    assert!(told(IntKind::I(8), 200).contains("bring it into the range first"));
}

/// A spec function with this definition.
fn define(path: &str, params: &[(&str, Ty)], ret: Ty, body: Expr) -> Function {
    let params = params.iter().map(|(name, ty)| binder(name, ty.clone())).collect();
    let mut made = function(path, Mode::Spec, params, None);
    made.ret.ty = ret;
    made.body = Body::Spec(body);
    made
}

/// `count(n) = if n <= 0 { 0 } else { 1 + count(n - 1) }`.
fn count() -> Function {
    let n = || var("n", Ty::int());
    let rest = spec_call("crate::count", vec![binary(BinaryOp::Sub, n(), int(1))], Ty::int());
    let body = if_expr(binary(BinaryOp::Le, n(), int(0)), int(0), binary(BinaryOp::Add, int(1), rest));
    let mut count = define("crate::count", &[("n", Ty::int())], Ty::int(), body);
    count.cycle = 1;
    count
}

#[test]
fn a_million_calls_deep() {
    let program = program(vec![count()]);
    let deep = spec_call("crate::count", vec![int(1_000_000)], Ty::int());
    assert_eq!(rest_in(&program, eq(deep, int(1_000_000))), "true");
}

#[test]
fn a_recursion_on_something_unknown_is_left_standing() {
    let program = program(vec![count()]);
    let unknown = spec_call("crate::count", vec![var("x", Ty::int())], Ty::int());
    assert_eq!(rest_in(&program, eq(unknown, int(1))), "crate::count(x) == 1");
}

#[test]
fn a_recursion_without_end_is_told() {
    let call = spec_call("crate::f", vec![int(1)], Ty::int());
    let mut f = define("crate::f", &[("n", Ty::int())], Ty::int(), binary(BinaryOp::Add, int(1), call.clone()));
    f.cycle = 1;
    let program = program(vec![f]);
    let found = rest_in(&program, eq(call, int(1)));
    assert!(found.contains("exceeded its budget") && found.contains("crate::f"), "{found}");
}

#[test]
fn definitions_count_where_they_are_seen_and_hold() {
    let one = |f: &dyn Fn(&mut Function)| {
        let mut made = define("crate::m::f", &[("n", Ty::int())], Ty::int(), int(1));
        f(&mut made);
        rest_in(&program(vec![made]), eq(spec_call("crate::m::f", vec![int(5)], Ty::int()), int(1)))
    };
    assert_eq!(one(&|_| {}), "true");
    assert_eq!(one(&|f| f.fuel = 0), "true");
    assert_eq!(one(&|f| f.publish = Publish::Module("crate".into())), "true");
    assert_ne!(one(&|f| f.publish = Publish::Module("crate::m".into())), "true");
    assert_ne!(one(&|f| f.publish = Publish::Never), "true");
    let when = |holds| Some(Termination { decreases: Vec::new(), when: Some(truth(holds)) });
    assert_eq!(one(&|f| f.termination = when(true)), "true");
    assert_ne!(one(&|f| f.termination = when(false)), "true");
}

#[test]
fn a_definition_that_is_being_checked_does_not_count() {
    let program = program(vec![define("crate::f", &[], Ty::int(), int(1))]);
    let goal = eq(spec_call("crate::f", Vec::new(), Ty::int()), int(1));
    let mut function = proof_of(Prover::ComputeOnly, goal);
    assert!(settle(&program, &function, ENOUGH).problems.is_empty());
    function.undefined.push("crate::f".into());
    assert!(!settle(&program, &function, ENOUGH).problems.is_empty());
}

#[test]
fn memoized_functions_are_computed_once() {
    let n = || var("n", Ty::int());
    let less = |by| spec_call("crate::fib", vec![binary(BinaryOp::Sub, n(), int(by))], Ty::int());
    let body = if_expr(binary(BinaryOp::Lt, n(), int(2)), n(), binary(BinaryOp::Add, less(1), less(2)));
    let mut fib = define("crate::fib", &[("n", Ty::int())], Ty::int(), body);
    (fib.cycle, fib.memoize) = (1, true);
    let goal = |k| binary(BinaryOp::Gt, spec_call("crate::fib", vec![int(k)], Ty::int()), int(0));
    let all = program(vec![fib.clone()]);
    assert_eq!(rest_in(&all, goal(200)), "true");
    fib.memoize = false;
    let plain = program(vec![fib]);
    let function = proof_of(Prover::Compute, goal(200));
    assert!(!settle(&plain, &function, 1_000_000).problems.is_empty());
}
