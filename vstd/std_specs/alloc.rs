//! Allocators. Containers name the global one.

#[allow(unused_imports)]
use verus_builtin::*;
