//! What stands for an integer, and the types of integers with their bounds.
// @when .sum( .sum::< .product( .product::< sum_of product_of .parse( .parse::< from_str is_parsed integers::

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What stands for an integer.
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

/// These types are those of integers.
macro_rules! integers {
    ($($ty:ident)*) => {
        verus! {
        $(
        impl Number for $ty {
            open spec fn number(&self) -> int {
                *self as int
            }
        }

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

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
