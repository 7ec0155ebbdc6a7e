use vstd::prelude::*;
macro_rules! mk { ($n:ident) => { let x = 6u8; macro_rules! $n { () => { x } } } }
verus! {
fn f() -> (r: u8) ensures r == 7 { let x = 2u8; let _k = x; mk!(k); k!() }
}
fn main() {}
