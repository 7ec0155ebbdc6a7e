//! What the termination pass accepts, rejects and fills in.

use certus_diagnostics::Diagnostic;
use certus_vir::build::*;
use certus_vir::passes::termination;
use certus_vir::print::function_text;
use certus_vir::{Body, Expr, ExprKind, Function, Mode, Program, Stmt, StmtKind, TraitBound, TraitImpl, Ty, TypeParam};

fn codes(program: &mut Program) -> Vec<String> {
    termination::run(program).iter().map(|d: &Diagnostic| d.code.to_string()).collect()
}

fn run(functions: Vec<Function>) -> Vec<String> {
    codes(&mut program(functions))
}

fn i() -> Expr {
    var("i", Ty::int())
}

/// `spec fn name(i: int) -> int { body }`.
fn spec(name: &str, body: Expr, measure: bool) -> Function {
    let check = measure.then(|| vec![stmt(StmtKind::Check(body.clone()))]);
    let mut f = function(name, Mode::Spec, vec![binder("i", Ty::int())], check);
    f.ret.ty = Ty::int();
    f.body = Body::Spec(body);
    f.termination = measure.then(|| decreases(vec![i()])).flatten();
    f
}

fn f(name: &str, arg: Expr) -> Expr {
    spec_call(name, vec![arg], Ty::int())
}

/// `proof fn name(i: int) { stmts }`.
fn proof(name: &str, measure: bool, stmts: Vec<Stmt>) -> Function {
    let mut p = function(name, Mode::Proof, vec![binder("i", Ty::int())], Some(stmts));
    p.termination = measure.then(|| decreases(vec![i()])).flatten();
    p
}

fn to(name: &str) -> Vec<Stmt> {
    vec![call(name, vec![i()], None)]
}

#[test]
fn recursion_needs_a_measure() {
    let missing = "language/missing-decreases";
    assert_eq!(run(vec![spec("f", f("f", i()), false)]), [missing]);
    assert_eq!(run(vec![spec("f", f("f", i()), true)]), Vec::<String>::new());
    assert_eq!(run(vec![spec("f", f("g", i()), false), spec("g", i(), false)]), Vec::<String>::new());
    assert_eq!(run(vec![proof("p", false, to("p"))]), [missing]);
    assert_eq!(run(vec![proof("p", false, to("q")), proof("q", true, to("p"))]), [missing]);
    assert_eq!(run(vec![proof("p", false, to("q")), proof("q", false, to("p"))]), [missing, missing]);
}

#[test]
fn exec_functions_may_be_excused() {
    let mut exec = Function { mode: Mode::Exec, ..proof("p", false, to("p")) };
    assert_eq!(run(vec![exec.clone()]), ["language/missing-decreases"]);
    exec.allow_no_decreases = true;
    assert_eq!(run(vec![exec.clone()]), Vec::<String>::new());
    // A proof is not excused by it.
    assert_eq!(run(vec![Function { mode: Mode::Proof, ..exec.clone() }]).len(), 1);
    exec.allow_no_decreases = false;
    exec.assume_termination = true;
    assert_eq!(run(vec![exec]), Vec::<String>::new());
}

#[test]
fn a_dependency_that_does_not_show_counts() {
    let mut hidden = Function { check: None, ..proof("q", false, vec![]) };
    assert_eq!(run(vec![proof("p", false, to("q")), hidden.clone()]), Vec::<String>::new());
    hidden.extra_deps = vec!["p".into()];
    assert_eq!(run(vec![proof("p", false, to("q")), hidden]), ["language/missing-decreases"]);
}

#[test]
fn a_proof_may_not_use_itself_as_broadcast() {
    let broadcast = |name: &str| vec![stmt(StmtKind::BroadcastUse(name.into()))];
    let cycle = ["language/broadcast-cycle"];
    assert_eq!(run(vec![proof("p", true, broadcast("p"))]), cycle);
    assert_eq!(run(vec![proof("p", true, broadcast("q")), proof("q", true, broadcast("p"))]), cycle);
    assert_eq!(run(vec![proof("p", true, to("q")), proof("q", true, broadcast("p"))]), cycle);
    assert_eq!(run(vec![proof("p", true, broadcast("q")), proof("q", true, vec![])]), Vec::<String>::new());
    let group = Function { group: Some(vec!["p".into()]), check: None, ..proof("g", false, vec![]) };
    assert_eq!(run(vec![proof("p", true, broadcast("g")), group]), cycle);
}

#[test]
fn a_termination_proof_may_not_use_the_function() {
    let with_via = |lemma: Function| {
        let mut defined = spec("f", f("f", i()), true);
        defined.via = Some("check_f".into());
        run(vec![defined, proof("check_f", false, to("lemma")), lemma])
    };
    let uses_f = vec![assert(binary(certus_vir::BinaryOp::Eq, f("f", i()), i()))];
    assert_eq!(with_via(proof("lemma", false, uses_f)), ["language/via-cycle"]);
    assert_eq!(with_via(proof("lemma", false, vec![assert(truth(true))])), Vec::<String>::new());
}

#[test]
fn inline_functions_are_not_recursive() {
    let inline = Function { inline: true, ..spec("f", f("f", i()), true) };
    assert_eq!(run(vec![inline]), ["language/inline-recursion"]);
}

