//! What stands for types of `alloc` where there is no allocator.

use core::marker::PhantomData;

/// As [`Arc<T>`](https://doc.rust-lang.org/alloc/sync/struct.Arc.html) within `PhantomData`: it goes to other threads under the same
/// conditions, and a longer lifetime in `T` stands for a shorter one. No value of it is ever made.
pub struct Arc<T>(PhantomData<*const T>);

/// As `Box<T>`: it owns a `T`, and runs code when it is dropped. No value of it is ever made.
pub struct Box<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Drop for Box<T> {
    fn drop(&mut self) {}
}

// SAFETY: there is nothing in it. The conditions are those of the documentation of `Arc`.
unsafe impl<T: Send + Sync> Send for Arc<T> {}

// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Arc<T> {}
