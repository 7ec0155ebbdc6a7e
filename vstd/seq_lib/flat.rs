//! Sequences of sequences.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use crate::relations::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_lemmas;

impl<A> Seq<Seq<A>> {
    /// The elements of the elements.
    pub open spec fn flatten(self) -> Seq<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            Seq::empty()
        } else {
            self.first().add(self.drop_first().flatten())
        }
    }

    /// The same as `flatten`, from the end.
    pub open spec fn flatten_alt(self) -> Seq<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            Seq::empty()
        } else {
            self.drop_last().flatten_alt().add(self.last())
        }
    }

    /// The elements of a single sequence.
    pub proof fn lemma_flatten_one_element(self)
        ensures
            self.len() == 1 ==> self.flatten() == self.first(),
    {
        if self.len() == 1 {
            assert(self.drop_first().flatten() =~= Seq::<A>::empty());
            assert(self.flatten() =~= self.first());
        }
    }

    /// The whole is no shorter than a part.
    pub proof fn lemma_flatten_length_ge_single_element_length(self, i: int)
        requires
            0 <= i < self.len(),
        ensures
            self.flatten_alt().len() >= self[i].len(),
        decreases self.len(),
    {
        if i < self.len() - 1 {
            self.drop_last().lemma_flatten_length_ge_single_element_length(i);
        }
    }

    /// A bound of the lengths gives a bound of the whole.
    pub proof fn lemma_flatten_length_le_mul(self, j: int)
        requires
            forall|i: int| 0 <= i < self.len() ==> (#[trigger] self[i]).len() <= j,
        ensures
            self.flatten_alt().len() <= self.len() * j,
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            assert forall|i: int| 0 <= i < front.len() implies (#[trigger] front[i]).len() <= j by {
                assert(front[i] == self[i]);
            }
            front.lemma_flatten_length_le_mul(j);
            assert(self[self.len() - 1].len() <= j);
            let (m, n) = (front.len() as int, self.len() as int);
            assert(n * j == m * j + j) by (nonlinear_arith)
                requires
                    n == m + 1,
            ;
        }
    }

    /// One sequence more behind.
    pub broadcast proof fn lemma_flatten_push(self, elem: Seq<A>)
        ensures
            #[trigger] self.push(elem).flatten() =~= self.flatten() + elem,
        decreases self.len(),
    {
        let t = self.push(elem);
        if self.len() == 0 {
            t.lemma_flatten_one_element();
        } else {
            self.drop_first().lemma_flatten_push(elem);
            assert(t.drop_first() =~= self.drop_first().push(elem));
        }
    }

    /// Both ways to flatten are the same.
    pub proof fn lemma_flatten_and_flatten_alt_are_equivalent(self)
        ensures
            self.flatten() =~= self.flatten_alt(),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            front.lemma_flatten_and_flatten_alt_are_equivalent();
            front.lemma_flatten_push(self.last());
            assert(front.push(self.last()) =~= self);
        }
    }

    /// The elements of a single sequence.
    pub broadcast proof fn lemma_flatten_singleton(self)
        requires
            self.len() == 1,
        ensures
            #![trigger self.len(), self.flatten()]
            self.flatten() == self[0],
    {
        self.lemma_flatten_one_element();
    }

    /// More about flattening, for those who ask.
    pub broadcast group group_seq_flatten {
        Seq::<_>::lemma_flatten_push,
        Seq::<_>::lemma_flatten_singleton,
    }
}

impl<A> Seq<A> {
    /// The results with one element more.
    pub proof fn lemma_flat_map_push<B>(self, f: spec_fn(A) -> Seq<B>, elem: A)
        ensures
            self.push(elem).flat_map(f) =~= self.flat_map(f) + f(elem),
    {
        self.map_values(f).lemma_flatten_push(f(elem));
        assert(self.push(elem).map_values(f) =~= self.map_values(f).push(f(elem)));
    }

    /// The results on a longer beginning.
    pub broadcast proof fn lemma_flat_map_take_append<B>(self, f: spec_fn(A) -> Seq<B>, i: int)
        requires
            0 <= i < self.len(),
        ensures
            #[trigger] self.take(i + 1).flat_map(f) =~= self.take(i).flat_map(f) + f(self[i]),
    {
        self.take(i).lemma_flat_map_push(f, self[i]);
        assert(self.take(i + 1) =~= self.take(i).push(self[i]));
    }

    /// The results on a single element.
    pub broadcast proof fn lemma_flat_map_singleton<B>(self, f: spec_fn(A) -> Seq<B>)
        requires
            self.len() == 1,
        ensures
            #![trigger self.len(), self.flat_map(f)]
            self.flat_map(f) == f(self[0]),
    {
        self.map_values(f).lemma_flatten_one_element();
    }
}

/// Flattening a concatenation.
pub proof fn lemma_flatten_concat<A>(x: Seq<Seq<A>>, y: Seq<Seq<A>>)
    ensures
        (x + y).flatten() =~= x.flatten() + y.flatten(),
    decreases x.len(),
{
    if x.len() == 0 {
        assert(x + y =~= y);
    } else {
        lemma_flatten_concat(x.drop_first(), y);
        assert((x + y).drop_first() =~= x.drop_first() + y);
    }
}

/// Flattening a concatenation, from the end.
pub proof fn lemma_flatten_alt_concat<A>(x: Seq<Seq<A>>, y: Seq<Seq<A>>)
    ensures
        (x + y).flatten_alt() =~= x.flatten_alt() + y.flatten_alt(),
{
    lemma_flatten_concat(x, y);
    x.lemma_flatten_and_flatten_alt_are_equivalent();
    y.lemma_flatten_and_flatten_alt_are_equivalent();
    (x + y).lemma_flatten_and_flatten_alt_are_equivalent();
}

} // verus!
