//! What the operators of numbers and truth values do where they are called as functions of their traits.
// @when ops::* ops::{ ops::Add; ops::Sub; ops::Mul; ops::Div; ops::Rem; ops::Neg; ops::Not; ops::Bit _assign( std_specs::ops
//!
//! trusted: the reference of Rust says so of these types.

#[allow(unused_imports)]
use crate::std_specs::ops::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

/// An operator with two operands of a type, and the one that assigns: what they ask for, and what they give.
macro_rules! binary {
    (
        $t:ident: $impl_trait:ident $obeys:ident $req:ident $spec:ident,
        $assign_trait:ident $assign_obeys:ident $assign_req:ident $assign_spec:ident,
        |$a:ident, $b:ident| $condition:expr => $value:expr
    ) => {
        verus! {

        impl $impl_trait for $t {
            open spec fn $obeys() -> bool {
                true
            }

            open spec fn $req(self, rhs: $t) -> bool {
                let ($a, $b) = (self, rhs);
                $condition
            }

            open spec fn $spec(self, rhs: $t) -> $t {
                let ($a, $b) = (self, rhs);
                $value
            }
        }

        impl $assign_trait for $t {
            open spec fn $assign_obeys() -> bool {
                true
            }

            open spec fn $assign_req(&self, rhs: $t) -> bool {
                let ($a, $b) = (*self, rhs);
                $condition
            }

            open spec fn $assign_spec(&self, rhs: $t) -> &$t {
                let ($a, $b) = (*self, rhs);
                &$value
            }
        }

        }
    };
}

/// Arithmetic that does not overflow.
macro_rules! arithmetic {
    ($($t:ident)*) => {
        $(
        binary!($t: AddSpecImpl obeys_add_spec add_req add_spec,
            AddAssignSpecImpl obeys_add_assign_spec add_assign_req add_assign_spec,
            |a, b| $t::MIN <= a + b && a + b <= $t::MAX => (a + b) as $t);
        binary!($t: SubSpecImpl obeys_sub_spec sub_req sub_spec,
            SubAssignSpecImpl obeys_sub_assign_spec sub_assign_req sub_assign_spec,
            |a, b| $t::MIN <= a - b && a - b <= $t::MAX => (a - b) as $t);
        binary!($t: MulSpecImpl obeys_mul_spec mul_req mul_spec,
            MulAssignSpecImpl obeys_mul_assign_spec mul_assign_req mul_assign_spec,
            |a, b| $t::MIN <= a * b && a * b <= $t::MAX => (a * b) as $t);
        )*
    };
}

/// Division of numbers that are not negative.
macro_rules! unsigned_division {
    ($($t:ident)*) => {
        $(
        binary!($t: DivSpecImpl obeys_div_spec div_req div_spec,
            DivAssignSpecImpl obeys_div_assign_spec div_assign_req div_assign_spec,
            |a, b| b != 0 => a / b);
        binary!($t: RemSpecImpl obeys_rem_spec rem_req rem_spec,
            RemAssignSpecImpl obeys_rem_assign_spec rem_assign_req rem_assign_spec,
            |a, b| b != 0 => a % b);
        )*
    };
}

verus! {

/// Division that cuts off towards zero, as that of numbers with a sign does.
pub open spec fn quotient(a: int, b: int) -> int {
    if a >= 0 { a / b } else { -((-a) / b) }
}

/// What it leaves has the sign of the dividend.
pub open spec fn remainder(a: int, b: int) -> int {
    if a >= 0 { a % b } else { -((-a) % b) }
}

} // verus!

/// Division of numbers with a sign.
macro_rules! signed_division {
    ($($t:ident)*) => {
        $(
        binary!($t: DivSpecImpl obeys_div_spec div_req div_spec,
            DivAssignSpecImpl obeys_div_assign_spec div_assign_req div_assign_spec,
            |a, b| b != 0 && !(a == $t::MIN && b == -1) => quotient(a as int, b as int) as $t);
        binary!($t: RemSpecImpl obeys_rem_spec rem_req rem_spec,
            RemAssignSpecImpl obeys_rem_assign_spec rem_assign_req rem_assign_spec,
            |a, b| b != 0 && !(a == $t::MIN && b == -1) => remainder(a as int, b as int) as $t);

        verus! {

        impl NegSpecImpl for $t {
            open spec fn obeys_neg_spec() -> bool {
                true
            }

            open spec fn neg_req(self) -> bool {
                self != $t::MIN
            }

            open spec fn neg_spec(self) -> $t {
                (-self) as $t
            }
        }

        }
        )*
    };
}

/// Operators on bits, or on truth values; the first two are what `&` and `|` mean.
macro_rules! bits {
    ($and:tt $or:tt; $($t:ident)*) => {
        $(
        binary!($t: BitAndSpecImpl obeys_bitand_spec bitand_req bitand_spec,
            BitAndAssignSpecImpl obeys_bitand_assign_spec bitand_assign_req bitand_assign_spec,
            |a, b| true => a $and b);
        binary!($t: BitOrSpecImpl obeys_bitor_spec bitor_req bitor_spec,
            BitOrAssignSpecImpl obeys_bitor_assign_spec bitor_assign_req bitor_assign_spec,
            |a, b| true => a $or b);
        binary!($t: BitXorSpecImpl obeys_bitxor_spec bitxor_req bitxor_spec,
            BitXorAssignSpecImpl obeys_bitxor_assign_spec bitxor_assign_req bitxor_assign_spec,
            |a, b| true => a ^ b);

        verus! {

        impl NotSpecImpl for $t {
            open spec fn obeys_not_spec() -> bool {
                true
            }

            open spec fn not_req(self) -> bool {
                true
            }

            open spec fn not_spec(self) -> $t {
                !self
            }
        }

        }
        )*
    };
}

arithmetic!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
unsigned_division!(u8 u16 u32 u64 u128 usize);
signed_division!(i8 i16 i32 i64 i128 isize);
bits!(& |; u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
bits!(&& ||; bool);
