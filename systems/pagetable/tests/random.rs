//! Random operations beside a model, while cores walk, keep and forget as they like.
//!
//! After each operation: the answer is that of the model; the memory holds the pages of the model and no others, word by word; there
//! are the tables that the pages need and no others; and what the cores keep is mapped now, or a token says that it was.

mod support;

use std::collections::BTreeMap;

use pagetable::entry_spec_t::{Rights, Target};
use pagetable::error_v::{MapError, MergeError, SplitError};
use pagetable::page_v::{Page, Size};
use pagetable::stale_v::Stale;
use power_mock::Random;
use support::board::{Board, Found, Kept, Pool, State, TABLES_END, array, size};
use support::model::{Key, Model, key, page};
use support::{Table, map, rights, settle, unmap};

/// The root.
const ROOT: u64 = 0x1000;

/// A session: a page table, its model, and tokens that are not settled.
struct Session {
    table: Table,
    board: Board,
    pool: Pool,
    frames: usize,
    model: Model,
    /// Tokens, with what cores may keep: the page as it was, and the tables' places and frames.
    tokens: Vec<(Stale<()>, Old)>,
    random: Random,
    counts: BTreeMap<&'static str, u64>,
}

/// What was there before.
struct Old {
    page: Key,
    leaf: (u64, [bool; 3]),
    dirty: bool,
    tables: Vec<Key>,
    /// A page that was merged of smaller ones.
    merged: Option<Key>,
}

impl Session {
    fn new(cores: usize, width: u64, frames: usize, restless: u64, seed: u64) -> Session {
        let board = Board::new(cores, width, ROOT, seed ^ 0x5555);
        board.0.borrow_mut().restless = restless;
        let mut pool = Pool::new(0x2000, frames);
        pool.eager = seed.is_multiple_of(2);
        Session {
            table: Table::new(board.clone()),
            board,
            pool,
            frames,
            model: Model::default(),
            tokens: Vec::new(),
            random: Random(seed),
            counts: BTreeMap::new(),
        }
    }

    /// A page in a part of the address space that is small enough for pages to meet.
    fn key(&mut self) -> Key {
        let level = [1, 1, 1, 2, 2, 3][self.random.below(6) as usize];
        let few = |random: &mut Random, of: &[u64]| of[random.below(of.len() as u64) as usize];
        let root = few(&mut self.random, &[0, 0, 1, 255, 256, 511]);
        let mut number = root;
        for _ in level..4 {
            number = number * 512 + few(&mut self.random, &[0, 1, 1, 511]);
        }
        (level, number)
    }

