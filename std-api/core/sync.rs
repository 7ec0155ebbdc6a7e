//! Atomics.
pub mod atomic {
    use crate::prelude::rust_2021::*;

    #[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
    #[non_exhaustive]
    pub enum Ordering { Relaxed, Release, Acquire, AcqRel, SeqCst }
    pub fn fence(order: Ordering);
// @for ($name, $t) in (AtomicU8, u8) (AtomicU16, u16) (AtomicU32, u32) (AtomicU64, u64) (AtomicUsize, usize) (AtomicI8, i8) (AtomicI16, i16) (AtomicI32, i32) (AtomicI64, i64) (AtomicIsize, isize) (AtomicBool, bool)
    pub struct $name { v: crate::cell::UnsafeCell<$t> }
    unsafe impl Sync for $name {}
    impl $name {
        pub const fn new(v: $t) -> Self;
        pub fn get_mut(&mut self) -> &mut $t;
        pub const fn into_inner(self) -> $t;
        pub fn load(&self, order: Ordering) -> $t;
        pub fn store(&self, val: $t, order: Ordering);
        pub fn swap(&self, val: $t, order: Ordering) -> $t;
        pub fn compare_exchange(&self, current: $t, new: $t, success: Ordering, failure: Ordering) -> Result<$t, $t>;
        pub fn compare_exchange_weak(&self, current: $t, new: $t, success: Ordering, failure: Ordering) -> Result<$t, $t>;
        pub const unsafe fn from_ptr<'a>(ptr: *mut $t) -> &'a $name;
    }
// @end
// @for ($name, $t) in (AtomicU8, u8) (AtomicU16, u16) (AtomicU32, u32) (AtomicU64, u64) (AtomicUsize, usize) (AtomicI8, i8) (AtomicI16, i16) (AtomicI32, i32) (AtomicI64, i64) (AtomicIsize, isize)
    impl $name {
        pub fn fetch_add(&self, val: $t, order: Ordering) -> $t;
        pub fn fetch_sub(&self, val: $t, order: Ordering) -> $t;
        pub fn fetch_max(&self, val: $t, order: Ordering) -> $t;
        pub fn fetch_min(&self, val: $t, order: Ordering) -> $t;
    }
// @end
// @for ($name, $t) in (AtomicU8, u8) (AtomicU16, u16) (AtomicU32, u32) (AtomicU64, u64) (AtomicUsize, usize) (AtomicI8, i8) (AtomicI16, i16) (AtomicI32, i32) (AtomicI64, i64) (AtomicIsize, isize) (AtomicBool, bool)
    impl $name {
        pub fn fetch_and(&self, val: $t, order: Ordering) -> $t;
        pub fn fetch_nand(&self, val: $t, order: Ordering) -> $t;
        pub fn fetch_or(&self, val: $t, order: Ordering) -> $t;
        pub fn fetch_xor(&self, val: $t, order: Ordering) -> $t;
    }
// @end
    #[doc = "certus:attr verifier::external"]
    pub struct AtomicPtr<T> { p: crate::cell::UnsafeCell<*mut T> }
    unsafe impl<T> Send for AtomicPtr<T> {}
    unsafe impl<T> Sync for AtomicPtr<T> {}
    impl<T> AtomicPtr<T> {
        pub const fn new(p: *mut T) -> AtomicPtr<T>;
        pub fn get_mut(&mut self) -> &mut *mut T;
        pub fn load(&self, order: Ordering) -> *mut T;
        pub fn store(&self, ptr: *mut T, order: Ordering);
        pub fn swap(&self, ptr: *mut T, order: Ordering) -> *mut T;
        pub fn compare_exchange(&self, current: *mut T, new: *mut T, success: Ordering, failure: Ordering) -> Result<*mut T, *mut T>;
        pub fn compare_exchange_weak(&self, current: *mut T, new: *mut T, success: Ordering, failure: Ordering) -> Result<*mut T, *mut T>;
        pub const fn into_inner(self) -> *mut T;
    }
}
