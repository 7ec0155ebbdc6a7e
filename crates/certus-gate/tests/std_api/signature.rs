//! Declared signatures with every lifetime named, `Self` replaced, and paths as another crate writes them.

use certus_visit::visit_mut::{self, VisitMut};
use quote::{ToTokens, format_ident, quote};
use verus_syn::{
    FnArgKind, GenericParam, Generics, Lifetime, Path, ReturnType, Signature, Type, TypePath, WherePredicate,
    parse_quote, parse_str,
};

use crate::library::{Library, absolute};

/// Text of tokens on one line.
pub fn text(tokens: impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

/// Parameters and conditions, in the order in which they have to be written.
#[derive(Clone, Default)]
pub struct Scope {
    pub lifetimes: Vec<GenericParam>,
    pub types: Vec<GenericParam>,
    pub conditions: Vec<WherePredicate>,
}

impl Scope {
    pub fn of(generics: &Generics) -> Scope {
        let mut scope = Scope::default();
        scope.add(generics);
        scope
    }

    pub fn add(&mut self, generics: &Generics) {
        for param in &generics.params {
            let mut param = param.clone();
            match &mut param {
                GenericParam::Type(p) => (p.eq_token, p.default) = (None, None),
                GenericParam::Const(p) => (p.eq_token, p.default) = (None, None),
                GenericParam::Lifetime(_) => {
                    self.lifetimes.push(param);
                    continue;
                }
            }
            self.types.push(param);
        }
        self.conditions.extend(generics.where_clause.iter().flat_map(|clause| clause.predicates.iter().cloned()));
    }

    /// `<'a, T: Bound, const N: usize>`
    pub fn params(&self) -> String {
        let params: Vec<String> = self.lifetimes.iter().chain(&self.types).map(text).collect();
        format!("<{}>", params.join(", "))
    }

    /// `where ..`, with more conditions.
    pub fn clause(&self, more: &[String]) -> String {
        let all: Vec<String> = self.conditions.iter().map(text).chain(more.iter().cloned()).collect();
        if all.is_empty() { String::new() } else { format!("where {}", all.join(", ")) }
    }

    /// `T, N`: the arguments that a call can give; lifetimes are left to inference.
    pub fn arguments(&self) -> String {
        self.types.iter().map(param_name).collect::<Vec<_>>().join(", ")
    }

    pub fn visit(&mut self, visitor: &mut impl VisitMut) {
        self.lifetimes.iter_mut().chain(&mut self.types).for_each(|param| visitor.visit_generic_param_mut(param));
        self.conditions.iter_mut().for_each(|condition| visitor.visit_where_predicate_mut(condition));
    }
}

pub fn param_name(param: &GenericParam) -> String {
    match param {
        GenericParam::Type(p) => p.ident.to_string(),
        GenericParam::Const(p) => p.ident.to_string(),
        GenericParam::Lifetime(p) => p.lifetime.to_string(),
    }
}

/// Names the lifetimes that are left out, where leaving them out means a new one.
pub struct Elided {
    prefix: &'static str,
    pub found: Vec<Lifetime>,
}

impl Elided {
    pub fn new(prefix: &'static str) -> Elided {
        Elided { prefix, found: Vec::new() }
    }

    fn fresh(&mut self) -> Lifetime {
        let name = format!("'{}{}", self.prefix, self.found.len());
        let lifetime = Lifetime::new(&name, proc_macro2::Span::call_site());
        self.found.push(lifetime.clone());
        lifetime
    }

    pub fn params(&self) -> impl Iterator<Item = GenericParam> + '_ {
        self.found.iter().map(|lifetime| parse_quote!(#lifetime))
    }
}

impl VisitMut for Elided {
    fn visit_type_reference_mut(&mut self, reference: &mut verus_syn::TypeReference) {
        if reference.lifetime.is_none() {
            reference.lifetime = Some(self.fresh());
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.fresh();
        }
    }
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut verus_syn::ParenthesizedGenericArguments) {}
    fn visit_type_bare_fn_mut(&mut self, _: &mut verus_syn::TypeBareFn) {}
}

/// Puts a lifetime where one is left out.
struct FillIn(Option<Lifetime>);

impl VisitMut for FillIn {
    fn visit_type_reference_mut(&mut self, reference: &mut verus_syn::TypeReference) {
        if reference.lifetime.is_none() {
            reference.lifetime = self.0.clone();
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if let (true, Some(known)) = (lifetime.ident == "_", &self.0) {
            *lifetime = known.clone();
        }
    }
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut verus_syn::ParenthesizedGenericArguments) {}
    fn visit_type_bare_fn_mut(&mut self, _: &mut verus_syn::TypeBareFn) {}
}

/// What `Self` and `Self::Name` are.
pub struct SelfIs<'a> {
    pub ty: &'a Type,
    pub of_trait: Option<&'a Path>,
}

