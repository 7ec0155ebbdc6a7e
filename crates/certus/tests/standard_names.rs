//! What contracts of the library say of operations on numbers, bytes, texts and elements, the running standard library does: small
//! numbers all, larger ones near the ends.

// The functions themselves are compared, also those with newer names.
#![allow(clippy::legacy_numeric_constants)]

use std::cmp::Ordering;

/// The nearest number of a range.
fn nearest(min: i64, max: i64, x: i64) -> i64 {
    x.clamp(min, max)
}

/// The remainder and the quotient that go with it, with a remainder that is not negative.
fn euclid(x: i64, y: i64) -> (i64, i64) {
    let remainder = (0..y.abs()).find(|r| (x - r) % y == 0).unwrap_or_default();
    ((x - remainder) / y, remainder)
}

fn power(base: i64, exp: u32) -> i64 {
    (0..exp).fold(1, |product, _| product.saturating_mul(base))
}

/// What a number without sign is, one range above those that have one.
fn is_power_of_two(x: i64) -> bool {
    (0..62).any(|i| 1 << i == x)
}

macro_rules! all_numbers {
    ($t:ident, $x:expr) => {{
        let (min, max, x) = (i64::from($t::MIN), i64::from($t::MAX), i64::from($x));
        assert_eq!(($t::min_value(), $t::max_value()), ($t::MIN, $t::MAX));
        for y in $t::MIN..=$t::MAX {
            if y == 0 {
                continue;
            }
            let (quotient, remainder) = euclid(x, i64::from(y));
            if (min..=max).contains(&quotient) {
                assert_eq!(i64::from($x.div_euclid(y)), quotient);
                assert_eq!(i64::from($x.rem_euclid(y)), remainder);
            } else {
                assert_eq!(($x.checked_div_euclid(y), $x.checked_rem_euclid(y)), (None, None));
            }
        }
        for n in 0..12u32 {
            let shifted = (n < 8).then(|| ($x << (n % 8), $x >> (n % 8)));
            assert_eq!($x.checked_shl(n), shifted.map(|pair| pair.0));
            assert_eq!($x.checked_shr(n), shifted.map(|pair| pair.1));
            assert_eq!(i64::from($x.saturating_pow(n)), nearest(min, max, power(x, n)));
        }
        assert_eq!($x.checked_ilog2().is_some(), x > 0);
        if x > 0 {
            let within = |base: i64, n: u32| power(base, n) <= x && x < power(base, n + 1);
            assert!(within(2, $x.ilog2()) && $x.checked_ilog2() == Some($x.ilog2()) && within(10, $x.ilog10()));
            assert!((2..=$t::MAX).all(|base| within(i64::from(base), $x.ilog(base))));
        }
    }};
}

#[test]
fn numbers_without_sign_stay_in_range() {
    for x in u8::MIN..=u8::MAX {
        all_numbers!(u8, x);
        let wide = i64::from(x);
        assert_eq!(i64::from(x.wrapping_neg()), if x == 0 { 0 } else { 256 - wide });
        assert_eq!(x.overflowing_neg(), (x.wrapping_neg(), x != 0));
        assert_eq!(i64::from(x.cast_signed()), if wide <= 127 { wide } else { wide - 256 });
        let power = (x <= 128).then(|| x.next_power_of_two());
        assert_eq!(x.checked_next_power_of_two(), power);
        if let Some(power) = power.map(i64::from) {
            assert!(is_power_of_two(power) && wide <= power && if wide <= 1 { power == 1 } else { power < 2 * wide });
        }
        for y in u8::MIN..=u8::MAX {
            assert_eq!(i64::from(x.saturating_add_signed(y as i8)), nearest(0, 255, wide + i64::from(y as i8)));
            if y != 0 {
                assert_eq!((x.wrapping_div(y), x.wrapping_rem(y)), (x / y, x % y));
                let next = if x % y == 0 { wide } else { wide - wide % i64::from(y) + i64::from(y) };
                assert_eq!(x.checked_next_multiple_of(y).map(i64::from), (next <= 255).then_some(next));
                assert!(next > 255 || i64::from(x.next_multiple_of(y)) == next);
            }
        }
        for n in 0..20u32 {
            let (k, up) = (n % 8, |k: u32| wide * (1 << k) % 256);
            assert_eq!(i64::from(x.rotate_left(n)), up(k) + wide / (1 << (8 - k)));
            assert_eq!(i64::from(x.rotate_right(n)), up(8 - k) + wide / (1 << k));
        }
    }
}

