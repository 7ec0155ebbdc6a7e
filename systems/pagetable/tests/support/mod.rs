//! What the tests share: a board with cores and memory, written from the manuals in plain Rust, a model of an address space, and
//! functions that call the operations.

// Each test is a crate of its own and uses a part.
#![allow(dead_code)]

pub mod board;
pub mod model;

use board::{Board, Pool};
use pagetable::entry_spec_t::{Rights, Target};
use pagetable::error_v::{MapError, NotMapped};
use pagetable::page_v::Page;
use pagetable::stale_v::Stale;
use pagetable::table_v::PageTable;
use pagetable::unmap_v::Unmapped;
use vstd::prelude::*;

verus! {

/// The page table that is tested. Nothing is lent.
pub type Table = PageTable<Board, ()>;

/// Maps a page.
#[verifier::external_body]
pub fn map(table: &mut Table, page: Page, to: Target, frames: &mut Pool) -> (result: Result<(), MapError>) {
    table.map(page, to, Tracked(()), frames).map_err(|(error, _)| error)
}

/// Unmaps a page.
#[verifier::external_body]
pub fn unmap(table: &mut Table, page: Page) -> (result: Result<(Unmapped, Stale<()>), NotMapped>) {
    table.unmap(page)
}

/// Makes the cores forget.
#[verifier::external_body]
pub fn settle(table: &mut Table, stale: Stale<()>, frames: &mut Pool) {
    table.settle(stale, frames);
}

} // verus!

/// All combinations of rights.
pub fn rights(number: u64) -> Rights {
    Rights { write: number & 1 != 0, user: number & 2 != 0, execute: number & 4 != 0 }
}
