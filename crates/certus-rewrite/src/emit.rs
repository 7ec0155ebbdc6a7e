//! Building generated tokens so that every one of them has a place in the source.
//!
//! A form begins where its source begins and ends where it ends, so that the range of any node of the keep form is the
//! range of what it stands for; what is between has the operator's place. The path of a call therefore starts with a `::` at
//! the first token, and its closing parenthesis is at the last:
//!
//! ```text
//! source      a + b
//! form        ::verus_builtin::internal::spec_add(a, b)
//! places      a~~ + ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~a + b
//! ```
//!
//! A group has one span, from which its delimiters take the first and the last byte: it reaches from the operator to the
//! last token.

use certus_known::Known;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use verus_syn::{AttrStyle, Attribute, Expr, ExprLit, Lit, LitStr, Meta, MetaNameValue, Path, Stmt, Token, token};

/// The source places of a generated form: its first token, its operator and its last token.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    /// The place of the first token of the source expression.
    pub(crate) first: Span,
    /// The place of its operator.
    pub(crate) op: Span,
    /// The place of its last token.
    pub(crate) last: Span,
}

impl Site {
    /// The site of a form that replaces a single token.
    pub(crate) fn at(span: Span) -> Site {
        Site { first: span, op: span, last: span }
    }

    /// A form from a keyword to a last token.
    pub(crate) fn from_to(first: Span, last: Span) -> Site {
        Site { first, op: first, last }
    }

    /// The absolute path of an item: `::verus_builtin::NAME`.
    pub(crate) fn path(&self, item: Known) -> TokenStream {
        self.path_of(item.path())
    }

    fn path_of(&self, path: &str) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (number, segment) in path.split("::").enumerate() {
            colons(&mut tokens, if number == 0 { self.first } else { self.op });
            tokens.extend([TokenTree::from(Ident::new(segment, self.op))]);
        }
        tokens
    }

    /// The call `::verus_builtin::NAME(args)`.
    pub(crate) fn call(&self, function: Known, args: TokenStream) -> TokenStream {
        let mut tokens = self.path(function);
        tokens.extend([self.group(Delimiter::Parenthesis, args)]);
        tokens
    }

    /// The call of the operator that takes the type of its right operand.
    pub(crate) fn call_after_literal(&self, operator: Known, args: TokenStream) -> TokenStream {
        let (module, name) = operator.path().rsplit_once("::").unwrap_or(("", operator.path()));
        let mut tokens = self.path_of(&format!("{module}::literal_first::{name}"));
        tokens.extend([self.group(Delimiter::Parenthesis, args)]);
        tokens
    }

    /// The call `::verus_builtin::NAME::<generics>(args)`.
    pub(crate) fn call_with(&self, function: Known, generics: TokenStream, args: TokenStream) -> TokenStream {
        let mut tokens = self.path(function);
        colons(&mut tokens, self.op);
        tokens.extend([punct('<', self.op)]);
        tokens.extend(generics);
        tokens.extend([punct('>', self.op), self.group(Delimiter::Parenthesis, args)]);
        tokens
    }

    /// The statement `::verus_builtin::NAME(args);`.
    pub(crate) fn call_stmt(&self, function: Known, args: TokenStream) -> Stmt {
        stmt(self.call(function, args), self.last)
    }

    /// A delimited group that ends where the form ends.
    pub(crate) fn group(&self, delimiter: Delimiter, inner: TokenStream) -> TokenTree {
        group(delimiter, self.op, self.last, inner)
    }

    /// A string literal at the operator.
    pub(crate) fn string(&self, text: &str) -> TokenStream {
        let mut literal = Literal::string(text);
        literal.set_span(self.op);
        TokenTree::from(literal).into()
    }
}

/// A delimited group from `open` to `close`.
pub(crate) fn group(delimiter: Delimiter, open: Span, close: Span, inner: TokenStream) -> TokenTree {
    let mut group = Group::new(delimiter, inner);
    group.set_span(open.join(close).unwrap_or(close));
    group.into()
}

/// A single punctuation character.
pub(crate) fn punct(c: char, span: Span) -> TokenTree {
    let mut punct = Punct::new(c, Spacing::Alone);
    punct.set_span(span);
    punct.into()
}

/// `a, b`.
pub(crate) fn pair(a: TokenStream, b: TokenStream, span: Span) -> TokenStream {
    let mut tokens = a;
    tokens.extend([punct(',', span)]);
    tokens.extend(b);
    tokens
}

/// `a, b, ..`, with a trailing comma when `tuple` asks for a tuple of one.
pub(crate) fn list(items: Vec<TokenStream>, tuple: bool, span: Span) -> TokenStream {
    let single = items.len() == 1;
    let mut tokens = TokenStream::new();
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            tokens.extend([punct(',', span)]);
        }
        tokens.extend(item);
    }
    if single && tuple {
        tokens.extend([punct(',', span)]);
    }
    tokens
}

/// `tokens;` as a statement.
pub(crate) fn stmt(tokens: TokenStream, semi: Span) -> Stmt {
    Stmt::Expr(Expr::Verbatim(tokens), Some(Token![;](semi)))
}

/// An outer or inner documentation attribute.
pub(crate) fn doc(text: &str, span: Span, inner: bool) -> Attribute {
    let value = Expr::Lit(ExprLit { attrs: Vec::new(), lit: Lit::Str(LitStr::new(text, span)) });
    Attribute {
        pound_token: Token![#](span),
        style: if inner { AttrStyle::Inner(Token![!](span)) } else { AttrStyle::Outer },
        bracket_token: token::Bracket(span),
        meta: Meta::NameValue(MetaNameValue {
            path: Path::from(Ident::new("doc", span)),
            eq_token: Token![=](span),
            value,
        }),
    }
}

/// `::`, both characters at one place.
fn colons(tokens: &mut TokenStream, span: Span) {
    let mut joint = Punct::new(':', Spacing::Joint);
    joint.set_span(span);
    tokens.extend([TokenTree::from(joint), punct(':', span)]);
}
