//! The library of specifications: mathematical collections, views, and the contracts of the standard library's
//! functions that verified code may call.
//!
//! Names and signatures are those that programs in the Verus language expect. What is trusted is little and easy to
//! find: it begins with `axiom_`, is declared `uninterp`, or stands in `std_specs/`. `README.md` lists it. Everything
//! else is a definition or a proved lemma.
//!
//! Modules that only reason (`seq_lib`, `set_lib`, ..) cost a program nothing until it names them.

#![cfg_attr(not(feature = "std"), no_std)]

// Where there is no `std`, what a smaller library has of it is found under the same paths.
#[cfg(all(feature = "alloc", not(feature = "std")))]
extern crate alloc as std;
#[cfg(not(feature = "alloc"))]
extern crate core as std;

// What loops are written out to names the library by its path.
extern crate self as vstd;

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

pub mod arithmetic;
pub mod array;
pub mod atomic;
pub mod atomic_ghost;
pub mod bits;
#[cfg(feature = "alloc")]
pub mod bytes;
pub mod calc_macro;
pub mod cell;
pub mod compute;
pub mod contrib;
pub mod derived;
pub mod endian;
pub mod epr;
pub mod float;
pub mod function;
pub mod future;
#[cfg(feature = "std")]
pub mod hash_map;
#[cfg(feature = "std")]
pub mod hash_set;
pub mod imap;
pub mod imap_lib;
pub mod invariant;
pub mod iset;
pub mod iset_lib;
pub mod laws_cmp;
pub mod laws_eq;
pub mod layout;
pub mod logatom;
pub mod map;
pub mod map_lib;
pub mod math;
pub mod modes;
pub mod multiset;
pub mod multiset_lib;
pub mod pervasive;
pub mod predicate;
pub mod prelude;
pub mod proph;
pub mod raw_ptr;
pub mod relations;
pub mod resource;
pub mod rwlock;
pub mod seq;
pub mod seq_lib;
pub mod set;
pub mod set_lib;
pub mod shared;
#[cfg(feature = "alloc")]
pub mod simple_pptr;
pub mod slice;
pub mod state_machines;
pub mod std_specs;
pub mod string;
#[cfg(feature = "std")]
pub mod thread;
pub mod tokens;
pub mod utf8;
pub mod view;
pub mod wrapping;

#[cfg(not(feature = "alloc"))]
mod without_alloc;

verus! {

/// What every program knows without asking: how the collections are built and read, and when they are equal.
#[verifier::broadcast_use_by_default_when_this_crate_is_imported]
pub broadcast group group_vstd_default {
    seq::group_seq_lemmas,
    seq_lib::group_seq_lib_default,
    iset::group_iset_lemmas,
    set::group_set_lemmas,
    set_lib::group_set_lib_default,
    imap::group_imap_lemmas,
    map::group_map_lemmas,
    multiset::group_multiset_axioms,
    compute::all_spec_ensures,
    slice::group_slice_axioms,
    array::group_array_axioms,
    string::group_string_axioms,
    std_specs::iter::group_iter_adapter_axioms,
    std_specs::slice::group_slice_iter_lemmas,
    std_specs::vec::group_vec_axioms,
    std_specs::vecdeque::group_vec_dequeue_axioms,
    std_specs::control_flow::group_control_flow_axioms,
    std_specs::hash::group_hash_axioms,
    hash_map::group_hash_map_axioms,
    hash_set::group_hash_set_axioms,
}

} // verus!
