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
#[lang = "Context"]
pub struct Context<'a> { waker: &'a Waker }
pub struct Waker { data: *const () }
