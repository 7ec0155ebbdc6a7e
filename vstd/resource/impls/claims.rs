//! What the holder of a part of a map may do with a key.
// @when resource

#[allow(unused_imports)]
use crate::resource::agree::AgreementRA;
#[allow(unused_imports)]
use crate::resource::exclusive::ExclusiveRA;
#[allow(unused_imports)]
use crate::resource::sum::SumRA;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A value that one holder has for himself, so that he may change it, or one that all holders agree on for ever.
pub(super) type Claim<V> = SumRA<ExclusiveRA<V>, AgreementRA<V>>;

/// A value that one holder has for himself.
pub(super) open spec fn owned<V>(v: V) -> Claim<V> {
    SumRA::Left(ExclusiveRA::Exclusive(v))
}

/// A value that all holders agree on.
pub(super) open spec fn agreed<V>(v: V) -> Claim<V> {
    SumRA::Right(AgreementRA::Agree(v))
}

/// The value.
pub(super) open spec fn claimed<V>(claim: Claim<V>) -> V {
    match claim {
        SumRA::Left(ExclusiveRA::Exclusive(v)) => v,
        SumRA::Right(AgreementRA::Agree(v)) => v,
        _ => crate::pervasive::arbitrary(),
    }
}

} // verus!
