use vstd::prelude::*;
macro_rules! m { ($e:expr) => { $e } }
verus! {
fn f() -> (r: u8) { let x = 2u8; let p = &x; let q = { m!{ () } *p }; q }
}
fn main() { println!("{}", f()); }
