//! Types with `#[derive(PmCopy)]`: what is known of them is proved (`cargo certus verify -p pmcopy --test entries`), and what is
//! trusted of their bytes is tried.

use pmcopy::{AnyBitPattern, MaybeCorrupted, PmCopy, as_bytes, slice_as_bytes, value_of, values_of};
use vstd::prelude::*;

verus! {

use pmcopy::arrays_t::*;
use pmcopy::arrays_v::*;
use pmcopy::bytes_spec_t::*;
use pmcopy::bytes_v::*;
use pmcopy::equal_v::*;
use pmcopy::{PmBytes, PmSized, are_bytes_of};

#[repr(u16)]
#[derive(Debug, PmCopy)]
pub enum State {
    Free,
    Used = 0x0102,
    Gone,
}

/// A row of a table.
#[repr(C)]
#[derive(Debug, PmCopy)]
pub struct Row {
    pub key: u64,
    pub list: [u32; 3],
    pub state: State,
    pub is_valid: bool,
    /// In place of padding.
    pub zero: u8,
}

/// A structure in a structure, whose fields are its own concern.
#[repr(C)]
#[derive(Debug, PmCopy)]
pub struct Pair {
    row: Row,
    delta: i64,
}

impl Pair {
    pub fn new(row: Row, delta: i64) -> Pair {
        Pair { row, delta }
    }
}

#[repr(C)]
#[derive(Debug, PmCopy)]
pub struct Nothing;

#[repr(C)]
#[derive(Debug, PmCopy)]
pub struct Word(pub u64, pub char, pub i32);

pub proof fn sizes()
    ensures
        Row::spec_size_of() == 24,
        Row::spec_align_of() == 8,
        Pair::spec_size_of() == 32,
        Nothing::spec_size_of() == 0,
        Nothing::spec_align_of() == 1,
        Word::spec_size_of() == 16,
        State::spec_size_of() == 2,
{
}

pub fn sizes_that_run() -> (r: (usize, usize))
    ensures
        r == (24usize, 8usize),
{
    (pmcopy::memory_t::size_of::<Row>(), pmcopy::memory_t::align_of::<Row>())
}

pub fn copies(row: &Row) -> (r: Row)
    ensures
        r == *row,
{
    let copy = Clone::clone(row);
    let again = *row;
    assert(copy == again);
    copy
}

pub fn compares(a: &Row, b: &Row, p: &Pair, q: &Pair) -> (r: bool)
    ensures
        r == (*a == *b && *p != *q),
{
    *a == *b && *p != *q
}

pub fn bytes_of_row(row: &Row) -> (bytes: &[u8])
    ensures
        bytes@.len() == 24,
        bytes@ == row.spec_to_bytes(),
{
    proof {
        row.lemma_len();
    }
    as_bytes(row)
}

pub fn bytes_of_rows(rows: &[Row]) -> (bytes: &[u8])
    ensures
        bytes@.len() == rows@.len() * 24,
{
    proof {
        lemma_all_len(rows@);
    }
    slice_as_bytes(rows)
}

/// What was written is read.
pub fn there_and_back(row: &Row) -> (r: Row)
    ensures
        r == *row,
{
    proof {
        row.lemma_len();
    }
    let buffer = MaybeCorrupted::<Row>::of_bytes(as_bytes(row));
    buffer.extract(Ghost(*row))
}

/// What is compared with the bytes of a value before it is taken.
pub fn checked(bytes: &[u8], expected: &State) -> (r: Option<State>)
    requires
        bytes@.len() == 2,
    ensures
        r matches Some(state) ==> state == *expected && bytes@ == expected.spec_to_bytes(),
{
    let buffer = MaybeCorrupted::<State>::of_bytes(bytes);
    if same_bytes(buffer.as_bytes(), as_bytes(expected)) {
        Some(buffer.extract(Ghost(*expected)))
    } else {
        None
    }
}

/// All of it is numbers.
#[repr(C)]
#[derive(Debug, PmCopy, AnyBitPattern)]
pub struct Point {
    pub at: [i16; 3],
    pub weight: u16,
    pub(crate) level: Level,
}

#[repr(C)]
#[derive(Debug, PmCopy, AnyBitPattern)]
pub struct Level(i64, pub [[u8; 2]; 4]);

#[repr(C)]
#[derive(Debug, PmCopy, AnyBitPattern)]
pub struct Empty;

/// Any bytes are those of a point, and of no other one.
pub fn point_of(bytes: &[u8]) -> (r: Option<Point>)
    ensures
        r is Some <==> bytes@.len() == 24,
        r matches Some(point) ==> point.spec_to_bytes() == bytes@,
        forall|point: Point| #[trigger] point.spec_to_bytes() == bytes@ ==> r == Some(point),
{
    proof {
        assert forall|a: Point, b: Point| #[trigger] a.spec_to_bytes() == #[trigger] b.spec_to_bytes() implies a == b by {
            Point::lemma_injective(a, b);
        }
        assert forall|a: Point| #[trigger] a.spec_to_bytes().len() == 24 by {
            a.lemma_len();
        }
    }
    if bytes.len() == 24 { Some(value_of(bytes)) } else { None }
}

