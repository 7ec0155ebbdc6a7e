//! Operators, function traits, dereference and ranges.
use crate::prelude::rust_2021::*;
use crate::marker::{Tuple, Unsize};
mod assign;
mod range;
mod shift;
mod shift_assign;
pub use range::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

// @for ($lang, $trait_, $method) in ("add", Add, add) ("sub", Sub, sub) ("mul", Mul, mul) ("div", Div, div) ("rem", Rem, rem) ("bitand", BitAnd, bitand) ("bitor", BitOr, bitor) ("bitxor", BitXor, bitxor) ("shl", Shl, shl) ("shr", Shr, shr)
#[lang = $lang]
pub trait $trait_<Rhs = Self> {
    type Output;
    fn $method(self, rhs: Rhs) -> Self::Output;
}
// @end
// @for ($lang, $trait_, $method) in ("add_assign", AddAssign, add_assign) ("sub_assign", SubAssign, sub_assign) ("mul_assign", MulAssign, mul_assign) ("div_assign", DivAssign, div_assign) ("rem_assign", RemAssign, rem_assign) ("bitand_assign", BitAndAssign, bitand_assign) ("bitor_assign", BitOrAssign, bitor_assign) ("bitxor_assign", BitXorAssign, bitxor_assign) ("shl_assign", ShlAssign, shl_assign) ("shr_assign", ShrAssign, shr_assign)
#[lang = $lang]
pub trait $trait_<Rhs = Self> { fn $method(&mut self, rhs: Rhs); }
// @end
#[lang = "neg"]
pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}
#[lang = "not"]
pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}
#[lang = "index"]
pub trait Index<Idx: ?Sized> {
    type Output: ?Sized;
    fn index(&self, index: Idx) -> &Self::Output where Idx: Sized;
}
#[lang = "index_mut"]
pub trait IndexMut<Idx: ?Sized>: Index<Idx> {
    fn index_mut(&mut self, index: Idx) -> &mut Self::Output where Idx: Sized;
}
#[lang = "drop"]
pub trait Drop {
    // @internal: it cannot be named in a call
    fn drop(&mut self);
}
#[lang = "deref"]
pub trait Deref {
    #[lang = "deref_target"]
    type Target: ?Sized;
    fn deref(&self) -> &Self::Target;
}
#[lang = "deref_mut"]
pub trait DerefMut: Deref { fn deref_mut(&mut self) -> &mut Self::Target; }
// @internal: a lang item that stable Rust cannot name
#[lang = "receiver"]
pub trait Receiver {
    #[lang = "receiver_target"]
    type Target: ?Sized;
}
impl<P: ?Sized + Deref<Target = T>, T: ?Sized> Receiver for P { type Target = T; }
impl<T: ?Sized> Deref for &T {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> Deref for &mut T {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> DerefMut for &mut T { fn deref_mut(&mut self) -> &mut T; }

// @internal: a lang item that stable Rust cannot name
#[lang = "fn_once"]
#[rustc_paren_sugar]
pub trait FnOnce<Args: Tuple> {
    #[lang = "fn_once_output"]
    type Output;
    extern "rust-call" fn call_once(self, args: Args) -> Self::Output;
}
// @internal: a lang item that stable Rust cannot name
#[lang = "fn_mut"]
#[rustc_paren_sugar]
pub trait FnMut<Args: Tuple>: FnOnce<Args> {
    extern "rust-call" fn call_mut(&mut self, args: Args) -> Self::Output;
}
// @internal: a lang item that stable Rust cannot name
#[lang = "fn"]
#[rustc_paren_sugar]
pub trait Fn<Args: Tuple>: FnMut<Args> {
    extern "rust-call" fn call(&self, args: Args) -> Self::Output;
}
// @internal: a lang item that stable Rust cannot name
#[lang = "async_fn_once"]
#[rustc_paren_sugar]
pub trait AsyncFnOnce<Args: Tuple> {
    #[lang = "call_once_future"]
    type CallOnceFuture: crate::future::Future<Output = Self::Output>;
    #[lang = "async_fn_once_output"]
    type Output;
    extern "rust-call" fn async_call_once(self, args: Args) -> Self::CallOnceFuture;
}
// @internal: a lang item that stable Rust cannot name
#[lang = "async_fn_mut"]
#[rustc_paren_sugar]
pub trait AsyncFnMut<Args: Tuple>: AsyncFnOnce<Args> {
    #[lang = "call_ref_future"]
    type CallRefFuture<'a>: crate::future::Future<Output = Self::Output> where Self: 'a;
    extern "rust-call" fn async_call_mut(&mut self, args: Args) -> Self::CallRefFuture<'_>;
}
// @internal: a lang item that stable Rust cannot name
#[lang = "async_fn"]
#[rustc_paren_sugar]
pub trait AsyncFn<Args: Tuple>: AsyncFnMut<Args> {
    extern "rust-call" fn async_call(&self, args: Args) -> Self::CallRefFuture<'_>;
}
impl<A: Tuple, F: ?Sized + Fn<A>> Fn<A> for &F { extern "rust-call" fn call(&self, args: A) -> F::Output; }
impl<A: Tuple, F: ?Sized + Fn<A>> FnMut<A> for &F { extern "rust-call" fn call_mut(&mut self, args: A) -> F::Output; }
impl<A: Tuple, F: ?Sized + Fn<A>> FnOnce<A> for &F {
    type Output = F::Output;
    extern "rust-call" fn call_once(self, args: A) -> F::Output;
}
impl<A: Tuple, F: ?Sized + FnMut<A>> FnMut<A> for &mut F { extern "rust-call" fn call_mut(&mut self, args: A) -> F::Output; }
impl<A: Tuple, F: ?Sized + FnMut<A>> FnOnce<A> for &mut F {
    type Output = F::Output;
    extern "rust-call" fn call_once(self, args: A) -> F::Output;
}

// @internal: a lang item that stable Rust cannot name
#[lang = "Try"]
pub trait Try: FromResidual {
    type Output;
    type Residual;
    #[lang = "from_output"]
    fn from_output(output: Self::Output) -> Self;
    #[lang = "branch"]
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
}
// @internal: a lang item that stable Rust cannot name
pub trait FromResidual<R = <Self as Try>::Residual> {
    #[lang = "from_residual"]
    fn from_residual(residual: R) -> Self;
}
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ControlFlow<B, C = ()> {
    #[lang = "Continue"]
    Continue(C),
    #[lang = "Break"]
    Break(B),
}

// @internal: a lang item that stable Rust cannot name
#[lang = "coerce_unsized"]
pub trait CoerceUnsized<T: ?Sized> {}
impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<&'a mut U> for &'a mut T {}
impl<'a, 'b: 'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<&'a U> for &'b mut T {}
impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*mut U> for &'a mut T {}
impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*const U> for &'a mut T {}
impl<'a, 'b: 'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<&'a U> for &'b T {}
impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*const U> for &'a T {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*mut U> for *mut T {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*const U> for *mut T {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*const U> for *const T {}
// @internal: a lang item that stable Rust cannot name
#[lang = "dispatch_from_dyn"]
pub trait DispatchFromDyn<T> {}
impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<&'a U> for &'a T {}
impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<&'a mut U> for &'a mut T {}

// Impls of `Shl` and `Shr` are in `ops/shift.rs`.
// @for ($op, $method) in (Add, add) (Sub, sub) (Mul, mul) (Div, div) (Rem, rem)
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64
impl $op for $t { type Output = $t; fn $method(self, other: $t) -> $t; }
impl $op<&$t> for $t { type Output = $t; fn $method(self, other: &$t) -> $t; }
impl<'a> $op<$t> for &'a $t { type Output = $t; fn $method(self, other: $t) -> $t; }
impl<'a> $op<&$t> for &'a $t { type Output = $t; fn $method(self, other: &$t) -> $t; }
// @end
// @end
// @for ($op, $method) in (BitAnd, bitand) (BitOr, bitor) (BitXor, bitxor)
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool
impl $op for $t { type Output = $t; fn $method(self, other: $t) -> $t; }
impl $op<&$t> for $t { type Output = $t; fn $method(self, other: &$t) -> $t; }
impl<'a> $op<$t> for &'a $t { type Output = $t; fn $method(self, other: $t) -> $t; }
impl<'a> $op<&$t> for &'a $t { type Output = $t; fn $method(self, other: &$t) -> $t; }
// @end
// @end
// @for $t in i8 i16 i32 i64 i128 isize f32 f64
impl Neg for $t { type Output = $t; fn neg(self) -> $t; }
impl Neg for &$t { type Output = $t; fn neg(self) -> $t; }
// @end
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool
impl Not for $t { type Output = $t; fn not(self) -> $t; }
impl Not for &$t { type Output = $t; fn not(self) -> $t; }
// @end
