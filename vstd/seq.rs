//! Finite sequences.
//!
//! A sequence is a length and an element at every index below it. `new`, `len` and `index` are the primitives, and the
//! axioms say what they are to each other; all other operations are defined from them, and what a program knows about
//! an operation is a lemma proved from its definition.
//!
//! trusted: the model of a sequence is a length and a function on the indexes below it (README.md), and the tracked
//! functions say which values move where, each of them once.

mod older;

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::pervasive::{arbitrary, trigger};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

pub use older::*;

verus! {

/// A finite sequence of values of type `A`, of any length. It exists in ghost code only.
#[verifier::external_body]
#[verifier::ext_equal]
#[verifier::accept_recursive_types(A)]
pub tracked struct Seq<A> {
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
    pub closed spec fn subrange(self, start_inclusive: int, end_exclusive: int) -> Seq<A>
        recommends
            0 <= start_inclusive <= end_exclusive <= self.len(),
    {
        Seq::new((end_exclusive - start_inclusive) as nat, |i: int| self.index(start_inclusive + i))
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
    pub open spec fn first(self) -> A
        recommends
            0 < self.len(),
    {
        self.index(0)
    }

    /// The element at the end.
    pub open spec fn last(self) -> A
        recommends
            0 < self.len(),
    {
        self.index(self.len() - 1)
    }

    /// Makes the empty sequence.
    pub axiom fn tracked_empty() -> (tracked ret: Self)
        ensures
            ret == Seq::<A>::empty(),
    ;

    /// Puts an element in front of the one at `i`.
    pub axiom fn tracked_insert(tracked &mut self, i: int, tracked v: A)
        requires
            0 <= i <= old(self).len(),
        ensures
            final(self).len() == old(self).len() + 1,
            *final(self) == old(self).insert(i, v),
    ;

    /// Takes the element at `i` out.
    pub axiom fn tracked_remove(tracked &mut self, i: int) -> (tracked ret: A)
        requires
            0 <= i < old(self).len(),
        ensures
            ret == old(self)[i],
            final(self).len() == old(self).len() - 1,
            *final(self) == old(self).remove(i),
    ;

    /// Borrows the element at `i`.
    pub axiom fn tracked_borrow(tracked &self, i: int) -> (tracked ret: &A)
        requires
            0 <= i < self.len(),
        ensures
            *ret == self[i],
    ;

    /// Borrows the element at `i` mutably. The sequence holds what the borrow ends with.
    pub axiom fn tracked_borrow_mut(tracked &mut self, i: int) -> (tracked ret: &mut A)
        requires
            0 <= i < old(self).len(),
        ensures
            *ret == old(self)[i],
            *final(self) == old(self).update(i, *final(ret)),
    ;

    /// Puts an element at the end.
    pub proof fn tracked_push(tracked &mut self, tracked v: A)
        ensures
            *final(self) == old(self).push(v),
            final(self).len() == old(self).len() + 1,
    {
        broadcast use group_seq_lemmas;

        let n = self.len();
        self.tracked_insert(n as int, v);
        assert(old(self).insert(n as int, v) =~= old(self).push(v));
    }

    /// Puts an element in front.
    pub proof fn tracked_push_front(tracked &mut self, tracked v: A)
        ensures
            *final(self) == old(self).insert(0, v),
            final(self).len() == old(self).len() + 1,
    {
        self.tracked_insert(0, v);
    }

    /// Takes the last element out.
    pub proof fn tracked_pop(tracked &mut self) -> (tracked ret: A)
        requires
            old(self).len() > 0,
        ensures
            ret == old(self).last(),
            final(self).len() == old(self).len() - 1,
            *final(self) == old(self).take(old(self).len() - 1),
    {
        broadcast use group_seq_lemmas;

        let n = self.len() - 1;
        let tracked a = self.tracked_remove(n);
        assert(old(self).remove(n) =~= old(self).take(n));
        a
    }

    /// Takes the first element out.
    pub proof fn tracked_pop_front(tracked &mut self) -> (tracked ret: A)
        requires
            old(self).len() > 0,
        ensures
            ret == old(self).first(),
            final(self).len() == old(self).len() - 1,
            *final(self) == old(self).drop_first(),
    {
        broadcast use group_seq_lemmas;

        let tracked a = self.tracked_remove(0);
        assert(old(self).remove(0) =~= old(self).drop_first());
        a
    }

    /// Takes the elements from `i` on out.
    pub proof fn tracked_split_at(tracked &mut self, i: int) -> (tracked ret: Self)
        requires
            0 <= i <= old(self).len(),
        ensures
            *final(self) == old(self).subrange(0, i),
            ret == old(self).subrange(i, old(self).len() as int),
            final(self).len() == i,
            ret.len() == old(self).len() - i,
        decreases old(self).len() - i,
    {
        broadcast use group_seq_lemmas;

        let before = *self;
        if i == self.len() {
            let tracked ret = Seq::tracked_empty();
            assert(*self =~= before.subrange(0, i));
            assert(ret =~= before.subrange(i, before.len() as int));
            ret
        } else {
            let tracked last = self.tracked_pop();
            let tracked mut ret = self.tracked_split_at(i);
            ret.tracked_push(last);
            assert(*self =~= before.subrange(0, i));
            assert(ret =~= before.subrange(i, before.len() as int));
            ret
        }
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
pub broadcast axiom fn axiom_seq_ext_equal<A>(a: Seq<A>, b: Seq<A>)
    ensures
        #[trigger] (a =~= b) <==> {
            &&& a.len() == b.len()
            &&& forall|i: int|
                #![trigger a.index(i)]
                #![trigger b.index(i)]
                0 <= i < a.len() ==> a.index(i) == b.index(i)
        },
;

/// The same, with elements compared the same way.
pub broadcast axiom fn axiom_seq_ext_equal_deep<A>(a: Seq<A>, b: Seq<A>)
    ensures
        #[trigger] (a =~~= b) <==> {
            &&& a.len() == b.len()
            &&& forall|i: int|
                #![trigger a.index(i)]
                #![trigger b.index(i)]
                0 <= i < a.len() ==> a.index(i) =~~= b.index(i)
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
        forall|i2: int|
            0 <= i2 < s2.len() && #[trigger] trigger(s2[i2]) ==> exists|i1: int|
                0 <= i1 < s1.len() && s1[i1] == s2[i2],
    ensures
        decreases_to!(s1 => s2),
;

/// What stands outside of a sequence is the same for all sequences.
axiom fn axiom_seq_index_outside<A>(s: Seq<A>, i: int)
    requires
        !(0 <= i < s.len()),
    ensures
        s.index(i) == arbitrary::<A>(),
;

// ---------------------------------------------------------------------------------------------- Lemmas

/// The same as [`axiom_seq_new_len`], under the name that programs use.
pub broadcast proof fn lemma_seq_new_len<A>(len: nat, f: spec_fn(int) -> A)
    ensures
        #[trigger] Seq::new(len, f).len() == len,
{
    axiom_seq_new_len(len, f);
}

/// The same as [`axiom_seq_new_index`], under the name that programs use.
pub broadcast proof fn lemma_seq_new_index<A>(len: nat, f: spec_fn(int) -> A, i: int)
    requires
        0 <= i < len,
    ensures
        #[trigger] Seq::new(len, f).index(i) == f(i),
{
    axiom_seq_new_index(len, f, i);
}

/// The same as [`axiom_seq_index_decreases`], under the name that programs use.
pub broadcast proof fn lemma_seq_index_decreases<A>(s: Seq<A>, i: int)
    requires
        0 <= i < s.len(),
    ensures
        #[trigger] (decreases_to!(s => s.index(i))),
{
    axiom_seq_index_decreases(s, i);
}

/// The same as [`axiom_seq_ext_equal`], under the name that programs use.
pub broadcast proof fn lemma_seq_ext_equal<A>(a: Seq<A>, b: Seq<A>)
    ensures
        #[trigger] (a =~= b) <==> {
            &&& a.len() == b.len()
            &&& forall|i: int| 0 <= i < a.len() ==> #[trigger] a[i] == b[i]
        },
{
    broadcast use axiom_seq_ext_equal;

}

/// The same as [`axiom_seq_ext_equal_deep`], under the name that programs use.
pub broadcast proof fn lemma_seq_ext_equal_deep<A>(a: Seq<A>, b: Seq<A>)
    ensures
        #[trigger] (a =~~= b) <==> {
            &&& a.len() == b.len()
            &&& forall|i: int| 0 <= i < a.len() ==> #[trigger] a[i] =~~= b[i]
        },
{
    broadcast use axiom_seq_ext_equal_deep;

}

/// The empty sequence has no elements.
pub broadcast proof fn lemma_seq_empty<A>()
    ensures
        #[trigger] Seq::<A>::empty().len() == 0,
{
    broadcast use axiom_seq_new_len;

}

/// `push` makes the sequence longer by one. Known of every `push`, whether its length is asked for or not: lengths are
/// then there before the elements that are found by them.
pub broadcast proof fn lemma_seq_push_len<A>(s: Seq<A>, a: A)
    ensures
        (#[trigger] s.push(a)).len() == s.len() + 1,
{
    broadcast use axiom_seq_new_len;

}

/// `push` puts the new element at the end and leaves the others where they are, and so what is outside.
pub broadcast proof fn lemma_seq_push_index<A>(s: Seq<A>, a: A, i: int)
    ensures
        #[trigger] s.push(a).index(i) == (if i == s.len() {
            a
        } else {
            s.index(i)
        }),
{
    broadcast use {axiom_seq_new_len, axiom_seq_new_index};

    if !(0 <= i <= s.len()) {
        axiom_seq_index_outside(s.push(a), i);
        axiom_seq_index_outside(s, i);
    }
}

