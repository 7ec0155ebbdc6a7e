use vstd::prelude::*;

verus! {

/// The sum of the first `n` numbers.
spec fn sum_to(n: nat) -> nat
    decreases n,
{
    if n == 0 { 0 } else { n + sum_to((n - 1) as nat) }
}

/// Gauss: the sum needs no loop.
proof fn lemma_sum_to(n: nat)
    ensures
        2 * sum_to(n) == n * (n + 1),
    decreases n,
{
    if n > 0 {
        lemma_sum_to((n - 1) as nat);
        assert(n * (n + 1) == (n - 1) * n + 2 * n) by (nonlinear_arith);
    }
}

fn sum(n: u32) -> (r: u64)
    ensures
        r == sum_to(n as nat),
{
    let n = n as u64;
    proof {
        lemma_sum_to(n as nat);
        assert(n * (n + 1) <= 0xffff_ffff * 0x1_0000_0000) by (nonlinear_arith)
            requires
                n <= 0xffff_ffff,
        ;
    }
    n * (n + 1) / 2
}

} // verus!

fn main() {
    println!("1 + 2 + .. + 100 = {}", sum(100));
}
