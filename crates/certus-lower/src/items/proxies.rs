//! Specifications of traits from outside of the language.
//!
//! Guide page `external_trait_specifications`. A proxy `Ex` gives contracts to functions of an external trait `T`; a
//! call of such a function means what the proxy says, for every type that implements `T`. With an extension
//! (`Spec via SpecImpl`) the proxy also declares spec functions. `Ex::s`, `Spec::s` and the blanket impl of `Spec` are
//! all names of `SpecImpl::s`: what an impl of `SpecImpl` defines it to be, and unknown for types without one.

use certus_diagnostics::{Language, Span};
use certus_tree::{self as tree, DefId, Item, Known, Library, Ty};
use certus_vir::{Mode, Path, TraitImpl};

use super::traits::default_path;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};

/// The associated type of a proxy whose bound is the trait that the proxy is about, where the attribute names no other.
const TARGET: &str = "ExternalTraitSpecificationFor";

/// The name of the associated type of a proxy that says what it is about.
fn target_name(proxy: &tree::Trait) -> &str {
    let attr = proxy.def.attrs.iter().find(|attr| attr.path == "verifier::external_trait_specification");
    attr.map(|attr| attr.args.trim()).filter(|name| !name.is_empty()).unwrap_or(TARGET)
}

/// The bounds that say what a proxy is about.
fn targets(proxy: &tree::Trait) -> impl Iterator<Item = &tree::WhereClause> {
    let named = target_name(proxy);
    let is_target = move |clause: &&tree::WhereClause| matches!(clause.args.first(), Some(Ty::Projection(_, _, name)) if name == named);
    proxy.assoc_bounds.iter().filter(is_target)
}

/// The external trait that a proxy is about.
pub(crate) fn target_of(proxy: &tree::Trait) -> Option<DefId> {
    targets(proxy).next().map(|c| c.trait_)
}

/// True when the proxy names one trait, and gives it its own parameters in their order: `Self` is the type that the bound
/// is on.
fn names_parameters(proxy: &tree::Trait) -> bool {
    let mut named = targets(proxy);
    let (Some(target), None) = (named.next(), named.next()) else { return false };
    let is_own = |(i, ty): (usize, &Ty)| match ty {
        Ty::Param(index, _) | Ty::Const(tree::ConstArg::Param(index, _)) => *index as usize == i,
        _ => false,
    };
    target.args.len() == proxy.generics.params.len()
        && target.assoc.is_empty()
        && target.args.iter().enumerate().skip(1).all(is_own)
}

/// Associated types of a proxy are those of the trait that it is about.
pub(crate) fn through(ty: &Ty, proxy: DefId, target: DefId) -> Ty {
    let all = |tys: &[Ty]| tys.iter().map(|t| through(t, proxy, target)).collect::<Vec<_>>();
    match ty {
        Ty::Projection(def, args, name) => {
            Ty::Projection(if *def == proxy { target } else { *def }, all(args), name.clone())
        }
        Ty::Adt(def, args) => Ty::Adt(*def, all(args)),
        Ty::Ref(m, inner) => Ty::Ref(*m, Box::new(through(inner, proxy, target))),
        Ty::Tuple(tys) => Ty::Tuple(all(tys)),
        Ty::Slice(inner) => Ty::Slice(Box::new(through(inner, proxy, target))),
        Ty::Array(inner, len) => Ty::Array(Box::new(through(inner, proxy, target)), len.clone()),
        other => other.clone(),
    }
}

