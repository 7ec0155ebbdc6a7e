//! Entries of a page table: a word that holds flags and the address of a frame. What programs do with such words is
//! proved with bit vectors, for every word and every position, as in the page table of the Verus paper.

use vstd::prelude::*;

/// The word with one bit.
macro_rules! bit {
    ($i:expr) => {
        1u64 << $i
    };
}

/// The word with the bits from one position to another.
macro_rules! mask {
    ($low:expr, $high:expr) => {
        !(!0u64 << sub(add($high, 1), $low)) << $low
    };
}

/// A word built by the macros above, in specifications.
macro_rules! word {
    ($($word:tt)*) => {
        verus_proof_macro_exprs!($($word)*)
    };
}

verus! {

/// The lowest bit of the address.
const ADDRESS_LOW: u64 = 12;

/// The highest bit of the address.
const ADDRESS_HIGH: u64 = 51;

/// The flag of entries that are in use.
const PRESENT: u64 = 0;

/// An entry.
struct Entry {
    word: u64,
}

/// The bits of the address in a word.
spec fn address(word: u64) -> u64 {
    word & word!(mask!(12u64, 51u64))
}

/// Whether a word has a flag.
spec fn is_set(word: u64, flag: u64) -> bool {
    word & word!(bit!(flag)) != 0
}

/// Flags below an address that is 0 leave it 0, whichever they are.
proof fn lemma_flags_are_apart()
    ensures
        forall|a: u64, i: u64| i < 13 && (a & word!(mask!(13u64, 29u64))) == 0
            ==> (#[trigger] (a | word!(bit!(i))) & word!(mask!(13u64, 29u64))) == 0,
{
    assert(forall|a: u64, i: u64| i < 13 && (a & word!(mask!(13u64, 29u64))) == 0
        ==> (#[trigger] (a | word!(bit!(i))) & word!(mask!(13u64, 29u64))) == 0) by (bit_vector);
}

/// A flag is set without changing any other, nor the address.
proof fn lemma_set(word: u64, flag: u64) by (bit_vector)
    requires
        flag < 12,
    ensures
        is_set(word | (1u64 << flag), flag),
        address(word | (1u64 << flag)) == address(word),
        forall|other: u64| other < 64 && other != flag
            ==> #[trigger] is_set(word | (1u64 << flag), other) == is_set(word, other),
{
}

/// The same for one that is taken away.
proof fn lemma_clear(word: u64, flag: u64) by (bit_vector)
    requires
        flag < 12,
    ensures
        !is_set(word & !(1u64 << flag), flag),
        address(word & !(1u64 << flag)) == address(word),
        forall|other: u64| other < 64 && other != flag
            ==> #[trigger] is_set(word & !(1u64 << flag), other) == is_set(word, other),
{
}

/// A frame lies at a multiple of its size, and the address in an entry is that of a frame.
proof fn lemma_address(frame: u64, word: u64) by (bit_vector)
    requires
        frame % 4096 == 0,
        frame < 0x10_0000_0000_0000,
        address(word) == 0,
    ensures
        address(word | frame) == frame,
        forall|flag: u64| flag < 12 ==> #[trigger] is_set(word | frame, flag) == is_set(word, flag),
        address(word) % 4096 == 0,
{
}

impl Entry {
    /// An entry that is not in use.
    fn new() -> (entry: Entry)
        ensures
            address(entry.word) == 0,
            forall|flag: u64| flag < 64 ==> !is_set(entry.word, flag),
    {
        assert(address(0) == 0 && forall|flag: u64| flag < 64 ==> !is_set(0, flag)) by (bit_vector);
        Entry { word: 0 }
    }

    /// The entry of a frame.
    fn of(frame: u64) -> (entry: Entry)
        requires
            frame % 4096 == 0,
            frame < 0x10_0000_0000_0000,
        ensures
            address(entry.word) == frame,
            is_set(entry.word, PRESENT),
    {
        let empty = Entry::new();
        proof {
            lemma_address(frame, empty.word);
        }
        let mut entry = Entry { word: empty.word | frame };
        entry.set(PRESENT);
        entry
    }

    /// Sets a flag.
    fn set(&mut self, flag: u64)
        requires
            flag < ADDRESS_LOW,
        ensures
            is_set(final(self).word, flag),
            address(final(self).word) == address(old(self).word),
            forall|other: u64| other < 64 && other != flag
                ==> #[trigger] is_set(final(self).word, other) == is_set(old(self).word, other),
    {
        proof {
            lemma_set(self.word, flag);
        }
        self.word = self.word | (1u64 << flag);
    }

    /// Takes a flag away.
    fn clear(&mut self, flag: u64)
        requires
            flag < ADDRESS_LOW,
        ensures
            !is_set(final(self).word, flag),
            address(final(self).word) == address(old(self).word),
            forall|other: u64| other < 64 && other != flag
                ==> #[trigger] is_set(final(self).word, other) == is_set(old(self).word, other),
    {
        proof {
            lemma_clear(self.word, flag);
        }
        self.word = self.word & !(1u64 << flag);
    }

    /// The frame that the entry leads to, if it is in use.
    fn frame(&self) -> (frame: Option<u64>)
        ensures
            frame == if is_set(self.word, PRESENT) { Some(address(self.word)) } else { None::<u64> },
    {
        let word = self.word;
        let bits = ADDRESS_HIGH + 1 - ADDRESS_LOW;
        assert(!(!0u64 << bits) << 12u64 == 0xf_ffff_ffff_f000u64 && word!(mask!(12u64, 51u64)) == 0xf_ffff_ffff_f000)
            by (bit_vector)
            requires
                bits == 40,
        ;
        assert(1u64 << 0u64 == 1) by (bit_vector);
        if word & 1 != 0 { Some(word & 0xf_ffff_ffff_f000) } else { None }
    }
}

fn main() {
    let mut entry = Entry::of(0x1000);
    entry.set(1);
    entry.clear(PRESENT);
    let _ = entry.frame();
}

} // verus!
