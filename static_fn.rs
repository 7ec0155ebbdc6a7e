use vstd::prelude::*;
macro_rules! m { ($e:expr) => { { fn q() -> (r: u8) ensures r == 3 { 3 } $e } } }
verus! {
fn f() -> (r: u8) { m!(q()) }
}
fn main() { println!("{}", f()); }
