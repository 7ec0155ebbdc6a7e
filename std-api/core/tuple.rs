//! Tuples.
use crate::prelude::rust_2021::*;
use crate::cmp::Ordering;
use crate::fmt::{Debug, Formatter};
use crate::hash::{Hash, Hasher};

impl<A: PartialEq> PartialEq for (A,) { fn eq(&self, other: &(A,)) -> bool; }
impl<A: Eq> Eq for (A,) {}
impl<A: PartialOrd> PartialOrd for (A,) { fn partial_cmp(&self, other: &(A,)) -> Option<Ordering>; }
impl<A: Ord> Ord for (A,) { fn cmp(&self, other: &(A,)) -> Ordering; }
impl<A: Default> Default for (A,) { fn default() -> (A,); }
impl<A: Debug> Debug for (A,) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
impl<A: Hash> Hash for (A,) { fn hash<S: Hasher>(&self, state: &mut S); }
impl<A: PartialEq, B: PartialEq> PartialEq for (A, B,) { fn eq(&self, other: &(A, B,)) -> bool; }
impl<A: Eq, B: Eq> Eq for (A, B,) {}
impl<A: PartialOrd, B: PartialOrd> PartialOrd for (A, B,) { fn partial_cmp(&self, other: &(A, B,)) -> Option<Ordering>; }
impl<A: Ord, B: Ord> Ord for (A, B,) { fn cmp(&self, other: &(A, B,)) -> Ordering; }
impl<A: Default, B: Default> Default for (A, B,) { fn default() -> (A, B,); }
impl<A: Debug, B: Debug> Debug for (A, B,) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
impl<A: Hash, B: Hash> Hash for (A, B,) { fn hash<S: Hasher>(&self, state: &mut S); }
impl<A: PartialEq, B: PartialEq, C: PartialEq> PartialEq for (A, B, C,) { fn eq(&self, other: &(A, B, C,)) -> bool; }
impl<A: Eq, B: Eq, C: Eq> Eq for (A, B, C,) {}
impl<A: PartialOrd, B: PartialOrd, C: PartialOrd> PartialOrd for (A, B, C,) { fn partial_cmp(&self, other: &(A, B, C,)) -> Option<Ordering>; }
impl<A: Ord, B: Ord, C: Ord> Ord for (A, B, C,) { fn cmp(&self, other: &(A, B, C,)) -> Ordering; }
impl<A: Default, B: Default, C: Default> Default for (A, B, C,) { fn default() -> (A, B, C,); }
impl<A: Debug, B: Debug, C: Debug> Debug for (A, B, C,) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
impl<A: Hash, B: Hash, C: Hash> Hash for (A, B, C,) { fn hash<S: Hasher>(&self, state: &mut S); }
impl<A: PartialEq, B: PartialEq, C: PartialEq, D: PartialEq> PartialEq for (A, B, C, D,) { fn eq(&self, other: &(A, B, C, D,)) -> bool; }
impl<A: Eq, B: Eq, C: Eq, D: Eq> Eq for (A, B, C, D,) {}
impl<A: PartialOrd, B: PartialOrd, C: PartialOrd, D: PartialOrd> PartialOrd for (A, B, C, D,) { fn partial_cmp(&self, other: &(A, B, C, D,)) -> Option<Ordering>; }
impl<A: Ord, B: Ord, C: Ord, D: Ord> Ord for (A, B, C, D,) { fn cmp(&self, other: &(A, B, C, D,)) -> Ordering; }
impl<A: Default, B: Default, C: Default, D: Default> Default for (A, B, C, D,) { fn default() -> (A, B, C, D,); }
impl<A: Debug, B: Debug, C: Debug, D: Debug> Debug for (A, B, C, D,) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
impl<A: Hash, B: Hash, C: Hash, D: Hash> Hash for (A, B, C, D,) { fn hash<S: Hasher>(&self, state: &mut S); }
impl<A: PartialEq, B: PartialEq, C: PartialEq, D: PartialEq, E: PartialEq> PartialEq for (A, B, C, D, E,) { fn eq(&self, other: &(A, B, C, D, E,)) -> bool; }
impl<A: Eq, B: Eq, C: Eq, D: Eq, E: Eq> Eq for (A, B, C, D, E,) {}
impl<A: PartialOrd, B: PartialOrd, C: PartialOrd, D: PartialOrd, E: PartialOrd> PartialOrd for (A, B, C, D, E,) { fn partial_cmp(&self, other: &(A, B, C, D, E,)) -> Option<Ordering>; }
impl<A: Ord, B: Ord, C: Ord, D: Ord, E: Ord> Ord for (A, B, C, D, E,) { fn cmp(&self, other: &(A, B, C, D, E,)) -> Ordering; }
impl<A: Default, B: Default, C: Default, D: Default, E: Default> Default for (A, B, C, D, E,) { fn default() -> (A, B, C, D, E,); }
impl<A: Debug, B: Debug, C: Debug, D: Debug, E: Debug> Debug for (A, B, C, D, E,) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
impl<A: Hash, B: Hash, C: Hash, D: Hash, E: Hash> Hash for (A, B, C, D, E,) { fn hash<S: Hasher>(&self, state: &mut S); }
impl<A: PartialEq, B: PartialEq, C: PartialEq, D: PartialEq, E: PartialEq, F: PartialEq> PartialEq for (A, B, C, D, E, F,) { fn eq(&self, other: &(A, B, C, D, E, F,)) -> bool; }
impl<A: Eq, B: Eq, C: Eq, D: Eq, E: Eq, F: Eq> Eq for (A, B, C, D, E, F,) {}
impl<A: PartialOrd, B: PartialOrd, C: PartialOrd, D: PartialOrd, E: PartialOrd, F: PartialOrd> PartialOrd for (A, B, C, D, E, F,) { fn partial_cmp(&self, other: &(A, B, C, D, E, F,)) -> Option<Ordering>; }
impl<A: Ord, B: Ord, C: Ord, D: Ord, E: Ord, F: Ord> Ord for (A, B, C, D, E, F,) { fn cmp(&self, other: &(A, B, C, D, E, F,)) -> Ordering; }
impl<A: Default, B: Default, C: Default, D: Default, E: Default, F: Default> Default for (A, B, C, D, E, F,) { fn default() -> (A, B, C, D, E, F,); }
impl<A: Debug, B: Debug, C: Debug, D: Debug, E: Debug, F: Debug> Debug for (A, B, C, D, E, F,) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
impl<A: Hash, B: Hash, C: Hash, D: Hash, E: Hash, F: Hash> Hash for (A, B, C, D, E, F,) { fn hash<S: Hasher>(&self, state: &mut S); }
impl<A: PartialEq, B: PartialEq, C: PartialEq, D: PartialEq, E: PartialEq, F: PartialEq, G: PartialEq> PartialEq for (A, B, C, D, E, F, G,) { fn eq(&self, other: &(A, B, C, D, E, F, G,)) -> bool; }
impl<A: Eq, B: Eq, C: Eq, D: Eq, E: Eq, F: Eq, G: Eq> Eq for (A, B, C, D, E, F, G,) {}
impl<A: PartialOrd, B: PartialOrd, C: PartialOrd, D: PartialOrd, E: PartialOrd, F: PartialOrd, G: PartialOrd> PartialOrd for (A, B, C, D, E, F, G,) { fn partial_cmp(&self, other: &(A, B, C, D, E, F, G,)) -> Option<Ordering>; }
impl<A: Ord, B: Ord, C: Ord, D: Ord, E: Ord, F: Ord, G: Ord> Ord for (A, B, C, D, E, F, G,) { fn cmp(&self, other: &(A, B, C, D, E, F, G,)) -> Ordering; }
impl<A: Default, B: Default, C: Default, D: Default, E: Default, F: Default, G: Default> Default for (A, B, C, D, E, F, G,) { fn default() -> (A, B, C, D, E, F, G,); }
impl<A: Debug, B: Debug, C: Debug, D: Debug, E: Debug, F: Debug, G: Debug> Debug for (A, B, C, D, E, F, G,) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
impl<A: Hash, B: Hash, C: Hash, D: Hash, E: Hash, F: Hash, G: Hash> Hash for (A, B, C, D, E, F, G,) { fn hash<S: Hasher>(&self, state: &mut S); }
impl<A: PartialEq, B: PartialEq, C: PartialEq, D: PartialEq, E: PartialEq, F: PartialEq, G: PartialEq, H: PartialEq> PartialEq for (A, B, C, D, E, F, G, H,) { fn eq(&self, other: &(A, B, C, D, E, F, G, H,)) -> bool; }
impl<A: Eq, B: Eq, C: Eq, D: Eq, E: Eq, F: Eq, G: Eq, H: Eq> Eq for (A, B, C, D, E, F, G, H,) {}
impl<A: PartialOrd, B: PartialOrd, C: PartialOrd, D: PartialOrd, E: PartialOrd, F: PartialOrd, G: PartialOrd, H: PartialOrd> PartialOrd for (A, B, C, D, E, F, G, H,) { fn partial_cmp(&self, other: &(A, B, C, D, E, F, G, H,)) -> Option<Ordering>; }
impl<A: Ord, B: Ord, C: Ord, D: Ord, E: Ord, F: Ord, G: Ord, H: Ord> Ord for (A, B, C, D, E, F, G, H,) { fn cmp(&self, other: &(A, B, C, D, E, F, G, H,)) -> Ordering; }
impl<A: Default, B: Default, C: Default, D: Default, E: Default, F: Default, G: Default, H: Default> Default for (A, B, C, D, E, F, G, H,) { fn default() -> (A, B, C, D, E, F, G, H,); }
impl<A: Debug, B: Debug, C: Debug, D: Debug, E: Debug, F: Debug, G: Debug, H: Debug> Debug for (A, B, C, D, E, F, G, H,) { fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result; }
impl<A: Hash, B: Hash, C: Hash, D: Hash, E: Hash, F: Hash, G: Hash, H: Hash> Hash for (A, B, C, D, E, F, G, H,) { fn hash<S: Hasher>(&self, state: &mut S); }
