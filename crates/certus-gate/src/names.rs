//! The crate `verus_builtin_macros` as rustc sees it.

/// Macros of the language. Their calls are replaced by what they expand to; the names stay, because programs import
/// them.
const MACROS: &[&str] = &[
    "verus",
    "verus_keep_ghost",
    "verus_erase_ghost",
    "verus_impl",
    "verus_trait_impl",
    "verus_proof_expr",
    "verus_exec_expr",
    "verus_exec_expr_keep_ghost",
    "verus_exec_expr_erase_ghost",
    "verus_proof_macro_exprs",
    "verus_exec_macro_exprs",
    "verus_proof_macro_explicit_exprs",
    "verus_open_atomic_update",
    "verus_open_atomic_update_in_proof",
    "verus_open_invariant",
    "verus_open_invariant_in_proof",
    "struct_with_invariants",
    "struct_with_invariants_vstd",
    "exec_spec_verified",
    "exec_spec_unverified",
    "decreases_to",
    "calc_proc_macro",
    "is_variant",
    "is_variant_no_deprecation_warning",
    "verus_enum_synthesize",
    "StructuralEq",
    "atomic_with_ghost_helper",
    "fndecl",
    "verus_exec_inv_macro_exprs",
    "verus_ghost_inv_macro_exprs",
    "state_machine",
    "tokenized_state_machine",
    "tokenized_state_machine_vstd",
    "case_on_init",
    "case_on_next",
    "case_on_next_strong",
    "proof",
    "proof_decl",
    "proof_with",
    "set_build",
    "set_build_debug",
    "make_spec_type",
    "self_view",
    "auto_spec",
    "verus_spec",
    "verus_verify",
];

/// In the message of a call that was not replaced.
pub(crate) const NOT_REPLACED: &str = "certus: this macro call was not expanded";

/// The text of the crate `verus_builtin_macros`: its names, and an error for whoever would expand one.
pub fn macro_names() -> String {
    let mut text = String::from("#![no_std]\npub use ::verus_builtin::Structural;\n");
    for name in MACROS {
        text.push_str(&format!(
            "#[macro_export]\nmacro_rules! {name} {{ ($($t:tt)*) => {{ compile_error!(\"{NOT_REPLACED}\"); }}; }}\n"
        ));
    }
    text
}
