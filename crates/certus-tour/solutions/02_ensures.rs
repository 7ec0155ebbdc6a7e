//! 2. A postcondition
//!
//! A caller knows of a function only what its contract says, never its body. So `caller` cannot prove its `assert`.
//! Promise more with an `ensures` clause: the result is one of the two, and not below either.

use vstd::prelude::*;

verus! {

fn max(a: u32, b: u32) -> (r: u32)
    // YOUR PART
    ensures
        r == a || r == b,
        r >= a && r >= b,
    // END
{
    if a < b { b } else { a }
}

fn caller() {
    let m = max(3, 9);
    assert(m == 9);
}

} // verus!

fn main() {
}
