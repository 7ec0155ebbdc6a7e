//! Fair choices with any generator.

use rand_core::RngCore;
use vstd::prelude::*;

verus! {

#[verifier::external_trait_specification]
pub trait ExRngCore {
    type ExternalTraitSpecificationFor: RngCore;

    fn next_u32(&mut self) -> u32;
}

/// A number below the bound.
#[verifier::exec_allows_no_decreases_clause]
pub fn below<R: RngCore>(rng: &mut R, bound: u32) -> (r: u32)
    requires
        bound > 0,
    ensures
        r < bound,
{
    let limit = u32::MAX - u32::MAX % bound;
    loop
        invariant
            bound > 0,
    {
        let n = rng.next_u32();
        if n < limit {
            return n % bound;
        }
    }
}

pub struct Counter {
    pub next: u32,
}

impl RngCore for Counter {
    fn next_u32(&mut self) -> (r: u32)
        ensures
            r == old(self).next,
    {
        let n = self.next;
        self.next = if n == u32::MAX { 0 } else { n + 1 };
        n
    }

    #[verifier::external_body]
    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_u32(self)
    }

    #[verifier::external_body]
    fn fill_bytes(&mut self, dst: &mut [u8]) {
        rand_core::impls::fill_bytes_via_next(self, dst)
    }
}

} // verus!

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_below_the_bound() {
        let mut rng = Counter { next: u32::MAX };
        assert_eq!(below(&mut rng, 10), 0);
        assert_eq!(below(&mut rng, 10), 1);
    }
}
