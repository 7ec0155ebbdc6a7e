//! Tasks.
use crate::prelude::rust_2021::*;

#[lang = "Poll"]
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[doc = "certus:attr verifier::external"]
pub enum Poll<T> {
    #[lang = "Ready"]
    Ready(T),
    #[lang = "Pending"]
    Pending,
}
impl<T> Poll<T> { pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U>; }
#[lang = "Context"]
#[doc = "certus:attr verifier::external"]
pub struct Context<'a> { waker: &'a Waker }
impl Clone for Waker { fn clone(&self) -> Self; }
#[doc = "certus:attr verifier::external"]
pub struct Waker { data: *const () }
