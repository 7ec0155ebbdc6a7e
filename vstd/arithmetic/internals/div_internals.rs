//! Quotients by repeated subtraction, and what the quotients of sums and differences are.
// @when arithmetic

#[allow(unused_imports)]
use super::general_internals::*;
#[allow(unused_imports)]
use super::mod_internals::*;
#[allow(unused_imports)]
use crate::arithmetic::div_mod::{lemma_basic_div, lemma_div_by_self, lemma_fundamental_div_mod, lemma_mod_bound};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Division by a positive number, as repeated subtraction.
pub open spec fn div_pos(x: int, d: int) -> int
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
        div_pos(x + d, d) - 1
    } else if x < d {
        0
    } else {
        div_pos(x - d, d) + 1
    }
}

/// Division by a number that is not 0, as repeated subtraction.
pub open spec fn div_recursive(x: int, d: int) -> int
    recommends
        d != 0,
{
    if d > 0 {
        div_pos(x, d)
    } else {
        -div_pos(x, -d)
    }
}

/// Quotients by one divisor.
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
    lemma_quotient_and_remainder(-n, -1, 0, n);
    assert forall|x: int| 0 <= x < n <==> #[trigger] (x / n) == 0 by {
        if 0 <= x < n {
            lemma_basic_div(x, n);
        } else if x / n == 0 {
            lemma_fundamental_div_mod(x, n);
            lemma_mod_bound(x, n);
        }
    }
}

/// The quotient of a sum, from the two quotients and remainders.
pub open spec fn div_auto_plus(n: int) -> bool {
    forall|x: int, y: int|
        #![trigger ((x + y) / n)]
        {
            let z = x % n + y % n;
            ||| 0 <= z < n && (x + y) / n == x / n + y / n
            ||| n <= z < n + n && (x + y) / n == x / n + y / n + 1
        }
}

/// The quotient of a difference, from the two quotients and remainders.
pub open spec fn div_auto_minus(n: int) -> bool {
    forall|x: int, y: int|
        #![trigger ((x - y) / n)]
        {
            let z = x % n - y % n;
            ||| 0 <= z < n && (x - y) / n == x / n - y / n
            ||| -n <= z < 0 && (x - y) / n == x / n - y / n - 1
        }
}

/// Quotients by one divisor: of it, of small numbers, of sums and differences.
pub open spec fn div_auto(n: int) -> bool
    recommends
        n > 0,
{
    &&& mod_auto(n)
    &&& n / n == -((-n) / n) == 1
    &&& forall|x: int| 0 <= x < n <==> #[trigger] (x / n) == 0
    &&& div_auto_plus(n)
    &&& div_auto_minus(n)
}

/// The quotient of a sum.
proof fn lemma_div_auto_plus(n: int)
    requires
        n > 0,
    ensures
        div_auto_plus(n),
{
    assert forall|x: int, y: int|
        #![trigger ((x + y) / n)]
        {
            let z = x % n + y % n;
            ||| 0 <= z < n && (x + y) / n == x / n + y / n
            ||| n <= z < n + n && (x + y) / n == x / n + y / n + 1
        } by {
        lemma_of_sum(n, x, y);
    }
}

/// The quotient of a difference.
proof fn lemma_div_auto_minus(n: int)
    requires
        n > 0,
    ensures
        div_auto_minus(n),
{
    assert forall|x: int, y: int|
        #![trigger ((x - y) / n)]
        {
            let z = x % n - y % n;
            ||| 0 <= z < n && (x - y) / n == x / n - y / n
            ||| -n <= z < 0 && (x - y) / n == x / n - y / n - 1
        } by {
        lemma_of_difference(n, x, y);
    }
}

/// `div_auto` holds for every positive divisor.
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

/// Induction on `x` in steps of `n`, with `div_auto` at hand.
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
}

/// Induction for every integer in steps of `n`, with `div_auto` at hand.
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
        forall|i| #[trigger] f(i),
{
    lemma_div_auto(n);
    lemma_steps(n, f);
}

} // verus!
