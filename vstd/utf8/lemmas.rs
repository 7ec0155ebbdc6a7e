//! What is known of encodings: they decode to what was encoded, and characters end where others begin.
// @when utf8

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::arithmetic::div_mod::lemma_div_denominator;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use crate::seq::group_seq_lemmas;

/// A character is a scalar value.
pub broadcast proof fn char_is_scalar(c: char)
    ensures
        #[trigger] is_scalar(c as u32),
{
}

/// The number of a character is that of no other.
pub proof fn char_u32_cast(c: char, u: u32)
    requires
        u == (c as u32),
    ensures
        (u as char) == c,
{
}

/// The parts of the numbers that bytes stand for, said with the operators on bits.
pub proof fn lemma_parts_are_bits(byte: u8)
    ensures
        continuation_bits(byte) == (byte & 0x3F) as u32,
        leading_bits_width_1(byte) == (byte & 0x7F) as u32,
        leading_bits_width_2(byte) == (byte & 0x1F) as u32,
        leading_bits_width_3(byte) == (byte & 0x0F) as u32,
        leading_bits_width_4(byte) == (byte & 0x07) as u32,
{
    assert(byte & 0x3F == byte % 0x40 && byte & 0x7F == byte % 0x80 && byte & 0x1F == byte % 0x20 && byte & 0x0F == byte
        % 0x10 && byte & 0x07 == byte % 8) by (bit_vector);
}

/// The kinds of bytes, said with the operators on bits.
pub broadcast proof fn utf8_byte_ranges_bitwise(b: u8)
    ensures
        #![trigger b & 0x80]
        #![trigger b & 0xF0]
        #![trigger b & 0xF8]
        #![trigger b & 0xE0]
        #![trigger b & 0xC0]
        0x00 <= b <= 0x7F <==> b & 0x80 == 0,
        0xC0 <= b <= 0xDF <==> b & 0xE0 == 0xC0,
        0xE0 <= b <= 0xEF <==> b & 0xF0 == 0xE0,
        0xF0 <= b <= 0xF7 <==> b & 0xF8 == 0xF0,
        0x80 <= b <= 0xBF <==> b & 0xC0 == 0x80,
{
    assert((b <= 0x7F <==> b & 0x80 == 0) && (0xC0 <= b <= 0xDF <==> b & 0xE0 == 0xC0) && (0xE0 <= b <= 0xEF <==> b
        & 0xF0 == 0xE0) && (0xF0 <= b <= 0xF7 <==> b & 0xF8 == 0xF0) && (0x80 <= b <= 0xBF <==> b & 0xC0 == 0x80))
        by (bit_vector);
}

/// A character takes one to four bytes.
pub broadcast proof fn lemma_encode_scalar_len(scalar: u32)
    ensures
        1 <= #[trigger] encode_scalar(scalar).len() <= 4,
{
}

/// A number of six bits more is taken apart again.
proof fn lemma_six_bits(upper: int, lower: int)
    requires
        0 <= lower < 0x40,
    ensures
        (upper * 0x40 + lower) / 0x40 == upper,
        (upper * 0x40 + lower) % 0x40 == lower,
{
}

/// A number is put together again from its upper part and its last six bits.
proof fn lemma_upper_parts(v: int)
    requires
        0 <= v,
    ensures
        v == (v / 0x40) * 0x40 + v % 0x40,
        (v / 0x40) / 0x40 == v / 0x1000,
        (v / 0x1000) / 0x40 == v / 0x4_0000,
        v / 0x40 == (v / 0x1000) * 0x40 + (v / 0x40) % 0x40,
        v / 0x1000 == (v / 0x4_0000) * 0x40 + (v / 0x1000) % 0x40,
{
    lemma_div_denominator(v, 0x40, 0x40);
    lemma_div_denominator(v, 0x1000, 0x40);
}

/// Two bytes are those of the number that they stand for.
proof fn lemma_two_bytes(b1: u8, b2: u8)
    requires
        is_leading_byte_width_2(b1),
        is_continuation_byte(b2),
    ensures
        0xC0 + codepoint_width_2(b1, b2) as int / 0x40 == b1,
        continuation_byte(codepoint_width_2(b1, b2), 1) == b2,
        codepoint_width_2(b1, b2) < 0x800,
{
    assert(codepoint_width_2(b1, b2) == (b1 - 0xC0) * 0x40 + (b2 - 0x80));
    lemma_six_bits(b1 - 0xC0, b2 - 0x80);
}

