//! Fragments: the tokens of `$e:expr`, `$t:ty` and the like in the output of a macro by example.
//!
//! For rustc a fragment is a single unit, whatever is around it. A proc macro gets it as a group without delimiters.
//! Such a group is lost when the proc macro returns it: rustc then reads its tokens together with those around it. So
//! this module replaces each group: by its tokens, if they are read as one unit anyway, and otherwise by a group in
//! parentheses. The front end of the verifier sees the same program: it puts expressions in parentheses, and the two
//! are compared (`docs/notes/expansion.md`).

use certus_codes::Unsupported;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use verus_syn::parse::Parser;
use verus_syn::{Expr, Pat, Type};

use crate::errors::RewriteError;

/// Macros of the standard library that take any expressions, patterns and types as arguments.
const KNOWN: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "matches",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Words that are no name of a macro before a `!`.
const WORDS: &[&str] = &["return", "in", "if", "match", "while", "else", "break", "as", "move", "let", "yield"];

/// Words that begin an item.
const ITEMS: &[&str] = &[
    "fn",
    "pub",
    "struct",
    "enum",
    "union",
    "trait",
    "impl",
    "mod",
    "use",
    "const",
    "static",
    "type",
    "unsafe",
    "extern",
    "macro_rules",
    "spec",
    "proof",
    "exec",
    "open",
    "closed",
    "uninterp",
    "broadcast",
    "axiom",
    "#",
];

/// Words that never occur in a type or pattern that is read as one unit everywhere.
const LOOSE: &[&str] = &[
    "dyn", "impl", "for", "fn", "unsafe", "extern", "as", "let", "if", "move", "return", "break", "continue", "loop",
    "match", "while", "yield", "async", "const", "static",
];

/// The stream without groups that have no delimiters, but for those in the arguments of macro calls.
pub fn fragments(tokens: TokenStream) -> TokenStream {
    stream(tokens, &mut Vec::new(), false)
}

/// The same in the arguments of remaining macro calls, with the errors.
pub fn fragments_of_calls(tokens: TokenStream) -> (TokenStream, Vec<RewriteError>) {
    let mut errors = Vec::new();
    (stream(tokens, &mut errors, true), errors)
}

/// Walks over a stream; `calls` limits the walk to the arguments of macro calls.
fn stream(tokens: TokenStream, errors: &mut Vec<RewriteError>, calls: bool) -> TokenStream {
    groups(tokens, |trees, at, group, out| match (called(trees, at), group.delimiter()) {
        (_, Delimiter::None) if !calls => {
            let inner = stream(group.stream(), errors, false);
            let settled = settled(group, inner, out, trees.get(at + 1..).unwrap_or_default());
            out.extend(settled);
        }
        (Some(_), _) if !calls => out.push(group.clone().into()),
        (Some(name), _) if !name.starts_with("verus_") => {
            let inner = arguments(&name, group.stream(), errors);
            out.push(regrouped(group, group.delimiter(), inner));
        }
        _ => out.push(regrouped(group, group.delimiter(), stream(group.stream(), errors, calls))),
    })
}

/// Copies a stream. `f` is called for each group, with all trees and the index of the group, and appends its
/// replacement to the copy.
fn groups(tokens: TokenStream, mut f: impl FnMut(&[TokenTree], usize, &Group, &mut Vec<TokenTree>)) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out: Vec<TokenTree> = Vec::new();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => f(&trees, at, group, &mut out),
            other => out.push(other.clone()),
        }
    }
    out.into_iter().collect()
}

