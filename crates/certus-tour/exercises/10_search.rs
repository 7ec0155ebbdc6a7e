//! 10. Binary search
//!
//! All together now: complete the invariant of a binary search. What is known of the elements before `low`, and of those from
//! `high` on?

use vstd::prelude::*;

verus! {

fn search(v: &Vec<i64>, x: i64) -> (r: Option<usize>)
    requires
        forall|i: int, j: int| 0 <= i <= j < v.len() ==> v[i] <= v[j],
    ensures
        r is Some ==> r->0 < v.len() && v[r->0 as int] == x,
        r is None ==> forall|i: int| 0 <= i < v.len() ==> v[i] != x,
{
    let mut low = 0;
    let mut high = v.len();
    while low < high
        // YOUR PART
        invariant
            0 <= low <= high <= v.len(),
            forall|i: int, j: int| 0 <= i <= j < v.len() ==> v[i] <= v[j],
            // TODO: two more
        decreases high - low,
        // END
    {
        let middle = low + (high - low) / 2;
        if v[middle] == x {
            return Some(middle);
        } else if v[middle] < x {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    None
}

} // verus!

fn main() {
}
