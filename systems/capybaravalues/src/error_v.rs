//! Why an operation was not done. What each error promises is in [`crate::operations_spec_t`].

use capybarakv::KvError;
use vstd::prelude::*;

verus! {

/// Why an operation was not done. The values are as they were before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// The value has more bytes than a value may have.
    TooLong {
        /// The bytes that it has.
        len: usize,
    },
    /// The value has fewer bytes than the range needs.
    OutOfBounds {
        /// The bytes that it has.
        len: usize,
    },
    /// The error of the store below. [`KvError::OutOfElements`] says that too few rows are free.
    Store(KvError),
}

/// What went well, or the error of the store below.
pub(crate) fn of_store<T>(result: Result<T, KvError>) -> (made: Result<T, ValueError>)
    ensures
        match result {
            Ok(value) => made == Ok::<T, ValueError>(value),
            Err(error) => made == Err::<T, ValueError>(ValueError::Store(error)),
        },
{
    match result {
        Ok(value) => Ok(value),
        Err(error) => Err(ValueError::Store(error)),
    }
}

} // verus!
