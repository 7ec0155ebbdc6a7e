//! The clause `atomically` of a function, written out as items and as clauses that every function may have.

use certus_codes::Language;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use verus_syn::parse::Parser;
use verus_syn::{
    AtomicSpec, Attribute, Expr, FnMode, ImplItem, InvariantNameSet, Item, PermTuple, Signature, Token, Visibility,
};

use super::signature::Seen;
use crate::emit::doc;
use crate::visitor::Rewriter;

/// Takes the `atomically` clauses off an item. What they stand for is added to it, or is among the items returned. Nothing is added
/// to functions that are compiled (`is_erased`), for they are called without an update.
pub(crate) fn written_out(rewriter: &mut Rewriter, item: &mut Item, is_erased: bool) -> Vec<Item> {
    let mut found = TokenStream::new();
    match item {
        Item::Fn(f) => {
            if let Some(clause) = Clause::take(rewriter, &mut f.sig, &f.vis, None) {
                found.extend(clause.functions());
                found.extend(clause.items());
                if !is_erased {
                    clause.add_to(&mut f.attrs, &mut f.sig);
                }
            }
        }
        Item::Impl(of) if of.trait_.is_none() && of.items.iter().any(is_atomic) => {
            let around = of.clone();
            let mut methods = TokenStream::new();
            for member in &mut of.items {
                let ImplItem::Fn(f) = member else { continue };
                let Some(clause) = Clause::take(rewriter, &mut f.sig, &f.vis, Some(&around)) else { continue };
                methods.extend(clause.functions());
                found.extend(clause.items());
                if !is_erased {
                    clause.add_to(&mut f.attrs, &mut f.sig);
                }
            }
            let parser = |input: verus_syn::parse::ParseStream| {
                let mut items = Vec::new();
                while !input.is_empty() {
                    items.push(input.parse::<ImplItem>()?);
                }
                Ok(items)
            };
            match parser.parse2(methods) {
                Ok(methods) => of.items.extend(methods),
                Err(error) => rewriter.errors.extend(crate::errors::syntax_errors(error)),
            }
        }
        _ => {}
    }
    match verus_syn::parse2::<verus_syn::File>(found) {
        Ok(file) => file.items,
        Err(error) => {
            rewriter.errors.extend(crate::errors::syntax_errors(error));
            Vec::new()
        }
    }
}

/// Whether a method has an `atomically` clause.
fn is_atomic(member: &ImplItem) -> bool {
    matches!(member, ImplItem::Fn(f) if f.sig.spec.atomic_spec.is_some())
}

/// The clause with the signature that it belongs to.
struct Clause {
    spec: AtomicSpec,
    /// The name of the function.
    name: Ident,
    vis: Visibility,
    seen: Seen,
    /// The name of the type of its predicate.
    predicate: Ident,
    /// The types of the input and the output, outside of the impl.
    types: [TokenStream; 2],
    span: Span,
}

impl Clause {
    /// Takes the clause off a signature.
    fn take(
        rewriter: &mut Rewriter,
        sig: &mut Signature,
        vis: &Visibility,
        around: Option<&verus_syn::ItemImpl>,
    ) -> Option<Clause> {
        let mut spec = sig.spec.atomic_spec.take()?;
        let span = spec.atomically_token.span;
        if !matches!(sig.mode, FnMode::Default | FnMode::Exec(_)) {
            let text = "non-exec function cannot have atomic specification";
            rewriter.error(span, Language::LogicalAtomicity, text);
            return None;
        }
        let made = Seen::of(sig, around).and_then(|seen| {
            let mut types = [TokenStream::new(), TokenStream::new()];
            for (ty, tuple) in types.iter_mut().zip([&spec.perm_clause.old_perms, &spec.perm_clause.new_perms]) {
                let fields = tuple.fields.iter().map(|field| seen.outside(&field.ty)).collect::<Result<Vec<_>, _>>()?;
                *ty = tuple_of(&fields, span);
            }
            Ok((seen, types))
        });
        let (seen, types) = match made {
            Ok(made) => made,
            Err((at, what)) if what.starts_with("failed") => {
                rewriter.error(at, Language::LogicalAtomicity, what);
                return None;
            }
            Err((at, what)) => {
                rewriter.unsupported(at, &what);
                return None;
            }
        };
        let predicate = match spec.type_clause.take() {
            Some(clause) => clause.ident,
            None => Ident::new(&predicate_name(&sig.ident.to_string()), sig.ident.span()),
        };
        Some(Clause { spec, name: sig.ident.clone(), vis: vis.clone(), seen, predicate, types, span })
    }