#[test]
fn numbers_with_sign_stay_in_range() {
    for x in i8::MIN..=i8::MAX {
        all_numbers!(i8, x);
        let (wide, within) = (i64::from(x), |x: i64| nearest(-128, 127, x));
        let negated = if x == i8::MIN { wide } else { -wide };
        assert_eq!(i64::from(x.wrapping_neg()), negated);
        assert_eq!(x.overflowing_neg(), (x.wrapping_neg(), x == i8::MIN));
        assert_eq!(i64::from(x.wrapping_abs()), if x < 0 { negated } else { wide });
        assert_eq!((i64::from(x.saturating_neg()), i64::from(x.saturating_abs())), (within(-wide), within(wide.abs())));
        assert_eq!(i64::from(x.cast_unsigned()), if x >= 0 { wide } else { wide + 256 });
        for y in i8::MIN..=i8::MAX {
            let other = i64::from(y);
            assert_eq!(i64::from(x.saturating_add(y)), within(wide + other));
            assert_eq!(i64::from(x.saturating_sub(y)), within(wide - other));
            assert_eq!(i64::from(x.saturating_mul(y)), within(wide * other));
            if y != 0 {
                let quotient = if x == i8::MIN && y == -1 { wide } else { wide / other };
                assert_eq!((i64::from(x.wrapping_div(y)), i64::from(x.wrapping_rem(y))), (quotient, wide % other));
            }
        }
    }
}

#[test]
fn bytes_are_digits() {
    for x in [0u32, 1, 0x0102_0304, 0xfffe_fdfc, u32::MAX] {
        let digits = [x % 256, x / 256 % 256, x / 65_536 % 256, x / 16_777_216].map(|digit| digit as u8);
        let mut reversed = digits;
        reversed.reverse();
        assert_eq!((x.to_le_bytes(), x.to_be_bytes()), (digits, reversed));
        assert_eq!((u32::from_le_bytes(digits), u32::from_be_bytes(reversed)), (x, x));
        let native = if cfg!(target_endian = "little") { digits } else { reversed };
        assert_eq!((x.to_ne_bytes(), u32::from_ne_bytes(native)), (native, x));
    }
}

/// How the characters of two texts compare.
fn chars_cmp(a: &[char], b: &[char]) -> Ordering {
    match (a, b) {
        ([], []) => Ordering::Equal,
        ([], _) => Ordering::Less,
        (_, []) => Ordering::Greater,
        ([x, a @ ..], [y, b @ ..]) if x == y => chars_cmp(a, b),
        ([x, ..], [y, ..]) => (*x as u32).cmp(&(*y as u32)),
    }
}

