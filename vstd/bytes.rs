//! Numbers as bytes, the least significant byte first. Nothing here is trusted.
// @when bytes

#[allow(unused_imports)]
use crate::arithmetic::div_mod::*;
#[allow(unused_imports)]
use crate::arithmetic::power::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::std_specs::vec::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use std::vec::Vec;

verus! {

broadcast use {group_seq_lemmas, group_slice_axioms, group_vec_axioms};

// ---------------------------------------------------------------------------------------------- Any number of bytes

/// The last `len` digits of a number to the base 256, the least one first.
spec fn digits(n: int, len: nat) -> Seq<u8>
    decreases len,
{
    if len == 0 {
        Seq::empty()
    } else {
        seq![(n % 256) as u8] + digits(n / 256, (len - 1) as nat)
    }
}

/// The number whose digits to the base 256 these are, the least one first.
spec fn value(s: Seq<u8>) -> int
    decreases s.len(),
{
    if s.len() == 0 {
        0
    } else {
        s[0] as int + 256 * value(s.subrange(1, s.len() as int))
    }
}

/// The powers of 256 that the types below reach to.
proof fn lemma_bounds()
    ensures
        pow(256, 2) == u16::MAX + 1,
        pow(256, 4) == u32::MAX + 1,
        pow(256, 8) == u64::MAX + 1,
        pow(256, 16) == u128::MAX + 1,
{
    assert(pow(256, 2) == 0x1_0000) by (compute_only);
    assert(pow(256, 4) == 0x1_0000_0000) by (compute_only);
    assert(pow(256, 8) == 0x1_0000_0000_0000_0000) by (compute_only);
    assert(pow(256, 16) == 0x1_0000_0000_0000_0000 * 0x1_0000_0000_0000_0000) by (compute_only);
}

/// A number is found again from enough digits of it.
proof fn lemma_value_of_digits(n: int, len: nat)
    requires
        0 <= n < pow(256, len),
    ensures
        digits(n, len).len() == len,
        value(digits(n, len)) == n,
    decreases len,
{
    if len == 0 {
        lemma_pow0(256);
    } else {
        let rest = (len - 1) as nat;
        lemma_pow1(256);
        lemma_pow_adds(256, 1, rest);
        lemma_value_of_digits(n / 256, rest);
        let s = digits(n, len);
        assert(s.subrange(1, s.len() as int) =~= digits(n / 256, rest));
    }
}

/// The digits of a number that was made of digits are these.
proof fn lemma_digits_of_value(s: Seq<u8>)
    ensures
        0 <= value(s) < pow(256, s.len()),
        digits(value(s), s.len()) == s,
    decreases s.len(),
{
    if s.len() == 0 {
        lemma_pow0(256);
        assert(s =~= Seq::<u8>::empty());
    } else {
        let rest = s.subrange(1, s.len() as int);
        lemma_digits_of_value(rest);
        lemma_pow1(256);
        lemma_pow_adds(256, 1, rest.len());
        assert(value(s) % 256 == s[0] && value(s) / 256 == value(rest));
        assert(digits(value(s), s.len()) =~= s);
    }
}

/// The number that at most eight bytes stand for.
fn read_u64(s: &[u8]) -> (x: u64)
    requires
        s@.len() <= 8,
    ensures
        x == value(s@),
{
    let mut x: u64 = 0;
    let mut i: usize = s.len();
    while i > 0
        invariant
            0 <= i <= s@.len() <= 8,
            x == value(s@.subrange(i as int, s@.len() as int)),
        decreases i,
    {
        proof {
            let more = s@.subrange(i - 1, s@.len() as int);
            assert(more.subrange(1, more.len() as int) =~= s@.subrange(i as int, s@.len() as int));
            lemma_digits_of_value(more);
            lemma_bounds();
            lemma_pow_increases(256, more.len(), 8);
        }
        i = i - 1;
        x = s[i] as u64 + 256 * x;
    }
    assert(s@.subrange(0, s@.len() as int) =~= s@);
    x
}

/// The number that at most sixteen bytes stand for.
fn read_u128(s: &[u8]) -> (x: u128)
    requires
        s@.len() <= 16,
    ensures
        x == value(s@),
{
    let mut x: u128 = 0;
    let mut i: usize = s.len();
    while i > 0
        invariant
            0 <= i <= s@.len() <= 16,
            x == value(s@.subrange(i as int, s@.len() as int)),
        decreases i,
    {
        proof {
            let more = s@.subrange(i - 1, s@.len() as int);
            assert(more.subrange(1, more.len() as int) =~= s@.subrange(i as int, s@.len() as int));
            lemma_digits_of_value(more);
            lemma_bounds();
            lemma_pow_increases(256, more.len(), 16);
        }
        i = i - 1;
        x = s[i] as u128 + 256 * x;
    }
    assert(s@.subrange(0, s@.len() as int) =~= s@);
    x
}

/// The last `len` bytes of a number.
fn write_u128(x: u128, len: usize) -> (s: Vec<u8>)
    ensures
        s@ == digits(x as int, len as nat),
        s@.len() == len,
{
    let mut s: Vec<u8> = Vec::with_capacity(len);
    let mut rest = x;
    let mut i: usize = 0;
    assert(s@ + digits(x as int, len as nat) =~= digits(x as int, len as nat));
    while i < len
        invariant
            i <= len,
            s@.len() == i,
            s@ + digits(rest as int, (len - i) as nat) == digits(x as int, len as nat),
        decreases len - i,
    {
        let ghost before = s@;
        let byte = (rest % 256) as u8;
        s.push(byte);
        proof {
            let left = digits(rest as int / 256, (len - i - 1) as nat);
            assert(digits(rest as int, (len - i) as nat) == seq![byte] + left);
            assert(before + (seq![byte] + left) =~= s@ + left);
        }
        rest = rest / 256;
        i = i + 1;
    }
    assert(s@ + Seq::<u8>::empty() =~= s@);
    s
}

// ---------------------------------------------------------------------------------------------- Two bytes

/// The two bytes of a number, the least significant one first.
pub closed spec fn spec_u16_to_le_bytes(x: u16) -> Seq<u8> {
    digits(x as int, 2)
}

/// The number that two bytes stand for, the least significant one first.
pub closed spec fn spec_u16_from_le_bytes(s: Seq<u8>) -> u16
    recommends
        s.len() == 2,
{
    value(s) as u16
}

/// A number and its bytes are found from each other.
pub proof fn lemma_auto_spec_u16_to_from_le_bytes()
    ensures
        forall|x: u16|
            #![trigger spec_u16_to_le_bytes(x)]
            spec_u16_to_le_bytes(x).len() == 2 && spec_u16_from_le_bytes(spec_u16_to_le_bytes(x)) == x,
        forall|s: Seq<u8>|
            s.len() == 2 ==> #[trigger] spec_u16_to_le_bytes(spec_u16_from_le_bytes(s)) == s,
{
    lemma_bounds();
    assert forall|x: u16|
        #![trigger spec_u16_to_le_bytes(x)]
        spec_u16_to_le_bytes(x).len() == 2 && spec_u16_from_le_bytes(spec_u16_to_le_bytes(x)) == x by {
        lemma_value_of_digits(x as int, 2);
    }
    assert forall|s: Seq<u8>|
        s.len() == 2 implies #[trigger] spec_u16_to_le_bytes(spec_u16_from_le_bytes(s)) == s by {
        lemma_digits_of_value(s);
    }
}