impl Context<'_> {
    /// The item of a proxy in terms of the trait that it is about.
    pub(crate) fn through_proxy(&mut self, item: Item) -> Result<Item> {
        let Item::Function(mut function) = item else { return Ok(item) };
        let parent = function.def.parent.filter(|_| function.is_trait_decl);
        let Some((proxy, target)) = parent.map(|id| self.as_proxy(id)).transpose()?.flatten() else {
            return Ok(Item::Function(function));
        };
        function.ret = through(&function.ret, proxy, target);
        for param in &mut function.params {
            param.ty = through(&param.ty, proxy, target);
        }
        for clause in &mut function.generics.clauses {
            clause.args = clause.args.iter().map(|t| through(t, proxy, target)).collect();
        }
        Ok(Item::Function(function))
    }

    /// A proxy with the trait that it is about, when the item is one.
    pub(crate) fn as_proxy(&mut self, id: DefId) -> Result<Option<(DefId, DefId)>> {
        let entry = self.entry(id)?;
        let Item::Trait(item) = &entry.item else { return Ok(None) };
        Ok(target_of(item).filter(|_| entry.attrs.external_trait_specification).map(|target| (id, target)))
    }

    /// The function of a proxy with the contract of a function of an external trait.
    pub(crate) fn proxy_function(&mut self, declared: DefId) -> Result<Option<DefId>> {
        let entry = self.entry(declared)?;
        let Item::Function(tree::Function { is_trait_decl: true, .. }) = &entry.item else { return Ok(None) };
        let Some(trait_) = entry.def().parent else { return Ok(None) };
        let Some(proxy) = self.trait_proxy(trait_)? else { return Ok(None) };
        self.member(proxy, &entry.def().name)
    }

    /// The function of a trait with a name; the hidden ones that hold contracts are not found.
    fn member(&mut self, trait_: DefId, name: &str) -> Result<Option<DefId>> {
        let entry = self.entry(trait_)?;
        let Item::Trait(item) = &entry.item else { return Ok(None) };
        for id in &item.items {
            let member = self.entry(*id)?;
            if member.def().name == name && matches!(member.item, Item::Function(_)) {
                return Ok(Some(*id));
            }
        }
        Ok(None)
    }

    /// Whether a function of a proxy is about one that the external trait provides a body for.
    pub(super) fn is_provided_outside(&mut self, item: &tree::Function) -> Result<bool> {
        let Some((trait_, _)) = item.trait_method else { return Ok(false) };
        let Some((_, target)) = self.as_proxy(trait_)? else { return Ok(false) };
        let Some(provided) = self.member(target, &item.def.name)? else { return Ok(false) };
        Ok(matches!(&self.entry(provided)?.item, Item::Function(function) if function.has_body))
    }

    /// Whether a proxy says of a function what the body does that the external trait provides. The library says nothing of the kind.
    pub(super) fn says_of_default(&mut self, function: DefId) -> Result<bool> {
        Ok(!self.tree.is_library(function) && self.says(function, |name| name == Known::DefaultEnsures)?)
    }

    /// The functions of an external trait that an impl of this crate leaves as they are, and of whose bodies the proxy says something:
    /// each with the function that has that contract. `own` are those that the impl has.
    fn provided_functions(&mut self, trait_: DefId, own: &[(Path, Path)]) -> Result<Vec<(Path, Path)>> {
        let mut found = Vec::new();
        let Some(proxy) = self.trait_proxy(trait_)? else { return Ok(found) };
        let entry = self.entry(proxy)?;
        let Item::Trait(of) = &entry.item else { return Ok(found) };
        for id in &of.items {
            let member = self.entry(*id)?;
            if !matches!(member.item, Item::Function(_)) || member.attrs.spec_of.is_some() {
                continue;
            }
            let path = self.path(*id);
            if !own.iter().any(|(declared, _)| *declared == path) && self.says_of_default(*id)? {
                self.request(*id);
                found.push((path.clone(), default_path(&path)));
            }
        }
        Ok(found)
    }

    /// The spec function of an extension that a function of the proxy or of `Spec` is another name of.
    pub(crate) fn extension_function(&mut self, def: DefId) -> Result<Option<DefId>> {
        let entry = self.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(None) };
        let Some(parent) = function.def.parent else { return Ok(None) };
        let holder = self.entry(parent)?;
        if !matches!(holder.item, Item::Trait(_)) || self.mode_of(def)? != Mode::Spec {
            return Ok(None);
        }
        let proxy = match &holder.attrs.spec_trait {
            Some(name) => name.clone(),
            None if holder.attrs.external_trait_specification => holder.def().name.clone(),
            None => return Ok(None),
        };
        match self.extension_of(&holder, &proxy)? {
            Some(extension) => self.member(extension, &entry.def().name),
            None => Ok(None),
        }
    }

    /// Errs with `language/external-spec` for a function of the trait `SpecImpl` of an extension: impls give it, and its users
    /// name it by the trait `Spec`.
    pub(crate) fn not_of_spec_impl(&mut self, def: DefId, span: Span) -> Result<()> {
        let Some(parent) = self.entry(def)?.def().parent else { return Ok(()) };
        let holder = self.entry(parent)?;
        let Some(proxy) = &holder.attrs.spec_impl_trait else { return Ok(()) };
        let Some(spec) = self.sibling(&holder, &|entry| entry.attrs.spec_trait.as_ref() == Some(proxy))? else {
            return Ok(());
        };
        let (own, other) = (&holder.def().name, self.entry(spec)?.def().name.clone());
        fail(Language::ExternalSpec, format!("cannot use trait `{own}` directly; use `{other}` instead"), span)
    }

    /// The trait `SpecImpl` that goes with a proxy; `beside` stands in the same module.
    pub(super) fn extension_of(&mut self, beside: &Entry, proxy: &str) -> Result<Option<DefId>> {
        self.sibling(beside, &|entry| entry.attrs.spec_impl_trait.as_deref() == Some(proxy))
    }

    /// The first item of the same module that is the one.
    fn sibling(&mut self, of: &Entry, is_it: &dyn Fn(&Entry) -> bool) -> Result<Option<DefId>> {
        let Some(module) = of.def().parent else { return Ok(None) };
        let module = self.entry(module)?;
        let Item::Module(module) = &module.item else { return Ok(None) };
        for id in &module.items {
            if self.entry(*id).is_ok_and(|entry| is_it(&entry)) {
                return Ok(Some(*id));
            }
        }
        Ok(None)
    }

    /// The external trait that an extension goes with.
    pub(crate) fn target_of_extension(&mut self, extension: &Entry) -> Result<Option<DefId>> {
        let Some(proxy) = extension.attrs.spec_impl_trait.clone() else { return Ok(None) };
        let Some(proxy) = self.sibling(extension, &|entry| entry.def().name == proxy)? else { return Ok(None) };
        Ok(self.as_proxy(proxy)?.map(|(_, target)| target))
    }

    /// An extension counts as one with the trait that it extends, so the bound on the latter is no bound.
    pub(super) fn without_target(&mut self, trait_: DefId, bounds: &mut Vec<certus_vir::TraitBound>) -> Result<()> {
        let entry = self.entry(trait_)?;
        if let Some(target) = self.target_of_extension(&entry)? {
            let target = self.path(target);
            bounds.retain(|bound| bound.trait_ != target);
        }
        Ok(())
    }

    /// Whether a call that was resolved to a function of an impl means the contract of the trait: the impl is one of the
    /// standard library, or derived, and nothing is said about its function itself.
    /// `x.clone()` of such a type means what `ExClone` says of every type. An impl of the user that is not verified cannot be
    /// called by name: it needs a specification.
    pub(crate) fn means_proxy(&mut self, declared: DefId, found: DefId) -> Result<bool> {
        let is_derived = match self.entry(found)?.def().parent {
            Some(impl_) => self.is_derived_here(impl_)?,
            None => false,
        };
        // What writes a value asks for nothing, and nothing is known of what it writes.
        let is_told = is_derived || self.tree.is_library(found) || self.path(declared).starts_with("core::fmt::");
        Ok(is_told && self.is_said_by_trait(declared, found)?)
    }

    /// Whether nothing is known of a function of an impl but the contract of the trait, which some code of the standard library
    /// calls it through: the impl is not verified, and there is no specification of it.
    pub(crate) fn is_said_by_trait(&mut self, declared: DefId, found: DefId) -> Result<bool> {
        if self.proxy_function(declared)?.is_none() || self.specification_of(found)?.is_some() {
            return Ok(false);
        }
        // What the wrappers dereference to is said by the language.
        if Library::of_type(&self.path(found)) == Some(Library::Builtin) {
            return Ok(false);
        }
        self.is_external(found)
    }

    /// Errs with `language/external` for a call of a function that a trait provides, on a type of the user whose impl of the trait
    /// is not verified.
    pub(crate) fn provided_by_known(&mut self, declared: DefId, args: &[Ty], at: DefId, span: Span) -> Result<()> {
        let is_users = matches!(args.first(), Some(Ty::Adt(of, _)) if !self.tree.is_library(*of));
        let entry = self.entry(declared)?;
        let (Item::Function(item), Some(trait_), true) = (&entry.item, entry.def().parent, is_users) else {
            return Ok(());
        };
        if !item.is_trait_decl || !self.is_external(trait_)? {
            return Ok(());
        }
        let args = args.get(..item.generics.inherited).unwrap_or(args);
        let Some((found, _)) = self.tree.find_impl(trait_, args, at) else { return Ok(()) };
        let is_told = self.tree.is_library(found) || self.is_derived_here(found)? || !self.is_external(found)?;
        if is_told {
            return Ok(());
        }
        let path = self.path(declared);
        let text = format!(
            "cannot use function `{path}` here: the impl of its trait is ignored because it is either declared outside the verus! \
             macro or it is marked as `external`"
        );
        fail(Language::External, text, span)
    }

    /// Whether an impl is one that a type of the language derives, as one of the language.
    fn is_derived_here(&mut self, impl_: DefId) -> Result<bool> {
        let entry = self.entry(impl_)?;
        let Item::Impl(item) = &entry.item else { return Ok(false) };
        let (Some(_), Ty::Adt(of, _)) = (item.derive, &item.self_ty) else { return Ok(false) };
        Ok(!entry.attrs.external && !self.is_external(*of)?)
    }

    /// Errs with `language/external-spec` where a proxy is not one of an external trait as it is.
    pub(super) fn proxy_rules(&mut self, item: &tree::Trait) -> Result<()> {
        let span = item.def.name_span;
        let Some(target) = target_of(item) else {
            let text = format!("an external_trait_specification must have an associated type `{}`", target_name(item));
            return fail(Language::ExternalSpec, text, span);
        };
        if !self.is_external(target)? {
            return fail(Language::ExternalSpec, "the trait of an external_trait_specification must be external", span);
        }
        if self.trait_proxy(target)? != Some(item.def.id) {
            let path = self.path(target);
            return fail(Language::ExternalSpec, format!("duplicate specification for `{path}`"), span);
        }
        self.no_generic_types(target, span)?;
        self.no_bounded_types(item)?;
        let external = self.entry(target)?;
        let is_local = self.tree.is_local(item.def.id);
        if is_local && !names_parameters(item) {
            let text = "the external trait must be named once, with the parameters of the proxy in their order";
            return fail(Language::ExternalSpec, text, span);
        }
        if let Item::Trait(theirs) = &external.item
            && is_local
            && !same_bounds((&item.generics, item.def.id), (&self.without_private(&theirs.generics), target))
        {
            let text = "external_trait_specification: the bounds should be those of the trait";
            return Err(super::paste::differs(text, span, self.trait_to_paste(theirs, None)).into());
        }
        self.proxy_types(item, target)?;
        let beside = self.entry(item.def.id)?;
        self.private_bounds_rules(&beside.attrs.private_bounds, target)?;
        let extension = self.extension_of(&beside, &item.def.name)?;
        for id in &item.items {
            let member = self.entry(*id)?;
            if let (Item::Function(own), None) = (&member.item, &member.attrs.spec_of) {
                self.proxy_member(*id, own, target, extension.is_some())?;
            }
        }
        self.request(target);
        Ok(())
    }

    /// A function of a proxy: one of the trait, with its signature, or a spec function of the extension. Errs with
    /// `language/external-spec`.
    /// The signature must be that of the trait's function in all but names: callers pass what the trait says.
    fn proxy_member(&mut self, id: DefId, own: &tree::Function, target: DefId, is_extended: bool) -> Result<()> {
        let span = own.def.name_span;
        if self.mode_of(id)? == Mode::Spec {
            if !is_extended {
                let text = "an external_trait_specification has spec functions only with external_trait_extension";
                return fail(Language::ExternalSpec, text, span);
            }
            if own.has_body {
                let text =
                    "a spec function of an external_trait_specification cannot have a body: each impl gives its own";
                return fail(Language::ExternalSpec, text, span);
            }
            return Ok(());
        }
        if own.has_body {
            let text = "a function of an external_trait_specification cannot have a body";
            return fail(Language::ExternalSpec, text, span);
        }
        let theirs = self.member(target, &own.def.name)?.map(|id| self.entry(id)).transpose()?;
        let proxy = own.def.parent.unwrap_or(target);
        let same = theirs.as_ref().is_some_and(|entry| match &entry.item {
            Item::Function(theirs) => {
                let generics = self.without_private(&theirs.generics);
                same_signature((own, proxy), (&tree::Function { generics, ..theirs.clone() }, target))
            }
            _ => false,
        });
        if !same {
            let text = "a function of an external_trait_specification must have the signature of the trait's";
            let declaration = theirs.and_then(|entry| match &entry.item {
                Item::Function(theirs) => self.function_to_paste(theirs),
                _ => None,
            });
            return Err(super::paste::differs(text, span, declaration).into());
        }
        let (external, beside) = (self.entry(target)?, self.entry(proxy)?);
        let sees = super::visibility::at_least(&beside.def().visibility, &external.def().visibility);
        if !sees && self.tree.is_local(id) {
            let text = "an external_trait_specification with functions must be at least as visible as the trait";
            return fail(Language::ExternalSpec, text, span);
        }
        self.exec_only(id, "function of an external_trait_specification", Language::ExternalSpec)
    }

    /// The associated types of a proxy are those of the trait, with its bounds, and the one that names the trait. Errs
    /// with `language/external-spec`.
    fn proxy_types(&mut self, proxy: &tree::Trait, target: DefId) -> Result<()> {
        let span = proxy.def.name_span;
        let name_of = |c: &tree::WhereClause| match c.args.first() {
            Some(Ty::Projection(_, _, name)) => Some(name.clone()),
            _ => None,
        };
        let mut named = targets(proxy);
        if named.next().is_some_and(|c| !c.assoc.is_empty()) || named.next().is_some() {
            let text = format!("`{}` names one trait and has no other bounds", target_name(proxy));
            return fail(Language::ExternalSpec, text, span);
        }
        let external = self.entry(target)?;
        let Item::Trait(theirs) = &external.item else { return Ok(()) };
        for name in proxy.assoc_types.iter().filter(|name| *name != target_name(proxy)) {
            let of = |trait_: &tree::Trait| {
                let bounds = trait_.assoc_bounds.iter().filter(|c| name_of(c).as_ref() == Some(name));
                let bounds = bounds.map(|c| clause_of_target(c, &trait_.generics, proxy.def.id, target));
                (trait_.assoc_types.contains(name), trait_.sized_types.contains(name), bounds.collect::<Vec<_>>())
            };
            let (own, of_target) = (of(proxy), of(theirs));
            if own.0 != of_target.0 || own.1 != of_target.1 || !same_clauses(&own.2, &of_target.2) {
                let text = format!("the associated type `{name}` must be one of the trait, with the same bounds");
                return fail(Language::ExternalSpec, text, span);
            }
        }
        Ok(())
    }

    /// Records an external trait that a proxy is about, and its impls as far as their types occur.
    pub(super) fn external_trait(&mut self, item: &tree::Trait) -> Result<()> {
        if self.known(item.def.id) == Some(Known::Pointee) {
            let path = self.path(item.def.id);
            self.pointee_impls(&path, item.def.name_span);
        }
        let Some(proxy) = self.trait_proxy(item.def.id)? else { return Ok(()) };
        let entry = self.entry(proxy)?;
        let Item::Trait(of) = &entry.item else { return Ok(()) };
        let mut functions = Vec::new();
        for id in &of.items {
            let member = self.entry(*id)?;
            let exec = matches!(member.item, Item::Function(_)) && self.mode_of(*id)? == Mode::Exec;
            if exec && member.attrs.spec_of.is_none() {
                functions.push(self.path(*id));
            }
        }
        let span = item.def.name_span;
        let path = self.path(item.def.id);
        let bounds = self.bounds(&self.without_private(&item.generics), span)?;
        let params = self.type_params(&item.generics);
        let extension = self.extension_of(&entry, &entry.def().name)?;
        let extension = extension.map(|id| {
            self.request(id);
            self.path(id)
        });
        let assoc_bounds = self.sized_bounds(item);
        let record = certus_vir::Trait { path: path.clone(), params, bounds, assoc_bounds, functions, extension, span };
        self.output.add_trait(record);
        for id in self.tree.impls(Some(item.def.id)) {
            self.request_impl(id, item.def.id)?;
        }
        Ok(())
    }

    /// Records an impl of an external trait that a proxy is about. Of one that is not verified there are its types only;
    /// where these are not supported the impl is not known, and neither is anything that follows from it.
    pub(super) fn external_trait_impl(&mut self, item: &tree::Impl, trait_: DefId, args: &[Ty]) -> Result<()> {
        if self.trait_proxy(trait_)?.is_none() || item.is_negative {
            return Ok(());
        }
        let span = item.def.span;
        let verified = !self.tree.is_library(item.def.id) && item.derive.is_none() && !self.is_external(item.def.id)?;
        let (mut functions, mut elsewhere) = (Vec::new(), Vec::new());
        for id in &item.items {
            let member = self.entry(*id)?;
            if let Item::Function(tree::Function { trait_method: Some((_, declared)), .. }) = &member.item
                && let Some(proxy) = self.proxy_function(*declared)?
            {
                let proxy = self.path(proxy);
                match verified {
                    true => {
                        functions.push((proxy, self.path(*id)));
                        self.request(*id);
                    }
                    false => elsewhere.push((proxy, *id)),
                }
            }
        }
        if verified {
            functions.extend(self.provided_functions(trait_, &functions)?);
        }
        let mut types = Vec::new();
        for assoc in &item.assoc_types {
            match self.ty(&assoc.ty, span) {
                Ok(ty) => types.push((assoc.name.as_str().into(), ty)),
                Err(error) if verified => return Err(error),
                Err(_) => {}
            }
        }
        let mut generics = item.generics.clone();
        if !verified {
            // Of a trait that nothing is said about no impl is known. Where types were checked the bounds hold. What a function gives
            // tells a parameter of the impl.
            let mut known = Vec::new();
            for clause in generics.clauses {
                let is_of_function =
                    matches!(self.known(clause.trait_), Some(Known::Fn | Known::FnMut | Known::FnOnce));
                if is_of_function || !self.is_external(clause.trait_)? || self.trait_proxy(clause.trait_)?.is_some() {
                    known.push(clause);
                }
            }
            generics.clauses = known;
        }
        let parts = self.bounds(&generics, span).and_then(|bounds| Ok((bounds, self.tys(args, span)?)));
        let (bounds, args) = match parts {
            Ok(parts) => parts,
            Err(error) if verified => return Err(error),
            Err(_) => return Ok(()),
        };
        let params = self.type_params(&item.generics);
        let bare = TraitImpl::bare(self.path(trait_), params, bounds, args, item.def.name_span);
        let number = self.output.add_impl(TraitImpl { functions, types, derived: item.derive.is_some(), ..bare });
        self.function_values.add_unverified(number, elsewhere);
        Ok(())
    }

    /// Records the impls for tuples that the compiler has without any being written.
    pub(crate) fn tuple_impls(&mut self) {
        use certus_vir::{TraitBound, TypeParam};
        let datatypes = self.output.program().datatypes.keys();
        let arities: Vec<usize> = datatypes.filter_map(|path| path.strip_prefix("tuple%")?.parse().ok()).collect();
        for name in [Known::Clone.path(), Known::Copy.path()] {
            let Some(span) = self.output.program().traits.get(name).map(|trait_| trait_.span) else { continue };
            for arity in &arities {
                let params = (0..*arity).map(|i| TypeParam { name: format!("T{i}").into(), maybe_unsized: false });
                let params: Vec<TypeParam> = params.collect();
                let tys: Vec<certus_vir::Ty> = params.iter().map(|p| certus_vir::Ty::Param(p.name.clone())).collect();
                let bound =
                    |ty: &certus_vir::Ty| TraitBound { trait_: name.into(), args: vec![ty.clone()], assoc: Vec::new() };
                let bounds = tys.iter().map(bound).collect();
                let args = vec![certus_vir::Ty::tuple(tys)];
                self.output.add_impl(TraitImpl::bare(name.into(), params, bounds, args, span));
            }
        }
    }
}

