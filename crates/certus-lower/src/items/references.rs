//! Which types may have mutable references in their values.
//!
//! A value that has none needs no note of who owns it. Where it cannot be told, there may be some.

use std::collections::HashSet;

use certus_tree::{self as tree, DefId, Item, Known, Mutability};
use certus_vir::Ty;

use crate::context::Context;
use crate::error::Result;

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
            // A closure holds what it captures.
            Ty::Data(path, _) if path.contains("{closure#") => true,
            Ty::Data(path, args) => {
                let of = self.definitions.datatype(path);
                args.iter().any(|ty| self.may_hold(ty)) || of.is_some_and(|def| self.has_references(def))
            }
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
    /// cannot be kept in what other arguments refer to. What type parameters stand for is chosen by the caller, who knows of no
    /// lifetime that begins with the call. With `in_result`, those of which the result cannot be a borrow either.
    pub(crate) fn only_lent(&mut self, path: &certus_vir::Path, in_result: bool) -> Vec<usize> {
        let Some(def) = self.definitions.of(path) else { return Vec::new() };
        let Ok(entry) = self.entry(def) else { return Vec::new() };
        let Item::Function(function) = &entry.item else { return Vec::new() };
        let around = entry.def().parent;
        let is_named = [Some(def), around].into_iter().flatten().any(|def| !self.tree.lifetimes_of(def).is_empty());
        let may_keep = is_named || in_result && self.borrows_in(&function.ret);
        let mut found = Vec::new();
        for (index, param) in function.params.iter().enumerate().filter(|_| !may_keep) {
            if self.is_reference(&param.ty) {
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
            // An associated type of the program may have a lifetime of its own.
            tree::Ty::Projection(trait_, args, _) => {
                self.tree.is_local(*trait_)
                    || !self.tree.lifetimes_of(*trait_).is_empty()
                    || args.iter().any(|ty| self.borrows_in(ty))
            }
            tree::Ty::Tuple(tys) => tys.iter().any(|ty| self.borrows_in(ty)),
            tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) => self.borrows_in(inner),
            tree::Ty::Adt(def, args) => {
                !self.tree.lifetimes_of(*def).is_empty() || args.iter().any(|ty| self.borrows_in(ty))
            }
        }
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
