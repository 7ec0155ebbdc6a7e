//! How long it takes to map and unmap pages, as in Figure 12 of the Verus paper: here, with the mapper of the `x86_64` crate, and
//! with a mapper that is written by hand and keeps tables that are empty.
//!
//! `cargo run --release -p pagetable --example speed [OPERATIONS [ROUNDS]]` prints a line for each measurement: the workload, the operation, the
//! mapper, and the nanoseconds of one call, the mean of a number of calls (250,000 if nothing else is said). All mappers are measured
//! in each round (ten), one after the other. The memory is the one of this process, and no core is told to forget anything, by none of them.
//!
//! `cargo xtask bench --only pagetable` makes docs/bench/pagetable.md of it.

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

/// Replaces an entry, and gives what was there.
#[inline(always)]
fn replace<const EXACT: bool>(entry: &AtomicU64, word: u64) -> u64 {
    if EXACT {
        return entry.swap(word, Ordering::Relaxed);
    }
    let previous = entry.load(Ordering::Relaxed);
    entry.store(word, Ordering::Relaxed);
    previous
}

verus! {

use pagetable::mmu_spec_t::State;

/// One core, with tables in the memory of this process. If it is exact, an entry of a page is replaced without losing a mark that a core
/// makes at this moment.
#[verifier::external_body]
struct Direct<const EXACT: bool> {
    arena: Arena,
    counts: Box<[u16]>,
}

impl<const EXACT: bool> Machine for Direct<EXACT> {
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
        replace::<EXACT>(self.arena.entry(frame, index), word)
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
struct Ours<const EXACT: bool>(PageTable<Direct<EXACT>, ()>, Free);

impl<const EXACT: bool> Ours<EXACT> {
    fn new() -> Ours<EXACT> {
        // SAFETY: each frame is given once.
        let free = (1..FRAMES as u64).map(|index| unsafe { TableFrame::new(index << 12) }).collect();
        Ours(PageTable::new(Direct { arena: Arena::new(), counts: vec![0; FRAMES].into() }), Free(free))
    }
}

impl<const EXACT: bool> Subject for Ours<EXACT> {
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
struct ByHand<const EXACT: bool>(Arena, u64);

impl<const EXACT: bool> ByHand<EXACT> {
    #[inline(always)]
    fn level(size: Size) -> u64 {
        match size {
            Size::Small => 1,
            Size::Large => 2,
            Size::Huge => 3,
        }
    }
}

impl<const EXACT: bool> Subject for ByHand<EXACT> {
    #[inline(always)]
    fn map(&mut self, size: Size, address: u64, frame: u64) {
        let last = Self::level(size);
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
        let last = Self::level(size);
        let mut table = 0;
        let mut level = 4;
        loop {
            let entry = self.0.entry(table, (address >> (3 + 9 * level)) as usize & 511);
            let word = entry.load(Ordering::Relaxed);
            assert_ne!(word & 1, 0);
            if level == last {
                replace::<EXACT>(entry, 0);
                return;
            }
            assert_eq!(word & 0x80, 0);
            table = word & 0xf_ffff_ffff_f000;
            level -= 1;
        }
    }
}

/// What is mapped: pages of one size.
#[derive(Clone, Copy)]
struct Work<const LEVEL: u64> {
    /// What it is called.
    name: &'static str,
    /// The number of pages, a power of two.
    pages: u64,
    /// The page after a page of number `n` has the number `n + step`, by the number of pages.
    step: u64,
    /// How many addresses there are between two pages of successive numbers.
    apart: u64,
    /// A page of every table is mapped before, and stays.
    keeps_tables: bool,
}

impl<const LEVEL: u64> Work<LEVEL> {
    const SIZE: Size = match LEVEL {
        1 => Size::Small,
        2 => Size::Large,
        _ => Size::Huge,
    };

    /// In address order.
    fn new(name: &'static str, pages: u64) -> Self {
        Work { name, pages, step: 1, apart: 0x1000 << (9 * (LEVEL - 1)), keeps_tables: false }
    }

    /// The nanoseconds of a call of `map` and of `unmap`, the mean of at least so many calls of each. The size is a constant, as it is
    /// where a kernel maps pages, for all mappers.
    #[inline(never)]
    fn measure(self, mut subject: impl Subject, operations: u64) -> (f64, f64) {
        let address = |page: u64| (page.wrapping_mul(self.step) & (self.pages - 1)) * self.apart;
        let is_kept = |address: u64| self.keeps_tables && address.is_multiple_of(512 * self.apart);
        for page in (0..self.pages).map(address).filter(|page| is_kept(*page)) {
            subject.map(Self::SIZE, page, page);
        }
        let rounds = operations.div_ceil(self.pages);
        let (mut mapping, mut unmapping) = (0, 0);
        // The first round is there to have everything in memory.
        for round in 0..=rounds {
            let start = Instant::now();
            for page in (0..self.pages).map(address).filter(|page| !is_kept(*page)) {
                subject.map(Self::SIZE, std::hint::black_box(page), page);
            }
            mapping += if round > 0 { start.elapsed().as_nanos() } else { 0 };
            let start = Instant::now();
            for page in (0..self.pages).map(address).filter(|page| !is_kept(*page)) {
                subject.unmap(Self::SIZE, std::hint::black_box(page));
            }
            unmapping += if round > 0 { start.elapsed().as_nanos() } else { 0 };
        }
        let kept = if self.keeps_tables { self.pages / 512 } else { 0 };
        let calls = ((self.pages - kept) * rounds) as f64;
        (mapping as f64 / calls, unmapping as f64 / calls)
    }

    /// Measures all mappers.
    fn measure_all(self, operations: u64) {
        let line = |subject: &str, (map, unmap): (f64, f64)| {
            println!("{} map {subject} {map:.3}", self.name);
            println!("{} unmap {subject} {unmap:.3}", self.name);
        };
        line("verified", self.measure(Ours::<false>::new(), operations));
        line("x86_64", self.measure(Theirs::new(), operations));
        line("by-hand", self.measure(ByHand::<false>(Arena::new(), 0), operations));
        line("verified-xchg", self.measure(Ours::<true>::new(), operations));
        line("by-hand-xchg", self.measure(ByHand::<true>(Arena::new(), 0), operations));
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let operations = numbers.next().unwrap_or(250_000);
    let rounds = numbers.next().unwrap_or(10);
    for _ in 0..rounds {
        let small = Work::<1>::new("4KiB", 1 << 18);
        small.measure_all(operations);
        Work { name: "4KiB-tables-stay", keeps_tables: true, ..small }.measure_all(operations);
        Work { name: "4KiB-random-order", step: 0x9_e377, ..small }.measure_all(operations);
        Work { name: "4KiB-one-a-table", pages: 1 << 10, apart: 0x20_0000, ..small }.measure_all(operations);
        Work::<2>::new("2MiB", 1 << 14).measure_all(operations);
        Work::<3>::new("1GiB", 1 << 10).measure_all(operations);
    }
}
