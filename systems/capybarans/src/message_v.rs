//! The statement that is signed as bytes, and signed bindings: made, and checked by a client alone.

use pmcopy::{as_bytes, value_of};
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::key_t::*;
use pmcopy::arrays_t::*;
use pmcopy::bytes_spec_t::*;
use pmcopy::bytes_v::*;
use pmcopy::PmBytes;
use power::words_v::*;
use vstd::slice::slice_subrange;

/// The bytes of bytes are they themselves.
pub proof fn lemma_bytes_of_bytes(all: Seq<u8>)
    ensures
        bytes_of_all(all) == all,
    decreases all.len(),
{
    if all.len() > 0 {
        reveal_with_fuel(low_bytes, 2);
        lemma_bytes_of_bytes(all.drop_last());
        assert(all.drop_last().push(all.last()) =~= all);
        assert(all.last().spec_to_bytes() =~= seq![all.last()]);
        assert(bytes_of_all(all) =~= all);
    } else {
        assert(bytes_of_all(all) =~= all);
    }
}

/// A statement tells what it says: the public key, the timestamp and the hash.
pub proof fn lemma_message_injective(p: Seq<u8>, a: State, q: Seq<u8>, b: State)
    requires
        p.len() == PUBLIC_LEN,
        q.len() == PUBLIC_LEN,
        message_of(p, a) == message_of(q, b),
    ensures
        p == q,
        a == b,
{
    lemma_word_of_bytes(a.timestamp);
    lemma_word_of_bytes(b.timestamp);
    let (first, second) = (DOMAIN@ + p, DOMAIN@ + q);
    lemma_split(first + word_bytes(a.timestamp), a.hash, second + word_bytes(b.timestamp), b.hash);
    lemma_split(first, word_bytes(a.timestamp), second, word_bytes(b.timestamp));
    lemma_split(DOMAIN@, p, DOMAIN@, q);
}

/// The statement that a timestamp was given to a hash.
pub fn message(public: &[u8; 32], timestamp: u64, hash: &[u8; 32]) -> (bytes: Vec<u8>)
    ensures
        bytes@ == message_of(public@, State { timestamp, hash: hash@ }),
        bytes@.len() == MESSAGE_LEN,
{
    let mut bytes: Vec<u8> = Vec::with_capacity(BINDING_LEN);
    proof {
        lemma_word_of_bytes(timestamp);
    }
    bytes.extend_from_slice(&DOMAIN);
    bytes.extend_from_slice(public);
    bytes.extend_from_slice(as_bytes(&timestamp));
    bytes.extend_from_slice(hash);
    assert(bytes@ =~= message_of(public@, State { timestamp, hash: hash@ }));
    bytes
}

/// The array of as many bytes.
pub fn array_of<const N: usize>(bytes: &[u8]) -> (array: [u8; N])
    requires
        bytes@.len() == N,
    ensures
        array@ == bytes@,
{
    let array = value_of::<[u8; N]>(bytes);
    proof {
        lemma_bytes_of_bytes(array@);
    }
    array
}

/// What a signed binding says.
#[derive(Clone, Copy)]
pub struct Bound {
    /// The timestamp.
    pub timestamp: u64,
    /// The hash that it was given to.
    pub hash: [u8; 32],
}

impl Bound {
    /// What it says.
    pub open spec fn state(self) -> State {
        State { timestamp: self.timestamp, hash: self.hash@ }
    }
}

/// Whether bytes are a signed binding of the notary with this public key, and what it says.
pub open spec fn is_binding(public: Seq<u8>, bytes: Seq<u8>, state: State) -> bool {
    exists|signature: Seq<u8>|
        #![trigger is_signature(public, message_of(public, state), signature)]
        signature.len() == SIGNATURE_LEN && is_signature(public, message_of(public, state), signature) && bytes
            == message_of(public, state) + signature
}

/// Checks a signed binding, with nothing but the public key of the notary.
pub fn check(public: &[u8; 32], bytes: &[u8]) -> (bound: Option<Bound>)
    ensures
        bound matches Some(bound) ==> is_binding(public@, bytes@, bound.state()),
        bound is None ==> forall|state: State| state.hash.len() == HASH_LEN ==> !#[trigger] is_binding(public@, bytes@, state),
{
    if bytes.len() != BINDING_LEN {
        proof {
            assert forall|state: State| state.hash.len() == HASH_LEN implies !#[trigger] is_binding(public@, bytes@, state) by {
                lemma_word_of_bytes(state.timestamp);
            }
        }
        return None;
    }
    let timestamp = value_of::<u64>(slice_subrange(bytes, 48, 56));
    let hash = array_of::<32>(slice_subrange(bytes, 56, 88));
    let signature = array_of::<64>(slice_subrange(bytes, 88, 152));
    let said = slice_subrange(bytes, 0, MESSAGE_LEN);
    let expected = message(public, timestamp, &hash);
    let ghost state = State { timestamp, hash: hash@ };
    proof {
        assert(bytes@ =~= said@ + signature@);
        assert forall|other: State| other.hash.len() == HASH_LEN && #[trigger] is_binding(public@, bytes@, other) implies other
            == state && said@ == message_of(public@, state) && is_signature(public@, said@, signature@) by {
            let behind = choose|behind: Seq<u8>|
                #![trigger is_signature(public@, message_of(public@, other), behind)]
                behind.len() == SIGNATURE_LEN && is_signature(public@, message_of(public@, other), behind) && bytes@
                    == message_of(public@, other) + behind;
            lemma_word_of_bytes(other.timestamp);
            lemma_word_of_bytes(timestamp);
            lemma_split(said@, signature@, message_of(public@, other), behind);
            assert(slice_of(said@, 48, 56) =~= word_bytes(other.timestamp));
            assert(slice_of(said@, 48, 56) =~= bytes@.subrange(48, 56));
            assert(slice_of(said@, 56, 88) =~= other.hash);
            assert(slice_of(said@, 56, 88) =~= bytes@.subrange(56, 88));
        }
    }
    if expected.as_slice() == said && accepts(public, said, &signature) {
        Some(Bound { timestamp, hash })
    } else {
        None
    }
}

/// A part of a sequence.
spec fn slice_of(s: Seq<u8>, from: int, to: int) -> Seq<u8> {
    s.subrange(from, to)
}

} // verus!
