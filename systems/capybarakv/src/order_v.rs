//! Orders of keys.

use crate::bytes_v::{Bytes64, Bytes256, Bytes1024, Bytes4096};
use vstd::array::array_as_slice;
use vstd::prelude::*;

verus! {

use crate::order_spec_t::*;

/// An order of keys: of any two, one comes before the other, or both are in the same place. Keys that differ may be in the same
/// place, such as words that differ in their capitals; which of them comes first in a range is then not said.
/// To delete one of them, the store looks for its row among theirs.
pub trait KeyOrder<K> {
    /// Whether a key comes before another one, or is in the same place.
    spec fn le(a: K, b: K) -> bool;

    /// Any two keys can be compared.
    proof fn lemma_total(a: K, b: K)
        ensures
            Self::le(a, b) || Self::le(b, a),
    ;

    /// What is before a key is before what is behind it.
    proof fn lemma_transitive(a: K, b: K, c: K)
        requires
            Self::le(a, b),
            Self::le(b, c),
        ensures
            Self::le(a, c),
    ;

    /// Whether a key comes before another one, or is in the same place.
    fn is_le(a: &K, b: &K) -> (is: bool)
        ensures
            is == Self::le(*a, *b),
    ;

    /// Whether there is a use in keeping it. Nothing is promised of the answer.
    fn is_useful() -> bool {
        true
    }
}

/// The order in which all keys are in the same place. A store has it that keeps no order.
#[derive(Clone, Copy, Debug)]
pub struct Unordered;

impl<K> KeyOrder<K> for Unordered {
    open spec fn le(a: K, b: K) -> bool {
        true
    }

    proof fn lemma_total(a: K, b: K) {
    }

    proof fn lemma_transitive(a: K, b: K, c: K) {
    }

    fn is_le(_a: &K, _b: &K) -> (is: bool) {
        true
    }

    fn is_useful() -> bool {
        false
    }
}

/// Numbers by their size, and strings of bytes, and arrays of them, as in a dictionary.
#[derive(Clone, Copy, Debug)]
pub struct Natural;

impl<const N: usize> KeyOrder<[u8; N]> for Natural {
    open spec fn le(a: [u8; N], b: [u8; N]) -> bool {
        lexicographic(a@, b@)
    }

    proof fn lemma_total(a: [u8; N], b: [u8; N]) {
        lemma_lexicographic_total(a@, b@);
    }

    proof fn lemma_transitive(a: [u8; N], b: [u8; N], c: [u8; N]) {
        lemma_lexicographic_transitive(a@, b@, c@);
    }

    fn is_le(a: &[u8; N], b: &[u8; N]) -> (is: bool) {
        is_lexicographic(array_as_slice(a), array_as_slice(b))
    }
}

/// Of two strings, one is before the other.
pub proof fn lemma_lexicographic_total(a: Seq<u8>, b: Seq<u8>)
    ensures
        lexicographic(a, b) || lexicographic(b, a),
    decreases a.len(),
{
    if a.len() > 0 && b.len() > 0 && a[0] == b[0] {
        lemma_lexicographic_total(a.drop_first(), b.drop_first());
    }
}

/// The order of strings is one.
pub proof fn lemma_lexicographic_transitive(a: Seq<u8>, b: Seq<u8>, c: Seq<u8>)
    requires
        lexicographic(a, b),
        lexicographic(b, c),
    ensures
        lexicographic(a, c),
    decreases a.len(),
{
    if a.len() > 0 && a[0] == b[0] && b[0] == c[0] {
        lemma_lexicographic_transitive(a.drop_first(), b.drop_first(), c.drop_first());
    }
}

/// Whether a string of bytes comes before another one, or is the same one.
fn is_lexicographic(a: &[u8], b: &[u8]) -> (is: bool)
    ensures
        is == lexicographic(a@, b@),
{
    let mut i: usize = 0;
    assert(a@.skip(0) =~= a@ && b@.skip(0) =~= b@);
    while i < a.len() && i < b.len() && a[i] == b[i]
        invariant
            i <= a@.len(),
            i <= b@.len(),
            lexicographic(a@, b@) == lexicographic(a@.skip(i as int), b@.skip(i as int)),
        decreases a@.len() - i,
    {
        assert(a@.skip(i as int).drop_first() =~= a@.skip(i + 1));
        assert(b@.skip(i as int).drop_first() =~= b@.skip(i + 1));
        i += 1;
    }
    i == a.len() || (i < b.len() && a[i] < b[i])
}

} // verus!

/// Numbers by their size.
macro_rules! numbers {
    ($($number:ident)*) => {
        verus! {

        $(
            impl KeyOrder<$number> for Natural {
                open spec fn le(a: $number, b: $number) -> bool {
                    a <= b
                }

                proof fn lemma_total(a: $number, b: $number) {
                }

                proof fn lemma_transitive(a: $number, b: $number, c: $number) {
                }

                fn is_le(a: &$number, b: &$number) -> (is: bool) {
                    *a <= *b
                }
            }
        )*

        } // verus!
    };
}

numbers! { u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 }

/// Strings as in a dictionary.
macro_rules! strings {
    ($($string:ident)*) => {
        verus! {

        $(
            impl KeyOrder<$string> for Natural {
                open spec fn le(a: $string, b: $string) -> bool {
                    lexicographic(a@, b@)
                }

                proof fn lemma_total(a: $string, b: $string) {
                    lemma_lexicographic_total(a@, b@);
                }

                proof fn lemma_transitive(a: $string, b: $string, c: $string) {
                    lemma_lexicographic_transitive(a@, b@, c@);
                }

                fn is_le(a: &$string, b: &$string) -> (is: bool) {
                    is_lexicographic(a.as_slice(), b.as_slice())
                }
            }
        )*

        } // verus!
    };
}

strings! { Bytes64 Bytes256 Bytes1024 Bytes4096 }
