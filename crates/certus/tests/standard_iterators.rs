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
