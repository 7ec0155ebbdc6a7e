//! The counterparts of items.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{
    Attribute, DataMode, Field, Fields, Generics, ImplItem, Item, ItemEnum, ItemImpl, ItemStruct, Meta, Type,
    Visibility,
};

use crate::errors::ExecSpecError;
use crate::kinds::Form;
use crate::{Block, Made, exec_type, refused};

/// A struct, or a variant of an enum.
struct Shape<'i> {
    /// What constructs it: `Point`, or `Shape::Circle`.
    spec: TokenStream,
    exec: TokenStream,
    fields: &'i Fields,
    span: Span,
}

/// The attributes of an item that its counterparts share: conditions.
pub(crate) fn conditions(attrs: &[Attribute]) -> Vec<&Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect()
}

/// Errs with `unsupported/exec-spec` for type parameters and bounds.
fn no_generics(generics: &Generics) -> Result<(), ExecSpecError> {
    match generics.params.is_empty() && generics.where_clause.is_none() {
        true => Ok(()),
        false => Err(refused(generics.span(), "type parameters are not supported in this macro")),
    }
}

/// Errs with `unsupported/exec-spec` for `ghost` and `tracked` types: code that runs has no values of these.
fn no_mode(mode: &DataMode) -> Result<(), ExecSpecError> {
    match mode {
        DataMode::Ghost(_) | DataMode::Tracked(_) => {
            Err(refused(mode.span(), "a type with a mode has no counterpart: leave the mode out"))
        }
        _ => Ok(()),
    }
}

impl Block {
    /// An item with its counterpart.
    pub(crate) fn item(&self, item: &Item) -> Made {
        match item {
            Item::Fn(item) => self.function(item),
            Item::Struct(item) => self.structure(item),
            Item::Enum(item) => self.enumeration(item),
            Item::Impl(item) => self.implementation(item),
            _ => {
                let text =
                    format!("`{}` takes structs, enums, spec functions, and impls of spec functions", self.name());
                Err(refused(item.span(), text))
            }
        }
    }

    /// A struct with its counterpart, whose fields are the counterparts of the fields.
    ///
    /// ```text
    /// struct Point { x: i64, name: SpecString }    ->    struct ExecPoint { x: i64, name: String }
    /// ```
    fn structure(&self, item: &ItemStruct) -> Made {
        no_generics(&item.generics)?;
        no_mode(&item.mode)?;
        let (name, exec, vis, span) = (&item.ident, exec_type(&item.ident), &item.vis, item.ident.span());
        let fields = self.fields(&item.fields, true)?;
        let end = (!matches!(item.fields, Fields::Named(_))).then(|| quote_spanned!(span=> ;));
        let shape = Shape { spec: name.to_token_stream(), exec: exec.to_token_stream(), fields: &item.fields, span };
        let is_public = |vis: &Visibility| matches!(vis, Visibility::Public(_));
        let is_open = is_public(vis) && item.fields.iter().all(|field| is_public(&field.vis));
        let impls = self.impls(name, &item.attrs, is_open, &[shape])?;
        let (attrs, ext_equal) = (conditions(&item.attrs), ext_equal(&item.attrs, span));
        Ok(quote_spanned! {span=>
            #ext_equal
            #item
            #(#attrs)*
            #[derive(Eq, Hash, PartialEq)]
            #vis struct #exec #fields #end
            #impls
        })
    }

