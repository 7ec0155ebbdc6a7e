//! Functions of traits and of their impls.
//!
//! Guide page `traits`. A function declared in a trait is known by its contract. Its default body, where it has one, is
//! a function of its own ([`DEFAULT_BODY`] after the path): what the body does is true of the types that do not write
//! their own, and of no other. An impl's function inherits the contract, so what it is checked against implies what a
//! caller through the bound relies on; it may promise more and may not ask for more.

use std::rc::Rc;

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Item, Known};
use certus_vir::{DEFAULT_BODY, Function, Mode, Path, Publish, subst::Subst};

use super::function::FunctionBody;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};

impl Context<'_> {
    /// The declaration, and the default body as a function of its own.
    /// Errs with `unsupported/async`. Impls of the trait are read from here on, because a call through a bound may be
    /// theirs.
    pub(super) fn lower_trait_function(&mut self, def: DefId, entry: &Entry, item: &tree::Function) -> Result<()> {
        if entry.attrs.spec_of.is_some() {
            return Ok(());
        }
        if item.is_async {
            return fail(Unsupported::Async, "async functions are not supported", item.def.name_span);
        }
        let mode = self.mode_of(def)?;
        let mut declared = self.signature(def, entry, item, mode)?;
        let path = declared.path.clone();
        if let Some(trait_) = item.def.parent {
            self.without_target(trait_, &mut declared.bounds)?;
        }
        if let Some((trait_, _)) = item.trait_method {
            for id in self.tree.impls(Some(trait_)) {
                self.request_impl(id, trait_)?;
            }
            if let Some((_, target)) = self.as_proxy(trait_)? {
                self.request(target);
            }
        }
        let local = self.tree.is_local(def);
        let source = if item.has_body { Some(def) } else { self.stated_by(entry, item)? };
        let body = source.map(|id| self.tree.body(id)).transpose()?.flatten();
        let Some(body) = body.map(Rc::new) else {
            self.output.add_function(declared);
            return Ok(());
        };
        let owner = self.owner(def, entry, mode);
        // Of a crate that this one depends on it is not proved again, but through it an impl here may come back to itself.
        let verify = !self.tree.is_library(def) && item.has_body && self.wants_check(entry);
        let function = declared.clone();
        let stated = source.filter(|id| *id != def);
        let contract = match stated {
            Some(id) => self.entry(id)?,
            None => Rc::new(Entry { item: entry.item.clone(), attrs: entry.attrs.clone() }),
        };
        let is_declared_spec = mode == Mode::Spec && !item.has_body;
        let (mut whole, defaults) =
            FunctionBody { entry: &contract, item, function, verify }.lower_with(self, body.clone(), owner)?;
        if is_declared_spec {
            // Its clauses can only be wrong: there is no definition that they could be about.
            self.output.add_function(declared);
            return Ok(());
        }
        if verify && local {
            self.check_modes(def, entry, &body)?;
        }
        if local {
            self.check_visibility(entry, mode, &whole.publish, &body)?;
        }
        declared = Function { check: None, body: certus_vir::Body::None, publish: Publish::Never, ..whole.clone() };
        declared.ensures.truncate(whole.ensures.len() - defaults);
        self.output.add_function(declared);
        if item.has_body || defaults > 0 {
            whole.path = default_path(&path);
            if entry.attrs.publish.is_none() && matches!(whole.body, certus_vir::Body::Spec(_)) {
                whole.publish = Publish::Module(entry.def().module.as_str().into());
            }
            let (path, checked) = (whole.path.clone(), whole.check.is_some());
            self.output.add_function(whole);
            if checked && local {
                self.output.add_verified(path);
            }
        }
        Ok(())
    }

    /// The function that the rewriter put beside a declaration without a body to hold its contract.
    pub(super) fn stated_by(&mut self, entry: &Entry, item: &tree::Function) -> Result<Option<DefId>> {
        let Some(parent) = entry.def().parent else { return Ok(None) };
        let parent = self.entry(parent)?;
        let Item::Trait(of) = &parent.item else { return Ok(None) };
        for id in &of.items {
            if self.entry(*id)?.attrs.spec_of.as_deref() == Some(item.def.name.as_str()) {
                return Ok(Some(*id));
            }
        }
        Ok(None)
    }

    /// Puts the contract of the trait's function before that of the impl's, which asks for nothing of its own.
    /// `fn f` of the impl then requires what the trait's requires, and ensures what both ensure.
    pub(super) fn inherit(&mut self, function: &mut Function, item: &tree::Function) -> Result<()> {
        let Some((trait_, declared)) = item.trait_method else { return Ok(()) };
        if function.mode == Mode::Spec {
            return Ok(());
        }
        let declared = match self.is_external(trait_)? {
            false => declared,
            true => match self.proxy_function(declared)? {
                Some(function) => function,
                None => return Ok(()),
            },
        };
        let Some(parent) = item.def.parent else { return Ok(()) };
        let parent = self.entry(parent)?;
        let Item::Impl(of) = &parent.item else { return Ok(()) };
        let Some((_, trait_args)) = &of.trait_ else { return Ok(()) };
        self.inherit_from(function, declared, trait_args, of.generics.params.len())
    }

    /// The same for a statement about a function of an impl that is not verified: it is trusted to meet the contract of the
    /// trait, and callers meet what the trait requires. Our own library says all of it.
    pub(super) fn inherit_of_statement(&mut self, def: DefId, function: &mut Function) -> Result<()> {
        let is_own_library = self.options.is_library || (self.tree.is_library(def) && !self.tree.is_foreign(def));
        if is_own_library {
            return Ok(());
        }
        let Some((target, args)) = self.specified_by(def)? else { return Ok(()) };
        let entry = self.entry(target)?;
        let Item::Function(tree::Function { trait_method: Some((trait_, declared)), is_trait_decl: false, .. }) =
            &entry.item
        else {
            return Ok(());
        };
        let stated = if self.is_external(*trait_)? { self.proxy_function(*declared)? } else { Some(*declared) };
        let Some(declared) = stated else { return Ok(()) };
        let Some(parent) = entry.def().parent else { return Ok(()) };
        let parent = self.entry(parent)?;
        let Item::Impl(of) = &parent.item else { return Ok(()) };
        let Some((_, trait_args)) = &of.trait_ else { return Ok(()) };
        let trait_args: Vec<tree::Ty> = trait_args.iter().map(|ty| ty.subst(&args)).collect();
        let stated = std::mem::take(&mut function.requires);
        self.inherit_from(function, declared, &trait_args, of.generics.params.len())?;
        function.requires.extend(stated);
        Ok(())
    }

    /// Puts the contract of a trait's function for these arguments before that of a function with so many parameters of
    /// an impl.
    fn inherit_from(
        &mut self,
        function: &mut Function,
        declared: DefId,
        trait_args: &[tree::Ty],
        of_impl: usize,
    ) -> Result<()> {
        let span = function.span;
        let path = self.path(declared);
        if !self.output.has_function(&path) {
            self.lower_item(declared)?;
        }
        let Some(from) = self.output.function(&path).cloned() else { return Ok(()) };
        let mut subst = Subst::new();
        let args = self.tys(trait_args, span)?;
        let own = function.type_params.iter().skip(of_impl);
        let own = own.map(|p| certus_vir::Ty::Param(p.name.clone()));
        for (param, ty) in from.type_params.iter().zip(args.into_iter().chain(own)) {
            subst.ty(&param.name, ty);
        }
        same_variables(&from, function, &mut subst);
        let put =
            |clause: &certus_vir::Clause| certus_vir::Clause { expr: subst.apply(&clause.expr), span: clause.span };
        function.requires = from.requires.iter().map(put).collect();
        function.opens = from.opens.map(|e| subst.apply(e));
        function.unwind = from.unwind.map(|e| subst.apply(e));
        let inherited: Vec<_> = from.ensures.iter().map(put).collect();
        function.ensures.splice(0..0, inherited);
        Ok(())
    }

    /// The path that a call of a trait's function means when the type is known and has no function of its own: that of
    /// the default body, whose contract says more than the trait's.
    pub(crate) fn inherited_default(&mut self, def: DefId, args: &[tree::Ty], at: DefId) -> Result<Option<Path>> {
        let entry = self.entry(def)?;
        let Item::Function(item) = &entry.item else { return Ok(None) };
        let Some((trait_, _)) = item.trait_method.filter(|_| item.is_trait_decl) else { return Ok(None) };
        let target = self.as_proxy(trait_)?.map(|(_, target)| target);
        let has_contract = match target {
            Some(_) => self.says_of_default(def)?,
            None => item.has_body && entry.def().in_verus,
        };
        if !has_contract {
            return Ok(None);
        }
        let trait_ = target.unwrap_or(trait_);
        let trait_entry = self.entry(trait_)?;
        let Item::Trait(of) = &trait_entry.item else { return Ok(None) };
        let of_trait = args.get(..of.generics.params.len()).unwrap_or(args);
        let Some((found, _)) = self.tree.find_impl(trait_, of_trait, at) else { return Ok(None) };
        let found = self.entry(found)?;
        let Item::Impl(found) = &found.item else { return Ok(None) };
        for id in &found.items {
            if let Item::Function(tree::Function { trait_method: Some((_, declared)), .. }) = &self.entry(*id)?.item
                && (*declared == def || (target.is_some() && self.proxy_function(*declared)? == Some(def)))
            {
                return Ok(None);
            }
        }
        let path = self.path(def);
        Ok(Some(default_path(&path)))
    }

    /// Errs with `unsupported/generic-type` for a trait whose associated types have parameters of their own: what an impl
    /// gives for one is not known as a family of types.
    pub(super) fn no_generic_types(&mut self, trait_: DefId, span: Span) -> Result<()> {
        let entry = self.entry(trait_)?;
        match &entry.item {
            Item::Trait(tree::Trait { generic_types, .. }) if !generic_types.is_empty() => {
                fail(Unsupported::GenericType, "associated types with generics of their own are not supported", span)
            }
            _ => Ok(()),
        }
    }

    /// Errs with `unsupported/generic-type` for an associated type that is there only if other types have a trait: nobody would
    /// ask for that where the type is used.
    pub(super) fn no_bounded_types(&self, item: &tree::Trait) -> Result<()> {
        match item.bounded_types.first() {
            Some(name) => {
                let text =
                    format!("the associated type `{name}` has a `where` clause of its own, which is not supported");
                fail(Unsupported::GenericType, text, item.def.name_span)
            }
            None => Ok(()),
        }
    }

    /// Errs with `language/external` for a part of a trait that is marked `external`: impls would give what nobody knows
    /// of, and callers through the trait would rely on what nobody proves.
    fn no_external_part(&mut self, item: &tree::Trait) -> Result<()> {
        for id in &item.items {
            let member = self.entry(*id)?;
            if member.attrs.external {
                let text = "a trait item cannot be marked `external`; perhaps the entire trait is meant";
                return fail(Language::External, text, member.def().name_span);
            }
        }
        Ok(())
    }

    /// Records a trait and what it relies on.
    pub(super) fn lower_trait(&mut self, item: &tree::Trait) -> Result<()> {
        self.no_external_part(item)?;
        self.no_generic_types(item.def.id, item.def.name_span)?;
        self.no_bounded_types(item)?;
        let span = item.def.name_span;
        let path = self.path(item.def.id);
        let mut functions = Vec::new();
        for id in &item.items {
            let member = self.entry(*id)?;
            if matches!(member.item, Item::Function(_) | Item::Const(_)) && member.attrs.spec_of.is_none() {
                functions.push(self.path(*id));
            }
        }
        // Otherwise they are read with the functions.
        if functions.is_empty() && !item.assoc_types.is_empty() {
            for id in self.tree.impls(Some(item.def.id)) {
                self.request_impl(id, item.def.id)?;
            }
        }
        let mut assoc_bounds = Vec::new();
        for clause in &item.assoc_bounds {
            assoc_bounds.push(self.bound(clause, span)?);
        }
        assoc_bounds.extend(self.sized_bounds(item));
        let mut bounds = self.bounds(&item.generics, span)?;
        self.without_target(item.def.id, &mut bounds)?;
        let record = certus_vir::Trait {
            path: path.clone(),
            params: self.type_params(&item.generics),
            bounds,
            assoc_bounds,
            functions,
            extension: None,
            span,
        };
        self.output.add_trait(record);
        self.derived_marks(item.def.id)
    }

    /// The bounds `Sized` on the associated types of a trait.
    pub(super) fn sized_bounds(&mut self, item: &tree::Trait) -> Vec<certus_vir::TraitBound> {
        let path = self.path(item.def.id);
        let args: Vec<certus_vir::Ty> =
            self.type_params(&item.generics).iter().map(|p| certus_vir::Ty::Param(p.name.clone())).collect();
        let bound = |name: &String| certus_vir::TraitBound {
            trait_: Known::Sized.path().into(),
            args: vec![certus_vir::Ty::Proj(path.clone(), args.clone(), name.as_str().into())],
            assoc: Vec::new(),
        };
        item.sized_types.iter().map(bound).collect()
    }

    /// Records an impl of a trait whose functions are known to the verifier: each function and constant of the trait
    /// with the impl's, or with the default.
    /// With it the encoding replaces a call through the trait by one of the impl's function, where the type is known.
    pub(super) fn trait_impl(&mut self, item: &tree::Impl, trait_: DefId, args: &[tree::Ty]) -> Result<()> {
        let span = item.def.span;
        let (mut functions, mut elsewhere) = (Vec::new(), Vec::new());
        let mut own = Vec::new();
        for id in &item.items {
            let member = self.entry(*id)?;
            let (Item::Function(tree::Function { trait_method: of, .. })
            | Item::Const(tree::Const { trait_const: of, .. })) = &member.item
            else {
                continue;
            };
            let Some((_, declared)) = of else { continue };
            own.push(*declared);
            // Nothing is known of a function that is neither verified nor specified.
            if !self.is_external(*id)? {
                functions.push((self.path(*declared), self.path(*id)));
                self.request(*id);
            } else if self.specification_of(*id)?.is_some() {
                elsewhere.push((self.path(*declared), *id));
            }
        }
        let entry = self.entry(trait_)?;
        if let Item::Trait(of) = &entry.item {
            for id in &of.items {
                let member = self.entry(*id)?;
                let has_default = match &member.item {
                    Item::Function(function) => function.has_body && member.attrs.spec_of.is_none(),
                    Item::Const(constant) => constant.has_body,
                    _ => false,
                };
                if has_default && !own.contains(id) {
                    let path = self.path(*id);
                    functions.push((path.clone(), default_path(&path)));
                    self.request(*id);
                }
            }
        }
        let mut types = Vec::new();
        for assoc in &item.assoc_types {
            types.push((assoc.name.as_str().into(), self.ty(&assoc.ty, span)?));
        }
        let record = certus_vir::TraitImpl {
            trait_: self.path(trait_),
            params: self.type_params(&item.generics),
            bounds: self.bounds(&item.generics, span)?,
            args: self.tys(args, span)?,
            functions,
            types,
            hidden: None,
            derived: false,
            span: item.def.name_span,
        };
        self.request(trait_);
        // Whether the impl is meant depends on the impls that its bounds ask for.
        for clause in &item.generics.clauses {
            self.mention_trait(clause.trait_)?;
        }
        let number = self.output.add_impl(record);
        self.function_values.add_unverified(number, elsewhere);
        Ok(())
    }
}

/// Puts the parameters and the result of one function for those of another.
pub(super) fn same_variables(from: &Function, to: &Function, subst: &mut Subst) {
    for (theirs, ours) in from.params.iter().zip(&to.params) {
        let value = certus_vir::Expr::var(&ours.var, ours.ty.clone(), to.span);
        subst.var(&theirs.var, value.clone());
        subst.old(&theirs.var, value);
    }
    subst.var(&from.ret.var, certus_vir::Expr::var(&to.ret.var, to.ret.ty.clone(), to.span));
}

/// The path of the default body of a function, which is a function of its own.
pub(super) fn default_path(path: &Path) -> Path {
    format!("{path}{DEFAULT_BODY}").into()
}
