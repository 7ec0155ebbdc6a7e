//! Which datatypes may contain themselves, and where.
//!
//! Guide page `recursive_types`. A type that contains itself to the left of a function arrow, or that has no value to begin
//! with, lets one prove `false`. Both rules need the whole crate, as recursion may go through several types and through
//! the associated types of impls. What an associated type is is put in first; one that cannot be known for all type
//! arguments is looked at again where the type is used with arguments.

use certus_diagnostics::Language;
use std::collections::{HashMap, HashSet};

use certus_tree::Item;
use certus_vir::passes::dispatch;
use certus_vir::{Datatype, Name, Path, Ty};

use crate::attrs::RecursiveTypes;
use crate::context::Context;
use crate::error::{Failed, Result, fail};

/// How many associated types are followed one into the other.
const DEPTH: usize = 8;

/// The rules on recursive datatypes: every recursive occurrence positive, and a value to begin with.
/// Errs with `language/positivity` or `language/ground-variant`. Types of libraries were checked with their crate.
pub(super) fn check_recursion(cx: &mut Context<'_>) -> Result<()> {
    let mut datatypes: Vec<Datatype> = cx.output.program().datatypes.values().cloned().collect();
    for field in datatypes.iter_mut().flat_map(|d| d.variants.iter_mut().flatten()).flat_map(|v| &mut v.fields) {
        field.ty = dispatch::normalize(cx.output.program(), &field.ty);
    }
    let table: HashMap<Path, Datatype> = datatypes.iter().map(|d| (d.path.clone(), d.clone())).collect();
    let projecting = projecting(&datatypes);
    let mut errors = Vec::new();
    for datatype in &datatypes {
        if !cx.definitions.datatype(&datatype.path).is_some_and(|def| cx.tree.is_local(def)) {
            continue;
        }
        let mut search = Search { cx, table: &table, projecting: &projecting, datatype, seen: HashSet::new() };
        if let Err(Failed(list)) = search.rules() {
            errors.extend(list);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// Whether an associated type is in it that is not known yet.
fn has_projection(ty: &Ty) -> bool {
    match ty {
        Ty::Proj(..) => true,
        Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Param(_) | Ty::Const(_) => false,
        Ty::Data(_, tys) | Ty::FnItem(_, tys) => tys.iter().any(has_projection),
        Ty::SpecFn(tys, ret) => tys.iter().any(has_projection) || has_projection(ret),
        Ty::Ref(ty) | Ty::Boxed(_, ty) | Ty::MutRef(ty) => has_projection(ty),
    }
}

/// The types whose fields have types that only the type arguments tell, themselves or in another such type.
fn projecting(datatypes: &[Datatype]) -> HashSet<Path> {
    let mut found: HashSet<Path> = HashSet::new();
    loop {
        let before = found.len();
        for datatype in datatypes.iter().filter(|d| !d.params.is_empty()) {
            let mut inside = Vec::new();
            let fields = datatype.variants.iter().flatten().flat_map(|v| &v.fields);
            let mut projects = false;
            for field in fields {
                projects |= has_projection(&field.ty);
                mentioned(&field.ty, &mut inside);
            }
            if projects || inside.iter().any(|path| found.contains(path)) {
                found.insert(datatype.path.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The types that a declaration mentions, and whether they stand in a positive position. Those of the fields do. A type that
/// a bound gives to an associated type does not: that name may stand for it anywhere.
fn positions(datatype: &Datatype) -> impl Iterator<Item = (&Ty, bool)> {
    let fields = datatype.variants.iter().flatten().flat_map(|variant| &variant.fields).map(|field| (&field.ty, true));
    let fixed = datatype.bounds.iter().flat_map(|bound| &bound.assoc).map(|(_, ty)| (ty, false));
    fields.chain(fixed)
}

/// The check of one datatype.
struct Search<'s, 'a> {
    cx: &'s mut Context<'a>,
    /// All datatypes, with the associated types in them put in where they are known.
    table: &'s HashMap<Path, Datatype>,
    projecting: &'s HashSet<Path>,
    datatype: &'s Datatype,
    /// The types with arguments whose fields are looked at already, and in which kind of position.
    seen: HashSet<(Ty, bool)>,
}

impl Search<'_, '_> {
    /// Checks one datatype. The two rules keep the axioms of datatypes free of contradictions: a type that contains functions
    /// from itself would have more values than it has, and one without a value to begin with has none at all.
    fn rules(&mut self) -> Result<()> {
        let datatype = self.datatype;
        for (ty, positive) in positions(datatype) {
            if self.negative(ty, positive, DEPTH)? {
                let text = format!("Type {} recursively uses itself in a non-positive position", datatype.path);
                return fail(Language::Positivity, text, datatype.span);
            }
        }
        self.parameters()?;
        if datatype.variants.is_none() {
            return Ok(());
        }
        let own = Ty::Data(datatype.path.clone(), Vec::new());
        if !self.grounded(&own, &mut HashSet::new())? {
            return fail(
                Language::GroundVariant,
                "datatype must have at least one non-recursive variant",
                datatype.span,
            );
        }
        Ok(())
    }

    /// A parameter that stands in a non-positive position must be declared so: whoever uses the type for a type that
    /// contains it looks at the declaration only.
    fn parameters(&mut self) -> Result<()> {
        let datatype = self.datatype;
        for (i, param) in datatype.params.iter().enumerate() {
            if self.rejects_position(&datatype.path, i)? {
                continue;
            }
            for (ty, positive) in positions(datatype) {
                if self.occurs_negatively(ty, &param.name, positive)? {
                    let text = format!(
                        "Type parameter {} of {} must be declared #[verifier::reject_recursive_types] to be used in a \
                         non-positive position",
                        param.name, datatype.path
                    );
                    return fail(Language::Positivity, text, datatype.span);
                }
            }
        }
        Ok(())
    }

    /// True when the parameter occurs where values of it may be the argument of a function.
    /// `T` does in `struct S<T> { f: spec_fn(T) -> bool }`, and not in `struct S<T> { f: spec_fn(int) -> T }`.
    fn occurs_negatively(&mut self, ty: &Ty, name: &Name, positive: bool) -> Result<bool> {
        match ty {
            Ty::Param(other) => Ok(other == name && !positive),
            Ty::Data(path, args) => {
                for (i, arg) in args.iter().enumerate() {
                    let keeps = !self.rejects_position(path, i)?;
                    if self.occurs_negatively(arg, name, positive && keeps)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Ty::SpecFn(params, ret) => {
                for param in params {
                    if self.occurs_negatively(param, name, false)? {
                        return Ok(true);
                    }
                }
                self.occurs_negatively(ret, name, positive)
            }
            Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => self.occurs_negatively(inner, name, positive),
            // What an associated type is becomes known where the type is used; see `negative_inside`.
            Ty::Proj(..) => Ok(false),
            // A function is a value of its own, whatever it is a function of.
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::FnItem(..) | Ty::Const(_) => Ok(false),
        }
    }

    /// Looks for an occurrence of the datatype's recursion group in a position that is not strictly positive.
    /// The argument of a spec function is not positive, the position in a hidden type is only if the type promises so, and
    /// that in an associated type that is not known never is. `positive` tells how the type itself was reached.
    /// `struct S { f: spec_fn(S) -> bool }` has one: `S` would have as many values as it has sets of values, and
    /// `false` could be shown from that.
    fn negative(&mut self, ty: &Ty, positive: bool, depth: usize) -> Result<bool> {
        match ty {
            Ty::Data(path, args) => {
                if !positive && self.reaches(path) {
                    return Ok(true);
                }
                let strict = self.table.get(path).is_some_and(|d| d.variants.is_none()) && !path.starts_with("tuple%");
                for (i, arg) in args.iter().enumerate() {
                    let keeps = !self.rejects_position(path, i)? && (!strict || self.accepts_position(path, i)?);
                    if self.negative(arg, positive && keeps, depth)? {
                        return Ok(true);
                    }
                }
                self.negative_inside(path, args, positive, depth)
            }
            Ty::SpecFn(params, ret) => {
                for param in params {
                    if self.negative(param, false, depth)? {
                        return Ok(true);
                    }
                }
                self.negative(ret, positive, depth)
            }
            Ty::Proj(_, args, _) => {
                for arg in args {
                    if self.negative(arg, false, depth)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => self.negative(inner, positive, depth),
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Param(_) | Ty::FnItem(..) | Ty::Const(_) => Ok(false),
        }
    }

    /// The fields of a type of which only its arguments tell what they are. Beyond the limit the answer is that they do
    /// harm: a type that grows with every step is none that anybody needs.
    fn negative_inside(&mut self, path: &Path, args: &[Ty], positive: bool, depth: usize) -> Result<bool> {
        let table = self.table;
        let Some(Datatype { variants: Some(variants), params, .. }) = table.get(path) else { return Ok(false) };
        if !self.projecting.contains(path) || !self.seen.insert((Ty::Data(path.clone(), args.to_vec()), positive)) {
            return Ok(false);
        }
        let Some(depth) = depth.checked_sub(1) else { return Ok(true) };
        for field in variants.iter().flat_map(|v| &v.fields) {
            let ty =
                dispatch::normalize(self.cx.output.program(), &field.ty.subst(&|name| argument(params, args, name)));
            if self.negative(&ty, positive, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True when an abstract type accepts recursive types in its parameter.
    /// Without a promise the answer is no, as the hidden definition may use its parameter as the argument of a function.
    fn accepts_position(&mut self, path: &Path, index: usize) -> Result<bool> {
        if self.cx.definitions.datatype(path).is_none() {
            // A pointer holds an address and no value.
            return Ok(matches!(&**path, "slice" | "array") || **path == *certus_vir::POINTER);
        }
        Ok(self.promise(path, index)?.is_some_and(|kind| kind != RecursiveTypes::Reject))
    }

    /// What an abstract type, or its specification, promises of a parameter.
    fn promise(&mut self, path: &Path, index: usize) -> Result<Option<RecursiveTypes>> {
        let Some(def) = self.cx.definitions.datatype(path) else { return Ok(None) };
        let entry = self.cx.type_entry(def)?;
        let Item::Adt(item) = &entry.item else { return Ok(None) };
        let Some(param) = item.generics.params.get(index) else { return Ok(None) };
        let found = entry.attrs.recursive_types.iter().find(|(_, name, _)| *name == param.name);
        Ok(found.map(|(kind, ..)| *kind))
    }

    /// True when a type rejects recursive types in its parameter, in words or as a type of the user's with hidden fields.
    fn rejects_position(&mut self, path: &Path, index: usize) -> Result<bool> {
        let Some(def) = self.cx.definitions.datatype(path) else { return Ok(false) };
        let promises = self.cx.proxy_of(def)?.unwrap_or(def);
        let entry = self.cx.entry(promises)?;
        let Item::Adt(item) = &entry.item else { return Ok(false) };
        let Some(param) = item.generics.params.get(index) else { return Ok(false) };
        Ok(match entry.attrs.recursive_types.iter().find(|(_, name, _)| *name == param.name) {
            Some((kind, ..)) => *kind == RecursiveTypes::Reject,
            // A const parameter is no type, so that nothing can recur through it.
            None => !param.is_const && !self.cx.tree.is_library(def) && self.cx.is_opaque(def)?,
        })
    }

    /// True when values of the type may hold values of the datatype.
    fn reaches(&self, from: &Path) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![from.clone()];
        while let Some(path) = work.pop() {
            if path == self.datatype.path {
                return true;
            }
            if !seen.insert(path.clone()) {
                continue;
            }
            let fields = self.table.get(&path).and_then(|d| d.variants.as_ref()).into_iter().flatten();
            for field in fields.flat_map(|v| &v.fields) {
                mentioned(&field.ty, &mut work);
            }
        }
        false
    }

    /// True when the type has a value that can be built without a value of a type under construction. A parameter that
    /// is declared to accept recursive types may be one, so it does not count as a ground. Nor does an argument of a type
    /// with hidden fields, unless that type accepts recursive types in its place.
    fn grounded(&mut self, ty: &Ty, open: &mut HashSet<Path>) -> Result<bool> {
        let table = self.table;
        match ty {
            Ty::Param(name) => {
                let index = self.datatype.params.iter().position(|p| p.name == *name);
                let path = &self.datatype.path;
                let kind = index.map(|index| self.promise(path, index)).transpose()?.flatten();
                Ok(kind != Some(RecursiveTypes::Accept))
            }
            Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => self.grounded(inner, open),
            Ty::SpecFn(_, ret) => self.grounded(ret, open),
            Ty::Data(path, args) => {
                let Some(Datatype { variants: Some(variants), params, .. }) = table.get(path) else {
                    return self.hidden_grounded(path, args, open);
                };
                // Nobody has a value of such a type, and a `match` on one needs no arm.
                if variants.is_empty() {
                    return Ok(true);
                }
                if !self.arguments_grounded(path, args, open)? {
                    return Ok(false);
                }
                // A tuple is its components, and may well be in another one.
                if path.starts_with("tuple%") {
                    return Ok(true);
                }
                if !open.insert(path.clone()) {
                    return Ok(false);
                }
                let mut found = false;
                for variant in variants {
                    let mut all = true;
                    for field in &variant.fields {
                        let ty = dispatch::normalize(
                            self.cx.output.program(),
                            &field.ty.subst(&|name| argument(params, args, name)),
                        );
                        all = all && self.grounded(&ty, open)?;
                    }
                    found |= all;
                }
                open.remove(path);
                Ok(found)
            }
            _ => Ok(true),
        }
    }

    /// Of a type whose fields are hidden, only the arguments are known: it has a value to begin with if each of them has one, or
    /// is a parameter with `accept_recursive_types`.
    fn hidden_grounded(&mut self, path: &Path, args: &[Ty], open: &mut HashSet<Path>) -> Result<bool> {
        if !self.table.contains_key(path) || self.cx.definitions.datatype(path).is_none() {
            return Ok(true);
        }
        self.arguments_grounded(path, args, open)
    }

    /// Whether each argument has a value to begin with, or stands for a parameter with `accept_recursive_types`. What the
    /// fields of the type do with the others is not looked at: its declaration alone counts.
    fn arguments_grounded(&mut self, path: &Path, args: &[Ty], open: &mut HashSet<Path>) -> Result<bool> {
        for (i, arg) in args.iter().enumerate() {
            let accepts = self.promise(path, i)? == Some(RecursiveTypes::Accept);
            if !accepts && !self.grounded(arg, open)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What a parameter stands for.
fn argument(params: &[certus_vir::TypeParam], args: &[Ty], name: &Name) -> Option<Ty> {
    let index = params.iter().position(|p| p.name == *name)?;
    args.get(index).cloned()
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
        Ty::Proj(_, args, _) => args.iter().for_each(|t| mentioned(t, out)),
        Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => mentioned(inner, out),
        Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Param(_) | Ty::FnItem(..) | Ty::Const(_) => {}
    }
}
