use vstd::prelude::*;
macro_rules! m { ($e:expr) => { ($e..10u8).start } }
verus! {
fn f() -> (r: u8) { m!(1 + 1) }
}
fn main() { println!("{}", f()); }
