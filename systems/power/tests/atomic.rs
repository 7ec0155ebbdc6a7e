//! Two devices with one invariant: the mark on the second is set only if that on the first is, whenever the machine stops.
//!
//! The session is verified (`cargo certus verify -p power --test atomic`). The permissions for both writes are proofs that open the
//! invariant at the moment of the write. That crashes keep it is what is tested here, and that the test can fail.

use pmcopy::as_bytes;
use power::cdb_v::cdb;
use power::storage_t::PowerStorage;
use power_mock::{Event, MockDevice};
use std::cell::RefCell;
use std::rc::Rc;
use vstd::prelude::*;

verus! {

use pmcopy::PmBytes;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::chunks_v::*;
use power::device_t::*;
use power::durable_t::*;
use power::moment_v::*;
use power::outstanding_spec_t::*;
use power::permission_t::*;
use power::writes_v::*;
use vstd::invariant::*;
use vstd::iset::*;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;

/// Whether the mark is set in a content.
spec fn is_set(content: Seq<u8>) -> bool {
    read_bytes(content, 0, 8) == cdb_bytes(true)
}

/// What recovery finds.
spec fn mark() -> Recovery<bool> {
    |content: Seq<u8>| Some(is_set(content))
}

/// A mark is set.
ghost struct Set {
    state: Loc,
}

impl MutOperation for Set {
    type Resource = GhostVarAuth<bool>;

    type ExecResult = ();

    type NewState = bool;

    closed spec fn requires(self, pre: GhostVarAuth<bool>, new_state: bool, e: ()) -> bool {
        pre.id() == self.state && new_state
    }

    closed spec fn ensures(self, pre: GhostVarAuth<bool>, post: GhostVarAuth<bool>, new_state: bool) -> bool {
        post.id() == pre.id() && post@ == new_state
    }
}

/// Sets the mark of a device, with a proof.
fn set<D: Device, X: MutLinearizer<Set>>(
    storage: &mut PowerStorage<D>,
    Tracked(authority): Tracked<DurableAuthority<bool>>,
    Tracked(linearizer): Tracked<X>,
) -> (done: Tracked<(DurableAuthority<bool>, X::Completion)>)
    requires
        old(storage)@.read_state.len() >= 8,
        authority.id() == old(storage).id(),
        authority.recovery() == mark(),
        authority@ == is_set(old(storage)@.durable_state),
        !authority@,
        linearizer.pre(Set { state: authority.state().id() }),
    ensures
        is_set(final(storage)@.durable_state),
        done@.0.state().id() == authority.state().id(),
        done@.0@,
        linearizer.post(Set { state: authority.state().id() }, (), done@.1),
{
    let ghost (chunk, before) = (storage.constants().chunk, storage@.durable_state);
    let word = cdb(true);
    let tracked permission = authority.permit(Set { state: authority.state().id() }, true, (), linearizer);
    proof {
        storage.lemma_lengths();
        lemma_cdb_value(true);
        lemma_read_back(before, 0, cdb_bytes(true));
        lemma_read_back(storage@.read_state, 0, cdb_bytes(true));
        lemma_aligned_word_is_atomic(chunk, 0);
        lemma_may_commit(permission.permission(), chunk, before, 0, cdb_bytes(true));
    }
    let Tracked(happened) = storage.write_with::<Moment<bool, Set, X>>(0, as_bytes(&word), Tracked(permission));
    storage.flush();
    let tracked done = match happened {
        Happened::Done(authority, completion) => (authority, completion),
        Happened::Lost(authority, linearizer) => proof_from_false(),
    };
    Tracked(done)
}

/// Both marks.
tracked struct Marks {
    first: GhostVar<bool>,
    second: GhostVar<bool>,
}

/// The first is set if the second is.
ghost struct InOrder;

impl InvariantPredicate<(Loc, Loc), Marks> for InOrder {
    closed spec fn inv(names: (Loc, Loc), marks: Marks) -> bool {
        &&& marks.first.id() == names.0
        &&& marks.second.id() == names.1
        &&& marks.second@ ==> marks.first@
    }
}

/// Sets the first mark.
tracked struct First<'a> {
    marks: &'a AtomicInvariant<(Loc, Loc), Marks, InOrder>,
    credit: OpenInvariantCredit,
}

impl<'a> MutLinearizer<Set> for First<'a> {
    type Completion = ();

    closed spec fn namespaces(self) -> ISet<int> {
        iset![self.marks.namespace()]
    }

    closed spec fn pre(self, op: Set) -> bool {
        op.state == self.marks.constant().0
    }

    proof fn apply(tracked self, op: Set, tracked r: &mut GhostVarAuth<bool>, new_state: bool, e: &()) -> (tracked out: ()) {
        let tracked First { marks, credit } = self;
        open_atomic_invariant_in_proof!(credit => marks => m => {
            r.update(&mut m.first, new_state);
        });
    }

    proof fn peek(tracked &self, op: Set, tracked r: &GhostVarAuth<bool>) {
    }
}

/// Sets the second mark. Who has the other half of the first one shows that it is set, and nobody else can take it back.
tracked struct Second<'a> {
    marks: &'a AtomicInvariant<(Loc, Loc), Marks, InOrder>,
    credit: OpenInvariantCredit,
    first: &'a GhostVarAuth<bool>,
}

