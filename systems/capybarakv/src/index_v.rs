//! The index in memory: the rows of the main table whose keys have a hash. It keeps hashes and numbers of rows, and no keys.
//!
//! It is a hash table with chains: each row has the number of the next row of its bucket. Several keys may have one hash, so
//! who looks for a key compares it with the keys of all rows that the index gives.

use pmcopy::{PmBytes, as_bytes};
use vstd::prelude::*;

verus! {

use crate::layout_v::NONE;
use power::crc_v::*;

/// The hash of a key: the checksum of its bytes.
pub open spec fn hash_of<K: PmBytes>(key: K) -> u64 {
    spec_crc(key.spec_to_bytes())
}

/// The hash of a key.
pub fn hash<K: PmBytes>(key: &K) -> (hash: u64)
    ensures
        hash == hash_of(*key),
{
    crc(as_bytes(key))
}

/// The element of a chain, or the number that says that there is none.
#[verifier::opaque]
pub open spec fn element(chain: Seq<u32>, n: int) -> u32 {
    if 0 <= n < chain.len() { chain[n] } else { NONE }
}

/// An index that was made for a number of rows. Each row is listed with one hash, or not listed.
pub struct Index {
    /// For each bucket the first row.
    heads: Vec<u32>,
    /// For each row the next row of its bucket.
    next: Vec<u32>,
    /// For each row the hash that it is, or was last, listed with.
    hashes: Vec<u64>,
    /// For each bucket its rows, in order.
    chains: Ghost<Seq<Seq<u32>>>,
}

impl Index {
    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& 0 < self.heads@.len() == self.chains@.len()
        &&& self.next@.len() == self.hashes@.len() <= NONE
        &&& forall|b: int| #![trigger self.heads@[b]] #![trigger self.chains@[b]]
            0 <= b < self.chains@.len() ==> self.heads@[b] == element(self.chains@[b], 0) && self.chains@[b].no_duplicates()
        &&& forall|b: int, n: int| #![trigger self.chains@[b][n]]
            0 <= b < self.chains@.len() && 0 <= n < self.chains@[b].len() ==> {
                let row = self.chains@[b][n];
                &&& row < self.next@.len()
                &&& self.next@[row as int] == element(self.chains@[b], n + 1)
                &&& self.bucket(self.hashes@[row as int]) == b
            }
    }

    /// How many rows there may be.
    pub closed spec fn rows(&self) -> int {
        self.next@.len() as int
    }

    /// The hash that a row is, or was last, listed with.
    pub closed spec fn hash(&self, row: int) -> u64 {
        self.hashes@[row]
    }

    /// The bucket of a hash.
    #[verifier::opaque]
    pub closed spec fn bucket(&self, hash: u64) -> int {
        hash as int % self.heads@.len() as int
    }

    /// The rows of the bucket of a hash.
    pub closed spec fn chain(&self, hash: u64) -> Seq<u32> {
        self.chains@[self.bucket(hash)]
    }

    /// Whether a row is listed.
    pub open spec fn lists(&self, row: int) -> bool {
        0 <= row < self.rows() && self.chain(self.hash(row)).contains(row as u32)
    }

    /// An index that lists no row.
    pub fn new(rows: u32) -> (index: Index)
        ensures
            index.inv(),
            index.rows() == rows,
            forall|row: int| !#[trigger] index.lists(row),
    {
        reveal(element);
        let n = rows as usize;
        let buckets = if n == 0 { 1 } else { n };
        let index = Index {
            heads: vec![NONE; buckets],
            next: vec![NONE; n],
            hashes: vec![0; n],
            chains: Ghost(Seq::new(buckets as nat, |b: int| Seq::<u32>::empty())),
        };
        proof {
            assert forall|row: int| !#[trigger] index.lists(row) by {
                index.lemma_bucket(index.hash(row));
            }
        }
        index
    }

    /// A bucket is one.
    proof fn lemma_bucket(&self, hash: u64)
        requires
            0 < self.heads@.len(),
        ensures
            0 <= self.bucket(hash) < self.heads@.len(),
    {
        reveal(Index::bucket);
    }

    /// Buckets depend on the number of buckets alone.
    proof fn lemma_same_bucket(&self, other: &Index)
        requires
            self.heads@.len() == other.heads@.len(),
        ensures
            forall|hash: u64| #[trigger] self.bucket(hash) == other.bucket(hash),
    {
        reveal(Index::bucket);
    }

    /// The bucket of a hash.
    fn get_bucket(&self, hash: u64) -> (bucket: usize)
        requires
            0 < self.heads@.len(),
        ensures
            bucket == self.bucket(hash),
            bucket < self.heads@.len(),
    {
        reveal(Index::bucket);
        (hash % self.heads.len() as u64) as usize
    }

    /// What is listed has a number, and its hash leads to it.
    pub proof fn lemma_element(&self, hash: u64, n: int)
        requires
            self.inv(),
            0 <= n < self.chain(hash).len(),
        ensures
            self.chain(hash)[n] < self.rows(),
            self.lists(self.chain(hash)[n] as int),
    {
        self.lemma_bucket(hash);
        let row = self.chains@[self.bucket(hash)][n];
        assert(self.chain(self.hash(row as int)).contains(row));
    }

    /// The first row of the bucket of a hash.
    pub fn first(&self, hash: u64) -> (row: u32)
        requires
            self.inv(),
        ensures
            row == element(self.chain(hash), 0),
    {
        self.heads[self.get_bucket(hash)]
    }

    /// The row behind another one in the bucket of a hash.
    pub fn following(&self, row: u32, Ghost(hash): Ghost<u64>, Ghost(n): Ghost<int>) -> (next: u32)
        requires
            self.inv(),
            0 <= n < self.chain(hash).len(),
            row == self.chain(hash)[n],
        ensures
            next == element(self.chain(hash), n + 1),
    {
        proof {
            self.lemma_bucket(hash);
        }
        self.next[row as usize]
    }

    /// The hash that a row is, or was last, listed with.
    pub fn get_hash(&self, row: u32) -> (hash: u64)
        requires
            self.inv(),
            row < self.rows(),
        ensures
            hash == self.hash(row as int),
    {
        self.hashes[row as usize]
    }

    /// Lists a row.
    pub fn insert(&mut self, row: u32, hash: u64)
        requires
            old(self).inv(),
            row < old(self).rows(),
            !old(self).lists(row as int),
        ensures
            final(self).inv(),
            final(self).rows() == old(self).rows(),
            final(self).hash(row as int) == hash,
            forall|other: int| other != row ==> #[trigger] final(self).hash(other) == old(self).hash(other),
            forall|other: int| #[trigger] final(self).lists(other) == (old(self).lists(other) || other == row),
    {
        let ghost before = *self;
        let bucket = self.get_bucket(hash);
        let first = self.heads[bucket];
        self.hashes[row as usize] = hash;
        self.next[row as usize] = first;
        self.heads[bucket] = row;
        proof {
            let old_chain = before.chains@[bucket as int];
            let chain = seq![row] + old_chain;
            lemma_pushed_elements(old_chain, row);
            self.chains@ = before.chains@.update(bucket as int, chain);
            before.lemma_absent(row);
            self.lemma_same_bucket(&before);
            assert forall|b: int, n: int| #![trigger self.chains@[b][n]]
                0 <= b < self.chains@.len() && 0 <= n < self.chains@[b].len() implies {
                let row = self.chains@[b][n];
                &&& row < self.next@.len()
                &&& self.next@[row as int] == element(self.chains@[b], n + 1)
                &&& self.bucket(self.hashes@[row as int]) == b
            } by {
                if b == bucket && n > 0 {
                    assert(chain[n] == old_chain[n - 1]);
                }
            }
            assert forall|other: int| #[trigger] self.lists(other) == (before.lists(other) || other == row) by {
                self.lemma_bucket(self.hash(other));
                before.lemma_bucket(before.hash(other));
                lemma_pushed(old_chain, row, other as u32);
            }
        }
    }

    /// A row that is not listed is in no bucket.
    proof fn lemma_absent(&self, row: u32)
        requires
            self.inv(),
            !self.lists(row as int),
        ensures
            forall|b: int| 0 <= b < self.chains@.len() ==> !(#[trigger] self.chains@[b]).contains(row),
    {
        assert forall|b: int| 0 <= b < self.chains@.len() implies !(#[trigger] self.chains@[b]).contains(row) by {
            if self.chains@[b].contains(row) {
                let n = choose|n: int| 0 <= n < self.chains@[b].len() && self.chains@[b][n] == row;
                assert(self.bucket(self.hashes@[row as int]) == b);
            }
        }
    }

    /// Lists a row no more.
    pub fn remove(&mut self, row: u32)
        requires
            old(self).inv(),
            old(self).lists(row as int),
        ensures
            final(self).inv(),
            final(self).rows() == old(self).rows(),
            forall|other: int| #[trigger] final(self).hash(other) == old(self).hash(other),
            forall|other: int| #[trigger] final(self).lists(other) == (old(self).lists(other) && other != row),
    {
        let ghost before = *self;
        let hash = self.hashes[row as usize];
        let bucket = self.get_bucket(hash);
        let ghost chain = self.chain(hash);
        let ghost place = chain.index_of(row);
        let ghost mut n: int = 0;
        let mut previous = NONE;
        let mut at = self.heads[bucket];
        proof {
            self.lemma_bucket(hash);
            lemma_is_element(chain, 0);
        }
        while at != row
            invariant
                *self == before,
                self.inv(),
                chain == self.chains@[bucket as int],
                bucket < self.chains@.len(),
                0 <= n <= place < chain.len(),
                chain[place] == row,
                chain.no_duplicates(),
                at == chain[n],
                n == 0 ==> previous == NONE,
                n > 0 ==> previous == chain[n - 1] && previous != NONE,
            decreases place - n,
        {
            assert(at < self.next@.len());
            previous = at;
            at = self.next[at as usize];
            proof {
                n = n + 1;
                lemma_is_element(chain, n);
            }
        }
        assert(n == place);
        let following = self.next[row as usize];
        if previous == NONE {
            self.heads[bucket] = following;
        } else {
            assert(previous < self.next@.len());
            self.next[previous as usize] = following;
        }
        proof {
            let shorter = chain.remove(n);
            self.chains@ = before.chains@.update(bucket as int, shorter);
            self.lemma_removed(before, bucket as int, n);
        }
    }

    /// What is so when one row was taken out of its chain.
    proof fn lemma_removed(&self, before: Index, bucket: int, n: int)
        requires
            before.inv(),
            0 <= bucket < before.chains@.len(),
            0 <= n < before.chains@[bucket].len(),
            self.hashes == before.hashes,
            self.chains@ == before.chains@.update(bucket, before.chains@[bucket].remove(n)),
            n == 0 ==> self.next == before.next && self.heads@ == before.heads@.update(
                bucket,
                element(before.chains@[bucket], 1),
            ),
            n > 0 ==> self.heads == before.heads && self.next@ == before.next@.update(
                before.chains@[bucket][n - 1] as int,
                element(before.chains@[bucket], n + 1),
            ),
        ensures
            self.inv(),
            self.rows() == before.rows(),
            forall|other: int| #[trigger] self.hash(other) == before.hash(other),
            forall|other: int| #[trigger]
                self.lists(other) == (before.lists(other) && other != before.chains@[bucket][n]),
    {
        let chain = before.chains@[bucket];
        self.lemma_same_bucket(&before);
        lemma_removed_elements(chain, n);
        assert forall|b: int, m: int| #![trigger self.chains@[b][m]]
            0 <= b < self.chains@.len() && 0 <= m < self.chains@[b].len() implies {
            let row = self.chains@[b][m];
            &&& row < self.next@.len()
            &&& self.next@[row as int] == element(self.chains@[b], m + 1)
            &&& self.bucket(self.hashes@[row as int]) == b
        } by {
            let from = if b == bucket && m >= n { m + 1 } else { m };
            assert(self.chains@[b][m] == before.chains@[b][from]);
            if n > 0 {
                assert(before.chains@[bucket][n - 1] < before.next@.len());
            }
        }
        assert forall|other: int| #[trigger]
            self.lists(other) == (before.lists(other) && other != chain[n]) by {
            self.lemma_bucket(self.hash(other));
            assert(chain[n] < before.next@.len() && before.bucket(before.hashes@[chain[n] as int]) == bucket);
            lemma_taken_out(chain, n, other as u32);
        }
    }
}

