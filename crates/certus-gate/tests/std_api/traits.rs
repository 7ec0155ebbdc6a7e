//! Witnesses of traits: what they demand, what they give, and what an impl of them must write.

use certus_visit::visit_mut::VisitMut;
use verus_syn::{GenericParam, Item, ItemTrait, Path, PathArguments, TraitItem, Type, TypeParamBound, parse_quote};

use crate::library::{Module, marker};
use crate::signature::{Function, Outside, Scope, SelfIs, applied, named, param_name, text};
use crate::witness::{Replace, Witness, is_exempt};

/// All witnesses of one trait.
pub fn declaration(witness: &mut Witness<'_>, module: &Module, item: &ItemTrait) {
    let name = item.ident.to_string();
    let this = named("This");
    let of: Path = verus_syn::parse_str(&text(applied(&name, &item.generics))).expect("a path");
    let mut self_is = SelfIs { ty: &this, of_trait: Some(&of) };
    let mut scope = Scope::of(&item.generics);
    scope.visit(&mut self_is);
    let with_this = |sized: bool| {
        let mut scope = scope.clone();
        let bound = text(&of);
        let written = if sized { format!("This: {bound}") } else { format!("This: ?Sized + {bound}") };
        scope.types.insert(0, verus_syn::parse_str::<GenericParam>(&written).expect("a parameter"));
        scope
    };
    for bound in &item.supertraits {
        let mut bound = bound.clone();
        if matches!(&bound, TypeParamBound::Trait(bound) if witness.library.is_internal_trait(&bound.path)) {
            continue;
        }
        self_is.visit_type_param_bound_mut(&mut bound);
        if let TypeParamBound::Trait(bound) = &bound {
            witness.has(&with_this(false), "This", &bound.path, &[], "supertrait");
        }
    }
    let defaults: Vec<String> = item.generics.params.iter().filter_map(|param| default(param, &mut self_is)).collect();
    if !defaults.is_empty() && defaults.len() == item.generics.params.len() {
        let mut scope = Scope::default();
        scope.types.push(verus_syn::parse_str(&format!("This: {name}")).expect("a parameter"));
        let path = verus_syn::parse_str(&format!("{name}<{}>", defaults.join(", "))).expect("a path");
        witness.has(&scope, "This", &path, &[], "trait");
    } else {
        witness.has(&with_this(false), "This", &of, &[], "trait");
    }
    if item.auto_token.is_some() {
        let name = text(&of);
        witness.add("trait", &format!("auto trait {name}"), |n| {
            format!("const _: () = {{ struct L; fn n{n}<T: {name}>() {{}} fn w{n}() {{ n{n}::<L>() }} }};")
        });
    }
    for member in &item.items {
        if let Some(why) = is_exempt(member) {
            let file = witness.about.last().map(|(file, _)| file.clone()).unwrap_or_default();
            witness.exempt.push((file, text(member).chars().take(70).collect(), why));
            continue;
        }
        match member {
            TraitItem::Fn(function) => {
                let sized = function.sig.receiver().is_some_and(|r| text(&r.ty) == "Self");
                let written = Function::new(&with_this(sized), &function.sig, &mut self_is);
                let path = format!("<This as {}>::{}", text(&of), function.sig.ident);
                witness.add("method of a trait", &format!("{path}: {}", text(&function.sig)), |n| {
                    written.wrapper(n, &path)
                });
            }
            TraitItem::Type(associated) => {
                let ty = format!("<This as {}>::{}", text(&of), associated.ident);
                let mut bounds = associated.bounds.clone();
                bounds.iter_mut().for_each(|bound| self_is.visit_type_param_bound_mut(bound));
                let scope = with_this(false);
                let (params, arguments) = (scope.params(), scope.arguments());
                let clause = scope.clause(&[]);
                let given = params.strip_suffix('>').unwrap_or(&params).to_string();
                witness.add("associated type", &ty, |n| {
                    format!(
                        "fn n{n}{given}, Is: {}>(_: core::marker::PhantomData<(core::marker::PhantomData<This>, \
                         core::marker::PhantomData<Is>)>) {clause} {{}} fn w{n}{params}() {clause} {{ \
                         n{n}::<{arguments}, \
                         {ty}>(core::marker::PhantomData) }}",
                        text(bounds)
                    )
                });
            }
            other => panic!("no witness is known for `{}`", text(other)),
        }
    }
    if marker(&item.attrs, "sealed").is_none() && item.auto_token.is_none() {
        implementable(witness, module, item);
    }
}

fn default(param: &GenericParam, self_is: &mut SelfIs<'_>) -> Option<String> {
    let GenericParam::Type(param) = param else { return None };
    let mut default = param.default.clone()?;
    self_is.visit_type_mut(&mut default);
    Some(text(default))
}

