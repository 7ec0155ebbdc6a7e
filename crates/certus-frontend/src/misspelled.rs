//! Names that the user probably meant, for words that mean nothing.
//!
//! A help of an error names the keyword or the name in scope that is closest to the word, and offers the change to editors. It
//! changes no verdict: the error is there with it and without it.
//!
//! For example, of `invarient` the parser knows only that no block begins there, and `invariant` is two letters away. Words of
//! one or two letters are close to many others, so nothing is said of them.

use certus_tree::CLAUSE_WORDS;

/// Keywords of the language that begin no clause.
const KEYWORDS: &[&str] = &[
    "assert",
    "assume",
    "axiom",
    "broadcast",
    "choose",
    "closed",
    "exec",
    "exists",
    "forall",
    "ghost",
    "implies",
    "open",
    "proof",
    "spec",
    "tracked",
    "trigger",
    "uninterp",
];

/// The keyword of the language that a word is close to, if it is none itself.
pub(crate) fn keyword(word: &str) -> Option<&'static str> {
    let words = || KEYWORDS.iter().chain(CLAUSE_WORDS).copied();
    if words().any(|other| other == word) { None } else { closest(word, words()) }
}

/// Methods that specifications and code use most.
const METHODS: &[&str] = &[
    "add",
    "as_slice",
    "clone",
    "contains",
    "contains_key",
    "difference",
    "dom",
    "drop_first",
    "drop_last",
    "finite",
    "first",
    "get",
    "index_of",
    "insert",
    "intersect",
    "is_empty",
    "is_none",
    "is_some",
    "last",
    "len",
    "length",
    "map_values",
    "no_duplicates",
    "pop",
    "push",
    "remove",
    "reverse",
    "skip",
    "subrange",
    "subset_of",
    "swap",
    "take",
    "to_multiset",
    "union",
    "unwrap",
    "update",
    "view",
];

/// The common method that a word is close to.
pub(crate) fn method(word: &str) -> Option<&'static str> {
    match closest(word, METHODS.iter().copied())? {
        "length" => Some("len"),
        other => Some(other),
    }
}

/// The candidate that a word is closest to, if it is close: one letter in three may be missing, added, another one, or exchanged
/// with the next. Of several, the first one in the
/// order of the alphabet.
pub fn closest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    if letters < 3 {
        return None;
    }
    let most = (letters / 3).max(1);
    let near = candidates.filter(|other| *other != word && other.chars().count().abs_diff(letters) <= most);
    let (distance, found) = near.map(|other| (strsim::osa_distance(word, other), other)).min()?;
    (distance <= most).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found() {
        let meant = [
            ("require", "requires"),
            ("ensure", "ensures"),
            ("invarient", "invariant"),
            ("decrease", "decreases"),
            ("reqiures", "requires"),
            ("recommend", "recommends"),
        ];
        for (word, keyword_) in meant {
            assert_eq!(keyword(word), Some(keyword_));
        }
    }

    #[test]
    fn other_words_mean_nothing() {
        for word in ["requires", "x", "where", "return_value", "struct"] {
            assert_eq!(keyword(word), None, "{word}");
        }
        assert_eq!(closest("lenght", ["length", "width"].into_iter()), Some("length"));
        assert_eq!(closest("ab", ["ac"].into_iter()), None);
    }
}