#[test]
fn texts_compare_by_their_characters() {
    let words =
        ["", "a", "ab", "b", "é", "éa", "\u{7ff}", "\u{800}", "\u{ffff}", "\u{10000}", "\u{10ffff}", "z\u{10000}"];
    for a in words {
        for b in words {
            let [one, two] = [a, b].map(|text| text.chars().collect::<Vec<char>>());
            let (order, equal) = (chars_cmp(&one, &two), one == two);
            assert_eq!((a.cmp(b), a.to_string().cmp(&b.to_string()), a.partial_cmp(b)), (order, order, Some(order)));
            assert_eq!((a < b, a <= b, a == b, a != b), (order.is_lt(), order.is_le(), equal, !equal));
            let (s, t) = (a.to_string(), b.to_string());
            assert_eq!((s == t, s == *b, *a == t, s == b, a == t), (equal, equal, equal, equal, equal));
            assert_eq!(s != t, !equal);
        }
    }
    assert_eq!(
        (false.cmp(&true), true.cmp(&false), true.cmp(&true)),
        (Ordering::Less, Ordering::Greater, Ordering::Equal)
    );
    for (a, b) in [('a', 'b'), ('\u{d7ff}', '\u{e000}'), ('z', 'z'), ('\u{10ffff}', '\0')] {
        assert_eq!(
            (a.cmp(&b), a < b, a == b),
            ((a as u32).cmp(&(b as u32)), (a as u32) < (b as u32), a as u32 == b as u32)
        );
    }
}

#[test]
fn elements_are_compared_in_order() {
    let all: [&[u8]; 5] = [&[], &[1], &[1, 2], &[2, 1], &[1, 2, 3]];
    for a in all {
        for b in all {
            let equal = a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x == y);
            assert_eq!((*a == *b, a.to_vec() == b, a.to_vec() == b.to_vec()), (equal, equal, equal));
            let [one, two] = [a, b].map(|part| part.iter().copied().collect::<std::collections::VecDeque<u8>>());
            assert_eq!(one == two, equal);
            if let Ok(two) = <[u8; 2]>::try_from(b) {
                assert_eq!((*a == two, two == *a, a.to_vec() == two), (equal, equal, equal));
                assert!(
                    <[u8; 2]>::try_from(a).is_err() || <[u8; 2]>::try_from(a).is_ok_and(|one| (one == two) == equal)
                );
            }
        }
    }
}

/// The small letter for a large one, of ASCII alone.
fn small(c: char) -> char {
    if c.is_ascii_uppercase() { char::from(c as u8 + 32) } else { c }
}

