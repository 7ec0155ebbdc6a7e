//! The same operations here and with the mapper of the `x86_64` crate, whose tables are in the memory of this process. After each the two
//! trees are compared entry by entry: all is the same but where the tables are.
//!
//! That mapper keeps tables that are empty, so the test has it clean up after each operation.

mod support;

use std::collections::BTreeMap;

use pagetable::entry_spec_t::Target;
use power_mock::Random;
use support::board::{Board, Found, Pool, decode, size};
use support::model::{Key, Model, page};
use support::{Table, map, rights, settle, unmap};
use x86_64::structures::paging::mapper::{CleanUp, Mapper, OffsetPageTable, Translate, TranslateResult};
use x86_64::structures::paging::page::PageRangeInclusive;
use x86_64::structures::paging::{
    FrameAllocator, FrameDeallocator, Page, PageSize, PageTable, PageTableFlags, PhysFrame, Size1GiB, Size2MiB,
    Size4KiB,
};
use x86_64::{PhysAddr, VirtAddr};

/// How many frames there are.
const FRAMES: usize = 64;

/// Frames in the memory of this process. The physical address of a frame is its offset.
struct Arena {
    tables: Box<[PageTable]>,
    free: Vec<usize>,
}

impl Arena {
    fn new() -> Arena {
        Arena { tables: (0..FRAMES).map(|_| PageTable::new()).collect(), free: (1..FRAMES).rev().collect() }
    }
}

/// The allocator, without the memory.
struct Free<'a>(&'a mut Vec<usize>);

// SAFETY: the frames are those of the arena, each given once.
unsafe impl FrameAllocator<Size4KiB> for Free<'_> {
    fn allocate_frame(&mut self) -> Option<PhysFrame> {
        self.0.pop().map(|index| PhysFrame::containing_address(PhysAddr::new(index as u64 * 0x1000)))
    }
}

impl FrameDeallocator<Size4KiB> for Free<'_> {
    unsafe fn deallocate_frame(&mut self, frame: PhysFrame) {
        self.0.push((frame.start_address().as_u64() / 0x1000) as usize);
    }
}

impl Arena {
    /// Runs something on the mapper.
    fn with<T>(&mut self, then: impl FnOnce(&mut OffsetPageTable, &mut Free) -> T) -> T {
        let base = self.tables.as_mut_ptr();
        // SAFETY: the arena is borrowed, and all frames that the tables name are in it.
        let mut mapper = unsafe { OffsetPageTable::new(&mut *base, VirtAddr::new(base as u64)) };
        then(&mut mapper, &mut Free(&mut self.free))
    }

    fn map(&mut self, key: Key, frame: u64, flags: PageTableFlags) -> bool {
        fn map<S: PageSize + std::fmt::Debug>(
            arena: &mut Arena,
            address: VirtAddr,
            frame: u64,
            flags: PageTableFlags,
        ) -> bool
        where
            for<'a> OffsetPageTable<'a>: Mapper<S>,
        {
            let page = Page::<S>::from_start_address(address).expect("aligned");
            let frame = PhysFrame::<S>::from_start_address(PhysAddr::new(frame)).expect("aligned");
            let above = PageTableFlags::PRESENT | PageTableFlags::WRITABLE | PageTableFlags::USER_ACCESSIBLE;
            // SAFETY: nobody uses this memory.
            arena.with(|mapper, free| {
                unsafe { mapper.map_to_with_table_flags(page, frame, flags, above, free) }
                    .map(|flush| flush.ignore())
                    .is_ok()
            })
        }
        let address = address(key);
        match key.0 {
            1 => map::<Size4KiB>(self, address, frame, flags),
            2 => map::<Size2MiB>(self, address, frame, flags),
            _ => map::<Size1GiB>(self, address, frame, flags),
        }
    }

    fn unmap(&mut self, key: Key) -> Option<u64> {
        fn unmap<S: PageSize>(arena: &mut Arena, address: VirtAddr) -> Option<u64>
        where
            for<'a> OffsetPageTable<'a>: Mapper<S>,
        {
            let page = Page::<S>::from_start_address(address).expect("aligned");
            let (frame, flush) = arena.with(|mapper, _| mapper.unmap(page)).ok()?;
            flush.ignore();
            Some(frame.start_address().as_u64())
        }
        let address = address(key);
        match key.0 {
            1 => unmap::<Size4KiB>(self, address),
            2 => unmap::<Size2MiB>(self, address),
            _ => unmap::<Size1GiB>(self, address),
        }
    }

    fn protect(&mut self, key: Key, flags: PageTableFlags) -> bool {
        fn protect<S: PageSize>(arena: &mut Arena, address: VirtAddr, flags: PageTableFlags) -> bool
        where
            for<'a> OffsetPageTable<'a>: Mapper<S>,
        {
            let page = Page::<S>::from_start_address(address).expect("aligned");
            // SAFETY: nobody uses this memory.
            arena.with(|mapper, _| unsafe { mapper.update_flags(page, flags) }.map(|flush| flush.ignore()).is_ok())
        }
        let address = address(key);
        match key.0 {
            1 => protect::<Size4KiB>(self, address, flags),
            2 => protect::<Size2MiB>(self, address, flags),
            _ => protect::<Size1GiB>(self, address, flags),
        }
    }

    /// Frees tables that are empty.
    fn clean_up(&mut self) {
        let all = PageRangeInclusive {
            start: Page::containing_address(VirtAddr::new(0)),
            end: Page::containing_address(VirtAddr::new(0xffff_ffff_ffff_f000)),
        };
        // SAFETY: nobody else has these tables.
        self.with(|mapper, free| unsafe { mapper.clean_up_addr_range(all, free) });
    }
}

