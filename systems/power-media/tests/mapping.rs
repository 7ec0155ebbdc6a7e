//! Files in memory: what is written is read, and is in the file afterwards.

use std::path::Path;

use power_media::Mapping;

#[test]
fn what_is_written_is_in_the_file() {
    is_in_the_file(Mapping::open);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn what_is_written_back_by_lines_is_in_the_file() {
    is_in_the_file(Mapping::open_as_persistent);
}

fn is_in_the_file(open: impl Fn(&Path, u64) -> std::io::Result<Mapping>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let mut mapping = open(&path, 16384).expect("a new file");
    let mut expected = vec![0; 16384];
    // Every alignment of both ends, within a page and over its end; with lines of the cache, and so many that they are written
    // around it.
    for start in [0..17, 56..65].into_iter().flatten() {
        for len in [0..26, 120..145, 250..345].into_iter().flatten() {
            for base in [64, 4080, 8180] {
                let bytes: Vec<u8> = (0..len).map(|i| (start * 31 + len * 7 + i + 1) as u8).collect();
                let addr = base + start;
                mapping.write(addr, &bytes);
                expected[addr..addr + len].copy_from_slice(&bytes);
                assert_eq!(
                    mapping.read(addr.saturating_sub(9), len + 18),
                    expected[addr.saturating_sub(9)..addr + len + 9]
                );
            }
        }
    }
    mapping.flush();
    assert_eq!(std::fs::read(&path).expect("the file"), expected);
    drop(mapping);
    let mapping = open(&path, 8).expect("the same file");
    assert_eq!((mapping.len(), mapping.read(0, 16384)), (16384, expected));
}

#[test]
fn a_file_is_open_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let first = Mapping::open(&path, 64).expect("a new file");
    assert!(Mapping::open(&path, 64).is_err());
    drop(first);
    assert!(Mapping::open(&path, 64).is_ok());
}

#[test]
fn an_open_file_is_mapped_with_the_length_and_the_lock_that_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let file = || std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let open = file().expect("a new file");
    assert!(Mapping::of(file().expect("a file")).is_err());
    open.set_len(64).expect("there is room");
    open.try_lock().expect("nobody else has it");
    assert!(Mapping::of(file().expect("a file")).is_err());
    let mut mapping = Mapping::of(open).expect("it is ours");
    assert!(Mapping::of(file().expect("a file")).is_err());
    let reached = mapping.reached();
    mapping.write(40, &[7; 8]);
    mapping.flush();
    assert_eq!((mapping.len(), reached.load(std::sync::atomic::Ordering::Relaxed)), (64, 40));
    drop(mapping);
    let bytes = std::fs::read(&path).expect("a file");
    assert_eq!((&bytes[..40], &bytes[40..48], bytes.len()), (&[0; 40][..], &[7; 8][..], 64));
}

#[test]
fn lengths_are_multiples_of_eight() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(Mapping::open(&folder.path().join("empty"), 0).is_err());
    assert!(Mapping::open(&folder.path().join("odd"), 12).is_err());
}

#[test]
#[should_panic(expected = "not within")]
fn nothing_is_written_outside() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut mapping = Mapping::open(&folder.path().join("file"), 64).expect("a new file");
    mapping.write(60, &[0; 8]);
}
