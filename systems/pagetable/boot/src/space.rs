//! Random operations on a page table, and random touches between them.
//!
//! Beside the page table there is a list of its pages. What the processor does is compared with the walk through the memory, and that with the
//! list: the page table must do what it says, too.

use pagetable::entry_spec_t::{Rights, Target};
use pagetable::page_v::{Page, Size};
use pagetable::stale_v::Stale;
use pagetable::table_v::PageTable;
use pagetable::walker_v::Use;
use verus_builtin::Tracked;

use crate::expect::{Comparison, Outcome, Touch, at_page};
use crate::frames::{DATA, Hardware, Pool};
use crate::port::{self, Ended};
use crate::random::Random;
use crate::say;

/// How many pages there are at most.
pub const PAGES: usize = 1500;

/// How many tokens are not settled at most.
const TOKENS: usize = 6;

/// How many of the pages that were touched last are known.
const HOT: usize = 6;

/// A page: its level, and its number among all of that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The level of its entry.
    pub level: u64,
    /// The number.
    pub number: u64,
}

/// A page that is mapped.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The page.
    pub key: Key,
    /// Where it leads.
    pub to: Target,
    /// Whether it was used.
    pub used: bool,
    /// Whether it was written.
    pub written: bool,
}

/// What the cores may still keep.
struct Token {
    stale: Stale<()>,
    /// The page, and where it led.
    old: (Key, Target),
    /// A region whose tables are not there any more, if there is one: the largest.
    region: Option<Key>,
}

/// An address space, and the list of its pages.
pub struct Space {
    /// The page table.
    pub table: PageTable<Hardware, ()>,
    /// The allocator.
    pub pool: Pool,
    /// The pages.
    pub pages: [Option<Held>; PAGES],
    /// How many of these there are; they are the first ones.
    pub count: usize,
    tokens: [Option<Token>; TOKENS],
    /// Pages that were touched last: what a core keeps of them is what a change makes stale.
    hot: [Option<Key>; HOT],
    /// The place of the page that was split last.
    parts: Option<Key>,
    /// How many operations of each kind there were: `map`, `unmap`, `protect`, `split`, `merge`, `settle`.
    pub operations: [u64; 6],
}

/// How many bytes an entry of a level is for.
pub fn size(level: u64) -> u64 {
    0x1000 << (9 * (level - 1))
}

impl Key {
    /// The first address, with its upper bits.
    pub fn address(self) -> u64 {
        let low = self.number * size(self.level);
        low | upper(low)
    }

    /// The page.
    pub fn page(self) -> Page {
        let of = [Size::Small, Size::Large, Size::Huge][self.level as usize - 1];
        Page::new(of, self.address()).expect("a page")
    }

    /// The place of a level that an address is in.
    pub fn around(address: u64, level: u64) -> Key {
        Key { level, number: (address & 0xffff_ffff_ffff) / size(level) }
    }

    /// Whether the two have an address in common.
    pub fn overlaps(self, other: Key) -> bool {
        let (low, high) = if self.level < other.level { (self, other) } else { (other, self) };
        low.number >> (9 * (high.level - low.level)) == high.number
    }
}

/// The bits above those that are translated.
fn upper(low: u64) -> u64 {
    if low & 0x8000_0000_0000 != 0 { 0xffff_0000_0000_0000 } else { 0 }
}

/// Ends everything: the page table did not do what it says.
fn wrong(what: &str, key: Key) -> ! {
    say!("mismatch: {what}, at {key:x?}");
    port::end(Ended::Mismatch)
}

impl Space {
    /// An address space with a page table.
    pub fn new(table: PageTable<Hardware, ()>, pool: Pool) -> Space {
        Space {
            table,
            pool,
            pages: [const { None }; PAGES],
            count: 0,
            tokens: [const { None }; TOKENS],
            hot: [None; HOT],
            parts: None,
            operations: [0; 6],
        }
    }

    fn find(&self, key: Key) -> Option<usize> {
        self.pages[..self.count].iter().position(|held| held.is_some_and(|held| held.key == key))
    }

    fn is_free(&self, key: Key) -> bool {
        !self.pages[..self.count].iter().flatten().any(|held| held.key.overlaps(key))
    }