    fn note(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn is_settled(&self, key: Key) -> bool {
        self.tokens.iter().all(|(_, old)| {
            !Model::overlap(old.page, key) && !old.tables.iter().any(|table| Model::overlap(*table, key))
        })
    }

    fn interest(&mut self, key: Key) {
        let address = key.1 * size(key.0) + self.random.below(size(key.0));
        let interesting = &mut self.board.0.borrow_mut().interesting;
        interesting.push(address);
        if interesting.len() > 12 {
            interesting.remove(0);
        }
    }

    fn map(&mut self, key: Key) {
        if !self.is_settled(key) {
            return;
        }
        let width = self.board.0.borrow().width;
        let number = self.random.next();
        let first = TABLES_END.div_ceil(size(key.0));
        let mut frame = (first + self.random.below((1 << width) / size(key.0) - first)) * size(key.0);
        let bad = self.random.below(20) == 0;
        let mut memory = number >> 8 & 3;
        if bad && number & 0x1000 != 0 {
            memory += 4 << (number >> 16 & 7);
        } else if bad {
            frame += if self.random.below(2) == 0 { 1 << self.random.below(12 + 9 * (key.0 - 1)) } else { 1 << width };
        }
        let to = Target { frame, rights: rights(number), memory };
        let tables = self.model.tables().len();
        let mut wanted = self.model.clone();
        wanted.pages.insert(key, (frame, array(to.rights)));
        wanted.types.insert(key, to.memory);
        let needed = wanted.tables().len() - tables;
        let expected = if bad {
            Err(MapError::BadTarget)
        } else if !self.model.is_free(key) {
            Err(MapError::Mapped)
        } else if needed > self.pool.free.len() {
            Err(MapError::NoFrame)
        } else {
            Ok(())
        };
        let answer = map(&mut self.table, page(key), to, &mut self.pool);
        assert_eq!(answer, expected, "map {key:?} to {frame:#x}");
        if answer.is_ok() {
            self.model = wanted;
            self.interest(key);
        }
        self.note(match answer {
            Ok(()) => "mapped",
            Err(MapError::Mapped) => "mapped already",
            Err(MapError::BadTarget) => "bad frame",
            Err(MapError::NoFrame) => "no frame",
        });
    }

    fn unmap(&mut self, key: Key) {
        let was = self.model.pages.remove(&key);
        let answer = unmap(&mut self.table, page(key));
        assert_eq!(answer.is_ok(), was.is_some(), "unmap {key:?}");
        let (Ok((unmapped, stale)), Some(leaf)) = (answer, was) else { return self.note("not mapped") };
        assert_eq!(unmapped.frame, leaf.0);
        let above = (key.0 + 1..=4).map(|level| (level, key.1 >> (9 * (level - key.0))));
        let tables: Vec<Key> = above.filter(|table| self.model.is_free(*table)).collect();
        // Nobody keeps the page for writes unless we were told so.
        if !unmapped.dirty {
            let state = self.board.0.borrow();
            let of_page = |kept: &Kept| (kept.level, kept.number) == key && kept.found == Found::Page(leaf.0, leaf.1);
            assert!(!state.caches.iter().flatten().any(|kept| of_page(kept) && kept.dirty));
        }
        self.note(if unmapped.dirty { "unmapped dirty" } else { "unmapped clean" });
        for _ in &tables {
            self.note("tables retired");
        }
        self.tokens.push((stale, Old { page: key, leaf, dirty: unmapped.dirty, tables, merged: None }));
    }

    fn protect(&mut self, key: Key) {
        let rights = array(rights(self.random.next()));
        self.protect_as(key, rights);
    }

    fn protect_as(&mut self, key: Key, [write, user, execute]: [bool; 3]) {
        let rights = Rights { write, user, execute };
        let answer = self.table.protect(page(key), rights);
        let was = self.model.pages.get(&key).copied();
        assert_eq!(answer.is_ok(), was.is_some(), "protect {key:?}");
        let (Ok(stale), Some(leaf)) = (answer, was) else { return self.note("not mapped") };
        self.model.pages.insert(key, (leaf.0, array(rights)));
        self.tokens.push((stale, Old { page: key, leaf, dirty: true, tables: Vec::new(), merged: None }));
        self.note("protected");
    }

    fn split(&mut self, key: Key) {
        if !self.is_settled(key) || self.model.pages.len() > 500 {
            return;
        }
        let was = self.model.pages.get(&key).copied();
        let expected = match was {
            _ if key.0 == 1 => Err(SplitError::Small),
            None => Err(SplitError::NotMapped),
            Some(_) if self.pool.free.is_empty() => Err(SplitError::NoFrame),
            Some(_) => Ok(()),
        };
        match (self.table.split(page(key), &mut self.pool), was) {
            (Ok(stale), Some(leaf)) => {
                assert_eq!(expected, Ok(()), "split {key:?}");
                let memory = self.model.types[&key];
                self.model.pages.remove(&key);
                for index in 0..512 {
                    let part = (key.0 - 1, key.1 * 512 + index);
                    self.model.pages.insert(part, (leaf.0 + index * size(part.0), leaf.1));
                    self.model.types.insert(part, memory);
                }
                self.tokens.push((stale, Old { page: key, leaf, dirty: true, tables: Vec::new(), merged: None }));
                self.note("split");
            }
            (answer, _) => {
                assert_eq!(answer.map(drop), expected, "split {key:?}");
                self.note("not split");
            }
        }
    }

    fn merge(&mut self, key: Key) {
        if !self.is_settled(key) {
            return;
        }
        let first = (key.0 - 1, key.1 * 512);
        let leaf = self.model.pages.get(&first).copied();
        let is_part = |model: &Model, (frame, rights): (u64, [bool; 3]), index: u64| {
            let part = (first.0, first.1 + index);
            model.pages.get(&part) == Some(&(frame + index * size(first.0), rights))
                && model.types[&part] == model.types[&first]
        };
        let whole = leaf.filter(|leaf| {
            key.0 > 1 && leaf.0.is_multiple_of(size(key.0)) && (0..512).all(|index| is_part(&self.model, *leaf, index))
        });
        match (self.table.merge(page(key)), whole) {
            (Ok(stale), Some(leaf)) => {
                let memory = self.model.types[&first];
                for index in 0..512 {
                    self.model.pages.remove(&(first.0, first.1 + index));
                }
                self.model.pages.insert(key, leaf);
                self.model.types.insert(key, memory);
                self.tokens.push((stale, Old { page: first, leaf, dirty: true, tables: vec![key], merged: Some(key) }));
                self.note("merged");
            }
            (Err(error), None) => {
                assert_eq!(error, if key.0 == 1 { MergeError::Small } else { MergeError::NotWhole });
                self.note("not merged");
            }
            (answer, whole) => panic!("merge {key:?}: {:?} {whole:?}", answer.map(drop)),
        }
    }

    fn settle(&mut self) {
        if self.tokens.is_empty() {
            return;
        }
        let (stale, old) = self.tokens.swap_remove(self.random.below(self.tokens.len() as u64) as usize);
        let before = self.pool.free.len();
        settle(&mut self.table, stale, &mut self.pool);
        assert_eq!(self.pool.free.len(), before + old.tables.len());
        let state = self.board.0.borrow();
        for kept in state.caches.iter().flatten() {
            if (kept.level, kept.number) == old.page && matches!(kept.found, Found::Page(..)) {
                let now = self.model.pages.get(&old.page).map(|(frame, rights)| Found::Page(*frame, *rights));
                assert_eq!(Some(kept.found), now, "a core keeps what was settled");
            }
            if let Some(merged) = old.merged {
                assert!(
                    kept.level >= merged.0 || !Model::overlap((kept.level, kept.number), merged),
                    "a core keeps a part"
                );
            }
        }
        drop(state);
        self.note("settled");
    }

    fn resolve(&mut self, key: Key) {
        let low = key.1 * size(key.0) + self.random.below(size(key.0));
        let address = if low < 0x8000_0000_0000 { low } else { low | 0xffff_0000_0000_0000 };
        let found = self.table.resolve(address);
        let expected = self.model.at(low);
        assert_eq!(found.map(|found| found.page), expected.map(page), "resolve {address:#x}");
        let next = self
            .model
            .pages
            .keys()
            .copied()
            .filter(|key| (key.1 + 1) * size(key.0) > low)
            .min_by_key(|key| key.1 * size(key.0));
        assert_eq!(self.table.next(address).map(|found| found.page), next.map(page), "next to {address:#x}");
        if let (Some(found), Some(expected)) = (found, expected) {
            let (frame, rights) = self.model.pages[&expected];
            assert_eq!((found.to.frame, array(found.to.rights)), (frame, rights));
            assert_eq!(found.to.memory, self.model.types[&expected]);
            let core = self.random.below(self.board.0.borrow().caches.len() as u64) as usize;
            let write = self.random.below(2) == 0;
            let went = self.board.0.borrow_mut().access(core, low, write).expect("it is mapped");
            assert_eq!(went, (frame + low % size(expected.0), rights));
            let found = self.table.resolve(address).expect("it is mapped");
            assert!(found.accessed && (found.dirty || !(write && rights[0])), "marks of the access are seen");
        } else {
            assert_eq!(self.board.0.borrow_mut().access(0, low, false), None);
        }
        assert!(self.table.resolve(address ^ 0x8000_0000_0000_0000).is_none(), "no canonical address");
        self.note("resolved");
    }

    fn check(&mut self) {
        let state = self.board.0.borrow();
        self.check_memory(&state);
        self.check_caches(&state);
    }

    fn check_memory(&self, state: &State) {
        let words = state.pages();
        let found: BTreeMap<Key, (u64, [bool; 3])> = words
            .keys()
            .map(|key| {
                let (level, frame, rights) = state.translate(key.1 * size(key.0)).expect("it is there");
                assert_eq!(level, key.0);
                (*key, (frame, rights))
            })
            .collect();
        assert_eq!(found, self.model.pages);
        for (key, word) in &words {
            assert_eq!(word & 0x7ff0_0000_0000_0f00, 0, "a bit that nobody asked for: {word:#x}");
            let pat = if key.0 == 1 { 7 } else { 12 };
            assert_eq!((word >> 3 & 3, word >> pat & 1), (self.model.types[key], 0), "the memory type in {word:#x}");
        }
        // The tables: the root, those that the pages need, and those that tokens have.
        let retired: usize = self.tokens.iter().map(|(_, old)| old.tables.len()).sum();
        assert_eq!(state.words.len(), 1 + self.model.tables().len() + retired);
        assert_eq!(self.frames + 1, state.words.len() + self.pool.free.len());
        for (frame, words) in &state.words {
            assert_eq!(state.counts[frame] as usize, words.iter().filter(|word| **word != 0).count());
        }
    }

    fn check_caches(&self, state: &State) {
        let tables = self.model.tables();
        for kept in state.caches.iter().flatten() {
            let place = (kept.level, kept.number);
            let known = match kept.found {
                Found::Page(frame, rights) => {
                    let was_part = |old: &Old| {
                        old.merged == Some((place.0 + 1, place.1 / 512))
                            && (frame, rights) == (old.leaf.0 + place.1 % 512 * size(place.0), old.leaf.1)
                    };
                    self.model.pages.get(&place) == Some(&(frame, rights))
                        || self.tokens.iter().any(|(_, old)| was_part(old))
                        || self.tokens.iter().any(|(_, old)| {
                            old.page == place && old.leaf == (frame, rights) && (old.dirty || !kept.dirty)
                        })
                }
                Found::Table(..) => {
                    tables.contains(&place) || self.tokens.iter().any(|(_, old)| old.tables.contains(&place))
                }
                _ => false,
            };
            assert!(known, "a core keeps {kept:?}");
        }
    }

    fn operate(&mut self) {
        let mut key = self.key();
        if self.random.below(2) == 0 && !self.model.pages.is_empty() {
            let keys: Vec<Key> = self.model.pages.keys().copied().collect();
            key = keys[self.random.below(keys.len() as u64) as usize];
        }
        if self.random.below(60) == 0 {
            self.split(key);
            return self.check();
        }
        // What was split may be merged again, perhaps after a change of a part.
        let parts = self.model.pages.keys().find(|key| key.1 % 512 == 77).copied();
        if let Some(part) = parts.filter(|_| self.random.below(4) == 0) {
            if self.random.below(6) == 0 {
                let other = (part.0, part.1 - self.random.below(78));
                self.protect(other);
            }
            self.merge((part.0 + 1, part.1 / 512));
            return self.check();
        }
        if self.random.below(100) == 0 && key.0 < 4 {
            self.merge(key);
        }
        match self.random.below(20) {
            0..8 => self.map(key),
            8..12 => self.unmap(key),
            12..14 => self.protect(key),
            14..17 => self.resolve(key),
            _ => self.settle(),
        }
        self.check();
    }

    /// Unmaps all: then only the root is left.
    fn finish(mut self) -> BTreeMap<&'static str, u64> {
        for (count, key) in self.model.pages.clone().into_keys().enumerate() {
            self.unmap(key);
            if count % 100 == 0 {
                self.check();
            }
        }
        while !self.tokens.is_empty() {
            self.settle();
            if self.tokens.len().is_multiple_of(100) {
                self.check();
            }
        }
        assert_eq!(self.board.0.borrow().words.len(), 1);
        assert_eq!(self.pool.free.len(), self.frames);
        assert!(
            self.board.0.borrow().caches.iter().flatten().next().is_none(),
            "nothing is mapped, but a core keeps something"
        );
        let steps = self.board.0.borrow().steps;
        self.counts.insert("steps of walks", steps);
        self.counts
    }
}

