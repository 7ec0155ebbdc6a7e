//! How long it takes to map and unmap pages, as in Figure 12 of the Verus paper: here, with the mapper of the `x86_64` crate, and
//! with a mapper that is written by hand and keeps tables that are empty.
//!
//! `cargo run --release -p pagetable --example speed` maps and unmaps 10 million pages of 4 KiB. The memory is the one of this
//! process, and no core is told to forget anything, by none of them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use pagetable::entry_spec_t::{Rights, Target};
use pagetable::machine_t::{Frames, Machine, TableFrame};
use pagetable::page_v::{Page, Size};
use pagetable::table_v::PageTable;
use vstd::prelude::*;
use x86_64::structures::paging::mapper::{Mapper, OffsetPageTable};
use x86_64::structures::paging::{
    FrameAllocator, Page as TheirPage, PageSize, PageTable as TheirTable, PageTableFlags, PhysFrame, Size1GiB,
    Size2MiB, Size4KiB,
};
use x86_64::{PhysAddr, VirtAddr};

/// The number of frames for tables.
const FRAMES: usize = 1 << 12;

/// The memory for tables. The physical address of a frame is its offset.
struct Arena {
    words: Box<[Frame]>,
}

/// A frame.
#[repr(C, align(4096))]
struct Frame([AtomicU64; 512]);

impl Arena {
    fn new() -> Arena {
        Arena { words: (0..FRAMES).map(|_| Frame([const { AtomicU64::new(0) }; 512])).collect() }
    }

    #[inline(always)]
    fn entry(&self, frame: u64, index: usize) -> &AtomicU64 {
        &self.words[(frame >> 12) as usize].0[index]
    }
}

verus! {

use pagetable::mmu_spec_t::State;

/// One core, with tables in the memory of this process.
#[verifier::external_body]
struct Direct {
    arena: Arena,
    counts: Box<[u16]>,
    /// Whether an entry of a page is replaced without losing a mark that a core makes at this moment. The others lose it.
    exact: bool,
}

impl Machine for Direct {
    uninterp spec fn state(&self) -> State;

    uninterp spec fn counts(&self) -> Map<u64, u16>;

    #[inline(always)]
    #[verifier::external_body]
    fn width(&self) -> u64 {
        52
    }

    #[inline(always)]
    #[verifier::external_body]
    fn cores(&self) -> usize {
        1
    }

    #[inline(always)]
    #[verifier::external_body]
    fn root(&self) -> u64 {
        0
    }

    #[inline(always)]
    #[verifier::external_body]
    fn read(&self, frame: u64, index: usize) -> u64 {
        self.arena.entry(frame, index).load(Ordering::Relaxed)
    }

    #[inline(always)]
    #[verifier::external_body]
    fn write(&mut self, frame: u64, index: usize, word: u64) {
        self.arena.entry(frame, index).store(word, Ordering::Relaxed)
    }

    #[inline(always)]
    #[verifier::external_body]
    fn swap(&mut self, frame: u64, index: usize, word: u64) -> u64 {
        let entry = self.arena.entry(frame, index);
        if self.exact {
            return entry.swap(word, Ordering::Relaxed);
        }
        let previous = entry.load(Ordering::Relaxed);
        entry.store(word, Ordering::Relaxed);
        previous
    }

    #[inline(always)]
    #[verifier::external_body]
    fn flip(&mut self, frame: u64, index: usize, bits: u64) {
        self.arena.entry(frame, index).fetch_xor(bits, Ordering::Relaxed);
    }

    #[inline(always)]
    #[verifier::external_body]
    fn invalidate(&mut self, _core: usize, _address: u64) {
    }

    #[inline(always)]
    #[verifier::external_body]
    fn adopt(&mut self, frame: TableFrame) -> u64 {
        let address = frame.address();
        for word in &mut self.arena.words[(address >> 12) as usize].0 {
            *word.get_mut() = 0;
        }
        self.counts[(address >> 12) as usize] = 0;
        address
    }

    #[inline(always)]
    #[verifier::external_body]
    fn release(&mut self, address: u64) -> TableFrame {
        // SAFETY: no table has it any more.
        unsafe { TableFrame::new(address) }
    }

    #[inline(always)]
    #[verifier::external_body]
    fn count(&self, frame: u64) -> u16 {
        self.counts[(frame >> 12) as usize]
    }

    #[inline(always)]
    #[verifier::external_body]
    fn set_count(&mut self, frame: u64, count: u16) {
        self.counts[(frame >> 12) as usize] = count;
    }
}

/// An allocator.
#[verifier::external_body]
struct Free(Vec<TableFrame>);

impl Frames for Free {
    #[inline(always)]
    #[verifier::external_body]
    fn take(&mut self) -> Option<TableFrame> {
        self.0.pop()
    }

    #[inline(always)]
    #[verifier::external_body]
    fn give(&mut self, frame: TableFrame) {
        self.0.push(frame);
    }
}

} // verus!

