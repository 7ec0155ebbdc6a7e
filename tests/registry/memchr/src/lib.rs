//! Fields of a line, found with `memchr`.

use vstd::prelude::*;

verus! {

/// Where a byte is first.
pub assume_specification[ memchr::memchr ](needle: u8, haystack: &[u8]) -> (r: Option<usize>)
    ensures
        match r {
            Some(i) => i < haystack.len() && haystack[i as int] == needle && forall|j: int|
                0 <= j < i ==> haystack[j] != needle,
            None => forall|j: int| 0 <= j < haystack.len() ==> haystack[j] != needle,
        },
;

/// The byte behind the first colon.
pub fn after_colon(line: &[u8]) -> (r: Option<u8>)
    ensures
        r matches Some(b) ==> exists|i: int| 0 <= i < line.len() - 1 && #[trigger] line[i] == 58u8 && line[i + 1] == b,
        r is None ==> forall|i: int| 0 <= i < line.len() - 1 ==> #[trigger] line[i] != 58u8,
{
    match memchr::memchr(b':', line) {
        Some(i) if i + 1 < line.len() => Some(line[i + 1]),
        _ => None,
    }
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn finds_the_byte_behind_the_colon() {
        assert_eq!(super::after_colon(b"a:b"), Some(b'b'));
        assert_eq!(super::after_colon(b"ab:"), None);
        assert_eq!(super::after_colon(b"ab"), None);
    }
}
