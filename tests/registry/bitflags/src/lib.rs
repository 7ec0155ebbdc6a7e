//! Rights as flags.

use vstd::prelude::*;

bitflags::bitflags! {
    /// What somebody may do with a file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Rights: u8 {
        const READ = 1;
        const WRITE = 2;
    }
}

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExRights(Rights);

/// The bits of a set of flags.
pub uninterp spec fn bits_of(rights: Rights) -> u8;

pub assume_specification[ Rights::bits ](rights: &Rights) -> (r: u8)
    ensures
        r == bits_of(*rights),
;

pub assume_specification[ Rights::from_bits_truncate ](bits: u8) -> (r: Rights)
    ensures
        bits_of(r) == bits & 3,
;

pub assume_specification[ Rights::union ](a: Rights, b: Rights) -> (r: Rights)
    ensures
        bits_of(r) == bits_of(a) | bits_of(b),
;

pub assume_specification[ Rights::contains ](a: &Rights, b: Rights) -> (r: bool)
    ensures
        r == (bits_of(*a) & bits_of(b) == bits_of(b)),
;

/// At least the rights of both.
pub fn both(a: Rights, b: u8) -> (r: Rights)
    requires
        b < 4,
    ensures
        bits_of(r) & bits_of(a) == bits_of(a),
        bits_of(r) & b == b,
{
    let other = Rights::from_bits_truncate(b);
    let r = a.union(other);
    let a_bits = a.bits();
    let o = other.bits();
    assert((a_bits | o) & a_bits == a_bits) by (bit_vector);
    assert(o == b & 3 && b < 4 ==> (a_bits | o) & b == b) by (bit_vector);
    let still = r.contains(a);
    assert(still);
    r
}

} // verus!

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_add_up() {
        assert_eq!(both(Rights::READ, 2), Rights::READ | Rights::WRITE);
    }
}