/// Reads a number from two bytes.
pub exec fn u16_from_le_bytes(s: &[u8]) -> (x: u16)
    requires
        s@.len() == 2,
    ensures
        x == spec_u16_from_le_bytes(s@),
{
    read_u64(s) as u16
}

/// The bytes of a number in a vector.
pub exec fn u16_to_le_bytes(x: u16) -> (s: Vec<u8>)
    ensures
        s@ == spec_u16_to_le_bytes(x),
        s@.len() == 2,
{
    write_u128(x as u128, 2)
}

// ---------------------------------------------------------------------------------------------- Four bytes

/// The four bytes of a number, the least significant one first.
pub closed spec fn spec_u32_to_le_bytes(x: u32) -> Seq<u8> {
    digits(x as int, 4)
}

/// The number that four bytes stand for, the least significant one first.
pub closed spec fn spec_u32_from_le_bytes(s: Seq<u8>) -> u32
    recommends
        s.len() == 4,
{
    value(s) as u32
}

/// A number and its bytes are found from each other.
pub proof fn lemma_auto_spec_u32_to_from_le_bytes()
    ensures
        forall|x: u32|
            #![trigger spec_u32_to_le_bytes(x)]
            spec_u32_to_le_bytes(x).len() == 4 && spec_u32_from_le_bytes(spec_u32_to_le_bytes(x)) == x,
        forall|s: Seq<u8>|
            s.len() == 4 ==> #[trigger] spec_u32_to_le_bytes(spec_u32_from_le_bytes(s)) == s,
{
    lemma_bounds();
    assert forall|x: u32|
        #![trigger spec_u32_to_le_bytes(x)]
        spec_u32_to_le_bytes(x).len() == 4 && spec_u32_from_le_bytes(spec_u32_to_le_bytes(x)) == x by {
        lemma_value_of_digits(x as int, 4);
    }
    assert forall|s: Seq<u8>|
        s.len() == 4 implies #[trigger] spec_u32_to_le_bytes(spec_u32_from_le_bytes(s)) == s by {
        lemma_digits_of_value(s);
    }
}

