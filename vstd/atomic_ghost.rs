//! Atomic places together with ghost state.
// @when atomic Atomic
//!
//! An [`AtomicU64`] and its kin are a place of `vstd::atomic` and an invariant in one. The invariant has the permission for the
//! place, and a tracked value that the program chooses; a predicate says how the two belong together. One operation on the
//! place, with a proof that changes the ghost state at the same moment, is written
//!
//! ```text
//! let r = atomic_with_ghost!(
//!     a => fetch_add(1);
//!     update before -> after;      // optional: names for the values in the place
//!     returning r;                 // optional: a name for the result in the proof
//!     ghost g => { .. }            // the proof: `g` is the ghost state
//! );
//! ```
//!
//! trusted: a new place has the permission for it in its invariant; rustc does not let a constant function make one.

use crate::atomic::*;
use crate::invariant::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// How the value in a place and the ghost state belong together.
pub trait AtomicInvariantPredicate<K, V, G> {
    /// Whether `v` may be in the place while the ghost state is `g`; `k` is the constant of the place.
    spec fn atomic_inv(k: K, v: V, g: G) -> bool;
}

} // verus!

/// A type of places with ghost state.
macro_rules! atomic_with_state {
    ([$($param:ident)?], $name:ident, $place:ident, $permission:ident, $value:ty, $predicate:ident) => {
        verus! {

        /// The predicate of the invariant in a place with ghost state.
        pub struct $predicate<$($param,)? Pred> {
            $(
            /// The type of the pointer.
            pub t: core::marker::PhantomData<$param>,
            )?
            /// The predicate of the program.
            pub p: Pred,
        }

        impl<$($param,)? K, G, Pred> InvariantPredicate<(K, int), ($permission$(<$param>)?, G)> for $predicate<
            $($param,)? Pred,
        > where Pred: AtomicInvariantPredicate<K, $value, G> {
            open spec fn inv(k_loc: (K, int), perm_g: ($permission$(<$param>)?, G)) -> bool {
                &&& perm_g.0.view().patomic == k_loc.1
                &&& Pred::atomic_inv(k_loc.0, perm_g.0.view().value, perm_g.1)
            }
        }

        /// An atomic place with ghost state.
        pub struct $name<$($param,)? K, G, Pred> {
            /// The place.
            #[doc(hidden)]
            pub patomic: $place$(<$param>)?,
            /// The permission and the ghost state.
            #[doc(hidden)]
            pub atomic_inv: Tracked<
                AtomicInvariant<(K, int), ($permission$(<$param>)?, G), $predicate<$($param,)? Pred>>,
            >,
        }

        impl<$($param,)? K, G, Pred> $name<$($param,)? K, G, Pred> {
            /// What it was made with.
            pub open spec fn constant(&self) -> K {
                self.atomic_inv@.constant().0
            }

            /// Whether the invariant is that of the place.
            pub open spec fn well_formed(&self) -> bool {
                self.atomic_inv@.constant().1 == self.patomic.id()
            }
        }

        impl<$($param,)? K, G, Pred> $name<$($param,)? K, G, Pred> where
            Pred: AtomicInvariantPredicate<K, $value, G>,
         {
            /// A new place with a value and ghost state. It is trusted, as rustc does not let a constant function make an
            /// invariant.
            #[inline(always)]
            #[verifier::external_body]
            pub const fn new(k: Ghost<K>, u: $value, g: Tracked<G>) -> (t: Self)
                requires
                    Pred::atomic_inv(k@, u, g@),
                ensures
                    t.well_formed(),
                    t.constant() == k@,
            {
                let (patomic, perm) = $place::new(u);
                core::mem::forget((k, g, perm));
                $name { patomic, atomic_inv: Tracked::assume_new() }
            }

            /// Reads the value.
            #[inline(always)]
            pub fn load(&self) -> $value
                requires
                    self.well_formed(),
            {
                let result;
                ::verus_builtin_macros::verus_open_invariant!(open_atomic_invariant_begin, self.atomic_inv.borrow() => pair => {
                    let tracked (perm, g) = pair;
                    result = self.patomic.load(Tracked(&perm));
                    proof { pair = (perm, g); }
                });
                result
            }

            /// The value of a place that nobody else has, and the ghost state.
            #[inline(always)]
            pub fn into_inner(self) -> (res: ($value, Tracked<G>))
                requires
                    self.well_formed(),
                ensures
                    Pred::atomic_inv(self.constant(), res.0, res.1@),
            {
                let $name { patomic, atomic_inv: Tracked(atomic_inv) } = self;
                let tracked (perm, g) = atomic_inv.into_inner();
                let v = patomic.into_inner(Tracked(perm));
                (v, Tracked(g))
            }
        }

        } // verus!
    };
}

