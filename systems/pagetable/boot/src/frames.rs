//! The memory, by physical addresses, and who has it.

use core::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use pagetable::machine_t::{Frames, Machine, TableFrame};
use pagetable::walker_v::Memory;

use crate::cores;

/// The end of the memory.
pub const END: u64 = 0x8000_0000;

/// The part that is for tables.
pub const TABLES: core::ops::Range<u64> = 0x100_0000..0x200_0000;

/// The parts that pages lead to, by level: small, large, huge.
pub const DATA: [core::ops::Range<u64>; 3] =
    [0x200_0000..0x400_0000, 0x400_0000..0x2000_0000, 0x4000_0000..0x8000_0000];

/// The number of frames for tables.
const COUNT: usize = ((TABLES.end - TABLES.start) / 0x1000) as usize;

/// How many entries of each table are in use, where no processor looks.
static COUNTS: [AtomicU16; COUNT] = [const { AtomicU16::new(0) }; COUNT];

/// The frames that are free: the first ones of a list.
static FREE: [AtomicU16; COUNT] = [const { AtomicU16::new(0) }; COUNT];

/// A word of the memory.
pub fn word(physical: u64) -> &'static AtomicU64 {
    assert!(physical.is_multiple_of(8) && (TABLES.start..END).contains(&physical), "no memory at {physical:#x}");
    // SAFETY: there is memory, at its own address for the first core, and the image is below.
    unsafe { &*(physical as *const AtomicU64) }
}

/// An allocator: a stack of frames.
pub struct Pool {
    /// How many frames are free.
    pub left: usize,
}

impl Pool {
    /// With all frames.
    pub fn new() -> Pool {
        for (number, place) in FREE.iter().enumerate() {
            place.store(number as u16, Ordering::Relaxed);
        }
        Pool { left: COUNT }
    }
}

impl Frames for Pool {
    fn take(&mut self) -> Option<TableFrame> {
        self.left = self.left.checked_sub(1)?;
        let number = FREE[self.left].load(Ordering::Relaxed);
        // SAFETY: it is a frame for tables, and it is not in the list any more.
        Some(unsafe { TableFrame::new(TABLES.start + u64::from(number) * 0x1000) })
    }

    fn give(&mut self, frame: TableFrame) {
        FREE[self.left].store(number(frame.address()) as u16, Ordering::Relaxed);
        self.left += 1;
    }
}

/// The number of a frame for tables.
fn number(frame: u64) -> usize {
    ((frame - TABLES.start) >> 12) as usize
}

/// The tables and the cores. The cores are numbered from 0; the first core of the machine is none of them.
pub struct Hardware {
    /// The frame of the root.
    pub root: u64,
    /// How many bits addresses of memory have.
    pub width: u64,
    /// A core that is not told to forget.
    pub forgotten: Option<usize>,
}

fn entry(frame: u64, index: usize) -> &'static AtomicU64 {
    word(frame + 8 * index as u64)
}

impl Machine for Hardware {
    fn width(&self) -> u64 {
        self.width
    }

    fn cores(&self) -> usize {
        crate::blocks::CORES - 1
    }

    fn root(&self) -> u64 {
        self.root
    }

    fn read(&self, frame: u64, index: usize) -> u64 {
        entry(frame, index).load(Ordering::Relaxed)
    }

    fn write(&mut self, frame: u64, index: usize, word: u64) {
        entry(frame, index).store(word, Ordering::Release);
    }

    fn swap(&mut self, frame: u64, index: usize, word: u64) -> u64 {
        entry(frame, index).swap(word, Ordering::AcqRel)
    }

    fn flip(&mut self, frame: u64, index: usize, bits: u64) {
        entry(frame, index).fetch_xor(bits, Ordering::AcqRel);
    }

    fn invalidate(&mut self, core: usize, address: u64) {
        if self.forgotten != Some(core) {
            cores::forget(core + 1, address);
        }
    }

    fn adopt(&mut self, frame: TableFrame) -> u64 {
        let address = frame.address();
        for index in 0..512 {
            entry(address, index).store(0, Ordering::Relaxed);
        }
        COUNTS[number(address)].store(0, Ordering::Relaxed);
        address
    }

    fn release(&mut self, address: u64) -> TableFrame {
        // SAFETY: no table has it any more, and it came from the pool.
        unsafe { TableFrame::new(address) }
    }

    fn count(&self, frame: u64) -> u16 {
        COUNTS[number(frame)].load(Ordering::Relaxed)
    }

    fn set_count(&mut self, frame: u64, count: u16) {
        COUNTS[number(frame)].store(count, Ordering::Relaxed);
    }
}

/// The memory as the walker of the model reads it.
pub struct Tables {
    /// The frame of the root.
    pub root: u64,
    /// How many bits addresses of memory have.
    pub width: u64,
}

impl Memory for Tables {
    fn width(&self) -> u64 {
        self.width
    }

    fn root(&self) -> u64 {
        self.root
    }

    fn read(&self, frame: u64, index: usize) -> Option<u64> {
        (TABLES.start..END).contains(&frame).then(|| entry(frame, index).load(Ordering::Relaxed))
    }
}
