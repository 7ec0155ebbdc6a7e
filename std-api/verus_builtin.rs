//! The crate `verus_builtin`: what programs name from it, and what the keep form (`docs/notes/keep-form.md`) calls.
//!
//! A declaration file: the verifier only reads the signatures. It must be plain stable Rust, so that stock rustc can
//! check the types of the keep form against it. What has a body other than `panic!()` or `given(a)` exists in compiled
//! programs too; the package `verus_builtin` is made of this file, without these (`docs/notes/erased-form.md`).
#![no_std]
#![allow(dead_code, non_snake_case, non_camel_case_types, unused_variables, clippy::all)]

extern crate self as verus_builtin;

use core::marker::PhantomData;
use core::ops::Deref;

// ---------------------------------------------------------------------------------------------- Types

/// The mathematical integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct int(());

/// The mathematical integers from 0 up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct nat(());

/// The mathematical real numbers.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct real(());

impl real {
    /// The greatest integer that is not above the number.
    pub const fn floor(self) -> int {
        panic!()
    }
}

/// A value that exists in ghost code only.
pub struct Ghost<A> {
    phantom: PhantomData<A>,
}

/// A value that exists in proof code only, and may not be copied or forgotten.
pub struct Tracked<A> {
    phantom: PhantomData<A>,
}

/// `Ghost(e)` in exec code.
pub const fn Ghost<A>(a: A) -> Ghost<A> {
    internal::given(a)
}

/// `Tracked(e)` in exec code.
pub const fn Tracked<A>(a: A) -> Tracked<A> {
    internal::given(a)
}

impl<A> Ghost<A> {
    pub const fn new(a: A) -> Ghost<A> {
        panic!()
    }
    pub const fn assume_new() -> Ghost<A> {
        Ghost { phantom: PhantomData }
    }
    pub const fn assume_new_fallback(f: impl FnOnce() -> A) -> Ghost<A> {
        core::mem::forget(f);
        Ghost { phantom: PhantomData }
    }
    pub const fn view(self) -> A {
        panic!()
    }
    pub const fn borrow(&self) -> &A {
        panic!()
    }
    pub const fn borrow_mut(&mut self) -> &mut A {
        panic!()
    }
}

impl<A> Tracked<A> {
    pub const fn new(a: A) -> Tracked<A> {
        panic!()
    }
    pub const fn assume_new() -> Tracked<A> {
        Tracked { phantom: PhantomData }
    }
    pub const fn assume_new_fallback(f: impl FnOnce() -> A) -> Tracked<A> {
        core::mem::forget(f);
        Tracked { phantom: PhantomData }
    }
    pub const fn view(self) -> A {
        panic!()
    }
    pub const fn get(self) -> A {
        panic!()
    }
    pub const fn borrow(&self) -> &A {
        panic!()
    }
    pub const fn borrow_mut(&mut self) -> &mut A {
        panic!()
    }
}

impl<A> Deref for Ghost<A> {
    type Target = A;
    fn deref(&self) -> &A {
        panic!()
    }
}

impl<A> core::ops::DerefMut for Ghost<A> {
    fn deref_mut(&mut self) -> &mut A {
        panic!()
    }
}

impl<A> Deref for Tracked<A> {
    type Target = A;
    fn deref(&self) -> &A {
        panic!()
    }
}

impl<A> core::ops::DerefMut for Tracked<A> {
    fn deref_mut(&mut self) -> &mut A {
        panic!()
    }
}

impl<A> Clone for Ghost<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Ghost<A> {}

impl<A: Copy> Clone for Tracked<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Copy> Copy for Tracked<A> {}

/// The type `spec_fn(A, B) -> R`, written `SpecFn<(A, B), R>`.
pub struct SpecFn<Args, R> {
    phantom: PhantomData<fn(Args) -> R>,
}

/// The older name.
pub type FnSpec<Args, R> = SpecFn<Args, R>;

/// The parameters and the result of an exec function or closure, as specifications speak of them.
pub trait FnWithRequiresEnsures<Args, Output>: Sized {
    fn requires(self, args: Args) -> bool;
    fn ensures(self, args: Args, output: Output) -> bool;
}

macro_rules! per_arity {
    ($($fnspec:ident $choose:ident ($($a:ident)*);)*) => {
        $(
            impl<$($a,)* R> Deref for SpecFn<($($a,)*), R> {
                type Target = dyn Fn($($a),*) -> R;
                fn deref(&self) -> &Self::Target {
                    panic!()
                }
            }
            impl<$($a,)* R> Deref for internal::Called<($($a,)*), R> {
                type Target = dyn Fn($($a),*) -> R;
                fn deref(&self) -> &Self::Target {
                    panic!()
                }
            }
            impl<$($a,)* R, F: FnOnce($($a),*) -> R> internal::ConfirmUsage<($($a,)*), R, 1, F> for internal::Confirmed {}
            impl<$($a,)* R, F: FnMut($($a),*) -> R> internal::ConfirmUsage<($($a,)*), R, 2, F> for internal::Confirmed {}
            impl<$($a,)* R, F: Fn($($a),*) -> R> internal::ConfirmUsage<($($a,)*), R, 3, F> for internal::Confirmed {}
            impl<$($a,)* F: FnOnce($($a),*) -> bool> internal::Predicate<($($a,)*)> for F {}
            impl<$($a,)* R, F: FnOnce($($a),*) -> R> internal::SpecClosure<($($a,)*)> for F {
                type Output = R;
            }
            impl<$($a,)* R, F: FnOnce($($a),*) -> R> FnWithRequiresEnsures<($($a,)*), R> for F {
                fn requires(self, args: ($($a,)*)) -> bool {
                    panic!()
                }
                fn ensures(self, args: ($($a,)*), output: R) -> bool {
                    panic!()
                }
            }
        )*
    };
}

per_arity! {
    fnspec0 choose0 ();
    fnspec1 choose1 (A);
    fnspec2 choose2 (A B);
    fnspec3 choose3 (A B C);
    fnspec4 choose4 (A B C D);
    fnspec5 choose5 (A B C D E);
    fnspec6 choose6 (A B C D E G);
    fnspec7 choose7 (A B C D E G H);
    fnspec8 choose8 (A B C D E G H I);
    fnspec9 choose9 (A B C D E G H I J);
    fnspec10 choose10 (A B C D E G H I J K);
    fnspec11 choose11 (A B C D E G H I J K L);
    fnspec12 choose12 (A B C D E G H I J K L M);
}

// ---------------------------------------------------------------------------------------------- Proof closures