/// `push` puts the new element at the end.
pub broadcast proof fn lemma_seq_push_index_same<A>(s: Seq<A>, a: A, i: int)
    requires
        i == s.len(),
    ensures
        #[trigger] s.push(a)[i] == a,
{
    lemma_seq_push_index(s, a, i);
}

/// `push` leaves the other elements where they are.
pub broadcast proof fn lemma_seq_push_index_different<A>(s: Seq<A>, a: A, i: int)
    requires
        i < s.len(),
    ensures
        #[trigger] s.push(a)[i] == s[i],
{
    lemma_seq_push_index(s, a, i);
}

/// The same, when the old element is looked at.
pub broadcast proof fn lemma_seq_push_index_different_alt<A>(s: Seq<A>, a: A, i: int)
    requires
        i < s.len(),
    ensures
        (#[trigger] s.push(a))[i] == #[trigger] s[i],
{
    lemma_seq_push_index(s, a, i);
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
        0 <= j < s.len() || j != i,
    ensures
        #[trigger] s.update(i, a).index(j) == (if j == i {
            a
        } else {
            s.index(j)
        }),
{
    broadcast use {axiom_seq_new_len, axiom_seq_new_index};

    if !(0 <= j < s.len()) {
        axiom_seq_index_outside(s.update(i, a), j);
        axiom_seq_index_outside(s, j);
    }
}

