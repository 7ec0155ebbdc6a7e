//! The kinds of crates that a package can have.

/// The kind of a crate in its package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The library of the package.
    Lib,
    /// A program, for instance `src/main.rs` or a file of `src/bin`.
    Bin,
    /// A program of `examples`.
    Example,
    /// An integration test, a crate of `tests`.
    Test,
    /// A benchmark of `benches`.
    Bench,
}

impl Kind {
    /// The name that cargo uses.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Lib => "lib",
            Kind::Bin => "bin",
            Kind::Example => "example",
            Kind::Test => "test",
            Kind::Bench => "bench",
        }
    }
}
