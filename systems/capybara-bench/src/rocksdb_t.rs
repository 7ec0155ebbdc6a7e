//! RocksDB, by the few functions of its C interface, loaded when the program runs: who does not measure needs no such library. Its
//! usual settings, but that writes wait until the log is durable (`sync`).
//!
//! trusted: the functions have the types of `rocksdb/c.h`. Measurements rest on it, and no proof.

use std::ffi::{CStr, CString, c_char, c_uchar, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use libloading::Library;

use crate::{Fault, KEY, Peer, VALUE};

/// The names under which distributions install it.
const LIBRARIES: [&str; 2] = ["librocksdb.so.7.8", "librocksdb.so"];

type Make = unsafe extern "C" fn() -> *mut c_void;
type Set = unsafe extern "C" fn(*mut c_void, c_uchar);
type Open = unsafe extern "C" fn(*mut c_void, *const c_char, *mut *mut c_char) -> *mut c_void;
type Put = unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_char, usize, *const c_char, usize, *mut *mut c_char);
type Get =
    unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_char, usize, *mut usize, *mut *mut c_char) -> *mut c_char;
type Free = unsafe extern "C" fn(*mut c_void);
type Iterate = unsafe extern "C" fn(*mut c_void, *mut c_void) -> *mut c_void;
type Seek = unsafe extern "C" fn(*mut c_void, *const c_char, usize);
type IsValid = unsafe extern "C" fn(*const c_void) -> c_uchar;
type Current = unsafe extern "C" fn(*const c_void, *mut usize) -> *const c_char;
type CheckIterator = unsafe extern "C" fn(*const c_void, *mut *mut c_char);

/// What scans use.
struct Scans {
    create: Iterate,
    seek: Seek,
    is_valid: IsValid,
    next: Free,
    value: Current,
    check: CheckIterator,
    destroy: Free,
}

/// A store of RocksDB.
pub struct RocksDb {
    db: *mut c_void,
    /// Options of writes that wait, of writes that do not, and of reads.
    synced: *mut c_void,
    quick: *mut c_void,
    reads: *mut c_void,
    put: Put,
    get: Get,
    free: Free,
    close: Free,
    scans: Scans,
    _library: Library,
}

impl RocksDb {
    /// A new one.
    pub fn create(path: &Path) -> Result<RocksDb, Fault> {
        let name = CString::new(path.as_os_str().as_bytes())?;
        let mut found = LIBRARIES.iter().map(|name| {
            // SAFETY: the library of the distribution, whose initialisation does nothing to us.
            unsafe { Library::new(*name) }
        });
        let library = found.find_map(Result::ok).ok_or("there is no librocksdb (`librocksdb-dev`)")?;
        // SAFETY: the names and types of `rocksdb/c.h`; the database is one, or null, which is checked.
        unsafe {
            let options = library.get::<Make>(b"rocksdb_options_create\0")?();
            library.get::<Set>(b"rocksdb_options_set_create_if_missing\0")?(options, 1);
            let mut error = std::ptr::null_mut();
            let db = library.get::<Open>(b"rocksdb_open\0")?(options, name.as_ptr(), &mut error);
            check(error)?;
            let write = library.get::<Make>(b"rocksdb_writeoptions_create\0")?;
            let (synced, quick) = (write(), write());
            library.get::<Set>(b"rocksdb_writeoptions_set_sync\0")?(synced, 1);
            let reads = library.get::<Make>(b"rocksdb_readoptions_create\0")?();
            let put = *library.get::<Put>(b"rocksdb_put\0")?;
            let get = *library.get::<Get>(b"rocksdb_get\0")?;
            let free = *library.get::<Free>(b"rocksdb_free\0")?;
            let close = *library.get::<Free>(b"rocksdb_close\0")?;
            let scans = Scans {
                create: *library.get::<Iterate>(b"rocksdb_create_iterator\0")?,
                seek: *library.get::<Seek>(b"rocksdb_iter_seek\0")?,
                is_valid: *library.get::<IsValid>(b"rocksdb_iter_valid\0")?,
                next: *library.get::<Free>(b"rocksdb_iter_next\0")?,
                value: *library.get::<Current>(b"rocksdb_iter_value\0")?,
                check: *library.get::<CheckIterator>(b"rocksdb_iter_get_error\0")?,
                destroy: *library.get::<Free>(b"rocksdb_iter_destroy\0")?,
            };
            Ok(RocksDb { db, synced, quick, reads, put, get, free, close, scans, _library: library })
        }
    }

    fn put(&mut self, options: *mut c_void, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        let mut error = std::ptr::null_mut();
        // SAFETY: an open database, and as many bytes as are said.
        unsafe {
            (self.put)(self.db, options, key.as_ptr().cast(), KEY, value.as_ptr().cast(), VALUE, &mut error);
        }
        check(error)
    }
}

/// The message of RocksDB, if there is one.
fn check(error: *mut c_char) -> Result<(), Fault> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: RocksDB gives a string that ends.
    Err(unsafe { CStr::from_ptr(error) }.to_string_lossy().into_owned().into())
}

impl Peer for RocksDb {
    fn load(&mut self, records: &[([u8; KEY], &[u8; VALUE])]) -> Result<(), Fault> {
        let Some(((last, value), records)) = records.split_last() else { return Ok(()) };
        for (key, value) in records {
            self.put(self.quick, key, value)?;
        }
        // The log is in order, so that this makes durable what was before.
        self.put(self.synced, last, value)
    }

    fn insert(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        self.put(self.synced, key, value)
    }

    fn update(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        self.put(self.synced, key, value)
    }

    fn get(&mut self, key: &[u8; KEY], value: &mut Vec<u8>) -> Result<(), Fault> {
        let (mut error, mut len) = (std::ptr::null_mut(), 0);
        // SAFETY: an open database; what it gives has as many bytes as it says, and is freed once.
        unsafe {
            let found = (self.get)(self.db, self.reads, key.as_ptr().cast(), KEY, &mut len, &mut error);
            check(error)?;
            if found.is_null() {
                return Err("a record is missing".into());
            }
            value.clear();
            value.extend_from_slice(std::slice::from_raw_parts(found.cast(), len));
            (self.free)(found.cast());
        }
        Ok(())
    }

    fn scan(&mut self, key: &[u8; KEY], count: usize, value: &mut Vec<u8>) -> Result<usize, Fault> {
        let Scans { create, seek, is_valid, next, value: current, check: check_iterator, destroy } = &self.scans;
        let (mut found, mut len, mut error) = (0, 0, std::ptr::null_mut());
        // SAFETY: an open database; an iterator of it that is destroyed once; where it is valid, its value has as many bytes as it
        // says until it moves.
        unsafe {
            let iterator = create(self.db, self.reads);
            seek(iterator, key.as_ptr().cast(), KEY);
            while found < count && is_valid(iterator) != 0 {
                let bytes = current(iterator, &mut len);
                value.clear();
                value.extend_from_slice(std::slice::from_raw_parts(bytes.cast(), len));
                found += 1;
                next(iterator);
            }
            check_iterator(iterator, &mut error);
            destroy(iterator);
        }
        check(error)?;
        Ok(found)
    }
}

impl Drop for RocksDb {
    fn drop(&mut self) {
        // SAFETY: an open database, not used again.
        unsafe { (self.close)(self.db) };
    }
}
