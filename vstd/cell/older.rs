//! Cells whose content satisfies a predicate that is a function, under the path that they had before `invcell`. Nothing here is
//! trusted.
// @when InvCell

use super::invcell;
#[allow(unused_imports)]
use crate::predicate::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The predicate that a function says.
#[verifier::reject_recursive_types(T)]
pub ghost struct Satisfies<T> {
    /// What holds of a value.
    pub f: spec_fn(T) -> bool,
}

impl<T> Predicate<T> for Satisfies<T> {
    open spec fn predicate(&self, v: T) -> bool {
        (self.f)(v)
    }
}

/// A cell, in which is a value that satisfies [`InvCell::inv`]. See also [`invcell::InvCell`].
#[verifier::reject_recursive_types(T)]
pub struct InvCell<T> {
    cell: invcell::InvCell<T, Satisfies<T>>,
}

impl<T> InvCell<T> {
    /// Whether a value may be in the cell.
    pub closed spec fn inv(&self, val: T) -> bool {
        self.cell.inv(val)
    }

    /// A cell with a value, in which are values that satisfy `f`.
    pub fn new(val: T, Ghost(f): Ghost<spec_fn(T) -> bool>) -> (cell: Self)
        requires
            f(val),
        ensures
            forall|v: T| #[trigger] cell.inv(v) <==> f(v),
    {
        InvCell { cell: invcell::InvCell::new(val, Ghost(Satisfies { f })) }
    }

    /// Puts another value in and gives the one that was there.
    pub fn replace(&self, val: T) -> (old_val: T)
        requires
            self.inv(val),
        ensures
            self.inv(old_val),
    {
        self.cell.replace(val)
    }

    /// A copy of the value.
    pub fn get(&self) -> (val: T) where T: Copy
        ensures
            self.inv(val),
    {
        self.cell.get()
    }
}

} // verus!
