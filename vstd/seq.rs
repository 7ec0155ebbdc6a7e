//! Finite sequences.
//!
//! A sequence is a length and an element at every index below it. `new`, `len` and `index` are the primitives, and the
//! axioms say what they are to each other; all other operations are defined from them, and what a program knows about
//! an operation is a lemma proved from its definition.

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::pervasive::arbitrary;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A finite sequence of values of type `A`, of any length. It exists in ghost code only.
#[verifier::external_body]
#[verifier::ext_equal]
#[verifier::accept_recursive_types(A)]
pub struct Seq<A> {
    phantom: PhantomData<A>,
}

impl<A> Seq<A> {
    /// The sequence of length `len` whose element at `i` is `f(i)`.
    pub uninterp spec fn new(len: nat, f: spec_fn(int) -> A) -> Seq<A>;

    /// The number of elements.
    pub uninterp spec fn len(self) -> nat;

    /// The element at `i`, counted from 0.
    pub uninterp spec fn index(self, i: int) -> A
        recommends
            0 <= i < self.len(),
    ;

    /// `s[i]`.
    #[verifier::inline]
    pub open spec fn spec_index(self, i: int) -> A
        recommends
            0 <= i < self.len(),
    {
        self.index(i)
    }

    /// The sequence without elements.
    pub closed spec fn empty() -> Seq<A> {
        Seq::new(0, |i: int| arbitrary())
    }

    /// The sequence with `a` after its last element.
    pub closed spec fn push(self, a: A) -> Seq<A> {
        Seq::new(
            (self.len() + 1) as nat,
            |i: int|
                if i == self.len() {
                    a
                } else {
                    self.index(i)
                },
        )
    }

    /// The sequence with `a` in place of the element at `i`.
    pub closed spec fn update(self, i: int, a: A) -> Seq<A>
        recommends
            0 <= i < self.len(),
    {
        Seq::new(
            self.len(),
            |j: int|
                if j == i {
                    a
                } else {
                    self.index(j)
                },
        )
    }

    /// The elements from `start` on, up to but not including `end`.
    pub closed spec fn subrange(self, start: int, end: int) -> Seq<A>
        recommends
            0 <= start <= end <= self.len(),
    {
        Seq::new((end - start) as nat, |i: int| self.index(start + i))
    }

    /// The elements of `self`, then those of `rhs`.
    pub closed spec fn add(self, rhs: Seq<A>) -> Seq<A> {
        Seq::new(
            self.len() + rhs.len(),
            |i: int|
                if i < self.len() {
                    self.index(i)
                } else {
                    rhs.index(i - self.len())
                },
        )
    }

    /// `s + t`.
    #[verifier::inline]
    pub open spec fn spec_add(self, rhs: Seq<A>) -> Seq<A> {
        self.add(rhs)
    }

    /// The first `n` elements.
    #[verifier::inline]
    pub open spec fn take(self, n: int) -> Seq<A>
        recommends
            0 <= n <= self.len(),
    {
        self.subrange(0, n)
    }

    /// All but the first `n` elements.
    #[verifier::inline]
    pub open spec fn skip(self, n: int) -> Seq<A>
        recommends
            0 <= n <= self.len(),
    {
        self.subrange(n, self.len() as int)
    }

    /// The element at 0.
    #[verifier::inline]
    pub open spec fn first(self) -> A
        recommends
            0 < self.len(),
    {
        self.index(0)
    }

    /// The element at the end.
    #[verifier::inline]
    pub open spec fn last(self) -> A
        recommends
            0 < self.len(),
    {
        self.index(self.len() - 1)
    }

    /// All elements but the first.
    #[verifier::inline]
    pub open spec fn drop_first(self) -> Seq<A>
        recommends
            0 < self.len(),
    {
        self.subrange(1, self.len() as int)
    }

    /// All elements but the last.
    #[verifier::inline]
    pub open spec fn drop_last(self) -> Seq<A>
        recommends
            0 < self.len(),
    {
        self.subrange(0, self.len() - 1)
    }