/// The name of the macro whose arguments are the group at a place.
fn called(trees: &[TokenTree], at: usize) -> Option<String> {
    let is_bang = |tree: &TokenTree| matches!(tree, TokenTree::Punct(sign) if sign.as_char() == '!');
    let before = |back: usize| at.checked_sub(back).and_then(|at| trees.get(at));
    let name = match (before(1)?, before(2)?, before(3)) {
        // `macro_rules! name { .. }`
        (TokenTree::Ident(_), bang, Some(TokenTree::Ident(name))) if is_bang(bang) => name.to_string(),
        (bang, TokenTree::Ident(name), _) if is_bang(bang) => name.to_string(),
        _ => return None,
    };
    (!WORDS.contains(&name.as_str())).then_some(name)
}

/// A group with the same place and another delimiter.
fn regrouped(group: &Group, delimiter: Delimiter, inner: TokenStream) -> TokenTree {
    let mut fresh = Group::new(delimiter, inner);
    fresh.set_span(group.span());
    fresh.into()
}

/// The arguments of a call that is compiled.
fn arguments(name: &str, tokens: TokenStream, errors: &mut Vec<RewriteError>) -> TokenStream {
    groups(tokens, |trees, at, group, out| {
        let name = called(trees, at).unwrap_or_else(|| name.to_string());
        let inner = arguments(&name, group.stream(), errors);
        if group.delimiter() != Delimiter::None {
            out.push(regrouped(group, group.delimiter(), inner));
        } else if KNOWN.contains(&name.as_str()) || inner.clone().into_iter().count() < 2 {
            let settled = settled(group, inner, out, trees.get(at + 1..).unwrap_or_default());
            out.extend(settled);
        } else {
            let is_other = is::<Type>(&inner) || Pat::parse_multi.parse2(inner.clone()).is_ok();
            match is::<Expr>(&inner) {
                true if is_other => {
                    let message = "an argument of the macro around this call is passed on to another macro, and \
                                   Certus cannot tell whether as an expression; put it into a variable";
                    errors.push(RewriteError::new(group.span(), Unsupported::FragmentInMacro, message));
                }
                true => out.push(regrouped(group, Delimiter::Parenthesis, inner)),
                false => out.extend(inner),
            }
        }
    })
}

/// Whether tokens parse as a `T`.
fn is<T: verus_syn::parse::Parse>(tokens: &TokenStream) -> bool {
    verus_syn::parse2::<T>(tokens.clone()).is_ok()
}

/// A fragment as it is written between tokens.
fn settled(group: &Group, inner: TokenStream, before: &[TokenTree], after: &[TokenTree]) -> Vec<TokenTree> {
    let tokens = words(inner.clone());
    let Some(first) = tokens.first() else { return Vec::new() };
    let last_word = words(before.last().cloned().into_iter().collect()).pop();
    let mut next_words = words(after.iter().take(2).cloned().collect()).into_iter();
    let before = last_word.as_deref();
    let next = next_words.next();
    let beyond = next_words.next();
    let after = (next.as_deref(), beyond.as_deref());
    // An operator may end with the same sign.
    let begins = matches!(before, None | Some("(" | "[" | "{" | "}" | ")" | "]" | ";" | ","));
    let ends = matches!(after.0, None | Some(")" | "]" | "}" | "," | ";"));
    let is_pair = matches!(tokens.as_slice(), [sign, _] if sign == "-");
    let is_prefixed = matches!(first.as_str(), "&" | "*") || tokens.iter().any(|token| token == "{");
    let is_expression = first != "let" && tokens.len() > 1 && !is_pair && is::<Expr>(&inner);
    let is_one = match is_expression {
        true if is_tree(&tokens) => reads_as_one(&tokens, before, after),
        true if is_prefixed => begins && ends,
        true => begins && ends || is_tight(&tokens) && reads_as_one(&tokens, before, after),
        false => first == "let" || reads_as_one(&tokens, before, after),
    };
    match is_one {
        true => inner.into_iter().collect(),
        false => vec![regrouped(group, Delimiter::Parenthesis, inner)],
    }
}

