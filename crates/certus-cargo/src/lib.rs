//! Plans the verification of cargo packages. From the output of `cargo metadata`, `cargo tree` and `cargo check` it
//! makes a [`Plan`]: a list of crates in the order of their verification, each with the crates that it may name.
//!
//! [`Plan::make`] runs cargo, [`Unit::crates_file`] writes the input of `certus verify --crates`, [`Stamps`] knows
//! which crates are unchanged since their proof, and [`Verifier`] runs the verifier on a crate. [`create`] creates a new
//! package.
//!
//! This crate never prints or exits. It does not judge proofs either: a crate is proved exactly if the verifier's exit
//! status is 0.

mod artifacts;
mod cargo;
mod compile;
mod crates_file;
mod create;
mod error;
mod graph;
mod kind;
mod library;
mod mirror;
mod opt_in;
mod options;
mod plan;
mod platform;
mod run;
mod selection;
mod sources;
mod stamp;
mod targets;
mod tree;
mod watch;

pub use cargo::Cargo;
pub use certus_vendor::{DIRECTORY, Written};
pub use compile::Program;
pub use create::{Created, NewPackage, Packages, create, vendor};
pub use error::Error;
pub use kind::Kind;
pub use library::LibrarySource;
pub use options::{Effect, Options};
pub use plan::{Dependency, Plan, Source, Unit};
pub use platform::Platform;
pub use run::{Finished, Verifier};
pub use selection::{Features, Purpose, Selected, Selection, Targets, Vstd};
pub use stamp::{Identity, Stamps};
pub use watch::watch;
