//! The instructions that copy to memory and write lines of the cache back. Plain Rust.
//!
//! trusted: each chunk is copied with one store, and lines that are written back are durable after the fence, as `mapping_t` needs.

use crate::mapping_t::CHUNK;

/// Bytes a line of the cache.
pub(crate) const LINE: usize = 64;

/// From this many bytes on it pays to write around the caches; and there is a whole line among as many.
pub(crate) const LARGE: usize = 256;

/// The instruction that writes a line of the cache back.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
enum WriteBack {
    /// `clwb`: the line stays in the cache.
    Clwb,
    /// `clflushopt`.
    Clflushopt,
    /// `clflush`, which every processor has.
    Clflush,
}

/// What the processor has.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(crate) struct Processor {
    write_back: WriteBack,
    /// Whether a store may have a whole line (AVX-512).
    has_lines: bool,
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m128i, __m512i, _mm_clflush, _mm_loadu_si128, _mm_sfence, _mm_stream_si128, _mm512_loadu_si512,
        _mm512_stream_si512,
    };

    use super::{CHUNK, LINE, Processor, WriteBack};

    impl Processor {
        /// The processor of this machine (CPUID, leaf 7, EBX, bits 24 and 23).
        pub(crate) fn detect() -> Processor {
            let features = match std::arch::x86_64::__cpuid(0).eax {
                7.. => std::arch::x86_64::__cpuid_count(7, 0).ebx,
                _ => 0,
            };
            let write_back = match (features >> 24 & 1, features >> 23 & 1) {
                (1, _) => WriteBack::Clwb,
                (_, 1) => WriteBack::Clflushopt,
                _ => WriteBack::Clflush,
            };
            Processor { write_back, has_lines: std::arch::is_x86_feature_detected!("avx512f") }
        }

        /// Copies whole chunks through the caches.
        ///
        /// # Safety
        /// `to` is aligned to chunks and may be written to, as many bytes as there are; these are whole chunks, elsewhere.
        #[inline]
        pub(crate) unsafe fn store(self, to: *mut u8, from: &[u8]) {
            if from.len() < LINE {
                // SAFETY: as is required of the caller.
                return unsafe { store_chunks(to, from) };
            }
            let lead = (to.addr().next_multiple_of(LINE) - to.addr()).min(from.len());
            let lines = if self.has_lines { (from.len() - lead) / LINE * LINE } else { 0 };
            // SAFETY: as is required of the caller, in three parts of whole chunks, of which that in the middle begins with a
            // line and ends with one; the processor was asked.
            unsafe {
                if lines == 0 {
                    return store_chunks(to, from);
                }
                store_chunks(to, &from[..lead]);
                store_lines(to.add(lead), &from[lead..lead + lines]);
                store_chunks(to.add(lead + lines), &from[lead + lines..]);
            }
        }

        /// Copies whole lines around the caches, so that a fence makes them durable.
        ///
        /// # Safety
        /// `to` is aligned to lines and may be written to, as many bytes as there are; these are whole lines, elsewhere.
        pub(crate) unsafe fn stream(self, to: *mut u8, from: &[u8]) {
            // SAFETY: as is required of the caller; the processor was asked.
            unsafe {
                if self.has_lines {
                    return stream_lines(to, from);
                }
                for at in (0..from.len()).step_by(2 * CHUNK) {
                    _mm_stream_si128(to.add(at).cast(), _mm_loadu_si128(from.as_ptr().add(at).cast::<__m128i>()));
                }
            }
        }

        /// Writes back the lines from address `first` to `end`, which are within the mapping at `base`.
        pub(crate) fn write_back(self, base: *mut u8, first: usize, end: usize) {
            let mut at = first - first % LINE;
            while at < end {
                // SAFETY: the line is within the mapping, as pages consist of whole lines; it is written back, not changed.
                unsafe {
                    let line = base.add(at);
                    match self.write_back {
                        WriteBack::Clwb => {
                            std::arch::asm!("clwb [{}]", in(reg) line, options(nostack, preserves_flags))
                        }
                        WriteBack::Clflushopt => {
                            std::arch::asm!("clflushopt [{}]", in(reg) line, options(nostack, preserves_flags));
                        }
                        WriteBack::Clflush => _mm_clflush(line),
                    }
                }
                at += LINE;
            }
        }

        /// Waits until the lines that were written back are durable.
        pub(crate) fn fence() {
            // SAFETY: no precondition.
            unsafe { _mm_sfence() };
        }
    }

    /// Copies whole chunks. Stores have 16 bytes where the address is aligned to that: two chunks, each of which is written as
    /// a whole.
    ///
    /// # Safety
    /// That of [`Processor::store`].
    unsafe fn store_chunks(to: *mut u8, from: &[u8]) {
        let mut at = 0;
        while at < from.len() {
            // SAFETY: `at` is a multiple of a chunk below the length, with two chunks left where two are copied.
            unsafe {
                let (source, target) = (from.as_ptr().add(at), to.add(at));
                if target.addr().is_multiple_of(2 * CHUNK) && from.len() - at >= 2 * CHUNK {
                    target.cast::<__m128i>().write_volatile(_mm_loadu_si128(source.cast::<__m128i>()));
                    at += 2 * CHUNK;
                } else {
                    target.cast::<u64>().write_volatile(source.cast::<u64>().read_unaligned());
                    at += CHUNK;
                }
            }
        }
    }

    /// Copies whole lines, each with one store: a volatile one, or it would become a call of `memcpy`.
    ///
    /// # Safety
    /// That of [`Processor::stream`], on a processor with AVX-512.
    #[target_feature(enable = "avx512f")]
    unsafe fn store_lines(to: *mut u8, from: &[u8]) {
        for at in (0..from.len()).step_by(LINE) {
            // SAFETY: a whole line, as the length consists of them.
            unsafe {
                let line = _mm512_loadu_si512(from.as_ptr().add(at).cast::<__m512i>());
                to.add(at).cast::<__m512i>().write_volatile(line);
            };
        }
    }

    /// The same around the caches.
    ///
    /// # Safety
    /// That of [`Processor::stream`], on a processor with AVX-512.
    #[target_feature(enable = "avx512f")]
    unsafe fn stream_lines(to: *mut u8, from: &[u8]) {
        for at in (0..from.len()).step_by(LINE) {
            // SAFETY: a whole line, as the length consists of them.
            unsafe {
                _mm512_stream_si512(to.add(at).cast(), _mm512_loadu_si512(from.as_ptr().add(at).cast::<__m512i>()));
            };
        }
    }
}

