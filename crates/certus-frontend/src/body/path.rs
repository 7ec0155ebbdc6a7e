//! Paths used as values.

use certus_diagnostics::{Rust, Span};
use certus_tree::{DefId, ExprKind, Ty};
use ra_ap_hir_def::expr_store::HygieneId;
use ra_ap_hir_def::expr_store::path::Path;
use ra_ap_hir_def::hir::ExprOrPatId;
use ra_ap_hir_def::resolver::{HasResolver as _, ValueNs};
use ra_ap_hir_def::{CallableDefId, ConstId, Lookup as _, VariantId, hir};
use ra_ap_hir_ty::method_resolution::{CandidateId, lookup_impl_const};
use ra_ap_hir_ty::next_solver::infer::DbInternerInferExt as _;
use ra_ap_hir_ty::next_solver::{DbInterner, GenericArgs, TyKind, TypingMode};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;

use super::Builder;
use crate::key::Key;

/// A constant with its generic arguments and the impl's constant it stands for.
pub(super) type ConstUse = (DefId, Vec<Ty>, Option<(DefId, Vec<Ty>)>);

impl<'db> Builder<'db> {
    /// What a path names, as seen from an expression.
    pub(super) fn resolve_value(&mut self, at: hir::ExprId, path: &Path, hygiene: HygieneId) -> Option<ValueNs> {
        let guard = self.resolver.update_to_inner_scope(self.loaded.db(), self.owner, at);
        let found = self.resolver.resolve_path_in_value_ns_fully(self.loaded.db(), path, hygiene);
        self.resolver.reset_to_guard(guard);
        found
    }

    /// The name in scope at an expression that is closest to a word that means nothing there.
    pub(crate) fn similar_name(&self, at: ExprOrPatId, word: &str) -> Option<String> {
        let ExprOrPatId::ExprId(at) = at else { return None };
        let mut resolver = self.owner.resolver(self.loaded.db());
        let _ = resolver.update_to_inner_scope(self.loaded.db(), self.owner, at);
        let names = resolver.names_in_scope(self.loaded.db());
        let names = names.keys().map(|name| name.as_str()).filter(|name| !name.starts_with("__"));
        crate::misspelled::closest(word, names).map(str::to_string)
    }

    /// A path as an expression. The type tells a function; an associated constant or a variant is what the type inference says;
    /// what is left is resolved here as rustc does it, with the hygiene of the macro that wrote the name.
    pub(super) fn path_expr(&mut self, id: hir::ExprId, path: &'db Path, span: Span) -> ExprKind {
        let ty = self.infer.expr_ty(id);
        if let TyKind::FnDef(callable, generic) = ty.kind() {
            let local = self.local_of(id, path);
            if let CallableDefId::FunctionId(function) = callable.0 {
                self.note_path(id, function.lookup(self.loaded.db()).container, generic);
            }
            return local.map(ExprKind::Local).unwrap_or_else(|| self.fn_value(callable.0, generic, span));
        }
        let at = id;
        if let Some((CandidateId::ConstId(id), generic)) = self.infer.assoc_resolutions_for_expr(id) {
            let constant = ConstId::lookup(&id, self.loaded.db()).container;
            self.certain_constant(at, constant, generic, span);
            let (def, args, resolved) = self.const_use(id, generic, span);
            return ExprKind::Const(def, args, resolved);
        }
        if let Some(variant) = self.infer.variant_resolution_for_expr(id) {
            return self.unit(id, variant, span);
        }
        let hygiene = self.body.expr_path_hygiene(id);
        match self.resolve_value(id, path, hygiene) {
            Some(ValueNs::LocalBinding(binding)) => ExprKind::Local(self.local(binding, span)),
            Some(ValueNs::ConstId(id)) => ExprKind::Const(self.loaded.def(Key::Const(id)), Vec::new(), None),
            Some(ValueNs::StaticId(id)) => ExprKind::Const(self.loaded.def(Key::Static(id)), Vec::new(), None),
            Some(ValueNs::StructId(of)) => self.unit(id, of.into(), span),
            Some(ValueNs::EnumVariantId(of)) => self.unit(id, of.into(), span),
            Some(ValueNs::GenericParam(param)) => {
                let (index, name) = self.type_reader_const(param);
                ExprKind::ConstParam(index, name)
            }
            Some(ValueNs::ImplSelf(_)) => match ty.as_adt() {
                Some((ra_ap_hir_def::AdtId::StructId(of), _)) => self.unit(id, of.into(), span),
                _ => self.unresolved(span),
            },
            Some(ValueNs::FunctionId(_)) | None => self.unresolved(span),
        }
    }

    /// The index of a const parameter counts those of the impl or trait around it, as in types.
    fn type_reader_const(&self, param: ra_ap_hir_def::ConstParamId) -> (u32, String) {
        crate::types::TypeReader::new(self.loaded).const_param(param)
    }

    /// Errs with `rust/unresolved-name`.
    fn unresolved(&mut self, span: Span) -> ExprKind {
        self.error(Rust::UnresolvedName, "cannot find this value", span);
        ExprKind::Unsupported("path")
    }

    /// A local whose type is that of a function: the value is the local, and calls of it are calls of the function.
    fn local_of(&mut self, id: hir::ExprId, path: &'db Path) -> Option<certus_tree::LocalId> {
        let hygiene = self.body.expr_path_hygiene(id);
        match self.resolve_value(id, path, hygiene) {
            Some(ValueNs::LocalBinding(binding)) => Some(self.local(binding, self.expr_span(id))),
            _ => None,
        }
    }

    /// A function or constructor that is not called here but used as a value.
    fn fn_value(&mut self, callable: CallableDefId, generic: GenericArgs<'db>, span: Span) -> ExprKind {
        let args = self.generic_args(generic, span);
        match callable {
            CallableDefId::FunctionId(id) => ExprKind::FnItem(self.loaded.def(Key::Function(id)), args),
            CallableDefId::StructId(id) => {
                let (adt, variant) = self.variant(id.into());
                ExprKind::CtorFn(adt, variant, args)
            }
            CallableDefId::EnumVariantId(id) => {
                let (adt, variant) = self.variant(id.into());
                ExprKind::CtorFn(adt, variant, args)
            }
        }
    }

    /// A unit struct or variant, which is a value without fields.
    fn unit(&mut self, id: hir::ExprId, variant: VariantId, span: Span) -> ExprKind {
        let (adt, variant) = self.variant(variant);
        let args = self.adt_args(self.infer.expr_ty(id), span);
        ExprKind::Ctor { adt, variant, args, fields: Vec::new(), base: None }
    }

    /// An associated constant, and the impl's constant that it stands for where the type is known: of `<u8 as Limit>::MAX` that
    /// of `impl Limit for u8`. `lookup_impl_const` gives the trait's constant back where it finds no other.
    pub(super) fn const_use(&mut self, id: ConstId, generic: GenericArgs<'db>, span: Span) -> ConstUse {
        let interner = DbInterner::new_with(self.loaded.db(), self.env.krate);
        let infcx = interner.infer_ctxt().build(TypingMode::non_body_analysis());
        let (found, found_args) = lookup_impl_const(&infcx, self.env.param_env, id, generic);
        let args = self.generic_args(generic, span);
        let resolved = (found != id).then(|| {
            let args = self.generic_args(found_args, span);
            (self.loaded.def(Key::Const(found)), args)
        });
        (self.loaded.def(Key::Const(id)), args, resolved)
    }
}
