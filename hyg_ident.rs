use vstd::prelude::*;
macro_rules! m { ($i:ident) => { { let $i = 4u8; let x = 1u8; $i } } }
verus! {
fn f() -> (r: u8) { let x = 0u8; let _k = x; m!(x) }
}
fn main() { println!("{}", f()); }