/// Three bytes are those of the number that they stand for.
proof fn lemma_three_bytes(b1: u8, b2: u8, b3: u8)
    requires
        is_leading_byte_width_3(b1),
        is_continuation_byte(b2),
        is_continuation_byte(b3),
    ensures
        0xE0 + codepoint_width_3(b1, b2, b3) as int / 0x1000 == b1,
        continuation_byte(codepoint_width_3(b1, b2, b3), 0x40) == b2,
        continuation_byte(codepoint_width_3(b1, b2, b3), 1) == b3,
        codepoint_width_3(b1, b2, b3) < 0x1_0000,
{
    let v = codepoint_width_3(b1, b2, b3) as int;
    let upper = (b1 - 0xE0) * 0x40 + (b2 - 0x80);
    lemma_value_of_three(b1, b2, b3);
    lemma_upper_parts(v);
    lemma_six_bits(b1 - 0xE0, b2 - 0x80);
    lemma_six_bits(upper, b3 - 0x80);
}

/// The number that three bytes stand for, without remainders.
proof fn lemma_value_of_three(b1: u8, b2: u8, b3: u8)
    requires
        is_leading_byte_width_3(b1),
        is_continuation_byte(b2),
        is_continuation_byte(b3),
    ensures
        codepoint_width_3(b1, b2, b3) == ((b1 - 0xE0) * 0x40 + (b2 - 0x80)) * 0x40 + (b3 - 0x80),
{
    assert(leading_bits_width_3(b1) == b1 - 0xE0);
    assert(continuation_bits(b2) == b2 - 0x80);
    assert(continuation_bits(b3) == b3 - 0x80);
}

/// Four bytes are those of the number that they stand for.
proof fn lemma_four_bytes(b1: u8, b2: u8, b3: u8, b4: u8)
    requires
        is_leading_byte_width_4(b1),
        is_continuation_byte(b2),
        is_continuation_byte(b3),
        is_continuation_byte(b4),
    ensures
        0xF0 + codepoint_width_4(b1, b2, b3, b4) as int / 0x4_0000 == b1,
        continuation_byte(codepoint_width_4(b1, b2, b3, b4), 0x1000) == b2,
        continuation_byte(codepoint_width_4(b1, b2, b3, b4), 0x40) == b3,
        continuation_byte(codepoint_width_4(b1, b2, b3, b4), 1) == b4,
{
    let v = codepoint_width_4(b1, b2, b3, b4) as int;
    let first = (b1 - 0xF0) * 0x40 + (b2 - 0x80);
    let second = first * 0x40 + (b3 - 0x80);
    lemma_value_of_four(b1, b2, b3, b4);
    lemma_upper_parts(v);
    lemma_six_bits(b1 - 0xF0, b2 - 0x80);
    lemma_six_bits(first, b3 - 0x80);
    lemma_six_bits(second, b4 - 0x80);
}

/// The number that four bytes stand for, without remainders.
proof fn lemma_value_of_four(b1: u8, b2: u8, b3: u8, b4: u8)
    requires
        is_leading_byte_width_4(b1),
        is_continuation_byte(b2),
        is_continuation_byte(b3),
        is_continuation_byte(b4),
    ensures
        codepoint_width_4(b1, b2, b3, b4) == (((b1 - 0xF0) * 0x40 + (b2 - 0x80)) * 0x40 + (b3 - 0x80)) * 0x40 + (b4 - 0x80),
{
    assert(leading_bits_width_4(b1) == b1 - 0xF0);
    assert(continuation_bits(b2) == b2 - 0x80);
    assert(continuation_bits(b3) == b3 - 0x80);
    assert(continuation_bits(b4) == b4 - 0x80);
}

/// A byte that follows others has the six bits that it was made of.
proof fn lemma_continuation_bits(v: u32, unit: int)
    requires
        unit > 0,
    ensures
        is_continuation_byte(continuation_byte(v, unit)),
        continuation_bits(continuation_byte(v, unit)) == (v as int / unit) % 0x40,
{
}

