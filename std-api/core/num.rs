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
// Its parameter has a bound, `ZeroablePrimitive`, which is unstable. So there are impls for each type here, written with the path of the
// real one, and `NonZero::new(x)` needs the type: `NonZero::<u8>::new(x)`, or `NonZeroU8::new(x)`.
// @internal: its parameter has a bound that stable Rust cannot name
#[doc = "certus:attr verifier::external_body"]
#[doc = "certus:attr verifier::reject_recursive_types(T)"]
pub struct NonZero<T>(T);
// @for ($n, $t) in (NonZeroU8, u8) (NonZeroU16, u16) (NonZeroU32, u32) (NonZeroU64, u64) (NonZeroU128, u128) (NonZeroUsize, usize) (NonZeroI8, i8) (NonZeroI16, i16) (NonZeroI32, i32) (NonZeroI64, i64) (NonZeroI128, i128) (NonZeroIsize, isize)
pub type $n = crate::num::NonZero<$t>;
impl crate::num::NonZero<$t> {
    pub const fn new(n: $t) -> Option<crate::num::NonZero<$t>>;
    pub const unsafe fn new_unchecked(n: $t) -> crate::num::NonZero<$t>;
    pub const fn get(self) -> $t;
}
impl Copy for crate::num::NonZero<$t> {}
impl Clone for crate::num::NonZero<$t> { fn clone(&self) -> Self; }
impl PartialEq for crate::num::NonZero<$t> { fn eq(&self, other: &Self) -> bool; }
impl Eq for crate::num::NonZero<$t> {}
impl PartialOrd for crate::num::NonZero<$t> { fn partial_cmp(&self, other: &Self) -> Option<crate::cmp::Ordering>; }
impl Ord for crate::num::NonZero<$t> { fn cmp(&self, other: &Self) -> crate::cmp::Ordering; }
impl crate::hash::Hash for crate::num::NonZero<$t> { fn hash<H: crate::hash::Hasher>(&self, state: &mut H); }
impl crate::fmt::Debug for crate::num::NonZero<$t> { fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result; }
impl crate::fmt::Display for crate::num::NonZero<$t> { fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result; }
impl From<crate::num::NonZero<$t>> for $t { fn from(nonzero: crate::num::NonZero<$t>) -> $t; }
impl crate::ops::BitOr for crate::num::NonZero<$t> {
    type Output = crate::num::NonZero<$t>;
    fn bitor(self, rhs: Self) -> crate::num::NonZero<$t>;
}
impl crate::ops::BitOr<$t> for crate::num::NonZero<$t> {
    type Output = crate::num::NonZero<$t>;
    fn bitor(self, rhs: $t) -> crate::num::NonZero<$t>;
}
// @end
