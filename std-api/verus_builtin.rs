//! The crate `verus_builtin`: what programs name from it, and what the keep form (`docs/notes/keep-form.md`) calls.
//!
//! A declaration file: only the signatures are read, nothing in it is ever run. It must be plain stable Rust, so that
//! stock rustc can check the types of the keep form against it.
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
pub struct Ghost<A: ?Sized> {
    phantom: PhantomData<A>,
}

/// A value that exists in proof code only, and may not be copied or forgotten.
pub struct Tracked<A: ?Sized> {
    phantom: PhantomData<A>,
}

/// `Ghost(e)` in exec code.
pub const fn Ghost<A>(a: A) -> Ghost<A> {
    panic!()
}

/// `Tracked(e)` in exec code.
pub const fn Tracked<A>(a: A) -> Tracked<A> {
    panic!()
}

impl<A> Ghost<A> {
    pub const fn new(a: A) -> Ghost<A> {
        panic!()
    }
    pub const fn assume_new() -> Ghost<A> {
        panic!()
    }
    pub const fn assume_new_fallback(f: impl FnOnce() -> A) -> Ghost<A> {
        panic!()
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
        panic!()
    }
    pub const fn assume_new_fallback(f: impl FnOnce() -> A) -> Tracked<A> {
        panic!()
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
        panic!()
    }
}

impl<A> Copy for Ghost<A> {}

impl<A: Copy> Clone for Tracked<A> {
    fn clone(&self) -> Self {
        panic!()
    }
}

impl<A: Copy> Copy for Tracked<A> {}

/// The type `spec_fn(A, B) -> R`, written `SpecFn<(A, B), R>`.
pub struct SpecFn<Args, R> {
    phantom: PhantomData<fn(Args) -> R>,
}

/// The older name.
pub type FnSpec<Args, R> = SpecFn<Args, R>;

impl<Args, R> Clone for SpecFn<Args, R> {
    fn clone(&self) -> Self {
        panic!()
    }
}

impl<Args, R> Copy for SpecFn<Args, R> {}

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
            impl<$($a,)* F: FnOnce($($a),*) -> bool> internal::Predicate<($($a,)*)> for F {}
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

// ---------------------------------------------------------------------------------------------- Traits

/// The integer types: Rust's, `char`, `int` and `nat`.
pub trait Integer: Copy {}

/// The types that `==` of exec code and of specifications agree on.
pub trait Structural {}

/// Equality in specifications: on equal types, through references, and between any two integer types.
#[diagnostic::on_unimplemented(message = "`{Self}` and `{Rhs}` cannot be compared in a specification")]
pub trait SpecEq<Rhs: ?Sized> {}

impl<T: ?Sized> SpecEq<T> for T {}
impl<T: ?Sized> SpecEq<&T> for T {}
impl<T: ?Sized> SpecEq<T> for &T {}
impl<T> SpecEq<T> for Ghost<T> {}
impl<T> SpecEq<Ghost<T>> for T {}
impl<T> SpecEq<T> for Tracked<T> {}
impl<T> SpecEq<Tracked<T>> for T {}

/// Ordering in specifications: between any two integer types, and on `real`.
#[diagnostic::on_unimplemented(message = "`{Self}` and `{Rhs}` cannot be ordered in a specification")]
pub trait SpecOrd<Rhs> {}

macro_rules! operator_traits {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])* pub trait $name<Rhs> { type Output; })*
    };
}

operator_traits! {
    /// `+` in specifications.
    SpecAdd;
    /// `-` in specifications.
    SpecSub;
    /// `*` in specifications.
    SpecMul;
    /// `/` in specifications: Euclidean on integers.
    SpecDiv;
    /// `%` in specifications: Euclidean.
    SpecRem;
    /// `&` in specifications.
    SpecBitAnd;
    /// `|` in specifications.
    SpecBitOr;
    /// `^` in specifications.
    SpecBitXor;
    /// `<<` in specifications: the left type, any integer on the right.
    SpecShl;
    /// `>>` in specifications.
    SpecShr;
}

/// `-a` in specifications.
pub trait SpecNeg {
    type Output;
}

