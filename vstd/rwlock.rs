//! Locks that many readers or one writer may have.
// @when RwLock RwLockPredicate vstd::rwlock
//!
//! An [`RwLock`] has a value that satisfies a predicate. A writer takes the value out and puts one back; readers look
//! at it, several at a time. A lock does not say who is next, so a thread may wait for ever.
//!
//! Two places in memory say who is in: whether there is a writer, and how many readers there are. A reader counts itself
//! first, and looks for a writer then; a writer announces itself first, and waits for the readers to leave then. The
//! machine `RwLockToks` shows that this keeps them apart.
//!
//! trusted: that tokens are parts of one state, which changes by the operations of the machine only.

#![allow(non_snake_case, non_shorthand_field_patterns)]

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::atomic_ghost::*;
#[allow(unused_imports)]
use crate::cell::CellId;
use crate::cell::pcell_maybe_uninit as un;
#[allow(unused_imports)]
use crate::invariant::InvariantPredicate;
#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::{struct_with_invariants_vstd, tokenized_state_machine_vstd, verus};

verus! {

tokenized_state_machine_vstd! { RwLockToks<K, V, Pred: InvariantPredicate<K, V>> {
    fields {
        #[sharding(constant)]
        pub k: K,

        #[sharding(constant)]
        pub pred: PhantomData<Pred>,

        /// Whether a writer announced itself and has not left.
        #[sharding(variable)]
        pub flag_exc: bool,

        /// How many readers counted themselves and have not left.
        #[sharding(variable)]
        pub flag_rc: nat,

        #[sharding(storage_option)]
        pub storage: Option<V>,

        #[sharding(option)]
        pub pending_writer: Option<()>,

        #[sharding(option)]
        pub writer: Option<()>,

        #[sharding(multiset)]
        pub pending_reader: Multiset<()>,

        #[sharding(multiset)]
        pub reader: Multiset<V>,
    }

    init! {
        initialize_full(k: K, t: V) {
            require Pred::inv(k, t);
            init k = k;
            init pred = PhantomData;
            init flag_exc = false;
            init flag_rc = 0;
            init storage = Some(t);
            init pending_writer = None;
            init writer = None;
            init pending_reader = Multiset::empty();
            init reader = Multiset::empty();
        }
    }

    transition! {
        acquire_read_start() {
            update flag_rc = pre.flag_rc + 1;
            add pending_reader += {()};
        }
    }

    transition! {
        acquire_read_end() {
            require pre.flag_exc == false;
            remove pending_reader -= {()};
            birds_eye let x: V = pre.storage->0;
            add reader += {x};
            assert Pred::inv(pre.k, x);
        }
    }

    transition! {
        acquire_read_abandon() {
            remove pending_reader -= {()};
            assert pre.flag_rc >= 1 by {
                broadcast use crate::multiset::group_multiset_axioms;
            };
            update flag_rc = (pre.flag_rc - 1) as nat;
        }
    }

    transition! {
        acquire_exc_start() {
            require pre.flag_exc == false;
            update flag_exc = true;
            add pending_writer += Some(());
        }
    }

    transition! {
        acquire_exc_end() {
            require pre.flag_rc == 0;
            remove pending_writer -= Some(());
            add writer += Some(());
            birds_eye let x = pre.storage->0;
            withdraw storage -= Some(x);
            assert Pred::inv(pre.k, x);
        }
    }

    transition! {
        release_exc(x: V) {
            require Pred::inv(pre.k, x);
            remove writer -= Some(());
            update flag_exc = false;
            deposit storage += Some(x);
        }
    }

    transition! {
        release_shared(x: V) {
            remove reader -= {x};
            assert pre.flag_rc >= 1 by {
                broadcast use crate::multiset::group_multiset_axioms;
            };
            update flag_rc = (pre.flag_rc - 1) as nat;
        }
    }

    property! {
        read_guard(x: V) {
            have reader >= {x};
            guard storage >= Some(x);
        }
    }

    property! {
        read_match(x: V, y: V) {
            have reader >= {x};
            have reader >= {y};
            assert x == y;
        }
    }

    #[invariant]
    pub fn exc_bit_matches(&self) -> bool {
        &&& self.flag_exc == (self.pending_writer is Some || self.writer is Some)
        &&& self.pending_writer is None || self.writer is None
    }

    #[invariant]
    pub fn count_matches(&self) -> bool {
        self.flag_rc == self.pending_reader.count(()) + self.reader.len()
    }

    #[invariant]
    pub fn reader_agrees_storage(&self) -> bool {
        forall|x: V| #[trigger] self.reader.count(x) > 0 ==> self.storage == Some(x)
    }

    #[invariant]
    pub fn writer_agrees_storage(&self) -> bool {
        self.writer is Some <==> self.storage is None
    }

    #[invariant]
    pub fn sto_user_inv(&self) -> bool {
        self.storage matches Some(x) ==> Pred::inv(self.k, x)
    }

    #[inductive(initialize_full)]
    fn initialize_full_inductive(post: Self, k: K, t: V) {
        broadcast use crate::multiset::group_multiset_axioms;
    }

    #[inductive(acquire_read_start)]
    fn acquire_read_start_inductive(pre: Self, post: Self) {
        broadcast use crate::multiset::group_multiset_axioms;
    }

    #[inductive(acquire_read_end)]
    fn acquire_read_end_inductive(pre: Self, post: Self) {
        broadcast use crate::multiset::group_multiset_axioms;
    }

    #[inductive(acquire_read_abandon)]
    fn acquire_read_abandon_inductive(pre: Self, post: Self) {
        broadcast use crate::multiset::group_multiset_axioms;
    }

    #[inductive(acquire_exc_start)]
    fn acquire_exc_start_inductive(pre: Self, post: Self) {
        broadcast use crate::multiset::group_multiset_axioms;
    }

    #[inductive(acquire_exc_end)]
    fn acquire_exc_end_inductive(pre: Self, post: Self) {
        broadcast use crate::multiset::group_multiset_axioms;
    }

    #[inductive(release_exc)]
    fn release_exc_inductive(pre: Self, post: Self, x: V) {
        broadcast use crate::multiset::group_multiset_axioms;
    }

    #[inductive(release_shared)]
    fn release_shared_inductive(pre: Self, post: Self, x: V) {
        broadcast use crate::multiset::group_multiset_axioms;
    }
} }

/// Which values may be in a lock.
pub trait RwLockPredicate<V>: Sized {
    /// Whether `v` may be in it.
    spec fn inv(self, v: V) -> bool;
}

impl<V> RwLockPredicate<V> for spec_fn(V) -> bool {
    open spec fn inv(self, v: V) -> bool {
        self(v)
    }
}

/// The permission that is stored is the one of the cell, and there is a value that satisfies the predicate.
ghost struct InternalPred<V, Pred> {
    v: V,
    pred: Pred,
}

impl<V, Pred: RwLockPredicate<V>> InvariantPredicate<(Pred, CellId), un::PointsTo<V>> for InternalPred<V, Pred> {
    closed spec fn inv(k: (Pred, CellId), v: un::PointsTo<V>) -> bool {
        &&& v.id() == k.1
        &&& v.is_init()
        &&& k.0.inv(v.value())
    }
}

struct_with_invariants_vstd! {
    /// A value that many readers or one writer may have.
    ///
    /// ```text
    /// let lock = RwLock::<u64, spec_fn(u64) -> bool>::new(4, Ghost(|v: u64| v % 2 == 0));
    /// let (v, handle) = lock.acquire_write();
    /// handle.release_write(if v < 100 { v + 2 } else { v });
    /// let handle = lock.acquire_read();
    /// assert(*handle.borrow() % 2 == 0);
    /// handle.release_read();
    /// ```
    pub struct RwLock<V, Pred: RwLockPredicate<V>> {
        cell: un::PCell<V>,
        exc: AtomicBool<_, RwLockToks::flag_exc<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>, _>,
        rc: AtomicUsize<_, RwLockToks::flag_rc<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>, _>,
        inst: Tracked<RwLockToks::Instance<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>>,
        pred: Ghost<Pred>,
    }

    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        predicate {
            self.inst@.k() == (self.pred@, self.cell.id())
        }

        invariant on exc with (inst)
            is (v: bool, g: RwLockToks::flag_exc<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>)
        {
            g.instance_id() == inst@.id() && g.value() == v
        }

        invariant on rc with (inst)
            is (v: usize, g: RwLockToks::flag_rc<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>)
        {
            g.instance_id() == inst@.id() && g.value() == v
        }
    }
}

