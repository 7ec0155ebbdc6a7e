//! The traits (table 1 of the paper).
//!
//! trusted: who implements one of the first three by hand says something of the layout of the type, and may be wrong; so they are
//! `unsafe`. What the derive macro writes it has rustc check.

use vstd::prelude::*;

verus! {

/// A type whose values mean the same after a restart, and none of whose bytes is undetermined: no references, no pointers,
/// no numbers whose size is that of the machine's addresses, no padding.
///
/// # Safety
/// What is said above is so.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may not be copied to storage",
    note = "of references, pointers, `usize`, `isize` and floating-point numbers the bytes mean nothing after a restart, or not the \
            same everywhere; derive `PmCopy` for types of your own"
)]
pub unsafe trait PmSafe: Copy {

}

/// A type whose layout is known when programs are verified.
///
/// # Safety
/// The functions give the size and the alignment that rustc gives the type.
pub unsafe trait PmSized: Sized {
    /// The number of bytes.
    spec fn spec_size_of() -> nat;

    /// Addresses of values are multiples of it.
    spec fn spec_align_of() -> nat;
}

/// A type whose bytes are known.
///
/// # Safety
/// They are those that a value has in memory.
pub unsafe trait PmBytes: PmSafe + PmSized {
    /// The bytes of a value.
    spec fn spec_to_bytes(self) -> Seq<u8>;

    /// They are as many as the type has.
    proof fn lemma_len(self)
        ensures
            self.spec_to_bytes().len() == Self::spec_size_of(),
    ;

    /// They tell values apart.
    proof fn lemma_injective(a: Self, b: Self)
        requires
            a.spec_to_bytes() == b.spec_to_bytes(),
        ensures
            a == b,
    ;
}

/// A type that may be copied to storage, and whose `==` is equality. (Equality is proved of its bytes, so these come first.)
pub trait PmCopy: PmBytes + PartialEq {

}

/// Whether bytes are those of some value. Of a `bool` or an enum not all are.
pub open spec fn are_bytes_of<T: PmBytes>(bytes: Seq<u8>) -> bool {
    exists|value: T| value.spec_to_bytes() == bytes
}

} // verus!
