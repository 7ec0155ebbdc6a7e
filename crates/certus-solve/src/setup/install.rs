//! The copy of the solver in the cache.
//!
//! It is a directory with the program and a receipt. The directory is made under another name, complete, and then
//! renamed: others see all of it or nothing, and two who do this at the same time do not disturb each other.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use zip::ZipArchive;

use super::wheel::Wheel;
use super::{PROGRAM, SetupError, VERSION, probe};
use crate::query::hex;

/// Beside the program: what it was checked to be.
const RECEIPT: &str = "receipt";

/// Larger than any solver program, in bytes: what unpacks to more is damaged or worse.
const LARGEST_PROGRAM: u64 = 256 << 20;

/// How often to try when others keep changing the same directory.
const ATTEMPTS: usize = 3;

/// The solver in the cache, if it is there and was checked. Starts no process and reads no more than a line.
pub(super) fn installed(cache: &Path, wheel: &Wheel) -> Option<PathBuf> {
    let directory = directory(cache);
    let program = directory.join(PROGRAM);
    let size = fs::metadata(&program).ok()?.len();
    let receipt_found = fs::read_to_string(directory.join(RECEIPT)).ok()?;
    (receipt_found == receipt(wheel, size)).then_some(program)
}

/// Fetches the package, checks and unpacks it, and puts the solver into the cache. Returns the solver's path.
pub(super) fn install(
    cache: &Path,
    wheel: &Wheel,
    download: &mut dyn FnMut(&Path) -> Result<PathBuf, SetupError>,
    progress: &mut dyn FnMut(&str),
) -> Result<PathBuf, SetupError> {
    fs::create_dir_all(cache).map_err(at("create", cache))?;
    // In the cache itself, because a rename must not cross file systems. Removed when it goes out of scope.
    let scratch = tempfile::Builder::new().prefix("tmp-").tempdir_in(cache).map_err(at("create", cache))?;
    progress(&format!("downloading the solver Z3 {VERSION} (about 30 MB, once)"));
    let package = download(scratch.path())?;
    progress("checking and unpacking the solver");
    let bytes = fs::read(&package).map_err(at("read", &package))?;
    verify(&package, wheel, &bytes)?;
    let fresh = scratch.path().join("fresh");
    fs::create_dir(&fresh).map_err(at("create", &fresh))?;
    let program = fresh.join(PROGRAM);
    let size = unpack(bytes, &program)?;
    probe(&program).map_err(SetupError::Unusable)?;
    let receipt_path = fresh.join(RECEIPT);
    fs::write(&receipt_path, receipt(wheel, size)).map_err(at("write", &receipt_path))?;
    let installed = publish(cache, wheel, &fresh, scratch.path())?;
    progress(&format!("the solver is installed as {}", installed.display()));
    Ok(installed)
}

fn directory(cache: &Path) -> PathBuf {
    cache.join(format!("z3-{VERSION}"))
}

/// The text of a receipt. The size tells a program that was cut off or exchanged since, at no cost.
fn receipt(wheel: &Wheel, size: u64) -> String {
    format!("z3 {VERSION}\npackage sha256 {}\nprogram bytes {size}\n", wheel.sha256)
}

fn verify(package: &Path, wheel: &Wheel, bytes: &[u8]) -> Result<(), SetupError> {
    let found = hex(&Sha256::digest(bytes));
    if found == wheel.sha256 {
        return Ok(());
    }
    let file = package.file_name().unwrap_or(package.as_os_str()).to_string_lossy().into_owned();
    Err(SetupError::Checksum { file, expected: wheel.sha256, found })
}

/// Writes the program out of the package to `target`; returns its size in bytes.
fn unpack(package: Vec<u8>, target: &Path) -> Result<u64, SetupError> {
    let archive = |error: zip::result::ZipError| SetupError::Archive(error.to_string());
    let mut zip = ZipArchive::new(Cursor::new(package)).map_err(archive)?;
    let ending = format!(".data/data/bin/{PROGRAM}");
    let name = zip.file_names().flatten().find(|name| name.ends_with(&ending)).map(|name| name.into_owned());
    let name = name.ok_or_else(|| SetupError::Archive(format!("it contains no file that ends in {ending}")))?;
    let entry = zip.by_name(&name).map_err(archive)?;
    let mut file = File::create(target).map_err(at("create", target))?;
    // The archive's reader compares the entry with its own checksum at the end.
    let size = io::copy(&mut entry.take(LARGEST_PROGRAM), &mut file).map_err(at("unpack", target))?;
    if size == LARGEST_PROGRAM {
        return Err(SetupError::Archive(format!("{name} is larger than {LARGEST_PROGRAM} bytes")));
    }
    make_executable(&file).map_err(at("make executable", target))?;
    // On disk before the rename is, or a power failure could leave a directory that looks complete.
    file.sync_all().map_err(at("write", target))?;
    Ok(size)
}