macro_rules! widening {
    ($a:ident: $($b:ident)*) => {
        $(
            impl SpecOrd<$b> for $a {}
            impl SpecAdd<$b> for $a { type Output = internal::sum_of!($a $b); }
            impl SpecSub<$b> for $a { type Output = int; }
            impl SpecMul<$b> for $a { type Output = internal::sum_of!($a $b); }
        )*
    };
}

macro_rules! shifts {
    ($a:ident: $($b:ident)*) => {
        $(
            impl SpecShl<$b> for $a { type Output = $a; }
            impl SpecShr<$b> for $a { type Output = $a; }
        )*
    };
}

macro_rules! all_integers {
    ($mac:ident: $($a:ident)*) => {
        $($mac! { $a: int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char })*
    };
}

all_integers! { widening: int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char }
all_integers! { shifts: int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// Equality between different integer types, also through references.
macro_rules! different {
    () => {};
    ($a:ident $($b:ident)*) => {
        $(
            different! { @pair $a $b }
            different! { @pair $b $a }
        )*
        different! { $($b)* }
    };
    (@pair $a:ident $b:ident) => {
        impl SpecEq<$b> for $a {}
        impl SpecEq<&$b> for $a {}
        impl SpecEq<$b> for &$a {}
        impl SpecEq<&$b> for &$a {}
        impl SpecEq<$b> for Ghost<$a> {}
        impl SpecEq<$b> for Tracked<$a> {}
    };
}

different! { int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char }

/// Arithmetic and ordering through references.
macro_rules! through_references {
    ($($trait:ident)*) => {
        $(
            impl<L: $trait<R>, R> $trait<R> for &L { type Output = L::Output; }
            impl<L: $trait<R>, R> $trait<R> for &mut L { type Output = L::Output; }
            all_numbers! { $trait: int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char real f32 f64 }
        )*
    };
}

macro_rules! all_numbers {
    ($trait:ident: $($a:ident)*) => {
        $(
            impl<R> $trait<&R> for $a where $a: $trait<R> { type Output = <$a as $trait<R>>::Output; }
            impl<R> $trait<&mut R> for $a where $a: $trait<R> { type Output = <$a as $trait<R>>::Output; }
        )*
    };
}

through_references! { SpecAdd SpecSub SpecMul }

impl<L: SpecOrd<R>, R> SpecOrd<R> for &L {}
impl<L: SpecOrd<R>, R> SpecOrd<R> for &mut L {}

macro_rules! ordered_numbers {
    ($($a:ident)*) => {
        $(
            impl<R> SpecOrd<&R> for $a where $a: SpecOrd<R> {}
            impl<R> SpecOrd<&mut R> for $a where $a: SpecOrd<R> {}
        )*
    };
}

ordered_numbers! { int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char real f32 f64 }

/// Floating-point numbers: same type on both sides, and the same type results.
macro_rules! floats {
    ($($a:ident)*) => {
        $(
            impl SpecOrd<$a> for $a {}
            impl SpecAdd<$a> for $a { type Output = $a; }
            impl SpecSub<$a> for $a { type Output = $a; }
            impl SpecMul<$a> for $a { type Output = $a; }
            impl SpecDiv<$a> for $a { type Output = $a; }
            impl SpecRem<$a> for $a { type Output = $a; }
            impl SpecNeg for $a { type Output = $a; }
        )*
    };
}

floats! { f32 f64 }

macro_rules! integer {
    ($($a:ident => $quotient:ident, $negated:ident;)*) => {
        $(
            impl Integer for $a {}
            impl internal::Literal for $a {}
            impl SpecNeg for $a { type Output = $negated; }
            impl SpecDiv<$a> for $a { type Output = $quotient; }
            impl SpecRem<$a> for $a { type Output = internal::rem_of!($a); }
        )*
    };
}

integer! {
    int => int, int;
    nat => nat, int;
    u8 => u8, int;
    u16 => u16, int;
    u32 => u32, int;
    u64 => u64, int;
    u128 => u128, int;
    usize => usize, int;
    i8 => int, int;
    i16 => int, int;
    i32 => int, int;
    i64 => int, int;
    i128 => int, int;
    isize => int, int;
}

impl Integer for char {}

macro_rules! bits {
    ($($a:ident)*) => {
        $(
            impl SpecBitAnd<$a> for $a { type Output = $a; }
            impl SpecBitOr<$a> for $a { type Output = $a; }
            impl SpecBitXor<$a> for $a { type Output = $a; }
        )*
    };
}

bits! { bool int nat u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl internal::Literal for real {}
impl internal::Literal for f32 {}
impl internal::Literal for f64 {}
impl SpecOrd<real> for real {}
impl SpecAdd<real> for real {
    type Output = real;
}
impl SpecSub<real> for real {
    type Output = real;
}
impl SpecMul<real> for real {
    type Output = real;
}
impl SpecDiv<real> for real {
    type Output = real;
}
impl SpecNeg for real {
    type Output = real;
}

/// The operators of Rust on `int` and `nat`, for code outside the language's macros.
macro_rules! rust_operators {
    ($($op:ident $method:ident ($($a:ident)*);)*) => {
        $($(
            impl core::ops::$op for $a {
                type Output = $a;
                fn $method(self, other: $a) -> $a {
                    panic!()
                }
            }
        )*)*
    };
}

rust_operators! {
    Add add (int nat real);
    Sub sub (int nat real);
    Mul mul (int nat real);
    Div div (int nat real);
    Rem rem (int nat);
}

impl core::ops::Neg for int {
    type Output = int;
    fn neg(self) -> int {
        panic!()
    }
}

impl core::ops::Neg for real {
    type Output = real;
    fn neg(self) -> real {
        panic!()
    }
}

// ---------------------------------------------------------------------------------------------- Functions

macro_rules! declare {
    ($($(#[$doc:meta])* fn $name:ident $(<$($g:ident $(: $bound:path)?),*>)? ($($p:ident: $t:ty),*) $(-> $r:ty)?;)*) => {
        $($(#[$doc])* pub const fn $name $(<$($g $(: $bound)?),*>)? ($($p: $t),*) $(-> $r)? { panic!() })*
    };
}

declare! {
    /// The proof that a recommendation holds.
    fn recommends_by<A>(lemma: A);
    /// The result, exactly.
    fn returns<A>(value: A);
    /// Termination measure.
    fn decreases<A>(measure: A);
    /// The condition under which the measure decreases.
    fn decreases_when(condition: bool);
    /// The proof that the measure decreases.
    fn decreases_by<A>(lemma: A);
    /// The function does not unwind.
    fn no_unwind();
    /// The function does not unwind under the condition.
    fn no_unwind_when(condition: bool);
    /// The function opens no invariants.
    fn opens_invariants_none();
    /// The function may open any invariant.
    fn opens_invariants_any();
    /// The function opens these invariants.
    fn opens_invariants<A>(names: A);
    /// The function opens all invariants but these.
    fn opens_invariants_except<A>(names: A);
    /// The function opens the invariants of this set.
    fn opens_invariants_set<A>(names: A);
    /// Stands for the body of a function that has none.
    fn no_method_body() -> !;

    /// Makes known what characters a string literal has.
    fn reveal_strlit<A>(literal: A);
    /// Makes known what bytes a byte string literal has.
    fn reveal_byteslit<A>(literal: A);

    /// Assumes the obligation of the enclosing proof.
    fn admit();
    /// `assert(e)`.
    fn assert_(goal: bool);
    /// `assume(e)`.
    fn assume_(fact: bool);
    /// `assert(e) by { .. }`.
    fn assert_by(goal: bool, proof: ());
    /// `assert(e) by(compute)`.
    fn assert_by_compute(goal: bool);
    /// `assert(e) by(compute_only)`.
    fn assert_by_compute_only(goal: bool);
    /// `assert(e) by(nonlinear_arith)`.
    fn assert_nonlinear_by(proof: ());
    /// `assert(e) by(bit_vector)`.
    fn assert_bitvector_by(proof: ());
    /// `assert forall|..| p implies q by { .. }`.
    fn assert_forall_by<F>(proof: F);

    /// Equality of specifications on one type.
    fn equal<A>(a: A, b: A) -> bool;
    /// `===` with different types.
    fn spec_eq<A, B>(a: A, b: B) -> bool;
    /// `a =~= b`.
    fn ext_equal<A>(a: A, b: A) -> bool;
    /// `a =~~= b`.
    fn ext_equal_deep<A>(a: A, b: A) -> bool;
    /// `a ==> b`.
    fn imply(a: bool, b: bool) -> bool;
    /// Explicit triggers written by hand.
    fn with_triggers<T, A>(triggers: T, body: A) -> A;
    /// The value before the call.
    fn old<A>(a: A) -> A;
    /// `final(e)`: the value at the end of a mutable borrow.
    fn final_<A>(a: A) -> A;
    /// Whether an enum value is of the named variant.
    fn is_variant<A>(a: A, variant: &str) -> bool;
    /// A field of an enum value.
    fn get_variant_field<A, F>(a: A, variant: &str, field: &str) -> F;
    /// A field of a union.
    fn get_union_field<A, F>(a: A, field: &str) -> F;
    /// `a + b`, cut to the type.
    fn add<A: Integer>(a: A, b: A) -> A;
    /// `a - b`, cut to the type.
    fn sub<A: Integer>(a: A, b: A) -> A;
    /// `a * b`, cut to the type.
    fn mul<A: Integer>(a: A, b: A) -> A;
    /// The greatest value of the unsigned type of that many bits.
    fn unsigned_max(bits: nat) -> nat;
    /// The greatest value of the signed type of that many bits.
    fn signed_max(bits: nat) -> int;
    /// The least value of the signed type of that many bits.
    fn signed_min(bits: nat) -> int;
    /// The bits of `usize` on the target.
    fn arch_word_bits() -> nat;
    /// States that a value is within its type.
    fn constrain_type<A>(a: A) -> bool;
    /// Adds an edge to the call graph.
    fn extra_dependency<A>(f: A);
    /// Turns a closure into a specification closure.
    fn closure_to_fn_spec<Args, F, R>(f: F) -> SpecFn<Args, R>;
    /// All mutable borrows within the value have ended.
    fn has_resolved<A>(a: A) -> bool;
    /// The value a mutable reference has now.
    fn mut_ref_current<A>(a: &mut A) -> A;
    /// The value a mutable reference will have when its borrow ends.
    fn mut_ref_future<A>(a: &mut A) -> A;
    /// The value of a place once the borrows of it have ended.
    fn after_borrow<A>(a: A) -> A;
    /// A mutable reference to a tracked place as one to `Tracked`.
    fn mut_ref_tracked<A>(a: &mut A) -> &mut Tracked<A>;
    /// A raw statement for the solver; never accepted.
    fn inline_air_stmt(text: &str);
}

macro_rules! clauses {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* pub const fn $name<M, A: internal::Clauses<M>>(clauses: A) { panic!() })*
    };
}

clauses! {
    /// Precondition of the enclosing function, or of the proof step.
    requires
    /// Soft precondition of a spec function.
    recommends
    /// Postcondition.
    ensures
    /// Postcondition of a trait's default implementation.
    default_ensures
    /// Loop invariant.
    invariant
    /// Loop invariant that need not hold at a `break`.
    invariant_except_break
}

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

/// The reference to a struct around one of its fields.
pub const fn shr_ref_struct_wrap<'a, A, B>(a: &'a A, b: &'a B, variant: &str, field: &str) -> &'a B {
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

    /// What comes after a call of this is type-checked and never reached: the borrow checker does not look at it.
    pub const fn diverge() -> ! {
        panic!()
    }

    /// Always false, which the compiler does not know.
    pub const fn no() -> bool {
        false
    }

    /// Some value, for a constant that exists in ghost code only and for bodies that are left out.
    pub const fn any<T>() -> T {
        unsafe { core::mem::MaybeUninit::<T>::zeroed().assume_init() }
    }

    /// Some value, in a form that does not end the path where the type has none: ghost code may speak of a value of such
    /// a type, and what comes after it is still to be checked.
    pub const fn some<T>() -> Option<T> {
        panic!()
    }

    /// What a clause may be: a Boolean, an array or a tuple of them, or a closure from the result to one of these.
    /// `Shape` keeps the implementations apart.
    pub trait Clauses<Shape> {}

    impl Clauses<()> for bool {}
    impl<const N: usize> Clauses<()> for [bool; N] {}
    impl<C: Clauses<()>, F: FnOnce() -> C> Clauses<((),)> for F {}
    impl<R, C: Clauses<()>, F: FnOnce(R) -> C> Clauses<(R, ())> for F {}

    macro_rules! tuples {
        ($($($b:ident)*;)*) => { $(impl Clauses<()> for ($($b,)*) {})* };
    }

    tuples! {
        bool;
        bool bool;
        bool bool bool;
        bool bool bool bool;
        bool bool bool bool bool;
        bool bool bool bool bool bool;
        bool bool bool bool bool bool bool;
        bool bool bool bool bool bool bool bool;
    }

    clauses! {
        /// The older `invariant_ensures` of a loop.
        invariant_ensures
    }

    /// The types that a number may be written for.
    pub trait Literal: Copy {}

    macro_rules! sum_of {
        (nat nat) => {
            nat
        };
        ($a:ident $b:ident) => {
            int
        };
    }
    pub(crate) use sum_of;

    macro_rules! rem_of {
        ($a:ident) => {
            $a
        };
    }
    pub(crate) use rem_of;

    declare! {
        /// Marks a block as `proof { .. }` or as the body of a proof step.
        fn proof_block();
        /// The prover of a whole function.
        fn prover(name: &str);
        /// An attribute of the enclosing loop.
        fn loop_attr(text: &str);
        /// An attribute of the enclosing block.
        fn expr_attr(text: &str);
        /// An attribute of the `let` that follows.
        fn let_attr(text: &str);
        /// `opens_invariants none` and `any`.
        fn opens_invariants(which: &str);
        /// `opens_invariants [a, b]`.
        fn opens_invariants_list<A>(names: A);
        /// `opens_invariants any / [a, b]`.
        fn opens_invariants_except<A>(names: A);
        /// `opens_invariants` with a set.
        fn opens_invariants_set<A>(names: A);
        /// `assert(e) by(integer_ring)`.
        fn assert_integer_ring_by(proof: ());
        /// `reveal(f)`, `reveal_with_fuel(f, n)`, `hide(f)` with 0.
        fn reveal<A>(f: A, fuel: u32);
        /// A member of a broadcast group.
        fn broadcast_member<A>(f: A);
        /// `broadcast use f`.
        fn broadcast_use<A>(f: A);
        /// The function an `assume_specification` speaks of.
        fn specifies<A>(f: A);
        /// `global size_of T == n`.
        fn global_size_of<T>(bytes: usize);
        /// `global layout T is size == n, align == m`.
        fn global_layout<T>(bytes: usize, align: usize);
        /// `let ghost x = e`.
        fn ghost_let<A>(a: A) -> A;
        /// `let tracked x = e`.
        fn tracked_let<A>(a: A) -> A;
        /// The pattern `Ghost(x)`.
        fn open_ghost<A>(a: Ghost<A>) -> A;
        /// The pattern `Tracked(x)`.
        fn open_tracked<A>(a: Tracked<A>) -> A;
        /// `#[verifier::truncate] e`.
        fn truncate<A>(a: A) -> A;
        /// `#[trigger] e`.
        fn trigger<A>(a: A) -> A;
        /// `#![trigger ..]` around the body of a quantifier.
        fn with_trigger<T, A>(terms: T, body: A) -> A;
        /// `#![auto]`.
        fn auto_trigger<A>(body: A) -> A;
        /// `#![all_triggers]`.
        fn all_triggers<A>(body: A) -> A;
        /// `decreases_to!(a => b)`.
        fn decreases_to<A, B>(a: A, b: B) -> bool;
        /// A number: its digits as written.
        fn lit<T: Literal>(digits: &'static str) -> T;
        /// `e as T` in ghost code.
        fn cast<A, T>(a: A) -> T;
        /// `a <==> b`.
        fn iff(a: bool, b: bool) -> bool;
        /// The first operand of a chained comparison.
        fn chain<A>(a: A) -> Chain<A>;
        /// The value of a chained comparison.
        fn chain_end<A>(chain: Chain<A>) -> bool;
    }

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

    macro_rules! operators {
        ($($name:ident $trait:ident)*) => {
            $(pub const fn $name<L: $trait<R>, R>(l: L, r: R) -> <L as $trait<R>>::Output { panic!() })*
        };
    }

    operators! {
        spec_add SpecAdd
        spec_sub SpecSub
        spec_mul SpecMul
    }

    /// `a << b`: the type of `a`.
    pub const fn spec_shl<L: SpecShl<R>, R>(l: L, r: R) -> L {
        panic!()
    }

    /// `a >> b`: the type of `a`.
    pub const fn spec_shr<L: SpecShr<R>, R>(l: L, r: R) -> L {
        panic!()
    }

    /// Operators whose operands are of one type, which a literal takes from the other operand.
    macro_rules! uniform_operators {
        ($($name:ident $trait:ident)*) => {
            $(pub const fn $name<T: $trait<T>>(l: T, r: T) -> <T as $trait<T>>::Output { panic!() })*
        };
    }

    uniform_operators! {
        spec_div SpecDiv
        spec_rem SpecRem
        spec_bitand SpecBitAnd
        spec_bitor SpecBitOr
        spec_bitxor SpecBitXor
    }

    macro_rules! comparisons {
        ($($name:ident $chain:ident)*) => {
            $(
                pub const fn $name<L: SpecOrd<R>, R>(l: L, r: R) -> bool { panic!() }
                pub const fn $chain<L: SpecOrd<R>, R>(l: Chain<L>, r: R) -> Chain<R> { panic!() }
            )*
        };
    }

    comparisons! {
        spec_lt chain_lt
        spec_le chain_le
        spec_gt chain_gt
        spec_ge chain_ge
    }

    /// `==` in a chain.
    pub const fn chain_eq<L: SpecEq<R>, R>(l: Chain<L>, r: R) -> Chain<R> {
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

    /// The iterator of `for x in NAME: e`, which the loop's clauses may name.
    pub struct ForIter<I> {
        iterator: I,
    }

    impl<I> Deref for ForIter<I> {
        type Target = I;
        fn deref(&self) -> &I {
            panic!()
        }
    }

    impl<I: Iterator> Iterator for ForIter<I> {
        type Item = I::Item;
        fn next(&mut self) -> Option<I::Item> {
            panic!()
        }
    }

    /// `for x in NAME: e`.
    pub fn for_iter<I: IntoIterator>(iterator: I) -> ForIter<I::IntoIter> {
        panic!()
    }
}

/// `o->0` on an `Option`: the accessors that the rewriter generates for the enums of a program.
pub trait OptionFields<T> {
    #[doc = "certus:accessor get Some 0"]
    fn __certus_get_0(self) -> T;
    #[doc = "certus:accessor get Some 0"]
    fn __certus_get_Some_0(self) -> T;
}

impl<T> OptionFields<T> for Option<T> {
    #[doc = "certus:accessor get Some 0"]
    fn __certus_get_0(self) -> T {
        panic!()
    }
    #[doc = "certus:accessor get Some 0"]
    fn __certus_get_Some_0(self) -> T {
        panic!()
    }
}

/// `r->Ok_0` and `r->Err_0` on a `Result`.
pub trait ResultFields<T, E> {
    #[doc = "certus:accessor get Ok 0"]
    fn __certus_get_Ok_0(self) -> T;
    #[doc = "certus:accessor get Err 0"]
    fn __certus_get_Err_0(self) -> E;
}

impl<T, E> ResultFields<T, E> for Result<T, E> {
    #[doc = "certus:accessor get Ok 0"]
    fn __certus_get_Ok_0(self) -> T {
        panic!()
    }
    #[doc = "certus:accessor get Err 0"]
    fn __certus_get_Err_0(self) -> E {
        panic!()
    }
}
