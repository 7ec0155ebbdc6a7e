use vstd::prelude::*;
macro_rules! m { ($($e:expr),* ; $($f:expr),*) => { 0u8 $( + $e )* $( * $f )* } }
verus! {
fn f() -> (r: u8) { m!(1, 2 ; 3) }
}
fn main() { println!("{}", f()); }
