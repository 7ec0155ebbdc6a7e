//! Operators. Integers are exact, and a formula is certain if one of its parts decides it.

use super::{Answer, Machine, Stop, stop};
use crate::contracts::types::{Kind, Ty};
use crate::contracts::values::Value;
use num_bigint::{BigInt, Sign};
use verus_syn::{BinOp, Expr, ExprBinary, ExprUnary, UnOp};

pub fn not(value: Value) -> Answer {
    match value.now() {
        Value::Bool(b) => Ok(Value::Bool(!b)),
        Value::Int(n, Some(kind)) if kind.signed => Ok(Value::Int(-n - 1, Some(kind))),
        Value::Int(n, Some(kind)) => Ok(Value::Int((BigInt::from(1) << kind.bits) - 1 - n, Some(kind))),
        _ => stop("`!` of an unknown value"),
    }
}

/// The least and the greatest value of a type.
pub fn bounds(kind: Kind) -> (BigInt, BigInt) {
    let top = BigInt::from(1) << (kind.bits - u32::from(kind.signed));
    (if kind.signed { -top.clone() } else { 0.into() }, top - 1)
}

/// `value as T`, if the value is in the range of `T`.
pub fn cast(value: Value, ty: &Ty) -> Answer {
    let n = match value {
        Value::Int(n, _) => n,
        Value::Char(c) => u32::from(c).into(),
        Value::Bool(b) => u8::from(b).into(),
        _ => return stop("a cast of an unknown value"),
    };
    match ty {
        Ty::Exact(nat) if *nat && n.sign() == Sign::Minus => stop("a cast out of range"),
        Ty::Exact(_) => Ok(Value::Int(n, None)),
        Ty::Machine(kind) => {
            let (least, most) = bounds(*kind);
            if n < least || n > most { stop("a cast out of range") } else { Ok(Value::Int(n, Some(*kind))) }
        }
        _ => stop("a cast to another type"),
    }
}

/// The quotient and the remainder, which is not negative.
fn divide(a: &BigInt, b: &BigInt) -> Result<(BigInt, BigInt), Stop> {
    if b.sign() == Sign::NoSign {
        return stop("a division by zero");
    }
    let size = BigInt::from(b.magnitude().clone());
    let rest = ((a % &size) + &size) % &size;
    Ok(((a - &rest) / b, rest))
}

fn shift(left: bool, a: BigInt, by: &BigInt, kind: Option<Kind>) -> Answer {
    let (Some(kind), Ok(by)) = (kind, u32::try_from(by.clone())) else { return stop("a shift of an unknown type") };
    if by >= kind.bits || left && kind.signed {
        return stop("a shift out of range");
    }
    let all = (BigInt::from(1) << kind.bits) - 1;
    Ok(Value::Int(if left { (a << by) & all } else { a >> by }, Some(kind)))
}

