//! Trait objects: the type `dyn T`.
//!
//! A value of it is some value of some type with the trait, of which only the trait is known. So the type is an abstract datatype with
//! an impl without functions of each trait that objects have, as the type of an `impl T` result is. A coercion makes it of a value: [`DYN`] with `to` after it, of
//! which is known that the spec functions of the trait say of the object what they say of the value
//! (`body/trait_object.rs`).
//!
//! A trait object carries the functions of an impl. So the type depends on its trait, and a trait that speaks of its own objects
//! depends on itself: the check of termination refuses that, and with it all that could define a function by what an object
//! of itself says. What an object promises was proved of the value that was coerced. Ghost code can make up any value of the type,
//! of which nothing was proved; so a function that ensures something takes `self` as code that runs or as `tracked`.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Item, Known, Library};
use certus_vir::{
    AxiomSource, DYN, Datatype, Function, Mode, Param, Path, Publish, Sizedness, TraitBound, TraitImpl, Ty, TypeParam,
    Var,
};

use crate::context::Context;
use crate::error::{Result, fail};

/// The path of the function that makes a trait object, from that of the type of the objects.
pub(crate) fn to_dyn(objects: &Path) -> Path {
    format!("{objects}to").into()
}

impl Context<'_> {
    /// The type `dyn T`. Errs with `language/dyn` for a trait that may promise too much of an object, and with `unsupported/dyn` for
    /// one that has parameters, associated types or constants.
    pub(crate) fn dyn_ty(&mut self, trait_: DefId, args: &[tree::Ty], span: Span) -> Result<Ty> {
        let path = self.path(trait_);
        let own: Path = format!("{path}{DYN}").into();
        let ty = Ty::Data(own.clone(), Vec::new());
        if let Some(tree::Ty::Dyn(auto, _)) = args.last()
            && self.is_marker(*auto)?
        {
            return fail(Unsupported::Dyn, "`dyn` with auto traits is not supported", span);
        }
        if self.output.has_datatype(&own) {
            return Ok(ty);
        }
        let traits = self.traits_of_objects(trait_, span)?;
        self.output.add_datatype(Datatype {
            path: own.clone(),
            params: Vec::new(),
            bounds: Vec::new(),
            variants: None,
            sized: Sizedness::Never,
            ext_equal: false,
            drops: true,
            span,
        });
        for of in traits {
            self.request(of);
            for id in self.tree.impls(Some(of)) {
                self.request_impl(id, of)?;
            }
            let path = self.path(of);
            self.output.add_impl(TraitImpl::bare(path, Vec::new(), Vec::new(), vec![ty.clone()], span));
        }
        self.add_to_dyn(&path, &own, span);
        Ok(ty)
    }

    /// Declares the function that makes an object of a value of any type with the trait.
    fn add_to_dyn(&mut self, trait_: &Path, objects: &Path, span: Span) {
        let of = Ty::Param("Self".into());
        let var = |name: &str| Var { name: name.into(), index: 0 };
        let mut function = Function::new(to_dyn(objects), Mode::Spec, span);
        function.type_params = vec![TypeParam { name: "Self".into(), maybe_unsized: true }];
        function.bounds = vec![TraitBound { trait_: trait_.clone(), args: vec![of.clone()], assoc: Vec::new() }];
        function.params = vec![Param { var: var("value"), ty: of, mode: Mode::Spec }];
        function.ret = Param { var: var("result%"), ty: Ty::Data(objects.clone(), Vec::new()), mode: Mode::Spec };
        function.publish = Publish::Never;
        function.source = AxiomSource::Elsewhere;
        self.output.add_function(function);
    }

    /// The traits that the objects of a trait have: it, and those above it, without markers. Errs where one of them may not
    /// have objects.
    pub(crate) fn traits_of_objects(&mut self, trait_: DefId, span: Span) -> Result<Vec<DefId>> {
        let (mut found, mut next) = (vec![trait_], 0);
        while let Some(&at) = found.get(next) {
            next += 1;
            self.dyn_rules(at, span)?;
            let entry = self.entry(at)?;
            let Item::Trait(item) = &entry.item else { continue };
            for clause in &self.without_private(&item.generics).clauses {
                if self.is_marker(clause.trait_)? {
                    continue;
                }
                if !matches!(&clause.args[..], [tree::Ty::Param(0, _)]) || !clause.assoc.is_empty() {
                    let text =
                        "`dyn` of a trait whose supertraits have parameters or associated types is not supported";
                    return fail(Unsupported::Dyn, text, span);
                }
                if !found.contains(&clause.trait_) {
                    found.push(clause.trait_);
                }
            }
        }
        Ok(found)
    }

    /// Whether a trait may have objects.
    fn dyn_rules(&mut self, trait_: DefId, span: Span) -> Result<()> {
        let not_yet = |text: &str| fail(Unsupported::Dyn, text, span);
        let path = self.path(trait_);
        let is_library = self.tree.is_library(trait_);
        let of_language = matches!(Library::of(&path), Some(Library::Builtin | Library::Vstd));
        if is_library && (Known::of(&path).is_some() || of_language) {
            return not_yet(&format!("`dyn` of the trait `{path}` is not supported"));
        }
        if is_library && self.trait_proxy(trait_)?.is_none() {
            return self.check_known(trait_, "trait", span);
        }
        let entry = self.entry(trait_)?;
        let Item::Trait(item) = &entry.item else { return not_yet("`dyn Trait` is not supported") };
        if item.generics.params.len() > 1 {
            return not_yet("`dyn` of a trait with type parameters is not supported");
        }
        if !item.assoc_types.is_empty() || !item.assoc_bounds.is_empty() {
            return not_yet("`dyn` of a trait with associated types is not supported");
        }
        let Some(proxy) = self.trait_proxy(trait_)? else {
            if self.is_external(trait_)? {
                let text = format!("trait `{path}` is not declared to the verifier");
                return fail(Language::ExternalTrait, text, span);
            }
            for id in &item.items {
                self.dyn_function(*id, item, span)?;
            }
            return self.no_blanket_impl(trait_, span);
        };
        // Of an external trait is known what its specification says, and that has the signatures of the trait.
        let specification = self.entry(proxy)?;
        let Item::Trait(said) = &specification.item else { return not_yet("`dyn Trait` is not supported") };
        for id in &said.items {
            self.dyn_function(*id, said, span)?;
        }
        if let Some(extension) = self.extension_of(&specification, &said.def.name)? {
            self.no_blanket_impl(extension, span)?;
        }
        self.no_blanket_impl(trait_, span)
    }

    /// Whether a trait says nothing but that rustc accepts something.
    fn is_marker(&mut self, trait_: DefId) -> Result<bool> {
        let is_marker = matches!(&self.entry(trait_)?.item, Item::Trait(item) if item.is_marker);
        Ok(is_marker && self.tree.is_library(trait_))
    }

    /// Errs with `language/dyn` for a function that says something of a `self` that ghost code may have made up.
    fn dyn_function(&mut self, id: DefId, of: &tree::Trait, span: Span) -> Result<()> {
        let entry = self.entry(id)?;
        let Item::Function(function) = &entry.item else {
            return fail(Unsupported::Dyn, "`dyn` of a trait with constants is not supported", span);
        };
        if self.is_for_sized(function) || entry.attrs.spec_of.is_some() {
            return Ok(());
        }
        if function.is_async || function.generics.params.len() > of.generics.params.len() {
            return fail(Unsupported::Dyn, "`dyn` of a trait whose functions have parameters is not supported", span);
        }
        let mode = self.mode_of(id)?;
        let of_self = self.param_modes(id)?.first().copied();
        if mode == Mode::Spec || of_self == Some(mode) {
            return Ok(());
        }
        let needed = if mode == Mode::Exec { "exec" } else { "tracked" };
        let text = format!(
            "the trait is not dyn-compatible for the verifier: the self parameter of `{}` must be {needed}, for ghost \
             code can make up any other value",
            function.def.name
        );
        fail(Language::Dyn, text, span)
    }

    /// Whether a function of a trait asks for `Self: Sized`, so that objects do not have it.
    pub(crate) fn is_for_sized(&self, function: &tree::Function) -> bool {
        !function.generics.unsized_params.contains(&0)
    }

    /// Errs with `language/dyn` for a trait with an impl for all types, those without a size included: objects would have the trait twice.
    fn no_blanket_impl(&mut self, trait_: DefId, span: Span) -> Result<()> {
        let entry_of = self.entry(trait_)?;
        for id in self.tree.impls(Some(trait_)) {
            let entry = self.entry(id)?;
            let Item::Impl(item) = &entry.item else { continue };
            let is_for_all = match &item.self_ty {
                tree::Ty::Param(index, _) => item.generics.unsized_params.contains(index),
                tree::Ty::Projection(..) | tree::Ty::Opaque(..) => true,
                _ => false,
            };
            // What the specification of an external trait speaks of is said of an object by its value alone.
            if matches!(item.self_ty, tree::Ty::Dyn(..)) && entry_of.attrs.spec_impl_trait.is_some() {
                let text = format!(
                    "`{}` is not implemented for trait objects: they say what their values say",
                    self.path(trait_)
                );
                return fail(Language::Dyn, text, item.def.span);
            }
            if is_for_all {
                let text = format!(
                    "`dyn` is not allowed for trait `{}` because it has an unsized blanket impl",
                    self.path(trait_)
                );
                return fail(Language::Dyn, text, span);
            }
        }
        Ok(())
    }
}
