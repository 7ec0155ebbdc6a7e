//! A program with a notary, verified (`cargo certus verify -p capybarans --test session`): what it holds in its hands at the end are
//! bindings of the hashes that it gave, with timestamps one behind the other, and over a restart too.

use capybarans::{Bound, Notary, NotaryError, SecretKey, check};
use power::device_t::Device;
use power::mapped_t::MappedFile;
use power_mock::MockDevice;
use vstd::prelude::*;

verus! {

use capybarans::abstract_spec_t::*;
use capybarans::history_spec_t::*;
use capybarans::message_v::*;
use capybarans::recovery_v::*;

/// The state of a notary that was advanced to a hash so many times.
spec fn at(timestamp: u64, hash: Seq<u8>) -> State {
    State { timestamp, hash }
}

/// Two bindings, and what a crash would leave of the storage.
type Bindings = (Vec<u8>, Vec<u8>, Ghost<Seq<u8>>);

/// Makes a notary and gives timestamps to two hashes. Gives the bindings, and what a crash would leave.
fn first_session<D: Device>(device: D, key: SecretKey, one: [u8; 32], two: [u8; 32]) -> (bindings: Result<
    Bindings,
    NotaryError,
>)
    requires
        device.state().writes.len() == 0,
        key.signed().len() == 0,
        key.public().len() == PUBLIC_LEN,
    ensures
        bindings matches Ok((first, second, durable)) ==> {
            &&& is_binding(key.public(), first@, at(1, one@))
            &&& is_binding(key.public(), second@, at(2, two@))
            &&& recovered(durable@) == Some(Book { public: key.public(), state: at(2, two@) })
        },
{
    let mut notary = Notary::create(device, key)?;
    let _ = notary.advance(one);
    let first = notary.sign().unwrap();
    let _ = notary.advance(two);
    let second = notary.sign().unwrap();
    proof {
        notary.lemma_crash();
        assert(notary@.session.signed.len() == 2);
    }
    Ok((first, second, Ghost(notary.durable())))
}

/// Finds a notary again, and gives the next timestamp to a hash.
fn next_session<D: Device>(device: D, key: SecretKey, last: Ghost<State>, hash: [u8; 32]) -> (binding: Result<Vec<u8>, NotaryError>)
    requires
        device.state().writes.len() == 0,
        key.signed().len() == 0,
        recovered(device.state().settled) == Some(Book { public: key.public(), state: last@ }),
        last@.timestamp < 1000,
    ensures
        binding matches Ok(bytes) ==> is_binding(key.public(), bytes@, at((last@.timestamp + 1) as u64, hash@)),
        device.constants().is_intact() ==> binding is Ok,
{
    let mut notary = Notary::open(device, key)?;
    let _ = notary.advance(hash);
    Ok(notary.sign().unwrap())
}

/// What a client knows of a binding that it checked.
fn client(public: [u8; 32], binding: &[u8]) -> (bound: Option<Bound>)
    ensures
        bound matches Some(bound) ==> is_binding(public@, binding@, bound.state()),
{
    check(&public, binding)
}

} // verus!
fn key() -> SecretKey {
    SecretKey::of_seed(&[7; 32])
}

fn said(binding: &[u8]) -> (u64, [u8; 32]) {
    let bound = client(key().public_key(), binding).expect("a binding");
    (bound.timestamp, bound.hash)
}

#[test]
fn sessions_follow_each_other() {
    let device = MockDevice::new(vec![0xa5; 160], 8);
    let history = device.history();
    let (first, second, _) = first_session(device, key(), [1; 32], [2; 32]).expect("there is room");
    assert_eq!((said(&first), said(&second)), ((1, [1; 32]), (2, [2; 32])));
    let mut left = Vec::new();
    history.borrow().for_each_crash(10, |_, content| left = content);
    let third = next_session(MockDevice::new(left, 8), key(), vstd::prelude::Ghost::assume_new(), [3; 32]);
    assert_eq!(said(&third.expect("a notary")), (3, [3; 32]));
}

#[test]
fn a_file_keeps_a_notary() {
    let folder = tempfile::tempdir().expect("a folder for the file");
    let path = folder.path().join("store");
    let open = || MappedFile::new(power_media::Mapping::open(&path, capybarans::STORE_LEN).expect("a file"));
    first_session(open(), key(), [1; 32], [2; 32]).expect("there is room");
    for timestamp in 3..10 {
        let binding = next_session(open(), key(), vstd::prelude::Ghost::assume_new(), [timestamp as u8; 32]);
        assert_eq!(said(&binding.expect("a notary")), (timestamp, [timestamp as u8; 32]));
    }
}
