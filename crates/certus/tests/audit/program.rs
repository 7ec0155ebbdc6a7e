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

pub struct Point {
    x: u64,
    y: u64,
}

pub struct Spot {
    x: u64,
    y: u64,
}

const LIMIT: u64 = 7;

const OTHER: u64 = 7;

fn difference(a: u64, b: u64) -> u64 { a }

fn take(name: &str, bytes: &[u8; 3], letter: char) {}

fn compute(a: u64, b: u64, c: u64, n: i32, p: &mut Point, o: Option<u8>) -> u64 {
    let mut total = a * (b + c);
    total += 5;
    let low = -3i32;
    let small = total as u8;
    let is_small = n < low;
    let is_even = small == 4;
    p.x = total ^ LIMIT;
    let q = Point { x: 1, y: total >> 2u32 };
    let numbers = [10u16, 20, 30];
    let zeros = [0u8; 4];
    take("one", b"two", 'x');
    match n {
        7 => {
            total = 9;
        },
        1..=4 => {},
        _ => {},
    }
    match o {
        Some(3) => {
            total = 11;
        },
        Some(k) => {
            total = k as u64;
        },
        None => {},
    }
    total = difference(a, b);
    if is_small && !is_even {
        return total;
    }
    q.y
}

} // verus!