/// Where lines cannot be written back, files are never mapped as persistent memory: what follows is for pages.
#[cfg(not(target_arch = "x86_64"))]
impl Processor {
    pub(crate) fn detect() -> Processor {
        Processor { write_back: WriteBack::Clflush, has_lines: false }
    }

    /// Copies whole chunks.
    ///
    /// # Safety
    /// `to` is aligned to chunks and may be written to, as many bytes as there are; these are whole chunks, elsewhere.
    pub(crate) unsafe fn store(self, to: *mut u8, from: &[u8]) {
        for (index, chunk) in from.chunks_exact(CHUNK).enumerate() {
            // SAFETY: see above.
            unsafe { to.cast::<u64>().add(index).write_volatile(chunk.as_ptr().cast::<u64>().read_unaligned()) };
        }
    }

    /// Not used. Were it, bytes would not be copied, so it ends the process.
    ///
    /// # Safety
    /// There is nothing to copy.
    pub(crate) unsafe fn stream(self, _to: *mut u8, _from: &[u8]) {
        std::process::abort();
    }

    /// Not used. Were it, writes would not become durable, so it ends the process.
    pub(crate) fn write_back(self, _base: *mut u8, _first: usize, _end: usize) {
        std::process::abort();
    }

    /// Not used, as `write_back` is not.
    pub(crate) fn fence() {
        std::process::abort();
    }
}
