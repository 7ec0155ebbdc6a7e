fn wrap(Ghost(a): Ghost<int>, Tracked(b): Tracked<&mut int>, Ghost(mut c): Ghost<nat>, Ghost(_): Ghost<u8>)
    -> (r: (Ghost<int>, Tracked<int>))
    requires a > 3, *old(b) == c
    ensures r.0@ == a, *final(b) == 3
{
    proof { *b = 3; c = 4; }
    let ghost x = a + 1;
    let ghost mut y: int = x;
    let tracked z = 3int;
    proof { y = x; }
    let Ghost(w) = Ghost(x + y);
    let Tracked(t) = Tracked(z);
    let (Ghost(p), q): (Ghost<int>, u8) = (Ghost(3), 4);
    let ghost (m, n) = (1int, 2int);
    #[verifier::spec] let legacy = 3int;
    #[verifier::proof] let legacy_tracked = 4int;
    let ghost late: int;
    assert(w == p + m);
    (Ghost(a), Tracked(z))
}
proof fn tracked_use(tracked t: Tracked<int>, g: Ghost<int>) -> (tracked r: int) ensures r == t@ {
    let tracked mut i = t.get();
    let x = g@;
    let tracked Tracked(u) = Tracked(i);
    i
}
struct Holder { g: Ghost<int>, t: Tracked<int> }
#[derive(Clone, Copy)] struct Copied<T> { g: Ghost<Option<T>>, x: u8 }
fn call(h: Holder) { let Holder { g: Ghost(x), t } = h; let k = Ghost::new(3int); assert(k@ == x); }
