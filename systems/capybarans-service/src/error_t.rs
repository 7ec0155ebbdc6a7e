//! Why a command was not done. Plain Rust.
//!
//! trusted: nothing; these are words for people.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use capybarans::{NotaryError, STORE_LEN};
use thiserror::Error;

/// Why a command was not done.
#[derive(Debug, Error)]
pub enum Fault {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is there already.
    #[error("{}: it is there already, and is not overwritten", path.display())]
    Exists {
        /// Which one.
        path: PathBuf,
    },
    /// Another process has the store.
    #[error("{}: another process has it open; a notary has one service", path.display())]
    InUse {
        /// Which store.
        path: PathBuf,
    },
    /// A file that should hold a key does not.
    #[error("{}: this is no key: 64 hexadecimal digits are wanted", path.display())]
    NotAKey {
        /// Which file, or what was written in place of a key.
        path: PathBuf,
    },
    /// The file of a private key can be read by others.
    #[error("{}: others may read it; the private key must be readable by its owner alone (`chmod 600`)", path.display())]
    Exposed {
        /// Which file.
        path: PathBuf,
    },
    /// A store does not open.
    #[error("{}: {}", path.display(), of_store(*error))]
    Store {
        /// Which one.
        path: PathBuf,
        /// Why not.
        error: NotaryError,
    },
    /// The system has no random bytes.
    #[error("the system gives no random bytes for a key: {0}")]
    NoRandom(String),
    /// Nobody but this machine may speak to the service.
    #[error("{0} is no loopback address: what the service says is not encrypted, so it speaks to this machine only")]
    NotLoopback(SocketAddr),
    /// The service cannot listen.
    #[error("{at}: {}", of_listening(error))]
    Listen {
        /// At which address.
        at: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The runtime cannot be started.
    #[error("the service cannot be started: {0}")]
    Runtime(io::Error),
    /// The service cannot be reached, or does not speak as it should.
    #[error("{at}: {what}")]
    Unreachable {
        /// Where it should be.
        at: SocketAddr,
        /// What went wrong.
        what: String,
    },
    /// The service refused.
    #[error("the notary refused ({status}): {text}")]
    Refused {
        /// The status of HTTP.
        status: u16,
        /// What it said.
        text: String,
    },
    /// A binding is not one of this notary.
    #[error("{what}: this is no binding of the notary with the key {key}")]
    NotBound {
        /// The file, or who gave it.
        what: String,
        /// The public key.
        key: String,
    },
    /// A binding is of another hash.
    #[error("{what}: this is a binding of the hash {found}, and not of {wanted}")]
    OtherHash {
        /// The file, or who gave it.
        what: String,
        /// The hash that it is of.
        found: String,
        /// The hash that was asked for.
        wanted: String,
    },
    /// A hash that was written on the command line is none.
    #[error("`{0}` is no hash: 64 hexadecimal digits are wanted")]
    NotAHash(String),
}

impl Fault {
    /// The exit status: 1 if an answer is no, 2 if there is none.
    pub fn status(&self) -> u8 {
        match self {
            Fault::Refused { .. } | Fault::NotBound { .. } | Fault::OtherHash { .. } => 1,
            _ => 2,
        }
    }
}

/// What is wrong with a store.
fn of_store(error: NotaryError) -> String {
    match error {
        NotaryError::TooShort => {
            format!("it is cut short: a store has {STORE_LEN} bytes. Nothing was written to it")
        }
        NotaryError::NotANotary => {
            "this is not the store of a notary, or its first bytes are corrupted. Nothing was written to it".to_owned()
        }
        NotaryError::OtherVersion => "this is the store of another version of the notary".to_owned(),
        NotaryError::WrongKey => "this is the store of another key".to_owned(),
        NotaryError::Corrupted => {
            "the store is corrupted, so the last timestamp is not known. To go on would be to give timestamps twice: make a new \
             notary, with a new key"
                .to_owned()
        }
    }
}

/// Why the service cannot listen.
fn of_listening(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => "the port is in use; choose another one with `--listen`".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "this port is not permitted; choose one from 1024 on with `--listen`".to_owned()
        }
        _ => error.to_string(),
    }
}
