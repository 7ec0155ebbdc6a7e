//! Threads that map and unmap pages of one address space at once, by a verified client of the shared page table
//! (`cargo certus verify -p pagetable --test shared`). The board is that of the other tests, behind a lock of its own: its cores walk
//! between any two things that are done to the memory.

mod support;

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pagetable::entry_spec_t::{Rights, Target};
use pagetable::error_v::{MapError, NotMapped};
use pagetable::machine_t::{Frames, Machine, TableFrame};
use pagetable::page_v::Page;
use pagetable::resolve_v::Resolved;
use pagetable::shared_v::SharedTable;
use power_mock::Random;
use support::board::{Board, Pool, State, array, size};
use support::model::{Key, Model, key, page};
use vstd::prelude::*;

verus! {

use pagetable::mmu_spec_t::State as MachineState;
use pagetable::shared_spec_t::*;
use pagetable::shared_v::*;
use pagetable::tables_v::is_data;
use vstd::invariant::*;
use vstd::iset::*;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;

/// The machine of one entry of the root of a board that threads share.
#[verifier::external_body]
pub struct Share {
    board: Arc<Mutex<State>>,
    index: usize,
    /// The number kept for the root.
    count: u16,
}

impl Machine for Share {
    uninterp spec fn state(&self) -> MachineState;

    uninterp spec fn counts(&self) -> Map<u64, u16>;

    #[verifier::external_body]
    fn width(&self) -> u64 {
        self.at_some_moment(|state| state.width)
    }

    #[verifier::external_body]
    fn cores(&self) -> usize {
        self.at_some_moment(|state| state.caches.len())
    }

    #[verifier::external_body]
    fn root(&self) -> u64 {
        self.at_some_moment(|state| state.root)
    }

    #[verifier::external_body]
    fn read(&self, frame: u64, index: usize) -> u64 {
        self.entry(frame, index, |word| *word)
    }

    #[verifier::external_body]
    fn write(&mut self, frame: u64, index: usize, word: u64) {
        self.entry(frame, index, |entry| *entry = word)
    }

    #[verifier::external_body]
    fn swap(&mut self, frame: u64, index: usize, word: u64) -> u64 {
        self.entry(frame, index, |entry| std::mem::replace(entry, word))
    }

    #[verifier::external_body]
    fn flip(&mut self, frame: u64, index: usize, bits: u64) {
        self.entry(frame, index, |entry| *entry ^= bits)
    }

    #[verifier::external_body]
    fn invalidate(&mut self, core: usize, address: u64) {
        let translated = address & 0xffff_ffff_ffff;
        assert_eq!(translated / size(4), self.index as u64);
        self.at_some_moment(|state| state.caches[core].retain(|kept| translated / size(kept.level) != kept.number))
    }

    #[verifier::external_body]
    fn adopt(&mut self, frame: TableFrame) -> u64 {
        let address = frame.address();
        self.at_some_moment(|state| state.adopt(address));
        address
    }

    #[verifier::external_body]
    fn release(&mut self, address: u64) -> TableFrame {
        self.at_some_moment(|state| state.release(address));
        // SAFETY: no table has it any more, and it came from a pool.
        unsafe { TableFrame::new(address) }
    }

    #[verifier::external_body]
    fn count(&self, frame: u64) -> u16 {
        self.at_some_moment(|state| if frame == state.root { self.count } else { state.counts[&frame] })
    }

    #[verifier::external_body]
    fn set_count(&mut self, frame: u64, count: u16) {
        if frame == self.at_some_moment(|state| state.root) {
            self.count = count;
        } else {
            assert!(self.at_some_moment(|state| state.counts.insert(frame, count)).is_some());
        }
    }
}

/// The page table's variable, whatever it says.
ghost struct Whatever;

impl InvariantPredicate<Loc, Known<()>> for Whatever {
    closed spec fn inv(name: Loc, known: Known<()>) -> bool {
        known.id() == name
    }
}

/// What threads know of the page table.
type Shelf = AtomicInvariant<Loc, Known<()>, Whatever>;

/// The proof of a client who asks for nothing.
tracked struct Follow<'a> {
    shelf: &'a Shelf,
    credit: OpenInvariantCredit,
}

