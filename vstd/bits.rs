//! Shifts as products and quotients, and numbers whose low bits are set.
// @when vstd::bits bits::

#[allow(unused_imports)]
use crate::arithmetic::div_mod::*;
#[allow(unused_imports)]
use crate::arithmetic::power2::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The number whose `n` lowest bits are set, and no others.
pub open spec fn low_bits_mask(n: nat) -> nat {
    (pow2(n) - 1) as nat
}

/// One bit more.
pub broadcast proof fn lemma_low_bits_mask_unfold(n: nat)
    requires
        n > 0,
    ensures
        #[trigger] low_bits_mask(n) == 2 * low_bits_mask((n - 1) as nat) + 1,
{
    lemma_pow2_unfold(n);
    lemma_pow2_pos((n - 1) as nat);
}

/// The lowest bit is set.
pub broadcast proof fn lemma_low_bits_mask_is_odd(n: nat)
    requires
        n > 0,
    ensures
        #[trigger] (low_bits_mask(n) % 2) == 1,
{
    lemma_low_bits_mask_unfold(n);
}

/// One bit less.
pub broadcast proof fn lemma_low_bits_mask_div2(n: nat)
    requires
        n > 0,
    ensures
        #[trigger] (low_bits_mask(n) / 2) == low_bits_mask((n - 1) as nat),
{
    lemma_low_bits_mask_unfold(n);
}

/// The first of them, and one that programs use.
pub proof fn lemma_low_bits_mask_values()
    ensures
        low_bits_mask(0) == 0x0,
        low_bits_mask(1) == 0x1,
        low_bits_mask(2) == 0x3,
        low_bits_mask(3) == 0x7,
        low_bits_mask(4) == 0xf,
        low_bits_mask(5) == 0x1f,
        low_bits_mask(6) == 0x3f,
        low_bits_mask(7) == 0x7f,
        low_bits_mask(8) == 0xff,
        low_bits_mask(9) == 0x1ff,
        low_bits_mask(10) == 0x3ff,
        low_bits_mask(11) == 0x7ff,
        low_bits_mask(12) == 0xfff,
        low_bits_mask(13) == 0x1fff,
        low_bits_mask(14) == 0x3fff,
        low_bits_mask(15) == 0x7fff,
        low_bits_mask(16) == 0xffff,
        low_bits_mask(17) == 0x1ffff,
        low_bits_mask(18) == 0x3ffff,
        low_bits_mask(19) == 0x7ffff,
        low_bits_mask(20) == 0xfffff,
        low_bits_mask(21) == 0x1fffff,
        low_bits_mask(22) == 0x3fffff,
        low_bits_mask(23) == 0x7fffff,
        low_bits_mask(24) == 0xffffff,
        low_bits_mask(25) == 0x1ffffff,
        low_bits_mask(26) == 0x3ffffff,
        low_bits_mask(27) == 0x7ffffff,
        low_bits_mask(28) == 0xfffffff,
        low_bits_mask(29) == 0x1fffffff,
        low_bits_mask(30) == 0x3fffffff,
        low_bits_mask(31) == 0x7fffffff,
        low_bits_mask(32) == 0xffffffff,
        low_bits_mask(64) == 0xffffffffffffffff,
{
    lemma2_to64();
}

} // verus!

verus! {

/// Equal numbers have equal quotients and remainders; the solver does not look for equal ones by itself.
proof fn lemma_same_division(x: int, x1: int, y: int, y1: int)
    requires
        x == x1,
        y == y1,
    ensures
        x / y == x1 / y1,
        x % y == x1 % y1,
{
}

} // verus!

