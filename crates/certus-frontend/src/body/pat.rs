//! Patterns.
//!
//! Patterns that look through references say so nowhere in the source; the tree has every dereference explicit, so that
//! matching is by the type of the value alone. A name that is not found makes the body an error: it would otherwise be
//! read as a binding, which always matches.

use certus_diagnostics::{Rust, Span, Unsupported};
use certus_tree::{FieldPat, Pat, PatKind};
use ra_ap_hir_def::hir::{self, PatId};
use ra_ap_hir_def::resolver::ValueNs;
use ra_ap_hir_def::{AdtId, VariantId};
use ra_ap_hir_ty::ByRef;
use ra_ap_hir_ty::method_resolution::CandidateId;
use ra_ap_syntax::ast::{self, AstNode, RangeItem as _, RangeOp};

use super::Builder;
use crate::key::Key;

impl<'db> Builder<'db> {
    /// A pattern, its implied dereferences made explicit: `Some(x)` on a value of type `&Option<u8>` becomes `&Some(x)`, and the
    /// binding mode of `x` is `ref`. The adjustments are listed from the outside in, and are put around the pattern from the
    /// inside out.
    pub(super) fn pat(&mut self, id: PatId) -> Pat {
        let span = self.pat_span(id);
        let kind = self.pat_form(id, span);
        let ty = self.ty(self.infer.pat_ty(id), span);
        let mut pat = Pat { kind, ty, span };
        for adjustment in self.infer.pat_adjustment(id).unwrap_or_default().iter().rev() {
            let ty = self.ty(adjustment.source.as_ref(), span);
            // The type of `kind` is not exported; its two names are `BuiltinDeref` and `OverloadedDeref`.
            if format!("{:?}", adjustment.kind) == "OverloadedDeref" {
                self.error(Unsupported::DerefPattern, "patterns that match through `Deref` are not supported", span);
            }
            pat = Pat { kind: PatKind::Deref(Box::new(pat)), ty, span };
        }
        pat
    }

    fn pats(&mut self, ids: &[PatId]) -> Vec<Pat> {
        ids.iter().map(|id| self.pat(*id)).collect()
    }

    /// The form of a pattern. A name alone is a path in HIR if it means a constant, a struct or a variant, and else a binding; so
    /// an import that is not known decides about it, and `undeclared.rs` refuses such names.
    ///
    /// A form that cannot be read is marked as such and has an error, or is refused when the body is lowered.
    fn pat_form(&mut self, id: PatId, span: Span) -> PatKind {
        match &self.body[id] {
            hir::Pat::Missing => {
                self.error(Rust::Syntax, "this pattern is missing or cannot be read", span);
                PatKind::Unsupported("missing pattern")
            }
            hir::Pat::Rest | hir::Pat::Wild => PatKind::Wild,
            hir::Pat::Tuple { args, ellipsis } => {
                let len = match &self.infer.pat_ty(id).as_tuple() {
                    Some(tys) => tys.len(),
                    None => args.len(),
                };
                PatKind::Tuple(self.positional(args, *ellipsis, len))
            }
            hir::Pat::Or(alternatives) => PatKind::Or(self.pats(alternatives)),
            hir::Pat::Record { args, .. } => self.record_pat(id, args, span),
            hir::Pat::TupleStruct { args, ellipsis, .. } => self.tuple_struct(id, args, *ellipsis, span),
            hir::Pat::Range { start, end, range_type } => {
                self.check_range_ends(id, start.is_some(), end.is_some(), span);
                let start = start.map(|e| Box::new(self.range_end(e)));
                let end = end.map(|e| Box::new(self.range_end(e)));
                PatKind::Range(start, end, *range_type == RangeOp::Inclusive)
            }
            hir::Pat::Slice { prefix, slice, suffix } => {
                let before = self.pats(prefix);
                let rest = slice.map(|id| Box::new(self.pat(id)));
                PatKind::Slice(before, rest, self.pats(suffix))
            }
            hir::Pat::Path(path) => self.path_pat(id, path, span),
            hir::Pat::Lit(expr) => match &self.body[*expr] {
                hir::Expr::Literal(literal) => PatKind::Literal(self.literal_pat(id, *expr, literal, span)),
                _ => PatKind::Unsupported("literal"),
            },
            hir::Pat::Bind { id: binding, subpat } => {
                let by_ref = match self.infer.binding_mode(id).map(|mode| mode.0) {
                    Some(ByRef::Yes(mutability)) => Some(crate::types::mutable(mutability)),
                    _ => None,
                };
                let local = self.local(*binding, span);
                PatKind::Binding { local, by_ref, sub: subpat.map(|id| Box::new(self.pat(id))) }
            }
            hir::Pat::Ref { pat, .. } if self.infer.is_skipped_ref_pat(id) => self.pat(*pat).kind,
            hir::Pat::Ref { pat, .. } => PatKind::Deref(Box::new(self.pat(*pat))),
            hir::Pat::Box { inner } => PatKind::Deref(Box::new(self.pat(*inner))),
            hir::Pat::Expr(place) => PatKind::Place(self.boxed(*place)),
            hir::Pat::Deref { .. } => PatKind::Unsupported("deref!"),
            hir::Pat::NotNull => PatKind::Unsupported("!null"),
            hir::Pat::ConstBlock(_) => PatKind::Unsupported("const block"),
        }
    }

