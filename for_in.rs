use vstd::prelude::*;
macro_rules! m { ($i:ident, $e:expr) => { { let mut s = 0u8; if $e { let $i = 1u8; s = $i; } s } } }
verus! {
fn f() -> (r: u8) { let s = true; m!(s, s) }
}
fn main() { println!("{}", f()); }
