//! Calls.
//!
//! A call names the function that was written, and the impl's function where the arguments decide it. Method calls
//! become calls with the receiver as first argument, so that nothing after this has to know how the method was found.

use certus_diagnostics::{Rust, Span};
use certus_tree::{CallKind, DefId, Expr, ExprKind, FieldValue, Known, Mutability, Ty};
use either::Either;
use ra_ap_hir::InFile;
use ra_ap_hir_def::hir::generics::GenericParams;
use ra_ap_hir_def::lang_item::lang_items;
use ra_ap_hir_def::{CallableDefId, FunctionId, ItemContainerId, Lookup, TraitId, VariantId, hir};
use ra_ap_hir_ty::db::HirDatabase as _;
use ra_ap_hir_ty::next_solver::{AnyImplId, GenericArgs, Ty as SolverTy, TyKind};
use ra_ap_hir_ty::{Adjust as HirAdjust, AutoBorrow};
use ra_ap_rustc_type_ir::TypeVisitableExt as _;
use ra_ap_rustc_type_ir::inherent::IntoKind as _;
use ra_ap_syntax::{AstNode, ast};

use super::Builder;
use crate::key::Key;

/// A call with word about whether generic arguments stand there.
fn with_arguments(mut call: ExprKind, told: bool) -> ExprKind {
    if let ExprKind::Call { callee: CallKind::Fn { is_told, .. }, .. } = &mut call {
        *is_told = told;
    }
    call
}

impl<'db> Builder<'db> {
    /// `callee(args)`: a call of a function if the callee is a path to one, a value if it is a path to a tuple struct or variant,
    /// and else a call through a value. A variable whose type is that of a function (`let g = f; g(1)`) is a call of `f`.
    pub(super) fn call(&mut self, id: hir::ExprId, callee: hir::ExprId, args: &[hir::ExprId], span: Span) -> ExprKind {
        let callee_span = self.callee_span(callee, span);
        let ty = self.infer.expr_ty(callee);
        if let (hir::Expr::Path(path), TyKind::FnDef(callable, generic)) = (&self.body[callee], ty.kind()) {
            return match callable.0 {
                CallableDefId::FunctionId(function) => {
                    self.note_path(callee, function.lookup(self.loaded.db()).container, generic);
                    let is_told = path.segments().last().is_some_and(|name| name.args_and_bindings.is_some());
                    with_arguments(self.function_call(function, generic, args, callee_span), is_told)
                }
                CallableDefId::StructId(of) => self.constructor(id, of.into(), args, span),
                CallableDefId::EnumVariantId(of) => self.constructor(id, of.into(), args, span),
            };
        }
        let callee = self.callee_value(callee, ty);
        let args = args.iter().map(|a| self.expr(*a)).collect();
        Self::value_call(callee, args, callee_span)
    }

    /// The callee of a call through a value: a spec closure or proof closure before any dereference, everything else after them
    /// but before the shared reference that a call through `Fn` takes; that of `FnMut` changes the value.
    fn callee_value(&mut self, callee: hir::ExprId, ty: SolverTy<'db>) -> Expr {
        let mut plain = self.plain_expr(callee);
        let below = Self::under_references(ty).0;
        if self.is_known_type(below, Known::SpecFn) || self.is_known_type(below, Known::FnProof) {
            while let Ty::Ref(_, inner) = &plain.ty {
                let (ty, span) = ((**inner).clone(), plain.span);
                plain = self.node(ExprKind::Deref(Box::new(plain)), ty, span);
            }
            return plain;
        }
        let mut adjustments = self.infer.expr_adjustment(callee).unwrap_or_default();
        if let [before @ .., last] = adjustments
            && let HirAdjust::Borrow(AutoBorrow::Ref(mutability)) = last.kind
            && crate::types::mutable(mutability.into()) == Mutability::Shared
        {
            adjustments = before;
        }
        self.adjust(plain, adjustments)
    }

    /// Whether a type is the known one. A mathematical function is applied, not called through `Deref`: see guide page
    /// `spec_closures`. Nor is a proof closure.
    fn is_known_type(&self, ty: SolverTy<'db>, known: Known) -> bool {
        let adt = ty.as_adt().map(|(adt, _)| Key::Adt(adt));
        adt.is_some_and(|key| self.loaded.known_item(key) == Some(known))
    }