/// The type `proof_fn<'a>[..](A) -> B`: a closure of proof code that lives for `'a`. What it captures is not part of the type.
/// `Options` is `FOpts<..>`; `ArgModes` has `Trk` for each tracked parameter and `()` for each ghost one, and `OutMode` the
/// same of the result.
#[doc = "certus:attr verifier::external_body"]
#[doc = "certus:attr verifier::reject_recursive_types(Options)"]
#[doc = "certus:attr verifier::reject_recursive_types(ArgModes)"]
#[doc = "certus:attr verifier::reject_recursive_types(OutMode)"]
#[doc = "certus:attr verifier::reject_recursive_types(Args)"]
#[doc = "certus:attr verifier::accept_recursive_types(Output)"]
pub struct FnProof<'a, Options, ArgModes, OutMode, Args, Output> {
    neither_sent_nor_shared: PhantomData<*const ()>,
    signature: PhantomData<&'a fn(Args) -> Output>,
    options: PhantomData<Options>,
    arg_modes: PhantomData<ArgModes>,
    out_mode: PhantomData<OutMode>,
}

/// The options of a proof closure. Short names and numbers keep rustc's messages short.
#[doc = "certus:attr verifier::external_body"]
#[doc = "certus:attr verifier::reject_recursive_types(ReqEns)"]
pub struct FOpts<const USAGE: u8, ReqEns, const COPY: u8, const SEND: u8, const SYNC: u8> {
    neither_sent_nor_shared: PhantomData<*const ()>,
    req_ens: PhantomData<ReqEns>,
}

/// Called once at most.
pub const PROOF_FN_ONCE: u8 = 1;
/// Called by whoever has it alone.
pub const PROOF_FN_MUT: u8 = 2;
/// Called by whoever has a reference to it.
pub const PROOF_FN: u8 = 3;
/// It may be copied.
pub const PROOF_FN_COPY: u8 = 4;
/// It is `Send`.
pub const PROOF_FN_SEND: u8 = 5;
/// It is `Sync`.
pub const PROOF_FN_SYNC: u8 = 6;

/// In `ArgModes` and `OutMode`: tracked.
pub struct Trk;

/// The option `ReqEns<R>`: the contract of the closure is that of `R`.
#[doc = "certus:attr verifier::external_body"]
#[doc = "certus:attr verifier::reject_recursive_types(R)"]
pub struct RqEn<R>(PhantomData<R>);

/// Options of a closure that may be called once.
pub trait ProofFnOnce {}
/// Options of a closure that may be called again.
pub trait ProofFnMut: ProofFnOnce {}
/// Options of a closure that may be called through a shared reference.
pub trait ProofFn: ProofFnMut {}

/// Options with a contract of their own.
pub trait ProofFnReqEnsAssoc {
    /// The type that says the contract.
    type ReqEns;
}

/// Options whose contract is that of `R`.
pub trait ProofFnReqEns<R>: ProofFnReqEnsAssoc<ReqEns = R> {}

impl<const USAGE: u8, ReqEns, const COPY: u8, const SEND: u8, const SYNC: u8> ProofFnOnce
    for FOpts<USAGE, ReqEns, COPY, SEND, SYNC>
{
}
impl<ReqEns, const COPY: u8, const SEND: u8, const SYNC: u8> ProofFnMut for FOpts<2, ReqEns, COPY, SEND, SYNC> {}
impl<ReqEns, const COPY: u8, const SEND: u8, const SYNC: u8> ProofFnMut for FOpts<3, ReqEns, COPY, SEND, SYNC> {}
impl<ReqEns, const COPY: u8, const SEND: u8, const SYNC: u8> ProofFn for FOpts<3, ReqEns, COPY, SEND, SYNC> {}
impl<const USAGE: u8, R, const COPY: u8, const SEND: u8, const SYNC: u8> ProofFnReqEnsAssoc
    for FOpts<USAGE, RqEn<R>, COPY, SEND, SYNC>
{
    type ReqEns = R;
}
impl<const USAGE: u8, R, const COPY: u8, const SEND: u8, const SYNC: u8> ProofFnReqEns<R>
    for FOpts<USAGE, RqEn<R>, COPY, SEND, SYNC>
{
}
impl<const USAGE: u8, ReqEns, const SEND: u8, const SYNC: u8> Clone for FOpts<USAGE, ReqEns, 4, SEND, SYNC> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const USAGE: u8, ReqEns, const SEND: u8, const SYNC: u8> Copy for FOpts<USAGE, ReqEns, 4, SEND, SYNC> {}
unsafe impl<const USAGE: u8, ReqEns, const COPY: u8, const SYNC: u8> Send for FOpts<USAGE, ReqEns, COPY, 5, SYNC> {}
unsafe impl<const USAGE: u8, ReqEns, const COPY: u8, const SEND: u8> Sync for FOpts<USAGE, ReqEns, COPY, SEND, 6> {}

impl<'a, Options: Copy, ArgModes, OutMode, Args, Output> Clone
    for FnProof<'a, Options, ArgModes, OutMode, Args, Output>
{
    fn clone(&self) -> Self {
        *self
    }
}
impl<'a, Options: Copy, ArgModes, OutMode, Args, Output> Copy
    for FnProof<'a, Options, ArgModes, OutMode, Args, Output>
{
}
unsafe impl<'a, Options: Send, ArgModes, OutMode, Args, Output> Send
    for FnProof<'a, Options, ArgModes, OutMode, Args, Output>
{
}
unsafe impl<'a, Options: Sync, ArgModes, OutMode, Args, Output> Sync
    for FnProof<'a, Options, ArgModes, OutMode, Args, Output>
{
}

// A call of a proof closure, as the front end types it: as one of a specification closure. To rustc it is a call of what one of
// the methods below gives, so that it uses the closure as the call does; without the method there is nothing to call.
#[cfg(verus_keep_ghost)]
macro_rules! called_closures {
    ($(($($a:ident)*))*) => {
        $(
            impl<'a, Options, ArgModes, OutMode, $($a,)* R> Deref for FnProof<'a, Options, ArgModes, OutMode, ($($a,)*), R> {
                type Target = dyn Fn($($a),*) -> R;
                fn deref(&self) -> &Self::Target {
                    panic!()
                }
            }
        )*
    };
}
#[cfg(verus_keep_ghost)]
called_closures! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E G) (A B C D E G H) (A B C D E G H I) }

