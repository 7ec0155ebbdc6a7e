//! The arithmetic of places.

use vstd::prelude::*;

verus! {

use crate::slot_spec_t::*;

impl Slot {
    /// The place at a higher level whose entry leads here.
    pub open spec fn up(self, level: int) -> Slot {
        let number = if level == self.level {
            self.number
        } else if level == self.level + 1 {
            self.number / 512
        } else if level == self.level + 2 {
            self.number / 0x4_0000
        } else if level == self.level + 3 {
            self.number / 0x800_0000
        } else {
            self.number / 0x10_0000_0000
        };
        Slot { level, number }
    }
}

/// Where a place begins, without a product of variables.
proof fn lemma_start(slot: Slot)
    ensures
        slot.level == 1 ==> slot.start() == slot.number * 0x1000,
        slot.level == 2 ==> slot.start() == slot.number * 0x20_0000,
        slot.level == 3 ==> slot.start() == slot.number * 0x4000_0000,
        slot.level == 4 ==> slot.start() == slot.number * 0x80_0000_0000,
{
}

/// Two places overlap if and only if the higher one is above the other.
pub proof fn lemma_overlaps(high: Slot, low: Slot)
    requires
        1 <= low.level <= high.level <= 4,
    ensures
        high.overlaps(low) <==> low.up(high.level) == high,
{
    lemma_start(high);
    lemma_start(low);
}

/// A place covers an address if and only if its number is that of the address.
pub proof fn lemma_covers(slot: Slot, address: int)
    ensures
        slot.covers(address) <==> slot.number == address / size(slot.level),
{
    assert(slot.covers(address) <==> slot.number == address / size(slot.level)) by (nonlinear_arith);
}

/// An address that is covered, and is a multiple of the size, is the first one.
pub proof fn lemma_first(slot: Slot, address: int)
    requires
        slot.covers(address),
        address % size(slot.level) == 0,
    ensures
        slot.start() == address,
{
    assert(slot.start() == address) by (nonlinear_arith)
        requires
            slot.covers(address),
            address % size(slot.level) == 0,
    ;
}

} // verus!
