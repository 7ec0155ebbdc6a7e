//! The other cores: how they start, and what they are asked to do.

use core::arch::asm;
use core::hint::spin_loop;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::apic;
use crate::blocks::{BLOCKS, Block, CORES};
use crate::stubs::Stub;

/// Where the code of a core begins that starts: a page below 1 MiB.
const START: u64 = 0x8000;

/// The address space of the cores; 0 before there is one.
static ROOT: AtomicU64 = AtomicU64::new(0);

/// A stack.
#[repr(C, align(16))]
struct Stack([u8; 0x4000]);

static mut STACKS: [Stack; CORES] = [const { Stack([0; 0x4000]) }; CORES];

unsafe extern "C" {
    static mut next_stack: u64;
    static other16: u8;
    static other16_end: u8;
    fn touch_user(address: u64, value: u64, stub: u64, block: &Block);
    fn touch_supervisor(address: u64, value: u64, stub: u64, block: &Block);
}

/// What a touch led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The vector: 0x41 if the touch was done.
    pub vector: u64,
    /// The error code.
    pub error: u64,
    /// Where it ended.
    pub rip: u64,
    /// The address of a page fault.
    pub cr2: u64,
    /// What was read.
    pub value: u64,
}

/// Starts the other cores on the tables of the first one.
pub fn start() {
    // SAFETY: the code is copied to memory that nobody uses. The cores start one after the other.
    unsafe {
        let length = &raw const other16_end as usize - &raw const other16 as usize;
        core::ptr::copy_nonoverlapping(&raw const other16, START as *mut u8, length);
        for core in 1..CORES {
            (&raw mut next_stack).write_volatile((&raw const STACKS[core]) as u64 + 0x4000);
            apic::start(core as u32, (START >> 12) as u32);
            wait(|| BLOCKS[core].runs.load(Ordering::Acquire), "a core does not start");
        }
    }
}

/// Gives the cores their address space, and waits until they are in it.
pub fn enter(root: u64) {
    ROOT.store(root, Ordering::Release);
    for block in &BLOCKS[1..] {
        wait(|| !block.runs.load(Ordering::Acquire), "a core does not enter the address space");
    }
}

/// The code of another core: it goes to the address space, and does what it is asked to do.
#[unsafe(no_mangle)]
extern "C" fn start_other() -> ! {
    let id = apic::enable();
    let block = &BLOCKS[id as usize];
    block.id.store(id.into(), Ordering::Relaxed);
    block.load();
    block.runs.store(true, Ordering::Release);
    let mut root = 0;
    while root == 0 {
        spin_loop();
        root = ROOT.load(Ordering::Acquire);
    }
    // SAFETY: the code and the data of the kernel are mapped there as here.
    unsafe { asm!("mov cr3, {}", in(reg) root, options(nostack)) }
    block.runs.store(false, Ordering::Release);
    loop {
        // SAFETY: an interrupt that comes before the halt is taken behind it.
        unsafe { asm!("cli", options(nostack)) }
        if !block.job.given.load(Ordering::Acquire) {
            // SAFETY: as above.
            unsafe { asm!("sti; hlt", options(nostack)) }
            continue;
        }
        let job = &block.job;
        let [address, value, stub] = [&job.address, &job.value, &job.stub].map(|field| field.load(Ordering::Relaxed));
        // SAFETY: what a touch may do to memory is what the first core asked for.
        unsafe {
            if job.user.load(Ordering::Relaxed) {
                touch_user(address, value, stub, block);
            } else {
                asm!("sti", options(nostack));
                touch_supervisor(address, value, stub, block);
            }
        }
        job.given.store(false, Ordering::Release);
    }
}

/// Asks a core to touch an address.
pub fn begin(core: usize, stub: Stub, user: bool, address: u64, value: u64) {
    let block = &BLOCKS[core];
    block.job.stub.store(stub.address(user), Ordering::Relaxed);
    block.job.user.store(user, Ordering::Relaxed);
    block.job.address.store(address, Ordering::Relaxed);
    block.job.value.store(value, Ordering::Relaxed);
    block.job.given.store(true, Ordering::Release);
    apic::interrupt(block.id.load(Ordering::Relaxed) as u32);
}

/// Whether a core did what it was asked for.
pub fn is_done(core: usize) -> bool {
    !BLOCKS[core].job.given.load(Ordering::Acquire)
}

/// What the last touch of a core led to.
pub fn seen(core: usize) -> Seen {
    let block = &BLOCKS[core];
    let [vector, error, rip, cr2, value] =
        [&block.vector, &block.error, &block.rip, &block.cr2, &block.rax].map(|field| field.load(Ordering::Relaxed));
    Seen { vector, error, rip, cr2, value }
}

/// Touches an address on a core.
pub fn touch(core: usize, stub: Stub, user: bool, address: u64, value: u64) -> Seen {
    begin(core, stub, user, address, value);
    wait(|| is_done(core), "a touch does not end");
    seen(core)
}

/// Makes a core forget an address, and waits until it did.
pub fn forget(core: usize, address: u64) {
    let block = &BLOCKS[core];
    block.forget.store(address, Ordering::Relaxed);
    let asked = block.asked.load(Ordering::Relaxed) + 1;
    block.asked.store(asked, Ordering::Release);
    apic::interrupt(block.id.load(Ordering::Relaxed) as u32);
    wait(|| block.forgot.load(Ordering::Acquire) == asked, "a core does not forget");
}

/// Waits for another core, but not for ever.
pub fn wait(is_so: impl Fn() -> bool, otherwise: &str) {
    for _ in 0..2_000_000_000u64 {
        if is_so() {
            return;
        }
        spin_loop();
    }
    panic!("{otherwise}");
}
