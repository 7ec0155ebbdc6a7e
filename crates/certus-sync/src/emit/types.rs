//! The types: the state, the steps, the labels.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use crate::ast::{Kind, Machine, Operation};
use crate::params;

/// All types of a machine.
pub(super) fn types(machine: &Machine) -> TokenStream {
    let span = machine.name.span();
    let (attrs, generics) = (&machine.attrs, &machine.generics);
    let fields = machine.fields.iter().map(|field| {
        let (attrs, name, ty) = (&field.attrs, &field.name, &field.ty);
        quote_spanned!(name.span()=> #(#attrs)* pub #name: #ty)
    });
    let steps = variants(machine, "Step", |operation| operation.kind.is_step());
    let configs = variants(machine, "Config", |operation| operation.kind == Kind::Init);
    let (label, init_label) = (&machine.label, &machine.init_label);
    quote_spanned! {span=>
        #[verifier::ext_equal]
        #(#attrs)*
        pub struct State #generics {
            #(#fields),*
        }
        #steps
        #configs
        #label
        #init_label
    }
}

/// The enum with a variant for each of these operations, which has its parameters but the label. The last variant is no
/// operation: without it, a type parameter might be unused.
fn variants(machine: &Machine, name: &str, is_in: impl Fn(&Operation) -> bool) -> TokenStream {
    let span = machine.name.span();
    let (attrs, generics, name) = (&machine.attrs, &machine.generics, Ident::new(name, span));
    let variants = machine.operations.iter().filter(|operation| is_in(operation)).map(|operation| {
        let skipped = usize::from(machine.label_of(operation.kind).is_some());
        let types = operation.params.iter().skip(skipped).map(|param| &param.ty);
        let name = &operation.name;
        quote_spanned!(name.span()=> #name(#(#types),*),)
    });
    let state = params::ty(machine, "State", span);
    quote_spanned! {span=>
        #[is_variant]
        #(#attrs)*
        pub enum #name #generics {
            #(#variants)*
            dummy_to_use_type_params(#state),
        }
    }
}
