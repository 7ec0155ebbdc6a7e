//! Operators: built-in ones stay operators, all others are calls.
//!
//! An operator is built in when both operands are scalars: its meaning is then fixed by the language. On all other
//! types it is what the impl's function does, which only that function's contract tells.

use certus_diagnostics::{Rust, Span};
use certus_tree::{BinOp, Expr, ExprKind, RAW_DEREF, Ty, UnOp};
use ra_ap_hir_def::hir;
use ra_ap_hir_ty::next_solver::{Ty as SolverTy, TyKind};
use ra_ap_hir_ty::{Adjust as HirAdjust, AutoBorrow};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;
use ra_ap_syntax::ast::{ArithOp, BinaryOp, CmpOp, Ordering, UnaryOp};

use super::Builder;

/// What a built-in operator works on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scalar {
    /// Machine integers; `int` and `nat` are structs whose operators are calls.
    Int,
    /// `f32` and `f64`.
    Float,
    /// `bool`: comparisons and the bitwise operators.
    Bool,
    /// `char`: comparisons only.
    Char,
    /// Raw and function pointers, `()`: only comparisons.
    Other,
}

impl<'db> Builder<'db> {
    /// `None` for a type whose operators are calls.
    fn scalar(ty: SolverTy<'db>) -> Option<Scalar> {
        match ty.kind() {
            TyKind::Int(_) | TyKind::Uint(_) => Some(Scalar::Int),
            TyKind::Float(_) => Some(Scalar::Float),
            TyKind::Bool => Some(Scalar::Bool),
            TyKind::Char => Some(Scalar::Char),
            TyKind::RawPtr(..) | TyKind::FnPtr(..) => Some(Scalar::Other),
            _ => None,
        }
    }

    /// The type under references, and their number.
    pub(super) fn under_references(mut ty: SolverTy<'db>) -> (SolverTy<'db>, u32) {
        let mut depth = 0;
        while let TyKind::Ref(_, inner, _) = ty.kind() {
            (ty, depth) = (inner, depth + 1);
        }
        (ty, depth)
    }

    /// `op e`. On a reference to a scalar it is still built in: `!&x` is `!x`. On two references it is a call, which no impl
    /// of the standard library has, so it ends in an error.
    pub(super) fn unary(&mut self, id: hir::ExprId, operand: hir::ExprId, op: UnaryOp, span: Span) -> ExprKind {
        let (ty, depth) = Self::under_references(self.infer.expr_ty(operand));
        let op = match op {
            UnaryOp::Deref => return self.deref(id, operand, span),
            UnaryOp::Not => UnOp::Not,
            UnaryOp::Neg => UnOp::Neg,
        };
        let builtin = match op {
            UnOp::Not => matches!(Self::scalar(ty), Some(Scalar::Int | Scalar::Bool)),
            UnOp::Neg => matches!(Self::scalar(ty), Some(Scalar::Int | Scalar::Float)),
        };
        match depth {
            0 if builtin => return self.builtin_unary(op, operand),
            // The impls of references do the same as those of the values.
            1 if builtin => return ExprKind::Unary(op, Box::new(self.operand(operand, depth))),
            _ => {}
        }
        let value = self.expr(operand);
        match self.operator_call(id, vec![value], span) {
            Some(call) => call,
            None => self.no_operator(span),
        }
    }

    /// A dereference that the user overloads is a call that gives a reference, followed by a built-in dereference.
    fn deref(&mut self, id: hir::ExprId, operand: hir::ExprId, span: Span) -> ExprKind {
        let value = self.expr(operand);
        if matches!(value.ty, Ty::RawPtr(..)) {
            return ExprKind::Unsupported(RAW_DEREF);
        }
        if self.infer.method_resolution(id).is_none() {
            return ExprKind::Deref(Box::new(value));
        }
        let mutability = match &value.ty {
            Ty::Ref(mutability, _) => *mutability,
            _ => certus_tree::Mutability::Shared,
        };
        let target = self.ty(self.infer.expr_ty(id), span);
        let Some(call) = self.operator_call(id, vec![value], span) else { return self.no_operator(span) };
        let call = self.node(call, Ty::Ref(mutability, Box::new(target)), span);
        ExprKind::Deref(Box::new(call))
    }

