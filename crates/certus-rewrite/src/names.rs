//! Variables whose names are keywords of clauses.
//!
//! Such a word is a name, except where a clause may begin. There the parser takes it for a clause, and its error
//! message does not help the user.
//!
//! For example, with a parameter named `invariant`, the text `requires invariant(3)` is ambiguous. The error tells the
//! user to put the name in parentheses.

use certus_known::CLAUSE_WORDS;
use proc_macro2::{Span, TokenStream, TokenTree};

/// The word at the place of an error that was parsed as the beginning of a clause, if the surrounding function has a
/// variable of that name. The error is at the word or after it.
pub(crate) fn in_place_of_clause(tokens: &TokenStream, at: Span) -> Option<String> {
    // Within a running compiler places may have no numbers.
    let at = at.byte_range();
    let mut flat = Vec::new();
    flatten(tokens.clone(), &mut flat);
    let place = flat.iter().position(|token| token.span().byte_range().start == at.start && at.start < at.end)?;
    let function = flat[..place].iter().rposition(|token| is_word(token, "fn"))?;
    let candidates = [Some(place), place.checked_sub(1)];
    candidates.into_iter().flatten().find_map(|index| {
        let word = CLAUSE_WORDS.iter().find(|word| is_word(&flat[index], word))?;
        let is_declared = (function..index).any(|before| is_word(&flat[before], word) && is_declaration(&flat, before));
        is_declared.then(|| (*word).to_owned())
    })
}

/// Whether the word at a place is a declaration: it has a type, or comes after a word such as `let`.
fn is_declaration(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == ':');
    let has_type = is_colon(tokens.get(at + 1)) && !is_colon(tokens.get(at + 2));
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    has_type || before.is_some_and(|token| ["let", "mut", "ghost", "tracked"].iter().any(|word| is_word(token, word)))
}

/// Whether a token is this word.
fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// The tokens in the order of the source, with the contents of a group after the group. The limits bound the nesting of
/// groups.
fn flatten(tokens: TokenStream, out: &mut Vec<TokenTree>) {
    for token in tokens {
        let inner = if let TokenTree::Group(group) = &token { Some(group.stream()) } else { None };
        out.push(token);
        inner.into_iter().for_each(|inner| flatten(inner, out));
    }
}