impl<'a, Options, ArgModes, OutMode, Args, Output> FnProof<'a, Options, ArgModes, OutMode, Args, Output> {
    /// What a call that uses the closure up is of.
    pub const fn __certus_call_once(self) -> internal::Called<Args, Output> where Options: ProofFnOnce { panic!() }
    /// What a call that needs the closure alone is of.
    pub const fn __certus_call_mut(&mut self) -> internal::Called<Args, Output> where Options: ProofFnMut { panic!() }
    /// What a call through a shared reference is of.
    pub const fn __certus_call(&self) -> internal::Called<Args, Output> where Options: ProofFn { panic!() }
}

impl<'a, Options, ArgModes, OutMode, Args, Output> FnWithRequiresEnsures<Args, Output>
    for FnProof<'a, Options, ArgModes, OutMode, Args, Output>
{
    fn requires(self, args: Args) -> bool {
        panic!()
    }
    fn ensures(self, args: Args, output: Output) -> bool {
        panic!()
    }
}

/// Makes a proof closure of a closure. `verus!` does so itself.
#[cfg(verus_keep_ghost)]
pub const fn closure_to_fn_proof<
    'a,
    const USAGE: u8,
    const COPY: u8,
    const SEND: u8,
    const SYNC: u8,
    ArgModes,
    OutMode,
    Args,
    Output,
    F: FnOnce<Args, Output = Output> + 'a,
>(
    f: F,
) -> FnProof<'a, FOpts<USAGE, (), COPY, SEND, SYNC>, ArgModes, OutMode, Args, Output> {
    panic!()
}
/// Makes a proof closure of a closure, which must be one that can do what the options say.
#[cfg(not(verus_keep_ghost))]
pub const fn closure_to_fn_proof<
    'a,
    const USAGE: u8,
    const COPY: u8,
    const SEND: u8,
    const SYNC: u8,
    ArgModes,
    OutMode,
    Args,
    Output,
    F: 'a,
>(
    f: F,
) -> FnProof<'a, FOpts<USAGE, (), COPY, SEND, SYNC>, ArgModes, OutMode, Args, Output>
where
    internal::Confirmed: internal::ConfirmUsage<Args, Output, USAGE, F>,
    internal::Confirmed: internal::ConfirmCopy<COPY, F>,
    internal::Confirmed: internal::ConfirmSend<SEND, F>,
    internal::Confirmed: internal::ConfirmSync<SYNC, F>,
{
    panic!()
}

// ---------------------------------------------------------------------------------------------- Traits

/// The integer types: Rust's, `char`, `int` and `nat`.
pub trait Integer: Copy {}

/// The types that `==` of exec code and of specifications agree on. Their values have no ghost parts, so that a prophecy
/// may be resolved to one.
#[diagnostic::on_unimplemented(message = "`{Self}` is not known to be without ghost parts (`Structural`)")]
pub trait Structural {}

impl<T: Structural + ?Sized> Structural for &T {}
impl<T: Structural> Structural for Option<T> {}
impl Structural for bool {}
// @for $a in int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl Structural for $a {}
// @end

/// Types whose values a `returns` clause of a function may have that returns an `R`: specifications do not tell a reference from
/// what it refers to.
#[diagnostic::on_unimplemented(message = "the `returns` clause is of type `{Self}`, and the function returns `{R}`")]
pub trait Returned<R> {}
impl<T> Returned<T> for T {}
impl<T> Returned<&T> for T {}
impl<T> Returned<T> for &T {}

/// Equality in specifications: on equal types, through references, and between any two integer types.
#[diagnostic::on_unimplemented(message = "`{Self}` and `{Rhs}` cannot be compared in a specification")]
pub trait SpecEq<Rhs: ?Sized> {}

impl<T: ?Sized> SpecEq<T> for T {}
impl<T: ?Sized> SpecEq<&T> for T {}
impl<T: ?Sized> SpecEq<T> for &T {}
impl<T: ?Sized> SpecEq<*const T> for *mut T {}
impl<T: ?Sized> SpecEq<*mut T> for *const T {}
impl<T> SpecEq<T> for Ghost<T> {}
impl<T> SpecEq<Ghost<T>> for T {}
impl<T> SpecEq<T> for Tracked<T> {}
impl<T> SpecEq<Tracked<T>> for T {}

/// Ordering in specifications: between any two integer types, and on `real`.
#[diagnostic::on_unimplemented(message = "`{Self}` and `{Rhs}` cannot be ordered in a specification")]
pub trait SpecOrd<Rhs = Self> {}

/// What may stand in a chain, `a <= b < c`: numbers.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot stand in a chain of comparisons")]
pub trait Chainable {}

impl<T: Integer> Chainable for T {}

/// `+` in specifications.
pub trait SpecAdd<Rhs> {
    type Output;
}
/// `-` in specifications.
pub trait SpecSub<Rhs> {
    type Output;
}
/// `*` in specifications.
pub trait SpecMul<Rhs> {
    type Output;
}
/// `/` in specifications: Euclidean on integers.
pub trait SpecDiv<Rhs> {
    type Output;
}
/// `%` in specifications: Euclidean.
pub trait SpecRem<Rhs> {
    type Output;
}
/// `&` in specifications.
pub trait SpecBitAnd<Rhs> {
    type Output;
}
/// `|` in specifications.
pub trait SpecBitOr<Rhs> {
    type Output;
}
/// `^` in specifications.
pub trait SpecBitXor<Rhs> {
    type Output;
}
/// `<<` in specifications: the left type, any integer on the right.
pub trait SpecShl<Rhs> {
    type Output;
}
/// `>>` in specifications.
pub trait SpecShr<Rhs> {
    type Output;
}

/// `-a` in specifications.
pub trait SpecNeg {
    type Output;
}

/// An integer: what the operators of specifications take on the right.
pub trait Operand {}

/// What may be added to a `nat`, or multiplied with one: an integer that is no `char`.
pub trait NatOperand {
    /// The sum and the product of a `nat` and this.
    type WithNat;
}

impl Operand for nat {}
impl NatOperand for nat {
    type WithNat = nat;
}
impl<R: NatOperand> SpecAdd<R> for nat {
    type Output = R::WithNat;
}
impl<R: NatOperand> SpecMul<R> for nat {
    type Output = R::WithNat;
}

// Arithmetic of a type with every integer type is written as one impl, as each costs every program time.
// @for $a in int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl Integer for $a {}
impl<R: Operand> SpecOrd<R> for $a {}
// @end
// @for $a in int u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl Operand for $a {}
// @end
// @for $a in int u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl NatOperand for $a {
    type WithNat = int;
}
// @end
// @for $a in int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl<R: Operand> SpecSub<R> for $a {
    type Output = int;
}
// @end
// @for $a in int u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl<R: Operand> SpecAdd<R> for $a {
    type Output = int;
}
impl<R: Operand> SpecMul<R> for $a {
    type Output = int;
}
// @end
// @for ($a, $quotient) in (int, int) (nat, nat) (u8, u8) (u16, u16) (u32, u32) (u64, u64) (u128, u128) (usize, usize) (i8, int) (i16, int) (i32, int) (i64, int) (i128, int) (isize, int)
impl internal::Literal for $a {}
impl SpecNeg for $a {
    type Output = int;
}
impl SpecDiv<$a> for $a {
    type Output = $quotient;
}
impl SpecRem<$a> for $a {
    type Output = $a;
}
// @end

