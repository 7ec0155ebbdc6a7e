//! A kernel that compares processors with the model of the page table (`pagetable::mmu_spec_t`).
//!
//! One core changes the page table; two others live in its address space, and touch addresses when they are asked to. What happens there is
//! compared with the walk of the model, which is code that runs and is proved to be that (`pagetable::walker_v`): where the access goes, or
//! the fault with its error code, and the marks in the entries.
//!
//! The first core has tables of its own: the memory of the page table's tables is in no page of the address space, as the contracts ask for.
//!
//! `cargo xtask boot pagetable` builds the kernel and starts it in QEMU. Results go to the serial line.
#![no_std]
#![no_main]

mod apic;
mod blocks;
mod cores;
mod expect;
mod frames;
mod mem;
mod options;
mod port;
mod race;
mod random;
mod raw;
mod space;
mod stubs;

use core::ffi::CStr;
use core::panic::PanicInfo;
use core::sync::atomic::Ordering;

use pagetable::entry_spec_t::{Rights, Target};
use pagetable::machine_t::Frames;
use pagetable::page_v::{Page, Size};
use pagetable::table_v::PageTable;
use verus_builtin::Tracked;

use blocks::{BLOCKS, Block};
use expect::{Comparison, Counts};
use frames::{END, Hardware, Pool, Tables};
use options::{Mistake, Options};
use port::Ended;
use random::Random;
use space::Space;

core::arch::global_asm!(include_str!("start.s"), options(att_syntax));
core::arch::global_asm!(include_str!("traps.s"));

unsafe extern "C" {
    static image_start: u8;
    static text_end: u8;
    static image_end: u8;
}

/// What the loader tells (`hvm_start_info` of the PVH boot protocol), as far as it is used.
#[repr(C)]
struct Start {
    magic: u32,
    version: u32,
    flags: u32,
    modules: u32,
    module_list: u64,
    command_line: u64,
}

/// The code of the first core.
#[unsafe(no_mangle)]
extern "C" fn start_first(start: *const Start) -> ! {
    blocks::fill_interrupts();
    BLOCKS[0].load();
    // SAFETY: the loader left it there, with a line that ends with a zero.
    let line = unsafe {
        assert_eq!((*start).magic, 0x336e_c578, "the start information of the loader");
        CStr::from_ptr((*start).command_line as *const i8)
    };
    let line = line.to_str().unwrap_or_default();
    let options = match Options::parse(line) {
        Ok(options) => options,
        Err(word) => panic!("`{word}` is no option"),
    };
    say!("{options:?}");
    assert!(&raw const image_end as u64 <= frames::TABLES.start, "the image ends below the tables");
    apic::enable();
    cores::start();
    run(options);
    port::end(Ended::Well)
}

fn run(options: Options) {
    let width = u64::from(core::arch::x86_64::__cpuid(0x8000_0008).eax & 0xff);
    let mut pool = Pool::new();
    let root = pool.take().expect("there are frames").address();
    (0..512).for_each(|index| frames::word(root + 8 * index).store(0, Ordering::Relaxed));
    let mistake = options.mistake;
    let forgotten = (mistake == Some(Mistake::Invalidation)).then_some(1);
    let mut table = PageTable::new(Hardware { root, width, forgotten });
    let own = map_kernel(&mut table, &mut pool);
    let left = pool.left;
    cores::enter(root);

    let mut random = Random::new(options.seed);
    let mut space = Space::new(table, pool);
    let (tables, wanted) = (Tables { root, width }, options.addresses);
    let mut comparison = Comparison { tables, mistake, counts: Counts::default(), touched: 0, wanted };
    while comparison.touched < wanted * 3 / 4 {
        if random.once_in(4) {
            space.operate(&mut random);
        } else {
            space.touch(&mut comparison, &mut random);
        }
        if random.once_in(1000) && space.audit() != own {
            panic!("the pages of the kernel are not there");
        }
    }
    space.settle_all();
    say!("{} pages at the end of the operations", space.count);
    let times = wanted / 200 + 20;
    let early = race::run(&mut space, times, &mut random);
    say!("{times} times both cores were writing when their pages were changed; {early} had not yet begun");
    assert_eq!(space.audit(), own, "the pages of the kernel");
    while comparison.touched < wanted {
        raw::run(&space, &mut comparison, &mut random);
    }
    report(&space, &comparison, width);
    // Whether the page table gives everything back.
    while let Some(held) = space.pages[..space.count].last().copied().flatten() {
        // The touches behind random entries left marks that are not in the list.
        space.mark_as_found(held.key);
        let Some(token) = space.unmap(held.key) else { panic!("a page cannot be unmapped") };
        space.settle(token);
    }
    if space.pool.left != left {
        say!("mismatch: {} frames are left of {left}", space.pool.left);
        port::end(Ended::Mismatch);
    }
    say!("all {left} frames for tables are back");
}

/// Maps what the cores need to live in the address space: the image, their interrupt controllers, and the stubs for user mode. Gives how many
/// pages that are.
fn map_kernel(table: &mut PageTable<Hardware, ()>, pool: &mut Pool) -> usize {
    let mut count = 0;
    let mut map = |address: u64, frame: u64, rights: Rights, memory: u64| {
        let page = Page::new(Size::Small, address).expect("a page");
        let answer = table.map(page, Target { frame, rights, memory }, Tracked::assume_new(), pool);
        assert!(answer.is_ok(), "the page at {address:#x} cannot be mapped");
        count += 1;
    };
    let text = &raw const image_start as u64..&raw const text_end as u64;
    let image = text.start..&raw const image_end as u64;
    for address in image.step_by(0x1000) {
        let is_text = text.contains(&address);
        map(address, address, Rights { write: !is_text, user: false, execute: is_text }, 0);
    }
    // Not cached.
    map(apic::ADDRESS, apic::ADDRESS, Rights { write: true, user: false, execute: false }, 3);
    map(stubs::USER, stubs::frame(), Rights { write: false, user: true, execute: true }, 0);
    count
}

/// Says what was seen.
fn report(space: &Space, comparison: &Comparison, width: u64) {
    let counts = &comparison.counts;
    let [_, small, large, huge, _] = counts.levels;
    say!("{} addresses touched, of {END:#x} bytes of memory with addresses of {width} bits", comparison.touched);
    say!("  done: {}, in pages of 4 KiB {small}, of 2 MiB {large}, of 1 GiB {huge}", counts.done);
    say!("  by what a core had not yet forgotten: {}", counts.stale);
    say!("  marks of use: {}, of writes: {}", counts.marks[0], counts.marks[1]);
    say!("  entries with reserved bits that were marked, unlike in the model: {}", counts.marked_reserved);
    say!("  not canonical: {}", counts.protection);
    for (code, count) in counts.faults.iter().enumerate().filter(|(_, count)| **count > 0) {
        say!("  page faults with error code {code:#07b}: {count}");
    }
    let [map, unmap, protect, split, merge, settle] = space.operations;
    say!("  operations: map {map}, unmap {unmap}, protect {protect}, split {split}, merge {merge}, settle {settle}");
}

/// A fault where nothing was touched.
#[unsafe(no_mangle)]
extern "C" fn unexpected(block: &Block) -> ! {
    let [vector, error, rip, cr2, rsp] =
        [&block.vector, &block.error, &block.rip, &block.cr2, &block.rsp].map(|field| field.load(Ordering::Relaxed));
    panic!("fault {vector}, error code {error:#x}, at {rip:#x}, cr2 {cr2:#x}, rsp {rsp:#x}");
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    say!("broken: {info}");
    port::end(Ended::Broken)
}
