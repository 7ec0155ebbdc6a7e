//! Remainders: induction, and what holds of all of them.
// @when _internals

#[allow(unused_imports)]
use super::general_internals::*;
#[allow(unused_imports)]
use crate::arithmetic::div_mod::{lemma_fundamental_div_mod, lemma_fundamental_div_mod_converse, lemma_mod_bound};
#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use crate::math::{add as add1, sub as sub1};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The remainder by repeated subtraction.
#[verifier::opaque]
pub open spec fn mod_recursive(x: int, d: int) -> int
    recommends
        d > 0,
    decreases
        (if x < 0 {
            (d - x)
        } else {
            x
        }),
    when d > 0
{
    if x < 0 {
        mod_recursive(d + x, d)
    } else if x < d {
        x
    } else {
        mod_recursive(x - d, d)
    }
}

/// What holds of the first `n` numbers, and goes on in steps of `n` in both directions, holds of all.
pub proof fn lemma_mod_induction_forall(n: int, f: spec_fn(int) -> bool)
    requires
        n > 0,
        forall|i: int| 0 <= i < n ==> #[trigger] f(i),
        forall|i: int| i >= 0 && #[trigger] f(i) ==> #[trigger] f(add1(i, n)),
        forall|i: int| i < n && #[trigger] f(i) ==> #[trigger] f(sub1(i, n)),
    ensures
        forall|i: int| #[trigger] f(i),
{
    assert forall|i: int| #[trigger] f(i) by {
        lemma_induction_helper(n, f, i);
    }
}

/// The same for pairs.
pub proof fn lemma_mod_induction_forall2(n: int, f: spec_fn(int, int) -> bool)
    requires
        n > 0,
        forall|i: int, j: int| 0 <= i < n && 0 <= j < n ==> #[trigger] f(i, j),
        forall|i: int, j: int| i >= 0 && #[trigger] f(i, j) ==> #[trigger] f(add1(i, n), j),
        forall|i: int, j: int| j >= 0 && #[trigger] f(i, j) ==> #[trigger] f(i, add1(j, n)),
        forall|i: int, j: int| i < n && #[trigger] f(i, j) ==> #[trigger] f(sub1(i, n), j),
        forall|i: int, j: int| j < n && #[trigger] f(i, j) ==> #[trigger] f(i, sub1(j, n)),
    ensures
        forall|i: int, j: int| #[trigger] f(i, j),
{
    assert forall|i: int, j: int| #[trigger] f(i, j) by {
        let row = |b: int| f(i, b);
        assert forall|b: int| 0 <= b < n implies #[trigger] row(b) by {
            let column = |a: int| f(a, b);
            lemma_induction_helper(n, column, i);
            assert(column(i));
        }
        lemma_induction_helper(n, row, j);
        assert(row(j));
    }
}

/// One divisor more is one more in the quotient, and leaves the remainder.
proof fn lemma_add_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x + n) / n == x / n + 1,
        (x + n) % n == x % n,
{
    lemma_fundamental_div_mod(x, n);
    lemma_mod_bound(x, n);
    lemma_mul_is_distributive_add_other_way(n, x / n, 1);
    lemma_mul_is_commutative(x / n, n);
    lemma_fundamental_div_mod_converse(x + n, n, x / n + 1, x % n);
}

/// One divisor more is one more in the quotient.
pub proof fn lemma_div_add_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x + n) / n == x / n + 1,
{
    lemma_add_denominator(n, x);
}

/// One divisor less is one less in the quotient.
pub proof fn lemma_div_sub_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x - n) / n == x / n - 1,
{
    lemma_add_denominator(n, x - n);
}

/// One divisor more leaves the remainder.
pub proof fn lemma_mod_add_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x + n) % n == x % n,
{
    lemma_add_denominator(n, x);
}

/// One divisor less leaves the remainder.
pub proof fn lemma_mod_sub_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x - n) % n == x % n,
{
    lemma_add_denominator(n, x - n);
}

/// Exactly what is smaller than the divisor is its own remainder.
pub proof fn lemma_mod_below_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        0 <= x < n <==> x % n == x,
{
    lemma_mod_bound(x, n);
    if 0 <= x < n {
        lemma_fundamental_div_mod_converse(x, n, 0, x);
    }
}

