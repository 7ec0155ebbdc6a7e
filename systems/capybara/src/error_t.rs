//! What goes wrong, in types.
//!
//! trusted: nothing; errors are reports.

use std::io;
use std::path::{Path, PathBuf};

use capybarakv::KvError;
use capybaravalues::ValueError;

/// A store could not be made or found. The file is as it was before, but that a commit which was interrupted may be finished.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct OpenError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

impl OpenError {
    /// This fault of this file.
    pub(crate) fn new(path: &Path, fault: impl Into<Fault>) -> OpenError {
        OpenError { path: path.to_owned(), fault: fault.into() }
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no such file.
    #[error("there is no such file; `create` makes one")]
    NotFound,
    /// There is no folder for a new file.
    #[error("there is no folder for this file")]
    NoFolder,
    /// There is a file, so no store is made there.
    #[error("this file exists; a store is made only where there is none")]
    Exists,
    /// The system does not permit to read and write it. Reads need both, because an interrupted commit is finished first.
    #[error("permission denied: a store has to be read and written, also by who only reads")]
    Denied,
    /// It is a directory.
    #[error("this is a directory; name a file")]
    Directory,
    /// It is something else that is no file, as a pipe.
    #[error("this is not a regular file")]
    NotAFile,
    /// Another process has the store open, or this one has.
    #[error("the store is in use by another process, or opened twice")]
    InUse,
    /// The file system has no room for the store.
    #[error(
        "the disk is full: the store needs {needed} bytes, and there is no room for them; nothing was made or changed"
    )]
    DiskFull {
        /// The bytes of the file.
        needed: u64,
    },
    /// The file has no bytes.
    #[error("the file is empty, so it is no store; remove it and use `create`")]
    Empty,
    /// The file ends before the store does.
    #[error("the file was cut short: the store has {needed} bytes, but the file has {found}; restore it from a copy")]
    CutShort {
        /// The bytes of the store.
        needed: u64,
        /// The bytes of the file.
        found: u64,
    },
    /// The file holds something else.
    #[error("the file holds no store")]
    NotAStore,
    /// The store is one of another version.
    #[error("the store has version {found}; this program reads version {ours}, so use one that fits")]
    OtherVersion {
        /// The version of the store.
        found: u64,
        /// The version that is read.
        ours: u64,
    },
    /// The store is one for other types of keys, values or elements.
    #[error(
        "the store is for keys of {key_len} bytes, values of {value_len}, elements of {element_len} and types number {types}; \
         it was opened for others"
    )]
    OtherTypes {
        /// The bytes of a key.
        key_len: u64,
        /// The bytes of a value.
        value_len: u64,
        /// The bytes of an element.
        element_len: u64,
        /// The number for the types.
        types: u64,
    },
    /// Checksums are wrong.
    #[error("the file is corrupted: a checksum is wrong; restore it from a copy")]
    Corrupted,
    /// A file of a folder has keys that belong into another one.
    #[error("the files of this folder are not those of one store; restore it from a copy")]
    Mixed,
    /// There can be no store so large.
    #[error("no store can be so large: at most 4294967294 keys, values and elements each")]
    TooLarge,
    /// It has grown as often as it can.
    #[error("the store has grown as often as a store can; make a new one, and put there what is in this one")]
    GrownTooOften,
    /// The journal is too small for a growth.
    #[error("the store was made with too few changes a transaction: a growth needs a journal of {needed} bytes")]
    NoRoomToGrow {
        /// The bytes that the journal must have, 40 a change.
        needed: u64,
    },
    /// The system says something else.
    #[error("{0}")]
    Io(io::Error),
}

impl Fault {
    /// What is wrong with stores that cannot be shared.
    pub(crate) fn of_shards(error: KvError) -> Fault {
        match error {
            KvError::Corrupted => Fault::Corrupted,
            _ => Fault::Mixed,
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::NotFound => Fault::NotFound,
            io::ErrorKind::AlreadyExists => Fault::Exists,
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Fault::Denied,
            io::ErrorKind::IsADirectory => Fault::Directory,
            io::ErrorKind::WouldBlock => Fault::InUse,
            _ => Fault::Io(error),
        }
    }
}

/// An operation was not done, and the store is as it was before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The key that is to be inserted is in the store.
    #[error("the key is in the store")]
    KeyExists,
    /// The key is not in the store.
    #[error("the key is not in the store")]
    KeyNotFound,
    /// There is room for no more keys. Room of deleted ones is free after the commit.
    #[error("the store is full: there is room for no more keys")]
    OutOfKeys,
    /// There is room for no more values. Room of old ones is free after the commit.
    #[error("the store is full: there is room for no more values before the next commit")]
    OutOfValues,
    /// There is room for no more elements. Room of old ones is free after the commit.
    #[error("the store is full: there is room for no more elements before the next commit")]
    OutOfElements,
    /// The list has fewer elements.
    #[error("the list has {len} elements only")]
    OutOfBounds {
        /// How many it has.
        len: usize,
    },
    /// The transaction has as many changes as it can have. Commit it, or make the store with more (`Options::changes`).
    #[error("the transaction can have no more changes")]
    TransactionFull,
    /// A checksum is wrong.
    #[error("the store is corrupted: a checksum is wrong")]
    Corrupted,
    /// The value has more than 65,536 bytes.
    #[error("the value has {len} bytes, more than a value may have")]
    TooLong {
        /// How many it has.
        len: usize,
    },
    /// The value ends before the range does.
    #[error("the value has {len} bytes only")]
    OutOfRange {
        /// How many it has.
        len: usize,
    },
    /// The keys are not kept in order. Open the store so (`Options::ordered`).
    #[error("the store was not opened with its keys in order")]
    Unordered,
}

impl From<ValueError> for Error {
    fn from(error: ValueError) -> Error {
        match error {
            ValueError::TooLong { len } => Error::TooLong { len },
            ValueError::OutOfBounds { len } => Error::OutOfRange { len },
            ValueError::Store(error) => error.into(),
        }
    }
}

impl From<KvError> for Error {
    fn from(error: KvError) -> Error {
        match error {
            KvError::KeyExists => Error::KeyExists,
            KvError::KeyNotFound => Error::KeyNotFound,
            KvError::OutOfKeys => Error::OutOfKeys,
            KvError::OutOfItems => Error::OutOfValues,
            KvError::OutOfElements => Error::OutOfElements,
            KvError::OutOfBounds { len } => Error::OutOfBounds { len },
            KvError::TransactionFull { .. } => Error::TransactionFull,
            KvError::Unordered => Error::Unordered,
            // No operation on an open store gives the others.
            KvError::Corrupted
            | KvError::TooLarge
            | KvError::DoesNotFit { .. }
            | KvError::OutOfSegments
            | KvError::NotAStore
            | KvError::OtherVersion { .. }
            | KvError::OtherTypes => Error::Corrupted,
        }
    }
}
