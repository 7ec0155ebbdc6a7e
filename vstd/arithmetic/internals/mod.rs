//! Steps towards the lemmas about products, quotients and remainders: inductions, and facts for all numbers at once.
//! Programs rarely need them.
// @when _internals

pub mod div_internals;
pub mod div_internals_nonlinear;
pub mod general_internals;
pub mod mod_internals;
pub mod mod_internals_nonlinear;
pub mod mul_internals;
