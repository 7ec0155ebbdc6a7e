//! Types with ghost fields: what must not be asked of them as a whole.
//!
//! Where a program is compiled a ghost field is gone. So a derived comparison does not look at it, while the verifier
//! would, and the type is smaller than the verifier would think.
//!
//! A derived `Clone`, `Debug` or `Default` promises nothing about its result, so that nothing is proved of the ghost
//! fields that such a value has. A `Ghost<T>` or `Tracked<T>` has no size in both programs, and no comparison.

use certus_diagnostics::Language;
use certus_tree::{self as tree, DefId, Item, Known};

use crate::attrs::Attrs;
use crate::context::Context;
use crate::error::{Result, fail};

/// Derived impls of these look at every field.
const COMPARISONS: [Known; 5] = [Known::PartialEq, Known::Eq, Known::PartialOrd, Known::Ord, Known::Hash];

/// A type within itself with ever more arguments is not followed for longer.
const DEEPEST: usize = 64;

/// Whether a type derives `Structural`.
pub(super) fn derives_structural(item: &tree::Adt) -> bool {
    let is_it = |derive: &String| matches!(derive.rsplit("::").next(), Some("Structural" | "StructuralEq"));
    item.derives.iter().any(is_it)
}

impl Context<'_> {
    /// Errs with `language/ghost-derive` for a derived comparison of a type with ghost fields.
    pub(super) fn derived_rules(&mut self, item: &tree::Impl) -> Result<()> {
        let (Some((trait_, _)), true) = (&item.trait_, item.derive.is_some()) else { return Ok(()) };
        let compared = self.known(*trait_).filter(|known| COMPARISONS.contains(known));
        let (Some(trait_), tree::Ty::Adt(def, _)) = (compared, &item.self_ty) else { return Ok(()) };
        if self.ghost_field(*def)?.is_none() {
            return Ok(());
        }
        let name = trait_.simple_name();
        let text = format!(
            "`{name}` cannot be derived for a type with ghost fields: they do not exist at run time and are not \
             compared; write the impl by hand"
        );
        fail(Language::GhostDerive, text, item.def.span)
    }

    /// Errs with `language/structural` for a type that derives `Structural` and has a field whose `==` may be something else
    /// than being the same.
    pub(super) fn structural_fields(&mut self, item: &tree::Adt) -> Result<()> {
        if !derives_structural(item) {
            return Ok(());
        }
        if !item.derives.iter().any(|derive| derive.rsplit("::").next() == Some("PartialEq")) {
            let text = "`Structural` is for types whose `==` is derived: derive `PartialEq` too";
            return fail(Language::Structural, text, item.def.name_span);
        }
        // Of a parameter the bound says it, where the type is used.
        let some = vec![tree::Ty::Bool; item.generics.params.len()];
        for field in item.variants.iter().flat_map(|variant| &variant.fields) {
            let ty = field.ty.subst(&some);
            // Who derives it promises it, and may take the promise back: what only happens to be so does not count.
            if !self.promises_structural(&ty, item.def.id)? {
                let text = "`Structural` cannot be derived: the type of this field is not `Structural`";
                return fail(Language::Structural, text, field.span);
            }
            let ty = self.without_numbers(&ty);
            if !self.is_structural(&ty, item.def.id, &mut Vec::new())? {
                let text = "`Structural` cannot be derived: `==` on this field may differ from equality";
                return fail(Language::Structural, text, field.span);
            }
        }
        Ok(())
    }

    /// Whether a type is `Structural` by an impl or a derive.
    fn promises_structural(&mut self, ty: &tree::Ty, at: DefId) -> Result<bool> {
        match ty {
            tree::Ty::Ref(tree::Mutability::Shared, inner) => return self.promises_structural(inner, at),
            tree::Ty::Adt(def, args) => {
                let is_option = self.known(*def) == Some(Known::Option);
                let is_derived = matches!(&self.entry(*def)?.item, Item::Adt(adt) if derives_structural(adt));
                if is_option || is_derived {
                    for arg in args {
                        if !self.promises_structural(arg, at)? {
                            return Ok(false);
                        }
                    }
                    return Ok(true);
                }
            }
            _ => {}
        }
        let trait_ = self.tree.lookup(Known::Structural.path());
        Ok(trait_.is_some_and(|trait_| self.tree.implements(trait_, std::slice::from_ref(ty), at)))
    }

    /// The type with another in the place of `int` and `nat`, which have no comparison but that of specifications.
    fn without_numbers(&mut self, ty: &tree::Ty) -> tree::Ty {
        let tree::Ty::Adt(def, args) = ty else { return ty.clone() };
        if self.known(*def).is_some_and(Known::is_math) {
            return tree::Ty::Bool;
        }
        tree::Ty::Adt(*def, args.iter().map(|ty| self.without_numbers(ty)).collect())
    }

    /// The first ghost field of a type, if it has one.
    fn ghost_field(&mut self, def: DefId) -> Result<Option<tree::Field>> {
        let entry = self.entry(def)?;
        let Item::Adt(adt) = &entry.item else { return Ok(None) };
        for field in adt.variants.iter().flat_map(|variant| &variant.fields) {
            let attrs = Attrs::read(&field.attrs)?;
            if attrs.ghost_cfg || attrs.mode.is_some_and(|mode| mode != certus_vir::Mode::Exec) {
                return Ok(Some(field.clone()));
            }
        }
        Ok(None)
    }

    /// Whether values of a type have ghost fields in them, so that its layout is another one when the program runs.
    /// `outer` are types that it is within, and `at` is who asks. What a pointer leads to does not count. A type that is
    /// not known counts as one with ghost fields.
    pub(super) fn has_ghost_parts(&mut self, ty: &tree::Ty, at: DefId, outer: &mut Vec<tree::Ty>) -> Result<bool> {
        let ty = &self.tree.normalize(ty, at);
        let parts: Vec<tree::Ty> = match ty {
            tree::Ty::Adt(def, args) => {
                if outer.contains(ty) {
                    return Ok(false);
                }
                if outer.len() >= DEEPEST || self.ghost_field(*def)?.is_some() {
                    return Ok(true);
                }
                let entry = self.entry(*def)?;
                let Item::Adt(adt) = &entry.item else { return Ok(false) };
                let fields = adt.variants.iter().flat_map(|variant| &variant.fields);
                let fields: Vec<tree::Ty> = fields.map(|field| field.ty.subst(args)).collect();
                // Of a type whose fields are not known the arguments may be in it.
                let opaque = self.tree.is_library(*def) || self.is_external(*def)?;
                if opaque { fields.into_iter().chain(args.iter().cloned()).collect() } else { fields }
            }
            tree::Ty::Tuple(tys) => tys.clone(),
            tree::Ty::Array(ty, _) | tree::Ty::Slice(ty) => vec![(**ty).clone()],
            tree::Ty::Bool | tree::Ty::Char | tree::Ty::Str | tree::Ty::Never | tree::Ty::Const(_) => return Ok(false),
            tree::Ty::Int(_) | tree::Ty::Float(_) | tree::Ty::Ref(..) | tree::Ty::RawPtr(..) => return Ok(false),
            tree::Ty::FnDef(..) | tree::Ty::FnPtr(..) => return Ok(false),
            tree::Ty::Param(..) | tree::Ty::Projection(..) | tree::Ty::Opaque(..) => return Ok(true),
            tree::Ty::Closure(_) | tree::Ty::Dyn(..) => return Ok(true),
        };
        outer.push(ty.clone());
        for part in &parts {
            if self.has_ghost_parts(part, at, outer)? {
                return Ok(true);
            }
        }
        outer.pop();
        Ok(false)
    }
}