    /// `a op b`.
    pub(super) fn binary(
        &mut self,
        id: hir::ExprId,
        lhs: hir::ExprId,
        rhs: hir::ExprId,
        op: Option<BinaryOp>,
        span: Span,
    ) -> ExprKind {
        let (op, assigns) = match op {
            Some(BinaryOp::LogicOp(op)) => return self.logic(op, lhs, rhs),
            Some(BinaryOp::ArithOp(op)) => (arithmetic(op), false),
            Some(BinaryOp::CmpOp(op)) => (comparison(op), false),
            Some(BinaryOp::Assignment { op: Some(op) }) => (arithmetic(op), true),
            Some(BinaryOp::Assignment { op: None }) | None => return self.no_operator(span),
        };
        let compares = is_comparison(op);
        let (lhs_ty, lhs_depth) = Self::under_references(self.infer.expr_ty(lhs));
        let (rhs_ty, rhs_depth) = Self::under_references(self.infer.expr_ty(rhs));
        // Comparisons look through the same number of references on both sides; arithmetic through one on each.
        let reachable =
            if compares { lhs_depth == rhs_depth } else { lhs_depth <= u32::from(!assigns) && rhs_depth <= 1 };
        if reachable && Self::is_builtin(op, lhs_ty, rhs_ty) {
            let left = Box::new(self.operand(lhs, lhs_depth));
            let right = Box::new(self.operand(rhs, rhs_depth));
            return if assigns { ExprKind::Assign(Some(op), left, right) } else { ExprKind::Binary(op, left, right) };
        }
        let args = vec![self.expr(lhs), self.expr(rhs)];
        if compares && !self.comparison_holds(id) {
            let message = "these types cannot be compared: the first does not implement comparison with the second";
            self.error(Rust::UnsatisfiedBound, message, span);
        }
        match self.operator_call(id, args, span) {
            Some(call) => call,
            None => self.no_operator(span),
        }
    }

    /// An operand of a built-in operator: without the references that an overloaded one would take.
    fn operand(&mut self, id: hir::ExprId, depth: u32) -> Expr {
        let plain = self.plain_expr(id);
        let all = self.infer.expr_adjustment(id).unwrap_or_default();
        let is_borrow = |kind: &HirAdjust| matches!(kind, HirAdjust::Borrow(AutoBorrow::Ref(_)));
        let kept = match all {
            // The reborrow that coercion inserts on a reference, `&*x`, and the autoref of the operator.
            [first, second, ..] if matches!(first.kind, HirAdjust::Deref(None)) && is_borrow(&second.kind) => &[],
            [first, ..] if is_borrow(&first.kind) => &[],
            [init @ .., last] if is_borrow(&last.kind) => init,
            all => all,
        };
        let mut expr = self.adjust(plain, kept);
        for _ in 0..depth {
            let Ty::Ref(_, inner) = &expr.ty else { break };
            let (ty, span) = ((**inner).clone(), expr.span);
            expr = self.node(ExprKind::Deref(Box::new(expr)), ty, span);
        }
        expr
    }

