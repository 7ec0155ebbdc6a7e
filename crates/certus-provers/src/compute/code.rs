//! Compiles expressions to flat code for the machine.
//!
//! For example, `x + 1` becomes `Load(x)`, `Push(1)`, `Binary(Add)`.

use std::collections::HashMap;
use std::rc::Rc;

use certus_vir::instances::TySubst;
use certus_vir::subst::{Subst, free_vars};
use certus_vir::{BinaryOp, Binder, Const, Expr, ExprKind, Path, Ty, UnaryOp, visit};

use super::machine::Machine;
use super::operators::{agreed, truth};
use super::value::{Head, Id, Node, TyId};

/// A step of the machine. It pops its operands from the stack; the last operand is on top.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// Pushes a value.
    Push(Id),
    /// Pushes the value of a variable, by its slot.
    Load(u32),
    /// Pops a value into the slot of a variable.
    Store(u32),
    /// Applies a unary operator. The type is that of the result.
    Unary(UnaryOp, TyId),
    /// Applies a binary operator. The type is that of the result.
    Binary(BinaryOp, TyId),
    /// Makes a value of a datatype with this number of fields.
    Ctor(Path, certus_vir::Name, usize, TyId),
    /// Calls a function, by the number of its instance.
    Call(u32),
    /// Applies a function value to this number of arguments.
    Apply(usize, TyId),
    /// Makes a function value that captures variables, by the number of its lambda.
    Closure(u32),
    /// Pushes an expression that is not evaluated, by its number.
    Suspend(u32, TyId),
    /// Continues with one of two pieces of code. If the condition is unknown, it stays on the stack, and the next three
    /// steps evaluate both.
    If(Rc<[Op]>, Rc<[Op]>),
    /// Enters a piece of code.
    Enter(Rc<[Op]>),
    /// Makes a conditional value from the condition and both results.
    Merge(TyId),
    /// Skips this number of steps if the left operand decides the result.
    Short(BinaryOp, usize),
    /// Checks the condition of a definition (`when`). The definition applies only if it is true.
    Guard,
    /// Ends the code.
    Return,
}

/// Code with the number of its slots.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) ops: Rc<[Op]>,
    /// The number of variables.
    pub(super) slots: usize,
}

/// The code of a function value.
pub(super) struct Lambda {
    /// The code of the body. Its variables are the captured ones, then the parameters.
    pub(super) code: Code,
    /// The slots of the captured variables at the place of the lambda.
    pub(super) captures: Vec<u32>,
    /// The lambda as an expression.
    pub(super) origin: Origin,
    /// The number of parameters.
    pub(super) arity: usize,
}

/// An expression with its captured variables.
pub(super) struct Origin {
    /// The expression.
    pub(super) expr: Expr,
    /// The captured variables with their types, in the order of the captured values.
    pub(super) captured: Vec<Binder>,
}

/// An expression that is not evaluated.
pub(super) struct Suspension {
    /// The slots of the captured variables.
    pub(super) captures: Vec<u32>,
    /// The expression.
    pub(super) origin: Origin,
}

/// Compiles code at given type arguments.
struct Compiler<'m, 'p> {
    machine: &'m mut Machine<'p>,
    types: TySubst,
    scope: Vec<Binder>,
    slots: usize,
}

/// The code of an expression over some variables, and the code of `when`, if its definition has one.
pub(super) fn compile(
    machine: &mut Machine<'_>,
    types: &TySubst,
    params: Vec<Binder>,
    when: Option<&Expr>,
    body: &Expr,
) -> Code {
    let slots = params.len();
    let mut compiler = Compiler { machine, types: types.clone(), scope: params, slots };
    let mut ops = Vec::new();
    if let Some(when) = when {
        compiler.expr(when, &mut ops);
        ops.push(Op::Guard);
    }
    compiler.expr(body, &mut ops);
    ops.push(Op::Return);
    Code { ops: ops.into(), slots: compiler.slots }
}

impl Compiler<'_, '_> {
    /// The number of a type at the current type arguments.
    fn ty(&mut self, ty: &Ty) -> TyId {
        let ty = self.machine.types.norm(&self.types, ty);
        self.machine.values.ty(&ty)
    }

    /// Compiles an expression. The stack of the process grows if the expression is deeply nested.
    fn expr(&mut self, expr: &Expr, ops: &mut Vec<Op>) {
        visit::deep(|| self.expr_once(expr, ops));
    }

    /// Compiles expressions in order.
    fn all(&mut self, exprs: &[Expr], ops: &mut Vec<Op>) {
        exprs.iter().for_each(|e| self.expr(e, ops));
    }

