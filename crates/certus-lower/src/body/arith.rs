//! Arithmetic on built-in types: in exec code with the obligations that the machine's operation is the exact one, in
//! ghost code exact.
//!
//! Guide pages `overflow` (exec code), `spec-arithmetic`, `spec-bit-ops` and reference page `reference-as` (ghost
//! code). Every operation of VIR is on mathematical integers. In exec code a goal says that the exact result is in the
//! range of the type; once it is proved, the machine's result and the exact one are the same number, and later proofs
//! need no reasoning about wrapping.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, BinOp, ExprKind as T, Known, Literal};
use certus_vir::{BinaryOp, Expr, ExprKind, Goal, GoalKind, IntKind, StmtKind, Ty, UnaryOp};
use num_bigint::BigInt;

use super::Fx;
use super::float;
use super::literal::parse_int;
use super::real;
use crate::THE_LIBRARY;
use crate::error::{Result, fail};

impl Fx<'_, '_> {
    /// A goal that is proved here and known afterwards.
    pub(crate) fn prove(&mut self, kind: GoalKind, expr: Expr, span: Span) {
        let goal = Goal { kind, expr, span, related: Vec::new(), note: None };
        self.emit(StmtKind::Assert(goal), span);
    }

    /// A minus sign before a literal is part of it: `-128` fits `i8` although `128` does not.
    pub(super) fn negate(&mut self, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let ty = self.cx.ty(&e.ty, e.span)?;
        if let (T::Literal(Literal::Int(digits)), Some(kind)) = (&inner.kind, ty.int_kind()) {
            let value = -parse_int(digits, e.span)?;
            self.cx.check_literal(&value, kind, e.span)?;
            return Ok(Expr { ty, ..Expr::int(value, e.span) });
        }
        if float::width(&ty).is_some() {
            let T::Literal(Literal::Float(digits)) = &inner.kind else {
                let text = "the negation of floating-point numbers other than literals is not supported";
                return fail(Unsupported::Float, text, e.span);
            };
            return float::literal(&format!("-{digits}"), ty, e.span);
        }
        let value = self.expr(inner)?;
        let exact = Expr::new(ExprKind::Unary(UnaryOp::Neg, value), Ty::int(), e.span);
        self.in_range(exact, ty, e.span)
    }

    /// The exact result of an operation under its machine type: in exec code it must be in range.
    /// In ghost code the value is cut to its type, which changes nothing for `int`. Errs with
    /// `unsupported/operator` on a type that is no integer.
    /// Of `x + y` for `u8` in exec code comes `assert x + y <= 255` and the value `x + y`; in ghost code, where the
    /// type of `x + y` is `int`, just the value.
    fn in_range(&mut self, exact: Expr, ty: Ty, span: Span) -> Result<Expr> {
        let Some(kind) = ty.int_kind() else {
            return fail(Unsupported::Operator, "this operator is not supported on this type", span);
        };
        if self.is_ghost() {
            return Ok(Expr::new(ExprKind::Unary(UnaryOp::Clip(kind), exact), ty, span));
        }
        let fits = Expr::new(ExprKind::Unary(UnaryOp::InRange(kind), exact.clone()), Ty::Bool, span);
        self.prove(GoalKind::Overflow, fits, span);
        Ok(Expr { ty, ..exact })
    }

    /// Operands are evaluated left to right, with their effects, before the operation itself.
    pub(super) fn binary(&mut self, op: BinOp, l: &tree::Expr, r: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        if let Some(value) = self.pointer_comparison(op, l, r, e)? {
            return Ok(value);
        }
        if let Some(value) = self.float_operator(op, l, r, e)? {
            return Ok(value);
        }
        let mut values = self.operands([l, r].into_iter())?;
        let (Some(right), Some(left)) = (values.pop(), values.pop()) else {
            return fail(Unsupported::Operator, "this operator is not supported", e.span);
        };
        let ty = self.cx.ty(&e.ty, e.span)?;
        self.operate(op, left, right, ty, e.span)
    }

    /// An operator on values of built-in types; `ty` is the type of the result.
    /// Also the meaning of `x += y`, whose left operand is what the place holds after `y` is evaluated.
    pub(super) fn operate(&mut self, op: BinOp, left: Expr, right: Expr, ty: Ty, span: Span) -> Result<Expr> {
        if float::is_float(&left) {
            return fail(Unsupported::Float, "this operator is not supported on floating-point numbers", span);
        }
        let exact = |op, left, right| Expr::binary(op, left, right, span);
        match op {
            BinOp::Eq => self.equality(left, right, span),
            BinOp::Ne => Ok(Expr { span, ..Expr::not(self.equality(left, right, span)?) }),
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => self.compare(op, left, right, span),
            BinOp::Add => self.in_range(exact(BinaryOp::Add, left, right), ty, span),
            BinOp::Sub => self.in_range(exact(BinaryOp::Sub, left, right), ty, span),
            BinOp::Mul => self.in_range(exact(BinaryOp::Mul, left, right), ty, span),
            BinOp::Div | BinOp::Rem => self.divide(op, left, right, ty, span),
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => self.bits(op, left, right, ty, span),
            BinOp::Shl | BinOp::Shr => self.shift(op, left, right, ty, span),
        }
    }

