//! What state machines are written with: updates of parts of fields, and the type that says where stored values may go.
// @when state_machine update_at_index
//!
//! trusted: a value of that type says nothing and is never there when the program runs.

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(not(feature = "alloc"))]
use crate::without_alloc::Arc;
#[cfg(feature = "alloc")]
use std::sync::Arc;

verus! {

/// Goes to other threads if values of type `T` may both be shared with them and sent to them. An instance of a machine with
/// tokens has one for what it stores: whoever has a copy of the instance may be lent it, and may withdraw it.
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub tracked struct SyncSendIfSyncSend<T> {
    // Neither a longer nor a shorter lifetime in `T` stands for another one: what is stored is taken out with the same type.
    same: core::marker::PhantomData<fn(T) -> T>,
    stored: core::marker::PhantomData<Arc<T>>,
}

impl<T> Clone for SyncSendIfSyncSend<T> {
    #[verifier::external_body]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SyncSendIfSyncSend<T> {

}

impl<A> Seq<A> {
    /// `update field[i] = a;` for a field that is a sequence: another element at an index.
    pub open spec fn update_at_index(self, i: int, a: A) -> Self
        recommends
            0 <= i < self.len(),
    {
        self.update(i, a)
    }
}

impl<K, V> Map<K, V> {
    /// `update field[k] = v;` for a field that is a map: a value for a key, which may be new.
    pub open spec fn update_at_index(self, k: K, v: V) -> Self {
        self.insert(k, v)
    }
}

impl<K, V> IMap<K, V> {
    /// The same for a map that may be infinite.
    pub open spec fn update_at_index(self, k: K, v: V) -> Self {
        self.insert(k, v)
    }
}

} // verus!
