//! Marker traits and types.
use crate::prelude::rust_2021::*;

// @sealed: the compiler implements it
#[lang = "sized"]
pub trait Sized: MetaSized {}
// @internal: a lang item that stable Rust cannot name
#[lang = "meta_sized"]
pub trait MetaSized: PointeeSized {}
// @internal: a lang item that stable Rust cannot name
#[lang = "pointee_sized"]
pub trait PointeeSized {}
// @internal: a lang item that stable Rust cannot name
#[lang = "unsize"]
pub trait Unsize<T: ?Sized> {}
// @internal: a lang item that stable Rust cannot name
#[lang = "structural_peq"]
pub trait StructuralPartialEq {}
#[lang = "copy"]
pub trait Copy: Clone {}
#[rustc_builtin_macro]
pub macro Copy($item:item) {}
pub unsafe auto trait Send {}
#[lang = "sync"]
pub unsafe auto trait Sync {}
#[lang = "unpin"]
pub auto trait Unpin {}
// @internal: a lang item that stable Rust cannot name
#[lang = "freeze"]
pub unsafe auto trait Freeze {}
// @internal: a lang item that stable Rust cannot name
#[lang = "tuple_trait"]
pub trait Tuple {}
// @internal: a lang item that stable Rust cannot name
#[lang = "destruct"]
pub trait Destruct {}
// @internal: a lang item that stable Rust cannot name
#[lang = "discriminant_kind"]
pub trait DiscriminantKind {
    #[lang = "discriminant_type"]
    type Discriminant;
}
// @internal: a lang item that stable Rust cannot name
#[lang = "fn_ptr_trait"]
pub trait FnPtr: Copy + Clone {
    #[lang = "fn_ptr_addr"]
    fn addr(self) -> *const ();
}
#[lang = "phantom_data"]
pub struct PhantomData<T: ?Sized>;
#[lang = "phantom_pinned"]
#[derive(Debug, Default, Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[doc = "certus:attr verifier::external"]
pub struct PhantomPinned;

impl<T: ?Sized> !Send for *const T {}
impl<T: ?Sized> !Send for *mut T {}
impl<T: ?Sized> !Sync for *const T {}
impl<T: ?Sized> !Sync for *mut T {}
unsafe impl<T: Sync + ?Sized> Send for &T {}
impl<T: ?Sized> Clone for PhantomData<T> { fn clone(&self) -> Self; }
impl<T: ?Sized> Copy for PhantomData<T> {}
impl<T: ?Sized> Default for PhantomData<T> { fn default() -> Self; }
impl<T: ?Sized> PartialEq for PhantomData<T> { fn eq(&self, other: &PhantomData<T>) -> bool; }
impl<T: ?Sized> Eq for PhantomData<T> {}
impl<T: ?Sized> PartialOrd for PhantomData<T> {
    fn partial_cmp(&self, other: &PhantomData<T>) -> Option<crate::cmp::Ordering>;
}
impl<T: ?Sized> Ord for PhantomData<T> { fn cmp(&self, other: &PhantomData<T>) -> crate::cmp::Ordering; }
impl<T: ?Sized> crate::hash::Hash for PhantomData<T> { fn hash<H: crate::hash::Hasher>(&self, state: &mut H); }
impl<T: ?Sized> crate::fmt::Debug for PhantomData<T> {
    fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result;
}
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char !
impl Copy for $t {}
// @end
impl<T: ?Sized> Copy for *const T {}
impl<T: ?Sized> Copy for *mut T {}
impl<T: ?Sized> Copy for &T {}
