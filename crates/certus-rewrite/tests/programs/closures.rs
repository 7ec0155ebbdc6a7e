spec fn apply(f: spec_fn(int) -> bool, g: FnSpec(int, int) -> int, h: spec_fn() -> nat) -> bool {
    f(3) && g(1, 2) == h() && f(g(h() as int, 4))
}
spec fn build(n: int) -> spec_fn(int) -> int { |x: int| x + n }
spec fn use_it() -> bool { apply(|x| x > 3, |x: int, y| x + y, || 3) && build(3)(4) == 7 && (|x: int| x)(3) == 3 }
spec fn curried() -> spec_fn(int) -> spec_fn(int) -> bool { |x: int| |y: int| x == y }
struct S { f: spec_fn(int) -> bool }
spec fn field(s: S) -> bool { (s.f)(3) }
fn exec(v: u64) {
    let f = |x: u64| -> (r: u64) requires x < 10 ensures r == x + 1 { x + 1 };
    let g = |x: u64| x;
    let h = |Ghost(y): Ghost<int>| -> u64 requires y > 3 { 3 };
    let z = f(3);
    assert(z == 4);
    assert(f.requires((3,)) && call_ensures(g, (3,), 4));
}
fn higher<F: Fn(u64) -> u64>(f: F) -> (r: u64) requires f.requires((3,)) ensures f.ensures((3,), r) { f(3) }
