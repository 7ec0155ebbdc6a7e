//! Expressions as the user would write them, for messages: `v[k] <= 3`, not `Seq::index(View::view(v), k) <= 3`.
//!
//! The text is that of a specification in the function where it stands. Where an expression has no such form, because it
//! mentions a value that has no name in the source, there is none.

use crate::expr::{BinaryOp, Binder, Const, Expr, ExprKind, QuantKind, RealOp, UnaryOp, Var};
use crate::item::{Param, Program};
use crate::ty::{IntKind, Path, Ty};

/// Where the text would stand: this decides how mutable references are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Among the `requires`: what a reference refers to is its `old`.
    Requires,
    /// In the body.
    Body,
}

/// What is needed to write an expression.
#[derive(Clone, Copy, Debug)]
pub struct Words<'p> {
    /// The program, which knows what is a method.
    pub program: &'p Program,
    /// The module, whose own names are written without their crate.
    pub module: &'p str,
    /// Where the text stands.
    pub stand: Stand,
}

/// How tightly an operator binds; a part that binds less gets parentheses.
type Level = u8;

/// A name, a call, a field: nothing binds tighter.
const ATOM: Level = 20;
/// `-x`, `!x`.
const PREFIX: Level = 18;
/// `x as u32`.
const CAST: Level = 17;
/// `==` and the other comparisons.
const COMPARISON: Level = 8;
/// Quantifiers and `if`, which reach as far as they can.
const OPEN: Level = 1;