impl VisitMut for SelfIs<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let names: Vec<String> = match ty {
            Type::Path(TypePath { qself: None, path }) => path.segments.iter().map(|s| s.ident.to_string()).collect(),
            _ => Vec::new(),
        };
        let this = self.ty;
        match (names.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), self.of_trait) {
            (["Self"], _) => *ty = this.clone(),
            // In a trait, the name may be one of a trait above it.
            (["Self", name], Some(of)) if text(this) != "This" => {
                let name = format_ident!("{name}");
                *ty = parse_quote!(<#this as #of>::#name);
            }
            (["Self", name], _) => {
                let name = format_ident!("{name}");
                *ty = parse_quote!(#this::#name);
            }
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// Paths from the crate's root become those that another crate writes.
pub struct Outside<'a> {
    pub library: &'a Library,
    pub module: &'a [String],
}

impl Outside<'_> {
    /// By how much the path has grown.
    fn path(&self, path: &mut Path, of: usize) -> usize {
        let names: Vec<String> = path.segments.iter().take(of).map(|s| s.ident.to_string()).collect();
        if !matches!(names.first().map(String::as_str), Some("crate" | "core" | "alloc_crate")) {
            return 0;
        }
        let real = self.library.real(&absolute(self.module, &names));
        let arguments: Vec<_> = path.segments.iter().map(|s| s.arguments.clone()).collect();
        let rest: Vec<_> = path.segments.iter().skip(of).cloned().collect();
        let grown = real.len() as isize - of as isize;
        let mut new: Path = parse_str(&format!("::{}", real.join("::"))).expect("a path");
        if let (Some(last), Some(arguments)) = (new.segments.last_mut(), arguments.get(of - 1)) {
            last.arguments = arguments.clone();
        }
        new.segments.extend(rest);
        *path = new;
        usize::try_from(grown).expect("public paths here are not shorter than those declared")
    }
}

impl VisitMut for Outside<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        self.path(path, path.segments.len());
    }
    fn visit_type_path_mut(&mut self, path: &mut TypePath) {
        match &mut path.qself {
            Some(qself) => {
                visit_mut::visit_qself_mut(self, qself);
                visit_mut::visit_path_mut(self, &mut path.path);
                qself.position += self.path(&mut path.path, qself.position);
            }
            None => self.visit_path_mut(&mut path.path),
        }
    }
}

/// One function, as a wrapper of it is to be written.
pub struct Function {
    pub scope: Scope,
    pub arguments: Vec<Type>,
    pub output: Type,
    /// The function's own type and constant parameters in their order, if a call can name them.
    turbofish: Option<String>,
    is_const: bool,
    is_unsafe: bool,
    /// Lifetimes that the declaration leaves out.
    elided: Vec<Lifetime>,
}

