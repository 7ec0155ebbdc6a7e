//! Ghost state that can be divided: resource algebras, partial commutative monoids and storage protocols.
//!
//! A *location* has a value of an algebra. Whoever holds a [`pcm::Resource`] of that location knows that its value is a
//! part of the whole, whatever others hold. So nobody can change the whole in a way that the parts of others do not
//! allow: that is what the axioms of `pcm` and `storage_protocol` say.
// @when resource

pub mod algebra;
mod combinators;
mod impls;
mod lib;
pub mod pcm;
pub mod relations;
pub mod storage_protocol;
pub mod verusync;

pub use combinators::{agree, auth, exclusive, frac, option, product, sum};
pub use impls::{frac_opt, ghost_var, imap, iset, map, seq, set};
pub use lib::*;

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The place of a piece of ghost state.
pub struct Loc(int);

} // verus!
