//! 5. An invariant
//!
//! Of a loop, Certus knows only its `invariant`: what holds before each round and after the last one. `decreases` is a number
//! that goes down, so that the loop ends. Complete the invariant: how are `sum` and `i` related?

use vstd::prelude::*;

verus! {

fn double_by_loop(n: u32) -> (sum: u64)
    ensures
        sum == 2 * n,
{
    let mut sum: u64 = 0;
    let mut i: u32 = 0;
    while i < n
        // YOUR PART
        invariant
            i <= n,
            sum == 2 * i,
        decreases n - i,
        // END
    {
        sum = sum + 2;
        i = i + 1;
    }
    sum
}

} // verus!

fn main() {
}
