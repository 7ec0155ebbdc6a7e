//! Short constructors, for tests and for passes that make VIR. What they make stands at [`nowhere`].

use certus_diagnostics::{FileId, Span};

use crate::expr::{BinaryOp, Binder, Expr, ExprKind, QuantKind, Trigger, UnaryOp, Var};
use crate::goal::{Clause, Goal, GoalKind};
use crate::item::{Function, Param, Program, Termination};
use crate::mask::Openings;
use crate::mode::Mode;
use crate::stmt::{CallPart, CallStmt, LoopStmt, Stmt, StmtKind};
use crate::ty::{IntKind, Ty};

/// The beginning of the first file.
pub fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

/// The variable of this name with number 0.
pub fn name(name: &str) -> Var {
    Var { name: name.into(), index: 0 }
}

/// A binder.
pub fn binder(variable: &str, ty: Ty) -> Binder {
    Binder { var: name(variable), ty }
}

/// A variable as an expression.
pub fn var(variable: &str, ty: Ty) -> Expr {
    Expr::var(&name(variable), ty, nowhere())
}

/// The value of a variable when the function began.
pub fn old(variable: &str, ty: Ty) -> Expr {
    Expr::new(ExprKind::Old(name(variable)), ty, nowhere())
}

/// The type `u8`.
pub fn u8() -> Ty {
    Ty::Int(IntKind::U(8))
}

/// An integer literal.
pub fn int(value: i64) -> Expr {
    Expr::int(value, nowhere())
}

/// A truth value.
pub fn truth(value: bool) -> Expr {
    Expr::bool(value, nowhere())
}

/// An operator.
pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::binary(op, left, right, nowhere())
}

/// The value of a range, exact where it lies in it.
pub fn clip(kind: IntKind, e: Expr) -> Expr {
    Expr::new(ExprKind::Unary(UnaryOp::Clip(kind), e), Ty::Int(kind), nowhere())
}

/// True when the integer lies in the range.
pub fn in_range(kind: IntKind, e: Expr) -> Expr {
    Expr::new(ExprKind::Unary(UnaryOp::InRange(kind), e), Ty::Bool, nowhere())
}

/// Choice by a Boolean.
pub fn if_expr(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let ty = then.ty.clone();
    Expr::new(ExprKind::If(condition, then, otherwise), ty, nowhere())
}

/// The field of a tuple.
pub fn tuple_field(e: Expr, index: usize) -> Expr {
    let Ty::Data(path, args) = e.ty.value().clone() else { return e };
    let ty = args.get(index).cloned().unwrap_or(Ty::Bool);
    let op = UnaryOp::Field(path.clone(), path, index.to_string().into());
    Expr::new(ExprKind::Unary(op, e), ty, nowhere())
}

/// A tuple.
pub fn tuple(values: Vec<Expr>) -> Expr {
    let ty = Ty::tuple(values.iter().map(|e| e.ty.clone()).collect());
    let path: crate::ty::Path = format!("tuple%{}", values.len()).into();
    let fields = (0..).zip(values).map(|(i, e): (u32, _)| (i.to_string().into(), e)).collect();
    Expr::new(ExprKind::Ctor(path.clone(), path, fields), ty, nowhere())
}

/// A universal quantifier without triggers.
pub fn forall(binders: Vec<Binder>, body: Expr) -> Expr {
    Expr::new(ExprKind::Quant(QuantKind::Forall, binders, Trigger::Auto, body), Ty::Bool, nowhere())
}

/// A call of a spec function without type arguments.
pub fn spec_call(path: &str, args: Vec<Expr>, ty: Ty) -> Expr {
    Expr::new(ExprKind::Call(path.into(), Vec::new(), args), ty, nowhere())
}

/// A clause.
pub fn clause(expr: Expr) -> Clause {
    let span = expr.span;
    Clause { expr, span }
}

/// A goal.
pub fn goal(kind: GoalKind, expr: Expr) -> Goal {
    let span = expr.span;
    Goal { kind, expr, span, related: Vec::new(), note: None }
}

/// A statement.
pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt::new(kind, nowhere())
}

/// `let variable: ty = value`.
pub fn declare(variable: &str, ty: Ty, value: Option<Expr>) -> Stmt {
    stmt(StmtKind::Declare(binder(variable, ty), value))
}

/// `variable = value`.
pub fn assign(variable: &str, value: Expr) -> Stmt {
    stmt(StmtKind::Assign(name(variable), value))
}

/// `assert(e)`.
pub fn assert(e: Expr) -> Stmt {
    stmt(StmtKind::Assert(goal(GoalKind::Assert, e)))
}

/// `assume(e)`.
pub fn assume(e: Expr) -> Stmt {
    stmt(StmtKind::Assume(e))
}

/// `if`.
pub fn branch(condition: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    stmt(StmtKind::If(condition, then, otherwise))
}

/// A call of a proof or exec function without type arguments.
pub fn call(callee: &str, args: Vec<Expr>, dest: Option<&str>) -> Stmt {
    let call = CallStmt {
        callee: callee.into(),
        type_args: Vec::new(),
        args,
        dest: dest.map(name),
        within: Openings::default(),
        part: CallPart::Whole,
        span: nowhere(),
    };
    stmt(StmtKind::Call(call))
}

/// `break` of the loop with this label.
pub fn break_(label: &str) -> Stmt {
    stmt(StmtKind::Break(label.into()))
}

/// `continue` of the loop with this label.
pub fn continue_(label: &str) -> Stmt {
    stmt(StmtKind::Continue(label.into()))
}

/// `return`.
pub fn return_() -> Stmt {
    stmt(StmtKind::Return)
}

/// An isolated `while` loop without clauses that changes these variables as a whole; `None` for `loop`.
pub fn loop_(label: &str, condition: Option<Expr>, body: Vec<Stmt>, modified: Vec<Binder>) -> LoopStmt {
    LoopStmt {
        label: label.into(),
        isolated: true,
        invariants: Vec::new(),
        invariants_except_break: Vec::new(),
        ensures: Vec::new(),
        decreases: Vec::new(),
        condition: condition.map(|c| (Vec::new(), c)),
        body,
        modified: modified.into_iter().map(|b| (b, vec![Vec::new()])).collect(),
        head_span: nowhere(),
    }
}

/// A checked function without clauses in the module `m`, with the unit type as result; its statements are `check`.
pub fn function(path: &str, mode: Mode, params: Vec<Binder>, check: Option<Vec<Stmt>>) -> Function {
    let params = params.into_iter().map(|b| Param { var: b.var, ty: b.ty, mode }).collect();
    let ret = Param { var: name("result"), ty: Ty::unit(), mode };
    Function { params, ret, check, module: "m".into(), ..Function::new(path.into(), mode, nowhere()) }
}

/// A measure without `when`.
pub fn decreases(measure: Vec<Expr>) -> Option<Termination> {
    Some(Termination { decreases: measure, when: None })
}

/// A program of these functions.
pub fn program(functions: Vec<Function>) -> Program {
    let functions = functions.into_iter().map(|f| (f.path.clone(), f)).collect();
    Program { functions, ..Program::default() }
}
