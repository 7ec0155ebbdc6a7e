//! The service without its network: requests in, replies out. What a reply is made of is in [`crate::service_spec_t`].

use pmcopy::as_bytes;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::key_t::*;
use crate::message_v::*;
use crate::notary_v::*;
use crate::operations_spec_t::*;
use crate::service_spec_t::*;
use power::device_t::*;
use power::words_v::*;

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// `GET /key`: the public key.
    Key,
    /// `GET /state`: the last timestamp and hash.
    State,
    /// `POST /advance`: give the next timestamp to the hash in the body.
    Advance,
    /// `POST /sign`: sign the statement about the last timestamp and hash.
    Sign,
    /// `POST /notarize`: advance and sign, with nothing between the two.
    Notarize,
    /// A path that there is, by another method.
    WrongMethod,
    /// A path that there is not.
    Unknown,
}

/// Why a request was refused. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such path.
    NoSuchPath,
    /// The path has another method.
    WrongMethod,
    /// The body is to be empty.
    NotEmpty,
    /// The body is to be a hash, of [`HASH_LEN`] bytes.
    NotAHash,
    /// No hash was given a timestamp yet.
    NothingAdvanced,
    /// There are no more timestamps.
    Exhausted,
}

/// A reply.
#[derive(Debug)]
pub enum Reply {
    /// The bytes to send.
    Done(Vec<u8>),
    /// Why there are none.
    Refused(Refusal),
}

impl Reply {
    /// What it says.
    pub open spec fn view(&self) -> Answer {
        match *self {
            Reply::Done(bytes) => Answer::Done(bytes@),
            Reply::Refused(refusal) => Answer::Refused(refusal),
        }
    }
}

/// What a method and a path ask for.
pub fn route(method: &str, path: &str) -> (route: Route)
    ensures
        route == route_of(method@, path@),
{
    let (found, wanted) = if path == "/key" {
        (Route::Key, "GET")
    } else if path == "/state" {
        (Route::State, "GET")
    } else if path == "/advance" {
        (Route::Advance, "POST")
    } else if path == "/sign" {
        (Route::Sign, "POST")
    } else if path == "/notarize" {
        (Route::Notarize, "POST")
    } else {
        return Route::Unknown;
    };
    if method == wanted { found } else { Route::WrongMethod }
}

/// A state as bytes.
fn bytes_of(bound: Bound) -> (bytes: Vec<u8>)
    ensures
        bytes@ == state_bytes(bound.state()),
{
    let mut bytes: Vec<u8> = Vec::with_capacity(40);
    bytes.extend_from_slice(as_bytes(&bound.timestamp));
    bytes.extend_from_slice(&bound.hash);
    assert(bytes@ =~= state_bytes(bound.state()));
    bytes
}

/// The signatures of a key, as a function.
pub open spec fn signing(public: Seq<u8>) -> spec_fn(Seq<u8>) -> Seq<u8> {
    |message: Seq<u8>| signature_of(public, message)
}

/// What happens to a notary that is asked something: it advances and signs as the request says, and does nothing else.
pub open spec fn asked(before: NotaryView, asked: Asked) -> NotaryView {
    let advanced = if asked.advances(before.book.state) { before.advance(asked.body) } else { before };
    if asked.signs(before.book.state) { advanced.sign() } else { advanced }
}

/// Does what a request asks for.
pub fn handle<D: Device>(notary: &mut Notary<D>, route: Route, body: &[u8]) -> (reply: Reply)
    requires
        old(notary).inv(),
    ensures
        final(notary).inv(),
        final(notary).constants() == old(notary).constants(),
        final(notary)@ == asked(old(notary)@, Asked { route, body: body@ }),
        reply@ == (Asked { route, body: body@ }).answer(
            old(notary)@.book.public,
            old(notary)@.book.state,
            signing(old(notary)@.book.public),
        ),
{
    match route {
        Route::Unknown => Reply::Refused(Refusal::NoSuchPath),
        Route::WrongMethod => Reply::Refused(Refusal::WrongMethod),
        Route::Key | Route::State | Route::Sign => {
            if !body.is_empty() {
                return Reply::Refused(Refusal::NotEmpty);
            }
            match route {
                Route::Key => Reply::Done(notary.public().to_vec()),
                Route::State => Reply::Done(bytes_of(notary.state())),
                _ => sign(notary),
            }
        },
        Route::Advance | Route::Notarize => {
            if body.len() != HASH_LEN {
                return Reply::Refused(Refusal::NotAHash);
            }
            if !notary.advance(array_of::<32>(body)) {
                return Reply::Refused(Refusal::Exhausted);
            }
            match route {
                Route::Advance => Reply::Done(bytes_of(notary.state())),
                _ => sign(notary),
            }
        },
    }
}

/// Signs the statement about the state.
fn sign<D: Device>(notary: &mut Notary<D>) -> (reply: Reply)
    requires
        old(notary).inv(),
    ensures
        final(notary).inv(),
        final(notary).constants() == old(notary).constants(),
        ({
            let book = old(notary)@.book;
            if book.state.timestamp == 0 {
                &&& final(notary)@ == old(notary)@
                &&& reply@ == Answer::Refused(Refusal::NothingAdvanced)
            } else {
                &&& final(notary)@ == old(notary)@.sign()
                &&& reply@ == Answer::Done(binding_bytes(book.public, book.state, signing(book.public)))
            }
        }),
{
    match notary.sign() {
        Some(binding) => Reply::Done(binding),
        None => Reply::Refused(Refusal::NothingAdvanced),
    }
}

} // verus!