impl<'a> Follow<'a> {
    /// Changes the client's half as the page table's changes.
    proof fn follow(tracked self, tracked held: &mut Held<()>, new: Mapped<()>)
        requires
            old(held).id() == self.shelf.constant(),
        ensures
            final(held).id() == old(held).id(),
            final(held)@ == new,
        opens_invariants ISet::empty().insert(self.shelf.namespace())
    {
        let tracked Follow { shelf, credit } = self;
        open_atomic_invariant_in_proof!(credit => shelf => known => {
            held.update(&mut known, new);
        });
    }
}

impl<'a> MutLinearizer<MapOf<()>> for Follow<'a> {
    type Completion = ();

    closed spec fn namespaces(self) -> ISet<int> {
        ISet::empty().insert(self.shelf.namespace())
    }

    closed spec fn pre(self, op: MapOf<()>) -> bool {
        op.terms.state == self.shelf.constant()
    }

    proof fn apply(tracked self, op: MapOf<()>, tracked r: &mut Held<()>, new_state: Mapped<()>, e: &MapResult<()>) -> (tracked out: ()) {
        self.follow(r, new_state);
    }

    proof fn peek(tracked &self, op: MapOf<()>, tracked r: &Held<()>) {
    }
}

impl<'a> MutLinearizer<UnmapOf<()>> for Follow<'a> {
    type Completion = ();

    closed spec fn namespaces(self) -> ISet<int> {
        ISet::empty().insert(self.shelf.namespace())
    }

    closed spec fn pre(self, op: UnmapOf<()>) -> bool {
        op.terms.state == self.shelf.constant()
    }

    proof fn apply(tracked self, op: UnmapOf<()>, tracked r: &mut Held<()>, new_state: Mapped<()>, e: &UnmapResult<()>) -> (tracked out: ()) {
        self.follow(r, new_state);
    }

    proof fn peek(tracked &self, op: UnmapOf<()>, tracked r: &Held<()>) {
    }
}

/// The proof of a reader who asks for nothing.
tracked struct Look;

impl ReadLinearizer<ResolveOf<()>> for Look {
    type Completion = ();

    proof fn apply(tracked self, op: ResolveOf<()>, tracked r: &Held<()>, e: &Option<Resolved>) -> (tracked out: ()) {
    }

    proof fn peek(tracked &self, op: ResolveOf<()>, tracked r: &Held<()>) {
    }
}

/// An address space that threads share, to which nothing is lent.
struct Shared {
    table: SharedTable<Share, ()>,
    shelf: Tracked<Shelf>,
}

impl Shared {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        &&& self.shelf@.constant() == self.table.terms().state
        &&& self.shelf@.namespace() != self.table.namespace()
    }

    /// A new one.
    fn new(machines: Vec<Share>, Ghost(whole): Ghost<MachineState>) -> (shared: Shared)
        requires
            are_new(machines@, whole),
    {
        let (table, Tracked(known)) = SharedTable::new(machines, Ghost(1), Ghost(whole));
        let tracked shelf = AtomicInvariant::new(known.id(), known, 2);
        Shared { table, shelf: Tracked(shelf) }
    }

    /// Maps a page.
    fn map<F: Frames>(&self, page: Page, to: Target, frames: &mut F) -> (result: Result<(), MapError>)
        requires
            is_data(self.table.terms().tables, to.frame, page.slot().level),
    {
        proof {
            use_type_invariant(self);
        }
        let Tracked(credit) = create_open_invariant_credit();
        let tracked follow = Follow { shelf: self.shelf.borrow(), credit };
        let (result, _) = self.table.map::<F, Follow<'_>>(page, to, Tracked(()), frames, Tracked(follow));
        match result {
            Ok(()) => Ok(()),
            Err((error, _)) => Err(error),
        }
    }

    /// Unmaps a page. Gives the frame.
    fn unmap<F: Frames>(&self, page: Page, frames: &mut F) -> (result: Result<u64, NotMapped>) {
        proof {
            use_type_invariant(self);
        }
        let Tracked(credit) = create_open_invariant_credit();
        let tracked follow = Follow { shelf: self.shelf.borrow(), credit };
        let (result, _) = self.table.unmap::<F, Follow<'_>>(page, frames, Tracked(follow));
        match result {
            Ok((was, _)) => Ok(was.frame),
            Err(error) => Err(error),
        }
    }

    /// The page at an address.
    fn resolve(&self, address: u64) -> Option<Resolved>
        requires
            pagetable::slot_spec_t::is_canonical(address),
    {
        proof {
            use_type_invariant(self);
        }
        let (result, _) = self.table.resolve::<Look>(address, Tracked(Look));
        result
    }
}

