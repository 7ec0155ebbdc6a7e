//! Expressions as flat code for the machine.

use std::collections::HashMap;
use std::rc::Rc;

use certus_vir::instances::TySubst;
use certus_vir::subst::{Subst, free_vars};
use certus_vir::{BinaryOp, Binder, Const, Expr, ExprKind, Path, Ty, UnaryOp, visit};

use super::machine::Machine;
use super::operators::{agreed, truth};
use super::value::{Head, Id, Node, TyId};

/// A step of the machine. Operands are taken from its stack, the last one on top.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// A value.
    Push(Id),
    /// A variable, by its place.
    Load(u32),
    /// Gives a variable its value.
    Store(u32),
    /// An operator.
    Unary(UnaryOp, TyId),
    /// An operator.
    Binary(BinaryOp, TyId),
    /// A value of a datatype with so many fields.
    Ctor(Path, certus_vir::Name, usize, TyId),
    /// A function, by the number of its instance.
    Call(u32),
    /// Applies a function to so many arguments.
    Apply(usize, TyId),
    /// A function that captures variables, by the number of its lambda.
    Closure(u32),
    /// An expression that is not evaluated, by its number.
    Suspend(u32, TyId),
    /// Goes on with one of two pieces of code. Where the condition is not known, it stays on the stack and the next
    /// three steps do both.
    If(Rc<[Op]>, Rc<[Op]>),
    /// A piece of code.
    Enter(Rc<[Op]>),
    /// A choice from condition and both results.
    Merge(TyId),
    /// Leaves out the next so many steps when the left side decides.
    Short(BinaryOp, usize),
    /// The definition holds only if this does.
    Guard,
    /// The end.
    Return,
}

/// Code with what it needs.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) ops: Rc<[Op]>,
    /// How many variables it has.
    pub(super) slots: usize,
}

/// A piece of code that makes a function.
pub(super) struct Lambda {
    /// What it does; its variables are those captured, then its parameters.
    pub(super) code: Code,
    /// The places of the captured variables where it is made.
    pub(super) captures: Vec<u32>,
    /// The same as an expression.
    pub(super) origin: Origin,
    /// How many parameters it has.
    pub(super) arity: usize,
}

/// An expression over captured variables.
pub(super) struct Origin {
    /// The expression.
    pub(super) expr: Expr,
    /// The variables with their types, in the order of the captured values.
    pub(super) captured: Vec<Binder>,
}

/// An expression that is not evaluated.
pub(super) struct Suspension {
    /// The places of the captured variables.
    pub(super) captures: Vec<u32>,
    /// What it is.
    pub(super) origin: Origin,
}

/// Makes code at type arguments.
struct Compiler<'m, 'p> {
    machine: &'m mut Machine<'p>,
    types: TySubst,
    scope: Vec<Binder>,
    slots: usize,
}

/// The code of an expression over some variables, and the value of `when`, if its definition depends on one.
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
    fn ty(&mut self, ty: &Ty) -> TyId {
        let ty = self.machine.types.norm(&self.types, ty);
        self.machine.values.ty(&ty)
    }

    fn expr(&mut self, expr: &Expr, ops: &mut Vec<Op>) {
        visit::deep(|| self.expr_once(expr, ops));
    }

    fn all(&mut self, exprs: &[Expr], ops: &mut Vec<Op>) {
        exprs.iter().for_each(|e| self.expr(e, ops));
    }

    fn expr_once(&mut self, expr: &Expr, ops: &mut Vec<Op>) {
        match &*expr.kind {
            ExprKind::TriggerMark(e) | ExprKind::Checked(e) => self.expr(e, ops),
            ExprKind::Var(var) => match self.scope.iter().rposition(|b| b.var == *var) {
                Some(slot) => ops.push(Op::Load(slot as u32)),
                None => self.leaf(Head::Var(var.clone()), &expr.ty, ops),
            },
            ExprKind::Old(var) => self.leaf(Head::Old(var.clone()), &expr.ty, ops),
            ExprKind::Const(Const::Bool(value)) => ops.push(Op::Push(self.machine.values.bool(*value))),
            ExprKind::Const(Const::Int(value)) => ops.push(Op::Push(self.machine.values.int(value.clone()))),
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

    /// Something that stands for itself.
    fn leaf(&mut self, head: Head, ty: &Ty, ops: &mut Vec<Op>) {
        let ty = self.ty(ty);
        ops.push(Op::Push(self.machine.values.stuck(head, ty, Vec::new())));
    }

    /// An operator; connectives look at the right side only when the left does not decide.
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

    /// Code that shares the variables of what it is a part of.
    fn block(&mut self, expr: &Expr) -> Rc<[Op]> {
        let mut ops = Vec::new();
        self.expr(expr, &mut ops);
        ops.push(Op::Return);
        ops.into()
    }

    /// The variables of the scope that an expression uses, and the expression at the present types.
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

    /// A function, with the code of its body.
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

/// Keeps what was computed for the arguments of a function.
pub(super) type Memo = HashMap<Box<[Id]>, Id>;
