//! The other direction: a method that the real library has and ours lacks is chosen by rustc where ours resolves to
//! another one.
//!
//! For each declared type, each name is tried that ours could find on it elsewhere: names of methods of all declared
//! traits, and those of the types that it dereferences to (of all types, for smart pointers). The real type must not
//! have a method of its own by such a name. A trait of all types with these names stands in for the other candidate.
//! Generic types are tried at one instance.

use std::collections::{BTreeMap, BTreeSet};

use verus_syn::{Attribute, GenericParam, Generics, ImplItem, Item, ItemImpl, Signature, TraitItem, Type, Visibility};

use crate::library::Module;
use crate::signature::text;
use crate::witness::Witness;

/// A type that methods are called on.
#[derive(Default)]
struct Subject {
    /// An instance, as its module writes it.
    instance: String,
    /// The module that can write it.
    module: Vec<String>,
    /// The names that ours declares on it.
    own: BTreeSet<String>,
    /// The traits that ours implements for it.
    traits: BTreeSet<String>,
    /// The type that it dereferences to.
    target: Option<String>,
}

/// Traits whose methods can be found on a reference, or behind one, when the type itself does not have them.
const TRAITS: &[&str] =
    &["clone::Clone", "cmp::Ord", "cmp::PartialEq", "cmp::PartialOrd", "hash::Hash", "ops::DerefMut"];

/// The declarations as far as calls of methods are concerned.
#[derive(Default)]
pub struct Methods {
    subjects: BTreeMap<String, Subject>,
    /// Methods of traits.
    of_traits: BTreeSet<String>,
}

/// What of a type decides which impls are for it; types that are no paths have the same everywhere.
fn head(module: &[String], ty: &Type) -> String {
    let built_in = |name: &str| name.starts_with(char::is_lowercase);
    match ty {
        Type::Path(path) => match path.path.segments.last().map(|segment| segment.ident.to_string()) {
            Some(name) if built_in(&name) => name,
            Some(name) => format!("{}::{name}", module.join("::")),
            None => String::new(),
        },
        Type::Slice(_) => "[]".to_string(),
        Type::Array(_) => "[;]".to_string(),
        Type::Ptr(ptr) => format!("*{}", if ptr.mutability.is_some() { "mut" } else { "const" }),
        other => text(other),
    }
}

/// The traits that are derived.
fn derives(attrs: &[Attribute]) -> Vec<String> {
    let lists = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
    let lists = lists.filter_map(|attr| attr.meta.require_list().ok().map(|list| list.tokens.to_string()));
    lists.flat_map(|list| list.split(',').map(|name| name.trim().to_string()).collect::<Vec<_>>()).collect()
}

/// The type with simple arguments that meet the bounds of its declaration.
fn instance(name: &str, generics: &Generics) -> String {
    let arguments: Vec<&str> = generics
        .params
        .iter()
        .map(|param| match param {
            GenericParam::Lifetime(_) => "'static",
            GenericParam::Const(_) => "1",
            GenericParam::Type(_) if name == "Pin" => "&'static mut u8",
            GenericParam::Type(param) if text(&param.bounds).contains("Iterator") => "::core::ops::Range<u8>",
            GenericParam::Type(param) if text(&param.bounds).contains("ToOwned") => "str",
            GenericParam::Type(_) => "u8",
        })
        .collect();
    if arguments.is_empty() { name.to_string() } else { format!("{name}<{}>", arguments.join(", ")) }
}

/// The generic arguments of a type, as they are written.
fn arguments(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| text(&last.arguments)).unwrap_or_default(),
        _ => String::new(),
    }
}

fn takes_self(sig: &Signature) -> bool {
    sig.receiver().is_some()
}

impl Methods {
    /// Takes note of one item.
    pub fn add(&mut self, module: &Module, item: &Item) {
        let public = |vis: &Visibility| matches!(vis, Visibility::Public(_)) && !module.path.is_empty();
        match item {
            Item::Struct(item) if public(&item.vis) => {
                self.subject(module, &item.ident.to_string(), &item.generics, &derives(&item.attrs))
            }
            Item::Enum(item) if public(&item.vis) => {
                self.subject(module, &item.ident.to_string(), &item.generics, &derives(&item.attrs))
            }
            Item::Union(item) => self.subject(module, &item.ident.to_string(), &item.generics, &derives(&item.attrs)),
            Item::Trait(item) => self.of_traits.extend(item.items.iter().filter_map(|item| match item {
                TraitItem::Fn(item) if takes_self(&item.sig) => Some(item.sig.ident.to_string()),
                _ => None,
            })),
            Item::Impl(item) => self.implementation(module, item),
            _ => {}
        }
    }