/// What was written is read, and nothing else is.
pub fn points_there_and_back(points: &[Point]) -> (r: Vec<Point>)
    ensures
        r@ == points@,
{
    proof {
        lemma_all_len(points@);
    }
    let r = values_of::<Point>(slice_as_bytes(points), points.len());
    proof {
        lemma_all_injective(r@, points@);
    }
    r
}

/// Not all bytes are those of a state.
pub proof fn some_bytes_are_of_no_state()
    ensures
        !are_bytes_of::<State>(low_bytes(7, 2)),
{
    reveal_with_fuel(bound, 3);
    assert forall|state: State| state.spec_to_bytes() != low_bytes(7, 2) by {
        let n: u16 = match state {
            State::Free => 0,
            State::Used => 0x0102,
            State::Gone => 0x0103,
        };
        if state.spec_to_bytes() == low_bytes(7, 2) {
            lemma_low_bytes_injective(n as nat, 7, 2);
        }
    }
}

} // verus!
fn row() -> Row {
    Row { key: 0x0807_0605_0403_0201, list: [1, 2, 0xffff_ffff], state: State::Used, is_valid: true, zero: 0 }
}

#[test]
fn bytes_are_those_in_memory() {
    let expected = [1, 2, 3, 4, 5, 6, 7, 8, 1, 0, 0, 0, 2, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 2, 1, 1, 0];
    assert_eq!(bytes_of_row(&row()), expected);
    assert_eq!(bytes_of_rows(&[row(), row()]), [expected, expected].concat());
    let pair = Pair::new(row(), -2);
    assert_eq!(as_bytes(&pair)[24..], [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    assert_eq!(as_bytes(&Word(1, 'A', -1)), [1, 0, 0, 0, 0, 0, 0, 0, 65, 0, 0, 0, 255, 255, 255, 255]);
    assert!(as_bytes(&Nothing).is_empty());
    assert_eq!(sizes_that_run(), (24, 8));
}

#[test]
fn values_are_copied_and_compared() {
    let other = Row { state: State::Gone, ..row() };
    assert_eq!(copies(&row()), row());
    assert!(row() != other && row() == row());
    assert!(compares(&row(), &row(), &Pair::new(row(), 1), &Pair::new(row(), 2)));
    assert!(!compares(&row(), &other, &Pair::new(row(), 1), &Pair::new(row(), 2)));
    assert_eq!(there_and_back(&other), other);
}

#[test]
fn any_bytes_are_those_of_a_value() {
    let bytes: Vec<u8> = (0..24).map(|i| 0xf9 ^ (i * 7)).collect();
    let point = point_of(&bytes).expect("a point");
    assert_eq!(as_bytes(&point), bytes);
    assert_eq!(point.at[0], i16::from_le_bytes([bytes[0], bytes[1]]));
    assert_eq!(point.level.0, i64::from_le_bytes(bytes[8..16].try_into().expect("eight bytes")));
    assert_eq!(point_of(&bytes[1..]), None);
    let points = [point, point_of(&[0xff; 24]).expect("a point"), point_of(&[0; 24]).expect("a point")];
    assert_eq!(points_there_and_back(&points), points);
    assert_eq!(points_there_and_back(&[]), []);
    assert_eq!(value_of::<i128>(&[0xfe; 16]), i128::from_le_bytes([0xfe; 16]));
    assert_eq!(values_of::<Empty>(&[], 3), [Empty, Empty, Empty]);
}

#[test]
fn bytes_of_no_value_are_not_taken() {
    assert_eq!(checked(&[2, 1], &State::Used), Some(State::Used));
    for bytes in [[3, 1], [0, 0], [255, 255]] {
        assert_eq!(checked(&bytes, &State::Used), None);
    }
}
