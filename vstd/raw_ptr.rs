//! Memory behind pointers. So far only what may be there.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What is in a piece of memory.
pub ghost enum MemContents<T> {
    /// Nothing that may be read.
    Uninit,
    /// A value.
    Init(T),
}

impl<T> MemContents<T> {
    /// Whether there is a value.
    #[verifier::inline]
    pub open spec fn is_init(&self) -> bool {
        self is Init
    }

    /// Whether there is nothing that may be read.
    #[verifier::inline]
    pub open spec fn is_uninit(&self) -> bool {
        self is Uninit
    }

    /// The value.
    #[verifier::inline]
    pub open spec fn value(&self) -> T
        recommends
            self is Init,
    {
        self->0
    }
}

} // verus!
