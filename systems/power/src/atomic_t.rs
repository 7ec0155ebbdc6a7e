//! Atomic PoWER: a permission that is a proof, which is done at the moment of the write (PoWER paper, section 3.4).
//!
//! The proof is a [`Callback`]. It may open atomic invariants, and change resources of its owner with the durable state. What it
//! gives is the completion: that the write was made, which stays true whatever others do later.
//!
//! trusted: that a callback is used where a write is made and nowhere else, so that it is done as often as its write. The
//! verifier checks the bodies; that the moment of a write is the one of its callback is what the contracts mean.

use vstd::prelude::*;

verus! {

use crate::permission_t::*;
use vstd::iset::*;
use vstd::resource::Loc;

/// A proof that is done when a write is made.
pub trait Callback: Sized {
    /// What its owner has afterwards.
    type Completion;

    /// The invariants that it may open.
    open spec fn namespaces(self) -> ISet<int> {
        ISet::empty()
    }

    /// Whether it can be done when the durable state goes from `pre` to `post`. These are the same if a crash will come before
    /// the next flush, and will lose the write.
    spec fn is_ready(self, pre: Seq<u8>, post: Seq<u8>) -> bool;

    /// What the completion says.
    spec fn completes(self, pre: Seq<u8>, post: Seq<u8>, completion: Self::Completion) -> bool;

    /// The moment of the write.
    proof fn apply(tracked self, pre: Seq<u8>, post: Seq<u8>) -> (tracked completion: Self::Completion)
        requires
            self.is_ready(pre, post),
        ensures
            self.completes(pre, post, completion),
        opens_invariants self.namespaces()
    ;
}

/// Nothing is done when the write is made.
pub tracked struct Silent {}

impl Callback for Silent {
    type Completion = ();

    open spec fn is_ready(self, pre: Seq<u8>, post: Seq<u8>) -> bool {
        true
    }

    open spec fn completes(self, pre: Seq<u8>, post: Seq<u8>, completion: ()) -> bool {
        true
    }

    proof fn apply(tracked self, pre: Seq<u8>, post: Seq<u8>) -> (tracked completion: ()) {
    }
}

/// One write may be made, and with it a proof is done that can be done for all that the write can lead to.
pub tracked struct AtomicPermission<C: Callback> {
    permission: Permission,
    callback: C,
}

impl<C: Callback> AtomicPermission<C> {
    #[verifier::type_invariant]
    spec fn is_ready(self) -> bool {
        forall|pre: Seq<u8>, post: Seq<u8>| #[trigger]
            self.permission.permits(pre, post) ==> self.callback.is_ready(pre, post)
    }

    /// For which storage.
    pub open spec fn id(&self) -> Loc {
        self.permission().id()
    }

    /// The write that is permitted.
    pub closed spec fn permission(&self) -> Permission {
        self.permission
    }

    /// The proof.
    pub closed spec fn callback(&self) -> C {
        self.callback
    }

    /// Whoever may write may do so with a proof.
    pub proof fn new(tracked permission: Permission, tracked callback: C) -> (tracked atomic: AtomicPermission<C>)
        requires
            forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] permission.permits(pre, post) ==> callback.is_ready(pre, post),
        ensures
            atomic.permission() == permission,
            atomic.callback() == callback,
    {
        AtomicPermission { permission, callback }
    }

    /// Does the proof; called where the write is made.
    pub(crate) proof fn complete(tracked self, pre: Seq<u8>, post: Seq<u8>) -> (tracked completion: C::Completion)
        requires
            self.permission().permits(pre, post),
        ensures
            self.callback().completes(pre, post, completion),
        opens_invariants self.callback().namespaces()
    {
        use_type_invariant(&self);
        self.callback.apply(pre, post)
    }
}

} // verus!
