//! Remainders.
// @when arithmetic

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::arithmetic::internals::mod_internals::mod_recursive;
#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A remainder is what is left after subtractions.
pub broadcast proof fn lemma_mod_is_mod_recursive(x: int, m: int)
    requires
        m > 0,
    ensures
        mod_recursive(x, m) == #[trigger] (x % m),
    decreases if x < 0 { m - x } else { x },
{
    if x < 0 {
        lemma_mod_is_mod_recursive(x + m, m);
        lemma_mod_add_multiples_vanish(x, m);
    } else if x < m {
        lemma_small_mod(x as nat, m as nat);
    } else {
        lemma_mod_is_mod_recursive(x - m, m);
        lemma_mod_sub_multiples_vanish(x, m);
    }
}

/// A number leaves nothing of itself.
pub broadcast proof fn lemma_mod_self_0(m: int)
    requires
        m > 0,
    ensures
        #[trigger] (m % m) == 0,
{
    lemma_fundamental_div_mod_converse(m, m, 1, 0);
}

/// A remainder is its own remainder.
pub broadcast proof fn lemma_mod_twice(x: int, m: int)
    requires
        m > 0,
    ensures
        #[trigger] ((x % m) % m) == x % m,
{
    lemma_mod_bound(x, m);
    lemma_small_mod((x % m) as nat, m as nat);
}

/// The simplest remainders.
pub broadcast group group_mod_basics {
    lemma_mod_self_0,
    lemma_mod_twice,
}

/// The simplest remainders, and their bounds.
pub broadcast group group_mod_properties {
    group_mod_basics,
    lemma_mod_division_less_than_divisor,
}

/// A remainder is at most the dividend.
pub broadcast proof fn lemma_mod_decreases(x: nat, m: nat)
    requires
        0 < m,
    ensures
        #[trigger] (x % m) <= x,
{
    if x < m {
        lemma_small_mod(x, m);
    } else {
        lemma_mod_bound(x as int, m as int);
    }
}

/// A positive multiple is no smaller than the divisor.
pub broadcast proof fn lemma_mod_is_zero(x: nat, m: nat)
    requires
        x > 0 && m > 0,
        #[trigger] (x % m) == 0,
    ensures
        x >= m,
{
    if x < m {
        lemma_small_mod(x, m);
    }
}

/// A multiple leaves nothing.
pub broadcast proof fn lemma_mod_multiples_basic(x: int, m: int)
    requires
        m > 0,
    ensures
        #[trigger] ((x * m) % m) == 0,
{
    lemma_fundamental_div_mod_converse(x * m, m, x, 0);
}

/// The divisor more leaves the same.
pub broadcast proof fn lemma_mod_add_multiples_vanish(b: int, m: int)
    requires
        0 < m,
    ensures
        (m + b) % m == #[trigger] (b % m),
{
    lemma_mod_multiples_vanish(1, b, m);
}

/// The divisor less leaves the same.
pub broadcast proof fn lemma_mod_sub_multiples_vanish(b: int, m: int)
    requires
        0 < m,
    ensures
        (-m + b) % m == #[trigger] (b % m),
{
    lemma_mod_multiples_vanish(-1, b, m);
}

/// A multiple more leaves the same.
pub broadcast proof fn lemma_mod_multiples_vanish(a: int, b: int, m: int)
    requires
        0 < m,
    ensures
        #[trigger] ((m * a + b) % m) == b % m,
{
    lemma_fundamental_div_mod(b, m);
    lemma_mod_bound(b, m);
    let (q, r) = (b / m, b % m);
    assert(m * a + b == (a + q) * m + r) by (nonlinear_arith)
        requires
            b == m * q + r,
    ;
    lemma_fundamental_div_mod_converse(m * a + b, m, a + q, r);
}

