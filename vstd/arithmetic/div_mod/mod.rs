//! Quotients and remainders. Nothing here is trusted.
//!
//! Two facts carry the rest: a number is a multiple of the divisor and a remainder, and there is one way only to write
//! it so.
// @when arithmetic

mod converse;
mod product;
mod quotient;
mod remainder;

pub use converse::*;
pub use product::*;
pub use quotient::*;
pub use remainder::*;

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The quotient as Rust computes it: rounded towards 0.
#[verifier::inline]
pub open spec fn rust_div(a: int, b: int) -> int
    recommends
        b != 0,
{
    if a >= 0 {
        a / b
    } else {
        -((-a) / b)
    }
}

/// The remainder as Rust computes it: of the sign of the dividend.
#[verifier::inline]
pub open spec fn rust_rem(a: int, b: int) -> int
    recommends
        b != 0,
{
    if a >= 0 {
        a % b
    } else {
        -((-a) % b)
    }
}

} // verus!
