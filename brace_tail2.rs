use vstd::prelude::*;
macro_rules! m { ($e:expr) => { $e } }
verus! {
fn f() -> (r: i8) { let z = m!{ 5i8 } -3; z }
}
fn main() { println!("{}", f()); }
