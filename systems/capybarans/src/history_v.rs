//! What follows for the whole life of a notary from what is proved of its operations: timestamps do not repeat and do not go back,
//! over any number of crashes and starts.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::history_spec_t::*;
use crate::message_v::*;
use power::outstanding_spec_t::*;
use power::runs_spec_t::*;

impl Session {
    /// Within a session timestamps grow by one with each state.
    pub proof fn lemma_grows(self, public: Seq<u8>, i: int, j: int)
        requires
            self.is_honest(public),
            0 <= i <= j < self.states.len(),
        ensures
            self.states[j].timestamp - self.states[i].timestamp == j - i,
        decreases j - i,
    {
        if i < j {
            self.lemma_grows(public, i, j - 1);
            assert(is_next(self.states[j - 1], self.states[j]));
        }
    }

    /// An advance keeps a session honest.
    pub proof fn lemma_advance(self, public: Seq<u8>, hash: Seq<u8>)
        requires
            self.is_honest(public),
            self.states.last().timestamp < u64::MAX,
        ensures
            self.advance(self.states.last().advance(hash)).is_honest(public),
    {
        let after = self.advance(self.states.last().advance(hash));
        assert forall|j: int| 0 <= j < after.signed.len() implies is_statement(public, after.states, #[trigger] after.signed[j]) by {
            assert(is_statement(public, self.states, self.signed[j]));
            let i = choose|i: int|
                0 <= i < self.states.len() && self.states[i].timestamp > 0 && self.signed[j] == message_of(
                    public,
                    #[trigger] self.states[i],
                );
            assert(after.states[i] == self.states[i]);
        }
    }

    /// A signature of the statement about the last state keeps a session honest.
    pub proof fn lemma_sign(self, public: Seq<u8>)
        requires
            self.is_honest(public),
            self.states.last().timestamp > 0,
        ensures
            self.sign(message_of(public, self.states.last())).is_honest(public),
    {
        let after = self.sign(message_of(public, self.states.last()));
        assert forall|j: int| 0 <= j < after.signed.len() implies is_statement(public, after.states, #[trigger] after.signed[j]) by {
            if j < self.signed.len() {
                assert(is_statement(public, self.states, self.signed[j]));
            } else {
                assert(after.signed[j] == message_of(public, after.states[after.states.len() - 1]));
            }
        }
    }
}

/// Timestamps never go back, and none is given to two hashes, also not by different sessions.
pub proof fn lemma_timestamps_grow(public: Seq<u8>, sessions: Seq<Session>, k: int, i: int, l: int, j: int)
    requires
        is_life(public, sessions),
        0 <= k < sessions.len(),
        0 <= i < sessions[k].states.len(),
        0 <= l < sessions.len(),
        0 <= j < sessions[l].states.len(),
        is_not_behind(k, i, l, j),
    ensures
        sessions[k].states[i].timestamp <= sessions[l].states[j].timestamp,
        sessions[k].states[i].timestamp == sessions[l].states[j].timestamp ==> sessions[k].states[i] == sessions[l].states[j],
    decreases l - k,
{
    if k == l {
        sessions[k].lemma_grows(public, i, j);
    } else {
        let last = sessions[l - 1].states.len() - 1;
        assert(sessions[l - 1].is_honest(public));
        assert(sessions[l].follows(sessions[l - 1]));
        lemma_timestamps_grow(public, sessions, k, i, l - 1, last);
        sessions[l].lemma_grows(public, 0, j);
    }
}

/// Of all that a notary ever signs, no two statements give one timestamp to different hashes.
pub proof fn lemma_one_hash_a_timestamp(public: Seq<u8>, sessions: Seq<Session>, k: int, m: int, l: int, n: int, a: State, b: State)
    requires
        public.len() == PUBLIC_LEN,
        is_life(public, sessions),
        0 <= k < sessions.len(),
        0 <= m < sessions[k].signed.len(),
        0 <= l < sessions.len(),
        0 <= n < sessions[l].signed.len(),
        sessions[k].signed[m] == message_of(public, a),
        sessions[l].signed[n] == message_of(public, b),
        a.timestamp == b.timestamp,
    ensures
        a.hash == b.hash,
        a.timestamp > 0,
{
    let (first, second) = (sessions[k], sessions[l]);
    assert(is_statement(public, first.states, first.signed[m]));
    assert(is_statement(public, second.states, second.signed[n]));
    let i = choose|i: int|
        0 <= i < first.states.len() && first.states[i].timestamp > 0 && first.signed[m] == message_of(
            public,
            #[trigger] first.states[i],
        );
    let j = choose|j: int|
        0 <= j < second.states.len() && second.states[j].timestamp > 0 && second.signed[n] == message_of(
            public,
            #[trigger] second.states[j],
        );
    lemma_message_injective(public, a, public, first.states[i]);
    lemma_message_injective(public, b, public, second.states[j]);
    if is_not_behind(k, i, l, j) {
        lemma_timestamps_grow(public, sessions, k, i, l, j);
    } else {
        lemma_timestamps_grow(public, sessions, l, j, k, i);
    }
}

/// What was reached stays reached, whatever a notary's permissions allow.
pub proof fn lemma_moves_keep(pre: Seq<u8>, post: Seq<u8>, public: Seq<u8>, state: State)
    requires
        moves(pre, post),
        has_reached(pre, public, state),
    ensures
        has_reached(post, public, state),
{
}

/// No crash loses what was reached, whatever the device does with the writes on their way: by the theorem of PoWER, of any verified
/// program that has no permissions but those of a notary.
pub proof fn lemma_no_crash_forgets(
    media: Media,
    content: Seq<u8>,
    program: spec_fn(Seq<Step>) -> bool,
    steps: Seq<Step>,
    states: Seq<Outstanding>,
    crash: Seq<u8>,
    public: Seq<u8>,
    state: State,
)
    requires
        media.is_verified(content, program),
        program(steps),
        forall|i: int| 0 <= i < steps.len() ==> match #[trigger] steps[i] {
            Step::Write { addr, bytes, permits } => forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] permits(pre, post) ==> moves(pre, post),
            _ => true,
        },
        has_reached(content, public, state),
        media.natural_run(content, steps, states),
        states.last().can_crash_as(media.chunk, crash),
    ensures
        has_reached(crash, public, state),
{
    let safe = |s: Seq<u8>| has_reached(s, public, state);
    assert forall|i: int| 0 <= i < steps.len() implies #[trigger] step_keeps(steps[i], safe) by {
        match steps[i] {
            Step::Write { addr, bytes, permits } => {
                assert forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] permits(pre, post) && safe(pre) implies safe(post) by {
                    lemma_moves_keep(pre, post, public, state);
                }
            },
            _ => {},
        }
    }
    media.lemma_power_is_sound(content, program, safe, steps, states, crash);
}

} // verus!