/// All of this for all numbers.
pub proof fn lemma_mod_basics(n: int)
    requires
        n > 0,
    ensures
        forall|x: int| #[trigger] ((x + n) % n) == x % n,
        forall|x: int| #[trigger] ((x - n) % n) == x % n,
        forall|x: int| #[trigger] ((x + n) / n) == x / n + 1,
        forall|x: int| #[trigger] ((x - n) / n) == x / n - 1,
        forall|x: int| 0 <= x < n <==> #[trigger] (x % n) == x,
{
    assert forall|x: int| #[trigger] ((x + n) % n) == x % n by {
        lemma_mod_add_denominator(n, x);
    }
    assert forall|x: int| #[trigger] ((x - n) % n) == x % n by {
        lemma_mod_sub_denominator(n, x);
    }
    assert forall|x: int| #[trigger] ((x + n) / n) == x / n + 1 by {
        lemma_div_add_denominator(n, x);
    }
    assert forall|x: int| #[trigger] ((x - n) / n) == x / n - 1 by {
        lemma_div_sub_denominator(n, x);
    }
    assert forall|x: int| 0 <= x < n <==> #[trigger] (x % n) == x by {
        lemma_mod_below_denominator(n, x);
    }
}

/// There is one way to write a number as a multiple and a remainder.
pub proof fn lemma_quotient_and_remainder(x: int, q: int, r: int, n: int)
    requires
        n > 0,
        0 <= r < n,
        x == q * n + r,
    ensures
        q == x / n,
        r == x % n,
{
    lemma_fundamental_div_mod_converse(x, n, q, r);
}

