//! What the operations of a notary do, and when they give an error.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::NotaryError;
use crate::history_spec_t::*;
use crate::key_t::*;
use crate::layout_v::STORE_LEN;

/// A notary, with what happened to it since it was started.
pub ghost struct NotaryView {
    /// What it keeps.
    pub book: Book,
    /// What happened since the start.
    pub session: Session,
}

impl NotaryView {
    /// A notary that was just started.
    pub open spec fn started(book: Book) -> NotaryView {
        NotaryView { book, session: Session { states: seq![book.state], signed: seq![] } }
    }

    /// Behind an advance.
    pub open spec fn advance(self, hash: Seq<u8>) -> NotaryView {
        let state = self.book.state.advance(hash);
        NotaryView { book: Book { state, ..self.book }, session: self.session.advance(state) }
    }

    /// When the statement about its state was signed.
    pub open spec fn sign(self) -> NotaryView {
        NotaryView { session: self.session.sign(message_of(self.book.public, self.book.state)), ..self }
    }
}

/// What making a notary on a storage of `len` bytes gives.
pub open spec fn creates(len: int, is_intact: bool, public: Seq<u8>, result: Result<NotaryView, NotaryError>) -> bool {
    match result {
        Ok(view) => view == NotaryView::started(Book { public, state: State::initial() }),
        Err(NotaryError::TooShort) => len < STORE_LEN || !is_intact,
        Err(_) => !is_intact,
    }
}

/// What opening a notary gives where this is recovered.
pub open spec fn opens(found: Option<Book>, is_intact: bool, public: Seq<u8>, result: Result<NotaryView, NotaryError>) -> bool {
    match found {
        Some(book) => match result {
            Ok(view) => book.public == public && view == NotaryView::started(book),
            Err(NotaryError::WrongKey) => book.public != public,
            Err(_) => !is_intact,
        },
        None => is_intact ==> result is Err,
    }
}

/// What an advance does, and whether it was done.
pub open spec fn advances(before: NotaryView, hash: Seq<u8>, after: NotaryView, given: bool) -> bool {
    &&& given == (before.book.state.timestamp < u64::MAX)
    &&& after == if given { before.advance(hash) } else { before }
}

/// What signing does, and what it gives: a statement about the state, and the signature of it.
pub open spec fn signs(before: NotaryView, after: NotaryView, binding: Option<Seq<u8>>) -> bool {
    let message = message_of(before.book.public, before.book.state);
    match binding {
        Some(bytes) => {
            &&& before.book.state.timestamp > 0
            &&& after == before.sign()
            &&& bytes == message + signature_of(before.book.public, message)
        },
        None => before.book.state.timestamp == 0 && after == before,
    }
}

} // verus!
