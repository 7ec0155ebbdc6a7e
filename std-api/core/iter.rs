//! Iterators.
use crate::prelude::rust_2021::*;
use crate::cmp::Ordering;
use crate::ops::{Add, Mul};

#[lang = "iterator"]
pub trait Iterator {
    type Item;
    #[lang = "next"]
    fn next(&mut self) -> Option<Self::Item>;
    fn size_hint(&self) -> (usize, Option<usize>) { loop {} }
    fn count(self) -> usize where Self: Sized { loop {} }
    fn last(self) -> Option<Self::Item> where Self: Sized { loop {} }
    fn nth(&mut self, n: usize) -> Option<Self::Item> { loop {} }
    fn step_by(self, step: usize) -> StepBy<Self> where Self: Sized { loop {} }
    fn chain<U: IntoIterator<Item = Self::Item>>(self, other: U) -> Chain<Self, U::IntoIter> where Self: Sized { loop {} }
    fn zip<U: IntoIterator>(self, other: U) -> Zip<Self, U::IntoIter> where Self: Sized { loop {} }
    fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Map<Self, F> where Self: Sized { loop {} }
    fn for_each<F: FnMut(Self::Item)>(self, f: F) where Self: Sized { loop {} }
    fn filter<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Filter<Self, P> where Self: Sized { loop {} }
    fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> FilterMap<Self, F> where Self: Sized { loop {} }
    fn enumerate(self) -> Enumerate<Self> where Self: Sized { loop {} }
    fn peekable(self) -> Peekable<Self> where Self: Sized { loop {} }
    fn skip_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> SkipWhile<Self, P> where Self: Sized { loop {} }
    fn take_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> TakeWhile<Self, P> where Self: Sized { loop {} }
    fn skip(self, n: usize) -> Skip<Self> where Self: Sized { loop {} }
    fn take(self, n: usize) -> Take<Self> where Self: Sized { loop {} }
    fn flat_map<U: IntoIterator, F: FnMut(Self::Item) -> U>(self, f: F) -> FlatMap<Self, U, F> where Self: Sized { loop {} }
    fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> Inspect<Self, F> where Self: Sized { loop {} }
    fn by_ref(&mut self) -> &mut Self where Self: Sized { loop {} }
    fn collect<B: FromIterator<Self::Item>>(self) -> B where Self: Sized { loop {} }
    fn partition<B: Default + Extend<Self::Item>, F: FnMut(&Self::Item) -> bool>(self, f: F) -> (B, B) where Self: Sized { loop {} }
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B where Self: Sized { loop {} }
    fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool where Self: Sized { loop {} }
    fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool where Self: Sized { loop {} }
    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item> where Self: Sized { loop {} }
    fn position<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize> where Self: Sized { loop {} }
    fn max(self) -> Option<Self::Item> where Self: Sized, Self::Item: Ord { loop {} }
    fn min(self) -> Option<Self::Item> where Self: Sized, Self::Item: Ord { loop {} }
    fn max_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item> where Self: Sized { loop {} }
    fn min_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item> where Self: Sized { loop {} }
    // @internal: the real one demands more, see the next line
    // The bound `Self: DoubleEndedIterator` is left to rustc: a contract of the trait cannot rest on one of a subtrait.
    fn rev(self) -> Rev<Self> where Self: Sized { loop {} }
    fn unzip<A, B, FromA: Default + Extend<A>, FromB: Default + Extend<B>>(self) -> (FromA, FromB) where Self: Sized + Iterator<Item = (A, B)> { loop {} }
    fn copied<'a, T: Copy + 'a>(self) -> Copied<Self> where Self: Sized + Iterator<Item = &'a T> { loop {} }
    fn cloned<'a, T: Clone + 'a>(self) -> Cloned<Self> where Self: Sized + Iterator<Item = &'a T> { loop {} }
    fn sum<S: Sum<Self::Item>>(self) -> S where Self: Sized { loop {} }
    fn product<P: Product<Self::Item>>(self) -> P where Self: Sized { loop {} }
    fn cmp<I: IntoIterator<Item = Self::Item>>(self, other: I) -> Ordering where Self::Item: Ord, Self: Sized { loop {} }
    fn eq<I: IntoIterator>(self, other: I) -> bool where Self::Item: PartialEq<I::Item>, Self: Sized { loop {} }
}
pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> { loop {} }
    fn rfind<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item> where Self: Sized { loop {} }
}
pub trait ExactSizeIterator: Iterator { fn len(&self) -> usize { loop {} } }
#[lang = "fused_iterator"]
pub trait FusedIterator: Iterator {}
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;
    #[lang = "into_iter"]
    fn into_iter(self) -> Self::IntoIter;
}
impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;
    fn into_iter(self) -> I;
}
impl<I: Iterator + ?Sized> Iterator for &mut I { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
pub trait FromIterator<A>: Sized { fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self; }
pub trait Extend<A> { fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T); }
pub trait Sum<A = Self>: Sized { fn sum<I: Iterator<Item = A>>(iter: I) -> Self; }
pub trait Product<A = Self>: Sized { fn product<I: Iterator<Item = A>>(iter: I) -> Self; }
// @internal: unstable; what ranges count with
pub trait Step: Clone + PartialOrd + Sized {
    fn steps_between(start: &Self, end: &Self) -> (usize, Option<usize>);
    fn forward_checked(start: Self, count: usize) -> Option<Self>;
    fn backward_checked(start: Self, count: usize) -> Option<Self>;
}
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl Sum for $t { fn sum<I: Iterator<Item = $t>>(iter: I) -> $t; }
impl<'a> Sum<&'a $t> for $t { fn sum<I: Iterator<Item = &'a $t>>(iter: I) -> $t; }
impl Product for $t { fn product<I: Iterator<Item = $t>>(iter: I) -> $t; }
impl<'a> Product<&'a $t> for $t { fn product<I: Iterator<Item = &'a $t>>(iter: I) -> $t; }
impl Step for $t {
    fn steps_between(start: &$t, end: &$t) -> (usize, Option<usize>);
    fn forward_checked(start: $t, count: usize) -> Option<$t>;
    fn backward_checked(start: $t, count: usize) -> Option<$t>;
}
// @end
impl Step for char {
    fn steps_between(start: &char, end: &char) -> (usize, Option<usize>);
    fn forward_checked(start: char, count: usize) -> Option<char>;
    fn backward_checked(start: char, count: usize) -> Option<char>;
}

#[derive(Clone, Debug)]
pub struct Map<I, F> { iter: I, f: F }
impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Map<I, F> { type Item = B; fn next(&mut self) -> Option<B>; }
#[derive(Clone, Debug)]
pub struct Filter<I, P> { iter: I, predicate: P }
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
#[derive(Clone, Debug)]
pub struct FilterMap<I, F> { iter: I, f: F }
impl<B, I: Iterator, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> { type Item = B; fn next(&mut self) -> Option<B>; }
#[derive(Clone, Debug)]
pub struct SkipWhile<I, P> { iter: I, predicate: P }
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
#[derive(Clone, Debug)]
pub struct TakeWhile<I, P> { iter: I, predicate: P }
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
#[derive(Clone, Debug)]
pub struct Inspect<I, F> { iter: I, f: F }
impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
#[doc = "certus:attr verifier::external"]
pub struct FlatMap<I, U: IntoIterator, F> { iter: I, f: F, front: Option<U> }
impl<I: Clone, U: Clone + IntoIterator, F: Clone> Clone for FlatMap<I, U, F> where U::IntoIter: Clone { fn clone(&self) -> Self; }
impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> { type Item = U::Item; fn next(&mut self) -> Option<U::Item>; }
#[derive(Clone, Debug)]
pub struct Chain<A, B> { a: Option<A>, b: Option<B> }
impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> { type Item = A::Item; fn next(&mut self) -> Option<A::Item>; }
#[derive(Clone, Debug)]
pub struct Zip<A, B> { a: A, b: B }
impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> { type Item = (A::Item, B::Item); fn next(&mut self) -> Option<(A::Item, B::Item)>; }
#[derive(Clone, Debug)]
pub struct Enumerate<I> { iter: I, count: usize }
impl<I: Iterator> Iterator for Enumerate<I> { type Item = (usize, I::Item); fn next(&mut self) -> Option<(usize, I::Item)>; }
#[derive(Clone, Debug)]
pub struct Rev<T> { iter: T }
impl<I: DoubleEndedIterator> Iterator for Rev<I> { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> { fn next_back(&mut self) -> Option<I::Item>; }
#[derive(Clone, Debug)]
pub struct Copied<I> { it: I }
impl<'a, I: Iterator<Item = &'a T>, T: 'a + Copy> Iterator for Copied<I> { type Item = T; fn next(&mut self) -> Option<T>; }
#[derive(Clone, Debug)]
pub struct Cloned<I> { it: I }
impl<'a, I: Iterator<Item = &'a T>, T: 'a + Clone> Iterator for Cloned<I> { type Item = T; fn next(&mut self) -> Option<T>; }
// @for ($t, $n) in (StepBy, step) (Skip, n) (Take, n)
#[derive(Clone, Debug)]
pub struct $t<I> { iter: I, $n: usize }
impl<I: Iterator> Iterator for $t<I> { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
// @end
pub struct Peekable<I: Iterator> { iter: I }
impl<I: Iterator + Clone> Clone for Peekable<I> where I::Item: Clone { fn clone(&self) -> Self; }
impl<I: Iterator> Iterator for Peekable<I> { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
impl<I: Iterator> Peekable<I> { pub fn peek(&mut self) -> Option<&I::Item>; }
#[derive(Clone, Debug)]
pub struct Once<T> { inner: Option<T> }
pub fn once<T>(value: T) -> Once<T>;
impl<T> Iterator for Once<T> { type Item = T; fn next(&mut self) -> Option<T>; }
#[doc = "certus:attr verifier::external"]
pub struct Empty<T>(crate::marker::PhantomData<T>);
pub const fn empty<T>() -> Empty<T>;
impl<T> Clone for Empty<T> { fn clone(&self) -> Self; }
impl<T> Iterator for Empty<T> { type Item = T; fn next(&mut self) -> Option<T>; }
#[derive(Clone, Debug)]
#[doc = "certus:attr verifier::external"]
pub struct Repeat<A> { element: A }
pub fn repeat<T: Clone>(elt: T) -> Repeat<T>;
impl<A: Clone> Iterator for Repeat<A> { type Item = A; fn next(&mut self) -> Option<A>; }
