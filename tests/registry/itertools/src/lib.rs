//! Pairs of neighbours.

use itertools::Itertools;
use vstd::prelude::*;

verus! {

#[verifier::external_body]
pub fn distinct(of: &Vec<u32>) -> (r: Vec<u32>)
    ensures
        r@.no_duplicates(),
        forall|x: u32| r@.contains(x) <==> #[trigger] of@.contains(x),
{
    of.iter().copied().unique().collect_vec()
}

pub fn has(of: &Vec<u32>, x: u32) -> (r: bool)
    ensures
        r == of@.contains(x),
{
    let few = distinct(of);
    for i in 0..few.len()
        invariant
            forall|y: u32| few@.contains(y) <==> #[trigger] of@.contains(y),
            forall|j: int| 0 <= j < i ==> few[j] != x,
    {
        if few[i] == x {
            assert(few@.contains(x));
            return true;
        }
    }
    false
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_found() {
        assert!(super::has(&vec![1, 1, 2], 2));
        assert!(!super::has(&vec![1, 1, 2], 3));
    }
}
