//! What the command does.
//!
//! trusted: nothing; it uses the library as other programs do.

use std::ffi::OsStr;
use std::io::{self, BufRead, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use capybara::{
    ByteString, Bytes64, Bytes256, Bytes1024, Bytes4096, Error, Fault, OpenError, Options, OrderedStore, Progress, Room,
};
use thiserror::Error;

use crate::show_t::{Count, Shown};

/// The number for the types of the command: strings of bytes.
const TYPES: u64 = 0x6279_7465_7374_7231;

/// Why a task was not done.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// The file is not what it should be.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store does not do it.
    #[error("{file}: {error}")]
    Store { file: String, error: Error },
    /// A line of the input is none.
    #[error("line {line} of the input: {what}")]
    Line { line: usize, what: String },
    /// A string is too long.
    #[error("the {what} has {len} bytes; this store takes at most {max}")]
    TooLong { what: &'static str, len: usize, max: usize },
    /// The store was made by a program with other types.
    #[error("{0}: this store was made by another program, for other types; only that program can read it")]
    Foreign(String),
    /// Checksums are wrong.
    #[error("{0}: corrupted, in {1} of the keys, lists, values and elements that were read, or in what leads to them")]
    Corrupted(String, u64),
    /// The input or the output fails.
    #[error("{0}")]
    Io(io::Error),
    /// The output is closed.
    #[error("the output is closed")]
    Closed,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::Closed } else { Failure::Io(error) }
    }
}

impl Failure {
    /// What the store of this file does not do.
    pub(crate) fn of(file: &Path) -> impl Fn(Error) -> Failure {
        let file = file.display().to_string();
        move |error| Failure::Store { file: file.clone(), error }
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Failure::Corrupted(..) | Failure::Store { error: Error::KeyNotFound, .. } => 1,
            _ => 2,
        }
    }
}

/// A store of strings.
pub(crate) type Strings<V> = OrderedStore<Bytes64, V>;

/// What is done with a store of strings, whatever the longest value is.
trait Task {
    /// Whether the keys are needed in order.
    fn is_ordered(&self) -> bool {
        false
    }

    fn run<V: ByteString>(self, store: Strings<V>) -> Result<(), Failure>;
}

/// The string, if it is not too long.
pub(crate) fn string<V: ByteString>(what: &'static str, bytes: &[u8]) -> Result<V, Failure> {
    V::from_slice(bytes).ok_or(Failure::TooLong { what, len: bytes.len(), max: V::MAX })
}

/// Opens a store and does something with it.
fn with(file: &Path, task: impl Task) -> Result<(), Failure> {
    with_more(file, None, task)
}

/// Opens a store, which gets more room if there is any to get, and does something with it.
fn with_more(file: &Path, more: Option<Room>, task: impl Task) -> Result<(), Failure> {
    let info = capybara::inspect(file)?;
    let len = |max: usize| max as u64 + 8;
    if info.types != TYPES || info.key_len != len(64) || info.element_len != info.value_len {
        return Err(Failure::Foreign(file.display().to_string()));
    }
    let (progress, name) = (Progress::new(), format!("opening {}", file.display()));
    let options = Options::new().types(TYPES).progress(&progress);
    let options = if task.is_ordered() { options.ordered() } else { options };
    let shown = Shown::new(&name, move || progress.fraction());
    macro_rules! run {
        ($value:ty) => {{
            let store = match more {
                Some(more) => Strings::<$value>::grow(file, &options, more)?,
                None => Strings::<$value>::open(file, &options)?,
            };
            drop(shown);
            task.run(store)
        }};
    }
    match info.value_len {
        72 => run!(Bytes64),
        264 => run!(Bytes256),
        1032 => run!(Bytes1024),
        4104 => run!(Bytes4096),
        _ => Err(Failure::Foreign(file.display().to_string())),
    }
}

/// Makes a store, and shows how far that is.
pub(crate) fn make<V: ByteString>(file: &Path, options: Options) -> Result<Strings<V>, Failure> {
    let progress = Progress::new();
    let options = options.types(TYPES).progress(&progress);
    let _shown = Shown::new(&format!("making {}", file.display()), move || progress.fraction());
    Ok(OrderedStore::create(file, &options)?)
}

/// Makes a store.
pub(crate) fn create(file: &Path, value_size: &str, keys: u64, elements: u64, changes: u64) -> Result<(), Failure> {
    let options = Options::new().keys(keys).elements(elements).changes(changes);
    match value_size {
        "64" => drop(make::<Bytes64>(file, options)?),
        "1024" => drop(make::<Bytes1024>(file, options)?),
        "4096" => drop(make::<Bytes4096>(file, options)?),
        _ => drop(make::<Bytes256>(file, options)?),
    }
    Ok(())
}

