//! Files for stores: what a file holds, before anything is done with it, new files, and files that become longer.
//!
//! trusted: that a file is made or changed only where this module says so, and that no file loses bytes that it had. What is read here decides which error a user sees;
//! whether a file is a store, and what is in it, the verified code finds out for itself.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use capybarakv::layout_v::{GROW_ROOM, HEADER, MAIN, PROGRAM, VERSION};
use capybarakv::{Geometry, KvError};
use journal::layout_v::{ENTRIES, FLAG, Format, Header, MAGIC, PLACE, Place, REST};
use pmcopy::{AnyBitPattern, value_of};
use power::cdb_v::cdb;
use power::crc_v::crc;
use rustix::fs::{FallocateFlags, RenameFlags};
use rustix::io::Errno;

use crate::error_t::{Fault, OpenError};

/// What a file says of the store in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The keys that it has room for.
    pub keys: u64,
    /// The values that it has room for, those included that a transaction gives up and replaces.
    pub values: u64,
    /// The elements that the lists of all keys have room for together, and those that a transaction gives up.
    pub elements: u64,
    /// The bytes of a key.
    pub key_len: u64,
    /// The bytes of a value.
    pub value_len: u64,
    /// The bytes of an element.
    pub element_len: u64,
    /// The number for the types.
    pub types: u64,
    /// The bytes of the journal, which bound a transaction.
    pub journal: u64,
    /// The bytes of the store.
    pub size: u64,
    /// The address of the first part of the main table, and the one behind it.
    pub(crate) table: (u64, u64),
}

impl Info {
    /// Of a store of this geometry and size.
    pub(crate) fn new(geometry: &Geometry, journal: u64, size: u64, area: u64) -> Info {
        // A geometry that fits: no overflow, but of a file that says nonsense.
        let start = (size - area).saturating_add(MAIN);
        let rows = u64::from(geometry.segments[0].keys).saturating_mul(geometry.key_len.saturating_add(40));
        Info {
            keys: geometry.keys,
            values: geometry.items,
            elements: geometry.elements,
            key_len: geometry.key_len,
            value_len: geometry.item_len,
            element_len: geometry.element_len,
            types: geometry.types,
            journal,
            size,
            table: (start, start.saturating_add(rows)),
        }
    }
}

/// What a file says of the store in it. Nothing is changed.
///
/// # Errors
/// The file cannot be read, or holds no store.
pub fn inspect(path: &Path) -> Result<Info, OpenError> {
    let fault = |fault: Fault| OpenError::new(path, fault);
    regular(path).map_err(fault)?;
    let mut file = File::open(path).map_err(|error| fault(error.into()))?;
    info(&mut file).map_err(fault)
}

/// Opens the file of a store for reads and writes, locked, with all of its blocks there. Nothing is changed.
pub(crate) fn open(path: &Path) -> Result<(File, Info), Fault> {
    regular(path)?;
    let mut file = locked(path)?;
    let info = info(&mut file)?;
    reserve(&file, info.size)?;
    Ok((file, info))
}

/// Opens a file for reads and writes, locked.
fn locked(path: &Path) -> Result<File, Fault> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    file.try_lock().map_err(io::Error::from)?;
    Ok(file)
}

/// A file of a store that is long enough for more rows, until it is known whether the store gets them.
pub(crate) struct LongerFile {
    /// The file, with its lock.
    file: File,
    /// The length that it had.
    before: u64,
    is_kept: bool,
}

impl LongerFile {
    /// Makes the file of a store so much longer that there is room for more rows, with all of its blocks there. What it has stays.
    /// Also gives what the store will be. If there is no room on the disk the file is as long as it was.
    pub(crate) fn open(path: &Path, rows: [u64; 3]) -> Result<(File, Info, Info, LongerFile), Fault> {
        regular(path)?;
        let mut file = locked(path)?;
        let (format, geometry) = divided(&mut file)?;
        let now = of(&format, &geometry)?;
        let more = geometry.with_more(rows[0], rows[1], rows[2]).map_err(|error| match error {
            KvError::OutOfSegments => Fault::GrownTooOften,
            _ => Fault::TooLarge,
        })?;
        let then = of(&format, &more)?;
        let before = file.metadata()?.len();
        let longer = LongerFile { file: file.try_clone()?, before, is_kept: false };
        let len = then.size.checked_next_multiple_of(8).filter(|len| *len <= i64::MAX as u64);
        let len = len.ok_or(Fault::TooLarge)?.max(before);
        if free(&file).is_some_and(|free| free < len - before) {
            return Err(Fault::DiskFull { needed: len });
        }
        let is_reserved = reserve(&file, len)?;
        file.set_len(len).map_err(|error| full(error, len))?;
        if !is_reserved {
            file.seek(SeekFrom::Start(before))?;
            fill(&file, len - before).map_err(|error| full(error, len))?;
        }
        Ok((file, now, then, longer))
    }

