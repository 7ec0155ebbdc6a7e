//! A program on a page table, verified (`cargo certus verify -p pagetable --test session`): what an operating system does with the pages of
//! one process, and what it knows of it by the contracts alone.
//!
//! It lends memory to the process, takes the right to write away, and takes the memory back. It has the permission to use the
//! memory again only after all cores forgot the page.

mod support;

use pagetable::entry_spec_t::{Rights, Target};
use pagetable::machine_t::{Frames, Machine};
use pagetable::page_v::{Page, Size};
use pagetable::table_v::PageTable;
use support::board::{Board, Pool};
use vstd::prelude::*;

verus! {

use pagetable::mmu_spec_t::*;
use pagetable::settle_v::*;
use pagetable::slot_spec_t::*;
use pagetable::space_spec_t::*;
use pagetable::table_v::*;
use pagetable::tables_v::*;

/// The permission to use a page of memory.
tracked struct Memory {
    ghost frame: u64,
}

/// The rights to read and write.
const OPEN: Rights = Rights { write: true, user: true, execute: false };

/// The right to read.
const CLOSED: Rights = Rights { write: false, user: true, execute: false };

/// Lends memory to a process, and takes it back. Gives whether the process wrote to it.
fn lend<M: Machine, F: Frames>(
    table: &mut PageTable<M, Memory>,
    page: Page,
    Tracked(memory): Tracked<Memory>,
    frame: u64,
    frames: &mut F,
) -> (result: (Tracked<Memory>, Option<bool>))
    requires
        old(table).inv(),
        old(table)@.is_settled(page.slot()),
        memory.frame == frame,
        is_data(old(table).state().tables, frame, page.slot().level),
    ensures
        final(table).inv(),
        final(table)@.pages == old(table)@.pages,
        result.0@ == memory,
        result.1 is Some ==> is_forgotten(final(table).state(), page.slot(), None),
{
    let ghost before = table@;
    if let Err((_, back)) = table.map(page, Target { frame, rights: OPEN, memory: 0 }, Tracked(memory), frames) {
        return (back, None);
    }
    // There is nothing else at these addresses.
    assert(!before.pages.contains_key(page.slot())) by {
        if before.pages.contains_key(page.slot()) {
            assert(page.slot().overlaps(page.slot()));
        }
    }
    assert(table@.pages[page.slot()].rights.write);
    let Ok(stale) = table.protect(page, CLOSED) else {
        return unreached();
    };
    assert(!table@.pages[page.slot()].rights.write);
    table.settle(stale, frames);
    // From here on no core writes: it has forgotten that it could.
    assert(is_forgotten(table.state(), page.slot(), Some(Target { frame, rights: CLOSED, memory: 0 })));
    let Ok((was, stale)) = table.unmap(page) else {
        return unreached();
    };
    assert(was.frame == frame);
    let memory = table.settle(stale, frames);
    assert(table@.pages =~= before.pages);
    (memory, Some(was.dirty))
}

/// A new process, whose memory is taken back.
fn session<M: Machine, F: Frames>(machine: M, frames: &mut F, Tracked(memory): Tracked<Memory>, frame: u64) -> (result: Option<bool>)
    requires
        is_new(machine.state(), machine.counts()),
        memory.frame == frame,
        is_data(machine.state().tables, frame, 1),
{
    let mut table = PageTable::<M, Memory>::new(machine);
    let address = 0x7fff_0000_1000;
    let page = Page::new(Size::Small, address)?;
    let (Tracked(memory), dirty) = lend(&mut table, page, Tracked(memory), frame, frames);
    assert(memory.frame == frame);
    let found = table.resolve(address);
    assert(found is None);
    dirty
}

/// A permission, for the test.
#[verifier::external_body]
fn permission(frame: u64) -> (memory: Tracked<Memory>)
    ensures
        memory@.frame == frame,
{
    Tracked::assume_new()
}

/// Runs the program on a board.
#[verifier::external_body]
fn run(frames: usize) -> Option<bool> {
    let board = Board::new(2, 40, 0x1000, 7);
    board.0.borrow_mut().restless = 4;
    board.0.borrow_mut().interesting = vec![0x7fff_0000_1000];
    let mut pool = Pool::new(0x2000, frames);
    let dirty = session(board, &mut pool, permission(0x100_0000), 0x100_0000);
    assert_eq!(pool.free.len(), frames);
    dirty
}

} // verus!

#[test]
fn memory_is_lent_and_taken_back() {
    assert!(run(3).is_some());
    assert_eq!(run(2), None);
}
