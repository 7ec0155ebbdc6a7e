//! The rows of a table that are free, and what a transaction makes of them.

use vstd::prelude::*;

verus! {

/// The rows of a table that nothing uses, that a transaction has taken, and that are free when it commits. A row that the
/// transaction gives back is not used again before that: an abort must find it as it was.
pub struct Space {
    /// Free.
    pub free: Vec<u32>,
    /// Taken since the last commit or abort.
    pub taken: Vec<u32>,
    /// Given back since the last commit or abort.
    pub given: Vec<u32>,
}

/// Whether two sequences have an element in common.
pub open spec fn are_apart(a: Seq<u32>, b: Seq<u32>) -> bool {
    forall|x: u32| #[trigger] a.contains(x) ==> !b.contains(x)
}

impl Space {
    /// What holds between operations.
    pub open spec fn inv(&self) -> bool {
        &&& self.free@.no_duplicates()
        &&& self.taken@.no_duplicates()
        &&& self.given@.no_duplicates()
        &&& are_apart(self.free@, self.taken@)
        &&& are_apart(self.free@, self.given@)
    }

    /// Takes the free row that is at the end of the list.
    pub fn take(&mut self) -> (row: u32)
        requires
            old(self).inv(),
            old(self).free@.len() > 0,
        ensures
            final(self).inv(),
            row == old(self).free@.last(),
            final(self).free@ == old(self).free@.drop_last(),
            final(self).taken@ == old(self).taken@.push(row),
            final(self).given@ == old(self).given@,
            !final(self).free@.contains(row),
    {
        let ghost before = *self;
        let row = self.free.remove(self.free.len() - 1);
        self.taken.push(row);
        proof {
            assert(self.free@ =~= before.free@.drop_last());
            assert(before.free@.contains(row));
            assert forall|x: u32| #[trigger] self.free@.contains(x) implies before.free@.contains(x) && x != row by {}
            lemma_push(before.taken@, row);
        }
        row
    }

    /// Gives back a row at the next commit.
    pub fn give(&mut self, row: u32)
        requires
            old(self).inv(),
            !old(self).free@.contains(row),
            !old(self).given@.contains(row),
        ensures
            final(self).inv(),
            final(self).free@ == old(self).free@,
            final(self).taken@ == old(self).taken@,
            final(self).given@ == old(self).given@.push(row),
    {
        let ghost before = *self;
        self.given.push(row);
        proof {
            lemma_push(before.given@, row);
        }
    }

    /// A commit: what was given back is free.
    pub fn commit(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).free@ == old(self).free@ + old(self).given@,
            final(self).taken@.len() == 0,
            final(self).given@.len() == 0,
    {
        proof {
            lemma_joined(self.free@, self.given@);
        }
        self.free.append(&mut self.given);
        self.taken.clear();
    }

    /// An abort: what was taken is free.
    pub fn abort(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).free@ == old(self).free@ + old(self).taken@,
            final(self).taken@.len() == 0,
            final(self).given@.len() == 0,
    {
        proof {
            lemma_joined(self.free@, self.taken@);
        }
        self.free.append(&mut self.taken);
        self.given.clear();
    }

    /// A table gets more rows, which are free.
    pub fn extend(&mut self, from: u32, to: u32)
        requires
            old(self).inv(),
            from <= to,
            old(self).taken@.len() == 0,
            old(self).given@.len() == 0,
            forall|x: u32| #[trigger] old(self).free@.contains(x) ==> x < from,
        ensures
            final(self).inv(),
            final(self).free@.len() == old(self).free@.len() + to - from,
            forall|x: u32| #[trigger] final(self).free@.contains(x) ==> old(self).free@.contains(x) || from <= x < to,
            final(self).taken@ == old(self).taken@,
            final(self).given@ == old(self).given@,
    {
        for row in from..to
            invariant
                self.inv(),
                from <= to,
                self.free@.len() == old(self).free@.len() + row - from,
                forall|x: u32| #[trigger] old(self).free@.contains(x) ==> x < from,
                forall|x: u32| #[trigger] self.free@.contains(x) ==> old(self).free@.contains(x) || from <= x < row,
                self.taken@ == old(self).taken@,
                self.given@ == old(self).given@,
                self.taken@.len() == 0,
                self.given@.len() == 0,
        {
            proof {
                lemma_push(self.free@, row);
            }
            self.free.push(row);
        }
    }
}

/// A sequence with one element more.
pub proof fn lemma_push(s: Seq<u32>, x: u32)
    ensures
        forall|y: u32| #[trigger] s.push(x).contains(y) == (s.contains(y) || x == y),
        s.no_duplicates() && !s.contains(x) ==> s.push(x).no_duplicates(),
{
    assert forall|y: u32| #[trigger] s.push(x).contains(y) == (s.contains(y) || x == y) by {
        if s.contains(y) {
            let n = choose|n: int| 0 <= n < s.len() && s[n] == y;
            assert(s.push(x)[n] == y);
        }
        assert(s.push(x)[s.len() as int] == x);
    }
}

/// What is in a sequence without its last element is in the sequence.
pub proof fn lemma_dropped(s: Seq<u32>)
    requires
        s.len() > 0,
    ensures
        forall|x: u32| #[trigger] s.drop_last().contains(x) ==> s.contains(x),
{
}

/// Two sequences that have nothing in common, one behind the other.
pub proof fn lemma_joined(a: Seq<u32>, b: Seq<u32>)
    requires
        a.no_duplicates(),
        b.no_duplicates(),
        are_apart(a, b),
    ensures
        (a + b).no_duplicates(),
        forall|x: u32| #[trigger] (a + b).contains(x) ==> a.contains(x) || b.contains(x),
{
    assert forall|i: int, j: int| #![trigger (a + b)[i], (a + b)[j]] 0 <= i < j < (a + b).len() implies (a + b)[i] != (a + b)[j] by {
        if i < a.len() <= j {
            assert(a.contains((a + b)[i]));
            assert(b.contains((a + b)[j]));
        }
    }
    assert forall|x: u32| #[trigger] (a + b).contains(x) implies a.contains(x) || b.contains(x) by {
        let n = choose|n: int| 0 <= n < (a + b).len() && (a + b)[n] == x;
        if n < a.len() {
            assert(a[n] == x);
        } else {
            assert(b[n - a.len()] == x);
        }
    }
}

} // verus!
