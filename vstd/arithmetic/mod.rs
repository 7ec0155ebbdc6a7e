//! Arithmetic beyond what the solver does by itself: products, quotients, powers and logarithms.
// @when arithmetic

pub mod div_mod;
pub mod internals;
pub mod logarithm;
pub mod mul;
pub mod overflow;
pub mod power;
pub mod power2;
