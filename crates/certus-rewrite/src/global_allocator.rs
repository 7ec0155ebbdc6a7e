//! A library as it is for the global allocator.
//!
//! Stable Rust can name no other allocator, and the declarations of the standard library have no parameter for one. So
//! of what a library says about all allocators, what it says about the global one is of use. In the text that is read,
//! spaces stand for each parameter `A: Allocator` of an item and for each `A` in it that is an argument. Every other
//! byte stays where it is. An item that names the parameter in another place stays as it is.

use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A token, or a delimiter.
pub(crate) struct Token {
    /// Its text: the character of a delimiter or of a punctuation.
    pub(crate) text: String,
    /// Its bytes.
    pub(crate) range: Range<usize>,
}

/// The text with spaces in the place of parameters for allocators. `None` if it has none, or cannot be read.
pub fn with_global_allocator(source: &str) -> Option<String> {
    if !source.contains("Allocator") {
        return None;
    }
    let mut tokens = Vec::new();
    flatten(source.parse().ok()?, &mut tokens);
    let mut text = source.as_bytes().to_vec();
    let is_name = |at: usize| tokens.get(at + 1).is_some_and(|token: &Token| token.text == ":");
    for at in (1..tokens.len()).filter(|at| is_name(*at)) {
        let Some(places) = Parameter::at(&tokens, at).and_then(|parameter| parameter.places()) else { continue };
        for byte in places.into_iter().flatten() {
            if let Some(byte) = text.get_mut(byte).filter(|byte| **byte != b'\n') {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(text).ok()
}

/// The tokens in order, those within groups too.
pub(crate) fn flatten(tokens: TokenStream, out: &mut Vec<Token>) {
    for token in tokens {
        let range = token.span().byte_range();
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                out.push(Token { text: open.to_string(), range: group.span_open().byte_range() });
                flatten(group.stream(), out);
                out.push(Token { text: close.to_string(), range: group.span_close().byte_range() });
            }
            other => out.push(Token { text: other.to_string(), range }),
        }
    }
}

/// A type parameter with the bound `Allocator`.
struct Parameter<'t> {
    tokens: &'t [Token],
    /// The token with its name.
    name: usize,
    /// The token after its bounds: a comma or `>`.
    end: usize,
}

impl<'t> Parameter<'t> {
    /// The parameter whose name is at a place, if there is one.
    fn at(tokens: &'t [Token], name: usize) -> Option<Parameter<'t>> {
        let before = tokens.get(name.checked_sub(1)?)?;
        if !matches!(&*before.text, "<" | ",") {
            return None;
        }
        let bounds = tokens.get(name + 2..)?;
        let length = bounds.iter().position(|token| !is_of_bound(&token.text))?;
        let is_allocator = bounds.get(..length)?.iter().any(|token| token.text == "Allocator");
        let end = name + 2 + length;
        let ends = matches!(&*tokens.get(end)?.text, "," | ">");
        (is_allocator && ends).then_some(Parameter { tokens, name, end })
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &token.text)
    }

    /// The bytes of tokens.
    fn bytes(&self, first: usize, last: usize) -> Option<Range<usize>> {
        Some(self.tokens.get(first)?.range.start..self.tokens.get(last)?.range.end)
    }

    /// What to leave out, `None` if the parameter is needed.
    fn places(&self) -> Option<Vec<Range<usize>>> {
        let mut places = vec![self.without(self.name, self.end - 1)?];
        let name = self.text(self.name);
        let end = self.end_of_item()?;
        for at in (self.end..end).filter(|at| self.text(*at) == name) {
            let is_last = self.text(at + 1) == ">" || (self.text(at + 1) == "," && self.text(at + 2) == ">");
            let is_argument = matches!(self.text(at - 1), "<" | ",") && is_last;
            let is_path = at >= 2 && self.text(at - 2) == "-";
            if !is_argument || is_path {
                return None;
            }
            // A phantom is of the parameter alone.
            if self.text(at - 1) == "<" && self.text(at - 2) == "PhantomData" {
                return None;
            }
            places.push(self.without(at, at)?);
        }
        places.extend(self.attributes(name)?);
        Some(places)
    }

    /// The bytes of one of the members of a list, with a comma beside it.
    fn without(&self, first: usize, last: usize) -> Option<Range<usize>> {
        match (self.text(first - 1), self.text(last + 1)) {
            (",", _) => self.bytes(first - 1, last),
            (_, ",") => self.bytes(first, last + 1),
            _ => self.bytes(first - 1, last + 1),
        }
    }

    /// The attributes before the item that speak of the parameter, such as `#[verifier::reject_recursive_types(A)]`.
    fn attributes(&self, name: &str) -> Option<Vec<Range<usize>>> {
        let mut found = Vec::new();
        let mut at = self.name;
        while at > 0 && !matches!(self.text(at), ";" | "{" | "}") {
            at -= 1;
        }
        while at + 8 < self.name {
            let texts: Vec<&str> = (at..at + 10).map(|i| self.text(i)).collect();
            if let ["#", "[", "verifier", ":", ":", _, "(", of, ")", "]"] = texts[..]
                && of == name
            {
                found.push(self.bytes(at, at + 9)?);
            }
            at += 1;
        }
        Some(found)
    }

    /// The token after the item that has the parameter.
    fn end_of_item(&self) -> Option<usize> {
        let mut depth = 0usize;
        for at in self.end..self.tokens.len() {
            match self.text(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" => depth = depth.checked_sub(1)?,
                "}" => {
                    depth = depth.checked_sub(1)?;
                    // A block in a clause has something after it.
                    let is_last = !matches!(self.text(at + 1), "," | "else" | "&" | "|" | "=" | "." | "{" | ";");
                    if depth == 0 && is_last {
                        return Some(at + 1);
                    }
                }
                ";" if depth == 0 => return Some(at + 1),
                _ => {}
            }
        }
        None
    }
}

/// Whether a token is part of a bound that is a sum of paths.
fn is_of_bound(text: &str) -> bool {
    matches!(text, ":" | "+") || text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::with_global_allocator;

    /// The text without the spaces.
    fn squeezed(source: &str) -> Option<String> {
        let text = with_global_allocator(source)?;
        assert_eq!(text.len(), source.len());
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn parameters_for_allocators_are_left_out() {
        let source = "verus! { #[verifier::reject_recursive_types(A)] pub struct ExVec<T, A: Allocator>(Vec<T, A>); \
                      fn g<A>(a: A) {} }";
        let wanted = "verus! { pub struct ExVec<T >(Vec<T >); fn g<A>(a: A) {} }";
        assert_eq!(squeezed(source).as_deref(), Some(wanted));
        let source = "assume_specification<T: Clone, A: core::alloc::Allocator + Clone>[ Vec::<T, A>::f ](v: &Vec<T, A>) \
                      ensures match v { _ => true }, g::<A>(v), ; fn g<A>(a: A) {}";
        let found = squeezed(source).unwrap_or_default();
        assert!(found.contains("Vec::<T >::f") && found.contains("g:: (v)") && found.ends_with("fn g<A>(a: A) {}"));
        assert_eq!(squeezed("fn f() {}"), None);
    }

    #[test]
    fn an_item_that_needs_its_allocator_stays() {
        for source in [
            "fn new_in<T, A: Allocator>(alloc: A) -> Vec<T, A> { alloc }",
            "fn f<A: Allocator>() { A::new(); }",
            "struct S<T, A: Allocator> { t: Vec<T, A>, a: PhantomData<A> }",
        ] {
            assert_eq!(with_global_allocator(source).as_deref(), Some(source));
        }
    }
}
