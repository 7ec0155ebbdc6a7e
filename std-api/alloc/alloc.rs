//! The allocator that boxes name. The other containers are declared without theirs: on stable Rust there is no other.
pub use core::alloc::*;

// @internal: unstable; on stable Rust there is one allocator
#[derive(Copy, Clone, Default, Debug)]
pub struct Global;
unsafe impl Allocator for Global {}
