//! A crate that names every declared item at its declared type.

use std::collections::BTreeMap;

use certus_visit::visit_mut::VisitMut;
use quote::ToTokens;
use verus_syn::{
    Expr, Fields, GenericArgument, GenericParam, Generics, ImplItem, Item, ItemEnum, ItemImpl, ItemStruct, Meta, Path,
    TraitItem, Type, Visibility, parse_quote,
};

use crate::library::{Library, Module, declared, macro_2, marker};
use crate::samples;
use crate::shadow::Methods;
use crate::signature::{Elided, Function, Outside, Scope, SelfIs, applied, named, text};
use crate::traits;

/// The text, and what each of its lines is about.
pub struct Witness<'a> {
    pub library: &'a Library,
    pub lines: Vec<String>,
    /// The file and the item, for each line; as many as lines.
    pub about: Vec<(String, String)>,
    /// How many witnesses there are of each kind.
    pub counts: BTreeMap<&'static str, usize>,
    /// Items that are exempt within others.
    pub exempt: Vec<(String, String, String)>,
    methods: Methods,
    file: String,
    number: usize,
}

/// What the witnesses call.
const SUPPORT: &str = "extern crate alloc;
pub mod support { pub fn of<T: ?Sized>(_: &T) -> core::marker::PhantomData<T> { core::marker::PhantomData } }
pub mod never { pub trait Gives { type What; } impl<T> Gives for fn() -> T { type What = T; } }
pub type Never_ = <fn() -> ! as never::Gives>::What;";

