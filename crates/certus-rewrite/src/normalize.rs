//! Normalizes tokens before parsing.
//!
//! `!is` and `!has` are two tokens each; the parser knows them as the words `isnt` and `hasnt`. A semicolon between two
//! clauses of a function is accepted and has no meaning. So is a comma after the argument of `final`, `assert` and
//! `assume`, as after the last argument of a call; formatters write it in long lines.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

/// Words that begin a clause after the first.
const CLAUSES: &[&str] =
    &["ensures", "recommends", "default_ensures", "returns", "decreases", "opens_invariants", "no_unwind"];

/// Words with one argument in parentheses that the parser does not read as calls.
const WITH_ARGUMENT: &[&str] = &["final", "assert", "assume"];

/// The stream in the parser's spelling; the same stream when nothing changes.
pub(crate) fn normalize(tokens: TokenStream) -> TokenStream {
    changed(&tokens).unwrap_or(tokens)
}

/// The tokens with the normalized spelling, if anything changes.
fn changed(tokens: &TokenStream) -> Option<TokenStream> {
    let mut out: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut any = false;
    let mut i = 0;
    while i < out.len() {
        if let TokenTree::Group(group) = &out[i]
            && let Some(inner) = inside(&out, i, group)
        {
            let mut fresh = Group::new(group.delimiter(), inner);
            fresh.set_span(group.span());
            out[i] = fresh.into();
            any = true;
        } else if let Some(word) = negated_word(&out, i) {
            out[i] = word.into();
            out.remove(i + 1);
            any = true;
        } else if is_stray_semicolon(&out, i) {
            out.remove(i);
            any = true;
            continue;
        }
        i += 1;
    }
    any.then(|| out.into_iter().collect())
}

/// What is in the group at `i`, if that changes.
fn inside(tokens: &[TokenTree], i: usize, group: &Group) -> Option<TokenStream> {
    let before = i.checked_sub(1).and_then(|before| tokens.get(before));
    let takes = matches!(before, Some(TokenTree::Ident(word)) if WITH_ARGUMENT.iter().any(|name| word == name));
    if takes && group.delimiter() == Delimiter::Parenthesis {
        let mut argument: Vec<TokenTree> = group.stream().into_iter().collect();
        if argument.len() > 1 && matches!(argument.last(), Some(TokenTree::Punct(p)) if p.as_char() == ',') {
            argument.pop();
            return Some(normalize(argument.into_iter().collect()));
        }
    }
    changed(&group.stream())
}

/// `isnt` or `hasnt`, when `!` at `i` is followed by `is` or `has` and comes after an operand.
fn negated_word(tokens: &[TokenTree], i: usize) -> Option<Ident> {
    let (TokenTree::Punct(bang), TokenTree::Ident(word)) = (tokens.get(i)?, tokens.get(i + 1)?) else { return None };
    // `x ! has y` is not an operator: the two tokens must be adjacent.
    let adjacent = bang.span().byte_range().end == word.span().byte_range().start;
    if bang.as_char() != '!' || bang.spacing() == Spacing::Joint || !adjacent {
        return None;
    }
    let operand = match tokens.get(i.checked_sub(1)?)? {
        TokenTree::Ident(ident) => {
            !["macro_rules", "return", "break", "in", "if", "while", "match", "else", "let"].iter().any(|w| ident == w)
        }
        TokenTree::Literal(_) | TokenTree::Group(_) => true,
        TokenTree::Punct(p) => matches!(p.as_char(), '@' | '?'),
    };
    let name = match word.to_string().as_str() {
        "is" => "isnt",
        "has" => "hasnt",
        _ => return None,
    };
    operand.then(|| Ident::new(name, bang.span().join(word.span()).unwrap_or(word.span())))
}

/// A semicolon before the next clause of the same function.
fn is_stray_semicolon(tokens: &[TokenTree], i: usize) -> bool {
    let [TokenTree::Punct(semi), TokenTree::Ident(word), next, ..] = &tokens[i..] else { return false };
    let call =
        matches!(next, TokenTree::Group(_)) || matches!(next, TokenTree::Punct(p) if ".=!".contains(p.as_char()));
    semi.as_char() == ';' && CLAUSES.iter().any(|clause| word == clause) && !call
}
