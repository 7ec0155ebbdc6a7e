//! What contracts of the library say of the standard library, the running one does: tables against lists, step by step,
//! conversions of integers near the ends of every type, midpoints, powers and roots of integers, what is written through references
//! to parts, the order of elements, digits, counted references, texts in strings, and integers that are read.

// The functions themselves are compared, also where others would do.
#![allow(clippy::iter_nth, clippy::unnecessary_lazy_evaluations)]

use std::borrow::BorrowMut;
use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

/// So many steps are made.
const STEPS: u32 = 100_000;

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ (self.0 >> 33)
    }
}

/// The four tables, and the list of keys and values that each must be.
#[derive(Default)]
struct Tables {
    ordered: BTreeMap<u8, u16>,
    hashed: HashMap<u8, u16>,
    ordered_keys: BTreeSet<u8>,
    hashed_keys: HashSet<u8>,
    list: Vec<(u8, u16)>,
}

impl Tables {
    fn insert(&mut self, key: u8, value: u16) {
        let old = self.list.iter_mut().find(|pair| pair.0 == key);
        let before = old.map(|pair| std::mem::replace(&mut pair.1, value));
        if before.is_none() {
            self.list.push((key, value));
        }
        assert_eq!(self.ordered.insert(key, value), before);
        assert_eq!(self.hashed.insert(key, value), before);
        assert_eq!(self.ordered_keys.insert(key), before.is_none());
        assert_eq!(self.hashed_keys.insert(key), before.is_none());
    }

    fn remove(&mut self, key: u8) {
        let place = self.list.iter().position(|pair| pair.0 == key);
        let before = place.map(|place| self.list.swap_remove(place).1);
        assert_eq!(self.ordered.remove(&key), before);
        assert_eq!(self.hashed.remove(&key), before);
        assert_eq!(self.ordered_keys.remove(&key), before.is_some());
        assert_eq!(self.hashed_keys.remove(&key), before.is_some());
    }

    fn update(&mut self, key: u8, value: u16) {
        let before = self.list.iter().find(|pair| pair.0 == key).map(|pair| pair.1);
        assert_eq!(self.ordered.get_mut(&key).map(|place| std::mem::replace(place, value)), before);
        assert_eq!(self.hashed.get_mut(&key).map(|place| std::mem::replace(place, value)), before);
        self.list.iter_mut().filter(|pair| pair.0 == key).for_each(|pair| pair.1 = value);
    }

    fn look_up(&self, key: u8) {
        let value = self.list.iter().find(|pair| pair.0 == key).map(|pair| pair.1);
        assert_eq!((self.ordered.get(&key).copied(), self.hashed.get(&key).copied()), (value, value));
        assert_eq!(self.ordered.contains_key(&key), value.is_some());
        assert_eq!(self.hashed.contains_key(&key), value.is_some());
        assert_eq!(self.ordered_keys.get(&key).copied(), value.map(|_| key));
        assert_eq!(self.hashed_keys.get(&key).copied(), value.map(|_| key));
        assert_eq!(
            (self.ordered_keys.contains(&key), self.hashed_keys.contains(&key)),
            (value.is_some(), value.is_some())
        );
        let lengths = [self.ordered.len(), self.hashed.len(), self.ordered_keys.len(), self.hashed_keys.len()];
        assert_eq!(lengths, [self.list.len(); 4]);
        assert_eq!((self.ordered.is_empty(), self.ordered_keys.is_empty()), (lengths[0] == 0, lengths[0] == 0));
        assert_eq!(
            (self.ordered.clone(), self.ordered_keys.clone()),
            (self.ordered.clone(), self.ordered_keys.clone())
        );
    }

    fn iterate(&self) {
        let mut list = self.list.clone();
        list.sort_unstable();
        let (keys, values): (Vec<u8>, Vec<u16>) = list.iter().copied().unzip();
        let pairs = || list.iter().map(|pair| (&pair.0, &pair.1));
        assert!(self.ordered.iter().eq(pairs()));
        let mut expected = pairs();
        for pair in &self.ordered {
            assert_eq!(expected.next(), Some(pair));
        }
        assert_eq!(expected.next(), None);
        assert!(self.ordered.iter().rev().eq(pairs().rev()));
        assert!(self.ordered.keys().eq(&keys) && self.ordered.keys().rev().eq(keys.iter().rev()));
        assert!(self.ordered.values().eq(&values) && self.ordered.values().rev().eq(values.iter().rev()));
        assert!(self.ordered_keys.iter().eq(&keys) && self.ordered_keys.iter().rev().eq(keys.iter().rev()));
        let mut hashed: Vec<(u8, u16)> = self.hashed.iter().map(|(key, value)| (*key, *value)).collect();
        hashed.sort_unstable();
        assert_eq!(hashed, list);
        let mut hashed_keys: Vec<u8> = self.hashed.keys().copied().collect();
        hashed_keys.sort_unstable();
        assert_eq!(hashed_keys, keys);
        let mut elements: Vec<u8> = self.hashed_keys.iter().copied().collect();
        elements.sort_unstable();
        assert_eq!(elements, keys);
        let (mut given, mut expected): (Vec<u16>, Vec<u16>) = (self.hashed.values().copied().collect(), values);
        given.sort_unstable();
        expected.sort_unstable();
        assert_eq!(given, expected);
    }
}

