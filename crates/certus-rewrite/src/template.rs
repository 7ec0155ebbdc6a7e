//! A block of the language within a `macro_rules!` of a library, rewritten once and not at each call.
//!
//! A variable of the macro becomes a name that stands for it, the block is rewritten like any other, and the name
//! becomes the variable again. That is right where each variable stands for a name, a type or a literal, which are
//! the same in the language and in Rust; a list (`$( .. ),*`) within the items cannot be read so.
//!
//! ```text
//! verus! { $( impl View for $t { .. } )* }   ->   $( impl View for $t { .. } )*
//! ```

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, TokenStream, TokenTree};

use crate::Mode;
use crate::recover::rewrite_items;

/// The beginning of the names that replace variables.
const MARK: &str = "__certus_variable_";

/// The fragment kinds that are the same in the language and in Rust.
const FRAGMENTS: [&str; 6] = ["ident", "lifetime", "literal", "path", "ty", "vis"];

/// Whether all variables of a macro are of these kinds.
pub(crate) fn is_plain_macro(rules: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = rules.into_iter().collect();
    let declared = tokens.windows(4).all(|window| match window {
        [TokenTree::Punct(dollar), TokenTree::Ident(_), TokenTree::Punct(colon), TokenTree::Ident(fragment)] => {
            let is_declaration = dollar.as_char() == '$' && colon.as_char() == ':' && colon.spacing() == Spacing::Alone;
            !is_declaration || FRAGMENTS.contains(&fragment.to_string().as_str())
        }
        _ => true,
    });
    let inner = tokens.into_iter().all(|token| match token {
        TokenTree::Group(group) => is_plain_macro(group.stream()),
        _ => true,
    });
    declared && inner
}

/// The items of a block, with names for its variables; `None` where that cannot be done.
pub(crate) fn rewrite(block: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = block.into_iter().collect();
    let repeated = match tokens.as_slice() {
        [TokenTree::Punct(dollar), TokenTree::Group(items), TokenTree::Punct(star)]
            if dollar.as_char() == '$' && items.delimiter() == Delimiter::Parenthesis && star.as_char() == '*' =>
        {
            Some((dollar.clone(), items.clone(), star.clone()))
        }
        _ => None,
    };
    let Some((dollar, items, star)) = repeated else { return items_of(tokens.into_iter().collect()) };
    let mut group = Group::new(Delimiter::Parenthesis, items_of(items.stream())?);
    group.set_span(items.span());
    let mut joint = Punct::new('$', Spacing::Joint);
    joint.set_span(dollar.span());
    Some([TokenTree::Punct(joint), TokenTree::Group(group), TokenTree::Punct(star)].into_iter().collect())
}

/// The variable that a name replaces.
pub(crate) fn variable(name: &str) -> Option<String> {
    name.strip_prefix(MARK).map(|variable| format!("${variable}"))
}

/// The rewritten items of a block, if there is no error and the result is plain.
fn items_of(items: TokenStream) -> Option<TokenStream> {
    let rewritten = rewrite_items(Mode::Interface, named(items)?);
    (rewritten.errors.is_empty() && is_plain(&rewritten.tokens)).then_some(rewritten.tokens)
}

/// The tokens with names for variables; `None` where there is a list.
fn named(tokens: TokenStream) -> Option<TokenStream> {
    let mut out = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        out.push(match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => match tokens.next() {
                Some(TokenTree::Ident(name)) => TokenTree::Ident(Ident::new(&format!("{MARK}{name}"), name.span())),
                _ => return None,
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), named(group.stream())?);
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        });
    }
    Some(out.into_iter().collect())
}

/// Whether the names are in places where they can become variables again: not inside of another name or a literal.
fn is_plain(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().all(|token| match token {
        TokenTree::Group(group) => is_plain(&group.stream()),
        TokenTree::Ident(name) => !name.to_string().get(1..).is_some_and(|rest| rest.contains(MARK)),
        TokenTree::Literal(literal) => !mentions(&literal),
        TokenTree::Punct(_) => true,
    })
}

/// Whether a literal contains a variable of the macro.
fn mentions(literal: &Literal) -> bool {
    literal.to_string().contains(MARK)
}
