//! 3. A bug
//!
//! The contract is right, and the code is wrong for some inputs. Read the counterexample in the error, then mend the code.
//! `a + b` in a specification is a sum of mathematical integers and never overflows.

use vstd::prelude::*;

verus! {

fn average(a: u32, b: u32) -> (r: u32)
    ensures
        r == (a + b) / 2,
{
    // YOUR PART
    if a < b {
        a + (b - a) / 2
    } else {
        b + (a - b) / 2
    }
    // END
}

} // verus!

fn main() {
}