/// Reads a number from four bytes.
pub exec fn u32_from_le_bytes(s: &[u8]) -> (x: u32)
    requires
        s@.len() == 4,
    ensures
        x == spec_u32_from_le_bytes(s@),
{
    read_u64(s) as u32
}

/// The bytes of a number in a vector.
pub exec fn u32_to_le_bytes(x: u32) -> (s: Vec<u8>)
    ensures
        s@ == spec_u32_to_le_bytes(x),
        s@.len() == 4,
{
    write_u128(x as u128, 4)
}

// ---------------------------------------------------------------------------------------------- Eight bytes

/// The eight bytes of a number, the least significant one first.
pub closed spec fn spec_u64_to_le_bytes(x: u64) -> Seq<u8> {
    digits(x as int, 8)
}

/// The number that eight bytes stand for, the least significant one first.
pub closed spec fn spec_u64_from_le_bytes(s: Seq<u8>) -> u64
    recommends
        s.len() == 8,
{
    value(s) as u64
}

/// A number and its bytes are found from each other.
pub proof fn lemma_auto_spec_u64_to_from_le_bytes()
    ensures
        forall|x: u64|
            #![trigger spec_u64_to_le_bytes(x)]
            spec_u64_to_le_bytes(x).len() == 8 && spec_u64_from_le_bytes(spec_u64_to_le_bytes(x)) == x,
        forall|s: Seq<u8>|
            s.len() == 8 ==> #[trigger] spec_u64_to_le_bytes(spec_u64_from_le_bytes(s)) == s,
{
    lemma_bounds();
    assert forall|x: u64|
        #![trigger spec_u64_to_le_bytes(x)]
        spec_u64_to_le_bytes(x).len() == 8 && spec_u64_from_le_bytes(spec_u64_to_le_bytes(x)) == x by {
        lemma_value_of_digits(x as int, 8);
    }
    assert forall|s: Seq<u8>|
        s.len() == 8 implies #[trigger] spec_u64_to_le_bytes(spec_u64_from_le_bytes(s)) == s by {
        lemma_digits_of_value(s);
    }
}

/// The same bytes, said by shifts and masks, for who needs to see them.
pub open spec fn spec_u64_to_le_bytes_open(x: u64) -> Seq<u8> {
    seq![
        (x & 0xff) as u8,
        ((x >> 8) & 0xff) as u8,
        ((x >> 16) & 0xff) as u8,
        ((x >> 24) & 0xff) as u8,
        ((x >> 32) & 0xff) as u8,
        ((x >> 40) & 0xff) as u8,
        ((x >> 48) & 0xff) as u8,
        ((x >> 56) & 0xff) as u8,
    ]
}

