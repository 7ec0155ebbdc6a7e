//! How fast values of a length are put and read, beside a store of `capybarakv` whose items have exactly this length.
//!
//! `cargo run --release -p capybaravalues --example throughput [ROUNDS]` prints a line for each length: microseconds of a put with its commit
//! and of a get, for this crate and for the other store, the medians of the rounds (seven), and the medians of the ratios. Both
//! are measured in each round, one after the other. Files are in `/dev/shm`, and are taken for persistent memory.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use capybarakv::{Geometry, PersistentStore, size_for};
use capybaravalues::{PersistentValues, geometry_for, types_for};
use power::mapped_t::MappedFile;
use power_media::Mapping;

/// The keys of a store.
const KEYS: u64 = 64;

/// The bytes of the journal.
const CAPACITY: u64 = 1 << 14;

/// A device for a store of this geometry.
fn device(folder: &tempfile::TempDir, name: &str, geometry: &Geometry) -> Result<MappedFile, Box<dyn Error>> {
    let len = size_for(geometry, CAPACITY).map_err(|error| format!("{error:?}"))?.next_multiple_of(8);
    let path = folder.path().join(name);
    std::fs::File::create_new(&path)?.set_len(len)?;
    Ok(MappedFile::new(Mapping::open_as_persistent(&path, len)?))
}

/// Microseconds of a call, the mean of so many.
fn time(calls: u64, mut call: impl FnMut(u64)) -> f64 {
    let start = Instant::now();
    (0..calls).for_each(&mut call);
    start.elapsed().as_secs_f64() * 1e6 / calls as f64
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// A line for values of `LEN` bytes in rows of `N`.
fn measure<const LEN: usize, const N: usize>(rounds: usize) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir_in("/dev/shm")?;
    let rows = 2 * KEYS * LEN.div_ceil(N) as u64;
    let sizes = geometry_for::<u64, N>(KEYS, 2 * KEYS, rows, 0);
    let mut values: PersistentValues<_, u64, N> =
        PersistentValues::create(device(&folder, "values", &sizes)?, &sizes, CAPACITY)
            .map_err(|error| format!("{error:?}"))?;
    assert_eq!(sizes.types, types_for(0));
    let fixed_sizes = Geometry::of::<u64, [u8; LEN], u64>(KEYS, 2 * KEYS, 0, 0);
    let mut fixed: PersistentStore<_, u64, [u8; LEN], u64> =
        PersistentStore::create(device(&folder, "fixed", &fixed_sizes)?, &fixed_sizes, CAPACITY)
            .map_err(|error| format!("{error:?}"))?;
    let value = [0x5a; LEN];
    for key in 0..KEYS {
        fixed.insert(&key, &value).map_err(|error| format!("{error:?}"))?;
        fixed.commit();
    }
    let calls = (50_000_000 / (LEN as u64 + 5_000)).max(500);
    let mut taken: [Vec<f64>; 4] = Default::default();
    // The first round warms up.
    for round in 0..=rounds {
        let now = [
            time(calls, |n| {
                values.put(&(n % KEYS), &value).expect("there is room");
                values.commit();
            }),
            time(calls, |n| drop(black_box(values.get(&(n % KEYS)).expect("it is there")))),
            time(calls, |n| {
                fixed.update(&(n % KEYS), &value).expect("there is room");
                fixed.commit();
            }),
            time(calls, |n| drop(black_box(Box::new(fixed.read(&(n % KEYS)).expect("it is there"))))),
        ];
        if round > 0 {
            taken.iter_mut().zip(now).for_each(|(all, now)| all.push(now));
        }
    }
    let ratio = |a: usize, b: usize| median(taken[a].iter().zip(&taken[b]).map(|(a, b)| a / b).collect());
    let (put, get) = (ratio(0, 2), ratio(1, 3));
    let [ours_put, ours_get, fixed_put, fixed_get] = taken.map(median);
    println!(
        "{LEN:>6} bytes in rows of {N:>4}: put {ours_put:8.2} us, {put:.2} of {fixed_put:8.2}; \
         get {ours_get:8.2} us, {get:.2} of {fixed_get:8.2}"
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(7), |rounds| rounds.parse())?;
    measure::<100, 128>(rounds)?;
    measure::<4096, 128>(rounds)?;
    measure::<4096, 1024>(rounds)?;
    measure::<4096, 4096>(rounds)?;
    measure::<65536, 1024>(rounds)?;
    measure::<65536, 4096>(rounds)
}
