//! Messages about what is verified.

use log::{Level, LevelFilter};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
pub struct ExLevelFilter(LevelFilter);

pub assume_specification[ log::max_level ]() -> LevelFilter;

// trusted: the message does nothing else
#[verifier::external_body]
fn say(n: u64) {
    log::info!("the sum is {n}");
}

/// The sum, which is said to whoever listens.
pub fn sum(a: u32, b: u32) -> (r: u64)
    ensures
        r == a + b,
{
    let sum = a as u64 + b as u64;
    match log::max_level() {
        LevelFilter::Off | LevelFilter::Error | LevelFilter::Warn => {},
        _ => say(sum),
    }
    sum
}

} // verus!

/// What is said at least.
pub const LEAST: Level = Level::Info;

#[cfg(test)]
mod tests {
    #[test]
    fn sums_are_right() {
        log::set_max_level(super::LEAST.to_level_filter());
        assert_eq!(super::sum(u32::MAX, 1), 1 << 32);
    }
}
