//! A file mapped into memory: persistent memory where the file system says so (Linux, `MAP_SYNC`), otherwise pages that
//! `msync` writes. Plain Rust.
//!
//! trusted: it keeps to the contract that the module `mapped_t` of `power` states.
//!
//! What this rests on:
//!
//! - An aligned store of eight bytes is one write: no crash leaves a part of it; and a larger one is made of them. So every
//!   chunk of eight bytes is written with one store, whatever the caller's bytes are aligned to.
//! - On persistent memory, a line that was written back (`clwb`, `clflushopt` or `clflush`) is durable after `sfence`.
//! - Elsewhere, pages are durable when `msync` came back without an error; on Linux, `fdatasync` (see `sync`). After an error
//!   nothing is known, so the process ends: to go on would be to believe in writes that may be lost.
//! - A locked instruction waits for what its thread wrote back, so that threads may take turns.
//! - Nobody else writes to the file. It is locked against others who lock it too.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::processor_t::{LARGE, LINE, Processor};

/// The size of chunks: what a store writes at once.
pub const CHUNK: usize = 8;

/// How many ranges are remembered before they are written back.
const RANGES: usize = 16;

/// How writes are made durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Persistence {
    /// Persistent memory: lines are written back from the caches, then a fence.
    CacheLines,
    /// Pages of a file: `msync`, or on Linux what does the same.
    Pages,
}

/// A file in memory. Its bytes are ours until it is dropped.
pub struct Mapping {
    base: NonNull<u8>,
    len: usize,
    persistence: Persistence,
    processor: Processor,
    /// The addresses that were written and are not written back yet: ranges, from the first to behind the last.
    dirty: Vec<(usize, usize)>,
    /// The address of the last access.
    reached: Arc<AtomicU64>,
    lock: Lock,
}

// SAFETY: nothing of it belongs to a thread.
//
// What one thread wrote is made durable by the flush of another one: on the way to it stands a locked instruction, as in every
// lock and channel, and that waits for lines on their way to memory as a fence does (Intel's manual, volume 2, `CLWB`).
unsafe impl Send for Mapping {}

// SAFETY: with a shared reference bytes are only read, and they are written with an exclusive one; the address of the last access is
// atomic.
unsafe impl Sync for Mapping {}

/// An open file that is locked. A type of its own, as Certus takes no type with a field of a type that it does not know.
struct Lock {
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    file: File,
}

impl Mapping {
    /// Maps a file, made or lengthened to `len` bytes if it is shorter. What it holds is durable afterwards.
    ///
    /// # Errors
    /// What the system says; also when another process has locked it, and when its length is no multiple of eight.
    pub fn open(path: &Path, len: u64) -> io::Result<Mapping> {
        Mapping::open_with(path, len, map)
    }

    /// Maps a file as if it were on persistent memory, for measurements on machines that have none. What is written is
    /// **not** durable if it is not.
    ///
    /// # Errors
    /// As [`open`](Self::open), and where lines of the cache cannot be written back.
    pub fn open_as_persistent(path: &Path, len: u64) -> io::Result<Mapping> {
        Mapping::open_with(path, len, map_as_persistent)
    }

    /// The same of a file that is open for reads and writes.
    ///
    /// # Errors
    /// As [`open_as_persistent`](Self::open_as_persistent).
    pub fn of_as_persistent(file: File) -> io::Result<Mapping> {
        Mapping::of_with(file, 0, map_as_persistent)
    }

