//! Formatting: what is known of the traits that write values, and of what they write to.
// @when fmt Display Debug format! print! println! eprint! eprintln! write! writeln! format_args! LowerHex UpperHex Octal Binary
//!
//! trusted: nothing is said about what is written, so each contract says less than the documentation. A function that writes a
//! value asks for nothing.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::fmt::{Arguments, Error, Formatter};

verus! {

#[verifier::external_type_specification]
pub struct ExError(Error);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExFormatter<'a>(Formatter<'a>);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExArguments<'a>(Arguments<'a>);

pub assume_specification<'a>[ Formatter::<'a>::write_str ](f: &mut Formatter<'a>, data: &str) -> Result<(), Error>
;

pub assume_specification<'a>[ Formatter::<'a>::write_fmt ](f: &mut Formatter<'a>, fmt: Arguments<'_>) -> Result<(), Error>
;

pub assume_specification<'a>[ Formatter::<'a>::pad ](f: &mut Formatter<'a>, s: &str) -> Result<(), Error>
;

pub assume_specification<'a>[ Formatter::<'a>::alternate ](f: &Formatter<'a>) -> bool
;

/// What text is written to.
#[verifier::external_trait_specification]
pub trait ExWrite {
    type ExternalTraitSpecificationFor: core::fmt::Write;

    fn write_str(&mut self, s: &str) -> Result<(), Error>;

    fn write_char(&mut self, c: char) -> Result<(), Error>;

    fn write_fmt(&mut self, args: Arguments<'_>) -> Result<(), Error>;
}

} // verus!

/// A trait that writes values.
macro_rules! written {
    ($($name:ident of $of:ident)*) => {
        verus! {

        $(
        #[verifier::external_trait_specification]
        pub trait $name {
            type ExternalTraitSpecificationFor: core::fmt::$of;

            fn fmt(&self, f: &mut Formatter<'_>) -> Result<(), Error>;
        }
        )*

        }
    };
}

written! {
    ExDisplay of Display
    ExDebug of Debug
    ExBinary of Binary
    ExOctal of Octal
    ExLowerHex of LowerHex
    ExUpperHex of UpperHex
    ExLowerExp of LowerExp
    ExUpperExp of UpperExp
    ExPointer of Pointer
}
