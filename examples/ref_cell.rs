//! A cell whose value is borrowed while the program runs, by any number of readers or by one writer. It counts its
//! guards. What the guards lend needs no check, as it is proved: while there is a guard of a writer there is no other
//! one, and while there is a guard of a reader the value stays what it is. All values satisfy a predicate.
//!
//! The machine stores the permission for the value. A reader has a token with which it may look at it, and the writer
//! has the permission itself. The count is in a cell of its own, whose permission is in an invariant of the thread. A
//! guard gives back what it has by `release`; one that is forgotten keeps the cell borrowed.

use vstd::cell::pcell_maybe_uninit as un;
use vstd::cell::CellId;
use vstd::invariant::*;
use vstd::prelude::*;

verus! {

use vstd::multiset::Multiset;

/// Which values may be in a cell.
pub trait Predicate<T>: Sized {
    spec fn holds(self, v: T) -> bool;
}

/// The guards of a cell.
pub enum Guards {
    /// So many readers.
    Readers(usize),
    /// One writer.
    Writer,
}

tokenized_state_machine! { Borrows<T, P: Predicate<T>> {
    fields {
        #[sharding(constant)]
        pub cell: CellId,

        /// Which values may be in the cell.
        #[sharding(constant)]
        pub good: P,

        #[sharding(variable)]
        pub state: Guards,

        /// One for each reader.
        #[sharding(multiset)]
        pub readers: Multiset<un::PointsTo<T>>,

        #[sharding(option)]
        pub writer: Option<()>,

        #[sharding(storage_option)]
        pub storage: Option<un::PointsTo<T>>,
    }

    init! {
        initialize(cell: CellId, good: P, perm: un::PointsTo<T>) {
            require perm.id() == cell && perm.is_init() && good.holds(perm.value());
            init cell = cell;
            init good = good;
            init state = Guards::Readers(0);
            init readers = Multiset::empty();
            init writer = None;
            init storage = Some(perm);
        }
    }

    transition! {
        read(readers: usize) {
            require pre.state == Guards::Readers(readers);
            require readers < usize::MAX;
            update state = Guards::Readers((readers + 1) as usize);
            birds_eye let perm = pre.storage->0;
            add readers += { perm };
            assert perm.id() == pre.cell && perm.is_init() && pre.good.holds(perm.value());
        }
    }

    transition! {
        end_read(readers: usize, perm: un::PointsTo<T>) {
            require pre.state == Guards::Readers(readers);
            remove readers -= { perm };
            update state = Guards::Readers((readers - 1) as usize);
        }
    }

    transition! {
        write() {
            require pre.state == Guards::Readers(0);
            update state = Guards::Writer;
            add writer += Some(());
            withdraw storage -= Some(let perm);
            assert perm.id() == pre.cell && perm.is_init() && pre.good.holds(perm.value());
        }
    }

    transition! {
        end_write(perm: un::PointsTo<T>) {
            require perm.id() == pre.cell && perm.is_init() && pre.good.holds(perm.value());
            remove writer -= Some(());
            update state = Guards::Readers(0);
            deposit storage += Some(perm);
        }
    }

    property! {
        look(perm: un::PointsTo<T>) {
            have readers >= { perm };
            guard storage >= Some(perm);
        }
    }

    property! {
        is_counted(perm: un::PointsTo<T>) {
            have readers >= { perm };
            assert pre.state matches Guards::Readers(n) && n > 0;
        }
    }

    property! {
        reader_excludes_writer(perm: un::PointsTo<T>) {
            have readers >= { perm };
            have writer >= Some(());
            assert false;
        }
    }

    #[invariant]
    pub fn guards_are_counted(&self) -> bool {
        match self.state {
            Guards::Readers(n) => self.readers.len() == n && self.writer is None,
            Guards::Writer => self.readers.len() == 0 && self.writer is Some,
        }
    }

    #[invariant]
    pub fn stored_while_nobody_writes(&self) -> bool {
        &&& self.writer is None <==> self.storage is Some
        &&& self.storage matches Some(perm) ==> perm.id() == self.cell && perm.is_init() && self.good.holds(
            perm.value(),
        )
        &&& forall|perm: un::PointsTo<T>| #[trigger] self.readers.count(perm) > 0 ==> self.storage == Some(perm)
    }

    #[inductive(initialize)]
    fn initialize_inductive(post: Self, cell: CellId, good: P, perm: un::PointsTo<T>) {
    }

    #[inductive(read)]
    fn read_inductive(pre: Self, post: Self, readers: usize) {
    }

    #[inductive(end_read)]
    fn end_read_inductive(pre: Self, post: Self, readers: usize, perm: un::PointsTo<T>) {
    }

    #[inductive(write)]
    fn write_inductive(pre: Self, post: Self) {
    }

    #[inductive(end_write)]
    fn end_write_inductive(pre: Self, post: Self, perm: un::PointsTo<T>) {
    }
} }

struct_with_invariants! {
    /// A value that is borrowed while the program runs.
    pub struct RefCell<T, P: Predicate<T>> {
        value: un::PCell<T>,
        state: un::PCell<Guards>,
        instance: Tracked<Borrows::Instance<T, P>>,
        inv: Tracked<LocalInvariant<_, (un::PointsTo<Guards>, Borrows::state<T, P>), _>>,
    }

    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        predicate {
            self.instance@.cell() == self.value.id()
        }

        invariant on inv with (state, instance) specifically (self.inv@)
            is (v: (un::PointsTo<Guards>, Borrows::state<T, P>)) {
                &&& v.0.id() == state.id()
                &&& v.0.is_init()
                &&& v.1.instance_id() == instance@.id()
                &&& v.1.value() == v.0.value()
            }
    }
}

