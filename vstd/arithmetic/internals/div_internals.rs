//! Quotients: induction, and what holds of all of them.
// @when _internals

#[allow(unused_imports)]
use super::general_internals::is_le;
#[allow(unused_imports)]
use super::mod_internals::*;
#[allow(unused_imports)]
use crate::arithmetic::div_mod::{lemma_basic_div, lemma_div_by_self, lemma_fundamental_div_mod, lemma_mod_bound};
#[allow(unused_imports)]
use crate::math::{add as add1, sub as sub1};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The quotient by a positive divisor, by repeated subtraction.
#[verifier::opaque]
pub open spec fn div_pos(x: int, d: int) -> int
    recommends
        d > 0,
    decreases
        (if x < 0 {
            d - x
        } else {
            x
        }),
    when d > 0
{
    if x < 0 {
        -1 + div_pos(x + d, d)
    } else if x < d {
        0
    } else {
        1 + div_pos(x - d, d)
    }
}

/// The quotient by repeated subtraction.
#[verifier::opaque]
pub open spec fn div_recursive(x: int, d: int) -> int
    recommends
        d != 0,
{
    if d > 0 {
        div_pos(x, d)
    } else {
        -1 * div_pos(x, -1 * d)
    }
}

/// What is below the divisor, and nothing else, has the quotient 0.
proof fn lemma_div_zero(n: int, x: int)
    requires
        n > 0,
    ensures
        0 <= x < n <==> x / n == 0,
{
    lemma_fundamental_div_mod(x, n);
    lemma_mod_bound(x, n);
    if 0 <= x < n {
        lemma_basic_div(x, n);
    }
}

/// Quotients of what is near the divisor, and in steps of it.
pub proof fn lemma_div_basics(n: int)
    requires
        n > 0,
    ensures
        (n / n) == 1 && -((-n) / n) == 1,
        forall|x: int| 0 <= x < n <==> #[trigger] (x / n) == 0,
        forall|x: int| #[trigger] ((x + n) / n) == x / n + 1,
        forall|x: int| #[trigger] ((x - n) / n) == x / n - 1,
{
    lemma_mod_basics(n);
    lemma_div_by_self(n);
    lemma_div_zero(n, 0);
    assert((0 - n) / n == 0 / n - 1);
    assert forall|x: int| 0 <= x < n <==> #[trigger] (x / n) == 0 by {
        lemma_div_zero(n, x);
    }
}

/// The quotient of a sum.
pub open spec fn div_auto_plus(n: int) -> bool {
    forall|x: int, y: int|
        #![trigger ((x + y) / n)]
        {
            let z = (x % n) + (y % n);
            ((0 <= z < n && ((x + y) / n) == x / n + y / n) || (n <= z < n + n && ((x + y) / n) == x / n + y / n + 1))
        }
}

/// The quotient of a difference.
pub open spec fn div_auto_minus(n: int) -> bool {
    forall|x: int, y: int|
        #![trigger ((x - y) / n)]
        {
            let z = (x % n) - (y % n);
            ((0 <= z < n && ((x - y) / n) == x / n - y / n) || (-n <= z < 0 && ((x - y) / n) == x / n - y / n - 1))
        }
}

/// What holds of all quotients.
pub open spec fn div_auto(n: int) -> bool
    recommends
        n > 0,
{
    &&& mod_auto(n)
    &&& (n / n == -((-n) / n) == 1)
    &&& forall|x: int| 0 <= x < n <==> #[trigger] (x / n) == 0
    &&& div_auto_plus(n)
    &&& div_auto_minus(n)
}

/// It does hold of sums.
proof fn lemma_div_auto_plus(n: int)
    requires
        n > 0,
    ensures
        div_auto_plus(n),
{
    assert forall|x: int, y: int|
        #![trigger ((x + y) / n)]
        {
            let z = (x % n) + (y % n);
            ((0 <= z < n && ((x + y) / n) == x / n + y / n) || (n <= z < n + n && ((x + y) / n) == x / n + y / n + 1))
        } by {
        lemma_sum(n, x, y);
    }
}

/// It does hold of differences.
proof fn lemma_div_auto_minus(n: int)
    requires
        n > 0,
    ensures
        div_auto_minus(n),
{
    assert forall|x: int, y: int|
        #![trigger ((x - y) / n)]
        {
            let z = (x % n) - (y % n);
            ((0 <= z < n && ((x - y) / n) == x / n - y / n) || (-n <= z < 0 && ((x - y) / n) == x / n - y / n - 1))
        } by {
        lemma_difference(n, x, y);
    }
}

/// It does hold of all quotients.
pub proof fn lemma_div_auto(n: int)
    requires
        n > 0,
    ensures
        div_auto(n),
{
    lemma_mod_auto(n);
    lemma_div_basics(n);
    lemma_div_auto_plus(n);
    lemma_div_auto_minus(n);
}

/// Induction with what holds of all quotients at hand.
pub proof fn lemma_div_induction_auto(n: int, x: int, f: spec_fn(int) -> bool)
    requires
        n > 0,
        div_auto(n) ==> {
            &&& (forall|i: int| #[trigger] is_le(0, i) && i < n ==> f(i))
            &&& (forall|i: int| #[trigger] is_le(0, i) && f(i) ==> f(i + n))
            &&& (forall|i: int| #[trigger] is_le(i + 1, n) && f(i) ==> f(i - n))
        },
    ensures
        div_auto(n),
        f(x),
{
    lemma_div_induction_auto_forall(n, f);
    assert(f(x));
}

/// The same for all numbers.
pub proof fn lemma_div_induction_auto_forall(n: int, f: spec_fn(int) -> bool)
    requires
        n > 0,
        div_auto(n) ==> {
            &&& (forall|i: int| #[trigger] is_le(0, i) && i < n ==> f(i))
            &&& (forall|i: int| #[trigger] is_le(0, i) && f(i) ==> f(i + n))
            &&& (forall|i: int| #[trigger] is_le(i + 1, n) && f(i) ==> f(i - n))
        },
    ensures
        div_auto(n),
        forall|i: int| #[trigger] f(i),
{
    lemma_div_auto(n);
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
