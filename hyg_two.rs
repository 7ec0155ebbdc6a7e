use vstd::prelude::*;
macro_rules! n { ($e:expr) => { { let x = 3u8; $e + x } } } macro_rules! m { ($e:expr) => { { let x = 1u8; n!($e + x) } } }
verus! {
fn f() -> (r: u8) { let x = 5u8; m!(x) }
}
fn main() { println!("{}", f()); }
