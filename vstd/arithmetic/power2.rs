//! Powers of 2. Nothing here is trusted.
// @when arithmetic

#[allow(unused_imports)]
use crate::arithmetic::power::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// 2 multiplied by itself `e` times.
pub open spec fn pow2(e: nat) -> nat {
    pow(2, e) as nat
}

/// Whether halving `n` again and again, without remainders, leads to 1.
#[verifier::opaque]
pub open spec fn is_pow2(n: int) -> bool
    decreases n,
{
    if n <= 1 {
        n == 1
    } else {
        n % 2 == 0 && is_pow2(n / 2)
    }
}

/// Whether `n` is 2 to some exponent.
pub open spec fn is_pow2_exists(n: int) -> bool {
    exists|i: nat| pow(2, i) == n
}

/// Both ways to be a power of 2 are the same.
pub broadcast proof fn is_pow2_equiv(n: int)
    ensures
        #![trigger is_pow2(n)]
        #![trigger is_pow2_exists(n)]
        is_pow2(n) <==> is_pow2_exists(n),
{
    if is_pow2(n) {
        is_pow2_equiv_forward(n);
    }
    if is_pow2_exists(n) {
        is_pow2_equiv_reverse(n);
    }
}

/// A number with an exponent halves down to 1.
proof fn is_pow2_equiv_reverse(n: int)
    requires
        is_pow2_exists(n),
    ensures
        is_pow2(n),
{
    let i = choose|i: nat| pow(2, i) == n;
    lemma_pow2_is_pow2(i);
}

/// A number that halves down to 1 has an exponent.
proof fn is_pow2_equiv_forward(n: int)
    requires
        is_pow2(n),
    ensures
        is_pow2_exists(n),
    decreases n,
{
    reveal(is_pow2);
    if n == 1 {
        lemma_pow0(2);
        assert(pow(2, 0) == n);
    } else {
        is_pow2_equiv_forward(n / 2);
        let i = choose|i: nat| pow(2, i) == n / 2;
        lemma_pow1(2);
        lemma_pow_adds(2, 1, i);
        assert(pow(2, 1 + i) == n);
    }
}

/// 2 to an exponent halves down to 1.
proof fn lemma_pow2_is_pow2(e: nat)
    ensures
        is_pow2(pow(2, e)),
    decreases e,
{
    reveal(is_pow2);
    lemma_pow_positive(2, e);
    if e == 0 {
        lemma_pow0(2);
    } else {
        let rest = (e - 1) as nat;
        lemma_pow2_is_pow2(rest);
        lemma_pow_positive(2, rest);
        lemma_pow1(2);
        lemma_pow_adds(2, 1, rest);
    }
}

/// Powers of 2 are positive.
pub broadcast proof fn lemma_pow2_pos(e: nat)
    ensures
        #[trigger] pow2(e) > 0,
{
    lemma_pow_positive(2, e);
}

/// `pow2` is `pow` with base 2.
pub broadcast proof fn lemma_pow2(e: nat)
    ensures
        #[trigger] pow2(e) == pow(2, e) as int,
{
    lemma_pow_positive(2, e);
}

/// A power of 2 is twice the one before.
pub broadcast proof fn lemma_pow2_unfold(e: nat)
    requires
        e > 0,
    ensures
        #[trigger] pow2(e) == 2 * pow2((e - 1) as nat),
{
    let rest = (e - 1) as nat;
    lemma_pow_positive(2, rest);
    lemma_pow1(2);
    lemma_pow_adds(2, 1, rest);
}

/// Exponents add up.
pub broadcast proof fn lemma_pow2_adds(e1: nat, e2: nat)
    ensures
        #[trigger] pow2(e1 + e2) == pow2(e1) * pow2(e2),
{
    lemma_pow_positive(2, e1);
    lemma_pow_positive(2, e2);
    lemma_pow_positive(2, e1 + e2);
    lemma_pow_adds(2, e1, e2);
}

/// A difference of exponents is a quotient of powers.
pub broadcast proof fn lemma_pow2_subtracts(e1: nat, e2: nat)
    requires
        e1 <= e2,
    ensures
        #[trigger] pow2((e2 - e1) as nat) == pow2(e2) / pow2(e1) > 0,
{
    lemma_pow_positive(2, e1);
    lemma_pow_positive(2, e2);
    lemma_pow_subtracts(2, e1, e2);
}

/// A larger exponent makes a larger power.
pub broadcast proof fn lemma_pow2_strictly_increases(e1: nat, e2: nat)
    requires
        e1 < e2,
    ensures
        #[trigger] pow2(e1) < #[trigger] pow2(e2),
{
    lemma_pow_positive(2, e1);
    lemma_pow_strictly_increases(2, e1, e2);
}

