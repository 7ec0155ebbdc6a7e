//! Expressions.
//!
//! Whatever the compiler does silently is explicit in the tree: borrows and dereferences of receivers, unsizing, steps
//! from `!`. Lowering then needs no rule of type inference. A form that the tree has no node for is kept as
//! unsupported, with its name for the message.

use certus_diagnostics::{Internal, Rust, Span};
use certus_tree::{
    Adjust, Arm, Block, CallKind, ClosureParam, Expr, ExprKind, FieldValue, Known, LogicOp, Mutability, Stmt, Ty, UnOp,
};
use either::Either;
use ra_ap_hir_def::VariantId;
use ra_ap_hir_def::hir::type_ref::{Rawness, TypeRefId};
use ra_ap_hir_def::hir::{self, ClosureKind, CoroutineKind, CoroutineSource, Statement};
use ra_ap_hir_ty::{Adjust as HirAdjust, Adjustment, AutoBorrow, PointerCast};

use super::Builder;
use crate::key::Key;

impl<'db> Builder<'db> {
    /// An expression with its adjustments.
    pub(super) fn expr(&mut self, id: hir::ExprId) -> Expr {
        let plain = self.plain_expr(id);
        let adjustments = self.infer.expr_adjustment(id).unwrap_or_default();
        match adjustments.first() {
            Some(Adjustment { kind: HirAdjust::Deref(_), .. }) if self.marks_let(id) => {
                self.adjust_marked(plain, adjustments)
            }
            _ => self.adjust(plain, adjustments),
        }
    }

    /// Adjusts what is marked and not the mark: of `let tracked r: &T = &t;`, rustc borrows `*mark(&t)` again.
    fn adjust_marked(&mut self, mut marked: Expr, adjustments: &'db [Adjustment]) -> Expr {
        if let ExprKind::Call { args, .. } = &mut marked.kind
            && let Some(value) = args.pop()
        {
            let adjusted = self.adjust(value, adjustments);
            marked.ty = adjusted.ty.clone();
            if let ExprKind::Call { args, .. } = &mut marked.kind {
                args.push(adjusted);
            }
        }
        marked
    }

    /// An expression in a box, with its adjustments.
    pub(super) fn boxed(&mut self, id: hir::ExprId) -> Box<Expr> {
        Box::new(self.expr(id))
    }

    /// An expression as written, before the adjustments that apply to it.
    pub(super) fn plain_expr(&mut self, id: hir::ExprId) -> Expr {
        let span = self.expr_span(id);
        let kind = match self.sugar(id, span) {
            Some(kind) => kind,
            None => self.expr_form(id, span),
        };
        let (ty, is_unknown) = self.try_ty(self.infer.expr_ty(id));
        if is_unknown && !(self.naming > 0 && matches!(kind, ExprKind::FnItem(..))) {
            self.unknown_type(span);
        }
        let node = self.node(kind, ty, span);
        self.note_written(id, &node);
        self.set_place(node.id, self.place_of(id));
        node
    }

    /// Wraps an expression in adjustments, innermost first.
    pub(super) fn adjust(&mut self, mut expr: Expr, adjustments: &'db [Adjustment]) -> Expr {
        let span = expr.span;
        let place = self.places.get(expr.id.0 as usize).cloned().flatten();
        for adjustment in adjustments {
            let (target, is_unknown) = self.try_ty(adjustment.target.as_ref());
            if is_unknown && self.naming == 0 {
                self.unknown_type(span);
            }
            let inner = Box::new(expr);
            let kind = match &adjustment.kind {
                HirAdjust::NeverToAny => ExprKind::Adjust(Adjust::NeverToAny, inner),
                HirAdjust::Deref(None) => ExprKind::Deref(inner),
                HirAdjust::Deref(Some(overloaded)) => {
                    let mutability = crate::types::mutable(overloaded.0);
                    self.overloaded_deref(*inner, mutability, &target, span)
                }
                HirAdjust::Borrow(AutoBorrow::Ref(mutability)) => {
                    let mutability = crate::types::mutable((*mutability).into());
                    ExprKind::Ref { mutability, expr: inner, implicit: true }
                }
                HirAdjust::Borrow(AutoBorrow::RawPtr(mutability)) => {
                    ExprKind::RawRef(crate::types::mutable(*mutability), inner)
                }
                HirAdjust::Pointer(PointerCast::Unsize) => ExprKind::Adjust(Adjust::Unsize, inner),
                HirAdjust::Pointer(_) => ExprKind::Adjust(Adjust::Pointer, inner),
            };
            expr = self.node(kind, target, span);
            self.set_place(expr.id, place.clone());
        }
        expr
    }

