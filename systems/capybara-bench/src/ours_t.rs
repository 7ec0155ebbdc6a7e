//! capybara.
//!
//! trusted: nothing but the numbers rests on it.

use std::path::{Path, PathBuf};

use capybara::{Options, OrderedStore};

use crate::{Fault, KEY, Peer, VALUE};

/// A store of ours. It is there but for the moment in which it is opened anew.
pub struct Ours {
    store: Option<OrderedStore<[u8; KEY], [u8; VALUE]>>,
    path: PathBuf,
    options: Options,
    is_ordered: bool,
}

impl Ours {
    /// A new one, with room for so many records.
    pub fn create(path: &Path, room: u64, has_lines: bool) -> Result<Ours, Fault> {
        let options = Options::new().keys(room);
        let options = if has_lines { options.as_persistent_memory() } else { options };
        let store = Some(OrderedStore::create(path, &options)?);
        Ok(Ours { store, path: path.to_owned(), options, is_ordered: false })
    }

    fn store(&mut self) -> Result<&mut OrderedStore<[u8; KEY], [u8; VALUE]>, Fault> {
        self.store.as_mut().ok_or_else(|| "the store was not opened again".into())
    }
}

impl Peer for Ours {
    fn load(&mut self, records: &[([u8; KEY], &[u8; VALUE])]) -> Result<(), Fault> {
        let mut transaction = self.store()?.transaction();
        for (key, value) in records {
            transaction.insert(key, value)?;
        }
        transaction.commit();
        Ok(())
    }

    fn insert(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        Ok(self.store()?.insert(key, value)?)
    }

    fn update(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault> {
        Ok(self.store()?.update(key, value)?)
    }

    fn get(&mut self, key: &[u8; KEY], value: &mut Vec<u8>) -> Result<(), Fault> {
        value.clear();
        value.extend_from_slice(&self.store()?.get(key)?.ok_or("a record is missing")?);
        Ok(())
    }

    fn scan(&mut self, key: &[u8; KEY], count: usize, value: &mut Vec<u8>) -> Result<usize, Fault> {
        let mut found = 0;
        for entry in self.store()?.range(Some(key), None)?.take(count) {
            value.clear();
            value.extend_from_slice(&entry?.1);
            found += 1;
        }
        Ok(found)
    }

    /// Opens the store anew, with its keys in order or not, and reads it all, so that the memory is mapped as before.
    fn prepare(&mut self, is_ordered: bool) -> Result<(), Fault> {
        if is_ordered == self.is_ordered {
            return Ok(());
        }
        self.store = None;
        let options = self.options.clone();
        let store = OrderedStore::open(&self.path, &if is_ordered { options.ordered() } else { options })?;
        for entry in &store {
            std::hint::black_box(entry?);
        }
        self.store = Some(store);
        self.is_ordered = is_ordered;
        Ok(())
    }
}