fn sessions(restless: u64) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    for seed in 0..power_mock::size("PAGETABLE_TORTURE", 80, 4000) as u64 {
        let frames = [0, 2, 5, 12, 40][seed as usize % 5];
        let width = [32, 36, 39, 46, 52][seed as usize / 5 % 5];
        let mut session = Session::new(1 + seed as usize % 4, width, frames, restless, seed);
        for _ in 0..150 {
            session.operate();
        }
        for (what, count) in session.finish() {
            *counts.entry(what).or_default() += count;
        }
    }
    counts
}

#[test]
fn operations_are_those_of_the_model() {
    let counts = sessions(0);
    println!("{counts:?}");
    for what in [
        "mapped",
        "mapped already",
        "bad frame",
        "no frame",
        "unmapped clean",
        "not mapped",
        "protected",
        "settled",
        "resolved",
        "split",
        "not split",
        "merged",
        "not merged",
    ] {
        assert!(counts.get(what).is_some_and(|count| *count >= 4), "too few: {what} of {counts:?}");
    }
}

#[test]
fn cores_that_walk_all_the_time_see_nothing_else() {
    let counts = sessions(6);
    println!("{counts:?}");
    for what in ["unmapped dirty", "unmapped clean", "tables retired", "steps of walks"] {
        assert!(counts.get(what).is_some_and(|count| *count > 50), "too few: {what} of {counts:?}");
    }
}

