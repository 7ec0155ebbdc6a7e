//! Numbers.
use crate::prelude::rust_2021::*;

#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct TryFromIntError(());
#[derive(Debug, Clone, PartialEq, Eq)]
#[doc = "certus:attr verifier::external"]
pub struct ParseIntError { kind: IntErrorKind }
#[derive(Debug, Clone, PartialEq, Eq, Copy, Hash)]
#[non_exhaustive]
#[doc = "certus:attr verifier::external"]
pub enum IntErrorKind { Empty, InvalidDigit, PosOverflow, NegOverflow, Zero }
#[derive(PartialEq, PartialOrd, Eq, Ord, Clone, Copy, Default, Hash, Debug)]
#[doc = "certus:attr verifier::external"]
pub struct Wrapping<T>(pub T);

/// The old modules of constants, `core::u32::MAX` and the like.
pub(crate) mod int_modules {
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
pub mod $t { pub const MIN: $t = $t::MIN; pub const MAX: $t = $t::MAX; }
// @end
}
// @for ($n, $t) in (NonZeroU8, u8) (NonZeroU16, u16) (NonZeroU32, u32) (NonZeroU64, u64) (NonZeroU128, u128) (NonZeroUsize, usize)
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct $n($t);
impl $n {
    pub const fn new(n: $t) -> Option<$n>;
    pub const unsafe fn new_unchecked(n: $t) -> $n;
    pub const fn get(self) -> $t;
}
// @end
