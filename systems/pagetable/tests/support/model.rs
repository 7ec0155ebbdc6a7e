//! A model of an address space: a map from pages to memory.

use std::collections::{BTreeMap, BTreeSet};

use super::board::size;
use pagetable::page_v::{Page, Size};

/// A page: its level, and its number among all of that size.
pub type Key = (u64, u64);

/// The address space.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The pages: frame and rights.
    pub pages: BTreeMap<Key, (u64, [bool; 3])>,
    /// Their memory types.
    pub types: BTreeMap<Key, u64>,
}

/// The page of a key.
pub fn page(key: Key) -> Page {
    let size_of = [Size::Small, Size::Large, Size::Huge][key.0 as usize - 1];
    let low = key.1 * size(key.0);
    let address = if low < 0x8000_0000_0000 { low } else { low | 0xffff_0000_0000_0000 };
    Page::new(size_of, address).expect("a page")
}

/// The key of a page.
pub fn key(page: Page) -> Key {
    let level = match page.size() {
        Size::Small => 1,
        Size::Large => 2,
        Size::Huge => 3,
    };
    (level, (page.address() & 0xffff_ffff_ffff) / size(level))
}

impl Model {
    /// Whether two pages have an address in common.
    pub fn overlap(a: Key, b: Key) -> bool {
        let range = |key: Key| (key.1 * size(key.0), (key.1 + 1) * size(key.0));
        range(a).0 < range(b).1 && range(b).0 < range(a).1
    }

    /// Whether no page is there.
    pub fn is_free(&self, key: Key) -> bool {
        !self.pages.keys().any(|other| Model::overlap(*other, key))
    }

    /// The page at an address.
    pub fn at(&self, address: u64) -> Option<Key> {
        [1, 2, 3].into_iter().map(|level| (level, address / size(level))).find(|key| self.pages.contains_key(key))
    }

    /// The tables that the pages need, but for the root: level of the entries above, and number.
    pub fn tables(&self) -> BTreeSet<Key> {
        let above = |key: &Key| {
            let (level, number) = *key;
            (level + 1..=4).map(move |up| (up, number >> (9 * (up - level))))
        };
        self.pages.keys().flat_map(above).collect()
    }
}