    fn push(&mut self, held: Held) {
        self.pages[self.count] = Some(held);
        self.count += 1;
    }

    fn remove(&mut self, at: usize) -> Held {
        self.count -= 1;
        self.pages.swap(at, self.count);
        self.pages[self.count].take().expect("it is in use")
    }

    /// Whether all cores know all changes of a place.
    fn is_settled(&self, key: Key) -> bool {
        !self
            .tokens
            .iter()
            .flatten()
            .any(|token| token.old.0.overlaps(key) || token.region.is_some_and(|region| region.overlaps(key)))
    }

    /// A page that is mapped; of those that were made by splitting, one now and then.
    pub fn any(&self, random: &mut Random) -> Option<Held> {
        for _ in 0..8 {
            let held = self.pages[random.below(self.count.max(1) as u64) as usize]?;
            if self.parts.is_none_or(|parts| !parts.overlaps(held.key)) || random.once_in(64) {
                return Some(held);
            }
        }
        None
    }

    /// A page that is mapped, often one that was touched a short time ago.
    fn any_hot(&self, random: &mut Random) -> Option<Held> {
        let hot = self.hot[random.below(HOT as u64) as usize].filter(|_| !random.once_in(4));
        hot.and_then(|key| self.pages[self.find(key)?]).or_else(|| self.any(random))
    }

    /// A place for a page, where there may be others.
    pub fn place(random: &mut Random) -> Key {
        let level = random.of(&[1, 1, 1, 2, 2, 3]);
        let mut number = random.of(&[1, 1, 2, 255, 256, 511]);
        for _ in level..4 {
            number = number * 512 + random.of(&[0, 1, 1, 2, 511]);
        }
        Key { level, number }
    }

    /// Maps a page.
    pub fn map(&mut self, key: Key, to: Target) -> bool {
        let is_free = self.is_free(key);
        let answer = self.table.map(key.page(), to, Tracked::assume_new(), &mut self.pool).is_ok();
        if answer != is_free {
            wrong("map", key);
        }
        if answer {
            self.push(Held { key, to, used: false, written: false });
            self.operations[0] += 1;
        }
        answer
    }

    /// Unmaps a page that no core is writing to. Gives the number of the token.
    pub fn unmap(&mut self, key: Key) -> Option<usize> {
        let is_written = self.find(key).and_then(|at| self.pages[at]).is_some_and(|held| held.written);
        let (token, dirty) = self.unmap_now(key)?;
        if dirty != is_written {
            wrong("what unmap says of writes", key);
        }
        Some(token)
    }

    /// Unmaps a page. Gives the number of the token, and whether the page was written to.
    pub fn unmap_now(&mut self, key: Key) -> Option<(usize, bool)> {
        let at = self.find(key);
        let token = self.tokens.iter().position(Option::is_none)?;
        let (was, stale) = match (self.table.unmap(key.page()), at) {
            (Ok(answer), Some(_)) => answer,
            (Err(_), None) => return None,
            _ => wrong("unmap", key),
        };
        let held = self.remove(at?);
        if was.frame != held.to.frame {
            wrong("the frame that unmap gives", key);
        }
        let mut above = (key.level + 1..=4).map(|level| Key { level, number: key.number >> (9 * (level - key.level)) });
        let region = above.rfind(|region| self.is_free(*region));
        self.tokens[token] = Some(Token { stale, old: (key, held.to), region });
        self.operations[1] += 1;
        Some((token, was.dirty))
    }

    /// Gives a page other rights. Gives the number of the token.
    pub fn protect(&mut self, key: Key, rights: Rights) -> Option<usize> {
        let at = self.find(key);
        let token = self.tokens.iter().position(Option::is_none)?;
        let stale = match (self.table.protect(key.page(), rights), at) {
            (Ok(stale), Some(_)) => stale,
            (Err(_), None) => return None,
            _ => wrong("protect", key),
        };
        let held = self.pages[at?].as_mut()?;
        self.tokens[token] = Some(Token { stale, old: (key, held.to), region: None });
        held.to.rights = rights;
        self.operations[2] += 1;
        Some(token)
    }

