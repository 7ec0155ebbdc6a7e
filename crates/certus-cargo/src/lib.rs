//! Verification of cargo packages, all but the verification: what `cargo metadata`, `cargo tree` and `cargo check` say
//! becomes a [`Plan`], a list of crates in the order in which they are verified, each with the crates that it may name.
//!
//! [`Plan::make`] asks cargo, [`Unit::crates_file`] writes what `certus verify --crates` reads, [`Stamps`] knows which
//! crates are still as they were when they were proved, and [`verify`] runs the verifier on one. [`create`] makes a
//! package to begin with.
//!
//! Nothing here prints or exits. Nothing here judges a proof either: a crate is proved when the verifier's exit status
//! is 0, and not otherwise.

mod artifacts;
mod cargo;
mod crates_file;
mod create;
mod error;
mod graph;
mod library;
mod opt_in;
mod options;
mod plan;
mod platform;
mod run;
mod selection;
mod stamp;
mod targets;
mod tree;

pub use cargo::Cargo;
pub use create::{Created, Packages, create};
pub use error::Error;
pub use library::LibrarySource;
pub use options::{Effect, Options};
pub use plan::{Dependency, Kind, Plan, Source, Unit};
pub use platform::Platform;
pub use run::{Finished, verify};
pub use selection::{Features, Purpose, Selected, Selection, Targets, Vstd};
pub use stamp::{Identity, Stamps};
