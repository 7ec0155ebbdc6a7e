//! Types of EPR mode.

use std::rc::Rc;

use certus_diagnostics::{Language, Span};
use certus_vir::{Name, Ty};

use super::{Constructor, Meaning, all_cases, cases};
use crate::encoder::Encoder;
use crate::error::Res;
use crate::instance::{DataInst, VariantInst};
use crate::names;
use crate::term::{self, Kind, Quant, Role, Sort, Sym, Term};

/// Where types come from that the library interprets: what is true of them is said with numbers.
const LIBRARIES: [&str; 4] = ["vstd::", "alloc::", "core::", "std::"];

impl Encoder<'_> {
    /// Rule `epr-sort`: a datatype, a type parameter or an associated type is a sort of which nothing is known but what is
    /// stated of its variants and fields. `what` begins the sentence that refuses any other type.
    pub(crate) fn epr_sort(&mut self, ty: &Ty, span: Span, what: &str) -> Res<Sort> {
        let ty = ty.value();
        match ty {
            Ty::Bool => return Ok("Bool".into()),
            Ty::Int(kind) => {
                let message = format!("{what} of type `{kind}`: integers are not part of EPR");
                let help = "hide them behind a type with private fields, and say what is needed as relations on it";
                return Err(self.outside(Language::EprInteger, message, span, help));
            }
            Ty::SpecFn(..) | Ty::FnItem(..) => {
                let message = format!("{what} a function: functions as values are not part of EPR");
                return Err(self.outside(Language::EprFunctionValue, message, span, ""));
            }
            Ty::Data(path, _) => {
                let is_known = self.types.program.datatypes.get(path).is_some_and(|data| data.variants.is_some());
                let is_own = path.starts_with("tuple%") || is_known;
                let is_builtin = matches!(&**path, "array" | "ptr" | "slice" | "str");
                if is_builtin || !is_own && LIBRARIES.iter().any(|library| path.starts_with(library)) {
                    let message = format!("{what} of type `{}`, which the library interprets", names::ty(ty));
                    let help = "hide it behind a type with private fields, and say what is needed as relations on it";
                    return Err(self.outside(Language::EprType, message, span, help));
                }
            }
            Ty::Const(_) => return Err(self.internal("a number as a type", Some(span))),
            _ => {}
        }
        self.sort(ty)
    }

    /// A sort in EPR mode, with what is known of its variants.
    pub(crate) fn plain_sort(&mut self, ty: &Ty) -> Res<Sort> {
        let own = self.types.own.map(|f| f.span);
        let instance = match ty {
            Ty::Bool => return Ok("Bool".into()),
            Ty::Data(..) | Ty::MutRef(_) => self.datatype(ty)?,
            Ty::Param(_) | Ty::Proj(..) => {
                let sort = self.opaque_sort(ty);
                own.iter().for_each(|span| self.mean(&sort, &names::ty(ty).replace('%', ""), *span, true));
                return Ok(sort);
            }
            _ => {
                let span = own.or_else(|| self.obligation.goals.first().map(|g| g.span));
                return Err(match span {
                    Some(span) => {
                        let message = format!("values of type `{}` are not part of EPR", names::ty(ty));
                        self.outside(Language::EprType, message, span, "")
                    }
                    None => self.internal("a type outside of EPR", None),
                });
            }
        };
        let sort = instance.sort.clone();
        if self.once(&format!("epr sort {sort}")) {
            self.out.sort(&sort);
            let declared = match ty {
                Ty::Data(path, _) => self.types.program.datatypes.get(path).map(|data| data.span),
                _ => None,
            };
            if let Some(span) = declared.or(own) {
                self.mean(&sort, &names::ty(ty), span, true);
                self.variants_of(ty, &instance, span);
            }
        }
        Ok(sort)
    }

    /// Rule `epr-variants`: a value of an enum is of one of its variants and of no other; a variant without fields is one
    /// value.
    fn variants_of(&mut self, ty: &Ty, instance: &DataInst, span: Span) {
        let Some(variants) = &instance.variants else { return };
        let is_single = variants.len() == 1;
        if is_single && variants.iter().all(|v| !v.fields.is_empty()) {
            return;
        }
        let sort = &instance.sort;
        let name = self.epr_binder("x", Meaning { name: "x".to_owned(), span, is_shown: false });
        let x = term::var(&name, sort);
        let mut tests = Vec::new();
        for variant in variants {
            let shown = format!("{}::{}", names::ty(ty), variant.name);
            if variant.fields.is_empty() {
                self.out.function(&variant.ctor, Vec::new(), sort);
            } else {
                self.out.function(&test_of(variant), vec![sort.clone()], &"Bool".into());
            }
            let sym = if variant.fields.is_empty() { variant.ctor.clone() } else { test_of(variant) };
            self.mean(&sym, &shown, span, true);
            tests.push(test(variant, &x));
        }
        let binders = vec![(name, sort.clone())];
        let all = |body: Term| {
            term::quant(Quant { forall: true, binders: binders.clone(), patterns: Vec::new(), body, qid: None })
        };
        self.out.axiom(sort, all(term::or(tests.iter().cloned())));
        for (index, one) in tests.iter().enumerate() {
            for other in tests.iter().skip(index + 1) {
                self.out.axiom(sort, all(term::not(term::and([one.clone(), other.clone()]))));
            }
        }
    }

    /// Rule `epr-fields`: values of one variant that agree in all of its fields are the same, where all of them are
    /// spoken of.
    pub(crate) fn alike_fields(&mut self) -> Res<()> {
        let selected = self.epr.as_ref().map(|state| state.selected.clone()).unwrap_or_default();
        for ((ty, name), fields) in selected {
            let instance = self.datatype(&ty)?;
            let Some(variant) = instance.variant(&name).filter(|v| v.fields.len() == fields.len()) else { continue };
            let span = self.types.own.map_or_else(certus_vir::build::nowhere, |f| f.span);
            let mut bound = |name: &str| {
                let sym = self.epr_binder(name, Meaning { name: name.to_owned(), span, is_shown: false });
                (term::var(&sym, &instance.sort), (sym, instance.sort.clone()))
            };
            let ((x, first), (y, second)) = (bound("x"), bound("y"));
            let is_single = instance.variants.as_ref().is_some_and(|all| all.len() == 1);
            let mut alike = if is_single { Vec::new() } else { vec![test(variant, &x), test(variant, &y)] };
            for field in &variant.fields {
                let sort = self.sort(&field.ty)?;
                let of = |value: &Term| term::app(&field.selector, Role::Free, vec![value.clone()], &sort);
                alike.push(term::eq(of(&x), of(&y)));
            }
            let body = term::implies(term::and(alike), term::eq(x, y));
            let binders = vec![first, second];
            let owner = instance.sort.clone();
            self.out.axiom(&owner, term::quant(Quant { forall: true, binders, patterns: Vec::new(), body, qid: None }));
        }
        Ok(())
    }

    /// What constructor made a value, if it was one with fields.
    pub(crate) fn constructor(&self, t: &Term) -> Option<Constructor> {
        let Kind::App(sym, ..) = &t.kind else { return None };
        self.epr.as_ref()?.constructors.get(sym).cloned()
    }

    /// A constructor applied. One with fields is not declared: fields, tests and equations take it apart.
    pub(crate) fn epr_construct(&mut self, ty: &Ty, variant: &Name, fields: &[(Name, Term)], span: Span) -> Res<Term> {
        let sort = self.epr_sort(ty, span, "this is")?;
        let (instance, at) = self.variant_at(ty, variant, span)?;
        let known = &instance.variants.as_ref().map_or(&[][..], |all| all.as_slice())[at]; // Found just now.
        let mut args = Vec::new();
        for field in &known.fields {
            let Some((_, value)) = fields.iter().find(|(name, _)| *name == field.name) else {
                return Err(self.internal(format!("field `{}` is missing", field.name), Some(span)));
            };
            args.push(value.clone());
        }
        if !args.is_empty()
            && let Some(state) = &mut self.epr
        {
            let made = Constructor { ty: ty.value().clone(), variant: variant.clone() };
            state.constructors.insert(known.ctor.clone(), made);
        }
        Ok(term::app(&known.ctor, Role::Free, args, &sort))
    }

    /// Rule `epr-test`: a variant without fields is a constant, one with fields a relation.
    pub(crate) fn epr_is(&mut self, ty: &Ty, variant: &Name, value: &Term, span: Span) -> Res<Term> {
        self.epr_sort(ty, span, "this is")?;
        let (instance, at) = self.variant_at(ty, variant, span)?;
        cases(value, &mut |value| {
            self.spend(span)?;
            if let Some(made) = self.constructor(value) {
                return Ok(term::boolean(made.variant == *variant));
            }
            let known = instance.variants.as_ref().and_then(|all| all.get(at).map(|v| (v, all.len() == 1)));
            Ok(known
                .map_or(term::boolean(true), |(v, single)| if single { term::boolean(true) } else { test(v, value) }))
        })
    }

    /// Rule `epr-field`: a field is a function of the value; that of a value just put together is what was put there.
    pub(crate) fn epr_field(&mut self, ty: &Ty, of: (&Name, &Name), value: &Term, span: Span) -> Res<Term> {
        let (variant, name) = of;
        let sort = self.epr_sort(ty, span, "this is")?;
        let (instance, at) = self.variant_at(ty, variant, span)?;
        let known = instance.variants.as_ref().and_then(|all| all.get(at));
        let found = known.and_then(|v| v.fields.iter().position(|f| f.name == *name).map(|place| (v, place)));
        let Some((known, place)) = found else {
            return Err(self.internal(format!("no field `{name}` of `{}`", names::ty(ty)), Some(span)));
        };
        let field = &known.fields[place]; // Found just now.
        let result = self.epr_sort(&field.ty, span, &format!("the field `{name}` is"))?;
        cases(value, &mut |value| {
            self.spend(span)?;
            if let Some(made) = self.constructor(value) {
                if made.variant != *variant {
                    let text = "the field of a value that is of another variant";
                    return Err(self.outside(Language::EprConstructor, text, span, ""));
                }
                if let Kind::App(_, _, args) = &value.kind
                    && let Some(arg) = args.get(place)
                {
                    return Ok(arg.clone());
                }
            }
            self.out.function(&field.selector, vec![sort.clone()], &result);
            self.mean(&field.selector, &format!("{}.{name}", names::ty(ty)), span, true);
            if let Some(state) = &mut self.epr {
                let key = (ty.value().clone(), variant.clone());
                state.selected.entry(key).or_default().insert(name.clone());
            }
            Ok(term::app(&field.selector, Role::Free, vec![value.clone()], &result))
        })
    }

    /// Rule `epr-equal`: what was put together from parts is equal to what is of its variant and has these parts.
    pub(crate) fn epr_equal(&mut self, a: Term, b: Term, span: Span) -> Res<Term> {
        if *a.sort == *"Bool" {
            return Ok(term::eq(a, b));
        }
        all_cases(&[a, b], &mut Vec::new(), &mut |pair| {
            self.spend(span)?;
            let [a, b] = pair else { return Ok(term::boolean(true)) };
            match (self.constructor(a), self.constructor(b)) {
                (Some(made), other) => self.has_parts(&made, a, other.is_some(), b, span),
                (None, Some(made)) => self.has_parts(&made, b, false, a, span),
                (None, None) => Ok(term::eq(a.clone(), b.clone())),
            }
        })
    }

    /// That a value is of the variant of one just put together, and has its parts.
    fn has_parts(&mut self, made: &Constructor, value: &Term, both: bool, other: &Term, span: Span) -> Res<Term> {
        let Kind::App(_, _, args) = &value.kind else { return Ok(term::boolean(true)) };
        let is = self.epr_is(&made.ty, &made.variant, other, span)?;
        if both && is_false(&is) {
            return Ok(is);
        }
        let (instance, at) = self.variant_at(&made.ty, &made.variant, span)?;
        let fields = instance.variants.iter().flatten().nth(at).into_iter().flat_map(|v| &v.fields);
        let mut all = vec![is];
        for (field, arg) in fields.zip(args) {
            let part = self.epr_field(&made.ty, (&made.variant, &field.name), other, span)?;
            all.push(self.epr_equal(part, arg.clone(), span)?);
        }
        Ok(term::and(all))
    }

    /// A datatype, and the place of a variant in it.
    fn variant_at(&mut self, ty: &Ty, variant: &Name, span: Span) -> Res<(Rc<DataInst>, usize)> {
        let instance = self.datatype(ty.value())?;
        let at = instance.variants.iter().flatten().position(|v| v.name == *variant);
        match at {
            Some(at) => Ok((instance, at)),
            None => Err(self.internal(format!("no variant `{variant}` of `{}`", names::ty(ty)), Some(span))),
        }
    }
}

/// The relation for a variant with fields.
fn test_of(variant: &VariantInst) -> Sym {
    crate::fuel::derived(&variant.ctor, "is")
}

/// That a value is of a variant.
fn test(variant: &VariantInst, value: &Term) -> Term {
    if variant.fields.is_empty() {
        return term::eq(value.clone(), term::constant(&variant.ctor, &value.sort));
    }
    term::app(&test_of(variant), Role::Free, vec![value.clone()], "Bool")
}

fn is_false(t: &Term) -> bool {
    matches!(&t.kind, Kind::App(sym, _, args) if args.is_empty() && &**sym == "false")
}