    fn subject(&mut self, module: &Module, name: &str, generics: &Generics, derived: &[String]) {
        let subject = self.subjects.entry(format!("{}::{name}", module.path.join("::"))).or_default();
        subject.instance = instance(name, generics);
        subject.traits.extend(derived.iter().cloned());
        subject.module = module.path.clone();
    }

    fn implementation(&mut self, module: &Module, item: &ItemImpl) {
        let key = head(&module.path, &item.self_ty);
        if let Some((_, of, _)) = &item.trait_ {
            if let (Some(subject), Some(of)) = (self.subjects.get_mut(&key), of.segments.last()) {
                subject.traits.insert(of.ident.to_string());
            }
            let is_deref = of.segments.last().is_some_and(|segment| segment.ident == "Deref");
            if let (true, Some(subject)) = (is_deref, self.subjects.get_mut(&key)) {
                subject.target = item.items.iter().find_map(|member| match member {
                    ImplItem::Type(member) => Some(head(&module.path, &member.ty)),
                    _ => None,
                });
            }
            return;
        }
        let subject = self.subjects.entry(key.clone()).or_default();
        if subject.instance.is_empty() {
            subject.module = module.path.clone();
            subject.instance = match key.as_str() {
                "[]" => "[u8]".to_string(),
                "[;]" => "[u8; 2]".to_string(),
                "*const" | "*mut" => format!("{key} u8"),
                // Of a type whose declaration is not for programs, the instance that the impl is for.
                _ => format!("{key}{}", arguments(&item.self_ty)),
            };
        }
        subject.own.extend(item.items.iter().filter_map(|member| match member {
            ImplItem::Fn(member) => Some(member.sig.ident.to_string()),
            _ => None,
        }));
    }

    /// Writes the trials; answers how many there are.
    pub fn write(&self, witness: &mut Witness<'_>) -> usize {
        let all: BTreeSet<String> = self.subjects.values().flat_map(|subject| subject.own.iter().cloned()).collect();
        let names: BTreeSet<&String> = self.of_traits.union(&all).filter(|name| *name != "drop").collect();
        witness.line("", "#[no_implicit_prelude] pub mod shadows { pub struct Other; pub trait Decoy {");
        names.iter().for_each(|name| witness.line("", &format!("fn {name}() -> Other {{ loop {{}} }}")));
        witness.line("", "} impl<T: ?::core::marker::Sized> Decoy for T {}");
        let mut count = 0;
        for (number, (key, subject)) in self.subjects.iter().enumerate() {
            let below = match &subject.target {
                None if key == "[;]" => self.subjects.get("[]").map(|slice| slice.own.clone()).unwrap_or_default(),
                None => BTreeSet::new(),
                Some(target) => self.subjects.get(target).map_or_else(|| all.clone(), |target| target.own.clone()),
            };
            let alias = format!("crate::in_{}::S{number}", subject.module.join("::"));
            witness.line("", &format!("fn w{number}() {{"));
            for name in self.of_traits.union(&below).filter(|name| !subject.own.contains(*name) && *name != "drop") {
                count += 1;
                witness.line(&format!("{key}::{name}"), &format!("let _: fn() -> Other = <{alias}>::{name};"));
            }
            witness.line("", "}");
        }
        for of in TRAITS {
            let name = of.rsplit(':').next().unwrap_or(of);
            witness.line(
                "",
                &format!(
                    "pub trait Lacks{name}<X> {{ fn some() {{}} }} impl<T: ?::core::marker::Sized> Lacks{name}<()> \
                 for T {{}} \
                 impl<T: ?::core::marker::Sized + ::core::{of}> Lacks{name}<Other> for T {{}}"
                ),
            );
            witness.line("", &format!("fn t{name}() {{"));
            for (number, (key, subject)) in self.subjects.iter().enumerate() {
                let covered = name == "IntoIterator" && subject.traits.contains("Iterator");
                if covered || subject.traits.contains(name) || !key.contains("::") {
                    continue;
                }
                count += 1;
                let alias = format!("crate::in_{}::S{number}", subject.module.join("::"));
                witness.line(&format!("impl {name} for {key}"), &format!("let _ = <{alias} as Lacks{name}<_>>::some;"));
            }
            witness.line("", "}");
        }
        witness.line("", "}");
        count
    }

    /// Names for the instances, in the modules that can write them.
    pub fn aliases(&self, module: &Module) -> Vec<String> {
        let numbered = self.subjects.values().enumerate();
        numbered
            .filter(|(_, subject)| subject.module == module.path)
            .map(|(number, subject)| format!("pub type S{number} = {};", subject.instance))
            .collect()
    }
}
