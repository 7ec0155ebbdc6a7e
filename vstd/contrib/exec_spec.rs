//! What functions made by `exec_spec_verified!` and `exec_spec_unverified!` call.
//!
//! A type of specifications has two types of code that runs: one for values that are owned, and one for values that are
//! borrowed. `Seq<T>` is a `Vec` or a slice, `SpecString` a `String` or a `str`, `Map` a `HashMap`, `Set` a `HashSet`,
//! and `Multiset` an [`ExecMultiset`]; numbers, truth values and characters are both themselves. A function `f` of
//! specifications has a counterpart `exec_f`, and a method of a collection has one of a trait `ExecSpec..` below.
// @when contrib

#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::verus;

mod entries;
mod map;
mod multiset;
pub mod numbers;
mod option;
mod seq;
mod seq_parts;
mod set;
mod string;

pub use map::*;
pub use multiset::*;
pub use option::*;
pub use seq::*;
pub use seq_parts::*;
pub use set::*;
pub use string::*;
pub use verus_builtin_macros::{exec_spec_unverified, exec_spec_verified};

verus! {

/// What is owned can be borrowed.
pub trait ToRef<T: Sized + DeepView>: Sized + DeepView<V = T::V> {
    /// The borrowed value.
    fn get_ref(self) -> (res: T)
        ensures
            res.deep_view() == self.deep_view(),
    ;
}

/// What is borrowed can be copied into an owned value.
pub trait ToOwned<T: Sized + DeepView>: Sized + DeepView<V = T::V> {
    /// The owned value.
    fn get_owned(self) -> (res: T)
        ensures
            res.deep_view() == self.deep_view(),
    ;
}

/// Copies have the description of what they were copied from.
pub trait DeepViewClone: Sized + DeepView {
    /// A copy.
    fn deep_clone(&self) -> (res: Self)
        ensures
            res.deep_view() == self.deep_view(),
    ;
}

/// Types of specifications that have types of code that runs.
pub trait ExecSpecType where
    for <'a>&'a Self::ExecOwnedType: ToRef<Self::ExecRefType<'a>>,
    for <'a>Self::ExecRefType<'a>: ToOwned<Self::ExecOwnedType>,
 {
    /// The type of values that are owned.
    type ExecOwnedType: DeepView<V = Self>;

    /// The type of values that are borrowed.
    type ExecRefType<'a>: DeepView<V = Self>;
}

/// Values that can be compared by their descriptions.
pub trait ExecSpecEq<'a>: DeepView + Sized {
    /// What they are compared with.
    type Other: DeepView<V = Self::V>;

    /// Whether both have one description.
    fn exec_eq(this: Self, other: Self::Other) -> (res: bool)
        ensures
            res == (this.deep_view() =~~= other.deep_view()),
    ;
}

/// Types of keys and of elements of sets. Of `Hash` and `Eq` alone the verifier does not know which types have them.
pub trait ExecSpecKey: core::hash::Hash + Eq {
}

impl ExecSpecKey for std::string::String {
}

impl<T: ExecSpecKey> ExecSpecKey for Option<T> {
}

impl<T: ExecSpecKey> ExecSpecKey for std::vec::Vec<T> {
}

/// `s[i]` of sequences and strings.
pub trait ExecSpecIndex<'a>: Sized + DeepView<V = Seq<<Self::Elem as DeepView>::V>> {
    /// The elements.
    type Elem: DeepView;

    /// The element at an index.
    fn exec_index(self, index: usize) -> Self::Elem
        requires
            0 <= index < self.deep_view().len(),
    ;
}

/// `len` of collections.
pub trait ExecSpecLen {
    /// The number of elements.
    fn exec_len(self) -> usize;
}

// trusted: the body panics, so that no caller goes on.
/// Ends the program where a result cannot be computed, or cannot be represented.
#[verifier::external_body]
#[cold]
pub(crate) fn give_up<T>(why: &str) -> (res: T)
    ensures
        false,
{
    panic!("{}", why)
}

} // verus!

/// Types that are their own counterparts, whether owned or borrowed.
macro_rules! plain_types {
    ($($ty:ty),* $(,)?) => {
        $(
            verus! {

            impl ExecSpecType for $ty {
                type ExecOwnedType = $ty;

                type ExecRefType<'a> = $ty;
            }

            impl<'a> ToRef<$ty> for &'a $ty {
                #[inline(always)]
                fn get_ref(self) -> $ty {
                    *self
                }
            }

            impl ToOwned<$ty> for $ty {
                #[inline(always)]
                fn get_owned(self) -> $ty {
                    self
                }
            }

            impl DeepViewClone for $ty {
                #[inline(always)]
                fn deep_clone(&self) -> Self {
                    *self
                }
            }

            impl ExecSpecKey for $ty {
            }

            impl<'a> ExecSpecEq<'a> for $ty {
                type Other = $ty;

                #[inline(always)]
                fn exec_eq(this: Self, other: Self::Other) -> bool {
                    this == other
                }
            }

            impl<'a> ExecSpecEq<'a> for &'a $ty {
                type Other = &'a $ty;

                #[inline(always)]
                fn exec_eq(this: Self, other: Self::Other) -> bool {
                    *this == *other
                }
            }

            }
        )*
    };
}

plain_types!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char);

/// Tuples, whose parts are owned.
macro_rules! tuples {
    ($($name:ident . $index:tt),*) => {
        verus! {

        impl<'a, $($name: Sized + DeepView),*> ToRef<&'a ($($name,)*)> for &'a ($($name,)*) {
            #[inline(always)]
            fn get_ref(self) -> &'a ($($name,)*) {
                self
            }
        }

        impl<'a, $($name: DeepView + DeepViewClone),*> ToOwned<($($name,)*)> for &'a ($($name,)*) {
            #[inline(always)]
            fn get_owned(self) -> ($($name,)*) {
                self.deep_clone()
            }
        }

        impl<$($name: ExecSpecKey),*> ExecSpecKey for ($($name,)*) {
        }

        impl<$($name: DeepViewClone),*> DeepViewClone for ($($name,)*) {
            #[inline(always)]
            fn deep_clone(&self) -> Self {
                ($(self.$index.deep_clone(),)*)
            }
        }

        impl<'a, $($name: DeepView),*> ExecSpecEq<'a> for &'a ($($name,)*) where
            $(&'a $name: ExecSpecEq<'a, Other = &'a $name>,)*
        {
            type Other = &'a ($($name,)*);

            #[inline(always)]
            fn exec_eq(this: Self, other: Self::Other) -> bool {
                $(<&'a $name>::exec_eq(&this.$index, &other.$index))&&*
            }
        }

        }
    };
}

tuples!(A.0);
tuples!(A.0, B.1);
tuples!(A.0, B.1, C.2);
tuples!(A.0, B.1, C.2, D.3);
