//! Structs and enums, and when they are well defined.
//!
//! Guide pages `datatypes_struct` and `datatypes_enum`. A datatype becomes an axiomatised sort, and the axioms have a
//! model only if the type is well founded, which `recursive` checks. A type whose fields are not known (`external_body`,
//! or declared outside of the language) is a sort with nothing known about its values.

use certus_diagnostics::{Language, Unsupported};
use certus_tree::{self as tree, AdtKind, DefId, Item, Known};
use certus_vir::{Datatype, Field, Mode, Sizedness, Variant};

use crate::context::{Context, Entry};
use crate::error::{Result, fail};

impl Context<'_> {
    /// The fields of an `external_body` type are hidden.
    pub(super) fn lower_datatype(&mut self, def: DefId, entry: &Entry) -> Result<()> {
        let Item::Adt(item) = &entry.item else { return Ok(()) };
        let path = self.path(def);
        self.definitions.add_datatype(path.clone(), def);
        let span = item.def.name_span;
        if entry.attrs.external_type_specification {
            return Ok(());
        }
        let proxy = self.proxy_of(def)?;
        let is_foreign = !self.tree.is_library(def) && self.is_external(def)?;
        if is_foreign && proxy.is_none() {
            return Ok(());
        }
        let said = self.type_entry(def)?;
        let abstract_ = said.attrs.external_body;
        if item.kind == AdtKind::Union && !abstract_ {
            self.union_rules(item)?;
        }
        if item.has_unknown_field && !abstract_ {
            let text = format!("the type `{path}` cannot be used: a type in its declaration is not known");
            let code = if self.tree.is_local(def) { Unsupported::UndeclaredStd } else { Unsupported::ExternalCrate };
            return fail(code, text, span);
        }
        self.datatype_rules(item, entry)?;
        if abstract_ && !self.tree.is_library(said.def().id) {
            every_parameter_is_declared(&said)?;
        }
        self.structural_fields(item)?;
        let params = self.type_params(&item.generics);
        let variants = if abstract_ { None } else { Some(self.variants(item)?) };
        let bounds = self.bounds(&item.generics, span)?;
        let (sized, ext_equal, drops) = (self.sized(item), said.attrs.ext_equal, self.has_drop(def)?);
        let datatype = Datatype { path: path.clone(), params, bounds, variants, sized, ext_equal, drops, span };
        self.output.add_datatype(datatype);
        Ok(())
    }

    /// When the type has a size: the front end knows the fields that are hidden from specifications. An impl for all types is
    /// one for types with a size only.
    fn sized(&self, item: &tree::Adt) -> Sizedness {
        let Some(trait_) = self.tree.lookup(Known::Sized.path()) else { return Sizedness::WithArguments };
        let def = item.def.id;
        let argument = |(param, index): (&tree::GenericParam, u32)| match param.is_const {
            true => tree::Ty::Const(tree::ConstArg::Param(index, param.name.clone())),
            false => tree::Ty::Param(index, param.name.clone()),
        };
        let own: Vec<tree::Ty> = item.generics.params.iter().zip(0..).map(argument).collect();
        // Some type with a size in the place of each parameter that need not have one.
        let mut some = own.clone();
        for index in &item.generics.unsized_params {
            some[*index as usize] = tree::Ty::Bool;
        }
        let holds = |args: Vec<tree::Ty>| self.tree.implements(trait_, &[tree::Ty::Adt(def, args)], def);
        match holds(own) {
            true => Sizedness::Always,
            false if holds(some) => Sizedness::WithArguments,
            false => Sizedness::Never,
        }
    }

    /// The variants with their fields. A struct is a datatype with one variant, a union one with a variant for each field, of the
    /// same name; fields without names are called by their
    /// numbers.
    fn variants(&mut self, item: &tree::Adt) -> Result<Vec<Variant>> {
        let mut variants = Vec::new();
        for (variant, number) in item.variants.iter().zip(0..) {
            let mut fields = Vec::new();
            for (field, index) in variant.fields.iter().zip(0..) {
                let known = self.tree.normalize(&field.ty, item.def.id);
                let ty = self.ty(&known, field.span)?;
                let ghost = self.field_mode(item.def.id, number, index)? == Some(Mode::Spec);
                fields.push(Field { name: field.name.as_str().into(), ty, ghost });
            }
            if item.kind == AdtKind::Union {
                variants.extend(fields.into_iter().map(|f| Variant { name: f.name.clone(), fields: vec![f] }));
            } else {
                variants.push(Variant { name: variant.name.as_str().into(), fields });
            }
        }
        Ok(variants)
    }

    /// Errs with `unsupported/union` for a field whose type is not `Copy`: what was in it would have to be forgotten where
    /// another field is written.
    fn union_rules(&mut self, item: &tree::Adt) -> Result<()> {
        for field in item.variants.iter().flat_map(|v| &v.fields) {
            if !self.is_copied(&field.ty, item.def.id) {
                let text = format!("the field `{}` of a union is supported only if its type is `Copy`", field.name);
                return fail(Unsupported::Union, text, field.span);
            }
        }
        Ok(())
    }

    /// Errs with `language/is-variant` on a struct and with `language/recursive-types` where an attribute names no
    /// parameter: a misspelt promise must not count as one.
    fn datatype_rules(&mut self, item: &tree::Adt, entry: &Entry) -> Result<()> {
        if let (Some(span), true) = (entry.attrs.is_variant, item.kind != AdtKind::Enum) {
            return fail(Language::IsVariant, "#[is_variant] is only allowed on enums", span);
        }
        for (_, name, span) in &entry.attrs.recursive_types {
            if !item.generics.params.iter().any(|p| p.name == *name) {
                return fail(Language::RecursiveTypes, format!("unused parameter attribute {name}"), *span);
            }
        }
        Ok(())
    }
}

/// Errs with `language/recursive-types` for a type with hidden fields that does not say of each type parameter whether types
/// may be parts of themselves by way of it.
fn every_parameter_is_declared(said: &Entry) -> Result<()> {
    let Item::Adt(adt) = &said.item else { return Ok(()) };
    let is_declared = |name: &str| said.attrs.recursive_types.iter().any(|(_, declared, _)| declared == name);
    match adt.generics.params.iter().find(|param| !param.is_const && !is_declared(&param.name)) {
        Some(param) => {
            let text = format!(
                "each type parameter of an `external_body` type is declared with `reject_recursive_types`, \
                 `reject_recursive_types_in_ground_variants` or `accept_recursive_types`: nothing is said of `{name}` \
                 (`#[verifier::reject_recursive_types({name})]` is always safe)",
                name = param.name
            );
            fail(Language::RecursiveTypes, text, adt.def.name_span)
        }
        None => Ok(()),
    }
}
