//! What a program imports with `use vstd::prelude::*;`.

pub use verus_builtin::*;
// Those of `contrib` are imported from there.
pub use verus_builtin_macros::{
    Structural,
    StructuralEq,
    calc_proc_macro,
    case_on_init,
    case_on_next,
    case_on_next_strong,
    decreases_to,
    is_variant,
    is_variant_no_deprecation_warning,
    proof,
    proof_decl,
    proof_with,
    state_machine,
    struct_with_invariants,
    struct_with_invariants_vstd,
    tokenized_state_machine,
    tokenized_state_machine_vstd,
    verus,
    verus_enum_synthesize,
    verus_erase_ghost,
    verus_exec_expr,
    verus_exec_expr_erase_ghost,
    verus_exec_expr_keep_ghost,
    verus_exec_macro_exprs,
    verus_impl,
    verus_keep_ghost,
    verus_open_atomic_update,
    verus_open_atomic_update_in_proof,
    verus_open_invariant,
    verus_open_invariant_in_proof,
    verus_proof_expr,
    verus_proof_macro_explicit_exprs,
    verus_proof_macro_exprs,
    verus_spec,
    verus_verify,
};

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
