spec fn s(x: int) -> int { x }
pub open spec fn o(x: int) -> int { x }
pub closed spec fn c(x: int) -> int { x }
pub open(crate) spec fn oc(x: int) -> int { x }
pub uninterp spec fn u(x: int) -> int;
spec(checked) fn sc(x: int) -> int { x }
proof fn p(tracked x: int, y: int) -> (tracked r: int) { x }
proof fn q(tracked x: int) -> tracked int { x }
axiom fn a(x: int) ensures x == x;
pub broadcast proof fn b(x: int) ensures #[trigger] o(x) == x { }
exec fn e(x: u64) -> u64 { x }
fn d(x: u64) -> u64 { x }
#[verifier::spec] fn legacy_spec(#[verifier::spec] x: int) -> int { x }
#[verifier::proof] fn legacy_proof(#[verifier::proof] x: int, #[verifier::exec] y: u8) { }
spec fn no_body(x: int) -> bool;
fn semicolon(x: u8) requires x < 10; ensures x < 20 { }
fn mutable(mut x: u8) requires x < 10 { x = 3; }
