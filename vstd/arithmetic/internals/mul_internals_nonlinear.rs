//! Facts about products that are not linear.
// @when arithmetic

pub use crate::arithmetic::mul::lemma_mul_is_associative;
pub use crate::arithmetic::mul::lemma_mul_is_distributive_add;
pub use crate::arithmetic::mul::lemma_mul_nonzero;
pub use crate::arithmetic::mul::lemma_mul_ordering;
pub use crate::arithmetic::mul::lemma_mul_strict_inequality;
pub use crate::arithmetic::mul::lemma_mul_strictly_positive;
