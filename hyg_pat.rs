use vstd::prelude::*;
macro_rules! m { ($p:pat, $e:expr) => { match Some(3u8) { Some(x) => match $e { $p => x + 10, _ => 0 }, None => 0 } } }
verus! {
fn f() -> (r: u8) { let x = 1u8; m!(Some(x), Some(x)) }
}
fn main() { println!("{}", f()); }
