//! Threads, and which of them a piece of ghost code is a part of.
// @when thread
//!
//! trusted: a thread runs the closure that it was given, once, and `join` gives what that gave; a permission [`IsThread`]
//! stays on the thread that it was made on, for it cannot be sent, so that two of them in one hand name one thread; no two threads
//! have the same [`ThreadId`]; ghost code that has the permission of the thread on which a value was wrapped runs on that thread.

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A thread that was spawned and gives a value at its end.
#[verifier::external_body]
#[verifier::reject_recursive_types(Ret)]
pub struct JoinHandle<Ret> {
    handle: std::thread::JoinHandle<Ret>,
}

impl<Ret> JoinHandle<Ret> {
    /// What the thread may give.
    pub uninterp spec fn predicate(&self, ret: Ret) -> bool;

    /// Waits for the end of the thread; an error where the thread panicked.
    #[verifier::external_body]
    pub fn join(self) -> (r_result: Result<Ret, ()>)
        ensures
            match r_result {
                Ok(r) => self.predicate(r),
                Err(_) => true,
            },
    {
        match self.handle.join() {
            Ok(r) => Ok(r),
            Err(_) => Err(()),
        }
    }
}

/// Runs a closure on a thread of its own.
#[verifier::external_body]
pub fn spawn<F, Ret>(f: F) -> (handle: JoinHandle<Ret>) where
    F: FnOnce() -> Ret,
    F: Send + 'static,
    Ret: Send + 'static,

    requires
        f.requires(()),
    ensures
        forall|ret: Ret| #[trigger] handle.predicate(ret) ==> f.ensures((), ret),
{
    JoinHandle { handle: std::thread::spawn(f) }
}

/// The name of a thread.
#[verifier::external_body]
pub struct ThreadId {
    thread_id: std::thread::ThreadId,
}

/// The code that holds it runs on one particular thread. It can be copied, and cannot go to another thread.
#[verifier::external_body]
pub tracked struct IsThread {
    no_send_sync: PhantomData<*const ()>,
}

impl IsThread {
    /// Which thread that is.
    pub uninterp spec fn view(&self) -> ThreadId;

    /// Two permissions that meet are of the same thread.
    pub axiom fn agrees(tracked self, tracked other: IsThread)
        ensures
            self@ == other@,
    ;
}

#[verifier::external]
impl Clone for IsThread {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for IsThread {

}

/// The thread that this code runs on.
#[verifier::external_body]
pub fn thread_id() -> (res: (ThreadId, Tracked<IsThread>))
    ensures
        res.1@@ == res.0,
{
    (ThreadId { thread_id: std::thread::current().id() }, Tracked::assume_new())
}

/// A permission of the thread that this code runs on, for proofs.
pub axiom fn ghost_thread_id() -> (tracked res: IsThread);

/// A tracked value that may be anywhere, and that only the thread uses on which it was wrapped.
///
/// Other threads may use it too if its type allows it: they may take a value that is `Send`, and look at one that is `Sync`.
#[verifier::external_body]
#[verifier::reject_recursive_types(V)]
pub tracked struct ThreadShareable<V> {
    value: PhantomData<V>,
}

#[verifier::external]
unsafe impl<V> Send for ThreadShareable<V> {

}

#[verifier::external]
unsafe impl<V> Sync for ThreadShareable<V> {

}

impl<V> ThreadShareable<V> {
    /// The value.
    pub uninterp spec fn view(&self) -> V;

    /// The thread on which it was wrapped.
    pub uninterp spec fn id(&self) -> ThreadId;

    /// Wraps a value on the thread that the permission names.
    pub axiom fn new(tracked value: V, tracked is_thread: IsThread) -> (tracked res: ThreadShareable<V>)
        ensures
            res@ == value,
            res.id() == is_thread@,
    ;

    /// Takes the value out, on its thread.
    pub axiom fn into(tracked self, tracked is_thread: IsThread) -> (tracked res: V)
        requires
            self.id() == is_thread@,
        ensures
            res == self@,
    ;

    /// Looks at the value, on its thread.
    pub axiom fn borrow(tracked &self, tracked is_thread: IsThread) -> (tracked res: &V)
        requires
            self.id() == is_thread@,
        ensures
            *res == self@,
    ;
}

impl<V: Send> ThreadShareable<V> {
    /// Takes out a value that every thread may have.
    pub axiom fn send_into(tracked self) -> (tracked res: V)
        ensures
            res == self@,
    ;
}

impl<V: Sync> ThreadShareable<V> {
    /// Looks at a value that every thread may look at.
    pub axiom fn sync_borrow(tracked &self) -> (tracked res: &V)
        ensures
            *res == self@,
    ;
}

} // verus!