    /// Compiles the operator of an expression, after its operands.
    fn expr_once(&mut self, expr: &Expr, ops: &mut Vec<Op>) {
        match &*expr.kind {
            ExprKind::Arm(e) | ExprKind::Checked(e) => self.expr(e, ops),
            ExprKind::Var(var) => match self.scope.iter().rposition(|b| b.var == *var) {
                Some(slot) => ops.push(Op::Load(slot as u32)),
                None => self.leaf(Head::Var(var.clone()), &expr.ty, ops),
            },
            ExprKind::Old(var) => self.leaf(Head::Old(var.clone()), &expr.ty, ops),
            ExprKind::Const(Const::Bool(value)) => ops.push(Op::Push(self.machine.values.bool(*value))),
            ExprKind::Const(Const::Int(value)) => ops.push(Op::Push(self.machine.values.int(value.clone()))),
            ExprKind::Const(Const::Real(value)) => ops.push(Op::Push(self.machine.values.real(value.clone()))),
            ExprKind::Const(Const::Str(text)) => ops.push(Op::Push(self.machine.values.make(Node::Text(text.clone())))),
            ExprKind::Const(Const::Bytes(bytes)) => self.leaf(Head::Bytes(bytes.clone()), &expr.ty, ops),
            ExprKind::ArchBits => match self.machine.program.arch_bits {
                Some(bits) => ops.push(Op::Push(self.machine.values.int(bits))),
                None => self.leaf(Head::ArchBits, &expr.ty, ops),
            },
            ExprKind::TypeConst(ty) => match self.machine.types.norm(&self.types, ty) {
                Ty::Const(value) => ops.push(Op::Push(self.machine.values.int(value))),
                ty => {
                    let head = Head::TypeConst(self.machine.values.ty(&ty));
                    self.leaf(head, &expr.ty, ops);
                }
            },
            ExprKind::Bound(kind, is_high) => {
                let end = |kind: certus_vir::IntKind| if *is_high { kind.bounds().1 } else { kind.bounds().0 };
                match agreed(self.machine.program, *kind, end) {
                    Some(value) => ops.push(Op::Push(self.machine.values.int(value))),
                    None => self.leaf(Head::Bound(*kind, *is_high), &expr.ty, ops),
                }
            }
            ExprKind::Call(path, tys, args) => {
                self.all(args, ops);
                let tys = self.machine.types.norm_all(&self.types, tys);
                let ret = self.ty(&expr.ty);
                ops.push(Op::Call(self.machine.instance(path, tys, ret, args.len())));
            }
            ExprKind::Ctor(path, variant, fields) => {
                fields.iter().for_each(|(_, e)| self.expr(e, ops));
                let ty = self.ty(&expr.ty);
                ops.push(Op::Ctor(path.clone(), variant.clone(), fields.len(), ty));
            }
            ExprKind::Unary(op, e) => {
                self.expr(e, ops);
                let ty = self.ty(&expr.ty);
                ops.push(Op::Unary(op.clone(), ty));
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, &expr.ty, ops),
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition, ops);
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                let ty = self.ty(&expr.ty);
                let both = [Op::Enter(then.clone()), Op::Enter(otherwise.clone()), Op::Merge(ty)];
                ops.push(Op::If(then, otherwise));
                ops.extend(both);
            }
            ExprKind::Let(binder, value, body) => {
                self.expr(value, ops);
                ops.push(Op::Store(self.scope.len() as u32));
                self.scope.push(binder.clone());
                self.slots = self.slots.max(self.scope.len());
                self.expr(body, ops);
                self.scope.pop();
            }
            ExprKind::Lambda(binders, body) => self.lambda(expr, binders, body, ops),
            ExprKind::Apply(callee, args) => {
                self.expr(callee, ops);
                self.all(args, ops);
                let ty = self.ty(&expr.ty);
                ops.push(Op::Apply(args.len(), ty));
            }
            ExprKind::Quant(..) | ExprKind::Choose(..) => {
                let (captures, origin) = self.captured(expr);
                let ty = self.ty(&expr.ty);
                let number = self.machine.suspensions.len() as u32;
                self.machine.suspensions.push(Suspension { captures, origin });
                ops.push(Op::Suspend(number, ty));
            }
        }
    }

    /// Compiles an expression that evaluates to itself.
    fn leaf(&mut self, head: Head, ty: &Ty, ops: &mut Vec<Op>) {
        let ty = self.ty(ty);
        ops.push(Op::Push(self.machine.values.stuck(head, ty, Vec::new())));
    }

    /// Compiles an operator. A connective evaluates its right operand only if the left one does not decide the result.
    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, ty: &Ty, ops: &mut Vec<Op>) {
        self.expr(a, ops);
        if !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies) {
            self.expr(b, ops);
            let ty = self.ty(ty);
            ops.push(Op::Binary(op, ty));
            return;
        }
        let mut right = Vec::new();
        self.expr(b, &mut right);
        right.push(Op::Binary(op, truth(&mut self.machine.values)));
        ops.push(Op::Short(op, right.len()));
        ops.append(&mut right);
    }

    /// Code that shares the variables of the code around it.
    fn block(&mut self, expr: &Expr) -> Rc<[Op]> {
        let mut ops = Vec::new();
        self.expr(expr, &mut ops);
        ops.push(Op::Return);
        ops.into()
    }

    /// The variables of the scope that an expression uses, and the expression at the current type arguments.
    fn captured(&mut self, expr: &Expr) -> (Vec<u32>, Origin) {
        let free = free_vars(expr);
        let (mut captures, mut captured) = (Vec::new(), Vec::new());
        for var in &free {
            let Some(slot) = self.scope.iter().rposition(|b| b.var == *var) else { continue };
            captures.push(slot as u32);
            let binder = &self.scope[slot];
            let ty = self.machine.types.norm(&self.types, &binder.ty);
            captured.push(Binder { var: var.clone(), ty });
        }
        let mut subst = Subst::new();
        self.types.iter().for_each(|(name, ty)| subst.ty(name, ty.clone()));
        (captures, Origin { expr: subst.apply(expr), captured })
    }

    /// Compiles a function value and the code of its body.
    fn lambda(&mut self, expr: &Expr, binders: &[Binder], body: &Expr, ops: &mut Vec<Op>) {
        let (captures, origin) = self.captured(expr);
        let arity = binders.len();
        let scope = origin.captured.iter().chain(binders).cloned().collect();
        let types = self.types.clone();
        let code = compile(self.machine, &types, scope, None, body);
        let number = self.machine.lambdas.len() as u32;
        self.machine.lambdas.push(Lambda { code, captures, origin, arity });
        ops.push(Op::Closure(number));
    }
}

/// The results of a function by its arguments.
pub(super) type Memo = HashMap<Box<[Id]>, Id>;
