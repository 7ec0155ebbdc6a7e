//! Ports of the machine: the serial line, on which the results are written, and the device that ends the emulator.

use core::arch::asm;
use core::fmt;

/// The first port of the serial line.
const SERIAL: u16 = 0x3f8;

/// The port of the device `isa-debug-exit`.
const EXIT: u16 = 0xf4;

/// How a run ended. The emulator's status is twice this number, and 1.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Ended {
    /// Everything is as the model says.
    Well = 0x10,
    /// A processor did something else.
    Mismatch = 0x11,
    /// The kernel has a fault.
    Broken = 0x12,
}

fn write(port: u16, byte: u8) {
    // SAFETY: the ports are those of the serial line, which reads and writes no memory.
    unsafe { asm!("out dx, al", in("dx") port, in("al") byte, options(nomem, nostack, preserves_flags)) }
}

fn read(port: u16) -> u8 {
    let byte;
    // SAFETY: as in `write`.
    unsafe { asm!("in al, dx", in("dx") port, out("al") byte, options(nomem, nostack, preserves_flags)) }
    byte
}

/// Ends the emulator.
pub fn end(ended: Ended) -> ! {
    // SAFETY: nothing goes on.
    unsafe { asm!("out dx, eax", in("dx") EXIT, in("eax") ended as u32, options(nomem, nostack)) }
    loop {
        // SAFETY: a pause changes nothing.
        unsafe { asm!("cli; hlt", options(nomem, nostack)) }
    }
}

/// The serial line.
pub struct Serial;

impl fmt::Write for Serial {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            // Bit 5 of the line's status: a byte can be sent.
            while read(SERIAL + 5) & 0x20 == 0 {}
            write(SERIAL, byte);
        }
        Ok(())
    }
}

/// Writes a line.
#[macro_export]
macro_rules! say {
    ($($argument:tt)*) => {{
        use core::fmt::Write as _;
        // The serial line takes everything.
        let _ = writeln!($crate::port::Serial, $($argument)*);
    }};
}