/// The integer types other than `A`, and references to them. Equality with `A` itself is another impl, and the two must
/// not overlap.
pub trait Differs<A> {}

impl<A, T: Differs<A>> Differs<A> for &T {}

// @for $a in int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl<B: Differs<$a>> SpecEq<B> for $a {}
impl<B: Differs<$a>> SpecEq<B> for &$a {}
impl<B: Differs<$a>> SpecEq<B> for Ghost<$a> {}
impl<B: Differs<$a>> SpecEq<B> for Tracked<$a> {}
// @end
// @for $b in nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl Differs<int> for $b {}
// @end
// @for $b in int u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl Differs<nat> for $b {}
// @end
// @for $b in int nat u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl Differs<u8> for $b {}
// @end
// @for $b in int nat u8 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl Differs<u16> for $b {}
// @end
// @for $b in int nat u8 u16 u64 u128 usize i8 i16 i32 i64 i128 isize char
impl Differs<u32> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u128 usize i8 i16 i32 i64 i128 isize char
impl Differs<u64> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize char
impl Differs<u128> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize char
impl Differs<usize> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 u128 usize i16 i32 i64 i128 isize char
impl Differs<i8> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 u128 usize i8 i32 i64 i128 isize char
impl Differs<i16> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 u128 usize i8 i16 i64 i128 isize char
impl Differs<i32> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i128 isize char
impl Differs<i64> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 isize char
impl Differs<i128> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 char
impl Differs<isize> for $b {}
// @end
// @for $b in int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl Differs<char> for $b {}
// @end

// Arithmetic and ordering through references.
// @for $trait in SpecAdd SpecSub SpecMul
impl<L: $trait<R>, R> $trait<R> for &L {
    type Output = L::Output;
}
impl<L: $trait<R>, R> $trait<R> for &mut L {
    type Output = L::Output;
}
// @end

// @for $trait in SpecDiv SpecRem SpecBitAnd SpecBitOr SpecBitXor
impl<L: $trait<R>, R> $trait<R> for &L {
    type Output = L::Output;
}
impl<L: $trait<R>, R> $trait<R> for &mut L {
    type Output = L::Output;
}
// @end

impl<L: SpecOrd<R>, R> SpecOrd<R> for &L {}
impl<L: SpecOrd<R>, R> SpecOrd<R> for &mut L {}

// Floating-point numbers and reals: same type on both sides, and the same type results.
// @for $a in f32 f64 real
impl internal::Literal for $a {}
impl SpecOrd<$a> for $a {}
impl Chainable for $a {}
impl SpecDiv<$a> for $a {
    type Output = $a;
}
impl SpecNeg for $a {
    type Output = $a;
}
// @end
// @for ($a, $trait) in (f32, SpecAdd) (f32, SpecSub) (f32, SpecMul) (f64, SpecAdd) (f64, SpecSub) (f64, SpecMul) (real, SpecAdd) (real, SpecSub) (real, SpecMul)
impl $trait<$a> for $a {
    type Output = $a;
}
// @end
// @for $a in f32 f64
impl SpecRem<$a> for $a {
    type Output = $a;
}
// @end

// ---------------------------------------------------------------------------------------------- Floating-point numbers

/// The operations of IEEE 754, for ghost code: to the nearest number, of two the even one, where the name says nothing else.
pub trait IeeeFloat: Sized {
    fn ieee_add(self, rhs: Self) -> Self;
    fn ieee_sub(self, rhs: Self) -> Self;
    fn ieee_mul(self, rhs: Self) -> Self;
    fn ieee_div(self, rhs: Self) -> Self;
    fn ieee_eq(self, rhs: Self) -> bool;
    fn ieee_le(self, rhs: Self) -> bool;
    fn ieee_ge(self, rhs: Self) -> bool;
    fn ieee_lt(self, rhs: Self) -> bool;
    fn ieee_gt(self, rhs: Self) -> bool;
    fn ieee_neg(self) -> Self;
    fn ieee_floor(self) -> Self;
    fn ieee_ceil(self) -> Self;
    fn ieee_round(self) -> Self;
    fn ieee_round_ties_even(self) -> Self;
    fn ieee_trunc(self) -> Self;
    fn ieee_is_normal(self) -> bool;
    fn ieee_is_subnormal(self) -> bool;
    fn ieee_is_zero(self) -> bool;
    fn ieee_is_infinite(self) -> bool;
    fn ieee_is_nan(self) -> bool;
    fn ieee_is_negative(self) -> bool;
    fn ieee_is_positive(self) -> bool;
}

/// Conversions of IEEE 754, for ghost code: towards zero to integers, to the nearest floating-point number, exact to `real`.
pub trait IeeeFloatCast<To>: Sized {
    fn ieee_cast(self) -> To;
}

// @for $a in f32 f64
impl IeeeFloat for $a {
    fn ieee_add(self, rhs: Self) -> Self {
        panic!()
    }
    fn ieee_sub(self, rhs: Self) -> Self {
        panic!()
    }
    fn ieee_mul(self, rhs: Self) -> Self {
        panic!()
    }
    fn ieee_div(self, rhs: Self) -> Self {
        panic!()
    }
    fn ieee_eq(self, rhs: Self) -> bool {
        panic!()
    }
    fn ieee_le(self, rhs: Self) -> bool {
        panic!()
    }
    fn ieee_ge(self, rhs: Self) -> bool {
        panic!()
    }
    fn ieee_lt(self, rhs: Self) -> bool {
        panic!()
    }
    fn ieee_gt(self, rhs: Self) -> bool {
        panic!()
    }
    fn ieee_neg(self) -> Self {
        panic!()
    }
    fn ieee_floor(self) -> Self {
        panic!()
    }
    fn ieee_ceil(self) -> Self {
        panic!()
    }
    fn ieee_round(self) -> Self {
        panic!()
    }
    fn ieee_round_ties_even(self) -> Self {
        panic!()
    }
    fn ieee_trunc(self) -> Self {
        panic!()
    }
    fn ieee_is_normal(self) -> bool {
        panic!()
    }
    fn ieee_is_subnormal(self) -> bool {
        panic!()
    }
    fn ieee_is_zero(self) -> bool {
        panic!()
    }
    fn ieee_is_infinite(self) -> bool {
        panic!()
    }
    fn ieee_is_nan(self) -> bool {
        panic!()
    }
    fn ieee_is_negative(self) -> bool {
        panic!()
    }
    fn ieee_is_positive(self) -> bool {
        panic!()
    }
}
// @end
// @for ($a, $to) in (f32, f64) (f64, f32) (f32, real) (f64, real) (real, f32) (real, f64)
impl IeeeFloatCast<$to> for $a {
    fn ieee_cast(self) -> $to {
        panic!()
    }
}
// @end
// @for $float in f32 f64
// @for $a in u8 u16 u32 u64 u128 i8 i16 i32 i64 i128
impl IeeeFloatCast<$float> for $a {
    fn ieee_cast(self) -> $float {
        panic!()
    }
}
impl IeeeFloatCast<$a> for $float {
    fn ieee_cast(self) -> $a {
        panic!()
    }
}
// @end
// @end

