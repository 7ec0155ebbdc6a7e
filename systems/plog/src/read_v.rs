//! What can be asked of logs.

use vstd::prelude::*;

verus! {

use crate::error_v::PlogError;
use crate::layout_v::*;
use crate::operations_spec_t::*;
use crate::plog_v::*;
use power::corruption_spec_t::*;
use power::corruption_v::*;
use power::device_t::*;

impl<D: Device> Plog<D> {
    /// The number of logs.
    pub fn count(&self) -> (n: usize)
        requires
            self.inv(),
        ensures
            n == self@.len(),
    {
        self.areas.len()
    }

    /// The position of the first byte, the position behind the last committed byte, and the number of bytes that there is
    /// room for from the first one on.
    pub fn get_head_tail_capacity(&self, which: usize) -> (result: Result<(u64, u64, u64), PlogError>)
        requires
            self.inv(),
        ensures
            tells(self@, which as int, result),
    {
        if which >= self.areas.len() {
            return Err(PlogError::NoSuchLog);
        }
        let (area, meta) = (self.areas[which], self.metas[which]);
        Ok((meta.head, meta.head + meta.len, area.capacity))
    }

    /// The committed bytes of a log from a position on. They are not protected by a checksum of the log: who wants to know
    /// whether they are corrupted appends one of his own.
    pub fn read(&self, which: usize, pos: u64, len: usize) -> (result: Result<Vec<u8>, PlogError>)
        requires
            self.inv(),
        ensures
            reads(self@, which as int, pos as int, len as int, self.constants().is_intact(), result),
    {
        if which >= self.areas.len() {
            return Err(PlogError::NoSuchLog);
        }
        proof {
            self.storage.lemma_lengths();
            lemma_areas_apart(self.areas@, self.durable().len() as int, which as int, which as int);
        }
        let (area, meta) = (self.areas[which], self.metas[which]);
        assert(is_meta(meta, area));
        if pos < meta.head || pos - meta.head > meta.len || len as u64 > meta.len - (pos - meta.head) {
            return Err(PlogError::OutOfRange { head: meta.head, tail: meta.head + meta.len });
        }
        let from = pos - meta.head;
        let addr = area.address(meta.at, from);
        let room = area.room_from(meta.at, from);
        let ghost mask = self.constants().corruption;
        let ghost truth = self@[which as int].read(pos as int, len as int);
        let ghost bad = area.content(mask, meta.at as int, from as int, len as int);
        let mut bytes = self.storage.read(addr, if len as u64 <= room { len } else { room as usize });
        if len as u64 > room {
            let rest = self.storage.read(area.start, len - room as usize);
            bytes.extend_from_slice(&rest);
        }
        proof {
            assert(maybe_corrupted(bytes@, truth, bad));
            area.lemma_content_weight(mask, meta.at as int, from as int, len as int);
            if self.constants().is_intact() {
                lemma_intact(bytes@, truth, bad);
            }
        }
        Ok(bytes)
    }
}

} // verus!
