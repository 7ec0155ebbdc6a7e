//! 7. A proof by induction
//!
//! `sum_to` is recursive, so the solver does not see by itself what it is for every `n`. A `proof fn` that calls itself is an
//! induction: the call is the induction hypothesis. Write the body.

use vstd::prelude::*;

verus! {

spec fn sum_to(n: nat) -> nat
    decreases n,
{
    if n == 0 { 0 } else { n + sum_to((n - 1) as nat) }
}

proof fn lemma_gauss(n: nat)
    ensures
        2 * sum_to(n) == n * (n + 1),
    decreases n,
{
    // YOUR PART
    if n > 0 {
        lemma_gauss((n - 1) as nat);
        assert(n * (n + 1) == (n - 1) * n + 2 * n) by (nonlinear_arith);
    }
    // END
}

} // verus!

fn main() {
}
