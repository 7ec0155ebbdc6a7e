use vstd::prelude::*;
macro_rules! m { ($e:expr, $t:ty) => { $e as $t } }
verus! {
fn f() -> (r: u8) { m!(255u8 + 0, i8) as u8 }
}
fn main() { println!("{}", f()); }
