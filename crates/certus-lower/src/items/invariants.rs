//! Declarations of type invariants, and the rules on them.
//!
//! Reference page `reference-type-invariants`. Every value of the type that runs, or that is tracked, satisfies the invariant:
//! it is proved where such a value is made or changed (`body/invariant.rs`). That covers every such place only if no other crate
//! can make or change one, so the type has no public fields, and no impl that is not verified makes one either.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, AdtKind, DefId, Item, Known, Mutability, Visibility};
use certus_vir::Mode;

use super::proxies::same_clauses;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};
use crate::syntax::below_references;

impl Context<'_> {
    /// Finds the invariants that the crate declares. What is wrong with one is said where the function is lowered.
    pub(crate) fn find_invariants(&mut self) {
        for def in self.tree.local_items() {
            let Ok(entry) = self.entry(def) else { continue };
            let Item::Function(item) = &entry.item else { continue };
            if entry.attrs.type_invariant.is_some()
                && let Some(adt) = invariant_of(item)
            {
                let path = self.path(adt);
                self.invariants.add(path, def);
            }
        }
    }

    /// Errs with `language/type-invariant` for a function that cannot be an invariant, or not of this type.
    pub(super) fn invariant_rules(&mut self, item: &tree::Function, entry: &Entry, mode: Mode) -> Result<()> {
        if entry.attrs.type_invariant.is_none() || !self.tree.is_local(item.def.id) {
            return Ok(());
        }
        let wrong = |text: &str, span: Span| fail(Language::TypeInvariant, text, span);
        let span = item.def.name_span;
        if mode != Mode::Spec {
            return wrong("a type invariant must be a `spec` function", span);
        }
        let [param] = &item.params[..] else {
            return wrong("a type invariant has one parameter, the value that it is about", span);
        };
        if item.ret != tree::Ty::Bool {
            return wrong("a type invariant must return `bool`", span);
        }
        if item.trait_method.is_some() || item.is_trait_decl {
            return wrong("a function of a trait cannot be a type invariant", span);
        }
        let tree::Ty::Adt(adt, args) = below_references(&param.ty) else {
            let text = "the parameter of a type invariant must be a struct or enum that is declared in this crate";
            return wrong(text, param.span);
        };
        if !self.tree.is_local(*adt) {
            let text = "the parameter of a type invariant must be a struct or enum that is declared in this crate";
            return wrong(text, param.span);
        }
        let of = self.entry(*adt)?;
        let Item::Adt(of) = &of.item else { return Ok(()) };
        if of.kind == AdtKind::Union {
            return fail(Unsupported::TypeInvariant, "a type invariant of a union is not supported", span);
        }
        if self.is_external(*adt)? || self.type_entry(*adt)?.def().id != *adt {
            return wrong("a type that is not verified cannot have a type invariant", span);
        }
        if invariant_of(item).is_none() {
            let text = "a type invariant is about all types of this name: its parameter must be the type with the parameters \
                        of the function, in their order";
            return wrong(text, param.span);
        }
        if !same_generics(&of.generics, args, &item.generics) {
            return wrong("the bounds of a type invariant must be those of the type", span);
        }
        let path = self.path(*adt);
        if self.invariants.of(&path).is_some_and(|function| function != item.def.id) {
            return wrong("the type has another type invariant", span);
        }
        self.hidden_fields(of)?;
        self.made_by_others(*adt)
    }

    /// Errs with `language/type-invariant` where another crate could make or change a value: a field is public, or all that
    /// there is.
    fn hidden_fields(&self, adt: &tree::Adt) -> Result<()> {
        let fields = || adt.variants.iter().flat_map(|variant| &variant.fields);
        let is_public = |visibility: &Visibility| *visibility == Visibility::Public;
        let text = "a type with a type invariant cannot have public fields";
        if adt.kind == AdtKind::Struct
            && let Some(field) = fields().find(|field| is_public(&field.visibility))
        {
            return fail(Language::TypeInvariant, text, field.span);
        }
        let is_open = adt.kind == AdtKind::Enum || fields().next().is_none();
        if is_open && is_public(&adt.def.visibility) {
            let text = "a type with a type invariant cannot be public if everyone who names it can make a value of it";
            return fail(Language::TypeInvariant, text, adt.def.name_span);
        }
        Ok(())
    }

    /// Errs with `language/type-invariant` for an impl that is not verified and that may make values of the type, or change some:
    /// one that is derived, or written outside of the language. Verified code may call it through the trait.
    fn made_by_others(&mut self, adt: DefId) -> Result<()> {
        for impl_ in self.tree.local_items() {
            let Ok(entry) = self.entry(impl_) else { continue };
            let Item::Impl(item) = &entry.item else { continue };
            let Some((trait_, _)) = &item.trait_ else { continue };
            let is_own = matches!(&item.self_ty, tree::Ty::Adt(of, _) if *of == adt);
            let is_asked = match item.derive {
                // A derived impl for another type calls the one for this type.
                Some(_) => is_own,
                None => !item.is_negative && (!item.def.in_verus || self.is_external(impl_)?),
            };
            if !is_asked || self.known(*trait_) == Some(Known::Drop) || !self.gives(item, adt) {
                continue;
            }
            if is_own
                && self.known(*trait_) == Some(Known::Clone)
                && self.clones_by_copy(&tree::Ty::Adt(adt, Vec::new()), adt)?
            {
                continue;
            }
            let name = self.path(*trait_);
            let text = format!(
                "this impl of `{}` is not verified, and it may make or change values of a type with a type invariant; write it \
                 in `verus!`",
                name.rsplit("::").next().unwrap_or_default()
            );
            return fail(Language::TypeInvariant, text, item.def.span);
        }
        Ok(())
    }

    /// Whether a function of an impl may give a value of the type to who calls it: as its result, by a mutable reference, or to a
    /// function that it is given.
    ///
    /// `fn clone(&self) -> Self` may, and `fn add_assign(&mut self, n: u8)`; `fn fmt(&self, f: &mut Formatter) -> Result` may not.
    /// Fields of types of this crate are looked into, for a value may be in another one.
    fn gives(&mut self, item: &tree::Impl, adt: DefId) -> bool {
        let mut given: Vec<tree::Ty> = item.assoc_types.iter().map(|assoc| assoc.ty.clone()).collect();
        for id in &item.items {
            // What cannot be read cannot be called.
            let Ok(entry) = self.entry(*id) else { continue };
            let Item::Function(function) = &entry.item else {
                // A constant of the type.
                given.push(item.self_ty.clone());
                continue;
            };
            given.push(function.ret.clone());
            given.extend(function.params.iter().map(|param| &param.ty).filter(|ty| may_change(ty)).cloned());
            given.extend(
                function.generics.clauses.iter().flat_map(|clause| {
                    clause.args.iter().skip(1).chain(clause.assoc.iter().map(|(_, ty)| ty)).cloned()
                }),
            );
        }
        let at = item.def.id;
        let mut seen = Vec::new();
        let mut all = given;
        while let Some(ty) = all.pop() {
            let ty = self.tree.normalize(&ty, at);
            if seen.contains(&ty) {
                continue;
            }
            if let tree::Ty::Adt(def, _) = &ty {
                if *def == adt {
                    return true;
                }
                if self.tree.is_local(*def)
                    && let Ok(of) = self.entry(*def)
                    && let Item::Adt(of) = &of.item
                {
                    all.extend(of.variants.iter().flat_map(|variant| &variant.fields).map(|field| field.ty.clone()));
                }
            }
            all.extend(ty.parts().cloned());
            seen.push(ty);
        }
        false
    }

    /// Whether code in a module can name an invariant.
    pub(crate) fn sees_invariant(&mut self, invariant: DefId, at: DefId) -> Result<bool> {
        let module = self.entry(at)?.def().module.as_str().into();
        Ok(super::visibility::is_seen_in(&self.entry(invariant)?.def().visibility, &module))
    }
}

