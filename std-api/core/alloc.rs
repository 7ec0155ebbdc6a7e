//! What containers ask of allocators.
use crate::prelude::rust_2021::*;

// @internal: unstable; on stable Rust there is one allocator
pub unsafe trait Allocator {}
unsafe impl<A: Allocator + ?Sized> Allocator for &A {}
