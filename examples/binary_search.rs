//! Binary search, as `git bisect` does it: which version of a program was the first bad one?

use vstd::prelude::*;

verus! {

/// A project with a version for every number. From some version on, all of them are bad.
struct History {
    first_bad: u64,
}

impl History {
    /// Whether a version is good. Specifications count with `int`, the integers of mathematics.
    spec fn good(&self, version: int) -> bool {
        version < self.first_bad
    }

    /// Builds a version and tests it, which takes a while.
    fn test(&self, version: u64) -> (passed: bool)
        ensures
            passed == self.good(version as int),
    {
        version < self.first_bad
    }
}

/// The first bad version, found with few tests.
fn bisect(history: &History, good: u64, bad: u64) -> (first: u64)
    requires
        good < bad,
        history.good(good as int),
        !history.good(bad as int),
        // Once bad, always bad.
        forall|i: int, j: int| i <= j && #[trigger] history.good(j) ==> #[trigger] history.good(i),
    ensures
        good < first <= bad,
        forall|i: int| i < first ==> history.good(i),
        forall|i: int| first <= i ==> !history.good(i),
{
    let mut low = good;
    let mut high = bad;
    while high - low > 1
        // The first bad version is above `low` and at most `high`, and the distance goes down.
        invariant
            good <= low < high <= bad,
            history.good(low as int),
            !history.good(high as int),
        decreases high - low,
    {
        let middle = low + (high - low) / 2;
        if history.test(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

fn main() {
    let history = History { first_bad: 1_000_003 };
    let first = bisect(&history, 0, u64::MAX);
    assert(!history.good(first as int) && history.good(first - 1));
    assert(first == 1_000_003);
}

} // verus!