    /// Both sides must have the same type, except that a shift may have any integer type on its right, and that a pointer may
    /// be compared with one that may be written through.
    fn is_builtin(op: BinOp, lhs: SolverTy<'db>, rhs: SolverTy<'db>) -> bool {
        let (Some(left), Some(right)) = (Self::scalar(lhs), Self::scalar(rhs)) else { return false };
        match op {
            BinOp::Shl | BinOp::Shr => left == Scalar::Int && right == Scalar::Int,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                lhs == rhs && matches!(left, Scalar::Int | Scalar::Float)
            }
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => lhs == rhs && matches!(left, Scalar::Int | Scalar::Bool),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => match (lhs.kind(), rhs.kind()) {
                // The right side is coerced.
                (TyKind::RawPtr(left, _), TyKind::RawPtr(right, _)) => left == right,
                _ => lhs == rhs,
            },
        }
    }

    /// True when the trait of a comparison holds: inference accepts `==` without an impl.
    fn comparison_holds(&self, id: hir::ExprId) -> bool {
        use ra_ap_hir_def::{ItemContainerId, Lookup};
        let Some((function, args)) = self.infer.method_resolution(id) else { return false };
        let ItemContainerId::TraitId(trait_) = function.lookup(self.loaded.db()).container else { return true };
        self.loaded.holds(self.env, trait_, args)
    }

    /// Errs with `rust/unsatisfied-bound`.
    fn no_operator(&mut self, span: Span) -> ExprKind {
        self.error(Rust::UnsatisfiedBound, "this operator is not defined for these types", span);
        ExprKind::Unsupported("operator")
    }

    /// `base[index]`.
    pub(super) fn index(&mut self, id: hir::ExprId, base: hir::ExprId, index: hir::ExprId, span: Span) -> ExprKind {
        let adjustments = self.infer.expr_adjustment(base).unwrap_or_default();
        let place = adjustments.iter().position(|a| matches!(a.kind, HirAdjust::Borrow(AutoBorrow::Ref(_))));
        // The reference that the operator takes is the last borrow; what precedes it reaches the indexed place.
        let last = adjustments.iter().rposition(|a| matches!(a.kind, HirAdjust::Borrow(AutoBorrow::Ref(_)))).or(place);
        let before = last.map_or(adjustments, |at| adjustments.get(..at).unwrap_or_default());
        let place_ty = before.last().map_or(self.infer.expr_ty(base), |a| a.target.as_ref());
        let builtin = matches!(place_ty.kind(), TyKind::Array(..) | TyKind::Slice(_));
        if builtin && self.infer.expr_ty(index).is_usize() {
            let plain = self.plain_expr(base);
            let base = Box::new(self.adjust(plain, before));
            return ExprKind::Index(base, self.boxed(index));
        }
        let base = self.expr(base);
        let mutability = match &base.ty {
            Ty::Ref(mutability, _) => *mutability,
            _ => certus_tree::Mutability::Shared,
        };
        let args = vec![base, self.expr(index)];
        let target = self.ty(self.infer.expr_ty(id), span);
        let Some(call) = self.operator_call(id, args, span) else { return self.no_operator(span) };
        let call = self.node(call, Ty::Ref(mutability, Box::new(target)), span);
        ExprKind::Deref(Box::new(call))
    }
}

fn arithmetic(op: ArithOp) -> BinOp {
    match op {
        ArithOp::Add => BinOp::Add,
        ArithOp::Sub => BinOp::Sub,
        ArithOp::Mul => BinOp::Mul,
        ArithOp::Div => BinOp::Div,
        ArithOp::Rem => BinOp::Rem,
        ArithOp::Shl => BinOp::Shl,
        ArithOp::Shr => BinOp::Shr,
        ArithOp::BitXor => BinOp::BitXor,
        ArithOp::BitOr => BinOp::BitOr,
        ArithOp::BitAnd => BinOp::BitAnd,
    }
}

fn comparison(op: CmpOp) -> BinOp {
    match op {
        CmpOp::Eq { negated: false } => BinOp::Eq,
        CmpOp::Eq { negated: true } => BinOp::Ne,
        CmpOp::Ord { ordering: Ordering::Less, strict: true } => BinOp::Lt,
        CmpOp::Ord { ordering: Ordering::Less, strict: false } => BinOp::Le,
        CmpOp::Ord { ordering: Ordering::Greater, strict: true } => BinOp::Gt,
        CmpOp::Ord { ordering: Ordering::Greater, strict: false } => BinOp::Ge,
    }
}

fn is_comparison(op: BinOp) -> bool {
    matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
}
