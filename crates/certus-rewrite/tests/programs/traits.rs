trait T {
    spec fn s(&self, x: int) -> int;
    spec fn d(&self) -> int { 3 }
    proof fn p(tracked &self, x: int) requires x > 0 ensures self.s(x) > 0;
    fn e(&self, Ghost(g): Ghost<int>, mut x: u64) -> (r: u64) requires x < self.s(g) ensures r == x, r > 0;
    fn by_value(self) -> (r: Self) where Self: Sized ensures r == r;
    fn with_body(&self) -> (r: u64) default_ensures r == 3 { 3 }
    fn plain(&self, x: u64) -> u64;
    fn associated<U: Copy>(u: U) -> (r: U) ensures r == u;
    type X;
    const C: u64;
}
struct S { x: int }
impl T for S {
    open spec fn s(&self, x: int) -> int { x + self.x }
    proof fn p(tracked &self, x: int) { }
    fn e(&self, Ghost(g): Ghost<int>, x: u64) -> (r: u64) { x }
    fn by_value(self) -> Self { self }
    fn plain(&self, x: u64) -> u64 { x }
    fn associated<U: Copy>(u: U) -> U { u }
    type X = spec_fn(int) -> bool;
    const C: u64 = 3;
}
impl S {
    pub closed spec fn view(&self) -> int { self.x }
    spec fn spec_index(self, i: int) -> int { i }
    spec fn spec_has(self, i: int) -> bool { i == self[i] }
    broadcast group g { S::b }
    broadcast proof fn b(self) ensures #[trigger] self.view() == self@ { }
    spec const K: int = 3 + 4;
}
spec fn uses(s: S) -> bool { s@ == 3 && s[3] == s@ && s has 3 && s !has 4 && s[s@ + 1] > 0 && S::K == 7 }
fn generic<A: T>(a: &A) -> u64 requires a.s(3) > 10 { a.e(Ghost(3), 4) }
spec fn dynamic(a: &dyn D) -> int { a.s() }
trait D { spec fn s(&self) -> int; fn f(&self) -> (r: u8) ensures r == self.s(); }
#[verifier::external] trait External<A = u8> { fn f(&self, a: A) -> bool; }
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(ExternalSpec via ExternalSpecImpl)]
trait ExExternal<A = u8> {
    type ExternalTraitSpecificationFor: External<A>;
    spec fn holds(&self, a: A) -> bool;
    fn f(&self, a: A) -> (r: bool) ensures r == self.holds(a);
}
impl External for u16 { fn f(&self, a: u8) -> bool { true } }
impl ExternalSpecImpl for u16 { spec fn holds(&self, a: u8) -> bool { true } }
proof fn extension<X: External>(x: X) { assert(ExternalSpec::holds(&x, 3) == x.holds(3)); }
