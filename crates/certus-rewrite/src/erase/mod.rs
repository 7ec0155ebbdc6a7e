//! The erased form: exec code only, as plain Rust. `docs/notes/erased-form.md` has the rule of each construct.
//!
//! Syntax alone decides what is ghost. Two things keep that sound. What is left of ghost code is never a value that code
//! could run on: a `spec` function becomes one that nobody can call, a `ghost` variable a unit value under its name. And
//! where syntax does not tell, the erased program does not compile: it never means something else than the verified one.
//!
//! | File | What it erases |
//! |---|---|
//! | `items` | items, members of traits and impls |
//! | `functions` | signatures, parameters, results |
//! | `stmts` | statements, variables, patterns |
//! | `exprs` | expressions of exec code |
//! | `fields` | ghost fields of types that exist at run time |
//! | `numbers` | numbers whose type only ghost code tells |
//! | `marked` | the attribute form |
//! | `warnings` | what would be reported as unused since its uses were ghost code |

mod documents;
mod exprs;
mod fields;
mod functions;
mod items;
mod marked;
mod numbers;
mod stmts;
mod warnings;

pub(crate) use marked::{declarations, erase_marked};

use crate::attribute::Marker;
use crate::visitor::Rewriter;
use crate::{Code, Mode};
use certus_codes::Language;
use certus_visit::visit_mut::VisitMut;
use fields::GhostFields;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use std::collections::BTreeSet;
use verus_syn::{Attribute, Expr, Item, Meta, Visibility};

/// The state of the erasure of one block.
pub(crate) struct Eraser {
    /// Reads the attributes of the language and keeps the errors.
    pub(crate) rewriter: Rewriter,
    /// The names that erased code mentions.
    mentioned: BTreeSet<String>,
    /// The names in ghost code of the current function that may get their type from it.
    constrained: BTreeSet<String>,
    /// The functions and types of the block without type parameters.
    concrete: numbers::Concrete,
    /// Whether ghost code of the function being visited was erased.
    touched: bool,
    /// The ghost fields of the types that the block declares.
    fields: GhostFields,
    /// The functions that the block declares, by name.
    functions: BTreeSet<String>,
    /// The type that `Self` is.
    own: Option<String>,
}

/// What is left of a macro's argument: nothing of ghost code.
pub(crate) fn erased(
    rewriter: &mut Rewriter,
    code: Code,
    work: impl FnOnce(&mut Eraser) -> TokenStream,
) -> TokenStream {
    if code == Code::Ghost {
        return quote_spanned!(Span::call_site()=> ());
    }
    let mut eraser = Eraser::new();
    let tokens = work(&mut eraser);
    rewriter.errors.append(&mut eraser.rewriter.errors);
    tokens
}

impl Eraser {
    pub(crate) fn new() -> Self {
        Eraser {
            rewriter: Rewriter::new(Mode::Erase, Code::Exec),
            mentioned: BTreeSet::new(),
            constrained: BTreeSet::new(),
            concrete: numbers::Concrete::default(),
            touched: false,
            fields: GhostFields::default(),
            functions: BTreeSet::new(),
            own: None,
        }
    }

    /// Erases the items of a block. The result is plain Rust.
    pub(crate) fn items(&mut self, tokens: &TokenStream, items: Vec<Item>) -> TokenStream {
        declared(tokens.clone(), &mut self.functions);
        self.concrete = numbers::Concrete::read(&items);
        let ambiguous = self.fields.collect(&items);
        for span in ambiguous {
            let message = "two types of one name in a block, of which one has a ghost field: give them two names, or \
                           write the field as `Ghost<..>` or `Tracked<..>`";
            self.rewriter.error(span, Language::GhostFieldName, message);
        }
        let mut kept = Vec::new();
        for item in items {
            self.item(item, &mut kept);
        }
        warnings::quiet(&mut kept, &self.mentioned);
        kept.iter().map(ToTokens::to_token_stream).collect()
    }

