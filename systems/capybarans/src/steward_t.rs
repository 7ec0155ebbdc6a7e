//! Who permits writes to the storage of a notary, and what.
//!
//! trusted: what is permitted at three places: anything to make a notary, what recovery does not see, and one advance. The verifier
//! checks the bodies against the contracts; but nothing else needs these to be as they are. And nothing else in this crate puts a
//! device under the rules, so there is no other authority over it.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::NotaryError;
use crate::history_spec_t::*;
use crate::layout_v::STORE_LEN;
use crate::ledger_v::*;
use crate::recovery_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::view_spec_t::*;
use vstd::resource::Loc;

/// The right to permit what a notary does, and no more: to change nothing that is recovered, and to advance.
pub tracked struct Steward {
    tracked authority: Authority,
}

impl Steward {
    /// Of which storage.
    pub closed spec fn id(&self) -> Loc {
        self.authority.id()
    }

    /// Permits what recovery does not see.
    pub proof fn quiet(tracked &self) -> (tracked blanket: Blanket)
        ensures
            blanket.id() == self.id(),
            blanket.transitions() == same_recovery(recovery()),
            forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] blanket.transitions()(pre, post) ==> moves(pre, post),
    {
        self.authority.permit_all(same_recovery(recovery()))
    }

    /// Permits one advance.
    pub proof fn step(tracked &self, from: Book, to: Book) -> (tracked permission: Permission)
        requires
            to.public == from.public,
            is_next(from.state, to.state),
        ensures
            permission.id() == self.id(),
            allows_step(permission, from, to),
            forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] permission.transitions()(pre, post) ==> moves(pre, post),
    {
        self.authority.permit(
            operation(recovery(), |old: Option<Book>, new: Option<Book>| old == Some(from) && new == Some(to)),
        )
    }
}

/// Puts a device under the rules, as it is.
pub fn of_old<D: Device>(device: D) -> (made: (PowerStorage<D>, Tracked<Steward>))
    requires
        device.state().writes.len() == 0,
    ensures
        made.0.id() == made.1@.id(),
        made.0.constants() == device.constants(),
        made.0@ == StorageView::idle(device.state().settled),
{
    let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    (storage, Tracked(Steward { authority }))
}

/// Puts a device under the rules and a new notary on it, whatever it held before.
pub fn of_new<D: Device>(device: D, public: [u8; 32]) -> (made: Result<(PowerStorage<D>, Tracked<Steward>), NotaryError>)
    requires
        device.state().writes.len() == 0,
    ensures
        match made {
            Ok((storage, steward)) => {
                &&& storage.id() == steward@.id()
                &&& storage.constants() == device.constants()
                &&& storage@.is_flushed()
                &&& recovered(storage@.durable_state) == Some(Book { public: public@, state: State::initial() })
            },
            Err(error) => error == NotaryError::TooShort && device.state().settled.len() < STORE_LEN,
        },
{
    let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
    match setup(&mut storage, public, Tracked(&all)) {
        Ok(()) => Ok((storage, Tracked(Steward { authority }))),
        Err(error) => Err(error),
    }
}

} // verus!
