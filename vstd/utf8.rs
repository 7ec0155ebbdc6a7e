//! UTF-8: how a sequence of characters is written in bytes.
//!
//! What bytes are valid and how they decode is said through the encoding: bytes are valid when they encode some
//! characters, and decode to them.

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

/// The bytes 10xxxxxx, which follow a first byte.
pub open spec fn is_continuation_byte(byte: u8) -> bool {
    0x80 <= byte < 0xC0
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

/// Bytes that are the encoding of some characters.
pub open spec fn valid_utf8(bytes: Seq<u8>) -> bool {
    exists|chars: Seq<char>| #[trigger] encode_utf8(chars) == bytes
}

/// The characters that the bytes encode.
pub open spec fn decode_utf8(bytes: Seq<u8>) -> Seq<char>
    recommends
        valid_utf8(bytes),
{
    choose|chars: Seq<char>| #[trigger] encode_utf8(chars) == bytes
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

/// Characters below 128 only.
pub open spec fn is_ascii_chars(chars: Seq<char>) -> bool {
    forall|i: int| 0 <= i < chars.len() ==> (#[trigger] chars[i] as u32) < 0x80
}

/// A character is a scalar value.
pub broadcast proof fn char_is_scalar(c: char)
    ensures
        #[trigger] is_scalar(c as u32),
{
}

/// One more character adds its bytes.
pub broadcast proof fn encode_utf8_push(chars: Seq<char>, c: char)
    ensures
        #[trigger] encode_utf8(chars.push(c)) == encode_utf8(chars) + encode_scalar(c as u32),
{
    assert(chars.push(c).drop_last() =~= chars);
}

/// The encoding goes character by character.
pub broadcast proof fn encode_utf8_concat(a: Seq<char>, b: Seq<char>)
    ensures
        #[trigger] encode_utf8(a + b) == encode_utf8(a) + encode_utf8(b),
    decreases b.len(),
{
    if b.len() == 0 {
        assert(a + b =~= a);
        assert(encode_utf8(a) + encode_utf8(b) =~= encode_utf8(a));
    } else {
        encode_utf8_concat(a, b.drop_last());
        assert((a + b).drop_last() =~= a + b.drop_last());
        assert((a + b).last() == b.last());
        assert(encode_utf8(a) + encode_utf8(b) =~= (encode_utf8(a) + encode_utf8(b.drop_last())) + encode_scalar(
            b.last() as u32,
        ));
    }
}

/// A character takes one to four bytes.
pub broadcast proof fn lemma_encode_scalar_len(scalar: u32)
    ensures
        1 <= #[trigger] encode_scalar(scalar).len() <= 4,
{
}

/// An encoding has at least as many bytes as characters, and at most four times as many.
pub broadcast proof fn lemma_encode_utf8_len_bounds(chars: Seq<char>)
    ensures
        chars.len() <= #[trigger] encode_utf8(chars).len() <= 4 * chars.len(),
    decreases chars.len(),
{
    if chars.len() > 0 {
        lemma_encode_utf8_len_bounds(chars.drop_last());
        lemma_encode_scalar_len(chars.last() as u32);
    }
}

/// An encoding is that of the first characters, and that of the others.
pub proof fn lemma_encode_utf8_split(chars: Seq<char>, at: int)
    requires
        0 <= at <= chars.len(),
    ensures
        encode_utf8(chars) == encode_utf8(chars.take(at)) + encode_utf8(chars.skip(at)),
{
    assert(chars =~= chars.take(at) + chars.skip(at));
    encode_utf8_concat(chars.take(at), chars.skip(at));
}

/// More of the first characters have more bytes.
pub proof fn lemma_encode_utf8_len_strictly_monotonic(s: Seq<char>, i: int, j: int)
    requires
        0 <= i < j <= s.len(),
    ensures
        encode_utf8(s.subrange(0, i)).len() < encode_utf8(s.subrange(0, j)).len(),
{
    let longer = s.take(j);
    lemma_encode_utf8_split(longer, i);
    lemma_encode_utf8_len_bounds(longer.skip(i));
    assert(longer.take(i) =~= s.take(i));
}

/// An encoding is valid.
pub broadcast proof fn encode_utf8_valid_utf8(chars: Seq<char>)
    ensures
        valid_utf8(#[trigger] encode_utf8(chars)),
{
}

/// What valid bytes decode to is encoded by them.
pub broadcast proof fn decode_utf8_encode_utf8(bytes: Seq<u8>)
    requires
        valid_utf8(bytes),
    ensures
        #[trigger] encode_utf8(decode_utf8(bytes)) == bytes,
{
}

/// Valid bytes one after the other are valid.
pub broadcast proof fn valid_utf8_concat(b1: Seq<u8>, b2: Seq<u8>)
    requires
        #[trigger] valid_utf8(b1),
        #[trigger] valid_utf8(b2),
    ensures
        #[trigger] valid_utf8(b1 + b2),
{
    encode_utf8_concat(decode_utf8(b1), decode_utf8(b2));
    assert(encode_utf8(decode_utf8(b1) + decode_utf8(b2)) == b1 + b2);
}

/// ASCII characters are their own bytes.
pub broadcast proof fn is_ascii_chars_encode_utf8(chars: Seq<char>)
    requires
        #[trigger] is_ascii_chars(chars),
    ensures
        chars.len() == encode_utf8(chars).len(),
        forall|i: int|
            #![trigger chars[i]]
            #![trigger encode_utf8(chars)[i]]
            0 <= i < chars.len() ==> chars[i] as u8 == encode_utf8(chars)[i],
    decreases chars.len(),
{
    if chars.len() > 0 {
        let rest = chars.drop_last();
        assert forall|i: int| 0 <= i < rest.len() implies (#[trigger] rest[i] as u32) < 0x80 by {
            assert(rest[i] == chars[i]);
        }
        is_ascii_chars_encode_utf8(rest);
        assert((chars[chars.len() - 1] as u32) < 0x80);
        assert forall|i: int| 0 <= i < chars.len() implies #[trigger] chars[i] as u8 == encode_utf8(chars)[i] by {
            if i < rest.len() {
                assert(rest[i] == chars[i]);
            }
        }
    }
}

/// Every character of two ASCII sequences one after the other is ASCII, and the other way round.
pub broadcast proof fn is_ascii_chars_concat(c1: Seq<char>, c2: Seq<char>, c3: Seq<char>)
    requires
        c1 =~= c2 + c3,
    ensures
        #![trigger c2 + c3, is_ascii_chars(c1), is_ascii_chars(c2), is_ascii_chars(c3)]
        is_ascii_chars(c1) <==> is_ascii_chars(c2) && is_ascii_chars(c3),
{
    assert forall|i: int| is_ascii_chars(c1) && 0 <= i < c2.len() implies (#[trigger] c2[i] as u32) < 0x80 by {
        assert(c1[i] == c2[i]);
    }
    assert forall|i: int| is_ascii_chars(c1) && 0 <= i < c3.len() implies (#[trigger] c3[i] as u32) < 0x80 by {
        assert(c1[i + c2.len()] == c3[i]);
    }
}

/// The start and the end are between characters.
pub broadcast proof fn is_char_boundary_start_end_of_seq(bytes: Seq<u8>)
    requires
        valid_utf8(bytes),
    ensures
        #![trigger is_char_boundary(bytes, 0)]
        #![trigger is_char_boundary(bytes, bytes.len() as int)]
        is_char_boundary(bytes, 0),
        is_char_boundary(bytes, bytes.len() as int),
{
}

/// What programs that look at bytes of strings want to know.
pub broadcast group group_utf8_lib {
    encode_utf8_valid_utf8,
    decode_utf8_encode_utf8,
    char_is_scalar,
    valid_utf8_concat,
    is_char_boundary_start_end_of_seq,
    is_ascii_chars_encode_utf8,
    is_ascii_chars_concat,
    encode_utf8_concat,
    encode_utf8_push,
}

} // verus!