/// An allocator that waits before it gives a frame.
#[verifier::external_body]
struct Slow {
    pool: Pool,
    asked: Sender<()>,
    may: Receiver<()>,
}

impl Frames for Slow {
    #[verifier::external_body]
    fn take(&mut self) -> Option<TableFrame> {
        self.asked.send(()).expect("the test listens");
        self.may.recv_timeout(Duration::from_secs(60)).expect("the other thread is done");
        self.pool.take()
    }

    #[verifier::external_body]
    fn give(&mut self, frame: TableFrame) {
        self.pool.give(frame);
    }
}

} // verus!

impl Share {
    /// Lets the cores run, and gives the state.
    fn at_some_moment<T>(&self, then: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.board.lock().expect("no thread failed");
        state.run();
        then(&mut state)
    }

    /// Does something to an entry, which is one of this part.
    fn entry<T>(&self, frame: u64, index: usize, then: impl FnOnce(&mut u64) -> T) -> T {
        self.at_some_moment(|state| {
            assert!(frame != state.root || index == self.index, "entry {index} of the root is of another part");
            then(&mut state.words.get_mut(&frame).expect("a table")[index])
        })
    }
}

/// An address space on a new board with restless cores.
fn shared(seed: u64, interesting: Vec<u64>) -> (Shared, Arc<Mutex<State>>) {
    let mut state = Board::state(2, 40, 0x1000, seed);
    state.restless = 3;
    state.interesting = interesting;
    let board = Arc::new(Mutex::new(state));
    let machines = (0..512).map(|index| Share { board: board.clone(), index, count: 0 }).collect();
    (Shared::new(machines, Ghost::assume_new()), board)
}

/// Where a page leads in the tests, by its number.
fn target(key: Key, random: &mut Random) -> Target {
    let frame = 0x1_0000_0000 + random.below(4) * size(3) + if key.0 < 3 { random.below(64) * size(key.0) } else { 0 };
    let rights = Rights { write: random.below(2) == 0, user: true, execute: false };
    Target { frame, rights, memory: 0 }
}

/// A page below an entry of the root: of any size, and near others.
fn some_key(root: u64, random: &mut Random) -> Key {
    let level = 1 + random.below(3);
    let address = root * size(4) + random.below(3) * size(3) + random.below(3) * size(2) + random.below(3) * size(1);
    (level, address / size(level))
}

/// Random operations below entries of the root that nobody else uses, beside a model.
fn alone(shared: &Shared, roots: &[u64], seed: u64, steps: usize) -> (Model, Pool) {
    let mut random = Random(seed);
    let mut model = Model::default();
    let mut pool = Pool::new(0x10_0000 + seed * 0x8_0000, 64);
    for _ in 0..steps {
        let key = some_key(roots[random.below(roots.len() as u64) as usize], &mut random);
        if random.below(2) == 0 {
            let to = target(key, &mut random);
            let expected = if model.is_free(key) { Ok(()) } else { Err(MapError::Mapped) };
            assert_eq!(shared.map(page(key), to, &mut pool), expected, "{key:?}");
            if expected.is_ok() {
                model.pages.insert(key, (to.frame, array(to.rights)));
            }
        } else {
            let expected = model.pages.remove(&key).map(|(frame, _)| frame).ok_or(NotMapped);
            assert_eq!(shared.unmap(page(key), &mut pool), expected, "{key:?}");
        }
        let found = shared.resolve(page(key).address());
        let expected = model.at(key.1 * size(key.0));
        assert_eq!(found.map(|found| self::key(found.page)), expected);
        if let (Some(found), Some(expected)) = (found, expected) {
            assert_eq!((found.to.frame, array(found.to.rights)), model.pages[&expected]);
        }
    }
    (model, pool)
}

/// What the memory has: the pages, their frames, and how many tables there are.
fn contents(board: &Mutex<State>) -> (BTreeMap<Key, u64>, usize) {
    let state = board.lock().expect("no thread failed");
    let pages = state.pages().into_iter().map(|(key, word)| (key, word & 0xf_ffff_ffff_f000)).collect();
    (pages, state.words.len())
}

