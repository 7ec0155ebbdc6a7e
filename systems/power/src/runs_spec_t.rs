//! Runs of a program on a device, as the natural model and as the prophecy model have them, and what a verified program is.
//! The theorems of [`crate::soundness_t`] are in these words.

use vstd::prelude::*;

verus! {

use crate::chunks_spec_t::*;
use crate::durable_t::*;
use crate::outstanding_spec_t::*;
use crate::permission_t::*;
use crate::view_spec_t::*;

/// One operation of a program, with its answer.
pub ghost enum Step {
    /// A read, and what it gave.
    Read { addr: int, bytes: Seq<u8> },
    /// A write, and the transitions that the permission for it allows.
    Write { addr: int, bytes: Seq<u8>, permits: spec_fn(Seq<u8>, Seq<u8>) -> bool },
    /// A flush that came back.
    Flush,
}

/// A device: the size of its chunks, and which answers a read may give when it sees some content. The answers are not
/// only the content where media decay.
pub ghost struct Media {
    /// Bytes a chunk.
    pub chunk: int,
    /// Whether a read at an address may give these bytes.
    pub answers: spec_fn(Seq<u8>, int, Seq<u8>) -> bool,
}

impl Media {
    /// Whether the step may be taken, in the natural model, from one state to the other.
    pub open spec fn natural_step(self, pre: Outstanding, step: Step, post: Outstanding) -> bool {
        match step {
            Step::Read { addr, bytes } => post == pre && (self.answers)(pre.content(), addr, bytes),
            Step::Write { addr, bytes, permits } => post == pre.write(addr, bytes),
            Step::Flush => post == pre.flush(),
        }
    }

    /// The same in the prophecy model.
    pub open spec fn prophecy_step(self, pre: StorageView, step: Step, post: StorageView) -> bool {
        match step {
            Step::Read { addr, bytes } => post == pre && (self.answers)(pre.read_state, addr, bytes),
            Step::Write { addr, bytes, permits } => post.can_result_from_write(pre, self.chunk, addr, bytes),
            Step::Flush => post.can_result_from_flush(pre),
        }
    }

    /// Whether these states are passed by a program that takes these steps from some content on.
    pub open spec fn natural_run(self, content: Seq<u8>, steps: Seq<Step>, states: Seq<Outstanding>) -> bool {
        &&& states.len() == steps.len() + 1
        &&& states[0] == Outstanding::idle(content)
        &&& forall|i: int|
            0 <= i < steps.len() ==> #[trigger] self.natural_step(states[i], steps[i], states[i + 1])
    }

    /// Whether a device of the natural model passes these states when these steps are taken, whatever reads answer.
    pub open spec fn passes(self, content: Seq<u8>, steps: Seq<Step>, states: Seq<Outstanding>) -> bool {
        &&& states.len() == steps.len() + 1
        &&& states[0] == Outstanding::idle(content)
        &&& forall|i: int| 0 <= i < steps.len() ==> match #[trigger] steps[i] {
            Step::Read { addr, bytes } => states[i + 1] == states[i],
            Step::Write { addr, bytes, permits } => states[i + 1] == states[i].write(addr, bytes),
            Step::Flush => states[i + 1] == states[i].flush(),
        }
    }

    /// The same in the prophecy model.
    pub open spec fn prophecy_run(self, content: Seq<u8>, steps: Seq<Step>, views: Seq<StorageView>) -> bool {
        &&& views.len() == steps.len() + 1
        &&& views[0] == StorageView::idle(content)
        &&& forall|i: int| 0 <= i < steps.len() ==> #[trigger] self.prophecy_step(views[i], steps[i], views[i + 1])
    }

    /// The precondition of PoWER: each crash state that a step can introduce is permitted.
    pub open spec fn is_permitted(self, pre: StorageView, step: Step) -> bool {
        match step {
            Step::Write { addr, bytes, permits } => forall|state: Seq<u8>| #[trigger]
                partial_write(self.chunk, state, pre.durable_state, addr, bytes) ==> state == pre.durable_state
                    || permits(pre.durable_state, state),
            _ => true,
        }
    }

    /// What the verifier shows of a program, which may be any set of sequences of steps: whatever the future, each write
    /// is permitted.
    pub open spec fn is_verified(self, content: Seq<u8>, program: spec_fn(Seq<Step>) -> bool) -> bool {
        forall|steps: Seq<Step>, views: Seq<StorageView>, i: int|
            program(steps) && self.prophecy_run(content, steps, views) && 0 <= i < steps.len()
                ==> #[trigger] self.is_permitted(views[i], steps[i])
    }
}

/// Whether what a step's permission allows keeps an invariant.
pub open spec fn step_keeps(step: Step, safe: spec_fn(Seq<u8>) -> bool) -> bool {
    match step {
        Step::Write { addr, bytes, permits } => forall|pre: Seq<u8>, post: Seq<u8>| #[trigger]
            permits(pre, post) && safe(pre) ==> safe(post),
        _ => true,
    }
}

/// Whether a step may be taken by who has the durable resource (see [`crate::durable_t`]), where `pre` and `post` are what is durable
/// before and behind it, and the variable goes from `from` to `to`: either recovery does not see the step, or it is permitted
/// together with a change of the variable, which is made if the step changes anything.
pub open spec fn step_takes_along<T>(
    step: Step,
    recovery: spec_fn(Seq<u8>) -> Option<T>,
    pre: Seq<u8>,
    post: Seq<u8>,
    from: T,
    to: T,
) -> bool {
    match step {
        Step::Write { addr, bytes, permits } => {
            ||| permits == same_recovery(recovery) && to == from
            ||| exists|next: T| permits == #[trigger] from_to(recovery, from, next) && to == if pre == post { from } else { next }
        },
        _ => to == from,
    }
}

/// Whether these are the values of the variable, where these are the views of a run.
pub open spec fn are_values<T>(
    steps: Seq<Step>,
    views: Seq<StorageView>,
    recovery: spec_fn(Seq<u8>) -> Option<T>,
    values: Seq<T>,
) -> bool {
    &&& values.len() == views.len() == steps.len() + 1
    &&& recovery(views[0].durable_state) == Some(values[0])
    &&& forall|i: int|
        0 <= i < steps.len() ==> #[trigger] step_takes_along(
            steps[i],
            recovery,
            views[i].durable_state,
            views[i + 1].durable_state,
            values[i],
            values[i + 1],
        )
}

/// Whether what the permissions of a run allow keeps an invariant.
pub open spec fn keeps(steps: Seq<Step>, safe: spec_fn(Seq<u8>) -> bool) -> bool {
    forall|i: int| 0 <= i < steps.len() ==> #[trigger] step_keeps(steps[i], safe)
}

} // verus!
