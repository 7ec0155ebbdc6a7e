//! Integers that are read from strings.
// @when .parse( .parse::< from_str is_parsed parsed::
//!
//! trusted: an integer is written with decimal digits, of which there is at least one, after a sign or none; `-` is the sign of signed
//! types only.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::std_specs::integers::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::num::ParseIntError;
use core::str::FromStr;

mod decimals;

pub use decimals::*;

verus! {

broadcast use group_seq_lemmas;

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExParseIntError(ParseIntError);

/// What can be read from a string.
#[verifier::external_trait_specification]
pub trait ExFromStr: Sized {
    type ExternalTraitSpecificationFor: FromStr;

    type Err;

    fn from_str(s: &str) -> (res: Result<Self, Self::Err>);
}

/// Whether this is what comes of reading a value from this text. The library says what that means for integers; nothing is known of other
/// types.
pub uninterp spec fn is_parsed<F, E>(text: Seq<char>, result: Result<F, E>) -> bool;

/// Whether these are decimal digits, at least one.
pub open spec fn is_decimal(text: Seq<char>) -> bool {
    &&& text.len() > 0
    &&& forall|i: int| 0 <= i < text.len() ==> '0' <= #[trigger] text[i] <= '9'
}

/// The number that decimal digits write.
pub open spec fn decimal_value(digits: Seq<char>) -> int
    decreases digits.len(),
{
    if digits.len() == 0 {
        0
    } else {
        10 * decimal_value(digits.drop_last()) + (digits.last() as u32 - '0' as u32)
    }
}

/// No number that is written so is negative.
pub proof fn lemma_decimal_value(digits: Seq<char>)
    requires
        forall|i: int| 0 <= i < digits.len() ==> '0' <= #[trigger] digits[i] <= '9',
    ensures
        decimal_value(digits) >= 0,
    decreases digits.len(),
{
    if digits.len() > 0 {
        lemma_decimal_value(digits.drop_last());
    }
}

/// The text without the sign of a number, where it has one.
pub open spec fn without_sign(text: Seq<char>, is_signed: bool) -> Seq<char> {
    if text.len() > 0 && (text[0] == '+' || is_signed && text[0] == '-') { text.drop_first() } else { text }
}

/// The number that a text with decimal digits writes.
pub open spec fn written_value(text: Seq<char>, is_signed: bool) -> int {
    let value = decimal_value(without_sign(text, is_signed));
    if is_signed && text.len() > 0 && text[0] == '-' { -value } else { value }
}

/// An integer is read where the text is one, and the number fits.
pub broadcast axiom fn axiom_integer_is_parsed<N: MachineInteger>(text: Seq<char>, result: Result<N, ParseIntError>)
    ensures
        #[trigger] is_parsed(text, result) == {
            let is_signed = N::least() < 0;
            let value = written_value(text, is_signed);
            let is_decimal = is_decimal(without_sign(text, is_signed));
            match result {
                Ok(n) => is_decimal && value == n.number(),
                Err(_) => !(is_decimal && N::least() <= value <= N::most()),
            }
        },
;

/// What is known of numbers that are read.
pub broadcast group group_parsed_axioms {
    axiom_integer_is_parsed,
}

} // verus!
