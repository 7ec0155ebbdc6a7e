#![verifier::exec_allows_no_decreases_clause]
#[verifier::external_body] fn f() -> u8 { 3 }
#[verifier(external_body)] fn g() { }
#[verifier(opaque, inline)] spec fn h() -> bool { true }
#[verifier::rlimit(infinity)] proof fn i() { }
#[verifier::reject_recursive_types(T)] struct S<T> { t: T }
#[verifier::ext_equal] struct R { #[verifier::spec] a: int, ghost b: int, tracked c: int, d: u8 }
#[derive(PartialEq, Eq, Structural)] struct D { x: u8 }
#[via_fn] proof fn via(n: int) { }
mod m {
    #![verifier::loop_isolation(false)]
    fn f() { }
}
fn expressions(x: u64) {
    #[verifier::proof_note("a note")] assert(true);
    #[verifier::prophetic] let ghost y = 3int;
    proof { let z = #[verifier::truncate] (x as u8); }
    #[verifier::spinoff_prover] { assert(true); }
}
