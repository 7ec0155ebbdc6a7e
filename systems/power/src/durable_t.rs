//! What recovery would find, as a resource (PoWER paper, section 3.4; the durable resources of Perennial).
//!
//! The resource is a ghost variable in two halves. Its owner has the [`GhostVar`], and may put it into an atomic invariant, with
//! those of other storages: what the invariant says of them is then true of what a crash leaves. The other half is in the
//! [`DurableAuthority`], the only one that permits writes to the storage from then on.
//!
//! trusted: that a `DurableAuthority` permits nothing but writes that recovery does not see, and one write that takes the
//! variable along; and that in this crate only [`crate::moment_v`] lets operations happen that write. So the variable says what
//! recovery finds as long as that was so when it was made, and no permission from before is left that is wider than
//! `quiet`. The verifier checks the bodies against the contracts.

use vstd::prelude::*;

verus! {

use crate::atomic_t::*;
use crate::moment_v::*;
use crate::permission_t::*;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;

/// What recovery finds in a content of the storage; nothing if it is not what it should be.
pub type Recovery<T> = spec_fn(Seq<u8>) -> Option<T>;

/// Whether an operation leaves `to` in the variable.
pub open spec fn takes_along<T, Op: MutOperation<Resource = GhostVarAuth<T>, NewState = T>>(op: Op, pre: GhostVarAuth<T>, to: T) -> bool {
    forall|post: GhostVarAuth<T>| #[trigger] op.ensures(pre, post, to) ==> post.id() == pre.id() && post@ == to
}

/// The right to permit writes to the storage `id()`, of which recovery finds `view()`.
pub tracked struct DurableAuthority<T> {
    authority: Authority,
    state: GhostVarAuth<T>,
    ghost recovery: Recovery<T>,
}

impl<T> DurableAuthority<T> {
    /// Of which storage.
    pub closed spec fn id(&self) -> Loc {
        self.authority.id()
    }

    /// The half of the variable.
    pub closed spec fn state(&self) -> GhostVarAuth<T> {
        self.state
    }

    /// What recovery finds.
    pub open spec fn view(&self) -> T {
        self.state()@
    }

    /// How that is found.
    pub closed spec fn recovery(&self) -> Recovery<T> {
        self.recovery
    }

    /// Makes a variable for what recovery finds. Whoever does so gives the authority away, and must not have permitted anything
    /// but what [`quiet`](Self::quiet) does.
    pub proof fn new(tracked authority: Authority, recovery: Recovery<T>, found: T) -> (tracked made: (
        DurableAuthority<T>,
        GhostVar<T>,
    ))
        ensures
            made.0.id() == authority.id(),
            made.0.recovery() == recovery,
            made.0@ == found,
            made.1@ == found,
            made.1.id() == made.0.state().id(),
    {
        let tracked (state, other) = GhostVarAuth::new(found);
        (DurableAuthority { authority, state, recovery }, other)
    }

    /// Permits any number of writes that recovery does not see.
    pub proof fn quiet(tracked &self) -> (tracked blanket: Blanket)
        ensures
            blanket.id() == self.id(),
            blanket.transitions() == same_recovery(self.recovery()),
    {
        self.authority.permit_all(same_recovery(self.recovery))
    }

    /// The half of the variable, to look at.
    pub proof fn borrow(tracked &self) -> (tracked state: &GhostVarAuth<T>)
        ensures
            *state == self.state(),
    {
        &self.state
    }

    /// An operation that writes nothing happens.
    pub proof fn pass<Op, L>(tracked &mut self, op: Op, result: &Op::ExecResult, tracked linearizer: L) -> (tracked completion:
        L::Completion) where Op: MutOperation<Resource = GhostVarAuth<T>, NewState = T>, L: MutLinearizer<Op>
        requires
            linearizer.pre(op),
            op.requires(old(self).state(), old(self)@, *result),
            takes_along(op, old(self).state(), old(self)@),
        ensures
            final(self).id() == old(self).id(),
            final(self).recovery() == old(self).recovery(),
            final(self).state().id() == old(self).state().id(),
            final(self)@ == old(self)@,
            linearizer.post(op, *result, completion),
        opens_invariants linearizer.namespaces()
    {
        let found = self.state@;
        self.happen(op, found, result, linearizer)
    }

    /// An operation happens: called where its write is made.
    pub(crate) proof fn happen<Op, L>(tracked &mut self, op: Op, to: T, result: &Op::ExecResult, tracked linearizer: L) -> (tracked
        completion: L::Completion) where Op: MutOperation<Resource = GhostVarAuth<T>, NewState = T>, L: MutLinearizer<Op>
        requires
            linearizer.pre(op),
            op.requires(old(self).state(), to, *result),
            takes_along(op, old(self).state(), to),
        ensures
            final(self).id() == old(self).id(),
            final(self).recovery() == old(self).recovery(),
            final(self).state().id() == old(self).state().id(),
            final(self)@ == to,
            linearizer.post(op, *result, completion),
        opens_invariants linearizer.namespaces()
    {
        linearizer.apply(op, &mut self.state, to, result)
    }

    /// Permits one write, with which an operation happens: recovery will find `to`.
    pub proof fn permit<Op, L>(tracked self, op: Op, to: T, result: Op::ExecResult, tracked linearizer: L) -> (tracked permission:
        AtomicPermission<Moment<T, Op, L>>) where
        Op: MutOperation<Resource = GhostVarAuth<T>, NewState = T>,
        L: MutLinearizer<Op>,

        requires
            linearizer.pre(op),
            op.requires(self.state(), to, result),
            takes_along(op, self.state(), to),
        ensures
            permission.id() == self.id(),
            permission.permission().transitions() == from_to(self.recovery(), self@, to),
            permission.callback() == (Moment { authority: self, op, to, result, linearizer }),
    {
        let tracked permission = self.authority.permit(from_to(self.recovery, self.state@, to));
        AtomicPermission::new(permission, Moment { authority: self, op, to, result, linearizer })
    }
}

/// The transitions from where recovery finds `from` to where it finds `to`.
pub open spec fn from_to<T>(recovery: Recovery<T>, from: T, to: T) -> Transitions {
    operation(recovery, |old: Option<T>, new: Option<T>| old == Some(from) && new == Some(to))
}

} // verus!
