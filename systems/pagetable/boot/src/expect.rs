//! What the model says of a touch, and the comparison with what a processor did.
//!
//! The walk is the one of `pagetable::walker_v`, which is proved to be the one of the model. Error codes are not in the model; they are
//! those of the manual (Intel SDM volume 3A, section 4.7). Neither is supervisor mode: there, the right for user mode is not asked for,
//! and the other ones are.

use core::sync::atomic::Ordering;

use pagetable::entry_spec_t::{ACCESSED, LARGE, Rights, Target};
use pagetable::walker_v::{Meaning, Step, Use, Walk};

use crate::cores::{self, Seen};
use crate::frames::{Tables, word};
use crate::options::Mistake;
use crate::port::{self, Ended};
use crate::random::Random;
use crate::say;
use crate::stubs::{Stub, tag, word_with};

/// The vector of a touch that was done.
const DONE: u64 = 0x41;
/// The vector of a general protection fault.
const PROTECTION: u64 = 13;
/// The vector of a page fault.
const PAGE_FAULT: u64 = 14;

/// A touch of an address.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The core.
    pub core: usize,
    /// What is done.
    pub of: Use,
    /// Whether in user mode.
    pub user: bool,
    /// The virtual address, a multiple of 8.
    pub address: u64,
}

/// What is to happen at a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes to a physical address.
    Goes(u64),
    /// A page fault, with its error code.
    Faults(u64),
    /// A general protection fault: the address cannot be translated.
    Protection,
}

/// What the touches were, and how many.
#[derive(Default)]
pub struct Counts {
    /// Those that were done.
    pub done: u64,
    /// Page faults, by the five low bits of their error codes.
    pub faults: [u64; 32],
    /// Addresses that cannot be translated.
    pub protection: u64,
    /// Those that went by what was there before, which a core had not yet forgotten.
    pub stale: u64,
    /// Marks of use, and of writes, that a touch added.
    pub marks: [u64; 2],
    /// Entries with reserved bits that were marked, which the model does not say.
    pub marked_reserved: u64,
    /// Pages by level.
    pub levels: [u64; 5],
}

/// Compares a machine with the model.
pub struct Comparison {
    /// The memory.
    pub tables: Tables,
    /// The mistake that the expectation makes.
    pub mistake: Option<Mistake>,
    /// What was seen.
    pub counts: Counts,
    /// How many addresses were touched.
    pub touched: u64,
    /// How many will be.
    pub wanted: u64,
}

/// Whether bits 47 to 63 are equal.
fn is_canonical(address: u64) -> bool {
    matches!(address as i64 >> 47, 0 | -1)
}

impl Comparison {
    /// The walk to an address, if it can be translated.
    pub fn walk(&self, address: u64) -> Option<Walk> {
        is_canonical(address).then(|| Walk::to(&self.tables, address).expect("tables are in the memory"))
    }

    /// What a step found, or what a mistake makes of it.
    fn meaning(&self, walk: &Walk) -> Meaning {
        let step = walk.last();
        match (step.meaning, self.mistake) {
            (Meaning::Page(to), Some(Mistake::NoExecute)) => {
                Meaning::Page(Target { rights: Rights { execute: true, ..to.rights }, ..to })
            }
            (Meaning::Page(_), Some(Mistake::Above)) => {
                let all = Rights { write: true, user: true, execute: true };
                Meaning::of(step.word, 5 - walk.count as u64, self.tables.width, all)
            }
            (Meaning::Reserved, Some(Mistake::Reserved)) => Meaning::Absent,
            (meaning, _) => meaning,
        }
    }

    /// What is to happen.
    fn outcome(&self, touch: &Touch, walk: Option<&Walk>) -> Outcome {
        let Some(walk) = walk else { return Outcome::Protection };
        let code = u64::from(touch.of == Use::Write) << 1
            | u64::from(touch.user) << 2
            | u64::from(touch.of == Use::Execute) << 4;
        match self.meaning(walk) {
            Meaning::Page(to) if is_allowed(touch, to.rights) => {
                let physical = walk.physical(touch.address, verus_builtin::Ghost::assume_new());
                Outcome::Goes(physical.expect("the walk ends at a page"))
            }
            Meaning::Page(_) => Outcome::Faults(code | 1),
            Meaning::Reserved => Outcome::Faults(code | 9),
            Meaning::Absent | Meaning::Table(_) => Outcome::Faults(code),
        }
    }

