//! The local interrupt controllers of the cores (Intel SDM volume 3A, chapter 12, in the form that is reached through memory).

use core::hint::spin_loop;

/// Where the controller of each core is, for itself.
pub const ADDRESS: u64 = 0xfee0_0000;

/// The vector of interrupts between cores.
pub const VECTOR: u8 = 0x40;

/// The register of the controller's number.
const ID: u64 = 0x20;
/// The register that turns it on.
const SPURIOUS: u64 = 0xf0;
/// The registers of commands: the low half, which sends, and the high half, for the receiver.
const COMMAND: u64 = 0x300;
const RECEIVER: u64 = 0x310;

fn read(register: u64) -> u32 {
    // SAFETY: the controller is there, at this address in all address spaces.
    unsafe { ((ADDRESS + register) as *const u32).read_volatile() }
}

fn write(register: u64, value: u32) {
    // SAFETY: as in `read`.
    unsafe { ((ADDRESS + register) as *mut u32).write_volatile(value) }
}

/// Turns the controller of this core on, and gives its number.
pub fn enable() -> u32 {
    write(SPURIOUS, 0x1ff);
    read(ID) >> 24
}

/// Sends a command to another core, and waits until it is sent.
fn send(receiver: u32, command: u32) {
    write(RECEIVER, receiver << 24);
    write(COMMAND, command);
    while read(COMMAND) & 0x1000 != 0 {
        spin_loop();
    }
}

/// Interrupts another core.
pub fn interrupt(receiver: u32) {
    send(receiver, 0x4000 | u32::from(VECTOR));
}

/// Starts another core at a page below 1 MiB (INIT, then SIPI; section 9.4.4).
pub fn start(receiver: u32, page: u32) {
    send(receiver, 0x4500);
    wait(20_000_000);
    for _ in 0..2 {
        send(receiver, 0x4600 | page);
        wait(1_000_000);
    }
}

/// Waits for a number of steps of the time stamp counter.
fn wait(steps: u64) {
    // SAFETY: the counter can be read.
    let now = || unsafe { core::arch::x86_64::_rdtsc() };
    let start = now();
    while now().wrapping_sub(start) < steps {
        spin_loop();
    }
}