/// An atomic operation together with a proof; the page of the module says how it is written.
#[macro_export]
macro_rules! atomic_with_ghost {
    ($e:expr => $op:ident $args:tt; $($rest:tt)*) => {
        $crate::atomic_with_ghost_names!($e, $op, $args, _, _, _, $($rest)*)
    };
}

/// The names that a proof has for what an operation does.
#[doc(hidden)]
#[macro_export]
macro_rules! atomic_with_ghost_names {
    ($e:expr, $op:ident, $args:tt, $p:tt, $n:tt, $r:tt, update $prev:tt -> $next:tt; $($rest:tt)*) => {
        $crate::atomic_with_ghost_names!($e, $op, $args, $prev, $next, $r, $($rest)*)
    };
    ($e:expr, $op:ident, $args:tt, $p:tt, $n:tt, $r:tt, returning $ret:tt; $($rest:tt)*) => {
        $crate::atomic_with_ghost_names!($e, $op, $args, $p, $n, $ret, $($rest)*)
    };
    ($e:expr, $op:ident, $args:tt, $p:tt, $n:tt, $r:tt, ghost $g:ident => $b:tt $(;)?) => {
        $crate::atomic_with_ghost_operation!($op, $e, $args, $p, $n, $r, $g, $b)
    };
    ($e:expr, $op:ident, $args:tt, $p:tt, $n:tt, $r:tt, $g:ident => $b:tt $(;)?) => {
        $crate::atomic_with_ghost_operation!($op, $e, $args, $p, $n, $r, $g, $b)
    };
}

/// The operations.
#[doc(hidden)]
#[macro_export]
macro_rules! atomic_with_ghost_operation {
    (load, $e:expr, (), $p:tt, $n:tt, $r:tt, $g:ident, $b:tt) => {
        $crate::atomic_with_ghost_block!(
            atomic, perm, $e, [], { atomic.patomic.load(Tracked(&perm)) }, $p, $n, $r, $g, $b)
    };
    (no_op, $e:expr, (), $p:tt, $n:tt, $r:tt, $g:ident, $b:tt) => {
        $crate::atomic_with_ghost_block!(atomic, perm, $e, [], { () }, $p, $n, $r, $g, $b)
    };
    (fetch_add, $e:expr, ($a:expr), $p:tt, $n:tt, $r:tt, $g:ident, $b:tt) => {
        $crate::atomic_with_ghost_sum!(fetch_add, +, $e, $a, $p, $n, $r, $g, $b)
    };
    (fetch_sub, $e:expr, ($a:expr), $p:tt, $n:tt, $r:tt, $g:ident, $b:tt) => {
        $crate::atomic_with_ghost_sum!(fetch_sub, -, $e, $a, $p, $n, $r, $g, $b)
    };
    ($op:ident, $e:expr, ($a:expr), $p:tt, $n:tt, $r:tt, $g:ident, $b:tt) => {
        $crate::atomic_with_ghost_block!(
            atomic, perm, $e, [operand = $a], { atomic.patomic.$op(Tracked(&mut perm), operand) },
            $p, $n, $r, $g, $b)
    };
    ($op:ident, $e:expr, ($a1:expr, $a2:expr), $p:tt, $n:tt, $r:tt, $g:ident, $b:tt) => {
        $crate::atomic_with_ghost_block!(
            atomic, perm, $e, [first = $a1, then = $a2], { atomic.patomic.$op(Tracked(&mut perm), first, then) },
            $p, $n, $r, $g, $b)
    };
}

