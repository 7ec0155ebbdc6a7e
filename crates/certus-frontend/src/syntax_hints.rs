//! What the user probably meant where the parser stops: habits from other languages and slips in clauses.
//!
//! For example, after `requires x < 3;` the parser wants an item and says so. What helps is that a clause ends with a
//! comma. Other slips are two conditions without a comma, `requires` after `ensures`, a named result without parentheses,
//! and the quantifiers of other languages.
//!
//! A word that is close to a keyword is found before this is asked, see `misspelled.rs`.
//!
//! The text before and after the place is all that is looked at. A hint changes no verdict.

use certus_tree::CLAUSE_WORDS;

/// A hint, and the change of the source that it names, as a range of bytes and a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) message: String,
    pub(crate) change: Option<(usize, usize, String)>,
}

/// The hint for a syntax error at a place of the text.
pub(crate) fn hint(text: &str, at: usize) -> Option<Hint> {
    let (before, after) = text.split_at_checked(at)?;
    let end = before.trim_end().len();
    let head_start = before.rfind("fn ").or_else(|| before.rfind("while "))?;
    let head = before.get(head_start..end)?;
    let has_clause = |word: &str| words(head).any(|other| other == word);
    let in_clauses = !head.contains('{') && CLAUSE_WORDS.iter().any(|word| has_clause(word));
    quantifier(text, at)
        .or_else(|| result(head, after))
        .or_else(|| {
            let next = words(after.trim_start()).next();
            let is_next = next == Some("requires") || words(head).last() == Some("requires");
            let is_order = is_next && (has_clause("ensures") || has_clause("decreases"));
            let message = "`requires` stands before the other clauses: move it up".to_owned();
            (in_clauses && is_order).then_some(Hint { message, change: None })
        })
        .or_else(|| {
            let is_it = in_clauses && head.ends_with(';');
            let message = "a clause ends with a comma: write `,` and not `;`".to_owned();
            is_it.then(|| Hint { message, change: Some((end - 1, end, ",".to_owned())) })
        })
        .or_else(|| {
            let starts = after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '(' | '!' | '*'));
            let ends = head.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '@'));
            let is_word = words(head).last().is_some_and(|word| CLAUSE_WORDS.contains(&word) && head.ends_with(word));
            let message = "conditions are separated by commas: add `,`".to_owned();
            (in_clauses && starts && ends && !is_word)
                .then(|| Hint { message, change: Some((end, end, ",".to_owned())) })
        })
}

/// `forall i: int :: p` for `forall|i: int| p`.
fn quantifier(text: &str, at: usize) -> Option<Hint> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text.get(start..)?.lines().next()?;
    for word in ["forall ", "exists "] {
        let Some(from) = line.find(word) else { continue };
        let rest = line.get(from + word.len()..)?;
        let Some((binders, _)) = rest.split_once("::") else { continue };
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | ':' | ',' | '<' | '>');
        if binders.contains(':') && binders.chars().all(is_plain) {
            let text = format!("{}|{}|", word.trim_end(), binders.trim());
            let (first, last) = (start + from, start + from + word.len() + binders.len() + 2);
            let message = format!("the variables of a quantifier stand between bars: `{text}`");
            return Some(Hint { message, change: Some((first, last, text)) });
        }
    }
    None
}

/// `-> r: u32` for `-> (r: u32)`.
fn result(head: &str, after: &str) -> Option<Hint> {
    let name = head.rsplit("->").next()?.trim();
    let is_name = head.contains("->") && !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let ty = after.trim_start().strip_prefix(':')?.lines().next()?.trim().trim_end_matches('{').trim();
    let message = format!("the name of a result and its type stand in parentheses: `-> ({name}: {ty})`");
    is_name.then_some(Hint { message, change: None })
}

/// The type of the result in the head of a function that ends here, if the result has no name: its range.
pub(crate) fn unnamed_result(before: &str) -> Option<(usize, usize)> {
    let start = before.rfind("fn ")?;
    let head = before.get(start..)?;
    let arrow = head.find("->")?;
    let in_ensures = head.rfind("ensures").is_some_and(|at| at > arrow) && !head.contains('{');
    let rest = head.get(arrow + 2..)?;
    let ty = rest.trim_start();
    let first = start + arrow + 2 + (rest.len() - ty.len());
    let end = CLAUSE_WORDS.iter().chain(&["where"]).filter_map(|word| ty.find(word)).min()?;
    let ty = ty.get(..end)?.trim_end();
    (in_ensures && !ty.is_empty() && !ty.starts_with('(')).then_some((first, first + ty.len()))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with the change of the hint at the place marked `^`.
    fn changed(marked: &str) -> Option<String> {
        let at = marked.find('^')?;
        let text = marked.replace('^', "");
        let (first, last, new) = hint(&text, at)?.change?;
        Some(format!("{}{new}{}", &text[..first], &text[last..]))
    }

    #[test]
    fn slips_are_mended() {
        assert_eq!(changed("fn f() requires x < 3; ^{").as_deref(), Some("fn f() requires x < 3, {"));
        assert_eq!(changed("fn f() requires x < 3 ^y < 3 {").as_deref(), Some("fn f() requires x < 3, y < 3 {"));
        let wanted = "fn f()\n requires forall|i: int| i > 0 {";
        assert_eq!(changed("fn f()\n requires forall i: int ^:: i > 0 {").as_deref(), Some(wanted));
    }

    #[test]
    fn other_errors_have_no_hint() {
        for text in ["fn f() { let x = ^; }", "fn f() -> u32 ^{", "struct S ^x", "fn f() requires ^{"] {
            assert_eq!(changed(text), None, "{text}");
        }
        assert_eq!(unnamed_result("fn f() -> (r: u32) ensures "), None);
        assert_eq!(unnamed_result("fn f() -> u32 ensures "), Some((10, 13)));
        assert_eq!(unnamed_result("fn f() -> u32 requires "), None);
    }
}
