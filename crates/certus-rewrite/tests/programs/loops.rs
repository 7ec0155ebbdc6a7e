#[verifier::exec_allows_no_decreases_clause]
fn loops(n: u64) -> u64 {
    let mut i: u64 = 0;
    while i < n
        invariant_except_break i <= n,
        invariant 0 <= i <= n, true
        ensures i == n
        decreases n - i
    { i = i + 1; if i == 3 { break; } }
    #[verifier::loop_isolation(false)]
    loop invariant i <= n decreases n - i, 0 { #![verifier::spinoff_loop] if i == n { break; } i += 1; }
    for j in 0..n invariant j <= n { }
    'outer: for j in iter: 0..n invariant iter.start <= j { continue 'outer; }
    for (a, b) in it: [(1u8, 2u8)] { }
    while true { break; }
    let r = loop ensures i > 3 { break i; };
    r
}
