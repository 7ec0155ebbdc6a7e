struct S<T> { t: T }
spec fn equal_all<T>(a: T, b: &T, i: int, n: nat, u: u8) -> bool {
    a == b && b == a && *b == a && i == n && u == i && n == 0 && 'a' as int == u && a === a
}
spec fn different<T>(a: S<T>, b: S<T>) -> bool { a != b && !(a == b) && a !== b }
spec fn options(a: Option<u8>, b: Option<int>) -> bool { a == Some(3) && b == None && (3int, true) == (4int, false) }
spec fn extensional<T>(a: S<T>, b: S<T>) -> bool { a =~= b && a =~~= b && !(a.t !~= b.t) && a.t !~~= b.t }
spec fn chains(a: int, b: nat, c: u8) -> bool { 0 <= a <= b < c && a > b >= c && 0 <= a == b < 10 }
spec fn logic(a: bool, b: bool) -> bool { (a ==> b ==> a) && (a <== b) && (a <==> b) }
spec fn prefix(a: bool, b: bool) -> bool {
    &&& a
    &&& b || a
    &&& { ||| a ||| b && a ==> b }
}
spec fn conditional(a: int) -> int { if a == 0 && a < 3 { 1 } else if a > 5 { 2 } else { 3 } }
spec fn wrapped(g: Ghost<int>, t: Tracked<u8>) -> bool { g == 3 && t@ == 4 && g@ == t@ }
