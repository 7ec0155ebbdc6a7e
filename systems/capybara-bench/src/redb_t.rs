//! redb, with its usual settings: a commit is durable.
//!
//! trusted: nothing but the numbers rests on it.

use std::path::Path;

use redb::{Database, ReadableDatabase, TableDefinition};

use crate::{Fault, KEY, Peer, VALUE};

const TABLE: TableDefinition<'_, &[u8; KEY], &[u8]> = TableDefinition::new("records");

/// A store of redb.
pub struct Redb(Database);

impl Redb {
    /// A new one.
    pub fn create(path: &Path) -> Result<Redb, Fault> {
        Ok(Redb(Database::create(path)?))
    }

    fn put(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        self.load(&[(*key, value)])
    }
}

impl Peer for Redb {
    fn load(&mut self, records: &[([u8; KEY], &[u8; VALUE])]) -> Result<(), Fault> {
        let transaction = self.0.begin_write()?;
        {
            let mut table = transaction.open_table(TABLE)?;
            for (key, value) in records {
                table.insert(key, value.as_slice())?;
            }
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
        let table = self.0.begin_read()?.open_table(TABLE)?;
        value.clear();
        value.extend_from_slice(table.get(key)?.ok_or("a record is missing")?.value());
        Ok(())
    }

    fn scan(&mut self, key: &[u8; KEY], count: usize, value: &mut Vec<u8>) -> Result<usize, Fault> {
        let table = self.0.begin_read()?.open_table(TABLE)?;
        let mut found = 0;
        for entry in table.range::<&[u8; KEY]>(key..)?.take(count) {
            value.clear();
            value.extend_from_slice(entry?.1.value());
            found += 1;
        }
        Ok(found)
    }
}
