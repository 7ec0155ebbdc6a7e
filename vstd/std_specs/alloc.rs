//! The allocator that containers use unless told otherwise. It has no state that a program could see.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExGlobal(std::alloc::Global);

} // verus!
