use vstd::prelude::*;
macro_rules! m { ($e:expr) => { if $e { return 3; } } }
verus! {
fn f() -> (r: u8) { m!(true); 4 }
}
fn main() { println!("{}", f()); }
