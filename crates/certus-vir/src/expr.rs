//! Pure, total expressions.

use std::sync::Arc;

use certus_diagnostics::Span;
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::ty::{IntKind, Name, Path, Ty};

/// A variable of a function body: its name in the source and a number that tells apart variables of the same name
/// (0 for the first in the function, counted per name so that edits elsewhere change nothing).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var {
    /// Name in the source.
    pub name: Name,
    /// Which of the variables of that name.
    pub index: u32,
}

/// A bound variable with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binder {
    /// The variable.
    pub var: Var,
    /// Its type.
    pub ty: Ty,
}

/// A literal value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A real number.
    Real(BigRational),
    /// A string literal.
    Str(Arc<str>),
    /// A byte string literal: an array of `u8` as long as it.
    Bytes(Arc<[u8]>),
}

/// Operators on one value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Boolean negation.
    Not,
    /// Integer negation, exact.
    Neg,
    /// Bitwise complement of an integer of this range.
    BitNot(IntKind),
    /// The value itself when it lies in the range, otherwise an unspecified value of the range that depends on the
    /// argument only (`as` of ghost code, `add`/`sub`/`mul`).
    Clip(IntKind),
    /// True when the integer lies in the range.
    InRange(IntKind),
    /// True when the value is of this variant: path of the datatype, name of the variant.
    IsVariant(Path, Name),
    /// A field: path of the datatype, variant, field. Unspecified on other variants.
    Field(Path, Name, Name),
    /// 1 for true, 0 for false.
    BoolToInt,
    /// Negation of a real number.
    RealNeg,
    /// An integer as a real number.
    IntToReal,
    /// The greatest integer that is not above a real number.
    Floor,
    /// The current value of a mutable reference.
    MutCurrent,
    /// The final value of a mutable reference.
    MutFinal,
    /// True when all mutable references in the value have the final value that they were said to have: nobody writes through
    /// them any more.
    HasResolved,
}

/// Operators on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Conjunction; the right side matters only when the left holds (for checks; the value is the same).
    And,
    /// Disjunction.
    Or,
    /// Implication.
    Implies,
    /// Equality of values of one type (after decorations) or of two integers; equivalence on Booleans.
    Eq,
    /// Extensional equality: equality for the solver to prove element by element. `deep` also inside elements.
    ExtEq {
        /// `=~~=`.
        deep: bool,
    },
    /// Exact sum.
    Add,
    /// Exact difference.
    Sub,
    /// Exact product.
    Mul,
    /// Euclidean quotient; unspecified for a zero divisor.
    Div,
    /// Euclidean remainder; unspecified for a zero divisor.
    Mod,
    /// An operator on two real numbers.
    Real(RealOp),
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Bitwise and of two's complement integers of any width.
    BitAnd,
    /// Bitwise or.
    BitOr,
    /// Bitwise exclusive or; of Booleans too.
    BitXor,
    /// Arithmetic shift right.
    Shr,
    /// Shift left, wrapped to the range.
    Shl(IntKind),
    /// The left value is smaller than the right in the order used for termination: `0 <= a < b` for integers, the
    /// structural order for datatypes.
    HeightLt,
    /// The mutable reference on the left with the value on the right as its current one.
    WithCurrent,
}

/// Operators on two real numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RealOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient; unspecified for a zero divisor.
    Div,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl RealOp {
    /// Whether the result is a truth value, not a number.
    pub fn is_comparison(self) -> bool {
        matches!(self, RealOp::Lt | RealOp::Le | RealOp::Gt | RealOp::Ge)
    }
}

/// Which quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuantKind {
    /// Universal.
    Forall,
    /// Existential.
    Exists,
}

/// What the user said about triggers.
#[derive(Clone, Debug)]
pub enum Trigger {
    /// Nothing, or `#![auto]`: the encoder chooses, as few as possible.
    Auto,
    /// `#![all_triggers]`: the encoder takes every minimal trigger.
    All,
    /// These multi-patterns. Terms marked in the body (`#[trigger]`) are already collected here.
    Given(Vec<Vec<Expr>>),
}

