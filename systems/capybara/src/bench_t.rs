//! Measures a store.
//!
//! trusted: nothing; it uses the library as other programs do.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use capybara::{Bytes64, Bytes1024, Options, OrderedStore, PmCopy};

use crate::command_t::{Failure, Strings, make, string};
use crate::show_t::{Count, Shown};

/// The bytes of a value, as in YCSB.
const VALUE: usize = 1_000;

/// The changes of a transaction in the phase that has transactions.
const CHANGES: u64 = 100;

/// A phase: its name, what is done with the store for a number, and every how many numbers.
type Phase<'a> = (&'static str, &'a dyn Fn(&mut Strings<Bytes1024>, u64) -> Result<(), Failure>, u64);

/// Makes a store, measures each phase, prints a line for each, and removes the file.
pub(crate) fn bench(file: &Path, keys: u64) -> Result<(), Failure> {
    let mut store = make::<Bytes1024>(file, Options::new().keys(keys).elements(keys))?;
    let result = measure(file, &mut store, keys);
    drop(store);
    std::fs::remove_file(file)?;
    result
}

fn key(number: u64) -> Result<Bytes64, Failure> {
    string("key", format!("user{:019}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1).as_bytes())
}

fn measure(file: &Path, store: &mut Strings<Bytes1024>, keys: u64) -> Result<(), Failure> {
    let fail = &Failure::of(file);
    let value: &Bytes1024 = &string("value", &[b'v'; VALUE])?;
    let phases: [Phase<'_>; 6] = [
        ("insert", &|store, n| store.insert(&key(n)?, value).map_err(fail), 1),
        ("get", &|store, n| one(store, n).map_err(fail), 1),
        ("update", &|store, n| store.update(&key(n)?, value).map_err(fail), 1),
        ("append", &|store, n| store.append(&key(n)?, value).map_err(fail), 1),
        (
            "update, 100 a transaction",
            &|store, n| {
                let mut transaction = store.transaction();
                for n in n..(n + CHANGES).min(keys) {
                    transaction.update(&key(n)?, value).map_err(fail)?;
                }
                transaction.commit();
                Ok(())
            },
            CHANGES,
        ),
        ("remove", &|store, n| store.remove(&key(n)?).map_err(fail), 1),
    ];
    for (name, operation, step) in phases {
        let count = Count::new(keys.div_ceil(step));
        let shown = count.clone();
        let shown = Shown::new(name, move || shown.fraction());
        let start = Instant::now();
        for n in (0..keys).step_by(usize::try_from(step).unwrap_or(1)) {
            operation(store, n)?;
            count.add();
        }
        let taken = start.elapsed().as_secs_f64();
        drop(shown);
        let mut out = std::io::stdout().lock();
        writeln!(out, "{name:<26} {:>10.0} a second, {:>8.2} us each", keys as f64 / taken, taken / keys as f64 * 1e6)?;
        out.flush()?;
    }
    Ok(())
}

/// Reads one value, which must be there.
fn one<V: PmCopy>(store: &OrderedStore<Bytes64, V>, n: u64) -> Result<(), capybara::Error> {
    let key = key(n).map_err(|_| capybara::Error::KeyNotFound)?;
    store.get(&key)?.map(std::hint::black_box).map(drop).ok_or(capybara::Error::KeyNotFound)
}
