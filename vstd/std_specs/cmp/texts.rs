//! How strings compare: they are equal if their characters are, and ordered as words in a dictionary, by the numbers of
//! the characters.
// @when std_specs::cmp laws_eq laws_cmp
//!
//! trusted: the standard library compares the bytes of strings, which agrees with their characters.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::string::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(feature = "alloc")]
use std::string::String;

verus! {

broadcast use group_seq_lemmas;

/// How sequences of characters compare: the first place where they differ counts, and what ends sooner is less.
pub open spec fn text_cmp(a: Seq<char>, b: Seq<char>) -> Ordering
    decreases a.len(),
{
    if a.len() == 0 {
        if b.len() == 0 { Ordering::Equal } else { Ordering::Less }
    } else if b.len() == 0 {
        Ordering::Greater
    } else if a[0] < b[0] {
        Ordering::Less
    } else if a[0] > b[0] {
        Ordering::Greater
    } else {
        text_cmp(a.drop_first(), b.drop_first())
    }
}

/// Only equal sequences count as equal.
pub proof fn lemma_text_cmp_equal(a: Seq<char>, b: Seq<char>)
    ensures
        text_cmp(a, b) == Ordering::Equal <==> a == b,
    decreases a.len(),
{
    if a.len() > 0 && b.len() > 0 && a[0] == b[0] {
        lemma_text_cmp_equal(a.drop_first(), b.drop_first());
        if a.drop_first() == b.drop_first() {
            assert forall|i: int| 0 <= i < a.len() implies #[trigger] a[i] == b[i] by {
                if i > 0 {
                    assert(a[i] == a.drop_first()[i - 1] && b[i] == b.drop_first()[i - 1]);
                }
            }
            assert(a =~= b);
        }
    } else {
        assert(a.len() == 0 && b.len() == 0 ==> a =~= b);
    }
}

/// Who is less the other way round is greater.
pub proof fn lemma_text_cmp_reversed(a: Seq<char>, b: Seq<char>)
    ensures
        text_cmp(a, b) == Ordering::Less <==> text_cmp(b, a) == Ordering::Greater,
    decreases a.len(),
{
    if a.len() > 0 && b.len() > 0 {
        lemma_text_cmp_reversed(a.drop_first(), b.drop_first());
    }
}

/// What is less than something less is less.
pub proof fn lemma_text_cmp_transitive(a: Seq<char>, b: Seq<char>, c: Seq<char>)
    requires
        text_cmp(a, b) == Ordering::Less,
        text_cmp(b, c) == Ordering::Less,
    ensures
        text_cmp(a, c) == Ordering::Less,
    decreases a.len(),
{
    if a.len() > 0 && b.len() > 0 && c.len() > 0 && a[0] == b[0] && b[0] == c[0] {
        lemma_text_cmp_transitive(a.drop_first(), b.drop_first(), c.drop_first());
    }
}

} // verus!

/// Strings of these two types are equal if they have the same characters.
macro_rules! texts_equal {
    ($(<$($lifetime:lifetime),*> $left:ty, $right:ty;)*) => {
        verus! {

        $(
        impl<$($lifetime),*> PartialEqSpecImpl<$right> for $left {
            open spec fn obeys_eq_spec() -> bool {
                true
            }

            open spec fn eq_spec(&self, other: &$right) -> bool {
                self@ == other@
            }
        }
        )*

        }
    };
}

texts_equal! {
    <> str, str;
}

#[cfg(feature = "alloc")]
texts_equal! {
    <> String, String;
    <> String, str;
    <> str, String;
    <'a> String, &'a str;
    <'a> &'a str, String;
}

/// Strings of this type are ordered by their characters.
macro_rules! texts_compare {
    ($($ty:ty)*) => {
        verus! {

        $(
        impl PartialOrdSpecImpl for $ty {
            open spec fn obeys_partial_cmp_spec() -> bool {
                true
            }

            open spec fn partial_cmp_spec(&self, other: &$ty) -> Option<Ordering> {
                Some(text_cmp(self@, other@))
            }
        }

        impl OrdSpecImpl for $ty {
            open spec fn obeys_cmp_spec() -> bool {
                true
            }

            open spec fn cmp_spec(&self, other: &$ty) -> Ordering {
                text_cmp(self@, other@)
            }
        }
        )*

        }
    };
}

texts_compare! { str }

#[cfg(feature = "alloc")]
texts_compare! { String }
