//! UTF-8: how a sequence of characters is written in bytes.
//!
//! A character takes one to four bytes. The first one says how many there are and has the upper bits of the character; each of
//! the others has six more bits. `encode_utf8` and `decode_utf8` are inverse to each other, for bytes that are valid.

mod first;
mod last;
mod lemmas;
mod places;

pub use first::*;
pub use last::*;
pub use lemmas::*;
pub use places::*;

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use crate::seq::group_seq_lemmas;

/// Scalar values that take one byte.
pub open spec fn has_width_1_encoding(v: u32) -> bool {
    v < 0x80
}

/// Scalar values that take two bytes.
pub open spec fn has_width_2_encoding(v: u32) -> bool {
    0x80 <= v < 0x800
}

/// Scalar values that take three bytes. The surrogates are not scalar values.
pub open spec fn has_width_3_encoding(v: u32) -> bool {
    0x800 <= v < 0x1_0000 && !(0xD800 <= v < 0xE000)
}

/// Scalar values that take four bytes.
pub open spec fn has_width_4_encoding(v: u32) -> bool {
    0x1_0000 <= v < 0x11_0000
}

/// The values that a `char` has.
pub open spec fn is_scalar(v: u32) -> bool {
    v < 0xD800 || 0xE000 <= v < 0x11_0000
}

/// The byte that carries the six bits of a value above `unit`, which is a power of 64.
pub open spec fn continuation_byte(v: u32, unit: int) -> u8 {
    (0x80 + (v as int / unit) % 64) as u8
}

/// The bytes of a character.
pub open spec fn encode_scalar(scalar: u32) -> Seq<u8>
    recommends
        is_scalar(scalar),
{
    if has_width_1_encoding(scalar) {
        Seq::empty().push(scalar as u8)
    } else if has_width_2_encoding(scalar) {
        Seq::empty().push((0xC0 + scalar as int / 0x40) as u8).push(continuation_byte(scalar, 1))
    } else if has_width_3_encoding(scalar) {
        Seq::empty().push((0xE0 + scalar as int / 0x1000) as u8).push(continuation_byte(scalar, 0x40)).push(
            continuation_byte(scalar, 1),
        )
    } else {
        Seq::empty().push((0xF0 + scalar as int / 0x4_0000) as u8).push(continuation_byte(scalar, 0x1000)).push(
            continuation_byte(scalar, 0x40),
        ).push(continuation_byte(scalar, 1))
    }
}

/// The bytes of a sequence of characters.
pub open spec fn encode_utf8(chars: Seq<char>) -> Seq<u8>
    decreases chars.len(),
{
    if chars.len() == 0 {
        Seq::empty()
    } else {
        encode_utf8(chars.drop_last()) + encode_scalar(chars.last() as u32)
    }
}

/// Bytes that are the encodings of characters, one after the other.
pub open spec fn valid_utf8(bytes: Seq<u8>) -> bool
    decreases bytes.len(),
{
    bytes.len() > 0 ==> valid_first_scalar(bytes) && valid_utf8(pop_first_scalar(bytes))
}

/// The characters that the bytes encode, up to the first byte that does not belong to one.
pub open spec fn decode_utf8(bytes: Seq<u8>) -> Seq<char>
    recommends
        valid_utf8(bytes),
    decreases bytes.len(),
{
    if valid_first_scalar(bytes) {
        Seq::empty().push(decode_first_scalar(bytes) as char) + decode_utf8(pop_first_scalar(bytes))
    } else {
        Seq::empty()
    }
}

/// Positions between characters, the end among them.
pub open spec fn is_char_boundary(bytes: Seq<u8>, index: int) -> bool
    recommends
        valid_utf8(bytes),
{
    ||| index == 0
    ||| index == bytes.len()
    ||| 0 < index < bytes.len() && !is_continuation_byte(bytes[index])
}

/// Whether the character at this place begins at this byte, or the string ends there.
pub open spec fn begins_at(chars: Seq<char>, at: int, byte: int) -> bool {
    &&& 0 <= at <= chars.len()
    &&& encode_utf8(chars.take(at)).len() == byte
}

/// Characters below 128 only.
pub open spec fn is_ascii_chars(chars: Seq<char>) -> bool {
    forall|i: int| 0 <= i < chars.len() ==> (#[trigger] chars[i] as u32) < 0x80
}

} // verus!