/// The block of an operation: operands are computed before it, and the proof comes behind the operation.
#[doc(hidden)]
#[macro_export]
macro_rules! atomic_with_ghost_block {
    ($atomic:ident, $perm:ident, $e:expr, [$($operand:ident = $a:expr),*], $run:tt,
        $p:tt, $n:tt, $r:tt, $g:ident, $b:tt) => {
        ::verus_builtin_macros::verus_exec_expr! { {
            let result;
            let $atomic = &($e);
            $(let $operand = $a;)*
            ::verus_builtin_macros::verus_open_invariant!(
                $crate::invariant::open_atomic_invariant_begin, $atomic.atomic_inv.borrow() => pair => {
                let tracked (mut $perm, mut $g) = pair;
                let ghost $p = $perm.view().value;
                result = $run;
                let ghost $r = result;
                let ghost $n = $perm.view().value;
                proof $b
                proof { pair = ($perm, $g); }
            });
            result
        } }
    };
}

/// The block of a sum or difference: the proof comes before it, and shows that it is in range.
#[doc(hidden)]
#[macro_export]
macro_rules! atomic_with_ghost_sum {
    ($op:ident, $sign:tt, $e:expr, $a:expr, $p:tt, $n:tt, $r:tt, $g:ident, $b:tt) => {
        ::verus_builtin_macros::verus_exec_expr! { {
            let result;
            let atomic = &($e);
            let operand = $a;
            ::verus_builtin_macros::verus_open_invariant!(
                $crate::invariant::open_atomic_invariant_begin, atomic.atomic_inv.borrow() => pair => {
                let tracked (mut perm, mut $g) = pair;
                let ghost $p = perm.view().value as int;
                let ghost $r = perm.view().value as int;
                let ghost $n = perm.view().value as int $sign (operand as int);
                proof $b
                result = atomic.patomic.$op(Tracked(&mut perm), operand);
                proof { pair = (perm, $g); }
            });
            result
        } }
    };
}

pub use atomic_with_ghost;

atomic_with_state!([], AtomicU8, PAtomicU8, PermissionU8, u8, AtomicPredU8);
atomic_with_state!([], AtomicU16, PAtomicU16, PermissionU16, u16, AtomicPredU16);
atomic_with_state!([], AtomicU32, PAtomicU32, PermissionU32, u32, AtomicPredU32);
atomic_with_state!([], AtomicU64, PAtomicU64, PermissionU64, u64, AtomicPredU64);
atomic_with_state!([], AtomicUsize, PAtomicUsize, PermissionUsize, usize, AtomicPredUsize);
atomic_with_state!([], AtomicI8, PAtomicI8, PermissionI8, i8, AtomicPredI8);
atomic_with_state!([], AtomicI16, PAtomicI16, PermissionI16, i16, AtomicPredI16);
atomic_with_state!([], AtomicI32, PAtomicI32, PermissionI32, i32, AtomicPredI32);
atomic_with_state!([], AtomicI64, PAtomicI64, PermissionI64, i64, AtomicPredI64);
atomic_with_state!([], AtomicIsize, PAtomicIsize, PermissionIsize, isize, AtomicPredIsize);
atomic_with_state!([], AtomicBool, PAtomicBool, PermissionBool, bool, AtomicPredBool);
atomic_with_state!([T], AtomicPtr, PAtomicPtr, PermissionPtr, *mut T, AtomicPredPtr);
