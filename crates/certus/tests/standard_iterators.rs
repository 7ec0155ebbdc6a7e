//! What contracts of the library say of the iterators that are made of others, the running ones do: for all lengths up to a few
//! items, one `next` after the other, and twice after the end.

// The functions themselves are compared, also where others would do.
#![allow(clippy::iter_count, clippy::manual_checked_ops, clippy::map_clone, clippy::needless_range_loop)]

use std::cell::Cell;
use std::fmt::Debug;

/// So many items there are at most.
const MOST: usize = 7;

/// The first items of a row of different ones.
fn first(count: usize) -> Vec<u32> {
    (0..count as u32).map(|i| i * i % 11).collect()
}

/// The iterator gives these items, and nothing after them.
fn gives<T: PartialEq + Debug>(mut iter: impl Iterator<Item = T>, items: impl IntoIterator<Item = T>) {
    for item in items {
        assert_eq!(iter.next(), Some(item));
    }
    assert_eq!((iter.next(), iter.next()), (None, None));
}

#[test]
fn items_of_others_are_given() {
    for count in 0..=MOST {
        let items = first(count);
        let at = |i: usize| items[i];
        gives(items.iter().enumerate(), (0..count).map(|i| (i, &items[i])));
        gives(items.iter().copied(), (0..count).map(at));
        gives(items.iter().cloned(), (0..count).map(at));
        for other in 0..=MOST {
            let others = first(other);
            gives(items.iter().zip(&others), (0..count.min(other)).map(|i| (&items[i], &others[i])));
            gives(
                items.iter().chain(&others),
                (0..count + other).map(|i| if i < count { &items[i] } else { &others[i - count] }),
            );
            gives(items.iter().copied().take(other), (0..count.min(other)).map(at));
            gives(items.iter().copied().skip(other), (count.min(other)..count).map(at));
            if other > 0 {
                let len = if count == 0 { 0 } else { (count - 1) / other + 1 };
                gives(items.iter().copied().step_by(other), (0..len).map(|i| items[i * other]));
                gives((0..count).step_by(other), (0..len).map(|i| i * other));
                // After the first item, `step - 1` ones are dropped before the next.
                let mut steps = items.iter().copied().step_by(other);
                if steps.next().is_some() {
                    gives(steps, (1..len).map(|i| items[i * other]));
                }
            }
        }
    }
}

#[test]
fn the_shorter_one_ends_a_zip() {
    // Where the right one has ended, the left one has given one more each time.
    let (items, others) = (first(5), first(2));
    let mut left = items.iter();
    let mut pairs = (&mut left).zip(&others);
    assert_eq!((pairs.next(), pairs.next()), (Some((&items[0], &others[0])), Some((&items[1], &others[1]))));
    assert_eq!((pairs.next(), pairs.next()), (None, None));
    assert_eq!(left.next(), Some(&items[4]));
    // Where the left one has ended, the right one was not asked.
    let (mut left, mut right) = (others.iter(), items.iter());
    let mut pairs = left.by_ref().zip(right.by_ref());
    assert_eq!(pairs.by_ref().count(), 2);
    assert_eq!(pairs.next(), None);
    assert_eq!(right.next(), Some(&items[2]));
}

#[test]
fn what_is_seen_stays() {
    for count in 0..=MOST {
        let items = first(count);
        for looks in 0..1u32 << (count + 1) {
            let mut iter = items.iter().peekable();
            for i in 0..=count {
                if looks >> i & 1 == 1 {
                    assert_eq!(iter.peek(), items.get(i).as_ref());
                    assert_eq!(iter.peek(), items.get(i).as_ref());
                }
                assert_eq!(iter.next(), items.get(i));
            }
            assert_eq!(iter.peek(), None);
            assert_eq!(iter.next(), None);
        }
    }
}

#[test]
fn functions_are_called_for_items_that_are_asked_for() {
    for count in 0..=MOST {
        let items = first(count);
        for asked in 0..=count {
            let calls = Cell::new(0);
            let counted = |x: &u32| {
                calls.set(calls.get() + 1);
                x / 2
            };
            let mut made = items.iter().map(counted);
            for i in 0..asked {
                assert_eq!(made.next(), Some(items[i] / 2));
                assert_eq!(calls.get(), i + 1);
            }
        }
        let large = |x: &&u32| **x > 3;
        let places: Vec<usize> = (0..count).filter(|i| items[*i] > 3).collect();
        for asked in 0..=places.len() {
            let last = Cell::new(None);
            let mut chosen = items.iter().filter(|x| {
                last.set(last.get().map_or(Some(0), |i: usize| Some(i + 1)));
                large(x)
            });
            for place in &places[..asked] {
                assert_eq!(chosen.next(), Some(&items[*place]));
                assert_eq!(last.get(), Some(*place));
            }
        }
        gives(items.iter().filter(large), places.iter().map(|i| &items[*i]));
    }
}