/// Whether a function may change what is behind an argument of the type, or call it.
fn may_change(ty: &tree::Ty) -> bool {
    match ty {
        tree::Ty::Ref(Mutability::Mut, _) | tree::Ty::RawPtr(..) | tree::Ty::FnPtr(..) | tree::Ty::Dyn(..) => true,
        ty => ty.parts().any(may_change),
    }
}

/// The type that a function is the invariant of. `None` if that is no type, or not all types of the name: the arguments of the
/// type are the parameters of the function and of its impl, in their order.
fn invariant_of(item: &tree::Function) -> Option<DefId> {
    let [param] = &item.params[..] else { return None };
    let tree::Ty::Adt(adt, args) = below_references(&param.ty) else { return None };
    let is_in_order = args.iter().enumerate().all(|(index, arg)| match arg {
        tree::Ty::Param(of, _) | tree::Ty::Const(tree::ConstArg::Param(of, _)) => *of as usize == index,
        _ => false,
    });
    (is_in_order && args.len() == item.generics.params.len() && item.ret == tree::Ty::Bool).then_some(*adt)
}

/// Whether the generics of a type and of its invariant ask for the same.
fn same_generics(of_type: &tree::Generics, args: &[tree::Ty], of_function: &tree::Generics) -> bool {
    let clause = |clause: &tree::WhereClause| tree::WhereClause {
        trait_: clause.trait_,
        args: clause.args.iter().map(|ty| ty.subst(args)).collect(),
        assoc: clause.assoc.iter().map(|(name, ty)| (name.clone(), ty.subst(args))).collect(),
    };
    let expected: Vec<tree::WhereClause> = of_type.clauses.iter().map(clause).collect();
    let mut unsized_ = of_function.unsized_params.clone();
    let mut asked = of_type.unsized_params.clone();
    unsized_.sort_unstable();
    asked.sort_unstable();
    unsized_ == asked && same_clauses(&expected, &of_function.clauses)
}
