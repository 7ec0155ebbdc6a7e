//! The cursor of `cursor.rs` with a bug: each step leaves out an element. The verifier names the clause that is not kept,
//! and where.
//~ fails

use vstd::prelude::*;

verus! {

/// A list of numbers: each element owns the rest.
struct Node {
    value: u64,
    next: Option<Box<Node>>,
}

/// The numbers from a node on.
spec fn numbers(node: Node) -> Seq<u64>
    decreases node,
{
    match node.next {
        None => seq![node.value],
        Some(next) => seq![node.value] + numbers(*next),
    }
}

/// The elements that are left.
struct Cursor<'a> {
    rest: Option<&'a mut Node>,
}

impl<'a> Cursor<'a> {
    /// What is left, as it is now.
    spec fn left(self) -> Seq<u64> {
        match self.rest {
            None => seq![],
            Some(node) => numbers(*node),
        }
    }

    /// What is left, as it will be when nobody borrows from the list any more.
    #[verifier::prophetic]
    spec fn in_the_end(self) -> Seq<u64> {
        match self.rest {
            None => seq![],
            Some(node) => numbers(*final(node)),
        }
    }

    /// A cursor at the first element.
    fn new(list: &'a mut Node) -> (cursor: Cursor<'a>)
        ensures
            cursor.left() == numbers(*old(list)),
            cursor.in_the_end() == numbers(*final(list)),
    {
        Cursor { rest: Some(list) }
    }

    /// The next element, if there is one.
    fn next(&mut self) -> (element: Option<&'a mut u64>)
        ensures
            match element { // FAILS
                Some(value) => {
                    &&& old(self).left() == seq![*value] + final(self).left()
                    &&& old(self).in_the_end() == seq![*final(value)] + final(self).in_the_end()
                },
                None => {
                    &&& old(self).left() == seq![] && final(self).left() == seq![]
                    &&& old(self).in_the_end() == seq![] && final(self).in_the_end() == seq![]
                },
            },
    {
        match self.rest.take() {
            None => None,
            Some(node) => {
                self.rest = match &mut node.next {
                    None => None,
                    Some(next) => match &mut next.next {
                        None => None,
                        Some(second) => Some(&mut **second),
                    },
                };
                assert(seq![node.value] + Seq::<u64>::empty() =~= seq![node.value]);
                Some(&mut node.value)
            },
        }
    }
}

/// Doubles each element.
fn double(list: &mut Node)
    requires
        forall|i: int| 0 <= i < numbers(*old(list)).len() ==> #[trigger] numbers(*old(list))[i] < 1000,
    ensures
        numbers(*final(list)) == numbers(*old(list)).map_values(|n: u64| (2 * n) as u64),
{
    let ghost all = numbers(*list);
    let ghost mut done: Seq<u64> = seq![];
    let mut cursor = Cursor::new(list);
    loop
        invariant
            all =~= done + cursor.left(),
            forall|i: int| 0 <= i < all.len() ==> #[trigger] all[i] < 1000,
            numbers(*final(list)) =~= done.map_values(|n: u64| (2 * n) as u64) + cursor.in_the_end(),
        ensures
            cursor.left() == seq![],
            cursor.in_the_end() == seq![],
        decreases cursor.left().len(),
    {
        let ghost before = cursor.left();
        match cursor.next() {
            None => break,
            Some(value) => {
                assert(all[done.len() as int] == *value);
                proof {
                    done = done.push(*value);
                }
                *value = 2 * *value;
            },
        }
    }
    assert(done =~= all);
}

fn main() {
    let mut list = Node { value: 1, next: Some(Box::new(Node { value: 2, next: None })) };
    proof {
        reveal_with_fuel(numbers, 2);
    }
    double(&mut list);
    assert(numbers(list) == seq![2u64, 4]);
}

} // verus!
