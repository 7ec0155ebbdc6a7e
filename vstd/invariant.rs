//! Invariants: ghost values that several owners share.
// @when InvariantPredicate LocalInvariant AtomicInvariant InvariantCredit invariant_credit open_atomic open_local atomic Atomic vstd::invariant
//!
//! An invariant holds a tracked value that satisfies a predicate. Whoever has a reference to the invariant may open it: the
//! value is theirs for a block, and what is there at the end of the block must satisfy the predicate again.
//!
//! ```text
//! open_local_invariant!(&inv => v => { .. });                      in code that runs
//! open_local_invariant_in_proof!(credit => &inv => v => { .. });   in a proof
//! ```
//!
//! An [`AtomicInvariant`] may be shared between threads, so its block has at most one atomic operation. A [`LocalInvariant`]
//! stays in one thread. Neither may be opened while it is open: each has a namespace, and functions say by
//! `opens_invariants` which namespaces they open (reference page `reference-opens-invariants`).
//!
//! trusted: that a value which is put back by each block is there for the next one. The blocks are known to the verifier
//! (`certus-lower`, `body/open_invariant.rs`). A proof pays for each block with a credit, which only code that runs can make:
//! so no proof goes in circles through a function that is kept in an invariant.

use core::marker::PhantomData;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(not(feature = "alloc"))]
use crate::without_alloc::Box;
#[cfg(feature = "alloc")]
use std::boxed::Box;

verus! {

/// Which values an invariant may hold.
pub trait InvariantPredicate<K, V> {
    /// Whether `v` may be in an invariant that was made with the constant `k`.
    spec fn inv(k: K, v: V) -> bool;
}

/// An invariant that threads may share.
#[verifier::external_body]
#[verifier::accept_recursive_types(K)]
#[verifier::accept_recursive_types(V)]
#[verifier::accept_recursive_types(Pred)]
pub tracked struct AtomicInvariant<K, V, Pred> {
    value: PhantomData<core::cell::Cell<V>>,
    other: PhantomData<fn() -> (K, Pred)>,
}

/// An invariant of one thread: another one that does not leave it.
#[verifier::accept_recursive_types(K)]
#[verifier::accept_recursive_types(V)]
#[verifier::accept_recursive_types(Pred)]
pub tracked struct LocalInvariant<K, V, Pred> {
    inner: AtomicInvariant<K, V, Pred>,
    thread: PhantomData<OneThread>,
}

/// Values of this type may move to another thread, but references to them may not.
#[verifier::external_body]
#[allow(dead_code)]
struct OneThread {
    cell: core::cell::Cell<()>,
}

impl<K, V, Pred> AtomicInvariant<K, V, Pred> {
    /// What it was made with.
    pub uninterp spec fn constant(&self) -> K;

    /// Two invariants that are open at once have different namespaces.
    pub uninterp spec fn namespace(&self) -> int;
}

impl<K, V, Pred: InvariantPredicate<K, V>> AtomicInvariant<K, V, Pred> {
    /// Whether it may hold `v`.
    pub open spec fn inv(&self, v: V) -> bool {
        Pred::inv(self.constant(), v)
    }

    /// A new invariant that holds `v`.
    pub axiom fn new(k: K, tracked v: V, ns: int) -> (tracked i: AtomicInvariant<K, V, Pred>)
        requires
            Pred::inv(k, v),
        ensures
            i.constant() == k,
            i.namespace() == ns,
    ;

    /// What it holds; it must not be open.
    pub proof fn into_inner(tracked self) -> (tracked v: V)
        ensures
            self.inv(v),
        opens_invariants [self.namespace()]
    {
        self.take()
    }

    /// What it holds, for callers who know that it is not open.
    axiom fn take(tracked self) -> (tracked v: V)
        ensures
            self.inv(v),
    ;
}

impl<K, V, Pred> LocalInvariant<K, V, Pred> {
    /// What it was made with.
    pub closed spec fn constant(&self) -> K {
        self.inner.constant()
    }

    /// Two invariants that are open at once have different namespaces.
    pub closed spec fn namespace(&self) -> int {
        self.inner.namespace()
    }
}

impl<K, V, Pred: InvariantPredicate<K, V>> LocalInvariant<K, V, Pred> {
    /// Whether it may hold `v`.
    pub open spec fn inv(&self, v: V) -> bool {
        Pred::inv(self.constant(), v)
    }

    /// A new invariant that holds `v`.
    pub proof fn new(k: K, tracked v: V, ns: int) -> (tracked i: LocalInvariant<K, V, Pred>)
        requires
            Pred::inv(k, v),
        ensures
            i.constant() == k,
            i.namespace() == ns,
    {
        LocalInvariant { inner: AtomicInvariant::new(k, v, ns), thread: PhantomData }
    }

    /// What it holds. It is not open: a block that opens it borrows it to its end.
    pub proof fn into_inner(tracked self) -> (tracked v: V)
        ensures
            self.inv(v),
    {
        self.inner.take()
    }
}

/// The right to open an invariant once in a proof.
#[verifier::external_body]
pub tracked struct OpenInvariantCredit {
    nothing: PhantomData<()>,
}

/// The right to open an invariant once in a proof. Only code that runs can make it, so that a proof opens finitely many.
#[verifier::external_body]
#[inline(always)]
pub fn create_open_invariant_credit() -> Tracked<OpenInvariantCredit>
    opens_invariants none
    no_unwind
{
    Tracked::assume_new()
}

/// A credit is used up.
#[doc(hidden)]
pub proof fn spend_open_invariant_credit_in_proof(tracked credit: OpenInvariantCredit) {
}

/// A credit is used up.
#[doc(hidden)]
#[inline(always)]
pub fn spend_open_invariant_credit(Tracked(credit): Tracked<OpenInvariantCredit>)
    opens_invariants none
    no_unwind
{
    proof { spend_open_invariant_credit_in_proof(credit) }
}

/// That an invariant is open, whose value is of type `V`. As long as it is there, what it borrows stays where it is: it runs
/// code when it is dropped.
#[doc(hidden)]
#[verifier::external_body]
#[verifier::accept_recursive_types(K)]
#[verifier::accept_recursive_types(V)]
#[verifier::accept_recursive_types(Pred)]
pub tracked struct InvariantBlockGuard<'a, K, V, Pred> {
    value: PhantomData<core::cell::Cell<V>>,
    other: PhantomData<fn() -> (K, Pred)>,
    invariant: Option<Box<dyn Fn(&'a ()) + 'a>>,
}

impl<'a, K, V, Pred> InvariantBlockGuard<'a, K, V, Pred> {
    /// What the invariant was made with.
    pub uninterp spec fn constant(&self) -> K;

    /// The namespace of the invariant.
    pub uninterp spec fn namespace(&self) -> int;
}

impl<'a, K, V, Pred: InvariantPredicate<K, V>> InvariantBlockGuard<'a, K, V, Pred> {
    /// Whether the invariant may hold `v`.
    pub open spec fn holds(&self, v: V) -> bool {
        Pred::inv(self.constant(), v)
    }
}

/// What an invariant holds, with a guard that says where it belongs.
axiom fn open<'g, K, V, Pred: InvariantPredicate<K, V>>(tracked inv: &AtomicInvariant<K, V, Pred>) -> (tracked opened: (
    InvariantBlockGuard<'g, K, V, Pred>,
    V,
))
    ensures
        inv.inv(opened.1),
        opened.0.namespace() == inv.namespace(),
        opened.0.constant() == inv.constant(),
