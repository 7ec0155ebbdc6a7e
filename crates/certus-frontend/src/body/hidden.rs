//! What crates that nobody verifies may hide.
//!
//! Of such a crate not everything may be known here: macros of others make items of it, and its configuration may differ.
//! rustc knows them. A method of it that is hidden here comes before one of a trait, or of what its type dereferences to,
//! so what a method call on its types means is certain only where the method is its own. A path that names the trait is
//! always certain. A program with another call is audited: the calls that rustc compiled are compared with those that
//! were proved. Calls in ghost code are not compared, and need not be. They are not compiled, and a function that is not
//! known cannot be called there, so the name can only mean the one that is found.

use certus_diagnostics::{Diagnostic, Span, Unsupported};
use ra_ap_hir_def::{FunctionId, HasModule, ItemContainerId, Lookup, hir};
use ra_ap_hir_ty::next_solver::{GenericArgs, Ty as SolverTy, TyKind};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;

use super::Builder;
use crate::key::Key;

impl<'db> Builder<'db> {
    /// Whether the body is verified in a program with crates that nobody verifies.
    fn may_be_misled(&self) -> bool {
        *self.may_be_misled.get_or_init(|| self.is_verified_beside_others())
    }

    fn is_verified_beside_others(&self) -> bool {
        if !self.loaded.crates().has_external() {
            return false;
        }
        let attrs = Key::from_body(self.owner).map(|key| self.loaded.read_def(key).attrs).unwrap_or_default();
        !attrs.iter().any(|attr| attr.path.ends_with("external_body") || attr.args.contains("external_body"))
    }

    /// The crate of a type behind references, if nobody verifies it.
    fn external_crate_of(&self, ty: SolverTy<'db>) -> Option<ra_ap_base_db::Crate> {
        let mut ty = ty;
        while let TyKind::Ref(_, inner, _) = ty.kind() {
            ty = inner;
        }
        let krate = ty.as_adt()?.0.module(self.loaded.db()).krate(self.loaded.db());
        self.loaded.crates().is_external(krate).then_some(krate)
    }

    /// Whether a function stands in an impl of a type as such, in this crate.
    fn is_own_method(&self, function: FunctionId, krate: ra_ap_base_db::Crate) -> bool {
        let db = self.loaded.db();
        match function.lookup(db).container {
            ItemContainerId::ImplId(id) => {
                function.module(db).krate(db) == krate && ra_ap_hir_ty::db::HirDatabase::impl_trait(db, id).is_none()
            }
            _ => false,
        }
    }

    /// Notes a method call that rustc may read in another way.
    pub(super) fn note_method(&self, receiver: hir::ExprId, function: FunctionId) {
        if !self.may_be_misled() {
            return;
        }
        let steps = self.infer.expr_adjustment(receiver).unwrap_or_default().iter().map(|step| step.target.as_ref());
        let tys: Vec<SolverTy<'db>> = std::iter::once(self.infer.expr_ty(receiver)).chain(steps).collect();
        let krate = tys.into_iter().find_map(|ty| self.external_crate_of(ty));
        if krate.is_some_and(|krate| !self.is_own_method(function, krate)) {
            self.has_uncertain_calls.set(true);
        }
    }

    /// Notes a path such as `Type::function` that rustc may read in another way.
    pub(super) fn note_path(&self, at: hir::ExprId, of: ItemContainerId, args: GenericArgs<'db>) {
        if self.uncertain_path(at, of, args).is_some() {
            self.has_uncertain_calls.set(true);
        }
    }

    /// Errs with `unsupported/external-crate` for a path such as `Type::CONSTANT` that rustc may read in another way:
    /// constants are not compared.
    pub(super) fn certain_constant(
        &mut self,
        at: hir::ExprId,
        of: ItemContainerId,
        args: GenericArgs<'db>,
        span: Span,
    ) {
        let Some(krate) = self.uncertain_path(at, of, args) else { return };
        let name = self.loaded.crate_name(krate);
        let message = format!(
            "the meaning of this name is ambiguous: its type is from the crate `{name}`, which is not verified"
        );
        let error = Diagnostic::error(Unsupported::ExternalCrate, message, span);
        self.errors.push(error.with_help("name the trait, as in `<Type as Trait>::CONSTANT`"));
    }

    /// The crate that may hide what rustc takes a path for that does not name its trait.
    fn uncertain_path(
        &self,
        at: hir::ExprId,
        of: ItemContainerId,
        args: GenericArgs<'db>,
    ) -> Option<ra_ap_base_db::Crate> {
        let db = self.loaded.db();
        let (hir::Expr::Path(path), ItemContainerId::TraitId(trait_)) = (&self.body[at], of) else { return None };
        if !self.may_be_misled() {
            return None;
        }
        let names_self = path.segments().iter().any(|s| s.args_and_bindings.is_some_and(|a| a.has_self_type));
        let mut of = path.mod_path().cloned();
        let names_trait = of.as_mut().is_some_and(|of| {
            of.pop_segment();
            self.resolver.resolve_known_trait(db, of) == Some(trait_)
        });
        let this = args.iter().next().and_then(|arg| arg.ty());
        this.and_then(|ty| self.external_crate_of(ty)).filter(|_| !names_self && !names_trait)
    }
}
