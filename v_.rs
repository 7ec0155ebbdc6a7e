use vstd::prelude::*;
macro_rules! m { ($e:expr) => { $e } }
verus! {
fn f() -> (r: i8) ensures r == 4 { let x = 7i8; m!(if true { x } else { 0 }) - 3 }
}
fn main() {}