/// The small powers of 2, and the 64th.
pub proof fn lemma2_to64()
    ensures
        pow2(0) == 0x1,
        pow2(1) == 0x2,
        pow2(2) == 0x4,
        pow2(3) == 0x8,
        pow2(4) == 0x10,
        pow2(5) == 0x20,
        pow2(6) == 0x40,
        pow2(7) == 0x80,
        pow2(8) == 0x100,
        pow2(9) == 0x200,
        pow2(10) == 0x400,
        pow2(11) == 0x800,
        pow2(12) == 0x1000,
        pow2(13) == 0x2000,
        pow2(14) == 0x4000,
        pow2(15) == 0x8000,
        pow2(16) == 0x10000,
        pow2(17) == 0x20000,
        pow2(18) == 0x40000,
        pow2(19) == 0x80000,
        pow2(20) == 0x100000,
        pow2(21) == 0x200000,
        pow2(22) == 0x400000,
        pow2(23) == 0x800000,
        pow2(24) == 0x1000000,
        pow2(25) == 0x2000000,
        pow2(26) == 0x4000000,
        pow2(27) == 0x8000000,
        pow2(28) == 0x10000000,
        pow2(29) == 0x20000000,
        pow2(30) == 0x40000000,
        pow2(31) == 0x80000000,
        pow2(32) == 0x100000000,
        pow2(64) == 0x10000000000000000,
{
    lemma_pow0(2);
    lemma_pow2_unfold(1);
    lemma_pow2_unfold(2);
    lemma_pow2_unfold(3);
    lemma_pow2_unfold(4);
    lemma_pow2_unfold(5);
    lemma_pow2_unfold(6);
    lemma_pow2_unfold(7);
    lemma_pow2_unfold(8);
    lemma_pow2_unfold(9);
    lemma_pow2_unfold(10);
    lemma_pow2_unfold(11);
    lemma_pow2_unfold(12);
    lemma_pow2_unfold(13);
    lemma_pow2_unfold(14);
    lemma_pow2_unfold(15);
    lemma_pow2_unfold(16);
    lemma_pow2_unfold(17);
    lemma_pow2_unfold(18);
    lemma_pow2_unfold(19);
    lemma_pow2_unfold(20);
    lemma_pow2_unfold(21);
    lemma_pow2_unfold(22);
    lemma_pow2_unfold(23);
    lemma_pow2_unfold(24);
    lemma_pow2_unfold(25);
    lemma_pow2_unfold(26);
    lemma_pow2_unfold(27);
    lemma_pow2_unfold(28);
    lemma_pow2_unfold(29);
    lemma_pow2_unfold(30);
    lemma_pow2_unfold(31);
    lemma_pow2_unfold(32);
    lemma_pow2_adds(32, 32);
    assert(pow2(32) * pow2(32) == 0x10000000000000000) by (nonlinear_arith)
        requires
            pow2(32) == 0x100000000,
    ;
}

/// The powers of 2 between.
pub proof fn lemma2_to64_rest()
    ensures
        pow2(33) == 0x200000000,
        pow2(34) == 0x400000000,
        pow2(35) == 0x800000000,
        pow2(36) == 0x1000000000,
        pow2(37) == 0x2000000000,
        pow2(38) == 0x4000000000,
        pow2(39) == 0x8000000000,
        pow2(40) == 0x10000000000,
        pow2(41) == 0x20000000000,
        pow2(42) == 0x40000000000,
        pow2(43) == 0x80000000000,
        pow2(44) == 0x100000000000,
        pow2(45) == 0x200000000000,
        pow2(46) == 0x400000000000,
        pow2(47) == 0x800000000000,
        pow2(48) == 0x1000000000000,
        pow2(49) == 0x2000000000000,
        pow2(50) == 0x4000000000000,
        pow2(51) == 0x8000000000000,
        pow2(52) == 0x10000000000000,
        pow2(53) == 0x20000000000000,
        pow2(54) == 0x40000000000000,
        pow2(55) == 0x80000000000000,
        pow2(56) == 0x100000000000000,
        pow2(57) == 0x200000000000000,
        pow2(58) == 0x400000000000000,
        pow2(59) == 0x800000000000000,
        pow2(60) == 0x1000000000000000,
        pow2(61) == 0x2000000000000000,
        pow2(62) == 0x4000000000000000,
        pow2(63) == 0x8000000000000000,
        pow2(64) == 0x10000000000000000,
{
    lemma2_to64();
    lemma_pow2_unfold(33);
    lemma_pow2_unfold(34);
    lemma_pow2_unfold(35);
    lemma_pow2_unfold(36);
    lemma_pow2_unfold(37);
    lemma_pow2_unfold(38);
    lemma_pow2_unfold(39);
    lemma_pow2_unfold(40);
    lemma_pow2_unfold(41);
    lemma_pow2_unfold(42);
    lemma_pow2_unfold(43);
    lemma_pow2_unfold(44);
    lemma_pow2_unfold(45);
    lemma_pow2_unfold(46);
    lemma_pow2_unfold(47);
    lemma_pow2_unfold(48);
    lemma_pow2_unfold(49);
    lemma_pow2_unfold(50);
    lemma_pow2_unfold(51);
    lemma_pow2_unfold(52);
    lemma_pow2_unfold(53);
    lemma_pow2_unfold(54);
    lemma_pow2_unfold(55);
    lemma_pow2_unfold(56);
    lemma_pow2_unfold(57);
    lemma_pow2_unfold(58);
    lemma_pow2_unfold(59);
    lemma_pow2_unfold(60);
    lemma_pow2_unfold(61);
    lemma_pow2_unfold(62);
    lemma_pow2_unfold(63);
}

} // verus!
