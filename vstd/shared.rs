//! Tracked values that many may look at.
// @when Shared vstd::shared
//!
//! Whoever has a [`Shared`] may look at its value and make another one of the same value. Nobody gets the value back: as
//! long as there may be a look at it, it stays as it is.
//!
//! trusted: that tokens are parts of one state, which changes by the operations of the machine only; and that an instance
//! which stores a value of type `T` goes to another thread only where one of type `Arc<T>` may.

#![allow(non_snake_case)]

#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::{tokenized_state_machine_vstd, verus};

verus! {

tokenized_state_machine_vstd! { Dupe<T> {
    fields {
        #[sharding(storage_option)]
        pub storage: Option<T>,

        #[sharding(constant)]
        pub val: T,
    }

    init! {
        initialize_one(t: T) {
            init storage = Some(t);
            init val = t;
        }
    }

    property! {
        borrow() {
            guard storage >= Some(pre.val);
        }
    }

    #[invariant]
    pub fn agreement(&self) -> bool {
        self.storage == Some(self.val)
    }

    #[inductive(initialize_one)]
    fn initialize_one_inductive(post: Self, t: T) {
    }
} }

/// A tracked value that many may look at.
pub tracked struct Shared<T> {
    tracked inst: Dupe::Instance<T>,
}

impl<T> Shared<T> {
    /// The value.
    pub closed spec fn view(self) -> T {
        self.inst.val()
    }

    /// Gives a value away, so that many may look at it.
    pub proof fn new(tracked t: T) -> (tracked s: Self)
        ensures
            s@ == t,
    {
        Shared { inst: Dupe::Instance::initialize_one(t, Some(t)) }
    }

    /// Another one of the same value.
    pub proof fn clone(tracked &self) -> (tracked other: Self)
        ensures
            self@ == other@,
    {
        Shared { inst: self.inst.clone() }
    }

    /// Looks at the value.
    pub proof fn borrow(tracked &self) -> (tracked t: &T)
        ensures
            *t == self@,
    {
        self.inst.borrow()
    }
}

} // verus!
