//! What the lemmas of arithmetic rest on: recursive definitions, induction, and bundles of facts about one operator.
//! Prefer the lemmas of `mul` and `div_mod`, which are about one fact each.
// @when arithmetic

pub mod div_internals;
pub mod div_internals_nonlinear;
pub mod general_internals;
pub mod mod_internals;
pub mod mod_internals_nonlinear;
pub mod mul_internals;
pub mod mul_internals_nonlinear;