    /// `*Deref::deref(&inner)`, for what the source writes as `*inner`, `inner.field` or `inner.method()`. The implicit call is
    /// one that runs and has a contract, so the tree has it as any other call.
    fn overloaded_deref(&mut self, inner: Expr, mutability: Mutability, target: &Ty, span: Span) -> ExprKind {
        let self_ty = inner.ty.clone();
        let reference = Ty::Ref(mutability, Box::new(self_ty.clone()));
        let borrowed = ExprKind::Ref { mutability, expr: Box::new(inner), implicit: true };
        let borrowed = self.node(borrowed, reference, span);
        let Some(callee) = self.deref_callee(mutability, self_ty) else {
            self.error(Internal::FrontEnd, "the standard library has no `Deref`", span);
            return ExprKind::Unsupported("dereference");
        };
        let call = ExprKind::Call { callee, args: vec![borrowed], callee_span: span };
        let result = self.node(call, Ty::Ref(mutability, Box::new(target.clone())), span);
        ExprKind::Deref(Box::new(result))
    }

    /// The form of an expression without its adjustments. Operators, calls and names may become another form than they are
    /// written in: `a + b` on a type of the user is a call of `Add::add`. What the tree has no form for is told by its name
    /// (`Unsupported`), and refused when the body is lowered; so a form that a newer rust-analyzer adds does not compile here.
    fn expr_form(&mut self, id: hir::ExprId, span: Span) -> ExprKind {
        match &self.body[id] {
            hir::Expr::Missing => {
                self.error(Rust::Syntax, "this expression is missing or cannot be read", span);
                ExprKind::Unsupported("missing expression")
            }
            hir::Expr::Path(path) => self.path_expr(id, path, span),
            hir::Expr::If { condition, then_branch, else_branch } => {
                let condition = self.boxed(*condition);
                let then_branch = self.boxed(*then_branch);
                ExprKind::If(condition, then_branch, else_branch.map(|e| self.boxed(e)))
            }
            hir::Expr::Let { pat, expr } => {
                let value = self.boxed(*expr);
                ExprKind::Let(Box::new(self.pat(*pat)), value)
            }
            hir::Expr::Block { statements, tail, label, .. } => {
                let label = self.label(*label);
                ExprKind::Block(label, self.block(id, statements, *tail))
            }
            hir::Expr::Unsafe { statements, tail, .. } => ExprKind::Unsafe(self.block(id, statements, *tail)),
            hir::Expr::Const(inner) => ExprKind::ConstBlock(self.as_block(*inner)),
            hir::Expr::Loop { body, label, .. } => {
                let label = self.label(*label);
                ExprKind::Loop(label, self.as_block(*body))
            }
            hir::Expr::Call { callee, args } => self.call(id, *callee, args, span),
            hir::Expr::MethodCall { receiver, args, .. } => self.method_call(id, *receiver, args, span),
            hir::Expr::Match { expr, arms } => {
                let scrutinee = self.boxed(*expr);
                ExprKind::Match(scrutinee, arms.iter().map(|arm| self.arm(arm)).collect())
            }
            hir::Expr::Continue { label } => ExprKind::Continue(self.label(*label)),
            hir::Expr::Break { expr, label } => ExprKind::Break(self.label(*label), expr.map(|e| self.boxed(e))),
            hir::Expr::Return { expr } => ExprKind::Return(expr.map(|e| self.boxed(e))),
            hir::Expr::RecordLit { fields, spread, .. } => self.record(id, fields, spread, span),
            hir::Expr::Field { expr, .. } => self.field(id, *expr, span),
            hir::Expr::Await { expr } => self.await_future(*expr, span),
            hir::Expr::Cast { expr, .. } => ExprKind::Cast(self.boxed(*expr)),
            hir::Expr::Ref { expr, rawness, mutability } => {
                let mutability = if mutability.is_mut() { Mutability::Mut } else { Mutability::Shared };
                let inner = self.boxed(*expr);
                match rawness {
                    Rawness::Ref => ExprKind::Ref { mutability, expr: inner, implicit: false },
                    Rawness::RawPtr => ExprKind::RawRef(mutability, inner),
                }
            }
            hir::Expr::UnaryOp { expr, op } => self.unary(id, *expr, *op, span),
            hir::Expr::BinaryOp { lhs, rhs, op } => self.binary(id, *lhs, *rhs, *op, span),
            hir::Expr::Assignment { target, value } => self.assignment(*target, *value),
            hir::Expr::Index { base, index } => self.index(id, *base, *index, span),
            hir::Expr::Closure { args, arg_types, ret_type, body, closure_kind, capture_by } => {
                let params = args.iter().copied().zip(arg_types.iter().copied());
                self.closure(id, params, ret_type.is_some(), *body, *closure_kind, *capture_by)
            }
            hir::Expr::Tuple { exprs } => ExprKind::Tuple(exprs.iter().map(|e| self.expr(*e)).collect()),
            hir::Expr::Array(hir::Array::ElementList { elements }) => {
                ExprKind::Array(elements.iter().map(|e| self.expr(*e)).collect())
            }
            hir::Expr::Array(hir::Array::Repeat { initializer, .. }) => ExprKind::Repeat(self.boxed(*initializer)),
            hir::Expr::Literal(literal) => self.literal_expr(id, literal, span, false),
            hir::Expr::Become { .. } => ExprKind::Unsupported("become"),
            hir::Expr::Yield { .. } => ExprKind::Unsupported("yield"),
            hir::Expr::Yeet { .. } => ExprKind::Unsupported("yeet"),
            hir::Expr::Underscore => ExprKind::Unsupported("_"),
            hir::Expr::OffsetOf(_) => ExprKind::Unsupported("offset_of!"),
            hir::Expr::InlineAsm(_) => ExprKind::Unsupported("inline assembly"),
            hir::Expr::IncludeBytes => ExprKind::Unsupported("include_bytes!"),
        }
    }