/// The right to look at the value of a cell. As long as it is there, the value stays as it is.
pub struct Ref<'a, T, P: Predicate<T>> {
    cell: &'a RefCell<T, P>,
    token: Tracked<Borrows::readers<T, P>>,
}

/// The right to change the value of a cell. As long as it is there, there is no other guard.
pub struct RefMut<'a, T, P: Predicate<T>> {
    cell: &'a RefCell<T, P>,
    token: Tracked<Borrows::writer<T, P>>,
    perm: Tracked<un::PointsTo<T>>,
}

impl<T, P: Predicate<T>> RefCell<T, P> {
    /// Which values may be in it.
    pub closed spec fn good(self) -> P {
        self.instance@.good()
    }

    /// A cell with a value. Nobody borrows it.
    pub fn new(value: T, Ghost(good): Ghost<P>) -> (cell: Self)
        requires
            good.holds(value),
        ensures
            cell.good() == good,
    {
        let (value, Tracked(perm)) = un::PCell::new(value);
        let (state, Tracked(state_perm)) = un::PCell::new(Guards::Readers(0));
        let tracked (Tracked(instance), Tracked(token), _, _) = Borrows::Instance::initialize(
            value.id(),
            good,
            perm,
            Some(perm),
        );
        let instance = Tracked(instance);
        let inv = Tracked(LocalInvariant::new((state, instance), (state_perm, token), 0));
        RefCell { value, state, instance, inv }
    }

    /// Borrows the value to look at it, unless somebody changes it, or there are too many readers.
    pub fn try_borrow(&self) -> (guard: Option<Ref<'_, T, P>>)
        ensures
            guard matches Some(guard) ==> guard.cell() == *self && self.good().holds(guard@),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let tracked mut token = None;
        let got;
        open_local_invariant!(self.inv.borrow() => v => {
            let tracked (mut perm, mut state) = v;
            let now = self.state.take(Tracked(&mut perm));
            let next = match now {
                Guards::Readers(n) if n < usize::MAX => {
                    proof {
                        let tracked (Tracked(reader), _) = instance.read(n, &mut state);
                        token = Some(reader);
                    }
                    got = true;
                    Guards::Readers(n + 1)
                },
                now => {
                    got = false;
                    now
                },
            };
            self.state.put(Tracked(&mut perm), next);
            proof {
                v = (perm, state);
            }
        });
        if got {
            Some(Ref { cell: self, token: Tracked(token.tracked_unwrap()) })
        } else {
            None
        }
    }

    /// Borrows the value to change it, unless it is borrowed.
    pub fn try_borrow_mut(&self) -> (guard: Option<RefMut<'_, T, P>>)
        ensures
            guard matches Some(guard) ==> guard.cell() == *self && self.good().holds(guard@),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let tracked mut taken = None;
        let got;
        open_local_invariant!(self.inv.borrow() => v => {
            let tracked (mut perm, mut state) = v;
            let now = self.state.take(Tracked(&mut perm));
            let next = match now {
                Guards::Readers(0) => {
                    proof {
                        taken = Some(instance.write(&mut state));
                    }
                    got = true;
                    Guards::Writer
                },
                now => {
                    got = false;
                    now
                },
            };
            self.state.put(Tracked(&mut perm), next);
            proof {
                v = (perm, state);
            }
        });
        if got {
            let tracked (Tracked(token), Tracked(perm)) = taken.tracked_unwrap();
            Some(RefMut { cell: self, token: Tracked(token), perm: Tracked(perm) })
        } else {
            None
        }
    }
}

impl<'a, T, P: Predicate<T>> Ref<'a, T, P> {
    #[verifier::type_invariant]
    spec fn wf(self) -> bool {
        &&& self.token@.instance_id() == self.cell.instance@.id()
        &&& self.token@.element().id() == self.cell.value.id()
        &&& self.token@.element().is_init()
    }

    /// The cell.
    pub closed spec fn cell(self) -> RefCell<T, P> {
        *self.cell
    }

    /// The value.
    pub closed spec fn view(self) -> T {
        self.token@.element().value()
    }

    /// Looks at the value.
    pub fn get(&self) -> (value: &T)
        ensures
            *value == self@,
    {
        proof {
            use_type_invariant(self);
        }
        let tracked perm = self.cell.instance.borrow().look(self.token@.element(), self.token.borrow());
        self.cell.value.borrow(Tracked(perm))
    }