#[cfg(unix)]
fn make_executable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Renames a complete directory into its place, unless someone else's good one is there.
fn publish(cache: &Path, wheel: &Wheel, fresh: &Path, scratch: &Path) -> Result<PathBuf, SetupError> {
    let place = directory(cache);
    let mut failure = None;
    for attempt in 0..ATTEMPTS {
        match fs::rename(fresh, &place) {
            Ok(()) => return Ok(place.join(PROGRAM)),
            Err(error) => failure = Some(error),
        }
        if let Some(program) = installed(cache, wheel) {
            return Ok(program);
        }
        // What is there is damaged. It goes into the scratch directory, not away: someone may be running it.
        let _ = fs::rename(&place, scratch.join(format!("damaged-{attempt}")));
    }
    let source = failure.unwrap_or_else(|| io::Error::other("others keep changing it"));
    Err(SetupError::Io { action: "put the solver into", path: place, source })
}

fn at(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SetupError {
    let path = path.to_path_buf();
    move |source| SetupError::Io { action, path, source }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;
    use std::sync::LazyLock;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// A package with a program that answers as the solver does.
    static PACKAGE: LazyLock<(Vec<u8>, Wheel)> = LazyLock::new(|| package_with("z3-1.data/data/bin/z3", VERSION));

    fn package_with(name: &str, version: &str) -> (Vec<u8>, Wheel) {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("z3/z3.py", SimpleFileOptions::default()).unwrap();
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        writeln!(zip, "#!/bin/sh\necho Z3 version {version} - 64 bit").unwrap();
        let bytes = zip.finish().unwrap().into_inner();
        let sha256 = hex(&Sha256::digest(&bytes)).leak();
        (bytes, Wheel { target: ("", ""), tag: "", sha256 })
    }

    fn install_package(cache: &Path, (bytes, wheel): &(Vec<u8>, Wheel)) -> Result<PathBuf, SetupError> {
        let mut download = |directory: &Path| {
            let path = directory.join("z3.whl");
            fs::write(&path, bytes).unwrap();
            Ok(path)
        };
        install(cache, wheel, &mut download, &mut |_| {})
    }

    fn entries(cache: &Path) -> Vec<String> {
        let names = fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn installs_what_is_found_afterwards() {
        let root = tempfile::tempdir().unwrap();
        let cache = root.path().join("not/there/yet");
        assert_eq!(installed(&cache, &PACKAGE.1), None);
        let path = install_package(&cache, &PACKAGE).unwrap();
        assert_eq!(path, cache.join(format!("z3-{VERSION}")).join("z3"));
        assert_eq!(installed(&cache, &PACKAGE.1), Some(path));
        assert_eq!(entries(&cache), [format!("z3-{VERSION}")]);
        let other = package_with("z3-2.data/data/bin/z3", VERSION).1;
        assert_eq!(installed(&cache, &other), None, "another package was checked than the one asked for");
    }

    #[test]
    fn damaged_copy_is_not_found_and_is_replaced() {
        let cache = tempfile::tempdir().unwrap();
        let path = install_package(cache.path(), &PACKAGE).unwrap();
        fs::write(&path, "half").unwrap();
        assert_eq!(installed(cache.path(), &PACKAGE.1), None);
        assert_eq!(install_package(cache.path(), &PACKAGE).unwrap(), path);
        assert_eq!(installed(cache.path(), &PACKAGE.1), Some(path.clone()));
        fs::remove_file(path.with_file_name(RECEIPT)).unwrap();
        assert_eq!(installed(cache.path(), &PACKAGE.1), None);
        assert!(install_package(cache.path(), &PACKAGE).is_ok());
        assert_eq!(entries(cache.path()).len(), 1);
    }

    #[test]
    fn installing_at_the_same_time() {
        let cache = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|_| scope.spawn(|| install_package(cache.path(), &PACKAGE).unwrap())).collect();
            for thread in threads {
                let path = thread.join().unwrap();
                assert_eq!(installed(cache.path(), &PACKAGE.1), Some(path));
            }
        });
        assert_eq!(entries(cache.path()).len(), 1);
    }

    #[test]
    fn altered_package_is_refused() {
        let cache = tempfile::tempdir().unwrap();
        let (mut bytes, wheel) = package_with("z3-1.data/data/bin/z3", VERSION);
        bytes[40] ^= 1;
        let error = install_package(cache.path(), &(bytes, wheel)).unwrap_err();
        assert!(matches!(error, SetupError::Checksum { .. }), "{error}");
        assert!(entries(cache.path()).is_empty());
    }

    #[test]
    fn package_without_a_solver_or_with_another_is_refused() {
        let cache = tempfile::tempdir().unwrap();
        let error = install_package(cache.path(), &package_with("bin/z3", VERSION)).unwrap_err();
        assert!(matches!(error, SetupError::Archive(_)), "{error}");
        let error = install_package(cache.path(), &package_with("z3-1.data/data/bin/z3", "4.8.5")).unwrap_err();
        assert!(matches!(error, SetupError::Unusable(_)), "{error}");
        assert!(entries(cache.path()).is_empty());
    }
}