#[test]
fn characters_of_ascii_are_letters_and_digits() {
    for number in 0..0x3000u32 {
        let Some(c) = char::from_u32(number) else { continue };
        let (large, low) = ((0x41..=0x5a).contains(&number), (0x61..=0x7a).contains(&number));
        let digit = (0x30..=0x39).contains(&number);
        if number < 0x80 {
            let known = (large || low, digit, large || low || digit);
            assert_eq!((c.is_alphabetic(), c.is_numeric(), c.is_alphanumeric()), known);
            let byte = number as u8;
            assert_eq!(
                (byte.is_ascii(), byte.is_ascii_digit(), byte.is_ascii_alphabetic()),
                (true, digit, large || low)
            );
            assert_eq!((byte.is_ascii_uppercase(), byte.is_ascii_lowercase()), (large, low));
            assert_eq!(byte.is_ascii_whitespace(), [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(&byte));
            assert_eq!(byte.is_ascii_alphanumeric(), known.2);
            assert_eq!(u32::from(byte.to_ascii_lowercase()), if large { number + 32 } else { number });
            assert_eq!(u32::from(byte.to_ascii_uppercase()), if low { number - 32 } else { number });
        }
        let space = [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(&number);
        let hexadecimal = digit || (0x41..=0x46).contains(&number) || (0x61..=0x66).contains(&number);
        let signs = [0x21..=0x2f, 0x3a..=0x40, 0x5b..=0x60, 0x7b..=0x7e];
        let sign = signs.iter().any(|signs| signs.contains(&number));
        assert_eq!((c.is_ascii_uppercase(), c.is_ascii_lowercase()), (large, low));
        assert_eq!((c.is_ascii_alphanumeric(), c.is_ascii_whitespace()), (large || low || digit, space));
        assert_eq!((c.is_ascii_hexdigit(), c.is_ascii_punctuation()), (hexadecimal, sign));
        if let Ok(byte) = u8::try_from(number) {
            assert_eq!((byte.is_ascii_hexdigit(), byte.is_ascii_punctuation()), (hexadecimal, sign));
        }
        assert_eq!(c.to_ascii_lowercase() as u32, if large { number + 32 } else { number });
        assert_eq!(c.to_ascii_uppercase() as u32, if low { number - 32 } else { number });
    }
    for byte in 0x80..=u8::MAX {
        assert!(!byte.is_ascii() && !byte.is_ascii_alphanumeric() && !byte.is_ascii_whitespace());
    }
}

#[test]
fn strings_are_their_bytes() {
    for text in ["", " ", "ab", " a b\t", "\u{a0}é\u{3000}", "Ab\u{10000}", "\u{85}\n x \u{2028}"] {
        let (bytes, mut owned) = (text.as_bytes(), text.to_string());
        assert_eq!((owned.len(), owned.as_bytes(), owned.clone().into_bytes()), (bytes.len(), bytes, bytes.to_vec()));
        assert_eq!((std::str::from_utf8(bytes), String::from_utf8(bytes.to_vec())), (Ok(text), Ok(owned.clone())));
        assert!(owned.capacity() >= owned.len() && text.bytes().eq(bytes.iter().copied()));
        let chars: Vec<char> = text.chars().collect();
        let ends = |end: &char| end.is_whitespace();
        let (front, back) =
            (chars.iter().take_while(|c| ends(c)).count(), chars.iter().rev().take_while(|c| ends(c)).count());
        let middle: String = chars.get(front..chars.len().saturating_sub(back)).unwrap_or_default().iter().collect();
        assert_eq!(text.trim(), middle);
        let places = chars.iter().scan(0, |place, c| Some((std::mem::replace(place, *place + c.len_utf8()), *c)));
        assert!(text.char_indices().eq(places));
        if text.is_ascii() {
            assert_eq!(text.to_lowercase(), text.chars().map(small).collect::<String>());
            assert!(text.to_uppercase().chars().map(small).eq(text.chars().map(small)));
        }
        for n in 0..4 {
            let repeated = (0..chars.len() * n).map(|i| chars.get(i % chars.len()).copied());
            assert!(text.repeat(n).chars().map(Some).eq(repeated));
        }
        for other in ["", "AB", "ab", " A B\t", "É"] {
            assert_eq!(text.eq_ignore_ascii_case(other), text.chars().map(small).eq(other.chars().map(small)));
        }
        for place in (0..=text.len() + 1).filter(|place| *place > text.len() || text.is_char_boundary(*place)) {
            owned = text.to_string();
            owned.truncate(place);
            assert_eq!(owned.as_bytes(), bytes.get(..place).unwrap_or(bytes));
        }
    }
    let broken = [vec![0xff], vec![0xed, 0xa0, 0x80]];
    assert!(
        broken.iter().all(|bytes| std::str::from_utf8(bytes).is_err() && String::from_utf8(bytes.clone()).is_err())
    );
}

#[test]
fn what_is_inside_is_tested() {
    for (option, and, or) in [(None, false, true), (Some(1), false, false), (Some(5), true, true)] {
        assert_eq!((option.is_some_and(|x| x > 3), option.is_none_or(|x| x > 3)), (and, or));
    }
}

#[test]
fn conversions_keep_values() {
    use std::{rc::Rc, sync::Arc};

    for x in u8::MIN..=u8::MAX {
        assert_eq!((char::from(x) as u32, u64::from(x)), (u32::from(x), x as u64));
        assert_eq!((Option::from(x), *Box::from(x), *Rc::from(x), *Arc::from(x)), (Some(x), x, x, x));
    }
    for b in [false, true] {
        assert_eq!((u8::from(b), i128::from(b), usize::from(b)), if b { (1, 1, 1) } else { (0, 0, 0) });
    }
    for c in ['\0', 'a', '\u{10ffff}'] {
        assert_eq!((u32::from(c), u64::from(c), u128::from(c)), (c as u32, c as u64, c as u128));
        assert_eq!(String::from(c).chars().collect::<Vec<char>>(), [c]);
    }
    let (parts, text): (&[u8], String) = (&[1, 2], "ab".into());
    assert_eq!((Vec::from(parts), Vec::from([1u8, 2]), text.as_str()), (vec![1, 2], vec![1, 2], "ab"));
}

#[test]
fn elements_are_kept_and_cut() {
    for len in 0..9u8 {
        let all: Vec<u8> = (0..len).map(|x| x.wrapping_mul(7) % 5).collect();
        let mut kept = all.clone();
        kept.retain(|x| x % 2 == 0);
        assert_eq!(kept, all.iter().copied().filter(|x| x % 2 == 0).collect::<Vec<u8>>());
        for size in 1..6usize {
            let windows: Vec<&[u8]> = all.windows(size).collect();
            assert_eq!(windows.len(), (all.len() + 1).saturating_sub(size));
            assert!(windows.iter().enumerate().all(|(i, part)| all.get(i..i + size) == Some(*part)));
            let chunks: Vec<&[u8]> = all.chunks(size).collect();
            assert_eq!(chunks.len(), all.len().div_ceil(size));
            let chunk = |i: usize| all.get(i * size..((i + 1) * size).min(all.len()));
            assert!(chunks.iter().enumerate().all(|(i, part)| chunk(i) == Some(*part)));
            let mut resized = all.clone();
            resized.resize_with(size, || 9);
            assert!((0..size).all(|i| resized.get(i) == Some(all.get(i).unwrap_or(&9))) && resized.len() == size);
        }
        let mut iter = all.iter();
        iter.next();
        assert_eq!((iter.as_slice(), all.as_slice().to_owned()), (all.get(1..).unwrap_or_default(), all.clone()));
    }
    assert_eq!([1u8, 2, 3].into_iter().collect::<Vec<u8>>(), [1, 2, 3]);
    assert_eq!([1u8, 2, 3].map(|x| x + 1), [2, 3, 4]);
}

#[test]
fn durations_are_nanoseconds() {
    use std::time::Duration;

    for n in [0u64, 1, 999, 1_000, 1_500_000_001, 7_000_000_000, u64::MAX] {
        let nanos = |d: Duration| (d.as_nanos(), d.as_millis(), d.as_secs());
        let of = |nanos: u128| (nanos, nanos / 1_000_000, (nanos / 1_000_000_000) as u64);
        let wide = u128::from(n);
        assert_eq!(nanos(Duration::from_secs(n)), of(wide * 1_000_000_000));
        assert_eq!(nanos(Duration::from_millis(n)), of(wide * 1_000_000));
        assert_eq!((nanos(Duration::from_micros(n)), nanos(Duration::from_nanos(n))), (of(wide * 1_000), of(wide)));
        assert_eq!(nanos(Duration::new(n / 2, u32::MAX)), of(wide / 2 * 1_000_000_000 + u128::from(u32::MAX)));
    }
}

#[test]
fn bits_of_floats_are_what_they_say() {
    for bits in [0u32, 1, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7f80_0001, 0x7fc0_0000, 0x7fff_ffff] {
        for sign in [0, 0x8000_0000] {
            let x = f32::from_bits(bits + sign);
            assert_eq!((x.to_bits(), x.is_sign_negative()), (bits + sign, sign != 0));
            let kinds = (bits < 0x7f80_0000, bits == 0x7f80_0000, bits > 0x7f80_0000);
            assert_eq!((x.is_finite(), x.is_infinite(), x.is_nan()), kinds);
            assert!(if x.is_nan() { x.abs().is_nan() } else { x.abs().to_bits() == bits });
        }
    }
    for bits in [0u64, 1, 0x3ff0_0000_0000_0000, 0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000] {
        let x = f64::from_bits(bits);
        let infinity = 0x7ff0_0000_0000_0000;
        assert_eq!((x.to_bits(), x.is_finite(), x.is_nan()), (bits, bits < infinity, bits > infinity));
    }
}
