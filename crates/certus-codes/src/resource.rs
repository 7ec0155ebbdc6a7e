//! The codes `resource/..`: budgets that ran out before there was an answer.
//!
//! The program may be correct. The explanation of the code names the budget, and says how to raise it, or how to need
//! less.

use crate::codes;

codes! {
    /// A proof exceeded its budget.
    Resource {
        Cache = "cache",
        Compute = "compute",
        Costly = "costly",
        EprSize = "epr-size",
        IntegerRing = "integer-ring",
        Memory = "memory",
        NotCached = "not-cached",
        Rlimit = "rlimit",
        Time = "time",
    }
}
