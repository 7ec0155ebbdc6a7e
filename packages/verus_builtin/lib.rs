//! The types and functions of the Verus language in a compiled program: `Ghost` and `Tracked` are of no size, numbers
//! without bounds have no values, and a function of specifications is only a name to import.
//!
//! Made by `build.rs` from `std-api/verus_builtin.rs`, which the verifier reads.
#![no_std]
#![allow(dead_code, non_snake_case, non_camel_case_types, unused_imports, unused_variables, clippy::all)]

include!(concat!(env!("OUT_DIR"), "/verus_builtin.rs"));