    /// Says in the list what marks a page has.
    pub fn mark_as_found(&mut self, key: Key) {
        let found = self.table.resolve(key.address());
        if let (Some(held), Some(found)) = (self.find(key).and_then(|at| self.pages[at].as_mut()), found) {
            (held.used, held.written) = (found.accessed, found.dirty);
        }
    }

    /// Makes smaller pages of one.
    fn split(&mut self, key: Key) -> Option<()> {
        let token = self.tokens.iter().position(Option::is_none)?;
        let at = self.find(key)?;
        if key.level == 1 || self.count + 511 > PAGES || !self.is_settled(key) {
            return None;
        }
        let Ok(stale) = self.table.split(key.page(), &mut self.pool) else { wrong("split", key) };
        let held = self.remove(at);
        let level = key.level - 1;
        for index in 0..512 {
            let to = Target { frame: held.to.frame + index * size(level), ..held.to };
            self.push(Held { key: Key { level, number: key.number * 512 + index }, to, used: true, written: true });
        }
        self.tokens[token] = Some(Token { stale, old: (key, held.to), region: None });
        self.parts = Some(key);
        self.operations[3] += 1;
        Some(())
    }

    /// Makes one page of smaller ones.
    fn merge(&mut self, key: Key) -> Option<()> {
        let token = self.tokens.iter().position(Option::is_none)?;
        if !self.is_settled(key) {
            return None;
        }
        let level = key.level - 1;
        let first = self.find(Key { level, number: key.number * 512 }).and_then(|at| self.pages[at]);
        let is_part = |held: &Held| {
            let index = held.key.number % 512;
            held.key.level == level
                && held.key.number / 512 == key.number
                && first
                    .is_some_and(|first| held.to == Target { frame: first.to.frame + index * size(level), ..first.to })
        };
        let parts = self.pages[..self.count].iter().flatten().filter(|held| is_part(held)).count();
        let whole = first.filter(|first| parts == 512 && first.to.frame.is_multiple_of(size(key.level)));
        let (stale, first) = match (self.table.merge(key.page()), whole) {
            (Ok(stale), Some(first)) => (stale, first),
            (Err(_), None) => return None,
            _ => wrong("merge", key),
        };
        let mut at = 0;
        while at < self.count {
            if self.pages[at].is_some_and(|held| held.key.level == level && held.key.number / 512 == key.number) {
                self.remove(at);
            } else {
                at += 1;
            }
        }
        self.push(Held { key, to: first.to, used: true, written: true });
        self.tokens[token] = Some(Token { stale, old: (first.key, first.to), region: Some(key) });
        self.parts = None;
        self.operations[4] += 1;
        Some(())
    }

    /// Makes all cores forget what a token says.
    pub fn settle(&mut self, token: usize) {
        if let Some(token) = self.tokens[token].take() {
            let _ = self.table.settle(token.stale, &mut self.pool);
            self.operations[5] += 1;
        }
    }

    /// Settles everything.
    pub fn settle_all(&mut self) {
        (0..TOKENS).for_each(|token| self.settle(token));
    }

    /// One operation.
    pub fn operate(&mut self, random: &mut Random) {
        let key = Space::place(random);
        match random.below(10) {
            0..4 => {
                if self.count < PAGES && self.is_settled(key) {
                    self.map(key, target(key.level, random));
                }
            }
            4 => {
                let _ = self.any_hot(random).and_then(|held| self.unmap(held.key));
            }
            5 => {
                let rights = rights(random);
                let _ = self.any_hot(random).and_then(|held| self.protect(held.key, rights));
            }
            6 => {
                let _ = self.any(random).and_then(|held| self.split(held.key));
            }
            7 => {
                let above = |held: Held| Key { level: held.key.level + 1, number: held.key.number / 512 };
                let above = self.any(random).map(above).filter(|key| key.level < 4 && random.once_in(2));
                let _ = above.or(self.parts).and_then(|key| self.merge(key));
            }
            _ => self.settle(random.below(TOKENS as u64) as usize),
        }
    }

    /// An address to touch: mostly one at which something is, or was, or is beside it.
    fn address(&self, random: &mut Random) -> u64 {
        let key = match random.below(20) {
            0..11 => self.any_hot(random).map(|held| held.key),
            11..16 => {
                let token = &self.tokens[random.below(TOKENS as u64) as usize];
                token.as_ref().map(|token| token.old.0)
            }
            16..18 => None,
            18 => return random.next() & !7,
            _ => return (random.next() & 0xffff_ffff_fff8) as i64 as u64 | upper(random.next()),
        };
        let key = key.unwrap_or_else(|| Space::place(random));
        key.address() + (random.below(size(key.level)) & !7)
    }

