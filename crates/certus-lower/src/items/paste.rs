//! Text to paste: the declaration that makes an item from outside known to verified code.
//!
//! The text says what the rules on such declarations ask for (`foreign.rs`, `proxies.rs`): the parameters, types and
//! bounds of the item, each by a name that the program can write. There is none where something has no such name, for
//! instance a private trait.

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{self as tree, AdtKind, ConstArg, DefId, Item, Mutability, Receiver, Ty, Visibility, WhereClause};

use super::visibility::at_least;
use crate::context::Context;

/// What a user can do about a function that cannot be specified.
const WRAP: &str = "call it in the body of a function with `#[verifier::external_body]`, and write the contract there: a \
                    specification of its own would have to name something that cannot be named here";

/// What a user can do about a type or trait that cannot be declared.
const HIDE: &str = "its declaration would have to name something that cannot be named here, for instance a private trait: put \
                    it into a struct of your own with `#[verifier::external_body]`, and give that one functions with contracts";

/// How the traits of functions are named, whose arguments are written in parentheses.
const FUNCTION_TRAITS: [&str; 3] = ["Fn", "FnMut", "FnOnce"];

/// The lifetime of a result that is a part of what the receiver refers to.
const LIFETIME: &str = "'a";

/// The error about a declaration that is not that of the item, with how it has to be.
pub(super) fn differs(text: impl Into<String>, span: Span, declaration: Option<String>) -> Diagnostic {
    let error = Diagnostic::error(Language::ExternalSpec, text, span);
    match declaration {
        Some(declaration) => error.with_help(format!("the declaration has to be\n{declaration}")),
        None => error.with_help(HIDE),
    }
}

