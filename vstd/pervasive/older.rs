//! Panics with a message, which nobody may reach, and the iterators of older `for` loops.
// @when vpanic allow_panic __call_panic ForLoopGhostIterator
//!
//! trusted: a line of safe code each; the precondition of a panic cannot be met.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Whether verified code may panic. It may not.
pub open spec fn allow_panic() -> bool {
    false
}

/// A panic whose message is put together of these parts.
#[doc(hidden)]
#[verifier::external_body]
pub fn __call_panic(out: &[&str]) -> !
    requires
        allow_panic(),
{
    panic!("{:?}", out)
}

/// A part of the message of a panic.
#[cfg(feature = "std")]
#[doc(hidden)]
#[verifier::external_body]
pub fn __new_argument<T: core::fmt::Debug>(v: &T) -> std::string::String {
    format!("{:?}", v)
}

/// What a `for` loop knew of an iterator before iterators were specified by their items. Loops do not ask for it any more.
pub trait ForLoopGhostIterator {
    /// The iterator that runs.
    type ExecIter;

    /// What it gives.
    type Item;

    /// What goes down with each item.
    type Decrease;

    /// How the two belong together, at the beginning and after each item.
    spec fn exec_invariant(&self, exec_iter: &Self::ExecIter) -> bool;

    /// What else is known, compared with the iterator at the beginning if that is known.
    spec fn ghost_invariant(&self, init: Option<&Self>) -> bool;

    /// What is known after the last item.
    spec fn ghost_ensures(&self) -> bool;

    /// What goes down with each item, if it is known.
    spec fn ghost_decrease(&self) -> Option<Self::Decrease>;

    /// The item that comes next, if it is known.
    spec fn ghost_peek_next(&self) -> Option<Self::Item>;

    /// The same after the next item.
    spec fn ghost_advance(&self, exec_iter: &Self::ExecIter) -> Self where Self: Sized;
}

/// What such a loop began with.
pub trait ForLoopGhostIteratorNew {
    /// What it knew of the iterator.
    type GhostIter;

    /// That of this one.
    spec fn ghost_iter(&self) -> Self::GhostIter;
}

} // verus!

/// Panics, where control never arrives. The arguments are parts of the message.
#[macro_export]
macro_rules! vpanic {
    () => {
        $crate::pervasive::__call_panic(&[])
    };
    ($first:expr $(, $rest:expr)* $(,)?) => {
        $crate::pervasive::__call_panic(&[
            $crate::pervasive::__new_argument(&$first).as_str(),
            $($crate::pervasive::__new_argument(&$rest).as_str(),)*
        ])
    };
}
