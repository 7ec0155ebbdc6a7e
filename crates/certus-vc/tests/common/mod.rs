//! Decides obligations over a few small values, so that tests can say which goals fail.

use std::collections::HashMap;

use certus_vc::{Obligation, Step, obligations};
use certus_vir::{BinaryOp, Const, Expr, ExprKind, Function, GoalKind, IntKind, Program, Ty, UnaryOp, Var};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Bool(bool),
    Int(i64),
    Tuple(Vec<Value>),
    /// Current and final value.
    Mut(Box<Value>, Box<Value>),
}

impl Value {
    fn bool(&self) -> bool {
        matches!(self, Value::Bool(true))
    }

    fn int(&self) -> i64 {
        match self {
            Value::Int(n) => *n,
            other => panic!("not an integer: {other:?}"),
        }
    }
}

/// The values of a type that are tried.
fn domain(ty: &Ty) -> Vec<Value> {
    match ty.value() {
        Ty::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Ty::Int(IntKind::U(8)) | Ty::Int(IntKind::Nat) => (0..=6).map(Value::Int).collect(),
        Ty::Int(_) => (-2..=6).map(Value::Int).collect(),
        Ty::MutRef(inner) => pairs(&domain(inner), &domain(inner), |a, b| Value::Mut(a.into(), b.into())),
        Ty::Data(_, args) => args.iter().fold(vec![Value::Tuple(Vec::new())], |all, ty| {
            pairs(&all, &domain(ty), |tuple, value| match tuple {
                Value::Tuple(mut fields) => {
                    fields.push(value);
                    Value::Tuple(fields)
                }
                other => other,
            })
        }),
        other => panic!("no domain for {other}"),
    }
}

fn pairs(a: &[Value], b: &[Value], make: impl Fn(Value, Value) -> Value) -> Vec<Value> {
    a.iter().flat_map(|x| b.iter().map(|y| make(x.clone(), y.clone())).collect::<Vec<_>>()).collect()
}

type Values = HashMap<Var, Value>;

fn binary(op: BinaryOp, a: &Value, b: &Value) -> Value {
    match op {
        BinaryOp::And => Value::Bool(a.bool() && b.bool()),
        BinaryOp::Or => Value::Bool(a.bool() || b.bool()),
        BinaryOp::Implies => Value::Bool(!a.bool() || b.bool()),
        BinaryOp::Eq => Value::Bool(a == b),
        BinaryOp::Add => Value::Int(a.int() + b.int()),
        BinaryOp::Sub => Value::Int(a.int() - b.int()),
        BinaryOp::Mul => Value::Int(a.int() * b.int()),
        BinaryOp::Lt => Value::Bool(a.int() < b.int()),
        BinaryOp::Le => Value::Bool(a.int() <= b.int()),
        BinaryOp::Gt => Value::Bool(a.int() > b.int()),
        BinaryOp::Ge => Value::Bool(a.int() >= b.int()),
        BinaryOp::HeightLt => Value::Bool(0 <= a.int() && a.int() < b.int()),
        other => panic!("no meaning for {other}"),
    }
}

fn eval(expr: &Expr, values: &Values) -> Value {
    let int = |n: &num_bigint::BigInt| Value::Int(i64::try_from(n).expect("tests use small numbers"));
    match &*expr.kind {
        ExprKind::Const(Const::Bool(b)) => Value::Bool(*b),
        ExprKind::Const(Const::Int(n)) => int(n),
        ExprKind::Var(var) => values.get(var).unwrap_or_else(|| panic!("undeclared {var}")).clone(),
        ExprKind::Binary(op, a, b) => binary(*op, &eval(a, values), &eval(b, values)),
        ExprKind::If(c, a, b) => eval(if eval(c, values).bool() { a } else { b }, values),
        ExprKind::Ctor(_, _, fields) => Value::Tuple(fields.iter().map(|(_, e)| eval(e, values)).collect()),
        ExprKind::Unary(op, e) => match (op, eval(e, values)) {
            (UnaryOp::Not, value) => Value::Bool(!value.bool()),
            (UnaryOp::Clip(_), value) => value,
            (UnaryOp::InRange(kind), value) => {
                let (low, high) = kind.bounds();
                let above = low.is_none_or(|n| int(&n).int() <= value.int());
                Value::Bool(above && high.is_none_or(|n| value.int() <= int(&n).int()))
            }
            (UnaryOp::Field(_, _, field), Value::Tuple(fields)) => {
                fields[field.parse::<usize>().expect("a tuple")].clone()
            }
            (UnaryOp::MutCurrent, Value::Mut(now, _)) => *now,
            (UnaryOp::MutFinal, Value::Mut(_, last)) => *last,
            (op, value) => panic!("no meaning for {op:?} of {value:?}"),
        },
        _ => panic!("no meaning for {expr}"),
    }
}

