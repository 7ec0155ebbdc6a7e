use vstd::prelude::*;
macro_rules! m { ($e:expr) => { if let Some(x) = $e { x } else { 0 } } }
verus! {
fn f() -> (r: u8) { let x = 3u8; m!(Some(x + 1)) }
}
fn main() { println!("{}", f()); }
