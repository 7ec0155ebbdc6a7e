use vstd::prelude::*;
macro_rules! m { ($e:expr) => { $e; } }
verus! {
fn f() -> (r: u8) { let mut r = 1u8; m!(r = 2); r }
}
fn main() { println!("{}", f()); }
