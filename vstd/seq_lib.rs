//! More operations on sequences, and lemmas about them. Nothing here is trusted.

mod elements;
mod extremes;
mod filter_maps;
mod filters;
mod flat;
mod folds;
mod multisets;
mod numbers;
mod parts;
mod prefixes;
mod sets;
mod sorting;

pub use elements::*;
pub use extremes::*;
pub use filter_maps::*;
pub use filters::*;
pub use flat::*;
pub use folds::*;
pub use multisets::*;
pub use numbers::*;
pub use parts::*;
pub use prefixes::*;
pub use sets::*;
pub use sorting::*;

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_lemmas;

impl<A> Seq<A> {
    /// The sequence of `f(i, s[i])`.
    pub open spec fn map<B>(self, f: spec_fn(int, A) -> B) -> Seq<B> {
        Seq::new(self.len(), |i: int| f(i, self[i]))
    }

    /// The sequence of `f(s[i])`.
    pub open spec fn map_values<B>(self, f: spec_fn(A) -> B) -> Seq<B> {
        Seq::new(self.len(), |i: int| f(self[i]))
    }

    /// The sequences `f(s[i])`, one after the other.
    pub open spec fn flat_map<B>(self, f: spec_fn(A) -> Seq<B>) -> Seq<B> {
        self.map_values(f).flatten()
    }

    /// The sequence of references to the elements.
    pub open spec fn as_ref(&self) -> Seq<&A> {
        Seq::new(self.len(), |i: int| &self[i])
    }

    /// Whether `other` begins with the sequence.
    pub open spec fn is_prefix_of(self, other: Self) -> bool {
        self.len() <= other.len() && self =~= other.subrange(0, self.len() as int)
    }

    /// Whether `other` ends with the sequence.
    pub open spec fn is_suffix_of(self, other: Self) -> bool {
        self.len() <= other.len() && self =~= other.subrange(other.len() - self.len(), other.len() as int)
    }

    /// Whether `pred` holds of every element.
    pub open spec fn all(self, pred: spec_fn(A) -> bool) -> bool {
        forall|i: int| 0 <= i < self.len() ==> #[trigger] pred(self[i])
    }

    /// Whether `pred` holds of some element.
    pub open spec fn any(self, pred: spec_fn(A) -> bool) -> bool {
        exists|i: int| 0 <= i < self.len() && #[trigger] pred(self[i])
    }

    /// Whether `pred` holds at exactly one index.
    pub open spec fn exactly_one(self, pred: spec_fn(A) -> bool) -> bool {
        self.filter(pred).len() == 1
    }

    /// The elements that `pred` holds of, in the same order.
    #[verifier::opaque]
    pub open spec fn filter(self, pred: spec_fn(A) -> bool) -> Self
        decreases self.len(),
    {
        if self.len() == 0 {
            self
        } else {
            let front = self.drop_last().filter(pred);
            if pred(self.last()) {
                front.push(self.last())
            } else {
                front
            }
        }
    }

    /// The same as `filter`, from the front.
    pub open spec fn filter_alt(self, p: spec_fn(A) -> bool) -> Seq<A> {
        if self.len() == 0 {
            Seq::empty()
        } else {
            let rest = self.drop_first().filter(p);
            if p(self.first()) {
                Seq::<A>::empty().push(self.first()) + rest
            } else {
                rest
            }
        }
    }

    /// The results of `f` on the elements, where it has one.
    pub open spec fn filter_map<B>(self, f: spec_fn(A) -> Option<B>) -> Seq<B>
        decreases self.len(),
    {
        if self.len() == 0 {
            Seq::empty()
        } else {
            let front = self.drop_last().filter_map(f);
            match f(self.last()) {
                Option::Some(b) => front + Seq::<B>::empty().push(b),
                Option::None => front,
            }
        }
    }

    /// The last of the elements that no other is truly above.
    pub open spec fn max_via(self, leq: spec_fn(A, A) -> bool) -> A
        recommends
            self.len() > 0,
        decreases self.len(),
    {
        if self.len() <= 1 {
            self[0]
        } else {
            let rest = self.subrange(1, self.len() as int).max_via(leq);
            if leq(self[0], rest) {
                rest
            } else {
                self[0]
            }
        }
    }

