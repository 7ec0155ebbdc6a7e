//! A counter that threads share.

use parking_lot::Mutex;
use vstd::prelude::*;

verus! {

#[verifier::external_body]
pub struct Shared {
    value: Mutex<u64>,
}

impl Shared {
    /// What the value always is.
    pub uninterp spec fn bound(&self) -> u64;

    #[verifier::external_body]
    pub fn new(bound: u64) -> (r: Shared)
        ensures
            r.bound() == bound,
    {
        Shared { value: Mutex::new(0) }
    }

    #[verifier::external_body]
    fn load(&self) -> (r: u64)
        ensures
            r <= self.bound(),
    {
        *self.value.lock()
    }

    #[verifier::external_body]
    fn store(&self, value: u64)
        requires
            value <= self.bound(),
    {
        *self.value.lock() = value;
    }
}

pub fn add(shared: &Shared, n: u64) -> (r: bool)
    requires
        shared.bound() == 100,
{
    let value = shared.load();
    if n <= 100 - value {
        shared.store(value + n);
        true
    } else {
        false
    }
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_a_bound() {
        let shared = super::Shared::new(100);
        assert!(super::add(&shared, 60));
        assert!(!super::add(&shared, 60));
    }
}
