//! Names that the user probably meant, for words that mean nothing.
//!
//! A help of an error names the keyword or the name in scope that is closest to the word, and offers the change to editors. It
//! changes no verdict: the error is there with it and without it.
//!
//! For example, of `invarient` the parser knows only that no block begins there, and `invariant` is two letters away. Words of
//! one or two letters are close to many others, so nothing is said of them.

/// Keywords of clauses and items of the language.
const KEYWORDS: &[&str] = &[
    "assert",
    "assume",
    "axiom",
    "broadcast",
    "choose",
    "closed",
    "decreases",
    "ensures",
    "exec",
    "exists",
    "forall",
    "ghost",
    "implies",
    "invariant",
    "invariant_except_break",
    "no_unwind",
    "open",
    "opens_invariants",
    "proof",
    "recommends",
    "requires",
    "returns",
    "spec",
    "tracked",
    "trigger",
    "uninterp",
];

/// The keyword of the language that a word is close to, if it is none itself.
pub(crate) fn keyword(word: &str) -> Option<&'static str> {
    match KEYWORDS.contains(&word) {
        true => None,
        false => closest(word, KEYWORDS.iter().copied()),
    }
}

/// The candidate that a word is closest to, if it is close: one letter in three may differ. Of several, the first one in the
/// order of the alphabet.
pub(crate) fn closest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    if letters < 3 {
        return None;
    }
    let most = (letters / 3).max(1);
    let near = candidates.filter(|other| *other != word && other.chars().count().abs_diff(letters) <= most);
    let (distance, found) = near.map(|other| (distance(word, other), other)).min()?;
    (distance <= most).then_some(found)
}

/// How many letters have to be inserted, removed, replaced, or exchanged with the next one.
///
/// Of `lenght` and `length` it is one, as two letters are exchanged. The table has a row for each letter of the first word;
/// only the last two rows are kept.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |of: &[usize], j: usize| of.get(j).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&last, j) + usize::from(x != y);
            let mut least = replaced.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let is_turned = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if is_turned {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
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
