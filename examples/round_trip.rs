//! A printer and a parser for expressions: the parser gives back each expression that was printed.

use vstd::prelude::*;

verus! {

/// Numbers and sums of them, such as `(3+(4+5))`, with digits as numbers.
enum Expr {
    Digit(u8),
    Sum(Box<Expr>, Box<Expr>),
}

/// Whether all numbers are digits.
spec fn digits(e: Expr) -> bool
    decreases e,
{
    match e {
        Expr::Digit(d) => d < 10,
        Expr::Sum(a, b) => digits(*a) && digits(*b),
    }
}

/// A text that begins with a character.
spec fn cons(c: u8, rest: Seq<u8>) -> Seq<u8> {
    seq![c] + rest
}

/// The text of an expression, and what follows it.
spec fn text(e: Expr, rest: Seq<u8>) -> Seq<u8>
    decreases e,
{
    match e {
        Expr::Digit(d) => cons((b'0' + d) as u8, rest),
        Expr::Sum(a, b) => cons(b'(', text(*a, cons(b'+', text(*b, cons(b')', rest))))),
    }
}

/// Adds the text of an expression.
fn print(e: &Expr, out: &mut Vec<u8>)
    requires
        digits(*e),
    ensures
        forall|rest: Seq<u8>| #[trigger] (final(out)@ + rest) == old(out)@ + text(*e, rest),
    decreases e,
{
    let ghost before = out@;
    match e {
        Expr::Digit(d) => {
            out.push(b'0' + *d);
            assert forall|rest: Seq<u8>| #[trigger] (out@ + rest) == before + text(*e, rest) by {
                lemma_push(before, (b'0' + *d) as u8, rest);
            }
        },
        Expr::Sum(a, b) => {
            out.push(b'(');
            print(a, out);
            let ghost middle = out@;
            out.push(b'+');
            print(b, out);
            let ghost end = out@;
            out.push(b')');
            assert forall|rest: Seq<u8>| #[trigger] (out@ + rest) == before + text(*e, rest) by {
                let close = cons(b')', rest);
                lemma_push(end, b')', rest);
                lemma_push(middle, b'+', text(**b, close));
                lemma_push(before, b'(', text(**a, cons(b'+', text(**b, close))));
            }
        },
    }
}

proof fn lemma_push(s: Seq<u8>, c: u8, rest: Seq<u8>)
    ensures
        s.push(c) + rest == s + cons(c, rest),
{
    assert(s.push(c) + rest =~= s + cons(c, rest));
}

proof fn lemma_cons(c: u8, rest: Seq<u8>)
    ensures
        cons(c, rest).len() > 0,
        cons(c, rest)[0] == c,
        cons(c, rest).skip(1) == rest,
{
    assert(cons(c, rest).skip(1) =~= rest);
}

/// The first character of a text, and the text after it.
proof fn lemma_first(e: Expr, rest: Seq<u8>)
    requires
        digits(e),
    ensures
        text(e, rest).len() > 0,
        e is Digit ==> text(e, rest)[0] == b'0' + e->Digit_0 && text(e, rest).skip(1) == rest,
        e is Sum ==> text(e, rest)[0] == b'(' && text(e, rest).skip(1) == text(
            *e->Sum_0,
            cons(b'+', text(*e->Sum_1, cons(b')', rest))),
        ),
{
    match e {
        Expr::Digit(d) => lemma_cons((b'0' + d) as u8, rest),
        Expr::Sum(a, b) => lemma_cons(b'(', text(*a, cons(b'+', text(*b, cons(b')', rest))))),
    }
}

/// Two expressions that begin the same text are equal.
proof fn lemma_unique(a: Expr, b: Expr, x: Seq<u8>, y: Seq<u8>)
    requires
        digits(a),
        digits(b),
        text(a, x) == text(b, y),
    ensures
        a == b,
        x == y,
    decreases a,
{
    lemma_first(a, x);
    lemma_first(b, y);
    match (a, b) {
        (Expr::Sum(a1, a2), Expr::Sum(b1, b2)) => {
            let x2 = cons(b')', x);
            let y2 = cons(b')', y);
            lemma_unique(*a1, *b1, cons(b'+', text(*a2, x2)), cons(b'+', text(*b2, y2)));
            lemma_cons(b'+', text(*a2, x2));
            lemma_cons(b'+', text(*b2, y2));
            lemma_unique(*a2, *b2, x2, y2);
            lemma_cons(b')', x);
            lemma_cons(b')', y);
        },
        _ => {},
    }
}

/// Whether an expression begins a text.
spec fn begins(e: Expr, s: Seq<u8>) -> bool {
    digits(e) && exists|rest: Seq<u8>| s == text(e, rest)
}

