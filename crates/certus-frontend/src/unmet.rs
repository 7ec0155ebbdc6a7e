//! Methods that a value does not have for want of a bound or of an import. What is found here goes into a message and nowhere
//! else.

use ra_ap_base_db::all_crates;
use ra_ap_hir::{DisplayTarget, HirDisplay};
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_def::{AssocItemId, ImplId};
use ra_ap_hir_expand::name::Name;
use ra_ap_hir_ty::db::HirDatabase as _;
use ra_ap_hir_ty::next_solver::infer::DbInternerInferExt as _;
use ra_ap_hir_ty::next_solver::infer::traits::ObligationCause;
use ra_ap_hir_ty::next_solver::{ClauseKind, DbInterner, Ty, TyKind, TypingMode};
use ra_ap_hir_ty::{GenericPredicates, ParamEnvAndCrate, Span};
use ra_ap_rustc_type_ir::TypeVisitableExt as _;
use ra_ap_rustc_type_ir::inherent::IntoKind as _;

use crate::key::Key;
use crate::loaded::Loaded;

/// Whether an impl is one for a type.
#[derive(PartialEq)]
enum Fit {
    /// It is for other types.
    Other,
    /// It would be but for this bound.
    Unmet(String),
    /// It is.
    Holds,
}

impl Loaded {
    /// The bound, `T: Trait`, without which an impl for the type of a value is none, of the first such impl with a method of
    /// this name. Impls for all types are left out: any value would have their methods, if.
    pub(crate) fn unmet_bound<'db>(
        &'db self,
        env: ParamEnvAndCrate<'db>,
        receiver: Ty<'db>,
        method: &Name,
    ) -> Option<String> {
        self.of_impls(env, receiver, method, |_, fit| match fit {
            Fit::Unmet(bound) => Some(bound),
            Fit::Other | Fit::Holds => None,
        })
    }

    /// The path of a trait that the type of a value has, with a method of this name: it is not in scope, for else the method
    /// would have been found.
    pub(crate) fn unimported_trait<'db>(
        &'db self,
        env: ParamEnvAndCrate<'db>,
        receiver: Ty<'db>,
        method: &Name,
    ) -> Option<String> {
        self.of_impls(env, receiver, method, |id, fit| {
            let of = self.db().impl_trait(id).filter(|_| fit == Fit::Holds)?;
            Some(self.path_of(Key::Trait(of.skip_binder().def_id.0)))
        })
    }

    /// The first answer about an impl with a method of this name, and whether it is one for the type of a value.
    fn of_impls<'db>(
        &'db self,
        env: ParamEnvAndCrate<'db>,
        receiver: Ty<'db>,
        method: &Name,
        mut answer: impl FnMut(ImplId, Fit) -> Option<String>,
    ) -> Option<String> {
        let mut ty = receiver;
        while let TyKind::Ref(_, inner, _) = ty.kind() {
            ty = inner;
        }
        all_crates(self.db()).iter().find_map(|krate| {
            crate_def_map(self.db(), *krate).modules().find_map(|(_, module)| {
                let impls = module.scope.inherent_impls().chain(module.scope.trait_impls());
                impls.filter(|id| self.gives(*id, method)).find_map(|id| answer(id, self.fit(env, id, ty)))
            })
        })
    }

    /// Whether an impl has a method of this name, its trait's included.
    fn gives(&self, id: ImplId, method: &Name) -> bool {
        let is_it = |(name, item): &(Name, AssocItemId)| name == method && matches!(item, AssocItemId::FunctionId(_));
        let of_trait = || self.db().impl_trait(id).map(|of| of.skip_binder().def_id.0.trait_items(self.db()));
        id.impl_items(self.db()).items.iter().any(is_it) || of_trait().is_some_and(|of| of.items.iter().any(is_it))
    }

    /// A bound of an impl for a type that does not hold: of `impl<T: Copy> Cell<T>` and `Cell<String>` the text `String: Copy`.
    /// A bound with something open in it is passed over, as nothing can be said of it.
    fn fit<'db>(&'db self, env: ParamEnvAndCrate<'db>, id: ImplId, ty: Ty<'db>) -> Fit {
        let interner = DbInterner::new_with(self.db(), env.krate);
        let infcx = interner.infer_ctxt().build(TypingMode::non_body_analysis());
        let args = infcx.fresh_args_for_item(Span::Dummy, id.into());
        let of = self.db().impl_self_ty(id).instantiate(interner, args).skip_norm_wip();
        if matches!(of.kind(), TyKind::Infer(_))
            || infcx.at(&ObligationCause::dummy(), env.param_env).eq(ty, of).is_err()
        {
            return Fit::Other;
        }
        let bounds = GenericPredicates::query_all(self.db(), id.into());
        let unmet = bounds.iter_instantiated(interner, args.as_slice()).find_map(|clause| {
            let clause = infcx.resolve_vars_if_possible(clause.skip_norm_wip());
            let ClauseKind::Trait(bound) = clause.kind().skip_binder() else { return None };
            let bound = bound.trait_ref;
            if bound.has_non_region_infer() || self.holds(env, bound.def_id.0, bound.args) {
                return None;
            }
            let target = DisplayTarget::from_crate(self.db(), self.crates().own());
            let ty = bound.self_ty().display(self.db(), target).to_string();
            Some(format!("{ty}: {}", bound.display(self.db(), target)))
        });
        unmet.map_or(Fit::Holds, Fit::Unmet)
    }
}