impl Words<'_> {
    /// The expression as text, if it has a form in the source.
    pub fn of(self, expr: &Expr) -> Option<String> {
        self.at(expr, 0)
    }

    /// The expression as an operand of an operator of this level.
    fn at(self, expr: &Expr, level: Level) -> Option<String> {
        let (text, own) = self.leveled(expr)?;
        Some(if own < level { format!("({text})") } else { text })
    }

    fn leveled(self, expr: &Expr) -> Option<(String, Level)> {
        let atom = |text: String| Some((text, ATOM));
        match &*expr.kind {
            ExprKind::Const(Const::Bool(value)) => atom(value.to_string()),
            ExprKind::Const(Const::Int(value)) => {
                Some((value.to_string(), if value.sign() == num_bigint::Sign::Minus { PREFIX } else { ATOM }))
            }
            ExprKind::Const(Const::Real(value)) => Some((
                crate::decimal::literal(value)?,
                if *value < num_rational::BigRational::default() { PREFIX } else { ATOM },
            )),
            ExprKind::Const(Const::Str(text)) => atom(format!("{text:?}")),
            ExprKind::Var(var) => atom(name(var)?),
            ExprKind::Old(var) => atom(format!("old({})", name(var)?)),
            ExprKind::Call(path, _, args) => match (operator(last(path)), args.as_slice()) {
                (Some((sign, level)), [a, b]) if self.is_method(path) => self.infix(sign, level, a, b),
                _ => atom(self.call(path, args)?),
            },
            ExprKind::Unary(op, inner) => self.unary(op, inner),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::If(condition, then, otherwise) => {
                let [c, t, o] = [self.of(condition)?, self.of(then)?, self.of(otherwise)?];
                Some((format!("if {c} {{ {t} }} else {{ {o} }}"), OPEN))
            }
            ExprKind::Quant(kind, binders, _, body) => {
                let word = if *kind == QuantKind::Forall { "forall" } else { "exists" };
                Some((format!("{word}|{}| {}", self.binders(binders)?, self.of(body)?), OPEN))
            }
            ExprKind::Apply(function, args) => atom(format!("{}({})", self.at(function, ATOM)?, self.list(args)?)),
            ExprKind::Bound(kind, is_max) => atom(format!("{kind}::{}", if *is_max { "MAX" } else { "MIN" })),
            ExprKind::Arm(inner) | ExprKind::Checked(inner) => self.leveled(inner),
            ExprKind::Ctor(..)
            | ExprKind::Const(Const::Bytes(_))
            | ExprKind::Let(..)
            | ExprKind::Choose(..)
            | ExprKind::Lambda(..)
            | ExprKind::ArchBits
            | ExprKind::TypeConst(_) => None,
        }
    }

    fn list(self, args: &[Expr]) -> Option<String> {
        let all: Option<Vec<String>> = args.iter().map(|arg| self.of(arg)).collect();
        Some(all?.join(", "))
    }

    fn binders(self, binders: &[Binder]) -> Option<String> {
        let one = |binder: &Binder| Some(format!("{}: {}", name(&binder.var)?, self.ty(&binder.ty)?));
        let all: Option<Vec<String>> = binders.iter().map(one).collect();
        Some(all?.join(", "))
    }

    fn ty(self, ty: &Ty) -> Option<String> {
        Some(match ty {
            Ty::Bool => "bool".to_owned(),
            Ty::Int(kind) => kind.to_string(),
            Ty::Real => "real".to_owned(),
            Ty::Param(name) => name.to_string(),
            Ty::Data(path, args) if !path.contains('%') => {
                let args: Option<Vec<String>> = args.iter().map(|arg| self.ty(arg)).collect();
                let args = args?;
                let name = last(path);
                if args.is_empty() { name.to_owned() } else { format!("{name}<{}>", args.join(", ")) }
            }
            Ty::Ref(inner) => format!("&{}", self.ty(inner)?),
            _ => return None,
        })
    }

    /// A call: what the library writes with signs, methods, and functions.
    fn call(self, path: &Path, args: &[Expr]) -> Option<String> {
        let own = last(path);
        let is_library = path.contains("vstd");
        match (own, args) {
            ("index" | "spec_index", [of, at]) if is_library => {
                return Some(format!("{}[{}]", self.at(unviewed(of), ATOM)?, self.index(at)?));
            }
            ("spec_vec_len" | "spec_slice_len", [of]) if is_library => {
                return Some(format!("{}.len()", self.at(of, ATOM)?));
            }
            ("len", [of]) if is_library => return Some(format!("{}.len()", self.at(unviewed(of), ATOM)?)),
            ("view", [of]) => return Some(format!("{}@", self.at(of, ATOM)?)),
            _ => {}
        }
        let function = self.program.functions.get(path)?;
        match args.split_first() {
            Some((first, rest)) if self.is_method(path) => {
                let rest = self.arguments(rest, function.params.get(1..).unwrap_or_default())?;
                Some(format!("{}.{own}({rest})", self.at(first, ATOM)?))
            }
            _ => {
                let root = self.module.split("::").next().unwrap_or(self.module);
                let path = path.strip_prefix(root).and_then(|rest| rest.strip_prefix("::")).unwrap_or(path);
                let is_plain = path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
                let arguments = self.arguments(args, &function.params)?;
                let is_value = args.is_empty() && is_constant(path);
                is_plain.then_some(if is_value { path.to_owned() } else { format!("{path}({arguments})") })
            }
        }
    }

    fn is_method(self, path: &Path) -> bool {
        let function = self.program.functions.get(path);
        function.and_then(|function| function.params.first()).is_some_and(|param| &*param.var.name == "self")
    }

    /// Arguments, with casts where a number of another type is expected.
    fn arguments(self, args: &[Expr], params: &[Param]) -> Option<String> {
        let one = |(arg, param): (&Expr, &Param)| match (self.kind(arg), param.ty.int_kind()) {
            (Some(own), Some(kind)) if own != kind && !matches!(&*arg.kind, ExprKind::Const(_)) => {
                Some(format!("{} as {kind}", self.at(arg, CAST)?))
            }
            _ => self.of(arg),
        };
        let all: Option<Vec<String>> = args.iter().zip(params).map(one).collect();
        Some(all?.join(", "))
    }

    /// The kind of number that an expression has in the source: a call may stand for its value as an `int`.
    fn kind(self, expr: &Expr) -> Option<IntKind> {
        match &*expr.kind {
            ExprKind::Call(path, ..) => self.program.functions.get(path)?.ret.ty.int_kind().or(expr.ty.int_kind()),
            ExprKind::Checked(inner) => self.kind(inner),
            _ => expr.ty.int_kind(),
        }
    }

    /// An index, which is an `int` in specifications.
    fn index(self, at: &Expr) -> Option<String> {
        let is_other = self.kind(at).is_some_and(|kind| kind != IntKind::Int);
        let is_number = matches!(&*at.kind, ExprKind::Const(_));
        if is_other && !is_number { Some(format!("{} as int", self.at(at, CAST)?)) } else { self.of(at) }
    }

    fn unary(self, op: &UnaryOp, inner: &Expr) -> Option<(String, Level)> {
        Some(match op {
            UnaryOp::Not => return self.not(inner),
            UnaryOp::Neg | UnaryOp::RealNeg => (format!("-{}", self.at(inner, PREFIX)?), PREFIX),
            UnaryOp::BitNot(_) => (format!("!{}", self.at(inner, PREFIX)?), PREFIX),
            UnaryOp::Clip(kind) => (format!("{} as {kind}", self.at(inner, CAST)?), CAST),
            UnaryOp::InRange(kind) => return self.in_range(*kind, inner),
            UnaryOp::IsVariant(_, variant) => (format!("{} is {variant}", self.at(inner, ATOM)?), 9),
            // A field of a union has no short form.
            UnaryOp::Field(_, variant, field) if variant == field => return None,
            UnaryOp::Field(path, variant, field) => {
                let is_enum = last(path) != &**variant && !path.contains('%');
                let sign = if is_enum { "->" } else { "." };
                (format!("{}{sign}{field}", self.at(inner, ATOM)?), ATOM)
            }
            UnaryOp::MutCurrent => match (&*inner.kind, self.stand) {
                (ExprKind::Var(var), Stand::Requires) => (self.referred(format!("old({})", name(var)?), inner), ATOM),
                (ExprKind::Var(var), Stand::Body) => (self.referred(name(var)?, inner), ATOM),
                _ => return None,
            },
            UnaryOp::MutFinal => (self.referred(format!("final({})", self.of(inner)?), inner), ATOM),
            UnaryOp::HasResolved => (format!("has_resolved({})", self.of(inner)?), ATOM),
            UnaryOp::BoolToInt => (format!("{} as int", self.at(inner, CAST)?), CAST),
            UnaryOp::IntToReal => (format!("{} as real", self.at(inner, CAST)?), CAST),
            UnaryOp::Floor => (format!("{}.floor()", self.at(inner, ATOM)?), ATOM),
        })
    }

    /// What a mutable reference refers to. A number needs the `*` that fields and methods do without.
    fn referred(self, text: String, reference: &Expr) -> String {
        match &reference.ty {
            Ty::MutRef(inner) if matches!(inner.value(), Ty::Int(_) | Ty::Real | Ty::Bool) => format!("(*{text})"),
            _ => text,
        }
    }

    fn not(self, inner: &Expr) -> Option<(String, Level)> {
        if let ExprKind::Binary(op, a, b) = &*inner.kind {
            let opposite = match op {
                BinaryOp::Eq => "!=",
                BinaryOp::Lt => ">=",
                BinaryOp::Le => ">",
                BinaryOp::Gt => "<=",
                BinaryOp::Ge => "<",
                _ => return Some((format!("!({})", self.of(inner)?), PREFIX)),
            };
            return self.infix(opposite, COMPARISON, a, b);
        }
        Some((format!("!{}", self.at(inner, PREFIX)?), PREFIX))
    }

    /// That a number is in the range of a type. The half that says nothing for this operator is left out.
    fn in_range(self, kind: IntKind, inner: &Expr) -> Option<(String, Level)> {
        let text = self.at(inner, COMPARISON + 1)?;
        let (low, high) = match (kind, &*inner.kind) {
            (IntKind::Int | IntKind::Char, _) => return None,
            (IntKind::Nat, _) => (true, false),
            (_, ExprKind::Binary(BinaryOp::Add | BinaryOp::Mul, ..)) if !kind.is_signed() => (false, true),
            (_, ExprKind::Binary(BinaryOp::Sub, ..)) if !kind.is_signed() => (true, false),
            (_, ExprKind::Unary(UnaryOp::Neg, _)) if kind.is_signed() => (false, true),
            _ => (true, true),
        };
        let min = if kind.is_signed() { format!("{kind}::MIN") } else { "0".to_owned() };
        let text = match (low, high) {
            (true, true) => format!("{min} <= {text} <= {kind}::MAX"),
            (true, false) => format!("{min} <= {text}"),
            _ => format!("{text} <= {kind}::MAX"),
        };
        Some((text, COMPARISON))
    }

    fn infix(self, sign: &str, level: Level, a: &Expr, b: &Expr) -> Option<(String, Level)> {
        Some((format!("{} {sign} {}", self.at(a, level + 1)?, self.at(b, level + 1)?), level))
    }

    fn binary(self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<(String, Level)> {
        let (sign, level) = match op {
            BinaryOp::Real(op) => return self.infix(&op.to_string(), real_level(op), a, b),
            BinaryOp::Mul => ("*", 16),
            BinaryOp::Div => ("/", 16),
            BinaryOp::Mod => ("%", 16),
            BinaryOp::Add => ("+", 15),
            BinaryOp::Sub => ("-", 15),
            BinaryOp::Shr => (">>", 14),
            BinaryOp::Shl(_) => ("<<", 14),
            BinaryOp::BitAnd => ("&", 13),
            BinaryOp::BitXor => ("^", 12),
            BinaryOp::BitOr => ("|", 11),
            BinaryOp::Eq => ("==", COMPARISON),
            BinaryOp::ExtEq { deep: false } => ("=~=", COMPARISON),
            BinaryOp::ExtEq { deep: true } => ("=~~=", COMPARISON),
            BinaryOp::Lt => ("<", COMPARISON),
            BinaryOp::Le => ("<=", COMPARISON),
            BinaryOp::Gt => (">", COMPARISON),
            BinaryOp::Ge => (">=", COMPARISON),
            BinaryOp::And => ("&&", 6),
            BinaryOp::Or => ("||", 5),
            BinaryOp::Implies => ("==>", 3),
            BinaryOp::HeightLt | BinaryOp::WithCurrent => return None,
        };
        // These may stand beside their like: `a + b + c`, `a && b && c`, `a ==> b ==> c`.
        let (left, right) = match op {
            BinaryOp::And | BinaryOp::Or => (level, level),
            BinaryOp::Implies => (level + 1, level),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => (level, level + 1),
            _ => (level + 1, level + 1),
        };
        // A chain `a <= b < c` is written as one.
        if let (BinaryOp::And, Some(chain)) = (op, self.chain(a, b)) {
            return Some((chain, COMPARISON));
        }
        Some((format!("{} {sign} {}", self.at(a, left)?, self.at(b, right)?), level))
    }

    /// `a <= b < c` for `a <= b && b < c`.
    fn chain(self, first: &Expr, second: &Expr) -> Option<String> {
        let (ExprKind::Binary(op @ (BinaryOp::Le | BinaryOp::Lt), a, b), ExprKind::Binary(then, c, d)) =
            (&*first.kind, &*second.kind)
        else {
            return None;
        };
        let is_one = matches!(then, BinaryOp::Le | BinaryOp::Lt) && b.to_string() == c.to_string();
        let sign = |op: &BinaryOp| if *op == BinaryOp::Lt { "<" } else { "<=" };
        let [a, b, d] = [self.at(a, COMPARISON + 1)?, self.at(b, COMPARISON + 1)?, self.at(d, COMPARISON + 1)?];
        is_one.then(|| format!("{a} {} {b} {} {d}", sign(op), sign(then)))
    }
}