    /// In exec code `==` on other types is a call of `PartialEq::eq`, and what that returns is known from its contract
    /// only.
    /// Errs with `unsupported/equality` for a type that comes here all the same.
    fn equality(&mut self, left: Expr, right: Expr, span: Span) -> Result<Expr> {
        let scalar = |ty: &Ty| matches!(ty.value(), Ty::Bool | Ty::Int(_)) || *ty.value() == Ty::unit();
        let scalars = scalar(&left.ty) && scalar(&right.ty);
        if !(self.is_ghost() || scalars) {
            return fail(Unsupported::Equality, "`==` on this type is not supported in exec code", span);
        }
        Ok(Expr::binary(BinaryOp::Eq, left, right, span))
    }

    /// `<`, `<=`, `>` and `>=`. Machine integers are compared as the mathematical ones that they are, so no goal is needed.
    fn compare(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Result<Expr> {
        if left.ty.int_kind().is_none() || right.ty.int_kind().is_none() {
            return fail(Unsupported::Comparison, "this comparison is supported on integers and `char` only", span);
        }
        let op = match op {
            BinOp::Lt => BinaryOp::Lt,
            BinOp::Le => BinaryOp::Le,
            BinOp::Gt => BinaryOp::Gt,
            _ => BinaryOp::Ge,
        };
        Ok(Expr::binary(op, left, right, span))
    }

    /// Division: Euclidean in ghost code, truncating in exec code.
    /// They differ where the dividend is negative: `-7 / 2` is `-4` in a specification and `-3` when it runs, with
    /// the remainders `1` and `-1`. Exec code shows that the divisor is not 0, and for signed types that the quotient
    /// fits.
    fn divide(&mut self, op: BinOp, left: Expr, right: Expr, ty: Ty, span: Span) -> Result<Expr> {
        let vir_op = if op == BinOp::Div { BinaryOp::Div } else { BinaryOp::Mod };
        let Some(kind) = ty.int_kind() else {
            return fail(Unsupported::Operator, "division is not supported on this type", span);
        };
        if self.is_ghost() {
            return self.in_range(Expr::binary(vir_op, left, right, span), ty, span);
        }
        let zero = Expr::int(0, span);
        let nonzero = Expr::not(Expr::binary(BinaryOp::Eq, right.clone(), zero.clone(), span));
        self.prove(GoalKind::DivisionByZero, nonzero, span);
        if !kind.is_signed() {
            let result = Expr::binary(vir_op, left, right.clone(), span);
            // A quotient is no larger than its dividend. The solver's linear arithmetic does not know it.
            if op == BinOp::Div && !matches!(&*right.kind, ExprKind::Const(_)) {
                let fits = ExprKind::Unary(UnaryOp::InRange(kind), result.clone());
                self.emit(StmtKind::Assume(Expr::new(fits, Ty::Bool, span)), span);
            }
            return Ok(Expr { ty, ..result });
        }
        // Truncation towards zero: the Euclidean operation on the magnitude of the dividend, its sign put back. The
        // quotient can leave the range (MIN / -1), and then the remainder traps too.
        let neg = |e: Expr| Expr::new(ExprKind::Unary(UnaryOp::Neg, e), Ty::int(), span);
        let negative = Expr::binary(BinaryOp::Lt, left.clone(), zero, span);
        let truncated = |vir_op| {
            let up = Expr::binary(vir_op, left.clone(), right.clone(), span);
            let down = neg(Expr::binary(vir_op, neg(left.clone()), right.clone(), span));
            Expr::new(ExprKind::If(negative.clone(), down, up), Ty::int(), span)
        };
        let fits = ExprKind::Unary(UnaryOp::InRange(kind), truncated(BinaryOp::Div));
        self.prove(GoalKind::Overflow, Expr::new(fits, Ty::Bool, span), span);
        Ok(Expr { ty, ..truncated(vir_op) })
    }

    /// No goal is needed: the result of a bitwise operator on two values of a type is a value of that type.
    fn bits(&mut self, op: BinOp, left: Expr, right: Expr, ty: Ty, span: Span) -> Result<Expr> {
        let vir_op = match op {
            BinOp::BitAnd => BinaryOp::BitAnd,
            BinOp::BitOr => BinaryOp::BitOr,
            _ => BinaryOp::BitXor,
        };
        Ok(bit_operation(vir_op, left, right, ty, span))
    }

    /// Exec code must show that the distance is at least 0 and less than the number of bits, since the program panics
    /// or masks the distance otherwise. Bits that are shifted out are lost without a goal, as in Rust.
    fn shift(&mut self, op: BinOp, left: Expr, right: Expr, ty: Ty, span: Span) -> Result<Expr> {
        let Some(kind) = ty.int_kind() else {
            return fail(Unsupported::Operator, "shifts are not supported on this type", span);
        };
        if !self.is_ghost() {
            let low = Expr::binary(BinaryOp::Le, Expr::int(0, span), right.clone(), span);
            let high = Expr::binary(BinaryOp::Lt, right.clone(), width(kind, span), span);
            self.prove(GoalKind::Shift, Expr::and_all([low, high], span), span);
        }
        let vir_op = if op == BinOp::Shl { BinaryOp::Shl(kind) } else { BinaryOp::Shr };
        Ok(Expr { ty, ..Expr::binary(vir_op, left, right, span) })
    }

    /// `e as T` between built-in types.
    /// Never a goal, for `as` never fails in Rust either; a value out of range is only known to be of the new type.
    pub(super) fn cast(&mut self, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let value = self.expr(inner)?;
        if let Some(pointer) = self.pointer_cast(&value, &inner.ty, &e.ty, e.span)? {
            return Ok(pointer);
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        if self.is_integer_parameter(&inner.ty) {
            let number = self.number_of(value, &ty, e.span)?;
            return self.convert(number, ty, e.span);
        }
        match self.float_cast(&value, &ty, e.span)? {
            Some(value) => Ok(value),
            None => self.convert(value, ty, e.span),
        }
    }

    /// Whether a type is not known here but for being one of integers (`T: Integer`).
    fn is_integer_parameter(&self, ty: &tree::Ty) -> bool {
        let integer = self.cx.tree.lookup(Known::Integer.path());
        matches!(ty, tree::Ty::Param(..) | tree::Ty::Projection(..))
            && integer
                .is_some_and(|integer| self.cx.tree.implements(integer, std::slice::from_ref(ty), self.owner().def))
    }

    /// The number that a value of such a type stands for. Errs with `language/cast` where it is not cast to `int` or `nat`.
    fn number_of(&mut self, value: Expr, to: &Ty, span: Span) -> Result<Expr> {
        if !self.is_ghost() || !matches!(to.int_kind(), Some(IntKind::Int | IntKind::Nat)) {
            let text = "a value of a type parameter `T: Integer` is cast to `int` or `nat` only, in specifications";
            return fail(Language::Cast, text, span);
        }
        if self.cx.tree.lookup(Known::NumberOf.path()).is_none() {
            return fail(Unsupported::Cast, format!("casts of type parameters need {THE_LIBRARY}`"), span);
        }
        self.library(Known::NumberOf, vec![value.ty.clone()], vec![value], Ty::int(), span)
    }

    /// Errs with `language/cast` for an enum that is not `Copy`: in a specification the value is there after the cast.
    pub(super) fn cast_copies(&mut self, inner: &tree::Expr, span: Span) -> Result<()> {
        let ty @ tree::Ty::Adt(def, _) = &inner.ty else { return Ok(()) };
        if !matches!(&self.cx.entry(*def)?.item, tree::Item::Adt(adt) if adt.kind == tree::AdtKind::Enum) {
            return Ok(());
        }
        let at = self.owner().def;
        if self.cx.is_copied(ty, at) {
            return Ok(());
        }
        fail(Language::Cast, "only an enum that is `Copy` can be cast in a specification", span)
    }

    /// The value of one scalar type under another; out of range it is an unspecified value of the new type.
    /// `true as u8` is 1. `x as u8` of `x: u16` is `x` where it fits.
    pub(crate) fn convert(&mut self, value: Expr, ty: Ty, span: Span) -> Result<Expr> {
        if float::is_float(&value) || float::width(&ty).is_some() {
            return self.float_conversion(value, ty, span);
        }
        let Some(to) = ty.int_kind() else {
            if value.ty.value() == ty.value() {
                return Ok(Expr { ty, span, ..value });
            }
            if *ty.value() == Ty::Real
                && let Some(number) = real::to_real(value.clone(), ty.clone(), span)
            {
                return Ok(number);
            }
            return fail(Unsupported::Cast, "this cast is not supported", span);
        };
        match value.ty.value().clone() {
            Ty::Real => {
                let text = "cannot cast real to int directly; use `.floor()` instead";
                fail(Language::Cast, text, span)
            }
            Ty::Bool => Ok(Expr::new(ExprKind::Unary(UnaryOp::BoolToInt, value), ty, span)),
            Ty::Int(from) if from == to || to == IntKind::Int => Ok(Expr { ty, span, ..value }),
            // A literal is no trigger.
            Ty::Int(from) if from.is_within(to) && matches!(&*value.kind, ExprKind::Const(_)) => {
                Ok(Expr { ty, span, ..value })
            }
            Ty::Int(_) => Ok(Expr::new(ExprKind::Unary(UnaryOp::Clip(to), value), ty, span)),
            Ty::Data(path, _) => {
                let number = self.discriminant(&path, &value, span)?;
                self.convert(number, ty, span)
            }
            _ => fail(Unsupported::Cast, "this cast is not supported", span),
        }
    }

    /// The number of the variant of an enum without fields, as `as` starts from it: what is written, or one more than
    /// the variant before, as a value of the type that `repr` names. Errs with `language/cast` for an enum with fields.
    /// Of `enum E { A = 3, B }` the number of `e` is `if e is A { 3 } else { 4 }`.
    fn discriminant(&mut self, path: &certus_vir::Path, value: &Expr, span: Span) -> Result<Expr> {
        let def = self.cx.definitions.datatype(path).filter(|def| !self.cx.tree.is_library(*def));
        let Some(def) = def else { return fail(Unsupported::Cast, "this cast is not supported", span) };
        let entry = self.cx.type_entry(def)?;
        let hidden = entry.attrs.external_body || self.cx.is_external(def)?;
        let item = self.cx.entry(def)?;
        let tree::Item::Adt(adt) = &item.item else {
            return fail(Unsupported::Cast, "this cast is not supported", span);
        };
        if adt.kind != tree::AdtKind::Enum || hidden {
            return fail(Unsupported::Cast, "this cast is not supported", span);
        }
        if adt.variants.iter().any(|v| !v.fields.is_empty()) {
            return fail(Language::Cast, "Enum variant should not contain any fields.", span);
        }
        let repr = adt.def.attrs.iter().filter(|a| a.path == "repr").map(|a| a.args.as_str());
        let repr: Vec<&str> = repr.flat_map(|args| args.split([',', ' '])).collect();
        let mut number: Option<Expr> = None;
        for variant in adt.variants.iter().rev() {
            let Some(written) = variant.discriminant else {
                return fail(Unsupported::Cast, "the number of a variant of this enum is not known", span);
            };
            let own = Expr::int(wrapped(written.into(), &repr), span);
            number = Some(match number {
                None => own,
                Some(others) => {
                    let test = UnaryOp::IsVariant(path.clone(), variant.name.as_str().into());
                    let test = Expr::new(ExprKind::Unary(test, value.clone()), Ty::Bool, span);
                    Expr::new(ExprKind::If(test, own, others), Ty::int(), span)
                }
            });
        }
        match number {
            Some(number) => Ok(number),
            None => fail(Unsupported::Cast, "a cast of an enum without variants is not supported", span),
        }
    }
}

/// A number cut to the integer type that an enum is represented by; `isize` where nothing is said.
fn wrapped(number: BigInt, repr: &[&str]) -> BigInt {
    let kind = repr.iter().find_map(|word| match word.split_at_checked(1) {
        Some((sign @ ("u" | "i"), "size")) => Some((sign, 64)),
        Some((sign @ ("u" | "i"), bits)) => bits.parse::<u32>().ok().map(|bits| (sign, bits)),
        _ => None,
    });
    let (sign, bits) = kind.unwrap_or(("i", 64));
    let size = BigInt::from(1) << bits;
    let half: BigInt = &size >> 1;
    let low = ((number % &size) + &size) % &size;
    if sign == "i" && low >= half { low - size } else { low }
}

/// A bitwise operator; on Booleans `&` and `|` are the logical ones without short circuit.
pub(super) fn bit_operation(op: BinaryOp, left: Expr, right: Expr, ty: Ty, span: Span) -> Expr {
    let op = match (op, ty.value()) {
        (BinaryOp::BitAnd, Ty::Bool) => BinaryOp::And,
        (BinaryOp::BitOr, Ty::Bool) => BinaryOp::Or,
        (op, _) => op,
    };
    Expr { ty, ..Expr::binary(op, left, right, span) }
}

/// The number of bits of a machine type.
pub(crate) fn width(kind: IntKind, span: Span) -> Expr {
    match kind {
        IntKind::U(bits) | IntKind::I(bits) => Expr::int(bits, span),
        _ => Expr::new(ExprKind::ArchBits, Ty::int(), span),
    }
}
