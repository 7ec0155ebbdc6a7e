//! Declarations of type invariants, and the rules on them.
//!
//! Reference page `reference-type-invariants`. Every value of the type that runs, or that is tracked, satisfies the invariant:
//! it is proved where such a value is made or changed (`body/invariant.rs`). That covers every such place only if no other crate
//! can make or change one, so the type has no public fields, and no derived function makes one either.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, AdtKind, DefId, Item, Known, Visibility};
use certus_vir::Mode;

use super::proxies::same_clauses;
use crate::context::{Context, Entry, Invariant};
use crate::error::{Result, fail};
use crate::syntax::below_references;

/// Derived impls of these make no values of the type.
const HARMLESS: [Known; 7] =
    [Known::Copy, Known::PartialEq, Known::Eq, Known::PartialOrd, Known::Ord, Known::Hash, Known::Structural];

impl Context<'_> {
    /// Finds the invariants that the crate declares. What is wrong with one is said where the function is lowered.
    pub(crate) fn find_invariants(&mut self) {
        for def in self.tree.local_items() {
            let Ok(entry) = self.entry(def) else { continue };
            let Item::Function(item) = &entry.item else { continue };
            if entry.attrs.type_invariant.is_some()
                && let Some((adt, positions)) = invariant_of(item)
            {
                let path = self.path(adt);
                self.invariants.add(path, Invariant { function: def, positions });
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
        let Some((_, positions)) = invariant_of(item) else {
            let text = "a type invariant is about all types of this name: its parameter must be the type with a parameter \
                        of the function for each of its own";
            return wrong(text, param.span);
        };
        if !same_generics(&of.generics, args, &item.generics, &positions) {
            return wrong("the bounds of a type invariant must be those of the type", span);
        }
        let path = self.path(*adt);
        if self.invariants.of(&path).is_some_and(|invariant| invariant.function != item.def.id) {
            return wrong("the type has another type invariant", span);
        }
        self.hidden_fields(of)?;
        self.derives_of_invariant(of)
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

    /// Errs with `language/type-invariant` for a derived impl that makes values without a proof.
    fn derives_of_invariant(&mut self, adt: &tree::Adt) -> Result<()> {
        let def = adt.def.id;
        for impl_ in self.tree.local_items() {
            let Ok(entry) = self.entry(impl_) else { continue };
            let Item::Impl(item) = &entry.item else { continue };
            let (Some((trait_, _)), true) = (&item.trait_, item.derive.is_some()) else { continue };
            if !matches!(&item.self_ty, tree::Ty::Adt(of, _) if *of == def) {
                continue;
            }
            let known = self.known(*trait_);
            let is_harmless = known.is_some_and(|known| HARMLESS.contains(&known))
                || &*self.path(*trait_) == "core::fmt::Debug"
                || known == Some(Known::Clone) && self.clones_by_copy(&tree::Ty::Adt(def, Vec::new()), def)?;
            if !is_harmless {
                let name = self.path(*trait_);
                let name = name.rsplit("::").next().unwrap_or_default();
                let text = format!(
                    "`{name}` cannot be derived for a type with a type invariant: the derived impl makes values without \
                     proving it; write the impl by hand"
                );
                return fail(Language::TypeInvariant, text, item.def.span);
            }
        }
        Ok(())
    }

    /// Whether code in a module can name an invariant.
    pub(crate) fn sees_invariant(&mut self, invariant: &Invariant, at: DefId) -> Result<bool> {
        let module = self.entry(at)?.def().module.as_str().into();
        Ok(super::visibility::is_seen_in(&self.entry(invariant.function)?.def().visibility, &module))
    }
}

/// The type that a function is the invariant of, and the position of each of the function's type parameters among the type's
/// arguments. `None` if that is no type, or not all types of the name.
fn invariant_of(item: &tree::Function) -> Option<(DefId, Vec<usize>)> {
    let [param] = &item.params[..] else { return None };
    let tree::Ty::Adt(adt, args) = below_references(&param.ty) else { return None };
    let position = |index: usize| {
        args.iter().position(|arg| match arg {
            tree::Ty::Param(of, _) => *of as usize == index,
            tree::Ty::Const(tree::ConstArg::Param(of, _)) => *of as usize == index,
            _ => false,
        })
    };
    let positions: Option<Vec<usize>> = (0..item.generics.params.len()).map(position).collect();
    let positions = positions?;
    (positions.len() == args.len() && item.ret == tree::Ty::Bool).then_some((*adt, positions))
}

/// Whether the generics of a type and of its invariant ask for the same.
fn same_generics(
    of_type: &tree::Generics,
    args: &[tree::Ty],
    of_function: &tree::Generics,
    positions: &[usize],
) -> bool {
    let clause = |clause: &tree::WhereClause| tree::WhereClause {
        trait_: clause.trait_,
        args: clause.args.iter().map(|ty| ty.subst(args)).collect(),
        assoc: clause.assoc.iter().map(|(name, ty)| (name.clone(), ty.subst(args))).collect(),
    };
    let expected: Vec<tree::WhereClause> = of_type.clauses.iter().map(clause).collect();
    let mut unsized_: Vec<u32> =
        of_function.unsized_params.iter().filter_map(|i| positions.get(*i as usize)).map(|i| *i as u32).collect();
    let mut asked = of_type.unsized_params.clone();
    unsized_.sort_unstable();
    asked.sort_unstable();
    unsized_ == asked && same_clauses(&expected, &of_function.clauses)
}
