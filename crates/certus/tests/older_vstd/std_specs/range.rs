use super::super::pervasive::*;
use super::super::prelude::*;
use core::ops::Range;

verus! {

#[verifier::external_type_specification]
pub struct ExRange<A>(Range<A>);

pub assume_specification<I: Iterator>[ <I as core::iter::IntoIterator>::into_iter ](i: I) -> (r: I)
    ensures r == i,
;

pub uninterp spec fn after<A>(range: Range<A>) -> (Range<A>, Option<A>);

pub assume_specification<A: core::iter::Step>[ Range::<A>::next ](range: &mut Range<A>) -> (r: Option<A>)
    ensures (*range, r) == after(*old(range)),
;

pub broadcast axiom fn axiom_next(range: Range<usize>)
    ensures
        #[trigger] after(range) == if range.start < range.end {
            (Range { start: (range.start + 1) as usize, end: range.end }, Some(range.start))
        } else {
            (range, None)
        },
;

pub struct Counter {
    pub start: usize,
    pub cur: usize,
    pub end: usize,
}

impl ForLoopGhostIteratorNew for Range<usize> {
    type GhostIter = Counter;

    open spec fn ghost_iter(&self) -> Counter {
        Counter { start: self.start, cur: self.start, end: self.end }
    }
}

impl ForLoopGhostIterator for Counter {
    type ExecIter = Range<usize>;

    type Item = usize;

    type Decrease = int;

    open spec fn exec_invariant(&self, range: &Range<usize>) -> bool {
        self.cur == range.start && self.end == range.end
    }

    open spec fn ghost_invariant(&self, init: Option<&Self>) -> bool {
        &&& self.start <= self.cur
        &&& self.cur <= self.end || self.cur == self.start
        &&& init matches Some(init) ==> init.start == self.start && init.end == self.end
    }

    open spec fn ghost_ensures(&self) -> bool {
        self.cur >= self.end
    }

    open spec fn ghost_decrease(&self) -> Option<int> {
        Some(self.end - self.cur)
    }

    open spec fn ghost_peek_next(&self) -> Option<usize> {
        Some(self.cur)
    }

    open spec fn ghost_advance(&self, range: &Range<usize>) -> Counter {
        Counter { start: self.start, cur: range.start, end: self.end }
    }
}

} // verus!
