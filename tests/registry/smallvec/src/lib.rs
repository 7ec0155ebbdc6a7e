//! A stack that needs no allocation while it is small.

use smallvec::{Array, SmallVec};
use vstd::prelude::*;

verus! {

#[verifier::external_trait_specification]
pub trait ExArray {
    type ExternalTraitSpecificationFor: Array;

    type Item;
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(A)]
pub struct ExSmallVec<A: Array>(SmallVec<A>);

pub trait Held<T> {
    spec fn held(&self) -> Seq<T>;
}

impl<A: Array> Held<A::Item> for SmallVec<A> {
    uninterp spec fn held(&self) -> Seq<A::Item>;
}

pub assume_specification<A: Array>[ SmallVec::<A>::new ]() -> (r: SmallVec<A>)
    ensures
        r.held() == Seq::<A::Item>::empty(),
;

pub assume_specification<A: Array>[ SmallVec::<A>::push ](v: &mut SmallVec<A>, item: A::Item)
    ensures
        final(v).held() == old(v).held().push(item),
;

pub assume_specification<A: Array>[ SmallVec::<A>::pop ](v: &mut SmallVec<A>) -> (r: Option<A::Item>)
    ensures
        old(v).held().len() == 0 ==> r is None && final(v).held() == old(v).held(),
        old(v).held().len() > 0 ==> r == Some(old(v).held().last()) && final(v).held() == old(v).held().drop_last(),
;

pub assume_specification<A: Array>[ SmallVec::<A>::len ](v: &SmallVec<A>) -> (r: usize)
    ensures
        r == v.held().len(),
;

pub struct Stack {
    items: SmallVec<[u32; 4]>,
}

impl Stack {
    pub closed spec fn view(&self) -> Seq<u32> {
        self.items.held()
    }

    pub fn new() -> (r: Stack)
        ensures
            r@ == Seq::<u32>::empty(),
    {
        Stack { items: SmallVec::new() }
    }

    pub fn push(&mut self, x: u32)
        ensures
            final(self)@ == old(self)@.push(x),
    {
        self.items.push(x);
    }

    pub fn pop(&mut self) -> (r: Option<u32>)
        ensures
            old(self)@.len() > 0 ==> r == Some(old(self)@.last()) && final(self)@ == old(self)@.drop_last(),
    {
        self.items.pop()
    }
}

pub fn last_of_two(a: u32, b: u32) -> (r: u32)
    ensures
        r == b,
{
    let mut stack = Stack::new();
    stack.push(a);
    stack.push(b);
    match stack.pop() {
        Some(x) => x,
        None => 0,
    }
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn the_last_comes_first() {
        assert_eq!(super::last_of_two(1, 2), 2);
    }
}
