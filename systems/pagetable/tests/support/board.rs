//! A board: memory for tables, cores with their caches, and an allocator. The cores walk whenever they can, at addresses that the
//! tests name. A step of a walk that leads to memory which is not owned is a failure of the test.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use pagetable::entry_spec_t::Rights;
use pagetable::machine_t::{Frames, Machine, TableFrame};
use power_mock::Random;

const PRESENT: u64 = 1;
const WRITE: u64 = 1 << 1;
const USER: u64 = 1 << 2;
const ACCESSED: u64 = 1 << 5;
const DIRTY: u64 = 1 << 6;
const LARGE: u64 = 1 << 7;
const NO_EXECUTE: u64 = 1 << 63;

/// The memory for tables: frames with addresses below this.
pub const TABLES_END: u64 = 0x100_0000;

/// What an entry means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// Not in use.
    Absent,
    /// Bits that must be zero are not.
    Reserved,
    /// The way to a table, with write, user and execute.
    Table(u64, [bool; 3]),
    /// A page.
    Page(u64, [bool; 3]),
}

/// The size of a page of a level.
pub fn size(level: u64) -> u64 {
    0x1000 << (9 * (level - 1))
}

/// The meaning of a word (tables 4-15 to 4-20 of the manual).
pub fn decode(word: u64, level: u64, width: u64) -> Found {
    if word & PRESENT == 0 {
        return Found::Absent;
    }
    let bits = |from: u64, to: u64| word >> from & ((1 << (to - from + 1)) - 1);
    let leaf = level == 1 || bits(7, 7) == 1;
    let reserved = width < 52 && bits(width, 51) != 0
        || level == 4 && leaf
        || leaf && level == 3 && bits(13, 29) != 0
        || leaf && level == 2 && bits(13, 20) != 0;
    let rights = [word & WRITE != 0, word & USER != 0, word & NO_EXECUTE == 0];
    match (reserved, leaf) {
        (true, _) => Found::Reserved,
        (_, true) => Found::Page((bits(12, 51) << 12) & !(size(level) - 1), rights),
        (_, false) => Found::Table(bits(12, 51) << 12, rights),
    }
}

/// What a core keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kept {
    /// The level of the entry.
    pub level: u64,
    /// The number of the entry, among all of the level.
    pub number: u64,
    /// Where it leads, with the rights of those above.
    pub found: Found,
    /// Whether it serves for writes.
    pub dirty: bool,
}

/// The state of the board.
pub struct State {
    /// The bits of addresses of memory.
    pub width: u64,
    /// The frame of the root.
    pub root: u64,
    /// The tables.
    pub words: BTreeMap<u64, Box<[u64; 512]>>,
    /// The numbers for tables.
    pub counts: BTreeMap<u64, u16>,
    /// What the cores keep.
    pub caches: Vec<BTreeSet<Kept>>,
    /// Addresses at which cores walk, without the bits that are not translated.
    pub interesting: Vec<u64>,
    /// How many steps the cores make between two things that are done to the board.
    pub restless: u64,
    /// Where the cores get their ideas from.
    pub random: Random,
    /// How many steps found something.
    pub steps: u64,
}

impl State {
    /// What cores keep of all, at the root.
    fn begin(&self) -> Kept {
        Kept { level: 5, number: 0, found: Found::Table(self.root, [true; 3]), dirty: false }
    }

    /// One step of a walk, from something that a core keeps. Gives what it found.
    fn step(&mut self, core: usize, from: Kept, address: u64, write: bool) -> Option<Kept> {
        let Found::Table(frame, above) = from.found else { return None };
        let level = from.level - 1;
        let number = address / size(level);
        let width = self.width;
        let words = self
            .words
            .get_mut(&frame)
            .unwrap_or_else(|| panic!("a core looks in {frame:#x}, which is no table: {from:?}"));
        let word = &mut words[number as usize % 512];
        let and = |rights: [bool; 3]| [rights[0] && above[0], rights[1] && above[1], rights[2] && above[2]];
        let kept = match decode(*word, level, width) {
            Found::Table(to, rights) => {
                *word |= ACCESSED;
                Kept { level, number, found: Found::Table(to, and(rights)), dirty: false }
            }
            Found::Page(to, rights) => {
                let rights = and(rights);
                *word |= if write && rights[0] { ACCESSED | DIRTY } else { ACCESSED };
                Kept { level, number, found: Found::Page(to, rights), dirty: *word & DIRTY != 0 }
            }
            Found::Absent => return None,
            Found::Reserved => panic!("reserved bits in {word:#x} at level {level}"),
        };
        self.caches[core].insert(kept);
        self.steps += 1;
        Some(kept)
    }

