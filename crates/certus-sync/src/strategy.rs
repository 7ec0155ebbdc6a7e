//! How a field is handed out in tokens: its sharding strategy.
//!
//! A strategy has two parts: the form of the field, which says what its parts are, and how parts are held. `map`,
//! `persistent_map` and `storage_map` have the same form.

use proc_macro2::TokenStream;
use quote::quote;
use verus_syn::{GenericArgument, PathArguments, Type, TypePath};

use crate::spans;

/// The form of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One token has all of it.
    Variable,
    /// It never changes, and everybody knows it.
    Constant,
    /// There is no token of it.
    NotTokenized,
    /// `Option<T>`: the token is there or not.
    Option,
    /// `Map<K, V>`: a token for each key.
    Map,
    /// `IMap<K, V>`.
    IMap,
    /// `Set<T>`: a token for each element.
    Set,
    /// `ISet<T>`.
    ISet,
    /// `Multiset<T>`: as many tokens of an element as it has.
    Multiset,
    /// `nat`: tokens with numbers that add up to it.
    Count,
    /// `bool`: the token is there or not.
    Bool,
}

/// How parts of a field are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// By one owner each.
    Owned,
    /// By everybody, forever.
    Persistent,
    /// By the machine, which gives them back.
    Stored,
}

/// A sharding strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strategy {
    /// What parts there are.
    pub(crate) form: Form,
    /// How they are held.
    pub(crate) hold: Hold,
}

const NAMES: [(&str, Form, Hold); 21] = [
    ("variable", Form::Variable, Hold::Owned),
    ("constant", Form::Constant, Hold::Owned),
    ("not_tokenized", Form::NotTokenized, Hold::Owned),
    ("option", Form::Option, Hold::Owned),
    ("map", Form::Map, Hold::Owned),
    ("imap", Form::IMap, Hold::Owned),
    ("set", Form::Set, Hold::Owned),
    ("iset", Form::ISet, Hold::Owned),
    ("multiset", Form::Multiset, Hold::Owned),
    ("count", Form::Count, Hold::Owned),
    ("bool", Form::Bool, Hold::Owned),
    ("persistent_option", Form::Option, Hold::Persistent),
    ("persistent_map", Form::Map, Hold::Persistent),
    ("persistent_imap", Form::IMap, Hold::Persistent),
    ("persistent_set", Form::Set, Hold::Persistent),
    ("persistent_iset", Form::ISet, Hold::Persistent),
    ("persistent_count", Form::Count, Hold::Persistent),
    ("persistent_bool", Form::Bool, Hold::Persistent),
    ("storage_option", Form::Option, Hold::Stored),
    ("storage_map", Form::Map, Hold::Stored),
    ("storage_imap", Form::IMap, Hold::Stored),
];

impl Form {
    /// Whether the field is one thing, which is updated and has no parts.
    pub(crate) fn is_single(self) -> bool {
        matches!(self, Form::Variable | Form::Constant | Form::NotTokenized)
    }

    /// The type of such a field: its name, and how many arguments it has.
    fn required(self) -> Option<(&'static str, usize)> {
        Some(match self {
            Form::Variable | Form::Constant | Form::NotTokenized => return None,
            Form::Option => ("Option", 1),
            Form::Map => ("Map", 2),
            Form::IMap => ("IMap", 2),
            Form::Set => ("Set", 1),
            Form::ISet => ("ISet", 1),
            Form::Multiset => ("Multiset", 1),
            Form::Count => ("nat", 0),
            Form::Bool => ("bool", 0),
        })
    }

    /// The path of that type: whatever the name means in the program, the field is of this one.
    fn path(self) -> TokenStream {
        match self {
            Form::Option => quote!(::core::option::Option),
            Form::Map => quote!(::vstd::map::Map),
            Form::IMap => quote!(::vstd::imap::IMap),
            Form::Set => quote!(::vstd::set::Set),
            Form::ISet => quote!(::vstd::iset::ISet),
            Form::Multiset => quote!(::vstd::multiset::Multiset),
            Form::Count => quote!(::verus_builtin::nat),
            Form::Bool => quote!(bool),
            Form::Variable | Form::Constant | Form::NotTokenized => TokenStream::new(),
        }
    }
}

