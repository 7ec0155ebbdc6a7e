//! How a store is made and opened.
//!
//! trusted: nothing; a store that does not fit is an error.

use crate::progress_t::Progress;

/// How large a store is when it is made, and what it is opened for.
///
/// ```
/// let options = capybara::Options::new().keys(100_000).elements(1_000_000).types(7);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Options {
    pub(crate) keys: u64,
    pub(crate) elements: u64,
    pub(crate) changes: u64,
    pub(crate) types: u64,
    pub(crate) is_ordered: bool,
    pub(crate) is_persistent: bool,
    pub(crate) progress: Option<Progress>,
}

/// How much room a store gets when it grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// For so many keys more.
    pub keys: u64,
    /// For so many values more. As many as keys keep the room for changes of a full store.
    pub values: u64,
    /// For so many elements more, in the lists of all keys together.
    pub elements: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            keys: 1_000,
            elements: 0,
            changes: 1_000,
            types: 0,
            is_ordered: false,
            is_persistent: false,
            progress: None,
        }
    }
}

impl Options {
    /// A store for 1,000 keys, no elements, and 1,000 changes a transaction.
    pub fn new() -> Options {
        Options::default()
    }

    /// How many keys there is room for, each with its value. [`Store::grow`](crate::Store::grow) gives a store more.
    pub fn keys(mut self, keys: u64) -> Options {
        self.keys = keys;
        self
    }

    /// How many elements there is room for, in the lists of all keys together.
    pub fn elements(mut self, elements: u64) -> Options {
        self.elements = elements;
        self
    }

    /// How many changes a transaction can have, also when the store is full. For each the file has 40 bytes, room for a value and,
    /// if there are lists, for an element.
    pub fn changes(mut self, changes: u64) -> Options {
        self.changes = changes;
        self
    }

    /// A number of yours for the types of keys, values and elements, and for what they mean. A store is opened only with the
    /// number with which it was made, and with types of the same sizes.
    pub fn types(mut self, types: u64) -> Options {
        self.types = types;
        self
    }

    /// Keeps the keys of an [`OrderedStore`](crate::OrderedStore) in order in memory, for its ranges; other stores ignore this. Each key is then read once more when the
    /// store is opened, and a change that makes or removes a key compares it with some others. The file is the same.
    pub fn ordered(mut self) -> Options {
        self.is_ordered = true;
        self
    }

    /// Treats the file as persistent memory, for measurements on machines that have none. **What is committed is then not durable**
    /// where the memory is not persistent.
    pub fn as_persistent_memory(mut self) -> Options {
        self.is_persistent = true;
        self
    }

    /// Shows in `progress`, of which another thread may have a clone, how far `create` or `open` is.
    pub fn progress(mut self, progress: &Progress) -> Options {
        self.progress = Some(progress.clone());
        self
    }
}