/// Prints a value.
pub(crate) fn get(file: &Path, key: &OsStr) -> Result<(), Failure> {
    struct Get<'a>(&'a Path, &'a OsStr);

    impl Task for Get<'_> {
        fn run<V: ByteString>(self, store: Strings<V>) -> Result<(), Failure> {
            let fail = Failure::of(self.0);
            let value = store.get(&string("key", self.1.as_bytes())?).map_err(&fail)?;
            let value = value.ok_or(Error::KeyNotFound).map_err(&fail)?;
            let mut out = io::stdout().lock();
            out.write_all(value.bytes())?;
            Ok(out.write_all(b"\n").and_then(|()| out.flush())?)
        }
    }

    with(file, Get(file, key))
}

/// Puts a value, or appends an element.
pub(crate) fn put(file: &Path, key: &OsStr, value: Option<&OsStr>, is_element: bool) -> Result<(), Failure> {
    struct Put<'a>(&'a Path, &'a OsStr, Vec<u8>, bool);

    impl Task for Put<'_> {
        fn run<V: ByteString>(self, mut store: Strings<V>) -> Result<(), Failure> {
            let (key, value) = (string("key", self.1.as_bytes())?, string::<V>("value", &self.2)?);
            let result = if self.3 { store.append(&key, &value) } else { store.put(&key, &value) };
            result.map_err(Failure::of(self.0))
        }
    }

    let value = match value {
        Some(value) => value.as_bytes().to_owned(),
        None => {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            bytes
        }
    };
    with(file, Put(file, key, value, is_element))
}

/// Puts a line after the other, or all of them together.
pub(crate) fn put_lines(file: &Path, is_atomic: bool) -> Result<(), Failure> {
    struct Lines<'a>(&'a Path, bool);

    impl Lines<'_> {
        /// The key and the value of a line.
        fn read<'l, V: ByteString>(&self, number: usize, line: &'l [u8]) -> Result<(&'l [u8], Bytes64, V), Failure> {
            let wrong = |what: String| Failure::Line { line: number + 1, what };
            let at = line.iter().position(|byte| *byte == b' ');
            let (key, value) =
                line.split_at(at.ok_or_else(|| wrong("a key, a space and a value are needed".to_owned()))?);
            let parsed = |key| Ok((string("key", key)?, string("value", &value[1..])?));
            let (parsed_key, value) = parsed(key).map_err(|failure: Failure| wrong(failure.to_string()))?;
            Ok((key, parsed_key, value))
        }
    }

    impl Task for Lines<'_> {
        fn run<V: ByteString>(self, mut store: Strings<V>) -> Result<(), Failure> {
            let fail = Failure::of(self.0);
            let mut out = io::stdout().lock();
            let lines = io::stdin().lock().split(b'\n').enumerate();
            if self.1 {
                let mut transaction = store.transaction();
                let mut puts = 0;
                for (number, line) in lines {
                    let line = line?;
                    let (_, key, value) = self.read::<V>(number, &line)?;
                    transaction.put(&key, &value).map_err(&fail)?;
                    puts += 1;
                }
                transaction.commit();
                writeln!(out, "ok {puts}")?;
                return Ok(out.flush()?);
            }
            for (number, line) in lines {
                let line = line?;
                let (name, key, value) = self.read::<V>(number, &line)?;
                store.put(&key, &value).map_err(&fail)?;
                out.write_all(b"ok ")?;
                out.write_all(name)?;
                out.write_all(b"\n")?;
                out.flush()?;
            }
            Ok(())
        }
    }

    with(file, Lines(file, is_atomic))
}

/// Removes a key.
pub(crate) fn del(file: &Path, key: &OsStr) -> Result<(), Failure> {
    struct Del<'a>(&'a Path, &'a OsStr);

    impl Task for Del<'_> {
        fn run<V: ByteString>(self, mut store: Strings<V>) -> Result<(), Failure> {
            store.remove(&string("key", self.1.as_bytes())?).map_err(Failure::of(self.0))
        }
    }

    with(file, Del(file, key))
}

