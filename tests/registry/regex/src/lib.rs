//! Texts that match a pattern.

use regex::{Error, Regex};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExRegex(Regex);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExError(Error);

/// What a pattern matches.
pub uninterp spec fn matches(pattern: Seq<char>, text: Seq<char>) -> bool;

/// The pattern of a regular expression.
pub uninterp spec fn pattern(of: Regex) -> Seq<char>;

pub assume_specification[ Regex::new ](re: &str) -> (r: Result<Regex, Error>)
    ensures
        r matches Ok(found) ==> pattern(found) == re@,
;

pub assume_specification[ Regex::is_match ](this: &Regex, haystack: &str) -> (r: bool)
    ensures
        r == matches(pattern(*this), haystack@),
;

/// How many texts match.
pub fn count(re: &str, texts: &Vec<String>) -> (r: Option<usize>)
    ensures
        r == Some(texts.len()) ==> forall|i: int| 0 <= i < texts.len() ==> matches(re@, #[trigger] texts[i]@),
{
    let compiled = match Regex::new(re) {
        Ok(re) => re,
        Err(_) => return None,
    };
    let mut count: usize = 0;
    for i in 0..texts.len()
        invariant
            pattern(compiled) == re@,
            count <= i,
            count == i ==> forall|j: int| 0 <= j < i ==> matches(re@, #[trigger] texts[j]@),
    {
        if compiled.is_match(texts[i].as_str()) {
            count += 1;
        }
    }
    Some(count)
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn texts_are_counted() {
        let texts = vec!["a1".to_string(), "b".to_string()];
        assert_eq!(super::count("[0-9]", &texts), Some(1));
        assert_eq!(super::count("(", &texts), None);
    }
}
