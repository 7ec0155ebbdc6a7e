//! What containers ask of allocators.
use crate::prelude::rust_2021::*;

pub unsafe trait Allocator {}
unsafe impl<A: Allocator + ?Sized> Allocator for &A {}
