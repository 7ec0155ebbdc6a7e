//! Bytes as text.

use base64::Engine;
use base64::engine::general_purpose::{GeneralPurpose, STANDARD};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExGeneralPurpose(GeneralPurpose);

pub uninterp spec fn encoded(bytes: Seq<u8>) -> Seq<char>;

pub assume_specification[ base64::encoded_len ](bytes_len: usize, padding: bool) -> (r: Option<usize>)
    ensures
        padding && bytes_len < 1000 ==> r == Some(((bytes_len + 2) / 3 * 4) as usize),
;

#[verifier::external_body]
pub fn encode(bytes: &[u8]) -> (r: String)
    ensures
        r@ == encoded(bytes@),
{
    STANDARD.encode(bytes)
}

pub fn room(bytes: &[u8]) -> (r: usize)
    requires
        bytes.len() < 1000,
    ensures
        r >= bytes.len(),
        r % 4 == 0,
{
    match base64::encoded_len(bytes.len(), true) {
        Some(length) => length,
        None => 0,
    }
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_room() {
        assert_eq!(super::encode(b"abcd").len(), super::room(b"abcd"));
    }
}
