//! Real numbers of ghost code: literals, operators, and conversions.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_vir::{BinaryOp, Const, Expr, ExprKind, IntKind, Known, RealOp, Ty, UnaryOp, decimal};

use crate::error::{Result, fail};

/// A literal of the type `real`: digits, a point, digits. Errs with `language/literal` for other text: a number without a
/// point is an integer, and one with an exponent is only a floating-point number.
pub(super) fn literal(text: &str, span: Span) -> Result<Expr> {
    if text.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit() || b == b'_') {
        return fail(Language::Literal, format!("an integer is no real number: write `{text}real`"), span);
    }
    let Some(value) = decimal::parse(text) else {
        let message = "a literal of type `real` must be digits, followed by a decimal point, followed by digits";
        return fail(Language::Literal, message, span);
    };
    Ok(Expr::new(ExprKind::Const(Const::Real(value)), Ty::Real, span))
}

/// Whether the type has the real numbers as its values.
pub(super) fn is_real(e: &Expr) -> bool {
    *e.ty.value() == Ty::Real
}

/// `n as real` of an integer, or `x as real` of a real number. Nothing for other types.
pub(super) fn to_real(value: Expr, ty: Ty, span: Span) -> Option<Expr> {
    match value.ty.value() {
        Ty::Real => Some(Expr { ty, span, ..value }),
        Ty::Int(_) => Some(Expr::new(ExprKind::Unary(UnaryOp::IntToReal, value), ty, span)),
        _ => None,
    }
}

/// `x.floor()`: the greatest integer that is not above a real number.
pub(super) fn floor(value: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Unary(UnaryOp::Floor, value), Ty::Int(IntKind::Int), span)
}

/// `-x`.
pub(super) fn negation(value: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Unary(UnaryOp::RealNeg, value), Ty::Real, span)
}

/// An operator of ghost code where one of the operands is a real number. Errs with `unsupported/operator` where the other one
/// is none, or the operator is one of integers.
pub(super) fn operator(name: Known, a: Expr, b: Expr, span: Span) -> Result<Expr> {
    if !(is_real(&a) && is_real(&b)) {
        return fail(Unsupported::Operator, "this operator needs two real numbers", span);
    }
    let op = match name {
        Known::ChainEq => return Ok(Expr::binary(BinaryOp::Eq, a, b, span)),
        Known::SpecAdd => RealOp::Add,
        Known::SpecSub => RealOp::Sub,
        Known::SpecMul => RealOp::Mul,
        Known::SpecDiv => RealOp::Div,
        Known::SpecLt | Known::ChainLt => RealOp::Lt,
        Known::SpecLe | Known::ChainLe => RealOp::Le,
        Known::SpecGt | Known::ChainGt => RealOp::Gt,
        Known::SpecGe | Known::ChainGe => RealOp::Ge,
        _ => return fail(Unsupported::Operator, "this operator is not supported on real numbers", span),
    };
    Ok(Expr::binary(BinaryOp::Real(op), a, b, span))
}
