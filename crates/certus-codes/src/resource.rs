//! The codes `resource/..`: budgets that ran out before there was an answer.
//!
//! The program may be right. Its explanation says which budget it was and how to raise it, or how to do with less.

use crate::codes;

codes! {
    /// A budget was exhausted before there was an answer.
    Resource {
        Cache = "cache",
        Compute = "compute",
        Costly = "costly",
        EprSize = "epr-size",
        IntegerRing = "integer-ring",
        NotCached = "not-cached",
        Rlimit = "rlimit",
    }
}
