//! The allocator that containers use unless told otherwise.
pub use core::alloc::*;

#[derive(Copy, Clone, Default, Debug)]
pub struct Global;
unsafe impl Allocator for Global {}