/// Subtracting no more than the remainder.
pub broadcast proof fn lemma_mod_subtraction(x: nat, s: nat, d: nat)
    requires
        0 < d,
        0 <= s <= x % d,
    ensures
        #![trigger ((x - s) % d as int)]
        x % d - s % d == (x - s) % d as int,
{
    let (a, m) = (x as int, d as int);
    lemma_fundamental_div_mod(a, m);
    lemma_mod_bound(a, m);
    lemma_small_mod(s, d);
    lemma_mul_is_commutative(a / m, m);
    lemma_fundamental_div_mod_converse(a - s, m, a / m, a % m - s);
}

/// A sum has the remainder of the sum of remainders.
pub broadcast proof fn lemma_add_mod_noop(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        #![trigger (x + y) % m]
        ((x % m) + (y % m)) % m == (x + y) % m,
{
    lemma_fundamental_div_mod(x, m);
    lemma_fundamental_div_mod(y, m);
    lemma_mul_is_distributive_add(m, x / m, y / m);
    lemma_mod_multiples_vanish(x / m + y / m, x % m + y % m, m);
}

/// The second summand may be replaced by its remainder.
pub broadcast proof fn lemma_add_mod_noop_right(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        #![trigger (x + y) % m]
        (x + (y % m)) % m == (x + y) % m,
{
    lemma_fundamental_div_mod(y, m);
    lemma_mod_multiples_vanish(y / m, x + y % m, m);
}

/// A difference has the remainder of the difference of remainders.
pub broadcast proof fn lemma_sub_mod_noop(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        #![trigger (x - y) % m]
        ((x % m) - (y % m)) % m == (x - y) % m,
{
    lemma_fundamental_div_mod(x, m);
    lemma_fundamental_div_mod(y, m);
    lemma_mul_is_distributive_sub(m, x / m, y / m);
    lemma_mod_multiples_vanish(x / m - y / m, x % m - y % m, m);
}

/// What is subtracted may be replaced by its remainder.
pub broadcast proof fn lemma_sub_mod_noop_right(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        #![trigger ((x - y) % m)]
        (x - (y % m)) % m == (x - y) % m,
{
    lemma_fundamental_div_mod(y, m);
    lemma_mul_unary_negation(m, y / m);
    lemma_mod_multiples_vanish(-(y / m), x - y % m, m);
}

/// The sum of remainders is that of the sum, and perhaps a divisor.
pub broadcast proof fn lemma_mod_adds(a: int, b: int, d: int)
    requires
        0 < d,
    ensures
        #![trigger ((a + b) % d)]
        a % d + b % d == (a + b) % d + d * ((a % d + b % d) / d),
        (a % d + b % d) < d ==> a % d + b % d == (a + b) % d,
{
    lemma_add_mod_noop(a, b, d);
    let s = a % d + b % d;
    lemma_fundamental_div_mod(s, d);
    lemma_mod_bound(a, d);
    lemma_mod_bound(b, d);
    if s < d {
        lemma_small_mod(s as nat, d as nat);
    }
}

/// A number and a multiple of one less than the divisor, of the other sign, leave the same.
pub proof fn lemma_mod_neg_neg(x: int, d: int)
    requires
        0 < d,
    ensures
        x % d == (x * (1 - d)) % d,
{
    assert(x * (1 - d) == d * (-x) + x) by (nonlinear_arith);
    lemma_mod_multiples_vanish(-x, x, d);
}

/// The first factor may be replaced by its remainder.
pub broadcast proof fn lemma_mul_mod_noop_left(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        (x % m) * y % m == #[trigger] (x * y % m),
{
    lemma_fundamental_div_mod(x, m);
    let (q, r) = (x / m, x % m);
    assert(x * y == m * (q * y) + r * y) by (nonlinear_arith)
        requires
            x == m * q + r,
    ;
    lemma_mod_multiples_vanish(q * y, r * y, m);
}

/// The second factor may be replaced by its remainder.
pub broadcast proof fn lemma_mul_mod_noop_right(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        x * (y % m) % m == #[trigger] ((x * y) % m),
{
    lemma_mul_is_commutative(x, y);
    lemma_mul_is_commutative(x, y % m);
    lemma_mul_mod_noop_left(y, x, m);
}

/// Either factor, or both, may be replaced by remainders.
pub broadcast proof fn lemma_mul_mod_noop_general(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        ((x % m) * y) % m == (x * y) % m,
        (x * (y % m)) % m == (x * y) % m,
        ((x % m) * (y % m)) % m == #[trigger] ((x * y) % m),
{
    lemma_mul_mod_noop_left(x, y, m);
    lemma_mul_mod_noop_right(x, y, m);
    lemma_mul_mod_noop_right(x % m, y, m);
}

/// A product has the remainder of the product of remainders.
pub broadcast proof fn lemma_mul_mod_noop(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        (x % m) * (y % m) % m == #[trigger] ((x * y) % m),
{
    lemma_mul_mod_noop_general(x, y, m);
}

/// Numbers leave the same exactly when their difference leaves nothing.
pub broadcast proof fn lemma_mod_equivalence(x: int, y: int, m: int)
    requires
        0 < m,
    ensures
        #![trigger (x - y) % m]
        x % m == y % m <==> (x - y) % m == 0,
{
    lemma_sub_mod_noop(x, y, m);
    lemma_mod_bound(x, m);
    lemma_mod_bound(y, m);
    let s = x % m - y % m;
    if s < 0 {
        lemma_mod_add_multiples_vanish(s, m);
        lemma_small_mod((m + s) as nat, m as nat);
    } else {
        lemma_small_mod(s as nat, m as nat);
    }
}

/// Whether two ways to say that numbers leave the same agree. By [`lemma_mod_equivalence`] they always do.
pub open spec fn is_mod_equivalent(x: int, y: int, m: int) -> bool
    recommends
        m > 0,
{
    (x % m == y % m) == ((x - y) % m == 0)
}

/// The same of multiples of both numbers.
pub broadcast proof fn lemma_mod_mul_equivalent(x: int, y: int, z: int, m: int)
    requires
        m > 0,
        is_mod_equivalent(x, y, m),
    ensures
        #[trigger] is_mod_equivalent(x * z, y * z, m),
{
    lemma_mod_equivalence(x * z, y * z, m);
}

/// A multiple of the divisor leaves no less.
pub broadcast proof fn lemma_mod_ordering(x: int, k: int, d: int)
    requires
        1 < d,
        0 < k,
    ensures
        0 < d * k,
        x % d <= #[trigger] (x % (d * k)),
{
    lemma_mul_strictly_positive(d, k);
    lemma_mod_mod(x, d, k);
    lemma_mod_bound(x, d * k);
    lemma_mod_decreases((x % (d * k)) as nat, d as nat);
}

/// The remainder by a multiple of the divisor may be taken first.
pub broadcast proof fn lemma_mod_mod(x: int, a: int, b: int)
    requires
        0 < a,
        0 < b,
    ensures
        #![trigger (x % (a * b)) % a, x % a]
        0 < a * b,
        (x % (a * b)) % a == x % a,
{
    lemma_mul_strictly_positive(a, b);
    lemma_fundamental_div_mod(x, a * b);
    let (q, r) = (x / (a * b), x % (a * b));
    lemma_mul_is_associative(a, b, q);
    lemma_mod_multiples_vanish(b * q, r, a);
}

/// A remainder stays below its divisor when it is cut again.
pub broadcast proof fn lemma_part_bound2(x: int, y: int, z: int)
    requires
        0 <= x,
        0 < y,
        0 < z,
    ensures
        y * z > 0,
        #[trigger] (x % y) % #[trigger] (y * z) < y,
{
    lemma_mul_strictly_positive(y, z);
    lemma_mod_bound(x, y);
    lemma_mul_increases(z, y);
    lemma_mul_is_commutative(y, z);
    lemma_small_mod((x % y) as nat, (y * z) as nat);
}

} // verus!
