use vstd::prelude::*;
macro_rules! m { ($e:expr) => { -$e as u8 } }
verus! {
fn f() -> (r: u8) { m!(1i8) }
}
fn main() { println!("{}", f()); }
