//! Crates about text: dependencies that verified code does not call.

use vstd::prelude::*;

/// One item of each.
pub mod used {
    pub use aho_corasick::AhoCorasick;
    pub use form_urlencoded::Serializer;
    pub use heck::ToSnakeCase;
    pub use hex::encode;
    pub use httparse::Request;
    pub use idna::domain_to_ascii;
    pub use mime::Mime;
    pub use nom::IResult;
    pub use percent_encoding::percent_decode;
    pub use ryu::Buffer as Ryu;
    pub use strsim::levenshtein;
    pub use textwrap::wrap;
    pub use toml::Table;
    pub use unicode_normalization::UnicodeNormalization;
    pub use unicode_segmentation::UnicodeSegmentation;
    pub use unicode_width::UnicodeWidthChar;
    pub use url::Url;
    pub use winnow::Parser;
}

verus! {

/// What is verified beside them.
pub fn double(n: u32) -> (r: u64)
    ensures
        r == 2 * n,
{
    2 * n as u64
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_doubled() {
        assert_eq!(super::double(u32::MAX), 0x1_ffff_fffe);
    }
}