    /// Positional fields, those after `..` counted from the end.
    fn positional(&mut self, args: &[PatId], ellipsis: Option<u32>, len: usize) -> Vec<FieldPat> {
        let before = ellipsis.map_or(args.len(), |at| at as usize);
        let skipped = len.saturating_sub(args.len());
        let place = |i: usize| if i < before { i } else { i + skipped };
        args.iter().enumerate().map(|(i, id)| FieldPat { field: place(i) as u32, pat: self.pat(*id) }).collect()
    }

    /// `V(a, .., z)`; the number of fields of the variant tells which one `z` is.
    fn tuple_struct(&mut self, id: PatId, args: &[PatId], ellipsis: Option<u32>, span: Span) -> PatKind {
        let Some(variant) = self.infer.variant_resolution_for_pat(id) else { return self.unresolved_pat(span) };
        let len = variant.fields(self.loaded.db()).len();
        let fields = self.positional(args, ellipsis, len);
        let (adt, variant) = self.variant(variant);
        PatKind::Variant { adt, variant, fields }
    }

    /// `V { a: p, .. }`. Fields without a pattern are left out, as with `..`; that all are named where there is no `..` is
    /// left to rustc. A field that is not there is an error of the type inference.
    fn record_pat(&mut self, id: PatId, args: &'db [hir::RecordFieldPat], span: Span) -> PatKind {
        let Some(variant) = self.infer.variant_resolution_for_pat(id) else { return self.unresolved_pat(span) };
        let data = variant.fields(self.loaded.db());
        let mut fields = Vec::new();
        for arg in args {
            let pat = self.pat(arg.pat);
            if let Some(field) = data.field(&arg.name) {
                fields.push(FieldPat { field: field.into_raw().into_u32(), pat });
            }
        }
        let (adt, variant) = self.variant(variant);
        PatKind::Variant { adt, variant, fields }
    }

    /// A path may be a constant, a unit struct or a variant; only the first is compared by value.
    fn path_pat(&mut self, id: PatId, path: &'db ra_ap_hir_def::expr_store::path::Path, span: Span) -> PatKind {
        if let Some((CandidateId::ConstId(found), generic)) = self.infer.assoc_resolutions_for_pat(id) {
            let (def, args, resolved) = self.const_use(found, generic, span);
            return PatKind::Const(def, args, resolved);
        }
        if let Some(variant) = self.infer.variant_resolution_for_pat(id) {
            return self.unit_pat(variant);
        }
        let hygiene = self.body.pat_path_hygiene(id);
        match self.resolve_value(self.scope, path, hygiene) {
            Some(ValueNs::ConstId(id)) => PatKind::Const(self.loaded.def(Key::Const(id)), Vec::new(), None),
            Some(ValueNs::StructId(id)) => self.unit_pat(id.into()),
            Some(ValueNs::EnumVariantId(id)) => self.unit_pat(id.into()),
            Some(ValueNs::ImplSelf(_)) => match self.infer.pat_ty(id).as_adt() {
                Some((AdtId::StructId(id), _)) => self.unit_pat(id.into()),
                _ => self.unresolved_pat(span),
            },
            _ => self.unresolved_pat(span),
        }
    }

    /// A variant that is named without its fields. rustc refuses a tuple variant that is named like that.
    fn unit_pat(&mut self, variant: VariantId) -> PatKind {
        let (adt, variant) = self.variant(variant);
        PatKind::Variant { adt, variant, fields: Vec::new() }
    }

    /// Errs with `rust/unresolved-name`; see the top of this file for why it must.
    fn unresolved_pat(&mut self, span: Span) -> PatKind {
        self.error(Rust::UnresolvedName, "cannot find this constant, struct or variant", span);
        PatKind::Unsupported("path")
    }

    /// HIR drops an end of a range that is neither literal nor path, as if it had not been written.
    fn check_range_ends(&mut self, id: PatId, start: bool, end: bool, span: Span) {
        let node = self.pat_node(id).and_then(|node| ast::RangePat::cast(node.value));
        let written = node.map(|n| (n.start().is_some(), n.end().is_some()));
        if written != Some((start, end)) {
            self.error(Unsupported::RangePattern, "the ends of a range pattern must be literals or paths", span);
        }
    }

    /// An end of a range pattern: a literal or a constant.
    fn range_end(&mut self, id: hir::ExprId) -> Pat {
        let span = self.expr_span(id);
        let ty = self.ty(self.infer.expr_ty(id), span);
        let kind = match &self.body[id] {
            hir::Expr::Literal(literal) => PatKind::Literal(self.range_literal(id, literal, span)),
            hir::Expr::Path(path) => match self.path_expr(id, path, span) {
                certus_tree::ExprKind::Const(def, args, resolved) => PatKind::Const(def, args, resolved),
                _ => PatKind::Unsupported("range end"),
            },
            _ => PatKind::Unsupported("range end"),
        };
        Pat { kind, ty, span }
    }
}
