spec fn sum(x: int) -> int { x }
pub const BOTH: u64 = 5 + 3;
pub spec const SPEC: int = 5 + 3;
exec const EXEC: u64 ensures EXEC == 3 { 1 + 2 }
exec static STATIC: u64 ensures STATIC > 3 { 4 }
static PLAIN: u8 = 3;
mod inner {
    use super::*;
    pub broadcast proof fn lemma(x: int) ensures #[trigger] sum(x) == x { }
    pub broadcast group group { lemma }
    broadcast use group;
    mod deeper { use verus_builtin::*; pub spec fn f() -> int { 3 } }
}
broadcast use { inner::lemma, inner::group };
#[verifier::external] fn outside(x: u8) -> u8 { x }
#[verifier::external] fn generic_outside<T: Copy>(t: T) -> T { t }
pub assume_specification[ outside ](x: u8) -> (r: u8) requires x > 3 ensures r == x;
pub assume_specification<T: Copy>[ generic_outside::<T> ](t: T) -> (r: T) returns t;
assume_specification<T>[ Option::<T>::unwrap ](o: Option<T>) -> (r: T) requires some(o);
spec fn some<T>(o: Option<T>) -> bool { o matches Some(_) }
global size_of usize == 8;
global layout u16 is size == 2, align == 2;
type Alias = spec_fn(int) -> int;
use core::marker::PhantomData;
macro_rules! mine { () => { 3 } }
impl Clone for Marker { fn clone(&self) -> Self { Marker { } } }
struct Marker { }
fn nested() { fn inside(x: u8) -> (r: u8) requires x > 3 ensures r == x { x } spec fn ghost_inside() -> int { 3 } enum Local { A(u8) } let y = inside(4); }
unsafe fn dangerous(x: *const u8) -> (r: bool) ensures r { true }
