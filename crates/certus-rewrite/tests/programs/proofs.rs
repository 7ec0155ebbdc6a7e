spec fn f(x: int) -> bool { true }
#[verifier::opaque] spec fn hidden(x: int) -> bool decreases x { if x <= 0 { true } else { hidden(x - 1) } }
proof fn lemma(x: int) ensures f(x) { }
proof fn statements(x: int, y: int, b: u32) {
    assert(f(x));
    assume(f(y));
    assert(f(x)) by { lemma(x); }
    assert(x * y == y * x) by(nonlinear_arith);
    assert(x * y > 0) by(nonlinear_arith) requires x > 0, y > 0 { lemma(x); }
    assert(b & 1 < 2) by(bit_vector) requires b < 5;
    assert(x * (y + 1) == x * y + x) by(integer_ring);
    assert(3 + 4 == 7) by(compute);
    assert(3 + 4 == 7) by(compute_only);
    assert forall|z: int| f(z) by { lemma(z); }
    assert forall|z: int, w: int| #![trigger f(z), f(w)] z < w implies f(z) && f(w) by { lemma(z); lemma(w) }
    reveal(hidden);
    reveal_with_fuel(hidden, 3);
    hide(hidden);
    broadcast use shout;
    assert(decreases_to!(x, y => x, y - 1));
    assert({ let z = x + 1; z > x });
    match x == y { true => assert(x == y), false => { } }
    if x > 3 { lemma(x); return; }
    lemma(x)
}
pub broadcast proof fn shout(x: int) ensures #[trigger] f(x) { }
pub broadcast group all_of_it { shout }
fn exec(x: u64) -> u64 {
    proof { lemma(x as int); let y = x + 1; assert(y > x); }
    let ghost old_x = x;
    assert(old_x == x) by { }
    let y = { proof { assert(true); } x };
    y
}
