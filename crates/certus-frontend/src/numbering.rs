//! The numbers of definitions, and what was found out about which definitions there are.
//!
//! Each answer is computed at most once, for all threads. The numbers follow the order of the questions, so they differ
//! between two runs; [`crate::ids`] says what that means.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use certus_tree::DefId;
use indexmap::IndexSet;
use ra_ap_hir_def::BlockId;

use crate::impls::Impls;
use crate::key::Key;

/// The definitions that were met so far.
#[derive(Default)]
pub(crate) struct Numbering {
    /// The number of a definition is its place in this set.
    keys: RwLock<IndexSet<Key>>,
    /// The owner of the body around each block with items in it, and the number of the block in that body.
    blocks: Mutex<HashMap<BlockId, (Key, usize)>>,
    own: OnceLock<Vec<Key>>,
    local: OnceLock<Vec<DefId>>,
    by_path: OnceLock<HashMap<String, DefId>>,
    /// The answers about paths so far.
    found: Mutex<HashMap<String, Option<DefId>>>,
    impls: Impls,
}

impl Numbering {
    /// The number of a definition, a new one at the first question.
    pub(crate) fn number(&self, key: Key) -> DefId {
        let known = self.keys.read().unwrap_or_else(PoisonError::into_inner).get_index_of(&key);
        let number = || self.keys.write().unwrap_or_else(PoisonError::into_inner).insert_full(key).0;
        DefId(known.unwrap_or_else(number) as u32)
    }

    /// The definition with a number; `None` for a number that was not given out here.
    pub(crate) fn key(&self, def: DefId) -> Option<Key> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).get_index(def.0 as usize).copied()
    }

    /// Notes that a block stands in the body of a definition, as the one with this number of those that have items.
    pub(crate) fn add_block(&self, block: BlockId, owner: Key, number: usize) {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).insert(block, (owner, number));
    }

    /// What was noted of a block. The type of a block has a lifetime here, so it cannot be looked up and is searched for; few
    /// blocks have items. Whoever asks for the owner of an item must have read the body around it.
    pub(crate) fn block(&self, block: ra_ap_hir_def::BlockIdLt<'_>) -> Option<(Key, usize)> {
        let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        blocks.iter().find(|(known, _)| same_block(**known, block)).map(|(_, found)| *found)
    }

    /// All definitions of the crate under verification, found by `find` at the first question.
    pub(crate) fn own(&self, find: impl FnOnce() -> Vec<Key>) -> &[Key] {
        self.own.get_or_init(find)
    }

    /// The local items in source order, found by `find` at the first question.
    pub(crate) fn local(&self, find: impl FnOnce() -> Vec<DefId>) -> &[DefId] {
        self.local.get_or_init(find)
    }

    /// The same, but none before the first question.
    pub(crate) fn known_local(&self) -> &[DefId] {
        self.local.get().map_or(&[], Vec::as_slice)
    }

    /// What a path leads to, found at the first question.
    pub(crate) fn found(&self, path: &str, find: impl FnOnce() -> Option<DefId>) -> Option<DefId> {
        let answers = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let known = answers().get(path).copied();
        known.unwrap_or_else(|| {
            let found = find();
            answers().insert(path.to_string(), found);
            found
        })
    }

    /// The impls of all crates.
    pub(crate) fn impls(&self) -> &Impls {
        &self.impls
    }

    /// All definitions by path, found by `find` at the first question.
    pub(crate) fn by_path(&self, find: impl FnOnce() -> HashMap<String, DefId>) -> &HashMap<String, DefId> {
        self.by_path.get_or_init(find)
    }
}

/// The two types name the same thing with and without the lifetime of the database.
fn same_block(known: BlockId, block: ra_ap_hir_def::BlockIdLt<'_>) -> bool {
    known == block
}
