//! Algebras, and algebras made of others.
// @when resource

pub mod agree;
pub mod auth;
pub mod exclusive;
pub mod frac;
pub mod option;
pub mod product;
pub mod sum;
