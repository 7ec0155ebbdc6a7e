//! A buffer with a fixed capacity.

use arrayvec::{ArrayVec, CapacityError};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct ExArrayVec<T, const CAP: usize>(ArrayVec<T, CAP>);

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct ExCapacityError<T>(CapacityError<T>);

pub uninterp spec fn held<T, const CAP: usize>(of: ArrayVec<T, CAP>) -> Seq<T>;

pub assume_specification<T, const CAP: usize>[ ArrayVec::<T, CAP>::new ]() -> (r: ArrayVec<T, CAP>)
    ensures
        held(r) == Seq::<T>::empty(),
;

pub assume_specification<T, const CAP: usize>[ ArrayVec::<T, CAP>::len ](this: &ArrayVec<T, CAP>) -> (r: usize)
    ensures
        r == held(*this).len(),
        r <= CAP,
;

pub assume_specification<T, const CAP: usize>[ ArrayVec::<T, CAP>::push ](this: &mut ArrayVec<T, CAP>, element: T)
    requires
        held(*old(this)).len() < CAP,
    ensures
        held(*final(this)) == held(*old(this)).push(element),
;

pub assume_specification<T, const CAP: usize>[ ArrayVec::<T, CAP>::try_push ](this: &mut ArrayVec<T, CAP>, element: T) -> (r:
    Result<(), CapacityError<T>>)
    ensures
        r is Ok <==> held(*old(this)).len() < CAP,
        r is Ok ==> held(*final(this)) == held(*old(this)).push(element),
        r is Err ==> held(*final(this)) == held(*old(this)),
;

/// As many bytes as there is room for.
pub fn take(bytes: &[u8]) -> (r: ArrayVec<u8, 4>)
    ensures
        held(r) == bytes@.take(if bytes.len() < 4 { bytes.len() as int } else { 4 }),
{
    let mut taken = ArrayVec::<u8, 4>::new();
    let count = if bytes.len() < 4 { bytes.len() } else { 4 };
    assert(held(taken) =~= bytes@.take(0));
    for i in 0..count
        invariant
            count <= 4,
            count <= bytes.len(),
            held(taken) == bytes@.take(i as int),
    {
        taken.push(bytes[i]);
        assert(held(taken) =~= bytes@.take(i + 1));
    }
    taken
}

/// Whether there was room.
pub fn put(buffer: &mut ArrayVec<u8, 4>, byte: u8) -> (r: bool)
    ensures
        r ==> held(*final(buffer)).last() == byte,
{
    buffer.try_push(byte).is_ok()
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_room_for_four() {
        let mut taken = super::take(b"abcdef");
        assert_eq!(&taken[..], b"abcd");
        assert!(!super::put(&mut taken, 1));
        assert!(super::put(&mut super::take(b"a"), 1));
    }
}