    /// The cores do as they like.
    pub fn run(&mut self) {
        for _ in 0..self.restless {
            let core = self.random.below(self.caches.len() as u64) as usize;
            if self.random.below(8) == 0 {
                let kept: Vec<Kept> = self.caches[core].iter().copied().collect();
                if let Some(one) = kept.get(self.random.below(kept.len().max(1) as u64) as usize) {
                    self.caches[core].remove(one);
                }
                continue;
            }
            if self.interesting.is_empty() {
                return;
            }
            let address = self.interesting[self.random.below(self.interesting.len() as u64) as usize];
            let write = self.random.below(2) == 0;
            // A walk begins at the root, or at any way that the core keeps.
            let mut ways: Vec<Kept> =
                self.caches[core].iter().copied().filter(|kept| address / size(kept.level) == kept.number).collect();
            ways.push(self.begin());
            let mut at = Some(ways[self.random.below(ways.len() as u64) as usize]);
            while let Some(from) = at {
                at = if self.random.below(4) == 0 { None } else { self.step(core, from, address, write) };
            }
        }
    }

    /// A frame becomes a table without entries.
    pub fn adopt(&mut self, address: u64) {
        assert!(self.words.insert(address, Box::new([0; 512])).is_none(), "{address:#x} is a table already");
        self.counts.insert(address, 0);
    }

    /// A table is given up.
    pub fn release(&mut self, address: u64) {
        for kept in self.caches.iter().flatten() {
            assert!(!matches!(kept.found, Found::Table(to, _) if to == address), "a core keeps a way to {address:#x}");
        }
        assert!(self.words.remove(&address).is_some());
        assert!(matches!(self.counts.remove(&address), Some(0 | 512)));
    }

    /// What an access of a core to an address finds: in its cache, or by a walk.
    pub fn access(&mut self, core: usize, address: u64, write: bool) -> Option<(u64, [bool; 3])> {
        let mut at = self.begin();
        loop {
            match at.found {
                Found::Page(frame, rights) => return Some((frame + address % size(at.level), rights)),
                _ => at = self.step(core, at, address, write)?,
            }
        }
    }

    /// What a walk through the memory finds, without a mark: the level, the frame, the rights.
    pub fn translate(&self, address: u64) -> Option<(u64, u64, [bool; 3])> {
        let (mut frame, mut above) = (self.root, [true; 3]);
        for level in [4, 3, 2, 1] {
            let word = self.words[&frame][(address / size(level)) as usize % 512];
            let and = |rights: [bool; 3]| [rights[0] && above[0], rights[1] && above[1], rights[2] && above[2]];
            match decode(word, level, self.width) {
                Found::Page(to, rights) => return Some((level, to, and(rights))),
                Found::Table(to, rights) => (frame, above) = (to, and(rights)),
                Found::Absent => return None,
                Found::Reserved => panic!("reserved bits in {word:#x}"),
            }
        }
        None
    }

    /// All pages in the memory, with their words: level and number of the entry, and the word.
    pub fn pages(&self) -> BTreeMap<(u64, u64), u64> {
        let mut pages = BTreeMap::new();
        self.collect(self.root, 4, 0, &mut pages);
        pages
    }

    fn collect(&self, frame: u64, level: u64, number: u64, pages: &mut BTreeMap<(u64, u64), u64>) {
        for (index, word) in self.words[&frame].iter().enumerate() {
            let number = number * 512 + index as u64;
            match decode(*word, level, self.width) {
                Found::Page(..) => drop(pages.insert((level, number), *word)),
                Found::Table(to, _) => self.collect(to, level - 1, number, pages),
                Found::Absent => assert_eq!(*word, 0),
                Found::Reserved => panic!("reserved bits in {word:#x}"),
            }
        }
    }
}

impl Board {
    /// A board with an empty table at the root.
    pub fn new(cores: usize, width: u64, root: u64, seed: u64) -> Board {
        Board(Rc::new(RefCell::new(Board::state(cores, width, root, seed))))
    }

