//! 6. A vector
//!
//! `v[i]` in a specification is an element, and `v.len()` the length. The loop looks for the largest element. Its invariant
//! has to speak of the elements before `i`: use `forall|j: int| 0 <= j < i ==> ..`.

use vstd::prelude::*;

verus! {

fn largest(v: &Vec<u64>) -> (m: u64)
    requires
        v.len() > 0,
    ensures
        forall|j: int| 0 <= j < v.len() ==> v[j] <= m,
{
    let mut m = v[0];
    let mut i = 1;
    while i < v.len()
        // YOUR PART
        invariant
            1 <= i <= v.len(),
            // TODO: m is not below any element before i
        decreases v.len() - i,
        // END
    {
        if v[i] > m {
            m = v[i];
        }
        i = i + 1;
    }
    m
}

} // verus!

fn main() {
}