/// The type that stands for all types that implement a trait.
#[derive(Default)]
struct Chosen {
    /// The associated types, which are parameters of the type.
    params: Vec<String>,
    impls: Vec<String>,
    done: Vec<String>,
}

/// An impl with nothing but what has no default must be complete, with the impls that the supertraits demand.
fn implementable(witness: &mut Witness<'_>, module: &Module, item: &ItemTrait) {
    let mut chosen = Chosen::default();
    let given: Vec<Type> = item.generics.params.iter().map(|param| named(&param_name(param))).collect();
    write(witness, &module.path, item, &given, &mut chosen);
    let units: Vec<String> = given.iter().map(|ty| format!("pub struct {};", text(ty))).collect();
    let names: Vec<&str> = chosen.params.iter().map(|param| param.split(':').next().unwrap_or(param).trim()).collect();
    let impls =
        chosen.impls.join(" ").replace("@Params@", &chosen.params.join(", ")).replace("@Names@", &names.join(", "));
    let fields: Vec<String> = names.iter().map(|name| format!("core::marker::PhantomData<{name}>")).collect();
    let declared: Vec<String> = names.iter().map(|name| format!("{name}: ?Sized")).collect();
    let (units, declared, fields) = (units.join(" "), declared.join(", "), fields.join(", "));
    witness.add("required items", &format!("impl of trait {}", item.ident), |n| {
        format!("mod r{n} {{ {units} pub struct Chosen<{declared}>({fields}); {impls} }}")
    });
}

fn write(witness: &Witness<'_>, module: &[String], item: &ItemTrait, given: &[Type], chosen: &mut Chosen) {
    let name = item.ident.to_string();
    if chosen.done.contains(&name) {
        return;
    }
    chosen.done.push(name.clone());
    let mut members = String::new();
    for member in &item.items {
        match member {
            TraitItem::Type(associated) => {
                let mut bounds = associated.bounds.clone();
                bounds.iter_mut().for_each(|bound| SelfTypes.visit_type_param_bound_mut(bound));
                let param = format!("{}_: {}", associated.ident, text(bounds));
                if !chosen.params.contains(&param) {
                    chosen.params.push(param);
                }
                members.push_str(&format!("type {0} = {0}_; ", associated.ident));
            }
            TraitItem::Fn(function) if function.default.is_none() => {
                let mut sig = function.sig.clone();
                for (param, ty) in item.generics.params.iter().zip(given) {
                    Replace { from: param_name(param), to: ty.clone() }.visit_signature_mut(&mut sig);
                }
                Outside { library: witness.library, module }.visit_signature_mut(&mut sig);
                members.push_str(&format!("{} {{ loop {{}} }} ", text(&sig)));
            }
            _ => {}
        }
    }
    let arguments: Vec<String> = given.iter().map(text).collect();
    let arguments = if arguments.is_empty() { String::new() } else { format!("<{}>", arguments.join(", ")) };
    let unsafety = if item.unsafety.is_some() { "unsafe " } else { "" };
    let names = format!("crate::in_{}", module.join("::"));
    chosen.impls.push(format!(
        "mod i_{name} {{ use super::*; use {names}::*; {unsafety}impl<@Params@> {name}{arguments} for \
         Chosen<@Names@> {{ \
         {members} }} }}"
    ));
    for bound in &item.supertraits {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let Some(last) = bound.path.segments.last() else { continue };
        let Some((module, above)) = find(witness, &last.ident.to_string()) else { continue };
        let self_ty: Type = parse_quote!(Self);
        let given: Vec<Type> = match &last.arguments {
            PathArguments::AngleBracketed(list) => list
                .args
                .iter()
                .filter_map(|argument| match argument {
                    verus_syn::GenericArgument::Type(ty) => Some(ty.clone()),
                    _ => None,
                })
                .collect(),
            _ => above.generics.params.iter().map(|_| self_ty.clone()).collect(),
        };
        write(witness, &module, &above, &given, chosen);
    }
}

/// `Self::Name` becomes the parameter that stands for the associated type.
struct SelfTypes;

impl VisitMut for SelfTypes {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.path.segments.len() == 2
            && path.path.segments[0].ident == "Self"
        {
            *ty = named(&format!("{}_", path.path.segments[1].ident));
        } else {
            certus_visit::visit_mut::visit_type_mut(self, ty);
        }
    }
}

/// The only trait of a name, and its module; `Sized` and the auto traits need no impl.
fn find(witness: &Witness<'_>, name: &str) -> Option<(Vec<String>, ItemTrait)> {
    let items = witness.library.modules.iter().flat_map(|m| m.items.iter().map(|item| (m.path.clone(), item)));
    let mut traits = items.filter_map(|(path, item)| match item {
        Item::Trait(item) if item.ident == name && item.auto_token.is_none() => Some((path, item.clone())),
        _ => None,
    });
    traits.next().filter(|(_, item)| item.ident != "Sized")
}