/// `update` puts the new element in its place.
pub broadcast proof fn lemma_seq_update_same<A>(s: Seq<A>, i: int, a: A)
    requires
        0 <= i < s.len(),
    ensures
        #[trigger] s.update(i, a)[i] == a,
{
    lemma_seq_update_index(s, i, a, i);
}

/// The same, when the old element is looked at.
pub broadcast proof fn lemma_seq_update_same_alt<A>(s: Seq<A>, i: int, a: A)
    requires
        0 <= i < s.len(),
    ensures
        #![trigger s.update(i, a), s[i]]
        s.update(i, a)[i] == a,
{
    lemma_seq_update_index(s, i, a, i);
}

/// `update` leaves the other elements as they are.
pub broadcast proof fn lemma_seq_update_different<A>(s: Seq<A>, i1: int, i2: int, a: A)
    requires
        i1 != i2,
    ensures
        #[trigger] s.update(i2, a)[i1] == s[i1],
{
    lemma_seq_update_index(s, i2, a, i1);
}

/// The same, when the old element is looked at.
pub broadcast proof fn lemma_seq_update_different_alt<A>(s: Seq<A>, i1: int, i2: int, a: A)
    requires
        i1 != i2,
    ensures
        (#[trigger] s.update(i2, a))[i1] == #[trigger] s[i1],
{
    lemma_seq_update_index(s, i2, a, i1);
}

/// The length of a part.
pub broadcast proof fn lemma_seq_subrange_len<A>(s: Seq<A>, j: int, k: int)
    requires
        0 <= j <= k <= s.len(),
    ensures
        #[trigger] s.subrange(j, k).len() == k - j,
{
    broadcast use axiom_seq_new_len;

}

/// The elements of a part are those of the whole, moved.
pub broadcast proof fn lemma_seq_subrange_index<A>(s: Seq<A>, j: int, k: int, i: int)
    requires
        0 <= j <= k <= s.len(),
        0 <= i < k - j,
    ensures
        #[trigger] s.subrange(j, k)[i] == s[i + j],
{
    broadcast use axiom_seq_new_index;

}

/// The same, when an element of the whole is looked at.
pub broadcast proof fn lemma_seq_subrange_index_alt<A>(s: Seq<A>, j: int, k: int, i: int)
    requires
        0 <= j <= k <= s.len(),
        0 <= i - j < k - j,
    ensures
        (#[trigger] s.subrange(j, k))[i - j] == #[trigger] s[i],
{
    broadcast use axiom_seq_new_index;

}

/// Parts that begin at the same place agree where both have elements.
pub broadcast proof fn lemma_seq_two_subranges_index<A>(s: Seq<A>, j: int, k1: int, k2: int, i: int)
    requires
        0 <= j,
        0 <= i,
        j + i < k1 <= s.len(),
        j + i < k2 <= s.len(),
    ensures
        #[trigger] s.subrange(j, k1)[i] == (#[trigger] s.subrange(j, k2))[i],
{
    broadcast use axiom_seq_new_index;

}

/// A part of a part is a part of the whole.
pub broadcast proof fn lemma_seq_subrange_composition<A>(s: Seq<A>, i1: int, j1: int, i2: int, j2: int)
    requires
        0 <= i1 <= j1 <= s.len(),
        0 <= i2 <= j2 <= j1 - i1,
    ensures
        #[trigger] s.subrange(i1, j1).subrange(i2, j2) == s.subrange(i1 + i2, i1 + j2),
{
    broadcast use {axiom_seq_ext_equal, axiom_seq_new_len, axiom_seq_new_index};

    assert(s.subrange(i1, j1).subrange(i2, j2) =~= s.subrange(i1 + i2, i1 + j2));
}

/// A part of a sequence that is shorter than the sequence is smaller than it.
pub broadcast proof fn lemma_seq_subrange_decreases<A>(s: Seq<A>, i: int, j: int)
    requires
        0 <= i <= j <= s.len(),
        s.subrange(i, j).len() < s.len(),
    ensures
        #[trigger] (decreases_to!(s => s.subrange(i, j))),
{
    broadcast use {axiom_seq_new_len, axiom_seq_new_index};

    let part = s.subrange(i, j);
    assert forall|i2: int| 0 <= i2 < part.len() && #[trigger] trigger(part[i2]) implies exists|i1: int|
        0 <= i1 < s.len() && s[i1] == part[i2] by {
        assert(s[i + i2] == part[i2]);
    }
    axiom_seq_len_decreases(s, part);
}

/// Lengths add up; known of every concatenation, as with [`lemma_seq_push_len`].
pub broadcast proof fn lemma_seq_add_len<A>(a: Seq<A>, b: Seq<A>)
    ensures
        (#[trigger] a.add(b)).len() == a.len() + b.len(),
{
    broadcast use axiom_seq_new_len;

}

/// An element of a concatenation is one of the first part or one of the second. One lemma for both cases: with two,
/// the index terms that one of them makes would start the other again and again.
pub broadcast proof fn lemma_seq_add_index<A>(a: Seq<A>, b: Seq<A>, i: int)
    ensures
        #[trigger] a.add(b).index(i) == (if i < a.len() {
            a.index(i)
        } else {
            b.index(i - a.len())
        }),
{
    broadcast use {axiom_seq_new_len, axiom_seq_new_index};

    if i < 0 {
        axiom_seq_index_outside(a.add(b), i);
        axiom_seq_index_outside(a, i);
    } else if a.len() + b.len() <= i {
        axiom_seq_index_outside(a.add(b), i);
        axiom_seq_index_outside(b, i - a.len());
    }
}

/// A concatenation begins with the first part.
pub broadcast proof fn lemma_seq_add_index1<A>(a: Seq<A>, b: Seq<A>, i: int)
    requires
        i < a.len(),
    ensures
        #[trigger] a.add(b)[i] == a[i],
{
    lemma_seq_add_index(a, b, i);
}

/// A concatenation ends with the second part.
pub broadcast proof fn lemma_seq_add_index2<A>(a: Seq<A>, b: Seq<A>, i: int)
    requires
        a.len() <= i < a.len() + b.len(),
    ensures
        #[trigger] a.add(b)[i] == b[i - a.len()],
{
    lemma_seq_add_index(a, b, i);
}

/// The same, when the first part is looked at.
pub broadcast proof fn lemma_seq_add_index1_alt<A>(a: Seq<A>, b: Seq<A>, i: int)
    requires
        0 <= i < a.len(),
    ensures
        (#[trigger] a.add(b))[i] == #[trigger] a[i],
{
    lemma_seq_add_index(a, b, i);
}

/// The same, when the second part is looked at.
pub broadcast proof fn lemma_seq_add_index2_alt<A>(a: Seq<A>, b: Seq<A>, i: int)
    requires
        0 <= i < b.len(),
    ensures
        (#[trigger] a.add(b))[i + a.len()] == #[trigger] b[i],
{
    lemma_seq_add_index(a, b, i + a.len());
}

/// What every program knows about sequences.
pub broadcast group group_seq_lemmas {
    axiom_seq_new_len,
    axiom_seq_new_index,
    axiom_seq_ext_equal,
    axiom_seq_ext_equal_deep,
    axiom_seq_index_decreases,
    lemma_seq_empty,
    lemma_seq_push_len,
    lemma_seq_push_index,
    lemma_seq_update_len,
    lemma_seq_update_index,
    lemma_seq_subrange_len,
    lemma_seq_subrange_index,
    lemma_seq_two_subranges_index,
    lemma_seq_subrange_decreases,
    lemma_seq_add_len,
    lemma_seq_add_index,
}

/// The older name of [`group_seq_lemmas`].
pub broadcast group group_seq_axioms {
    group_seq_lemmas,
}

/// The same facts, wherever an element of an operand is looked at. They start often.
pub broadcast group group_seq_lemmas_expensive {
    lemma_seq_push_index_different_alt,
    lemma_seq_update_same_alt,
    lemma_seq_update_different_alt,
    lemma_seq_subrange_index_alt,
    lemma_seq_add_index1_alt,
    lemma_seq_add_index2_alt,
}

} // verus!

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
