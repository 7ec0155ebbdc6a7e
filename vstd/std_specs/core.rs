//! Contracts of `core::mem`.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification<T>[ core::mem::swap::<T> ](a: &mut T, b: &mut T)
    ensures
        *final(a) == *old(b),
        *final(b) == *old(a),
;

pub assume_specification<T>[ core::mem::replace::<T> ](dest: &mut T, src: T) -> (res: T)
    ensures
        *final(dest) == src,
        res == *old(dest),
;

pub assume_specification<T>[ core::mem::drop::<T> ](t: T)
;

pub assume_specification<T>[ core::mem::forget::<T> ](t: T)
;

} // verus!