    /// The statements of a block; `id` is the expression that opens its scope.
    pub(super) fn block(&mut self, id: hir::ExprId, statements: &'db [Statement], tail: Option<hir::ExprId>) -> Block {
        let outer = std::mem::replace(&mut self.scope, id);
        let mut stmts = Vec::new();
        for statement in statements {
            match statement {
                Statement::Let { pat, type_ref, initializer, else_branch } => {
                    let init = initializer.map(|e| self.expr(e)).map(|value| self.marked(*pat, value));
                    let else_ = else_branch.map(|e| self.expr(e));
                    let pat = self.pat(*pat);
                    self.note_annotated(*type_ref, &pat);
                    let end = else_.as_ref().or(init.as_ref()).map_or(pat.span, |e| e.span);
                    let span = pat.span.to(end);
                    stmts.push(Stmt::Let { pat, init, else_, span });
                }
                Statement::Expr { expr, has_semi } => stmts.push(Stmt::Expr(self.expr(*expr), *has_semi)),
                Statement::Item(_) => {}
            }
        }
        let tail = tail.map(|e| self.boxed(e));
        self.scope = outer;
        Block { stmts, tail }
    }

    /// An expression that is a block in the source. A block with an adjustment (`{ panic!() }` as a `u8`) is the value of a block
    /// around it, so that the adjustment is not lost; so is what a macro wrote in the place of a block.
    pub(super) fn as_block(&mut self, id: hir::ExprId) -> Block {
        match &self.body[id] {
            hir::Expr::Block { statements, tail, label: None, .. } if self.infer.expr_adjustment(id).is_none() => {
                self.block(id, statements, *tail)
            }
            _ => Block { stmts: Vec::new(), tail: Some(self.boxed(id)) },
        }
    }