/// The bits of a number.
pub const fn f32_to_bits(f: f32) -> u32 {
    panic!()
}

/// The bits of a number.
pub const fn f64_to_bits(f: f64) -> u64 {
    panic!()
}

// Bits are those of a machine integer. Of `bool` there is `^` alone: `&&` and `||` say the others.
// @for $a in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl SpecBitAnd<$a> for $a {
    type Output = $a;
}
impl SpecBitOr<$a> for $a {
    type Output = $a;
}
impl SpecBitXor<$a> for $a {
    type Output = $a;
}
impl<R: Integer> SpecShl<R> for $a {
    type Output = $a;
}
impl<R: Integer> SpecShr<R> for $a {
    type Output = $a;
}
// @end
impl SpecBitXor<bool> for bool {
    type Output = bool;
}

// The operators of Rust on `int`, `nat` and `real`, for code outside the language's macros.
// @for ($op, $method, $a) in (Add, add, int) (Add, add, nat) (Add, add, real) (Sub, sub, int) (Sub, sub, nat) (Sub, sub, real) (Mul, mul, int) (Mul, mul, nat) (Mul, mul, real) (Div, div, int) (Div, div, nat) (Div, div, real) (Rem, rem, int) (Rem, rem, nat)
impl core::ops::$op for $a {
    type Output = $a;
    fn $method(self, other: $a) -> $a {
        panic!()
    }
}
// @end
// @for $a in int real
impl core::ops::Neg for $a {
    type Output = $a;
    fn neg(self) -> $a {
        panic!()
    }
}
// @end

// ---------------------------------------------------------------------------------------------- Functions

/// The proof that a recommendation holds.
pub const fn recommends_by<A>(lemma: A) { panic!() }
/// The result, exactly.
pub const fn returns<A>(value: A) { panic!() }
/// Termination measure.
pub const fn decreases<A>(measure: A) { panic!() }
/// The condition under which the measure decreases.
pub const fn decreases_when(condition: bool) { panic!() }
/// The proof that the measure decreases.
pub const fn decreases_by<A>(lemma: A) { panic!() }
/// The function does not unwind.
pub const fn no_unwind() { panic!() }
/// The function does not unwind under the condition.
pub const fn no_unwind_when(condition: bool) { panic!() }
/// The function opens no invariants.
pub const fn opens_invariants_none() { panic!() }
/// The function may open any invariant.
pub const fn opens_invariants_any() { panic!() }
/// The function opens these invariants.
pub const fn opens_invariants<A>(names: A) { panic!() }
/// The function opens all invariants but these.
pub const fn opens_invariants_except<A>(names: A) { panic!() }
/// The function opens the invariants of this set.
pub const fn opens_invariants_set<A>(names: A) { panic!() }
/// Stands for the body of a function that has none.
pub const fn no_method_body() -> ! { panic!() }

/// Makes known what characters a string literal has.
pub const fn reveal_strlit<A>(literal: A) { panic!() }
/// Makes known what bytes a byte string literal has.
pub const fn reveal_byteslit<A>(literal: A) { panic!() }

/// `3int` by its digits, as a macro writes it.
pub const fn spec_literal_int(digits: &str) -> int { panic!() }
/// `3nat` by its digits.
pub const fn spec_literal_nat(digits: &str) -> nat { panic!() }
/// A number of any integer type by its digits.
pub const fn spec_literal_integer<T: Integer>(digits: &str) -> T { panic!() }

/// The element of an array at a position; some value outside of the array.
pub const fn array_index<T, const N: usize>(array: [T; N], index: int) -> T { panic!() }

/// Assumes the obligation of the enclosing proof. This only declares what the language has and is never run, as nothing
/// in this file is; a program that calls it is trusted that far (`docs/trust.md`).
pub const fn admit() { panic!() }
/// `assert(e)`.
pub const fn assert_(goal: bool) { panic!() }
/// `assume(e)`.
pub const fn assume_(fact: bool) { panic!() }
/// `assert(e) by { .. }`.
pub const fn assert_by(goal: bool, proof: ()) { panic!() }
/// The claim of `calc!` and its steps.
pub const fn calculation(goal: bool, proof: ()) { panic!() }
/// `assert(e) by(compute)`.
pub const fn assert_by_compute(goal: bool) { panic!() }
/// `assert(e) by(compute_only)`.
pub const fn assert_by_compute_only(goal: bool) { panic!() }
/// `assert(e) by(nonlinear_arith)`.
pub const fn assert_nonlinear_by(proof: ()) { panic!() }
/// `assert(e) by(bit_vector)`.
pub const fn assert_bitvector_by(proof: ()) { panic!() }
/// `assert(e) by(bit_vector)` as a function, which proofs may call by this name.
pub const fn assert_bit_vector(goal: bool) { panic!() }
/// `assert forall|..| p implies q by { .. }`.
pub const fn assert_forall_by<F>(proof: F) { panic!() }

