//! Applies operators to values. If an operand is unknown, the operation remains as it is, except for laws that hold for
//! every operand, such as `x + 0 == x`.

use certus_vir::{BinaryOp, IntKind, Program, Ty, UnaryOp};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::value::{Head, Id, Node, TyId, Values};

/// The maximal distance of a left shift without a range to wrap in.
const MAX_SHIFT: u64 = 1 << 20;

/// The operators, with the program that they depend on.
pub(super) struct Operators<'a, 'p> {
    pub(super) program: &'p Program,
    pub(super) values: &'a mut Values,
}

/// The possible widths of pointers.
pub(super) fn widths(program: &Program) -> Vec<u32> {
    program.arch_bits.map_or_else(|| vec![32, 64], |bits| vec![bits])
}

/// The fixed-width range of a kind of integer, on a target with this pointer width.
fn at_width(kind: IntKind, width: u32) -> IntKind {
    match kind {
        IntKind::Usize => IntKind::U(width),
        IntKind::Isize => IntKind::I(width),
        other => other,
    }
}

/// The result of `f`, if it is the same on all targets.
pub(super) fn agreed<T: PartialEq>(program: &Program, kind: IntKind, f: impl Fn(IntKind) -> Option<T>) -> Option<T> {
    if !kind.is_arch() {
        return f(kind);
    }
    let mut all = widths(program).into_iter().map(|width| f(at_width(kind, width)));
    let first = all.next()??;
    all.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

/// Whether an integer is in a range; `None` if this depends on the target.
fn fits(program: &Program, kind: IntKind, value: &BigInt) -> Option<bool> {
    agreed(program, kind, |kind| {
        let (low, high) = kind.bounds();
        let within = low.is_none_or(|low| low <= *value) && high.is_none_or(|high| *value <= high);
        let surrogate = kind == IntKind::Char && (0xD800..=0xDFFF).contains(&value.to_u32().unwrap_or(0));
        Some(within && !surrogate)
    })
}

/// Whether the outer range contains the inner range on every target.
fn contains(program: &Program, outer: IntKind, inner: IntKind) -> bool {
    if outer == inner || outer == IntKind::Int {
        return true;
    }
    if outer == IntKind::Char {
        return false;
    }
    let on = |width: u32| {
        let ((low, high), (from, to)) = (at_width(outer, width).bounds(), at_width(inner, width).bounds());
        let below = low.is_none_or(|low| from.is_some_and(|from| low <= from));
        below && high.is_none_or(|high| to.is_some_and(|to| to <= high))
    };
    widths(program).into_iter().all(on)
}

impl Operators<'_, '_> {
    /// The range of a value that follows from its type.
    fn kind_of(&self, id: Id) -> Option<IntKind> {
        self.values.type_of(id).and_then(|ty| self.values.ty_of(ty).int_kind())
    }

    /// Applies a unary operator.
    pub(super) fn unary(&mut self, op: &UnaryOp, a: Id, ty: TyId) -> Id {
        self.known_unary(op, a).unwrap_or_else(|| self.values.stuck(Head::Unary(op.clone()), ty, vec![a]))
    }

    /// The result, if it is known.
    fn known_unary(&mut self, op: &UnaryOp, a: Id) -> Option<Id> {
        match op {
            UnaryOp::Not => self.not(a),
            UnaryOp::Neg => {
                let value = -self.values.as_int(a)?;
                Some(self.values.int(value))
            }
            UnaryOp::BitNot(kind) => {
                let value = self.values.as_int(a)?;
                let complement = |kind| match kind {
                    IntKind::I(_) => Some(BigInt::from(-1) - value),
                    IntKind::U(bits) => Some((BigInt::one() << bits) - BigInt::one() - value),
                    _ => None,
                };
                let result: BigInt = agreed(self.program, *kind, complement)?;
                Some(self.values.int(result))
            }
            UnaryOp::Clip(kind) => match self.values.as_int(a) {
                Some(value) => fits(self.program, *kind, value)?.then_some(a),
                None => contains(self.program, *kind, self.kind_of(a)?).then_some(a),
            },
            UnaryOp::InRange(kind) => {
                let known = match self.values.as_int(a) {
                    Some(value) => fits(self.program, *kind, value)?,
                    None => contains(self.program, *kind, self.kind_of(a)?).then_some(true)?,
                };
                Some(self.values.bool(known))
            }
            UnaryOp::IsVariant(path, variant) => {
                let known = match self.values.node(a) {
                    Node::Ctor(_, is, _) => is == variant,
                    _ => self.only_variant(path).then_some(true)?,
                };
                Some(self.values.bool(known))
            }
            UnaryOp::Field(path, variant, field) => {
                let Node::Ctor(_, is, fields) = self.values.node(a) else { return None };
                let all = self.program.datatypes.get(path)?.variants.as_ref()?;
                let fields = (is == variant).then_some(fields)?;
                let declared = all.iter().find(|v| v.name == *variant)?;
                fields.get(declared.fields.iter().position(|f| f.name == *field)?).copied()
            }
            UnaryOp::BoolToInt => {
                let value = self.values.as_bool(a)?;
                Some(self.values.int(i32::from(value)))
            }
            UnaryOp::RealNeg | UnaryOp::IntToReal | UnaryOp::Floor => self.unary_real(op, a),
            UnaryOp::MutCurrent | UnaryOp::MutFinal | UnaryOp::HasResolved => None,
        }
    }

    /// Whether all values of the datatype have the same variant.
    fn only_variant(&self, path: &str) -> bool {
        let variants = self.program.datatypes.get(path).and_then(|d| d.variants.as_ref());
        variants.is_some_and(|variants| variants.len() == 1)
    }

    /// Simplifies a negation.
    fn not(&mut self, a: Id) -> Option<Id> {
        match self.values.node(a) {
            Node::Bool(value) => {
                let value = !value;
                Some(self.values.bool(value))
            }
            Node::Stuck(Head::Unary(UnaryOp::Not), _, args) => args.first().copied(),
            _ => None,
        }
    }

    /// Applies a binary operator.
    pub(super) fn binary(&mut self, op: BinaryOp, a: Id, b: Id, ty: TyId) -> Id {
        let known = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => self.logic(op, a, b),
            BinaryOp::Eq | BinaryOp::ExtEq { .. } => Some(self.equality(op, a, b, ty)),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => self.arithmetic(op, a, b),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::HeightLt => self.order(op, a, b),
            BinaryOp::Real(op) => self.binary_real(op, a, b),
            BinaryOp::WithCurrent => None,
            _ => self.bits(op, a, b),
        };
        known.unwrap_or_else(|| self.values.stuck(Head::Binary(op), ty, vec![a, b]))
    }

    /// Simplifies connectives: one operand often decides the result.
    fn logic(&mut self, op: BinaryOp, a: Id, b: Id) -> Option<Id> {
        let (left, right) = (self.values.as_bool(a), self.values.as_bool(b));
        let constant = match (op, left, right) {
            (BinaryOp::And, Some(false), _) | (BinaryOp::And, _, Some(false)) => false,
            (BinaryOp::Or, Some(true), _) | (BinaryOp::Or, _, Some(true)) => true,
            (BinaryOp::Implies, Some(false), _) | (BinaryOp::Implies, _, Some(true)) => true,
            (BinaryOp::And | BinaryOp::Implies, Some(true), _) | (BinaryOp::Or, Some(false), _) => return Some(b),
            (BinaryOp::And, _, Some(true)) | (BinaryOp::Or, _, Some(false)) => return Some(a),
            (BinaryOp::Implies, _, Some(false)) => return self.not(a),
            (BinaryOp::Implies, ..) if a == b => true,
            (BinaryOp::And | BinaryOp::Or, ..) if a == b => return Some(a),
            _ => return None,
        };
        Some(self.values.bool(constant))
    }

    /// Exact arithmetic; a division by zero has no known result. With an unknown operand, it applies the laws of zero
    /// and one.
    fn arithmetic(&mut self, op: BinaryOp, a: Id, b: Id) -> Option<Id> {
        let (left, right) = (self.values.as_int(a), self.values.as_int(b));
        if let (Some(x), Some(y)) = (left, right) {
            let result = match op {
                BinaryOp::Add => x + y,
                BinaryOp::Sub => x - y,
                BinaryOp::Mul => x * y,
                _ if y.is_zero() => return None,
                BinaryOp::Div => euclidean(x, y).0,
                _ => euclidean(x, y).1,
            };
            return Some(self.values.int(result));
        }
        let zero = |v: Option<&BigInt>| v.is_some_and(Zero::is_zero);
        let one = |v: Option<&BigInt>| v.is_some_and(One::is_one);
        match op {
            BinaryOp::Add if zero(left) => Some(b),
            BinaryOp::Add | BinaryOp::Sub if zero(right) => Some(a),
            BinaryOp::Sub if a == b => Some(self.values.int(0)),
            BinaryOp::Mul if zero(left) || zero(right) => Some(self.values.int(0)),
            BinaryOp::Mul if one(left) => Some(b),
            BinaryOp::Mul | BinaryOp::Div if one(right) => Some(a),
            BinaryOp::Mod if one(right) => Some(self.values.int(0)),
            _ => None,
        }
    }

    /// Comparisons, and the order of integers in termination measures.
    fn order(&mut self, op: BinaryOp, a: Id, b: Id) -> Option<Id> {
        let known = match (self.values.as_int(a), self.values.as_int(b)) {
            (Some(x), Some(y)) => match op {
                BinaryOp::Lt => x < y,
                BinaryOp::Le => x <= y,
                BinaryOp::Gt => x > y,
                BinaryOp::Ge => x >= y,
                _ => !x.is_negative() && x < y,
            },
            _ if a == b => matches!(op, BinaryOp::Le | BinaryOp::Ge),
            _ => return None,
        };
        Some(self.values.bool(known))
    }

    /// Bit operators on two's complement numbers of any width, and on Boolean values.
    fn bits(&mut self, op: BinaryOp, a: Id, b: Id) -> Option<Id> {
        if let (Some(x), Some(y)) = (self.values.as_bool(a), self.values.as_bool(b)) {
            let result = match op {
                BinaryOp::BitAnd => x & y,
                BinaryOp::BitOr => x | y,
                BinaryOp::BitXor => x ^ y,
                _ => return None,
            };
            return Some(self.values.bool(result));
        }
        let (left, right) = (self.values.as_int(a), self.values.as_int(b));
        if let (Some(x), Some(y)) = (left, right) {
            let result = match op {
                BinaryOp::BitAnd => x & y,
                BinaryOp::BitOr => x | y,
                BinaryOp::BitXor => x ^ y,
                BinaryOp::Shr => shifted_right(x, y)?,
                BinaryOp::Shl(kind) => agreed(self.program, kind, |kind| shifted_left(kind, x, y))?,
                _ => return None,
            };
            return Some(self.values.int(result));
        }
        let zero = |v: Option<&BigInt>| v.is_some_and(Zero::is_zero);
        let is_int = left.is_some() || right.is_some() || self.kind_of(a).is_some();
        match op {
            BinaryOp::BitXor if a == b && is_int => Some(self.values.int(0)),
            BinaryOp::BitAnd | BinaryOp::BitOr if a == b => Some(a),
            BinaryOp::BitAnd if zero(left) || zero(right) => Some(self.values.int(0)),
            BinaryOp::BitOr | BinaryOp::BitXor if zero(left) => Some(b),
            BinaryOp::BitOr | BinaryOp::BitXor if zero(right) => Some(a),
            BinaryOp::Shr if zero(right) => Some(a),
            BinaryOp::Shl(kind) if zero(right) && contains(self.program, kind, self.kind_of(a)?) => Some(a),
            _ => None,
        }
    }

    /// Equality, decided as far as possible. The rest is a conjunction of equalities of parts.
    fn equality(&mut self, op: BinaryOp, a: Id, b: Id, ty: TyId) -> Id {
        let Some(open) = self.differences(a, b) else { return self.values.bool(false) };
        let mut result = self.values.bool(true);
        for (a, b) in open {
            let known = match (self.values.as_bool(a), self.values.as_bool(b)) {
                (Some(true), _) => Some(b),
                (_, Some(true)) => Some(a),
                (Some(false), _) => Some(self.negated(b, ty)),
                (_, Some(false)) => Some(self.negated(a, ty)),
                _ => None,
            };
            let known = known.unwrap_or_else(|| self.values.stuck(Head::Binary(op), ty, vec![a, b]));
            result = self.binary(BinaryOp::And, result, known, ty);
        }
        result
    }

    /// The negation of a Boolean value.
    fn negated(&mut self, a: Id, ty: TyId) -> Id {
        self.unary(&UnaryOp::Not, a, ty)
    }

    /// The pairs of parts in which two values may differ; `None` if the values are known to differ.
    fn differences(&self, a: Id, b: Id) -> Option<Vec<(Id, Id)>> {
        let mut open = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            match (self.values.node(a), self.values.node(b)) {
                (Node::Bool(_), Node::Bool(_))
                | (Node::Int(_), Node::Int(_))
                | (Node::Real(_), Node::Real(_))
                | (Node::Text(_), Node::Text(_)) => return None,
                (Node::Ctor(_, left, xs), Node::Ctor(_, right, ys)) => {
                    if left != right || xs.len() != ys.len() {
                        return None;
                    }
                    todo.extend(xs.iter().copied().zip(ys.iter().copied()).rev());
                }
                (Node::Seq(..), Node::Seq(..)) => {
                    let ((_, xs), (_, ys)) = (self.values.as_seq(a)?, self.values.as_seq(b)?);
                    if xs.len() != ys.len() {
                        return None;
                    }
                    todo.extend(xs.iter().copied().zip(ys.iter().copied()));
                }
                (Node::Map(..), Node::Map(..)) => {
                    let ((_, xs), (_, ys)) = (self.values.as_map(a)?, self.values.as_map(b)?);
                    if xs.keys().ne(ys.keys()) {
                        return None;
                    }
                    todo.extend(xs.values().copied().zip(ys.values().copied()));
                }
                (Node::Set(..), Node::Set(..)) => {
                    let ((_, xs), (_, ys)) = (self.values.as_set(a)?, self.values.as_set(b)?);
                    if xs.keys().ne(ys.keys()) {
                        return None;
                    }
                }
                _ => open.push((a, b)),
            }
        }
        Some(open)
    }

    /// A conditional value whose condition is unknown.
    pub(super) fn choice(&mut self, condition: Id, then: Id, otherwise: Id, ty: TyId) -> Id {
        match (self.values.as_bool(then), self.values.as_bool(otherwise)) {
            _ if then == otherwise => then,
            (Some(true), Some(false)) => condition,
            (Some(false), Some(true)) => self.negated(condition, ty),
            _ => self.values.stuck(Head::If, ty, vec![condition, then, otherwise]),
        }
    }
}

