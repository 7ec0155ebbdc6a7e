//! A text without the items that rustc refuses.
//!
//! The library of somebody else is written for the whole language, and may have items that have no form for stock rustc.
//! Who does not use them need not care. What takes their place are blanks, so that all places stay the same.

use std::collections::HashSet;
use std::ops::Range;

use ra_ap_syntax::ast::{self, HasName as _};
use ra_ap_syntax::{
    AstNode, Direction, Edition, NodeOrToken, SourceFile, SyntaxElement, SyntaxNode, T, TextRange, TextSize,
};

/// The text without the items around these places. `None` where a place is in no item that could be left out.
///
/// Of an impl of a trait all is left out, as it would lack a function; of an inherent one the function. With an impl that
/// takes something away from a type (a negative one, or one of `Drop`) goes the type: without it, more could be done with
/// its values and not less.
pub fn without_items(text: &str, places: &[Range<usize>]) -> Option<String> {
    let tree = SourceFile::parse(text, Edition::Edition2021).tree();
    let root = tree.syntax();
    let mut gone: Vec<TextRange> = Vec::new();
    let mut types: HashSet<String> = HashSet::new();
    for place in places {
        let at = |offset: usize| u32::try_from(offset.min(text.len())).ok().map(TextSize::from);
        let range = TextRange::new(at(place.start)?, at(place.end.max(place.start))?);
        let node = match root.covering_element(range) {
            NodeOrToken::Node(node) => node,
            NodeOrToken::Token(token) => token.parent()?,
        };
        let item = item_around(&node)?;
        if let Some(name) = ast::Impl::cast(item.clone()).filter(takes_away).and_then(|of| type_name(&of)) {
            types.insert(name);
        }
        gone.push(item.text_range());
        if ast::UseTree::can_cast(item.kind()) {
            let mut after = item.siblings_with_tokens(Direction::Next).skip(1);
            let comma = after.find(|next: &SyntaxElement| !next.kind().is_trivia()).filter(|next| next.kind() == T![,]);
            gone.extend(comma.map(|comma| comma.text_range()));
        }
    }
    if !types.is_empty() {
        let is_one = |adt: &ast::Adt| adt.name().is_some_and(|name| types.contains(name.text()));
        gone.extend(root.descendants().filter_map(ast::Adt::cast).filter(is_one).map(|adt| adt.syntax().text_range()));
    }
    let mut bytes = text.as_bytes().to_vec();
    for range in gone {
        let part = bytes.get_mut(usize::from(range.start())..usize::from(range.end()))?;
        part.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    String::from_utf8(bytes).ok()
}

/// The smallest thing around a node that can be left out on its own.
fn item_around(node: &SyntaxNode) -> Option<SyntaxNode> {
    let mut found = None;
    for node in node.ancestors() {
        let of_list = |node: &SyntaxNode| node.parent().is_some_and(|list| ast::UseTreeList::can_cast(list.kind()));
        if found.is_none() && ast::UseTree::can_cast(node.kind()) && of_list(&node) {
            return Some(node);
        }
        let is_whole = match ast::Item::cast(node.clone()) {
            Some(ast::Item::Module(_)) => return found,
            Some(ast::Item::Impl(of)) => found.is_none() || of.trait_().is_some(),
            Some(ast::Item::Trait(_)) => true,
            // Within the body of another item that goes as a whole.
            Some(_) => true,
            None => false,
        };
        if is_whole {
            found = Some(node);
        }
    }
    found
}

/// Whether values of the type can do less for the impl.
fn takes_away(of: &ast::Impl) -> bool {
    let name = of.trait_().map(|ty| ty.syntax().text().to_string()).unwrap_or_default();
    of.excl_token().is_some() || name.rsplit("::").next().is_some_and(|last| last.trim() == "Drop")
}

/// The name of the type that an impl is for.
fn type_name(of: &ast::Impl) -> Option<String> {
    let ast::Type::PathType(ty) = of.self_ty()? else { return None };
    Some(ty.path()?.segment()?.name_ref()?.text().to_string())
}

#[cfg(test)]
mod tests {
    use super::without_items;

    /// The text without what is around the first occurrence of a word.
    fn without(text: &str, word: &str) -> Option<String> {
        let at = text.find(word).expect("it is there");
        let left = without_items(text, std::slice::from_ref(&(at..at + word.len())))?;
        assert_eq!(left.len(), text.len());
        Some(left.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn items_are_left_out() {
        let of = |text, word| without(text, word).unwrap_or_default();
        assert_eq!(of("mod m { fn f() -> X {} fn g() {} }", "X"), "mod m { fn g() {} }");
        assert_eq!(of("impl S { fn f() -> X {} fn g() {} }", "X"), "impl S { fn g() {} }");
        assert_eq!(of("impl T for S { fn f() -> X {} fn g() {} } fn h() {}", "X"), "fn h() {}");
        assert_eq!(of("trait T { fn f() -> X; fn g(); } fn h() {}", "X"), "fn h() {}");
        assert_eq!(of("use a::{b, X, c};", "X"), "use a::{b, c};");
        assert_eq!(of("use a::X; fn h() {}", "X"), "fn h() {}");
        assert_eq!(of("fn f() { fn inner() -> X {} } fn h() {}", "X"), "fn h() {}");
    }

    #[test]
    fn a_type_goes_with_what_takes_away() {
        let text = "struct S<A>(A); enum E { S } impl<A> !Send for S<A> {} fn h() {}";
        assert_eq!(without(text, "Send").as_deref(), Some("enum E { S } fn h() {}"));
        let text = "struct S; impl core::ops::Drop for S { fn drop(&mut self) -> X {} }";
        assert_eq!(without(text, "X").as_deref(), Some(""));
    }

    #[test]
    fn what_is_in_no_item_stays() {
        assert_eq!(without("#![feature(x)] fn f() {}", "feature"), None);
        assert_eq!(without("mod m { #![allow(x)] }", "allow"), None);
    }
}
