//! Numbers as text.

use itoa::Buffer;
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExBuffer(Buffer);

/// The digits of a number.
pub uninterp spec fn decimal<I>(n: I) -> Seq<char>;

pub assume_specification[ Buffer::new ]() -> Buffer;

#[verifier::external_trait_specification]
pub trait ExInteger {
    type ExternalTraitSpecificationFor: itoa::Integer;
}

pub assume_specification<I>[ Buffer::format ](this: &mut Buffer, i: I) -> (r: &str)
    where I: itoa::Integer
    ensures
        r@ == decimal(i),
;

pub fn digits(n: u32) -> (r: String)
    ensures
        r@ == decimal(n),
{
    let mut buffer = Buffer::new();
    let text = buffer.format(n);
    text.to_string()
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_decimal() {
        assert_eq!(super::digits(120), "120");
    }
}
