//! Structs and enums, and when they are well defined.
//!
//! Guide pages `datatypes_struct` and `datatypes_enum`. A datatype becomes an axiomatised sort, and the axioms have a
//! model only if the type is well founded: a type that contains itself to the left of a function arrow, or that has no
//! value to begin with, lets one prove `false`. Both rules need the whole crate, as recursion may go through several
//! types. A type whose fields are not known (`external_body`, or declared outside of the language) is a sort with
//! nothing known about its values.

use std::collections::{HashMap, HashSet};

use certus_diagnostics::Span;
use certus_tree::{self as tree, AdtKind, DefId, Item};
use certus_vir::{Datatype, Field, Path, Ty, Variant};

use crate::attrs::RecursiveTypes;
use crate::context::{Context, Entry, Result, language, unsupported};

impl Context<'_> {
    /// A union has no variant that is known from its value, so it is `unsupported/union` unless its fields are hidden.
    pub(super) fn lower_datatype(&mut self, def: DefId, entry: &Entry) -> Result<()> {
        let Item::Adt(item) = &entry.item else { return Ok(()) };
        let path = self.path(def);
        self.adts.insert(path.clone(), def);
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
            return unsupported("union", "unions are not supported", span);
        }
        if item.has_unknown_field && !abstract_ {
            let text = format!("the type `{path}` cannot be used: a type in its declaration is not known");
            return unsupported("external-crate", text, span);
        }
        self.datatype_rules(item, entry)?;
        let params = self.type_params(&item.generics);
        let variants = if abstract_ { None } else { Some(self.variants(item)?) };
        let bounds = self.bounds(&item.generics, span)?;
        let datatype = Datatype { path: path.clone(), params, bounds, variants, ext_equal: said.attrs.ext_equal, span };
        self.out.datatypes.insert(path, datatype);
        Ok(())
    }

    fn variants(&mut self, item: &tree::Adt) -> Result<Vec<Variant>> {
        let mut variants = Vec::new();
        for variant in &item.variants {
            let mut fields = Vec::new();
            for field in &variant.fields {
                fields.push(Field { name: field.name.as_str().into(), ty: self.ty(&field.ty, field.span)? });
            }
            variants.push(Variant { name: variant.name.as_str().into(), fields });
        }
        Ok(variants)
    }

    /// Errs with `language/is-variant` on a struct and with `language/recursive-types` where an attribute names no
    /// parameter: a misspelt promise must not count as one.
    fn datatype_rules(&mut self, item: &tree::Adt, entry: &Entry) -> Result<()> {
        if let (Some(span), true) = (entry.attrs.is_variant, item.kind != AdtKind::Enum) {
            return language("is-variant", "#[is_variant] is only allowed on enums", span);
        }
        for (_, name, span) in &entry.attrs.recursive_types {
            if !item.generics.params.iter().any(|p| p.name == *name) {
                return language("recursive-types", format!("unused parameter attribute {name}"), *span);
            }
        }
        Ok(())
    }
}

/// The rules on recursive datatypes: every recursive occurrence positive, and a value to begin with.
/// Errs with `language/positivity` or `language/ground-variant`. Types of libraries were checked with their crate.
pub(super) fn check_recursion(cx: &mut Context<'_>) -> Result<()> {
    let datatypes: Vec<Datatype> = cx.out.datatypes.values().cloned().collect();
    let table: HashMap<Path, Datatype> = datatypes.iter().map(|d| (d.path.clone(), d.clone())).collect();
    for datatype in &datatypes {
        let local = cx.adts.get(&datatype.path).is_some_and(|def| cx.tree.is_local(*def));
        if !local {
            continue;
        }
        let Some(variants) = &datatype.variants else { continue };
        for field in variants.iter().flat_map(|v| &v.fields) {
            if let Some(span) = negative(cx, &field.ty, &datatype.path, true, &table, datatype.span)? {
                let text = format!("Type {} recursively uses itself in a non-positive position", datatype.path);
                return language("positivity", text, span);
            }
        }
        parameters(cx, datatype)?;
        let accepting = accepted(cx, &datatype.path)?;
        if !grounded(&Ty::Data(datatype.path.clone(), Vec::new()), &table, &accepting, &mut HashSet::new()) {
            return language("ground-variant", "datatype must have at least one non-recursive variant", datatype.span);
        }
    }
    Ok(())
}

