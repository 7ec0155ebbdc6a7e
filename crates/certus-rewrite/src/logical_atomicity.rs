//! Logically atomic functions, calls of them, and the blocks in which their atomic updates are open.
//!
//! ```text
//! fn f(a: &A) -> (r: R)
//!     atomically (au) { type P, (x: X) -> (y: Y), requires p, ensures q, outer_mask any, },
//!     requires s, ensures t
//!
//!     ->  struct P { .. }
//!         spec fn __certus_atomic_requires_f(a: &A, x: X) -> bool { p }             and so on for `q` and the masks
//!         impl UpdatePredicate<X, Y> for P { .. }                                   which calls these
//!         impl P { spec fn args(self, a: &A) -> bool { pred_args(self) == a } }
//!         #[doc = "certus:logically_atomic"]
//!         fn f(a: &A, Tracked(au): Tracked<AtomicUpdate<X, Y, P>>) -> (r: R)
//!             requires pred_args(au.pred()) == a, s
//!             ensures au.resolves(), { let x = au.input(); let y = au.output(); t }
//!
//! f(a) atomically loop |update| -> (au) invariant i { b }
//!     ->  f(a, Tracked(atomically(|update, __certus_update| {
//!             I::expr_attr("verus::internal(atomically_loop)");
//!             let ghost au = __certus_update@;
//!             loop invariant i { b }
//!         })))
//!
//! try_open_atomic_update!(au, x => { b })
//!     ->  {
//!             I::expr_attr("verus::internal(open_atomic_update)");
//!             let tracked (__certus_guard, __certus_input) = open_atomic_update_begin(au);
//!             let tracked x = __certus_input;
//!             let __certus_output = { b };
//!             Tracked(open_atomic_update_end(__certus_guard, Tracked::get(__certus_output)))
//!         }
//! ```
//!
//! The first clause of `requires` says for which arguments the update was made. The verifier makes it true where a function is
//! called (`certus-lower`, `body/atomic_call.rs`). When the program is compiled nothing of this is left but `P`.

mod block;
mod clause;
mod opening;
mod signature;

pub(crate) use clause::written_out;
pub use opening::open_atomic_update;
