//! The order that termination measures go down in.

use certus_vir::{Name, Ty};

use crate::encoder::{Encoder, Feature, Work};
use crate::error::Res;
use crate::instance::{DataInst, FieldInst, VariantInst};
use crate::names;
use crate::term::{self, Bound, Role, Sort, Sym, Term};
use crate::value::Val;

/// The sort that every value has its height in.
const HEIGHT: &str = "Height";

/// The order on heights.
pub(crate) const BELOW: &str = "height.lt";

impl Encoder<'_> {
    /// Rule `height-lt`: between integers the order is `0 <= a < b`; otherwise it is a well-founded order on heights.
    pub(crate) fn height_lt(&mut self, a: (Val, Ty), b: (Val, Ty)) -> Res<Term> {
        if a.1.int_kind().is_some() && b.1.int_kind().is_some() {
            let (a, b) = (self.concrete(a.0), self.concrete(b.0));
            let low = term::less(false, term::lit(0), a.clone());
            return Ok(term::and([low, term::less(true, a, b)]));
        }
        let small = self.store(a.0, &a.1);
        let big = self.store(b.0, &b.1);
        let (small, big) = (self.height(small, &a.1)?, self.height(big, &b.1)?);
        Ok(self.below(small, big))
    }

    /// The height of a value in its stored form.
    fn height(&mut self, value: Term, ty: &Ty) -> Res<Term> {
        let ty = ty.value();
        self.features.insert(Feature::Height(ty.clone()));
        let sort = self.stored_sort(ty)?;
        let name = format!("height<{}>", names::ty(ty));
        let sym = self.symbol(&format!("height {ty:?}"), &name);
        if self.out.function(&sym, vec![sort], &HEIGHT.into()) {
            self.out.sort(&HEIGHT.into());
            self.work.push_back(Work::Height(ty.clone()));
        }
        Ok(term::app(&sym, Role::Given, vec![value], HEIGHT))
    }

    /// Rule `height-order`: the order is irreflexive and transitive. Ordinals are a model of it and of all that is
    /// stated of heights below.
    fn below(&mut self, a: Term, b: Term) -> Term {
        let below = |a: &Term, b: &Term| term::app(BELOW, Role::Given, vec![a.clone(), b.clone()], "Bool");
        let sort: Sort = HEIGHT.into();
        if self.out.function(&BELOW.into(), vec![sort.clone(), sort.clone()], &"Bool".into()) {
            let names: [Sym; 3] = ["x".into(), "y".into(), "z".into()];
            let [x, y, z] = names.clone().map(|name| term::var(&name, &sort));
            let [bind_x, bind_y, bind_z] = names.map(|name| (name, sort.clone()));
            let itself = below(&x, &x);
            let fact = term::not(itself.clone());
            self.out.axiom(BELOW, term::forall(vec![bind_x.clone()], vec![itself], fact));
            let chain = vec![below(&x, &y), below(&y, &z)];
            let fact = term::implies(term::and(chain.clone()), below(&x, &z));
            self.out.axiom(BELOW, term::forall(vec![bind_x, bind_y, bind_z], chain, fact));
        }
        below(&a, &b)
    }

    /// Rule `height-field`: a field is below the value that it is a field of, and so are the results of a field that is
    /// a mathematical function, where its declaration names what it results in. The trigger is the height of the field:
    /// nothing deeper than what a proof speaks of comes in, and a chain of fields is climbed one step at a time. In the
    /// model an integer has the height that it is, at least 0, and no datatype has a finite one; so this goes for fields
    /// that hold integers too, and is said where the height of one is spoken of.
    pub(crate) fn describe_height(&mut self, ty: &Ty) -> Res<()> {
        let before = self.heights.clone();
        self.heights.push(ty.clone());
        if !matches!(ty, Ty::Data(..)) {
            for of in before.iter().filter(|_| is_scalar(ty)) {
                self.describe_parts(of, &|field| field.value() == ty)?;
            }
            return Ok(());
        }
        let instance = self.datatype(ty)?;
        for variant in instance.variants.iter().flatten() {
            for field in &variant.fields {
                if let Ty::SpecFn(args, ret) = field.ty.value()
                    && has_height(ret)
                    && self.names_its_result(ty, &variant.name, &field.name)
                {
                    self.describe_results(ty, &instance, (variant, field), (args, ret))?;
                }
            }
        }
        self.describe_parts(ty, &|field| has_height(field) || (is_scalar(field) && before.contains(field.value())))
    }

    /// The fields of some types are below the value of this type that they are fields of. A scalar has to be declared
    /// as a type parameter.
    fn describe_parts(&mut self, ty: &Ty, which: &dyn Fn(&Ty) -> bool) -> Res<()> {
        if !matches!(ty, Ty::Data(..)) {
            return Ok(());
        }
        let instance = self.datatype(ty)?;
        let x = term::var(&"x".into(), &instance.sort);
        for variant in instance.variants.iter().flatten() {
            for field in variant.fields.iter().filter(|field| which(&field.ty)) {
                if is_scalar(&field.ty) && !self.is_declared_open(ty, &variant.name, &field.name) {
                    continue;
                }
                let sort = self.stored_sort(&field.ty)?;
                let part = term::app(&field.selector, Role::Free, vec![x.clone()], &sort);
                let small = self.height(part, &field.ty)?;
                let big = self.height(x.clone(), ty)?;
                let fact = term::implies(instance.is_variant(variant, x.clone()), self.below(small.clone(), big));
                let binders = vec![("x".into(), instance.sort.clone())];
                self.out.axiom(&format!("height<{}>", names::ty(ty)), term::forall(binders, vec![small], fact));
            }
        }
        Ok(())
    }
}

