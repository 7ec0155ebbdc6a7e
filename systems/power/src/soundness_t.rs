//! Why the prophecy model and preconditions on writes are sound: what happens on a device as the natural model has it
//! happens in the prophecy model too, with the durable state that the crash will leave; so what is proved of all runs of
//! the second holds of all runs of the first. And the prophecy model has no other runs.
//!
//! trusted: that the contracts say this. They are proved, with the lemmas of [`crate::soundness_v`].

use vstd::prelude::*;

verus! {

use crate::outstanding_spec_t::*;
use crate::runs_spec_t::*;
use crate::soundness_v::*;
use crate::view_spec_t::*;

impl Media {
    /// Soundness: each run of the natural model, with each of its crash states, is a run of the prophecy model with the same steps and
    /// answers, whose last durable state is that crash state.
    pub proof fn lemma_natural_is_foreseen(self, content: Seq<u8>, steps: Seq<Step>, states: Seq<Outstanding>, crash: Seq<u8>)
        requires
            self.natural_run(content, steps, states),
            states.last().can_crash_as(self.chunk, crash),
        ensures
            exists|views: Seq<StorageView>| #[trigger]
                self.prophecy_run(content, steps, views) && views.last().durable_state == crash,
    {
        let chosen = choose|chosen: spec_fn(int, int) -> bool| crash == #[trigger] states.last().crash(
            self.chunk,
            chosen,
        );
        self.lemma_run_is_foreseen(content, steps, states, chosen);
    }

    /// Precision: each durable state of the prophecy model is a crash state of the natural one, and reads see the same.
    pub proof fn lemma_prophecy_is_natural(
        self,
        content: Seq<u8>,
        steps: Seq<Step>,
        views: Seq<StorageView>,
        states: Seq<Outstanding>,
    )
        requires
            self.prophecy_run(content, steps, views),
            self.passes(content, steps, states),
        ensures
            self.natural_run(content, steps, states),
            forall|i: int|
                0 <= i < states.len() ==> #[trigger] views[i].read_state == states[i].content()
                    && states[i].can_crash_as(self.chunk, views[i].durable_state),
    {
        assert forall|i: int| 0 <= i < states.len() implies #[trigger] views[i].read_state == states[i].content()
            && states[i].can_crash_as(self.chunk, views[i].durable_state) by {
            self.lemma_view_is_natural(content, steps, views, states, i);
        }
        assert forall|i: int| 0 <= i < steps.len() implies #[trigger] self.natural_step(
            states[i],
            steps[i],
            states[i + 1],
        ) by {
            assert(self.prophecy_step(views[i], steps[i], views[i + 1]));
        }
    }

    /// What PoWER promises: if a program is verified, and what its permissions allow keeps an invariant, then whatever
    /// the device does and whenever it crashes, the invariant holds of what is left (a crash invariant, section 3.2).
    pub proof fn lemma_power_is_sound(
        self,
        content: Seq<u8>,
        program: spec_fn(Seq<Step>) -> bool,
        safe: spec_fn(Seq<u8>) -> bool,
        steps: Seq<Step>,
        states: Seq<Outstanding>,
        crash: Seq<u8>,
    )
        requires
            self.is_verified(content, program),
            safe(content),
            program(steps),
            keeps(steps, safe),
            self.natural_run(content, steps, states),
            states.last().can_crash_as(self.chunk, crash),
        ensures
            safe(crash),
    {
        let chosen = choose|chosen: spec_fn(int, int) -> bool| crash == #[trigger] states.last().crash(
            self.chunk,
            chosen,
        );
        let views = foreseen_run(steps, states, self.chunk, chosen);
        self.lemma_run_is_foreseen(content, steps, states, chosen);
        self.lemma_safe_views(content, program, safe, steps, views, steps.len() as int);
    }

    /// What atomic PoWER promises (section 3.4): if a program is verified, then for whatever the device does and whenever it
    /// crashes, there are views of the run such that the variable of the durable resource, which changes with them, has at last
    /// what recovery finds in what is left. So what an atomic invariant says of the variables of some devices is true of what the
    /// crash leaves of them.
    pub proof fn lemma_durable_is_sound<T>(
        self,
        content: Seq<u8>,
        program: spec_fn(Seq<Step>) -> bool,
        recovery: spec_fn(Seq<u8>) -> Option<T>,
        steps: Seq<Step>,
        states: Seq<Outstanding>,
        crash: Seq<u8>,
    )
        requires
            self.is_verified(content, program),
            program(steps),
            self.natural_run(content, steps, states),
            states.last().can_crash_as(self.chunk, crash),
        ensures
            exists|views: Seq<StorageView>| {
                &&& #[trigger] self.prophecy_run(content, steps, views)
                &&& views.last().durable_state == crash
                &&& forall|values: Seq<T>| #[trigger] are_values(steps, views, recovery, values) ==> recovery(crash) == Some(values.last())
            },
    {
        let chosen = choose|chosen: spec_fn(int, int) -> bool| crash == #[trigger] states.last().crash(
            self.chunk,
            chosen,
        );
        let views = foreseen_run(steps, states, self.chunk, chosen);
        self.lemma_run_is_foreseen(content, steps, states, chosen);
        assert forall|values: Seq<T>| #[trigger] are_values(steps, views, recovery, values) implies recovery(crash) == Some(
            values.last(),
        ) by {
            self.lemma_found_views(content, program, recovery, steps, views, values, steps.len() as int);
        }
    }
}

} // verus!
