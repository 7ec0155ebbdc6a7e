//! Datatypes at type arguments.

use certus_vir::{Name, Ty, Variant};

use crate::emit::VariantDecl;
use crate::encoder::{Encoder, Feature};
use crate::error::Res;
use crate::instance::{DataInst, FieldInst, VariantInst};
use crate::names;
use crate::term::{self, Role, Term};
use crate::value::Val;
use certus_diagnostics::Span;
use certus_vir::instances::substitution;

impl Encoder<'_> {
    /// Rule `datatype`: an algebraic datatype of the solver for each instance, fields in their stored form, so that no
    /// range is ever stated of a selector (constructors are total; such an axiom would be a contradiction). One
    /// without known variants, or without any, is an uninterpreted sort.
    pub(crate) fn make_datatype(&mut self, ty: &Ty) -> Res<DataInst> {
        let entity = format!("sort {ty:?}");
        let sort = match ty {
            Ty::Data(path, args) => self.names.of_instance(&entity, path, args),
            Ty::MutRef(inner) => self.names.of_instance(&entity, "mut", std::slice::from_ref(inner)),
            _ => self.symbol(&entity, &names::ty(ty)),
        };
        // Constructors and fields are named after the sort.
        let plain = sort.trim_matches('|').trim_end_matches('.').to_owned();
        let (path, args) = match ty {
            Ty::Data(path, args) => (path, args.as_slice()),
            Ty::MutRef(inner) => {
                // Rule `mut-ref`: a mutable reference is the pair of its current and its final value.
                let fields = ["cur", "fin"].map(|name| (name.into(), (**inner).clone()));
                let variant = self.make_variant(ty, &plain, &"mut".into(), true, fields.to_vec());
                return Ok(DataInst { sort, variants: Some(vec![variant]), ext_equal: false });
            }
            _ => return Err(self.internal(format!("`{plain}` is not a datatype"), None)),
        };
        let Some(data) = self.types.program.datatypes.get(path) else {
            if !path.starts_with("tuple%") {
                return Ok(DataInst { sort, variants: None, ext_equal: false });
            }
            let fields = args.iter().enumerate().map(|(n, t)| (n.to_string().into(), t.clone())).collect();
            let variant = self.make_variant(ty, &plain, path, true, fields);
            return Ok(DataInst { sort, variants: Some(vec![variant]), ext_equal: true });
        };
        let subst = substitution(&data.params, args);
        let variants = data.variants.as_ref().filter(|all| !all.is_empty()).map(|all| {
            let single = all.len() == 1;
            let make = |v: &Variant| {
                let fields = v.fields.iter().map(|f| (f.name.clone(), self.types.norm(&subst, &f.ty))).collect();
                self.make_variant(ty, &plain, &v.name, single, fields)
            };
            all.iter().map(make).collect()
        });
        let ext_equal = data.ext_equal || path.starts_with("tuple%");
        Ok(DataInst { sort, variants, ext_equal })
    }

    fn make_variant(
        &mut self,
        ty: &Ty,
        plain: &str,
        name: &Name,
        single: bool,
        fields: Vec<(Name, Ty)>,
    ) -> VariantInst {
        let base = if single { plain.to_owned() } else { format!("{plain}.{name}") };
        let wanted = if single { format!("{plain}.mk") } else { base.clone() };
        let ctor = self.symbol(&format!("ctor {ty:?} {name}"), &wanted);
        let mut field = |(field, of): (Name, Ty)| {
            let entity = format!("field {ty:?} {name} {field}");
            FieldInst { selector: self.symbol(&entity, &format!("{base}.{field}")), name: field, ty: of }
        };
        VariantInst { name: name.clone(), ctor, fields: fields.into_iter().map(&mut field).collect() }
    }

    /// Declares a datatype that was reached.
    pub(crate) fn describe_datatype(&mut self, ty: &Ty) -> Res<()> {
        let instance = self.datatype(ty)?;
        let Some(variants) = &instance.variants else {
            self.out.sort(&instance.sort);
            return Ok(());
        };
        let mut declared = Vec::new();
        for variant in variants {
            let mut fields = Vec::new();
            for field in &variant.fields {
                fields.push((field.selector.clone(), self.stored_sort(&field.ty)?));
            }
            declared.push(VariantDecl { ctor: variant.ctor.clone(), fields });
        }
        self.out.datatype(&instance.sort, declared);
        Ok(())
    }

    /// A constructor applied to fields by name.
    pub(crate) fn construct(&mut self, ty: &Ty, variant: &Name, fields: Vec<(Name, Val)>, span: Span) -> Res<Term> {
        self.reach_datatype(ty);
        let instance = self.datatype(ty.value())?;
        let Some(known) = instance.variant(variant) else {
            return Err(self.internal(format!("no variant `{variant}` of `{}`", names::ty(ty)), Some(span)));
        };
        let mut args = Vec::new();
        for field in &known.fields {
            let Some((_, value)) = fields.iter().find(|(name, _)| *name == field.name) else {
                return Err(self.internal(format!("field `{}` is missing", field.name), Some(span)));
            };
            args.push(self.store(value.clone(), &field.ty));
        }
        Ok(term::app(&known.ctor, Role::Given, args, &instance.sort))
    }

    /// A field of a value.
    pub(crate) fn select(&mut self, ty: &Ty, variant: &Name, field: &Name, value: Term, span: Span) -> Res<Val> {
        self.reach_datatype(ty);
        let instance = self.datatype(ty.value())?;
        let known = instance.variant(variant).and_then(|v| v.fields.iter().find(|f| f.name == *field));
        let Some(known) = known else {
            let message = format!("no field `{field}` of `{}`", names::ty(ty));
            return Err(self.internal(message, Some(span)));
        };
        let sort = self.stored_sort(&known.ty)?;
        let term = term::app(&known.selector, Role::Free, vec![value], &sort);
        Ok(Val { term, stored: self.stored_range(&known.ty) })
    }

    /// The condition that a value is of a variant.
    pub(crate) fn test_variant(&mut self, ty: &Ty, variant: &Name, value: Term, span: Span) -> Res<Term> {
        let instance = self.datatype(ty.value())?;
        match instance.variant(variant) {
            Some(known) => Ok(instance.is_variant(known, value)),
            None => Err(self.internal(format!("no variant `{variant}` of `{}`", names::ty(ty)), Some(span))),
        }
    }

    fn reach_datatype(&mut self, ty: &Ty) {
        if let Ty::Data(path, args) = ty.value() {
            self.features.insert(Feature::Data(path.clone(), args.clone()));
        }
    }
}
