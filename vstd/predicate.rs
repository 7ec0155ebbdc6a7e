//! Predicates as values.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What can be asked of values of type `V`.
pub trait Predicate<V> {
    /// Whether it holds of `v`.
    spec fn predicate(&self, v: V) -> bool;
}

impl<V> Predicate<V> for spec_fn(V) -> bool {
    open spec fn predicate(&self, v: V) -> bool {
        (*self)(v)
    }
}

} // verus!