/// A parameter that stands in a non-positive position must be declared so: whoever uses the type for a type that contains
/// it looks at the declaration only.
fn parameters(cx: &mut Context<'_>, datatype: &Datatype) -> Result<()> {
    for (i, param) in datatype.params.iter().enumerate() {
        if rejects_position(cx, &datatype.path, i)? {
            continue;
        }
        for field in datatype.variants.iter().flatten().flat_map(|v| &v.fields) {
            if occurs_negatively(cx, &field.ty, &param.name, true)? {
                let text = format!(
                    "Type parameter {} of {} must be declared #[verifier::reject_recursive_types] to be used in a \
                     non-positive position",
                    param.name, datatype.path
                );
                return language("positivity", text, datatype.span);
            }
        }
    }
    Ok(())
}

/// True when the parameter occurs where values of it may be the argument of a function.
fn occurs_negatively(cx: &mut Context<'_>, ty: &Ty, name: &certus_vir::Name, positive: bool) -> Result<bool> {
    match ty {
        Ty::Param(other) => Ok(other == name && !positive),
        Ty::Data(path, args) => {
            for (i, arg) in args.iter().enumerate() {
                let keeps = !rejects_position(cx, path, i)?;
                if occurs_negatively(cx, arg, name, positive && keeps)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Ty::SpecFn(params, ret) => {
            for param in params {
                if occurs_negatively(cx, param, name, false)? {
                    return Ok(true);
                }
            }
            occurs_negatively(cx, ret, name, positive)
        }
        Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => occurs_negatively(cx, inner, name, positive),
        _ => Ok(false),
    }
}

/// The parameters that a type declares to accept recursive types in.
fn accepted(cx: &mut Context<'_>, path: &Path) -> Result<HashSet<String>> {
    let Some(def) = cx.adts.get(path).copied() else { return Ok(HashSet::new()) };
    let entry = cx.entry(def)?;
    let accepting = entry.attrs.recursive_types.iter().filter(|(kind, ..)| *kind == RecursiveTypes::Accept);
    Ok(accepting.map(|(_, name, _)| name.clone()).collect())
}

/// Looks for an occurrence of `target`'s recursion group in a position that is not strictly positive.
/// The argument of a spec function is not positive, and the position in a hidden type is only if the type promises so.
/// Gives the place of the offence; the argument `positive` tells how the type itself was reached.
fn negative(
    cx: &mut Context<'_>,
    ty: &Ty,
    target: &Path,
    positive: bool,
    table: &HashMap<Path, Datatype>,
    span: Span,
) -> Result<Option<Span>> {
    let found = match ty {
        Ty::Data(path, args) => {
            if !positive && reaches(path, target, table) {
                return Ok(Some(span));
            }
            let strict = table.get(path).is_some_and(|d| d.variants.is_none()) && !path.starts_with("tuple%");
            for (i, arg) in args.iter().enumerate() {
                let keeps = !rejects_position(cx, path, i)? && (!strict || accepts_position(cx, path, i)?);
                if let Some(at) = negative(cx, arg, target, positive && keeps, table, span)? {
                    return Ok(Some(at));
                }
            }
            None
        }
        Ty::SpecFn(params, ret) => {
            for param in params {
                if let Some(at) = negative(cx, param, target, false, table, span)? {
                    return Ok(Some(at));
                }
            }
            negative(cx, ret, target, positive, table, span)?
        }
        Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => negative(cx, inner, target, positive, table, span)?,
        _ => None,
    };
    Ok(found)
}

/// True when an abstract type accepts recursive types in its parameter.
/// Without a promise the answer is no, as the hidden definition may use its parameter as the argument of a function.
fn accepts_position(cx: &mut Context<'_>, path: &Path, index: usize) -> Result<bool> {
    let Some(def) = cx.adts.get(path).copied() else { return Ok(matches!(&**path, "slice" | "array")) };
    let entry = cx.type_entry(def)?;
    let Item::Adt(item) = &entry.item else { return Ok(false) };
    let Some(param) = item.generics.params.get(index) else { return Ok(false) };
    let kind = entry.attrs.recursive_types.iter().find(|(_, name, _)| *name == param.name);
    Ok(kind.is_some_and(|(kind, ..)| *kind != RecursiveTypes::Reject))
}

/// True when a type rejects recursive types in its parameter, in words or as a type of the user's with hidden fields.
fn rejects_position(cx: &mut Context<'_>, path: &Path, index: usize) -> Result<bool> {
    let Some(def) = cx.adts.get(path).copied() else { return Ok(false) };
    let promises = cx.proxy_of(def)?.unwrap_or(def);
    let entry = cx.entry(promises)?;
    let Item::Adt(item) = &entry.item else { return Ok(false) };
    let Some(param) = item.generics.params.get(index) else { return Ok(false) };
    Ok(match entry.attrs.recursive_types.iter().find(|(_, name, _)| *name == param.name) {
        Some((kind, ..)) => *kind == RecursiveTypes::Reject,
        None => !cx.tree.is_library(def) && cx.is_opaque(def)?,
    })
}

/// True when values of `from` may hold values of `to`.
fn reaches(from: &Path, to: &Path, table: &HashMap<Path, Datatype>) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![from.clone()];
    while let Some(path) = work.pop() {
        if path == *to {
            return true;
        }
        if !seen.insert(path.clone()) {
            continue;
        }
        let fields = table.get(&path).and_then(|d| d.variants.as_ref()).into_iter().flatten();
        for field in fields.flat_map(|v| &v.fields) {
            mentioned(&field.ty, &mut work);
        }
    }
    false
}

/// The datatypes named anywhere in a type. Both sides of a function type count: mutual recursion is what is looked for,
/// and the sign of a position is judged elsewhere.
fn mentioned(ty: &Ty, out: &mut Vec<Path>) {
    match ty {
        Ty::Data(path, args) => {
            out.push(path.clone());
            args.iter().for_each(|t| mentioned(t, out));
        }
        Ty::SpecFn(params, ret) => {
            params.iter().for_each(|t| mentioned(t, out));
            mentioned(ret, out);
        }
        Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => mentioned(inner, out),
        _ => {}
    }
}

/// True when the type has a value that can be built without a value of a type under construction. A parameter that
/// is declared to accept recursive types may be one, so it does not count as a ground.
fn grounded(ty: &Ty, table: &HashMap<Path, Datatype>, accepting: &HashSet<String>, open: &mut HashSet<Path>) -> bool {
    match ty {
        Ty::Param(name) => !accepting.contains(&**name),
        Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => grounded(inner, table, accepting, open),
        Ty::SpecFn(_, ret) => grounded(ret, table, accepting, open),
        Ty::Data(path, args) => {
            let Some(Datatype { variants: Some(variants), params, .. }) = table.get(path) else { return true };
            if variants.is_empty() {
                return true;
            }
            if !open.insert(path.clone()) {
                return false;
            }
            let put = |name: &certus_vir::Name| {
                let index = params.iter().position(|p| p.name == *name)?;
                args.get(index).cloned()
            };
            let ok =
                variants.iter().any(|v| v.fields.iter().all(|f| grounded(&f.ty.subst(&put), table, accepting, open)));
            open.remove(path);
            ok
        }
        _ => true,
    }
}
