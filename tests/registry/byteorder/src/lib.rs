//! Numbers in files, the most significant byte first.

use byteorder::{BigEndian, ByteOrder};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
pub struct ExBigEndian(BigEndian);

pub open spec fn big_endian(bytes: Seq<u8>) -> int {
    bytes[0] * 0x100 + bytes[1]
}

pub assume_specification[ <BigEndian as ByteOrder>::read_u16 ](buf: &[u8]) -> (r: u16)
    requires
        buf.len() >= 2,
    ensures
        r == big_endian(buf@),
;

pub assume_specification[ <BigEndian as ByteOrder>::write_u16 ](buf: &mut [u8], n: u16)
    requires
        old(buf).len() >= 2,
    ensures
        final(buf).len() == old(buf).len(),
        big_endian(final(buf)@) == n,
;

/// The number, if it is there.
pub fn read(bytes: &[u8]) -> (r: Option<u16>)
    ensures
        bytes.len() >= 2 ==> r == Some(big_endian(bytes@) as u16),
        bytes.len() < 2 ==> r is None,
{
    if bytes.len() >= 2 {
        Some(BigEndian::read_u16(bytes))
    } else {
        None
    }
}

pub fn round_trip(bytes: &mut [u8], n: u16) -> (r: u16)
    requires
        old(bytes).len() >= 2,
    ensures
        r == n,
{
    BigEndian::write_u16(bytes, n);
    BigEndian::read_u16(bytes)
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn the_most_significant_byte_is_first() {
        assert_eq!(super::read(&[1, 2, 3]), Some(0x102));
        assert_eq!(super::round_trip(&mut [0, 0], 500), 500);
    }
}
