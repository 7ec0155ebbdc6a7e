//! An iterator of our own, in a `for` loop.

use vstd::prelude::*;
use vstd::std_specs::iter::IteratorSpecImpl;

verus! {

/// Counts down from a number to 1.
struct Countdown {
    next: u64,
}

impl Iterator for Countdown {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.next == 0 {
            None
        } else {
            let item = self.next;
            self.next = item - 1;
            Some(item)
        }
    }
}

impl IteratorSpecImpl for Countdown {
    closed spec fn obeys_prophetic_iter_laws(&self) -> bool {
        true
    }

    closed spec fn remaining(&self) -> Seq<u64> {
        Seq::new(self.next as nat, |i: int| (self.next - i) as u64)
    }

    closed spec fn will_return_none(&self) -> bool {
        true
    }

    closed spec fn decrease(&self) -> Option<nat> {
        Some(self.next as nat)
    }

    closed spec fn peek(&self, index: int) -> Option<u64> {
        if 0 <= index < self.next {
            Some((self.next - index) as u64)
        } else {
            None
        }
    }
}

/// The numbers from `n` to 1.
fn collect(n: u64) -> (v: Vec<u64>)
    ensures
        v.len() == n,
        forall|i: int| 0 <= i < n ==> v[i] == n - i,
{
    let mut v = Vec::new();
    let countdown = Countdown { next: n };
    for x in iter: countdown
        invariant
            countdown == (Countdown { next: n }),
            v.len() == iter.index(),
            forall|i: int| 0 <= i < v.len() ==> v[i] == n - i,
    {
        v.push(x);
    }
    v
}

fn main() {
    let v = collect(3);
    let first = v[0];
    assert(first == 3);
}

} // verus!
