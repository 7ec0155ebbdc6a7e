//! Parts of values, and changes that no other part can see.
// @when resource

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::pcm::PCM;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Whether `a` is a part of `b`.
pub open spec fn incl<RA: ResourceAlgebra>(a: RA, b: RA) -> bool {
    exists|c: RA| #[trigger] RA::op(a, c) == b
}

/// Whether `c` is a part of everything valid that `a` and `b` are parts of.
pub open spec fn conjunct_shared<RA: ResourceAlgebra>(a: RA, b: RA, c: RA) -> bool {
    forall|p: RA| p.valid() && incl(a, p) && incl(b, p) ==> #[trigger] incl(c, p)
}

/// Whether `b` can take the place of `a`, whatever others have.
pub open spec fn frame_preserving_update<P: PCM>(a: P, b: P) -> bool {
    forall|c: P| #![trigger P::op(a, c), P::op(b, c)] P::op(a, c).valid() ==> P::op(b, c).valid()
}

/// Whether, whatever others have, one of the values `bs` can take the place of `a`.
pub open spec fn frame_preserving_update_nondeterministic<P: PCM>(a: P, bs: ISet<P>) -> bool {
    forall|c: P|
        #![trigger P::op(a, c)]
        P::op(a, c).valid() ==> exists|b: P| #[trigger] bs.contains(b) && P::op(b, c).valid()
}

/// Like [`frame_preserving_update`], where others may have nothing.
pub open spec fn frame_preserving_update_opt<RA: ResourceAlgebra>(a: RA, b: RA) -> bool {
    forall|c: Option<RA>|
        #![trigger Option::<RA>::op(Some(a), c), Option::<RA>::op(Some(b), c)]
        Option::<RA>::op(Some(a), c).valid() ==> Option::<RA>::op(Some(b), c).valid()
}

/// Like [`frame_preserving_update_nondeterministic`], where others may have nothing.
pub open spec fn frame_preserving_update_nondeterministic_opt<RA: ResourceAlgebra>(a: RA, bs: ISet<RA>) -> bool {
    forall|c: Option<RA>|
        #![trigger Option::<RA>::op(Some(a), c)]
        Option::<RA>::op(Some(a), c).valid() ==> exists|b: RA| #[trigger]
            bs.contains(b) && Option::<RA>::op(Some(b), c).valid()
}

/// The values of `s`, each put together with `t`.
pub open spec fn set_op<RA: ResourceAlgebra>(s: ISet<RA>, t: RA) -> ISet<RA> {
    ISet::new(|v: RA| exists|q: RA| #[trigger] s.contains(q) && v == RA::op(q, t))
}

/// Parts of parts are parts.
pub proof fn lemma_incl_transitive<RA: ResourceAlgebra>(a: RA, b: RA, c: RA)
    requires
        incl(a, b),
        incl(b, c),
    ensures
        incl(a, c),
{
    let p = choose|p: RA| #[trigger] RA::op(a, p) == b;
    let q = choose|q: RA| #[trigger] RA::op(b, q) == c;
    RA::associative(a, p, q);
    assert(RA::op(a, RA::op(p, q)) == c);
}

/// A change that nobody sees, as one of what may be there.
pub proof fn lemma_frame_preserving_opt<RA: ResourceAlgebra>(a: RA, b: RA)
    requires
        frame_preserving_update_opt::<RA>(a, b),
    ensures
        frame_preserving_update::<Option<RA>>(Some(a), Some(b)),
{
}

/// A change that nobody sees to one of several values, as one of what may be there.
pub proof fn lemma_frame_preserving_update_nondeterministic_opt<RA: ResourceAlgebra>(a: RA, bs: ISet<RA>)
    requires
        frame_preserving_update_nondeterministic_opt::<RA>(a, bs),
    ensures
        frame_preserving_update_nondeterministic::<Option<RA>>(Some(a), bs.map(|b: RA| Some(b))),
{
    broadcast use group_iset_lemmas;

    let there = bs.map(|b: RA| Some(b));
    assert forall|c: Option<RA>| #[trigger] Option::<RA>::op(Some(a), c).valid() implies exists|b: Option<RA>|
        #[trigger]
        there.contains(b) && Option::<RA>::op(b, c).valid() by {
        let b = choose|b: RA| #[trigger] bs.contains(b) && Option::<RA>::op(Some(b), c).valid();
        let f = |b: RA| Some(b);
        assert(f(b) == Some(b));
        assert(there.contains(Some(b)));
    }
}

} // verus!