    /// Ends the guard.
    pub fn release(self) {
        proof {
            use_type_invariant(&self);
            use_type_invariant(self.cell);
        }
        let Ref { cell, token: Tracked(token) } = self;
        let tracked instance = cell.instance.borrow();
        open_local_invariant!(cell.inv.borrow() => v => {
            let tracked (mut perm, mut state) = v;
            let now = cell.state.take(Tracked(&mut perm));
            proof {
                instance.is_counted(token.element(), &state, &token);
            }
            let next = match now {
                Guards::Readers(n) => {
                    proof {
                        instance.end_read(n, token.element(), &mut state, token);
                    }
                    Guards::Readers(n - 1)
                },
                now => now,
            };
            cell.state.put(Tracked(&mut perm), next);
            proof {
                v = (perm, state);
            }
        });
    }
}

impl<'a, T, P: Predicate<T>> RefMut<'a, T, P> {
    #[verifier::type_invariant]
    spec fn wf(self) -> bool {
        &&& self.token@.instance_id() == self.cell.instance@.id()
        &&& self.perm@.id() == self.cell.value.id()
        &&& self.perm@.is_init()
    }

    /// The cell.
    pub closed spec fn cell(self) -> RefCell<T, P> {
        *self.cell
    }

    /// The value.
    pub closed spec fn view(self) -> T {
        self.perm@.value()
    }

    /// Looks at the value.
    pub fn get(&self) -> (value: &T)
        ensures
            *value == self@,
    {
        proof {
            use_type_invariant(self);
        }
        self.cell.value.borrow(Tracked(self.perm.borrow()))
    }

    /// Puts another value in, and gives the one that was there.
    pub fn replace(&mut self, value: T) -> (before: T)
        ensures
            final(self).cell() == old(self).cell(),
            final(self)@ == value,
            before == old(self)@,
    {
        proof {
            use_type_invariant(&*self);
        }
        self.cell.value.replace(Tracked(self.perm.borrow_mut()), value)
    }

    /// Ends the guard. The value must be one that may be in the cell.
    pub fn release(self)
        requires
            self.cell().good().holds(self@),
    {
        proof {
            use_type_invariant(&self);
            use_type_invariant(self.cell);
        }
        let RefMut { cell, token: Tracked(token), perm: Tracked(value) } = self;
        let tracked instance = cell.instance.borrow();
        open_local_invariant!(cell.inv.borrow() => v => {
            let tracked (mut perm, mut state) = v;
            let _ = cell.state.take(Tracked(&mut perm));
            cell.state.put(Tracked(&mut perm), Guards::Readers(0));
            proof {
                instance.end_write(value, &mut state, token, value);
                v = (perm, state);
            }
        });
    }
}

/// A reader and a writer of one cell do not meet.
proof fn exclusion<'a, T, P: Predicate<T>>(tracked reader: &Ref<'a, T, P>, tracked writer: &RefMut<'a, T, P>)
    requires
        reader.cell() == writer.cell(),
    ensures
        false,
{
    use_type_invariant(reader);
    use_type_invariant(writer);
    reader.cell.instance.borrow().reader_excludes_writer(
        reader.token@.element(),
        reader.token.borrow(),
        writer.token.borrow(),
    );
}

/// Numbers that two divides.
struct Even;

impl Predicate<u64> for Even {
    closed spec fn holds(self, v: u64) -> bool {
        v % 2 == 0
    }
}

/// Adds two, if nobody borrows the value. The number between the two steps is seen by nobody.
fn add_two(cell: &RefCell<u64, Even>) -> (done: bool)
    requires
        cell.good() == Even,
{
    match cell.try_borrow_mut() {
        Some(mut guard) => {
            let value = *guard.get();
            let _ = guard.replace(value.wrapping_add(1));
            let value = *guard.get();
            let _ = guard.replace(value.wrapping_add(1));
            guard.release();
            true
        },
        None => false,
    }
}

/// Adds two many times, and tries to in vain while there is a reader. The result is how often it was done, and the
/// value.
fn run(rounds: u32) -> (res: Option<(u64, u64)>)
    ensures
        res matches Some(res) ==> res.0 <= 2 * rounds && res.1 % 2 == 0,
{
    let cell = RefCell::new(0u64, Ghost(Even));
    let mut done: u64 = 0;
    for i in 0..rounds
        invariant
            cell.good() == Even,
            done <= 2 * i,
    {
        if add_two(&cell) {
            done = done + 1;
        }
        let reader = cell.try_borrow()?;
        let other = cell.try_borrow()?;
        let before = *reader.get();
        if add_two(&cell) {
            done = done + 1;
        }
        let after = *reader.get();
        assert!(before == after && before % 2 == 0);
        reader.release();
        other.release();
    }
    let reader = cell.try_borrow()?;
    let value = *reader.get();
    reader.release();
    Some((done, value))
}

} // verus!

/// Each writer without a reader succeeds, and no other one.
fn main() {
    assert_eq!(run(100_000), Some((100_000, 200_000)));
}
