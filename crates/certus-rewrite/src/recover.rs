//! Entry points over items and expressions: bounds first, then item by item, going on after an error.
//!
//! The parser gives up at its first error. To lose one item and not the block, items are parsed one at a time; after an
//! error the tokens up to the next body or semicolon that a new item could follow are passed over. A module that does not
//! parse is entered, so that its other items are kept too. An item that is passed over is reported exactly once.
//!
//! For example, in `fn f() { } fn g(x) { } fn h() { }` the function `g` does not parse. There is one error, and the
//! functions `f` and `h` are rewritten.

use crate::entry::{run, with_parser};
use crate::erase::{Eraser, erased};
use crate::errors::{RewriteError, Rewritten, syntax_errors};
use crate::literals::Bare;
use crate::normalize::normalize;
use crate::placement::Spot;
use crate::visitor::Rewriter;
use crate::words::ITEM_WORDS;
use crate::{Code, Mode};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::parse::discouraged::Speculative;
use verus_syn::parse::{ParseStream, Parser};
use verus_syn::{AttrStyle, Attribute, Block, Expr, Item, ItemMod, Stmt, token};

/// Rewrites the inside of `verus! { .. }`.
pub fn rewrite_items(mode: Mode, tokens: TokenStream) -> Rewritten {
    run(&tokens, || {
        let mut rewriter = Rewriter::new(mode, Code::Exec);
        let parser = |input: ParseStream| Ok(items_of(input, &mut rewriter));
        let (attrs, items) = match parser.parse2(normalize(tokens.clone())) {
            Ok(parsed) => parsed,
            Err(error) => {
                rewriter.errors.extend(syntax_errors(error));
                (Vec::new(), Vec::new())
            }
        };
        if mode == Mode::Erase {
            let mut eraser = Eraser::new();
            let out = eraser.items(&tokens, items);
            rewriter.errors.append(&mut eraser.rewriter.errors);
            return Rewritten { tokens: out, errors: rewriter.errors };
        }
        let mut out = TokenStream::new();
        let mut attrs = attrs;
        rewriter.small_attrs(&mut attrs, Spot::Head);
        for attr in &mut attrs {
            // Rust allows no inner attribute here: an item that holds nothing carries it.
            let span = attr.pound_token.span;
            attr.style = AttrStyle::Outer;
            out.extend(quote_spanned!(span=> #attr const _: () = ();));
        }
        for item in items {
            let mut rewritten = Vec::new();
            rewriter.item(item, &mut rewritten);
            for item in rewritten {
                item.to_tokens(&mut out);
            }
        }
        Rewritten { tokens: out, errors: rewriter.errors }
    })
}

/// Rewrites one expression: the argument of `verus_proof_expr!` ([`Code::Ghost`]) or `verus_exec_expr!`
/// ([`Code::Exec`]).
pub fn rewrite_expr(mode: Mode, code: Code, tokens: TokenStream) -> Rewritten {
    with_parser(mode, code, tokens, expression, |rewriter, mut expr| {
        if mode == Mode::Erase {
            return erased(rewriter, code, |eraser| {
                eraser.expression(&mut expr);
                expr.to_token_stream()
            });
        }
        rewriter.expr(&mut expr, Bare::Context);
        expr.to_token_stream()
    })
}

/// Parses an expression, or one that the parser knows at the beginning of a statement only (`assert(e) by { .. }`).
fn expression(input: ParseStream) -> verus_syn::Result<Expr> {
    let ahead = input.fork();
    let parsed = ahead.parse::<Expr>();
    if parsed.is_err() || !ahead.is_empty() {
        let statement = input.fork();
        if let Ok(mut stmts) = statement.call(Block::parse_within)
            && stmts.len() == 1
            && let Some(Stmt::Expr(expr, None)) = stmts.pop()
        {
            input.advance_to(&statement);
            return Ok(expr);
        }
    }
    input.advance_to(&ahead);
    parsed
}

/// The errors of an item that begins here, those about the name of a variable in the place of a clause with a word about it.
fn explained(mut errors: Vec<RewriteError>, item: ParseStream) -> Vec<RewriteError> {
    let Ok(tokens) = item.fork().parse::<TokenStream>() else { return errors };
    for error in &mut errors {
        if let Some(word) = crate::names::in_place_of_clause(&tokens, error.span) {
            let text =
                format!("{}: `{word}` begins a clause here; put the name in parentheses: `({word})`", error.message);
            error.message = text;
        }
    }
    errors
}

/// Parses items until the end. After an error, it continues with the next token that can begin an item.
fn items_of(input: ParseStream, rewriter: &mut Rewriter) -> (Vec<Attribute>, Vec<Item>) {
    let mut items = Vec::new();
    let attrs = input.call(Attribute::parse_inner).unwrap_or_default();
    while !input.is_empty() {
        let ahead = input.fork();
        match ahead.parse::<Item>() {
            Ok(item) => {
                input.advance_to(&ahead);
                items.push(item);
            }
            Err(error) => match module_of(input, rewriter) {
                Some(module) => items.push(Item::Mod(module)),
                None => {
                    rewriter.errors.extend(explained(syntax_errors(error), input));
                    skip_item(input);
                }
            },
        }
    }
    (attrs, items)
}

/// Reads a module whose inside does not parse, item by item; nothing, and no token read, when it is not a module.
fn module_of(input: ParseStream, rewriter: &mut Rewriter) -> Option<ItemMod> {
    let ahead = input.fork();
    let mut attrs = ahead.call(Attribute::parse_outer).ok()?;
    let vis = ahead.parse().ok()?;
    let mod_token = ahead.parse().ok()?;
    let ident = ahead.parse().ok()?;
    let TokenTree::Group(group) = ahead.parse::<TokenTree>().ok()? else { return None };
    if group.delimiter() != proc_macro2::Delimiter::Brace {
        return None;
    }
    input.advance_to(&ahead);
    let parser = |inside: ParseStream| Ok(items_of(inside, rewriter));
    let (inner, items) = parser.parse2(group.stream()).ok()?;
    attrs.extend(inner);
    let brace = token::Brace(group.span());
    Some(ItemMod { attrs, vis, unsafety: None, mod_token, ident, content: Some((brace, items)), semi: None })
}

/// Skips what is probably the rest of an item: to the first body or semicolon after which an item can begin.
fn skip_item(input: ParseStream) {
    while let Ok(tree) = input.parse::<TokenTree>() {
        let ends = match &tree {
            TokenTree::Group(group) => group.delimiter() == proc_macro2::Delimiter::Brace,
            TokenTree::Punct(p) => p.as_char() == ';',
            _ => false,
        };
        if ends && (input.is_empty() || begins_item(input)) {
            return;
        }
    }
}

/// Whether an item could begin here.
fn begins_item(input: ParseStream) -> bool {
    if input.peek(token::Pound) {
        return true;
    }
    let ahead = input.fork();
    match ahead.parse::<TokenTree>() {
        Ok(TokenTree::Ident(ident)) => ITEM_WORDS.contains(&ident.to_string().as_str()) || ahead.peek(token::Not),
        _ => false,
    }
}