#[test]
fn tables_are_maps_and_sets() {
    let (mut numbers, mut tables) = (Numbers(7), Tables::default());
    for step in 0..STEPS {
        let number = numbers.next();
        let (key, value) = (number as u8 % 40, (number >> 16) as u16);
        match (number >> 40) % 7 {
            0..=2 => tables.insert(key, value),
            3 => tables.remove(key),
            4 => tables.look_up(key),
            5 => tables.update(key, value),
            _ => tables.iterate(),
        }
        if step % 5_000 == 0 {
            tables = Tables::default();
            tables.ordered.clear();
            assert!(tables.ordered.is_empty());
        }
    }
    assert!(!tables.list.is_empty());
}

/// Tries the conversions of one type to others, with values near 0 and near the ends of those.
macro_rules! narrow {
    ($($from:ty => $($to:ty)*;)*) => {
        $($(
            for base in [0, <$to>::MIN as i128, <$to>::MAX as i128] {
                for value in base - 300..base + 300 {
                    let Ok(of_type) = <$from>::try_from(value) else { continue };
                    let fits = <$to>::MIN as i128 <= value && value <= <$to>::MAX as i128;
                    assert_eq!(<$to>::try_from(of_type).ok(), fits.then_some(value as $to));
                }
            }
        )*)*
    };
}

#[test]
fn integers_are_converted_where_they_fit() {
    narrow! {
        u8 => i8;
        u16 => u8 i8 i16 isize;
        u32 => u8 u16 usize i8 i16 i32 isize;
        u64 => u8 u16 u32 usize i8 i16 i32 i64 isize;
        u128 => u8 u16 u32 u64 usize i8 i16 i32 i64 isize;
        usize => u8 u16 u32 u64 i8 i16 i32 i64 isize;
        i8 => u8 u16 u32 u64 usize;
        i16 => u8 u16 u32 u64 usize i8;
        i32 => u8 u16 u32 u64 usize i8 i16 isize;
        i64 => u8 u16 u32 u64 usize i8 i16 i32 isize;
        isize => u8 u16 u32 u64 usize i8 i16 i32 i64;
    }
    assert_eq!(u128::try_from(-1i8).ok(), None);
    assert_eq!(i128::try_from(u128::MAX).ok(), None);
    assert_eq!((u64::try_from(1i128 << 64).ok(), u64::try_from((1i128 << 64) - 1).ok()), (None, Some(u64::MAX)));
}

/// The contract of `midpoint` near 0 and near the ends of types, in halves whose sum cannot overflow.
macro_rules! midpoints {
    ($($t:ty)*) => {
        $({
            let near = |base: $t| (0..6).flat_map(move |by| [base.checked_sub(by), base.checked_add(by)]).flatten();
            for x in [<$t>::MIN, 0, <$t>::MAX].into_iter().flat_map(near) {
                for y in [<$t>::MIN, 0, <$t>::MAX].into_iter().flat_map(near) {
                    // The exact sum is twice `half`, and `rest`.
                    let (half, rest) = (x / 2 + y / 2, x % 2 + y % 2);
                    let exact = x.checked_add(y).map_or(half + rest / 2, |sum| sum / 2);
                    assert_eq!(x.midpoint(y), exact, "{x} {y}");
                }
            }
        })*
    };
}

#[test]
fn midpoints_are_rounded_towards_zero() {
    midpoints! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
    for (x, y) in (i8::MIN..=i8::MAX).flat_map(|x| (i8::MIN..=i8::MAX).map(move |y| (x, y))) {
        let sum = i32::from(x) + i32::from(y);
        let contract = if sum < 0 { -((-sum).div_euclid(2)) } else { sum.div_euclid(2) };
        assert_eq!(i32::from(x.midpoint(y)), contract, "{x} {y}");
    }
}

/// Is equal to nothing, and different from nothing.
#[derive(Clone, Debug)]
struct Odd;

impl PartialEq for Odd {
    fn eq(&self, _: &Odd) -> bool {
        false
    }

    #[allow(clippy::partialeq_ne_impl, reason = "vectors may ask either")]
    fn ne(&self, _: &Odd) -> bool {
        false
    }
}

#[test]
fn vectors_ask_their_elements() {
    let mut numbers = Numbers(9);
    for _ in 0..STEPS {
        let number = numbers.next();
        let (first, second) = ((number >> 8) as usize % 4, (number >> 16) as usize % 4);
        let vector = |length: usize, bits: u64| (0..length).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>();
        let (x, y) = (vector(first, number >> 24), vector(second, number >> 32));
        let is_equal = first == second && (0..first).all(|i| x[i] == y[i]);
        assert_eq!((x == y, x != y), (is_equal, !is_equal));
    }
    // Either answer is one that the contract allows; `==` and `!=` are opposites of each other all the same.
    let (x, y) = (vec![Odd], vec![Odd]);
    assert_ne!(x == y, x != y);
    assert_ne!(x, vec![Odd, Odd]);
}

