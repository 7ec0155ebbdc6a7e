//! Functions that take and give references, with their contracts.
//!
//! A case gets the helpers that it calls. They are written by hand: a reference that is passed on, chosen from two, stored in
//! a struct and taken out again, split into parts, replaced behind another one, or only written.

use super::super::tree::{Form, Kind, Node, Piece};
use super::super::types::Int;

/// For each function its name, its head, its clauses and its body. `N` is the type of numbers.
const HELPERS: [(&str, &str, &str, &str, &str); 10] = [
    ("put", "fn put(r: &mut N, e: N)", "", "ensures *final(r) == e", "*r = e;"),
    ("get", "fn get(r: &mut N) -> ", "(e: N)", "ensures e == *old(r), *final(r) == *old(r)", "*r"),
    (
        "pick",
        "fn pick<'a, T>(a: &'a mut T, b: &'a mut T, c: bool) -> ",
        "(r: &'a mut T)",
        "ensures c ==> *r == *old(a) && *final(a) == *final(r) && *final(b) == *old(b), \
         !c ==> *r == *old(b) && *final(b) == *final(r) && *final(a) == *old(a)",
        "if c { a } else { b }",
    ),
    (
        "same",
        "fn same<'a, T>(a: &'a mut T) -> ",
        "(r: &'a mut T)",
        "ensures *r == *old(a), *final(a) == *final(r)",
        "a",
    ),
    (
        "first",
        "fn first<'a>(t: &'a mut (N, N)) -> ",
        "(r: &'a mut N)",
        "ensures *r == old(t).0, final(t).0 == *final(r), final(t).1 == old(t).1",
        "&mut t.0",
    ),
    (
        "both",
        "fn both<'a>(t: &'a mut (N, N)) -> ",
        "(r: (&'a mut N, &'a mut N))",
        "ensures *r.0 == old(t).0, *r.1 == old(t).1, final(t).0 == *final(r.0), final(t).1 == *final(r.1)",
        "(&mut t.0, &mut t.1)",
    ),
    (
        "inner",
        "fn inner<'a>(p: P<'a>) -> ",
        "(r: &'a mut N)",
        "ensures *r == *old(p.r), *final(r) == *final(p.r)",
        "p.r",
    ),
    (
        "wrap",
        "fn wrap<'a>(r: &'a mut N, n: N) -> ",
        "(p: P<'a>)",
        "ensures *p.r == *old(r), *final(p.r) == *final(r), p.n == n",
        "P { r, n }",
    ),
    (
        "aim",
        "fn aim<'a>(rr: &mut &'a mut N, q: &'a mut N)",
        "",
        "ensures **final(rr) == *old(q), *final(*final(rr)) == *final(q), *final(*old(rr)) == **old(rr)",
        "*rr = q;",
    ),
    (
        "put_in",
        "fn put_in(rr: &mut &mut N, e: N)",
        "",
        "ensures **final(rr) == e, *final(*final(rr)) == *final(*old(rr))",
        "**rr = e;",
    ),
];

/// The helpers that these call.
pub(super) fn used(int: Int, by: &[&Node]) -> Node {
    let mut text = String::new();
    by.iter().for_each(|node| node.print(Form::Run, &mut text));
    let called = |name: &str| text.contains(&format!("{name}("));
    let typed = |text: &str| {
        text.split_inclusive(|c: char| !c.is_alphanumeric())
            .map(
                |word| {
                    if let Some(rest) = word.strip_prefix('N') { format!("{}{rest}", int.name) } else { word.into() }
                },
            )
            .collect::<String>()
    };
    let helpers = HELPERS.iter().filter(|(name, ..)| called(name)).map(|(_, head, result, clauses, body)| {
        let plain = result.split_once(": ").map_or("", |(_, ty)| ty.strip_suffix(')').unwrap_or(ty));
        let pieces = vec![
            Piece::Text(typed(head)),
            Piece::Run(typed(plain)),
            Piece::Proof(format!("{}\n    {},\n", typed(result), typed(clauses))),
            Piece::Text(format!("{{ {} }}\n", typed(body))),
        ];
        Node { kind: Kind::Part, pieces }
    });
    Node::list(helpers)
}