/// The least significant byte, and the others.
proof fn lemma_first_byte(x: u64, rest: nat)
    ensures
        digits(x as int, rest + 1) == seq![(x & 0xff) as u8] + digits((x >> 8) as int, rest),
{
    assert(x & 0xff == x % 256 && x >> 8 == x / 256) by (bit_vector);
}

/// The bytes of a number are those that shifts and masks give.
pub proof fn spec_u64_to_le_bytes_to_open(x: u64)
    ensures
        spec_u64_to_le_bytes(x) == spec_u64_to_le_bytes_open(x),
{
    lemma_first_byte(x, 7);
    lemma_first_byte(x >> 8, 6);
    lemma_first_byte(x >> 16, 5);
    lemma_first_byte(x >> 24, 4);
    lemma_first_byte(x >> 32, 3);
    lemma_first_byte(x >> 40, 2);
    lemma_first_byte(x >> 48, 1);
    lemma_first_byte(x >> 56, 0);
    assert((x >> 8) >> 8 == x >> 16 && (x >> 16) >> 8 == x >> 24 && (x >> 24) >> 8 == x >> 32 && (x >> 32) >> 8 == x >> 40 && (x >> 40) >> 8 == x >> 48 && (x >> 48) >> 8 == x >> 56) by (bit_vector);
    assert(spec_u64_to_le_bytes(x) =~= spec_u64_to_le_bytes_open(x));
}

/// Reads a number from eight bytes.
pub exec fn u64_from_le_bytes(s: &[u8]) -> (x: u64)
    requires
        s@.len() == 8,
    ensures
        x == spec_u64_from_le_bytes(s@),
{
    read_u64(s)
}

/// The bytes of a number in a vector.
pub exec fn u64_to_le_bytes(x: u64) -> (s: Vec<u8>)
    ensures
        s@ == spec_u64_to_le_bytes(x),
        s@.len() == 8,
{
    write_u128(x as u128, 8)
}

// ---------------------------------------------------------------------------------------------- Sixteen bytes

/// The sixteen bytes of a number, the least significant one first.
pub closed spec fn spec_u128_to_le_bytes(x: u128) -> Seq<u8> {
    digits(x as int, 16)
}

/// The number that sixteen bytes stand for, the least significant one first.
pub closed spec fn spec_u128_from_le_bytes(s: Seq<u8>) -> u128
    recommends
        s.len() == 16,
{
    value(s) as u128
}

/// A number and its bytes are found from each other.
pub proof fn lemma_auto_spec_u128_to_from_le_bytes()
    ensures
        forall|x: u128|
            #![trigger spec_u128_to_le_bytes(x)]
            spec_u128_to_le_bytes(x).len() == 16 && spec_u128_from_le_bytes(spec_u128_to_le_bytes(x)) == x,
        forall|s: Seq<u8>|
            s.len() == 16 ==> #[trigger] spec_u128_to_le_bytes(spec_u128_from_le_bytes(s)) == s,
{
    lemma_bounds();
    assert forall|x: u128|
        #![trigger spec_u128_to_le_bytes(x)]
        spec_u128_to_le_bytes(x).len() == 16 && spec_u128_from_le_bytes(spec_u128_to_le_bytes(x)) == x by {
        lemma_value_of_digits(x as int, 16);
    }
    assert forall|s: Seq<u8>|
        s.len() == 16 implies #[trigger] spec_u128_to_le_bytes(spec_u128_from_le_bytes(s)) == s by {
        lemma_digits_of_value(s);
    }
}

/// Reads a number from sixteen bytes.
pub exec fn u128_from_le_bytes(s: &[u8]) -> (x: u128)
    requires
        s@.len() == 16,
    ensures
        x == spec_u128_from_le_bytes(s@),
{
    read_u128(s)
}

/// The bytes of a number in a vector.
pub exec fn u128_to_le_bytes(x: u128) -> (s: Vec<u8>)
    ensures
        s@ == spec_u128_to_le_bytes(x),
        s@.len() == 16,
{
    write_u128(x as u128, 16)
}

} // verus!
