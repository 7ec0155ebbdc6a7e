//! The grammar of a declaration: `Name<T> { fields { .. } items }`.

use proc_macro2::{Ident, Span};
use verus_syn::parse::{Parse, ParseStream};
use verus_syn::{Attribute, FieldsNamed, Generics, Item, Token, braced};

use super::{peek_word, word};

/// A declaration, not yet sorted.
pub(super) struct Declaration {
    /// The attributes before the name.
    pub(super) attrs: Vec<Attribute>,
    /// The name.
    pub(super) name: Ident,
    /// The type parameters.
    pub(super) generics: Generics,
    /// Each `fields` block, with its word.
    pub(super) fields: Vec<(Span, FieldsNamed)>,
    /// Everything else.
    pub(super) items: Vec<Item>,
}

impl Parse for Declaration {
    fn parse(input: ParseStream) -> verus_syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let name: Ident = input.parse()?;
        let mut generics = Generics::default();
        if input.peek(Token![<]) {
            generics = input.parse()?;
        }
        if input.peek(Token![where]) {
            generics.where_clause = Some(input.parse()?);
        }
        let inside;
        braced!(inside in input);
        let (mut fields, mut items) = (Vec::new(), Vec::new());
        while !inside.is_empty() {
            if peek_word(&inside, "fields") {
                fields.push((word(&inside, "fields")?, inside.parse()?));
            } else {
                items.push(inside.parse()?);
            }
        }
        Ok(Declaration { attrs, name, generics, fields, items })
    }
}
