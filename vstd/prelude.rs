//! What a program imports with `use vstd::prelude::*;`.

pub use verus_builtin::*;
pub use verus_builtin_macros::*;

pub use crate::function::ProofFnReqEnsDef;
pub use crate::imap::{IMap, imap, imap_internal};
pub use crate::iset::{ISet, iset, iset_internal};
pub use crate::map::{Map, map, map_internal};
pub use crate::pervasive::{affirm, arbitrary, cloned, proof_from_false, spec_affirm, unreached};
pub use crate::seq::{Seq, seq, seq_internal};
pub use crate::set::{Set, set, set_internal};
pub use crate::tokens::{
    CountToken,
    ElementToken,
    InstanceId,
    KeyValueToken,
    MonotonicCountToken,
    SimpleToken,
    ValueToken,
};
pub use crate::view::{DeepView, View};

#[doc(hidden)]
pub use crate::array::{ArrayAdditionalExecFns, ArrayAdditionalSpecFns};
#[doc(hidden)]
pub use crate::pervasive::VecAdditionalExecFns;
#[doc(hidden)]
pub use crate::slice::SliceAdditionalSpecFns;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use crate::std_specs::hash::HashMapAdditionalSpecFns;
#[doc(hidden)]
pub use crate::std_specs::option::OptionAdditionalFns;
#[doc(hidden)]
pub use crate::std_specs::result::ResultAdditionalSpecFns;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use crate::std_specs::vec::VecAdditionalSpecFns;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use crate::std_specs::vecdeque::VecDequeAdditionalSpecFns;
#[doc(hidden)]
pub use crate::string::{StrSliceExecFns, StringExecFns, StringExecFnsIsAscii, strslice_get_char, strslice_len};