impl<'a> MutLinearizer<Set> for Second<'a> {
    type Completion = ();

    closed spec fn namespaces(self) -> ISet<int> {
        iset![self.marks.namespace()]
    }

    closed spec fn pre(self, op: Set) -> bool {
        op.state == self.marks.constant().1 && self.first.id() == self.marks.constant().0 && self.first@
    }

    proof fn apply(tracked self, op: Set, tracked r: &mut GhostVarAuth<bool>, new_state: bool, e: &()) -> (tracked out: ()) {
        let tracked Second { marks, credit, first } = self;
        open_atomic_invariant_in_proof!(credit => marks => m => {
            first.agree(&m.first);
            r.update(&mut m.second, new_state);
        });
    }

    proof fn peek(tracked &self, op: Set, tracked r: &GhostVarAuth<bool>) {
    }
}

/// A device that writes down what is done to it. It is what the tests believe.
#[verifier::external_body]
struct Logged {
    which: usize,
    content: Vec<u8>,
    log: Log,
}

impl Device for Logged {
    uninterp spec fn state(&self) -> Outstanding;

    uninterp spec fn constants(&self) -> DeviceConstants;

    #[verifier::external_body]
    proof fn lemma_constants(&self) {
    }

    #[verifier::external_body]
    fn len(&self) -> (len: u64) {
        self.content.len() as u64
    }

    #[verifier::external_body]
    fn read(&self, addr: u64, len: usize) -> (bytes: Vec<u8>) {
        self.content[addr as usize..addr as usize + len].to_vec()
    }

    #[verifier::external_body]
    fn write(&mut self, addr: u64, bytes: &[u8]) {
        self.content[addr as usize..addr as usize + bytes.len()].copy_from_slice(bytes);
        self.log.borrow_mut().push((self.which, Event::Write(addr as usize, bytes.to_vec())));
    }

    #[verifier::external_body]
    fn flush(&mut self) {
        self.log.borrow_mut().push((self.which, Event::Flush));
    }
}

/// Sets both marks, the first one first.
fn session<D: Device>(first: D, second: D)
    requires
        first.state().writes.len() == 0,
        second.state().writes.len() == 0,
        first.state().settled.len() >= 8,
        second.state().settled.len() >= 8,
        !is_set(first.state().settled),
        !is_set(second.state().settled),
{
    let (mut first, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(first);
    let tracked (one, first_var) = DurableAuthority::new(authority, mark(), false);
    let (mut second, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(second);
    let tracked (two, second_var) = DurableAuthority::new(authority, mark(), false);
    let ghost names = (first_var.id(), second_var.id());
    let tracked marks = AtomicInvariant::new(names, Marks { first: first_var, second: second_var }, 0);
    let Tracked(credit) = create_open_invariant_credit();
    let tracked linearizer = First { marks: &marks, credit };
    let Tracked(done) = set::<D, First<'_>>(&mut first, Tracked(one), Tracked(linearizer));
    let Tracked(credit) = create_open_invariant_credit();
    let tracked linearizer = Second { marks: &marks, credit, first: done.0.borrow() };
    let _ = set::<D, Second<'_>>(&mut second, Tracked(two), Tracked(linearizer));
}

} // verus!

/// What was done to both devices, in one order.
type Log = Rc<RefCell<Vec<(usize, Event)>>>;

const START: [u8; 16] = [0; 16];

/// What crashes after these events leave on one device: whether its mark is set.
fn left(which: usize, log: &[(usize, Event)]) -> Vec<bool> {
    let events: Vec<Event> = log.iter().filter(|(of, _)| *of == which).map(|(_, event)| event.clone()).collect();
    let mut marks = Vec::new();
    MockDevice::replayed(START.to_vec(), 8, &events).borrow().for_each_crash(10, |at, content| {
        if at == events.len() {
            marks.push(content[..8] == cdb(true).to_le_bytes());
        }
    });
    marks
}

/// Both marks as each crash leaves them.
fn crashes(log: &[(usize, Event)]) -> Vec<(bool, bool)> {
    let at = |events: usize| {
        let (first, second) = (left(0, &log[..events]), left(1, &log[..events]));
        first.into_iter().flat_map(move |first| second.clone().into_iter().map(move |second| (first, second)))
    };
    (0..=log.len()).flat_map(at).collect()
}

fn log() -> Vec<(usize, Event)> {
    let log = Log::default();
    let device = |which: usize| Logged { which, content: START.to_vec(), log: log.clone() };
    session(device(0), device(1));
    log.take()
}

#[test]
fn the_second_mark_is_set_after_the_first() {
    let crashes = crashes(&log());
    for marks in [(false, false), (true, false), (true, true)] {
        assert!(crashes.contains(&marks), "{marks:?} in {crashes:?}");
    }
    assert!(!crashes.contains(&(false, true)), "{crashes:?}");
}

/// The second device does not wait for the flush of the first one: the test above must be able to see that.
#[test]
fn a_missing_flush_is_seen() {
    let mut log = log();
    let flush = log.iter().position(|(which, event)| (*which, matches!(event, Event::Flush)) == (0, true));
    log.remove(flush.expect("it flushes"));
    assert!(crashes(&log).contains(&(false, true)));
}
