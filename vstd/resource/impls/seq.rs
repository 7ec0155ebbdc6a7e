//! Sequences as ghost state: one holder has the whole sequence, others have ranges of it.
// @when resource
//!
//! The elements have addresses, which are numbers one after the other. A whole sequence and its ranges are maps from addresses
//! to elements.

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::imap_lib::*;
#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::modes::tracked_swap;
#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use crate::resource::impls::imap::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_imap_lemmas, group_iset_lemmas, group_seq_lemmas};

/// The elements at their addresses, the first of which is `off`.
pub open spec fn seq_to_map<V>(s: Seq<V>, off: int) -> IMap<int, V> {
    IMap::new(|i: int| off <= i < off + s.len(), |i: int| s[i - off])
}

/// The elements at `len` addresses, the first of which is `off`.
spec fn range_of<V>(m: IMap<int, V>, off: nat, len: nat) -> Seq<V> {
    Seq::new(len, |i: int| m[off + i])
}

/// A map with these addresses is that of the sequence of its elements.
proof fn lemma_range<V>(m: IMap<int, V>, off: nat, len: nat)
    requires
        forall|i: int| #[trigger] m.dom().contains(i) <==> off <= i < off + len,
    ensures
        m == seq_to_map(range_of(m, off, len), off as int),
{
    assert(m =~= seq_to_map(range_of(m, off, len), off as int));
}

/// A whole sequence. Whoever has it knows all elements; to change some he also needs a range that has them.
pub tracked struct GhostSeqAuth<V> {
    ghost off: nat,
    ghost len: nat,
    tracked map: GhostIMapAuth<int, V>,
}

/// A range of a sequence: nobody else has a range with one of its addresses.
pub tracked struct GhostSubseq<V> {
    ghost off: nat,
    ghost len: nat,
    tracked map: GhostISubmap<int, V>,
}

impl<V> GhostSeqAuth<V> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        forall|i: int| #[trigger] self.map@.dom().contains(i) <==> self.off <= i < self.off + self.len
    }

    /// Which sequence it is.
    pub closed spec fn id(self) -> Loc {
        self.map.id()
    }

    /// The elements.
    pub closed spec fn view(self) -> Seq<V> {
        range_of(self.map@, self.off, self.len)
    }

    /// The number of elements.
    pub open spec fn len(self) -> nat {
        self@.len()
    }

    /// `auth[idx]`: an element, counted from the first.
    pub open spec fn spec_index(self, idx: int) -> V
        recommends
            0 <= idx < self.len(),
    {
        self@[idx]
    }

    /// The address of the first element.
    pub closed spec fn off(self) -> nat {
        self.off
    }

    /// The elements between two addresses, without the second.
    pub open spec fn subrange_abs(self, start_inclusive: int, end_exclusive: int) -> Seq<V>
        recommends
            self.off() <= start_inclusive <= end_exclusive <= self.off() + self@.len(),
    {
        self@.subrange(start_inclusive - self.off(), end_exclusive - self.off())
    }

    /// A new sequence, and the range that has all of it.
    pub proof fn new(s: Seq<V>, off: nat) -> (tracked result: (GhostSeqAuth<V>, GhostSubseq<V>))
        ensures
            result.0.off() == off,
            result.0@ =~= s,
            result.1.id() == result.0.id(),
            result.1.off() == off,
            result.1@ =~= s,
    {
        let tracked (auth, submap) = GhostIMapAuth::new(seq_to_map(s, off as int));
        (GhostSeqAuth { off, len: s.len(), map: auth }, GhostSubseq { off, len: s.len(), map: submap })
    }

    /// Any sequence, where one is wanted of which nothing is asked.
    pub proof fn dummy() -> (tracked result: Self) {
        let tracked (auth, _range) = Self::new(Seq::empty(), 0);
        auth
    }

    /// A range has the elements of the whole sequence.
    pub proof fn agree(tracked &self, tracked frac: &GhostSubseq<V>)
        requires
            self.id() == frac.id(),
        ensures
            frac@.len() > 0 ==> {
                &&& frac@ =~= self@.subrange(
                    frac.off() as int - self.off(),
                    frac.off() - self.off() + frac@.len() as int,
                )
                &&& frac.off() >= self.off()
                &&& frac.off() + frac@.len() <= self.off() + self@.len()
            },
    {
        use_type_invariant(self);
        use_type_invariant(frac);
        frac.map.agree(&self.map);
        if frac.len > 0 {
            let (first, last) = (frac.off as int, frac.off + frac.len - 1);
            assert(frac.map@.dom().contains(first));
            assert(frac.map@.dom().contains(last));
            assert(self.map@.dom().contains(first) && self.map@.dom().contains(last));
            assert forall|i: int| 0 <= i < frac.len implies #[trigger] frac@[i] == self@[first - self.off + i] by {
                assert(frac.map@.dom().contains(first + i));
            }
        }
    }

    /// Changes the elements from an address on, with a range that has them.
    pub proof fn update_subrange_with(tracked &mut self, tracked frac: &mut GhostSubseq<V>, off: int, v: Seq<V>)
        requires
            old(self).id() == old(frac).id(),
            old(frac).off() <= off,
            off + v.len() <= old(frac).off() + old(frac)@.len(),
        ensures
            final(self).id() == old(self).id(),
            final(frac).id() == old(frac).id(),
            final(frac).off() == old(frac).off(),
            final(self)@ =~= old(self)@.update_subrange_with(off - final(self).off(), v),
            final(frac)@ =~= old(frac)@.update_subrange_with(off - final(frac).off(), v),
            final(self).off() == old(self).off(),
            final(frac).off() == old(frac).off(),
    {
        use_type_invariant(&*self);
        use_type_invariant(&*frac);
        frac.map.agree(&self.map);
        frac.map.update(&mut self.map, seq_to_map(v, off));
    }
}

