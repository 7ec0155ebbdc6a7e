//! Why the theorems of [`crate::soundness_t`] hold: what happens on a device as the natural model has it happens in the prophecy
//! model too, with the durable state that the crash will leave.

use vstd::prelude::*;

verus! {

use crate::outstanding_spec_t::*;
use crate::outstanding_v::*;
use crate::runs_spec_t::*;
use crate::view_spec_t::*;

/// What the future of a state is, which decides what the durable state is now.
pub ghost enum Future {
    /// There will be a flush.
    Flush,
    /// There will be a crash that performs these parts of writes.
    Crash(spec_fn(int, int) -> bool),
}

/// The view of a state whose future is known.
pub open spec fn foreseen(state: Outstanding, size: int, future: Future) -> StorageView {
    StorageView {
        read_state: state.content(),
        durable_state: match future {
            Future::Flush => state.content(),
            Future::Crash(chosen) => state.crash(size, chosen),
        },
    }
}

/// A write leads from a foreseen view to a foreseen view.
pub proof fn lemma_foreseen_write(state: Outstanding, size: int, future: Future, addr: int, bytes: Seq<u8>)
    ensures
        foreseen(state.write(addr, bytes), size, future).can_result_from_write(
            foreseen(state, size, future),
            size,
            addr,
            bytes,
        ),
{
    lemma_write(state, addr, bytes);
    match future {
        Future::Flush => {},
        Future::Crash(chosen) => {
            lemma_crash_after_write(state, addr, bytes, size, chosen);
        },
    }
}

/// Whether a flush is among the steps from `i` on.
pub open spec fn flushes_from(steps: Seq<Step>, i: int) -> bool {
    exists|j: int| i <= j < steps.len() && #[trigger] steps[j] is Flush
}

/// The views of a run that ends in a crash.
pub open spec fn foreseen_run(
    steps: Seq<Step>,
    states: Seq<Outstanding>,
    size: int,
    chosen: spec_fn(int, int) -> bool,
) -> Seq<StorageView> {
    Seq::new(
        states.len(),
        |i: int|
            foreseen(
                states[i],
                size,
                if flushes_from(steps, i) {
                    Future::Flush
                } else {
                    Future::Crash(chosen)
                },
            ),
    )
}

impl Media {
    /// A run of the natural model is one of the prophecy model, with what the crash leaves as the last durable state.
    pub(crate) proof fn lemma_run_is_foreseen(
        self,
        content: Seq<u8>,
        steps: Seq<Step>,
        states: Seq<Outstanding>,
        chosen: spec_fn(int, int) -> bool,
    )
        requires
            self.natural_run(content, steps, states),
        ensures
            self.prophecy_run(content, steps, foreseen_run(steps, states, self.chunk, chosen)),
            foreseen_run(steps, states, self.chunk, chosen).last().durable_state == states.last().crash(
                self.chunk,
                chosen,
            ),
    {
        let views = foreseen_run(steps, states, self.chunk, chosen);
        assert forall|i: int| 0 <= i < steps.len() implies #[trigger] self.prophecy_step(
            views[i],
            steps[i],
            views[i + 1],
        ) by {
            assert(self.natural_step(states[i], steps[i], states[i + 1]));
            let after = if flushes_from(steps, i + 1) { Future::Flush } else { Future::Crash(chosen) };
            if let Step::Write { addr, bytes, permits } = steps[i] {
                lemma_foreseen_write(states[i], self.chunk, after, addr, bytes);
            }
        }
    }

    /// A view of the prophecy model is one that the natural model allows.
    pub(crate) proof fn lemma_view_is_natural(
        self,
        content: Seq<u8>,
        steps: Seq<Step>,
        views: Seq<StorageView>,
        states: Seq<Outstanding>,
        i: int,
    )
        requires
            self.prophecy_run(content, steps, views),
            self.passes(content, steps, states),
            0 <= i < states.len(),
        ensures
            views[i].read_state == states[i].content(),
            states[i].can_crash_as(self.chunk, views[i].durable_state),
        decreases i,
    {
        if i == 0 {
            lemma_content_is_crash(states[0], self.chunk);
        } else {
            let j = i - 1;
            self.lemma_view_is_natural(content, steps, views, states, j);
            assert(self.prophecy_step(views[j], steps[j], views[j + 1]));
            match steps[j] {
                Step::Read { addr, bytes } => {},
                Step::Write { addr, bytes, permits } => {
                    lemma_write(states[j], addr, bytes);
                    lemma_partial_write_is_crash(
                        states[j],
                        addr,
                        bytes,
                        self.chunk,
                        views[j].durable_state,
                        views[i].durable_state,
                    );
                },
                Step::Flush => {
                    lemma_content_is_crash(states[i], self.chunk);
                },
            }
        }
    }

    /// Recovery finds in the durable state of each view what the variable has.
    pub(crate) proof fn lemma_found_views<T>(
        self,
        content: Seq<u8>,
        program: spec_fn(Seq<Step>) -> bool,
        recovery: spec_fn(Seq<u8>) -> Option<T>,
        steps: Seq<Step>,
        views: Seq<StorageView>,
        values: Seq<T>,
        i: int,
    )
        requires
            self.is_verified(content, program),
            program(steps),
            self.prophecy_run(content, steps, views),
            are_values(steps, views, recovery, values),
            0 <= i < views.len(),
        ensures
            recovery(views[i].durable_state) == Some(values[i]),
        decreases i,
    {
        if i > 0 {
            let j = i - 1;
            self.lemma_found_views(content, program, recovery, steps, views, values, j);
            assert(self.prophecy_step(views[j], steps[j], views[j + 1]));
            assert(self.is_permitted(views[j], steps[j]));
            let (pre, post) = (views[j].durable_state, views[j + 1].durable_state);
            assert(step_takes_along(steps[j], recovery, pre, post, values[j], values[j + 1]));
        }
    }

    /// The invariant holds of the durable state of each view.
    pub(crate) proof fn lemma_safe_views(
        self,
        content: Seq<u8>,
        program: spec_fn(Seq<Step>) -> bool,
        safe: spec_fn(Seq<u8>) -> bool,
        steps: Seq<Step>,
        views: Seq<StorageView>,
        i: int,
    )
        requires
            self.is_verified(content, program),
            safe(content),
            program(steps),
            keeps(steps, safe),
            self.prophecy_run(content, steps, views),
            0 <= i < views.len(),
        ensures
            safe(views[i].durable_state),
        decreases i,
    {
        if i > 0 {
            let j = i - 1;
            self.lemma_safe_views(content, program, safe, steps, views, j);
            assert(self.prophecy_step(views[j], steps[j], views[j + 1]));
            assert(self.is_permitted(views[j], steps[j]));
            if let Step::Write { addr, bytes, permits } = steps[j] {
                assert(step_keeps(steps[j], safe));
            }
        }
    }
}

} // verus!
