//! Ghost state that can be divided: resource algebras, partial commutative monoids and storage protocols.
//!
//! A *location* has a value of an algebra. Whoever holds a [`pcm::Resource`] of that location knows that its value is a
//! part of the whole, whatever others hold. So nobody can change the whole in a way that the parts of others do not
//! allow: that is what the axioms of `pcm` and `storage_protocol` say.
// @when resource

pub mod agree;
pub mod algebra;
pub mod auth;
pub mod exclusive;
pub mod frac;
pub mod ghost_var;
mod lib;
pub mod option;
pub mod pcm;
pub mod product;
pub mod relations;
pub mod storage_protocol;
pub mod sum;

pub use lib::*;

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The place of a piece of ghost state.
pub struct Loc(int);

} // verus!