/// The number that two bytes stand for is the one that was written in them.
proof fn lemma_number_of_two_bytes(scalar: u32)
    requires
        has_width_2_encoding(scalar),
    ensures
        is_leading_byte_width_2((0xC0 + scalar as int / 0x40) as u8),
        is_continuation_byte(continuation_byte(scalar, 1)),
        codepoint_width_2((0xC0 + scalar as int / 0x40) as u8, continuation_byte(scalar, 1)) == scalar,
{
    lemma_continuation_bits(scalar, 1);
}

/// The number that three bytes stand for is the one that was written in them.
proof fn lemma_number_of_three_bytes(scalar: u32)
    requires
        has_width_3_encoding(scalar),
    ensures
        is_leading_byte_width_3((0xE0 + scalar as int / 0x1000) as u8),
        is_continuation_byte(continuation_byte(scalar, 0x40)),
        is_continuation_byte(continuation_byte(scalar, 1)),
        codepoint_width_3(
            (0xE0 + scalar as int / 0x1000) as u8,
            continuation_byte(scalar, 0x40),
            continuation_byte(scalar, 1),
        ) == scalar,
{
    hide(continuation_byte);
    hide(continuation_bits);
    lemma_continuation_bits(scalar, 0x40);
    lemma_continuation_bits(scalar, 1);
    lemma_upper_parts(scalar as int);
}

/// The number that four bytes stand for is the one that was written in them.
proof fn lemma_number_of_four_bytes(scalar: u32)
    requires
        has_width_4_encoding(scalar),
    ensures
        is_leading_byte_width_4((0xF0 + scalar as int / 0x4_0000) as u8),
        is_continuation_byte(continuation_byte(scalar, 0x1000)),
        is_continuation_byte(continuation_byte(scalar, 0x40)),
        is_continuation_byte(continuation_byte(scalar, 1)),
        codepoint_width_4(
            (0xF0 + scalar as int / 0x4_0000) as u8,
            continuation_byte(scalar, 0x1000),
            continuation_byte(scalar, 0x40),
            continuation_byte(scalar, 1),
        ) == scalar,
{
    hide(continuation_byte);
    hide(continuation_bits);
    lemma_continuation_bits(scalar, 0x1000);
    lemma_continuation_bits(scalar, 0x40);
    lemma_continuation_bits(scalar, 1);
    lemma_upper_parts(scalar as int);
}

/// The encoding of a character is that of a first character.
proof fn lemma_shape_of_encoding(scalar: u32)
    requires
        is_scalar(scalar),
    ensures
        valid_first_scalar(encode_scalar(scalar)),
        decode_first_scalar(encode_scalar(scalar)) == scalar,
        length_of_first_scalar(encode_scalar(scalar)) == encode_scalar(scalar).len(),
{
    hide(codepoint_width_2);
    hide(codepoint_width_3);
    hide(codepoint_width_4);
    hide(continuation_byte);
    let length = encode_scalar(scalar).len();
    if length == 2 {
        lemma_number_of_two_bytes(scalar);
    } else if length == 3 {
        lemma_number_of_three_bytes(scalar);
    } else if length == 4 {
        lemma_number_of_four_bytes(scalar);
    }
}

