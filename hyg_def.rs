use vstd::prelude::*;

verus! {
fn f() -> (r: u8) { let x = 1u8; macro_rules! m { () => { x } } let x = 2u8; let _k = x; m!() }
}
fn main() { println!("{}", f()); }