    /// An enum with its counterpart, which has the same variants, and a function for each variant that says whether a value is of it.
    ///
    /// ```text
    /// enum Shape { Dot(u32), Nothing }
    ///     ->  enum ExecShape { Dot(u32), Nothing }    with `exec_is_Dot` and `exec_is_Nothing`
    /// ```
    ///
    /// Errs with `unsupported/exec-spec` for discriminants.
    fn enumeration(&self, item: &ItemEnum) -> Made {
        no_generics(&item.generics)?;
        no_mode(&item.mode)?;
        let (name, exec, vis, span) = (&item.ident, exec_type(&item.ident), &item.vis, item.ident.span());
        let mut variants = Vec::new();
        let mut shapes = Vec::new();
        let mut tests = Vec::new();
        for variant in &item.variants {
            let (of, span) = (&variant.ident, variant.ident.span());
            if let Some((_, value)) = &variant.discriminant {
                return Err(refused(value.span(), "discriminants are not supported in this macro"));
            }
            let fields = self.fields(&variant.fields, false)?;
            variants.push(quote_spanned!(span=> #of #fields));
            let (spec, made) = (quote_spanned!(span=> #name::#of), quote_spanned!(span=> #exec::#of));
            shapes.push(Shape { spec, exec: made, fields: &variant.fields, span });
            let test = format_ident!("exec_is_{of}", span = span);
            tests.push(quote_spanned! {span=>
                #[allow(non_snake_case, unreachable_patterns)]
                #vis fn #test(&self) -> (__certus_result: bool)
                    ensures __certus_result == (self.deep_view() is #of),
                {
                    match self { #exec::#of { .. } => true, _ => false }
                }
            });
        }
        let impls = self.impls(name, &item.attrs, matches!(vis, Visibility::Public(_)), &shapes)?;
        let (attrs, ext_equal) = (conditions(&item.attrs), ext_equal(&item.attrs, span));
        Ok(quote_spanned! {span=>
            #ext_equal
            #item
            #(#attrs)*
            #[derive(Eq, Hash, PartialEq)]
            #vis enum #exec { #(#variants,)* }
            #impls
            #(#attrs)*
            impl #exec { #(#tests)* }
        })
    }

    /// The fields of the counterpart of a struct or a variant.
    fn fields(&self, fields: &Fields, with_vis: bool) -> Made {
        let made = |field: &Field| {
            let (kind, span) = (self.kind(&field.ty, Form::Owned)?, field.ty.span());
            let vis = with_vis.then_some(&field.vis);
            Ok(match &field.ident {
                Some(name) => quote_spanned!(span=> #vis #name: #kind),
                None => quote_spanned!(span=> #vis #kind),
            })
        };
        let all = fields.iter().map(made).collect::<Result<Vec<_>, ExecSpecError>>()?;
        let span = fields.span();
        Ok(match fields {
            Fields::Named(_) => quote_spanned!(span=> { #(#all,)* }),
            Fields::Unnamed(_) => quote_spanned!(span=> ( #(#all,)* )),
            Fields::Unit => TokenStream::new(),
        })
    }

    /// The impls of the counterpart of a type.
    fn impls(&self, name: &Ident, attrs: &[Attribute], is_open: bool, shapes: &[Shape]) -> Made {
        let (exec, span, attrs) = (exec_type(name), name.span(), conditions(attrs));
        let publish = Ident::new(if is_open { "open" } else { "closed" }, span);
        let views = shapes.iter().map(|shape| shape.made_by(&shape.spec, "deep_view"));
        let clones = shapes.iter().map(|shape| shape.made_by(&shape.exec, "deep_clone"));
        let equals = shapes.iter().map(|shape| self.compared(shape)).collect::<Result<Vec<_>, _>>()?;
        Ok(quote_spanned! {span=>
            #(#attrs)*
            impl ::vstd::contrib::exec_spec::ExecSpecType for #name {
                type ExecOwnedType = #exec;
                type ExecRefType<'a> = &'a #exec;
            }
            #(#attrs)*
            impl<'a> ::vstd::contrib::exec_spec::ToRef<&'a #exec> for &'a #exec {
                fn get_ref(self) -> &'a #exec { self }
            }
            #(#attrs)*
            impl ::vstd::contrib::exec_spec::ExecSpecKey for #exec {}
            #(#attrs)*
            impl<'a> ::vstd::contrib::exec_spec::ToOwned<#exec> for &'a #exec {
                fn get_owned(self) -> #exec { ::vstd::contrib::exec_spec::DeepViewClone::deep_clone(self) }
            }
            #(#attrs)*
            impl ::vstd::view::DeepView for #exec {
                type V = #name;
                #publish spec fn deep_view(&self) -> #name {
                    match self { #(#views)* }
                }
            }
            #(#attrs)*
            impl ::vstd::contrib::exec_spec::DeepViewClone for #exec {
                fn deep_clone(&self) -> Self {
                    match self { #(#clones)* }
                }
            }
            #(#attrs)*
            impl<'a> ::vstd::contrib::exec_spec::ExecSpecEq<'a> for &'a #exec {
                type Other = &'a #exec;
                #[allow(unreachable_patterns)]
                fn exec_eq(this: Self, other: Self::Other) -> bool {
                    match (this, other) { #(#equals)* _ => false }
                }
            }
        })
    }

    /// The arm that compares two values of a shape, field by field.
    fn compared(&self, shape: &Shape) -> Made {
        let (left, right) = (shape.pattern("left"), shape.pattern("right"));
        let mut all = Vec::new();
        for (number, field) in shape.fields.iter().enumerate() {
            let span = field.ty.span();
            let kind = self.kind(&field.ty, Form::Borrowed)?;
            let (a, b) = (binder("left", number, span), binder("right", number, span));
            all.push(quote_spanned! {span=>
                <#kind as ::vstd::contrib::exec_spec::ExecSpecEq>::exec_eq(
                    ::vstd::contrib::exec_spec::ToRef::get_ref(#a),
                    ::vstd::contrib::exec_spec::ToRef::get_ref(#b),
                )
            });
        }
        let span = shape.span;
        let all = all.into_iter().reduce(|all, one| quote_spanned!(span=> #all && #one));
        let all = all.unwrap_or_else(|| quote_spanned!(span=> true));
        Ok(quote_spanned!(span=> (#left, #right) => #all,))
    }

    /// An impl with its counterpart: an impl of the counterpart of its type, with the counterparts of its methods.
    ///
    /// Errs with `unsupported/exec-spec` for impls of traits, and for anything but spec functions in it.
    fn implementation(&self, item: &ItemImpl) -> Made {
        no_generics(&item.generics)?;
        if let Some((_, path, _)) = &item.trait_ {
            return Err(refused(path.span(), "impls of traits are not supported in this macro"));
        }
        let name = match &*item.self_ty {
            Type::Path(ty) if ty.qself.is_none() => ty.path.get_ident(),
            _ => None,
        };
        let Some(name) = name else {
            return Err(refused(item.self_ty.span(), "an impl in this macro is of a struct or an enum, by its name"));
        };
        let mut methods = Vec::new();
        for inner in &item.items {
            let ImplItem::Fn(inner) = inner else {
                return Err(refused(inner.span(), "impls in this macro have spec functions only"));
            };
            methods.push(self.method(name, inner)?);
        }
        let (exec, span, attrs) = (exec_type(name), name.span(), conditions(&item.attrs));
        Ok(quote_spanned! {span=>
            #item
            #(#attrs)*
            impl #exec { #(#methods)* }
        })
    }
}

/// A type of specifications is compared by its fields, unless it says so already.
fn ext_equal(attrs: &[Attribute], span: Span) -> Option<TokenStream> {
    let says = |attr: &Attribute| match &attr.meta {
        Meta::Path(path) => path.segments.last().is_some_and(|last| last.ident == "ext_equal"),
        meta => meta.to_token_stream().to_string().contains("ext_equal"),
    };
    (!attrs.iter().any(says)).then(|| quote_spanned!(span=> #[verifier::ext_equal]))
}

/// The variable for a field.
fn binder(of: &str, number: usize, span: Span) -> Ident {
    Ident::new(&format!("__certus_{of}_{number}"), span)
}

impl Shape<'_> {
    /// A pattern that binds the fields of the counterpart.
    fn pattern(&self, of: &str) -> TokenStream {
        let (exec, span) = (&self.exec, self.span);
        let binders = self.fields.iter().enumerate().map(|(number, field)| {
            let (key, binder) = (key(field, number), binder(of, number, field.ty.span()));
            quote_spanned!(field.ty.span()=> #key: #binder)
        });
        quote_spanned!(span=> #exec { #(#binders,)* })
    }

    /// The arm that makes a value from the fields of the counterpart with a method of each.
    fn made_by(&self, constructor: &TokenStream, method: &str) -> TokenStream {
        let (pattern, span) = (self.pattern("field"), self.span);
        let values = self.fields.iter().enumerate().map(|(number, field)| {
            let span = field.ty.span();
            let (key, binder, method) = (key(field, number), binder("field", number, span), Ident::new(method, span));
            let call = match method == "deep_view" {
                true => quote_spanned!(span=> ::vstd::view::DeepView::#method(#binder)),
                false => quote_spanned!(span=> ::vstd::contrib::exec_spec::DeepViewClone::#method(#binder)),
            };
            quote_spanned!(span=> #key: #call)
        });
        quote_spanned!(span=> #pattern => #constructor { #(#values,)* },)
    }
}

/// The name or the number of a field.
fn key(field: &Field, number: usize) -> TokenStream {
    match &field.ident {
        Some(name) => name.to_token_stream(),
        None => {
            let mut number = Literal::usize_unsuffixed(number);
            number.set_span(field.ty.span());
            number.to_token_stream()
        }
    }
}
