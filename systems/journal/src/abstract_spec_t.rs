//! What a journal is to who uses it: an area of bytes, and writes to it that are pending and will be done together or not at
//! all.

use vstd::prelude::*;

verus! {

use crate::layout_v::Format;
use power::outstanding_spec_t::*;

/// What recovery gives.
pub ghost struct Recovered {
    /// How the storage is divided.
    pub format: Format,
    /// The content of the area.
    pub area: Seq<u8>,
}

/// A journal between two operations. The two contents of the area are the same but for bytes that were written directly
/// since the last commit.
pub ghost struct JournalView {
    /// How the storage is divided.
    pub format: Format,
    /// What a crash would leave of the area.
    pub durable: Seq<u8>,
    /// What is read of the area.
    pub read: Seq<u8>,
    /// The writes that are pending, in order.
    pub entries: Seq<Write>,
    /// The bytes that are left for entries.
    pub room: int,
}

impl JournalView {
    /// A journal in which nothing is pending, over an area with everything durable.
    pub open spec fn idle(recovered: Recovered) -> JournalView {
        JournalView {
            format: recovered.format,
            durable: recovered.area,
            read: recovered.area,
            entries: Seq::empty(),
            room: recovered.format.capacity as int,
        }
    }

    /// What recovery gives where the area has this content.
    pub open spec fn found(self, area: Seq<u8>) -> Recovered {
        Recovered { format: self.format, area }
    }

    /// The content of the area that a commit gives.
    pub open spec fn committed(self) -> Seq<u8> {
        after_all(self.read, self.entries)
    }

    /// After a commit.
    pub open spec fn commit(self) -> JournalView {
        JournalView::idle(self.found(self.committed()))
    }

    /// After an abort. What was written directly stays.
    pub open spec fn abort(self) -> JournalView {
        JournalView { entries: Seq::empty(), room: self.format.capacity as int, ..self }
    }
}

} // verus!
