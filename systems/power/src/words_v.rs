//! Numbers of 64 bits as eight bytes, the lowest first: how metadata are stored.

use vstd::prelude::*;

verus! {

use vstd::slice::*;

/// The bytes of a number.
pub open spec fn word_bytes(x: u64) -> Seq<u8> {
    seq![
        (x & 0xff) as u8,
        ((x >> 8) & 0xff) as u8,
        ((x >> 16) & 0xff) as u8,
        ((x >> 24) & 0xff) as u8,
        ((x >> 32) & 0xff) as u8,
        ((x >> 40) & 0xff) as u8,
        ((x >> 48) & 0xff) as u8,
        (x >> 56) as u8,
    ]
}

/// The number of eight bytes.
pub open spec fn bytes_word(b: Seq<u8>) -> u64 {
    b[0] as u64 | (b[1] as u64) << 8 | (b[2] as u64) << 16 | (b[3] as u64) << 24 | (b[4] as u64) << 32 | (b[5] as u64)
        << 40 | (b[6] as u64) << 48 | (b[7] as u64) << 56
}

/// A number is that of its bytes.
pub broadcast proof fn lemma_word_of_bytes(x: u64)
    ensures
        word_bytes(x).len() == 8,
        #![trigger word_bytes(x)]
        bytes_word(word_bytes(x)) == x,
{
    assert(((x & 0xff) as u8) as u64 | (((x >> 8) & 0xff) as u8 as u64) << 8 | (((x >> 16) & 0xff) as u8 as u64) << 16
        | (((x >> 24) & 0xff) as u8 as u64) << 24 | (((x >> 32) & 0xff) as u8 as u64) << 32 | (((x >> 40)
        & 0xff) as u8 as u64) << 40 | (((x >> 48) & 0xff) as u8 as u64) << 48 | ((x >> 56) as u8 as u64) << 56 == x)
        by (bit_vector);
}

/// Eight bytes are those of their number.
pub proof fn lemma_bytes_of_word(b: Seq<u8>)
    requires
        b.len() == 8,
    ensures
        word_bytes(bytes_word(b)) == b,
{
    lemma_eight(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]);
    assert(word_bytes(bytes_word(b)) =~= b);
}

/// Each byte of a number made of eight.
proof fn lemma_eight(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8)
    ensures
        ({
            let x = a as u64 | (b as u64) << 8 | (c as u64) << 16 | (d as u64) << 24 | (e as u64) << 32 | (f as u64)
                << 40 | (g as u64) << 48 | (h as u64) << 56;
            (x & 0xff) as u8 == a && ((x >> 8) & 0xff) as u8 == b && ((x >> 16) & 0xff) as u8 == c && ((x >> 24)
                & 0xff) as u8 == d && ((x >> 32) & 0xff) as u8 == e
                && ((x >> 40) & 0xff) as u8 == f && ((x >> 48) & 0xff) as u8 == g && (x >> 56) as u8 == h
        }),
{
    let x = a as u64 | (b as u64) << 8 | (c as u64) << 16 | (d as u64) << 24 | (e as u64) << 32 | (f as u64) << 40 | (
    g as u64) << 48 | (h as u64) << 56;
    assert((x & 0xff) as u8 == a && ((x >> 8) & 0xff) as u8 == b && ((x >> 16) & 0xff) as u8 == c && ((x >> 24)
                & 0xff) as u8 == d && ((x >> 32) & 0xff) as u8 == e
        && ((x >> 40) & 0xff) as u8 == f && ((x >> 48) & 0xff) as u8 == g && (x >> 56) as u8 == h) by (bit_vector)
        requires
            x == a as u64 | (b as u64) << 8 | (c as u64) << 16 | (d as u64) << 24 | (e as u64) << 32 | (f as u64) << 40
                | (g as u64) << 48 | (h as u64) << 56,
    ;
}

/// The bytes of a number.
pub fn to_bytes(x: u64) -> (bytes: [u8; 8])
    ensures
        bytes@ == word_bytes(x),
{
    let bytes = [
        (x & 0xff) as u8,
        ((x >> 8) & 0xff) as u8,
        ((x >> 16) & 0xff) as u8,
        ((x >> 24) & 0xff) as u8,
        ((x >> 32) & 0xff) as u8,
        ((x >> 40) & 0xff) as u8,
        ((x >> 48) & 0xff) as u8,
        (x >> 56) as u8,
    ];
    assert(bytes@ =~= word_bytes(x));
    bytes
}

/// The number of eight bytes.
pub fn from_bytes(b: &[u8]) -> (x: u64)
    requires
        b@.len() == 8,
    ensures
        x == bytes_word(b@),
{
    b[0] as u64 | (b[1] as u64) << 8 | (b[2] as u64) << 16 | (b[3] as u64) << 24 | (b[4] as u64) << 32 | (b[5] as u64)
        << 40 | (b[6] as u64) << 48 | (b[7] as u64) << 56
}

} // verus!
