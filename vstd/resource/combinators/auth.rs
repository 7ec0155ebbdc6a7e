//! One who knows the whole, and others who have parts of it.
// @when resource

#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::exclusive::ExclusiveRA;
#[allow(unused_imports)]
use crate::resource::pcm::PCM;
#[allow(unused_imports)]
use crate::resource::relations::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The whole, if one has it, and a part.
pub struct AuthRA<RA> {
    /// The whole, which only one can have.
    pub auth: Option<ExclusiveRA<RA>>,
    /// A part of it.
    pub frac: RA,
}

/// A part of what can exist can exist.
proof fn lemma_incl_valid<RA: ResourceAlgebra>(a: RA, b: RA)
    requires
        incl(a, b),
        b.valid(),
    ensures
        a.valid(),
{
    let c = choose|c: RA| #[trigger] RA::op(a, c) == b;
    RA::valid_op(a, c);
}

impl<RA: ResourceAlgebra> ResourceAlgebra for AuthRA<RA> {
    open spec fn valid(self) -> bool {
        match self.auth {
            None => self.frac.valid(),
            Some(ExclusiveRA::Exclusive(whole)) => whole.valid() && incl(self.frac, whole),
            Some(ExclusiveRA::Invalid) => false,
        }
    }

    open spec fn op(a: Self, b: Self) -> Self {
        AuthRA { auth: Option::<ExclusiveRA<RA>>::op(a.auth, b.auth), frac: RA::op(a.frac, b.frac) }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
        Option::<ExclusiveRA<RA>>::associative(a.auth, b.auth, c.auth);
        RA::associative(a.frac, b.frac, c.frac);
    }

    proof fn commutative(a: Self, b: Self) {
        Option::<ExclusiveRA<RA>>::commutative(a.auth, b.auth);
        RA::commutative(a.frac, b.frac);
    }

    proof fn valid_op(a: Self, b: Self) {
        let parts = RA::op(a.frac, b.frac);
        if let Some(ExclusiveRA::Exclusive(whole)) = Self::op(a, b).auth {
            lemma_incl_valid(parts, whole);
            assert(incl(a.frac, parts));
            lemma_incl_transitive(a.frac, parts, whole);
        }
        RA::valid_op(a.frac, b.frac);
    }
}

impl<P: PCM> PCM for AuthRA<P> {
    open spec fn unit() -> Self {
        AuthRA { auth: None, frac: P::unit() }
    }

    proof fn op_unit(self) {
        self.frac.op_unit();
    }

    proof fn unit_valid() {
        P::unit_valid();
    }
}

} // verus!
