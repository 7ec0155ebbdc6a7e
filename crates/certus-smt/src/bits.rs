//! Operators on bits, uninterpreted but for what their ranges give; the bit-vector prover knows the rest.

use certus_vir::{BinaryOp, IntKind};

use crate::encoder::Encoder;
use crate::term::{self, Role, Sort, Term};

impl Encoder<'_> {
    /// Rule `bits`: and, or, exclusive or and shift right are those of two's complement without a width, so they do
    /// not depend on the type; shift left wraps and does. What is stated of each is only where its result lies.
    pub(crate) fn bit_op(&mut self, op: BinaryOp, kind: IntKind, a: Term, b: Term) -> Term {
        let kind = self.fixed(kind);
        let name = match op {
            BinaryOp::BitAnd => "bit.and".to_owned(),
            BinaryOp::BitOr => "bit.or".to_owned(),
            BinaryOp::BitXor => "bit.xor".to_owned(),
            BinaryOp::Shr => "bit.shr".to_owned(),
            _ => format!("{kind}.shl"),
        };
        let int: Sort = "Int".into();
        self.out.function(&name.as_str().into(), vec![int.clone(), int.clone()], &int);
        if self.once(&format!("bits {name} {kind}")) {
            let x = term::var(&"x".into(), &int);
            let y = term::var(&"y".into(), &int);
            let result = term::app(&name, Role::Free, vec![x.clone(), y.clone()], "Int");
            let fact = self.bit_fact(op, kind, &x, &y, &result);
            self.out.axiom(&name, term::forall(vec![("x".into(), int.clone()), ("y".into(), int)], vec![result], fact));
        }
        term::app(&name, Role::Free, vec![a, b], "Int")
    }

    /// What is known of a result from operands of a range. Each range is closed under and, or and exclusive or; a
    /// shift right goes towards 0 or -1 (take it to do nothing for negative distances); a shift left wraps.
    fn bit_fact(&mut self, op: BinaryOp, kind: IntKind, x: &Term, y: &Term, result: &Term) -> Term {
        // Surrogates make the characters no such set.
        let closed = if kind == IntKind::Char { IntKind::U(32) } else { kind };
        let inside = self.range(closed, result);
        let of_x = self.range(closed, x);
        let nonnegative = |t: &Term| term::logic("<=", vec![term::lit(0), t.clone()]);
        let below = |t: &Term| term::logic("<=", vec![result.clone(), t.clone()]);
        match op {
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                let mut facts = vec![inside];
                if op == BinaryOp::BitAnd && !closed.is_signed() && closed != IntKind::Int {
                    facts.extend([below(x), below(y)]);
                }
                let of_y = self.range(closed, y);
                term::implies(term::and([of_x, of_y]), term::and(facts))
            }
            BinaryOp::Shr => {
                let shrinks = term::implies(nonnegative(x), term::and([nonnegative(result), below(x)]));
                term::and([term::implies(of_x, inside), shrinks])
            }
            _ if closed == IntKind::Nat => term::implies(of_x, inside),
            _ => inside,
        }
    }

    /// Rule `bit-not`: complement is `-x - 1` for signed integers and `max - x` for unsigned ones.
    pub(crate) fn bit_not(&mut self, kind: IntKind, t: Term) -> Term {
        if kind.is_signed() || matches!(kind, IntKind::Int | IntKind::Nat) {
            return term::arith("-", vec![term::lit(-1), t]);
        }
        let max = self.bound(kind, true);
        term::arith("-", vec![max, t])
    }
}
