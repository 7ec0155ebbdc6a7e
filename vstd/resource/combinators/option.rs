//! What may be there or not: nothing added to an algebra.
// @when resource

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::pcm::PCM;
#[allow(unused_imports)]
use crate::resource::relations::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

impl<RA: ResourceAlgebra> ResourceAlgebra for Option<RA> {
    open spec fn valid(self) -> bool {
        match self {
            Some(v) => v.valid(),
            None => true,
        }
    }

    open spec fn op(a: Self, b: Self) -> Self {
        match a {
            None => b,
            Some(v) => match b {
                None => a,
                Some(w) => Some(RA::op(v, w)),
            },
        }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
        if let (Some(u), Some(v), Some(w)) = (a, b, c) {
            RA::associative(u, v, w);
        }
    }

    proof fn commutative(a: Self, b: Self) {
        if let (Some(v), Some(w)) = (a, b) {
            RA::commutative(v, w);
        }
    }

    proof fn valid_op(a: Self, b: Self) {
        if let (Some(v), Some(w)) = (a, b) {
            RA::valid_op(v, w);
        }
    }
}

impl<RA: ResourceAlgebra> PCM for Option<RA> {
    open spec fn unit() -> Self {
        None
    }

    proof fn op_unit(self) {
    }

    proof fn unit_valid() {
    }
}

/// A part is a part of what is there.
pub proof fn lemma_incl_opt<RA: ResourceAlgebra>(a: RA, b: RA)
    requires
        incl::<RA>(a, b),
    ensures
        incl::<Option<RA>>(Some(a), Some(b)),
{
    let c = choose|c: RA| #[trigger] RA::op(a, c) == b;
    assert(Option::<RA>::op(Some(a), Some(c)) == Some(b));
}

/// A part of what is there is a part, or all of it.
pub proof fn lemma_incl_opt_rev<RA: ResourceAlgebra>(a: RA, b: RA)
    requires
        incl::<Option<RA>>(Some(a), Some(b)),
    ensures
        incl::<RA>(a, b) || a == b,
{
    let c = choose|c: Option<RA>| #[trigger] Option::<RA>::op(Some(a), c) == Some(b);
    if let Some(d) = c {
        assert(RA::op(a, d) == b);
    }
}

/// Values put together with `t`, as what is there.
pub proof fn lemma_set_op_opt<RA: ResourceAlgebra>(s: ISet<RA>, t: RA)
    ensures
        set_op(s, t).map(|b: RA| Some(b)) == set_op(s.map(|x: RA| Some(x)), Some(t)),
{
    broadcast use group_iset_lemmas;

    let there = s.map(|x: RA| Some(x));
    let (wrapped, put_together) = (set_op(s, t).map(|b: RA| Some(b)), set_op(there, Some(t)));
    assert forall|o: Option<RA>| #[trigger] wrapped.contains(o) == put_together.contains(o) by {
        if wrapped.contains(o) {
            let q = choose|q: RA| #[trigger] s.contains(q) && o == Some(RA::op(q, t));
            assert(there.contains(Some(q)));
        }
        if put_together.contains(o) {
            let p = choose|p: Option<RA>| #[trigger] there.contains(p) && o == Option::<RA>::op(p, Some(t));
            assert(set_op(s, t).contains(RA::op(p->0, t)));
        }
    }
    assert(wrapped =~= put_together);
}

} // verus!
