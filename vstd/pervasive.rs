//! Small things that programs use everywhere.
//!
//! trusted: a line or two of safe code each, which calls the function of the standard library that the contract
//! describes; where the precondition cannot be met, no code is reached.

mod older;

pub use older::*;

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Some value of the type; the same at every use.
pub uninterp spec fn arbitrary<A>() -> A;

/// Asks for a condition where a specification can only recommend.
pub open spec fn spec_affirm(b: bool) -> bool
    recommends
        b,
{
    b
}

/// Always true. A place to hang a trigger on.
pub open spec fn trigger<A>(a: A) -> bool {
    true
}

/// Proves a condition, as `assert` does, where a call is needed.
pub proof fn affirm(b: bool)
    requires
        b,
{
}

/// Anything follows from a contradiction, also a tracked value: where nothing can be, the call goes down.
pub proof fn proof_from_false<A>() -> (tracked a: A)
    requires
        false,
    decreases 0int,
{
    proof_from_false::<A>()
}

/// The place where control never arrives.
#[verifier::external_body]
pub fn unreached<A>() -> A
    requires
        false,
{
    panic!("unreached")
}

/// Prints a number and a line break.
#[cfg(feature = "std")]
#[verifier::external_body]
pub fn print_u64(i: u64) {
    println!("{}", i);
}

/// What `a.clone()` may give.
pub open spec fn strictly_cloned<T: Clone>(a: T, b: T) -> bool {
    call_ensures(T::clone, (&a,), b)
}

/// What a copy of `a` may be: what `a.clone()` may give, or `a` itself, for the standard library is free to copy where
/// it could clone.
pub open spec fn cloned<T: Clone>(a: T, b: T) -> bool {
    strictly_cloned(a, b) || a == b
}

/// What a program does to vectors where it cannot write to an element in place.
pub trait VecAdditionalExecFns<T>: View<V = Seq<T>> {
    /// `self[i] = value`.
    fn set(&mut self, i: usize, value: T)
        requires
            i < old(self).view().len(),
        ensures
            final(self).view() == old(self).view().update(i as int, value),
    ;

    /// Exchanges `self[i]` and a value.
    fn set_and_swap(&mut self, i: usize, value: &mut T)
        requires
            i < old(self).view().len(),
        ensures
            final(self).view() == old(self).view().update(i as int, *old(value)),
            *final(value) == old(self).view().index(i as int),
    ;
}

#[cfg(feature = "alloc")]
impl<T> VecAdditionalExecFns<T> for std::vec::Vec<T> {
    #[verifier::external_body]
    fn set(&mut self, i: usize, value: T) {
        self[i] = value;
    }

    #[verifier::external_body]
    fn set_and_swap(&mut self, i: usize, value: &mut T) {
        core::mem::swap(&mut self[i], value);
    }
}

/// A check at run time that cannot fail.
#[verifier::external_body]
pub fn runtime_assert(b: bool)
    requires
        b,
{
    assert!(b);
}

} // verus!

/// `assert_by_contradiction!(p, { proof })` proves `p` from a proof that `!p` is impossible.
#[macro_export]
macro_rules! assert_by_contradiction {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!(
            $crate::pervasive::assert_by_contradiction_internal!($($tail)*)
        )
    };
}

/// The expansion of [`assert_by_contradiction!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! assert_by_contradiction_internal {
    ($predicate:expr, $proof:block $(,)?) => {
        ::verus_builtin::assert_by($predicate, {
            ::verus_builtin::internal::proof_block();
            if !$predicate {
                $proof
                ::verus_builtin::assert_(false);
            }
        });
    };
}

pub use assert_by_contradiction;
#[doc(hidden)]
pub use assert_by_contradiction_internal;
