pub use mac::Shown;
use mac::{Total, also};
use vstd::prelude::*;

verus! {

/// A pair.
#[derive(Clone, Total, mac::Shown, mac::Writes)]
pub struct Pair {
    #[total(first)]
    pub a: u32,
    pub b: u32,
}

pub fn swapped(p: &Pair) -> (q: Pair)
    ensures
        q.total() == p.total(),
{
    Pair { a: p.b, b: p.a }
}

pub fn twice(p: &Pair) -> (r: u64)
    ensures
        r == 2 * p.total(),
{
    p.sum() * 2
}

pub fn next(y: u64) -> (r: u64)
    requires
        y < 10,
    ensures
        r == y + 2,
{
    // The macro has a variable of this name too.
    let x = 1u64;
    mac::plus_one!(y) + x
}

mac::limit!(12);

pub fn at_limit() -> (r: u64)
    ensures
        r == 12,
{
    limit()
}

#[derive(Shown)]
#[allow(dead_code)] // to be seen by the derive
pub enum Choice {
    /// The first.
    A(u8),
    B { x: Ghost<int> },
}

/// A type that only ghost code has: compiled with the same fields.
#[derive(Shown)]
#[allow(dead_code)] // to be seen by the derive
pub ghost struct Idea {
    pub a: int,
    pub b: Map<nat, Option<bool>>,
}

pub open spec fn mentions(c: Choice) -> bool {
    c is A
}

} // verus!
mod outside {
    use vstd::prelude::*;

    #[derive(mac::Shown)]
    pub struct Three {
        pub x: u16,
    }

    #[super::also(other)]
    pub fn verified(x: u8) -> u8 {
        x
    }

    verus! {

    pub fn six() -> (p: super::Pair)
        ensures
            p.total() == 6,
    {
        super::Pair { a: 4, b: 2 }
    }

    }
}

pub fn run() -> u64 {
    let six = swapped(&outside::six());
    twice(&six) + six.plain() + next(3) + at_limit() + outside::other(7) as u64 + outside::verified(1) as u64
}

pub fn shown() -> [&'static str; 4] {
    [Pair::SHOWN, Choice::SHOWN, Idea::SHOWN, outside::Three::SHOWN]
}
