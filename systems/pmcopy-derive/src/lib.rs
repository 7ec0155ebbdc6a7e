//! `#[derive(PmCopy)]`: see the crate `pmcopy`.
//!
//! It writes implementations of `PmSafe`, `PmSized`, `PmBytes`, `PmCopy`, `Copy`, `Clone` and `PartialEq`, whose specifications are proved
//! where they are written, and assertions that rustc computes when it compiles the program: that the type has the layout
//! that was said, and no padding.
//!
//! What is said of layouts and of bytes is believed, and written by [`layout_t`]; the verifier proves the rest where it is written.
//!
//! `#[derive(AnyBitPattern)]` writes the implementation of that trait for a structure, proved from those of its fields.

mod layout_t;

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Error, Ident, Type};

use layout_t::field_names;

/// Implements `PmCopy` and the traits that it needs.
#[proc_macro_derive(PmCopy)]
pub fn derive_pm_copy(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let written = syn::parse(input).and_then(|input| derive(&input));
    written.unwrap_or_else(|error| error.into_compile_error()).into()
}

/// Implements `AnyBitPattern` for a structure that is `PmCopy`.
#[proc_macro_derive(AnyBitPattern)]
pub fn derive_any_bit_pattern(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let written = syn::parse(input).and_then(|input| any_bit_pattern(&input));
    written.unwrap_or_else(|error| error.into_compile_error()).into()
}

/// A structure of fields of which any bytes are those of a value.
fn any_bit_pattern(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let Data::Struct(data) = &input.data else {
        let message =
            "`AnyBitPattern` cannot be derived but for a structure: of others some bytes are those of no value";
        return Err(Error::new_spanned(name, message));
    };
    let types: Vec<&Type> = data.fields.iter().map(|field| &field.ty).collect();
    let names = field_names(&data.fields);
    let values: Vec<Ident> = (0..names.len()).map(|i| format_ident!("value_{i}")).collect();
    let bounds = types.iter().map(|ty| quote_spanned!(ty.span()=> #ty: ::pmcopy::AnyBitPattern));
    Ok(quote! {
        ::pmcopy::derive_v::prelude::verus! {

        impl ::pmcopy::AnyBitPattern for #name where #(#bounds),* {
            proof fn lemma_any(bytes: ::pmcopy::derive_v::prelude::Seq<u8>) -> (value: Self) {
                let rest = bytes;
                #(
                    let size = <#types as ::pmcopy::PmSized>::spec_size_of() as int;
                    let #values = <#types as ::pmcopy::AnyBitPattern>::lemma_any(rest.take(size));
                    let rest = rest.skip(size);
                )*
                let value = #name { #(#names: #values),* };
                ::pmcopy::derive_v::lemma_equal(::pmcopy::PmBytes::spec_to_bytes(value), bytes);
                value
            }
        }

        }
    })
}

fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    if !input.generics.params.is_empty() {
        let message = "`PmCopy` cannot be derived for a type with parameters: its layout is not known here";
        return Err(Error::new_spanned(&input.generics, message));
    }
    let own = layout_t::layout(input)?;
    let name = &input.ident;
    Ok(quote! {
        #own

        ::pmcopy::derive_v::prelude::verus! {

        impl ::pmcopy::PmCopy for #name {}

        impl ::core::marker::Copy for #name {}

        impl ::core::clone::Clone for #name {
            #[inline]
            fn clone(&self) -> (copy: Self)
                ensures
                    copy == *self,
            {
                *self
            }
        }

        impl ::core::cmp::PartialEq for #name {
            #[inline]
            fn eq(&self, other: &Self) -> (same: bool)
                ensures
                    same == (*self == *other),
            {
                ::pmcopy::derive_v::same(self, other)
            }
        }

        impl ::pmcopy::derive_v::std_specs::cmp::PartialEqSpecImpl for #name {
            open spec fn obeys_eq_spec() -> bool {
                true
            }

            open spec fn eq_spec(&self, other: &Self) -> bool {
                *self == *other
            }
        }

        }
    })
}

#[cfg(test)]
mod tests {
    use super::{any_bit_pattern, derive};

    fn refused(text: &str) -> String {
        let input = syn::parse_str(text).expect("an item");
        derive(&input).expect_err("it is refused").to_string()
    }

    #[test]
    fn what_has_no_known_bytes_is_refused() {
        assert!(refused("struct S { a: u8 }").contains("needs `#[repr(C)]`"));
        assert!(refused("#[repr(transparent)] struct S { a: u8 }").contains("needs `#[repr(C)]`"));
        assert!(refused("#[repr(C, packed)] struct S { a: u8 }").contains("plain `#[repr(..)]`"));
        assert!(refused("#[repr(C)] #[repr(align(8))] struct S { a: u8 }").contains("plain `#[repr(..)]`"));
        assert!(refused("#[repr(C)] struct S<T> { a: T }").contains("with parameters"));
        assert!(refused("#[repr(C)] union U { a: u8 }").contains("union"));
        assert!(refused("enum E { A }").contains("representation of an enum"));
        assert!(refused("#[repr(C)] enum E { A }").contains("representation of an enum"));
        assert!(refused("#[repr(usize)] enum E { A }").contains("representation of an enum"));
        assert!(refused("#[repr(u8)] enum E { A(u8), B }").contains("variants have fields"));
        assert!(refused("#[repr(u8)] enum E { A = X }").contains("write a literal"));
        assert!(refused("#[repr(u8)] enum E {}").contains("without variants"));
    }

    #[test]
    fn only_structures_may_have_any_bytes() {
        for text in ["#[repr(u8)] enum E { A, B }", "#[repr(C)] union U { a: u8 }"] {
            let input = syn::parse_str(text).expect("an item");
            let message = any_bit_pattern(&input).expect_err("it is refused").to_string();
            assert!(message.contains("but for a structure"), "{message}");
        }
    }
}