impl Machine<'_> {
    pub(super) fn unary(&mut self, unary: &ExprUnary) -> Answer {
        match &unary.op {
            UnOp::Not(_) => {
                let value = self.value(&unary.expr)?;
                not(value)
            }
            UnOp::Neg(_) => match self.value(&unary.expr)?.now() {
                Value::Int(n, _) => Ok(Value::int(-n)),
                _ => stop("`-` of an unknown value"),
            },
            UnOp::Deref(_) => Ok(self.value(&unary.expr)?.now()),
            UnOp::Forall(_) => self.quantified(&unary.expr, true),
            UnOp::Exists(_) => self.quantified(&unary.expr, false),
            _ => stop("an operator"),
        }
    }

    /// `&&&` and `|||`: certain if one part decides, or all are certain.
    pub(super) fn big<'e>(&mut self, parts: impl Iterator<Item = &'e Expr>, decides: bool) -> Answer {
        let mut unknown = None;
        for part in parts {
            match self.boolean(part) {
                Ok(b) if b == decides => return Ok(Value::Bool(b)),
                Ok(_) => {}
                Err(why) => unknown = Some(why),
            }
        }
        unknown.map_or(Ok(Value::Bool(!decides)), Err)
    }

    /// `a ==> b`.
    pub(super) fn implied(&mut self, a: &Expr, b: &Expr) -> Answer {
        match self.boolean(a) {
            Ok(false) => Ok(Value::Bool(true)),
            Ok(true) => self.boolean(b).map(Value::Bool),
            Err(why) => match self.boolean(b) {
                Ok(true) => Ok(Value::Bool(true)),
                _ => Err(why),
            },
        }
    }

    pub(super) fn binary(&mut self, binary: &ExprBinary) -> Answer {
        let (left, right) = (&*binary.left, &*binary.right);
        match &binary.op {
            BinOp::And(_) => return self.big([left, right].into_iter(), false),
            BinOp::Or(_) => return self.big([left, right].into_iter(), true),
            BinOp::Imply(_) => return self.implied(left, right),
            BinOp::Exply(_) => return self.implied(right, left),
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => return self.chain(binary),
            _ => {}
        }
        let (a, b) = (self.value(left)?.now(), self.value(right)?.now());
        match &binary.op {
            BinOp::Eq(_) | BinOp::BigEq(_) | BinOp::ExtEq(_) | BinOp::ExtDeepEq(_) | BinOp::Equiv(_) => {
                self.equal(&a, &b)
            }
            BinOp::Ne(_) | BinOp::BigNe(_) | BinOp::ExtNe(_) | BinOp::ExtDeepNe(_) => not(self.equal(&a, &b)?),
            op => arithmetic(op, a, b),
        }
    }

    /// `a <= b < c`.
    fn chain(&mut self, binary: &ExprBinary) -> Answer {
        if let Expr::Binary(inner) = &*binary.left
            && matches!(inner.op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
        {
            let first = self.chain(inner);
            if let Ok(Value::Bool(false)) = first {
                return first;
            }
            let last = self.compared(&inner.right, &binary.op, &binary.right);
            return match (first, last) {
                (_, Ok(Value::Bool(false))) => Ok(Value::Bool(false)),
                (Ok(_), last) => last,
                (first, _) => first,
            };
        }
        self.compared(&binary.left, &binary.op, &binary.right)
    }

    fn compared(&mut self, a: &Expr, op: &BinOp, b: &Expr) -> Answer {
        let (a, b) = match (self.value(a)?.now(), self.value(b)?.now()) {
            (Value::Int(a, _), Value::Int(b, _)) => (a, b),
            (Value::Char(a), Value::Char(b)) => (u32::from(a).into(), u32::from(b).into()),
            _ => return stop("a comparison of unknown values"),
        };
        Ok(Value::Bool(match op {
            BinOp::Lt(_) => a < b,
            BinOp::Le(_) => a <= b,
            BinOp::Gt(_) => a > b,
            _ => a >= b,
        }))
    }
}

fn arithmetic(op: &BinOp, a: Value, b: Value) -> Answer {
    if let (BinOp::Add(_), Value::Seq(a), Value::Seq(b)) = (op, &a, &b) {
        return Ok(Value::Seq(a.iter().chain(b).cloned().collect()));
    }
    let (Value::Int(a, kind), Value::Int(b, other)) = (a, b) else { return stop("arithmetic of unknown values") };
    Ok(match op {
        BinOp::Add(_) => Value::int(a + b),
        BinOp::Sub(_) => Value::int(a - b),
        BinOp::Mul(_) => Value::int(a * b),
        BinOp::Div(_) => Value::int(divide(&a, &b)?.0),
        BinOp::Rem(_) => Value::int(divide(&a, &b)?.1),
        BinOp::BitAnd(_) => Value::Int(a & b, kind.or(other)),
        BinOp::BitOr(_) => Value::Int(a | b, kind.or(other)),
        BinOp::BitXor(_) => Value::Int(a ^ b, kind.or(other)),
        BinOp::Shl(_) => return shift(true, a, &b, kind),
        BinOp::Shr(_) => return shift(false, a, &b, kind),
        _ => return stop("an operator"),
    })
}