/// Of a sequence, one element replaced, as contracts say it.
fn updated(all: &[u8], at: usize, value: u8) -> Vec<u8> {
    (0..all.len()).map(|i| if i == at { value } else { all[i] }).collect()
}

/// A slice, and an element of it that a function gave, with a value for it: what was there, and what is there then.
fn written<C: Clone>(
    before: &C,
    value: u8,
    part: impl for<'a> FnOnce(&'a mut C) -> Option<&'a mut u8>,
) -> (C, Option<u8>) {
    let mut all = before.clone();
    let found = part(&mut all).map(|place| std::mem::replace(place, value));
    (all, found)
}

#[test]
fn elements_are_written_in_their_places() {
    let mut numbers = Numbers(11);
    for _ in 0..STEPS / 10 {
        let number = numbers.next();
        let (length, at, value) = ((number >> 8) as usize % 6, (number >> 16) as usize % 7, (number >> 24) as u8);
        let all: Vec<u8> = (0..length).map(|i| (number >> (32 + 4 * i)) as u8).collect();
        let queue: VecDeque<u8> = all.iter().copied().collect();
        let last = length.wrapping_sub(1);
        let result = |at: usize| (updated(&all, at, value), all.get(at).copied());
        assert_eq!(written(&all, value, |v| v.get_mut(at)), result(at));
        assert_eq!(written(&all, value, |v| v.first_mut()), result(0));
        assert_eq!(written(&all, value, |v| v.last_mut()), result(last));
        assert_eq!(written(&all, value, |v| v.iter_mut().nth(at)), result(at));
        assert_eq!(written(&all, value, |v| v.as_mut_slice().get_mut(at)), result(at));
        assert_eq!(written(&all, value, |v| AsMut::<[u8]>::as_mut(v).get_mut(at)), result(at));
        assert_eq!(written(&all, value, |v| BorrowMut::<[u8]>::borrow_mut(v).get_mut(at)), result(at));
        let of_queue = |at: usize| (VecDeque::from(updated(&all, at, value)), all.get(at).copied());
        assert_eq!(written(&queue, value, |v| v.get_mut(at)), of_queue(at));
        assert_eq!(written(&queue, value, |v| v.front_mut()), of_queue(0));
        assert_eq!(written(&queue, value, |v| v.back_mut()), of_queue(last));
        // The two ends of an iterator meet.
        let (mut given, mut expected) = (all.clone(), all.clone());
        let mut places = given.iter_mut();
        let (mut low, mut high) = (0, length);
        for step in 0..=length {
            let from_front = number >> step & 1 == 0;
            let place = if from_front { places.next() } else { places.next_back() };
            assert_eq!(place.is_some(), low < high);
            let Some(place) = place else { continue };
            let at = if from_front { low } else { high - 1 };
            (low, high) = if from_front { (low + 1, high) } else { (low, high - 1) };
            assert_eq!(std::mem::replace(place, step as u8), all[at]);
            expected[at] = step as u8;
        }
        assert_eq!(given, expected);
    }
}

#[test]
fn parts_are_written_in_their_places() {
    let mut numbers = Numbers(13);
    for _ in 0..STEPS / 10 {
        let number = numbers.next();
        let (length, start, end) =
            ((number >> 8) as usize % 6, (number >> 16) as usize % 7, (number >> 24) as usize % 7);
        let all: Vec<u8> = (0..length).map(|i| (number >> (32 + 4 * i)) as u8).collect();
        // The bounds of the part, or none; what is written there, and what comes of it.
        let check = |part: Option<&mut [u8]>, bounds: (usize, usize)| {
            let is_there = bounds.0 <= bounds.1 && bounds.1 <= length;
            assert_eq!(part.is_some(), is_there);
            let Some(part) = part else { return };
            assert_eq!(part, &all[bounds.0..bounds.1]);
            part.iter_mut().for_each(|place| *place = place.wrapping_add(1));
        };
        let expect = |after: &[u8], bounds: (usize, usize)| {
            let is_there = bounds.0 <= bounds.1 && bounds.1 <= length;
            let changed = |i: usize| is_there && bounds.0 <= i && i < bounds.1;
            let expected: Vec<u8> = (0..length).map(|i| all[i].wrapping_add(u8::from(changed(i)))).collect();
            assert_eq!(after, expected);
        };
        macro_rules! part {
            ($($range:expr => $bounds:expr;)*) => {
                $({
                    let mut slice = all.clone();
                    check(slice.get_mut($range), $bounds);
                    expect(&slice, $bounds);
                })*
            };
        }
        part! {
            start..end => (start, end);
            ..end => (0, end);
            start.. => (start, length);
            .. => (0, length);
            start..=end => (start, end + 1);
            ..=end => (0, end + 1);
        }
        let mut slice = all.clone();
        if start <= length {
            let (first, second) = slice.split_at_mut(start);
            check(Some(first), (0, start));
            assert_eq!(second, &all[start..]);
            expect(&slice, (0, start));
        }
        let mut slice = all.clone();
        let split = slice.split_first_mut();
        assert_eq!(split.is_some(), length > 0);
        if let Some((first, rest)) = split {
            assert_eq!(*first, all[0]);
            check(Some(rest), (1, length));
            expect(&slice, (1, length));
        }
        let mut slice = all.clone();
        let split = slice.split_last_mut();
        assert_eq!(split.is_some(), length > 0);
        if let Some((last, rest)) = split {
            assert_eq!(*last, all[length - 1]);
            check(Some(rest), (0, length - 1));
            expect(&slice, (0, length - 1));
        }
    }
}

