//! Random operations with values of all lengths, compared step by step with a model.

mod support;

use std::collections::BTreeMap;

use capybarakv::KvError;
use capybarakv::order_v::Natural;
use capybaravalues::{MAX_LEN, PersistentValues, ValueError};
use power_mock::MockDevice;
use support::{Answer, Map, Mock, Model, Operation, Random, content, device_len, geometry, map, open, run, size};

/// How often each kind of answer came, by its name.
type Counts = BTreeMap<String, u64>;

/// The name of an answer.
fn name(answer: &Result<Answer, ValueError>) -> String {
    let text = match answer {
        Ok(answer) => format!("{answer:?}"),
        Err(ValueError::Store(error)) => format!("{error:?}"),
        Err(error) => format!("{error:?}"),
    };
    text.split([' ', '(']).next().unwrap_or_default().to_owned()
}

/// Many operations on a store with rows of `N` bytes, and starts of the store anew.
fn session<const N: usize>(seed: u64, operations: usize, lengths: &[usize], counts: &mut Counts) {
    let mut random = Random(seed);
    let most = lengths.iter().filter(|len| **len <= MAX_LEN).max().expect("a length").div_ceil(N) as u64;
    let keys = 1 + random.below(6);
    let sizes = geometry::<N>(keys, keys + random.below(4), most + random.below(2 * most + 1));
    let capacity = 120 + 32 * most + random.below(32 * most + 300);
    let device = MockDevice::new(random.bytes(device_len(&sizes, capacity)), 8);
    let mut history = device.history();
    let mut store = Mock::<N>::create(device, &sizes, capacity).expect("there is room");
    let mut model = Model::new(Map::new(), &sizes, capacity);
    for step in 0..operations {
        let operation = model.operation(lengths, &mut random);
        let (expected, got) = (model.run(&operation), run(&mut store, &operation));
        *counts.entry(name(&got)).or_default() += 1;
        // The values are too long to be shown.
        assert!(got == expected, "rows of {N} bytes, seed {seed}, step {step}: {} for {}", name(&got), name(&expected));
        assert_eq!(store.free(), model.free(), "rows of {N} bytes, seed {seed}, step {step}");
        assert!(map(&store).expect("good media") == model.on_commit, "rows of {N} bytes, seed {seed}, step {step}");
        if random.below(40) == 0 {
            store.close();
            let (opened, again) = open::<N>(&content(&history), 8);
            (store, history) = (opened.expect("a store"), again);
            model.run(&Operation::Abort).expect("an abort");
        }
    }
}

#[test]
fn stores_are_as_the_model() {
    let mut counts = Counts::new();
    for seed in 0..size(12, 200) as u64 {
        session::<16>(seed, 300, &[0, 1, 7, 15, 16, 17, 31, 32, 33, 100], &mut counts);
        session::<1>(seed, 200, &[0, 1, 2, 3, 9], &mut counts);
        session::<64>(seed, 200, &[0, 1, 63, 64, 65, 1_000], &mut counts);
    }
    println!("{counts:?}");
    for name in
        ["Done", "Bytes", "Len", "Is", "KeyNotFound", "OutOfKeys", "OutOfItems", "OutOfElements", "TransactionFull"]
    {
        assert!(counts.get(name).is_some_and(|n| *n > 50), "{name}");
    }
    assert!(counts.contains_key("OutOfBounds"));
}

#[test]
fn long_values_are_as_the_model() {
    let mut counts = Counts::new();
    for seed in 0..size(4, 30) as u64 {
        session::<256>(seed, 60, &[0, 1, 255, 256, 257, 4_096, 65_535, MAX_LEN, MAX_LEN + 1], &mut counts);
        session::<1_000>(seed, 60, &[0, 999, 1_000, 1_001, 65_000, 65_001, MAX_LEN, MAX_LEN + 1], &mut counts);
        session::<4_096>(seed, 60, &[0, 1, 4_095, 4_096, 4_097, MAX_LEN - 1, MAX_LEN, MAX_LEN + 1], &mut counts);
        session::<100_000>(seed, 20, &[0, 1, MAX_LEN, MAX_LEN + 1], &mut counts);
    }
    println!("{counts:?}");
    for name in ["Done", "Bytes", "TooLong", "OutOfElements"] {
        assert!(counts.get(name).is_some_and(|n| *n > 3), "{name}");
    }
}

/// Every range of a value.
#[test]
fn every_range_is_read() {
    let sizes = geometry::<8>(1, 1, 4);
    let mut store = Mock::<8>::create(MockDevice::new(vec![0; device_len(&sizes, 300)], 8), &sizes, 300).expect("room");
    for len in 0..=32 {
        let value = Random(len as u64).bytes(len);
        store.put(&5, &value).expect("room");
        for from in 0..len + 3 {
            for n in 0..len + 3 {
                let expected = value.get(from..from + n).map(<[u8]>::to_vec).ok_or(ValueError::OutOfBounds { len });
                assert_eq!(store.get_range(&5, from, n), expected, "{len} bytes, {n} from {from}");
            }
        }
        store.abort();
    }
}

/// A put that cannot be done leaves what was there, whatever it lacks and however many rows it has.
#[test]
fn a_put_is_done_or_not() {
    let (old, long) = (vec![1; 40], vec![2; 80]);
    // A value of 80 bytes takes 10 rows, and 80 + 40 + 9 * 32 bytes of the journal where a value is.
    let needed = 80 + 40 + 9 * 32;
    for (rows, capacity, error) in [
        (5 + 9, needed, Some(KvError::OutOfElements)),
        (5 + 10, needed - 1, Some(KvError::TransactionFull { room: needed - 1 })),
        (5 + 10, needed, None),
    ] {
        let sizes = geometry::<8>(1, 3, rows);
        let device = MockDevice::new(vec![0; device_len(&sizes, capacity)], 8);
        let history = device.history();
        let mut store = Mock::<8>::create(device, &sizes, capacity).expect("room");
        store.put(&1, &old).expect("room");
        store.commit();
        let before = store.free();
        let result = store.put(&1, &long);
        assert_eq!(result, error.map_or(Ok(()), |error| Err(ValueError::Store(error))));
        if error.is_some() {
            assert_eq!((store.get(&1), store.free()), (Ok(old.clone()), before));
            store.commit();
            assert_eq!(store.get(&1), Ok(old.clone()));
        } else {
            assert_eq!(store.get(&1), Ok(long.clone()));
            store.commit();
        }
        store.close();
        let expected = if error.is_some() { &old } else { &long };
        assert_eq!(open::<8>(&content(&history), 8).0.expect("a store").get(&1).as_ref(), Ok(expected));
    }
}

/// Keys are given in order if the store is asked to.
#[test]
fn ranges_are_in_order() {
    let sizes = geometry::<8>(9, 9, 9);
    let device = MockDevice::new(vec![0; device_len(&sizes, 900)], 8);
    let mut store: PersistentValues<_, u64, 8, Natural> = PersistentValues::create(device, &sizes, 900).expect("room");
    assert_eq!(store.range(None, None).err(), Some(KvError::Unordered));
    store.keep_order().expect("good media");
    for key in [5, 1, 9, 3] {
        store.put(&key, &[key as u8; 5]).expect("room");
    }
    store.put(&3, b"").expect("room");
    let mut range = store.range(Some(&2), Some(&9)).expect("an order");
    let keys: Vec<_> = std::iter::from_fn(|| range.next()).collect();
    assert_eq!(keys, [Ok(3), Ok(5)]);
}