/// A text that is an expression and more, from one character on, is the same with the position of that character.
proof fn lemma_skip(s: Seq<u8>, at: int)
    requires
        0 <= at < s.len(),
    ensures
        s.skip(at) == cons(s[at], s.skip(at + 1)),
{
    assert(s.skip(at) =~= cons(s[at], s.skip(at + 1)));
}

/// Reads an expression at a position. The result is the expression and the position after it.
fn parse(s: &[u8], at: usize) -> (r: Option<(Expr, usize)>)
    requires
        at <= s.len(),
    ensures
        match r {
            Some((e, end)) => {
                &&& at < end <= s.len()
                &&& digits(e)
                &&& s@.skip(at as int) == text(e, s@.skip(end as int))
            },
            None => forall|e: Expr| !begins(e, s@.skip(at as int)),
        },
    decreases s.len() - at,
{
    let ghost all = s@.skip(at as int);
    // No expression begins here, unless a sum whose first part begins at the next character.
    proof {
        assert forall|e: Expr| #[trigger] begins(e, all) implies {
            &&& all.len() > 0
            &&& e is Digit ==> b'0' <= all[0] <= b'9'
            &&& e is Sum ==> all[0] == b'(' && begins(*e->Sum_0, all.skip(1))
        } by {
            let rest = choose|rest: Seq<u8>| all == text(e, rest);
            lemma_first(e, rest);
        }
    }
    if at == s.len() {
        return None;
    }
    let c = s[at];
    proof {
        lemma_skip(s@, at as int);
        lemma_cons(c, s@.skip(at + 1));
    }
    if b'0' <= c && c <= b'9' {
        return Some((Expr::Digit(c - b'0'), at + 1));
    }
    if c != b'(' {
        return None;
    }
    match parse(s, at + 1) {
        None => None,
        Some((a, plus)) => {
            let ghost tail = s@.skip(plus as int);
            proof {
                assert forall|e: Expr| #[trigger] begins(e, all) implies {
                    tail.len() > 0 && tail[0] == b'+' && begins(*e->Sum_1, tail.skip(1))
                } by {
                    let rest = choose|rest: Seq<u8>| all == text(e, rest);
                    let after = text(*e->Sum_1, cons(b')', rest));
                    lemma_first(e, rest);
                    lemma_unique(*e->Sum_0, a, cons(b'+', after), tail);
                    lemma_cons(b'+', after);
                }
            }
            if plus == s.len() || s[plus] != b'+' {
                return None;
            }
            proof {
                lemma_skip(s@, plus as int);
                lemma_cons(b'+', s@.skip(plus + 1));
            }
            match parse(s, plus + 1) {
                None => None,
                Some((b, close)) => {
                    let ghost last = s@.skip(close as int);
                    proof {
                        assert forall|e: Expr| begins(e, all) implies last.len() > 0 && last[0] == b')' by {
                            let rest = choose|rest: Seq<u8>| all == text(e, rest);
                            let after = text(*e->Sum_1, cons(b')', rest));
                            lemma_first(e, rest);
                            lemma_unique(*e->Sum_0, a, cons(b'+', after), tail);
                            lemma_cons(b'+', after);
                            lemma_unique(*e->Sum_1, b, cons(b')', rest), last);
                            lemma_cons(b')', rest);
                        }
                    }
                    if close == s.len() || s[close] != b')' {
                        return None;
                    }
                    proof {
                        lemma_skip(s@, close as int);
                    }
                    Some((Expr::Sum(Box::new(a), Box::new(b)), close + 1))
                },
            }
        },
    }
}

/// What was printed is read back.
fn round_trip(e: &Expr) -> (r: Option<Expr>)
    requires
        digits(*e),
    ensures
        r == Some(*e),
{
    let mut out = Vec::new();
    print(e, &mut out);
    let ghost nothing = Seq::<u8>::empty();
    assert(out@.skip(0) == out@ + nothing);
    assert(Seq::<u8>::empty() + text(*e, nothing) == text(*e, nothing));
    assert(begins(*e, out@.skip(0)));
    match parse(&out, 0) {
        Some((read, end)) => {
            proof {
                lemma_unique(*e, read, nothing, out@.skip(end as int));
            }
            Some(read)
        },
        None => None,
    }
}

fn main() {
    let e = Expr::Sum(Box::new(Expr::Digit(3)), Box::new(Expr::Digit(4)));
    proof {
        reveal_with_fuel(digits, 2);
    }
    let r = round_trip(&e);
    assert(r == Some(e));
}

} // verus!
