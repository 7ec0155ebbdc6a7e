//! An operation that happens with a write: the proof that a permission of [`crate::durable_t`] is.

use vstd::prelude::*;

verus! {

use crate::atomic_t::*;
use crate::durable_t::*;
use vstd::iset::*;
use vstd::logatom::*;
use vstd::resource::ghost_var::*;

/// An operation that happens with a write. While it is there nobody else permits writes.
#[verifier::reject_recursive_types(T)]
pub tracked struct Moment<T, Op: MutOperation<Resource = GhostVarAuth<T>, NewState = T>, L: MutLinearizer<Op>> {
    pub authority: DurableAuthority<T>,
    pub ghost op: Op,
    pub ghost to: T,
    pub ghost result: Op::ExecResult,
    pub linearizer: L,
}

/// What came of an operation.
pub tracked enum Happened<T, L, C> {
    /// It happened.
    Done(DurableAuthority<T>, C),
    /// It did not: a crash will lose the write.
    Lost(DurableAuthority<T>, L),
}

impl<T, Op: MutOperation<Resource = GhostVarAuth<T>, NewState = T>, L: MutLinearizer<Op>> Callback for Moment<T, Op, L> {
    type Completion = Happened<T, L, L::Completion>;

    open spec fn namespaces(self) -> ISet<int> {
        self.linearizer.namespaces()
    }

    open spec fn is_ready(self, pre: Seq<u8>, post: Seq<u8>) -> bool {
        &&& self.linearizer.pre(self.op)
        &&& self.op.requires(self.authority.state(), self.to, self.result)
        &&& takes_along(self.op, self.authority.state(), self.to)
    }

    open spec fn completes(self, pre: Seq<u8>, post: Seq<u8>, completion: Happened<T, L, L::Completion>) -> bool {
        match completion {
            Happened::Done(authority, done) => {
                &&& pre != post
                &&& authority.id() == self.authority.id()
                &&& authority.recovery() == self.authority.recovery()
                &&& authority.state().id() == self.authority.state().id()
                &&& authority@ == self.to
                &&& self.linearizer.post(self.op, self.result, done)
            },
            Happened::Lost(authority, linearizer) => {
                &&& pre == post
                &&& authority == self.authority
                &&& linearizer == self.linearizer
            },
        }
    }

    proof fn apply(tracked self, pre: Seq<u8>, post: Seq<u8>) -> (tracked completion: Happened<T, L, L::Completion>) {
        let tracked Moment { mut authority, op, to, result, linearizer } = self;
        if pre == post {
            Happened::Lost(authority, linearizer)
        } else {
            let tracked done = authority.happen(op, to, &result, linearizer);
            Happened::Done(authority, done)
        }
    }
}

} // verus!
