//! A loop and its invariant: the sum of the first numbers.

use vstd::prelude::*;

verus! {

/// `1 + 2 + .. + n`: what the loop below computes, said without a loop.
spec fn triangle(n: nat) -> nat
    decreases n,
{
    if n == 0 {
        0
    } else {
        n + triangle((n - 1) as nat)
    }
}

/// Adds the numbers from 1 to `n`. No addition can overflow: every one of them has that as a thing to prove.
fn sum(n: u32) -> (total: u64)
    ensures
        total == triangle(n as nat),
{
    let mut total: u64 = 0;
    let mut i: u32 = 0;
    while i < n
        // What holds before and after every round. The last line is there for the overflow: i numbers were added, and
        // none was larger than 0xffff_ffff.
        invariant
            i <= n,
            total == triangle(i as nat),
            total <= i * 0xffff_ffff,
        decreases n - i,
    {
        i = i + 1;
        total = total + i as u64;
    }
    total
}

/// The closed form, by induction: a `proof` function that calls itself is a proof that uses its claim for smaller
/// numbers.
proof fn lemma_closed_form(n: nat)
    ensures
        2 * triangle(n) == n * (n + 1),
    decreases n,
{
    if n > 0 {
        let m = (n - 1) as nat;
        lemma_closed_form(m);
        // The solver does not multiply variables by itself; this proves the one fact about products that is needed.
        assert(n * (n + 1) == m * (m + 1) + 2 * n) by (nonlinear_arith)
            requires
                n == m + 1,
        ;
    }
}

fn main() {
    let total = sum(100);
    proof {
        lemma_closed_form(100);
    }
    assert(total == 5050);
}

} // verus!
