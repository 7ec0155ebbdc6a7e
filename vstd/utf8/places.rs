//! Where characters begin in the bytes of a string.
// @when lemma_begins_at

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use crate::seq::group_seq_lemmas;

/// The first character begins at byte 0, and the string ends after all bytes.
pub proof fn lemma_begins_at_ends(chars: Seq<char>)
    ensures
        begins_at(chars, 0, 0),
        begins_at(chars, chars.len() as int, encode_utf8(chars).len() as int),
{
    assert(chars.take(chars.len() as int) =~= chars);
}

/// The next character begins after the bytes of this one.
pub proof fn lemma_begins_at_next(chars: Seq<char>, at: int, byte: int)
    requires
        begins_at(chars, at, byte),
        at < chars.len(),
    ensures
        begins_at(chars, at + 1, byte + encode_scalar(chars[at] as u32).len()),
{
    assert(chars.take(at + 1) =~= chars.take(at).push(chars[at]));
    encode_utf8_push(chars.take(at), chars[at]);
}

/// A later character begins at a later byte.
pub proof fn lemma_begins_at_increasing(chars: Seq<char>, at: int, byte: int, later: int, later_byte: int)
    requires
        begins_at(chars, at, byte),
        begins_at(chars, later, later_byte),
    ensures
        at < later <==> byte < later_byte,
        at == later <==> byte == later_byte,
{
    if at < later {
        lemma_encode_utf8_len_strictly_monotonic(chars, at, later);
    } else if later < at {
        lemma_encode_utf8_len_strictly_monotonic(chars, later, at);
    }
}

/// A character begins at no earlier byte than its number, and at no byte after the string.
pub proof fn lemma_begins_at_bounds(chars: Seq<char>, at: int, byte: int)
    requires
        begins_at(chars, at, byte),
    ensures
        at <= byte <= 4 * at,
        byte <= encode_utf8(chars).len(),
{
    lemma_encode_utf8_len_bounds(chars.take(at));
    lemma_encode_utf8_split(chars, at);
}

/// The bytes before the place are those of the characters before it, and those after it are those of the others.
pub proof fn lemma_begins_at_parts(chars: Seq<char>, at: int, byte: int)
    requires
        begins_at(chars, at, byte),
    ensures
        encode_utf8(chars).take(byte) == encode_utf8(chars.take(at)),
        encode_utf8(chars).skip(byte) == encode_utf8(chars.skip(at)),
{
    lemma_encode_utf8_split(chars, at);
    assert(encode_utf8(chars).take(byte) =~= encode_utf8(chars.take(at)));
    assert(encode_utf8(chars).skip(byte) =~= encode_utf8(chars.skip(at)));
}

/// Where all characters are of ASCII, each begins at the byte of its number.
pub proof fn lemma_begins_at_of_ascii(chars: Seq<char>, at: int, byte: int)
    requires
        is_ascii_chars(chars),
        0 <= at <= chars.len(),
    ensures
        begins_at(chars, at, byte) <==> at == byte,
    decreases at,
{
    if at == 0 {
        assert(encode_utf8(chars.take(0)).len() == 0);
    } else {
        lemma_begins_at_of_ascii(chars, at - 1, at - 1);
        assert((chars[at - 1] as u32) < 0x80);
        lemma_begins_at_next(chars, at - 1, at - 1);
    }
}

} // verus!