#[test]
fn results_are_those_of_all_items() {
    for count in 0..=MOST {
        let items = first(count);
        assert_eq!((items.iter().count(), items.iter().last()), (count, items.get(count.wrapping_sub(1))));
        for n in 0..=MOST {
            let mut iter = items.iter();
            assert_eq!(iter.nth(n), items.get(n));
            gives(iter, items.get(n + 1..).unwrap_or_default());
        }
        for limit in 0..11 {
            let mut iter = items.iter();
            let place = (0..count).find(|i| items[*i] > limit);
            assert_eq!(iter.position(|x| *x > limit), place);
            gives(iter, &items[place.map_or(count, |i| i + 1)..]);
        }
        let mut seen = Vec::new();
        items.iter().for_each(|x| seen.push(*x));
        assert_eq!(seen, items);
        let folded = items.iter().fold(vec![7], |mut values: Vec<u32>, x| {
            values.push(*x);
            values
        });
        assert_eq!((folded[0], &folded[1..]), (7, &items[..]));
        let collected: Vec<u32> = items.iter().map(|x| *x).collect();
        assert_eq!(collected, items);
    }
}

#[test]
fn functions_choose_as_far_as_items_are_asked_for() {
    for count in 0..=MOST {
        let items = first(count);
        let calls = Cell::new(0);
        let called = |is_so: bool| {
            calls.set(calls.get() + 1);
            is_so
        };
        let large = |x: u32| x > 3;
        let places: Vec<usize> = (0..count).filter(|i| large(items[*i])).collect();
        for asked in 0..=places.len() {
            calls.set(0);
            let mut made = items.iter().filter_map(|x| called(large(*x)).then_some(x / 2));
            for place in &places[..asked] {
                assert_eq!(made.next(), Some(items[*place] / 2));
                assert_eq!(calls.get(), place + 1);
            }
        }
        gives(items.iter().filter_map(|x| large(*x).then_some(x + 1)), places.iter().map(|i| items[*i] + 1));
        // Up to the first that is refused, and nothing after it.
        let small = (0..count).find(|i| large(items[*i])).unwrap_or(count);
        calls.set(0);
        gives(items.iter().take_while(|x| called(!large(**x))), items[..small].iter());
        assert_eq!(calls.get(), (small + 1).min(count));
        calls.set(0);
        gives(items.iter().skip_while(|x| called(!large(**x))), items[small..].iter());
        assert_eq!(calls.get(), (small + 1).min(count));
        for asked in 0..=count {
            calls.set(0);
            let mut seen = Vec::new();
            let mut all = items.iter().inspect(|x| seen.push(**x));
            for i in 0..asked {
                assert_eq!(all.next(), Some(&items[i]));
            }
            assert_eq!(seen, items[..asked]);
        }
        gives(items.iter().inspect(|x| assert!(**x < 11)), &items);
    }
}

/// An item at this place has no greater one, and those after it are less.
fn is_greatest_at<T: Ord>(items: &[T], at: usize) -> bool {
    items.iter().all(|item| *item <= items[at]) && items[at + 1..].iter().all(|item| *item < items[at])
}

/// An item at this place has no lesser one, and those before it are greater.
fn is_least_at<T: Ord>(items: &[T], at: usize) -> bool {
    items.iter().all(|item| *item >= items[at]) && items[..at].iter().all(|item| *item > items[at])
}