    /// Maps a file that is open for reads and writes, with the length that it has. Who has locked it through the same open file
    /// keeps the lock.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn of(file: File) -> io::Result<Mapping> {
        Mapping::of_with(file, 0, map)
    }

    fn open_with(
        path: &Path,
        len: u64,
        map: impl Fn(&File, usize) -> io::Result<(NonNull<u8>, Persistence)>,
    ) -> io::Result<Mapping> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        Mapping::of_with(file, len, map)
    }

    fn of_with(
        file: File,
        len: u64,
        map: impl Fn(&File, usize) -> io::Result<(NonNull<u8>, Persistence)>,
    ) -> io::Result<Mapping> {
        file.try_lock().map_err(io::Error::from)?;
        if file.metadata()?.len() < len {
            file.set_len(len)?;
        }
        let len = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        if len == 0 || len % CHUNK != 0 {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the length must be a multiple of eight, not zero",
            ));
        }
        // What a process wrote that is gone may be in caches only.
        file.sync_all()?;
        let (base, persistence) = map(&file, len)?;
        Ok(Mapping {
            base,
            len,
            persistence,
            processor: Processor::detect(),
            dirty: Vec::with_capacity(RANGES),
            reached: Arc::new(AtomicU64::new(0)),
            lock: Lock { file },
        })
    }

    /// The number of bytes; never zero.
    // It is never empty.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// How writes are made durable.
    pub fn persistence(&self) -> Persistence {
        self.persistence
    }

    /// The address of the last access, for who shows how far a long operation is.
    pub fn reached(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.reached)
    }

    /// Panics unless the bytes are within the mapping: all accesses below rest on it.
    fn check(&self, addr: usize, len: usize) {
        let is_inside = addr.checked_add(len).is_some_and(|end| end <= self.len);
        assert!(is_inside, "{len} bytes at {addr} are not within {}", self.len);
        self.reached.store(addr as u64, Ordering::Relaxed);
    }

    /// The chunk that begins at `addr`, a multiple of eight within the mapping.
    fn chunk(&self, addr: usize) -> &AtomicU64 {
        debug_assert!(addr.is_multiple_of(CHUNK) && addr + CHUNK <= self.len);
        // SAFETY: the mapping begins at a page and its length is a multiple of eight, so this is aligned and inside.
        unsafe { &*self.base.as_ptr().add(addr).cast::<AtomicU64>() }
    }

    /// The bytes at an address.
    ///
    /// # Panics
    /// When they are not within the file, as do all operations.
    pub fn read(&self, addr: usize, len: usize) -> Vec<u8> {
        self.check(addr, len);
        // SAFETY: inside the mapping; nobody writes to it while `self` is borrowed.
        unsafe { std::slice::from_raw_parts(self.base.as_ptr().add(addr), len) }.to_vec()
    }

    /// Writes chunk by chunk, no chunk with more than one store. Durable after the next flush.
    #[inline]
    pub fn write(&mut self, addr: usize, bytes: &[u8]) {
        self.check(addr, bytes.len());
        let is_large = bytes.len() >= LARGE && self.persistence == Persistence::CacheLines;
        if is_large || !(addr | bytes.len()).is_multiple_of(CHUNK) {
            return self.write_in_parts(addr, bytes);
        }
        // SAFETY: inside the mapping, which begins with a chunk, so that this is aligned; nobody else has a reference to it.
        unsafe { self.processor.store(self.base.as_ptr().add(addr), bytes) };
        self.written(addr, addr + bytes.len());
    }

    /// The same of what need not consist of whole chunks, or is large.
    fn write_in_parts(&mut self, addr: usize, bytes: &[u8]) {
        let end = addr + bytes.len();
        // What shares a chunk with other bytes comes first and last.
        let whole = addr.next_multiple_of(CHUNK).min(end);
        self.patch(addr, &bytes[..whole - addr]);
        let rest = end - (end - whole) % CHUNK;
        let chunks = &bytes[whole - addr..rest - addr];
        // Whole lines go around the caches where that makes them durable sooner.
        let (first, last) = match self.persistence {
            Persistence::CacheLines if chunks.len() >= LARGE => (whole.next_multiple_of(LINE), rest - rest % LINE),
            _ => (end, end),
        };
        // SAFETY: inside the mapping, which begins with a line, so that this is aligned to chunks, and to lines from `first`
        // to `last`; and nobody else has a reference to it.
        unsafe {
            let (base, processor) = (self.base.as_ptr(), self.processor);
            if first == last {
                processor.store(base.add(whole), chunks);
            } else {
                processor.store(base.add(whole), &chunks[..first - whole]);
                processor.stream(base.add(first), &chunks[first - whole..last - whole]);
                processor.store(base.add(last), &chunks[last - whole..]);
            }
        }
        self.patch(rest, &bytes[rest - addr..]);
        self.written(addr, first);
        self.written(last, end);
    }

    /// What was written is to be written back: at once if it has lines of its own, as the processor can do that while the
    /// program goes on.
    fn written(&mut self, first: usize, last: usize) {
        if self.persistence == Persistence::CacheLines && last - first >= LINE {
            self.processor.write_back(self.base.as_ptr(), first, last);
        } else {
            self.mark(first, last);
        }
    }

    /// Remembers what is to be written back, so that a line that is written several times is written back once.
    fn mark(&mut self, first: usize, last: usize) {
        if first == last {
            return;
        }
        let line = |addr: usize| addr / LINE;
        if let Some(range) = self.dirty.last_mut()
            && (self.persistence == Persistence::Pages
                || line(first) <= line(range.1 - 1) + 1 && line(range.0) <= line(last - 1) + 1)
        {
            *range = (range.0.min(first), range.1.max(last));
            return;
        }
        if self.dirty.len() == RANGES {
            self.write_back();
        }
        self.dirty.push((first, last));
    }

    /// Begins to make durable what was written: lines, without waiting for them, or pages.
    fn write_back(&mut self) {
        for index in 0..self.dirty.len() {
            let (first, last) = self.dirty[index];
            match self.persistence {
                Persistence::CacheLines => self.processor.write_back(self.base.as_ptr(), first, last),
                Persistence::Pages => self.sync(first, last),
            }
        }
        self.dirty.clear();
    }

    /// Writes a part of one chunk: all of it with one store, the other bytes as they are.
    fn patch(&self, addr: usize, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let start = addr - addr % CHUNK;
        let mut word = self.chunk(start).load(Ordering::Relaxed).to_ne_bytes();
        word[addr - start..addr - start + bytes.len()].copy_from_slice(bytes);
        self.chunk(start).store(u64::from_ne_bytes(word), Ordering::Relaxed);
    }

    /// Makes durable what was written. Ends the process if it cannot be.
    #[inline]
    pub fn flush(&mut self) {
        self.write_back();
        if self.persistence == Persistence::CacheLines {
            Processor::fence();
        }
    }

    /// Writes pages to the file, or ends the process.
    ///
    /// On Linux `msync` finds the file of the pages and does to a part of it what `fdatasync` does to all of it
    /// (`vfs_fsync_range`, in `mm/msync.c` and `fs/sync.c`). All that is dirty is ours, so they write the same pages, and no time
    /// is lost with the search.
    #[cfg(target_os = "linux")]
    fn sync(&self, _first: usize, _last: usize) {
        if self.lock.file.sync_data().is_err() {
            std::process::abort();
        }
    }

    /// Writes pages to the file, or ends the process.
    #[cfg(not(target_os = "linux"))]
    fn sync(&self, first: usize, last: usize) {
        // SAFETY: no precondition.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096).max(1);
        let start = first - first % page;
        // SAFETY: inside the mapping, from the beginning of a page on.
        let result = unsafe { libc::msync(self.base.as_ptr().add(start).cast(), last - start, libc::MS_SYNC) };
        if result != 0 {
            std::process::abort();
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: what `map` made, and no reference to it is left. An error leaves it mapped, which harms nobody.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.len) };
    }
}

/// Maps a file of this length: as persistent memory if it is that.
fn map(file: &File, len: usize) -> io::Result<(NonNull<u8>, Persistence)> {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    if let Ok(base) = map_with(file, len, libc::MAP_SHARED_VALIDATE | libc::MAP_SYNC) {
        return Ok((base, Persistence::CacheLines));
    }
    Ok((map_with(file, len, libc::MAP_SHARED)?, Persistence::Pages))
}

/// Maps a file as if it were persistent memory.
fn map_as_persistent(file: &File, len: usize) -> io::Result<(NonNull<u8>, Persistence)> {
    if cfg!(not(target_arch = "x86_64")) {
        return Err(io::Error::from(io::ErrorKind::Unsupported));
    }
    Ok((map_with(file, len, libc::MAP_SHARED)?, Persistence::CacheLines))
}

fn map_with(file: &File, len: usize, flags: libc::c_int) -> io::Result<NonNull<u8>> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping at an address that the system chooses.
    let base = unsafe { libc::mmap(std::ptr::null_mut(), len, protection, flags, file.as_raw_fd(), 0) };
    if base == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    NonNull::new(base.cast()).ok_or_else(|| io::Error::other("mapped at address zero"))
}
