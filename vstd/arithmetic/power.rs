//! Powers. Nothing here is trusted.
// @when arithmetic

#[allow(unused_imports)]
use crate::arithmetic::div_mod::*;
#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// `b` multiplied by itself `e` times.
#[verifier::opaque]
pub open spec fn pow(b: int, e: nat) -> int
    decreases e,
{
    if e == 0 {
        1
    } else {
        b * pow(b, (e - 1) as nat)
    }
}

/// A power is the base times the power before.
proof fn lemma_pow_unfold(b: int, e: nat)
    requires
        e > 0,
    ensures
        pow(b, e) == b * pow(b, (e - 1) as nat),
{
    reveal(pow);
}

/// The power with exponent 0 is 1.
pub broadcast proof fn lemma_pow0(b: int)
    ensures
        #[trigger] pow(b, 0) == 1,
{
    reveal(pow);
}

/// The power with exponent 1 is the base.
pub broadcast proof fn lemma_pow1(b: int)
    ensures
        #[trigger] pow(b, 1) == b,
{
    lemma_pow0(b);
    lemma_pow_unfold(b, 1);
}

/// Powers of 0 are 0.
pub broadcast proof fn lemma0_pow(e: nat)
    requires
        e > 0,
    ensures
        #[trigger] pow(0, e) == 0,
{
    lemma_pow_unfold(0, e);
}

/// Powers of 1 are 1.
pub broadcast proof fn lemma1_pow(e: nat)
    ensures
        #[trigger] pow(1, e) == 1,
    decreases e,
{
    if e == 0 {
        lemma_pow0(1);
    } else {
        lemma_pow_unfold(1, e);
        lemma1_pow((e - 1) as nat);
    }
}

/// The power with exponent 2 is the square.
pub broadcast proof fn lemma_square_is_pow2(x: int)
    ensures
        #[trigger] pow(x, 2) == x * x,
{
    lemma_pow1(x);
    lemma_pow_unfold(x, 2);
}

/// Powers of a positive number are positive.
pub broadcast proof fn lemma_pow_positive(b: int, e: nat)
    requires
        b > 0,
    ensures
        0 < #[trigger] pow(b, e),
    decreases e,
{
    if e == 0 {
        lemma_pow0(b);
    } else {
        lemma_pow_unfold(b, e);
        lemma_pow_positive(b, (e - 1) as nat);
        lemma_mul_strictly_positive(b, pow(b, (e - 1) as nat));
    }
}

/// Exponents add up.
pub broadcast proof fn lemma_pow_adds(b: int, e1: nat, e2: nat)
    ensures
        #[trigger] pow(b, e1 + e2) == pow(b, e1) * pow(b, e2),
    decreases e1,
{
    if e1 == 0 {
        lemma_pow0(b);
    } else {
        let rest = (e1 - 1) as nat;
        lemma_pow_adds(b, rest, e2);
        lemma_pow_unfold(b, e1);
        lemma_pow_unfold(b, e1 + e2);
        assert((e1 + e2 - 1) as nat == rest + e2);
        lemma_mul_is_associative(b, pow(b, rest), pow(b, e2));
    }
}

/// A power taken off an exponent can be multiplied back.
pub broadcast proof fn lemma_pow_sub_add_cancel(b: int, e1: nat, e2: nat)
    requires
        e1 >= e2,
    ensures
        #[trigger] pow(b, (e1 - e2) as nat) * pow(b, e2) == pow(b, e1),
{
    lemma_pow_adds(b, (e1 - e2) as nat, e2);
    assert((e1 - e2) as nat + e2 == e1);
}

/// A difference of exponents is a quotient of powers.
pub broadcast proof fn lemma_pow_subtracts(b: int, e1: nat, e2: nat)
    requires
        b > 0,
        e1 <= e2,
    ensures
        pow(b, e1) > 0,
        #[trigger] pow(b, (e2 - e1) as nat) == pow(b, e2) / pow(b, e1) > 0,
{
    lemma_pow_positive(b, e1);
    lemma_pow_positive(b, (e2 - e1) as nat);
    lemma_pow_sub_add_cancel(b, e2, e1);
    lemma_div_by_multiple(pow(b, (e2 - e1) as nat), pow(b, e1));
}