impl<V> GhostSubseq<V> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        forall|i: int| #[trigger] self.map@.dom().contains(i) <==> self.off <= i < self.off + self.len
    }

    /// Which sequence it is a range of.
    pub closed spec fn id(self) -> Loc {
        self.map.id()
    }

    /// The elements.
    pub closed spec fn view(self) -> Seq<V> {
        range_of(self.map@, self.off, self.len)
    }

    /// The number of elements.
    pub open spec fn len(self) -> nat {
        self@.len()
    }

    /// `range[idx]`: an element, counted from the first of the range.
    pub open spec fn spec_index(self, idx: int) -> V
        recommends
            0 <= idx < self.len(),
    {
        self@[idx]
    }

    /// The address of the first element.
    pub closed spec fn off(self) -> nat {
        self.off
    }

    /// The elements between two addresses, without the second.
    pub open spec fn subrange_abs(self, start_inclusive: int, end_exclusive: int) -> Seq<V>
        recommends
            self.off() <= start_inclusive <= end_exclusive <= self.off() + self@.len(),
    {
        self@.subrange(start_inclusive - self.off(), end_exclusive - self.off())
    }

    /// The range that a part of a map is, which has these addresses.
    pub proof fn new(off: nat, len: nat, tracked f: GhostISubmap<int, V>) -> (tracked result: GhostSubseq<V>)
        requires
            f@.dom() == ISet::new(|i: int| off <= i < off + len),
        ensures
            result.id() == f.id(),
            result.off() == off,
            result@ == Seq::new(len, |i: int| f@[off + i]),
    {
        let tracked result = GhostSubseq { off, len, map: f };
        assert(result@ =~= Seq::new(len, |i: int| f@[off + i]));
        result
    }

    /// A range of any sequence, where one is wanted of which nothing is asked.
    pub proof fn dummy() -> (tracked result: Self) {
        let tracked (_auth, range) = GhostSeqAuth::new(Seq::empty(), 0);
        range
    }

    /// It has the elements of the whole sequence.
    pub proof fn agree(tracked &self, tracked auth: &GhostSeqAuth<V>)
        requires
            self.id() == auth.id(),
        ensures
            self@.len() > 0 ==> {
                &&& self@ =~= auth@.subrange(
                    self.off() as int - auth.off(),
                    self.off() - auth.off() + self@.len() as int,
                )
                &&& self.off() >= auth.off()
                &&& self.off() + self@.len() <= auth.off() + auth@.len()
            },
    {
        auth.agree(self);
    }

    /// It has the values of the whole map.
    pub proof fn agree_map(tracked &self, tracked auth: &GhostIMapAuth<int, V>)
        requires
            self.id() == auth.id(),
        ensures
            forall|i: int|
                0 <= i < self@.len() ==> #[trigger] auth@.contains_key(self.off() + i) && auth@[self.off() + i]
                    == self@[i],
    {
        use_type_invariant(self);
        self.map.agree(auth);
        assert forall|i: int| 0 <= i < self@.len() implies #[trigger] auth@.contains_key(self.off() + i)
            && auth@[self.off() + i] == self@[i] by {
            assert(self.map@.dom().contains(self.off + i));
        }
    }

    /// Changes all elements, with the whole sequence.
    pub proof fn update(tracked &mut self, tracked auth: &mut GhostSeqAuth<V>, v: Seq<V>)
        requires
            old(self).id() == old(auth).id(),
            v.len() == old(self)@.len(),
        ensures
            final(self).id() == final(auth).id(),
            final(self).off() == old(self).off(),
            final(auth).id() == old(auth).id(),
            final(self)@ =~= v,
            final(auth)@ =~= old(auth)@.update_subrange_with(final(self).off() - final(auth).off(), v),
            final(self).off() == old(self).off(),
            final(auth).off() == old(auth).off(),
    {
        let off = self.off() as int;
        auth.update_subrange_with(self, off, v);
    }

    /// Changes all elements, with the whole map.
    pub proof fn update_map(tracked &mut self, tracked auth: &mut GhostIMapAuth<int, V>, v: Seq<V>)
        requires
            old(self).id() == old(auth).id(),
            v.len() == old(self)@.len(),
        ensures
            final(self).id() == final(auth).id(),
            final(self).off() == old(self).off(),
            final(auth).id() == old(auth).id(),
            final(self)@ =~= v,
            final(auth)@ =~= IMap::new(
                |i: int| old(auth)@.contains_key(i),
                |i: int|
                    if final(self).off() <= i < final(self).off() + v.len() {
                        v[i - final(self).off()]
                    } else {
                        old(auth)@[i]
                    },
            ),
    {
        use_type_invariant(&*self);
        self.map.agree(auth);
        let m = seq_to_map(v, self.off as int);
        assert(m.dom() =~= self.map@.dom());
        self.map.update(auth, m);
    }

    /// Gives the elements from the `n`-th on away.
    pub proof fn split(tracked &mut self, n: int) -> (tracked result: GhostSubseq<V>)
        requires
            0 <= n <= old(self)@.len(),
        ensures
            final(self).id() == old(self).id(),
            final(self).off() == old(self).off(),
            result.id() == final(self).id(),
            result.off() == old(self).off() + n,
            final(self)@ =~= old(self)@.subrange(0, n),
            result@ =~= old(self)@.subrange(n, old(self)@.len() as int),
    {
        let tracked mut all = Self::dummy();
        tracked_swap(self, &mut all);
        use_type_invariant(&all);
        let (off, len) = (all.off, all.len);
        let tracked mut kept = all.map;
        let tracked given = kept.split(ISet::new(|i: int| off + n <= i < off + len));
        let tracked mut kept = GhostSubseq { off, len: n as nat, map: kept };
        tracked_swap(self, &mut kept);
        GhostSubseq { off: (off + n) as nat, len: (len - n) as nat, map: given }
    }

    /// Adds the range that comes next.
    pub proof fn combine(tracked &mut self, tracked r: GhostSubseq<V>)
        requires
            r.id() == old(self).id(),
            r.off() == old(self).off() + old(self)@.len(),
        ensures
            final(self).id() == old(self).id(),
            final(self)@ =~= old(self)@ + r@,
            final(self).off() == old(self).off(),
    {
        let tracked mut left = Self::dummy();
        tracked_swap(self, &mut left);
        use_type_invariant(&left);
        use_type_invariant(&r);
        let (off, len) = (left.off, left.len + r.len);
        let tracked mut map = left.map;
        map.combine(r.map);
        let tracked mut both = GhostSubseq { off, len, map };
        tracked_swap(self, &mut both);
    }

    /// Two ranges have no address in common.
    pub proof fn disjoint(tracked &mut self, tracked other: &GhostSubseq<V>)
        requires
            old(self).id() == other.id(),
        ensures
            final(self).id() == old(self).id(),
            final(self).off() == old(self).off(),
            final(self)@ == old(self)@,
            final(self)@.len() == 0 || other@.len() == 0 || final(self).off() + final(self)@.len() <= other.off()
                || other.off() + other@.len() <= final(self).off(),
    {
        use_type_invariant(&*self);
        use_type_invariant(other);
        self.map.disjoint(&other.map);
        let later = if self.off <= other.off {
            other.off as int
        } else {
            self.off as int
        };
        assert(!(self.map@.dom().contains(later) && other.map@.dom().contains(later)));
    }
}

} // verus!
