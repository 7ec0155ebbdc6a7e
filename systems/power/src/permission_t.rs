//! Permissions: ghost tokens without which nothing is written (PoWER paper, section 3.1).
//!
//! trusted: the contracts, the privacy of the fields, and that each function gives no more than what it was given. The verifier
//! checks the bodies against the contracts; but nothing else needs these contracts to be as they are: they are the rule itself.
//!
//! Nobody can make one but by the [`Authority`] over the storage, of which there is one, and which is with whoever put
//! the storage under these rules. Code that is lent the storage and some permissions can use these and no others.

use vstd::prelude::*;

verus! {

use vstd::resource::Loc;
use vstd::resource::exclusive::ExclusiveRA;
use vstd::resource::pcm::Resource;

/// Transitions between durable states.
pub type Transitions = spec_fn(Seq<u8>, Seq<u8>) -> bool;

/// The right to give permissions for the storage `id()`. No two of them are for the same.
pub tracked struct Authority {
    tracked only: Resource<Option<ExclusiveRA<()>>>,
}

/// One write to the storage `id()` may be made, if all that it can lead to is in `transitions()`. The write uses it up.
pub tracked struct Permission {
    ghost id: Loc,
    ghost transitions: Transitions,
}

/// Any number of writes to the storage `id()` may be made, if all that they can lead to is in `transitions()`.
pub tracked struct Blanket {
    ghost id: Loc,
    ghost transitions: Transitions,
}

/// The transitions into a set of states, from wherever.
pub open spec fn into_states(states: spec_fn(Seq<u8>) -> bool) -> Transitions {
    |pre: Seq<u8>, post: Seq<u8>| states(post)
}

/// The transitions between states that are recovered to the same.
pub open spec fn same_recovery<T>(recover: spec_fn(Seq<u8>) -> T) -> Transitions {
    |pre: Seq<u8>, post: Seq<u8>| recover(post) == recover(pre)
}

/// The transitions that, as far as recovery sees, are steps of an operation.
pub open spec fn operation<T>(recover: spec_fn(Seq<u8>) -> T, step: spec_fn(T, T) -> bool) -> Transitions {
    |pre: Seq<u8>, post: Seq<u8>| step(recover(pre), recover(post))
}

impl Authority {
    /// Of which storage.
    pub closed spec fn id(&self) -> Loc {
        self.only.loc()
    }

    /// The authority over a new storage, with an `id()` that nothing had before. It is made where storage is put under
    /// the rules; to make one for storage that is there already is not possible.
    pub(crate) proof fn new() -> (tracked authority: Authority) {
        Authority { only: Resource::alloc(Some(ExclusiveRA::Exclusive(()))) }
    }

    /// Permits one write.
    pub proof fn permit(tracked &self, transitions: Transitions) -> (tracked permission: Permission)
        ensures
            permission.id() == self.id(),
            permission.transitions() == transitions,
    {
        Permission { id: self.id(), transitions }
    }

    /// Permits any number of writes.
    pub proof fn permit_all(tracked &self, transitions: Transitions) -> (tracked blanket: Blanket)
        ensures
            blanket.id() == self.id(),
            blanket.transitions() == transitions,
    {
        Blanket { id: self.id(), transitions }
    }
}

impl Permission {
    /// For which storage.
    pub closed spec fn id(&self) -> Loc {
        self.id
    }

    /// What is permitted.
    pub closed spec fn transitions(&self) -> Transitions {
        self.transitions
    }

    /// Whether it is permitted to get from one durable state to another. Not to change anything always is.
    pub open spec fn permits(&self, pre: Seq<u8>, post: Seq<u8>) -> bool {
        pre == post || self.transitions()(pre, post)
    }

    /// Gives up a part of what is permitted.
    pub proof fn narrow(tracked self, transitions: Transitions) -> (tracked permission: Permission)
        requires
            forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] transitions(pre, post) ==> self.transitions()(pre, post),
        ensures
            permission.id() == self.id(),
            permission.transitions() == transitions,
    {
        Permission { id: self.id, transitions }
    }
}

impl Blanket {
    /// For which storage.
    pub closed spec fn id(&self) -> Loc {
        self.id
    }

    /// What is permitted.
    pub closed spec fn transitions(&self) -> Transitions {
        self.transitions
    }

    /// The permission for one write.
    pub proof fn once(tracked &self) -> (tracked permission: Permission)
        ensures
            permission.id() == self.id(),
            permission.transitions() == self.transitions(),
    {
        Permission { id: self.id, transitions: self.transitions }
    }

    /// Gives up a part of what is permitted.
    pub proof fn narrow(tracked &self, transitions: Transitions) -> (tracked blanket: Blanket)
        requires
            forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] transitions(pre, post) ==> self.transitions()(pre, post),
        ensures
            blanket.id() == self.id(),
            blanket.transitions() == transitions,
    {
        Blanket { id: self.id, transitions }
    }
}

} // verus!
