//! Types, names and integer ranges.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

/// A canonical absolute path, free of counters and positions: `crate::module::Type::method`.
pub type Path = Arc<str>;

/// A simple name.
pub type Name = Arc<str>;

/// A set of integers that a type denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntKind {
    /// All integers.
    Int,
    /// From zero.
    Nat,
    /// Unsigned with this many bits.
    U(u32),
    /// Signed, two's complement, with this many bits.
    I(u32),
    /// Unsigned with the target's pointer width, 32 or 64 bits (`arch_word_bits`), unless the program fixes it.
    Usize,
    /// Signed with the target's pointer width.
    Isize,
    /// Unicode scalar values: 0..=0xD7FF and 0xE000..=0x10FFFF.
    Char,
}

impl IntKind {
    /// Lowest and highest value, where they do not depend on the target; `Char` gives its outer bounds.
    pub fn bounds(self) -> (Option<BigInt>, Option<BigInt>) {
        let pow = |bits: u32| BigInt::from(1) << bits;
        match self {
            IntKind::Int => (None, None),
            IntKind::Nat => (Some(BigInt::from(0)), None),
            IntKind::U(bits) => (Some(BigInt::from(0)), Some(pow(bits) - 1)),
            IntKind::I(bits) => (Some(-pow(bits - 1)), Some(pow(bits - 1) - 1)),
            IntKind::Usize => (Some(BigInt::from(0)), None),
            IntKind::Isize => (None, None),
            IntKind::Char => (Some(BigInt::from(0)), Some(BigInt::from(0x10_FFFF))),
        }
    }

    /// True for `iN` and `isize`.
    pub fn is_signed(self) -> bool {
        matches!(self, IntKind::I(_) | IntKind::Isize)
    }

    /// True when the range depends on the target.
    pub fn is_arch(self) -> bool {
        matches!(self, IntKind::Usize | IntKind::Isize)
    }

    /// True when every value of this type is one of the other, whatever the target.
    pub fn is_within(self, other: IntKind) -> bool {
        use IntKind::{Char, I, Int, Isize, Nat, U, Usize};
        match (self, other) {
            (a, b) if a == b => true,
            (_, Int) => true,
            (U(_) | Usize | Char, Nat) => true,
            (U(a), U(b)) => a <= b,
            (U(a), I(b)) => a < b,
            (I(a), I(b)) => a <= b,
            (U(a), Usize) => a <= 32,
            (U(a), Isize) => a < 32,
            (I(a), Isize) => a <= 32,
            (Usize, U(b)) => b >= 64,
            (Usize, I(b)) => b > 64,
            (Isize, I(b)) => b >= 64,
            (Char, U(b)) => b >= 32,
            (Char, I(b)) => b >= 32,
            (Char, Usize | Isize) => true,
            _ => false,
        }
    }
}

impl fmt::Display for IntKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntKind::Int => write!(f, "int"),
            IntKind::Nat => write!(f, "nat"),
            IntKind::U(bits) => write!(f, "u{bits}"),
            IntKind::I(bits) => write!(f, "i{bits}"),
            IntKind::Usize => write!(f, "usize"),
            IntKind::Isize => write!(f, "isize"),
            IntKind::Char => write!(f, "char"),
        }
    }
}

/// The abstract datatype of raw pointers.
pub const POINTER: &str = "ptr";

/// What is in the path of the abstract datatype of an `impl Trait` in a result, after that of the function.
pub const OPAQUE_RESULT: &str = "::{result#";

/// What comes after the path of a trait in that of the abstract datatype of its trait objects, `dyn T`.
pub const DYN: &str = "::{dyn}";

/// The decoration of `*const T`.
const CONST_POINTER: &str = "*const";

/// A type of VIR.
///
/// A value of `Ref(T)` or `Boxed(T)` is the value of `T`; the decoration matters only where a type is an argument of a
/// function (`size_of::<&T>()` is not `size_of::<T>()`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ty {
    /// Booleans.
    Bool,
    /// Integers of a range.
    Int(IntKind),
    /// The mathematical real numbers.
    Real,
    /// A type parameter of the function or datatype.
    Param(Name),
    /// A datatype with its arguments. Tuples are `tuple%N`, the unit type `tuple%0`; abstract types (external bodies,
    /// `str`, slices `slice`, arrays `array%N`, raw pointers `ptr`) are datatypes without variants that are known.
    Data(Path, Vec<Ty>),
    /// A mathematical function (`spec_fn`).
    SpecFn(Vec<Ty>, Box<Ty>),
    /// A shared reference to it (decoration).
    Ref(Box<Ty>),
    /// A box, `Rc` or `Arc` of it (decoration), with the path of the container.
    Boxed(Path, Box<Ty>),
    /// A mutable reference: the pair of the current and the final value.
    MutRef(Box<Ty>),
    /// An associated type that is not known: trait, arguments (self type first), name.
    Proj(Path, Vec<Ty>, Name),
    /// The type of a particular function item; one value. Used for type arguments only.
    FnItem(Path, Vec<Ty>),
    /// A known const generic argument.
    Const(BigInt),
}