    /// Erases an expression of exec code.
    pub(crate) fn expression(&mut self, expr: &mut Expr) {
        self.visit_expr_mut(expr);
    }

    /// Records the names in ghost code, to silence warnings about unused names.
    fn ghost(&mut self, code: &impl ToTokens) {
        self.touched = true;
        let tokens = code.to_token_stream();
        numbers::constrained_names(tokens.clone(), &mut self.constrained);
        mentions(tokens, &mut self.mentioned);
    }

    /// The names of the attributes of the language, which are taken off.
    fn attrs(&mut self, attrs: &mut Vec<Attribute>) -> Vec<String> {
        let names = self.rewriter.item_attrs(attrs);
        attrs.retain(|attr| !is_note(attr));
        names
    }

    /// The error for ghost code where a value is needed at run time.
    fn ghost_in_exec(&mut self, span: Span, what: &str) -> TokenStream {
        let message = format!("{what} is ghost code: it has no value at run time");
        self.rewriter.error(span, Language::GhostInExec, message);
        quote_spanned!(span=> ())
    }
}

/// The stub of a function, constant or group that exists in specifications only. Imports of its name still work. It
/// cannot be called, because its parameter type has no values. It is inlined, so it produces no code.
fn stub(attrs: &[Attribute], vis: &Visibility, name: &Ident) -> TokenStream {
    let span = name.span();
    let conditions = crate::conditions::of(attrs);
    quote_spanned! {span=>
        #(#conditions)*
        #[doc(hidden)]
        #[allow(dead_code, nonstandard_style)]
        #[inline(always)]
        #vis fn #name(ghost_code_does_not_run: ::core::convert::Infallible) -> ! {
            match ghost_code_does_not_run {}
        }
    }
}

/// The stub of a proxy for a type or trait, which shadows other items with its name.
fn hidden_type(attrs: &[Attribute], vis: &Visibility, name: &Ident) -> TokenStream {
    let (span, conditions) = (name.span(), crate::conditions::of(attrs));
    quote_spanned!(span=> #(#conditions)* #[doc(hidden)] #[allow(dead_code, nonstandard_style)] #vis enum #name {})
}

/// Whether an attribute is a note for the front end.
fn is_note(attr: &Attribute) -> bool {
    attr.path().is_ident("doc")
        && matches!(&attr.meta, Meta::NameValue(m) if m.value.to_token_stream().to_string().starts_with("\"certus:"))
}

/// The names in a stream.
fn mentions(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) => {
                names.insert(crate::enums::plain(&name));
            }
            TokenTree::Group(group) => mentions(group.stream(), names),
            _ => {}
        }
    }
}

/// Whether a stream contains this name.
fn occurs(name: &str, tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => crate::enums::plain(&ident) == name,
        TokenTree::Group(group) => occurs(name, group.stream()),
        TokenTree::Literal(literal) => literal.to_string().contains(name),
        TokenTree::Punct(_) => false,
    })
}

/// The names after `fn` in a stream.
fn declared(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut after_fn = false;
    for tree in tokens {
        if let TokenTree::Group(group) = &tree {
            declared(group.stream(), names);
        }
        if let (true, TokenTree::Ident(name)) = (after_fn, &tree) {
            names.insert(crate::enums::plain(name));
        }
        after_fn = matches!(&tree, TokenTree::Ident(word) if word == "fn");
    }
}

/// Whether an attribute, or the condition around one, is of the attribute form.
fn is_marker(attr: &Attribute) -> bool {
    let named = |name: &Ident| Marker::named(&name.to_string()).is_some();
    match &attr.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            list.tokens.clone().into_iter().any(|tree| matches!(tree, TokenTree::Ident(name) if named(&name)))
        }
        meta => meta.path().segments.last().is_some_and(|segment| named(&segment.ident)),
    }
}
