spec fn ok(x: int) -> bool { true }
fn f(x: u64, y: u64) -> (r: u64)
    requires x < 10, y < 10, ok(x as int),
    ensures r == x, r < 10, 0 <= r < 10,
    opens_invariants none
    no_unwind
{ x }
fn g(x: u64) -> u64 ensures ok(x as int) { x }
fn h(x: u64) -> u64 returns 3 { 3 }
fn i(x: u64) -> (r: (u64, bool)) ensures r.1 ==> r.0 == x { (x, true) }
fn j(x: u64) opens_invariants any no_unwind when x > 3 { }
fn k(x: u64) opens_invariants [1int, 2int] { }
spec fn l(x: nat, y: nat) -> nat
    recommends x < 10
    decreases x, y, 0 when y > 0 via m
{ if x == 0 { 0 } else { l((x - 1) as nat, y) + 1 } }
#[verifier::decreases_by] proof fn m(x: nat, y: nat) { }
proof fn n(x: u32) by(bit_vector) requires x < 10 ensures x & 15 == x { }
proof fn o(x: int, y: int) by(nonlinear_arith) requires x > 0, y > 0 ensures x * y > 0 { }
fn empty(x: u64) requires ensures { }
fn by_hand(x: u64) -> u64 { requires(x < 3); ensures(|r: u64| [r == x, r < 3]); x }
fn by_hand2(x: u64) { requires([x < 3, ok(x as int)]); ensures((x < 3, true)); }
proof fn triggered(x: int) ensures #![trigger ok(x)] ok(x), ok(x) || x == 0 { }
fn never() -> ! { loop { } }
fn generic<T: Copy>(t: T) -> (r: T) ensures r == t { t }
fn opaque(x: u8) -> impl Copy ensures x < 3 { x }
fn diverges() -> (r: !) ensures false { loop { } }