    /// The last of the elements that no other is truly below.
    pub open spec fn min_via(self, leq: spec_fn(A, A) -> bool) -> A
        recommends
            self.len() > 0,
        decreases self.len(),
    {
        if self.len() <= 1 {
            self[0]
        } else {
            let rest = self.subrange(1, self.len() as int).min_via(leq);
            if leq(rest, self[0]) {
                rest
            } else {
                self[0]
            }
        }
    }

    /// Whether `needle` is at some index.
    pub open spec fn contains(self, needle: A) -> bool {
        exists|i: int| 0 <= i < self.len() && #[trigger] self[i] == needle
    }

    /// An index where `needle` is.
    pub open spec fn index_of(self, needle: A) -> int {
        choose|i: int| 0 <= i < self.len() && #[trigger] self[i] == needle
    }

    /// The first index from `i` on where `needle` is; the length if it is nowhere there.
    spec fn first_from(self, needle: A, i: int) -> int
        decreases self.len() - i,
    {
        if i >= self.len() {
            self.len() as int
        } else if self[i] == needle {
            i
        } else {
            self.first_from(needle, i + 1)
        }
    }

    /// The first index where `needle` is.
    pub closed spec fn index_of_first(self, needle: A) -> Option<int> {
        let i = self.first_from(needle, 0);
        if i < self.len() {
            Some(i)
        } else {
            None
        }
    }

    /// The last index below `i` where `needle` is; -1 if it is nowhere there.
    spec fn last_below(self, needle: A, i: int) -> int
        decreases i,
    {
        if i <= 0 {
            -1
        } else if self[i - 1] == needle {
            i - 1
        } else {
            self.last_below(needle, i - 1)
        }
    }

    /// The last index where `needle` is.
    pub closed spec fn index_of_last(self, needle: A) -> Option<int> {
        let i = self.last_below(needle, self.len() as int);
        if i >= 0 {
            Some(i)
        } else {
            None
        }
    }

    /// All elements but the last.
    pub open spec fn drop_last(self) -> Seq<A>
        recommends
            self.len() >= 1,
    {
        self.subrange(0, self.len() - 1)
    }

    /// All elements but the first.
    pub open spec fn drop_first(self) -> Seq<A>
        recommends
            self.len() >= 1,
    {
        self.subrange(1, self.len() as int)
    }

    /// Whether no element is at two indexes.
    pub open spec fn no_duplicates(self) -> bool {
        forall|i: int, j: int|
            #![trigger self[i], self[j]]
            0 <= i < self.len() && 0 <= j < self.len() && i != j ==> self[i] != self[j]
    }

    /// Whether the sequences have no common element.
    pub open spec fn disjoint(self, other: Self) -> bool {
        forall|i: int, j: int|
            #![trigger self[i], other[j]]
            0 <= i < self.len() && 0 <= j < other.len() ==> self[i] != other[j]
    }