/// The right to put a value into a lock. As long as it is there, nobody else is in.
pub struct WriteHandle<'a, V, Pred: RwLockPredicate<V>> {
    handle: Tracked<RwLockToks::writer<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>>,
    perm: Tracked<un::PointsTo<V>>,
    rwlock: &'a RwLock<V, Pred>,
}

/// The right to look at the value of a lock. As long as it is there, the value stays as it is.
pub struct ReadHandle<'a, V, Pred: RwLockPredicate<V>> {
    handle: Tracked<RwLockToks::reader<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>>,
    rwlock: &'a RwLock<V, Pred>,
}

impl<'a, V, Pred: RwLockPredicate<V>> WriteHandle<'a, V, Pred> {
    #[verifier::type_invariant]
    spec fn wf_write_handle(self) -> bool {
        &&& self.handle@.instance_id() == self.rwlock.inst@.id()
        &&& self.perm@.id() == self.rwlock.cell.id()
        &&& self.perm@.is_uninit()
    }

    /// The lock.
    pub closed spec fn rwlock(self) -> RwLock<V, Pred> {
        *self.rwlock
    }

    /// Puts a value in and leaves.
    pub fn release_write(self, new_val: V)
        requires
            self.rwlock().inv(new_val),
    {
        proof {
            use_type_invariant(&self);
            use_type_invariant(self.rwlock);
        }
        let WriteHandle { handle: Tracked(handle), perm: Tracked(mut perm), rwlock } = self;
        rwlock.cell.put(Tracked(&mut perm), new_val);
        atomic_with_ghost!(
            rwlock.exc => store(false);
            ghost g => {
                rwlock.inst.borrow().release_exc(perm, &mut g, perm, handle);
            }
        );
    }
}