/// Exponents multiply.
pub broadcast proof fn lemma_pow_multiplies(a: int, b: nat, c: nat)
    ensures
        0 <= b * c,
        #[trigger] pow(pow(a, b), c) == pow(a, b * c),
    decreases c,
{
    lemma_mul_nonnegative(b as int, c as int);
    if c == 0 {
        lemma_pow0(a);
        lemma_pow0(pow(a, b));
    } else {
        let rest = (c - 1) as nat;
        lemma_pow_multiplies(a, b, rest);
        lemma_pow_unfold(pow(a, b), c);
        lemma_mul_nonnegative(b as int, rest as int);
        lemma_pow_adds(a, b, b * rest);
        lemma_mul_is_distributive_sub(b as int, c as int, 1);
        assert(b + b * rest == b * c);
    }
}

/// A power of a product is the product of the powers.
pub broadcast proof fn lemma_pow_distributes(a: int, b: int, e: nat)
    ensures
        #[trigger] pow(a * b, e) == pow(a, e) * pow(b, e),
    decreases e,
{
    if e == 0 {
        lemma_pow0(a);
        lemma_pow0(b);
        lemma_pow0(a * b);
    } else {
        let rest = (e - 1) as nat;
        lemma_pow_distributes(a, b, rest);
        lemma_pow_unfold(a, e);
        lemma_pow_unfold(b, e);
        lemma_pow_unfold(a * b, e);
        let (p, q) = (pow(a, rest), pow(b, rest));
        assert((a * b) * (p * q) == (a * p) * (b * q)) by (nonlinear_arith);
    }
}

/// What is known of powers. It starts often; ask for it in small proofs only.
pub broadcast group group_pow_properties {
    lemma_pow0,
    lemma_pow1,
    lemma_pow_distributes,
    lemma_pow_adds,
    lemma_pow_sub_add_cancel,
    group_mul_is_commutative_and_distributive,
    lemma_mul_increases,
    lemma_mul_strictly_increases,
}

/// What `group_pow_properties` promises.
pub proof fn lemma_pow_properties_prove_pow_auto()
    ensures
        forall|x: int| #[trigger] pow(x, 0) == 1,
        forall|x: int| #[trigger] pow(x, 1) == x,
        forall|x: int, y: nat, z: nat| #[trigger] pow(x, y + z) == pow(x, y) * pow(x, z),
        forall|x: int, y: nat, z: nat| y >= z ==> #[trigger] pow(x, (y - z) as nat) * pow(x, z) == pow(x, y),
        forall|x: int, y: int, z: nat| #[trigger] pow(x * y, z) == pow(x, z) * pow(y, z),
{
    broadcast use group_pow_properties;

}

/// A larger exponent makes a larger power of a base above 1.
pub broadcast proof fn lemma_pow_strictly_increases(b: nat, e1: nat, e2: nat)
    requires
        1 < b,
        e1 < e2,
    ensures
        #[trigger] pow(b as int, e1) < #[trigger] pow(b as int, e2),
{
    let (a, rest) = (b as int, (e2 - e1 - 1) as nat);
    lemma_pow_positive(a, e1);
    lemma_pow_positive(a, rest);
    lemma_pow_sub_add_cancel(a, e2, e1);
    lemma_pow_unfold(a, (e2 - e1) as nat);
    lemma_mul_left_inequality(a, 1, pow(a, rest));
    lemma_mul_strictly_increases(pow(a, (e2 - e1) as nat), pow(a, e1));
}

