//! Counts of words, in the table of `hashbrown`. Its last parameter has a bound that cannot be named, so the table is in
//! a type of our own.

use hashbrown::HashMap;
use vstd::prelude::*;

verus! {

#[verifier::external_body]
pub struct Counts {
    table: HashMap<u64, u32>,
}

impl Counts {
    pub uninterp spec fn view(&self) -> Map<u64, u32>;

    #[verifier::external_body]
    pub fn new() -> (r: Counts)
        ensures
            r@ == Map::<u64, u32>::empty(),
    {
        Counts { table: HashMap::new() }
    }

    #[verifier::external_body]
    pub fn get(&self, word: u64) -> (r: Option<u32>)
        ensures
            r == (if self@.dom().contains(word) { Some(self@[word]) } else { None }),
    {
        self.table.get(&word).copied()
    }

    #[verifier::external_body]
    pub fn insert(&mut self, word: u64, count: u32)
        ensures
            final(self)@ == old(self)@.insert(word, count),
    {
        self.table.insert(word, count);
    }

    pub open spec fn count(&self, word: u64) -> u32 {
        if self@.dom().contains(word) { self@[word] } else { 0 }
    }

    /// Counts one more, up to the largest number.
    pub fn add(&mut self, word: u64)
        ensures
            old(self).count(word) < u32::MAX ==> final(self).count(word) == old(self).count(word) + 1,
            forall|other: u64| other != word ==> #[trigger] final(self).count(other) == old(self).count(other),
    {
        let count = match self.get(word) {
            Some(count) => count,
            None => 0,
        };
        if count < u32::MAX {
            self.insert(word, count + 1);
        }
    }
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_counted() {
        let mut counts = super::Counts::new();
        counts.add(7);
        counts.add(7);
        assert_eq!(counts.get(7), Some(2));
        assert_eq!(counts.get(8), None);
    }
}