    /// The predicate's type with its arguments.
    fn predicate_type(&self) -> TokenStream {
        let (_, arguments, _) = self.seen.generics.split_for_impl();
        let name = &self.predicate;
        quote_spanned!(self.span=> #name #arguments)
    }

    /// The parts of the clause as spec functions, by name: what they take besides the arguments, what they give, what they say.
    fn parts(&self) -> Vec<Part<'_>> {
        let spec = &self.spec;
        let [old, new] = [&spec.perm_clause.old_perms, &spec.perm_clause.new_perms];
        let all = |clauses: Option<Vec<&Expr>>| {
            let clauses = clauses.unwrap_or_default();
            quote_spanned!(self.span=> true #(&& (#clauses))*)
        };
        let requires = all(spec.requires.as_ref().map(|c| c.exprs.exprs.iter().collect()));
        let ensures = all(spec.ensures.as_ref().map(|c| c.exprs.exprs.iter().collect()));
        let bool_type = quote_spanned!(self.span=> bool);
        let mut parts = vec![
            Part { name: "req", of: vec![(old, 0)], result: bool_type.clone(), body: requires },
            Part { name: "ens", of: vec![(old, 0), (new, 1)], result: bool_type, body: ensures },
        ];
        let outer = spec.outer_mask.as_ref().map(|mask| ("outer_mask", &mask.set, mask.token.span));
        let inner = spec.inner_mask.as_ref().map(|mask| ("inner_mask", &mask.set, mask.token.span));
        for (name, set, span) in outer.into_iter().chain(inner) {
            let result = quote_spanned!(span=> ::vstd::iset::ISet<::verus_builtin::int>);
            parts.push(Part { name, of: Vec::new(), result, body: mask(set, span) });
        }
        parts
    }

    /// The name of the spec function for a part.
    fn function(&self, part: &Part) -> Ident {
        format_ident!("__certus_atomic_{}_{}", part.name, self.name, span = self.span)
    }

    /// The parts as spec functions with the parameters of the function.
    fn functions(&self) -> TokenStream {
        let (vis, open) = (&self.vis, self.open());
        let (generics, _, bounds) = self.seen.own.split_for_impl();
        let params = &self.seen.params;
        let span = self.span;
        let all = self.parts().into_iter().map(|part| {
            let name = self.function(&part);
            let (extra, lets) = self.taken(&part);
            let Part { result, body, .. } = &part;
            quote_spanned! {span=>
                #[doc(hidden)]
                #vis #open spec fn #name #generics (#(#params,)* #(#extra),*) -> #result #bounds {
                    #lets
                    #body
                }
            }
        });
        all.collect()
    }

