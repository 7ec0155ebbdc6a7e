//! Allocators: only the type that containers name.
#[derive(Copy, Clone, Default, Debug)]
pub struct Global;
pub unsafe trait Allocator {}
unsafe impl Allocator for Global {}
unsafe impl<A: Allocator + ?Sized> Allocator for &A {}
