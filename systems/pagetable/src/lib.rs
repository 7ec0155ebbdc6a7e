//! Page tables of x86-64, verified: map, unmap, protect, split, merge and look up pages of 4 KiB, 2 MiB and 1 GiB, against a
//! model of processors that walk the tables at any time, set marks in them, and keep what they found until they are told to
//! forget.
//!
//! [`PageTable`] owns the tables of one address space and the cores that use it ([`machine_t::Machine`]). It has no memory of its
//! own: frames for tables come from an allocator ([`machine_t::Frames`]). No function calls itself, and the largest array on the
//! stack has five words.
//!
//! # The theorem
//!
//! The abstract state is one flat map from pages to memory ([`space_spec_t::Space`]), and the pages and regions of which cores may
//! still keep something that is not so any more.
//!
//! - *Each operation does what it says* of the flat map ([`space_spec_t`]), and changes no other page. One that gives an error
//!   has changed nothing.
//! - *What programs do is what the flat map says*, on every core and at every moment, also between two writes of an
//!   operation ([`process_v`]): an access goes where the page says and only if the rights allow it, and faults only if
//!   there is none that allows it. What is said is of addresses whose changes are known to all cores. At other
//!   addresses an access may go where the page led before, and nowhere else.
//! - *No access of a program goes to a table*, wherever it goes.
//! - *No core looks in memory that is no table*, whenever it walks and whatever it keeps.
//! - *What was unmapped is not free before all cores forgot it*: [`unmap`] gives a token ([`stale_v::Stale`]), and only [`settle`], which
//!   makes all cores forget, gives back what was lent for the page, and the frames of tables that became empty.
//! - *There are no more tables than the pages need*, after each operation (`theorem_no_waste`).
//!
//! [`unmap`]: table_v::PageTable::unmap
//! [`settle`]: table_v::PageTable::settle
//!
//! # What is trusted
//!
//! [`entry_spec_t`], [`slot_spec_t`] and [`mmu_spec_t`] are what the manual says of entries, addresses and walks. [`machine_t`] says what the
//! functions do by which tables and cores are reached; whoever implements them must see to it. [`space_spec_t`] and
//! [`process_spec_t`] say what the theorems mean.
//!
//! After the page tables of "Verus: A Practical Foundation for Systems Verification" (SOSP 2024, section 4.2.3) and of
//! Horizon; written from the papers and the manuals alone.
#![no_std]

#[cfg(feature = "shared")]
extern crate alloc;

pub mod change_v;
pub mod cores_v;
pub mod entry_spec_t;
pub mod error_v;
pub mod live_v;
pub mod machine_t;
pub mod map_v;
pub mod merge_v;
pub mod mmu_spec_t;
pub mod page_v;
pub mod parts_spec_t;
pub mod parts_v;
pub mod process_spec_t;
pub mod process_v;
pub mod protect_v;
mod reserve_v;
pub mod resolve_v;
pub mod settle_v;
pub mod shape_v;
#[cfg(feature = "shared")]
pub mod shared_spec_t;
#[cfg(feature = "shared")]
pub mod shared_v;
pub mod slot_spec_t;
pub mod slot_v;
pub mod space_spec_t;
pub mod split_v;
pub mod stale_v;
pub mod table_v;
pub mod tables_v;
pub mod unmap_v;
pub(crate) mod walk_v;
pub mod walker_v;
pub mod word_v;

pub use page_v::{Page, Size};
pub use stale_v::Stale;
pub use table_v::PageTable;
