//! The numbers of definitions, and what was found out about which definitions there are.
//!
//! Each answer is computed at most once. The numbers follow the order of the questions, so they differ between two runs;
//! [`crate::ids`] says what that means.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use certus_tree::DefId;
use indexmap::IndexSet;
use ra_ap_hir_def::BlockId;

use crate::impls::Impls;
use crate::key::Key;

/// The definitions that were met so far.
#[derive(Default)]
pub(crate) struct Numbering {
    /// The number of a definition is its place in this set.
    keys: RefCell<IndexSet<Key>>,
    /// The owner of the body around each block with items in it, and the number of the block in that body.
    blocks: RefCell<HashMap<BlockId, (Key, usize)>>,
    local: OnceCell<Vec<DefId>>,
    by_path: OnceCell<HashMap<String, DefId>>,
    /// The answers about paths so far.
    found: RefCell<HashMap<String, Option<DefId>>>,
    impls: Impls,
}

impl Numbering {
    /// The number of a definition, a new one at the first question.
    pub(crate) fn number(&self, key: Key) -> DefId {
        let (index, _) = self.keys.borrow_mut().insert_full(key);
        DefId(index as u32)
    }

    /// The definition with a number; `None` for a number that was not given out here.
    pub(crate) fn key(&self, def: DefId) -> Option<Key> {
        self.keys.borrow().get_index(def.0 as usize).copied()
    }

    /// Notes that a block stands in the body of a definition, as the one with this number of those that have items.
    pub(crate) fn add_block(&self, block: BlockId, owner: Key, number: usize) {
        self.blocks.borrow_mut().insert(block, (owner, number));
    }

    /// What was noted of a block. The type of a block has a lifetime here, so it cannot be looked up and is searched for; few
    /// blocks have items. Whoever asks for the owner of an item must have read the body around it.
    pub(crate) fn block(&self, block: ra_ap_hir_def::BlockIdLt<'_>) -> Option<(Key, usize)> {
        self.blocks.borrow().iter().find(|(known, _)| same_block(**known, block)).map(|(_, found)| *found)
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
        if let Some(known) = self.found.borrow().get(path) {
            return *known;
        }
        let found = find();
        self.found.borrow_mut().insert(path.to_string(), found);
        found
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