    /// One touch.
    pub fn touch(&mut self, comparison: &mut Comparison, random: &mut Random) {
        let address = self.address(random);
        // The kernel uses the lowest addresses, and those of its stubs, by itself.
        let is_kernel = matches!(address & 0xffff_ffff_ffff, 0..0x80_0000_0000 | 0x7f00_0000_0000..0x7f80_0000_0000);
        let touch = Touch {
            core: 1 + random.below(2) as usize,
            of: random.of(&[Use::Read, Use::Write, Use::Execute]),
            user: is_kernel || !random.once_in(4),
            address,
        };
        let small = Key::around(address, 1);
        let at = self.pages[..self.count].iter().position(|held| held.is_some_and(|held| held.key.overlaps(small)));
        if !is_kernel {
            self.compare_list(address, at, comparison);
        }
        let mut before = [Outcome::Protection; TOKENS];
        let mut count = 0;
        let is_translated = comparison.walk(address).is_some();
        for token in self.tokens.iter().flatten().filter(|token| is_translated && token.old.0.overlaps(small)) {
            let (key, to) = token.old;
            before[count] = at_page(&touch, to.rights, to.frame + (address & (size(key.level) - 1)));
            count += 1;
        }
        let is_done = comparison.touch(touch, &before[..count], random);
        // A touch that faults may leave a mark of use at the page, too: by the model, a core walks whenever it likes.
        let is_used = is_done || self.table.resolve(address).is_some_and(|found| found.accessed);
        if let Some(held) = at.and_then(|at| self.pages[at].as_mut()).filter(|_| is_translated) {
            held.used = is_used;
            held.written |= is_done && touch.of == Use::Write;
            if is_done {
                self.hot[random.below(HOT as u64) as usize] = Some(held.key);
            }
        }
    }

    /// Compares the list of pages with the page table.
    fn compare_list(&self, address: u64, at: Option<usize>, comparison: &Comparison) {
        let found = self.table.resolve(address).map(|found| (found.to, found.accessed, found.dirty));
        let is_translated = comparison.walk(address).is_some();
        let held = at.filter(|_| is_translated).and_then(|at| self.pages[at]);
        if found != held.map(|held| (held.to, held.used, held.written)) {
            say!("{found:x?} and {held:x?}");
            wrong("what resolve says", Key::around(address, 1));
        }
    }

    /// Goes through all pages, and compares each with the list, with its marks. Gives how many there are besides.
    pub fn audit(&self) -> usize {
        let (mut address, mut others, mut found) = (0, 0, 0);
        while let Some(next) = self.table.next(address) {
            let level = [1, 2, 3][next.page.size() as usize];
            let key = Key::around(next.page.address(), level);
            match self.find(key).and_then(|at| self.pages[at]) {
                Some(held) if (held.to, held.used, held.written) == (next.to, next.accessed, next.dirty) => found += 1,
                Some(held) => {
                    say!("{next:x?} and {held:x?}");
                    wrong("what next says", key)
                }
                None => others += 1,
            }
            address = key.address().wrapping_add(size(level));
            if address == 0x8000_0000_0000 {
                address = 0xffff_8000_0000_0000;
            } else if address == 0 {
                break;
            }
        }
        if found != self.count {
            wrong("next does not give all pages", Key { level: 1, number: 0 });
        }
        others
    }
}

/// Some rights.
pub fn rights(random: &mut Random) -> Rights {
    let number = random.next() >> 20;
    // Mostly what is allowed: a touch that faults shows less.
    Rights { write: number & 3 != 0, user: number & 12 != 0, execute: number & 16 != 0 }
}

/// Where a page of a level may lead.
pub fn target(level: u64, random: &mut Random) -> Target {
    let part = &DATA[level as usize - 1];
    let frame = part.start + random.below((part.end - part.start) / size(level)) * size(level);
    // How memory is cached makes no difference to what is found.
    Target { frame, rights: rights(random), memory: random.below(4) }
}
