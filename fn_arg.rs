use vstd::prelude::*;
macro_rules! m { ($a:expr, $b:expr) => { { let t = $a; let u = $b; t - u } } }
verus! {
fn f() -> (r: u8) { let t = 1u8; let u = 9u8; m!(u, t) }
}
fn main() { println!("{}", f()); }
