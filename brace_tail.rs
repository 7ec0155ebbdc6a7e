use vstd::prelude::*;
macro_rules! m { ($e:expr) => { { let _q = $e; } } }
verus! {
fn f() -> (r: i8) { m!{ 5i8 } -3 }
}
fn main() { println!("{}", f()); }