/// Shifts of one type.
macro_rules! shifts {
    ($($t:ident $shr_step:ident $shr_is_div:ident $shl_is_mul:ident;)*) => {
        verus! {

        $(
        /// A shift to the right shifts half of the number by one less.
        pub proof fn $shr_step(x: $t, shift: $t)
            requires
                0 < shift < $t::BITS,
            ensures
                x >> shift == (x / 2) >> sub(shift, 1),
        {
            let before = sub(shift, 1);
            assert(x >> shift == (x / 2) >> before) by (bit_vector)
                requires
                    0 < shift < $t::BITS,
                    before == sub(shift, 1),
            ;
        }

        /// A shift to the right divides by a power of two.
        pub broadcast proof fn $shr_is_div(x: $t, shift: $t)
            requires
                0 <= shift < $t::BITS,
            ensures
                #[trigger] (x >> shift) == x as nat / pow2(shift as nat),
            decreases shift,
        {
            lemma2_to64();
            if shift == 0 {
                assert(x >> 0 == x) by (bit_vector);
                lemma_same_division(x as int, x as int, pow2(shift as nat) as int, 1);
            } else {
                let before = sub(shift, 1);
                $shr_is_div(x / 2, before);
                $shr_step(x, shift);
                lemma_pow2_pos(before as nat);
                lemma_pow2_unfold(shift as nat);
                lemma_div_denominator(x as int, 2, pow2(before as nat) as int);
                let power = pow2(before as nat) as int;
                lemma_same_division(x as int, x as int, pow2(shift as nat) as int, 2 * power);
                lemma_same_division((x / 2) as int, x as int / 2, power, power);
                lemma_div_pos_is_pos((x / 2) as int, power);
                lemma_div_pos_is_pos(x as int, pow2(shift as nat) as int);
            }
        }

        /// A shift to the left multiplies, if nothing is shifted out.
        pub broadcast proof fn $shl_is_mul(x: $t, shift: $t)
            requires
                0 <= shift < $t::BITS,
                x * pow2(shift as nat) <= $t::MAX,
            ensures
                #[trigger] (x << shift) == x * pow2(shift as nat),
            decreases shift,
        {
            lemma2_to64();
            if shift == 0 {
                assert(x << 0 == x) by (bit_vector);
                let one = pow2(shift as nat) as int;
                assert(x * one == x) by (nonlinear_arith)
                    requires
                        one == 1,
                ;
            } else {
                let before = sub(shift, 1);
                lemma_pow2_unfold(shift as nat);
                let (power, whole) = (pow2(before as nat) as int, pow2(shift as nat) as int);
                assert(x * whole == 2 * (x * power) && x * power >= 0) by (nonlinear_arith)
                    requires
                        whole == 2 * power,
                        power >= 0,
                        x >= 0,
                ;
                $shl_is_mul(x, before);
                let half = x << before;
                assert(x << shift == 2 * half) by (bit_vector)
                    requires
                        0 < shift < $t::BITS,
                        before == sub(shift, 1),
                        half == x << before,
                        half <= $t::MAX / 2,
                ;
            }
        }
        )*

        }
    };
}

/// What one type has room for.
macro_rules! shifts_with_room {
    ($($t:ident $shr_is_div:ident $no_overflow:ident $le_max:ident $($is_mod:ident)?;)*) => {
        verus! {

        $(
        /// A bit of a number is a power of two that the number's type holds.
        pub broadcast proof fn $no_overflow(n: nat)
            requires
                0 <= n < $t::BITS,
            ensures
                0 < #[trigger] pow2(n) < $t::MAX,
        {
            let last = ($t::BITS - 1) as nat;
            lemma_pow2_pos(n);
            lemma2_to64();
            lemma2_to64_rest();
            if n < last {
                lemma_pow2_strictly_increases(n, last);
            }
        }

        /// How large a number may be to be multiplied with a power of two.
        pub proof fn $le_max(x: $t, shift: $t, max: $t)
            requires
                0 <= shift < $t::BITS,
            ensures
                x * pow2(shift as nat) <= max <==> x <= (max >> shift),
        {
            $shr_is_div(max, shift);
            lemma_pow2_pos(shift as nat);
            let power = pow2(shift as nat) as int;
            lemma_fundamental_div_mod(max as int, power);
            lemma_mod_bound(max as int, power);
            lemma_div_pos_is_pos(max as int, power);
            let (quotient, remainder) = (max as int / power, max as int % power);
            assert(x * power <= max <==> x <= quotient) by (nonlinear_arith)
                requires
                    max == power * quotient + remainder,
                    0 <= remainder < power,
            ;
        }

        $(
        /// The low bits are the remainder.
        pub broadcast proof fn $is_mod(x: $t, n: nat)
            requires
                n < $t::BITS,
            ensures
                #[trigger] (x & (low_bits_mask(n) as $t)) == x % (pow2(n) as $t),
            decreases n,
        {
            $no_overflow(n);
            let whole = low_bits_mask(n) as $t;
            if n == 0 {
                lemma2_to64();
                assert(x & whole == 0) by (bit_vector)
                    requires
                        whole == 0,
                ;
                lemma_same_division(x as int, x as int, (pow2(n) as $t) as int, 1);
            } else {
                let before = (n - 1) as nat;
                $no_overflow(before);
                $is_mod(x / 2, before);
                lemma_pow2_unfold(n);
                lemma_low_bits_mask_unfold(n);
                let mask = low_bits_mask(before) as $t;
                assert(x & whole == 2 * ((x / 2) & mask) + x % 2) by (bit_vector)
                    requires
                        whole == 2 * mask + 1,
                ;
                lemma_mod_breakdown(x as int, 2, pow2(before) as int);
                let power = pow2(before) as int;
                lemma_same_division(x as int, x as int, (pow2(n) as $t) as int, 2 * power);
                lemma_same_division((x / 2) as int, x as int / 2, (pow2(before) as $t) as int, power);
                lemma_mod_bound((x / 2) as int, power);
                lemma_mod_bound(x as int, 2 * power);
            }
        }
        )?
        )*

        }
    };
}

