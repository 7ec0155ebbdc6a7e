//! Histories of a notary over all its restarts: the states that it passed, and what it signed. The theorems of
//! [`crate::history_v`] are in these words.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::recovery_v::*;

/// What happened from one start of a notary to its end.
pub ghost struct Session {
    /// The states, from the one that was found at the start on: one more with each advance.
    pub states: Seq<State>,
    /// What was signed.
    pub signed: Seq<Seq<u8>>,
}

/// Whether a state is the one behind another, for some hash.
pub open spec fn is_next(before: State, after: State) -> bool {
    before.timestamp < u64::MAX && after == before.advance(after.hash)
}

/// Whether a state is that of an advance, and the statement about it was signed.
pub open spec fn is_statement(public: Seq<u8>, states: Seq<State>, message: Seq<u8>) -> bool {
    exists|i: int| 0 <= i < states.len() && states[i].timestamp > 0 && message == message_of(public, #[trigger] states[i])
}

impl Session {
    /// Whether each state is behind the one before by one advance, and all that was signed are statements about advances.
    pub open spec fn is_honest(self, public: Seq<u8>) -> bool {
        &&& self.states.len() > 0
        &&& forall|i: int|
            #![trigger self.states[i]]
            0 < i < self.states.len() ==> is_next(self.states[i - 1], self.states[i])
        &&& forall|j: int| 0 <= j < self.signed.len() ==> is_statement(public, self.states, #[trigger] self.signed[j])
    }

    /// With one more state.
    pub open spec fn advance(self, state: State) -> Session {
        Session { states: self.states.push(state), ..self }
    }

    /// With one more message signed.
    pub open spec fn sign(self, message: Seq<u8>) -> Session {
        Session { signed: self.signed.push(message), ..self }
    }

    /// Whether a session may be the next one: it found the last state, or that of an advance which a crash cut short.
    pub open spec fn follows(self, before: Session) -> bool {
        let last = before.states.last();
        self.states[0] == last || is_next(last, self.states[0])
    }
}

/// Whether these are the sessions of a notary, one after the other.
pub open spec fn is_life(public: Seq<u8>, sessions: Seq<Session>) -> bool {
    &&& forall|k: int| 0 <= k < sessions.len() ==> (#[trigger] sessions[k]).is_honest(public)
    &&& forall|k: int| #![trigger sessions[k]] 0 < k < sessions.len() ==> sessions[k].follows(sessions[k - 1])
}

/// Whether one place in the life of a notary is not behind another one: session and state in it.
pub open spec fn is_not_behind(k: int, i: int, l: int, j: int) -> bool {
    k < l || k == l && i <= j
}

/// What the permissions that a notary gives allow: to change nothing that is recovered, or to advance.
pub open spec fn moves(pre: Seq<u8>, post: Seq<u8>) -> bool {
    ||| recovered(post) == recovered(pre)
    ||| match (recovered(pre), recovered(post)) {
        (Some(from), Some(to)) => to.public == from.public && is_next(from.state, to.state),
        _ => false,
    }
}

/// Whether what is recovered from a content has come as far as a state, and says of its timestamp what the state does.
pub open spec fn has_reached(s: Seq<u8>, public: Seq<u8>, state: State) -> bool {
    match recovered(s) {
        Some(book) => {
            &&& book.public == public
            &&& state.timestamp <= book.state.timestamp
            &&& book.state.timestamp == state.timestamp ==> book.state == state
        },
        None => false,
    }
}

} // verus!