#[test]
fn what_is_inside_is_written() {
    for before in [None, Some(1u8)] {
        let mut option = before;
        assert_eq!(option.as_mut().map(|place| std::mem::replace(place, 5)), before);
        assert_eq!(option, before.map(|_| 5));
        let mut option = before;
        let slice = option.as_mut_slice();
        assert_eq!(slice, before.as_slice());
        slice.fill(5);
        assert_eq!(option, before.map(|_| 5));
        let (mut first, mut second, mut third) = (before, before, before);
        assert_eq!(std::mem::replace(first.insert(2), 5), 2);
        assert_eq!(std::mem::replace(second.get_or_insert(2), 5), before.unwrap_or(2));
        assert_eq!(std::mem::replace(third.get_or_insert_with(|| 2), 5), before.unwrap_or(2));
        assert_eq!((first, second, third), (Some(5), Some(5), Some(5)));
    }
    for before in [Ok(1u8), Err(2u8)] {
        let mut result = before;
        match result.as_mut() {
            Ok(place) => assert_eq!(Ok(std::mem::replace(place, 5)), before),
            Err(place) => assert_eq!(Err(std::mem::replace(place, 6)), before),
        }
        assert_eq!(result, if before.is_ok() { Ok(5) } else { Err(6) });
    }
    let mut boxed = Box::new(1u8);
    assert_eq!(std::mem::replace(AsMut::<u8>::as_mut(&mut boxed), 2), 1);
    assert_eq!(std::mem::replace(BorrowMut::<u8>::borrow_mut(&mut boxed), 3), 2);
    assert_eq!(*boxed, 3);
}

