//! Types.

use std::fmt;

use crate::item::DefId;

/// A machine integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // Each variant is the Rust type of the same name.
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntTy {
    /// The name of the type in Rust.
    pub fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::I16 => "i16",
            IntTy::I32 => "i32",
            IntTy::I64 => "i64",
            IntTy::I128 => "i128",
            IntTy::Isize => "isize",
            IntTy::U8 => "u8",
            IntTy::U16 => "u16",
            IntTy::U32 => "u32",
            IntTy::U64 => "u64",
            IntTy::U128 => "u128",
            IntTy::Usize => "usize",
        }
    }
}

/// Whether a reference or pointer permits writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mutability {
    /// `&T` or `*const T`.
    Shared,
    /// `&mut T` or `*mut T`.
    Mut,
}

/// The value of a const generic argument or array length.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConstArg {
    /// A known integer, Boolean (0, 1) or character.
    Value(i128),
    /// A known integer of type `usize` or `isize` that does not fit where these have 32 bits.
    Wide(i128),
    /// A const parameter, by index in the generics of the definition and name.
    Param(u32, String),
    /// Not evaluated by the front end.
    Unknown,
}

/// The value in decimal digits; `_` for one that could not be evaluated.
impl fmt::Display for ConstArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConstArg::Value(value) | ConstArg::Wide(value) => write!(f, "{value}"),
            ConstArg::Param(_, name) => f.write_str(name),
            ConstArg::Unknown => f.write_str("_"),
        }
    }
}

/// A type without inference variables. It has no lifetimes: rustc checks those.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ty {
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `str`.
    Str,
    /// The never type `!`.
    Never,
    /// A machine integer, for instance `u8` or `isize`.
    Int(IntTy),
    /// `f32` or `f64`, by width in bits.
    Float(u32),
    /// A struct, enum or union with its arguments (lifetimes left out). `verus_builtin::int`, `nat`, `SpecFn`, `Ghost`
    /// and `alloc::boxed::Box` are of this form.
    Adt(DefId, Vec<Ty>),
    /// `&T` or `&mut T`, without its lifetime.
    Ref(Mutability, Box<Ty>),
    /// `*const T` or `*mut T`.
    RawPtr(Mutability, Box<Ty>),
    /// A tuple; empty for the unit type.
    Tuple(Vec<Ty>),
    /// The slice type `[T]`.
    Slice(Box<Ty>),
    /// The array type `[T; N]`.
    Array(Box<Ty>, ConstArg),
    /// A type parameter: its index among the generics in scope (those of the impl or trait first) and its name. The
    /// self type of a trait is index 0, named `Self`.
    Param(u32, String),
    /// The type of a function item or constructor, with its generic arguments.
    FnDef(DefId, Vec<Ty>),
    /// A function pointer: parameters and result.
    FnPtr(Vec<Ty>, Box<Ty>),
    /// The type of the closure expression with this number in its body.
    Closure(u32),
    /// `dyn Trait<args> + Auto` with the principal trait and its arguments without self. After these, each auto trait as a `Dyn`
    /// without arguments.
    Dyn(DefId, Vec<Ty>),
    /// `impl Trait` in return position: the function and the number of the opaque type in it.
    Opaque(DefId, u32, Vec<Ty>),
    /// An associated type that is not known here: the trait, its arguments (self type first) and the name.
    Projection(DefId, Vec<Ty>, String),
    /// A const generic argument in the place of a type argument.
    Const(ConstArg),
}

impl Ty {
    /// Returns the unit type `()`.
    pub fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    /// The direct parts of the type.
    pub fn parts(&self) -> impl Iterator<Item = &Ty> {
        let (all, one): (&[Ty], Option<&Ty>) = match self {
            Ty::Adt(_, tys) | Ty::Tuple(tys) | Ty::FnDef(_, tys) | Ty::Dyn(_, tys) => (tys, None),
            Ty::Opaque(_, _, tys) | Ty::Projection(_, tys, _) => (tys, None),
            Ty::FnPtr(tys, ret) => (tys, Some(ret)),
            Ty::Ref(_, ty) | Ty::RawPtr(_, ty) | Ty::Slice(ty) | Ty::Array(ty, _) => (&[], Some(ty)),
            Ty::Bool | Ty::Char | Ty::Str | Ty::Never | Ty::Int(_) | Ty::Float(_) => (&[], None),
            Ty::Param(..) | Ty::Closure(_) | Ty::Const(_) => (&[], None),
        };
        all.iter().chain(one)
    }

    /// Replaces type parameters by the arguments at their index; parameters beyond the arguments stay.
    pub fn subst(&self, args: &[Ty]) -> Ty {
        let all = |tys: &[Ty]| tys.iter().map(|t| t.subst(args)).collect::<Vec<_>>();
        let one = |ty: &Ty| Box::new(ty.subst(args));
        match self {
            Ty::Param(index, _) => args.get(*index as usize).cloned().unwrap_or_else(|| self.clone()),
            Ty::Adt(def, tys) => Ty::Adt(*def, all(tys)),
            Ty::Ref(m, ty) => Ty::Ref(*m, one(ty)),
            Ty::RawPtr(m, ty) => Ty::RawPtr(*m, one(ty)),
            Ty::Tuple(tys) => Ty::Tuple(all(tys)),
            Ty::Slice(ty) => Ty::Slice(one(ty)),
            Ty::Array(ty, len) => Ty::Array(one(ty), subst_const(len, args)),
            Ty::FnDef(def, tys) => Ty::FnDef(*def, all(tys)),
            Ty::FnPtr(tys, ret) => Ty::FnPtr(all(tys), one(ret)),
            Ty::Dyn(def, tys) => Ty::Dyn(*def, all(tys)),
            Ty::Opaque(def, n, tys) => Ty::Opaque(*def, *n, all(tys)),
            Ty::Projection(def, tys, name) => Ty::Projection(*def, all(tys), name.clone()),
            Ty::Const(c) => Ty::Const(subst_const(c, args)),
            Ty::Bool | Ty::Char | Ty::Str | Ty::Never | Ty::Int(_) | Ty::Float(_) | Ty::Closure(_) => self.clone(),
        }
    }
}

fn subst_const(value: &ConstArg, args: &[Ty]) -> ConstArg {
    let ConstArg::Param(index, _) = value else { return value.clone() };
    match args.get(*index as usize) {
        Some(Ty::Const(c)) => c.clone(),
        Some(Ty::Param(i, name)) => ConstArg::Param(*i, name.clone()),
        _ => value.clone(),
    }
}
