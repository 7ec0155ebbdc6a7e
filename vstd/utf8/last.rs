//! The bytes of a character one by one, and the last character of a sequence of bytes.
// @when utf8

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The only byte of a character.
pub open spec fn leading_byte_width_1(scalar: u32) -> u8
    recommends
        has_width_1_encoding(scalar),
{
    scalar as u8
}

/// The first byte of a character that takes two.
pub open spec fn leading_byte_width_2(scalar: u32) -> u8
    recommends
        has_width_2_encoding(scalar),
{
    (0xC0 + scalar as int / 0x40) as u8
}

/// The first byte of a character that takes three.
pub open spec fn leading_byte_width_3(scalar: u32) -> u8
    recommends
        has_width_3_encoding(scalar),
{
    (0xE0 + scalar as int / 0x1000) as u8
}

/// The first byte of a character that takes four.
pub open spec fn leading_byte_width_4(scalar: u32) -> u8
    recommends
        has_width_4_encoding(scalar),
{
    (0xF0 + scalar as int / 0x4_0000) as u8
}

/// The last byte of a character that takes more than one.
pub open spec fn last_continuation_byte(scalar: u32) -> u8
    recommends
        has_width_2_encoding(scalar) || has_width_3_encoding(scalar) || has_width_4_encoding(scalar),
{
    continuation_byte(scalar, 1)
}

/// The byte before the last one of a character that takes three or four.
pub open spec fn second_last_continuation_byte(scalar: u32) -> u8
    recommends
        has_width_3_encoding(scalar) || has_width_4_encoding(scalar),
{
    continuation_byte(scalar, 0x40)
}

/// The second byte of a character that takes four.
pub open spec fn third_last_continuation_byte(scalar: u32) -> u8
    recommends
        has_width_4_encoding(scalar),
{
    continuation_byte(scalar, 0x1000)
}

/// How many bytes the last character takes: the last byte that is not one of those that follow, and what comes after it.
pub open spec fn length_of_last_scalar(bytes: Seq<u8>) -> int
    recommends
        valid_utf8(bytes),
        bytes.len() > 0,
{
    let n = bytes.len() as int;
    if !is_continuation_byte(bytes[n - 1]) {
        1
    } else if !is_continuation_byte(bytes[n - 2]) {
        2
    } else if !is_continuation_byte(bytes[n - 3]) {
        3
    } else {
        4
    }
}

/// The bytes of the last character.
pub open spec fn take_last_scalar(bytes: Seq<u8>) -> Seq<u8>
    recommends
        valid_utf8(bytes),
        bytes.len() > 0,
{
    bytes.subrange(bytes.len() - length_of_last_scalar(bytes), bytes.len() as int)
}

/// The last character, as a number.
pub open spec fn decode_last_scalar(bytes: Seq<u8>) -> u32
    recommends
        valid_utf8(bytes),
        bytes.len() > 0,
{
    let n = bytes.len() as int;
    let length = length_of_last_scalar(bytes);
    if length == 1 {
        codepoint_width_1(bytes[n - 1])
    } else if length == 2 {
        codepoint_width_2(bytes[n - 2], bytes[n - 1])
    } else if length == 3 {
        codepoint_width_3(bytes[n - 3], bytes[n - 2], bytes[n - 1])
    } else {
        codepoint_width_4(bytes[n - 4], bytes[n - 3], bytes[n - 2], bytes[n - 1])
    }
}

} // verus!