/// The operator that a method is in specifications, and how tightly it binds.
fn operator(method: &str) -> Option<(&'static str, Level)> {
    Some(match method {
        "spec_mul" => ("*", 16),
        "spec_div" => ("/", 16),
        "spec_rem" => ("%", 16),
        "spec_add" => ("+", 15),
        "spec_sub" => ("-", 15),
        "spec_lt" => ("<", COMPARISON),
        "spec_le" => ("<=", COMPARISON),
        "spec_gt" => (">", COMPARISON),
        "spec_ge" => (">=", COMPARISON),
        _ => return None,
    })
}

/// Whether a name is written as those of constants are, whose values are calls without arguments.
fn is_constant(path: &str) -> bool {
    let own = last(path);
    own.contains(char::is_uppercase) && !own.contains(char::is_lowercase)
}

/// How tightly an operator on real numbers binds.
fn real_level(op: RealOp) -> Level {
    match op {
        RealOp::Mul | RealOp::Div => 16,
        RealOp::Add | RealOp::Sub => 15,
        RealOp::Lt | RealOp::Le | RealOp::Gt | RealOp::Ge => COMPARISON,
    }
}

/// The last segment of a path.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// The container whose view this is: `v[k]` and `v.len()` need no `@`.
fn unviewed(expr: &Expr) -> &Expr {
    match &*expr.kind {
        ExprKind::Call(path, _, args) if last(path) == "view" => match (args.as_slice(), args.first()) {
            ([_], Some(of)) if has_signs(&of.ty) => of,
            _ => expr,
        },
        ExprKind::Checked(inner) => unviewed(inner),
        _ => expr,
    }
}

/// Whether `x[k]` and `x.len()` may be written of values of the type in specifications.
fn has_signs(ty: &Ty) -> bool {
    match ty.value() {
        Ty::Data(path, _) => matches!(&**path, "alloc::vec::Vec" | "slice") || path.starts_with("array%"),
        _ => false,
    }
}

/// The name of a variable in the source; `None` for values that only the verifier named.
fn name(var: &Var) -> Option<String> {
    let name = var.name.split(['@', '%', '#']).next().unwrap_or_default();
    let is_name = !name.is_empty() && !var.name.contains('%') && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| name.to_owned())
}
