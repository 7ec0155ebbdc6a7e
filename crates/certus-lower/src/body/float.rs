//! Floating-point numbers: values that are known by their bits.
//!
//! In VIR the type `f32` is a datatype with one field, the bits. So `==` of specifications is equality of bits. What code
//! computes is not determined by its operands: an operator of code that runs is a call of the function of its trait, of
//! which the library says in relations without a definition what it gives. Operators of ghost code are the operations of
//! IEEE 754, functions of which nothing is known.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, BinOp, Item, Known};
use certus_vir::{Expr, ExprKind, IntKind, StmtKind, Ty, UnaryOp};

use super::Fx;
use crate::THE_LIBRARY;
use crate::context::Context;
use crate::error::{Result, fail};

/// A type within itself with ever more arguments is not followed for longer.
const DEEPEST: usize = 64;

/// The name of the one field.
const BITS: &str = "bits";

/// The number of bits of a floating-point type of VIR.
pub(super) fn width(ty: &Ty) -> Option<u32> {
    ty.float_width()
}

/// Whether the values of the expression are floating-point numbers.
pub(super) fn is_float(e: &Expr) -> bool {
    width(&e.ty).is_some()
}

/// The type of the bits.
fn bits_ty(width: u32) -> Ty {
    Ty::Int(IntKind::U(width))
}

/// A literal: the number nearest to the decimal, as the compiler reads it. A type of floating-point numbers is expected.
/// Errs with `language/literal-range` where it is so large that the compiler rejects it.
pub(super) fn literal(text: &str, ty: Ty, span: Span) -> Result<Expr> {
    let (name, digits) = match width(&ty) {
        Some(32) => ("f32", decimal(text, "f32")),
        _ => ("f64", decimal(text, "f64")),
    };
    let read = match name {
        "f32" => digits.parse::<f32>().map(|number| (u64::from(number.to_bits()), number.is_finite())),
        _ => digits.parse::<f64>().map(|number| (number.to_bits(), number.is_finite())),
    };
    let is_decimal = digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    let Ok((bits, is_finite)) = read.map_err(|_| ()).and_then(|read| if is_decimal { Ok(read) } else { Err(()) })
    else {
        return fail(Language::Literal, format!("`{text}` is not a floating-point number"), span);
    };
    if !is_finite {
        return fail(Language::LiteralRange, format!("literal out of range for `{name}`"), span);
    }
    let bits = Expr { ty: bits_ty(if name == "f32" { 32 } else { 64 }), ..Expr::int(bits, span) };
    let value = ExprKind::Ctor(name.into(), name.into(), vec![(BITS.into(), bits)]);
    Ok(Expr::new(value, ty, span))
}

/// A literal without its suffix and without `_`.
fn decimal(text: &str, suffix: &str) -> String {
    text.strip_suffix(suffix).unwrap_or(text).chars().filter(|c| *c != '_').collect()
}

impl Context<'_> {
    /// Whether a pattern that is a constant of the type could compare floating-point numbers. A type that is not known
    /// counts as one that could.
    pub(super) fn has_floats(&mut self, ty: &tree::Ty) -> Result<bool> {
        self.holds_floats(ty, &mut Vec::new())
    }

    /// The same; `outer` are types that it is within.
    fn holds_floats(&mut self, ty: &tree::Ty, outer: &mut Vec<tree::Ty>) -> Result<bool> {
        let parts: Vec<tree::Ty> = match ty {
            tree::Ty::Float(_) | tree::Ty::Param(..) | tree::Ty::Projection(..) => return Ok(true),
            tree::Ty::Ref(_, inner) | tree::Ty::Array(inner, _) | tree::Ty::Slice(inner) => vec![(**inner).clone()],
            tree::Ty::Tuple(tys) => tys.clone(),
            tree::Ty::Adt(..) if outer.contains(ty) => return Ok(false),
            tree::Ty::Adt(..) if outer.len() >= DEEPEST => return Ok(true),
            tree::Ty::Adt(def, args) => {
                let entry = self.entry(*def)?;
                let Item::Adt(adt) = &entry.item else { return Ok(true) };
                let fields = adt.variants.iter().flat_map(|variant| &variant.fields);
                fields.map(|field| field.ty.subst(args)).collect()
            }
            _ => return Ok(false),
        };
        outer.push(ty.clone());
        for part in &parts {
            if self.holds_floats(part, outer)? {
                return Ok(true);
            }
        }
        outer.pop();
        Ok(false)
    }

    /// The type of floating-point numbers of some width. Errs with `unsupported/float` for widths that stable Rust does
    /// not have.
    pub(crate) fn float_ty(&mut self, width: u32, span: Span) -> Result<Ty> {
        if !matches!(width, 32 | 64) {
            return fail(Unsupported::Float, format!("the type `f{width}` is not supported"), span);
        }
        let path: certus_vir::Path = format!("f{width}").into();
        if !self.output.has_datatype(&path) {
            let field = certus_vir::Field { name: BITS.into(), ty: bits_ty(width), ghost: false };
            let variant = certus_vir::Variant { name: path.clone(), fields: vec![field] };
            let sized = certus_vir::Sizedness::Always;
            self.declare_datatype((path.clone(), Vec::new()), Some(vec![variant]), sized, span);
        }
        Ok(Ty::Data(path, Vec::new()))
    }
}

