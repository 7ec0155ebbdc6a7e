//! Types and relations for modules in EPR mode.
// @when epr_model

/// Makes the abstraction that a module in EPR mode (`#![verifier::epr_mode]`) speaks of, from types and definitions that
/// are not of that logic.
///
/// - `sort Name(Type);` is a type `Name` with one private field `value`, of type `Type`. `Name::of(v)` is the value of it
///   that stands for `v`, and `n.value()` what stands behind `n`.
/// - `sort Name(Type) ordered by le, lemma;` is one of integers, with the relation `le(a, b)` and the proof function
///   `lemma()`, which says that it is a total order.
/// - `relation name(params) { .. }` and `function name(params) -> Type { .. }` are closed definitions. Where they stand the
///   field `value` is visible; from elsewhere nothing is known of them.
///
/// Everything is `pub`, in the module around. Proof functions of this module can say what the definitions have in common
/// with the relations that the module in EPR mode is about.
#[macro_export]
macro_rules! epr_model {
    () => {};
    ($(#[$meta:meta])* sort $name:ident($of:ty) ordered by $le:ident, $lemma:ident; $($rest:tt)*) => {
        $crate::epr_model! { $(#[$meta])* sort $name($of); }
        ::vstd::prelude::verus! {
        pub closed spec fn $le(a: $name, b: $name) -> bool {
            a.value <= b.value
        }

        pub proof fn $lemma()
            ensures
                forall|a: $name, b: $name| #![all_triggers] $le(a, b) || $le(b, a),
                forall|a: $name, b: $name| #![all_triggers] $le(a, b) && $le(b, a) ==> a == b,
                forall|a: $name, b: $name, c: $name| #![all_triggers] $le(a, b) && $le(b, c) ==> $le(a, c),
        {
        }
        }
        $crate::epr_model! { $($rest)* }
    };
    ($(#[$meta:meta])* sort $name:ident($of:ty); $($rest:tt)*) => {
        ::vstd::prelude::verus! {
        $(#[$meta])*
        pub struct $name {
            value: $of,
        }

        impl $name {
            pub closed spec fn of(value: $of) -> $name {
                $name { value }
            }

            pub closed spec fn value(self) -> $of {
                self.value
            }
        }
        }
        $crate::epr_model! { $($rest)* }
    };
    ($(#[$meta:meta])* relation $name:ident($($param:ident: $ty:ty),* $(,)?) { $($body:tt)* } $($rest:tt)*) => {
        $crate::epr_model! { $(#[$meta])* function $name($($param: $ty),*) -> bool { $($body)* } $($rest)* }
    };
    ($(#[$meta:meta])* function $name:ident($($param:ident: $ty:ty),* $(,)?) -> $result:ty { $($body:tt)* } $($rest:tt)*) => {
        ::vstd::prelude::verus! {
        $(#[$meta])*
        pub closed spec fn $name($($param: $ty),*) -> $result {
            $($body)*
        }
        }
        $crate::epr_model! { $($rest)* }
    };
}

pub use epr_model;
