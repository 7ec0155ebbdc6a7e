//! Values of any length in a file: they are there after a close, transactions are done or not, and other files are refused.

use capybara::{Error, Fault, Options, Store, ValueStore};

fn value(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 31 + seed) as u8).collect()
}

#[test]
fn values_of_all_lengths_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, options) = (folder.path().join("values"), Options::new().keys(8).elements(200).changes(4));
    let lengths = [0, 1, 1_023, 1_024, 1_025, 65_536];
    let mut store: ValueStore<u64> = ValueStore::create(&path, &options).expect("a new file");
    for (key, len) in lengths.into_iter().enumerate() {
        store.put(&(key as u64), &value(len, key)).expect("room");
    }
    assert_eq!(store.put(&0, &value(65_537, 0)), Err(Error::TooLong { len: 65_537 }));
    drop(store);
    let mut store: ValueStore<u64> = ValueStore::open(&path, &options).expect("a store");
    for (key, len) in lengths.into_iter().enumerate() {
        assert_eq!(store.get(&(key as u64)), Ok(Some(value(len, key))));
        assert_eq!(store.value_len(&(key as u64)), Ok(len));
        assert_eq!(store.get_range(&(key as u64), len, 1), Err(Error::OutOfRange { len }));
    }
    assert_eq!(store.get_range(&5, 60_000, 3_000), Ok(value(65_536, 5)[60_000..63_000].to_vec()));
    store.remove(&5).expect("it is there");
    assert_eq!((store.get(&5), store.contains(&5), store.len()), (Ok(None), Ok(false), 5));
    assert_eq!(store.remove(&5), Err(Error::KeyNotFound));
    assert_eq!(store.value_len(&5), Err(Error::KeyNotFound));
    assert_eq!(
        store.keys().map(|mut keys| {
            keys.sort_unstable();
            keys
        }),
        Ok(vec![0, 1, 2, 3, 4])
    );
}

#[test]
fn a_transaction_is_done_or_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, options) = (folder.path().join("values"), Options::new().keys(2).elements(64).changes(2));
    let mut store: ValueStore<u64> = ValueStore::create(&path, &options).expect("a new file");
    store.put(&1, &value(65_536, 1)).expect("room");
    let mut transaction = store.transaction();
    transaction.put(&1, &value(60_000, 2)).expect("spare rows");
    // What it had is not free before the commit.
    assert_eq!(transaction.put(&2, &value(9_000, 3)), Err(Error::OutOfElements));
    assert_eq!(transaction.get(&1), Ok(Some(value(60_000, 2))));
    drop(transaction);
    assert_eq!(store.get(&1), Ok(Some(value(65_536, 1))));
    let mut transaction = store.transaction();
    transaction.put(&2, &value(3_000, 3)).expect("room");
    transaction.put(&1, &value(50_000, 4)).expect("room");
    transaction.commit();
    drop(store);
    let store: ValueStore<u64> = ValueStore::open(&path, &options).expect("a store");
    assert_eq!((store.get(&1), store.get(&2)), (Ok(Some(value(50_000, 4))), Ok(Some(value(3_000, 3)))));
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (values, other, options) = (folder.path().join("values"), folder.path().join("other"), Options::new().keys(2));
    drop(ValueStore::<u64>::create(&values, &options).expect("a new file"));
    drop(Store::<u64, u64, [u8; 1024]>::create(&other, &options).expect("a new file"));
    let fault = |result: Result<ValueStore<u64>, capybara::OpenError>| result.err().map(|error| error.fault);
    assert!(matches!(fault(ValueStore::open(&other, &options)), Some(Fault::OtherTypes { .. })));
    assert!(matches!(fault(ValueStore::open(&values, &options.clone().types(1))), Some(Fault::OtherTypes { .. })));
    assert!(Store::<u64, u64, [u8; 1024]>::open(&values, &options).is_err());
    assert!(matches!(fault(ValueStore::create(&values, &options)), Some(Fault::Exists)));
}
