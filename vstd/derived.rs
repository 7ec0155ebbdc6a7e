//! Marks of types whose comparisons and hashes are derived, or are as if they were. The verifier gives them to a type of a
//! program, and nobody else can.
//!
//! A type has `DerivedEq`, `DerivedOrd` or `DerivedHash` only if it derives `Structural` too. A derived `Eq`, `Ord` or
//! `Hash` looks at all fields, in their order. What that means is said in `laws_eq`, `laws_cmp`, `std_specs::hash` and
//! `std_specs::btree`.

use verus_builtin_macros::verus;

verus! {

/// `PartialEq` of the type is derived, and so are those of all its parts.
pub trait DerivedEq {

}

/// The comparisons of the type are derived, and so are those of all its parts.
pub trait DerivedOrd {

}

/// The comparisons of the type are derived, and so are those of all its parts. The type need not derive `Structural`.
pub trait DerivedCmp {

}

/// `Eq`, `Hash` and, if the type has it, `Clone` are derived, and so are those of all its parts.
pub trait DerivedHash {

}

} // verus!

/// Types of Rust that have a mark, some if their parts have it.
macro_rules! marked {
    ($($mark:ident)*) => {
        verus! {
        $(
        impl<T: $mark> $mark for &T {}
        impl<T: $mark> $mark for Option<T> {}
        impl<A: $mark, B: $mark> $mark for (A, B) {}
        impl<A: $mark, B: $mark, C: $mark> $mark for (A, B, C) {}
        impl $mark for bool {}
        impl $mark for char {}
        impl $mark for u8 {}
        impl $mark for u16 {}
        impl $mark for u32 {}
        impl $mark for u64 {}
        impl $mark for u128 {}
        impl $mark for usize {}
        impl $mark for i8 {}
        impl $mark for i16 {}
        impl $mark for i32 {}
        impl $mark for i64 {}
        impl $mark for i128 {}
        impl $mark for isize {}
        )*
        }
    };
}

marked! { DerivedEq DerivedOrd DerivedCmp DerivedHash }