impl<'a, V, Pred: RwLockPredicate<V>> ReadHandle<'a, V, Pred> {
    #[verifier::type_invariant]
    spec fn wf_read_handle(self) -> bool {
        &&& self.handle@.instance_id() == self.rwlock.inst@.id()
        &&& self.handle@.element().id() == self.rwlock.cell.id()
        &&& self.handle@.element().is_init()
    }

    /// The value.
    pub closed spec fn view(self) -> V {
        self.handle@.element().value()
    }

    /// The lock.
    pub closed spec fn rwlock(self) -> RwLock<V, Pred> {
        *self.rwlock
    }

    /// Looks at the value.
    pub fn borrow<'b>(&'b self) -> (val: &'b V)
        ensures
            val == self.view(),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked perm = self.rwlock.inst.borrow().read_guard(self.handle@.element(), self.handle.borrow());
        self.rwlock.cell.borrow(Tracked(perm))
    }

    /// All readers of a lock see the same value.
    pub proof fn lemma_readers_match(
        tracked read_handle1: &ReadHandle<V, Pred>,
        tracked read_handle2: &ReadHandle<V, Pred>,
    )
        requires
            read_handle1.rwlock() == read_handle2.rwlock(),
        ensures
            read_handle1.view() == read_handle2.view(),
    {
        use_type_invariant(read_handle1);
        use_type_invariant(read_handle2);
        read_handle1.rwlock.inst.borrow().read_match(
            read_handle1.handle@.element(),
            read_handle2.handle@.element(),
            read_handle1.handle.borrow(),
            read_handle2.handle.borrow(),
        );
    }

    /// Leaves.
    pub fn release_read(self) {
        proof {
            use_type_invariant(&self);
            use_type_invariant(self.rwlock);
        }
        let ReadHandle { handle: Tracked(handle), rwlock } = self;
        atomic_with_ghost!(
            rwlock.rc => fetch_sub(1);
            ghost g => {
                rwlock.inst.borrow().release_shared(handle.element(), &mut g, handle);
            }
        );
    }
}

impl<V, Pred: RwLockPredicate<V>> RwLock<V, Pred> {
    /// The predicate that the lock was made with.
    pub closed spec fn pred(&self) -> Pred {
        self.pred@
    }

    /// Whether a value may be in it.
    pub open spec fn inv(&self, val: V) -> bool {
        self.pred().inv(val)
    }

    /// A lock with a value, and nobody in.
    pub fn new(val: V, Ghost(pred): Ghost<Pred>) -> (s: Self)
        requires
            pred.inv(val),
        ensures
            s.pred() == pred,
    {
        let (cell, Tracked(perm)) = un::PCell::new(val);
        let tracked (Tracked(inst), Tracked(flag_exc), Tracked(flag_rc), _, _, _, _) =
            RwLockToks::Instance::initialize_full((pred, cell.id()), perm, Some(perm));
        let inst = Tracked(inst);
        let exc = AtomicBool::new(Ghost(inst), false, Tracked(flag_exc));
        let rc = AtomicUsize::new(Ghost(inst), 0, Tracked(flag_rc));
        RwLock { cell, exc, rc, inst, pred: Ghost(pred) }
    }