/// A place of a chain has its element.
pub proof fn lemma_is_element(chain: Seq<u32>, n: int)
    ensures
        element(chain, n) == if 0 <= n < chain.len() { chain[n] } else { NONE },
{
    reveal(element);
}

/// The elements of a chain with one more at its beginning.
proof fn lemma_pushed_elements(chain: Seq<u32>, row: u32)
    ensures
        element(seq![row] + chain, 0) == row,
        forall|n: int| 0 < n ==> #[trigger] element(seq![row] + chain, n) == element(chain, n - 1),
{
    reveal(element);
}

/// The elements of a chain with one taken out.
proof fn lemma_removed_elements(chain: Seq<u32>, n: int)
    requires
        0 <= n < chain.len(),
    ensures
        forall|m: int| #[trigger] element(chain.remove(n), m) == element(chain, if m < n { m } else { m + 1 }),
{
    reveal(element);
    assert forall|m: int| #[trigger] element(chain.remove(n), m) == element(chain, if m < n { m } else { m + 1 }) by {
        if 0 <= m < chain.len() - 1 {
            assert(chain.remove(n)[m] == chain[if m < n { m } else { m + 1 }]);
        }
    }
}

/// What is in a sequence with one element before it.
proof fn lemma_pushed(s: Seq<u32>, x: u32, y: u32)
    ensures
        (seq![x] + s).contains(y) == (s.contains(y) || x == y),
{
    if s.contains(y) {
        let n = choose|n: int| 0 <= n < s.len() && s[n] == y;
        assert((seq![x] + s)[n + 1] == y);
    }
    assert((seq![x] + s)[0] == x);
}

/// What is in a sequence of which one element was taken out.
pub(crate) proof fn lemma_taken_out(s: Seq<u32>, n: int, y: u32)
    requires
        0 <= n < s.len(),
        s.no_duplicates(),
    ensures
        s.remove(n).contains(y) == (s.contains(y) && y != s[n]),
        s.remove(n).no_duplicates(),
{
    if s.contains(y) && y != s[n] {
        let m = choose|m: int| 0 <= m < s.len() && s[m] == y;
        assert(s.remove(n)[if m < n { m } else { m - 1 }] == y);
    }
}

} // verus!