    /// Whether `needle` is at some index.
    pub open spec fn contains(self, needle: A) -> bool {
        exists|i: int| 0 <= i < self.len() && #[trigger] self.index(i) == needle
    }

    /// `s has x`.
    #[verifier::inline]
    pub open spec fn spec_has(self, needle: A) -> bool {
        self.contains(needle)
    }
}

// ---------------------------------------------------------------------------------------------- Axioms

/// A sequence made by `new` has the length that was asked for.
pub broadcast axiom fn axiom_seq_new_len<A>(len: nat, f: spec_fn(int) -> A)
    ensures
        #[trigger] Seq::new(len, f).len() == len,
;

/// A sequence made by `new` has the elements that were asked for.
pub broadcast axiom fn axiom_seq_new_index<A>(len: nat, f: spec_fn(int) -> A, i: int)
    requires
        0 <= i < len,
    ensures
        #[trigger] Seq::new(len, f).index(i) == f(i),
;

/// Sequences are equal when they have the same elements at the same indexes, whatever they are made of.
pub broadcast axiom fn axiom_seq_ext_equal<A>(s1: Seq<A>, s2: Seq<A>)
    ensures
        #[trigger] (s1 =~= s2) <==> {
            &&& s1.len() == s2.len()
            &&& forall|i: int|
                #![trigger s1.index(i)]
                #![trigger s2.index(i)]
                0 <= i < s1.len() ==> s1.index(i) == s2.index(i)
        },
;

/// The same, with elements compared the same way.
pub broadcast axiom fn axiom_seq_ext_equal_deep<A>(s1: Seq<A>, s2: Seq<A>)
    ensures
        #[trigger] (s1 =~~= s2) <==> {
            &&& s1.len() == s2.len()
            &&& forall|i: int|
                #![trigger s1.index(i)]
                #![trigger s2.index(i)]
                0 <= i < s1.len() ==> s1.index(i) =~~= s2.index(i)
        },
;

/// An element is smaller than the sequence that it is in, so recursion may go from one to the other.
pub broadcast axiom fn axiom_seq_index_decreases<A>(s: Seq<A>, i: int)
    requires
        0 <= i < s.len(),
    ensures
        #[trigger] (decreases_to!(s => s.index(i))),
;

/// A shorter sequence of elements of a longer one is smaller than it.
pub axiom fn axiom_seq_len_decreases<A>(s1: Seq<A>, s2: Seq<A>)
    requires
        s2.len() < s1.len(),
        forall|i: int| 0 <= i < s2.len() ==> s1.contains(#[trigger] s2.index(i)),
    ensures
        decreases_to!(s1 => s2),
;

// ---------------------------------------------------------------------------------------------- Lemmas

/// The empty sequence has no elements.
pub broadcast proof fn lemma_seq_empty_len<A>()
    ensures
        #[trigger] Seq::<A>::empty().len() == 0,
{
    broadcast use axiom_seq_new_len;

}

/// `push` makes the sequence longer by one.
pub broadcast proof fn lemma_seq_push_len<A>(s: Seq<A>, a: A)
    ensures
        #[trigger] s.push(a).len() == s.len() + 1,
{
    broadcast use axiom_seq_new_len;

}

/// `push` puts the new element at the end and leaves the others where they are.
pub broadcast proof fn lemma_seq_push_index<A>(s: Seq<A>, a: A, i: int)
    requires
        0 <= i <= s.len(),
    ensures
        #[trigger] s.push(a).index(i) == (if i == s.len() {
            a
        } else {
            s.index(i)
        }),
{
    broadcast use axiom_seq_new_index;

}

/// `update` leaves the length as it is.
pub broadcast proof fn lemma_seq_update_len<A>(s: Seq<A>, i: int, a: A)
    ensures
        #[trigger] s.update(i, a).len() == s.len(),
{
    broadcast use axiom_seq_new_len;

}