/// What an entry of a table is, is done with, and leaves.
fn with_entry(before: &HashMap<u8, u16>, key: u8, then: impl FnOnce(Entry<'_, u8, u16>)) -> HashMap<u8, u16> {
    let mut table = before.clone();
    let entry = table.entry(key);
    assert_eq!(*entry.key(), key);
    match &entry {
        Entry::Occupied(place) => assert_eq!((*place.key(), before.get(&key)), (key, Some(place.get()))),
        Entry::Vacant(place) => assert_eq!((*place.key(), before.get(&key)), (key, None)),
    }
    then(entry);
    table
}

#[test]
fn an_entry_is_the_place_of_a_key() {
    let before: HashMap<u8, u16> = (0..9).map(|key| (key, u16::from(key) * 3)).collect();
    for key in 0..20 {
        let was = before.get(&key).copied();
        let left = |value: Option<u16>| {
            let mut table = before.clone();
            match value {
                Some(value) => table.insert(key, value),
                None => table.remove(&key),
            };
            table
        };
        let put = |place: &mut u16| std::mem::replace(place, 100);
        assert_eq!(with_entry(&before, key, |_| {}), left(was));
        let default = was.unwrap_or(7);
        assert_eq!(with_entry(&before, key, |entry| assert_eq!(put(entry.or_insert(7)), default)), left(Some(100)));
        assert_eq!(
            with_entry(&before, key, |entry| assert_eq!(put(entry.or_insert_with(|| 7)), default)),
            left(Some(100))
        );
        assert_eq!(
            with_entry(&before, key, |entry| assert_eq!(put(entry.or_default()), was.unwrap_or(0))),
            left(Some(100))
        );
        let inserted = with_entry(&before, key, |entry| {
            let mut place = entry.insert_entry(8);
            assert_eq!((*place.key(), *place.get()), (key, 8));
            assert_eq!((put(place.get_mut()), place.insert(9), *place.get()), (8, 100, 9));
            assert_eq!(put(place.into_mut()), 9);
        });
        assert_eq!(inserted, left(Some(100)));
        let removed = with_entry(&before, key, |entry| match entry {
            Entry::Occupied(place) if key % 2 == 0 => assert_eq!(Some(place.remove()), was),
            Entry::Occupied(place) => assert_eq!(Some(place.remove_entry()), was.map(|was| (key, was))),
            Entry::Vacant(place) => assert_eq!(place.into_key(), key),
        });
        assert_eq!(removed, left(None));
        let added = with_entry(&before, key, |entry| match entry {
            Entry::Vacant(place) if key % 2 == 0 => assert_eq!(put(place.insert(8)), 8),
            Entry::Vacant(place) => assert_eq!(put(place.insert_entry(8).into_mut()), 8),
            Entry::Occupied(_) => {}
        });
        assert_eq!(added, left(Some(was.unwrap_or(100))));
    }
}

#[test]
fn options_and_results_change_places() {
    for option in [None, Some(3u8)] {
        assert_eq!(option.map(|value| (value, true)).unzip(), (option, option.map(|_| true)));
    }
    let (good, bad): (Result<u8, u16>, Result<u8, u16>) = (Ok(1), Err(2));
    assert_eq!((Some(good).transpose(), Some(bad).transpose()), (Ok(Some(1)), Err(2)));
    assert_eq!(None::<Result<u8, u16>>.transpose(), Ok(None));
    assert_eq!((good.map(Some).transpose(), bad.map(Some).transpose()), (Some(good), Some(bad)));
    assert_eq!(Ok::<Option<u8>, u16>(None).transpose(), None);
    let (other, error): (Result<bool, u16>, Result<bool, u16>) = (Ok(true), Err(3));
    assert_eq!((good.and(other), good.and(error)), (other, error));
    assert_eq!((bad.and(other), bad.and(error)), (Err(2), Err(2)));
    let (instead, none): (Result<u8, bool>, Result<u8, bool>) = (Ok(7), Err(false));
    assert_eq!((good.or(instead), good.or(none)), (Ok(1), Ok(1)));
    assert_eq!((bad.or(instead), bad.or(none)), (instead, none));
    assert_eq!(bad.expect_err("an error"), 2);
    for result in [good, bad] {
        let (mut value, mut error) = (None, None);
        assert_eq!(result.inspect(|seen| value = Some(*seen)).inspect_err(|seen| error = Some(*seen)), result);
        assert_eq!((value, error), (result.ok(), result.err()));
    }
    assert_eq!((good.as_ref().copied(), bad.as_ref().cloned()), (Ok(1), Err(&2)));
    assert_eq!((true.then_some(1), false.then_some(1)), (Some(1), None));
    assert_eq!(std::convert::identity(5), 5);
}

#[test]
fn orders_are_combined() {
    let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    for (i, order) in orders.into_iter().enumerate() {
        assert_eq!(order.reverse(), orders[2 - i]);
        assert_eq!((order.is_lt(), order.is_eq(), order.is_gt()), (i == 0, i == 1, i == 2));
        assert_eq!((order.is_ge(), order.is_ne(), order.is_le()), (i != 0, i != 1, i != 2));
        for other in orders {
            let expected = if i == 1 { other } else { order };
            assert_eq!((order.then(other), order.then_with(|| other)), (expected, expected));
        }
    }
}

#[test]
fn elements_are_moved_and_found() {
    let mut numbers = Numbers(17);
    for _ in 0..STEPS / 10 {
        let number = numbers.next();
        let length = (number >> 8) as usize % 6;
        let all: Vec<u8> = (0..length).map(|i| (number >> (32 + 4 * i)) as u8 % 8).collect();
        let (at, value) = ((number >> 16) as usize % (length + 1), (number >> 24) as u8 % 8);
        let rotated: Vec<u8> = all[at..].iter().chain(&all[..at]).copied().collect();
        let (mut left, mut right, mut back) = (all.clone(), all.clone(), all.clone());
        left.rotate_left(at);
        right.rotate_right(length - at);
        assert_eq!((&left, &right), (&rotated, &rotated));
        back.reverse();
        assert!((0..length).all(|i| back[i] == all[length - 1 - i]));
        if at < length {
            let mut swapped = all.clone();
            swapped.swap(0, at);
            assert_eq!(swapped, updated(&updated(&all, 0, all[at]), at, all[0]));
        }
        assert_eq!(all.split_first(), (length > 0).then(|| (&all[0], &all[1..])));
        assert_eq!(all.split_last(), (length > 0).then(|| (&all[length - 1], &all[..length - 1])));
        let queue: VecDeque<u8> = all.iter().copied().collect();
        assert_eq!((queue.front(), queue.back()), (all.first(), all.last()));
        assert_eq!(all.contains(&value), (0..length).any(|i| all[i] == value));
        assert!(all.starts_with(&all[..at]) && all.ends_with(&all[at..]));
        let needle = [value];
        assert_eq!(all.starts_with(&needle), length > 0 && all[0] == value);
        assert_eq!(all.ends_with(&needle), length > 0 && all[length - 1] == value);
        let (mut stable, mut unstable) = (all.to_vec(), all.to_vec());
        stable.sort();
        unstable.sort_unstable();
        assert_eq!(stable, unstable);
        assert!((1..length).all(|i| stable[i - 1] <= stable[i]));
        let count = |of: &[u8], value: u8| of.iter().filter(|element| **element == value).count();
        assert!((0..8).all(|value| count(&all, value) == count(&stable, value)));
        match stable.binary_search(&value) {
            Ok(at) => assert_eq!(stable[at], value),
            Err(at) => assert!((0..length).all(|i| if i < at { stable[i] < value } else { stable[i] > value })),
        }
        let mut vector = all.clone();
        assert!(vector.capacity() >= length);
        vector.shrink_to_fit();
        assert_eq!(vector.into_boxed_slice()[..], all[..]);
    }
}

/// The contracts of powers, roots and absolute values, with numbers of a larger type.
macro_rules! small_numbers {
    ($unsigned:ty, $signed:ty) => {
        let exponents = 0..10u32;
        for x in <$unsigned>::MIN..=<$unsigned>::MAX {
            let exact = u64::from(x);
            for exponent in exponents.clone() {
                let power = exact.checked_pow(exponent).filter(|power| *power <= u64::from(<$unsigned>::MAX));
                assert_eq!(x.checked_pow(exponent).map(u64::from), power);
            }
            let root = u64::from(x.isqrt());
            assert!(root * root <= exact && exact < (root + 1) * (root + 1));
            assert_eq!(x.is_power_of_two(), (0..16).any(|bits| exact == 1 << bits));
            if x > 0 {
                let bits = x.ilog2();
                assert!(1 << bits <= exact && exact < 1 << (bits + 1));
            }
            assert_eq!(x.checked_neg(), (x == 0).then_some(0));
        }
        for x in <$signed>::MIN..=<$signed>::MAX {
            let exact = i64::from(x);
            let absolute = if exact < 0 { -exact } else { exact };
            assert_eq!(i64::from(x.unsigned_abs()), absolute);
            assert_eq!(x.checked_abs().map(i64::from), (x != <$signed>::MIN).then_some(absolute));
            assert_eq!(x.checked_neg().map(i64::from), (x != <$signed>::MIN).then_some(-exact));
            if x != <$signed>::MIN {
                assert_eq!(i64::from(x.abs()), absolute);
            }
            assert_eq!(i64::from(x.signum()), i64::from(exact > 0) - i64::from(exact < 0));
            assert_eq!((x.is_positive(), x.is_negative()), (exact > 0, exact < 0));
        }
    };
}

#[test]
fn powers_and_roots_are_exact() {
    small_numbers!(u8, i8);
    small_numbers!(u16, i16);
    assert_eq!((5u32.pow(3), (-2i8).pow(7), 0u8.pow(0)), (125, -128, 1));
    for (x, y) in (0..=u8::MAX).flat_map(|x| (0..=u8::MAX).map(move |y| (x, y))) {
        let (a, b) = (i32::from(x), i32::from(y));
        let check = |exact: i32, (value, over): (u8, bool)| {
            assert_eq!(over, !(0..=255).contains(&exact));
            assert!(over || i32::from(value) == exact);
        };
        check(a + b, x.overflowing_add(y));
        check(a - b, x.overflowing_sub(y));
        check(a * b, x.overflowing_mul(y));
        if y != 0 {
            assert_eq!(i32::from(x.div_ceil(y)), a / b + i32::from(a % b != 0));
        }
    }
    for (x, y) in (i8::MIN..=i8::MAX).flat_map(|x| (i8::MIN..=i8::MAX).map(move |y| (x, y))) {
        let (a, b) = (i32::from(x), i32::from(y));
        let check = |exact: i32, (value, over): (i8, bool)| {
            assert_eq!(over, !(-128..=127).contains(&exact));
            assert!(over || i32::from(value) == exact);
        };
        check(a + b, x.overflowing_add(y));
        check(a - b, x.overflowing_sub(y));
        check(a * b, x.overflowing_mul(y));
    }
}

#[test]
fn characters_are_digits() {
    for number in 0..0x12_0000 {
        let is_scalar = number < 0xD800 || (0xE000..0x11_0000).contains(&number);
        let character = char::from_u32(number);
        assert_eq!(character.map(u32::from), is_scalar.then_some(number));
        let Some(character) = character.filter(|_| number < 0x3000) else { continue };
        assert_eq!(character.is_ascii(), number < 0x80);
        assert_eq!(character.is_ascii_digit(), (0x30..0x3A).contains(&number));
        let is_letter = (0x41..0x5B).contains(&number) || (0x61..0x7B).contains(&number);
        assert_eq!(character.is_ascii_alphabetic(), is_letter);
        let value = match number {
            0x30..0x3A => number - 0x30,
            0x41..0x5B => number - 0x41 + 10,
            0x61..0x7B => number - 0x61 + 10,
            _ => 36,
        };
        for radix in 2..=36 {
            assert_eq!(character.to_digit(radix), (value < radix).then_some(value));
            assert_eq!(character.is_digit(radix), value < radix);
        }
    }
    assert_eq!(String::with_capacity(10), "");
}

#[test]
fn counted_references_give_what_they_refer_to() {
    let (mut one, mut two) = (Rc::new(1u8), Arc::new(1u8));
    assert_eq!((Rc::strong_count(&one), Arc::strong_count(&two)), (1, 1));
    assert_eq!(Rc::get_mut(&mut one).map(|place| std::mem::replace(place, 2)), Some(1));
    assert_eq!(Arc::get_mut(&mut two).map(|place| std::mem::replace(place, 2)), Some(1));
    let (other_one, other_two) = (one.clone(), two.clone());
    assert_eq!((Rc::get_mut(&mut one), Arc::get_mut(&mut two)), (None, None));
    assert_eq!(std::mem::replace(Rc::make_mut(&mut one), 3), 2);
    assert_eq!(std::mem::replace(Arc::make_mut(&mut two), 3), 2);
    assert_eq!((*one, *two, *other_one, *other_two), (3, 3, 2, 2));
    assert_eq!((Rc::unwrap_or_clone(one), Arc::unwrap_or_clone(two.clone())), (3, 3));
    let shared = two.clone();
    assert_eq!(Arc::try_unwrap(two), Err(Arc::new(3)));
    assert_eq!(Arc::into_inner(shared), Some(3));
    assert_eq!(Arc::try_unwrap(other_two), Ok(2));
}

#[test]
fn numbers_that_are_not_zero_are_numbers() {
    for x in i8::MIN..=i8::MAX {
        let nonzero = NonZero::<i8>::new(x);
        assert_eq!(nonzero.map(NonZero::get), (x != 0).then_some(x));
        let Some(nonzero) = nonzero else { continue };
        assert_eq!((i8::from(nonzero), Clone::clone(&nonzero) == nonzero), (x, true));
        for y in i8::MIN..=i8::MAX {
            assert_eq!((nonzero | y).get(), x | y);
            let Some(other) = NonZero::<i8>::new(y) else { continue };
            assert_eq!((nonzero | other).get(), x | y);
            assert_eq!((nonzero == other, nonzero.cmp(&other)), (x == y, x.cmp(&y)));
            assert_eq!((nonzero.partial_cmp(&other), nonzero < other), (x.partial_cmp(&y), x < y));
            assert_eq!((nonzero.max(other).get(), nonzero.min(other).get()), (x.max(y), x.min(y)));
        }
    }
}

#[test]
fn strings_are_found_by_their_text() {
    let words = ["", "a", "ab", "é", "b"];
    let hashed: HashMap<String, usize> = words.iter().enumerate().map(|(i, word)| (word.to_string(), i)).collect();
    let ordered: BTreeMap<String, usize> = hashed.iter().map(|(word, i)| (word.clone(), *i)).collect();
    for (i, word) in words.into_iter().enumerate() {
        assert_eq!((hashed.get(word), ordered.get(word)), (Some(&i), Some(&i)));
    }
    assert!(!hashed.contains_key("abc") && !ordered.contains_key("e"));
}

/// All words of these characters with so many, at most.
fn words(letters: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let longer: Vec<String> =
            all[from..].iter().flat_map(|word| letters.chars().map(move |letter| format!("{word}{letter}"))).collect();
        from = all.len();
        all.extend(longer);
    }
    all
}