/// A larger exponent makes no smaller power of a positive base.
pub broadcast proof fn lemma_pow_increases(b: nat, e1: nat, e2: nat)
    requires
        b > 0,
        e1 <= e2,
    ensures
        #[trigger] pow(b as int, e1) <= #[trigger] pow(b as int, e2),
{
    let a = b as int;
    lemma_pow_positive(a, e1);
    lemma_pow_positive(a, (e2 - e1) as nat);
    lemma_pow_sub_add_cancel(a, e2, e1);
    lemma_mul_increases(pow(a, (e2 - e1) as nat), pow(a, e1));
}

/// A larger power has a larger exponent.
pub broadcast proof fn lemma_pow_strictly_increases_converse(b: nat, e1: nat, e2: nat)
    requires
        b > 0,
        #[trigger] pow(b as int, e1) < #[trigger] pow(b as int, e2),
    ensures
        e1 < e2,
{
    if e2 <= e1 {
        lemma_pow_increases(b, e2, e1);
    }
}

/// A power that is no smaller has an exponent that is no smaller.
pub broadcast proof fn lemma_pow_increases_converse(b: nat, e1: nat, e2: nat)
    requires
        1 < b,
        #[trigger] pow(b as int, e1) <= #[trigger] pow(b as int, e2),
    ensures
        e1 <= e2,
{
    if e2 < e1 {
        lemma_pow_strictly_increases(b, e2, e1);
    }
}

/// A factor of an exponent may move from one power to the other.
pub broadcast proof fn lemma_pull_out_pows(b: nat, x: nat, y: nat, z: nat)
    requires
        b > 0,
    ensures
        0 <= x * y,
        0 <= y * z,
        #[trigger] pow(pow(b as int, x * y), z) == pow(pow(b as int, x), y * z),
{
    let a = b as int;
    lemma_mul_nonnegative(x as int, y as int);
    lemma_mul_nonnegative(y as int, z as int);
    lemma_pow_multiplies(a, x, y);
    lemma_pow_multiplies(pow(a, x), y, z);
}

/// Dividing a number below a power by a smaller power.
pub proof fn lemma_pow_division_inequality(x: nat, b: nat, e1: nat, e2: nat)
    requires
        b > 0,
        e2 <= e1,
        x < pow(b as int, e1),
    ensures
        pow(b as int, e2) > 0,
        #[trigger] (x as int / pow(b as int, e2)) < #[trigger] pow(b as int, (e1 - e2) as nat),
{
    let a = b as int;
    lemma_pow_positive(a, e2);
    lemma_pow_sub_add_cancel(a, e1, e2);
    lemma_mul_is_commutative(pow(a, (e1 - e2) as nat), pow(a, e2));
    lemma_multiply_divide_lt(x as int, pow(a, e2), pow(a, (e1 - e2) as nat));
}

/// A power is a multiple of its base.
pub broadcast proof fn lemma_pow_mod(b: nat, e: nat)
    requires
        b > 0,
        e > 0,
    ensures
        #[trigger] pow(b as int, e) % b as int == 0,
{
    let a = b as int;
    lemma_pow_unfold(a, e);
    lemma_mul_is_commutative(a, pow(a, (e - 1) as nat));
    lemma_mod_multiples_basic(pow(a, (e - 1) as nat), a);
}

/// The base may be replaced by its remainder.
pub broadcast proof fn lemma_pow_mod_noop(b: int, e: nat, m: int)
    requires
        m > 0,
    ensures
        #[trigger] pow(b % m, e) % m == pow(b, e) % m,
    decreases e,
{
    if e == 0 {
        lemma_pow0(b);
        lemma_pow0(b % m);
    } else {
        let rest = (e - 1) as nat;
        lemma_pow_mod_noop(b, rest, m);
        lemma_pow_unfold(b, e);
        lemma_pow_unfold(b % m, e);
        lemma_mul_mod_noop_right(b % m, pow(b % m, rest), m);
        lemma_mul_mod_noop(b, pow(b, rest), m);
    }
}

} // verus!
