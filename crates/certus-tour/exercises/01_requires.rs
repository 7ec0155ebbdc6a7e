//! 1. A precondition
//!
//! `verus! { .. }` is ordinary Rust with specifications. Certus proves that no arithmetic overflows, for every input.
//! Here it cannot: for a large `x`, the sum is no `u8`. Say in a `requires` clause for which `x` you may call the function.
//! Change only your part, between the two comments.

use vstd::prelude::*;

verus! {

fn add_ten(x: u8) -> (r: u8)
    // YOUR PART
    // TODO: requires ..
    // END
    ensures
        r == x + 10,
{
    x + 10
}

fn caller() {
    let r = add_ten(240);
    assert(r == 250);
}

} // verus!

fn main() {
}