    /// The guard sees the bindings of the pattern, so names are resolved in the scope of the arm.
    fn arm(&mut self, arm: &hir::MatchArm) -> Arm {
        let pat = self.pat(arm.pat);
        let outer = std::mem::replace(&mut self.scope, arm.expr);
        let guard = arm.guard.map(|g| self.expr(g));
        let body = self.expr(arm.expr);
        self.scope = outer;
        Arm { pat, guard, body }
    }

    /// Fields keep the order of the source, in which they are evaluated. Errs with `rust/missing-fields`, which
    /// inference lets pass.
    fn record(
        &mut self,
        id: hir::ExprId,
        fields: &'db [hir::RecordLitField],
        spread: &hir::RecordSpread,
        span: Span,
    ) -> ExprKind {
        let Some(variant) = self.infer.variant_resolution_for_expr(id) else {
            self.error(Rust::UnresolvedName, "cannot find this struct, variant or union type", span);
            return ExprKind::Unsupported("struct literal");
        };
        let data = variant.fields(self.loaded.db());
        let mut values = Vec::new();
        for field in fields {
            let value = self.expr(field.expr);
            // An unknown field is reported by the type inference.
            if let Some(index) = data.field(&field.name) {
                values.push(FieldValue { field: index.into_raw().into_u32(), value });
            }
        }
        let base = match spread {
            hir::RecordSpread::Expr(base) => Some(self.boxed(*base)),
            hir::RecordSpread::None => None,
            hir::RecordSpread::FieldDefaults => {
                self.error(Rust::FieldDefaults, "default field values are not stable Rust", span);
                None
            }
        };
        if base.is_none() && !matches!(variant, VariantId::UnionId(_)) {
            let given = |index| values.iter().any(|v: &FieldValue| v.field == index);
            let missing = data.fields().iter().filter(|(id, _)| !given(id.into_raw().into_u32()));
            let missing: Vec<&str> = missing.map(|(_, field)| field.name.as_str()).collect();
            if !missing.is_empty() {
                self.error(Rust::MissingFields, format!("missing fields: `{}`", missing.join("`, `")), span);
            }
        }
        let (adt, variant) = self.variant(variant);
        let args = self.adt_args(self.infer.expr_ty(id), span);
        ExprKind::Ctor { adt, variant, args, fields: values, base }
    }

    /// The type that a variant belongs to and its index there.
    pub(super) fn variant(&self, variant: VariantId) -> (certus_tree::DefId, u32) {
        let adt = variant.adt_id(self.loaded.db());
        let index = match variant {
            VariantId::EnumVariantId(id) => self.loaded.variant_index(id),
            _ => 0,
        };
        (self.loaded.def(Key::Adt(adt)), index)
    }

    /// The generic arguments of a struct, enum or union type.
    pub(super) fn adt_args(&mut self, ty: ra_ap_hir_ty::next_solver::Ty<'db>, span: Span) -> Vec<Ty> {
        match ty.as_adt() {
            Some((_, args)) => self.generic_args(args, span),
            None => Vec::new(),
        }
    }

    /// `e.name` or `e.0`, by the number of the field. The dereferences that find it are adjustments of `e`, so the base has
    /// the type with the field. Where the type of `e` is unknown, that is the error, and not that there is no such field.
    fn field(&mut self, id: hir::ExprId, of: hir::ExprId, span: Span) -> ExprKind {
        let base = self.boxed(of);
        match self.infer.field_resolution(id) {
            Some(Either::Left(field)) => ExprKind::Field(base, field.local_id.into_raw().into_u32()),
            Some(Either::Right(field)) => ExprKind::TupleField(base, field.index),
            None => {
                match self.infer.expr_ty(of).references_non_lt_error() {
                    true => self.unknown_type(span),
                    false => self.error(Rust::UnresolvedField, "cannot find this field", span),
                }
                ExprKind::Unsupported("field")
            }
        }
    }

