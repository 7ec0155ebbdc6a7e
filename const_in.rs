use vstd::prelude::*;
macro_rules! m { ($e:expr) => { { const X: u8 = 3; $e } } }
verus! {
fn f() -> (r: u8) { const X: u8 = 8; m!(X) }
}
fn main() { println!("{}", f()); }