/// A clause in terms of a trait that a proxy is about, with type parameters called by their numbers.
fn clause_of_target(
    clause: &tree::WhereClause,
    generics: &tree::Generics,
    proxy: DefId,
    target: DefId,
) -> tree::WhereClause {
    let own: Vec<Ty> = (0..generics.params.len()).map(|i| Ty::Param(i as u32, format!("{i}"))).collect();
    let rename = |ty: &Ty| through(&ty.subst(&own), proxy, target);
    tree::WhereClause {
        trait_: if clause.trait_ == proxy { target } else { clause.trait_ },
        args: clause.args.iter().map(rename).collect(),
        assoc: clause.assoc.iter().map(|(name, ty)| (name.clone(), rename(ty))).collect(),
    }
}

/// Whether two lists have the same clauses, in any order.
pub(super) fn same_clauses(a: &[tree::WhereClause], b: &[tree::WhereClause]) -> bool {
    a.iter().all(|clause| b.contains(clause)) && b.iter().all(|clause| a.contains(clause))
}

/// Whether the generics of a proxy, or of a function of it, ask the same as those of the trait that it is about. That
/// `Self` has the trait is said by neither.
pub(super) fn same_bounds((own, proxy): (&tree::Generics, DefId), (theirs, target): (&tree::Generics, DefId)) -> bool {
    let renamed = |generics: &tree::Generics| {
        let of_self = |c: &tree::WhereClause| matches!(c.args.first(), Some(Ty::Param(0, _)));
        let said = generics.clauses.iter().filter(|c| !(of_self(c) && [proxy, target].contains(&c.trait_)));
        said.map(|c| clause_of_target(c, generics, proxy, target)).collect::<Vec<_>>()
    };
    let unsized_ = |generics: &tree::Generics| {
        // `Self` has a size where the proxy says so, of the trait or not: what is said is then about such types.
        let is_self = |i: &u32| generics.params.get(*i as usize).is_some_and(|p| p.name == "Self");
        let mut params: Vec<u32> = generics.unsized_params.iter().copied().filter(|i| !is_self(i)).collect();
        params.sort_unstable();
        params
    };
    let kinds = |generics: &tree::Generics| generics.params.iter().map(|p| p.const_ty.clone()).collect::<Vec<_>>();
    kinds(own) == kinds(theirs) && unsized_(own) == unsized_(theirs) && same_clauses(&renamed(own), &renamed(theirs))
}

/// Whether a function of a proxy has the parameters, the result and the bounds of the trait's, up to the names of type
/// parameters.
fn same_signature((own, proxy): (&tree::Function, DefId), (theirs, target): (&tree::Function, DefId)) -> bool {
    let rename = |ty: &Ty, generics: &tree::Generics| {
        let own: Vec<Ty> = (0..generics.params.len()).map(|i| Ty::Param(i as u32, format!("{i}"))).collect();
        through(&ty.subst(&own), proxy, target)
    };
    let tys = |f: &tree::Function| {
        f.params.iter().map(|p| &p.ty).chain([&f.ret]).map(|ty| rename(ty, &f.generics)).collect::<Vec<_>>()
    };
    tys(own) == tys(theirs) && same_bounds((&own.generics, proxy), (&theirs.generics, target))
}
