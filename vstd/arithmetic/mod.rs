//! Arithmetic beyond what the solver does by itself: products, quotients and powers.

pub mod div_mod;
pub mod mul;
pub mod power;