#[test]
fn threads_in_different_regions_each_have_their_model() {
    let threads: Vec<Vec<u64>> = vec![vec![0, 7], vec![1], vec![255, 256], vec![511]];
    let roots = threads.iter().flatten();
    let interesting =
        roots.flat_map(|root| [0, size(3) + size(2), 2 * size(3)].map(|at| root * size(4) + at)).collect();
    let (shared, board) = shared(5, interesting);
    let done: Vec<(Model, Pool)> = std::thread::scope(|scope| {
        let start = |(n, roots): (usize, &Vec<u64>)| {
            let (shared, roots) = (&shared, roots.clone());
            scope.spawn(move || alone(shared, &roots, n as u64 + 1, 600))
        };
        let running: Vec<_> = threads.iter().enumerate().map(start).collect();
        running.into_iter().map(|one| one.join().expect("it agrees with its model")).collect()
    });
    let all = done.iter().flat_map(|(model, _)| &model.pages).map(|(key, (frame, _))| (*key, *frame)).collect();
    let tables: usize = done.iter().map(|(model, _)| model.tables().len()).sum();
    let free: usize = done.iter().map(|(_, pool)| pool.free.len()).sum();
    assert_eq!(contents(&board), (all, tables + 1));
    assert_eq!(free + tables, 4 * 64);
    assert!(board.lock().expect("no thread failed").steps > 1000);
}

#[test]
fn threads_on_the_same_pages_take_turns() {
    let keys = [(1, 0x1200), (1, 0x1201), (2, 9), (3, 0)];
    let (shared, board) = shared(6, keys.map(|(level, number)| number * size(level)).to_vec());
    let balance: Vec<BTreeMap<Key, i64>> = std::thread::scope(|scope| {
        let work = |seed: u64| {
            let shared = &shared;
            scope.spawn(move || {
                let mut random = Random(seed);
                let mut pool = Pool::new(0x10_0000 + seed * 0x8_0000, 64);
                let mut balance = BTreeMap::new();
                for _ in 0..500 {
                    let key = keys[random.below(4) as usize];
                    let to = target(key, &mut random);
                    let change = if random.below(2) == 0 {
                        i64::from(shared.map(page(key), to, &mut pool).is_ok())
                    } else {
                        -i64::from(shared.unmap(page(key), &mut pool).is_ok())
                    };
                    *balance.entry(key).or_default() += change;
                }
                balance
            })
        };
        let running: Vec<_> = (1..=3).map(work).collect();
        running.into_iter().map(|one| one.join().expect("it takes turns")).collect()
    });
    let (pages, _) = contents(&board);
    for key in keys {
        let times: i64 = balance.iter().filter_map(|one| one.get(&key)).sum();
        assert_eq!(times, i64::from(pages.contains_key(&key)), "{key:?}");
    }
    // The page of 1 GiB covers the others.
    assert!(!pages.contains_key(&(3, 0)) || pages.len() == 1);
}

#[test]
fn an_operation_below_one_entry_does_not_wait_for_one_below_another() {
    let (shared, board) = shared(7, Vec::new());
    let (asked, wait) = channel();
    let (allow, may) = channel();
    std::thread::scope(|scope| {
        let one = &shared;
        let mut slow = Slow { pool: Pool::new(0x10_0000, 8), asked, may };
        let first = scope.spawn(move || one.map(page((1, 0)), target((1, 0), &mut Random(1)), &mut slow));
        // The first thread is in the middle of its operation, and stays there until this one is done.
        wait.recv_timeout(Duration::from_secs(60)).expect("it needs a frame");
        let mut pool = Pool::new(0x20_0000, 8);
        let other = (1, size(4) / size(1));
        assert_eq!(shared.map(page(other), target(other, &mut Random(2)), &mut pool), Ok(()));
        assert!(shared.unmap(page(other), &mut pool).is_ok());
        assert!(contents(&board).0.is_empty());
        for _ in 0..3 {
            allow.send(()).expect("it waits");
        }
        assert_eq!(first.join().expect("it ends"), Ok(()));
    });
    assert_eq!(contents(&board).0.len(), 1);
}
