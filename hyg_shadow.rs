use vstd::prelude::*;
macro_rules! m { ($i:ident, $e:expr) => { let $i = 7u8; let y = $e; } }
verus! {
fn f() -> (r: u8) { let y = 1u8; m!(x, y); y + x }
}
fn main() { println!("{}", f()); }
