//! Strings of bytes of different lengths, as keys and values.
//!
//! trusted: nothing; the types and what they do are verified in `capybarakv::bytes_v`.

pub use capybarakv::bytes_v::{Bytes64, Bytes256, Bytes1024, Bytes4096};
use pmcopy::PmCopy;

/// A type of strings of bytes, each with room for so many.
pub trait ByteString: PmCopy {
    /// The most bytes of a string.
    const MAX: usize;

    /// The value for a string; nothing if it has more than [`MAX`](Self::MAX) bytes.
    fn from_slice(string: &[u8]) -> Option<Self>;

    /// The string.
    fn bytes(&self) -> &[u8];
}

macro_rules! byte_strings {
    ($($name:ident: $max:literal),*) => {$(
        impl ByteString for $name {
            const MAX: usize = $max;

            fn from_slice(string: &[u8]) -> Option<$name> {
                $name::new(string)
            }

            fn bytes(&self) -> &[u8] {
                self.as_slice()
            }
        }
    )*};
}

byte_strings!(Bytes64: 64, Bytes256: 256, Bytes1024: 1024, Bytes4096: 4096);
