//! What stands for an integer, and the types of integers with their bounds.
// @when .sum( .sum::< .product( .product::< sum_of product_of .parse( .parse::< from_str is_parsed integers:: Integer

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What stands for an integer. `t as int` is the number of `t` where its type is a parameter `T: Integer`.
pub trait Number {
    /// The integer.
    spec fn number(&self) -> int;
}

/// A reference stands for what is behind it.
impl<N: Number> Number for &N {
    open spec fn number(&self) -> int {
        (**self).number()
    }
}

/// A type of integers of the language. The library says of all of them how they are added up, multiplied and read, so a program has no
/// such types of its own.
pub trait MachineInteger: Number {
    /// The least value.
    spec fn least() -> int;

    /// The greatest value.
    spec fn most() -> int;
}

} // verus!

/// These types stand for integers.
macro_rules! numbers {
    ($($ty:ident)*) => {
        verus! {
        $(
        impl Number for $ty {
            open spec fn number(&self) -> int {
                *self as int
            }
        }
        )*
        }
    };
}

/// These types are those of integers that a machine has.
macro_rules! integers {
    ($($ty:ident)*) => {
        numbers! { $($ty)* }

        verus! {
        $(
        impl MachineInteger for $ty {
            open spec fn least() -> int {
                $ty::MIN as int
            }

            open spec fn most() -> int {
                $ty::MAX as int
            }
        }
        )*
        }
    };
}

numbers! { int nat char }

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
