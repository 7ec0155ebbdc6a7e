//! Which types the source writes, and which it leaves to inference.
//!
//! Ghost code is not there when the program is compiled. So whoever asks whether it tells a type must know which types are
//! written, and here alone the source is at hand.

use certus_tree::visit::pattern_children;
use certus_tree::{CallKind, Expr, ExprKind, Pat, PatKind};
use ra_ap_hir_def::expr_store::StoreVisitor;
use ra_ap_hir_def::expr_store::path::{GenericArg, Path};
use ra_ap_hir_def::hir;
use ra_ap_hir_def::hir::type_ref::{TypeRef, TypeRefId};

use super::Builder;

impl Builder<'_> {
    /// Remembers an expression that writes the types which it has of its own.
    pub(super) fn note_written(&mut self, id: hir::ExprId, node: &Expr) {
        let is_written = match &self.body[id] {
            hir::Expr::Literal(hir::Literal::Int(_, suffix)) => suffix.is_some(),
            hir::Expr::Literal(hir::Literal::Uint(_, suffix)) => suffix.is_some(),
            hir::Expr::Literal(hir::Literal::Float(_, suffix)) => suffix.is_some(),
            hir::Expr::Literal(_) => true,
            hir::Expr::Cast { type_ref, .. } => self.is_whole(*type_ref),
            // What it gives.
            hir::Expr::Closure { ret_type, .. } => ret_type.is_some_and(|ty| self.is_whole(ty)),
            hir::Expr::Call { callee, .. } => match &self.body[*callee] {
                hir::Expr::Path(path) => self.written_arguments(path) >= arguments(&node.kind),
                _ => false,
            },
            hir::Expr::Path(path) => self.written_arguments(path) >= arguments(&node.kind),
            hir::Expr::RecordLit { path, .. } => self.written_arguments(path) >= arguments(&node.kind),
            _ => false,
        };
        if is_written {
            self.written.insert(node.id);
        }
    }

    /// Remembers the variables of a pattern whose type is written, if it is.
    pub(super) fn note_annotated(&mut self, ty: Option<TypeRefId>, pat: &Pat) {
        if ty.is_some_and(|ty| self.is_whole(ty)) {
            self.annotate(pat);
        }
    }

    fn annotate(&mut self, pat: &Pat) {
        if let PatKind::Binding { local, .. } = &pat.kind {
            self.annotated.insert(*local);
        }
        pattern_children(pat, &mut |part| self.annotate(part));
    }

    /// How many types and constants a path writes as arguments, or none if one of them has a `_` in it.
    fn written_arguments(&self, path: &Path) -> usize {
        let mut count = 0;
        for segment in path.segments().iter() {
            let Some(all) = segment.args_and_bindings else { continue };
            for arg in all.args.iter().skip(usize::from(all.has_self_type)) {
                match arg {
                    GenericArg::Type(ty) if self.is_whole(*ty) => count += 1,
                    GenericArg::Const(_) => count += 1,
                    GenericArg::Type(_) => return 0,
                    GenericArg::Lifetime(_) => {}
                }
            }
        }
        count
    }

    /// Whether a type has no `_` in it.
    fn is_whole(&self, ty: TypeRefId) -> bool {
        struct Search<'a, 'db> {
            builder: &'a Builder<'db>,
            is_whole: &'a mut bool,
        }
        impl StoreVisitor for Search<'_, '_> {
            fn on_type(&mut self, ty: TypeRefId) {
                *self.is_whole &= self.builder.is_whole(ty);
            }
        }
        let mut is_whole = !matches!(self.body[ty], TypeRef::Placeholder | TypeRef::Error);
        self.body.visit_type_ref_children(ty, Search { builder: self, is_whole: &mut is_whole });
        is_whole
    }
}

/// How many generic arguments an expression has of its own.
fn arguments(kind: &ExprKind) -> usize {
    match kind {
        ExprKind::Call { callee: CallKind::Fn { args, .. }, .. } => args.len(),
        ExprKind::Ctor { args, .. }
        | ExprKind::CtorFn(_, _, args)
        | ExprKind::FnItem(_, args)
        | ExprKind::Const(_, args, _) => args.len(),
        _ => 0,
    }
}
