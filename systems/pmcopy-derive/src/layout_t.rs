//! What is said of the layout and of the bytes of a type: implementations of `PmSafe`, `PmSized` and `PmBytes`, and the assertions
//! that rustc computes.
//!
//! trusted: where the assertions hold, the type has the size and the alignment that are said, no padding, and in memory the bytes
//! of its fields one after the other, or those of the number that stands for its variant.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Data, DataEnum, DeriveInput, Error, Expr, ExprLit, Fields, Ident, Lit, Type, Visibility};

/// The integers that an enum may be represented by.
const NUMBERS: [&str; 8] = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];

/// The implementations and the assertions for a type without parameters.
pub(crate) fn layout(input: &DeriveInput) -> syn::Result<TokenStream> {
    let repr = repr(&input.attrs)?;
    match &input.data {
        Data::Struct(data) => structure(input, &data.fields, repr),
        Data::Enum(data) => enumeration(input, data, repr),
        Data::Union(data) => {
            let message = "`PmCopy` cannot be derived for a union: which of its bytes mean something is not known";
            Err(Error::new_spanned(data.union_token, message))
        }
    }
}

/// What stands in the only `repr`, if there is one.
fn repr(attrs: &[Attribute]) -> syn::Result<Option<Ident>> {
    let mut found = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
        let word: Option<Ident> = attr.parse_args().ok();
        if word.is_none() || found.is_some() {
            let message = "`PmCopy` needs a plain `#[repr(..)]`: no `packed`, no `align`, nothing else beside it";
            return Err(Error::new_spanned(attr, message));
        }
        found = word;
    }
    Ok(found)
}

