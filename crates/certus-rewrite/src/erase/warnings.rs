//! Silences warnings of rustc about items that only ghost code uses.
//!
//! A function in which ghost code was erased may have unused variables. An item or a field may be used only in ghost
//! code of the block, or in other modules. Such names get an `allow` attribute. rustc reports on all other items as
//! usual. It also reports on types with a `derive` that is not the standard library's: the derive sees the attributes,
//! and must get the same tokens as in the verifier.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenTree};
use quote::ToTokens as _;
use verus_syn::{Attribute, Fields, ImplItem, Item, TraitItem, Visibility};

/// The lints about the rest of a function whose ghost code is erased.
pub(super) fn allowed(span: Span) -> Attribute {
    verus_syn::parse_quote_spanned! {span=>
        #[allow(unused_variables, unused_mut, unused_assignments, unused_parens, unused_braces)]
    }
}

/// Allows items whose names ghost code mentions to be unused.
pub(super) fn quiet(items: &mut [Item], mentioned: &BTreeSet<String>) {
    let quiet = Quiet { mentioned };
    items.iter_mut().for_each(|item| quiet.item(item));
}

/// Adds the `allow` attributes to items.
struct Quiet<'m> {
    /// The names that ghost code of the block mentions.
    mentioned: &'m BTreeSet<String>,
}

impl Quiet<'_> {
    /// Whether ghost code mentions this name.
    fn is_mentioned(&self, name: &Ident) -> bool {
        self.mentioned.contains(&crate::enums::plain(name))
    }

    /// Adds an `allow` if ghost code mentions the name.
    fn if_mentioned(&self, attrs: &mut Vec<Attribute>, name: &Ident) {
        if self.is_mentioned(name) {
            allow_dead_code(attrs, name.span());
        }
    }

    /// What other modules can see they can mention.
    fn declared(&self, attrs: &mut Vec<Attribute>, vis: &Visibility, name: &Ident) {
        if self.is_mentioned(name) || !matches!(vis, Visibility::Inherited) {
            allow_dead_code(attrs, name.span());
        }
    }

    /// Adds `allow` to fields.
    fn fields(&self, fields: &mut Fields) {
        for field in fields.iter_mut() {
            if let Some(name) = &field.ident {
                self.declared(&mut field.attrs, &field.vis, name);
            }
        }
    }

    /// Adds `allow` to an item and its parts.
    fn item(&self, item: &mut Item) {
        match item {
            Item::Const(i) => self.declared(&mut i.attrs, &i.vis, &i.ident),
            Item::Static(i) => self.declared(&mut i.attrs, &i.vis, &i.ident),
            Item::Type(i) => self.declared(&mut i.attrs, &i.vis, &i.ident),
            Item::Fn(i) => self.if_mentioned(&mut i.attrs, &i.sig.ident),
            Item::Struct(i) if is_read_by_others(&i.attrs) => {}
            Item::Enum(i) if is_read_by_others(&i.attrs) => {}
            Item::Struct(i) => {
                self.declared(&mut i.attrs, &i.vis, &i.ident);
                self.fields(&mut i.fields);
            }
            Item::Enum(i) => {
                self.declared(&mut i.attrs, &i.vis, &i.ident);
                for variant in &mut i.variants {
                    self.if_mentioned(&mut variant.attrs, &variant.ident);
                }
            }
            Item::Trait(i) => {
                self.declared(&mut i.attrs, &i.vis, &i.ident);
                for member in &mut i.items {
                    if let TraitItem::Fn(f) = member {
                        self.if_mentioned(&mut f.attrs, &f.sig.ident);
                    }
                }
            }
            Item::Impl(i) => {
                for member in &mut i.items {
                    match member {
                        ImplItem::Fn(f) => self.if_mentioned(&mut f.attrs, &f.sig.ident),
                        ImplItem::Const(c) => self.if_mentioned(&mut c.attrs, &c.ident),
                        _ => {}
                    }
                }
            }
            Item::Macro(i) => {
                if let Some(name) = &i.ident
                    && self.is_mentioned(name)
                {
                    i.attrs.push(verus_syn::parse_quote_spanned!(name.span()=> #[allow(unused_macros)]));
                }
            }
            Item::Mod(i) => {
                for item in i.content.iter_mut().flat_map(|(_, items)| items) {
                    self.item(item);
                }
            }
            _ => {}
        }
    }
}

/// Allows an item to be unused, only once: clippy reports duplicated attributes.
pub(super) fn allow_dead_code(attrs: &mut Vec<Attribute>, span: Span) {
    let says_so = |attr: &Attribute| {
        let Ok(list) = attr.meta.require_list() else { return false };
        let mut words = list.tokens.clone().into_iter();
        list.path.is_ident("allow") && words.any(|word| matches!(word, TokenTree::Ident(word) if word == "dead_code"))
    };
    if !attrs.iter().any(says_so) {
        attrs.push(verus_syn::parse_quote_spanned!(span=> #[allow(dead_code)]));
    }
}

/// The derives that make the same of a type whatever other attributes it has.
const PLAIN_DERIVES: [&str; 11] =
    ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd", "Structural", "StructuralEq"];

/// Whether a type has a derive that is not the standard library's, by its name.
fn is_read_by_others(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let text = crate::text::text_of(attr.meta.to_token_stream());
        let is_derive = attr.path().is_ident("derive");
        let is_condition = attr.path().is_ident("cfg_attr") && text.contains("derive");
        let words = text.split(|c: char| !(c == '_' || c.is_alphanumeric())).filter(|word| !word.is_empty());
        let mut names = words.filter(|word| !["derive", "core", "std", "clone", "cmp", "fmt", "hash"].contains(word));
        is_condition || is_derive && names.any(|name| !PLAIN_DERIVES.contains(&name))
    })
}
