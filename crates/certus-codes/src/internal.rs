//! The codes `internal/..`: faults of the verifier itself.
//!
//! Such an error says nothing about the program, and nothing of it counts as verified. The user is asked to report it.
//! A stage makes one where its input breaks a rule that the stage before has to keep, instead of a panic.

use crate::codes;

codes! {
    /// A fault of the verifier itself.
    Internal {
        Audit = "audit",
        Content = "content",
        Encoding = "encoding",
        Epr = "epr",
        FrontEnd = "front-end",
        Parser = "parser",
        Resolution = "resolution",
        Solver = "solver",
    }
}
