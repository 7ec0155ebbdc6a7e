//! What the steps of state machines are written with. Nothing here is trusted.
// @when state_machine update_at_index

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

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
