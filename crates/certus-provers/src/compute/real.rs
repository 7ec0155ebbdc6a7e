//! Applies operators to known real numbers. The results are exact: `0.1 + 0.2` is `0.3`, and `1 / 3` is kept as a fraction.
//! The greatest integer that is not above `-2.5` is `-3`.
//!
//! The chapter `real-numbers.md` compares them with the solver.

use certus_vir::{RealOp, UnaryOp};
use num_rational::BigRational;
use num_traits::Zero;

use super::operators::Operators;
use super::value::Id;

impl Operators<'_, '_> {
    /// An operator on two real numbers, if both are known. A division by zero has no known result.
    pub(super) fn binary_real(&mut self, op: RealOp, a: Id, b: Id) -> Option<Id> {
        let (x, y) = (self.values.as_real(a)?, self.values.as_real(b)?);
        let number = match op {
            RealOp::Add => x + y,
            RealOp::Sub => x - y,
            RealOp::Mul => x * y,
            RealOp::Div if y.is_zero() => return None,
            RealOp::Div => x / y,
            RealOp::Lt | RealOp::Le | RealOp::Gt | RealOp::Ge => {
                let truth = match op {
                    RealOp::Lt => x < y,
                    RealOp::Le => x <= y,
                    RealOp::Gt => x > y,
                    _ => x >= y,
                };
                return Some(self.values.bool(truth));
            }
        };
        Some(self.values.real(number))
    }

    /// Negation and conversions, if the operand is known.
    pub(super) fn unary_real(&mut self, op: &UnaryOp, a: Id) -> Option<Id> {
        match op {
            UnaryOp::RealNeg => {
                let value = -self.values.as_real(a)?;
                Some(self.values.real(value))
            }
            UnaryOp::IntToReal => {
                let value = BigRational::from_integer(self.values.as_int(a)?.clone());
                Some(self.values.real(value))
            }
            UnaryOp::Floor => {
                let value = self.values.as_real(a)?.floor().to_integer();
                Some(self.values.int(value))
            }
            _ => None,
        }
    }
}