/// A structure: its fields one after the other.
fn structure(input: &DeriveInput, fields: &Fields, repr: Option<Ident>) -> syn::Result<TokenStream> {
    let name = &input.ident;
    if repr.is_none_or(|repr| repr != "C") {
        let message = "`PmCopy` needs `#[repr(C)]` on a structure: without it rustc lays the fields out as it likes";
        return Err(Error::new_spanned(name, message));
    }
    let types: Vec<&Type> = fields.iter().map(|field| &field.ty).collect();
    let names = field_names(fields);
    let is_open = fields.iter().all(|field| matches!(field.vis, Visibility::Public(_)));
    let publish = if is_open { quote!(open) } else { quote!(closed) };
    let bytes = bytes_from(&names, 0, &format_ident!("self"));
    let lens = names.iter().map(|field| quote!(::pmcopy::PmBytes::lemma_len(self.#field);));
    let splits = (0..).zip(names.iter().zip(&types)).map(|(i, (field, ty))| {
        let (rest_a, rest_b) =
            (bytes_from(&names, i + 1, &format_ident!("a")), bytes_from(&names, i + 1, &format_ident!("b")));
        quote! {
            ::pmcopy::PmBytes::lemma_len(a.#field);
            ::pmcopy::PmBytes::lemma_len(b.#field);
            ::pmcopy::derive_v::lemma_split(
                ::pmcopy::PmBytes::spec_to_bytes(a.#field), #rest_a, ::pmcopy::PmBytes::spec_to_bytes(b.#field), #rest_b,
            );
            <#ty as ::pmcopy::PmBytes>::lemma_injective(a.#field, b.#field);
        }
    });
    let checks = layout_checks(name, &names, &types);
    let bounds = types.iter().map(|ty| quote_spanned!(ty.span()=> #ty: ::pmcopy::PmSafe));
    let align = types.iter().rev().fold(quote!(1nat), |align, ty| {
        quote!({
            let (this, others) = (<#ty as ::pmcopy::PmSized>::spec_align_of(), #align);
            if this > others { this } else { others }
        })
    });
    Ok(quote! {
        #checks

        ::pmcopy::derive_v::prelude::verus! {

        unsafe impl ::pmcopy::PmSafe for #name where #(#bounds),* {}

        unsafe impl ::pmcopy::PmSized for #name {
            open spec fn spec_size_of() -> nat {
                0nat #(+ <#types as ::pmcopy::PmSized>::spec_size_of())*
            }

            open spec fn spec_align_of() -> nat {
                #align
            }
        }

        unsafe impl ::pmcopy::PmBytes for #name {
            #publish spec fn spec_to_bytes(self) -> ::pmcopy::derive_v::prelude::Seq<u8> {
                #bytes
            }

            proof fn lemma_len(self) {
                #(#lens)*
            }

            proof fn lemma_injective(a: Self, b: Self) {
                #(#splits)*
            }
        }

        }
    })
}

/// What the fields are named, or which they are.
pub(crate) fn field_names(fields: &Fields) -> Vec<TokenStream> {
    let names = (0..).zip(fields).map(|(i, field)| match &field.ident {
        Some(name) => quote!(#name),
        None => {
            let index = Literal::usize_unsuffixed(i);
            quote!(#index)
        }
    });
    names.collect()
}

/// The bytes of the fields of a value from one on.
fn bytes_from(names: &[TokenStream], from: usize, value: &Ident) -> TokenStream {
    let fields = names.get(from..).unwrap_or_default().iter().rev();
    let none = quote!(::pmcopy::derive_v::prelude::Seq::<u8>::empty());
    fields.fold(none, |rest, field| quote!((::pmcopy::PmBytes::spec_to_bytes(#value.#field) + #rest)))
}

/// What rustc computes of a structure: each field stands right behind the one before, and nothing behind the last.
fn layout_checks(name: &Ident, names: &[TokenStream], types: &[&Type]) -> TokenStream {
    let mut before = quote!(0usize);
    let mut checks = TokenStream::new();
    for (field, ty) in names.iter().zip(types) {
        let span = ty.span();
        let message = format!(
            "`{name}` has padding before the field `{field}`: add an explicit field there, of bytes that are 0"
        );
        checks.extend(quote_spanned! {span=>
            ::core::assert!(::core::mem::offset_of!(#name, #field) == #before, #message);
        });
        before.extend(quote!(+ ::core::mem::size_of::<#ty>()));
    }
    let padding = format!("`{name}` has padding at its end: add an explicit field there, of bytes that are 0");
    let align = format!("`{name}` is not aligned as its fields are");
    quote! {
        const _: () = {
            #checks
            ::core::assert!(::core::mem::size_of::<#name>() == #before, #padding);
            let mut align = 1usize;
            #(if ::core::mem::align_of::<#types>() > align { align = ::core::mem::align_of::<#types>(); })*
            ::core::assert!(::core::mem::align_of::<#name>() == align, #align);
        };
    }
}

/// An enum without fields: the number that stands for the variant.
fn enumeration(input: &DeriveInput, data: &DataEnum, repr: Option<Ident>) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let number = repr.filter(|repr| NUMBERS.iter().any(|number| repr == number)).ok_or_else(|| {
        let message =
            "`PmCopy` needs the representation of an enum: `#[repr(u8)]`, or another integer but `usize` and `isize`";
        Error::new_spanned(name, message)
    })?;
    if let Some(variant) = data.variants.iter().find(|variant| !variant.fields.is_empty()) {
        let message = "`PmCopy` cannot be derived for an enum whose variants have fields: some have fewer bytes than others, and \
                       the rest are undetermined";
        return Err(Error::new_spanned(variant, message));
    }
    let numbers = discriminants(data)?;
    let variants: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    if variants.is_empty() {
        return Err(Error::new_spanned(
            name,
            "`PmCopy` cannot be derived for an enum without variants: it has no values",
        ));
    }
    let literals: Vec<TokenStream> = numbers.iter().map(|number| literal(*number)).collect();
    let message = format!("`{name}` does not have the layout of `{number}`");
    let value = |of: TokenStream| quote!((match #of { #(#name::#variants => { let n: #number = #literals; n },)* }));
    let (own, a, b) = (value(quote!(self)), value(quote!(a)), value(quote!(b)));
    Ok(quote! {
        const _: () = {
            ::core::assert!(
                ::core::mem::size_of::<#name>() == ::core::mem::size_of::<#number>()
                    && ::core::mem::align_of::<#name>() == ::core::mem::align_of::<#number>(),
                #message
            );
            #(::core::assert!(#name::#variants as #number == #literals, #message);)*
        };

        ::pmcopy::derive_v::prelude::verus! {

        unsafe impl ::pmcopy::PmSafe for #name {}

        unsafe impl ::pmcopy::PmSized for #name {
            open spec fn spec_size_of() -> nat {
                <#number as ::pmcopy::PmSized>::spec_size_of()
            }

            open spec fn spec_align_of() -> nat {
                <#number as ::pmcopy::PmSized>::spec_align_of()
            }
        }

        unsafe impl ::pmcopy::PmBytes for #name {
            open spec fn spec_to_bytes(self) -> ::pmcopy::derive_v::prelude::Seq<u8> {
                <#number as ::pmcopy::PmBytes>::spec_to_bytes(#own)
            }

            proof fn lemma_len(self) {
                <#number as ::pmcopy::PmBytes>::lemma_len(#own);
            }

            proof fn lemma_injective(a: Self, b: Self) {
                <#number as ::pmcopy::PmBytes>::lemma_injective(#a, #b);
            }
        }

        }
    })
}

/// A number, with its sign.
fn literal(number: i128) -> TokenStream {
    let digits = Literal::u128_unsuffixed(number.unsigned_abs());
    if number < 0 { quote!(-#digits) } else { quote!(#digits) }
}

/// The numbers that stand for the variants, as the reference of Rust says.
fn discriminants(data: &DataEnum) -> syn::Result<Vec<i128>> {
    let mut numbers = Vec::new();
    let mut next = 0i128;
    for variant in &data.variants {
        if let Some((_, written)) = &variant.discriminant {
            next = written_number(written)?;
        }
        numbers.push(next);
        next += 1;
    }
    Ok(numbers)
}

/// The number that an expression is, which must be a literal.
fn written_number(expr: &Expr) -> syn::Result<i128> {
    let (digits, sign) = match expr {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => (&*unary.expr, -1),
        expr => (expr, 1),
    };
    let Expr::Lit(ExprLit { lit: Lit::Int(digits), .. }) = digits else {
        let message = "`PmCopy` must read which number stands for the variant: write a literal";
        return Err(Error::new_spanned(expr, message));
    };
    Ok(sign * digits.base10_parse::<i128>()?)
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn variants_are_numbered_as_in_rust() {
        let input: syn::DeriveInput = syn::parse_str("enum E { A, B = 7, C, D = -2, F }").expect("an item");
        let syn::Data::Enum(data) = &input.data else { panic!("an enum") };
        assert_eq!(super::discriminants(data).expect("literals"), [0, 7, 8, -2, -1]);
        assert_eq!(literal(-2).to_string().replace(' ', ""), "-2");
    }
}
