#![feature(allocator_api)]

extern crate alloc;

pub mod array;
pub mod pervasive;
pub mod prelude;
pub mod seq;
pub mod slice;
pub mod std_specs;
pub mod view;

builtin_macros::verus! {

#[verifier::broadcast_use_by_default_when_this_crate_is_imported]
pub broadcast group group_vstd_default {
    seq::group_seq_axioms,
    std_specs::vec::axiom_length,
    slice::axiom_length,
    array::axiom_length,
    std_specs::range::axiom_next,
}

} // verus!
