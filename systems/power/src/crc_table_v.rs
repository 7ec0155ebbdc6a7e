//! The division of CRC-64 (the reflected polynomial of ECMA-182), by the bit as it is specified, and eight bytes at once as it
//! is done: with tables of what the steps make of each byte, which rustc computes ("slicing by eight").

use vstd::prelude::*;

verus! {

/// One bit: a step of the division, from the low end.
pub open spec fn bit_step(state: u64) -> u64 {
    if state & 1 == 1 { (state >> 1) ^ 0xc96c_5795_d787_0f42 } else { state >> 1 }
}

/// `n` bits.
pub open spec fn steps(state: u64, n: nat) -> u64
    decreases n,
{
    if n == 0 { state } else { steps(bit_step(state), (n - 1) as nat) }
}

/// One byte.
pub open spec fn byte_step(state: u64, byte: u8) -> u64 {
    steps(state ^ byte as u64, 8)
}

/// Steps after steps.
pub(crate) proof fn lemma_steps_after(state: u64, n: nat, m: nat)
    ensures
        steps(steps(state, n), m) == steps(state, n + m),
    decreases n,
{
    if n > 0 {
        lemma_steps_after(bit_step(state), (n - 1) as nat, m);
    }
}

/// Steps are linear.
proof fn lemma_linear(a: u64, b: u64, n: nat)
    ensures
        steps(a ^ b, n) == steps(a, n) ^ steps(b, n),
    decreases n,
{
    if n > 0 {
        assert(bit_step(a ^ b) == bit_step(a) ^ bit_step(b)) by (bit_vector);
        lemma_linear(bit_step(a), bit_step(b), (n - 1) as nat);
    }
}

/// Eight steps, for a solver of bits.
spec fn eight_steps(state: u64) -> u64 {
    bit_step(bit_step(bit_step(bit_step(bit_step(bit_step(bit_step(bit_step(state))))))))
}

/// Eight steps look at the lowest byte, and shift the others.
pub(crate) proof fn lemma_low_byte(state: u64, word: u64)
    ensures
        steps(state ^ word, 8) == steps(state ^ (word & 0xff), 8) ^ (word >> 8),
{
    reveal_with_fuel(steps, 9);
    assert(eight_steps(state ^ word) == eight_steps(state ^ (word & 0xff)) ^ (word >> 8)) by (bit_vector);
}

/// What steps make of the lowest `n` bytes of a word.
spec fn folded(word: u64, n: nat) -> u64
    decreases n,
{
    if n == 0 { 0 } else { steps(word & 0xff, 8 * n) ^ folded(word >> 8, (n - 1) as nat) }
}

/// A word without its lowest `n` bytes.
spec fn shifted(word: u64, n: nat) -> u64
    decreases n,
{
    if n == 0 { word } else { shifted(word >> 8, (n - 1) as nat) }
}

/// Steps make of a word what they make of its bytes.
proof fn lemma_folded(word: u64, n: nat)
    ensures
        steps(word, 8 * n) == folded(word, n) ^ shifted(word, n),
    decreases n,
{
    let (low, rest) = (word & 0xff, word >> 8);
    if n > 0 {
        let m = (n - 1) as nat;
        lemma_folded(rest, m);
        lemma_low_byte(0, word);
        lemma_linear(steps(low, 8), rest, 8 * m);
        lemma_steps_after(word, 8, 8 * m);
        lemma_steps_after(low, 8, 8 * m);
    }
    let (a, b, c) = (steps(low, 8 * n), folded(rest, (n - 1) as nat), shifted(rest, (n - 1) as nat));
    assert(a ^ (b ^ c) == (a ^ b) ^ c && 0 ^ word == word && 0 ^ low == low) by (bit_vector);
}

const fn bit(state: u64) -> (next: u64)
    ensures
        next == bit_step(state),
{
    if state & 1 == 1 { (state >> 1) ^ 0xc96c_5795_d787_0f42 } else { state >> 1 }
}

/// The tables, by the number of bytes that come behind the byte.
type Tables = [[u64; 256]; 8];

/// Whether an entry is right.
spec fn is_right(tables: Tables, k: int, byte: int) -> bool {
    tables[k][byte] == steps(byte as u64, (8 * k + 8) as nat)
}

const fn tables() -> (tables: Tables)
    ensures
        forall|k: int, byte: int| 0 <= k < 8 && 0 <= byte < 256 ==> #[trigger] is_right(tables, k, byte),
{
    let mut tables = [[0; 256]; 8];
    let mut i = 0;
    while i < 256
        invariant
            i <= 256,
            forall|k: int, byte: int|
                0 <= k < 8 && 0 <= byte < i ==> #[trigger] tables[k][byte] == steps(byte as u64, (8 * k + 8) as nat),
        decreases 256 - i,
    {
        let mut state = i as u64;
        let mut k = 0;
        while k < 8
            invariant
                k <= 8,
                i < 256,
                state == steps(i as u64, 8 * k as nat),
                forall|l: int, byte: int|
                    0 <= l < 8 && 0 <= byte < i || 0 <= l < k && byte == i ==> #[trigger] tables[l][byte] == steps(
                        byte as u64,
                        (8 * l + 8) as nat,
                    ),
            decreases 8 - k,
        {
            proof {
                lemma_steps_after(i as u64, 8 * k as nat, 8);
                reveal_with_fuel(steps, 9);
            }
            state = bit(bit(bit(bit(bit(bit(bit(bit(state))))))));
            tables[k][i] = state;
            k += 1;
        }
        i += 1;
    }
    tables
}

