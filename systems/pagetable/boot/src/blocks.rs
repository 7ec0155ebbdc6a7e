//! The block of each core: what its handlers write, its tables of segments, and its stacks.

use core::arch::asm;
use core::cell::UnsafeCell;
use core::mem::offset_of;
use core::sync::atomic::{AtomicBool, AtomicU64};

use crate::apic::VECTOR;

/// The number of cores: the first one, which changes the tables, and those that use them.
pub const CORES: usize = 3;

/// What belongs to one core. `traps.s` knows the places of the first fields and the size.
#[repr(C, align(0x4000))]
pub struct Block {
    /// The stack pointer of the touch that is under way, or 0.
    touching: AtomicU64,
    /// Register rax at the last fault.
    pub rax: AtomicU64,
    /// The vector of the last fault.
    pub vector: AtomicU64,
    /// Its error code.
    pub error: AtomicU64,
    /// Where it happened.
    pub rip: AtomicU64,
    /// Register cr2 then.
    pub cr2: AtomicU64,
    /// The virtual address that the core is to forget.
    pub forget: AtomicU64,
    /// How often it was asked to forget one.
    pub asked: AtomicU64,
    /// How often it did.
    pub forgot: AtomicU64,
    /// The stack pointer at the last fault.
    pub rsp: AtomicU64,
    /// The number of its interrupt controller.
    pub id: AtomicU64,
    /// Whether it runs.
    pub runs: AtomicBool,
    /// What it is to do.
    pub job: Job,
    segments: UnsafeCell<[u64; 8]>,
    state: UnsafeCell<[u32; 26]>,
    fault_stack: UnsafeCell<[u128; 256]>,
    interrupt_stack: UnsafeCell<[u128; 64]>,
}

const _: () = assert!(size_of::<Block>() == 0x4000);
const _: () = assert!(offset_of!(Block, rax) == 8 && offset_of!(Block, vector) == 16 && offset_of!(Block, error) == 24);
const _: () = assert!(offset_of!(Block, rip) == 32 && offset_of!(Block, cr2) == 40 && offset_of!(Block, forget) == 48);
const _: () =
    assert!(offset_of!(Block, asked) == 56 && offset_of!(Block, forgot) == 64 && offset_of!(Block, rsp) == 72);

// SAFETY: the cells are written by their own core, before it uses them.
unsafe impl Sync for Block {}

/// What a core is to do: a touch.
#[repr(C)]
pub struct Job {
    /// Whether there is one that is not done.
    pub given: AtomicBool,
    /// The stub, at its address in the mode of the touch.
    pub stub: AtomicU64,
    /// Whether it is in user mode.
    pub user: AtomicBool,
    /// The virtual address.
    pub address: AtomicU64,
    /// What is written.
    pub value: AtomicU64,
}

/// The blocks.
pub static BLOCKS: [Block; CORES] = [const { Block::new() }; CORES];

/// The table of interrupts, for all cores.
struct Interrupts(UnsafeCell<[[u64; 2]; 256]>);

// SAFETY: the first core writes it before the others run.
unsafe impl Sync for Interrupts {}

static INTERRUPTS: Interrupts = Interrupts(UnsafeCell::new([[0; 2]; 256]));

/// What `lgdt` and `lidt` read.
#[repr(C, packed)]
struct Pointer {
    limit: u16,
    base: u64,
}

unsafe extern "C" {
    static faults: [u64; 20];
    fn fault_65();
    fn interrupt();
}

impl Block {
    const fn new() -> Block {
        // SAFETY: every field is made of numbers and `false`.
        unsafe { core::mem::zeroed() }
    }

    /// Loads the tables of this core: segments, stacks, interrupts. The first core fills the table of interrupts before.
    pub fn load(&self) {
        let state = self.state.get() as u64;
        let stacks = [self.fault_stack.get() as u64 + 0x1000, self.interrupt_stack.get() as u64 + 0x400];
        // SAFETY: the core itself does this, once, at the beginning.
        unsafe {
            // The stack for a change to ring 0, and IST1 and IST2, by halves (Intel SDM volume 3A, figure 8-11).
            for (at, value) in [(1, stacks[0]), (9, stacks[0]), (11, stacks[1])] {
                (*self.state.get())[at] = value as u32;
                (*self.state.get())[at + 1] = (value >> 32) as u32;
            }
            (*self.state.get())[25] = 104 << 16;
            *self.segments.get() = [
                0,
                0x00af_9a00_0000_ffff,
                0x00cf_9200_0000_ffff,
                0,
                0x00cf_f200_0000_ffff,
                0x00af_fa00_0000_ffff,
                0x0000_8900_0000_0067 | (state & 0xff_ffff) << 16 | (state >> 24 & 0xff) << 56,
                state >> 32,
            ];
            let segments = Pointer { limit: 63, base: self.segments.get() as u64 };
            let interrupts = Pointer { limit: 0xfff, base: INTERRUPTS.0.get() as u64 };
            asm!("lgdt [{}]", in(reg) &raw const segments, options(readonly, nostack));
            asm!("ltr {:x}", in(reg) 0x30u16, options(nostack));
            asm!("lidt [{}]", in(reg) &raw const interrupts, options(readonly, nostack));
        }
    }
}

/// Fills the table of interrupts.
pub fn fill_interrupts() {
    // The handler in three parts, the 64-bit code segment, the stack, and who may call it (Intel SDM volume 3A, figure 6-8).
    let gate = |handler: u64, stack: u64, ring: u64| {
        let low =
            handler & 0xffff | 0x08 << 16 | stack << 32 | (0x8e00 | ring << 13) << 32 | (handler >> 16 & 0xffff) << 48;
        [low, handler >> 32]
    };
    // SAFETY: only the first core runs.
    unsafe {
        let table = &mut *INTERRUPTS.0.get();
        for (vector, handler) in faults.iter().enumerate() {
            table[vector] = gate(*handler, 1, 0);
        }
        table[usize::from(VECTOR)] = gate(interrupt as *const () as u64, 2, 0);
        table[0x41] = gate(fault_65 as *const () as u64, 1, 3);
    }
}
