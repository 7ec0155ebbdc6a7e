use vstd::prelude::*;
macro_rules! m { ($e:expr) => { { let x = 1u8; $e } } }
verus! {
fn f() -> (r: u8) { let x = 0u8; let _k = x; m!(x) }
}
fn main() { println!("{}", f()); }