    /// Waits until nobody else is in, and takes the value out.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn acquire_write(&self) -> (ret: (V, WriteHandle<'_, V, Pred>))
        ensures
            ret.1.rwlock() == *self,
            self.inv(ret.0),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked mut pending: Option<
            RwLockToks::pending_writer<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>,
        > = None;
        let mut announced = false;
        while !announced
            invariant
                self.wf(),
                announced ==> pending is Some && pending->0.instance_id() == self.inst@.id(),
        {
            let result = atomic_with_ghost!(
                self.exc => compare_exchange(false, true);
                returning res;
                ghost g => {
                    if res is Ok {
                        pending = Some(self.inst.borrow().acquire_exc_start(&mut g));
                    }
                }
            );
            announced = result.is_ok();
        }
        let tracked pending = pending.tracked_unwrap();
        self.wait_for_readers(Tracked(pending))
    }

    /// Waits until no reader is in, and takes the value out.
    #[verifier::exec_allows_no_decreases_clause]
    fn wait_for_readers(
        &self,
        Tracked(pending): Tracked<
            RwLockToks::pending_writer<(Pred, CellId), un::PointsTo<V>, InternalPred<V, Pred>>,
        >,
    ) -> (ret: (V, WriteHandle<'_, V, Pred>))
        requires
            pending.instance_id() == self.inst@.id(),
        ensures
            ret.1.rwlock() == *self,
            self.inv(ret.0),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked mut pending = Some(pending);
        loop
            invariant
                self.wf(),
                pending is Some && pending->0.instance_id() == self.inst@.id(),
        {
            let tracked mut entered = None;
            let readers = atomic_with_ghost!(
                self.rc => load();
                returning readers;
                ghost g => {
                    if readers == 0 {
                        entered = Some(self.inst.borrow().acquire_exc_end(&g, pending.tracked_take()));
                    }
                }
            );
            if readers == 0 {
                let tracked (_, Tracked(mut perm), Tracked(handle)) = entered.tracked_unwrap();
                let val = self.cell.take(Tracked(&mut perm));
                return (val, WriteHandle { handle: Tracked(handle), perm: Tracked(perm), rwlock: self });
            }
        }
    }

    /// Waits until no writer is in.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn acquire_read(&self) -> (read_handle: ReadHandle<'_, V, Pred>)
        ensures
            read_handle.rwlock() == *self,
            self.inv(read_handle.view()),
    {
        proof {
            use_type_invariant(self);
        }
        loop
            invariant
                self.wf(),
        {
            let readers = self.rc.load();
            if !self.exc.load() && readers < usize::MAX {
                if let Some(handle) = self.try_read(readers) {
                    return handle;
                }
            }
        }
    }

    /// Counts one more reader, and leaves again if there is a writer.
    fn try_read(&self, readers: usize) -> (read_handle: Option<ReadHandle<'_, V, Pred>>)
        requires
            readers < usize::MAX,
        ensures
            read_handle matches Some(h) ==> h.rwlock() == *self && self.inv(h.view()),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked mut pending = None;
        let counted = atomic_with_ghost!(
            self.rc => compare_exchange(readers, readers + 1);
            returning res;
            ghost g => {
                if res is Ok {
                    pending = Some(self.inst.borrow().acquire_read_start(&mut g));
                }
            }
        );
        if counted.is_err() {
            return None;
        }
        let tracked mut handle = None;
        let writer = atomic_with_ghost!(
            self.exc => load();
            returning writer;
            ghost g => {
                if !writer {
                    handle = Some(self.inst.borrow().acquire_read_end(&g, pending.tracked_take()));
                }
            }
        );
        if !writer {
            let tracked (_, Tracked(handle)) = handle.tracked_unwrap();
            return Some(ReadHandle { handle: Tracked(handle), rwlock: self });
        }
        atomic_with_ghost!(
            self.rc => fetch_sub(1);
            ghost g => {
                self.inst.borrow().acquire_read_abandon(&mut g, pending.tracked_unwrap());
            }
        );
        None
    }

    /// The value, from whoever has the lock for their own.
    pub fn into_inner(self) -> (v: V)
        ensures
            self.inv(v),
    {
        let (v, _handle) = self.acquire_write();
        v
    }
}

} // verus!