/// Whether the text is found at this place.
fn occurs_at(all: &[char], text: &[char], at: usize) -> bool {
    at + text.len() <= all.len() && (0..text.len()).all(|i| all[at + i] == text[i])
}

#[test]
fn texts_are_found_in_strings() {
    let texts = words("aé", 2);
    for word in words("aéb", 5) {
        let all: Vec<char> = word.chars().collect();
        let byte = |at: usize| all[..at].iter().collect::<String>().len();
        for text in &texts {
            let looked_for: Vec<char> = text.chars().collect();
            let places: Vec<usize> = (0..=all.len()).filter(|at| occurs_at(&all, &looked_for, *at)).collect();
            assert_eq!((word.contains(text), word.contains(text.as_str())), (!places.is_empty(), !places.is_empty()));
            assert_eq!(word.find(text), places.first().map(|at| byte(*at)));
            assert_eq!(word.rfind(text), places.last().map(|at| byte(*at)));
            let at_end = all.len().checked_sub(looked_for.len()).filter(|at| places.contains(at));
            assert_eq!((word.starts_with(text), word.ends_with(text)), (places.first() == Some(&0), at_end.is_some()));
            let rest = word.strip_prefix(text).map(|rest| rest.chars().collect::<Vec<char>>());
            assert_eq!(rest.as_deref(), word.starts_with(text).then(|| &all[looked_for.len()..]));
            let rest = word.strip_suffix(text).map(|rest| rest.chars().collect::<Vec<char>>());
            assert_eq!(rest.as_deref(), at_end.map(|at| &all[..at]));
            if let [letter] = looked_for[..] {
                assert_eq!((word.contains(letter), word.find(letter)), (all.contains(&letter), word.find(text)));
                assert_eq!(
                    (word.starts_with(letter), word.ends_with(letter)),
                    (word.starts_with(text), at_end.is_some())
                );
                assert_eq!(
                    (word.strip_prefix(letter), word.rfind(letter)),
                    (word.strip_prefix(text), word.rfind(text))
                );
            }
        }
    }
}