    /// Touches an address, and ends everything if what happens is not what is to happen. `before` is what may happen instead, because the
    /// core may not know of a change. Gives whether the touch was done, by what is in the tables now.
    pub fn touch(&mut self, touch: Touch, before: &[Outcome], random: &mut Random) -> bool {
        let walk = self.walk(touch.address);
        let outcome = self.outcome(&touch, walk.as_ref());
        for possible in before.iter().chain([&outcome]) {
            if let Outcome::Goes(physical) = possible {
                word(*physical).store(tag(*physical), Ordering::Release);
            }
        }
        let value = word_with(random.next() as u32 | 0x8000_0000);
        let seen = cores::touch(touch.core, Stub::Once(touch.of), touch.user, touch.address, value);
        self.touched += 1;
        let is_now = is_as(&touch, outcome, value, &seen);
        if !is_now && !before.iter().any(|other| is_as(&touch, *other, value, &seen)) {
            mismatch(&touch, outcome, before, walk.as_ref(), &seen);
        }
        self.count(outcome, is_now, walk.as_ref());
        for step in walk.iter().flat_map(|walk| walk.steps.iter().take(walk.count)) {
            self.compare_marks(&touch, step, is_now && matches!(outcome, Outcome::Goes(_)));
        }
        if self.touched.is_multiple_of(1000) {
            say!("touched {} of {}", self.touched, self.wanted);
        }
        is_now && matches!(outcome, Outcome::Goes(_))
    }

    /// Compares the marks in an entry on the way. A touch that is done leaves those of the model. Of one that is not, or that went by what was
    /// there before, the model says what it may leave.
    fn compare_marks(&mut self, touch: &Touch, step: &Step, is_done: bool) {
        let now = word(step.frame + 8 * step.index as u64).load(Ordering::Acquire);
        let may_write = match step.meaning {
            Meaning::Page(to) => to.rights.write,
            _ => true,
        };
        let is_write = touch.of == Use::Write && self.mistake != Some(Mistake::Dirty);
        let mut marked = step.marked(if is_done { is_write } else { may_write });
        if step.meaning == Meaning::Reserved && step.word & LARGE != 0 && now == marked | ACCESSED {
            // QEMU 7.2 marks the entry of a large page before it looks at the bits that are reserved because of the size.
            marked |= ACCESSED;
            self.counts.marked_reserved += 1;
        }
        let is_well = if is_done { now == marked } else { now & !marked == 0 && step.word & !now == 0 };
        if !is_well {
            say!("mismatch: {touch:x?}: the entry {:#x} of {:#x} was {:#x}", step.index, step.frame, step.word);
            say!("  it is {now:#x} now, and with the marks of the model {marked:#x}");
            port::end(Ended::Mismatch);
        }
        let added = now & !step.word;
        self.counts.marks[0] += added >> 5 & 1;
        self.counts.marks[1] += added >> 6 & 1;
    }

    fn count(&mut self, outcome: Outcome, is_now: bool, walk: Option<&Walk>) {
        match outcome {
            _ if !is_now => self.counts.stale += 1,
            Outcome::Goes(_) => {
                self.counts.done += 1;
                self.counts.levels[5 - walk.map_or(0, |walk| walk.count)] += 1;
            }
            Outcome::Faults(code) => self.counts.faults[code as usize & 31] += 1,
            Outcome::Protection => self.counts.protection += 1,
        }
    }
}

/// Whether a page may be touched.
fn is_allowed(touch: &Touch, rights: Rights) -> bool {
    match touch.of {
        of if touch.user => of.is_allowed(rights),
        Use::Read => true,
        Use::Write => rights.write,
        Use::Execute => rights.execute,
    }
}

/// What happens at a touch of a page that leads to a physical address for this virtual one.
pub fn at_page(touch: &Touch, rights: Rights, physical: u64) -> Outcome {
    let code =
        u64::from(touch.of == Use::Write) << 1 | u64::from(touch.user) << 2 | u64::from(touch.of == Use::Execute) << 4;
    if is_allowed(touch, rights) { Outcome::Goes(physical) } else { Outcome::Faults(code | 1) }
}

/// Whether that is what was seen.
fn is_as(touch: &Touch, outcome: Outcome, value: u64, seen: &Seen) -> bool {
    match outcome {
        Outcome::Goes(physical) if seen.vector == DONE => match touch.of {
            Use::Read => seen.value == tag(physical),
            Use::Write => word(physical).load(Ordering::Acquire) == value,
            Use::Execute => seen.rip == touch.address.wrapping_add(7) && seen.value as u32 == (physical >> 3) as u32,
        },
        Outcome::Goes(_) => false,
        Outcome::Faults(code) => {
            // By the manual, bit 0 is set wherever bit 3 is, which says that a reserved bit is set. QEMU 7.2 leaves bit 0 clear then.
            let error = seen.error | seen.error >> 3 & 1;
            seen.vector == PAGE_FAULT && error == code && seen.cr2 == touch.address
        }
        Outcome::Protection => seen.vector == PROTECTION && seen.error == 0,
    }
}

fn mismatch(touch: &Touch, outcome: Outcome, before: &[Outcome], walk: Option<&Walk>, seen: &Seen) -> ! {
    say!("mismatch: {touch:x?}");
    say!("  by the model {outcome:x?}, by what was there before {before:x?}");
    say!("  the processor {seen:x?}");
    for step in walk.iter().flat_map(|walk| walk.steps.iter().take(walk.count)) {
        say!("  {step:x?}");
    }
    port::end(Ended::Mismatch)
}