#[test]
fn a_page_is_split_and_merged_again() {
    for seed in 0..12 {
        let mut session = Session::new(1 + seed as usize % 3, 46, 8, 3 * (seed % 3), seed);
        let key = (2 + seed % 2, 5 + seed);
        while !session.counts.contains_key("mapped") {
            session.map(key);
        }
        // The cores like the last part.
        session.board.0.borrow_mut().interesting = vec![(key.1 + 1) * size(key.0) - 1; 4];
        session.split(key);
        session.merge(key);
        assert!(!session.counts.contains_key("merged"), "it is not settled");
        session.settle();
        // A part with other rights cannot be merged, and one that is missing neither.
        let part = (key.0 - 1, key.1 * 512 + session.random.below(512));
        let [write, user, execute] = session.model.pages[&part].1;
        session.protect_as(part, [!write, user, execute]);
        session.settle();
        session.merge(key);
        assert!(session.counts.contains_key("not merged") && !session.counts.contains_key("merged"));
        session.protect_as(part, [write, user, execute]);
        session.settle();
        session.check();
        session.merge(key);
        assert!(session.counts.contains_key("merged"));
        // What the cores keep now they keep until they are told.
        let restless = std::mem::take(&mut session.board.0.borrow_mut().restless);
        session.check();
        while !session.tokens.is_empty() {
            session.settle();
            session.check();
        }
        session.board.0.borrow_mut().restless = restless;
        session.split(key);
        session.settle();
        session.unmap(part);
        session.settle();
        session.merge(key);
        session.check();
        println!("{:?}", session.finish());
    }
}