/// The Euclidean quotient and remainder; the divisor is not zero.
fn euclidean(x: &BigInt, y: &BigInt) -> (BigInt, BigInt) {
    let (quotient, remainder) = x.div_rem(y);
    if remainder.sign() != Sign::Minus {
        (quotient, remainder)
    } else if y.is_negative() {
        (quotient + 1, remainder - y)
    } else {
        (quotient - 1, remainder + y)
    }
}

/// An arithmetic right shift, which rounds down.
fn shifted_right(x: &BigInt, y: &BigInt) -> Option<BigInt> {
    if y.is_negative() {
        return None;
    }
    let far = || if x.is_negative() { BigInt::from(-1) } else { BigInt::zero() };
    // A number with this many bits is 0 or -1 after a shift by that distance.
    Some(y.to_u64().filter(|places| *places <= x.bits()).map_or_else(far, |places| x >> places))
}

/// A left shift that wraps to the range; `None` if there is no range.
fn shifted_left(kind: IntKind, x: &BigInt, y: &BigInt) -> Option<BigInt> {
    if y.is_negative() {
        return None;
    }
    let (bits, signed) = match kind {
        IntKind::U(bits) => (bits, false),
        IntKind::I(bits) => (bits, true),
        IntKind::Int => return y.to_u64().filter(|places| *places <= MAX_SHIFT).map(|places| x << places),
        IntKind::Nat | IntKind::Usize | IntKind::Isize | IntKind::Char => return None,
    };
    let Some(places) = y.to_u32().filter(|places| *places < bits) else { return Some(BigInt::zero()) };
    let size = BigInt::one() << bits;
    let wrapped = (x << places).mod_floor(&size);
    let is_high = signed && wrapped.bits() == u64::from(bits);
    Some(if is_high { wrapped - size } else { wrapped })
}

/// The type `bool`, which equations have.
pub(super) fn truth(values: &mut Values) -> TyId {
    values.ty(&Ty::Bool)
}