#[test]
fn strings_are_changed_where_a_character_begins() {
    for word in words("aéb", 4) {
        let all: Vec<char> = word.chars().collect();
        let together = |parts: [&[char]; 3]| parts.concat().into_iter().collect::<String>();
        for at in 0..=all.len() {
            let byte = all[..at].iter().collect::<String>().len();
            let mut changed = word.clone();
            changed.insert(byte, 'é');
            assert_eq!(changed, together([&all[..at], &['é'], &all[at..]]));
            let mut changed = word.clone();
            changed.insert_str(byte, "éb");
            assert_eq!(changed, together([&all[..at], &['é', 'b'], &all[at..]]));
            if at < all.len() {
                let mut changed = word.clone();
                assert_eq!((changed.remove(byte), changed), (all[at], together([&all[..at], &[], &all[at + 1..]])));
            }
        }
        let turned: Vec<u8> = word.bytes().rev().collect();
        assert_eq!(turned, word.as_bytes().iter().rev().copied().collect::<Vec<u8>>());
        let mut places: Vec<(usize, char)> = word.char_indices().rev().collect();
        places.reverse();
        assert_eq!(places, word.char_indices().collect::<Vec<_>>());
        assert_eq!(all.iter().copied().collect::<String>(), word);
    }
}

#[test]
fn integers_are_read_from_decimal_digits() {
    for word in words("+-0129x", 4) {
        let all: Vec<char> = word.chars().collect();
        let written = |is_signed: bool| {
            let sign = all.first().filter(|c| **c == '+' || is_signed && **c == '-');
            let digits = &all[usize::from(sign.is_some())..];
            let is_decimal = !digits.is_empty() && digits.iter().all(char::is_ascii_digit);
            let value = digits.iter().fold(0, |value, digit| 10 * value + (*digit as i64 - '0' as i64));
            is_decimal.then_some(if sign == Some(&'-') { -value } else { value })
        };
        let fits = |value: Option<i64>, least: i64, most: i64| value.filter(|value| (least..=most).contains(value));
        assert_eq!(word.parse::<u8>().ok().map(i64::from), fits(written(false), 0, 255));
        assert_eq!(word.parse::<i8>().ok().map(i64::from), fits(written(true), -128, 127));
        assert_eq!(word.parse::<u64>().ok().map(|n| n as i64), written(false));
        assert_eq!(word.parse::<i64>().ok(), written(true));
    }
    for n in [i8::MIN, i8::MAX] {
        assert_eq!(n.to_string().parse::<i8>(), Ok(n));
        assert_eq!((i16::from(n) * 2).to_string().parse::<i8>().ok(), None);
    }
    assert_eq!((u128::MAX.to_string().parse(), i128::MIN.to_string().parse()), (Ok(u128::MAX), Ok(i128::MIN)));
    assert_eq!((u128::MAX.to_string() + "0").parse::<u128>().ok(), None);
}

