//! A verification run as a function call.
//!
//! [`verify`] loads a crate, lowers it, runs its queries on the solver while rustc checks the program, and reports its
//! findings to a [`Sink`]. It prints nothing and never ends the process. The solver's processes and rustc end with the
//! run. Another thread can cancel a run ([`Session::cancellable`]).
//!
//! ```no_run
//! use certus_driver::{Options, Sink, verify};
//! use certus_diagnostics::{Diagnostic, Sources, render_human};
//!
//! struct Printer;
//!
//! impl Sink for Printer { fn show(&mut self, diagnostic: &Diagnostic, sources: &Sources) { println!("{}",
//! render_human(diagnostic, sources, false)); } }
//!
//! let summary = verify(&Options::new("examples/linked_list.rs"), &mut Printer)?.summary;
//! println!("{} functions proved, {} errors", summary.verified, summary.errors);
//! # Ok::<(), certus_driver::Fault>(())
//! ```

mod asking;
mod compiled_files;
pub mod contradictions;
mod costly;
mod crates;
mod earlier;
mod encoding;
pub mod epr;
mod events;
mod fault;
mod index;
mod judge;
pub mod lines;
pub mod machine;
mod memory;
pub mod missing_options;
mod prepared;
mod prestart;
mod run;
mod rustc_check;
mod session;
mod timing;
pub mod trust;
pub mod trust_page;
mod warm_start;

pub use asking::select;
pub use certus_session::{CacheMode, Cancellation, Options, ProgramOptions, Sink, Vacuity, budget};
pub use crates::load;
pub use encoding::encode;
pub use fault::Fault;
pub use index::{index, library_folder};
pub use memory::MemoryWatch;
pub use prepared::Prepared;
pub use session::{Session, Target, Verified, verify};
pub use warm_start::WarmStart;