exec const TABLES: [[u64; 256]; 8]
    ensures
        forall|k: int, byte: int| 0 <= k < 8 && 0 <= byte < 256 ==> #[trigger] is_right(TABLES, k, byte),
{
    tables()
}

/// What a table has of a byte.
fn look_up(k: usize, byte: u8) -> (next: u64)
    requires
        k < 8,
    ensures
        next == steps(byte as u64, (8 * k + 8) as nat),
{
    let tables = TABLES;
    assert(is_right(tables, k as int, byte as int));
    tables[k][byte as usize]
}

/// A byte of a word.
fn byte_of(word: u64, shift: u64) -> (byte: u8)
    requires
        shift <= 56,
    ensures
        byte as u64 == (word >> shift) & 0xff,
{
    let rest = word >> shift;
    assert(((rest & 0xff) as u8) as u64 == rest & 0xff) by (bit_vector);
    (rest & 0xff) as u8
}

/// One byte through the tables.
pub(crate) fn feed_byte(state: u64, byte: u8) -> (next: u64)
    ensures
        next == byte_step(state, byte),
{
    let word = state ^ byte as u64;
    proof {
        lemma_low_byte(0, word);
        assert(0 ^ word == word && 0 ^ (word & 0xff) == word & 0xff && word >> 0 == word) by (bit_vector);
    }
    look_up(0, byte_of(word, 0)) ^ (word >> 8)
}

/// Eight bytes through the tables.
pub(crate) fn feed_word(word: u64) -> (next: u64)
    ensures
        next == steps(word, 64),
{
    let next = look_up(7, byte_of(word, 0)) ^ (look_up(6, byte_of(word, 8)) ^ (look_up(5, byte_of(word, 16)) ^ (look_up(
        4,
        byte_of(word, 24),
    ) ^ (look_up(3, byte_of(word, 32)) ^ (look_up(2, byte_of(word, 40)) ^ (look_up(1, byte_of(word, 48)) ^ look_up(
        0,
        byte_of(word, 56),
    )))))));
    proof {
        lemma_folded(word, 8);
        reveal_with_fuel(folded, 9);
        reveal_with_fuel(shifted, 9);
        assert(word >> 0 == word && (word >> 8) >> 8 == word >> 16 && (word >> 16) >> 8 == word >> 24 && (word >> 24) >> 8
            == word >> 32 && (word >> 32) >> 8 == word >> 40 && (word >> 40) >> 8 == word >> 48 && (word >> 48) >> 8 == word
            >> 56 && (word >> 56) >> 8 == 0) by (bit_vector);
        assert(next ^ 0 == next) by (bit_vector);
        let last = steps((word >> 56) & 0xff, 8);
        assert(last ^ 0 == last) by (bit_vector);
    }
    next
}

} // verus!
