//! Tuples.
use crate::prelude::rust_2021::*;
use crate::cmp::Ordering;
use crate::fmt::{Debug, Formatter};
use crate::hash::{Hash, Hasher};

macro_rules! tuples {
    ($(($($t:ident)+))*) => { $(
        impl<$($t: PartialEq),+> PartialEq for ($($t,)+) { fn eq(&self, other: &($($t,)+)) -> bool; }
        impl<$($t: Eq),+> Eq for ($($t,)+) {}
        impl<$($t: PartialOrd),+> PartialOrd for ($($t,)+) { fn partial_cmp(&self, other: &($($t,)+)) -> Option<Ordering>; }
        impl<$($t: Ord),+> Ord for ($($t,)+) { fn cmp(&self, other: &($($t,)+)) -> Ordering; }
        impl<$($t: Default),+> Default for ($($t,)+) { fn default() -> ($($t,)+); }
        impl<$($t: Debug),+> Debug for ($($t,)+) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
        impl<$($t: Hash),+> Hash for ($($t,)+) { fn hash<S: Hasher>(&self, state: &mut S); }
    )* };
}
tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }
