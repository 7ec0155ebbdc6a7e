//! The attribute form: `#[verus_verify]`, `#[verus_spec(..)]`, and the proof macros that go with them.
//!
//! Guide page `exec_attr`. An item with one of the attributes is plain Rust, which is compiled as it stands where the
//! attributes vanish. Here it becomes the item that would be written inside `verus! { .. }`, and from there on both go the
//! same way:
//!
//! ```text
//! #[verus_spec(r => ensures q)] fn f() -> R { #[verus_spec(invariant p)] while c { s } }
//!     ->  fn f() -> (r: R) ensures q { while c invariant p { s } }
//! ```
//!
//! | File | What it reads |
//! |---|---|
//! | `markers` | the attributes and the arguments of `verus_verify` |
//! | `plain` | what marked code may not hold, since it would not be plain Rust |
//! | `functions` | contracts of functions and constants, ghost parameters |
//! | `bodies` | loops, closures, and where ghost arguments stand |
//! | `ghost_args` | ghost arguments of calls, ghost results and fields |
//! | `dual` | `dual_spec`, the function as a specification of itself |
//! | `proofs` | `proof!` and `proof_decl!` |

mod bodies;
mod dual;
mod functions;
mod ghost_args;
mod markers;
mod plain;
mod proofs;

use certus_codes::Language;
pub(crate) use functions::{is_empty, no_clauses};
pub use markers::Marker;
pub(crate) use markers::prefixed;
pub use proofs::{ProofMacro, proof_macro};

use crate::entry::with_parser;
use crate::errors::{RewriteError, Rewritten};
use crate::{Code, Mode, spans};
use certus_visit::visit_mut::VisitMut;
use functions::{Constant, Function, Holder, free};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use verus_syn::parse::ParseStream;
use verus_syn::punctuated::Punctuated;
use verus_syn::spanned::Spanned;
use verus_syn::{Attribute, ImplItem, ImplItemFn, Item, ItemFn, Meta, Token, TraitItem, TraitItemFn};

/// Whether the condition of a `cfg_attr` holds; nothing when it cannot be read.
pub type Condition<'c> = &'c dyn Fn(&str) -> Option<bool>;