impl Fx<'_, '_> {
    /// `f32_to_bits(x)`.
    fn float_bits(&mut self, value: Expr, span: Span) -> Result<Expr> {
        let Some(width) = width(&value.ty) else {
            return fail(Unsupported::Float, "this is not a floating-point number", span);
        };
        let path: certus_vir::Path = format!("f{width}").into();
        let op = UnaryOp::Field(path.clone(), path, BITS.into());
        Ok(Expr::new(ExprKind::Unary(op, value), bits_ty(width), span))
    }

    /// An operator of code that runs: a call of the function of its trait.
    /// `x < y` is `PartialOrd::lt(&x, &y)`. Errs with `unsupported/float` in ghost code that is written as code.
    pub(super) fn float_operator(
        &mut self,
        op: BinOp,
        l: &tree::Expr,
        r: &tree::Expr,
        e: &tree::Expr,
    ) -> Result<Option<Expr>> {
        if !matches!(l.ty, tree::Ty::Float(_)) {
            return Ok(None);
        }
        let Some((trait_, declared)) = function_of(op).filter(|_| !self.is_ghost()) else {
            return fail(Unsupported::Float, "this operator is not supported here on floating-point numbers", e.span);
        };
        let Some((def, type_args)) = self.function_of_impl(trait_, declared, &l.ty)? else {
            return fail(Unsupported::Float, "this operator is not supported on floating-point numbers", e.span);
        };
        if self.cx.specification_of(def)?.is_none() {
            let text = "operators of floating-point numbers need the library `vstd` and the name of their type, `f32` or \
                        `f64`, in the program";
            return fail(Unsupported::Float, text, e.span);
        }
        match self.call_operator((def, type_args), [l, r], declared.is_some(), e)? {
            Some(result) => Ok(Some(result)),
            None => fail(Unsupported::Float, "this operator is not supported on floating-point numbers", e.span),
        }
    }

    /// `x as T` of code that runs, where one of the types has floating-point numbers; nothing for other types. What it gives
    /// the relation `float_cast_spec` says. Errs with `unsupported/float` for `usize` and `isize`.
    pub(super) fn float_cast(&mut self, value: &Expr, ty: &Ty, span: Span) -> Result<Option<Expr>> {
        if (width(&value.ty).is_none() && width(ty).is_none()) || self.is_ghost() {
            return Ok(None);
        }
        if value.ty.value() == ty.value() {
            return Ok(Some(Expr { ty: ty.clone(), span, ..value.clone() }));
        }
        let (from, to) = (value.ty.value().clone(), ty.value().clone());
        if !(is_machine(&from) && is_machine(&to)) {
            let text =
                "casts between floating-point numbers and integers are supported for `u8` to `u128` and `i8` to `i128`";
            return fail(Unsupported::Float, text, span);
        }
        self.needs_effects("a cast of a floating-point number", span)?;
        let result = self.arbitrary(ty.clone(), span);
        let args = vec![value.clone(), result.clone()];
        // Without the library nothing is known of the result, and nobody can ask.
        if self.cx.tree.lookup(Known::FloatCastSpec.path()).is_some() {
            let known = self.library(Known::FloatCastSpec, vec![from, to], args, Ty::Bool, span)?;
            self.emit(StmtKind::Assume(known), span);
        }
        Ok(Some(result))
    }

    /// `x as T` of ghost code, where one of the types has floating-point numbers: the conversion of IEEE 754.
    /// Errs with `language/cast` where there is none: to `int`, whose values floats do not have, from `bool`, ..
    pub(super) fn float_conversion(&mut self, value: Expr, ty: Ty, span: Span) -> Result<Expr> {
        let (from, to) = (value.ty.value().clone(), ty.value().clone());
        if from == to {
            return Ok(Expr { ty, span, ..value });
        }
        let is_convertible = |ty: &Ty| is_machine(ty) || *ty == Ty::Real;
        if !(is_convertible(&from) && is_convertible(&to)) {
            let text = "a floating-point number can be cast to and from `u8` to `u128`, `i8` to `i128`, `real` and \
                        floating-point types only";
            return fail(Language::Cast, text, span);
        }
        self.ieee_conversion(value, ty, span)
    }

    /// The conversion of IEEE 754.
    fn ieee_conversion(&mut self, value: Expr, ty: Ty, span: Span) -> Result<Expr> {
        let (from, to) = (value.ty.value().clone(), ty.value().clone());
        self.of_library(Known::FloatConvert, vec![from, to], vec![value], ty, span)
    }

