//! Bits that are read wrongly, and contents that are no store of values.

mod support;

use capybarakv::{KvError, PersistentStore};
use capybaravalues::{PersistentValues, ValueError, types_for};
use power_mock::MockDevice;
use support::{Map, Mock, NUMBER, Random, content, device_len, geometry, map, open};

/// A store with values of no row, one row and several rows, one of which was replaced.
fn filled() -> (Vec<u8>, Map) {
    let sizes = geometry::<16>(5, 7, 14);
    let device = MockDevice::new(Random(1).bytes(device_len(&sizes, 500)), 8);
    let history = device.history();
    let mut store = Mock::<16>::create(device, &sizes, 500).expect("room");
    for (key, len) in [(1, 0), (2, 5), (3, 16), (4, 60)] {
        store.put(&key, &Random(key).bytes(len)).expect("room");
    }
    store.commit();
    store.put(&3, &Random(9).bytes(33)).expect("room");
    store.commit();
    let truth = map(&store).expect("good media");
    store.close();
    (content(&history), truth)
}

/// Each bit, one after the other: a start gives an error or the store, and then each value is right or `Corrupted`.
#[test]
fn every_bad_bit_is_found_or_harmless() {
    let (content, truth) = filled();
    let mut counts = [0; 3];
    for bit in 0..content.len() * 8 {
        let mut device = MockDevice::new(content.clone(), 8);
        device.corrupt(bit / 8, 1 << (bit % 8));
        match Mock::<16>::open(device, types_for(NUMBER)) {
            Err(error) => {
                assert_eq!(error, KvError::Corrupted, "bit {bit}");
                counts[0] += 1;
            }
            Ok(store) => {
                let bad = truth.iter().filter(|(key, value)| {
                    let read = store.get(key);
                    assert!(
                        read == Err(ValueError::Store(KvError::Corrupted)) || read.as_ref() == Ok(*value),
                        "bit {bit}: {read:?}"
                    );
                    // A range without the bad row is read.
                    let first = store.get_range(key, 0, value.len().min(1));
                    assert!(read.is_err() || first.is_ok(), "bit {bit}");
                    read.is_err()
                });
                let bad = bad.count();
                assert!(bad <= 1, "bit {bit}");
                counts[1 + bad] += 1;
            }
        }
    }
    println!("{counts:?}");
    // Four lengths, and a row of 5 bytes, three of 33 and four of 60, each with a checksum.
    assert_eq!(counts[2], 8 * (4 * 16 + 8 * 24));
    assert!(counts[0] > 0 && counts[1] > 0);
}

/// A value with a bad row can be read elsewhere, be replaced and be deleted.
#[test]
fn values_with_a_bad_row_can_be_changed() {
    let (content, truth) = filled();
    let row = &truth[&4][32..48];
    let at = content.windows(16).position(|bytes| bytes == row).expect("it is there");
    let bad = || {
        let mut device = MockDevice::new(content.clone(), 8);
        device.corrupt(at, 1);
        Mock::<16>::open(device, types_for(NUMBER)).expect("the metadata are good")
    };
    let mut store = bad();
    assert_eq!(store.get(&4), Err(ValueError::Store(KvError::Corrupted)));
    assert_eq!(store.get_range(&4, 20, 12), Ok(truth[&4][20..32].to_vec()));
    assert_eq!(store.get_range(&4, 48, 12), Ok(truth[&4][48..].to_vec()));
    assert_eq!(store.get_range(&4, 31, 2), Err(ValueError::Store(KvError::Corrupted)));
    assert_eq!(store.value_len(&4), Ok(60));
    store.put(&4, b"new").expect("room");
    store.commit();
    assert_eq!(store.get(&4), Ok(b"new".to_vec()));
    let mut store = bad();
    store.delete(&4).expect("it is there");
    store.commit();
    assert_eq!(store.get(&4), Err(ValueError::Store(KvError::KeyNotFound)));
}

/// Stores of other numbers and of rows of other lengths, stores that are no values, and garbage are refused.
#[test]
fn other_contents_are_refused() {
    let (content, _) = filled();
    let device = || MockDevice::new(content.clone(), 8);
    assert_eq!(Mock::<16>::open(device(), types_for(NUMBER + 1)).err(), Some(KvError::OtherTypes));
    assert_eq!(Mock::<8>::open(device(), types_for(NUMBER)).err(), Some(KvError::OtherTypes));
    assert_eq!(
        PersistentValues::<_, u32, 16>::open(device(), types_for(NUMBER)).err(),
        Some(KvError::OtherTypes),
        "keys of another size"
    );
    let sizes = capybarakv::Geometry::of::<u64, u64, [u8; 16]>(2, 2, 2, u64::from(NUMBER));
    let device = MockDevice::new(vec![0; device_len(&sizes, 100)], 8);
    let history = device.history();
    let mut other: PersistentStore<_, u64, u64, [u8; 16]> = PersistentStore::create(device, &sizes, 100).expect("room");
    other.insert(&1, &99).expect("room");
    other.commit();
    other.close();
    assert_eq!(open::<16>(&support::content(&history), 8).0.err(), Some(KvError::OtherTypes));
    let mut random = Random(5);
    for len in [0, 10, 64, 1_000] {
        assert!(open::<16>(&random.bytes(len), 8).0.is_err());
    }
    let mut cut = content;
    cut.truncate(cut.len() - 1);
    assert!(open::<16>(&cut, 8).0.is_err());
}