/// The tokens of a stream, brackets and operators in single characters.
fn words(tokens: TokenStream) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => {
                        out.extend(words(group.stream()));
                        continue;
                    }
                };
                out.push(open.to_string());
                out.extend(words(group.stream()));
                out.push(close.to_string());
            }
            TokenTree::Ident(word) => match out.last_mut() {
                Some(last) if last == "'" => last.push_str(&word.to_string()),
                _ => out.push(word.to_string()),
            },
            other => out.push(other.to_string()),
        }
    }
    out
}

/// Whether tokens are one in brackets.
fn is_tree(tokens: &[String]) -> bool {
    closing(tokens) == Some(tokens.len().saturating_sub(1))
}

/// Where the bracket closes that the tokens begin with.
pub fn closing(tokens: &[String]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at);
        }
    }
    None
}

/// Whether the tokens of a fragment that is no expression, or is in brackets, are read as one thing between the token before
/// and the two after.
pub fn reads_as_one(tokens: &[String], before: Option<&str>, after: (Option<&str>, Option<&str>)) -> bool {
    let (next, beyond) = after;
    let [first, .., last] = tokens else { return true };
    let begins = matches!(before, None | Some("(" | "[" | "{" | "}" | ";" | "," | "=" | ">" | ":"))
        || matches!(before, Some("let" | "in" | "for" | "as" | "<" | "impl" | "where" | "return"));
    let ends = matches!(next, None | Some(")" | "]" | "}" | "," | ";" | "=" | ">" | "{" | ":"))
        || matches!(next, Some("in" | "if" | "for" | "where" | "else"));
    if is_tree(tokens) {
        // A block where a statement may begin ends there.
        let is_block = first == "{" && matches!(before, None | Some("{" | "}" | ";"));
        return !is_block || ends;
    }
    let follows_path = next == Some(":") && beyond == Some(":") && !is_path(tokens);
    let is_item = last == "}" || last == ";";
    match first.as_str() {
        "pub" if !is_item => true,
        word if is_item && begins && ITEMS.contains(&word) => true,
        "-" if tokens.len() == 2 => !matches!(next, Some("." | "?" | "(" | "[")),
        _ if begins && ends && !follows_path => true,
        _ => is_tight(tokens) && !matches!(next, Some("<" | "!" | "+")) && !follows_path,
    }
}

/// Whether the tokens are a path without arguments. With `::` and a name after it, it is a longer path, as the proc macro writes
/// it. Elsewhere rustc refuses `$t::f`.
fn is_path(tokens: &[String]) -> bool {
    let is_name = |token: &String| token.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
    tokens.split(|token| token == ":").enumerate().all(|(at, part)| match part {
        [] => at % 2 == 1,
        [name] => at % 2 == 0 && is_name(name) && !LOOSE.contains(&name.as_str()),
        _ => false,
    })
}

/// Whether the tokens are a path, a type or a pattern without an operator in it.
fn is_tight(tokens: &[String]) -> bool {
    let (mut angles, mut brackets) = (0usize, 0usize);
    let mut last = "";
    for (at, token) in tokens.iter().enumerate() {
        let text = token.as_str();
        match text {
            "(" | "[" | "{" => brackets += 1,
            ")" | "]" | "}" if brackets == 0 => return false,
            ")" | "]" | "}" => brackets -= 1,
            _ if brackets > 0 => {}
            "<" => angles += 1,
            ">" if last == "-" => {}
            ">" if angles == 0 => return false,
            ">" => angles -= 1,
            _ if angles > 0 => {}
            "&" | "*" | "mut" | "const" | "ref" if tokens.iter().take(at).all(|token| is_prefix(token)) => {}
            _ if LOOSE.contains(&text) => return false,
            ":" => {}
            _ if text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '"' | '$')) => {}
            _ => return false,
        }
        last = text;
    }
    angles == 0 && brackets == 0
}

/// Whether this token can come before a type or a pattern.
fn is_prefix(token: &str) -> bool {
    matches!(token, "&" | "*" | "mut" | "const" | "ref") || token.starts_with('\'')
}