    /// A call of a function of the library. Errs with `unsupported/float` without it.
    fn of_library(&mut self, function: Known, types: Vec<Ty>, args: Vec<Expr>, ty: Ty, span: Span) -> Result<Expr> {
        if self.cx.tree.lookup(function.path()).is_none() {
            let text = format!("the arithmetic of floating-point numbers needs {THE_LIBRARY}`");
            return fail(Unsupported::Float, text, span);
        }
        self.library(function, types, args, ty, span)
    }

    /// An operation of IEEE 754 in ghost code, as a method or as the operator that means it. Errs with
    /// `unsupported/operator` for operators that floats do not have, and for operands of two types.
    pub(super) fn float_operation(&mut self, name: Known, args: Vec<Expr>, ty: Ty, span: Span) -> Result<Expr> {
        match (name, &args[..]) {
            (Known::F32ToBits | Known::F64ToBits, [value]) => return self.float_bits(value.clone(), span),
            (Known::IeeeCast, [value]) => return self.ieee_conversion(value.clone(), ty, span),
            _ => {}
        }
        let of = args.first().map(|arg| arg.ty.value().clone());
        let Some(of) = of.filter(|of| args.iter().all(|arg| arg.ty.value() == of)) else {
            return fail(Unsupported::Operator, "this operator needs two numbers of one floating-point type", span);
        };
        let Some(function) = operation(name) else {
            return fail(Unsupported::Operator, "this operator is not supported on floating-point numbers", span);
        };
        self.of_library(function, vec![of], args, ty, span)
    }
}

/// Whether it is a type that code can cast floating-point numbers to.
fn is_machine(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(IntKind::U(_) | IntKind::I(_))) || width(ty).is_some()
}

/// The trait of an operator, and its function where the trait has several.
fn function_of(op: BinOp) -> Option<(Known, Option<Known>)> {
    Some(match op {
        BinOp::Add => (Known::Add, None),
        BinOp::Sub => (Known::Sub, None),
        BinOp::Mul => (Known::Mul, None),
        BinOp::Div => (Known::Div, None),
        BinOp::Eq => (Known::PartialEq, Some(Known::PartialEqEq)),
        BinOp::Ne => (Known::PartialEq, Some(Known::PartialEqNe)),
        BinOp::Lt => (Known::PartialOrd, Some(Known::PartialOrdLt)),
        BinOp::Le => (Known::PartialOrd, Some(Known::PartialOrdLe)),
        BinOp::Gt => (Known::PartialOrd, Some(Known::PartialOrdGt)),
        BinOp::Ge => (Known::PartialOrd, Some(Known::PartialOrdGe)),
        _ => return None,
    })
}

/// The function of the library that an operation of ghost code is.
fn operation(name: Known) -> Option<Known> {
    Some(match name {
        Known::IeeeAdd | Known::SpecAdd => Known::FloatAdd,
        Known::IeeeSub | Known::SpecSub => Known::FloatSub,
        Known::IeeeMul | Known::SpecMul => Known::FloatMul,
        Known::IeeeDiv | Known::SpecDiv => Known::FloatDiv,
        Known::IeeeEq => Known::FloatEq,
        Known::IeeeLe | Known::SpecLe | Known::ChainLe => Known::FloatLe,
        Known::IeeeGe | Known::SpecGe | Known::ChainGe => Known::FloatGe,
        Known::IeeeLt | Known::SpecLt | Known::ChainLt => Known::FloatLt,
        Known::IeeeGt | Known::SpecGt | Known::ChainGt => Known::FloatGt,
        Known::IeeeNeg | Known::SpecNeg => Known::FloatNeg,
        Known::IeeeFloor => Known::FloatFloor,
        Known::IeeeCeil => Known::FloatCeil,
        Known::IeeeRound => Known::FloatRound,
        Known::IeeeRoundTiesEven => Known::FloatRoundTiesEven,
        Known::IeeeTrunc => Known::FloatTrunc,
        Known::IeeeIsNormal => Known::FloatIsNormal,
        Known::IeeeIsSubnormal => Known::FloatIsSubnormal,
        Known::IeeeIsZero => Known::FloatIsZero,
        Known::IeeeIsInfinite => Known::FloatIsInfinite,
        Known::IeeeIsNan => Known::FloatIsNan,
        Known::IeeeIsNegative => Known::FloatIsNegative,
        Known::IeeeIsPositive => Known::FloatIsPositive,
        _ => return None,
    })
}

/// Whether it is an operation of IEEE 754 that ghost code calls by its name.
pub(super) fn is_operation(name: Known) -> bool {
    name.path().contains("::IeeeFloat::") || matches!(name, Known::F32ToBits | Known::F64ToBits | Known::IeeeCast)
}
