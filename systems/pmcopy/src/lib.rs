//! Types that may be copied to storage, after "PoWER Never Corrupts" (OSDI 2025), section 5.1.1 and table 1.
//!
//! `#[derive(PmCopy)]` on a `#[repr(C)]` structure, or an enum without fields, makes it such a type: its layout is known to
//! proofs and checked by rustc, its bytes are known, it is its copy, and `==` is equality. `README.md` says what is proved and
//! what is trusted.
//!
//! | Room | What it holds |
//! |---|---|
//! | [`traits_t`] | the traits |
//! | [`bytes_spec_t`] | numbers as bytes |
//! | [`primitives_t`], [`arrays_t`] | numbers, `bool`, `char`; arrays |
//! | [`memory_t`] | the bytes of a value; a buffer of which a value is taken only if its bytes are those of one |
//! | [`bytes_v`], [`arrays_v`] | facts about the bytes of numbers, and of values one after the other |
//! | [`equal_v`] | equality by bytes |
//! | [`any_v`] | types of which any bytes are those of a value, and values out of any bytes |

pub mod any_v;
pub mod arrays_t;
pub mod arrays_v;
pub mod bytes_spec_t;
pub mod bytes_v;
pub mod equal_v;
pub mod memory_t;
pub mod primitives_t;
pub mod traits_t;

pub use any_v::{AnyBitPattern, value_of, values_of};
pub use memory_t::{MaybeCorrupted, as_bytes, slice_as_bytes};
pub use pmcopy_derive::{AnyBitPattern, PmCopy};
pub use traits_t::{PmBytes, PmCopy, PmSafe, PmSized, are_bytes_of};

/// What the macro names, so that its users need not depend on it themselves.
#[doc(hidden)]
pub mod derive_v {
    pub use crate::bytes_v::{lemma_equal, lemma_split};
    pub use crate::equal_v::same;
    pub use vstd::prelude;
    pub use vstd::std_specs;
}