    /// Its state.
    pub fn state(cores: usize, width: u64, root: u64, seed: u64) -> State {
        State {
            width,
            root,
            words: BTreeMap::from([(root, Box::new([0; 512]))]),
            counts: BTreeMap::from([(root, 0)]),
            caches: vec![BTreeSet::new(); cores],
            interesting: Vec::new(),
            restless: 0,
            random: Random(seed),
            steps: 0,
        }
    }

    /// Lets the cores run, and gives the state.
    fn at_some_moment<T>(&self, then: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.0.borrow_mut();
        state.run();
        then(&mut state)
    }
}

use vstd::prelude::*;

verus! {

use pagetable::mmu_spec_t::State as Model;

/// A board that the test and the page table share.
#[verifier::external_body]
#[derive(Clone)]
pub struct Board(pub Rc<RefCell<State>>);

impl Machine for Board {
    uninterp spec fn state(&self) -> Model;

    uninterp spec fn counts(&self) -> Map<u64, u16>;

    #[verifier::external_body]
    fn width(&self) -> u64 {
        self.0.borrow().width
    }

    #[verifier::external_body]
    fn cores(&self) -> usize {
        self.0.borrow().caches.len()
    }

    #[verifier::external_body]
    fn root(&self) -> u64 {
        self.0.borrow().root
    }

    #[verifier::external_body]
    fn read(&self, frame: u64, index: usize) -> u64 {
        self.at_some_moment(|state| state.words[&frame][index])
    }

    #[verifier::external_body]
    fn write(&mut self, frame: u64, index: usize, word: u64) {
        self.at_some_moment(|state| state.words.get_mut(&frame).expect("a table")[index] = word)
    }

    #[verifier::external_body]
    fn swap(&mut self, frame: u64, index: usize, word: u64) -> u64 {
        self.at_some_moment(|state| std::mem::replace(&mut state.words.get_mut(&frame).expect("a table")[index], word))
    }

    #[verifier::external_body]
    fn flip(&mut self, frame: u64, index: usize, bits: u64) {
        self.at_some_moment(|state| state.words.get_mut(&frame).expect("a table")[index] ^= bits)
    }

    #[verifier::external_body]
    fn invalidate(&mut self, core: usize, address: u64) {
        let translated = address & 0xffff_ffff_ffff;
        self.at_some_moment(|state| state.caches[core].retain(|kept| translated / size(kept.level) != kept.number))
    }

    #[verifier::external_body]
    fn adopt(&mut self, frame: TableFrame) -> u64 {
        let address = frame.address();
        self.at_some_moment(|state| state.adopt(address));
        address
    }

    #[verifier::external_body]
    fn release(&mut self, address: u64) -> TableFrame {
        self.at_some_moment(|state| state.release(address));
        // SAFETY: no table has it any more, and it came from the pool.
        unsafe { TableFrame::new(address) }
    }

    #[verifier::external_body]
    fn count(&self, frame: u64) -> u16 {
        self.0.borrow().counts[&frame]
    }

    #[verifier::external_body]
    fn set_count(&mut self, frame: u64, count: u16) {
        assert!(self.0.borrow_mut().counts.insert(frame, count).is_some());
    }
}

/// An allocator.
#[verifier::external_body]
pub struct Pool {
    /// The frames that are free.
    pub free: Vec<TableFrame>,
    /// Whether a frame that comes back is used at once.
    pub eager: bool,
}

impl Frames for Pool {
    #[verifier::external_body]
    fn take(&mut self) -> Option<TableFrame> {
        self.free.pop()
    }

    #[verifier::external_body]
    fn give(&mut self, frame: TableFrame) {
        if self.eager {
            self.free.push(frame);
        } else {
            self.free.insert(0, frame);
        }
    }
}

} // verus!

impl Pool {
    /// Frames from an address on.
    pub fn new(first: u64, count: usize) -> Pool {
        // SAFETY: these are numbers; the memory is the one of the board.
        let free = (0..count as u64).map(|i| unsafe { TableFrame::new(first + i * 0x1000) }).collect();
        Pool { free, eager: true }
    }
}

/// The rights as an array.
pub fn array(rights: Rights) -> [bool; 3] {
    [rights.write, rights.user, rights.execute]
}
