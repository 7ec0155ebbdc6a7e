//! The types of tokens.
//!
//! They are in a private module of their own, so that nobody makes a token from parts: not even the functions of the machine.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use crate::ast::{Field, Machine};
use crate::params;
use crate::strategy::{Form, Hold, Strategy};

/// The private module. Its name is reserved.
const MODULE: &str = "param_token_types";

/// The module of the types, and their names outside of it.
pub(super) fn module(machine: &Machine) -> TokenStream {
    let span = machine.name.span();
    let module = Ident::new(MODULE, span);
    let instance = instance(machine);
    let fields = machine.fields.iter().enumerate().filter(|(_, field)| has_tokens(field.strategy));
    let (mut types, mut names) = (TokenStream::new(), vec![Ident::new("Instance", span)]);
    for (number, field) in fields {
        types.extend(token(machine, field));
        names.push(field.name.clone());
        if let Some((name, alias)) = alias(machine, number, field) {
            types.extend(alias);
            names.push(name);
        }
    }
    quote_spanned! {span=>
        mod #module {
            use super::*;
            #instance
            #types
        }
        pub use self::#module::{#(#names),*};
    }
}

/// Whether a field of this strategy has tokens of its own.
fn has_tokens(strategy: Strategy) -> bool {
    !matches!(strategy.form, Form::Constant | Form::NotTokenized) && strategy.hold != Hold::Stored
}

/// `Instance`: it may be copied, and goes to other threads if everything that is stored may be shared with them and sent.
fn instance(machine: &Machine) -> TokenStream {
    let span = machine.name.span();
    let (attrs, generics) = (&machine.attrs, &machine.generics);
    let (params, state, bounds) = params::implementation(machine);
    let this = params::ty(machine, "Instance", span);
    let stored = machine.fields.iter().filter(|field| field.strategy.hold == Hold::Stored);
    let stored = stored.filter_map(|field| field.arguments.last());
    let constants = machine.fields.iter().filter(|field| field.strategy.form == Form::Constant).map(|field| {
        let (name, ty) = (&field.name, &field.ty);
        quote_spanned! {name.span()=>
            pub closed spec fn #name(&self) -> #ty {
                self.state.view().#name
            }
        }
    });
    let copies = copies(machine, &this);
    quote_spanned! {span=>
        #(#attrs)*
        pub tracked struct Instance #generics {
            tracked id: ::verus_builtin::Ghost<::vstd::tokens::InstanceId>,
            tracked state: ::verus_builtin::Ghost<#state>,
            tracked stored: ::vstd::state_machines::SyncSendIfSyncSend<(#(#stored,)*)>,
        }
        impl #params #this #bounds {
            pub closed spec fn id(&self) -> ::vstd::tokens::InstanceId {
                self.id.view()
            }
            #(#constants)*
        }
        #copies
    }
}

/// `Copy`, and a `clone` for proofs.
fn copies(machine: &Machine, this: &TokenStream) -> TokenStream {
    let span = machine.name.span();
    let (params, _, bounds) = params::implementation(machine);
    // trusted: whoever takes part may do so twice, and what everybody holds forever anybody may hold once more.
    quote_spanned! {span=>
        impl #params #this #bounds {
            #[doc = "certus:token"]
            pub axiom fn clone(tracked &self) -> (tracked s: Self)
                ensures *self == s;
        }
        impl #params ::core::clone::Clone for #this #bounds {
            #[doc = "certus:token"]
            #[verifier::external_body]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl #params ::core::marker::Copy for #this #bounds {}
    }
}

/// What the tokens of a field are like.
struct Traits<'f> {
    /// The trait, and its type arguments.
    name: &'static str,
    arguments: Vec<&'f dyn ToTokens>,
    /// What is said of each token, with its type.
    facts: Vec<(&'static str, &'f dyn ToTokens)>,
    /// The functions of the trait besides.
    functions: &'static [Function],
    /// The trait of tokens of which there is one.
    unique: Option<&'static str>,
}

/// A function of a trait of tokens.
#[derive(Clone, Copy)]
enum Function {
    Agree,
    Count,
    Weaken,
}

fn traits<'f>(field: &'f Field, nat: &'f TokenStream) -> Option<Traits<'f>> {
    let argument = |number: usize| field.arguments.get(number).map(|ty| ty as &dyn ToTokens);
    let ty: &dyn ToTokens = &field.ty;
    let (name, arguments, facts, functions, unique): (_, Vec<_>, Vec<_>, &[Function], _) = match field.strategy.form {
        Form::Variable => ("ValueToken", vec![ty], vec![("value", ty)], &[Function::Agree], Some("UniqueValueToken")),
        Form::Option => {
            let value = argument(0)?;
            ("ValueToken", vec![value], vec![("value", value)], &[Function::Agree], Some("UniqueValueToken"))
        }
        Form::Map | Form::IMap => {
            let (key, value) = (argument(0)?, argument(1)?);
            let facts = vec![("key", key), ("value", value)];
            ("KeyValueToken", vec![key, value], facts, &[Function::Agree], Some("UniqueKeyValueToken"))
        }
        Form::Set | Form::ISet => {
            let element = argument(0)?;
            ("ElementToken", vec![element], vec![("element", element)], &[], Some("UniqueElementToken"))
        }
        Form::Multiset => {
            let element = argument(0)?;
            ("ElementToken", vec![element], vec![("element", element)], &[], None)
        }
        Form::Count if field.strategy.hold == Hold::Persistent => {
            ("MonotonicCountToken", vec![], vec![("count", nat as &dyn ToTokens)], &[Function::Weaken], None)
        }
        Form::Count => ("CountToken", vec![], vec![("count", nat as &dyn ToTokens)], &[Function::Count], None),
        Form::Bool => ("SimpleToken", vec![], vec![], &[], Some("UniqueSimpleToken")),
        Form::Constant | Form::NotTokenized => return None,
    };
    let unique = unique.filter(|_| field.strategy.hold != Hold::Persistent);
    Some(Traits { name, arguments, facts, functions, unique })
}

