//! Bodies: expressions of the tree to pure expressions and statements of VIR.
//!
//! One routine lowers an expression in any context. In a pure context (specifications, spec functions) it may not emit
//! statements; elsewhere whatever has an effect is emitted in evaluation order and the value is what is left.
//!
//! Guide page `ghost_vs_exec`. Two questions are asked everywhere: is this ghost code ([`Fx::is_ghost`]), where arithmetic is
//! exact and exec functions cannot be called, and may it have effects ([`Fx::is_pure`]). Spec code is ghost and pure, a proof
//! block is ghost with effects, exec code is neither. Ghost code vanishes from the compiled program, so it must not
//! change what runs nor decide where the program goes: writes to exec variables, and jumps out of ghost code, are
//! refused.

mod arguments;
mod arith;
mod atomic_call;
mod atomic_update;
mod atomicity;
mod borrow;
mod borrowed;
mod builtin;
mod call;
mod callable;
mod closure;
mod control;
mod copies;
mod destructure;
mod equality;
mod expr;
mod float;
mod foreign_elements;
mod fx;
mod ghost_type_args;
pub(crate) mod header;
mod index;
mod invariant;
mod literal;
mod loops;
mod matching;
mod modified;
mod open_invariant;
mod pattern;
mod place;
mod proof;
mod proof_closure;
mod quant;
mod raw_pointer;
mod real;
mod std_macros;
mod trait_object;
pub(crate) mod trigger_forms;
pub(crate) mod triggers;
mod try_operator;
mod union;
mod wrap;

pub(crate) use arith::width;
pub(crate) use fx::{Fx, Owner, Position, Slot};
pub(crate) use proof_closure::Usage;
