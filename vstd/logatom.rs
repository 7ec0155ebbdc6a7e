//! Operations that happen at one moment, which their caller sees.
// @when logatom Linearizer
//!
//! A function that changes shared state gets a linearizer from its caller: a tracked value with the proof that the caller wants
//! to do at the moment of the change. At that moment the function lends its resource to the linearizer, which uses itself up
//! and gives a completion. The completion says what the caller learnt of the moment.
//!
//! What the function promises of the moment is an operation: a [`ReadOperation`] or a [`MutOperation`]. The function proves
//! what the operation requires, and the linearizer proves what it ensures.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What a function that only reads says of its moment.
pub trait ReadOperation: Sized {
    /// What the function lends.
    type Resource;

    /// What the function computes.
    type ExecResult;

    /// Whether this result is right for this resource.
    spec fn requires(self, r: Self::Resource, e: Self::ExecResult) -> bool;

    /// When the linearizer may be asked to look at the resource before the moment.
    open spec fn peek_requires(self, r: Self::Resource) -> bool {
        true
    }

    /// What the function learns from such a look.
    open spec fn peek_ensures(self, r: Self::Resource) -> bool {
        true
    }
}

/// What a function that writes says of its moment.
pub trait MutOperation: Sized {
    /// What the function lends, for a change.
    type Resource;

    /// What the function computes.
    type ExecResult;

    /// What the function writes.
    type NewState;

    /// Whether this result, and what is written, are right for the resource before the change.
    spec fn requires(self, pre: Self::Resource, new_state: Self::NewState, e: Self::ExecResult) -> bool;

    /// How the linearizer leaves the resource.
    spec fn ensures(self, pre: Self::Resource, post: Self::Resource, new_state: Self::NewState) -> bool;

    /// When the linearizer may be asked to look at the resource before the moment.
    open spec fn peek_requires(self, r: Self::Resource) -> bool {
        true
    }

    /// What the function learns from such a look.
    open spec fn peek_ensures(self, r: Self::Resource) -> bool {
        true
    }
}

/// The caller's part of an operation that reads.
pub trait ReadLinearizer<Op: ReadOperation>: Sized {
    /// What the caller has afterwards.
    type Completion;

    /// The invariants that the linearizer may open.
    open spec fn namespaces(self) -> ISet<int> {
        ISet::empty()
    }

    /// Whether the linearizer is ready for the operation.
    open spec fn pre(self, op: Op) -> bool {
        true
    }

    /// What the completion says.
    open spec fn post(self, op: Op, r: Op::ExecResult, c: Self::Completion) -> bool {
        true
    }

    /// The moment of the operation.
    proof fn apply(tracked self, op: Op, tracked r: &Op::Resource, e: &Op::ExecResult) -> (tracked out: Self::Completion)
        requires
            self.pre(op),
            op.requires(*r, *e),
        ensures
            self.post(op, *e, out),
        opens_invariants self.namespaces()
    ;

    /// A look at the resource before the moment.
    proof fn peek(tracked &self, op: Op, tracked r: &Op::Resource)
        requires
            self.pre(op),
            op.peek_requires(*r),
        ensures
            op.peek_ensures(*r),
        opens_invariants self.namespaces()
    ;
}

/// The caller's part of an operation that writes.
pub trait MutLinearizer<Op: MutOperation>: Sized {
    /// What the caller has afterwards.
    type Completion;

    /// The invariants that the linearizer may open.
    open spec fn namespaces(self) -> ISet<int> {
        ISet::empty()
    }

    /// Whether the linearizer is ready for the operation.
    open spec fn pre(self, op: Op) -> bool {
        true
    }

    /// What the completion says.
    open spec fn post(self, op: Op, r: Op::ExecResult, c: Self::Completion) -> bool {
        true
    }

    /// The moment of the operation.
    proof fn apply(
        tracked self,
        op: Op,
        tracked r: &mut Op::Resource,
        new_state: Op::NewState,
        e: &Op::ExecResult,
    ) -> (tracked out: Self::Completion)
        requires
            self.pre(op),
            op.requires(*old(r), new_state, *e),
        ensures
            op.ensures(*old(r), *final(r), new_state),
            self.post(op, *e, out),
        opens_invariants self.namespaces()
    ;

    /// A look at the resource before the moment.
    proof fn peek(tracked &self, op: Op, tracked r: &Op::Resource)
        requires
            self.pre(op),
            op.peek_requires(*r),
        ensures
            op.peek_ensures(*r),
        opens_invariants self.namespaces()
    ;
}

} // verus!