/// The remainder of a sum.
pub open spec fn mod_auto_plus(n: int) -> bool
    recommends
        n > 0,
{
    forall|x: int, y: int|
        {
            let z = (x % n) + (y % n);
            ((0 <= z < n && #[trigger] ((x + y) % n) == z) || (n <= z < n + n && ((x + y) % n) == z - n))
        }
}

/// The remainder of a difference.
pub open spec fn mod_auto_minus(n: int) -> bool
    recommends
        n > 0,
{
    forall|x: int, y: int|
        {
            let z = (x % n) - (y % n);
            ((0 <= z < n && #[trigger] ((x - y) % n) == z) || (-n <= z < 0 && ((x - y) % n) == z + n))
        }
}

/// What holds of all remainders.
pub open spec fn mod_auto(n: int) -> bool
    recommends
        n > 0,
{
    &&& (n % n == 0 && (-n) % n == 0)
    &&& (forall|x: int| #[trigger] ((x % n) % n) == x % n)
    &&& (forall|x: int| 0 <= x < n <==> #[trigger] (x % n) == x)
    &&& mod_auto_plus(n)
    &&& mod_auto_minus(n)
}

/// The quotient and the remainder of a sum.
pub(super) proof fn lemma_sum(n: int, x: int, y: int)
    requires
        n > 0,
    ensures
        x % n + y % n < n ==> (x + y) % n == x % n + y % n && (x + y) / n == x / n + y / n,
        x % n + y % n >= n ==> (x + y) % n == x % n + y % n - n && (x + y) / n == x / n + y / n + 1,
        0 <= x % n < n,
        0 <= y % n < n,
{
    lemma_fundamental_div_mod(x, n);
    lemma_fundamental_div_mod(y, n);
    lemma_mod_bound(x, n);
    lemma_mod_bound(y, n);
    let (q, z) = (x / n + y / n, x % n + y % n);
    assert(x + y == q * n + z && x + y == (q + 1) * n + (z - n)) by (nonlinear_arith)
        requires
            x == n * (x / n) + x % n,
            y == n * (y / n) + y % n,
            q == x / n + y / n,
            z == x % n + y % n,
    ;
    if z < n {
        lemma_fundamental_div_mod_converse(x + y, n, q, z);
    } else {
        lemma_fundamental_div_mod_converse(x + y, n, q + 1, z - n);
    }
}

/// The quotient and the remainder of a difference.
pub(super) proof fn lemma_difference(n: int, x: int, y: int)
    requires
        n > 0,
    ensures
        x % n >= y % n ==> (x - y) % n == x % n - y % n && (x - y) / n == x / n - y / n,
        x % n < y % n ==> (x - y) % n == x % n - y % n + n && (x - y) / n == x / n - y / n - 1,
        0 <= x % n < n,
        0 <= y % n < n,
{
    lemma_fundamental_div_mod(x, n);
    lemma_fundamental_div_mod(y, n);
    lemma_mod_bound(x, n);
    lemma_mod_bound(y, n);
    let (q, z) = (x / n - y / n, x % n - y % n);
    assert(x - y == q * n + z && x - y == (q - 1) * n + (z + n)) by (nonlinear_arith)
        requires
            x == n * (x / n) + x % n,
            y == n * (y / n) + y % n,
            q == x / n - y / n,
            z == x % n - y % n,
    ;
    if z >= 0 {
        lemma_fundamental_div_mod_converse(x - y, n, q, z);
    } else {
        lemma_fundamental_div_mod_converse(x - y, n, q - 1, z + n);
    }
}

/// It does hold of all remainders.
pub proof fn lemma_mod_auto(n: int)
    requires
        n > 0,
    ensures
        mod_auto(n),
{
    lemma_mod_basics(n);
    assert(n % n == 0 && (-n) % n == 0) by {
        lemma_mod_below_denominator(n, 0);
        assert((0 + n) % n == 0 % n && (0 - n) % n == 0 % n);
    }
    assert forall|x: int| #[trigger] ((x % n) % n) == x % n by {
        lemma_mod_bound(x, n);
    }
    assert forall|x: int, y: int|
        {
            let z = (x % n) + (y % n);
            ((0 <= z < n && #[trigger] ((x + y) % n) == z) || (n <= z < n + n && ((x + y) % n) == z - n))
        } by {
        lemma_sum(n, x, y);
    }
    assert forall|x: int, y: int|
        {
            let z = (x % n) - (y % n);
            ((0 <= z < n && #[trigger] ((x - y) % n) == z) || (-n <= z < 0 && ((x - y) % n) == z + n))
        } by {
        lemma_difference(n, x, y);
    }
}

/// Induction with what holds of all remainders at hand.
pub proof fn lemma_mod_induction_auto(n: int, x: int, f: spec_fn(int) -> bool)
    requires
        n > 0,
        mod_auto(n) ==> {
            &&& (forall|i: int| #[trigger] is_le(0, i) && i < n ==> f(i))
            &&& (forall|i: int| #[trigger] is_le(0, i) && f(i) ==> f(i + n))
            &&& (forall|i: int| #[trigger] is_le(i + 1, n) && f(i) ==> f(i - n))
        },
    ensures
        mod_auto(n),
        f(x),
{
    lemma_mod_induction_auto_forall(n, f);
    assert(f(x));
}

/// The same for all numbers.
pub proof fn lemma_mod_induction_auto_forall(n: int, f: spec_fn(int) -> bool)
    requires
        n > 0,
        mod_auto(n) ==> {
            &&& (forall|i: int| #[trigger] is_le(0, i) && i < n ==> f(i))
            &&& (forall|i: int| #[trigger] is_le(0, i) && f(i) ==> f(i + n))
            &&& (forall|i: int| #[trigger] is_le(i + 1, n) && f(i) ==> f(i - n))
        },
    ensures
        mod_auto(n),
        forall|i: int| #[trigger] f(i),
{
    lemma_mod_auto(n);
    assert forall|i: int| 0 <= i < n implies #[trigger] f(i) by {
        assert(is_le(0, i));
    }
    assert forall|i: int| i >= 0 && #[trigger] f(i) implies #[trigger] f(add1(i, n)) by {
        assert(is_le(0, i));
    }
    assert forall|i: int| i < n && #[trigger] f(i) implies #[trigger] f(sub1(i, n)) by {
        assert(is_le(i + 1, n));
    }
    lemma_mod_induction_forall(n, f);
}

} // verus!