impl Encoder<'_> {
    /// The results of a function in a field are below the value that it is a field of.
    fn describe_results(
        &mut self,
        ty: &Ty,
        instance: &DataInst,
        (variant, field): (&VariantInst, &FieldInst),
        (args, ret): (&[Ty], &Ty),
    ) -> Res<()> {
        let x = term::var(&"x".into(), &instance.sort);
        let mut binders: Vec<Bound> = vec![("x".into(), instance.sort.clone())];
        let mut values = Vec::new();
        for (n, arg) in args.iter().enumerate() {
            let sort = self.stored_sort(arg)?;
            let name: Sym = format!("x{n}").into();
            values.push(term::var(&name, &sort));
            binders.push((name, sort));
        }
        let sort = self.stored_sort(&field.ty)?;
        let function = term::app(&field.selector, Role::Free, vec![x.clone()], &sort);
        let result = self.apply_stored(field.ty.value(), function, values)?;
        let small = self.height(result, ret)?;
        let big = self.height(x.clone(), ty)?;
        let fact = term::implies(instance.is_variant(variant, x), self.below(small.clone(), big));
        self.out.axiom(&format!("height<{}>", names::ty(ty)), term::forall(binders, vec![small], fact));
        Ok(())
    }

    /// Whether a field is declared as a function with a result that is not a type parameter of the datatype. The
    /// declaration of a type for all `B` says nothing about what it may be part of.
    fn names_its_result(&self, ty: &Ty, variant: &Name, field: &Name) -> bool {
        let declared = self.declared_field(ty, variant, field).map(Ty::value);
        matches!(declared, Some(Ty::SpecFn(_, ret)) if !matches!(ret.value(), Ty::Param(_)))
    }

    /// Whether a field is declared as a type parameter of the datatype.
    fn is_declared_open(&self, ty: &Ty, variant: &Name, field: &Name) -> bool {
        matches!(self.declared_field(ty, variant, field).map(Ty::value), Some(Ty::Param(_)))
    }

    fn declared_field(&self, ty: &Ty, variant: &Name, field: &Name) -> Option<&Ty> {
        let Ty::Data(path, _) = ty else { return None };
        let declared = self.types.program.datatypes.get(path).and_then(|d| d.variants.as_ref());
        let variant = declared.into_iter().flatten().find(|v| v.name == *variant)?;
        variant.fields.iter().find(|f| f.name == *field).map(|field| &field.ty)
    }
}

/// Whether values of the type have nothing below them but smaller integers.
fn is_scalar(ty: &Ty) -> bool {
    matches!(ty.value(), Ty::Int(_) | Ty::Bool)
}

/// Whether values of the type can have anything below them that a measure would go down to.
fn has_height(ty: &Ty) -> bool {
    matches!(ty.value(), Ty::Data(..) | Ty::Param(_) | Ty::Proj(..))
}
