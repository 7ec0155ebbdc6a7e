use vstd::prelude::*;

verus! {

fn middle(low: u32, high: u32) -> (r: u32)
    requires
        low <= high,
    ensures
        low <= r <= high,
{
    low + (high - low) / 2
}

fn main() {
    let m = middle(10, 20);
    assert(10 <= m <= 20);
}

} // verus!