#[test]
fn the_greatest_is_the_last_and_the_least_the_first() {
    for count in 0..=MOST {
        for word in 0..3u32.pow(count as u32) {
            let keys: Vec<u32> = (0..count as u32).map(|i| word / 3u32.pow(i) % 3).collect();
            // Items that are as great as each other are told apart by their places.
            let items: Vec<(u32, usize)> = keys.iter().copied().zip(0..).collect();
            let greatest = items.iter().max_by_key(|item| item.0);
            let least = items.iter().min_by_key(|item| item.0);
            assert_eq!((greatest.is_none(), least.is_none()), (count == 0, count == 0));
            assert!(greatest.is_none_or(|item| is_greatest_at(&keys, item.1)));
            assert!(least.is_none_or(|item| is_least_at(&keys, item.1)));
            let (max, min) = (keys.iter().max(), keys.iter().min());
            assert!(
                max.is_none_or(|max| (0..count).any(|at| is_greatest_at(&keys, at) && std::ptr::eq(max, &keys[at])))
            );
            assert!(min.is_none_or(|min| (0..count).any(|at| is_least_at(&keys, at) && std::ptr::eq(min, &keys[at]))));
            assert_eq!((max.is_none(), min.is_none()), (count == 0, count == 0));
            let set: std::collections::BTreeSet<u32> = keys.iter().copied().collect();
            assert_eq!((set.iter().max(), set.iter().min()), (max, min));
        }
        let end = count as u32;
        assert_eq!(((0..end).max(), (0..end).min()), (end.checked_sub(1), (end > 0).then_some(0)));
        assert_eq!(((0..=end).max(), (0..=end).min()), (Some(end), Some(0)));
    }
}

#[test]
fn sums_and_products_are_those_of_all_items() {
    for count in 0..=MOST {
        let items: Vec<i64> = first(count).iter().map(|x| i64::from(*x) - 5).collect();
        let (mut sum, mut product) = (0, 1);
        for item in &items {
            sum += item;
            product *= item;
        }
        assert_eq!((items.iter().sum::<i64>(), items.iter().copied().sum::<i64>()), (sum, sum));
        assert_eq!((items.iter().product::<i64>(), items.iter().copied().product::<i64>()), (product, product));
        let bytes: Vec<u8> = first(count).iter().map(|x| *x as u8).collect();
        let mut sum = 0;
        for byte in &bytes {
            sum += byte;
        }
        assert_eq!(bytes.iter().sum::<u8>(), sum);
        assert_eq!(bytes.iter().rev().copied().sum::<u8>(), bytes.iter().copied().sum());
    }
}

/// A number that looks like any, and the one to go on with.
fn any(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    *state >> 33
}

/// Sums and products of integers of each of these types, given and lent, are those in any integers, as long as these fit after each
/// item.
macro_rules! added_and_multiplied {
    ($($ty:ident)*) => {
        $(
        let mut state = $ty::BITS.into();
        let (mut fitting, mut overflowing) = (0, 0);
        for _ in 0..400 {
            let count = any(&mut state) as usize % 6;
            let bits = any(&mut state) as u32 % ($ty::BITS - 1) + 1;
            let items: Vec<$ty> = (0..count)
                .map(|_| {
                    let word = u128::from(any(&mut state)) << 97 | u128::from(any(&mut state)) << 66 | u128::from(any(&mut state)) << 35;
                    // Some of the bits, with a sign if the type has one.
                    (word >> (128 - $ty::BITS)) as $ty >> ($ty::BITS - bits)
                })
                .collect();
            let sum = items.iter().try_fold(0, |sum: $ty, item| sum.checked_add(*item));
            let product = items.iter().try_fold(1, |product: $ty, item| product.checked_mul(*item));
            if let Some(sum) = sum {
                assert_eq!((items.iter().sum::<$ty>(), items.iter().copied().sum::<$ty>()), (sum, sum));
            }
            if let Some(product) = product {
                assert_eq!((items.iter().product::<$ty>(), items.iter().copied().product::<$ty>()), (product, product));
            }
            fitting += usize::from(sum.is_some()) + usize::from(product.is_some());
            overflowing += usize::from(sum.is_none()) + usize::from(product.is_none());
        }
        assert!(fitting > 100 && overflowing > 20, "{}: {fitting}, {overflowing}", stringify!($ty));
        )*
    };
}

#[test]
fn integers_of_all_types_are_added_up_and_multiplied() {
    added_and_multiplied! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
}

#[test]
fn items_are_divided_in_their_order() {
    for count in 0..=MOST {
        let items = first(count);
        for answers in 0..1u32 << count {
            let is_left = |i: usize| answers >> i & 1 == 1;
            let asked = Cell::new(0);
            let (left, right): (Vec<u32>, Vec<u32>) = items.iter().partition(|_| {
                asked.set(asked.get() + 1);
                is_left(asked.get() - 1)
            });
            let with = |answer: bool| (0..count).filter(move |i| is_left(*i) == answer);
            assert_eq!(left, with(true).map(|i| items[i]).collect::<Vec<_>>());
            assert_eq!(right, with(false).map(|i| items[i]).collect::<Vec<_>>());
        }
        let (left, right): (Vec<usize>, Vec<u32>) = items.iter().copied().enumerate().unzip();
        assert_eq!((left, right), ((0..count).collect(), items));
    }
}
