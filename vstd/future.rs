//! Futures: what is known of a value that is not computed yet.
// @when async Future future
//!
//! A call of an `async` function gives a future. Its body runs when somebody awaits the future, and perhaps never. What the
//! function ensures is known from then on: of the future `f` of a function that ensures `q(r)`, the caller knows
//! `f.awaited() ==> q(f@)`, and `f.await` gives `f@`.
//!
//! trusted: a future that was awaited has one output, which `await` gives. That is why verified code cannot
//! implement `Future` for its types.

use core::future::Future;

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What is known of any future: the type of what it gives.
#[verifier::external_trait_specification]
pub trait ExFuture {
    /// The future.
    type ExternalTraitSpecificationFor: Future;

    /// What it gives.
    type Output;
}

/// What a future gives when it is awaited.
#[verifier::prophetic]
pub uninterp spec fn output<F: Future>(future: F) -> F::Output;

/// Whether a future is awaited at some time, until it has its output.
#[verifier::prophetic]
pub uninterp spec fn is_awaited<F: Future>(future: F) -> bool;

/// What specifications say of a future.
pub trait FutureAdditionalSpecFns<T>: Future<Output = T> {
    /// What it gives when it is awaited.
    #[verifier::prophetic]
    spec fn view(&self) -> T;

    /// Whether it is awaited at some time, until it has its output.
    #[verifier::prophetic]
    spec fn awaited(&self) -> bool;
}

impl<T, F: Future<Output = T>> FutureAdditionalSpecFns<T> for F {
    #[verifier::prophetic]
    open spec fn view(&self) -> T {
        output(*self)
    }

    #[verifier::prophetic]
    open spec fn awaited(&self) -> bool {
        is_awaited(*self)
    }
}

/// What `future.await` means. Other code may run in between, and the future may come back on another thread.
// trusted: it stands for `.await` in proofs and nothing calls it, for rustc compiles `.await` by itself. What it ensures defines
// `is_awaited` and `output` of a future that was awaited.
#[verifier::external_body]
#[allow(dead_code)]
fn exec_await<F: Future>(future: F) -> (ret: F::Output)
    ensures
        is_awaited(future),
        ret == output(future),
    opens_invariants any
{
    unimplemented!()
}

} // verus!
