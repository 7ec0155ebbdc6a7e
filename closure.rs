use vstd::prelude::*;
macro_rules! m { ($e:expr) => { { let c = |x: u8| -> (r: u8) ensures r == $e { $e }; c(9) } } }
verus! {
fn f() -> (r: u8) { let x = 2u8; m!(x) }
}
fn main() { println!("{}", f()); }