    /// The file stays as long as it is, as the store has grown.
    pub(crate) fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for LongerFile {
    fn drop(&mut self) {
        if !self.is_kept {
            // Nothing is lost if it stays longer.
            let _ = self.file.set_len(self.before);
        }
    }
}

/// Whether it is a regular file; follows links.
fn regular(path: &Path) -> Result<(), Fault> {
    let kind = std::fs::metadata(path)?.file_type();
    match (kind.is_dir(), kind.is_file()) {
        (true, _) => Err(Fault::Directory),
        (_, false) => Err(Fault::NotAFile),
        _ => Ok(()),
    }
}

/// What the beginning of a file says of the store in it.
fn info(file: &mut File) -> Result<Info, Fault> {
    let (format, geometry) = divided(file)?;
    of(&format, &geometry)
}

/// What is said of a store of this format and geometry.
fn of(format: &Format, geometry: &Geometry) -> Result<Info, Fault> {
    let area = geometry.needed().ok_or(Fault::TooLarge)?;
    let size = Format { area, ..*format }.needed().ok_or(Fault::TooLarge)?;
    Ok(Info::new(geometry, format.capacity, size, area))
}

/// Reads what the beginning of a file says, and compares it with the length of the file.
fn divided(file: &mut File) -> Result<(Format, Geometry), Fault> {
    let found = file.metadata()?.len();
    if found == 0 {
        return Err(Fault::Empty);
    }
    let mut start = [0; 8];
    if found < 64 {
        // What is left of a store has its first bytes.
        let len = found.min(8) as usize;
        file.read_exact(&mut start[..len])?;
        let is_ours = start[..len] == MAGIC.to_le_bytes()[..len];
        return Err(if is_ours { Fault::CutShort { needed: 64, found } } else { Fault::NotAStore });
    }
    let (header, is_good) = read::<Header>(file, 0, 48)?;
    match (header.magic == MAGIC, is_good) {
        (false, _) => return Err(Fault::NotAStore),
        (true, false) => return Err(Fault::Corrupted),
        _ => {}
    }
    if header.version != journal::layout_v::VERSION {
        return Err(Fault::OtherVersion { found: header.version, ours: journal::layout_v::VERSION });
    }
    let format = header.format;
    if format.program != PROGRAM {
        return Err(Fault::NotAStore);
    }
    if format.program_version != VERSION {
        return Err(Fault::OtherVersion { found: format.program_version, ours: VERSION });
    }
    // What is said of the area at the least.
    let least = Format { area: if format.area == REST { MAIN } else { format.area }, ..format };
    let needed = least.needed().ok_or(Fault::NotAStore)?;
    if found < needed {
        return Err(Fault::CutShort { needed, found });
    }
    let format = format.resolve(found).filter(|format| format.area >= MAIN).ok_or(Fault::NotAStore)?;
    let geometry = geometry(file, &format)?;
    let area = geometry.needed().ok_or(Fault::NotAStore)?;
    let needed = Format { area, ..format }.needed().ok_or(Fault::NotAStore)?;
    match area <= format.area {
        true => Ok((format, geometry)),
        false if header.format.area == REST => Err(Fault::CutShort { needed, found }),
        false => Err(Fault::NotAStore),
    }
}

/// The geometry in a file. If a growth was interrupted behind its commit, the log of the journal has it, and it may stand in its
/// place in part; the next start finishes that.
fn geometry(file: &mut File, format: &Format) -> Result<Geometry, Fault> {
    let [first, second] = [false, true].map(|second| format.log_at(second));
    let (flag, _) = read::<u64>(file, FLAG, 8)?;
    let log = if flag == cdb(true) { second } else { first };
    let (len, is_good) = read::<u64>(file, log, 8)?;
    let entry = log + ENTRIES;
    if is_good && flag == cdb(log == second) && len <= format.capacity && len >= GROW_ROOM {
        // A growth is the only entry that goes to the header, and is alone in its log.
        let (place, _) = read::<Place>(file, entry, 16)?;
        if place.addr == HEADER && place.len == MAIN {
            let (geometry, is_good) = read::<Geometry>(file, entry + PLACE as u64, MAIN as usize - 8)?;
            return if is_good { Ok(geometry) } else { Err(Fault::Corrupted) };
        }
    }
    let (geometry, is_good) = read::<Geometry>(file, format.address(0) + HEADER, MAIN as usize - 8)?;
    if is_good { Ok(geometry) } else { Err(Fault::Corrupted) }
}

/// The value of `len` bytes at an address, and whether the checksum behind it fits.
fn read<T: AnyBitPattern>(file: &mut File, at: u64, len: usize) -> io::Result<(T, bool)> {
    let mut bytes = vec![0; len];
    let mut sum = [0; 8];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut bytes)?;
    file.read_exact(&mut sum)?;
    let is_good = crc(&bytes) == u64::from_le_bytes(sum);
    Ok((value_of(&bytes), is_good))
}

