use vstd::prelude::*;
macro_rules! m { ($e:expr) => { !$e } }
verus! {
fn f() -> (r: u8) { if m!(true && false) { 1 } else { 2 } }
}
fn main() { println!("{}", f()); }