    /// `future.await` is a call of the function of the library that says what it does. Without the library it stays.
    fn await_future(&mut self, of: hir::ExprId, span: Span) -> ExprKind {
        let future = self.expr(of);
        let Some(def) = self.loaded.find(Known::AwaitFuture.path()) else {
            return ExprKind::Await(Box::new(future));
        };
        let callee = CallKind::Fn { def, args: vec![future.ty.clone()], resolved: None, is_told: false };
        ExprKind::Call { callee, args: vec![future], callee_span: span }
    }

    /// The number of a closure is its place among those of the body, so that an edit elsewhere does not change it.
    fn closure(
        &mut self,
        id: hir::ExprId,
        params: impl Iterator<Item = (hir::PatId, Option<TypeRefId>)>,
        has_ret: bool,
        body: hir::ExprId,
        kind: ClosureKind,
        capture_by: hir::CaptureBy,
    ) -> ExprKind {
        match kind {
            ClosureKind::Closure => {}
            ClosureKind::Coroutine { kind: CoroutineKind::Async, source: CoroutineSource::Block } => {
                return ExprKind::Async(self.as_block(body));
            }
            ClosureKind::Coroutine { kind: CoroutineKind::Async, .. } => {
                return ExprKind::Unsupported("async function");
            }
            _ => return ExprKind::Unsupported("coroutine"),
        }
        let outer = std::mem::replace(&mut self.scope, id);
        let params = params.map(|(pat, ty)| {
            let pat = self.pat(pat);
            self.note_annotated(ty, &pat);
            ClosureParam { ty: pat.ty.clone(), pat }
        });
        let params = params.collect();
        let body = self.boxed(body);
        self.scope = outer;
        let number = self.closures.get(&id).copied().unwrap_or(0);
        let is_move = capture_by == hir::CaptureBy::Value;
        let ret = body.ty.clone();
        ExprKind::Closure { id: number, params, ret, has_ret, is_move, body }
    }

    /// With a pattern on the left the right side is evaluated first, as in Rust.
    fn assignment(&mut self, target: hir::PatId, value: hir::ExprId) -> ExprKind {
        match &self.body[target] {
            hir::Pat::Expr(place) => {
                let place = self.boxed(*place);
                ExprKind::Assign(None, place, self.boxed(value))
            }
            _ => {
                let value = self.boxed(value);
                ExprKind::AssignPat(Box::new(self.pat(target)), value)
            }
        }
    }

    /// A short-circuit operator.
    pub(super) fn logic(&mut self, op: hir::LogicOp, lhs: hir::ExprId, rhs: hir::ExprId) -> ExprKind {
        let op = match op {
            hir::LogicOp::And => LogicOp::And,
            hir::LogicOp::Or => LogicOp::Or,
        };
        let lhs = self.boxed(lhs);
        ExprKind::Logic(op, lhs, self.boxed(rhs))
    }

    /// A prefix operator on a built-in type; the operand of a negation may be a literal one larger than the maximum.
    pub(super) fn builtin_unary(&mut self, op: UnOp, operand: hir::ExprId) -> ExprKind {
        if let (UnOp::Neg, hir::Expr::Literal(literal)) = (op, &self.body[operand]) {
            let span = self.expr_span(operand);
            let kind = self.literal_expr(operand, literal, span, true);
            let ty = self.ty(self.infer.expr_ty(operand), span);
            let literal = self.node(kind, ty, span);
            self.note_written(operand, &literal);
            return ExprKind::Unary(op, Box::new(literal));
        }
        ExprKind::Unary(op, self.boxed(operand))
    }

    /// A call through a value.
    pub(super) fn value_call(callee: Expr, args: Vec<Expr>, callee_span: Span) -> ExprKind {
        ExprKind::Call { callee: CallKind::Value(Box::new(callee)), args, callee_span }
    }
}
