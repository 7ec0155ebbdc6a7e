//! LMDB, with its usual settings: a commit is durable.
//!
//! trusted: nothing but the numbers rests on it, and nobody else opens the folder.

use std::ops::Bound;
use std::path::Path;

use heed::types::Bytes;
use heed::{Database, Env, EnvOpenOptions};

use crate::{Fault, KEY, Peer, VALUE};

/// A store of LMDB.
pub struct Lmdb {
    env: Env,
    records: Database<Bytes, Bytes>,
}

impl Lmdb {
    /// A new one. The map has room for several times the records.
    pub fn create(path: &Path, room: u64) -> Result<Lmdb, Fault> {
        std::fs::create_dir(path)?;
        let size = (usize::try_from(room)? * (KEY + VALUE) * 4).next_multiple_of(1 << 20);
        // SAFETY: nobody else opens or changes the files.
        let env = unsafe { EnvOpenOptions::new().map_size(size).open(path)? };
        let mut transaction = env.write_txn()?;
        let records = env.create_database(&mut transaction, None)?;
        transaction.commit()?;
        Ok(Lmdb { env, records })
    }

    fn put(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        self.load(&[(*key, value)])
    }
}

impl Peer for Lmdb {
    fn load(&mut self, records: &[([u8; KEY], &[u8; VALUE])]) -> Result<(), Fault> {
        let mut transaction = self.env.write_txn()?;
        for (key, value) in records {
            self.records.put(&mut transaction, key, value.as_slice())?;
        }
        Ok(transaction.commit()?)
    }

    fn insert(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        self.put(key, value)
    }

    fn update(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        self.put(key, value)
    }

    fn get(&mut self, key: &[u8; KEY], value: &mut Vec<u8>) -> Result<(), Fault> {
        let transaction = self.env.read_txn()?;
        value.clear();
        value.extend_from_slice(self.records.get(&transaction, key)?.ok_or("a record is missing")?);
        Ok(())
    }

    fn scan(&mut self, key: &[u8; KEY], count: usize, value: &mut Vec<u8>) -> Result<usize, Fault> {
        let transaction = self.env.read_txn()?;
        let bounds: (Bound<&[u8]>, Bound<&[u8]>) = (Bound::Included(key), Bound::Unbounded);
        let mut found = 0;
        for entry in self.records.range(&transaction, &bounds)?.take(count) {
            value.clear();
            value.extend_from_slice(entry?.1);
            found += 1;
        }
        Ok(found)
    }
}