/// What each of these types reads near its ends, with a sign or without one, with zeros before it, and with a digit more.
macro_rules! read_near_the_ends {
    ($($ty:ident)*) => {
        $(
        for end in [$ty::MIN, $ty::MAX, 0, 7] {
            for step in 0..12u8 {
                for n in [end.checked_add(step as $ty), end.checked_sub(step as $ty)] {
                    let Some(n) = n else { continue };
                    let text = n.to_string();
                    assert_eq!((text.parse::<$ty>(), <$ty as std::str::FromStr>::from_str(&text)), (Ok(n), Ok(n)));
                    let digits = text.trim_start_matches('-');
                    let sign = &text[..text.len() - digits.len()];
                    assert_eq!(format!("{sign}000{digits}").parse::<$ty>(), Ok(n));
                    assert_eq!(format!("+{text}").parse::<$ty>().ok(), sign.is_empty().then_some(n));
                    assert_eq!(format!("{text}-").parse::<$ty>().ok(), None);
                    let fits = n.checked_mul(10).filter(|_| n != 0);
                    assert_eq!(format!("{text}0").parse::<$ty>().ok().filter(|_| n != 0), fits);
                }
            }
        }
        assert_eq!("-0".parse::<$ty>().ok(), ($ty::MIN != 0).then_some(0));
        )*
    };
}

#[test]
fn integers_of_all_types_are_read_as_far_as_they_fit() {
    read_near_the_ends! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
}

#[test]
fn parts_of_strings_are_those_between() {
    for word in words("a \r\n", 5) {
        let all: Vec<char> = word.chars().collect();
        let parts: Vec<&[char]> = all.split(|c| *c == '\n').collect();
        let (last, ended) = parts.split_last().expect("there is at least one part");
        let mut lines: Vec<&[char]> = ended.iter().map(|line| line.strip_suffix(&['\r']).unwrap_or(line)).collect();
        lines.extend((!last.is_empty()).then_some(last));
        let texts: Vec<String> = lines.iter().map(|line| line.iter().collect()).collect();
        assert_eq!(word.lines().collect::<Vec<_>>(), texts);
        assert_eq!(word.lines().rev().collect::<Vec<_>>(), texts.iter().rev().collect::<Vec<_>>());
        for text in words("a\n", 2) {
            let parts = word.find(&text).map(|at| (&word[..at], &word[at + text.len()..]));
            assert_eq!(word.split_once(&text), parts);
        }
        let text = |part: &[char]| part.iter().collect::<String>();
        let start = all.iter().position(|c| *c == 'a').unwrap_or(all.len());
        assert_eq!(word.trim_start(), text(&all[start..]));
        let end = all.iter().rposition(|c| *c == 'a').map_or(0, |at| at + 1);
        assert_eq!(word.trim_end(), text(&all[..end]));
    }
}
