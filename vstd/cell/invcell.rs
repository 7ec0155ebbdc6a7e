//! Cells without a permission: what is in one is not known, but it satisfies a predicate.
// @when InvCell invcell
//!
//! trusted: only values that satisfy the predicate are ever put into the cell. The cell is one of the standard library, which
//! stays on its thread and gives out no reference to what is in it, so that nobody sees it in between.

use core::cell::Cell;
use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::predicate::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A cell, in which is a value that satisfies [`InvCell::predicate`]. It is read and written through shared references.
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
#[verifier::reject_recursive_types(Pred)]
pub struct InvCell<T, Pred> {
    cell: Cell<T>,
    predicate: PhantomData<Pred>,
}

impl<T, Pred> InvCell<T, Pred> {
    /// What holds of the value.
    pub uninterp spec fn predicate(&self) -> Pred;
}

impl<T, Pred: Predicate<T>> InvCell<T, Pred> {
    /// Whether a value may be in the cell.
    pub open spec fn inv(&self, val: T) -> bool {
        self.predicate().predicate(val)
    }

    /// A cell with a value.
    #[verifier::external_body]
    pub fn new(val: T, Ghost(pred): Ghost<Pred>) -> (cell: Self)
        requires
            pred.predicate(val),
        ensures
            cell.predicate() == pred,
    {
        InvCell { cell: Cell::new(val), predicate: PhantomData }
    }

    /// Puts another value in.
    #[verifier::external_body]
    pub fn set(&self, val: T)
        requires
            self.inv(val),
    {
        self.cell.set(val)
    }

    /// Puts another value in and gives the one that was there.
    #[verifier::external_body]
    pub fn replace(&self, val: T) -> (old_val: T)
        requires
            self.inv(val),
        ensures
            self.inv(old_val),
    {
        self.cell.replace(val)
    }

    /// A copy of the value.
    #[verifier::external_body]
    pub fn get(&self) -> (val: T) where T: Copy
        ensures
            self.inv(val),
    {
        self.cell.get()
    }

    /// Takes the value out and ends the cell.
    #[verifier::external_body]
    pub fn into_inner(self) -> (val: T)
        ensures
            self.inv(val),
    {
        self.cell.into_inner()
    }
}

} // verus!