/// Equality of specifications on one type.
pub const fn equal<A>(a: A, b: A) -> bool { panic!() }
/// `===` with different types.
pub const fn spec_eq<A, B>(a: A, b: B) -> bool { panic!() }
/// `a =~= b`.
pub const fn ext_equal<A>(a: A, b: A) -> bool { panic!() }
/// `a =~~= b`.
pub const fn ext_equal_deep<A>(a: A, b: A) -> bool { panic!() }
/// `a ==> b`.
pub const fn imply(a: bool, b: bool) -> bool { panic!() }
/// Explicit triggers written by hand.
pub const fn with_triggers<T, A>(triggers: T, body: A) -> A { panic!() }
/// The value before the call.
pub const fn old<A>(a: A) -> A { panic!() }
/// `final(e)`: the value at the end of a mutable borrow.
pub const fn final_<A>(a: A) -> A { panic!() }
/// Whether an enum value is of the named variant.
pub const fn is_variant<A>(a: A, variant: &str) -> bool { panic!() }
/// A field of an enum value.
pub const fn get_variant_field<A, F>(a: A, variant: &str, field: &str) -> F { panic!() }
/// A field of a union.
pub const fn get_union_field<A, F>(a: A, field: &str) -> F { panic!() }
/// `a + b`, cut to the type.
pub const fn add<A: Integer>(a: A, b: A) -> A { panic!() }
/// `a - b`, cut to the type.
pub const fn sub<A: Integer>(a: A, b: A) -> A { panic!() }
/// `a * b`, cut to the type.
pub const fn mul<A: Integer>(a: A, b: A) -> A { panic!() }
/// The greatest value of the unsigned type of that many bits.
pub const fn unsigned_max(bits: nat) -> nat { panic!() }
/// The greatest value of the signed type of that many bits.
pub const fn signed_max(bits: nat) -> int { panic!() }
/// The least value of the signed type of that many bits.
pub const fn signed_min(bits: nat) -> int { panic!() }
/// The bits of `usize` on the target.
pub const fn arch_word_bits() -> nat { panic!() }
/// States that a value is within its type.
pub const fn constrain_type<A>(a: A) -> bool { panic!() }
/// Adds an edge to the call graph.
pub const fn extra_dependency<A>(f: A) { panic!() }
/// Turns a closure into a specification closure. `verus!` does so itself; a macro written outside of it calls this.
#[cfg(verus_keep_ghost)]
pub const fn closure_to_fn_spec<Args, F: FnOnce<Args>>(f: F) -> SpecFn<Args, F::Output> { panic!() }
// Stable Rust cannot say that, so here the trait has an impl for each number of parameters.
#[cfg(not(verus_keep_ghost))]
pub const fn closure_to_fn_spec<Args, F: internal::SpecClosure<Args>>(f: F) -> SpecFn<Args, F::Output> { panic!() }
/// All mutable borrows within the value have ended.
pub const fn has_resolved<A>(a: A) -> bool { panic!() }
/// The value a mutable reference has now.
pub const fn mut_ref_current<A>(a: &mut A) -> A { panic!() }
/// The value a mutable reference will have when its borrow ends.
pub const fn mut_ref_future<A>(a: &mut A) -> A { panic!() }
/// The value of a place once the borrows of it have ended.
pub const fn after_borrow<A>(a: A) -> A { panic!() }
/// A mutable reference to a tracked place as one to `Tracked`.
pub const fn mut_ref_tracked<A>(a: &mut A) -> &mut Tracked<A> { panic!() }
/// A reference to a struct whose other fields are ghost, around one to a field.
pub const fn shr_ref_struct_wrap<'a, 'b, A, B>(
    part: &'a A,
    whole: &'b B,
    variant: &'static str,
    field: &'static str,
) -> &'a B {
    panic!()
}
/// The invariant of a value's type is known.
pub const fn use_type_invariant<A>(a: A) { panic!() }
/// A raw statement for the solver; never accepted.
pub const fn inline_air_stmt(text: &str) { panic!() }

/// Precondition of the enclosing function, or of the proof step.
pub const fn requires<M, A: internal::Clauses<M>>(clauses: A) { panic!() }
/// Soft precondition of a spec function.
pub const fn recommends<M, A: internal::Clauses<M>>(clauses: A) { panic!() }
/// Postcondition.
pub const fn ensures<M, A: internal::Clauses<M>>(clauses: A) { panic!() }
/// Postcondition of a trait's default implementation.
pub const fn default_ensures<M, A: internal::Clauses<M>>(clauses: A) { panic!() }
/// Loop invariant.
pub const fn invariant<M, A: internal::Clauses<M>>(clauses: A) { panic!() }
/// Loop invariant that need not hold at a `break`.
pub const fn invariant_except_break<M, A: internal::Clauses<M>>(clauses: A) { panic!() }

/// The precondition of an exec function or closure, on a tuple of arguments.
pub const fn call_requires<Args, Output, F: FnWithRequiresEnsures<Args, Output>>(f: F, args: Args) -> bool {
    panic!()
}

/// The relation between arguments and result of an exec function or closure.
pub const fn call_ensures<Args, Output, F: FnWithRequiresEnsures<Args, Output>>(
    f: F,
    args: Args,
    output: Output,
) -> bool {
    panic!()
}

/// `forall|x, y| e`.
pub const fn forall<Args, F: internal::Predicate<Args>>(body: F) -> bool {
    panic!()
}

/// `exists|x, y| e`.
pub const fn exists<Args, F: internal::Predicate<Args>>(body: F) -> bool {
    panic!()
}

/// `choose|x| e`.
pub const fn choose<A, F: FnOnce(A) -> bool>(body: F) -> A {
    panic!()
}

/// `choose` over several binders at once, written by hand.
pub const fn choose_tuple<Args, F: internal::Predicate<Args>>(body: F) -> Args {
    panic!()
}

/// A value that may not be copied.
pub struct NoCopy(());

/// What only the keep form calls.
pub mod internal {
    use super::*;

    /// A predicate of any number of binders, given as a tuple.
    pub trait Predicate<Args> {}

    /// A closure with these parameters, whatever their number.
    pub trait SpecClosure<Args> {
        /// What it gives.
        type Output;
    }

    /// What a call of a proof closure is of: the closure was used as the call uses it.
    pub struct Called<Args, R> {
        phantom: PhantomData<(Args, R)>,
    }

    /// For [`closure_to_fn_proof`]: that a closure can do what the options say.
    pub struct Confirmed;
    /// It can be called so often.
    pub trait ConfirmUsage<Args, Output, const USAGE: u8, F> {}
    /// It is `Copy`, if that is asked for (4).
    pub trait ConfirmCopy<const COPY: u8, F> {}
    /// It is `Send`, if that is asked for (5).
    pub trait ConfirmSend<const SEND: u8, F> {}
    /// It is `Sync`, if that is asked for (6).
    pub trait ConfirmSync<const SYNC: u8, F> {}
    impl<F> ConfirmCopy<0, F> for Confirmed {}
    impl<F: Copy> ConfirmCopy<4, F> for Confirmed {}
    impl<F> ConfirmSend<0, F> for Confirmed {}
    impl<F: Send> ConfirmSend<5, F> for Confirmed {}
    impl<F> ConfirmSync<0, F> for Confirmed {}
    impl<F: Sync> ConfirmSync<6, F> for Confirmed {}