/// Rewrites an item with one of the attributes; `tokens` are the arguments of the attribute in parentheses, and the
/// item.
pub fn rewrite_marked(mode: Mode, marker: Marker, condition: Condition<'_>, tokens: TokenStream) -> Rewritten {
    with_parser(mode, Code::Exec, tokens, arguments_and_item, |rewriter, (inner, mut item)| {
        if mode == Mode::Erase {
            rewriter.errors.append(&mut plain::check(&item));
            return crate::erase::erase_marked(&inner, item);
        }
        let span = spans::first_of(&if inner.is_empty() { item.to_token_stream() } else { inner.clone() });
        let name = Ident::new(if marker == Marker::Spec { "verus_spec" } else { "verus_verify" }, span);
        let attr: Attribute = verus_syn::parse_quote_spanned!(span=> #[#name(#inner)]);
        let mut forms = Forms { condition, errors: plain::check(&item), fresh: 0 };
        let mut out = TokenStream::new();
        match attrs_of(&mut item) {
            Some(attrs) => attrs.insert(0, attr),
            None if marker == Marker::Spec => forms.misuse(span),
            None => forms.unsupported(span, "this attribute on an item of this kind"),
        }
        let items = forms.item(item);
        rewriter.errors.append(&mut forms.errors);
        for item in items {
            emit(rewriter, item, &mut out);
        }
        out
    })
}

/// The arguments of an attribute in parentheses, and the item that has it.
pub(crate) fn arguments_and_item(input: ParseStream) -> verus_syn::Result<(TokenStream, Item)> {
    match input.parse::<TokenTree>()? {
        TokenTree::Group(arguments) => Ok((arguments.stream(), input.parse()?)),
        other => Err(verus_syn::Error::new(other.span(), "expected an item")),
    }
}

/// What is wrong with the attributes in the body of a function that is not marked itself. Nobody verifies it, and an
/// attribute that could not be read there is an error still. Positions are those in `text`.
pub fn check_unmarked(text: &str, condition: Condition<'_>) -> Vec<RewriteError> {
    let work = |tokens: TokenStream| match verus_syn::parse2::<Item>(crate::normalize::normalize(tokens)) {
        Ok(item) => {
            let mut forms = Forms { condition, errors: plain::check(&item), fresh: 0 };
            forms.item(item);
            forms.errors
        }
        Err(error) => crate::errors::syntax_errors(error),
    };
    let Ok(tokens) = text.parse::<TokenStream>() else { return Vec::new() };
    let run = || Rewritten { tokens: TokenStream::new(), errors: work(tokens.clone()) };
    crate::entry::run(&tokens, run).errors
}

/// Rewrites an item like one in `verus!`. An item without a body is allowed in a trait only.
fn emit(rewriter: &mut crate::visitor::Rewriter, item: Item, out: &mut TokenStream) {
    if let Item::Fn(ItemFn { attrs, vis: _, sig, block: _, semi_token: Some(semi) }) = item {
        let mut members = Vec::new();
        rewriter.trait_fn(TraitItemFn { attrs, sig, default: None, semi_token: Some(semi) }, &mut members);
        members.iter().for_each(|member| member.to_tokens(out));
        return;
    }
    let mut items = Vec::new();
    rewriter.item(item, &mut items);
    items.iter().for_each(|item| item.to_tokens(out));
}

/// The attributes of an item that may be marked.
pub(crate) fn attrs_of(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    match item {
        Item::Const(i) => Some(&mut i.attrs),
        Item::Enum(i) => Some(&mut i.attrs),
        Item::Fn(i) => Some(&mut i.attrs),
        Item::Impl(i) => Some(&mut i.attrs),
        Item::Mod(i) => Some(&mut i.attrs),
        Item::Static(i) => Some(&mut i.attrs),
        Item::Struct(i) => Some(&mut i.attrs),
        Item::Trait(i) => Some(&mut i.attrs),
        Item::Type(i) => Some(&mut i.attrs),
        Item::Union(i) => Some(&mut i.attrs),
        _ => None,
    }
}

/// The state of a translation from the attribute form to that of the macro.
struct Forms<'c> {
    /// Evaluates the conditions of `cfg_attr`.
    condition: Condition<'c>,
    /// The errors so far.
    errors: Vec<RewriteError>,
    /// The number of generated names so far.
    fresh: usize,
}

