//! Entries that the page table never writes: with bits that must be zero, rights at all levels, large pages at odd places.
//!
//! An entry on the way to an address becomes a random one for the time of a touch.

use core::sync::atomic::Ordering;

use pagetable::entry_spec_t::{ADDRESS, LARGE, NO_EXECUTE, PRESENT};
use pagetable::walker_v::{Meaning, Use};

use crate::cores;
use crate::expect::{Comparison, Touch};
use crate::frames::word;
use crate::random::Random;
use crate::space::{Space, size, target};

/// The bits that processors ignore, and the marks.
const IGNORED: u64 = 0x7ff0_0000_0000_0f60;

/// The bits of rights and of memory types.
const RIGHTS: u64 = NO_EXECUTE | 0x1e;

/// Touches an address behind a random entry.
pub fn run(space: &Space, comparison: &mut Comparison, random: &mut Random) {
    let Some(held) = space.any(random) else { return };
    let address = held.key.address() + (random.below(size(held.key.level)) & !7);
    let Some(walk) = comparison.walk(address) else { return };
    let step = walk.steps[random.below(walk.count as u64) as usize];
    let level = 4 - walk.steps.iter().position(|other| other.frame == step.frame).unwrap_or(0) as u64;
    let place = word(step.frame + 8 * step.index as u64);
    let width = comparison.tables.width;

    let mut bits = step.word & (RIGHTS | LARGE | PRESENT);
    for _ in 0..random.below(4) {
        bits ^= random.of(&[2, 2, 4, 4, 8, 16, NO_EXECUTE, NO_EXECUTE, LARGE, PRESENT]);
    }
    bits ^= random.next() & IGNORED;
    let mut frame = match step.meaning {
        // A table that is another one's, of the same level.
        Meaning::Table(_) if bits & LARGE == 0 => {
            other_table(space, comparison, walk.count, level, random).unwrap_or(step.word & ADDRESS)
        }
        _ => target(random.below(level.min(3)) + 1, random).frame,
    };
    if level < 4 && bits & LARGE != 0 && random.once_in(2) {
        // A page of the right size.
        frame = target(level.min(3), random).frame;
    }
    if random.once_in(8) {
        frame |= 1 << (width + random.below(52 - width));
    }
    if bits & LARGE != 0 && random.once_in(8) {
        frame |= 1 << (12 + random.below(9 * (level.max(2) - 1)));
    }
    let before = place.swap(bits | frame, Ordering::AcqRel);
    let touch = Touch {
        core: 1 + random.below(2) as usize,
        of: random.of(&[Use::Read, Use::Write, Use::Execute]),
        user: !random.once_in(4),
        address,
    };
    // What the core keeps of the entry before.
    cores::forget(touch.core, address);
    comparison.touch(touch, &[], random);
    place.store(before, Ordering::Release);
    cores::forget(touch.core, address);
}

/// A table below another entry of this level.
fn other_table(space: &Space, comparison: &Comparison, count: usize, level: u64, random: &mut Random) -> Option<u64> {
    let walk = comparison.walk(space.any(random)?.key.address())?;
    let step = &walk.steps[4 - level as usize];
    match step.meaning {
        Meaning::Table(to) if walk.count >= count => Some(to.frame),
        _ => None,
    }
}