    /// The parameters for the values of a part, and the statements that take them apart.
    fn taken(&self, part: &Part) -> (Vec<TokenStream>, TokenStream) {
        let span = self.span;
        let mut params = Vec::new();
        let mut lets = TokenStream::new();
        for (tuple, number) in &part.of {
            let name = format_ident!("__certus_value_{number}", span = span);
            let ty = &self.types[*number];
            let pattern = pattern_of(tuple, span);
            params.push(quote_spanned!(span=> #name: #ty));
            lets.extend(quote_spanned!(span=> let #pattern = #name;));
        }
        (params, lets)
    }

    /// For whom the definitions of spec functions are: for all who may call the function.
    fn open(&self) -> TokenStream {
        match &self.vis {
            Visibility::Inherited => TokenStream::new(),
            Visibility::Public(_) => quote_spanned!(self.span=> open),
            Visibility::Restricted(vis) => {
                let (within, path) = (&vis.in_token, &vis.path);
                quote_spanned!(self.span=> open(#within #path))
            }
        }
    }

    /// The type of the predicate, and what is said of it.
    fn items(&self) -> TokenStream {
        let (vis, open, span) = (&self.vis, self.open(), self.span);
        let (generics, _, bounds) = self.seen.generics.split_for_impl();
        let (of, name) = (self.predicate_type(), &self.predicate);
        // A function of a trait says for whom its definition is.
        let publish = if open.is_empty() { quote_spanned!(span=> closed) } else { open.clone() };
        let held: Vec<&Ident> = self.seen.generics.type_params().map(|param| &param.ident).collect();
        let recursive: Vec<TokenStream> =
            held.iter().map(|ty| quote_spanned!(span=> #[verifier::reject_recursive_types(#ty)])).collect();
        let [input, output] = &self.types;
        let (types, names) = (tuple_of(&self.seen.types, span), self.passed());
        let args = tuple_of(&names, span);
        let methods = self.parts().into_iter().map(|part| {
            let (method, function) = (Ident::new(part.name, span), self.function(&part));
            let result = &part.result;
            let numbers: Vec<usize> = part.of.iter().map(|(_, number)| *number).collect();
            let values: Vec<Ident> =
                numbers.iter().map(|number| format_ident!("__certus_value_{number}", span = span)).collect();
            let value_types = numbers.iter().map(|number| &self.types[*number]);
            let function = match &self.seen.self_ty {
                Some(this) => quote_spanned!(span=> <#this>::#function),
                None => function.to_token_stream(),
            };
            let own: Vec<TokenStream> = self.seen.own.params.iter().map(generic_argument).collect();
            let turbofish = (!own.is_empty()).then(|| quote_spanned!(span=> ::<#(#own),*>));
            quote_spanned! {span=>
                #publish spec fn #method(self, #(#values: #value_types),*) -> #result {
                    let #args = ::vstd::atomic::pred_args::<#of, #types>(self);
                    #function #turbofish (#(#names,)* #(#values),*)
                }
            }
        });
        let params = names.iter().zip(&self.seen.types).map(|(name, ty)| quote_spanned!(span=> #name: #ty));
        quote_spanned! {span=>
            #(#recursive)*
            #[allow(dead_code)]
            #vis struct #name #generics #bounds {
                arguments: ::vstd::atomic::UpdateArguments,
                phantom: ::core::marker::PhantomData<(#(#held,)*)>,
            }
            impl #generics #of #bounds {
                #[allow(private_interfaces)]
                #vis #open spec fn args(self, #(#params),*) -> bool {
                    ::vstd::atomic::pred_args::<#of, #types>(self) == #args
                }
            }
            impl #generics ::vstd::atomic::UpdatePredicate<#input, #output> for #of #bounds {
                #(#methods)*
            }
        }
    }

    /// The names of the arguments where there is no `self`.
    fn passed(&self) -> Vec<TokenStream> {
        let names = self.seen.names.iter();
        names
            .map(
                |name| {
                    if name.to_string() == "self" { quote_spanned!(self.span=> __certus_this) } else { name.clone() }
                },
            )
            .collect()
    }

    /// Adds the parameter for the update to the function, and what is known of it to its clauses.
    fn add_to(&self, attrs: &mut Vec<Attribute>, sig: &mut Signature) {
        let span = self.span;
        attrs.push(doc("certus:logically_atomic", span, false));
        let (au, of, types) = (&self.spec.atomic_update, self.predicate_type(), tuple_of(&self.seen.types, span));
        let at = au.span();
        let [input, output] = [&self.spec.perm_clause.old_perms, &self.spec.perm_clause.new_perms].map(|tuple| {
            let fields: Vec<TokenStream> = tuple.fields.iter().map(|field| field.ty.to_token_stream()).collect();
            tuple_of(&fields, span)
        });
        let args = tuple_of(&self.seen.names, span);
        if !sig.inputs.empty_or_trailing() {
            sig.inputs.push_punct(Token![,](span));
        }
        sig.inputs.push(verus_syn::parse_quote_spanned! {at=>
            ::verus_builtin::Tracked(#au): ::verus_builtin::Tracked<
                ::vstd::atomic::AtomicUpdate<#input, #output, #of>
            >
        });
        let known: Expr = verus_syn::parse_quote_spanned! {at=>
            ::vstd::atomic::pred_args::<#of, #types>(#au.pred()) == #args
        };
        match &mut sig.spec.requires {
            Some(requires) => requires.exprs.exprs.insert(0, known),
            None => sig.spec.requires = Some(verus_syn::parse_quote_spanned!(at=> requires #known)),
        }
        let resolves: Expr = verus_syn::parse_quote_spanned!(at=> #au.resolves());
        let [old, new] =
            [&self.spec.perm_clause.old_perms, &self.spec.perm_clause.new_perms].map(|tuple| pattern_of(tuple, span));
        match &mut sig.spec.ensures {
            Some(ensures) => {
                for clause in &mut ensures.exprs.exprs {
                    let first = crate::spans::first(clause);
                    *clause = verus_syn::parse_quote_spanned! {first=>
                        { let #old = #au.input(); let #new = #au.output(); #clause }
                    };
                }
                ensures.exprs.exprs.insert(0, resolves);
            }
            None => sig.spec.ensures = Some(verus_syn::parse_quote_spanned!(at=> ensures #resolves)),
        }
    }
}

/// A part of a clause: what it takes besides the arguments (the number is that of its type), what it gives, and what it says.
struct Part<'c> {
    name: &'static str,
    of: Vec<(&'c PermTuple, usize)>,
    result: TokenStream,
    body: TokenStream,
}

/// The name of the predicate where nobody gave one: that of the function in camel case.
fn predicate_name(function: &str) -> String {
    let mut name = String::new();
    for word in function.trim_start_matches("r#").split('_') {
        let mut letters = word.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
    name.push_str("AtomicUpdatePredicate");
    name
}

/// One thing alone, several as a tuple.
fn tuple_of(items: &[TokenStream], span: Span) -> TokenStream {
    match items {
        [one] => one.clone(),
        items => quote_spanned!(span=> (#(#items),*)),
    }
}

/// The pattern of a list of permissions.
fn pattern_of(tuple: &PermTuple, span: Span) -> TokenStream {
    let names: Vec<TokenStream> = tuple.fields.iter().map(|field| field.ident.to_token_stream()).collect();
    if names.is_empty() { quote_spanned!(span=> _) } else { tuple_of(&names, span) }
}

/// A type parameter or constant as an argument.
fn generic_argument(param: &verus_syn::GenericParam) -> TokenStream {
    match param {
        verus_syn::GenericParam::Type(ty) => ty.ident.to_token_stream(),
        verus_syn::GenericParam::Const(of) => of.ident.to_token_stream(),
        verus_syn::GenericParam::Lifetime(of) => of.lifetime.to_token_stream(),
    }
}

/// A list of namespaces as a set.
fn mask(set: &InvariantNameSet, span: Span) -> TokenStream {
    let empty = quote_spanned!(span=> ::vstd::iset::ISet::<::verus_builtin::int>::empty());
    let full = quote_spanned!(span=> ::vstd::iset::ISet::<::verus_builtin::int>::full());
    match set {
        InvariantNameSet::Any(_) => full,
        InvariantNameSet::None(_) => empty,
        InvariantNameSet::List(list) => {
            let names = list.exprs.iter();
            quote_spanned!(span=> #empty #(.insert((#names) as ::verus_builtin::int))*)
        }
        InvariantNameSet::ListCompl(list) => {
            let names = list.exprs.iter();
            quote_spanned!(span=> #full #(.remove((#names) as ::verus_builtin::int))*)
        }
        InvariantNameSet::Set(set) => set.expr.to_token_stream(),
    }
}
