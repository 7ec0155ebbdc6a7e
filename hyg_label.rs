use vstd::prelude::*;
macro_rules! m { ($e:expr) => { 'a: loop { $e; break 'a; } } }
verus! {
fn f() -> (r: u8) { let mut r = 0u8; 'a: loop { m!(break 'a); r = 1; break; } r }
}
fn main() { println!("{}", f()); }
