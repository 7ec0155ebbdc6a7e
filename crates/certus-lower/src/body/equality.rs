//! `==` of exec code on types whose values are equal for Rust just when they are the same.
//!
//! A derived `PartialEq` compares variants and all fields, so on a type whose fields compare so it is equality itself,
//! and needs no contract. All other comparisons are calls, of which the contract says what they give.

use certus_tree::{self as tree, DefId, Item, Known};
use certus_vir::{BinaryOp, Expr};

use super::Fx;
use crate::context::Context;
use crate::error::Result;

/// Types of the standard library whose comparison is as if it were derived.
const AS_DERIVED: [Known; 3] = [Known::Option, Known::Result, Known::Ordering];

/// A type within itself with ever more arguments is not followed for longer.
const DEEPEST: usize = 64;

impl Fx<'_, '_> {
    /// A call of `PartialEq::eq` or `ne` that is equality itself; `declared` is the function of the trait.
    pub(super) fn structural_equality(
        &mut self,
        declared: DefId,
        type_args: &[tree::Ty],
        args: &[tree::Expr],
        e: &tree::Expr,
    ) -> Result<Option<Expr>> {
        let is_equal = match self.cx.known(declared) {
            Some(Known::PartialEqEq) => true,
            Some(Known::PartialEqNe) => false,
            _ => return Ok(None),
        };
        let ([left, right], [ty, other, ..]) = (args, type_args) else { return Ok(None) };
        let is_same = match self.is_ghost() {
            true => self.is_mathematical(ty),
            false => self.cx.is_structural(ty, self.owner().def, &mut Vec::new())?,
        };
        if ty != other || !is_same {
            return Ok(None);
        }
        let values = self.operands([left, right].into_iter())?;
        let [left, right] = values.as_slice() else { return Ok(None) };
        let same = Expr::binary(BinaryOp::Eq, left.clone(), right.clone(), e.span);
        Ok(Some(if is_equal { same } else { Expr { span: e.span, ..Expr::not(same) } }))
    }

    /// Whether a type is `int` or `nat`. Outside of `verus!`, `==` on them is an operator of Rust, in macros for instance.
    fn is_mathematical(&mut self, ty: &tree::Ty) -> bool {
        let tree::Ty::Adt(def, _) = ty else { return false };
        matches!(self.cx.known(*def), Some(Known::Int | Known::Nat))
    }
}

impl Context<'_> {
    /// Whether values of the type compare equal just when they are the same. `outer` are types that it is within: a
    /// value is finite, so what holds of its parts holds of it.
    /// `#[derive(PartialEq)] struct P { x: u8 }` is one; a struct with a `PartialEq` of its own may say what it
    /// likes.
    pub(crate) fn is_structural(&mut self, ty: &tree::Ty, at: DefId, outer: &mut Vec<tree::Ty>) -> Result<bool> {
        self.is_derived_throughout(ty, &[Known::PartialEq], at, outer)
    }

    /// Whether these traits are derived for the type and for the types of its fields, down to types of the language. `outer` is
    /// as in [`Context::is_structural`].
    pub(crate) fn is_derived_throughout(
        &mut self,
        ty: &tree::Ty,
        traits: &[Known],
        at: DefId,
        outer: &mut Vec<tree::Ty>,
    ) -> Result<bool> {
        match ty {
            tree::Ty::Bool | tree::Ty::Char | tree::Ty::Int(_) => Ok(true),
            tree::Ty::Ref(tree::Mutability::Shared, inner) => self.is_derived_throughout(inner, traits, at, outer),
            tree::Ty::Tuple(tys) => self.are_derived(tys, traits, at, outer),
            tree::Ty::Adt(def, args) => {
                let known = self.known(*def);
                if known.is_some_and(Known::is_pointer) {
                    // The second argument, where there is one, is the allocator.
                    return self.are_derived(args.get(..1).unwrap_or_default(), traits, at, outer);
                }
                if known.is_some_and(|known| AS_DERIVED.contains(&known)) {
                    return self.are_derived(args, traits, at, outer);
                }
                if outer.contains(ty) {
                    return Ok(true);
                }
                if outer.len() >= DEEPEST || !self.is_derived(ty, *def, traits, at)? {
                    return Ok(false);
                }
                let entry = self.entry(*def)?;
                let Item::Adt(adt) = &entry.item else { return Ok(false) };
                outer.push(ty.clone());
                let fields = adt.variants.iter().flat_map(|variant| &variant.fields);
                let fields: Vec<tree::Ty> = fields.map(|field| field.ty.subst(args)).collect();
                let answer = self.are_derived(&fields, traits, at, outer);
                outer.pop();
                answer
            }
            _ => Ok(false),
        }
    }

    /// Whether the traits are derived for all of some types; `outer` are the types that we are in the fields of.
    fn are_derived(
        &mut self,
        tys: &[tree::Ty],
        traits: &[Known],
        at: DefId,
        outer: &mut Vec<tree::Ty>,
    ) -> Result<bool> {
        for ty in tys {
            if !self.is_derived_throughout(ty, traits, at, outer)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the type is one of the language, with all its fields, and the traits are derived for it.
    fn is_derived(&mut self, ty: &tree::Ty, def: DefId, traits: &[Known], at: DefId) -> Result<bool> {
        let entry = self.entry(def)?;
        let mut answer = entry.def().in_verus && !entry.attrs.external && !entry.attrs.external_body;
        for trait_ in traits {
            let own = ty.clone();
            let args = match trait_ {
                Known::PartialEq | Known::PartialOrd => vec![own.clone(), own],
                _ => vec![own],
            };
            answer = answer && self.derive_of(*trait_, &args, at)?.is_some();
        }
        Ok(answer)
    }

    /// The number of the attribute that derives a trait for a type, if one does; `args` begin with the type.
    pub(super) fn derive_of(&mut self, trait_: Known, args: &[tree::Ty], at: DefId) -> Result<Option<u32>> {
        let Some(trait_) = self.tree.lookup(trait_.path()) else { return Ok(None) };
        let Some((found, _)) = self.tree.find_impl(trait_, args, at) else { return Ok(None) };
        let found = self.entry(found)?;
        Ok(match &found.item {
            Item::Impl(of) if !found.attrs.external => of.derive,
            _ => None,
        })
    }
}
