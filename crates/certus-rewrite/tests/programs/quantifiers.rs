spec fn f(x: int) -> bool { true }
spec fn g(x: int, y: int) -> bool { true }
spec fn quantify(n: int) -> bool {
    &&& forall|x: int| f(x)
    &&& forall|x| f(x)
    &&& exists|x: int, y: int| #[trigger] g(x, y) && x < y
    &&& forall|x: int, y: int| #![trigger g(x, y)] #![trigger f(x), f(y)] 0 <= x < n ==> g(x, y)
    &&& forall|x: int| #![auto] f(x) || x == 0
    &&& forall|x: int| #![all_triggers] f(x) && g(x, x)
    &&& forall|x: int| exists|y: int| #![trigger g(x, y)] g(x, y)
    &&& (forall|x: &u8, y: bool| y ==> *x < 256)
}
spec fn pick() -> int { choose|x: int| f(x) }
spec fn pick_two() -> (int, int) { choose|x: int, y: int| g(x, y) }
spec fn pick_three() -> (int, bool, u8) { choose|x: int, y: bool, z: u8| f(x) && y && z == 0 }
proof fn by_hand() { assert(forall(|x: int| f(x))); let (x, y): (int, int) = choose_tuple(|x: int, y: int| g(x, y)); }