    /// What comes after a call of this is type-checked and never reached: the borrow checker does not look at it.
    pub const fn diverge() -> ! {
        panic!()
    }

    /// Always false, which the compiler does not know.
    pub const fn no() -> bool {
        false
    }

    /// A point of the text with a number, by which the audit finds it in what rustc made of it.
    pub const fn point<const N: u32>() {}

    /// A variable with a number, by its address. The audit finds it so, and rustc does not put it and another one in one place.
    pub const fn variable<const N: u32, T: ?Sized>(_: *const T) {}

    /// Some value, for a constant that exists in ghost code only and for bodies that are left out.
    pub const fn any<T>() -> T {
        unsafe { core::mem::MaybeUninit::<T>::zeroed().assume_init() }
    }

    /// Some value, in a form that does not end the path where the type has none: ghost code may speak of a value of such
    /// a type, and what comes after it is still to be checked.
    pub const fn some<T>() -> Option<T> {
        Some(any())
    }

    /// The same for what ghost code is given. So rustc can compute a `const fn` that has ghost variables.
    pub const fn given<A, B>(a: A) -> B {
        core::mem::forget(a);
        any()
    }

    /// What a clause may be: a Boolean, an array or a tuple of them, or a closure from the result to one of these.
    /// `Shape` keeps the implementations apart.
    pub trait Clauses<Shape> {}

    impl Clauses<()> for bool {}
    impl<const N: usize> Clauses<()> for [bool; N] {}
    impl<C: Clauses<()>, F: FnOnce() -> C> Clauses<((),)> for F {}
    impl<R, C: Clauses<()>, F: FnOnce(R) -> C> Clauses<(R, ())> for F {}

    impl Clauses<()> for (bool,) {}
    impl Clauses<()> for (bool, bool) {}
    impl Clauses<()> for (bool, bool, bool) {}
    impl Clauses<()> for (bool, bool, bool, bool) {}
    impl Clauses<()> for (bool, bool, bool, bool, bool) {}
    impl Clauses<()> for (bool, bool, bool, bool, bool, bool) {}
    impl Clauses<()> for (bool, bool, bool, bool, bool, bool, bool) {}
    impl Clauses<()> for (bool, bool, bool, bool, bool, bool, bool, bool) {}

    /// The older `invariant_ensures` of a loop.
    pub const fn invariant_ensures<M, A: internal::Clauses<M>>(clauses: A) { panic!() }

    /// The types that a number may be written for.
    pub trait Literal: Copy {}