impl Context<'_> {
    /// How a user can make an item known that is not verified.
    pub(crate) fn how_to_specify(&mut self, def: DefId) -> Option<String> {
        let entry = self.entry(def).ok()?;
        match &entry.item {
            Item::Function(of) => Some(match self.function_to_paste(of) {
                Some(text) => format!("say what it does, with `ensures` clauses that you trust:\n{text}"),
                None => WRAP.to_string(),
            }),
            Item::Adt(of) => Some(match self.type_to_paste(of) {
                Some(text) => format!("declare the type for verified code:\n{text}"),
                None => HIDE.to_string(),
            }),
            _ => None,
        }
    }

    /// The declaration of a function as it has to be.
    pub(crate) fn function_to_paste(&self, of: &tree::Function) -> Option<String> {
        let parent = of.def.parent.and_then(|id| self.tree.item(id).ok());
        match parent {
            Some(Item::Trait(trait_)) if of.is_trait_decl => self.trait_to_paste(&trait_, Some(of)),
            parent => {
                let path = match &parent {
                    Some(Item::Impl(parent)) => self.path_in_impl(parent, &of.def.name)?,
                    _ => self.tree.name_here(of.def.id)?,
                };
                let public =
                    if of.def.visibility == Visibility::Public || of.trait_method.is_some() { "pub " } else { "" };
                let (generics, bounds) = self.generics_text(&of.generics, 0)?;
                let (signature, is_lifetime_needed) = self.signature_text(of, None)?;
                let lifetime = is_lifetime_needed.then(|| LIFETIME.to_string());
                let generics = in_angles(lifetime.into_iter().chain(generics));
                Some(format!("{public}assume_specification{generics}[ {path} ]{signature}{bounds};"))
            }
        }
    }

    /// The path of a function of an impl.
    fn path_in_impl(&self, of: &tree::Impl, name: &str) -> Option<String> {
        let this = self.ty_text(&of.self_ty)?;
        Some(match &of.trait_ {
            Some((trait_, args)) => format!("<{this} as {}>::{name}", self.bound_text(*trait_, args, &[])?),
            None => match (&of.self_ty, this.split_once('<')) {
                (Ty::Adt(..), Some((path, args))) => format!("{path}::<{args}::{name}"),
                (Ty::Adt(..), None) => format!("{this}::{name}"),
                _ => format!("<{this}>::{name}"),
            },
        })
    }

    /// The declaration of a trait, with one function of it.
    pub(crate) fn trait_to_paste(&self, of: &tree::Trait, function: Option<&tree::Function>) -> Option<String> {
        let name = self.tree.name_here(of.def.id)?;
        let (own, _) = self.generics_text(&of.generics, 1)?;
        let arguments: Vec<Ty> =
            of.generics.params.iter().zip(0..).map(|(p, i)| Ty::Param(i, p.name.clone())).collect();
        let of_self = |clause: &&WhereClause| matches!(clause.args.first(), Some(Ty::Param(0, _)));
        let of_trait = self.without_private(&of.generics);
        let supers = of_trait.clauses.iter().filter(of_self);
        let supers = supers.map(|clause| self.bound_text(clause.trait_, &clause.args, &clause.assoc));
        let supers = supers.collect::<Option<Vec<String>>>()?;
        let others = of_trait.clauses.iter().filter(|clause| !of_self(clause)).cloned().collect();
        let bounds = self.bounds_text(&tree::Generics { clauses: others, ..of.generics.clone() }, 1)?;
        let supers = if supers.is_empty() { String::new() } else { format!(": {}", supers.join(" + ")) };
        let target = self.bound_text(of.def.id, &arguments, &[])?;
        let public = if of.def.visibility == Visibility::Public { "pub " } else { "" };
        let simple = name.rsplit("::").next().unwrap_or(&name);
        let mut text = format!(
            "#[verifier::external_trait_specification]\n{public}trait Ex{simple}{}{supers}{bounds} {{\n    type \
             ExternalTraitSpecificationFor: {target};\n",
            in_angles(own)
        );
        for name in &of.assoc_types {
            let is_its =
                |ty: &Ty| matches!(ty, Ty::Projection(trait_, _, of_it) if *trait_ == of.def.id && of_it == name);
            let is_used =
                function.is_some_and(|f| f.params.iter().map(|p| &p.ty).chain([&f.ret]).any(|ty| has(ty, &is_its)));
            if !is_used {
                continue;
            }
            let mut bounds = Vec::new();
            for clause in of.assoc_bounds.iter().filter(|clause| clause.args.first().is_some_and(is_its)) {
                bounds.push(self.bound_text(clause.trait_, &clause.args, &clause.assoc)?);
            }
            if !of.sized_types.contains(name) {
                bounds.push("?Sized".to_string());
            }
            let bounds = if bounds.is_empty() { String::new() } else { format!(": {}", bounds.join(" + ")) };
            text.push_str(&format!("\n    type {name}{bounds};\n"));
        }
        if let Some(function) = function {
            let (generics, bounds) = self.generics_text(&function.generics, function.generics.inherited)?;
            let (signature, is_lifetime_needed) = self.signature_text(function, function.receiver)?;
            let lifetime = is_lifetime_needed.then(|| LIFETIME.to_string());
            let generics = in_angles(lifetime.into_iter().chain(generics));
            let unsafe_ = if function.is_unsafe { "unsafe " } else { "" };
            text.push_str(&format!("\n    {unsafe_}fn {}{generics}{signature}{bounds};\n", function.def.name));
        }
        text.push('}');
        Some(text)
    }

    /// The declaration of a type.
    pub(crate) fn type_to_paste(&self, of: &tree::Adt) -> Option<String> {
        let name = self.tree.name_here(of.def.id)?;
        let (generics, bounds) = self.generics_text(&of.generics, 0)?;
        let fields = of.variants.iter().flat_map(|variant| &variant.fields);
        let are_hidden = of.kind == AdtKind::Union
            || of.has_unknown_field
            || fields.into_iter().any(|field| !at_least(&field.visibility, &of.def.visibility));
        let mut text = "#[verifier::external_type_specification]\n".to_string();
        let mut types = of.generics.params.iter().filter(|param| !param.is_const);
        if are_hidden {
            text.push_str("#[verifier::external_body]\n");
            types.by_ref().for_each(|p| text.push_str(&format!("#[verifier::reject_recursive_types({})]\n", p.name)));
        }
        let lifetimes = self.tree.lifetimes_of(of.def.id);
        let arguments = of.generics.params.iter().map(|param| param.name.clone());
        let arguments = in_angles(lifetimes.iter().cloned().chain(arguments));
        let public = if of.def.visibility == Visibility::Public { "pub " } else { "" };
        let simple = name.rsplit("::").next().unwrap_or(&name);
        let generics = in_angles(lifetimes.iter().cloned().chain(generics));
        text.push_str(&format!("{public}struct Ex{simple}{generics}({name}{arguments}){bounds};"));
        Some(text)
    }

    /// Parameters and result, and whether a lifetime joins them. In a trait the receiver is `self`.
    fn signature_text(&self, of: &tree::Function, receiver: Option<Receiver>) -> Option<(String, bool)> {
        let is_ref = |param: &tree::Param| has(&param.ty, &|ty| matches!(ty, Ty::Ref(..)));
        let refs = of.params.iter().filter(|param| is_ref(param)).count();
        // Without a receiver in its place rustc cannot tell which reference the result comes from.
        let first_is_ref = matches!(of.params.first(), Some(tree::Param { ty: Ty::Ref(..), .. }));
        let joins = receiver.is_none()
            && of.receiver.is_some()
            && first_is_ref
            && refs > 1
            && has(&of.ret, &|ty| matches!(ty, Ty::Ref(..)));
        let lifetime = if joins { Some(LIFETIME) } else { None };
        // What refers to something, and comes from no parameter, is there for ever.
        let of_result = if refs == 0 && receiver.is_none() { Some("'static") } else { lifetime };
        let mut params = Vec::new();
        for (at, param) in of.params.iter().enumerate() {
            let is_first = at == 0 && of.receiver.is_some();
            match receiver.filter(|_| is_first) {
                Some(Receiver::Value) => params.push("self".to_string()),
                Some(Receiver::Ref) => params.push("&self".to_string()),
                Some(Receiver::RefMut) => params.push("&mut self".to_string()),
                Some(Receiver::Typed) => params.push(format!("self: {}", self.ty_text(&param.ty)?)),
                None => {
                    let name = match param.name.as_str() {
                        "self" => "this".to_string(),
                        "" | "_" => format!("arg{at}"),
                        name => name.to_string(),
                    };
                    let lifetime = lifetime.filter(|_| is_first);
                    params.push(format!("{name}: {}", self.text_with(&param.ty, lifetime, false)?));
                }
            }
        }
        let result = match &of.ret {
            ty if *ty == Ty::unit() => String::new(),
            Ty::Never => " -> !".to_string(),
            ty => format!(" -> (r: {})", self.text_with(ty, of_result, true)?),
        };
        Some((format!("({}){result}", params.join(", ")), joins))
    }

    /// The parameters from number `from` on, and what has to hold of them.
    fn generics_text(&self, of: &tree::Generics, from: usize) -> Option<(Vec<String>, String)> {
        let mut params = Vec::new();
        for param in of.params.iter().skip(from) {
            let name = param_name(&param.name);
            params.push(match (&param.const_ty, param.is_const) {
                (Some(ty), true) => format!("const {name}: {}", self.ty_text(ty)?),
                (None, true) => return None,
                (_, false) => name,
            });
        }
        let own = |ty: &Ty| has(ty, &|ty| matches!(ty, Ty::Param(index, _) if *index as usize >= from));
        let clauses = of.clauses.iter().filter(|clause| from == 0 || clause.args.iter().any(own)).cloned().collect();
        Some((params, self.bounds_text(&tree::Generics { clauses, ..of.clone() }, from)?))
    }

    /// `where` with the clauses, and with those for parameters from number `from` on that need no size.
    fn bounds_text(&self, of: &tree::Generics, from: usize) -> Option<String> {
        let mut bounds: Vec<(String, Vec<String>)> = Vec::new();
        let mut add = |on: String, bound: String| match bounds.iter_mut().find(|(known, _)| *known == on) {
            Some((_, all)) => all.push(bound),
            None => bounds.push((on, vec![bound])),
        };
        for index in of.unsized_params.iter().filter(|index| **index as usize >= from) {
            add(param_name(&of.params.get(*index as usize)?.name), "?Sized".to_string());
        }
        for clause in self.function_clauses(&of.clauses) {
            add(self.ty_text(clause.args.first()?)?, self.bound_text(clause.trait_, &clause.args, &clause.assoc)?);
        }
        if bounds.is_empty() {
            return Some(String::new());
        }
        let all: Vec<String> = bounds.iter().map(|(on, all)| format!("{on}: {}", all.join(" + "))).collect();
        Some(format!(" where {}", all.join(", ")))
    }

    /// `F: Fn(u8) -> u8` is two clauses, of which `FnOnce` says what the result is: one with both.
    fn function_clauses(&self, clauses: &[WhereClause]) -> Vec<WhereClause> {
        let is = |clause: &WhereClause, names: &[&str]| {
            let name = self.tree.name_here(clause.trait_).unwrap_or_default();
            names.contains(&name.rsplit("::").next().unwrap_or_default())
        };
        let mut out: Vec<WhereClause> = clauses.to_vec();
        for clause in clauses.iter().filter(|clause| is(clause, &["Fn", "FnMut"])) {
            let is_same = |other: &WhereClause| other.args == clause.args && is(other, &["FnOnce"]);
            let Some(once) = clauses.iter().find(|other| is_same(other)) else { continue };
            out.retain(|other| other != once);
            let whole = out.iter_mut().find(|other| *other == clause);
            whole.into_iter().for_each(|whole| whole.assoc.clone_from(&once.assoc));
        }
        out
    }

    /// A trait with its arguments but the first.
    fn bound_text(&self, trait_: DefId, args: &[Ty], assoc: &[(String, Ty)]) -> Option<String> {
        let name = self.tree.name_here(trait_)?;
        let simple = name.rsplit("::").next().unwrap_or(&name);
        if let (true, Some(Ty::Tuple(params))) = (FUNCTION_TRAITS.contains(&simple), args.get(1)) {
            let result = match assoc.iter().find(|(name, _)| name == "Output") {
                Some((_, ty)) if *ty != Ty::unit() => format!(" -> {}", self.ty_text(ty)?),
                _ => String::new(),
            };
            return Some(format!("{name}({}){result}", self.list(params)?));
        }
        let defaults = self.tree.default_args(trait_);
        let mut all = self.arguments(args.get(1..).unwrap_or_default(), defaults.get(1..).unwrap_or_default())?;
        for (name, ty) in assoc {
            all.push(format!("{name} = {}", self.ty_text(ty)?));
        }
        Some(format!("{name}{}", in_angles(all)))
    }

    /// The arguments without those at the end that are the defaults.
    fn arguments(&self, args: &[Ty], defaults: &[Option<Ty>]) -> Option<Vec<String>> {
        let is_default = |(at, arg): (usize, &Ty)| matches!(defaults.get(at), Some(Some(default)) if default == arg);
        let left_out = args.iter().enumerate().rev().take_while(|arg| is_default(*arg)).count();
        args.iter().take(args.len() - left_out).map(|ty| self.ty_text(ty)).collect()
    }

    fn list(&self, tys: &[Ty]) -> Option<String> {
        Some(tys.iter().map(|ty| self.ty_text(ty)).collect::<Option<Vec<_>>>()?.join(", "))
    }

    fn ty_text(&self, ty: &Ty) -> Option<String> {
        self.text_with(ty, None, false)
    }

    /// A type as it is written; the references get the lifetime, those within others too if `deep`.
    fn text_with(&self, ty: &Ty, lifetime: Option<&str>, deep: bool) -> Option<String> {
        let inner = |ty: &Ty| self.text_with(ty, lifetime.filter(|_| deep), deep);
        Some(match ty {
            Ty::Bool => "bool".to_string(),
            Ty::Char => "char".to_string(),
            Ty::Str => "str".to_string(),
            Ty::Never => "!".to_string(),
            Ty::Int(int) => int.name().to_string(),
            Ty::Float(width) => format!("f{width}"),
            Ty::Adt(def, args) => {
                let defaults = self.tree.default_args(*def);
                let is_default = |(at, arg): &(usize, &Ty)| matches!(defaults.get(*at), Some(Some(d)) if d == *arg);
                let left_out = args.iter().enumerate().rev().take_while(is_default).count();
                let args = args.iter().take(args.len() - left_out).map(inner).collect::<Option<Vec<_>>>()?;
                let count = self.tree.lifetimes_of(*def).len();
                let word = lifetime.filter(|_| deep).unwrap_or("'_");
                let lifetimes = std::iter::repeat_n(word.to_string(), count);
                format!("{}{}", self.tree.name_here(*def)?, in_angles(lifetimes.chain(args)))
            }
            Ty::Ref(mutability, of) => {
                let lifetime = lifetime.map_or(String::new(), |lifetime| format!("{lifetime} "));
                let word = if *mutability == Mutability::Mut { "mut " } else { "" };
                format!("&{lifetime}{word}{}", inner(of)?)
            }
            Ty::RawPtr(mutability, of) => {
                let word = if *mutability == Mutability::Mut { "mut" } else { "const" };
                format!("*{word} {}", inner(of)?)
            }
            Ty::Tuple(tys) => {
                let all = tys.iter().map(inner).collect::<Option<Vec<_>>>()?;
                if all.len() == 1 { format!("({},)", all.join("")) } else { format!("({})", all.join(", ")) }
            }
            Ty::Slice(of) => format!("[{}]", inner(of)?),
            Ty::Array(of, ConstArg::Unknown) => return inner(of).and(None),
            Ty::Array(of, length) => format!("[{}; {length}]", inner(of)?),
            Ty::Param(_, name) => param_name(name),
            Ty::FnPtr(params, ret) if **ret == Ty::unit() => format!("fn({})", self.list(params)?),
            Ty::FnPtr(params, ret) => format!("fn({}) -> {}", self.list(params)?, inner(ret)?),
            Ty::Projection(_, args, name) if matches!(args.first(), Some(Ty::Param(0, this)) if this == "Self") => {
                format!("Self::{name}")
            }
            Ty::Projection(trait_, args, name) => {
                let this = inner(args.first()?)?;
                format!("<{this} as {}>::{name}", self.bound_text(*trait_, args, &[])?)
            }
            Ty::Const(ConstArg::Unknown) => return None,
            Ty::Const(value) => value.to_string(),
            Ty::FnDef(..) | Ty::Closure(_) | Ty::Dyn(..) | Ty::Opaque(..) => return None,
        })
    }
}

/// The name of a parameter. One that stands for `impl Trait` has none of its own.
fn param_name(name: &str) -> String {
    name.replace("impl%", "Impl")
}

/// Whether a part of a type is such a one.
fn has(ty: &Ty, is_it: &dyn Fn(&Ty) -> bool) -> bool {
    is_it(ty) || ty.parts().any(|part| has(part, is_it))
}

/// `<..>`, or nothing.
fn in_angles(all: impl IntoIterator<Item = String>) -> String {
    let all: Vec<String> = all.into_iter().collect();
    if all.is_empty() { String::new() } else { format!("<{}>", all.join(", ")) }
}
