//! Values that all who have them agree on.
// @when resource

#[allow(unused_imports)]
use crate::resource::algebra::{Resource, ResourceAlgebra};
#[allow(unused_imports)]
use crate::resource::relations::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A value that can be put together with itself only.
pub enum AgreementRA<T> {
    /// The value.
    Agree(T),
    /// What two different ones would be.
    Invalid,
}

impl<T> ResourceAlgebra for AgreementRA<T> {
    open spec fn valid(self) -> bool {
        self is Agree
    }

    open spec fn op(a: Self, b: Self) -> Self {
        if a == b {
            a
        } else {
            AgreementRA::Invalid
        }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
    }

    proof fn commutative(a: Self, b: Self) {
    }

    proof fn valid_op(a: Self, b: Self) {
    }
}

impl<T> AgreementRA<T> {
    /// The value that they agree on.
    pub open spec fn view(self) -> T {
        self->Agree_0
    }
}

/// Two pieces of one location agree.
pub proof fn lemma_agree<T>(tracked a: &Resource<AgreementRA<T>>, tracked b: &Resource<AgreementRA<T>>)
    requires
        a.loc() == b.loc(),
    ensures
        a.value()@ == b.value()@,
{
    let tracked both = a.join_shared(b);
    both.validate();
}

} // verus!
