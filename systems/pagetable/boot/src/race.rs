//! Changes of pages that both cores are writing to at this moment.
//!
//! Each core counts in a page of its own, in user mode, until it faults. The first core takes the right to write away, or the page.
//! When the token is settled, no core may write any more, and what was written must be known.

use core::sync::atomic::Ordering;

use pagetable::entry_spec_t::{Rights, Target};

use crate::cores;
use crate::frames::{DATA, word};
use crate::port::{self, Ended};
use crate::random::Random;
use crate::say;
use crate::space::{Key, Space};
use crate::stubs::Stub;

/// The pages, one for each core, which share their tables.
const PAGES: [Key; 2] = [Key { level: 1, number: 5 << 27 }, Key { level: 1, number: (5 << 27) + 3 }];

/// Where they lead.
const FRAMES: [u64; 2] = [DATA[0].start, DATA[0].start + 0x5000];

/// The rights to read and write.
const OPEN: Rights = Rights { write: true, user: true, execute: false };

fn count(core: usize) -> u64 {
    word(FRAMES[core]).load(Ordering::Acquire)
}

fn wrong(what: &str, core: usize) -> ! {
    say!("mismatch: {what}: core {}, the count is {}, {:x?}", core + 1, count(core), cores::seen(core + 1));
    port::end(Ended::Mismatch)
}

/// Changes pages that are being written to, so many times. Gives how often a core had not yet written.
pub fn run(space: &mut Space, times: u64, random: &mut Random) -> u64 {
    let mut early = 0;
    for round in 0..times {
        if round.is_multiple_of(20) {
            say!("touched pages that cores are writing to: {round} of {times} rounds");
        }
        for core in 0..2 {
            word(FRAMES[core]).store(0, Ordering::Release);
            if !space.map(PAGES[core], Target { frame: FRAMES[core], rights: OPEN, memory: 0 }) {
                wrong("the page cannot be mapped", core);
            }
            cores::begin(core + 1, Stub::Count, true, PAGES[core].address(), 1);
        }
        let waits = random.once_in(2);
        if waits {
            (0..2).for_each(|core| cores::wait(|| count(core) > 0, "a core does not count"));
        } else {
            // Perhaps until the first write.
            (0..random.below(200)).for_each(|_| core::hint::spin_loop());
        }
        let first = random.below(2) as usize;
        early += stop(space, first, random.once_in(2)) + stop(space, 1 - first, random.once_in(2));
    }
    early
}

/// Stops a core that is counting. Gives 1 if it had not yet written.
fn stop(space: &mut Space, core: usize, is_protected: bool) -> u64 {
    let page = PAGES[core];
    let mut dirty = false;
    let token = if is_protected {
        space.protect(page, Rights { write: false, ..OPEN })
    } else {
        space.unmap_now(page).map(|(token, was_dirty)| {
            dirty = was_dirty;
            token
        })
    };
    let Some(token) = token else { wrong("there is no token", core) };
    space.settle(token);
    let settled = count(core);
    let is_writing = || count(core) != settled;
    cores::wait(|| cores::is_done(core + 1) || is_writing(), "a core neither writes nor stops");
    if is_writing() {
        wrong("a core wrote after it was made to forget", core);
    }
    let seen = cores::seen(core + 1);
    let code = if is_protected { 7 } else { 6 };
    if (seen.vector, seen.error, seen.cr2) != (14, code, page.address()) {
        wrong("another fault than the one of a write", core);
    }
    if is_protected {
        let Some((token, was_dirty)) = space.unmap_now(page) else { wrong("there is no token", core) };
        dirty = was_dirty;
        space.settle(token);
    }
    if dirty != (settled > 0) {
        wrong("the page was written to, and unmap does not say so, or the other way round", core);
    }
    u64::from(settled == 0)
}
