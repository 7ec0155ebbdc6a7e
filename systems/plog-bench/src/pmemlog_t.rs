//! The few functions of libpmemlog, loaded when the program runs: who does not measure needs no such library.
//!
//! trusted: the functions have the types of libpmemlog(7). Measurements rest on it, and no proof.

use std::ffi::{CString, c_char, c_int, c_void};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use libloading::{Library, Symbol};

/// The name under which distributions install it.
const LIBRARY: &str = "libpmemlog.so.1";

type Create = unsafe extern "C" fn(*const c_char, usize, u32) -> *mut c_void;
type Append = unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> c_int;
type OnPool = unsafe extern "C" fn(*mut c_void);
type Size = unsafe extern "C" fn(*mut c_void) -> usize;

/// A log of libpmemlog.
pub struct PmemLog<'l> {
    pool: *mut c_void,
    append: Symbol<'l, Append>,
    rewind: Symbol<'l, OnPool>,
    close: Symbol<'l, OnPool>,
    size: Symbol<'l, Size>,
}

/// Loads the library, before there is a second thread. It writes lines of the cache back if this is persistent memory, or is to
/// count as that.
///
/// # Errors
/// It is not there.
pub fn load(is_persistent: bool) -> Result<Library, libloading::Error> {
    // What libpmem reads when it is loaded: whether to write lines of the cache back, whatever it thinks of the file.
    let force = if is_persistent { "1" } else { "0" };
    // SAFETY: there is one thread yet.
    unsafe { std::env::set_var("PMEM_IS_PMEM_FORCE", force) };
    // SAFETY: the library of the distribution, whose initialisation reads its environment.
    unsafe { Library::new(LIBRARY) }
}

impl<'l> PmemLog<'l> {
    /// Makes a log in a new file of this size.
    ///
    /// # Errors
    /// The library lacks a function, or cannot make the log.
    pub fn create(library: &'l Library, path: &Path, len: usize) -> io::Result<PmemLog<'l>> {
        let missing = |error: libloading::Error| io::Error::other(error.to_string());
        let name = CString::new(path.as_os_str().as_bytes())?;
        // SAFETY: the names and types of libpmemlog(7); the pool is a pool, or null, which is checked.
        unsafe {
            let create: Symbol<Create> = library.get(b"pmemlog_create\0").map_err(missing)?;
            let pool = create(name.as_ptr(), len, 0o600);
            if pool.is_null() {
                return Err(io::Error::last_os_error());
            }
            Ok(PmemLog {
                pool,
                append: library.get(b"pmemlog_append\0").map_err(missing)?,
                rewind: library.get(b"pmemlog_rewind\0").map_err(missing)?,
                close: library.get(b"pmemlog_close\0").map_err(missing)?,
                size: library.get(b"pmemlog_nbyte\0").map_err(missing)?,
            })
        }
    }

    /// The bytes that there is room for in all.
    pub fn capacity(&self) -> usize {
        // SAFETY: an open pool.
        unsafe { (self.size)(self.pool) }
    }

    /// Appends bytes, durably; false if there is no room.
    pub fn append(&mut self, bytes: &[u8]) -> bool {
        // SAFETY: an open pool, and as many bytes as are said.
        unsafe { (self.append)(self.pool, bytes.as_ptr().cast(), bytes.len()) == 0 }
    }

    /// Empties the log.
    pub fn rewind(&mut self) {
        // SAFETY: an open pool.
        unsafe { (self.rewind)(self.pool) }
    }
}

impl Drop for PmemLog<'_> {
    fn drop(&mut self) {
        // SAFETY: an open pool, not used again.
        unsafe { (self.close)(self.pool) }
    }
}