/// Prints keys, in the order of their bytes if there is a range, or elements.
pub(crate) fn list(file: &Path, key: Option<&OsStr>, values: bool, range: [Option<&OsStr>; 2]) -> Result<(), Failure> {
    struct List<'a>(&'a Path, Option<&'a OsStr>, bool, [Option<&'a OsStr>; 2]);

    /// Keys, one after the other.
    type Keys<'s> = Box<dyn Iterator<Item = Result<Bytes64, Error>> + 's>;

    impl List<'_> {
        /// The keys that are printed.
        fn keys<'s, V: ByteString>(&self, store: &'s Strings<V>) -> Result<Keys<'s>, Failure> {
            if !self.is_ordered() {
                return Ok(Box::new(store.keys()));
            }
            let bound = |bound: Option<&OsStr>| bound.map(|bound| string("key", bound.as_bytes())).transpose();
            let [from, to]: [Option<Bytes64>; 2] = [bound(self.3[0])?, bound(self.3[1])?];
            let keys = store.range_keys(from.as_ref(), to.as_ref()).map_err(Failure::of(self.0))?;
            Ok(Box::new(keys))
        }
    }

    impl Task for List<'_> {
        fn is_ordered(&self) -> bool {
            self.3.iter().any(Option::is_some)
        }

        fn run<V: ByteString>(self, store: Strings<V>) -> Result<(), Failure> {
            let fail = Failure::of(self.0);
            let mut out = io::BufWriter::new(io::stdout().lock());
            let print =
                |out: &mut dyn Write, bytes: &[u8], end: &[u8]| out.write_all(bytes).and_then(|()| out.write_all(end));
            if let Some(key) = self.1 {
                for element in store.list(&string("key", key.as_bytes())?).map_err(&fail)? {
                    print(&mut out, element.map_err(&fail)?.bytes(), b"\n")?;
                }
            } else {
                for key in self.keys(&store)? {
                    let key = key.map_err(&fail)?;
                    if self.2 {
                        let value = store.get(&key).map_err(&fail)?;
                        print(&mut out, key.bytes(), b"\t")?;
                        print(&mut out, value.ok_or(Error::KeyNotFound).map_err(&fail)?.bytes(), b"\n")?;
                    } else {
                        print(&mut out, key.bytes(), b"\n")?;
                    }
                }
            }
            Ok(out.flush()?)
        }
    }

    with(file, List(file, key, values, range))
}

/// Prints how large a store is.
pub(crate) fn stat(file: &Path) -> Result<(), Failure> {
    stat_with_more(file, None)
}

/// Gives a store more room, and prints how large it is then.
pub(crate) fn grow(file: &Path, more: Room) -> Result<(), Failure> {
    stat_with_more(file, Some(more))
}

fn stat_with_more(file: &Path, more: Option<Room>) -> Result<(), Failure> {
    struct Stat;

    impl Task for Stat {
        fn run<V: ByteString>(self, store: Strings<V>) -> Result<(), Failure> {
            let (info, (keys, values, elements)) = (*store.info(), store.free());
            let used = |all: u64, free: usize| all.saturating_sub(free as u64);
            let mut out = io::stdout().lock();
            writeln!(
                out,
                "keys        {} of {}, each of at most {} bytes",
                used(info.keys, keys),
                info.keys,
                Bytes64::MAX
            )?;
            writeln!(
                out,
                "values      {} of {}, each of at most {} bytes",
                used(info.values, values),
                info.values,
                V::MAX
            )?;
            writeln!(
                out,
                "elements    {} of {}, each of at most {} bytes",
                used(info.elements, elements),
                info.elements,
                V::MAX
            )?;
            writeln!(out, "transaction {} bytes of journal, 40 a change at most", info.journal)?;
            writeln!(out, "file        {} bytes", info.size)?;
            Ok(out.flush()?)
        }
    }

    with_more(file, more, Stat)
}

/// Reads everything.
pub(crate) fn check(file: &Path) -> Result<(), Failure> {
    struct Check<'a>(&'a Path);

    impl Task for Check<'_> {
        fn run<V: ByteString>(self, store: Strings<V>) -> Result<(), Failure> {
            let count = Count::new(store.len() as u64);
            let shown = count.clone();
            let shown = Shown::new(&format!("checking {}", self.0.display()), move || shown.fraction());
            let (mut keys, mut elements, mut corrupted) = (0u64, 0u64, 0u64);
            for key in store.keys() {
                count.add();
                let Ok(key) = key else {
                    corrupted += 1;
                    continue;
                };
                keys += 1;
                corrupted += u64::from(!matches!(store.get(&key), Ok(Some(_))));
                match store.list(&key) {
                    Ok(list) => {
                        for element in list {
                            elements += 1;
                            corrupted += u64::from(element.is_err());
                        }
                    }
                    Err(_) => corrupted += 1,
                }
            }
            drop(shown);
            if corrupted > 0 {
                return Err(Failure::Corrupted(self.0.display().to_string(), corrupted));
            }
            let mut out = io::stdout().lock();
            writeln!(out, "{keys} keys with their values, and {elements} elements: all is well")?;
            Ok(out.flush()?)
        }
    }

    match with(file, Check(file)) {
        // That is what a check is for.
        Err(Failure::Open(OpenError { fault: Fault::Corrupted, path, .. })) => {
            Err(Failure::Corrupted(path.display().to_string(), 1))
        }
        result => result,
    }
}
