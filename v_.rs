use vstd::prelude::*;
macro_rules! m { ($e:expr) => { *$e } }
verus! {
fn f() -> (r: u8) ensures r == 5 { let x = (3u8, 4u8); let y = &x; m!(&y.1) }
}
fn main() {}