fn address(key: Key) -> VirtAddr {
    VirtAddr::new_truncate(key.1 * size(key.0))
}

fn flags(key: Key, number: u64) -> PageTableFlags {
    let mut flags = PageTableFlags::PRESENT;
    flags.set(PageTableFlags::WRITABLE, number & 1 != 0);
    flags.set(PageTableFlags::USER_ACCESSIBLE, number & 2 != 0);
    flags.set(PageTableFlags::NO_EXECUTE, number & 4 == 0);
    flags.set(PageTableFlags::HUGE_PAGE, key.0 > 1);
    flags.set(PageTableFlags::WRITE_THROUGH, number >> 8 & 1 != 0);
    flags.set(PageTableFlags::NO_CACHE, number >> 9 & 1 != 0);
    flags
}

/// Compares two tables and those below, and gives the number of entries in use.
fn compare(board: &Board, frame: u64, arena: &Arena, index: usize, level: u64) -> usize {
    let state = board.0.borrow();
    let mut used = 0;
    for (ours, theirs) in state.words[&frame].iter().zip(arena.tables[index].iter()) {
        let there = theirs.addr().as_u64() | theirs.flags().bits();
        match (decode(*ours, level, 52), decode(there, level, 52)) {
            (Found::Table(to, rights), Found::Table(other, same)) if rights == same => {
                used += 1 + compare(board, to, arena, other as usize / 0x1000, level - 1);
                assert_eq!(ours & 0xfff, there & 0xfff);
            }
            _ => {
                assert_eq!(*ours, there, "level {level}");
                used += usize::from(*ours != 0);
            }
        }
    }
    used
}

#[test]
fn all_entries_are_those_of_another_mapper() {
    let (mut entries, mut done, mut refused) = (0, 0, 0);
    for seed in 0..power_mock::size("PAGETABLE_TORTURE", 20, 1000) as u64 {
        let mut random = Random(seed);
        let board = Board::new(1, 52, 0, seed);
        let mut pool = Pool::new(0x1000, FRAMES - 1);
        let mut table = Table::new(board.clone());
        let mut arena = Arena::new();
        let mut keys: Vec<Key> = Vec::new();
        let mut types: BTreeMap<Key, u64> = BTreeMap::new();
        for _ in 0..120 {
            let level = 1 + random.below(3);
            let few = |random: &mut Random, of: &[u64]| of[random.below(of.len() as u64) as usize];
            let mut number = few(&mut random, &[0, 255, 256]);
            for _ in level..4 {
                number = number * 512 + few(&mut random, &[0, 3, 511]);
            }
            let mut key = (level, number);
            if random.below(2) == 0 && !keys.is_empty() {
                key = keys[random.below(keys.len() as u64) as usize];
            }
            let number = random.next();
            let ours;
            let theirs;
            match random.below(4) {
                0 | 1 => {
                    let frame = (1 + random.below(1 << 15)) << 30;
                    ours = map(
                        &mut table,
                        page(key),
                        Target { frame, rights: rights(number), memory: number >> 8 & 3 },
                        &mut pool,
                    )
                    .is_ok();
                    // Where a larger page is, that mapper refuses, but adds the rights for tables to the larger page first.
                    let is_inside = keys.iter().any(|other| other.0 > key.0 && Model::overlap(*other, key));
                    theirs = !is_inside && arena.map(key, frame, flags(key, number));
                    if ours {
                        keys.push(key);
                        types.insert(key, number >> 8 & 3);
                    }
                }
                2 => {
                    let unmapped = unmap(&mut table, page(key)).ok().map(|(was, stale)| {
                        settle(&mut table, stale, &mut pool);
                        was.frame
                    });
                    assert_eq!(unmapped, arena.unmap(key), "{key:?}");
                    (ours, theirs) = (unmapped.is_some(), unmapped.is_some());
                    arena.clean_up();
                    if ours {
                        keys.retain(|other| *other != key);
                    }
                }
                _ => {
                    ours = table
                        .protect(page(key), rights(number))
                        .map(|stale| settle(&mut table, stale, &mut pool))
                        .is_ok();
                    // That mapper changes the flags of entries that lead to tables as if they led to pages.
                    theirs = ours && arena.protect(key, flags(key, number & 7 | types[&key] << 8));
                }
            }
            assert_eq!(ours, theirs, "{key:?}");
            if ours {
                done += 1;
            } else {
                // If there are too few frames, that mapper keeps the tables that it has made.
                refused += 1;
                arena.clean_up();
            }
            entries += compare(&board, 0, &arena, 0, 4);
            assert_eq!(pool.free.len(), arena.free.len());
            let low = random.next() & 0xffff_ffff_ffff;
            let at = [low, key.1 * size(key.0) + low % size(key.0)][random.below(2) as usize];
            let theirs = match arena.with(|mapper, _| mapper.translate(VirtAddr::new_truncate(at))) {
                TranslateResult::Mapped { frame, offset, .. } => Some(frame.start_address().as_u64() + offset),
                _ => None,
            };
            let ours = table
                .resolve(VirtAddr::new_truncate(at).as_u64())
                .map(|found| found.to.frame + at % size(support::model::key(found.page).0));
            assert_eq!(ours, theirs, "{at:#x}");
        }
        let model = Model { pages: keys.iter().map(|key| (*key, (0, [true; 3]))).collect(), ..Model::default() };
        assert_eq!(board.0.borrow().words.len(), 1 + model.tables().len());
    }
    println!("{entries} entries compared, {done} operations done, {refused} refused");
    assert!(entries > 10_000 && done > 500 && refused > 300);
}