#[test]
fn a_contract_may_not_mention_itself() {
    let item = |of: &str| Ty::FnItem(of.into(), vec![]);
    let requires = |of: &str| ExprKind::Call("call_requires".into(), vec![item(of)], vec![]);
    let mention = |of: &str| Expr::new(requires(of), Ty::Bool, nowhere());
    let exec = |clauses: Vec<Expr>| {
        let mut f = function("test", Mode::Exec, vec![], Some(vec![]));
        f.requires = clauses.into_iter().map(clause).collect();
        f
    };
    let cycle = ["language/contract-cycle"];
    assert_eq!(run(vec![exec(vec![mention("test")])]), cycle);
    assert_eq!(run(vec![exec(vec![mention("other")])]), Vec::<String>::new());
    let through = function("s", Mode::Spec, vec![], None);
    let through = Function { body: Body::Spec(mention("test")), ..through };
    assert_eq!(run(vec![exec(vec![spec_call("s", vec![], Ty::Bool)]), through]), cycle);
    // The item itself is one value, whatever its contract.
    let value = || Expr::var(&name("t"), item("test"), nowhere());
    assert_eq!(run(vec![exec(vec![Expr::eq(value(), value())])]), Vec::<String>::new());
}

/// `trait T { spec fn t() }`, `spec fn rec<A: T>() { A::t() }`, `impl T for S { spec fn t() { rec::<instance>() } }`.
fn with_impl(instance: Ty) -> Program {
    let param = || TypeParam { name: "A".into(), maybe_unsized: false };
    let bounds = || vec![TraitBound { trait_: "T".into(), args: vec![Ty::Param("A".into())], assoc: vec![] }];
    let generic = |path: &str| Function {
        type_params: vec![param()],
        bounds: bounds(),
        ..function(path, Mode::Spec, vec![], None)
    };
    let call = |path: &str, ty: Ty| Expr::new(ExprKind::Call(path.into(), vec![ty], vec![]), Ty::Bool, nowhere());
    let declared = generic("T::t");
    let rec = Function { body: Body::Spec(call("T::t", Ty::Param("A".into()))), ..generic("rec") };
    let own = Function { body: Body::Spec(call("rec", instance)), ..function("S::t", Mode::Spec, vec![], None) };
    let mut all = program(vec![declared, rec, own]);
    all.impls = vec![TraitImpl {
        trait_: "T".into(),
        params: vec![],
        bounds: vec![],
        args: vec![Ty::Data("S".into(), vec![])],
        functions: vec![("T::t".into(), "S::t".into())],
        types: vec![],
        hidden: None,
        derived: false,
        span: certus_diagnostics::Span::new(certus_diagnostics::FileId(0), 0, 0),
    }];
    all
}

#[test]
fn a_cycle_through_an_impl_is_rejected() {
    assert_eq!(codes(&mut with_impl(Ty::Data("S".into(), vec![]))), ["language/cyclic-definition"]);
    assert_eq!(codes(&mut with_impl(Ty::Bool)), Vec::<String>::new());
}

#[test]
fn definitions_are_unknown_while_they_are_checked() {
    // The proof of a part of the termination of f knows nothing of f.
    let in_proof = vec![assert(binary(certus_vir::BinaryOp::Eq, f("f", int(3)), int(3)))];
    let mut defined = spec("f", f("f", i()), true);
    defined.check = Some([to("p"), vec![stmt(StmtKind::Check(f("f", i())))]].concat());
    let mut all = program(vec![defined, proof("p", true, in_proof), proof("user", false, to("p"))]);
    assert_eq!(codes(&mut all), Vec::<String>::new());
    let undefined = |name: &str| all.functions[name].undefined.iter().map(|p| p.to_string()).collect::<Vec<_>>();
    assert_eq!((undefined("f"), undefined("p"), undefined("user")), (vec!["f".into()], vec!["f".into()], vec![]));
}

#[test]
fn the_length_of_the_shortest_cycle() {
    let cycles = |functions: Vec<Function>| {
        let mut all = program(functions);
        assert_eq!(codes(&mut all), Vec::<String>::new());
        all.functions.values().map(|f| f.cycle).collect::<Vec<_>>()
    };
    assert_eq!(cycles(vec![spec("a", f("b", i()), true), spec("b", f("a", i()), true)]), [2, 2]);
    let both = binary(certus_vir::BinaryOp::Add, f("a", i()), f("b", i()));
    assert_eq!(cycles(vec![spec("a", both, true), spec("b", f("a", i()), true)]), [1, 2]);
    assert_eq!(cycles(vec![spec("a", f("b", i()), true), spec("b", i(), true)]), [0, 0]);
}

#[test]
fn the_goals_as_text() {
    let body = if_expr(binary(certus_vir::BinaryOp::Gt, i(), int(0)), f("f", i()), f("f", f("f", i())));
    let mut all = program(vec![spec("f", body, true)]);
    assert_eq!(codes(&mut all), Vec::<String>::new());
    let expected = "\
spec fn f(i: int) -> (result: int)
  decreases i
= if i > 0 then f(i) else f(f(i))
{
  aside || {
    assume i > 0
    assert DecreasesCall: i <<< old(i)
  }
  aside || {
    assume !(i > 0)
    assert DecreasesCall: i <<< old(i)
  }
  aside || {
    assume !(i > 0)
    assert DecreasesCall: f(i) <<< old(i)
  }
  check if i > 0 then f(i) else f(f(i))
}
";
    assert_eq!(function_text(&all.functions["f"]), expected);
}