/// The encoding of a character is read back, whatever follows it.
pub proof fn lemma_first_scalar_of_encoding(scalar: u32, rest: Seq<u8>)
    requires
        is_scalar(scalar),
    ensures
        valid_first_scalar(encode_scalar(scalar) + rest),
        decode_first_scalar(encode_scalar(scalar) + rest) == scalar,
        take_first_scalar(encode_scalar(scalar) + rest) == encode_scalar(scalar),
        pop_first_scalar(encode_scalar(scalar) + rest) == rest,
{
    hide(encode_scalar);
    hide(codepoint_width_2);
    hide(codepoint_width_3);
    hide(codepoint_width_4);
    let code = encode_scalar(scalar);
    let bytes = code + rest;
    lemma_shape_of_encoding(scalar);
    let length = code.len() as int;
    assert(forall|i: int| 0 <= i < length ==> #[trigger] bytes[i] == code[i]);
    assert(length_of_first_scalar(bytes) == length);
    assert(bytes.subrange(0, length) =~= code);
    assert(bytes.subrange(length, bytes.len() as int) =~= rest);
}

/// What the first bytes stand for is a scalar value, and they are its encoding.
pub proof fn lemma_encoding_of_first_scalar(bytes: Seq<u8>)
    requires
        valid_first_scalar(bytes),
    ensures
        is_scalar(decode_first_scalar(bytes)),
        encode_scalar(decode_first_scalar(bytes)) == take_first_scalar(bytes),
        take_first_scalar(bytes) + pop_first_scalar(bytes) == bytes,
        1 <= length_of_first_scalar(bytes) <= bytes.len(),
        bytes[0] < 0xF8,
        !is_continuation_byte(bytes[0]),
        forall|i: int| 0 < i < length_of_first_scalar(bytes) ==> is_continuation_byte(#[trigger] bytes[i]),
{
    hide(codepoint_width_2);
    hide(codepoint_width_3);
    hide(codepoint_width_4);
    hide(continuation_byte);
    let length = length_of_first_scalar(bytes);
    if length == 2 {
        lemma_two_bytes(bytes[0], bytes[1]);
    } else if length == 3 {
        lemma_three_bytes(bytes[0], bytes[1], bytes[2]);
    } else if length == 4 {
        lemma_four_bytes(bytes[0], bytes[1], bytes[2], bytes[3]);
    }
    assert(encode_scalar(decode_first_scalar(bytes)) =~= take_first_scalar(bytes));
    assert(take_first_scalar(bytes) + pop_first_scalar(bytes) =~= bytes);
}

/// The first character is encoded by the first bytes.
pub proof fn decode_utf8_first_scalar(bytes: Seq<u8>)
    requires
        valid_utf8(bytes),
        bytes.len() > 0,
    ensures
        encode_scalar((decode_first_scalar(bytes) as char) as u32) == take_first_scalar(bytes),
{
    lemma_encoding_of_first_scalar(bytes);
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

/// An encoding begins with that of the first character.
proof fn lemma_encode_utf8_front(chars: Seq<char>)
    requires
        chars.len() > 0,
    ensures
        encode_utf8(chars) == encode_scalar(chars[0] as u32) + encode_utf8(chars.drop_first()),
{
    let one = Seq::<char>::empty().push(chars[0]);
    encode_utf8_push(Seq::empty(), chars[0]);
    assert(encode_utf8(Seq::<char>::empty()) =~= Seq::empty());
    assert(encode_utf8(one) =~= encode_scalar(chars[0] as u32));
    encode_utf8_concat(one, chars.drop_first());
    assert(chars =~= one + chars.drop_first());
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

/// An encoding begins with the first character.
pub proof fn encode_utf8_first_scalar(chars: Seq<char>)
    requires
        chars.len() > 0,
    ensures
        decode_first_scalar(encode_utf8(chars)) == chars[0] as u32,
        length_of_first_scalar(encode_utf8(chars)) == encode_scalar(chars[0] as u32).len(),
        valid_first_scalar(encode_utf8(chars)),
{
    lemma_encode_utf8_front(chars);
    lemma_first_scalar_of_encoding(chars[0] as u32, encode_utf8(chars.drop_first()));
    assert(length_of_first_scalar(encode_utf8(chars)) == take_first_scalar(encode_utf8(chars)).len());
}

/// An encoding is valid.
pub broadcast proof fn encode_utf8_valid_utf8(chars: Seq<char>)
    ensures
        valid_utf8(#[trigger] encode_utf8(chars)),
    decreases chars.len(),
{
    if chars.len() > 0 {
        lemma_encode_utf8_front(chars);
        lemma_first_scalar_of_encoding(chars[0] as u32, encode_utf8(chars.drop_first()));
        encode_utf8_valid_utf8(chars.drop_first());
    }
}

/// An encoding decodes to the characters that were encoded. So no other characters have the same encoding.
pub broadcast proof fn encode_utf8_decode_utf8(chars: Seq<char>)
    ensures
        #[trigger] decode_utf8(encode_utf8(chars)) == chars,
    decreases chars.len(),
{
    if chars.len() > 0 {
        lemma_encode_utf8_front(chars);
        lemma_first_scalar_of_encoding(chars[0] as u32, encode_utf8(chars.drop_first()));
        encode_utf8_decode_utf8(chars.drop_first());
        assert(Seq::empty().push(chars[0]) + chars.drop_first() =~= chars);
    }
}

/// What valid bytes decode to is encoded by them.
pub broadcast proof fn decode_utf8_encode_utf8(bytes: Seq<u8>)
    requires
        valid_utf8(bytes),
    ensures
        #[trigger] encode_utf8(decode_utf8(bytes)) == bytes,
    decreases bytes.len(),
{
    if bytes.len() > 0 {
        let rest = pop_first_scalar(bytes);
        lemma_encoding_of_first_scalar(bytes);
        decode_utf8_encode_utf8(rest);
        lemma_encode_utf8_front(decode_utf8(bytes));
        assert(decode_utf8(bytes).drop_first() =~= decode_utf8(rest));
    }
}

/// Valid bytes one after the other are valid.
pub broadcast proof fn valid_utf8_concat(b1: Seq<u8>, b2: Seq<u8>)
    requires
        #[trigger] valid_utf8(b1),
        #[trigger] valid_utf8(b2),
    ensures
        #[trigger] valid_utf8(b1 + b2),
{
    decode_utf8_encode_utf8(b1);
    decode_utf8_encode_utf8(b2);
    encode_utf8_concat(decode_utf8(b1), decode_utf8(b2));
    encode_utf8_valid_utf8(decode_utf8(b1) + decode_utf8(b2));
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

/// The numbers of ASCII characters are below 128.
pub broadcast proof fn is_ascii_chars_nat_bound(chars: Seq<char>)
    ensures
        #[trigger] is_ascii_chars(chars) ==> forall|i: int| 0 <= i < chars.len() ==> (chars.index(i) as nat) < 128,
{
    if is_ascii_chars(chars) {
        assert forall|i: int| 0 <= i < chars.len() implies (chars.index(i) as nat) < 128 by {
            assert((chars[i] as u32) < 0x80);
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

/// A character begins at each byte that is not one of those that follow a first one.
pub broadcast proof fn is_char_boundary_iff_not_is_continuation_byte(bytes: Seq<u8>, index: int)
    requires
        valid_utf8(bytes),
        0 <= index < bytes.len(),
    ensures
        #[trigger] is_char_boundary(bytes, index) <==> !(#[trigger] is_continuation_byte(bytes[index])),
{
}

/// A byte of valid bytes is one that follows a first one, or a first one.
proof fn lemma_bytes_of_valid_utf8(bytes: Seq<u8>, index: int)
    requires
        valid_utf8(bytes),
        0 <= index < bytes.len(),
    ensures
        bytes[index] < 0xF8,
    decreases bytes.len(),
{
    hide(encode_scalar);
    hide(valid_first_scalar);
    hide(decode_first_codepoint);
    hide(length_of_first_codepoint);
    lemma_encoding_of_first_scalar(bytes);
    let length = length_of_first_scalar(bytes);
    if 0 < index < length {
        assert(is_continuation_byte(bytes[index]));
    }
    if index >= length {
        lemma_bytes_of_valid_utf8(pop_first_scalar(bytes), index - length);
        assert(pop_first_scalar(bytes)[index - length] == bytes[index]);
    }
}

/// A character begins at each first byte.
pub broadcast proof fn is_char_boundary_iff_is_leading_byte(bytes: Seq<u8>, index: int)
    requires
        valid_utf8(bytes),
        0 <= index < bytes.len(),
    ensures
        #![trigger is_char_boundary(bytes, index), is_leading_byte_width_1(bytes[index])]
        #![trigger is_char_boundary(bytes, index), is_leading_byte_width_2(bytes[index])]
        #![trigger is_char_boundary(bytes, index), is_leading_byte_width_3(bytes[index])]
        #![trigger is_char_boundary(bytes, index), is_leading_byte_width_4(bytes[index])]
        is_char_boundary(bytes, index) <==> (is_leading_byte_width_1(bytes[index]) || is_leading_byte_width_2(bytes[index])
            || is_leading_byte_width_3(bytes[index]) || is_leading_byte_width_4(bytes[index])),
{
    lemma_bytes_of_valid_utf8(bytes, index);
}

/// A cut between characters that is not at the start is not in the first one, and is between characters of the others.
proof fn lemma_boundary_of_rest(bytes: Seq<u8>, index: int)
    requires
        valid_utf8(bytes),
        is_char_boundary(bytes, index),
        0 < index < bytes.len(),
    ensures
        length_of_first_scalar(bytes) <= index,
        is_char_boundary(pop_first_scalar(bytes), index - length_of_first_scalar(bytes)),
{
    hide(valid_first_scalar);
    hide(length_of_first_codepoint);
    hide(decode_first_codepoint);
    hide(encode_scalar);
    hide(is_continuation_byte);
    lemma_encoding_of_first_scalar(bytes);
    let rest = pop_first_scalar(bytes);
    if index > length_of_first_scalar(bytes) {
        assert(rest[index - length_of_first_scalar(bytes)] == bytes[index]);
    }
}

/// The first character in front of valid bytes is valid with them.
proof fn lemma_valid_utf8_front(bytes: Seq<u8>, index: int)
    requires
        valid_first_scalar(bytes),
        length_of_first_scalar(bytes) <= index <= bytes.len(),
        valid_utf8(pop_first_scalar(bytes).subrange(0, index - length_of_first_scalar(bytes))),
    ensures
        valid_utf8(bytes.subrange(0, index)),
        bytes.subrange(index, bytes.len() as int) == pop_first_scalar(bytes).subrange(
            index - length_of_first_scalar(bytes),
            pop_first_scalar(bytes).len() as int,
        ),
{
    hide(length_of_first_codepoint);
    hide(decode_first_codepoint);
    hide(encode_scalar);
    let (length, rest) = (length_of_first_scalar(bytes), pop_first_scalar(bytes));
    lemma_encoding_of_first_scalar(bytes);
    lemma_first_scalar_of_encoding(decode_first_scalar(bytes), rest.subrange(0, index - length));
    assert(bytes.subrange(0, index) =~= take_first_scalar(bytes) + rest.subrange(0, index - length));
    assert(bytes.subrange(index, bytes.len() as int) =~= rest.subrange(index - length, rest.len() as int));
}

/// Bytes that are cut between characters are valid on both sides.
pub broadcast proof fn valid_utf8_split(bytes: Seq<u8>, index: int)
    requires
        valid_utf8(bytes),
        is_char_boundary(bytes, index),
    ensures
        #![trigger valid_utf8(bytes.subrange(0, index)), is_char_boundary(bytes, index)]
        #![trigger valid_utf8(bytes.subrange(index, bytes.len() as int)), is_char_boundary(bytes, index)]
        valid_utf8(bytes.subrange(0, index)),
        valid_utf8(bytes.subrange(index, bytes.len() as int)),
    decreases bytes.len(),
{
    hide(valid_first_scalar);
    hide(length_of_first_codepoint);
    if index == 0 || index == bytes.len() {
        assert(bytes.subrange(0, bytes.len() as int) =~= bytes);
        assert(valid_utf8(Seq::<u8>::empty()));
        assert(bytes.subrange(0, 0) =~= Seq::empty());
        assert(bytes.subrange(bytes.len() as int, bytes.len() as int) =~= Seq::empty());
    } else {
        lemma_encoding_of_first_scalar(bytes);
        lemma_boundary_of_rest(bytes, index);
        valid_utf8_split(pop_first_scalar(bytes), index - length_of_first_scalar(bytes));
        lemma_valid_utf8_front(bytes, index);
    }
}

/// Bytes that are cut between characters decode to the characters on both sides.
pub broadcast proof fn decode_utf8_split(bytes: Seq<u8>, index: int)
    requires
        valid_utf8(bytes),
        is_char_boundary(bytes, index),
    ensures
        #![trigger decode_utf8(bytes.subrange(0, index)), is_char_boundary(bytes, index)]
        #![trigger decode_utf8(bytes.subrange(index, bytes.len() as int)), is_char_boundary(bytes, index)]
        decode_utf8(bytes) =~= decode_utf8(bytes.subrange(0, index)) + decode_utf8(
            bytes.subrange(index, bytes.len() as int),
        ),
{
    let (first, second) = (bytes.subrange(0, index), bytes.subrange(index, bytes.len() as int));
    valid_utf8_split(bytes, index);
    decode_utf8_encode_utf8(first);
    decode_utf8_encode_utf8(second);
    encode_utf8_concat(decode_utf8(first), decode_utf8(second));
    assert(first + second =~= bytes);
    encode_utf8_decode_utf8(decode_utf8(first) + decode_utf8(second));
}

/// Valid bytes end with a byte that follows a first one, or with a character that takes one.
pub broadcast proof fn valid_utf8_last(s: Seq<u8>)
    requires
        valid_utf8(s),
        s.len() > 0,
    ensures
        #![trigger is_continuation_byte(s.last())]
        #![trigger is_leading_byte_width_1(s.last())]
        !is_continuation_byte(s.last()) ==> is_leading_byte_width_1(s.last()),
    decreases s.len(),
{
    lemma_encoding_of_first_scalar(s);
    let rest = pop_first_scalar(s);
    if rest.len() > 0 {
        valid_utf8_last(rest);
        assert(rest.last() == s.last());
    }
}

/// The only character is the last one.
proof fn lemma_only_scalar(bytes: Seq<u8>)
    requires
        valid_first_scalar(bytes),
        bytes.len() == length_of_first_scalar(bytes),
    ensures
        length_of_last_scalar(bytes) == bytes.len(),
        decode_last_scalar(bytes) == decode_first_scalar(bytes),
{
    hide(codepoint_width_2);
    hide(codepoint_width_3);
    hide(codepoint_width_4);
}

/// Which character is the last one depends on its bytes only.
proof fn lemma_same_last_scalar(bytes: Seq<u8>, rest: Seq<u8>)
    requires
        0 < rest.len() <= bytes.len(),
        rest == bytes.subrange(bytes.len() - rest.len(), bytes.len() as int),
        1 <= length_of_last_scalar(rest) <= rest.len(),
        !is_continuation_byte(rest[0]),
    ensures
        length_of_last_scalar(bytes) == length_of_last_scalar(rest),
        decode_last_scalar(bytes) == decode_last_scalar(rest),
        take_last_scalar(bytes) == take_last_scalar(rest),
{
    hide(codepoint_width_2);
    hide(codepoint_width_3);
    hide(codepoint_width_4);
    let (n, m) = (bytes.len() as int, rest.len() as int);
    assert(rest[m - 1] == bytes[n - 1]);
    if m > 1 {
        assert(rest[m - 2] == bytes[n - 2]);
    }
    if m > 2 {
        assert(rest[m - 3] == bytes[n - 3]);
    }
    if m > 3 {
        assert(rest[m - 4] == bytes[n - 4]);
    }
    assert(length_of_last_scalar(bytes) == length_of_last_scalar(rest));
    assert(take_last_scalar(bytes) =~= take_last_scalar(rest));
}

/// The last character is encoded by the last bytes, and what is before them is valid.
pub proof fn lemma_encoding_of_last_scalar(bytes: Seq<u8>)
    requires
        valid_utf8(bytes),
        bytes.len() > 0,
    ensures
        is_scalar(decode_last_scalar(bytes)),
        encode_scalar(decode_last_scalar(bytes)) == take_last_scalar(bytes),
        1 <= length_of_last_scalar(bytes) <= bytes.len(),
        valid_utf8(bytes.subrange(0, bytes.len() - length_of_last_scalar(bytes))),
    decreases bytes.len(),
{
    hide(encode_scalar);
    hide(valid_first_scalar);
    hide(decode_first_codepoint);
    hide(length_of_first_codepoint);
    hide(length_of_last_scalar);
    hide(decode_last_scalar);
    lemma_encoding_of_first_scalar(bytes);
    let rest = pop_first_scalar(bytes);
    if rest.len() == 0 {
        lemma_only_scalar(bytes);
        assert(take_last_scalar(bytes) =~= take_first_scalar(bytes));
    } else {
        lemma_encoding_of_last_scalar(rest);
        lemma_encoding_of_first_scalar(rest);
        lemma_same_last_scalar(bytes, rest);
        let before = rest.subrange(0, rest.len() - length_of_last_scalar(rest));
        lemma_first_scalar_of_encoding(decode_first_scalar(bytes), before);
        assert(bytes.subrange(0, bytes.len() - length_of_last_scalar(bytes)) =~= take_first_scalar(bytes) + before);
    }
}

/// Whether the bytes before a position are valid: how far somebody who checks bytes has come.
pub open spec fn partial_valid_utf8(bytes: Seq<u8>, i: int) -> bool {
    0 <= i <= bytes.len() && valid_utf8(bytes.subrange(0, i))
}

/// The character that follows valid bytes can be put to them.
pub broadcast proof fn partial_valid_utf8_extend(bytes: Seq<u8>, i: int)
    requires
        #[trigger] partial_valid_utf8(bytes, i),
        #[trigger] valid_first_scalar(bytes.subrange(i, bytes.len() as int)),
    ensures
        #[trigger] partial_valid_utf8(bytes, i + length_of_first_scalar(bytes.subrange(i, bytes.len() as int))),
{
    let rest = bytes.subrange(i, bytes.len() as int);
    lemma_encoding_of_first_scalar(rest);
    lemma_first_scalar_of_encoding(decode_first_scalar(rest), Seq::empty());
    let first = take_first_scalar(rest);
    assert(first + Seq::<u8>::empty() =~= first);
    assert(valid_utf8(Seq::<u8>::empty()));
    assert(valid_utf8(first));
    valid_utf8_concat(bytes.subrange(0, i), first);
    assert(bytes.subrange(0, i + length_of_first_scalar(rest)) =~= bytes.subrange(0, i) + first);
}

/// Bytes of ASCII characters that follow valid bytes can be put to them.
pub broadcast proof fn partial_valid_utf8_extend_ascii_block(bytes: Seq<u8>, start: int, end: int)
    requires
        forall|i: int| 0 <= start <= i < end <= bytes.len() ==> #[trigger] is_leading_byte_width_1(bytes[i]),
        partial_valid_utf8(bytes, start),
        0 <= start <= end <= bytes.len(),
    ensures
        #![trigger partial_valid_utf8(bytes, start), partial_valid_utf8(bytes, end)]
        partial_valid_utf8(bytes, end),
    decreases end - start,
{
    if start < end {
        let rest = bytes.subrange(start, bytes.len() as int);
        assert(is_leading_byte_width_1(bytes[start]));
        assert(rest[0] == bytes[start]);
        partial_valid_utf8_extend(bytes, start);
        partial_valid_utf8_extend_ascii_block(bytes, start + 1, end);
    }
}

/// What follows valid bytes at the start of others is valid if the others are.
proof fn lemma_valid_utf8_rest(bytes: Seq<u8>, i: int)
    requires
        valid_utf8(bytes),
        partial_valid_utf8(bytes, i),
    ensures
        valid_utf8(bytes.subrange(i, bytes.len() as int)),
    decreases bytes.len(),
{
    if i == 0 {
        assert(bytes.subrange(0, bytes.len() as int) =~= bytes);
    } else {
        let start = bytes.subrange(0, i);
        lemma_encoding_of_first_scalar(bytes);
        lemma_encoding_of_first_scalar(start);
        let (length, rest) = (length_of_first_scalar(bytes), pop_first_scalar(bytes));
        assert(start[0] == bytes[0]);
        assert(length_of_first_scalar(start) == length);
        assert(pop_first_scalar(start) =~= rest.subrange(0, i - length));
        lemma_valid_utf8_rest(rest, i - length);
        assert(rest.subrange(i - length, rest.len() as int) =~= bytes.subrange(i, bytes.len() as int));
    }
}

/// Bytes are not valid where others that are not valid follow valid ones.
pub proof fn partial_valid_partial_invalid_utf8(bytes: Seq<u8>, i: int)
    requires
        0 <= i <= bytes.len(),
        valid_utf8(bytes.subrange(0, i)),
        !valid_utf8(bytes.subrange(i, bytes.len() as int)),
    ensures
        !valid_utf8(bytes),
{
    if valid_utf8(bytes) {
        lemma_valid_utf8_rest(bytes, i);
    }
}

/// What programs that look at bytes of strings want to know.
pub broadcast group group_utf8_lib {
    encode_utf8_valid_utf8,
    encode_utf8_decode_utf8,
    decode_utf8_encode_utf8,
    char_is_scalar,
    valid_utf8_concat,
    partial_valid_utf8_extend,
    partial_valid_utf8_extend_ascii_block,
    valid_utf8_split,
    decode_utf8_split,
    is_char_boundary_start_end_of_seq,
    is_char_boundary_iff_not_is_continuation_byte,
    is_char_boundary_iff_is_leading_byte,
    valid_utf8_last,
    utf8_byte_ranges_bitwise,
    is_ascii_chars_encode_utf8,
    is_ascii_chars_nat_bound,
    is_ascii_chars_concat,
    encode_utf8_concat,
    encode_utf8_push,
}

} // verus!
