enum E<T> { A { x: int, shared: T }, B(u8, T), C { shared: T }, Unit }
enum Never { }
#[is_variant] enum Old { One(u8), Two { y: int } }
ghost struct G { a: int }
tracked struct P { tracked b: int, ghost c: int }
struct Tuple(ghost int, u8);
tracked enum TE { X(int) }
spec fn variants(e: E<int>) -> bool {
    &&& e is A ==> e->x == 3
    &&& e !is B
    &&& e->B_0 == 3 && e->1 == e->shared && e->A_x > 0
    &&& e matches E::A { x, .. }
    &&& (e matches E::B(a, b) && a == b)
    &&& (e matches E::C { shared } ==> shared > 3)
}
spec fn chained(e: E<int>) -> bool {
    &&& e matches E::A { x, shared }
    &&& x > 3
    &&& shared < x
}
spec fn matching(e: E<int>) -> int { match e { E::A { x, .. } => x + 1, E::B(3, t) => t, E::B(0..=9, t) if t > 3 => 1, _ => 0 } }
spec fn lets(e: E<int>) -> int { if let E::B(_, t) = e { t } else { let (a, b) = (1int, 2int); a + b } }
spec fn old(o: Old) -> bool { o.is_One() && o.get_Two_y() == 3 && o is Two }
spec fn update(g: G) -> G { G { a: g.a + 1, ..g } }
spec fn by_name(o: Old) -> bool { is_variant(o, "One") }
enum Raw { r#type { r#fn: int } }
spec fn raw(r: Raw) -> int { r->r#fn }