/// `update` changes one element.
pub broadcast proof fn lemma_seq_update_index<A>(s: Seq<A>, i: int, a: A, j: int)
    requires
        0 <= j < s.len(),
    ensures
        #[trigger] s.update(i, a).index(j) == (if j == i {
            a
        } else {
            s.index(j)
        }),
{
    broadcast use axiom_seq_new_index;

}

/// The length of a part.
pub broadcast proof fn lemma_seq_subrange_len<A>(s: Seq<A>, start: int, end: int)
    requires
        0 <= start <= end <= s.len(),
    ensures
        #[trigger] s.subrange(start, end).len() == end - start,
{
    broadcast use axiom_seq_new_len;

}

/// The elements of a part are those of the whole, moved.
pub broadcast proof fn lemma_seq_subrange_index<A>(s: Seq<A>, start: int, end: int, i: int)
    requires
        0 <= start <= end <= s.len(),
        0 <= i < end - start,
    ensures
        #[trigger] s.subrange(start, end).index(i) == s.index(start + i),
{
    broadcast use axiom_seq_new_index;

}

/// Lengths add up.
pub broadcast proof fn lemma_seq_add_len<A>(s1: Seq<A>, s2: Seq<A>)
    ensures
        #[trigger] s1.add(s2).len() == s1.len() + s2.len(),
{
    broadcast use axiom_seq_new_len;

}

/// An element of a concatenation is one of the first part or one of the second. One lemma for both cases: with two,
/// the index terms that one of them makes would start the other again and again.
pub broadcast proof fn lemma_seq_add_index<A>(s1: Seq<A>, s2: Seq<A>, i: int)
    requires
        0 <= i < s1.len() + s2.len(),
    ensures
        #[trigger] s1.add(s2).index(i) == (if i < s1.len() {
            s1.index(i)
        } else {
            s2.index(i - s1.len())
        }),
{
    broadcast use axiom_seq_new_index;

}

/// A part of a sequence that is shorter than the sequence is smaller than it.
pub broadcast proof fn lemma_seq_subrange_decreases<A>(s: Seq<A>, start: int, end: int)
    requires
        0 <= start <= end <= s.len(),
        end - start < s.len(),
    ensures
        #[trigger] (decreases_to!(s => s.subrange(start, end))),
{
    broadcast use {lemma_seq_subrange_len, lemma_seq_subrange_index};

    let part = s.subrange(start, end);
    assert forall|i: int| 0 <= i < part.len() implies s.contains(#[trigger] part.index(i)) by {
        assert(s.index(start + i) == part.index(i));
    }
    axiom_seq_len_decreases(s, part);
}

/// What every program knows about sequences.
pub broadcast group group_seq_axioms {
    axiom_seq_new_len,
    axiom_seq_new_index,
    axiom_seq_ext_equal,
    axiom_seq_ext_equal_deep,
    axiom_seq_index_decreases,
    lemma_seq_empty_len,
    lemma_seq_push_len,
    lemma_seq_push_index,
    lemma_seq_update_len,
    lemma_seq_update_index,
    lemma_seq_subrange_len,
    lemma_seq_subrange_index,
    lemma_seq_subrange_decreases,
    lemma_seq_add_len,
    lemma_seq_add_index,
}

} // verus!

/// `s + t` has a type; its meaning is [`Seq::spec_add`].
impl<A> verus_builtin::SpecAdd<Seq<A>> for Seq<A> {
    type Output = Seq<A>;
}

/// The expansion of [`seq!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! seq_internal {
    [] => {
        $crate::seq::Seq::empty()
    };
    [$elem:expr; $n:expr] => {
        $crate::seq::Seq::new($n, ::verus_builtin::internal::fnspec1(|_i: ::verus_builtin::int| $elem))
    };
    [$($elem:expr),+ $(,)?] => {
        $crate::seq::Seq::empty()$(.push($elem))+
    };
}

/// `seq![a, b, c]` is the sequence of these elements, `seq![a; n]` that of `n` times `a`.
#[macro_export]
macro_rules! seq {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::seq::seq_internal!($($tail)*))
    };
}

#[doc(hidden)]
pub use seq_internal;
pub use seq;