impl<'a> Witness<'a> {
    fn new(library: &'a Library, methods: Methods) -> Witness<'a> {
        Witness {
            library,
            methods,
            lines: Vec::new(),
            about: Vec::new(),
            counts: BTreeMap::new(),
            exempt: Vec::new(),
            file: String::new(),
            number: 0,
        }
    }

    /// Writes the whole crate.
    pub fn of(library: &'a Library) -> Witness<'a> {
        let mut witness = Witness::new(library, Methods::default());
        witness.line("", "#![allow(warnings)] #![deny(ambiguous_glob_imports, unused_unsafe)]");
        SUPPORT.lines().for_each(|line| witness.line("", line));
        for module in library.modules.iter().filter(|module| module.path.len() == 1) {
            witness.module(module);
        }
        witness
    }

    /// Writes a crate that looks for methods of the real library that ours lacks.
    pub fn shadows(library: &'a Library) -> Witness<'a> {
        let mut methods = Methods::default();
        for impls in [false, true] {
            for module in &library.modules {
                for item in module.items.iter().filter(|item| matches!(item, Item::Impl(_)) == impls) {
                    let mut item = item.clone();
                    OneAllocator::simplify(&mut item);
                    methods.add(module, &item);
                }
            }
        }
        let mut witness = Witness::new(library, methods);
        witness.line("", "#![allow(warnings)]");
        SUPPORT.lines().for_each(|line| witness.line("", line));
        for module in library.modules.iter().filter(|module| module.path.len() == 1) {
            witness.aliases(module);
        }
        witness.file.clear();
        let methods = std::mem::take(&mut witness.methods);
        let count = methods.write(&mut witness);
        witness.counts.insert("shadow", count);
        witness
    }

    fn aliases(&mut self, module: &Module) {
        self.enter(module);
        for alias in self.methods.aliases(module) {
            self.line(&alias, &alias);
        }
        for child in self.children(module) {
            self.aliases(child);
        }
        self.line("", "}");
    }

    fn children(&self, module: &Module) -> impl Iterator<Item = &'a Module> + use<'a> {
        let path = module.path.clone();
        let library = self.library;
        library.modules.iter().filter(move |child| child.path.split_last().is_some_and(|(_, up)| up == path))
    }

    /// The beginning of a module, with the names that it can use.
    fn enter(&mut self, module: &Module) {
        self.file = module.file.clone();
        let name = module.path.last().cloned().unwrap_or_default();
        let name = if module.path.len() == 1 { format!("in_{name}") } else { name };
        self.line("", &format!("pub mod {name} {{ use crate::Never_;"));
        self.imports(module);
    }

    pub fn line(&mut self, about: &str, line: &str) {
        self.lines.push(line.replace('\n', " "));
        self.about.push((self.file.clone(), about.to_string()));
    }

    /// One witness; `write` gets its number.
    pub fn add(&mut self, kind: &'static str, about: &str, write: impl FnOnce(usize) -> String) {
        self.number += 1;
        *self.counts.entry(kind).or_default() += 1;
        let line = write(self.number);
        self.line(about, &line);
    }

    fn module(&mut self, module: &Module) {
        self.enter(module);
        for item in &module.items {
            let mut item = item.clone();
            if let Item::Impl(item) = &item
                && let Some((_, of, _)) = &item.trait_
                && self.library.is_internal_trait(of)
            {
                let what = format!("impl {} for {}", text(of), text(&item.self_ty));
                self.exempt.push((self.file.clone(), what, "its trait is exempt".to_string()));
                continue;
            }
            OneAllocator::simplify(&mut item);
            Stable.visit_item_mut(&mut item);
            Outside { library: self.library, module: &module.path }.visit_item_mut(&mut item);
            for item in instances(item) {
                self.item(module, &item);
            }
        }
        for child in self.children(module) {
            self.module(child);
            self.file = module.file.clone();
        }
        self.line("", "}");
    }

    /// The names that declarations of the module may use: its imports, and what it declares.
    fn imports(&mut self, module: &Module) {
        let real = |names: &[String]| format!("::{}", self.library.real(names).join("::"));
        let (mut lines, mut same) = (Vec::new(), Vec::new());
        for name in module.items.iter().filter_map(declared).filter(|(_, public)| *public).map(|(name, _)| name) {
            let path: Vec<String> = module.path.iter().chain([&name]).cloned().collect();
            if !module.public && self.library.real(&path) == path {
                continue;
            }
            lines.push((name, real(&path)));
        }
        for import in self.library.imports(module) {
            let named = match import.name {
                Some(name) => vec![(name, import.target)],
                None if import.target.get(1).is_some_and(|n| n == "prelude") && !import.public => Vec::new(),
                None => self.library.names(&import.target),
            };
            for (name, target) in named.into_iter().filter(|(_, target)| !self.library.is_internal(target)) {
                let own: Vec<String> = module.path.iter().chain([&name]).cloned().collect();
                if import.public && module.public && self.library.real(&own) != self.library.real(&target) {
                    self.same(&name, &own, &target, &mut same);
                }
                lines.push((name, real(&target)));
            }
        }
        lines.sort();
        lines.dedup();
        for (name, path) in lines {
            self.add("path", &format!("path {path}"), |_| format!("pub(crate) use {path} as {name};"));
        }
        for (name, own, target) in same {
            if name == "panic" {
                // A macro of its own in `std`, for the sake of old editions.
                self.add("macro", &format!("macro {own}!"), |n| samples::call(n, "panic", &own));
                continue;
            }
            // Two names for different things would be ambiguous.
            self.add("re-export", &format!("{own} is {target}"), |n| {
                format!(
                    "mod u{n} {{ mod a {{ pub use {own}; }} mod b {{ pub use {target} as {name}; }} mod c {{ pub use \
                     super::a::*; pub use super::b::*; }} use self::c::{name} as _u; }}"
                )
            });
        }
    }

    /// What has to be the same for two names to mean the same: an item, or all that ours has in a module. The real
    /// module may have more.
    fn same(&self, name: &str, own: &[String], target: &[String], same: &mut Vec<(String, String, String)>) {
        if !self.library.modules.iter().any(|module| module.path == target) {
            let real = |names: &[String]| format!("::{}", self.library.real(names).join("::"));
            same.push((name.to_string(), real(own), real(target)));
            return;
        }
        for (name, item) in self.library.names(target).into_iter().filter(|(_, item)| !self.library.is_internal(item)) {
            let inside = |path: &[String]| path.iter().cloned().chain([name.clone()]).collect::<Vec<_>>();
            let item =
                if self.library.modules.iter().any(|module| module.path == item) { item } else { inside(target) };
            self.same(&name, &inside(own), &item, same);
        }
    }

    fn item(&mut self, module: &Module, item: &Item) {
        match item {
            Item::Fn(function) if matches!(function.vis, Visibility::Public(_)) => {
                let this = named("Nothing");
                let mut self_is = SelfIs { ty: &this, of_trait: None };
                let written = Function::new(&Scope::default(), &function.sig, &mut self_is);
                let name = function.sig.ident.to_string();
                self.add("function", &text(&function.sig), |n| written.wrapper(n, &name));
            }
            Item::Const(constant) if matches!(constant.vis, Visibility::Public(_)) => {
                let path: Vec<String> = module.path.iter().cloned().chain([constant.ident.to_string()]).collect();
                let path = format!("::{}", self.library.real(&path).join("::"));
                let value = value(&constant.expr, &constant.block);
                self.constant(&constant.ident.to_string(), &path, &text(&constant.ty), &value);
            }
            Item::Impl(item) => self.implementation(item),
            Item::Struct(item) if matches!(item.vis, Visibility::Public(_)) => self.structure(item),
            Item::Enum(item) if matches!(item.vis, Visibility::Public(_)) => self.enumeration(item),
            Item::Union(item) => {
                self.nominal(&item.ident.to_string(), &item.generics);
                self.derives(&item.attrs, &item.ident.to_string(), &item.generics);
            }
            Item::Type(item) => {
                let scope = Scope::of(&item.generics);
                let (alias, ty) = (text(applied(&item.ident.to_string(), &item.generics)), text(&item.ty));
                self.add("type", &format!("type {alias}"), |n| {
                    let (params, clause) = (scope.params(), scope.clause(&[]));
                    format!(
                        "fn w{n}{params}(x: core::marker::PhantomData<{alias}>) -> core::marker::PhantomData<{ty}> \
                         {clause} {{ x }}"
                    )
                });
            }
            Item::Trait(item) => traits::declaration(self, module, item),
            Item::Macro(item) => self.macro_by_example(module, item),
            Item::Verbatim(tokens) => {
                let name = macro_2(tokens).expect("a macro has a name");
                let path: Vec<String> = module.path.iter().cloned().chain([name.clone()]).collect();
                let path = format!("::{}", self.library.real(&path).join("::"));
                self.add("macro", &format!("macro {name}"), |n| samples::derive(n, &name, &path));
            }
            Item::Use(_) | Item::ExternCrate(_) => {}
            // What only our own declarations can name needs no counterpart.
            Item::Fn(_) | Item::Const(_) | Item::Struct(_) | Item::Enum(_) => {}
            other => panic!("{}: no witness is known for `{}`", self.file, text(other)),
        }
    }

    fn macro_by_example(&mut self, module: &Module, item: &verus_syn::ItemMacro) {
        let name = item.ident.as_ref().expect("a macro has a name").to_string();
        let path = format!("::{}::{name}", module.path[0]);
        self.add("macro", &format!("macro {name}!"), |n| samples::call(n, &name, &path));
    }

    fn constant(&mut self, name: &str, path: &str, ty: &str, value: &str) {
        self.add("constant", &format!("const {name}: {ty} = {value}"), |n| {
            format!(
                "const _: () = {{ const W{n}: {ty} = {path}; const V{n}: {ty} = {value}; assert!(W{n} == V{n} || \
                 (W{n} != W{n} && V{n} != V{n})); }};"
            )
        });
    }

    /// That the type exists, with parameters of these kinds, bounds and defaults.
    fn nominal(&mut self, name: &str, generics: &Generics) {
        let (scope, ty) = (Scope::of(generics), text(applied(name, generics)));
        let (params, clause) = (scope.params(), scope.clause(&[]));
        self.add("type", &format!("type {ty}"), |n| format!("fn w{n}{params}(x: &{ty}) {clause} {{}}"));
        let given: Vec<&GenericParam> = generics.params.iter().collect();
        let default = |p: &&GenericParam| matches!(p, GenericParam::Type(p) if p.default.is_some());
        if let Some(first) = given.iter().position(default) {
            let mut fewer = scope.clone();
            let mut full = Vec::new();
            for param in &given {
                full.push(match param {
                    GenericParam::Type(p) => p.default.as_ref().map_or(p.ident.to_string(), text),
                    other => crate::signature::param_name(other),
                });
            }
            let short = full[..first].join(", ");
            fewer.types.truncate(first.saturating_sub(scope.lifetimes.len()));
            let (params, clause, full) = (fewer.params(), fewer.clause(&[]), full.join(", "));
            self.add("type", &format!("defaults of {ty}"), |n| {
                format!("fn w{n}{params}(x: &{name}<{short}>) -> &{name}<{full}> {clause} {{ x }}")
            });
        }
    }

    /// That the type has the derived impls.
    fn derives(&mut self, attrs: &[verus_syn::Attribute], name: &str, generics: &Generics) {
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
            let Meta::List(list) = &attr.meta else { continue };
            for of in list.tokens.to_string().split(',').map(str::trim).filter(|of| !of.is_empty()) {
                let of: Path = verus_syn::parse_str(&format!("::core::{}", samples::derived(of))).expect("a path");
                let mut scope = Scope::of(generics);
                for param in &mut scope.types {
                    if let GenericParam::Type(param) = param {
                        param.bounds.push(parse_quote!(#of));
                    }
                }
                self.has(&scope, &text(applied(name, generics)), &of, &[], "derived");
            }
        }
    }

    /// That a type implements a trait whenever the conditions hold, and what its associated types are.
    pub fn has(&mut self, scope: &Scope, ty: &str, of: &Path, types: &[(String, String)], kind: &'static str) {
        let (params, arguments, bound) = (scope.params(), scope.arguments(), text(of));
        let (given, needed) = (scope.clause(&[]), scope.clause(&[format!("{ty}: {bound}")]));
        let mut mentioned = vec![format!("core::marker::PhantomData<{ty}>")];
        for segment in &of.segments {
            if let verus_syn::PathArguments::AngleBracketed(list) = &segment.arguments {
                let types = list.args.iter().filter(|argument| matches!(argument, GenericArgument::Type(_)));
                mentioned.extend(types.map(|argument| format!("core::marker::PhantomData<{}>", text(argument))));
            }
        }
        let mentioned = format!("({},)", mentioned.join(", "));
        let equal = |(name, value): &(String, String)| {
            format!(
                "let _: core::marker::PhantomData<<{ty} as {bound}>::{name}> = core::marker::PhantomData::<{value}>;"
            )
        };
        let equal: String = types.iter().map(equal).collect();
        self.add(kind, &format!("impl{params} {bound} for {ty} {given}"), |n| {
            format!(
                "fn n{n}{params}(_: {mentioned}) {needed} {{}} fn w{n}{params}(p: {mentioned}) {given} {{ \
                 n{n}::<{arguments}>(p); {equal} }}"
            )
        });
    }

    fn structure(&mut self, item: &ItemStruct) {
        let name = item.ident.to_string();
        self.nominal(&name, &item.generics);
        self.derives(&item.attrs, &name, &item.generics);
        let (scope, ty) = (Scope::of(&item.generics), text(applied(&name, &item.generics)));
        let (params, clause) = (scope.params(), scope.clause(&[]));
        let all = !matches!(item.fields, Fields::Unit)
            && item.fields.iter().all(|field| matches!(field.vis, Visibility::Public(_)));
        let (mut pattern, mut checks) = (Vec::new(), Vec::new());
        for (i, field) in item.fields.iter().enumerate().filter(|(_, f)| matches!(f.vis, Visibility::Public(_))) {
            let label = field.ident.as_ref().map_or(i.to_string(), ToString::to_string);
            pattern.push(format!("{label}: f{i}"));
            checks.push(exactly(&format!("f{i}"), &text(&field.ty)));
        }
        pattern.extend((!all).then(|| "..".to_string()));
        let (pattern, checks) = (pattern.join(", "), checks.join(" "));
        self.add("fields", &format!("struct {ty}"), |n| {
            format!("fn w{n}{params}(x: &{ty}) {clause} {{ match x {{ {name} {{ {pattern} }} => {{ {checks} }} }} }}")
        });
        if matches!(item.fields, Fields::Unit) {
            self.add("fields", &format!("unit struct {ty}"), |n| {
                format!("fn w{n}{params}() -> {ty} {clause} {{ {name} }}")
            });
        } else if matches!(item.fields, Fields::Unnamed(_)) && all {
            let types: Vec<String> = item.fields.iter().map(|field| text(&field.ty)).collect();
            let types = types.join(", ");
            self.add("fields", &format!("tuple struct {ty}"), |n| {
                format!("fn w{n}{params}() {clause} {{ let _: fn({types}) -> {ty} = {name}; }}")
            });
        }
    }

    fn enumeration(&mut self, item: &ItemEnum) {
        let name = item.ident.to_string();
        self.nominal(&name, &item.generics);
        self.derives(&item.attrs, &name, &item.generics);
        let (scope, ty) = (Scope::of(&item.generics), text(applied(&name, &item.generics)));
        let mut arms = Vec::new();
        for variant in &item.variants {
            let (mut pattern, mut checks) = (Vec::new(), Vec::new());
            for (i, field) in variant.fields.iter().enumerate() {
                let label = field.ident.as_ref().map_or(String::new(), |label| format!("{label}: "));
                pattern.push(format!("{label}ref f{i}"));
                checks.push(exactly(&format!("f{i}"), &text(&field.ty)));
            }
            let (pattern, checks) = (pattern.join(", "), checks.join(" "));
            let variant_name = format!("{name}::{}", variant.ident);
            let pattern = match variant.fields {
                Fields::Named(_) => format!("{variant_name} {{ {pattern} }}"),
                Fields::Unnamed(_) => format!("{variant_name}({pattern})"),
                Fields::Unit => variant_name.clone(),
            };
            arms.push(format!("{pattern} => {{ {checks} }}"));
            if let Some((_, value)) = &variant.discriminant {
                self.constant(&variant_name, &format!("{variant_name} as i128"), "i128", &text(value));
            }
        }
        arms.extend(item.attrs.iter().any(|a| a.path().is_ident("non_exhaustive")).then(|| "_ => {}".to_string()));
        let (params, clause, arms) = (scope.params(), scope.clause(&[]), arms.join(" "));
        self.add("fields", &format!("enum {ty}"), |n| {
            format!("fn w{n}{params}(x: &{ty}) {clause} {{ match *x {{ {arms} }} }}")
        });
    }

    fn implementation(&mut self, item: &ItemImpl) {
        let (mut ty, mut scope) = ((*item.self_ty).clone(), Scope::of(&item.generics));
        let mut elided = Elided::new("h");
        elided.visit_type_mut(&mut ty);
        let Some((negative, of, _)) = &item.trait_ else {
            scope.lifetimes.extend(elided.params());
            self.inherent(&scope, &ty, item);
            return;
        };
        let mut of = of.clone();
        elided.visit_path_mut(&mut of);
        SelfIs { ty: &ty, of_trait: None }.visit_path_mut(&mut of);
        scope.lifetimes.extend(elided.params());
        let mut self_is = SelfIs { ty: &ty, of_trait: Some(&of) };
        scope.visit(&mut self_is);
        if negative.is_some() {
            self.lacks(&scope, &ty, &of);
            return;
        }
        let mut types = Vec::new();
        for item in &item.items {
            match item {
                ImplItem::Type(item) => {
                    let mut value = item.ty.clone();
                    self_is.visit_type_mut(&mut value);
                    types.push((item.ident.to_string(), text(value)));
                }
                ImplItem::Fn(item) if marker(&item.attrs, "internal").is_some() => {
                    let why = marker(&item.attrs, "internal").unwrap_or_default();
                    self.exempt.push((self.file.clone(), text(&item.sig), why));
                }
                ImplItem::Fn(function) if self.library.is_internal_method(&of, &function.sig.ident.to_string()) => {
                    let what = format!("{} of {}", text(&function.sig), text(&ty));
                    self.exempt.push((self.file.clone(), what, "its method of the trait is exempt".to_string()));
                }
                ImplItem::Fn(function) => {
                    let mut written = Function::new(&scope, &function.sig, &mut self_is);
                    written.shorten(&elided);
                    let path = format!("<{} as {}>::{}", text(&ty), text(&of), function.sig.ident);
                    self.add("method of an impl", &format!("{path}: {}", text(&function.sig)), |n| {
                        written.wrapper(n, &path)
                    });
                }
                other => panic!("{}: no witness is known for `{}`", self.file, text(other)),
            }
        }
        self.has(&scope, &text(&ty), &of, &types, "impl");
    }

    fn inherent(&mut self, scope: &Scope, ty: &Type, item: &ItemImpl) {
        let mut self_is = SelfIs { ty, of_trait: None };
        for item in &item.items {
            match item {
                ImplItem::Fn(item) if marker(&item.attrs, "internal").is_some() => {
                    let why = marker(&item.attrs, "internal").unwrap_or_default();
                    self.exempt.push((self.file.clone(), text(&item.sig), why));
                }
                ImplItem::Fn(item) => {
                    let written = Function::new(scope, &item.sig, &mut self_is);
                    let path = format!("<{}>::{}", text(ty), item.sig.ident);
                    // A trait of all types with a method of this name would be ambiguous beside another trait.
                    self.add("method", &format!("{path}: {}", text(&item.sig)), |n| {
                        let name = &item.sig.ident;
                        format!(
                            "const _: () = {{ trait Decoy{n} {{ fn {name}() {{}} }} impl<T: ?Sized> \
                             Decoy{n} for T {{}} \
                             {} }};",
                            written.wrapper(n, &path)
                        )
                    });
                }
                ImplItem::Const(item) => {
                    let mut constant = item.ty.clone();
                    self_is.visit_type_mut(&mut constant);
                    let path = format!("<{}>::{}", text(ty), item.ident);
                    let value = value(&item.expr, &item.block);
                    self.constant(&path, &path, &text(constant), &value);
                }
                other => panic!("{}: no witness is known for `{}`", self.file, text(other)),
            }
        }
    }

    /// That an instance of a type does not implement a trait: a second impl for it would be ambiguous.
    fn lacks(&mut self, scope: &Scope, ty: &Type, of: &Path) {
        let mut ty = ty.clone();
        for param in &scope.types {
            if let GenericParam::Type(param) = param {
                let path: Type = named(&param.ident.to_string());
                Replace { from: text(path), to: parse_quote!(()) }.visit_type_mut(&mut ty);
            }
        }
        StaticOnly.visit_type_mut(&mut ty);
        let (ty, of) = (text(ty), text(of));
        self.add("negative impl", &format!("impl !{of} for {ty}"), |n| {
            format!(
                "const _: () = {{ trait A{n}<X> {{ fn some() {{}} }} impl<T: ?Sized> A{n}<()> for T {{}} struct I; \
                 impl<T: \
                 ?Sized + {of}> A{n}<I> for T {{}} fn w{n}() {{ let _ = <{ty} as A{n}<_>>::some; }} }};"
            )
        });
    }
}

/// That a place has exactly this type: no conversion leads from one `PhantomData` to another.
fn exactly(place: &str, ty: &str) -> String {
    format!("let p = crate::support::of({place}); let p: core::marker::PhantomData<{ty}> = p;")
}

/// The value of a constant, as written.
fn value(expr: &Option<Box<Expr>>, block: &Option<Box<verus_syn::Block>>) -> String {
    expr.as_ref().map(|e| e.to_token_stream().to_string()).or(block.as_ref().map(text)).expect("a constant has a value")
}

/// Containers without the parameter for their allocator: on stable Rust there is one.
struct OneAllocator;

impl OneAllocator {
    fn simplify(item: &mut Item) {
        let generics = match item {
            Item::Impl(item) => &item.generics,
            Item::Struct(item) => &item.generics,
            _ => return,
        };
        if generics.params.iter().any(|param| text(param).starts_with("A : Allocator")) {
            OneAllocator.visit_item_mut(item);
        }
    }
}

impl VisitMut for OneAllocator {
    fn visit_generics_mut(&mut self, generics: &mut Generics) {
        let other = |param: &GenericParam| !text(param).starts_with("A : Allocator");
        generics.params = generics.params.iter().filter(|param| other(param)).cloned().collect();
        certus_visit::visit_mut::visit_generics_mut(self, generics);
    }
    fn visit_angle_bracketed_generic_arguments_mut(&mut self, list: &mut verus_syn::AngleBracketedGenericArguments) {
        if list.args.len() == 2 && list.args.last().is_some_and(|last| text(last) == "A") {
            list.args = list.args.iter().take(1).cloned().collect();
        }
        certus_visit::visit_mut::visit_angle_bracketed_generic_arguments_mut(self, list);
    }
}

/// The type `!` under a name that stable Rust has for it.
struct Stable;

impl VisitMut for Stable {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Never(_) = ty {
            *ty = parse_quote!(Never_);
        } else {
            certus_visit::visit_mut::visit_type_mut(self, ty);
        }
    }
}

/// An impl for all types that ranges count with, whose trait is unstable, as impls for each of them.
fn instances(item: Item) -> Vec<Item> {
    let Item::Impl(inner) = &item else { return vec![item] };
    let is_step = |param: &GenericParam| text(param).ends_with(":: Step");
    let Some(param) = inner.generics.params.iter().find(|param| is_step(param)).map(crate::signature::param_name)
    else {
        return vec![item];
    };
    let types = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "char"];
    let instance = |ty: &&str| {
        let mut copy = inner.clone();
        copy.generics.params = copy.generics.params.into_iter().filter(|param| !is_step(param)).collect();
        Replace { from: param.clone(), to: named(ty) }.visit_item_impl_mut(&mut copy);
        Item::Impl(copy)
    };
    types.iter().map(instance).collect()
}

/// Puts a type in the place of a parameter.
pub struct Replace {
    pub from: String,
    pub to: Type,
}

impl VisitMut for Replace {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if text(&*ty) == self.from {
            *ty = self.to.clone();
        } else {
            certus_visit::visit_mut::visit_type_mut(self, ty);
        }
    }
}

/// All lifetimes are `'static`.
struct StaticOnly;

impl VisitMut for StaticOnly {
    fn visit_lifetime_mut(&mut self, lifetime: &mut verus_syn::Lifetime) {
        *lifetime = verus_syn::Lifetime::new("'static", proc_macro2::Span::call_site());
    }
}

/// Traits whose items have witnesses of their own kind.
pub fn is_exempt(item: &TraitItem) -> Option<String> {
    match item {
        TraitItem::Fn(item) => marker(&item.attrs, "internal"),
        TraitItem::Type(item) => marker(&item.attrs, "internal"),
        _ => None,
    }
}
