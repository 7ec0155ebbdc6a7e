//! A set of small numbers in the bits of a word.

use vstd::prelude::*;

verus! {

/// Whether bit `i` of a word is 1.
spec fn bit(word: u32, i: u32) -> bool {
    (word >> i) & 1 == 1
}

struct Flags {
    word: u32,
}

impl Flags {
    /// The numbers of the flags that are set.
    spec fn view(self) -> ISet<u32> {
        ISet::new(|i: u32| i < 32 && bit(self.word, i))
    }

    fn none() -> (flags: Flags)
        ensures
            flags@ == ISet::<u32>::empty(),
    {
        Flags { word: 0 }
    }

    fn has(&self, i: u32) -> (set: bool)
        requires
            i < 32,
        ensures
            set == self@.contains(i),
    {
        (self.word >> i) & 1 == 1
    }

    fn set(&mut self, i: u32)
        requires
            i < 32,
        ensures
            final(self)@ == old(self)@.insert(i),
    {
        let old_word = self.word;
        self.word |= 1 << i;
        assert(forall|k: u32| #![trigger (old_word | 1u32 << i) >> k] k < 32
            ==> (((old_word | 1u32 << i) >> k) & 1 == 1 <==> k == i || (old_word >> k) & 1 == 1))
            by (bit_vector)
            requires
                i < 32,
        ;
    }

    fn clear(&mut self, i: u32)
        requires
            i < 32,
        ensures
            final(self)@ == old(self)@.remove(i),
    {
        let old_word = self.word;
        self.word &= !(1 << i);
        assert(forall|k: u32| #![trigger old_word >> k] k < 32
            ==> (((old_word & !(1u32 << i)) >> k) & 1 == 1 <==> k != i && (old_word >> k) & 1 == 1))
            by (bit_vector)
            requires
                i < 32,
        ;
    }

    fn union(&self, other: &Flags) -> (both: Flags)
        ensures
            both@ == self@.union(other@),
    {
        let (a, b) = (self.word, other.word);
        assert(forall|k: u32| #![auto] k < 32
            ==> (((a | b) >> k) & 1 == 1 <==> (a >> k) & 1 == 1 || (b >> k) & 1 == 1)) by (bit_vector);
        Flags { word: a | b }
    }

    fn common(&self, other: &Flags) -> (both: Flags)
        ensures
            both@ == self@.intersect(other@),
    {
        let (a, b) = (self.word, other.word);
        assert(forall|k: u32| #![auto] k < 32
            ==> (((a & b) >> k) & 1 == 1 <==> (a >> k) & 1 == 1 && (b >> k) & 1 == 1)) by (bit_vector);
        Flags { word: a & b }
    }

    fn is_subset(&self, other: &Flags) -> (subset: bool)
        ensures
            subset == self@.subset_of(other@),
    {
        let (a, b) = (self.word, other.word);
        assert(a & !b == 0 <==> forall|k: u32| #![auto]
            k < 32 ==> ((a >> k) & 1 == 1 ==> (b >> k) & 1 == 1)) by (bit_vector);
        proof {
            if a & !b != 0 {
                let k = choose|k: u32| #![auto] k < 32 && (a >> k) & 1 == 1 && (b >> k) & 1 != 1;
                assert(self@.contains(k) && !other@.contains(k));
            }
        }
        self.word & !other.word == 0
    }
}

fn main() {
    let mut flags = Flags::none();
    flags.set(3);
    flags.set(5);
    flags.clear(3);
    let three = flags.has(3);
    let five = flags.has(5);
    assert(!three && five);
}

} // verus!