/// What is measured: mapping a page, and unmapping it.
trait Subject {
    fn map(&mut self, size: Size, address: u64, frame: u64);
    fn unmap(&mut self, size: Size, address: u64);
}

/// The verified page table.
struct Ours(PageTable<Direct, ()>, Free);

impl Ours {
    fn new(exact: bool) -> Ours {
        // SAFETY: each frame is given once.
        let free = (1..FRAMES as u64).map(|index| unsafe { TableFrame::new(index << 12) }).collect();
        Ours(PageTable::new(Direct { arena: Arena::new(), counts: vec![0; FRAMES].into(), exact }), Free(free))
    }
}

impl Subject for Ours {
    #[inline(always)]
    fn map(&mut self, size: Size, address: u64, frame: u64) {
        let page = Page::new(size, address).expect("a page");
        let rights = Rights { write: true, user: true, execute: true };
        assert!(self.0.map(page, Target { frame, rights, memory: 0 }, Tracked::assume_new(), &mut self.1).is_ok());
    }

    #[inline(always)]
    fn unmap(&mut self, size: Size, address: u64) {
        let page = Page::new(size, address).expect("a page");
        match self.0.unmap(page) {
            Ok((_, stale)) => drop(self.0.settle(stale, &mut self.1)),
            Err(_) => panic!("it is mapped"),
        }
    }
}

/// The mapper of the `x86_64` crate, which keeps tables that are empty.
struct Theirs(Box<[TheirTable]>, Bump);

/// An allocator.
struct Bump(u64);

// SAFETY: each frame is given once.
unsafe impl FrameAllocator<Size4KiB> for Bump {
    #[inline(always)]
    fn allocate_frame(&mut self) -> Option<PhysFrame> {
        self.0 += 0x1000;
        Some(PhysFrame::containing_address(PhysAddr::new(self.0)))
    }
}

impl Theirs {
    fn new() -> Theirs {
        Theirs((0..FRAMES).map(|_| TheirTable::new()).collect(), Bump(0))
    }

    #[inline(always)]
    fn map_sized<S: PageSize + std::fmt::Debug>(&mut self, address: u64, frame: u64)
    where
        for<'a> OffsetPageTable<'a>: Mapper<S>,
    {
        let base = self.0.as_mut_ptr();
        // SAFETY: the tables are in this memory, and nobody else uses it.
        let mut mapper = unsafe { OffsetPageTable::new(&mut *base, VirtAddr::new(base as u64)) };
        let page = TheirPage::<S>::from_start_address(VirtAddr::new(address)).expect("a page");
        let frame = PhysFrame::<S>::from_start_address(PhysAddr::new(frame)).expect("a frame");
        let flags = PageTableFlags::PRESENT | PageTableFlags::WRITABLE | PageTableFlags::USER_ACCESSIBLE;
        // SAFETY: as above.
        unsafe { mapper.map_to(page, frame, flags, &mut self.1) }.expect("it is free").ignore();
    }

    #[inline(always)]
    fn unmap_sized<S: PageSize>(&mut self, address: u64)
    where
        for<'a> OffsetPageTable<'a>: Mapper<S>,
    {
        let base = self.0.as_mut_ptr();
        // SAFETY: the tables are in this memory, and nobody else uses it.
        let mut mapper = unsafe { OffsetPageTable::new(&mut *base, VirtAddr::new(base as u64)) };
        let page = TheirPage::<S>::from_start_address(VirtAddr::new(address)).expect("a page");
        mapper.unmap(page).expect("it is mapped").1.ignore();
    }
}