/// A typed expression; cheap to clone.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Arc<ExprKind>,
    /// Its type.
    pub ty: Ty,
    /// Where it stands; never part of a query.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Const(Const),
    /// A variable of the body or a bound one.
    Var(Var),
    /// The value that a variable of the body had when the function began (`old`, parameters in postconditions).
    Old(Var),
    /// A call of a spec function with type arguments. The result type is [`Expr::ty`].
    Call(Path, Vec<Ty>, Vec<Expr>),
    /// A constructor: path of the datatype, variant, fields in declaration order by name.
    Ctor(Path, Name, Vec<(Name, Expr)>),
    /// One operand.
    Unary(UnaryOp, Expr),
    /// Two operands.
    Binary(BinaryOp, Expr, Expr),
    /// Choice by a Boolean.
    If(Expr, Expr, Expr),
    /// A local definition.
    Let(Binder, Expr, Expr),
    /// A quantifier over a Boolean body.
    Quant(QuantKind, Vec<Binder>, Trigger, Expr),
    /// Some values that satisfy the condition, if there are any: binders, trigger, condition, result in terms of the
    /// binders (the binder itself, or a tuple of all).
    Choose(Vec<Binder>, Trigger, Expr, Expr),
    /// A mathematical function.
    Lambda(Vec<Binder>, Expr),
    /// The application of a mathematical function.
    Apply(Expr, Vec<Expr>),
    /// The pointer width of the target in bits, 32 or 64.
    ArchBits,
    /// The value of a constant type argument: a number, or a constant parameter that gets one.
    TypeConst(Ty),
    /// The lowest (false) or highest (true) value of a range.
    Bound(IntKind, bool),
    /// The operand: what a match arm or `if let` that binds variables gives. The bound variables are replaced by parts of
    /// the scrutinee already. Triggers are not looked for inside, see [`crate::triggers`].
    Arm(Expr),
    /// The operand, with the statement that it is checked elsewhere: no recommends or termination check descends.
    Checked(Expr),
}

impl Expr {
    /// The value of a constant parameter or type, which is of the type `own`. Whoever gives the answer another type keeps that
    /// one inside: its range is what is known of the value.
    pub fn const_param(of: Ty, own: Ty, span: Span) -> Expr {
        let value = Expr::new(ExprKind::TypeConst(of), own.clone(), span);
        Expr::new(ExprKind::Checked(value), own, span)
    }

    /// An expression.
    pub fn new(kind: ExprKind, ty: Ty, span: Span) -> Expr {
        Expr { kind: Arc::new(kind), ty, span }
    }

    /// A truth value.
    pub fn bool(value: bool, span: Span) -> Expr {
        Expr::new(ExprKind::Const(Const::Bool(value)), Ty::Bool, span)
    }

    /// An integer of type `int`.
    pub fn int(value: impl Into<BigInt>, span: Span) -> Expr {
        Expr::new(ExprKind::Const(Const::Int(value.into())), Ty::int(), span)
    }

    /// A variable.
    pub fn var(var: &Var, ty: Ty, span: Span) -> Expr {
        Expr::new(ExprKind::Var(var.clone()), ty, span)
    }

    /// A Boolean or integer operator, its type read off the operator (`int` for arithmetic).
    pub fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let ty = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => Ty::int(),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shr | BinaryOp::Shl(_) => left.ty.clone(),
            BinaryOp::WithCurrent => left.ty.clone(),
            BinaryOp::Real(op) if !op.is_comparison() => Ty::Real,
            _ => Ty::Bool,
        };
        Expr::new(ExprKind::Binary(op, left, right), ty, span)
    }

    /// Negation.
    #[allow(clippy::should_implement_trait)] // A constructor, not an operator on a value.
    pub fn not(operand: Expr) -> Expr {
        let span = operand.span;
        Expr::new(ExprKind::Unary(UnaryOp::Not, operand), Ty::Bool, span)
    }

    /// Conjunction, `true` for an empty list.
    pub fn and_all(conjuncts: impl IntoIterator<Item = Expr>, span: Span) -> Expr {
        let all = conjuncts.into_iter().reduce(|a, b| {
            let span = a.span.to(b.span);
            Expr::binary(BinaryOp::And, a, b, span)
        });
        all.unwrap_or_else(|| Expr::bool(true, span))
    }

    /// Implication.
    pub fn implies(premise: Expr, conclusion: Expr) -> Expr {
        let span = conclusion.span;
        Expr::binary(BinaryOp::Implies, premise, conclusion, span)
    }

    /// Equality.
    pub fn eq(left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        Expr::binary(BinaryOp::Eq, left, right, span)
    }

    /// The unit value.
    pub fn unit(span: Span) -> Expr {
        Expr::new(ExprKind::Ctor("tuple%0".into(), "tuple%0".into(), Vec::new()), Ty::unit(), span)
    }
}
