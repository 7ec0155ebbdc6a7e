//! Types and expressions as text.

use std::fmt::{self, Display, Formatter};

use crate::expr::{BinaryOp, Binder, Const, Expr, ExprKind, QuantKind, RealOp, Trigger, UnaryOp, Var};
use crate::ty::Ty;
use crate::visit::deep;

fn list<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            write!(f, ", ")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

fn ty_args(f: &mut Formatter<'_>, tys: &[Ty]) -> fmt::Result {
    if tys.is_empty() {
        return Ok(());
    }
    write!(f, "<")?;
    list(f, tys)?;
    write!(f, ">")
}

impl Display for Ty {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Bool => write!(f, "bool"),
            Ty::Int(kind) => write!(f, "{kind}"),
            Ty::Real => write!(f, "real"),
            Ty::Param(name) => write!(f, "{name}"),
            Ty::Data(path, tys) if path.starts_with("tuple%") => {
                write!(f, "(")?;
                list(f, tys)?;
                write!(f, ")")
            }
            Ty::Data(path, tys) => {
                write!(f, "{path}")?;
                ty_args(f, tys)
            }
            Ty::SpecFn(tys, ret) => {
                write!(f, "spec_fn(")?;
                list(f, tys)?;
                write!(f, ") -> {ret}")
            }
            Ty::Ref(ty) => write!(f, "&{ty}"),
            Ty::Boxed(path, ty) => write!(f, "{path}<{ty}>"),
            Ty::MutRef(ty) => write!(f, "&mut {ty}"),
            Ty::Proj(path, tys, name) => {
                write!(f, "<{path}")?;
                ty_args(f, tys)?;
                write!(f, ">::{name}")
            }
            Ty::FnItem(path, tys) => {
                write!(f, "fn {path}")?;
                ty_args(f, tys)
            }
            Ty::Const(value) => write!(f, "{value}"),
        }
    }
}

impl Display for Var {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.index {
            0 => write!(f, "{}", self.name),
            index => write!(f, "{}#{index}", self.name),
        }
    }
}

impl Display for Binder {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.var, self.ty)
    }
}

impl Display for Const {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Const::Bool(value) => write!(f, "{value}"),
            Const::Int(value) => write!(f, "{value}"),
            Const::Real(value) => write!(f, "{value}real"),
            Const::Str(value) => write!(f, "{value:?}"),
            Const::Bytes(value) => write!(f, "b\"{}\"", value.escape_ascii()),
        }
    }
}

impl Display for BinaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = match self {
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Implies => "==>",
            BinaryOp::Eq => "==",
            BinaryOp::ExtEq { deep: false } => "=~=",
            BinaryOp::ExtEq { deep: true } => "=~~=",
            BinaryOp::Real(op) => return op.fmt(f),
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Mod => "%",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shr => ">>",
            BinaryOp::Shl(kind) => return write!(f, "<<{kind}"),
            BinaryOp::HeightLt => "<<<",
            BinaryOp::WithCurrent => "with_current",
        };
        write!(f, "{text}")
    }
}

impl Display for RealOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = match self {
            RealOp::Add => "+",
            RealOp::Sub => "-",
            RealOp::Mul => "*",
            RealOp::Div => "/",
            RealOp::Lt => "<",
            RealOp::Le => "<=",
            RealOp::Gt => ">",
            RealOp::Ge => ">=",
        };
        write!(f, "{text}")
    }
}

fn unary(f: &mut Formatter<'_>, op: &UnaryOp, e: &Expr) -> fmt::Result {
    match op {
        UnaryOp::Not => write!(f, "!{}", Operand(e)),
        UnaryOp::Neg | UnaryOp::RealNeg => write!(f, "-{}", Operand(e)),
        UnaryOp::BitNot(kind) => write!(f, "bitnot<{kind}>({e})"),
        UnaryOp::Clip(kind) => write!(f, "clip<{kind}>({e})"),
        UnaryOp::InRange(kind) => write!(f, "in_range<{kind}>({e})"),
        UnaryOp::IsVariant(_, variant) => write!(f, "{} is {variant}", Operand(e)),
        UnaryOp::Field(_, variant, field) => match &e.ty.value() {
            Ty::Data(path, _) if path.rsplit("::").next() == Some(variant) => write!(f, "{}.{field}", Operand(e)),
            _ => write!(f, "{}->{variant}.{field}", Operand(e)),
        },
        UnaryOp::BoolToInt => write!(f, "int({e})"),
        UnaryOp::IntToReal => write!(f, "real({e})"),
        UnaryOp::Floor => write!(f, "floor({e})"),
        UnaryOp::MutCurrent => write!(f, "current({e})"),
        UnaryOp::MutFinal => write!(f, "final({e})"),
        UnaryOp::HasResolved => write!(f, "has_resolved({e})"),
    }
}

