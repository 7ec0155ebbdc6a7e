//! Raw pointers, and memory that is reached through them with a permission.
// @when raw_ptr MemContents *mut *const ptr:: cell pptr
//!
//! A pointer is an address, a provenance and metadata ([`PtrData`]): it may be copied, compared and cast as one likes, and
//! is worth nothing alone. That there is memory at the address, and what is in it, is said by a permission: a [`PointsTo`]
//! for a value of a type, or a [`PointsToRaw`] for bytes of which nothing is known.
//!
//! Two pointers are equal in a specification if all three parts are; `==` of code that runs compares the address and
//! the metadata, as the provenance does not exist there. `*mut T` and `*const T` are the same value in a specification.
//!
//! trusted: the axiom says that a pointer is its three parts and nothing more.

#[allow(unused_imports)]
use crate::view::View;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

mod allocation;
mod casts;
mod points_to;
mod supplement;

pub use allocation::*;
pub use casts::*;
pub use points_to::*;

verus! {

/// What is in a piece of memory.
#[verifier::accept_recursive_types(T)]
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

/// Which allocation a pointer may be used for, and how. Rust has not settled what it is; here it is only the same or not.
#[verifier::external_body]
pub ghost struct Provenance {}

impl Provenance {
    /// That of a pointer which may not be used for anything.
    pub uninterp spec fn null() -> Self;
}

/// Nobody else implements [`Pointee`]: its metadata are what the compiler makes them.
mod sealed {
    /// See [`super::Pointee`].
    pub trait Sealed {}

    impl<T> Sealed for T {}

    impl<T> Sealed for [T] {}

    impl Sealed for str {}

}

/// What a raw pointer can point to. `core::ptr::Pointee` is not stable, so that this trait stands for it.
pub trait Pointee: sealed::Sealed {
    /// What a pointer knows beside the address.
    type Metadata;
}

impl<T> Pointee for T {
    type Metadata = ();
}

impl<T> Pointee for [T] {
    type Metadata = usize;
}

impl Pointee for str {
    type Metadata = usize;
}

/// What a pointer knows beside the address: nothing of a type with a size, the length of a slice, the bytes of a string.
pub type Metadata<T> = <T as Pointee>::Metadata;

/// What a raw pointer is.
pub ghost struct PtrData<T: Pointee + ?Sized> {
    /// The address.
    pub addr: usize,
    /// What it may be used for.
    pub provenance: Provenance,
    /// The length, of a pointer to a slice.
    pub metadata: Metadata<T>,
}

impl<T: Pointee + ?Sized> View for *mut T {
    type V = PtrData<T>;

    uninterp spec fn view(&self) -> PtrData<T>;
}

impl<T: Pointee + ?Sized> View for *const T {
    type V = PtrData<T>;

    #[verifier::inline]
    open spec fn view(&self) -> PtrData<T> {
        (*self as *mut T).view()
    }
}

/// The pointer with these parts.
pub uninterp spec fn ptr_mut_from_data<T: Pointee + ?Sized>(data: PtrData<T>) -> *mut T;

/// The pointer with these parts.
#[verifier::inline]
pub open spec fn ptr_from_data<T: Pointee + ?Sized>(data: PtrData<T>) -> *const T {
    ptr_mut_from_data(data) as *const T
}

/// There is one pointer with these parts, and no more to a pointer than its parts.
axiom fn axiom_ptr_is_its_parts<T: Pointee + ?Sized>(ptr: *mut T, data: PtrData<T>)
    ensures
        ptr_mut_from_data::<T>(data)@ == data,
        ptr_mut_from_data::<T>(ptr@) == ptr,
;

/// There is a pointer with any parts.
pub broadcast proof fn axiom_ptr_mut_from_data<T: Pointee + ?Sized>(data: PtrData<T>)
    ensures
        (#[trigger] ptr_mut_from_data::<T>(data))@ == data,
{
    axiom_ptr_is_its_parts(ptr_mut_from_data::<T>(data), data);
}

/// There is no more to a pointer than its parts.
pub broadcast proof fn ptrs_mut_eq<T: Pointee + ?Sized>(a: *mut T)
    ensures
        ptr_mut_from_data::<T>(#[trigger] a@) == a,
{
    axiom_ptr_is_its_parts(a, a@);
}

/// The pointer with an address and a provenance, to a type with a size.
pub closed spec fn thin_ptr_of<T>(addr: usize, provenance: Provenance) -> *mut T {
    ptr_mut_from_data::<T>(PtrData { addr, provenance, metadata: () })
}

/// A pointer to a type with a size is its address and its provenance.
pub broadcast proof fn ptrs_mut_eq_sized<T>(a: *mut T)
    ensures
        #![trigger a@]
        thin_ptr_of::<T>(a@.addr, a@.provenance) == a,
{
    assert(a@.metadata == ());
    ptrs_mut_eq(a);
}

/// What programs know about raw pointers without asking.
pub broadcast group group_raw_ptr_axioms {
    axiom_ptr_mut_from_data,
    ptrs_mut_eq,
    ptrs_mut_eq_sized,
}

} // verus!
