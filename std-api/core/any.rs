//! `Any`.
use crate::prelude::rust_2021::*;

// @sealed: all types implement it already
pub trait Any: 'static { fn type_id(&self) -> TypeId; }
impl<T: 'static + ?Sized> Any for T { fn type_id(&self) -> TypeId; }
#[derive(Copy, Clone, Eq, PartialEq, PartialOrd, Ord, Hash, Debug)]
#[doc = "certus:attr verifier::external"]
pub struct TypeId { t: u64 }
impl TypeId { pub const fn of<T: ?Sized + 'static>() -> TypeId; }
