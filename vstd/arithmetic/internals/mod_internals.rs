//! Remainders by repeated subtraction, induction in steps of a divisor, and what quotients and remainders of sums are.
// @when arithmetic

#[allow(unused_imports)]
use super::general_internals::*;
#[allow(unused_imports)]
use crate::arithmetic::div_mod::{lemma_div_minus_one, lemma_div_plus_one};
#[allow(unused_imports)]
use crate::arithmetic::div_mod::{lemma_fundamental_div_mod, lemma_fundamental_div_mod_converse, lemma_mod_bound};
#[allow(unused_imports)]
use crate::arithmetic::mul::{lemma_mul_is_commutative, lemma_mul_is_distributive_add, lemma_mul_is_distributive_sub};
#[allow(unused_imports)]
use crate::math::{add as add1, sub as sub1};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The remainder of division by a positive number, by repeated subtraction.
pub open spec fn mod_recursive(x: int, d: int) -> int
    recommends
        d > 0,
    decreases
            if x < 0 {
                d - x
            } else {
                x
            },
    when d > 0
{
    if x < 0 {
        mod_recursive(x + d, d)
    } else if x < d {
        x
    } else {
        mod_recursive(x - d, d)
    }
}

/// What holds from 0 to below `n`, and with a number also `n` above and `n` below it, holds for every integer.
pub proof fn lemma_mod_induction_forall(n: int, f: spec_fn(int) -> bool)
    requires
        n > 0,
        forall|i: int| 0 <= i < n ==> #[trigger] f(i),
        forall|i: int| i >= 0 && #[trigger] f(i) ==> #[trigger] f(add1(i, n)),
        forall|i: int| i < n && #[trigger] f(i) ==> #[trigger] f(sub1(i, n)),
    ensures
        forall|i| #[trigger] f(i),
{
    assert forall|i: int| #[trigger] f(i) by {
        lemma_induction_helper(n, f, i);
    }
}

/// The same for two integers.
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
        assert forall|a: int| 0 <= a < n implies #[trigger] f(a, j) by {
            let row = |b: int| f(a, b);
            assert forall|b: int| b >= 0 && #[trigger] row(b) implies #[trigger] row(add1(b, n)) by {
                assert(f(a, add1(b, n)));
            }
            assert forall|b: int| b < n && #[trigger] row(b) implies #[trigger] row(sub1(b, n)) by {
                assert(f(a, sub1(b, n)));
            }
            lemma_induction_helper(n, row, j);
            assert(row(j));
        }
        let column = |a: int| f(a, j);
        assert forall|a: int| a >= 0 && #[trigger] column(a) implies #[trigger] column(add1(a, n)) by {
            assert(f(add1(a, n), j));
        }
        assert forall|a: int| a < n && #[trigger] column(a) implies #[trigger] column(sub1(a, n)) by {
            assert(f(sub1(a, n), j));
        }
        lemma_induction_helper(n, column, i);
        assert(column(i));
    }
}

/// A divisor goes once more into a number that is larger by it.
pub proof fn lemma_div_add_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x + n) / n == x / n + 1,
{
    lemma_div_plus_one(x, n);
}

/// A divisor goes once less into a number that is smaller by it.
pub proof fn lemma_div_sub_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x - n) / n == x / n - 1,
{
    lemma_div_minus_one(x, n);
}

/// Adding the divisor changes no remainder.
pub proof fn lemma_mod_add_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x + n) % n == x % n,
{
    lemma_fundamental_div_mod(x, n);
    lemma_mod_bound(x, n);
    lemma_mul_is_distributive_add(n, x / n, 1);
    lemma_mod_of_parts(n, x, x / n + 1, n, x % n);
}

/// Subtracting the divisor changes no remainder.
pub proof fn lemma_mod_sub_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        (x - n) % n == x % n,
{
    lemma_fundamental_div_mod(x, n);
    lemma_mod_bound(x, n);
    lemma_mul_is_distributive_sub(n, x / n, 1);
    lemma_mod_of_parts(n, x, x / n - 1, -n, x % n);
}

/// A number is its own remainder exactly if it is at least 0 and below the divisor.
pub proof fn lemma_mod_below_denominator(n: int, x: int)
    requires
        n > 0,
    ensures
        0 <= x < n <==> x % n == x,
{
    lemma_mod_bound(x, n);
    if 0 <= x < n {
        lemma_quotient_and_remainder(x, 0, x, n);
    }
}

/// Quotients and remainders by one divisor.
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

/// There is one way only to write a number as a multiple and a remainder.
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

/// The remainder of a sum, from the two remainders.
pub open spec fn mod_auto_plus(n: int) -> bool
    recommends
        n > 0,
{
    forall|x: int, y: int|
        {
            let z = x % n + y % n;
            ||| 0 <= z < n && #[trigger] ((x + y) % n) == z
            ||| n <= z < n + n && (x + y) % n == z - n
        }
}

/// The remainder of a difference, from the two remainders.
pub open spec fn mod_auto_minus(n: int) -> bool
    recommends
        n > 0,
{
    forall|x: int, y: int|
        {
            let z = x % n - y % n;
            ||| 0 <= z < n && #[trigger] ((x - y) % n) == z
            ||| -n <= z < 0 && (x - y) % n == z + n
        }
}