    /// The set of the elements.
    pub closed spec fn to_set(self) -> Set<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            Set::empty()
        } else {
            self.drop_last().to_set().insert(self.last())
        }
    }

    /// The set of the elements, as one that may be infinite.
    pub open spec fn to_iset(self) -> ISet<A> {
        self.to_set().to_iset()
    }

    /// The elements, each as often as it is there.
    pub closed spec fn to_multiset(self) -> Multiset<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            Multiset::empty()
        } else {
            self.drop_last().to_multiset().insert(self.last())
        }
    }

    /// The sequence with `a` put in front of the element at `i`.
    pub open spec fn insert(self, i: int, a: A) -> Seq<A>
        recommends
            0 <= i <= self.len(),
    {
        self.subrange(0, i).push(a) + self.subrange(i, self.len() as int)
    }

    /// The sequence without the element at `i`.
    pub open spec fn remove(self, i: int) -> Seq<A>
        recommends
            0 <= i < self.len(),
    {
        self.subrange(0, i) + self.subrange(i + 1, self.len() as int)
    }

    /// The sequence without the first `val`, if there is one.
    pub open spec fn remove_value(self, val: A) -> Seq<A> {
        match self.index_of_first(val) {
            Some(i) => self.remove(i),
            None => self,
        }
    }

    /// The elements that are in neither `seen` nor earlier, after those of `seen`.
    pub open spec fn remove_duplicates(self, seen: Seq<A>) -> Seq<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            seen
        } else if seen.contains(self[0]) {
            self.skip(1).remove_duplicates(seen)
        } else {
            self.skip(1).remove_duplicates(seen + Seq::<A>::empty().push(self[0]))
        }
    }

    /// The elements in the opposite order.
    pub open spec fn reverse(self) -> Seq<A> {
        Seq::new(self.len(), |i: int| self[self.len() - 1 - i])
    }

    /// The pairs of elements at the same indexes; nothing when the lengths differ.
    pub open spec fn zip_with<B>(self, other: Seq<B>) -> Seq<(A, B)>
        recommends
            self.len() == other.len(),
    {
        if self.len() != other.len() {
            Seq::empty()
        } else {
            Seq::new(self.len(), |i: int| (self[i], other[i]))
        }
    }

    /// The sequence with `vs` in place of as many elements from `off` on.
    pub open spec fn update_subrange_with(self, off: int, vs: Self) -> Self
        recommends
            0 <= off,
            off + vs.len() <= self.len(),
    {
        Seq::new(
            self.len(),
            |i: int|
                if off <= i < off + vs.len() {
                    vs[i - off]
                } else {
                    self[i]
                },
        )
    }

    /// `f(.. f(f(b, s[0]), s[1]) .., s.last())`.
    pub open spec fn fold_left<B>(self, b: B, f: spec_fn(B, A) -> B) -> B
        decreases self.len(),
    {
        if self.len() == 0 {
            b
        } else {
            f(self.drop_last().fold_left(b, f), self.last())
        }
    }

    /// The same as `fold_left`, from the front.
    pub open spec fn fold_left_alt<B>(self, b: B, f: spec_fn(B, A) -> B) -> B
        decreases self.len(),
    {
        if self.len() == 0 {
            b
        } else {
            self.subrange(1, self.len() as int).fold_left_alt(f(b, self[0]), f)
        }
    }

    /// `f(s[0], f(s[1], .. f(s.last(), b) ..))`.
    pub open spec fn fold_right<B>(self, f: spec_fn(A, B) -> B, b: B) -> B
        decreases self.len(),
    {
        if self.len() == 0 {
            b
        } else {
            self.drop_last().fold_right(f, f(self.last(), b))
        }
    }

    /// The same as `fold_right`, from the front.
    pub open spec fn fold_right_alt<B>(self, f: spec_fn(A, B) -> B, b: B) -> B
        decreases self.len(),
    {
        if self.len() == 0 {
            b
        } else {
            f(self[0], self.subrange(1, self.len() as int).fold_right_alt(f, b))
        }
    }
}

impl<A> Seq<&A> {
    /// The sequence of what the elements refer to.
    pub open spec fn unref(self) -> Seq<A> {
        Seq::new(self.len(), |i: int| *self[i])
    }
}

/// An element of the sequence of what the elements refer to, wherever the element itself is looked at.
pub broadcast proof fn lemma_unref_index<A>(s: Seq<&A>, i: int)
    requires
        0 <= i < s.len(),
    ensures
        #![trigger s.unref(), s[i]]
        s.unref()[i] == *s[i],
{
}

impl<A, B> Seq<(&A, &B)> {
    /// The sequence of what the parts of the elements refer to.
    pub open spec fn unref(self) -> Seq<(A, B)> {
        Seq::new(self.len(), |i: int| (*self[i].0, *self[i].1))
    }
}

impl<A, B> Seq<(A, B)> {
    /// The first parts and the second parts of the elements.
    pub closed spec fn unzip(self) -> (Seq<A>, Seq<B>) {
        (Seq::new(self.len(), |i: int| self[i].0), Seq::new(self.len(), |i: int| self[i].1))
    }