impl Ty {
    /// The unit type.
    pub fn unit() -> Ty {
        Ty::tuple(Vec::new())
    }

    /// A tuple type.
    pub fn tuple(tys: Vec<Ty>) -> Ty {
        Ty::Data(format!("tuple%{}", tys.len()).into(), tys)
    }

    /// A raw pointer to values of a type. A pointer to what may not be written through it is the same value: the permission
    /// says what may be done with memory. It is another type to a trait, so it has a decoration.
    pub fn pointer(to: Ty, is_const: bool) -> Ty {
        let pointer = Ty::Data(POINTER.into(), vec![to]);
        if is_const { Ty::Boxed(CONST_POINTER.into(), Box::new(pointer)) } else { pointer }
    }

    /// What a raw pointer points to, looking through decorations.
    pub fn pointee(&self) -> Option<&Ty> {
        match self.value() {
            Ty::Data(path, args) if **path == *POINTER => args.first(),
            _ => None,
        }
    }

    /// The number of bits of a floating-point type, looking through decorations. Such a type is a datatype with one field, its
    /// bits, and has Rust's name: no type of a program is called `f32` without the name of its crate.
    pub fn float_width(&self) -> Option<u32> {
        match self.value() {
            Ty::Data(path, _) if &**path == "f32" => Some(32),
            Ty::Data(path, _) if &**path == "f64" => Some(64),
            _ => None,
        }
    }

    /// Whether it is the type of an `impl Trait` in a result, looking through decorations: nothing but its bounds is known.
    pub fn is_opaque_result(&self) -> bool {
        matches!(self.value(), Ty::Data(path, _) if path.contains(OPAQUE_RESULT))
    }

    /// The trait that it is the type of the objects of, `dyn T`, looking through decorations.
    pub fn dyn_trait(&self) -> Option<&str> {
        match self.value() {
            Ty::Data(path, _) => path.strip_suffix(DYN),
            _ => None,
        }
    }

    /// The mathematical integers.
    pub fn int() -> Ty {
        Ty::Int(IntKind::Int)
    }

    /// The type without outer decorations: what its values are.
    pub fn value(&self) -> &Ty {
        match self {
            Ty::Ref(ty) | Ty::Boxed(_, ty) => ty.value(),
            _ => self,
        }
    }

    /// The types that it is made of.
    pub fn parts(&self) -> impl Iterator<Item = &Ty> {
        let (all, one): (&[Ty], Option<&Ty>) = match self {
            Ty::FnItem(_, tys) | Ty::Data(_, tys) | Ty::Proj(_, tys, _) => (tys, None),
            Ty::SpecFn(tys, ret) => (tys, Some(ret)),
            Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => (&[], Some(inner)),
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Param(_) | Ty::Const(_) => (&[], None),
        };
        all.iter().chain(one)
    }

    /// Calls `f` on every function item in the type, with its type arguments.
    pub fn each_fn_item<'t>(&'t self, f: &mut dyn FnMut(&'t Path, &'t [Ty])) {
        if let Ty::FnItem(item, tys) = self {
            f(item, tys);
        }
        self.parts().for_each(|ty| ty.each_fn_item(f));
    }

    /// The integer range, looking through decorations.
    pub fn int_kind(&self) -> Option<IntKind> {
        match self.value() {
            Ty::Int(kind) => Some(*kind),
            _ => None,
        }
    }

    /// Replaces type parameters by name.
    pub fn subst(&self, map: &dyn Fn(&Name) -> Option<Ty>) -> Ty {
        let all = |tys: &[Ty]| tys.iter().map(|t| t.subst(map)).collect::<Vec<_>>();
        match self {
            Ty::Param(name) => map(name).unwrap_or_else(|| self.clone()),
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Const(_) => self.clone(),
            Ty::Data(path, tys) => Ty::Data(path.clone(), all(tys)),
            Ty::SpecFn(tys, ret) => Ty::SpecFn(all(tys), Box::new(ret.subst(map))),
            Ty::Ref(ty) => Ty::Ref(Box::new(ty.subst(map))),
            Ty::Boxed(path, ty) => Ty::Boxed(path.clone(), Box::new(ty.subst(map))),
            Ty::MutRef(ty) => Ty::MutRef(Box::new(ty.subst(map))),
            Ty::Proj(path, tys, name) => Ty::Proj(path.clone(), all(tys), name.clone()),
            Ty::FnItem(path, tys) => Ty::FnItem(path.clone(), all(tys)),
        }
    }
}
