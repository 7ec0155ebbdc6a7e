use vstd::prelude::*;
macro_rules! m { ($e:expr) => { $e } }
verus! {
fn f() -> (r: u8) ensures r == 6 { let mut r = 0u8; m!{ r = 5 } - 3; r }
}
fn main() {}