impl Function {
    /// `outer` are the parameters of the impl or trait, `self_is` what `Self` means in it.
    pub fn new(outer: &Scope, sig: &Signature, self_is: &mut SelfIs<'_>) -> Function {
        let mut own = Scope::of(&sig.generics);
        let mut elided = Elided::new("e");
        let (mut arguments, mut of_self) = (Vec::new(), None);
        let mut hidden = Vec::new();
        for input in &sig.inputs {
            let mut ty = match &input.kind {
                FnArgKind::Receiver(receiver) => {
                    let mut ty = (*receiver.ty).clone();
                    if let (Some((_, Some(lifetime))), Type::Reference(reference)) = (&receiver.reference, &mut ty) {
                        reference.lifetime = Some(lifetime.clone());
                    }
                    elided.visit_type_mut(&mut ty);
                    of_self = first_lifetime(&ty);
                    ty
                }
                FnArgKind::Typed(typed) => {
                    let mut ty = (*typed.ty).clone();
                    elided.visit_type_mut(&mut ty);
                    ty
                }
            };
            if let Type::ImplTrait(bounds) = &ty {
                let (name, bounds) = (format_ident!("I{}", hidden.len()), &bounds.bounds);
                hidden.push(parse_quote!(#name: #bounds));
                ty = parse_quote!(#name);
            }
            arguments.push(ty);
        }
        let mut output: Type = match &sig.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(.., ty) => (**ty).clone(),
        };
        let known = of_self.or_else(|| arguments.iter().find_map(first_lifetime));
        FillIn(known).visit_type_mut(&mut output);
        let turbofish = hidden.is_empty().then(|| own.arguments());
        own.lifetimes.extend(elided.params());
        own.types.extend(hidden);
        own.visit(self_is);
        arguments.iter_mut().for_each(|ty| self_is.visit_type_mut(ty));
        self_is.visit_type_mut(&mut output);
        let mut scope = outer.clone();
        scope.lifetimes.extend(own.lifetimes);
        // Constants may not stand before types that have none; the order among types does not matter here.
        scope.types.extend(own.types);
        scope.conditions.extend(own.conditions);
        // A trait can have methods that no call can be written for; what is passed has a size.
        scope.conditions.extend(arguments.iter().map(|ty| -> WherePredicate { parse_quote!(#ty: Sized) }));
        Function {
            scope,
            arguments,
            output,
            turbofish,
            is_const: sig.constness.is_some(),
            is_unsafe: sig.unsafety.is_some(),
            elided: elided.found,
        }
    }

    /// In an impl, references of the parameters may have any lifetime: the impl is for all of them.
    pub fn shorten(&mut self, header: &Elided) {
        for short in &header.found {
            for long in self.elided.clone() {
                self.scope.conditions.push(parse_quote!(#long: #short));
            }
        }
    }

    /// A function of the declared signature that names the real one at the declared type and calls it. A function
    /// pointer has the exact types, where a call would convert; a call is needed for `const` and `unsafe`.
    pub fn wrapper(&self, number: usize, path: &str) -> String {
        let turbofish = self.turbofish.iter().filter(|t| !t.is_empty()).map(|t| format!("::<{t}>")).collect::<String>();
        let types: Vec<String> = self.arguments.iter().map(text).collect();
        let params: Vec<String> = types.iter().enumerate().map(|(i, ty)| format!("a{i}: {ty}")).collect();
        let names: Vec<String> = (0..types.len()).map(|i| format!("a{i}")).collect();
        let (types, output) = (types.join(", "), text(&self.output));
        let (unsafety, open, close) = if self.is_unsafe { ("unsafe ", "unsafe { ", " }") } else { ("", "", "") };
        format!(
            "pub {}fn w{number}{}({}) -> {output} {} {{ let _p: {unsafety}fn({types}) -> {output} = {path}{turbofish}; \
             {open}{path}{turbofish}({}){close} }}",
            if self.is_const { "const " } else { "" },
            self.scope.params(),
            params.join(", "),
            self.scope.clause(&[]),
            names.join(", "),
        )
    }
}

/// The lifetime of the outermost reference in a type, or of the first path argument.
fn first_lifetime(ty: &Type) -> Option<Lifetime> {
    struct First(Option<Lifetime>);
    impl VisitMut for First {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            self.0.get_or_insert(lifetime.clone());
        }
    }
    let mut first = First(None);
    first.visit_type_mut(&mut ty.clone());
    first.0
}

/// A type parameter as a type.
pub fn named(name: &str) -> Type {
    let name = format_ident!("{name}");
    parse_quote!(#name)
}

/// `Name<'a, T, N>` of a declaration with its own parameters.
pub fn applied(name: &str, generics: &Generics) -> Type {
    let name = format_ident!("{name}");
    let (_, arguments, _) = generics.split_for_impl();
    verus_syn::parse2(quote!(#name #arguments)).expect("a type")
}