impl Subject for Theirs {
    #[inline(always)]
    fn map(&mut self, size: Size, address: u64, frame: u64) {
        match size {
            Size::Small => self.map_sized::<Size4KiB>(address, frame),
            Size::Large => self.map_sized::<Size2MiB>(address, frame),
            Size::Huge => self.map_sized::<Size1GiB>(address, frame),
        }
    }

    #[inline(always)]
    fn unmap(&mut self, size: Size, address: u64) {
        match size {
            Size::Small => self.unmap_sized::<Size4KiB>(address),
            Size::Large => self.unmap_sized::<Size2MiB>(address),
            Size::Huge => self.unmap_sized::<Size1GiB>(address),
        }
    }
}

/// A mapper by hand, which keeps tables that are empty.
struct ByHand(Arena, u64);

impl ByHand {
    #[inline(always)]
    fn level(size: Size) -> u64 {
        match size {
            Size::Small => 1,
            Size::Large => 2,
            Size::Huge => 3,
        }
    }
}

impl Subject for ByHand {
    #[inline(always)]
    fn map(&mut self, size: Size, address: u64, frame: u64) {
        let last = ByHand::level(size);
        let mut table = 0;
        let mut level = 4;
        loop {
            let entry = self.0.entry(table, (address >> (3 + 9 * level)) as usize & 511);
            let word = entry.load(Ordering::Relaxed);
            if level == last {
                assert_eq!(word, 0);
                entry.store(frame | 7 | u64::from(level > 1) << 7, Ordering::Relaxed);
                return;
            }
            if word == 0 {
                self.1 += 0x1000;
                entry.store(self.1 | 7, Ordering::Relaxed);
                table = self.1;
            } else {
                assert_eq!(word & 0x80, 0);
                table = word & 0xf_ffff_ffff_f000;
            }
            level -= 1;
        }
    }

    #[inline(always)]
    fn unmap(&mut self, size: Size, address: u64) {
        let last = ByHand::level(size);
        let mut table = 0;
        let mut level = 4;
        loop {
            let entry = self.0.entry(table, (address >> (3 + 9 * level)) as usize & 511);
            let word = entry.load(Ordering::Relaxed);
            assert_ne!(word & 1, 0);
            if level == last {
                entry.store(0, Ordering::Relaxed);
                return;
            }
            assert_eq!(word & 0x80, 0);
            table = word & 0xf_ffff_ffff_f000;
            level -= 1;
        }
    }
}

/// The nanoseconds of a call of `map` and of `unmap`, the least of some runs: pages in address order.
fn measure(mut subject: impl Subject, size: Size, bytes: u64, pages: u64, rounds: u64) -> (f64, f64) {
    let (mut map, mut unmap) = (f64::MAX, f64::MAX);
    for _ in 0..10 {
        let (mut mapping, mut unmapping) = (0, 0);
        for _ in 0..rounds {
            let start = Instant::now();
            for page in 0..pages {
                subject.map(size, std::hint::black_box(page * bytes), page * bytes);
            }
            mapping += start.elapsed().as_nanos();
            let start = Instant::now();
            for page in 0..pages {
                subject.unmap(size, std::hint::black_box(page * bytes));
            }
            unmapping += start.elapsed().as_nanos();
        }
        map = map.min(mapping as f64 / (pages * rounds) as f64);
        unmap = unmap.min(unmapping as f64 / (pages * rounds) as f64);
    }
    (map, unmap)
}

fn main() {
    println!("nanoseconds       map    unmap");
    for (name, size, bytes, pages, rounds) in [
        ("4 KiB", Size::Small, 0x1000, 1 << 18, 4),
        ("2 MiB", Size::Large, 0x20_0000, 1 << 14, 64),
        ("1 GiB", Size::Huge, 0x4000_0000, 1 << 10, 1024),
    ] {
        let line = |subject: &str, (map, unmap): (f64, f64)| println!("{name} {subject:<9} {map:6.1}   {unmap:6.1}");
        line("verified", measure(Ours::new(false), size, bytes, pages, rounds));
        line("and exact", measure(Ours::new(true), size, bytes, pages, rounds));
        line("x86_64", measure(Theirs::new(), size, bytes, pages, rounds));
        line("by hand", measure(ByHand(Arena::new(), 0), size, bytes, pages, rounds));
    }
}