impl Strategy {
    /// The strategy of a field of a machine without tokens.
    pub(crate) const PLAIN: Strategy = Strategy { form: Form::Variable, hold: Hold::Owned };

    /// The strategy of this name.
    pub(crate) fn named(name: &str) -> Option<Strategy> {
        NAMES.iter().find(|(other, ..)| *other == name).map(|(_, form, hold)| Strategy { form: *form, hold: *hold })
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, form, hold)| (*form, *hold) == (self.form, self.hold)).map_or("", |(name, ..)| name)
    }

    /// Whether `update` may change the field.
    pub(crate) fn has_updates(self) -> bool {
        matches!(self.form, Form::Variable | Form::NotTokenized)
    }

    /// Whether any element can be put into any field: then nothing has to be proved.
    pub(crate) fn is_total(self) -> bool {
        match self.hold {
            Hold::Persistent => matches!(self.form, Form::Set | Form::ISet | Form::Count | Form::Bool),
            Hold::Owned | Hold::Stored => matches!(self.form, Form::Multiset | Form::Count),
        }
    }

    /// The type of a field that is written as `ty`; `Err` says of which form it must be.
    pub(crate) fn type_of(self, ty: &Type) -> Result<Type, String> {
        let Some((name, arity)) = self.form.required() else { return Ok(ty.clone()) };
        let Some(arguments) = arguments_of(ty, name).filter(|arguments| arguments.len() == arity) else {
            let blanks = vec!["_"; arity].join(", ");
            return Err(if arity == 0 { name.to_owned() } else { format!("of the form {name}<{blanks}>") });
        };
        let span = spans::of(ty);
        let path = respanned(self.form.path(), span);
        let tokens = match arity {
            0 => path,
            _ => quote::quote_spanned!(span=> #path<#(#arguments),*>),
        };
        Ok(verus_syn::parse2(tokens.clone()).unwrap_or(Type::Verbatim(tokens)))
    }
}

impl Strategy {
    /// The type arguments of a field that is written as `ty`.
    pub(crate) fn arguments(self, ty: &Type) -> Vec<Type> {
        let required = self.form.required();
        required.and_then(|(name, _)| arguments_of(ty, name)).unwrap_or_default()
    }
}

/// The type arguments of `name<..>`.
fn arguments_of(ty: &Type, name: &str) -> Option<Vec<Type>> {
    let Type::Path(TypePath { qself: None, path }) = ty else { return None };
    let segment = path.segments.first().filter(|segment| path.segments.len() == 1 && segment.ident == name)?;
    match &segment.arguments {
        PathArguments::None => Some(Vec::new()),
        PathArguments::AngleBracketed(arguments) => {
            let ty = |argument: &GenericArgument| match argument {
                GenericArgument::Type(ty) => Some(ty.clone()),
                _ => None,
            };
            arguments.args.iter().map(ty).collect()
        }
        PathArguments::Parenthesized(_) => None,
    }
}

/// The tokens at this place.
pub(crate) fn respanned(tokens: TokenStream, span: proc_macro2::Span) -> TokenStream {
    let set = |mut tree: proc_macro2::TokenTree| {
        tree.set_span(span);
        tree
    };
    tokens.into_iter().map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_of_one_strategy() {
        for (name, ..) in NAMES {
            assert_eq!(Strategy::named(name).map(Strategy::name), Some(name));
        }
        assert_eq!(Strategy::named("storage_multiset"), None);
    }

    #[test]
    fn types_are_as_the_strategy_has_them() {
        let type_of = |strategy: &str, text: &str| {
            let ty: Type = verus_syn::parse_str(text).unwrap();
            Strategy::named(strategy).unwrap().type_of(&ty).map(|ty| quote!(#ty).to_string().replace(' ', ""))
        };
        assert_eq!(type_of("map", "Map<int, Seq<int>>"), Ok("::vstd::map::Map<int,Seq<int>>".into()));
        assert_eq!(type_of("map", "Map<int>"), Err("of the form Map<_, _>".into()));
        assert_eq!(type_of("storage_option", "vstd::Option<int>"), Err("of the form Option<_>".into()));
        assert_eq!(type_of("count", "int"), Err("nat".into()));
        assert_eq!(type_of("variable", "int"), Ok("int".into()));
    }
}