    /// The elements of the two sequences.
    pub proof fn unzip_ensures(self)
        ensures
            self.unzip().0.len() == self.unzip().1.len(),
            self.unzip().0.len() == self.len(),
            self.unzip().1.len() == self.len(),
            forall|i: int|
                0 <= i < self.len() ==> (#[trigger] self.unzip().0[i], #[trigger] self.unzip().1[i]) == self[i],
    {
    }

    /// Zipping again gives the sequence.
    pub proof fn lemma_zip_of_unzip(self)
        ensures
            self.unzip().0.zip_with(self.unzip().1) =~= self,
    {
    }
}

/// Whether the order in which two elements are taken in from the right does not matter.
pub open spec fn commutative_foldr<A, B>(f: spec_fn(A, B) -> B) -> bool {
    forall|x: A, y: A, v: B| #[trigger] f(x, f(y, v)) == f(y, f(x, v))
}

/// Whether the order in which two elements are taken in from the left does not matter.
pub open spec fn commutative_foldl<A, B>(f: spec_fn(B, A) -> B) -> bool {
    forall|x: A, y: A, v: B| #[trigger] f(f(v, x), y) == f(f(v, y), x)
}

/// What the macro compares is a sequence.
#[verifier::inline]
pub open spec fn check_argument_is_seq<A>(s: Seq<A>) -> Seq<A> {
    s
}

/// What is known of filtered sequences.
pub broadcast group group_filter_ensures {
    Seq::lemma_filter_len,
    Seq::lemma_filter_pred,
    Seq::lemma_filter_contains,
}

/// What every program knows of the operations of this module.
pub broadcast group group_seq_lib_default {
    Seq::to_set_ensures,
    group_filter_ensures,
    Seq::add_empty_left,
    Seq::add_empty_right,
    Seq::push_distributes_over_add,
    Seq::filter_distributes_over_add,
    Seq::lemma_fold_right_split,
    Seq::lemma_fold_left_split,
    lemma_unref_index,
}

/// What is known of the multiset of the elements.
pub broadcast group group_to_multiset_ensures {
    to_multiset_build,
    to_multiset_remove,
    to_multiset_len,
    to_multiset_contains,
    to_multiset_insert,
    to_multiset_update,
}

/// More about parts and elements, for those who ask.
pub broadcast group group_seq_properties {
    lemma_seq_contains,
    lemma_seq_empty_contains_nothing,
    lemma_seq_empty_equality,
    lemma_seq_concat_contains_all_elements,
    lemma_seq_contains_after_push,
    lemma_seq_subrange_elements,
    lemma_seq_take_len,
    lemma_seq_take_contains,
    lemma_seq_take_index,
    lemma_seq_skip_len,
    lemma_seq_skip_contains,
    lemma_seq_skip_index,
    lemma_seq_skip_index2,
    lemma_seq_append_take_skip,
    lemma_seq_take_update_commut1,
    lemma_seq_take_update_commut2,
    lemma_seq_skip_update_commut1,
    lemma_seq_skip_update_commut2,
    lemma_seq_skip_build_commut,
    lemma_seq_skip_nothing,
    lemma_seq_take_nothing,
    group_to_multiset_ensures,
}

} // verus!

/// `assert_seqs_equal!(a, b, i => { proof })` proves `a == b`, element by element; the proof may be left out.
#[macro_export]
macro_rules! assert_seqs_equal {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::seq_lib::assert_seqs_equal_internal!($($tail)*))
    };
}

/// The expansion of [`assert_seqs_equal!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! assert_seqs_equal_internal {
    (::verus_builtin::internal::spec_eq($s1:expr, $s2:expr) $($tail:tt)*) => {
        $crate::seq_lib::assert_seqs_equal_internal!($s1, $s2 $($tail)*)
    };
    ($s1:expr, $s2:expr $(,)?) => {
        $crate::seq_lib::assert_seqs_equal_internal!($s1, $s2, idx => {})
    };
    ($s1:expr, $s2:expr, $idx:ident => $proof:block) => {
        let s1 = ::verus_builtin::internal::ghost_let($crate::seq_lib::check_argument_is_seq($s1));
        let s2 = ::verus_builtin::internal::ghost_let($crate::seq_lib::check_argument_is_seq($s2));
        ::verus_builtin::assert_by(::verus_builtin::internal::spec_eq(s1, s2), {
            ::verus_builtin::internal::proof_block();
            ::verus_builtin::assert_(::verus_builtin::internal::spec_eq(s1.len(), s2.len()));
            ::verus_builtin::assert_forall_by(|$idx: ::verus_builtin::int| {
                ::verus_builtin::internal::proof_block();
                ::verus_builtin::requires([
                    ::verus_builtin::internal::spec_le(
                        ::verus_builtin::internal::lit::<::verus_builtin::int>("0"),
                        $idx,
                    ) && ::verus_builtin::internal::spec_lt($idx, s1.len()),
                ]);
                ::verus_builtin::ensures([
                    ::verus_builtin::internal::spec_eq(
                        ::verus_builtin::internal::trigger(s1.index($idx)),
                        s2.index($idx),
                    ),
                ]);
                $proof
            });
            ::verus_builtin::assert_(::verus_builtin::ext_equal(s1, s2));
        });
    };
}

pub use assert_seqs_equal;
#[doc(hidden)]
pub use assert_seqs_equal_internal;