    /// Arguments of functions that only name others may have generic arguments that nothing fixes.
    fn function_call(
        &mut self,
        function: FunctionId,
        generic: GenericArgs<'db>,
        args: &[hir::ExprId],
        callee_span: Span,
    ) -> ExprKind {
        let names = self.only_names(function);
        self.naming += u32::from(names);
        let args = args.iter().map(|a| self.expr(*a)).collect();
        let callee = self.function(function, generic, callee_span);
        self.naming -= u32::from(names);
        ExprKind::Call { callee, args, callee_span }
    }

    /// True when a callee is one of the functions whose arguments only name others.
    pub(super) fn names_only(&self, callee: hir::ExprId) -> bool {
        self.known_callee(callee).is_some_and(Known::is_naming)
    }

    /// True when a callee is what `reveal` and `hide` stand for.
    pub(super) fn reveals(&self, callee: hir::ExprId) -> bool {
        self.known_callee(callee) == Some(Known::Reveal)
    }

    /// True for a call that only marks the initial value of a `let ghost` or `let tracked`.
    pub(super) fn marks_let(&self, id: hir::ExprId) -> bool {
        let hir::Expr::Call { callee, .. } = &self.body[id] else { return false };
        matches!(self.known_callee(*callee), Some(Known::GhostLet | Known::TrackedLet))
    }

    /// The function that a callee is, if it is a known one.
    fn known_callee(&self, callee: hir::ExprId) -> Option<Known> {
        match self.infer.expr_ty(callee).kind() {
            TyKind::FnDef(callable, _) => match callable.0 {
                CallableDefId::FunctionId(function) => self.loaded.known_item(Key::Function(function)),
                _ => None,
            },
            _ => None,
        }
    }

    /// True for a function whose arguments only name others; see [`Builder::naming`].
    fn only_names(&self, function: FunctionId) -> bool {
        self.loaded.known_item(Key::Function(function)).is_some_and(Known::is_naming)
    }

    /// A known function with its generic arguments, resolved through impls where possible.
    pub(super) fn function(&mut self, function: FunctionId, generic: GenericArgs<'db>, span: Span) -> CallKind {
        let args = self.generic_args(generic, span);
        let resolved = self.resolve(function, generic, span);
        CallKind::Fn { def: self.loaded.def(Key::Function(function)), args, resolved, is_told: false }
    }

    /// The impl's function that a trait's function stands for: of `Clone::clone` on a `Coin` that derives it, the derived one.
    /// `None` for a function of no trait, and where only a bound (`T: Clone`) tells that there is one; then the contract is the
    /// trait's.
    fn resolve(&mut self, function: FunctionId, generic: GenericArgs<'db>, span: Span) -> Option<(DefId, Vec<Ty>)> {
        let db = self.loaded.db();
        let ItemContainerId::TraitId(trait_) = function.lookup(db).container else { return None };
        if generic.types().any(|ty| ty.references_non_lt_error()) {
            return None;
        }
        let (key, args) = if generic.has_opaque_types() {
            // The search of rust-analyzer looks at what an `impl Trait` stands for, which only its function may know.
            self.select_method(trait_, function, generic)?
        } else {
            self.search_method(trait_, function, generic)?
        };
        let args = self.generic_args(args, span);
        Some((self.loaded.def(key), args))
    }

    /// The same by the search of rust-analyzer, and by ours where it finds nothing.
    fn search_method(
        &self,
        trait_: TraitId,
        function: FunctionId,
        generic: GenericArgs<'db>,
    ) -> Option<(Key, GenericArgs<'db>)> {
        let (found, args) = self.loaded.db().lookup_impl_method(self.env, function, generic);
        Some(match found {
            Either::Left(found) if found == function => self.select_method(trait_, function, generic)?,
            Either::Left(found) => (Key::Function(found), args),
            Either::Right((id, method)) => (Key::DerivedFn(id, method), args),
        })
    }

    /// The same by our own selection, which also knows impls for references.
    fn select_method(
        &self,
        trait_: TraitId,
        function: FunctionId,
        generic: GenericArgs<'db>,
    ) -> Option<(Key, GenericArgs<'db>)> {
        let of_trait = GenericParams::of(self.loaded.db(), trait_.into()).len();
        let (head, tail) = generic.as_slice().split_at_checked(of_trait)?;
        let (id, args) = self.loaded.select(self.env, trait_, GenericArgs::new_from_slice(head))?;
        let key = match id {
            AnyImplId::ImplId(id) => Key::Impl(id),
            AnyImplId::BuiltinDeriveImplId(id) => Key::DerivedImpl(id),
        };
        let name = self.loaded.function_name(function);
        let method = self.loaded.associated(key).into_iter().find(|item| self.loaded.simple_name(*item) == name)?;
        let all: Vec<_> = args.as_slice().iter().chain(tail).copied().collect();
        Some((method, GenericArgs::new_from_slice(&all)))
    }

