//! The codes `internal/..`: bugs in the verifier itself.
//!
//! Such an error is not about the program, and nothing that has one counts as verified. The user should report it. A
//! stage reports one, instead of a panic, if its input breaks an invariant that an earlier stage should have
//! established.

use crate::codes;

codes! {
    /// A bug in the verifier itself.
    Internal {
        Audit = "audit",
        Borrow = "borrow",
        Content = "content",
        Encoding = "encoding",
        Epr = "epr",
        FrontEnd = "front-end",
        Parser = "parser",
        Resolution = "resolution",
        Solver = "solver",
    }
}
