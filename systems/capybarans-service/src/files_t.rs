//! The folder of a notary: its private key, its public key, and its store. Plain Rust.
//!
//! trusted: a folder is made once, with a new key of random bytes, so no key has two stores; the private key goes to its file
//! alone, which others cannot read; a store is opened as it is.
//!
//! | File | What |
//! |---|---|
//! | `key` | the seed of the private key (RFC 8032, section 5.1.5) as 64 hexadecimal digits; its owner alone can read it |
//! | `key.pub` | the public key as 64 hexadecimal digits |
//! | `store` | the timestamp and the hash, as `capybarans::layout_v` says |

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use capybarans::{Notary, NotaryError, STORE_LEN, SecretKey};
use power::mapped_t::MappedFile;
use power_media::Mapping;

use crate::error_t::Fault;
use crate::text_t::{of_hex, to_hex};

/// The rights to the file of a private key: its owner reads and writes.
const OWNER_ONLY: u32 = 0o600;

fn fault(path: &Path) -> impl Fn(io::Error) -> Fault {
    let path = path.to_owned();
    move |error| match error.kind() {
        io::ErrorKind::AlreadyExists => Fault::Exists { path: path.clone() },
        io::ErrorKind::WouldBlock => Fault::InUse { path: path.clone() },
        _ => Fault::File { path: path.clone(), error },
    }
}

/// The store in a folder.
pub fn store(folder: &Path) -> PathBuf {
    folder.join("store")
}

/// Writes a new file, durably.
fn write_new(path: &Path, mode: u32, text: &str) -> Result<(), Fault> {
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(fault(path))
}

/// Makes the folder of a new notary, with a new key. Gives the public key.
///
/// # Errors
/// The folder is there already, or the system says no.
pub fn create(folder: &Path) -> Result<[u8; 32], Fault> {
    fs::create_dir(folder).map_err(fault(folder))?;
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|error| Fault::NoRandom(error.to_string()))?;
    write_new(&folder.join("key"), OWNER_ONLY, &(to_hex(&seed) + "\n"))?;
    let key = SecretKey::of_seed(&seed);
    let public = key.public_key();
    write_new(&folder.join("key.pub"), 0o644, &(to_hex(&public) + "\n"))?;
    let path = store(folder);
    let mapping = Mapping::open(&path, STORE_LEN).map_err(fault(&path))?;
    Notary::create(MappedFile::new(mapping), key).map_err(|error| Fault::Store { path, error })?;
    // The names of the files are durable when their folders are.
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for folder in [folder, parent] {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(fault(folder))?;
    }
    Ok(public)
}

/// The private key in a folder.
fn secret(folder: &Path) -> Result<SecretKey, Fault> {
    let path = folder.join("key");
    let rights = fs::metadata(&path).map_err(fault(&path))?.permissions();
    if rights.mode() & 0o077 != 0 {
        return Err(Fault::Exposed { path });
    }
    let text = fs::read_to_string(&path).map_err(fault(&path))?;
    let seed = of_hex(&text).ok_or(Fault::NotAKey { path })?;
    Ok(SecretKey::of_seed(&seed))
}

/// Opens the notary in a folder. Nothing is written, also if it is none.
///
/// # Errors
/// It is not there, or it is of another kind, or cut short, or corrupted, or another process has it open.
pub fn open(folder: &Path) -> Result<Notary<MappedFile>, Fault> {
    let key = secret(folder)?;
    let path = store(folder);
    // `Mapping::open` would make a file, or lengthen it.
    let len = fs::metadata(&path).map_err(fault(&path))?.len();
    if len < STORE_LEN {
        return Err(Fault::Store { path, error: NotaryError::TooShort });
    }
    if !len.is_multiple_of(power_media::CHUNK as u64) {
        return Err(Fault::Store { path, error: NotaryError::NotANotary });
    }
    let mapping = Mapping::open(&path, STORE_LEN).map_err(fault(&path))?;
    Notary::open(MappedFile::new(mapping), key).map_err(|error| Fault::Store { path, error })
}

/// A public key: its digits, or a file that has them.
///
/// # Errors
/// It is neither.
pub fn public(text: &str) -> Result<[u8; 32], Fault> {
    if let Some(key) = of_hex(text) {
        return Ok(key);
    }
    let path = Path::new(text);
    let digits = fs::read_to_string(path).map_err(fault(path))?;
    of_hex(&digits).ok_or_else(|| Fault::NotAKey { path: path.to_owned() })
}

/// Writes a binding to a file, which it replaces if it is there.
///
/// # Errors
/// What the system says.
pub fn write_binding(path: &Path, binding: &[u8]) -> Result<(), Fault> {
    fs::write(path, binding).map_err(fault(path))
}

/// What a file of a binding holds. A longer file is none, so no more of it is read than shows that.
///
/// # Errors
/// What the system says.
pub fn read_binding(path: &Path) -> Result<Vec<u8>, Fault> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(capybarans::BINDING_LEN as u64 + 1).read_to_end(&mut bytes));
    read.map_err(fault(path))?;
    Ok(bytes)
}

/// The SHA-256 of a file.
///
/// # Errors
/// What the system says.
pub fn hash(path: &Path) -> Result<[u8; 32], Fault> {
    use sha2::{Digest, Sha256};
    use std::io::Read;
    let mut file = File::open(path).map_err(fault(path))?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        let len = file.read(&mut buffer).map_err(fault(path))?;
        if len == 0 {
            return Ok(hash.finalize().into());
        }
        hash.update(&buffer[..len]);
    }
}
