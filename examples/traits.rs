//! One algorithm for all types that meet a trait with specifications: the product of a vector in any monoid.

use vstd::prelude::*;

verus! {

/// A type with a value that changes nothing, and an operation that may be grouped in any way.
trait Monoid: Sized {
    spec fn one() -> Self;

    spec fn times(self, other: Self) -> Self;

    proof fn associative(a: Self, b: Self, c: Self)
        ensures
            a.times(b).times(c) == a.times(b.times(c)),
    ;

    proof fn neutral(a: Self)
        ensures
            a.times(Self::one()) == a,
            Self::one().times(a) == a,
    ;

    fn make_one() -> (r: Self)
        ensures
            r == Self::one(),
    ;

    fn combine(&self, other: &Self) -> (r: Self)
        ensures
            r == self.times(*other),
    ;
}

/// The product of a sequence, from the left.
spec fn product<M: Monoid>(s: Seq<M>) -> M
    decreases s.len(),
{
    if s.len() == 0 {
        M::one()
    } else {
        product(s.drop_last()).times(s.last())
    }
}

/// Products of the parts give the product of the whole.
proof fn lemma_product_add<M: Monoid>(s: Seq<M>, t: Seq<M>)
    ensures
        product(s + t) == product(s).times(product(t)),
    decreases t.len(),
{
    if t.len() == 0 {
        M::neutral(product(s));
        assert(s + t == s);
    } else {
        lemma_product_add(s, t.drop_last());
        assert((s + t).drop_last() == s + t.drop_last());
        M::associative(product(s), product(t.drop_last()), t.last());
    }
}

/// Computes the product.
fn fold<M: Monoid>(v: &[M]) -> (r: M)
    ensures
        r == product(v@),
{
    let mut r = M::make_one();
    for i in 0..v.len()
        invariant
            r == product(v@.take(i as int)),
    {
        assert(v@.take(i + 1).drop_last() == v@.take(i as int));
        r = r.combine(&v[i]);
    }
    assert(v@.take(v.len() as int) == v@);
    r
}

/// Parity of a number of ones.
#[derive(PartialEq, Eq)]
struct Parity {
    odd: bool,
}

impl Monoid for Parity {
    spec fn one() -> Self {
        Parity { odd: false }
    }

    spec fn times(self, other: Self) -> Self {
        Parity { odd: self.odd != other.odd }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
    }

    proof fn neutral(a: Self) {
    }

    fn make_one() -> (r: Self) {
        Parity { odd: false }
    }

    fn combine(&self, other: &Self) -> (r: Self) {
        Parity { odd: self.odd != other.odd }
    }
}

/// The larger of two numbers.
struct Largest {
    value: u64,
}

impl Monoid for Largest {
    spec fn one() -> Self {
        Largest { value: 0 }
    }

    spec fn times(self, other: Self) -> Self {
        if self.value < other.value { other } else { self }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
    }

    proof fn neutral(a: Self) {
    }

    fn make_one() -> (r: Self) {
        Largest { value: 0 }
    }

    fn combine(&self, other: &Self) -> (r: Self) {
        if self.value < other.value { Largest { value: other.value } } else { Largest { value: self.value } }
    }
}

fn main() {
    let v = vec![Parity { odd: true }, Parity { odd: true }, Parity { odd: true }];
    let p = fold(v.as_slice());
    let l = fold(vec![Largest { value: 3 }, Largest { value: 7 }].as_slice());
    proof {
        reveal_with_fuel(product, 4);
    }
    assert(l.value == 7);
    assert(p.odd);
}

} // verus!