shifts! {
    u8 lemma_u8_shr_step lemma_u8_shr_is_div lemma_u8_shl_is_mul;
    u16 lemma_u16_shr_step lemma_u16_shr_is_div lemma_u16_shl_is_mul;
    u32 lemma_u32_shr_step lemma_u32_shr_is_div lemma_u32_shl_is_mul;
    u64 lemma_u64_shr_step lemma_u64_shr_is_div lemma_u64_shl_is_mul;
}

verus! {

/// A shift to the right divides by a power of two, as one of the largest numbers that a `usize` may be.
pub broadcast proof fn lemma_usize_shr_is_div(x: usize, shift: usize)
    requires
        0 <= shift < usize::BITS,
    ensures
        #[trigger] (x >> shift) == x as nat / pow2(shift as nat),
{
    let (wide, by) = (x as u64, shift as u64);
    assert((x >> shift) as u64 == wide >> by) by (bit_vector)
        requires
            0 <= shift < usize::BITS,
            wide == x as u64,
            by == shift as u64,
    ;
    lemma_u64_shr_is_div(wide, by);
}

/// A shift to the left multiplies, if nothing is shifted out.
pub broadcast proof fn lemma_usize_shl_is_mul(x: usize, shift: usize)
    requires
        0 <= shift < usize::BITS,
        x * pow2(shift as nat) <= usize::MAX,
    ensures
        #[trigger] (x << shift) == x * pow2(shift as nat),
{
    let (wide, by) = (x as u64, shift as u64);
    lemma_u64_shl_is_mul(wide, by);
    assert((x << shift) as u64 == wide << by) by (bit_vector)
        requires
            0 <= shift < usize::BITS,
            wide == x as u64,
            by == shift as u64,
            wide << by <= usize::MAX as u64,
    ;
}

} // verus!

shifts_with_room! {
    u8 lemma_u8_shr_is_div lemma_u8_pow2_no_overflow
        lemma_u8_mul_pow2_le_max_iff_max_shr lemma_u8_low_bits_mask_is_mod;
    u16 lemma_u16_shr_is_div lemma_u16_pow2_no_overflow
        lemma_u16_mul_pow2_le_max_iff_max_shr lemma_u16_low_bits_mask_is_mod;
    u32 lemma_u32_shr_is_div lemma_u32_pow2_no_overflow
        lemma_u32_mul_pow2_le_max_iff_max_shr lemma_u32_low_bits_mask_is_mod;
    u64 lemma_u64_shr_is_div lemma_u64_pow2_no_overflow
        lemma_u64_mul_pow2_le_max_iff_max_shr lemma_u64_low_bits_mask_is_mod;
    usize lemma_usize_shr_is_div lemma_usize_pow2_no_overflow
        lemma_usize_mul_pow2_le_max_iff_max_shr;
}

verus! {

/// The low bits are the remainder, as of one of the largest numbers that a `usize` may be.
pub broadcast proof fn lemma_usize_low_bits_mask_is_mod(x: usize, n: nat)
    requires
        n < usize::BITS,
    ensures
        #[trigger] (x & (low_bits_mask(n) as usize)) == x % (pow2(n) as usize),
{
    let (wide, mask) = (x as u64, low_bits_mask(n) as usize);
    lemma_usize_pow2_no_overflow(n);
    lemma_u64_low_bits_mask_is_mod(wide, n);
    assert((x & mask) as u64 == wide & (mask as u64)) by (bit_vector)
        requires
            wide == x as u64,
    ;
}

} // verus!
