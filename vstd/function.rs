//! Contracts of proof closures as types.
//!
//! The type `proof_fn(A) -> B` says nothing of what a closure requires and ensures. With the option `ReqEns<R>` it does:
//! a closure of this type has the contract that `R` says.
//!
//! trusted: a closure may be used as one with a contract that its own implies. What such a closure requires and ensures is
//! said of tracked values alone: a specification may speak of any value of the type, and `R` may speak of such values.

#[allow(unused_imports)]
use super::prelude::*;

verus! {

/// What a closure with the option `ReqEns<Self>` requires of its arguments, and ensures of its result.
pub trait ProofFnReqEnsDef<Args, Output> {
    /// What it requires.
    spec fn req(args: Args) -> bool;

    /// What it ensures.
    spec fn ens(args: Args, output: Output) -> bool;
}

/// A closure as one with the contract of `R`.
pub axiom fn proof_fn_as_req_ens<
    R: ProofFnReqEnsDef<Args, Output>,
    const USAGE: u8,
    ReqEns,
    const COPY: u8,
    const SEND: u8,
    const SYNC: u8,
    ArgModes,
    OutMode,
    Args,
    Output,
>(
    tracked f: FnProof<FOpts<USAGE, ReqEns, COPY, SEND, SYNC>, ArgModes, OutMode, Args, Output>,
) -> (tracked g: FnProof<FOpts<USAGE, RqEn<R>, COPY, SEND, SYNC>, ArgModes, OutMode, Args, Output>)
    requires
        forall|args: Args| #[trigger] R::req(args) ==> f.requires(args),
        forall|args: Args, output: Output| f.ensures(args, output) ==> #[trigger] R::ens(args, output),
    ensures
        forall|args: Args| #[trigger] g.requires(args) <==> R::req(args),
        forall|args: Args, output: Output| #[trigger] g.ensures(args, output) <==> R::ens(args, output),
;

/// What a closure with the option `ReqEns<R>` requires and ensures. The verifier says so where one is called.
pub axiom fn proof_fn_means_req_ens<
    'a,
    R: ProofFnReqEnsDef<Args, Output>,
    Options: ProofFnReqEns<R>,
    ArgModes,
    OutMode,
    Args,
    Output,
>(tracked f: &FnProof<'a, Options, ArgModes, OutMode, Args, Output>)
    ensures
        forall|args: Args| #[trigger] f.requires(args) <==> R::req(args),
        forall|args: Args, output: Output| #[trigger] f.ensures(args, output) <==> R::ens(args, output),
;

} // verus!