/// Remainders by one divisor: of it, of remainders, of small numbers, of sums and differences.
pub open spec fn mod_auto(n: int) -> bool
    recommends
        n > 0,
{
    &&& n % n == 0 && (-n) % n == 0
    &&& forall|x: int| #[trigger] ((x % n) % n) == x % n
    &&& forall|x: int| 0 <= x < n <==> #[trigger] (x % n) == x
    &&& mod_auto_plus(n)
    &&& mod_auto_minus(n)
}

/// A number plus `d`, written as `q` times `n` and `r`, has the remainder `r`.
pub(super) proof fn lemma_mod_of_parts(n: int, x: int, q: int, d: int, r: int)
    requires
        n > 0,
        0 <= r < n,
        x + d == n * q + r,
    ensures
        (x + d) / n == q,
        (x + d) % n == r,
{
    lemma_mul_is_commutative(n, q);
    lemma_quotient_and_remainder(x + d, q, r, n);
}

/// The quotient and the remainder of a sum.
pub(super) proof fn lemma_of_sum(n: int, x: int, y: int)
    requires
        n > 0,
    ensures
        0 <= x % n < n,
        0 <= y % n < n,
        x % n + y % n < n ==> (x + y) % n == x % n + y % n && (x + y) / n == x / n + y / n,
        x % n + y % n >= n ==> (x + y) % n == x % n + y % n - n && (x + y) / n == x / n + y / n + 1,
{
    lemma_fundamental_div_mod(x, n);
    lemma_fundamental_div_mod(y, n);
    lemma_mod_bound(x, n);
    lemma_mod_bound(y, n);
    lemma_mul_is_distributive_add(n, x / n, y / n);
    lemma_mul_is_distributive_add(n, x / n + y / n, 1);
    if x % n + y % n < n {
        lemma_mod_of_parts(n, x, x / n + y / n, y, x % n + y % n);
    } else {
        lemma_mod_of_parts(n, x, x / n + y / n + 1, y, x % n + y % n - n);
    }
}

/// The quotient and the remainder of a difference.
pub(super) proof fn lemma_of_difference(n: int, x: int, y: int)
    requires
        n > 0,
    ensures
        0 <= x % n < n,
        0 <= y % n < n,
        x % n >= y % n ==> (x - y) % n == x % n - y % n && (x - y) / n == x / n - y / n,
        x % n < y % n ==> (x - y) % n == x % n - y % n + n && (x - y) / n == x / n - y / n - 1,
{
    lemma_fundamental_div_mod(x, n);
    lemma_fundamental_div_mod(y, n);
    lemma_mod_bound(x, n);
    lemma_mod_bound(y, n);
    lemma_mul_is_distributive_sub(n, x / n, y / n);
    lemma_mul_is_distributive_sub(n, x / n - y / n, 1);
    if x % n >= y % n {
        lemma_mod_of_parts(n, x, x / n - y / n, -y, x % n - y % n);
    } else {
        lemma_mod_of_parts(n, x, x / n - y / n - 1, -y, x % n - y % n + n);
    }
}

/// `mod_auto` holds for every positive divisor.
pub proof fn lemma_mod_auto(n: int)
    requires
        n > 0,
    ensures
        mod_auto(n),
{
    lemma_quotient_and_remainder(n, 1, 0, n);
    lemma_quotient_and_remainder(-n, -1, 0, n);
    lemma_mod_basics(n);
    assert forall|x: int| #[trigger] ((x % n) % n) == x % n by {
        lemma_mod_bound(x, n);
        lemma_mod_below_denominator(n, x % n);
    }
    assert forall|x: int, y: int|
        {
            let z = x % n + y % n;
            ||| 0 <= z < n && #[trigger] ((x + y) % n) == z
            ||| n <= z < n + n && (x + y) % n == z - n
        } by {
        lemma_of_sum(n, x, y);
    }
    assert forall|x: int, y: int|
        {
            let z = x % n - y % n;
            ||| 0 <= z < n && #[trigger] ((x - y) % n) == z
            ||| -n <= z < 0 && (x - y) % n == z + n
        } by {
        lemma_of_difference(n, x, y);
    }
}

/// Induction on `x` in steps of `n`, with `mod_auto` at hand.
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
}

/// Induction for every integer in steps of `n`, with `mod_auto` at hand.
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
        forall|i| #[trigger] f(i),
{
    lemma_mod_auto(n);
    lemma_steps(n, f);
}

/// Induction for every integer in steps of `n`, where the steps are known by `is_le`.
pub(super) proof fn lemma_steps(n: int, f: spec_fn(int) -> bool)
    requires
        n > 0,
        forall|i: int| #[trigger] is_le(0, i) && i < n ==> f(i),
        forall|i: int| #[trigger] is_le(0, i) && f(i) ==> f(i + n),
        forall|i: int| #[trigger] is_le(i + 1, n) && f(i) ==> f(i - n),
    ensures
        forall|i| #[trigger] f(i),
{
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
