use super::prelude::*;

verus! {

#[verifier::external_body]
#[verifier::accept_recursive_types(A)]
pub struct Seq<A> {
    items: core::marker::PhantomData<A>,
}

impl<A> Seq<A> {
    pub spec fn len(self) -> nat;

    pub spec fn index(self, i: int) -> A;

    pub spec fn update(self, i: int, a: A) -> Seq<A>;
}

pub broadcast axiom fn axiom_update_len<A>(s: Seq<A>, i: int, a: A)
    requires 0 <= i < s.len(),
    ensures (#[trigger] s.update(i, a)).len() == s.len(),
;

pub broadcast axiom fn axiom_update_index<A>(s: Seq<A>, i: int, a: A, j: int)
    requires 0 <= i < s.len(), 0 <= j < s.len(),
    ensures #[trigger] s.update(i, a).index(j) == if i == j { a } else { s.index(j) },
;

pub broadcast axiom fn axiom_same<A>(s: Seq<A>, t: Seq<A>)
    ensures
        #[trigger] (s =~= t) <==> s.len() == t.len() && forall|i: int| 0 <= i < s.len() ==> #[trigger] s.index(i) == t.index(i),
;

pub broadcast group group_seq_axioms {
    axiom_update_len,
    axiom_update_index,
    axiom_same,
}

} // verus!