impl Forms<'_> {
    /// Reports an error of the attribute form.
    fn error(&mut self, span: Span, code: impl Into<certus_codes::Code>, message: impl Into<String>) {
        self.errors.push(RewriteError::new(span, code, message));
    }

    /// Reports an unsupported construct of the attribute form.
    fn unsupported(&mut self, span: Span, what: &str) {
        self.errors.push(RewriteError::unsupported(span, what));
    }

    /// A variable that no program uses.
    fn fresh(&mut self, span: Span) -> Ident {
        self.fresh += 1;
        Ident::new(&format!("__certus_with_{}", self.fresh), span)
    }

    /// Attributes with `cfg_attr` around one of the two resolved; other conditions are left to Rust.
    fn without_cfg(&mut self, attrs: Vec<Attribute>) -> Vec<Attribute> {
        let mut out = Vec::new();
        for attr in attrs {
            let Meta::List(list) = &attr.meta else {
                out.push(attr);
                continue;
            };
            let ours =
                |tree: &TokenTree| matches!(tree, TokenTree::Ident(name) if Marker::named(&name.to_string()).is_some());
            if !list.path.is_ident("cfg_attr") || !list.tokens.clone().into_iter().any(|tree| ours(&tree)) {
                out.push(attr);
                continue;
            }
            let span = attr.pound_token.span;
            let parser = |input: ParseStream| {
                let condition = input.parse::<Meta>()?;
                input.parse::<Token![,]>()?;
                Ok((condition, Punctuated::<Meta, Token![,]>::parse_terminated(input)?))
            };
            match list.parse_args_with(parser) {
                Ok((condition, metas)) => match (self.condition)(&condition.to_token_stream().to_string()) {
                    Some(true) => {
                        out.extend(
                            metas.iter().map(|meta| -> Attribute { verus_syn::parse_quote_spanned!(span=> #[#meta]) }),
                        );
                    }
                    Some(false) => {}
                    None => self.unsupported(span, "this condition of `cfg_attr`"),
                },
                Err(error) => self.errors.extend(crate::errors::syntax_errors(error)),
            }
        }
        out
    }

    /// The items that an item of marked code becomes.
    fn item(&mut self, mut item: Item) -> Vec<Item> {
        if let Item::Fn(function) = item {
            let items = self.function(Function { item: function, holder: Holder::Free });
            return items.into_iter().map(Item::Fn).collect();
        }
        let markers = match attrs_of(&mut item) {
            Some(attrs) => self.take_markers(attrs),
            None => return vec![item],
        };
        if let Some((span, _)) = &markers.dual {
            self.error(*span, Language::DualSpec, "`dual_spec` is for functions");
        }
        if let (Some((_, span)), false) = (&markers.spec, matches!(item, Item::Const(_) | Item::Static(_))) {
            self.misuse(*span);
        }
        if let Some(attrs) = attrs_of(&mut item) {
            attrs.extend(markers.attrs.iter().cloned());
        }
        if markers.external.is_some() {
            return vec![self.external(item)];
        }
        match &mut item {
            Item::Const(c) => {
                let parts =
                    Constant { mode: &mut c.mode, ensures: &mut c.ensures, block: &mut c.block, expr: &mut c.expr };
                self.constant(&markers, parts);
                c.expr.iter_mut().for_each(|e| self.visit_expr_mut(e));
                c.block.iter_mut().for_each(|b| self.visit_block_mut(b));
            }
            Item::Static(c) => {
                let parts =
                    Constant { mode: &mut c.mode, ensures: &mut c.ensures, block: &mut c.block, expr: &mut c.expr };
                self.constant(&markers, parts);
                if let Some(span) = markers.external_body {
                    let message =
                        "`external_body` is not allowed on a `static`: it is for functions, constants and types";
                    self.error(span, Language::ExternalBodyOnStatic, message);
                }
                // A static has a place in memory, which no specification can read.
                c.mode = verus_syn::FnMode::Exec(verus_syn::ModeExec { exec_token: Token![exec](c.static_token.span) });
                c.expr.iter_mut().for_each(|e| self.visit_expr_mut(e));
                c.block.iter_mut().for_each(|b| self.visit_block_mut(b));
            }
            Item::Impl(i) => {
                let holder = if i.trait_.is_some() { Holder::Trait } else { Holder::Free };
                for member in std::mem::take(&mut i.items) {
                    self.impl_member(member, holder, &mut i.items);
                }
            }
            Item::Trait(t) => {
                for member in std::mem::take(&mut t.items) {
                    self.trait_member(member, &mut t.items);
                }
            }
            Item::Mod(m) => {
                if let Some((_, items)) = &mut m.content {
                    for inner in std::mem::take(items) {
                        items.extend(self.item(inner));
                    }
                }
            }
            _ => {}
        }
        vec![item]
    }

    /// The error for a `verus_spec` on an item that has no specification.
    fn misuse(&mut self, span: Span) {
        let message = "Misuse of #[verus_spec]: it belongs to functions, loops, closures, calls and constants";
        self.error(span, Language::MisplacedSpec, message);
    }

    /// Rewrites a member of an impl.
    fn impl_member(&mut self, member: ImplItem, holder: Holder, out: &mut Vec<ImplItem>) {
        match member {
            ImplItem::Fn(f) => {
                let ImplItemFn { attrs, vis, defaultness, sig, block, semi_token } = f;
                if let Some(semi) = &semi_token {
                    // The parser reads it, rustc does not.
                    self.error(semi.span, Language::NotPlainRust, "a function of an `impl` has a body");
                }
                for item in self.function(Function { item: free(attrs, vis, sig, block), holder }) {
                    let ItemFn { attrs, vis, sig, block, .. } = item;
                    out.push(ImplItem::Fn(ImplItemFn {
                        attrs,
                        vis,
                        defaultness,
                        sig,
                        block: *block,
                        semi_token: None,
                    }));
                }
            }
            ImplItem::Const(mut c) => {
                let markers = self.take_markers(&mut c.attrs);
                c.attrs.extend(markers.attrs.iter().cloned());
                if markers.external.is_none() {
                    let parts =
                        Constant { mode: &mut c.mode, ensures: &mut c.ensures, block: &mut c.block, expr: &mut c.expr };
                    self.constant(&markers, parts);
                    c.expr.iter_mut().for_each(|e| self.visit_expr_mut(e));
                    c.block.iter_mut().for_each(|b| self.visit_block_mut(b));
                }
                out.push(ImplItem::Const(c));
            }
            mut other => {
                let attrs = match &mut other {
                    ImplItem::Type(t) => Some(&mut t.attrs),
                    ImplItem::Macro(m) => Some(&mut m.attrs),
                    _ => None,
                };
                if let Some(attrs) = attrs {
                    self.no_markers(attrs);
                }
                out.push(other);
            }
        }
    }

    /// Rewrites a member of a trait.
    fn trait_member(&mut self, member: TraitItem, out: &mut Vec<TraitItem>) {
        match member {
            TraitItem::Fn(f) => {
                let TraitItemFn { attrs, sig, default, semi_token } = f;
                let has_body = default.is_some();
                let block = default.unwrap_or_else(|| verus_syn::parse_quote!({}));
                let item = free(attrs, verus_syn::Visibility::Inherited, sig, block);
                for ItemFn { attrs, sig, block, .. } in self.function(Function { item, holder: Holder::Trait }) {
                    let default = has_body.then_some(*block);
                    out.push(TraitItem::Fn(TraitItemFn { attrs, sig, default, semi_token }));
                }
            }
            mut other => {
                let attrs = match &mut other {
                    TraitItem::Const(c) => Some(&mut c.attrs),
                    TraitItem::Type(t) => Some(&mut t.attrs),
                    TraitItem::Macro(m) => Some(&mut m.attrs),
                    _ => None,
                };
                if let Some(attrs) = attrs {
                    self.no_markers(attrs);
                }
                out.push(other);
            }
        }
    }

    /// Members that may not be marked.
    fn no_markers(&mut self, attrs: &mut Vec<Attribute>) {
        let spans: Vec<Span> = attrs.iter().map(Spanned::span).collect();
        let markers = self.take_markers(attrs);
        if let Some((_, span)) = markers.spec {
            self.misuse(span);
        } else if !markers.attrs.is_empty() || markers.dual.is_some() {
            let span = spans.first().copied().unwrap_or_else(Span::call_site);
            self.unsupported(span, "`verus_verify` on this member");
        }
    }

    /// An unverified item: it loses the attributes in it, and otherwise stays as written.
    fn external(&mut self, mut item: Item) -> Item {
        match &mut item {
            Item::Fn(f) => bodies::as_written(&mut f.block),
            Item::Impl(i) => i.items.iter_mut().for_each(|member| {
                if let ImplItem::Fn(f) = member {
                    self.inside_external(&mut f.attrs);
                    bodies::as_written(&mut f.block);
                }
            }),
            Item::Trait(t) => t.items.iter_mut().for_each(|member| {
                if let TraitItem::Fn(f) = member {
                    self.inside_external(&mut f.attrs);
                    f.default.iter_mut().for_each(bodies::as_written);
                }
            }),
            Item::Mod(m) => {
                if let Some((_, items)) = &mut m.content {
                    for mut inner in std::mem::take(items) {
                        if let Some(attrs) = attrs_of(&mut inner) {
                            self.inside_external(attrs);
                        }
                        items.push(self.external(inner));
                    }
                }
            }
            _ => {}
        }
        item
    }

    /// Reports a marked part of an unverified item.
    fn inside_external(&mut self, attrs: &mut Vec<Attribute>) {
        let span = attrs.first().map_or_else(Span::call_site, Spanned::span);
        let count = attrs.len();
        let markers = self.take_markers(attrs);
        if attrs.len() < count && markers.external.is_none() {
            self.error(
                span,
                Language::InsideExternal,
                "this is inside of an `external` item and would not be verified",
            );
        }
    }
}
