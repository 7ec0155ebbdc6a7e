use vstd::prelude::*;

verus! {

pub trait Shape {
    fn sides(&self) -> u8;
    fn corners(&self) -> u8;
}

pub trait Round {
    fn sides(&self) -> u8;
}

pub struct Square;

pub struct Line;

impl Shape for Square {
    fn sides(&self) -> u8 { 4 }
    fn corners(&self) -> u8 { 4 }
}

impl Shape for Line {
    fn sides(&self) -> u8 { 1 }
    fn corners(&self) -> u8 { 2 }
}

impl<'a, S: Shape> Shape for &'a S {
    fn sides(&self) -> u8 { (**self).sides() }
    fn corners(&self) -> u8 { (**self).corners() }
}

impl Round for Square {
    fn sides(&self) -> u8 { 0 }
}

impl Square {
    fn corners(&self) -> u8 { 4 }
}

mod a {
    pub fn twin() {}
}

mod b {
    pub fn twin() {}
}

pub struct Small;

pub struct Big;

impl From<Small> for Big {
    fn from(small: Small) -> Big { Big }
}

fn pair<T>(x: T, y: T) -> T { x }

fn total<const N: usize>(values: [u8; N]) -> usize { N }

fn same(x: u8) -> u8 { x }

fn next(x: u8) -> u8 { x }

fn apply<F: Fn(u8) -> u8>(f: F) -> u8
    requires f.requires((3,)),
{
    f(3)
}

fn client(v: &mut Vec<u8>, square: Square, read: Result<u8, Small>) -> Result<u8, Big>
    requires old(v).len() > 3,
{
    let sides = Shape::sides(&square);
    let through = Shape::sides(&&square);
    let corners = square.corners();
    a::twin();
    b::twin();
    let one = pair(sides, through);
    let all = total([1, 2, 3]);
    let first = apply(|x: u8| -> (r: u8) { same(x) });
    let second = apply(|x: u8| -> (r: u8) { next(x) });
    let third = apply(same);
    v[0] = corners;
    let value = read?;
    Ok(value)
}

} // verus!
