//! Specifications from outside of functions with `impl Trait` in their results.
//!
//! Of `assume_specification<T>[ f::<T> ](x: T) -> (r: impl A<B = T>) ensures p(r)` the rewriter makes a function with a type
//! parameter for the `impl` type, `fn spec<T, R: A<B = T>>(x: T) -> (r: R) ensures p(r)`. Here it becomes the function that callers
//! of `f` see: its result has an abstract datatype, of which only the bounds are known. They are those that `f` has.

use std::collections::BTreeMap;
use std::rc::Rc;

use certus_diagnostics::Unsupported;
use certus_tree::{self as tree, DefId, Item, WhereClause};
use certus_vir::{Function, TraitBound, Ty};

use super::function::FunctionBody;
use super::opaque_results::{opaque_path, own_params, postconditions, stands_for_result, type_subst};
use crate::context::{Context, Entry};
use crate::error::{Result, fail};

impl Context<'_> {
    /// Whether a specification from outside says what the `impl Trait` in a function's result is.
    pub(super) fn assumes_result(&mut self, def: DefId) -> Result<bool> {
        let Some(specification) = self.specification_of(def)? else { return Ok(false) };
        self.request(specification);
        let entry = self.entry(specification)?;
        Ok(matches!(&entry.item, Item::Function(item) if has_results(item)))
    }

    /// The function that callers of the specified one see, if `impl` is in its result; otherwise nothing, and `false`.
    pub(super) fn lower_assumed_result(&mut self, def: DefId, entry: &Entry, item: &tree::Function) -> Result<bool> {
        if !has_results(item) {
            return Ok(false);
        }
        let mode = self.mode_of(def)?;
        let function = self.signature(def, entry, item, mode)?;
        let (Some((target, _)), Some(body)) = (self.specified_by(def)?, self.tree.body(def)?) else {
            return fail(Unsupported::AssumeSpecification, "this specification is not supported", item.ret_span);
        };
        let foreign = self.entry(target)?;
        let Item::Function(of) = &foreign.item else {
            return fail(Unsupported::AssumeSpecification, "this specification is not supported", item.ret_span);
        };
        let meaning = self.meaning(target, of, item)?;
        let owner = self.owner(def, entry, mode);
        let body = FunctionBody { entry, item, function, verify: false }.lower_with(self, Rc::new(body), owner)?;
        let contract = body.0;
        let path = self.path(target);
        let mut seen = Function { check: None, ..contract.clone() };
        seen.type_params.retain(|param| !meaning.contains_key(&*param.name));
        let own: Vec<Ty> = seen.type_params.iter().map(|p| Ty::Param(p.name.clone())).collect();
        let abstract_ty = |number: u32| Ty::Data(opaque_path(&path, number), own.clone());
        let subst = type_subst(&contract, &seen, &meaning, &abstract_ty);
        let is_about_own = |bound: &TraitBound| bound.args.iter().all(|ty| subst.apply_ty(ty) == *ty);
        seen.bounds.retain(is_about_own);
        seen.ret.ty = subst.apply_ty(&contract.ret.ty);
        seen.ensures = postconditions(&contract, &seen, &meaning, &abstract_ty);
        self.opaque_types(&path, (&contract, &seen), &meaning, &BTreeMap::new());
        self.inherit(&mut seen, item)?;
        self.output.add_function(seen);
        Ok(true)
    }

    /// The arguments with which the parameters of a statement become those of the function that it is about, which has `args`
    /// there: its own, and the `impl` types of the function for those that stand for them. `None` where the results differ.
    pub(super) fn arguments_of_statement(
        &mut self,
        item: &tree::Function,
        of: &tree::Function,
        args: &[tree::Ty],
    ) -> Result<Option<Vec<tree::Ty>>> {
        if !has_results(item) {
            return Ok(Some(own_params(item)));
        }
        let Ok(meaning) = self.meaning(of.def.id, of, item) else { return Ok(None) };
        let result = |name: &str| Some(tree::Ty::Opaque(of.def.id, *meaning.get(name)?, args.to_vec()));
        let both = own_params(item).into_iter().zip(&item.generics.params);
        Ok(both.map(|(own, param)| if stands_for_result(param) { result(&param.name) } else { Some(own) }).collect())
    }

    /// The result of a function as its callers see it: a statement from outside gives the `impl` types of the function that it is
    /// about.
    pub(super) fn stated_result(&mut self, item: &tree::Function) -> Result<tree::Ty> {
        if !has_results(item) {
            return Ok(item.ret.clone());
        }
        if let Some((target, _)) = self.specified_by(item.def.id)?
            && let Item::Function(of) = &self.entry(target)?.item
            && let Some(args) = self.arguments_of_statement(item, of, &own_params(of))?
        {
            return Ok(item.ret.subst(&args));
        }
        fail(Unsupported::AssumeSpecification, "this specification is not supported", item.ret_span)
    }

    /// The bounds of the `impl` types in the result of a function, for these arguments; `None` if they cannot be told.
    pub(super) fn result_bounds(&mut self, of: &tree::Function, args: &[tree::Ty]) -> Option<Vec<WhereClause>> {
        let mut found = Vec::new();
        let mut left = vec![of.ret.clone()];
        let mut seen = Vec::new();
        while let Some(ty) = left.pop() {
            left.extend(ty.parts().cloned());
            let tree::Ty::Opaque(def, number, _) = ty else { continue };
            if def != of.def.id || seen.contains(&number) {
                continue;
            }
            seen.push(number);
            for clause in self.tree.opaque_bounds(def, number)? {
                left.extend(clause.assoc.iter().map(|(_, ty)| ty.clone()));
                found.push(clause.subst(args));
            }
        }
        Some(found)
    }
}

/// Whether a function has type parameters for the `impl` types of a result.
pub(super) fn has_results(item: &tree::Function) -> bool {
    item.generics.params.iter().any(stands_for_result)
}