/// A file that gets its name when the store in it is whole. Until then it has another name, and is removed if that does not
/// come to be; what a killed process leaves is used by the next one.
pub(crate) struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    is_done: bool,
}

impl NewFile {
    /// Makes a file of this length, locked, with all of its blocks there.
    pub(crate) fn create(path: &Path, len: u64) -> Result<(File, NewFile), Fault> {
        if path.symlink_metadata().is_ok() {
            return Err(if path.is_dir() { Fault::Directory } else { Fault::Exists });
        }
        let name = path.file_name().ok_or(Fault::Directory)?;
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(".new");
        let temporary = path.with_file_name(hidden);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&temporary);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Fault::NoFolder,
            _ => error.into(),
        })?;
        file.try_lock().map_err(io::Error::from)?;
        // Another process may have finished it meanwhile: then it has its name, and is not ours.
        if !is_same(&file, &temporary)? {
            return Err(Fault::InUse);
        }
        let new = NewFile { path: path.to_owned(), temporary, is_done: false };
        file.set_len(0)?;
        if free(&file).is_some_and(|free| free < len) {
            return Err(Fault::DiskFull { needed: len });
        }
        file.set_len(len).map_err(|error| full(error, len))?;
        if !reserve(&file, len)? {
            fill(&file, len).map_err(|error| full(error, len))?;
        }
        Ok((file, new))
    }

    /// Gives the file its name, durably. Nothing else gets it meanwhile.
    pub(crate) fn finish(mut self) -> Result<(), Fault> {
        let here = rustix::fs::CWD;
        match rustix::fs::renameat_with(here, &self.temporary, here, &self.path, RenameFlags::NOREPLACE) {
            // The file system cannot do that; a second name is not made where there is one either.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                std::fs::hard_link(&self.temporary, &self.path)?;
                std::fs::remove_file(&self.temporary)?;
            }
            result => result.map_err(io::Error::from)?,
        }
        self.is_done = true;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_done {
            // Nothing is lost if it stays.
            let _ = std::fs::remove_file(&self.temporary);
        }
    }
}

/// Whether a name still leads to an open file.
fn is_same(file: &File, path: &Path) -> io::Result<bool> {
    let (open, named) = (rustix::fs::fstat(file)?, rustix::fs::stat(path)?);
    Ok((open.st_dev, open.st_ino) == (named.st_dev, named.st_ino))
}

/// The bytes that the file system of a file has left, if it says so.
fn free(file: &File) -> Option<u64> {
    let state = rustix::fs::fstatvfs(file).ok()?;
    // Some say that they have no blocks at all.
    (state.f_blocks > 0).then(|| state.f_bavail.saturating_mul(state.f_frsize))
}

/// Has the file system reserve all blocks, so that none is missing when a page of the mapping is written: that would end the
/// process. False if the file system cannot do it.
fn reserve(file: &File, len: u64) -> Result<bool, Fault> {
    loop {
        match rustix::fs::fallocate(file, FallocateFlags::KEEP_SIZE, 0, len) {
            Ok(()) => return Ok(true),
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => return Ok(false),
            Err(Errno::INTR) => {}
            Err(error) => return Err(full(error.into(), len)),
        }
    }
}

/// Writes all blocks.
fn fill(mut file: &File, len: u64) -> io::Result<()> {
    let zeros = vec![0; 1 << 20];
    let mut left = len;
    while left > 0 {
        let part = left.min(zeros.len() as u64);
        file.write_all(&zeros[..part as usize])?;
        left -= part;
    }
    file.sync_all()
}

/// What an error means of a file that is to have so many bytes.
fn full(error: io::Error, needed: u64) -> Fault {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            Fault::DiskFull { needed }
        }
        _ => error.into(),
    }
}
