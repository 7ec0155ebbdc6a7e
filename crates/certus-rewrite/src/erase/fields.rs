//! Ghost fields of types that exist at run time.
//!
//! ```text
//! struct S { x: u8, ghost g: int }     ->  struct S { x: u8, g: PhantomData<int> }
//! S { x: 1, g: e }                     ->  S { x: 1, g: PhantomData }
//! ```
//!
//! Which literals are meant is known by the name of the type or variant alone. Where a name leads elsewhere, the field
//! there is of another type than `PhantomData`, and rustc says so.

use std::collections::BTreeMap;

use super::Eraser;
use certus_visit::visit::{self, Visit};
use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use verus_syn::{DataMode, Expr, ExprCall, ExprStruct, Field, Fields, Ident, Item, Type};

/// The ghost fields of each type and variant, by its name.
#[derive(Default)]
pub(super) struct GhostFields(BTreeMap<String, Vec<String>>);

/// Whether a field is marked as ghost.
pub(super) fn is_ghost(field: &Field) -> bool {
    let legacy = |name: &str| matches!(name, "spec" | "ghost" | "proof" | "tracked");
    matches!(field.mode, DataMode::Ghost(_) | DataMode::Tracked(_))
        || field.attrs.iter().any(|attr| {
            let segments: Vec<String> = attr.path().segments.iter().map(|s| s.ident.to_string()).collect();
            matches!(segments.as_slice(), [tool, name] if tool == "verifier" && legacy(name))
        })
}

/// The name of a type that is written as a path.
pub(super) fn name_of(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    path.path.segments.last().map(|segment| crate::enums::plain(&segment.ident))
}

impl GhostFields {
    /// Reads the declarations among the items. It returns the places of names with several field lists, if one of the
    /// lists has a ghost field.
    pub(super) fn collect(&mut self, items: &[Item]) -> Vec<Span> {
        let mut reader = Reader::default();
        items.iter().for_each(|item| reader.visit_item(item));
        let mut ambiguous = Vec::new();
        for (name, mut lists) in reader.0 {
            lists.sort_by(|a, b| a.0.cmp(&b.0));
            let same = lists.windows(2).all(|pair| pair[0].0 == pair[1].0);
            if !same {
                ambiguous.extend(lists.iter().map(|(_, span)| *span).take(1));
            }
            if let Some((fields, _)) = lists.pop()
                && !fields.is_empty()
            {
                self.0.insert(name, fields);
            }
        }
        ambiguous
    }
}

/// The ghost fields of every type and variant, one list a declaration.
#[derive(Default)]
struct Reader(BTreeMap<String, Vec<(Vec<String>, Span)>>);

impl Reader {
    /// Adds the ghost fields of a type or variant.
    fn add(&mut self, name: &Ident, fields: &Fields) {
        let ghost = fields.iter().enumerate().filter(|(_, field)| is_ghost(field));
        let named =
            |(i, field): (usize, &Field)| field.ident.as_ref().map_or_else(|| i.to_string(), crate::enums::plain);
        let list = (ghost.map(named).collect(), name.span());
        self.0.entry(crate::enums::plain(name)).or_default().push(list);
    }
}

impl<'ast> Visit<'ast> for Reader {
    /// Adds the ghost fields of a struct.
    fn visit_item_struct(&mut self, item: &'ast verus_syn::ItemStruct) {
        // What is ghost as a whole is not built by code that runs.
        if matches!(item.mode, DataMode::Default | DataMode::Exec(_)) {
            self.add(&item.ident, &item.fields);
        }
    }

    /// Adds the ghost fields of an enum's variants.
    fn visit_item_enum(&mut self, item: &'ast verus_syn::ItemEnum) {
        if matches!(item.mode, DataMode::Default | DataMode::Exec(_)) {
            item.variants.iter().for_each(|variant| self.add(&variant.ident, &variant.fields));
        }
    }

    /// Walks over an item and its inner items.
    fn visit_item(&mut self, item: &'ast Item) {
        visit::visit_item(self, item);
    }
}

impl Eraser {
    /// The ghost fields of the type or variant that a path names.
    fn ghost_fields(&self, path: &verus_syn::Path) -> Option<Vec<String>> {
        let name = crate::enums::plain(&path.segments.last()?.ident);
        let name = if name == "Self" { self.own.clone()? } else { name };
        self.fields.0.get(&name).cloned()
    }

    /// Erases a struct literal: the values of ghost fields are not evaluated.
    pub(super) fn literal(&mut self, literal: &mut ExprStruct) {
        let Some(ghost) = self.ghost_fields(&literal.path) else { return };
        for field in &mut literal.fields {
            if ghost.contains(&field.member.to_token_stream().to_string()) {
                self.ghost(&field.expr);
                let span = super::marked::span_of(&field.member);
                field.colon_token.get_or_insert(verus_syn::Token![:](span));
                field.expr = Expr::Verbatim(quote_spanned!(span=> ::core::marker::PhantomData));
            }
        }
    }

    /// The same for a value that is built by a call, `S(a, b)`.
    pub(super) fn tuple_literal(&mut self, call: &mut ExprCall) {
        let Expr::Path(path) = &*call.func else { return };
        let Some(ghost) = self.ghost_fields(&path.path) else { return };
        for (i, arg) in call.args.iter_mut().enumerate() {
            if ghost.contains(&i.to_string()) {
                self.ghost(arg);
                let span = crate::spans::first(arg);
                *arg = Expr::Verbatim(quote_spanned!(span=> ::core::marker::PhantomData));
            }
        }
    }
}
