//! Why a notary was not made, or not found. What each error promises is in the contracts of [`crate::notary_v`].

use vstd::prelude::*;

verus! {

/// Why a notary was not made, or not found. Nothing was written then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotaryError {
    /// The storage has not room for a notary, or what it held was cut short. A notary needs
    /// [`STORE_LEN`](crate::layout_v::STORE_LEN) bytes.
    TooShort,
    /// The storage is of another kind, or its header is corrupted.
    NotANotary,
    /// The storage has a notary of another version of this crate.
    OtherVersion,
    /// The storage has the notary of another key.
    WrongKey,
    /// The state is corrupted.
    Corrupted,
}

} // verus!