;

/// Opens an invariant; called at the beginning of a block by [`open_atomic_invariant!`].
#[doc(hidden)]
pub proof fn open_atomic_invariant_begin<'a, K, V, Pred: InvariantPredicate<K, V>>(
    tracked inv: &'a AtomicInvariant<K, V, Pred>,
) -> (tracked opened: (InvariantBlockGuard<'static, K, V, Pred>, V))
    ensures
        inv.inv(opened.1),
        opened.0.namespace() == inv.namespace(),
        opened.0.constant() == inv.constant(),
    opens_invariants [inv.namespace()]
{
    open(inv)
}

/// Opens an invariant; called at the beginning of a block by [`open_local_invariant!`].
#[doc(hidden)]
pub proof fn open_local_invariant_begin<'a, K, V, Pred: InvariantPredicate<K, V>>(
    tracked inv: &'a LocalInvariant<K, V, Pred>,
) -> (tracked opened: (InvariantBlockGuard<'a, K, V, Pred>, V))
    ensures
        inv.inv(opened.1),
        opened.0.namespace() == inv.namespace(),
        opened.0.constant() == inv.constant(),
    opens_invariants [inv.namespace()]
{
    open(&inv.inner)
}

/// Closes an invariant; called at the end of a block.
#[doc(hidden)]
pub proof fn open_invariant_end<'a, K, V, Pred: InvariantPredicate<K, V>>(
    tracked guard: InvariantBlockGuard<'a, K, V, Pred>,
    tracked v: V,
)
    requires
        guard.holds(v),
{
}

} // verus!

/// The value of an invariant goes from the thread that puts it in to the one that opens the invariant; no two threads have
/// it at once.
unsafe impl<K, V: Send, Pred> Sync for AtomicInvariant<K, V, Pred> {}

/// Opens an atomic invariant for a block with at most one atomic operation: `open_atomic_invariant!(&inv => v => { .. })`.
#[macro_export]
macro_rules! open_atomic_invariant {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_open_invariant!($crate::invariant::open_atomic_invariant_begin, $($tail)*)
    };
}

/// The same in a proof, with a credit: `open_atomic_invariant_in_proof!(credit => &inv => v => { .. })`.
#[macro_export]
macro_rules! open_atomic_invariant_in_proof {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_open_invariant_in_proof!($crate::invariant::open_atomic_invariant_begin, $($tail)*)
    };
}

/// Opens a local invariant for a block: `open_local_invariant!(&inv => v => { .. })`.
#[macro_export]
macro_rules! open_local_invariant {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_open_invariant!($crate::invariant::open_local_invariant_begin, $($tail)*)
    };
}

/// The same in a proof, with a credit: `open_local_invariant_in_proof!(credit => &inv => v => { .. })`.
#[macro_export]
macro_rules! open_local_invariant_in_proof {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_open_invariant_in_proof!($crate::invariant::open_local_invariant_begin, $($tail)*)
    };
}

pub use open_atomic_invariant;
pub use open_atomic_invariant_in_proof;
pub use open_local_invariant;
pub use open_local_invariant_in_proof;