/// Small pages that are parts of a large one, but for one of them.
#[test]
fn pages_are_merged_only_if_they_are_parts_of_one() {
    let size = size(1);
    let right = |frame: u64| (frame, 7, 1);
    for (index, odd) in [
        (600, right(0)),
        (511, (size, 7, 1)),
        (511, (1 << 30, 7, 1)),
        (1, (0, 6, 1)),
        (511, (0, 3, 1)),
        (256, (0, 5, 1)),
        (0, (size, 7, 1)),
        (511, (0, 7, 2)),
        (1, (0, 7, 0)),
    ] {
        for start in [1 << 30, (1 << 30) + (1 << 21), (1 << 30) + size] {
            let mut session = Session::new(1, 46, 8, 0, 3);
            let key = (2, 0x1234);
            for part in 0..512 {
                let (offset, number, memory) = if part == index { odd } else { right(0) };
                let frame = start + part * size + offset;
                let to = Target { frame, rights: rights(number), memory };
                let place = (1, key.1 * 512 + part);
                map(&mut session.table, page(place), to, &mut session.pool).expect("it is free");
                session.model.pages.insert(place, (frame, array(to.rights)));
                session.model.types.insert(place, memory);
            }
            session.merge(key);
            session.check();
            let is_whole = index == 600 && start != (1 << 30) + size;
            assert_eq!(session.counts.contains_key("merged"), is_whole, "{index} {odd:?} {start:#x}");
            if is_whole {
                let found = session.table.resolve(page(key).address()).expect("it is mapped");
                assert!(found.accessed && found.dirty && found.page == page(key));
                session.settle();
                session.split(key);
                session.settle();
                let found = session.table.resolve(page(key).address() + size).expect("it is mapped");
                assert!(found.accessed && found.dirty && found.page == page((1, key.1 * 512 + 1)));
            }
        }
    }
}

#[test]
fn keys_are_pages() {
    for (address, is) in [
        (0x7fff_ffff_f000, true),
        (0x8000_0000_0000, false),
        (0xffff_7fff_ffff_f000, false),
        (0xffff_8000_0000_0000, true),
        (0xffff_ffff_ffff_f000, true),
    ] {
        assert_eq!(Page::new(Size::Small, address).is_some(), is, "{address:#x}");
    }
    for place in [(1, 0), (1, (1 << 36) - 1), (2, 1 << 26), (3, (1 << 18) - 1), (3, 1 << 17)] {
        assert_eq!(key(page(place)), place);
        let low = place.1 * size(place.0);
        let address = if low < 0x8000_0000_0000 { low } else { low | 0xffff_0000_0000_0000 };
        assert_eq!(page(place).address(), address);
        let size_of = page(place).size();
        for wrong in [
            address + 0x800,
            address | size(place.0) >> 1,
            address ^ 0x8000_0000_0000_0000,
            address ^ 0x1_0000_0000_0000,
        ] {
            assert_eq!(Page::new(size_of, wrong), None);
        }
    }
}
