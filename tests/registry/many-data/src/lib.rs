//! Crates about numbers, hashes and collections: dependencies that verified code does not call.

use vstd::prelude::*;

/// One item of each.
pub mod used {
    pub use ahash::AHasher;
    pub use digest::Digest;
    pub use fastrand::Rng;
    pub use fixedbitset::FixedBitSet;
    pub use fnv::FnvHasher;
    pub use generic_array::GenericArray;
    pub use getrandom::fill;
    pub use hmac::Hmac;
    pub use lazy_static::lazy_static;
    pub use md5::Md5;
    pub use num_bigint::BigUint;
    pub use num_integer::gcd;
    pub use petgraph::Graph;
    pub use ppv_lite86::Machine;
    pub use rand::random;
    pub use rustc_hash::FxHasher;
    pub use sha1::Sha1;
    pub use subtle::Choice;
    pub use time::Duration;
    pub use tinyvec::ArrayVec;
    pub use typenum::U4;
    pub use uuid::Uuid;
    pub use zeroize::Zeroize;
}

verus! {

/// What is verified beside them.
pub fn double(n: u32) -> (r: u64)
    ensures
        r == 2 * n,
{
    2 * n as u64
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_doubled() {
        assert_eq!(super::double(u32::MAX), 0x1_ffff_fffe);
    }
}
