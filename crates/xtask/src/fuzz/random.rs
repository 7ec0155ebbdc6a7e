//! Random choices that are the same for the same seed, on every machine.
//!
//! The generator of numbers is one whose sequence is part of its interface, so the number of a case stays its name as long as
//! the generator of programs is not changed.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// A source of choices. Two with the same seed choose the same.
pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of the case with this number.
    pub(super) fn new(seed: u64) -> Self {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `n`, or 0 if `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        // The slight preference for small numbers does no harm here.
        (self.0.next_u64() % (n.max(1) as u64)) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: i128, high: i128) -> i128 {
        let width = high.wrapping_sub(low) as u128;
        let raw = (u128::from(self.0.next_u64()) << 64) | u128::from(self.0.next_u64());
        let step = if width == u128::MAX { raw } else { raw % (width + 1) };
        low.wrapping_add(step as i128)
    }

    /// True in `percent` of a hundred cases.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of these; the slice is not empty.
    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn the_same_seed_gives_the_same_choices() {
        let rolls = |seed| {
            let mut dice = Dice::new(seed);
            (0..20).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(rolls(7), rolls(7));
        assert_ne!(rolls(7), rolls(8));
    }

    #[test]
    fn choices_stay_between_their_bounds() {
        let mut dice = Dice::new(1);
        for _ in 0..200 {
            assert!((-3..=4).contains(&dice.between(-3, 4)));
        }
        dice.between(i128::MIN, i128::MAX);
    }
}
