use vstd::prelude::*;
macro_rules! m { () => { fn g() -> (r: u8) ensures r == 9 { 9 } } }
verus! {
fn f() -> (r: u8) { let y = 3u8; macro_rules! k { ($x:ident) => { $x + y } } let y = 4u8; k!(y) }
}
fn main() { println!("{}", f()); }