    /// A tuple struct or variant that is called like a function is a value with its fields in order.
    fn constructor(&mut self, id: hir::ExprId, variant: VariantId, args: &[hir::ExprId], span: Span) -> ExprKind {
        let fields =
            args.iter().enumerate().map(|(i, a)| FieldValue { field: i as u32, value: self.expr(*a) }).collect();
        let (adt, variant) = self.variant(variant);
        let args = self.adt_args(self.infer.expr_ty(id), span);
        ExprKind::Ctor { adt, variant, args, fields, base: None }
    }

    /// `receiver.name(args)`, as `name(receiver, args)` with the receiver adjusted: of `v.len()` on a `Box<Vec<u8>>` the first
    /// argument is `&**v`.
    pub(super) fn method_call(
        &mut self,
        id: hir::ExprId,
        receiver: hir::ExprId,
        args: &[hir::ExprId],
        span: Span,
    ) -> ExprKind {
        let mut values = vec![self.expr(receiver)];
        values.extend(args.iter().map(|a| self.expr(*a)));
        let callee_span = self.method_name_span(id).unwrap_or(span);
        match self.infer.method_resolution(id) {
            Some((function, generic)) => {
                self.note_method(receiver, function);
                let callee = self.function(function, generic, callee_span);
                let is_told = matches!(&self.body[id], hir::Expr::MethodCall { generic_args: Some(_), .. });
                with_arguments(ExprKind::Call { callee, args: values, callee_span }, is_told)
            }
            None => {
                // What follows from an unknown receiver is not worth an error of its own.
                match self.infer.expr_ty(receiver).references_non_lt_error() {
                    true => self.unknown_type(callee_span),
                    false => self.error(Rust::UnresolvedMethod, "cannot find this method", callee_span),
                }
                ExprKind::Unsupported("method call")
            }
        }
    }

    /// A call of an operator's method with operands that are already adjusted.
    pub(super) fn operator_call(&mut self, id: hir::ExprId, args: Vec<Expr>, span: Span) -> Option<ExprKind> {
        let (function, generic) = self.infer.method_resolution(id)?;
        let callee = self.function(function, generic, span);
        Some(ExprKind::Call { callee, args, callee_span: span })
    }

    /// `Deref::deref` or `DerefMut::deref_mut` for a self type, for a dereference that inference inserted.
    pub(super) fn deref_callee(&mut self, mutability: Mutability, self_ty: Ty) -> Option<CallKind> {
        let items = lang_items(self.loaded.db(), self.loaded.crates().own());
        let function = match mutability {
            Mutability::Shared => items.Deref_deref?,
            Mutability::Mut => items.DerefMut_deref_mut?,
        };
        self.trait_callee(function, self_ty, self.loaded.root_span())
    }

    /// A function of a trait without further parameters, for a self type.
    pub(super) fn trait_callee(&mut self, function: FunctionId, self_ty: Ty, span: Span) -> Option<CallKind> {
        let owner = Key::from_body(self.owner)?;
        let generic = self.loaded.solver_args(std::slice::from_ref(&self_ty), owner, None);
        let resolved = generic.and_then(|generic| self.resolve(function, generic, span));
        let def = self.loaded.def(Key::Function(function));
        Some(CallKind::Fn { def, args: vec![self_ty], resolved, is_told: false })
    }

    /// The path of a callee without its generic arguments, or the whole callee.
    fn callee_span(&self, callee: hir::ExprId, span: Span) -> Span {
        let Some(node) = self.expr_node(callee) else { return span };
        self.loaded.node_span(InFile::new(node.file_id, &node.value))
    }

    /// The name in a method call, where errors about the method are shown; `None` for a call that no method call was written
    /// for, as of an operator.
    pub(super) fn method_name_span(&self, id: hir::ExprId) -> Option<Span> {
        let node = self.expr_node(id)?;
        let call = ast::MethodCallExpr::cast(node.value)?;
        let name = call.name_ref()?;
        Some(self.range_span(node.file_id, name.syntax().text_range()))
    }
}