/// The type of the tokens of a field, with its traits.
fn token(machine: &Machine, field: &Field) -> Option<TokenStream> {
    let (name, span) = (&field.name, field.name.span());
    let nat = quote_spanned!(span=> ::verus_builtin::nat);
    let Traits { name: main, arguments, facts, functions, unique } = traits(field, &nat)?;
    let (attrs, generics) = (&machine.attrs, &machine.generics);
    let (params, _, bounds) = params::implementation(machine);
    let (this, instance) = (params::ty(machine, &name.to_string(), span), params::ty(machine, "Instance", span));
    let ident = |text: &str| Ident::new(text, span);
    let fields = facts.iter().map(|(fact, ty)| {
        let fact = ident(fact);
        quote_spanned!(span=> tracked #fact: ::verus_builtin::Ghost<#ty>,)
    });
    // Users have them without an import of the traits. A contract names them by their paths: as methods, one of a trait of the
    // program that takes the token by value would come first.
    let own = facts.iter().map(|(fact, ty)| {
        let fact = ident(fact);
        quote_spanned!(span=> pub closed spec fn #fact(&self) -> #ty { self.#fact.view() })
    });
    let of_trait = facts.iter().map(|(fact, ty)| {
        let fact = ident(fact);
        quote_spanned!(span=> open spec fn #fact(&self) -> #ty { self.#fact() })
    });
    let main = trait_(main, &arguments, span);
    let unique = unique.map(|unique| {
        let unique = trait_(unique, &arguments, span);
        let function = trusted(quote_spanned!(span=> proof fn unique(tracked &mut self, tracked other: &Self)), span);
        quote_spanned!(span=> impl #params #unique for #this #bounds { #function })
    });
    let functions = functions.iter().flat_map(|function| function.declared(span));
    let functions = functions.chain([quote_spanned!(span=> proof fn arbitrary() -> (tracked s: Self))]);
    let functions = functions.map(|function| trusted(function, span));
    let copies = (field.strategy.hold == Hold::Persistent).then(|| copies(machine, &this));
    Some(quote_spanned! {span=>
        #(#attrs)*
        pub tracked struct #name #generics {
            tracked machine: #instance,
            #(#fields)*
        }
        impl #params #this #bounds {
            pub closed spec fn instance_id(&self) -> ::vstd::tokens::InstanceId {
                self.machine.id.view()
            }
            #(#own)*
        }
        impl #params #main for #this #bounds {
            open spec fn instance_id(&self) -> ::vstd::tokens::InstanceId { self.instance_id() }
            #(#of_trait)*
            #(#functions)*
        }
        #unique
        #copies
    })
}

impl Function {
    /// Its signature, and those that belong to it.
    fn declared(self, span: Span) -> Vec<TokenStream> {
        match self {
            Function::Agree => vec![quote_spanned!(span=> proof fn agree(tracked &self, tracked other: &Self))],
            Function::Count => vec![
                quote_spanned!(span=> proof fn join(tracked &mut self, tracked other: Self)),
                quote_spanned!(span=> proof fn split(tracked &mut self, count: ::verus_builtin::nat) -> (tracked token: Self)),
                quote_spanned!(span=> proof fn weaken_shared(tracked &self, count: ::verus_builtin::nat) -> (tracked s: &Self)),
            ],
            Function::Weaken => {
                vec![
                    quote_spanned!(span=> proof fn weaken(tracked &self, count: ::verus_builtin::nat) -> (tracked s: Self)),
                ]
            }
        }
    }
}

/// A trait of tokens with its type arguments.
fn trait_(name: &str, arguments: &[&dyn ToTokens], span: Span) -> TokenStream {
    let name = Ident::new(name, span);
    match arguments.is_empty() {
        true => quote_spanned!(span=> ::vstd::tokens::#name),
        false => quote_spanned!(span=> ::vstd::tokens::#name<#(#arguments),*>),
    }
}

/// A function of a trait, whose contract holds because of what tokens are: parts of one state, of which nobody has a
/// second copy unless the strategy says so.
fn trusted(signature: TokenStream, span: Span) -> TokenStream {
    // trusted: the contract is that of the trait, for the tokens of the strategy (docs/trust.md). The body is no code, as that of
    // an exchange: an impl has no function without one.
    quote_spanned! {span=>
        #[doc = "certus:token"]
        #[verifier::external_body]
        #signature { ::core::unimplemented!() }
    }
}

/// The name of collections of tokens: `field_map` and so on.
fn alias(machine: &Machine, number: usize, field: &Field) -> Option<(Ident, TokenStream)> {
    let ending = match field.strategy.form {
        Form::Map | Form::IMap => "_map",
        Form::Set | Form::ISet => "_set",
        Form::Multiset => "_multiset",
        _ => return None,
    };
    let name = params::named(&field.name, ending);
    let (params, collection) = (params::declared(&machine.generics), crate::exchange::collection(machine, number));
    let span = name.span();
    let alias = quote_spanned! {span=>
        #[allow(type_alias_bounds)]
        pub type #name #params = #collection;
    };
    Some((name, alias))
}
