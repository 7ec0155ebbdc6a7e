//! The first character of a sequence of bytes: where it ends, and which one it is.
//!
//! Bits are said by quotients and remainders here. `lemma_parts_are_bits` says the same with the operators on bits.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The bytes 0xxxxxxx: a character that takes one byte.
pub open spec fn is_leading_byte_width_1(byte: u8) -> bool {
    byte < 0x80
}

/// The bytes 110xxxxx: the first one of two.
pub open spec fn is_leading_byte_width_2(byte: u8) -> bool {
    0xC0 <= byte < 0xE0
}

/// The bytes 1110xxxx: the first one of three.
pub open spec fn is_leading_byte_width_3(byte: u8) -> bool {
    0xE0 <= byte < 0xF0
}

/// The bytes 11110xxx: the first one of four.
pub open spec fn is_leading_byte_width_4(byte: u8) -> bool {
    0xF0 <= byte < 0xF8
}

/// The bytes 10xxxxxx, which follow a first byte.
pub open spec fn is_continuation_byte(byte: u8) -> bool {
    0x80 <= byte < 0xC0
}

/// What a byte after the first one adds to a character: six bits.
pub open spec fn continuation_bits(byte: u8) -> u32
    recommends
        is_continuation_byte(byte),
{
    (byte as int % 0x40) as u32
}

/// What the only byte says of a character: seven bits.
pub open spec fn leading_bits_width_1(byte: u8) -> u32
    recommends
        is_leading_byte_width_1(byte),
{
    (byte as int % 0x80) as u32
}

/// What the first byte of two says of a character: five bits.
pub open spec fn leading_bits_width_2(byte: u8) -> u32
    recommends
        is_leading_byte_width_2(byte),
{
    (byte as int % 0x20) as u32
}

/// What the first byte of three says of a character: four bits.
pub open spec fn leading_bits_width_3(byte: u8) -> u32
    recommends
        is_leading_byte_width_3(byte),
{
    (byte as int % 0x10) as u32
}

/// What the first byte of four says of a character: three bits.
pub open spec fn leading_bits_width_4(byte: u8) -> u32
    recommends
        is_leading_byte_width_4(byte),
{
    (byte as int % 8) as u32
}

/// The number that one byte stands for.
pub open spec fn codepoint_width_1(byte1: u8) -> u32
    recommends
        is_leading_byte_width_1(byte1),
{
    leading_bits_width_1(byte1)
}

/// The number that two bytes stand for.
pub open spec fn codepoint_width_2(byte1: u8, byte2: u8) -> u32
    recommends
        is_leading_byte_width_2(byte1),
        is_continuation_byte(byte2),
{
    (leading_bits_width_2(byte1) * 0x40 + continuation_bits(byte2)) as u32
}

/// The number that three bytes stand for.
pub open spec fn codepoint_width_3(byte1: u8, byte2: u8, byte3: u8) -> u32
    recommends
        is_leading_byte_width_3(byte1),
        is_continuation_byte(byte2),
        is_continuation_byte(byte3),
{
    (leading_bits_width_3(byte1) * 0x1000 + continuation_bits(byte2) * 0x40 + continuation_bits(byte3)) as u32
}

/// The number that four bytes stand for.
pub open spec fn codepoint_width_4(byte1: u8, byte2: u8, byte3: u8, byte4: u8) -> u32
    recommends
        is_leading_byte_width_4(byte1),
        is_continuation_byte(byte2),
        is_continuation_byte(byte3),
        is_continuation_byte(byte4),
{
    (leading_bits_width_4(byte1) * 0x4_0000 + continuation_bits(byte2) * 0x1000 + continuation_bits(byte3) * 0x40
        + continuation_bits(byte4)) as u32
}

/// Whether the first byte is followed by as many bytes as it asks for.
pub open spec fn valid_leading_and_continuation_bytes_first_codepoint(bytes: Seq<u8>) -> bool {
    let follows = |i: int| i < bytes.len() && is_continuation_byte(bytes[i]);
    bytes.len() > 0 && {
        ||| is_leading_byte_width_1(bytes[0])
        ||| is_leading_byte_width_2(bytes[0]) && follows(1)
        ||| is_leading_byte_width_3(bytes[0]) && follows(1) && follows(2)
        ||| is_leading_byte_width_4(bytes[0]) && follows(1) && follows(2) && follows(3)
    }
}

/// How many bytes the first one asks for, itself included.
pub open spec fn length_of_first_codepoint(bytes: Seq<u8>) -> int
    recommends
        valid_leading_and_continuation_bytes_first_codepoint(bytes),
{
    if is_leading_byte_width_1(bytes[0]) {
        1
    } else if is_leading_byte_width_2(bytes[0]) {
        2
    } else if is_leading_byte_width_3(bytes[0]) {
        3
    } else {
        4
    }
}

/// The number that the first bytes stand for.
pub open spec fn decode_first_codepoint(bytes: Seq<u8>) -> u32
    recommends
        valid_leading_and_continuation_bytes_first_codepoint(bytes),
{
    let length = length_of_first_codepoint(bytes);
    if length == 1 {
        codepoint_width_1(bytes[0])
    } else if length == 2 {
        codepoint_width_2(bytes[0], bytes[1])
    } else if length == 3 {
        codepoint_width_3(bytes[0], bytes[1], bytes[2])
    } else {
        codepoint_width_4(bytes[0], bytes[1], bytes[2], bytes[3])
    }
}

/// Whether fewer bytes than `len` would not do for the number. Four bytes must not say more than the largest scalar value.
pub open spec fn not_overlong_encoding(codepoint: u32, len: int) -> bool {
    &&& len == 2 ==> 0x80 <= codepoint
    &&& len == 3 ==> 0x800 <= codepoint
    &&& len == 4 ==> 0x1_0000 <= codepoint < 0x11_0000
}

/// Whether the number is none of those that UTF-16 uses for halves of characters.
pub open spec fn not_surrogate(codepoint: u32) -> bool {
    codepoint < 0xD800 || 0xE000 <= codepoint
}

/// Whether the bytes begin with the encoding of a character.
pub open spec fn valid_first_scalar(bytes: Seq<u8>) -> bool {
    &&& valid_leading_and_continuation_bytes_first_codepoint(bytes)
    &&& not_overlong_encoding(decode_first_codepoint(bytes), length_of_first_codepoint(bytes))
    &&& not_surrogate(decode_first_codepoint(bytes))
}

/// The first character, as a number.
pub open spec fn decode_first_scalar(bytes: Seq<u8>) -> u32
    recommends
        valid_first_scalar(bytes),
{
    decode_first_codepoint(bytes)
}

/// How many bytes the first character takes.
pub open spec fn length_of_first_scalar(bytes: Seq<u8>) -> int
    recommends
        valid_first_scalar(bytes),
{
    length_of_first_codepoint(bytes)
}

/// The bytes without those of the first character.
pub open spec fn pop_first_scalar(bytes: Seq<u8>) -> Seq<u8>
    recommends
        valid_first_scalar(bytes),
{
    bytes.subrange(length_of_first_scalar(bytes), bytes.len() as int)
}

/// The bytes of the first character.
pub open spec fn take_first_scalar(bytes: Seq<u8>) -> Seq<u8>
    recommends
        valid_first_scalar(bytes),
{
    bytes.subrange(0, length_of_first_scalar(bytes))
}

} // verus!
