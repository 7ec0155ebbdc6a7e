use vstd::prelude::*;
macro_rules! m { ($e:tt) => { 2 * $e } }
verus! {
fn f() -> (r: u8) { m!((1 + 1)) + m!(3) }
}
fn main() { println!("{}", f()); }
