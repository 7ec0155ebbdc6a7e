//! 4. A specification function
//!
//! A `spec fn` defines what you mean, with mathematical integers. It never runs. `weekend` is code, and its contract
//! mentions `is_weekend`. Define `is_weekend`: days 5 and 6 of a week of seven days are the weekend.

use vstd::prelude::*;

verus! {

spec fn is_weekend(day: int) -> bool {
    // YOUR PART
    day % 7 == 5 || day % 7 == 6
    // END
}

fn weekend(day: u64) -> (r: bool)
    ensures
        r == is_weekend(day as int),
{
    let d = day % 7;
    d == 5 || d == 6
}

} // verus!

fn main() {
}
