//! The names of the macros that the verifier expands itself.

#[proc_macro]
pub fn verus(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_keep_ghost(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_erase_ghost(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_impl(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_proof_expr(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_exec_expr(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_exec_expr_keep_ghost(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_exec_expr_erase_ghost(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_proof_macro_exprs(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_exec_macro_exprs(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_proof_macro_explicit_exprs(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_open_invariant(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_open_invariant_in_proof(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_open_atomic_update(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_open_atomic_update_in_proof(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn decreases_to(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn calc_proc_macro(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn struct_with_invariants(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn struct_with_invariants_vstd(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn exec_spec_verified(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn exec_spec_unverified(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn set_build(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn set_build_debug(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_trait_impl(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn atomic_with_ghost_helper(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn fndecl(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_exec_inv_macro_exprs(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn verus_ghost_inv_macro_exprs(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn state_machine(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn tokenized_state_machine(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn tokenized_state_machine_vstd(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn case_on_init(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn case_on_next(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn case_on_next_strong(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn proof(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn proof_decl(input: TokenStream) -> TokenStream {}
#[proc_macro]
pub fn proof_with(input: TokenStream) -> TokenStream {}
#[proc_macro_attribute]
pub fn verus_verify(attr: TokenStream, item: TokenStream) -> TokenStream {}
#[proc_macro_attribute]
pub fn verus_spec(attr: TokenStream, item: TokenStream) -> TokenStream {}
#[proc_macro_attribute]
pub fn make_spec_type(attr: TokenStream, item: TokenStream) -> TokenStream {}
#[proc_macro_attribute]
pub fn auto_spec(attr: TokenStream, item: TokenStream) -> TokenStream {}
#[proc_macro_attribute]
pub fn self_view(attr: TokenStream, item: TokenStream) -> TokenStream {}
#[proc_macro_attribute]
pub fn is_variant(attr: TokenStream, item: TokenStream) -> TokenStream {}
#[proc_macro_attribute]
pub fn is_variant_no_deprecation_warning(attr: TokenStream, item: TokenStream) -> TokenStream {}
#[proc_macro_attribute]
pub fn verus_enum_synthesize(attr: TokenStream, item: TokenStream) -> TokenStream {}
#[proc_macro_derive(Structural)]
pub fn structural(input: TokenStream) -> TokenStream {}
#[proc_macro_derive(StructuralEq)]
pub fn structural_eq(input: TokenStream) -> TokenStream {}
