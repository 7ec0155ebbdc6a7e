//! Tasks.
use crate::prelude::rust_2021::*;

#[lang = "Poll"]
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Poll<T> {
    #[lang = "Ready"]
    Ready(T),
    #[lang = "Pending"]
    Pending,
}
impl<T> Poll<T> { pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U>; }
#[lang = "Context"]
pub struct Context<'a> { waker: &'a Waker }
impl Clone for Waker { fn clone(&self) -> Self; }
pub struct Waker { data: *const () }