    /// Marks a block as `proof { .. }` or as the body of a proof step.
    pub const fn proof_block() { panic!() }
    /// The prover of a whole function.
    pub const fn prover(name: &str) { panic!() }
    /// An attribute of the enclosing loop.
    pub const fn loop_attr(text: &str) { panic!() }
    /// An attribute of the enclosing block.
    pub const fn expr_attr(text: &str) { panic!() }
    /// An attribute of the `let` that follows.
    pub const fn let_attr(text: &str) { panic!() }
    /// `opens_invariants none` and `any`.
    pub const fn opens_invariants(which: &str) { panic!() }
    /// `opens_invariants [a, b]`.
    pub const fn opens_invariants_list<A>(names: A) { panic!() }
    /// `opens_invariants any / [a, b]`.
    pub const fn opens_invariants_except<A>(names: A) { panic!() }
    /// `opens_invariants` with a set.
    pub const fn opens_invariants_set<A>(names: A) { panic!() }
    /// `assert(e) by(integer_ring)`.
    pub const fn assert_integer_ring_by(proof: ()) { panic!() }
    /// `reveal(f)`, `reveal_with_fuel(f, n)`, `hide(f)` with 0.
    pub const fn reveal<A>(f: A, fuel: u32) { panic!() }
    /// A member of a broadcast group.
    pub const fn broadcast_member<A>(f: A) { panic!() }
    /// `broadcast use f`.
    pub const fn broadcast_use<A>(f: A) { panic!() }
    /// The function an `assume_specification` speaks of.
    pub const fn specifies<A>(f: A) { panic!() }
    /// The call that was written where one of another function stands, in a closure that is never called.
    pub const fn stands_for<A>(written: A) { panic!() }
    /// `global size_of T == n`, of the size of an address: another target has another one.
    pub const fn global_size_of<T>(bytes: usize) { panic!() }
    /// `global layout T is size == n, align == m`, of the same.
    pub const fn global_layout<T>(bytes: usize, align: usize) { panic!() }
    /// `global size_of T == n` for any other type: rustc computes it.
    pub const fn size_is<T>(bytes: usize) {
        if ::core::mem::size_of::<T>() != bytes {
            panic!("certus: the size of this type is another")
        }
    }
    /// `global layout T is size == n, align == m`, as well.
    pub const fn layout_is<T>(bytes: usize, align: usize) {
        size_is::<T>(bytes);
        if ::core::mem::align_of::<T>() != align {
            panic!("certus: the alignment of this type is another")
        }
    }
    /// `let ghost x = e`.
    pub const fn ghost_let<A>(a: A) -> A { given(a) }
    /// `let tracked x = e`.
    pub const fn tracked_let<A>(a: A) -> A { given(a) }
    /// The pattern `Ghost(x)`.
    pub const fn open_ghost<A>(a: Ghost<A>) -> A { given(a) }
    /// The pattern `Tracked(x)`.
    pub const fn open_tracked<A>(a: Tracked<A>) -> A { given(a) }
    /// `#[verifier::truncate] e`.
    pub const fn truncate<A>(a: A) -> A { a }
    /// `#[trigger] e`.
    pub const fn trigger<A>(a: A) -> A { panic!() }
    /// `#![trigger ..]` around the body of a quantifier.
    pub const fn with_trigger<T, A>(terms: T, body: A) -> A { panic!() }
    /// `#![auto]`.
    pub const fn auto_trigger<A>(body: A) -> A { panic!() }
    /// `#![all_triggers]`.
    pub const fn all_triggers<A>(body: A) -> A { panic!() }
    /// `decreases_to!(a => b)`.
    pub const fn decreases_to<A, B>(a: A, b: B) -> bool { panic!() }
    /// A number: its digits as written.
    pub const fn lit<T: Literal>(digits: &'static str) -> T { panic!() }
    /// `e as T` in ghost code.
    pub const fn cast<A, T>(a: A) -> T { panic!() }
    /// The value of a `returns` clause as a value of the type of the result.
    pub const fn returned<R, A: Returned<R>>(a: A) -> R { panic!() }
    /// `a <==> b`.
    pub const fn iff(a: bool, b: bool) -> bool { panic!() }
    /// The first operand of a chained comparison.
    pub const fn chain<A: Chainable>(a: A) -> Chain<A> { panic!() }
    /// The value of a chained comparison.
    pub const fn chain_end<A>(chain: Chain<A>) -> bool { panic!() }

    /// A chained comparison so far: whether it holds, and its last operand.
    pub struct Chain<A> {
        last: PhantomData<A>,
    }

    /// `a == b`.
    pub const fn spec_eq<L: SpecEq<R>, R>(l: L, r: R) -> bool {
        panic!()
    }

    /// `-a`.
    pub const fn spec_neg<L: SpecNeg>(l: L) -> L::Output {
        panic!()
    }

    pub const fn spec_add<L: SpecAdd<R>, R>(l: L, r: R) -> <L as SpecAdd<R>>::Output { panic!() }
    pub const fn spec_sub<L: SpecSub<R>, R>(l: L, r: R) -> <L as SpecSub<R>>::Output { panic!() }
    pub const fn spec_mul<L: SpecMul<R>, R>(l: L, r: R) -> <L as SpecMul<R>>::Output { panic!() }

    /// `a << b`: the type of `a`.
    pub const fn spec_shl<L: SpecShl<R>, R>(l: L, r: R) -> L {
        panic!()
    }

    /// `a >> b`: the type of `a`.
    pub const fn spec_shr<L: SpecShr<R>, R>(l: L, r: R) -> L {
        panic!()
    }

    // A literal on the right has the type of the left operand.
    pub const fn spec_div<L: SpecDiv<R>, R>(l: L, r: R) -> <L as SpecDiv<R>>::Output { panic!() }
    pub const fn spec_rem<L: SpecRem<R>, R>(l: L, r: R) -> <L as SpecRem<R>>::Output { panic!() }
    pub const fn spec_bitand<L: SpecBitAnd<R>, R>(l: L, r: R) -> <L as SpecBitAnd<R>>::Output { panic!() }
    pub const fn spec_bitor<L: SpecBitOr<R>, R>(l: L, r: R) -> <L as SpecBitOr<R>>::Output { panic!() }
    pub const fn spec_bitxor<L: SpecBitXor<R>, R>(l: L, r: R) -> <L as SpecBitXor<R>>::Output { panic!() }

    /// The same operators after a literal, which has the type of the right operand.
    pub mod literal_first {
        use super::super::*;

        pub const fn spec_div<T: SpecDiv<T>>(l: T, r: T) -> <T as SpecDiv<T>>::Output { panic!() }
        pub const fn spec_rem<T: SpecRem<T>>(l: T, r: T) -> <T as SpecRem<T>>::Output { panic!() }
        pub const fn spec_bitand<T: SpecBitAnd<T>>(l: T, r: T) -> <T as SpecBitAnd<T>>::Output { panic!() }
        pub const fn spec_bitor<T: SpecBitOr<T>>(l: T, r: T) -> <T as SpecBitOr<T>>::Output { panic!() }
        pub const fn spec_bitxor<T: SpecBitXor<T>>(l: T, r: T) -> <T as SpecBitXor<T>>::Output { panic!() }
    }

    pub const fn spec_lt<L: SpecOrd<R>, R>(l: L, r: R) -> bool { panic!() }
    pub const fn chain_lt<L: SpecOrd<R>, R: Chainable>(l: Chain<L>, r: R) -> Chain<R> { panic!() }
    pub const fn spec_le<L: SpecOrd<R>, R>(l: L, r: R) -> bool { panic!() }
    pub const fn chain_le<L: SpecOrd<R>, R: Chainable>(l: Chain<L>, r: R) -> Chain<R> { panic!() }
    pub const fn spec_gt<L: SpecOrd<R>, R>(l: L, r: R) -> bool { panic!() }
    pub const fn chain_gt<L: SpecOrd<R>, R: Chainable>(l: Chain<L>, r: R) -> Chain<R> { panic!() }
    pub const fn spec_ge<L: SpecOrd<R>, R>(l: L, r: R) -> bool { panic!() }
    pub const fn chain_ge<L: SpecOrd<R>, R: Chainable>(l: Chain<L>, r: R) -> Chain<R> { panic!() }

    /// `==` in a chain.
    pub const fn chain_eq<L: SpecEq<R>, R: Chainable>(l: Chain<L>, r: R) -> Chain<R> {
        panic!()
    }

    macro_rules! closures {
        ($($fnspec:ident ($($a:ident)*);)*) => {
            $(
                pub const fn $fnspec<$($a,)* R, F: Fn($($a),*) -> R>(f: F) -> SpecFn<($($a,)*), R> { panic!() }
            )*
        };
    }

    closures! {
        fnspec0 ();
        fnspec1 (A);
        fnspec2 (A B);
        fnspec3 (A B C);
        fnspec4 (A B C D);
        fnspec5 (A B C D E);
        fnspec6 (A B C D E G);
    }

    macro_rules! chooses {
        ($($choose:ident ($($a:ident)*);)*) => {
            $(
                pub const fn $choose<$($a,)* F: FnOnce($($a),*) -> bool>(f: F) -> ($($a,)*) { panic!() }
            )*
        };
    }

    chooses! {
        choose2 (A B);
        choose3 (A B C);
        choose4 (A B C D);
        choose5 (A B C D E);
        choose6 (A B C D E G);
    }
}

/// `o->0` on an `Option`: the accessors that the rewriter generates for the enums of a program.
pub trait OptionFields<T> {
    #[doc = "certus:accessor get Some 0"]
    fn arrow_0(self) -> T;
    #[doc = "certus:accessor get Some 0"]
    fn arrow_Some_0(self) -> T;
}

impl<T> OptionFields<T> for Option<T> {
    #[doc = "certus:accessor get Some 0"]
    fn arrow_0(self) -> T {
        panic!()
    }
    #[doc = "certus:accessor get Some 0"]
    fn arrow_Some_0(self) -> T {
        panic!()
    }
}

/// `r->Ok_0` and `r->Err_0` on a `Result`.
pub trait ResultFields<T, E> {
    #[doc = "certus:accessor get Ok 0"]
    fn arrow_Ok_0(self) -> T;
    #[doc = "certus:accessor get Err 0"]
    fn arrow_Err_0(self) -> E;
}

impl<T, E> ResultFields<T, E> for Result<T, E> {
    #[doc = "certus:accessor get Ok 0"]
    fn arrow_Ok_0(self) -> T {
        panic!()
    }
    #[doc = "certus:accessor get Err 0"]
    fn arrow_Err_0(self) -> E {
        panic!()
    }
}
