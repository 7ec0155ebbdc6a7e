//! What a log is to who uses it: an infinite sequence of bytes, of which those from the head to the tail can be read, and a
//! part behind the tail that was appended tentatively. The theorem about [`crate::logs_t::PersistentLogs`] is in these words.

use vstd::prelude::*;

verus! {

/// One log.
pub ghost struct AbstractLog {
    /// The position of the first byte that can be read. Positions count all bytes that were ever appended.
    pub head: int,
    /// The bytes from the head on that are committed.
    pub log: Seq<u8>,
    /// The bytes behind them that are not committed yet. A crash loses them.
    pub pending: Seq<u8>,
    /// How many bytes there is room for, from the head on.
    pub capacity: int,
}

impl AbstractLog {
    /// An empty log.
    pub open spec fn initial(capacity: int) -> AbstractLog {
        AbstractLog { head: 0, log: Seq::empty(), pending: Seq::empty(), capacity }
    }

    /// The position behind the last committed byte.
    pub open spec fn tail(self) -> int {
        self.head + self.log.len()
    }

    /// With bytes appended tentatively.
    pub open spec fn append(self, bytes: Seq<u8>) -> AbstractLog {
        AbstractLog { pending: self.pending + bytes, ..self }
    }

    /// With everything committed.
    pub open spec fn commit(self) -> AbstractLog {
        AbstractLog { log: self.log + self.pending, pending: Seq::empty(), ..self }
    }

    /// Without what is not committed: what a crash leaves.
    pub open spec fn crash(self) -> AbstractLog {
        AbstractLog { pending: Seq::empty(), ..self }
    }

    /// Without the bytes before a position.
    pub open spec fn advance(self, head: int) -> AbstractLog {
        AbstractLog { head, log: self.log.subrange(head - self.head, self.log.len() as int), ..self }
    }

    /// The bytes from a position on.
    pub open spec fn read(self, pos: int, len: int) -> Seq<u8> {
        self.log.subrange(pos - self.head, pos - self.head + len)
    }
}

/// Several logs.
pub type Logs = Seq<AbstractLog>;

/// Empty logs of these capacities.
pub open spec fn initial(capacities: Seq<u64>) -> Logs {
    Seq::new(capacities.len(), |i: int| AbstractLog::initial(capacities[i] as int))
}

/// With everything committed, in all logs at once.
pub open spec fn commit(logs: Logs) -> Logs {
    Seq::new(logs.len(), |i: int| logs[i].commit())
}

/// What a crash leaves.
pub open spec fn crash(logs: Logs) -> Logs {
    Seq::new(logs.len(), |i: int| logs[i].crash())
}

} // verus!
