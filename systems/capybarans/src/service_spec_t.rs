//! What the service answers: the reply to each request, and the state behind it. This is all that goes out of it, and it is written
//! down as a program for whoever has public data only: the public key, the state, the request, and, where it asks for one, a
//! signature of a statement about the state (`signs`). The private key is not among them.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::service_v::{Refusal, Route};
use power::words_v::*;

/// A request: its method and path decided the route.
pub ghost struct Asked {
    /// What is asked for.
    pub route: Route,
    /// The bytes behind the head.
    pub body: Seq<u8>,
}

/// What is answered.
pub ghost enum Answer {
    /// It was done, or is so.
    Done(Seq<u8>),
    /// It was not done, and nothing has changed.
    Refused(Refusal),
}

/// What a method and a path ask for.
pub open spec fn route_of(method: Seq<char>, path: Seq<char>) -> Route {
    if path == "/key"@ {
        if method == "GET"@ { Route::Key } else { Route::WrongMethod }
    } else if path == "/state"@ {
        if method == "GET"@ { Route::State } else { Route::WrongMethod }
    } else if path == "/advance"@ {
        if method == "POST"@ { Route::Advance } else { Route::WrongMethod }
    } else if path == "/sign"@ {
        if method == "POST"@ { Route::Sign } else { Route::WrongMethod }
    } else if path == "/notarize"@ {
        if method == "POST"@ { Route::Notarize } else { Route::WrongMethod }
    } else {
        Route::Unknown
    }
}

/// A state as bytes: the timestamp, the lowest byte first, and the hash.
pub open spec fn state_bytes(state: State) -> Seq<u8> {
    word_bytes(state.timestamp) + state.hash
}

/// A signed binding as bytes.
pub open spec fn binding_bytes(public: Seq<u8>, state: State, signs: spec_fn(Seq<u8>) -> Seq<u8>) -> Seq<u8> {
    message_of(public, state) + signs(message_of(public, state))
}

impl Asked {
    /// Whether it gives the body the next timestamp.
    pub open spec fn advances(self, state: State) -> bool {
        (self.route is Advance || self.route is Notarize) && self.body.len() == HASH_LEN && state.timestamp < u64::MAX
    }

    /// The state behind it.
    pub open spec fn after(self, state: State) -> State {
        if self.advances(state) { state.advance(self.body) } else { state }
    }

    /// Whether a statement about the state behind it is signed.
    pub open spec fn signs(self, state: State) -> bool {
        ||| self.route is Sign && self.body.len() == 0 && state.timestamp > 0
        ||| self.route is Notarize && self.advances(state)
    }

    /// The answer to it.
    pub open spec fn answer(self, public: Seq<u8>, state: State, signs: spec_fn(Seq<u8>) -> Seq<u8>) -> Answer {
        if self.route is Unknown {
            Answer::Refused(Refusal::NoSuchPath)
        } else if self.route is WrongMethod {
            Answer::Refused(Refusal::WrongMethod)
        } else if self.route is Advance || self.route is Notarize {
            if self.body.len() != HASH_LEN {
                Answer::Refused(Refusal::NotAHash)
            } else if state.timestamp == u64::MAX {
                Answer::Refused(Refusal::Exhausted)
            } else if self.route is Advance {
                Answer::Done(state_bytes(self.after(state)))
            } else {
                Answer::Done(binding_bytes(public, self.after(state), signs))
            }
        } else if self.body.len() != 0 {
            Answer::Refused(Refusal::NotEmpty)
        } else if self.route is Key {
            Answer::Done(public)
        } else if self.route is State {
            Answer::Done(state_bytes(state))
        } else if state.timestamp == 0 {
            Answer::Refused(Refusal::NothingAdvanced)
        } else {
            Answer::Done(binding_bytes(public, state, signs))
        }
    }
}

} // verus!
