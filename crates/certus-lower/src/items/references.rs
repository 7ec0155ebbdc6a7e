//! Which types may have mutable references in their values.
//!
//! A value that has none needs no note of who owns it. Where it cannot be told, there may be some.

use std::collections::HashSet;

use certus_tree::{self as tree, DefId, Item, Known, Lending, Mutability};
use certus_vir::{FieldStep, Ty};

use crate::context::Context;
use crate::error::Result;

/// Whether the type does not show what is in its values: a closure holds what it captures, and an `impl` type or a trait object
/// may be anything.
pub(crate) fn hides_what_it_holds(ty: &Ty) -> bool {
    let Ty::Data(path, _) = ty else { return false };
    let is_closure = path.contains("{closure#") || &**path == Known::FnProof.path();
    is_closure || ty.is_opaque_result() || ty.dyn_trait().is_some()
}

/// A type within itself is not followed for longer.
const DEEPEST: usize = 16;

impl Context<'_> {
    /// Whether there may be a mutable reference in a value of the type, or something that keeps one alive. What is in `Ghost`
    /// or behind a shared reference does not count: nobody writes through it.
    pub(crate) fn may_refer(&mut self, ty: &tree::Ty) -> bool {
        match ty {
            tree::Ty::Bool | tree::Ty::Char | tree::Ty::Str | tree::Ty::Never | tree::Ty::Int(_) => false,
            tree::Ty::Float(_) | tree::Ty::Ref(Mutability::Shared, _) | tree::Ty::RawPtr(..) => false,
            tree::Ty::FnDef(..) | tree::Ty::FnPtr(..) | tree::Ty::Const(_) => false,
            tree::Ty::Ref(Mutability::Mut, _) | tree::Ty::Param(..) | tree::Ty::Projection(..) => true,
            tree::Ty::Closure(_) | tree::Ty::Dyn(..) | tree::Ty::Opaque(..) => true,
            tree::Ty::Tuple(tys) => tys.iter().any(|ty| self.may_refer(ty)),
            tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) => self.may_refer(inner),
            // A proof closure holds what it captures.
            tree::Ty::Adt(def, _) if self.builtin(*def) == Some(Known::FnProof) => true,
            tree::Ty::Adt(def, args) => {
                let known = self.known(*def);
                let is_ghost =
                    matches!(known, Some(Known::Ghost | Known::SpecFn | Known::Int | Known::Nat | Known::Real));
                !is_ghost && (args.iter().any(|ty| self.may_refer(ty)) || self.has_references(*def))
            }
        }
    }

    /// The same, whatever the type parameters stand for.
    pub(crate) fn refers_for_all(&mut self, ty: &tree::Ty) -> bool {
        self.refers_in(ty, &mut HashSet::new())
    }

    /// The same of a type of VIR.
    pub(crate) fn may_hold(&mut self, ty: &Ty) -> bool {
        match ty {
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::SpecFn(..) | Ty::Ref(_) | Ty::FnItem(..) | Ty::Const(_) => false,
            Ty::MutRef(_) | Ty::Param(_) | Ty::Proj(..) => true,
            Ty::Boxed(path, inner) => Known::of(path) != Some(Known::Ghost) && self.may_hold(inner),
            ty @ Ty::Data(..) if hides_what_it_holds(ty) => true,
            Ty::Data(path, args) => {
                let of = self.definitions.datatype(path);
                args.iter().any(|ty| self.may_hold(ty)) || of.is_some_and(|def| self.has_references(def))
            }
        }
    }

    /// Whether references may be stored through a value of a type of VIR: it has a mutable reference in it to what may hold one.
    /// Of a type parameter, only what bounds give it can store something: `of_parameters` is whether they may.
    pub(crate) fn may_store(&mut self, ty: &Ty, of_parameters: bool) -> bool {
        match ty {
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::SpecFn(..) | Ty::Ref(_) | Ty::FnItem(..) | Ty::Const(_) => false,
            Ty::MutRef(inner) => self.may_hold(inner),
            Ty::Param(_) | Ty::Proj(..) => of_parameters,
            Ty::Boxed(path, inner) => Known::of(path) != Some(Known::Ghost) && self.may_store(inner, of_parameters),
            ty @ Ty::Data(..) if hides_what_it_holds(ty) => true,
            Ty::Data(path, args) => {
                let of = self.definitions.datatype(path);
                let owns = of.is_none_or(|def| self.owns_arguments(def, &mut HashSet::new()));
                owns && args.iter().any(|ty| self.may_store(ty, of_parameters))
                    || of.is_some_and(|def| self.has_references(def))
            }
        }
    }

    /// Whether a struct or enum may have values of its type arguments in it: a pointer to some has none.
    fn owns_arguments(&mut self, def: DefId, seen: &mut HashSet<DefId>) -> bool {
        if !seen.insert(def) || self.known(def) == Some(Known::PhantomData) {
            return false;
        }
        let Ok(entry) = self.entry(def) else { return true };
        let Item::Adt(adt) = &entry.item else { return true };
        if adt.has_unknown_field || entry.attrs.external_body || entry.attrs.external_type_specification {
            return true;
        }
        let fields = adt.variants.iter().flat_map(|v| v.fields.iter().map(|field| field.ty.clone()));
        let fields: Vec<tree::Ty> = fields.collect();
        fields.iter().any(|ty| self.owns_parameter(ty, seen))
    }

    fn owns_parameter(&mut self, ty: &tree::Ty, seen: &mut HashSet<DefId>) -> bool {
        match ty {
            tree::Ty::Bool | tree::Ty::Char | tree::Ty::Str | tree::Ty::Never | tree::Ty::Int(_) => false,
            tree::Ty::Float(_) | tree::Ty::Ref(Mutability::Shared, _) | tree::Ty::RawPtr(..) => false,
            tree::Ty::Adt(def, args) => {
                args.iter().any(|ty| self.owns_parameter(ty, seen)) && self.owns_arguments(*def, seen)
            }
            tree::Ty::Tuple(tys) => tys.iter().any(|ty| self.owns_parameter(ty, seen)),
            tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) | tree::Ty::Ref(Mutability::Mut, inner) => {
                self.owns_parameter(inner, seen)
            }
            _ => true,
        }
    }

    /// Whether values of a struct or enum have mutable references of their own, whatever its arguments are.
    fn has_references(&mut self, def: DefId) -> bool {
        if let Some(known) = self.referring.get(&def) {
            return *known;
        }
        let found = self.refers(def, &mut HashSet::new());
        self.referring.insert(def, found);
        found
    }

    fn refers(&mut self, def: DefId, seen: &mut HashSet<DefId>) -> bool {
        if !seen.insert(def) {
            return false;
        }
        let Ok(entry) = self.entry(def) else { return true };
        let Item::Adt(adt) = &entry.item else { return false };
        // Of fields that nobody knows, a lifetime tells that there may be one.
        let is_abstract = adt.has_unknown_field || entry.attrs.external_body || entry.attrs.external_type_specification;
        if is_abstract || !self.tree.is_local(def) {
            return !self.tree.lifetimes_of(def).is_empty();
        }
        let fields: Vec<tree::Ty> =
            adt.variants.iter().flat_map(|v| v.fields.iter().map(|field| field.ty.clone())).collect();
        fields.iter().any(|ty| self.refers_in(ty, seen))
    }

    /// Type parameters count where the type is used.
    fn refers_in(&mut self, ty: &tree::Ty, seen: &mut HashSet<DefId>) -> bool {
        match ty {
            tree::Ty::Param(..) | tree::Ty::Ref(Mutability::Shared, _) => false,
            // A proof closure captures no value that surely has one.
            tree::Ty::Adt(def, _) if self.builtin(*def) == Some(Known::FnProof) => false,
            tree::Ty::Adt(def, args) => {
                self.known(*def) != Some(Known::Ghost)
                    && (args.iter().any(|ty| self.refers_in(ty, seen)) || self.refers(*def, seen))
            }
            tree::Ty::Tuple(tys) => tys.iter().any(|ty| self.refers_in(ty, seen)),
            tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) => self.refers_in(inner, seen),
            other => self.may_refer(other),
        }
    }

    /// The parameters of a function that are declared as references without a lifetime that has a name: what they refer to
    /// cannot be kept in what other arguments refer to, for nothing can say that their lifetime outlives another one. What type
    /// parameters stand for is chosen by the caller, who knows of no lifetime that begins with the call. With `in_result`, those of
    /// which the result cannot be a borrow either: it leaves out no lifetime, or has none.
    pub(crate) fn only_lent(&mut self, path: &certus_vir::Path, in_result: bool) -> Vec<usize> {
        let Some(def) = self.definitions.of(path) else { return Vec::new() };
        let Ok(entry) = self.entry(def) else { return Vec::new() };
        let Item::Function(function) = &entry.item else { return Vec::new() };
        let may_keep = in_result && self.tree.elides_in_result(def) && self.borrows_in(&function.ret);
        let lendings = self.tree.lendings(def);
        let mut found = Vec::new();
        for (index, param) in function.params.iter().enumerate().filter(|_| !may_keep) {
            if self.is_reference(&param.ty) && lendings.get(index) == Some(&Lending::Call) {
                found.push(index);
            }
        }
        found
    }

    /// Whether the bounds of a function may let it store a reference in a value of a type parameter: `P: Put<'a>` may, with a method
    /// that takes a `&'a mut u8`, and `P: Copy` may not.
    pub(crate) fn stores_by_bounds(&mut self, path: &certus_vir::Path) -> bool {
        let entry = self.definitions.of(path).and_then(|def| self.entry(def).ok());
        let Some(entry) = entry else { return true };
        let Item::Function(function) = &entry.item else { return true };
        let around = entry.def().parent.filter(|def| self.entry(*def).is_ok_and(|e| matches!(e.item, Item::Trait(_))));
        let bounds = function.generics.clauses.iter().map(|clause| (clause.trait_, &clause.args[..]));
        bounds.chain(around.map(|def| (def, &[][..]))).any(|(trait_, args)| {
            let names_types = match self.entry(trait_).map(|entry| entry.item.clone()) {
                Ok(Item::Trait(of)) => !of.assoc_types.is_empty(),
                _ => true,
            };
            let others = args.split_first().is_some_and(|(this, others)| others.iter().any(|ty| ty != this));
            names_types || others || !self.tree.lifetimes_of(trait_).is_empty()
        })
    }

    /// The parameters of a function of which it may keep what they refer to for ever: in a place that nobody knows of.
    pub(crate) fn kept_forever(&mut self, path: &certus_vir::Path) -> Vec<usize> {
        let Some(def) = self.definitions.of(path) else { return Vec::new() };
        let Ok(entry) = self.entry(def) else { return Vec::new() };
        let Item::Function(function) = &entry.item else { return Vec::new() };
        let lendings = self.tree.lendings(def);
        let mut found = Vec::new();
        for (index, param) in function.params.iter().enumerate() {
            let is_kept = match lendings.get(index) {
                Some(Lending::Call | Lending::Named) => false,
                Some(Lending::Forever) => self.may_refer(&param.ty),
                // A type parameter is chosen by the caller; anything else is an alias.
                Some(Lending::Unwritten) | None => names_reference(&param.ty),
            };
            if is_kept {
                found.push(index);
            }
        }
        found
    }

    /// Whether a type is a reference, also in a wrapper.
    fn is_reference(&mut self, ty: &tree::Ty) -> bool {
        match ty {
            tree::Ty::Ref(..) => true,
            tree::Ty::Adt(def, args) => {
                self.known(*def).is_some_and(Known::is_wrapper) && matches!(args.first(), Some(tree::Ty::Ref(..)))
            }
            _ => false,
        }
    }

    fn borrows_in(&mut self, ty: &tree::Ty) -> bool {
        match ty {
            tree::Ty::Bool | tree::Ty::Char | tree::Ty::Str | tree::Ty::Never | tree::Ty::Int(_) => false,
            tree::Ty::Float(_) | tree::Ty::RawPtr(..) | tree::Ty::Param(..) | tree::Ty::Const(_) => false,
            tree::Ty::FnDef(..) | tree::Ty::FnPtr(..) => false,
            tree::Ty::Ref(..) | tree::Ty::Closure(_) | tree::Ty::Dyn(..) | tree::Ty::Opaque(..) => true,
            // An associated type may have a lifetime of its own.
            tree::Ty::Projection(trait_, args, name) => {
                let lends = match self.entry(*trait_).map(|entry| entry.item.clone()) {
                    Ok(Item::Trait(of)) => of.lending_types.contains(name),
                    _ => true,
                };
                lends || !self.tree.lifetimes_of(*trait_).is_empty() || args.iter().any(|ty| self.borrows_in(ty))
            }
            tree::Ty::Tuple(tys) => tys.iter().any(|ty| self.borrows_in(ty)),
            tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) => self.borrows_in(inner),
            tree::Ty::Adt(def, args) => {
                !self.tree.lifetimes_of(*def).is_empty() || args.iter().any(|ty| self.borrows_in(ty))
            }
        }
    }

    /// Whether a way goes into a value of a datatype with a destructor.
    pub(crate) fn is_within_drop(&mut self, way: &[FieldStep]) -> Result<bool> {
        for (datatype, ..) in way {
            if let Some(def) = self.definitions.datatype(datatype)
                && self.has_drop(def)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether code may run when a value of the type goes out of scope, as `at` sees it. Of a type whose fields are not known it
    /// may, unless the type is `Copy`.
    pub(crate) fn may_have_destructor(&mut self, ty: &tree::Ty, at: DefId) -> Result<bool> {
        self.may_run_code(ty, at, 0)
    }

    fn may_run_code(&mut self, ty: &tree::Ty, at: DefId, depth: usize) -> Result<bool> {
        let parts = match ty {
            tree::Ty::Bool | tree::Ty::Char | tree::Ty::Str | tree::Ty::Never | tree::Ty::Int(_) => return Ok(false),
            tree::Ty::Float(_) | tree::Ty::Ref(..) | tree::Ty::RawPtr(..) | tree::Ty::Const(_) => return Ok(false),
            tree::Ty::FnDef(..) | tree::Ty::FnPtr(..) => return Ok(false),
            tree::Ty::Tuple(parts) => parts.clone(),
            tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) => vec![(**inner).clone()],
            tree::Ty::Adt(def, _) if self.known(*def).is_some_and(Known::is_wrapper) => return Ok(false),
            tree::Ty::Adt(def, args) => {
                if self.has_drop(*def)? {
                    return Ok(true);
                }
                let entry = self.entry(*def)?;
                match &entry.item {
                    Item::Adt(adt) if depth < DEEPEST && !adt.has_unknown_field && !self.is_opaque(*def)? => {
                        let fields = adt.variants.iter().flat_map(|variant| &variant.fields);
                        fields.map(|field| self.tree.normalize(&field.ty.subst(args), at)).collect()
                    }
                    _ => return Ok(!self.is_copied(ty, at)),
                }
            }
            tree::Ty::Param(..) | tree::Ty::Projection(..) | tree::Ty::Closure(_) => return Ok(!self.is_copied(ty, at)),
            tree::Ty::Dyn(..) | tree::Ty::Opaque(..) => return Ok(!self.is_copied(ty, at)),
        };
        parts.iter().try_fold(false, |found, part| Ok(found || self.may_run_code(part, at, depth + 1)?))
    }

    /// Whether there is code that runs when a value of the struct or enum goes out of scope.
    pub(crate) fn has_drop(&mut self, def: DefId) -> Result<bool> {
        let Some(drop) = self.tree.lookup(Known::Drop.path()) else { return Ok(false) };
        for imp in self.tree.impls(Some(drop)) {
            let entry = self.entry(imp)?;
            if let Item::Impl(imp) = &entry.item
                && matches!(&imp.self_ty, tree::Ty::Adt(of, _) if *of == def)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether a type is, or has as an argument, a mutable reference.
fn names_reference(ty: &tree::Ty) -> bool {
    match ty {
        tree::Ty::Ref(mutability, inner) => *mutability == Mutability::Mut || names_reference(inner),
        tree::Ty::Adt(_, args) | tree::Ty::Tuple(args) => args.iter().any(names_reference),
        tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) => names_reference(inner),
        _ => false,
    }
}