/// An expression as an operand: in parentheses unless it reads as one thing.
struct Operand<'a>(&'a Expr);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &*self.0.kind {
            ExprKind::Binary(..)
            | ExprKind::If(..)
            | ExprKind::Let(..)
            | ExprKind::Quant(..)
            | ExprKind::Choose(..)
            | ExprKind::Lambda(..)
            | ExprKind::Unary(UnaryOp::IsVariant(..), _) => write!(f, "({})", self.0),
            _ => write!(f, "{}", self.0),
        }
    }
}

fn trigger(f: &mut Formatter<'_>, trigger: &Trigger) -> fmt::Result {
    match trigger {
        Trigger::Auto => Ok(()),
        Trigger::All => write!(f, "#[all] "),
        Trigger::Given(groups) => groups.iter().try_for_each(|group| {
            write!(f, "#[")?;
            list(f, group)?;
            write!(f, "] ")
        }),
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        deep(|| expr(f, self))
    }
}

fn expr(f: &mut Formatter<'_>, e: &Expr) -> fmt::Result {
    match &*e.kind {
        ExprKind::Const(value) => write!(f, "{value}"),
        ExprKind::Var(var) => write!(f, "{var}"),
        ExprKind::Old(var) => write!(f, "old({var})"),
        ExprKind::Call(path, tys, args) => {
            write!(f, "{path}")?;
            if !tys.is_empty() {
                write!(f, "::")?;
            }
            ty_args(f, tys)?;
            write!(f, "(")?;
            list(f, args)?;
            write!(f, ")")
        }
        ExprKind::Ctor(_, variant, fields) => {
            write!(f, "{variant} {{")?;
            for (i, (name, value)) in fields.iter().enumerate() {
                write!(f, "{} {name}: {value}", if i > 0 { "," } else { "" })?;
            }
            write!(f, " }}")
        }
        ExprKind::Unary(op, e) => unary(f, op, e),
        ExprKind::Binary(op, a, b) => write!(f, "{} {op} {}", Operand(a), Operand(b)),
        ExprKind::If(c, a, b) => write!(f, "if {c} then {a} else {b}"),
        ExprKind::Let(binder, value, body) => write!(f, "let {binder} = {value} in {body}"),
        ExprKind::Quant(..) | ExprKind::Choose(..) | ExprKind::Lambda(..) => binding(f, e),
        ExprKind::Apply(callee, args) => {
            write!(f, "{}(", Operand(callee))?;
            list(f, args)?;
            write!(f, ")")
        }
        ExprKind::ArchBits => write!(f, "arch_bits"),
        ExprKind::TypeConst(ty) => write!(f, "{ty}"),
        ExprKind::Bound(kind, high) => write!(f, "{kind}::{}", if *high { "MAX" } else { "MIN" }),
        ExprKind::Arm(e) => write!(f, "{e}"),
        ExprKind::Checked(e) => write!(f, "checked({e})"),
    }
}

fn binding(f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
    match &*expr.kind {
        ExprKind::Quant(kind, binders, t, body) => {
            write!(f, "{} |", if *kind == QuantKind::Forall { "forall" } else { "exists" })?;
            list(f, binders)?;
            write!(f, "| ")?;
            trigger(f, t)?;
            write!(f, "{body}")
        }
        ExprKind::Choose(binders, t, condition, result) => {
            write!(f, "choose |")?;
            list(f, binders)?;
            write!(f, "| ")?;
            trigger(f, t)?;
            write!(f, "{condition} => {result}")
        }
        ExprKind::Lambda(binders, body) => {
            write!(f, "|")?;
            list(f, binders)?;
            write!(f, "| {body}")
        }
        _ => Ok(()),
    }
}
