//! The words of the language, from `words.tsv`: each with the snippet that is inserted, and what it means.

/// A place where words may stand: the name of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct List(&'static str);

/// Outside of `verus!`.
pub(super) const OUTSIDE: List = List("OUTSIDE");
/// Items of a module.
pub(super) const ITEMS: List = List("ITEMS");
/// Items of a trait or impl.
pub(super) const MEMBERS: List = List("MEMBERS");
/// Clauses of spec functions.
pub(super) const SPEC: List = List("SPEC");
/// Clauses of proof functions.
pub(super) const PROOF_CLAUSES: List = List("PROOF_CLAUSES");
/// Clauses of code that runs.
pub(super) const EXEC: List = List("EXEC");
/// Clauses of loops.
pub(super) const LOOP: List = List("LOOP");
/// Expressions of specifications.
pub(super) const TERMS: List = List("TERMS");
/// Statements of proofs.
pub(super) const PROOF: List = List("PROOF");
/// Statements in code that runs.
pub(super) const CODE: List = List("CODE");
/// Attributes.
pub(super) const ATTRIBUTES: List = List("ATTRIBUTES");

/// A word that may be inserted.
#[derive(Debug)]
pub(super) struct Word {
    /// What the list shows.
    pub(super) label: &'static str,
    /// What is inserted, with `$0` where the cursor goes.
    pub(super) snippet: String,
    pub(super) meaning: &'static str,
}

/// The words of a list.
pub(super) fn words(list: List) -> Vec<Word> {
    let lines = include_str!("words.tsv").lines().skip_while(|line| *line != list.0).skip(1);
    let word = |line: &'static str| {
        let mut fields = line.split('\t');
        let (label, snippet, meaning) = (fields.next()?, fields.next()?, fields.next()?);
        // A snippet of several lines is on one line of the list.
        Some(Word { label, snippet: snippet.replace("\\n", "\n"), meaning })
    };
    lines.map_while(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_words() {
        let all = [OUTSIDE, ITEMS, MEMBERS, SPEC, PROOF_CLAUSES, EXEC, LOOP, TERMS, PROOF, CODE, ATTRIBUTES].map(words);
        assert!(all.iter().all(|words| !words.is_empty()), "{all:?}");
        let labels: Vec<&str> = words(LOOP).iter().map(|word| word.label).collect();
        assert_eq!(labels, ["invariant", "invariant_except_break", "ensures", "decreases"]);
        assert_eq!(words(EXEC)[0].snippet, "requires\n        $0,");
    }
}
