//! Proofs as chains of equalities and inequalities.

/// `calc! { (==) a; { proof of a == b } b; { proof of b == c } c; }` proves `a == c` step by step. A step may name a
/// relation of its own, `(<=) { .. }`, that agrees with the relation of the whole.
#[macro_export]
macro_rules! calc {
    ($($tokens:tt)*) => {
        ::verus_builtin_macros::calc_proc_macro!($($tokens)*)
    };
}

pub use calc;
