//! What a `for` loop knows of its iterator. Nothing here is trusted.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::pervasive::arbitrary;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The iterator of a `for` loop, with what was known of it at the beginning.
pub struct VerusForLoopWrapper<I: core::iter::Iterator> {
    /// How many items were taken.
    pub index: Ghost<int>,
    /// The iterator at the beginning.
    pub snapshot: Ghost<I>,
    /// The iterator now.
    pub iter: I,
    /// The items that were taken.
    pub history: Ghost<Seq<I::Item>>,
}

impl<I: core::iter::Iterator> VerusForLoopWrapper<I> {
    /// All items of the loop, from the first one.
    #[verifier::prophetic]
    pub open spec fn seq(self) -> Seq<I::Item> {
        self.snapshot@.remaining()
    }

    /// The items taken so far.
    pub open spec fn history(self) -> Seq<I::Item> {
        self.history@
    }

    /// How many items were taken.
    pub open spec fn index(self) -> int {
        self.index@
    }

    /// The item that comes next; after the last one what the iterator says would follow, if it does.
    pub open spec fn current(self) -> I::Item {
        match self.snapshot@.peek(self.index@) {
            Some(item) => item,
            None => arbitrary(),
        }
    }

    /// What goes down with each iteration.
    pub open spec fn measure(self) -> nat {
        match self.iter.decrease() {
            Some(n) => n,
            None => arbitrary(),
        }
    }

    /// Whether all items were taken.
    #[verifier::prophetic]
    pub open spec fn exhausted(self) -> bool {
        self.iter.obeys_prophetic_iter_laws() ==> {
            &&& self.index@ == self.seq().len()
            &&& self.snapshot@.will_return_none()
        }
    }

    /// How the parts belong together: what is left is what there was without what was taken.
    #[verifier::prophetic]
    pub open spec fn wf(self) -> bool {
        &&& self.iter.obeys_prophetic_iter_laws() == self.snapshot@.obeys_prophetic_iter_laws()
        &&& self.iter.obeys_prophetic_iter_laws() ==> {
            &&& 0 <= self.index@ <= self.seq().len()
            &&& self.iter.remaining() == self.seq().subrange(self.index@, self.seq().len() as int)
            &&& self.iter.will_return_none() == self.snapshot@.will_return_none()
            &&& self.iter.decrease() is Some == self.snapshot@.decrease() is Some
            &&& self.history@ == self.seq().subrange(0, self.index@)
        }
    }

    /// The wrapper before the first item.
    pub fn new(iter: I) -> (s: Self)
        ensures
            s.index@ == 0,
            s.snapshot@ == iter,
            s.iter == iter,
            s.history@ == Seq::<I::Item>::empty(),
            s.wf(),
    {
        broadcast use group_seq_lemmas;

        proof {
            assert(iter.remaining().subrange(0, iter.remaining().len() as int) =~= iter.remaining());
            assert(iter.remaining().subrange(0, 0) =~= Seq::<I::Item>::empty());
        }
        VerusForLoopWrapper { index: Ghost(0), snapshot: Ghost(iter), iter, history: Ghost(Seq::empty()) }
    }

    /// The next item.
    pub fn next(&mut self) -> (ret: Option<I::Item>)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self).snapshot == old(self).snapshot,
            final(self).iter.obeys_prophetic_iter_laws() == old(self).iter.obeys_prophetic_iter_laws(),
            match ret {
                Some(item) => {
                    &&& final(self).index@ == old(self).index@ + 1
                    &&& final(self).history@ == old(self).history@.push(item)
                    &&& final(self).iter.obeys_prophetic_iter_laws() ==> {
                        &&& 0 <= old(self).index@ < old(self).seq().len()
                        &&& item == old(self).seq()[old(self).index@]
                        &&& final(self).iter.decrease() is Some ==> old(self).measure() > final(self).measure()
                    }
                },
                None => {
                    &&& final(self).index@ == old(self).index@
                    &&& final(self).history@ == old(self).history@
                    &&& final(self).exhausted()
                },
            },
    {
        broadcast use group_seq_lemmas;

        let ghost all = self.seq();
        let ghost at = self.index@;
        let ret = self.iter.next();
        if let Some(item) = ret {
            proof {
                if self.iter.obeys_prophetic_iter_laws() {
                    assert(all.subrange(at, all.len() as int).drop_first() =~= all.subrange(at + 1, all.len() as int));
                    assert(all.subrange(0, at).push(item) =~= all.subrange(0, at + 1));
                }
            }
            self.index = Ghost(at + 1);
            self.history = Ghost(self.history@.push(item));
            Some(item)
        } else {
            None
        }
    }
}

} // verus!
