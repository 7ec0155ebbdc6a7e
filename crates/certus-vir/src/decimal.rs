//! Real numbers as decimals: how literals of the type `real` are written.

use num_bigint::BigInt;
use num_rational::BigRational;

/// The number of digits after the point that are tried.
const DIGITS: usize = 40;

/// The number that a decimal stands for: digits, and perhaps a point and further digits, with `_` between them and a sign
/// before. Nothing for other text, such as one with an exponent.
///
/// ```
/// let half = certus_vir::decimal::parse("0.50").unwrap();
/// assert_eq!(half, certus_vir::decimal::parse("00.5_0").unwrap());
/// assert_eq!(certus_vir::decimal::parse("5e-1"), None);
/// ```
pub fn parse(text: &str) -> Option<BigRational> {
    let text: String = text.chars().filter(|c| *c != '_').collect();
    let (negative, digits) = text.strip_prefix('-').map_or((false, &*text), |digits| (true, digits));
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{rest}");
    if whole.is_empty() || !all.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let scale = BigInt::from(10).pow(u32::try_from(rest.len()).ok()?);
    let number = BigRational::new(all.parse::<BigInt>().ok()?, scale);
    Some(if negative { -number } else { number })
}

/// A literal of the type `real` for a number. Nothing where no decimal of forty digits after the point is the number.
///
/// ```
/// let number = certus_vir::decimal::parse("-2.750").unwrap();
/// assert_eq!(certus_vir::decimal::literal(&number).unwrap(), "-2.75real");
/// ```
pub fn literal(number: &BigRational) -> Option<String> {
    let ten = BigRational::from_integer(BigInt::from(10));
    let mut scaled = number.clone();
    let places = (0..DIGITS).find(|_| {
        let found = scaled.is_integer();
        if !found {
            scaled *= &ten;
        }
        found
    })?;
    let sign = if scaled.numer().sign() == num_bigint::Sign::Minus { "-" } else { "" };
    let digits = format!("{:0>width$}", scaled.numer().magnitude().to_string(), width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    Some(if rest.is_empty() { format!("{sign}{whole}real") } else { format!("{sign}{whole}.{rest}real") })
}

/// A number for messages: its literal, or a quotient such as `1 / 3` where no decimal is short.
pub fn shown(number: &BigRational) -> String {
    match literal(number) {
        Some(text) => text.trim_end_matches("real").to_owned(),
        None => format!("{} / {}", number.numer(), number.denom()),
    }
}
