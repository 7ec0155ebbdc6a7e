//! Frames of bytes: a byte that says how many follow, and these.

use bytes::{BufMut, Bytes, BytesMut};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExBytes(Bytes);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExBytesMut(BytesMut);

/// What a buffer holds.
pub uninterp spec fn held(bytes: Bytes) -> Seq<u8>;

/// What a buffer that grows holds.
pub uninterp spec fn held_mut(bytes: BytesMut) -> Seq<u8>;

pub assume_specification[ BytesMut::new ]() -> (r: BytesMut)
    ensures
        held_mut(r) == Seq::<u8>::empty(),
;

pub assume_specification[ <BytesMut as BufMut>::put_u8 ](bytes: &mut BytesMut, n: u8)
    ensures
        held_mut(*final(bytes)) == held_mut(*old(bytes)).push(n),
;

pub assume_specification[ BytesMut::extend_from_slice ](bytes: &mut BytesMut, more: &[u8])
    ensures
        held_mut(*final(bytes)) == held_mut(*old(bytes)) + more@,
;

pub assume_specification[ BytesMut::freeze ](bytes: BytesMut) -> (r: Bytes)
    ensures
        held(r) == held_mut(bytes),
;

pub assume_specification[ Bytes::len ](bytes: &Bytes) -> (r: usize)
    ensures
        r == held(*bytes).len(),
;

/// The part of a sequence within a range.
pub uninterp spec fn within<R>(bytes: Seq<u8>, range: R) -> Seq<u8>;

pub broadcast axiom fn axiom_from(bytes: Seq<u8>, range: std::ops::RangeFrom<usize>)
    ensures
        #[trigger] within(bytes, range) == bytes.skip(range.start as int),
;

pub assume_specification<R>[ Bytes::slice ](this: &Bytes, range: R) -> (r: Bytes)
    where R: std::ops::RangeBounds<usize>
    ensures
        held(r) == within(held(*this), range),
;

/// The length, then the payload.
pub open spec fn framed(payload: Seq<u8>) -> Seq<u8> {
    seq![payload.len() as u8] + payload
}

pub fn frame(payload: &[u8]) -> (r: Bytes)
    requires
        payload.len() < 256,
    ensures
        held(r) == framed(payload@),
{
    let mut bytes = BytesMut::new();
    bytes.put_u8(payload.len() as u8);
    bytes.extend_from_slice(payload);
    assert(held_mut(bytes) =~= framed(payload@));
    bytes.freeze()
}

pub fn payload(frame: &Bytes, Ghost(of): Ghost<Seq<u8>>) -> (r: Bytes)
    requires
        held(*frame) == framed(of),
    ensures
        held(r) == of,
{
    broadcast use axiom_from;

    let r = frame.slice(1..);
    assert(held(r) =~= of);
    r
}

} // verus!

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_apart() {
        let bytes = frame(b"abc");
        assert_eq!(&bytes[..], [3, b'a', b'b', b'c']);
        assert_eq!(&payload(&bytes, Ghost::assume_new())[..], b"abc");
    }
}