/// The goals of an obligation that fail for some values, each once.
pub fn failing_goals(obligation: &Obligation) -> Vec<usize> {
    let mut assignments: Vec<Values> = vec![Values::new()];
    for binder in &obligation.vars {
        let domain = domain(&binder.ty);
        let extend = |values: &Values| {
            let with = |value: &Value| {
                values
                    .iter()
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .chain([(binder.var.clone(), value.clone())])
                    .collect()
            };
            domain.iter().map(with).collect::<Vec<Values>>()
        };
        assignments = assignments.iter().flat_map(extend).collect();
        assert!(assignments.len() < 300_000, "too many values for a test:\n{obligation}");
    }
    let mut failing = Vec::new();
    for values in assignments {
        let roots = (0..obligation.blocks.len()).filter(|&b| obligation.blocks[b].edges.is_empty());
        roots.for_each(|root| run(obligation, root, values.clone(), &mut failing));
    }
    failing.sort_unstable();
    failing.dedup();
    failing
}

/// Values of definitions, now that those of variables and joins are known.
fn define(obligation: &Obligation, values: &mut Values) {
    for (binder, expr) in &obligation.defs {
        let mut known = true;
        certus_vir::subst::each_free(expr, &mut |e| {
            if let ExprKind::Var(var) = &*e.kind {
                known &= values.contains_key(var);
            }
        });
        if known && !values.contains_key(&binder.var) {
            let value = eval(expr, values);
            values.insert(binder.var.clone(), value);
        }
    }
}

fn run(obligation: &Obligation, at: usize, mut values: Values, failing: &mut Vec<usize>) {
    define(obligation, &mut values);
    for step in &obligation.blocks[at].steps {
        match step {
            Step::Assume(e) if !eval(e, &values).bool() => return,
            Step::Goal(goal) if !eval(&obligation.goals[*goal].expr, &values).bool() => {
                failing.push(*goal);
                return;
            }
            _ => {}
        }
    }
    for (block, next) in obligation.blocks.iter().zip(0..) {
        for edge in block.edges.iter().filter(|e| e.from.0 as usize == at) {
            assert!(next > at, "an edge leads back:\n{obligation}");
            let mut values = values.clone();
            let mut taken = true;
            for assume in &edge.assumes {
                match phi(obligation, assume) {
                    Some((var, value)) => {
                        let value = eval(value, &values);
                        values.insert(var.clone(), value);
                    }
                    None => taken &= eval(assume, &values).bool(),
                }
            }
            if taken {
                run(obligation, next, values, failing);
            }
        }
    }
}

fn phi<'a>(obligation: &Obligation, assume: &'a Expr) -> Option<(&'a Var, &'a Expr)> {
    let ExprKind::Binary(BinaryOp::Eq, left, right) = &*assume.kind else { return None };
    let ExprKind::Var(var) = &*left.kind else { return None };
    obligation.phis.iter().any(|b| b.var == *var).then_some((var, right))
}

/// The kinds of the goals that fail, with the part they are in.
pub fn kinds_in(program: &Program, function: &Function) -> Vec<(String, GoalKind)> {
    let errors = certus_vir::check::check_program(program);
    assert!(errors.is_empty(), "{errors:?}");
    let all = obligations(program, function);
    let kinds = |o: &Obligation| {
        failing_goals(o).into_iter().map(|g| (o.part.to_string(), o.goals[g].kind)).collect::<Vec<_>>()
    };
    all.iter().flat_map(kinds).collect()
}
