//! capybara.
//!
//! trusted: nothing but the numbers rests on it.

use std::path::Path;

use capybara::{Options, Store};

use crate::{Fault, KEY, Peer, VALUE};

/// A store of ours.
pub struct Ours(Store<[u8; KEY], [u8; VALUE]>);

impl Ours {
    /// A new one, with room for so many records.
    pub fn create(path: &Path, room: u64, has_lines: bool) -> Result<Ours, Fault> {
        let options = Options::new().keys(room);
        let options = if has_lines { options.as_persistent_memory() } else { options };
        Ok(Ours(Store::create(path, &options)?))
    }
}

impl Peer for Ours {
    fn load(&mut self, records: &[([u8; KEY], &[u8; VALUE])]) -> Result<(), Fault> {
        let mut transaction = self.0.transaction();
        for (key, value) in records {
            transaction.insert(key, value)?;
        }
        transaction.commit();
        Ok(())
    }

    fn insert(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        Ok(self.0.insert(key, value)?)
    }

    fn update(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        Ok(self.0.update(key, value)?)
    }

    fn get(&mut self, key: &[u8; KEY], value: &mut Vec<u8>) -> Result<(), Fault> {
        value.clear();
        value.extend_from_slice(&self.0.get(key)?.ok_or("a record is missing")?);
        Ok(())
    }
}
