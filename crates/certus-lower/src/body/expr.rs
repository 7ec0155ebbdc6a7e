//! The forms of expressions.
//!
//! Reference page `reference-specification-language` and guide page `spec-rust-subset` say which forms may stand in
//! ghost code. Order matters: whatever has an effect is emitted where Rust would have it happen, and a value that was
//! read before an effect keeps what it was. A form without a meaning here is `unsupported/..`.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, Adjust, ExprKind as T, LogicOp, Mutability, UnOp};
use certus_vir::{BinaryOp, Expr, ExprKind, IntKind, Mode, Stmt, StmtKind, Ty, UnaryOp};

use super::borrow::{current_of, root_of};
use super::{Fx, Position, Slot};
use crate::error::{Result, fail};

impl Fx<'_, '_> {
    /// The value of an expression; effects are emitted on the way.
    pub(crate) fn expr(&mut self, e: &tree::Expr) -> Result<Expr> {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.expr_inner(e))
    }

    /// The forms of expressions, each with its room. A form that is missing here has no meaning yet, and is reported as
    /// `unsupported/expression`.
    fn expr_inner(&mut self, e: &tree::Expr) -> Result<Expr> {
        let is_looked_at = self.take_look();
        self.runs_destructor(e, is_looked_at)?;
        if let Some(value) = self.owned(e, is_looked_at)? {
            return Ok(value);
        }
        match &e.kind {
            T::Literal(literal) => self.literal(literal, e),
            T::Local(id) => self.read_local(*id, e.span),
            T::Const(def, args, resolved) => self.constant(*def, args, resolved.as_ref(), e),
            T::FnItem(def, args) => self.fn_item(*def, args, e.span),
            T::CtorFn(..) => {
                let text = "using a datatype constructor as a function value is not supported";
                fail(Unsupported::FnItem, text, e.span)
            }
            T::Call { .. } if !self.is_pure() && self.borrows_wrapped(e) => self.borrow_wrapped(e),
            T::Call { callee, args, callee_span } => self.call(e, callee, args, *callee_span),
            T::Ctor { adt, variant, fields, base, .. } => self.constructor(e, *adt, *variant, fields, base.as_deref()),
            T::Tuple(items) => {
                let values = self.operands(items.iter())?;
                self.tuple(values, e)
            }
            T::Field(base, index) => {
                let value = self.looking_at(|fx| fx.expr(base))?;
                self.field(base, *index, value, e.span)
            }
            T::Range(start, end, _) => {
                let values = self.operands(start.iter().chain(end).map(|e| &**e))?;
                self.range(start.is_some(), values, e)
            }
            T::TupleField(base, index) => {
                let value = self.looking_at(|fx| fx.expr(base))?;
                self.tuple_field(value, *index, e.span)
            }
            T::Deref(inner) => self.deref(inner, e),
            T::Ref { mutability: Mutability::Shared, expr, .. } => self.shared_borrow(expr, e),
            T::Ref { mutability: Mutability::Mut, expr, implicit } => {
                let value = self.borrow(expr, *implicit, e.span)?;
                self.retype(value, &e.ty, e.span)
            }
            T::Adjust(Adjust::NeverToAny, inner) => {
                self.expr(inner)?;
                let ty = self.cx.ty(&e.ty, e.span)?;
                if self.is_pure() {
                    return fail(Unsupported::Never, "an expression of type `!` is not supported here", e.span);
                }
                Ok(if ty == Ty::unit() { Expr::unit(e.span) } else { self.arbitrary(ty, e.span) })
            }
            T::ConstParam(_, name) => {
                let ty = self.cx.ty(&e.ty, e.span)?;
                Ok(Expr::const_param(Ty::Param(name.as_str().into()), ty, e.span))
            }
            T::Index(base, index) => self.element(base, index, e),
            T::Array(items) => self.array(items, e),
            T::Repeat(value) => self.repeat(value, e),
            T::Adjust(Adjust::Unsize | Adjust::Pointer, inner)
                if let (tree::Ty::RawPtr(..), tree::Ty::RawPtr(..)) = (&inner.ty, &e.ty) =>
            {
                self.cast(inner, e)
            }
            T::Adjust(Adjust::Unsize, inner) => match self.trait_object(inner, e)? {
                Some(object) => Ok(object),
                None => self.unsized_array(inner, e),
            },
            T::Adjust(Adjust::Pointer, _) => fail(Unsupported::Coercion, "this coercion is not supported", e.span),
            T::Cast(inner) => self.cast(inner, e),
            T::Unary(op, inner) => self.unary(*op, inner, e),
            T::Binary(op, left, right) => self.binary(*op, left, right, e),
            T::Logic(op, left, right) => self.logic(*op, left, right, e),
            T::Assign(op, place, value) => self.assign(*op, place, value, e),
            T::AssignPat(pat, value) => self.assign_pattern(pat, value, e.span),
            T::Block(label, block) => self.labelled_block(label.as_deref(), block, e),
            T::If(cond, then, otherwise) => self.if_(cond, then, otherwise.as_deref(), e),
            T::Let(..) => fail(Unsupported::LetCondition, "`let` is not supported in this position", e.span),
            T::Match(scrutinee, arms) => self.match_(scrutinee, arms, e),
            T::Loop(label, block) => self.loop_(label.as_deref(), None, block, e),
            T::While(label, cond, block) => self.loop_(label.as_deref(), Some(cond), block, e),
            T::Break(label, value) => self.break_(label.as_deref(), value.as_deref(), e.span),
            T::Continue(label) => self.continue_(label.as_deref(), e.span),
            T::Try(operand) => self.try_(operand, e),
            T::Return(value) => self.return_(value.as_deref(), e.span),
            T::Closure { params, body, .. } => self.exec_closure(params, body, e),
            T::FormatArgs(items, uses) => self.format_args(items, uses, e),
            T::Unsafe(block) => self.labelled_block(None, block, e),
            T::Unsupported(name) if *name == tree::RAW_DEREF => {
                let text = "dereferencing a raw pointer is not supported";
                let help =
                    "call `vstd::raw_ptr::ptr_ref`, `ptr_mut_read` or `ptr_mut_write` with the permission for it";
                Err(Diagnostic::error(Unsupported::RawPointer, text, e.span).with_help(help).into())
            }
            other => {
                let what = form_name(other);
                fail(Unsupported::Expression, format!("{what} is not supported"), e.span)
            }
        }
    }

    /// A shared reference, which is as good as what it refers to.
    fn shared_borrow(&mut self, expr: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        // `&mut x` where a shared reference is wanted: in ghost code nothing else would say that `x` stays.
        let expr = match &expr.kind {
            T::Deref(inner) if self.is_ghost() => match &inner.kind {
                T::Ref { mutability: Mutability::Mut, expr: place, .. } => place,
                _ => expr,
            },
            _ => expr,
        };
        self.see(expr);
        let value = self.looking_at(|fx| fx.expr(expr))?;
        if is_reference(&value.ty) {
            // Nobody writes through it any more, if it is in no variable.
            self.dropped(expr, &value);
        }
        self.retype(value, &e.ty, e.span)
    }

    /// The value under another type that differs in decorations only.
    pub(crate) fn retype(&mut self, value: Expr, ty: &tree::Ty, span: Span) -> Result<Expr> {
        let ty = self.cx.ty(ty, span)?;
        Ok(Expr { kind: value.kind, ty, span })
    }

    /// Several operands in order. A value that an effect of a later operand might change is kept in a temporary.
    pub(crate) fn operands<'e>(&mut self, exprs: impl Iterator<Item = &'e tree::Expr>) -> Result<Vec<Expr>> {
        let mut values: Vec<Expr> = Vec::new();
        for e in exprs {
            let value = self.keeping(&mut values, |fx| fx.expr(e))?;
            values.push(value);
        }
        Ok(values)
    }

    /// Errs with `language/mode` where exec code reads a ghost variable: the compiled program has none.
    pub(crate) fn read_local(&mut self, id: tree::LocalId, span: Span) -> Result<Expr> {
        let ghost_only = self.mode_of_local(id).is_some_and(|m| m != certus_vir::Mode::Exec);
        if ghost_only && !self.is_ghost() {
            let name = self.local_name(id);
            let text = format!("cannot use the ghost variable `{name}` in exec code");
            let help =
                format!("a ghost variable does not exist when the program runs: declare `{name}` without `ghost`");
            return Err(Diagnostic::error(Language::Mode, text, span).with_help(help).into());
        }
        if let Some(passed) = self.passed_to_closure(id).filter(|_| self.is_in_old()) {
            return Ok(Expr { span, ..passed.clone() });
        }
        if self.is_in_old() && !self.is_parameter(id) {
            let text = format!("`old` is about parameters, and `{}` is none", self.local_name(id));
            return fail(Language::OldOrFinal, text, span);
        }
        match self.slot(id).cloned() {
            Some(Slot::Var(binder)) => Ok(self.read_var(&binder, id, span)),
            Some(Slot::Value(value)) => Ok(Expr { span, ..value }),
            // What was passed, with what it refers to now.
            Some(Slot::MutParam { pair, current, inner })
                if self.position_of(id) == Position::Body && !self.is_in_old() && self.owner().mode != Mode::Spec =>
            {
                let reference = Expr::var(&pair.var, pair.ty.clone(), span);
                let now = Expr::var(&current, inner, span);
                Ok(Expr::new(ExprKind::Binary(BinaryOp::WithCurrent, reference, now), pair.ty, span))
            }
            // Whether all of the reference is meant, or what it points to in the end, would be a guess.
            Some(Slot::MutParam { .. }) if self.final_in_post() => {
                let name = self.local_name(id);
                let text = format!(
                    "the `&mut` parameter `{name}` must be dereferenced in this postcondition (as in `*{name}` or \
                     `{name}.field`), because `deprecated_postcondition_mut_ref_style` is set for the function"
                );
                fail(Language::OldOrFinal, text, span)
            }
            Some(Slot::MutParam { pair, .. }) => Ok(Expr::var(&pair.var, pair.ty, span)),
            None => {
                let name = self.local_name(id);
                fail(Unsupported::Local, format!("`{name}` cannot be used here"), span)
            }
        }
    }

    /// In a postcondition a `mut` parameter is what was passed: the caller cannot see what the body did to its own
    /// copy.
    /// So `ensures r == x` of `fn f(mut x: u8)` speaks of the argument, also where the body counts `x` down.
    fn read_var(&mut self, binder: &certus_vir::Binder, id: tree::LocalId, span: Span) -> Expr {
        if (self.position() == Position::Post || self.is_in_old())
            && (self.local(id).is_mut || self.is_owned_parameter(id) && self.cares(&binder.ty))
        {
            return Expr::new(ExprKind::Old(binder.var.clone()), binder.ty.clone(), span);
        }
        Expr::var(&binder.var, binder.ty.clone(), span)
    }

    /// Whether a `&mut` parameter here is its final value: in a postcondition under
    /// `deprecated_postcondition_mut_ref_style`.
    fn final_in_post(&self) -> bool {
        self.owner().final_in_post && self.position() == Position::Post
    }

    /// Through a `&mut` parameter this is the current value in the body and the value passed in clauses. In a postcondition
    /// the program says which one it means, unless an attribute says that it is the final one.
    /// `*x` of `x: &mut T` in a body is the variable that holds the current value; in `requires` it is the first half
    /// of the pair `x`. Errs with `language/old-or-final` for a bare `*x` in `ensures`.
    fn deref(&mut self, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let is_reference = matches!((&inner.kind, &inner.ty), (T::Index(..), tree::Ty::Ref(Mutability::Mut, _)));
        if let (Some((base, index)), false) = (self.as_element(inner), is_reference) {
            return self.element(base, index, inner);
        }
        if let (true, T::Call { args, .. }) = (self.is_ghost() && self.borrows_wrapped(inner), &inner.kind)
            && let [tree::Expr { kind: T::Ref { expr, .. }, .. }] = &args[..]
        {
            let at = self.owner().def;
            if !self.is_knowing() && !self.cx.is_copied(&e.ty, at) {
                let place = self.referent(inner)?;
                self.note_moved(&place, e.span);
                return self.read_place(&place, e.span);
            }
            // To read what is in a wrapper needs no borrow, and to use it up moves it out.
            self.see(expr);
            let value = self.looking_at(|fx| fx.expr(expr))?;
            return self.retype(value, &e.ty, e.span);
        }
        if let Some((pair, current, ty)) = self.mut_param(inner) {
            let pair = Expr::var(&pair.var, pair.ty, e.span);
            let position = root_of(inner).map_or(self.position(), |root| self.position_of(root));
            return Ok(match position {
                _ if self.is_in_old() => Expr::new(ExprKind::Unary(UnaryOp::MutCurrent, pair), ty, e.span),
                Position::Body => Expr::var(&current, ty, e.span),
                Position::Pre => Expr::new(ExprKind::Unary(UnaryOp::MutCurrent, pair), ty, e.span),
                Position::Post if self.final_in_post() => {
                    Expr::new(ExprKind::Unary(UnaryOp::MutFinal, pair), ty, e.span)
                }
                Position::Post => return Err(ambiguous(e.span)),
            });
        }
        if let (Some(root), tree::Ty::Ref(Mutability::Mut, _)) = (root_of(inner), &inner.ty)
            && self.is_parameter(root)
            && self.position_of(root) == Position::Post
            && !self.is_in_old()
            && !self.final_in_post()
        {
            return Err(ambiguous(e.span));
        }
        if let Some(value) = self.old_or_final_value(inner)? {
            return Ok(Expr { span: e.span, ..value });
        }
        let value = self.looking_at(|fx| fx.expr(inner))?;
        // A box with a reference in it is dereferenced to that reference.
        let is_reference = matches!(inner.ty, tree::Ty::Ref(Mutability::Mut, _)) || matches!(value.ty, Ty::MutRef(_));
        if is_reference && matches!(value.ty.value(), Ty::MutRef(_)) {
            self.dropped(inner, &value);
            return Ok(current_of(&value, e.span));
        }
        self.retype(value, &e.ty, e.span)
    }

    /// The parameter of type `&mut T` that an expression names, if it does.
    pub(crate) fn mut_param(&self, e: &tree::Expr) -> Option<(certus_vir::Binder, certus_vir::Var, Ty)> {
        let T::Local(id) = &e.kind else { return None };
        match self.slot(*id)? {
            Slot::MutParam { pair, current, inner } => Some((pair.clone(), current.clone(), inner.clone())),
            _ => None,
        }
    }

    /// `!` on integers and `bool`, and `-`. The negation of an integer may overflow, so it has a room with the other arithmetic.
    fn unary(&mut self, op: UnOp, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        if op == UnOp::Neg {
            return self.negate(inner, e);
        }
        let value = self.expr(inner)?;
        let ty = value.ty.value().clone();
        match ty {
            Ty::Bool => Ok(Expr { span: e.span, ..Expr::not(value) }),
            Ty::Int(kind) if !matches!(kind, IntKind::Int | IntKind::Nat | IntKind::Char) => {
                Ok(Expr::new(ExprKind::Unary(UnaryOp::BitNot(kind), value), ty, e.span))
            }
            _ => fail(Unsupported::Operator, "`!` is not supported on this type", e.span),
        }
    }

    /// The right side runs only if the left asks for it, so effects and goals on the right stand under that condition.
    /// Without effects on the right, `a && b` is a term. With some, it is `if a { ..; r = b } else { r = false }`.
    fn logic(&mut self, op: LogicOp, left: &tree::Expr, right: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let left = self.expr(left)?;
        let (stmts, right) = self.collect(|fx| fx.expr(right))?;
        let vir_op = if op == LogicOp::And { BinaryOp::And } else { BinaryOp::Or };
        if stmts.is_empty() {
            return Ok(Expr::binary(vir_op, left, right, e.span));
        }
        let short = Expr::bool(op == LogicOp::Or, e.span);
        let result = self.arbitrary(Ty::Bool, e.span);
        let ExprKind::Var(var) = &*result.kind else { return Ok(result) };
        let mut long = stmts;
        long.push(Stmt::new(StmtKind::Assign(var.clone(), right), e.span));
        let cut = vec![Stmt::new(StmtKind::Assign(var.clone(), short), e.span)];
        let (then, otherwise) = if op == LogicOp::And { (long, cut) } else { (cut, long) };
        self.emit(StmtKind::If(left, then, otherwise), e.span);
        Ok(result)
    }

    /// `a..b`, `a..`, `..b`, `..=b` and `..`: structs with the bounds that are written.
    fn range(&mut self, has_start: bool, values: Vec<Expr>, e: &tree::Expr) -> Result<Expr> {
        let ty = self.cx.ty(&e.ty, e.span)?;
        let Ty::Data(path, _) = &ty else { return fail(Unsupported::Range, "this range is not supported", e.span) };
        let names = if has_start { &["start", "end"][..] } else { &["end"] };
        let fields = names.iter().zip(values).map(|(name, value)| ((*name).into(), value)).collect();
        let variant = path.rsplit("::").next().unwrap_or(path).into();
        Ok(Expr::new(ExprKind::Ctor(path.clone(), variant, fields), ty.clone(), e.span))
    }

    /// A tuple is a value of the generic datatype for its number of components.
    fn tuple(&mut self, values: Vec<Expr>, e: &tree::Expr) -> Result<Expr> {
        let ty = self.cx.ty(&e.ty, e.span)?;
        let Ty::Data(path, _) = &ty else { return fail(Unsupported::Tuple, "this tuple is not supported", e.span) };
        let fields = values.into_iter().enumerate().map(|(i, v)| (i.to_string().into(), v)).collect();
        Ok(Expr::new(ExprKind::Ctor(path.clone(), path.clone(), fields), ty.clone(), e.span))
    }

    /// A component of a tuple.
    pub(crate) fn tuple_field(&mut self, value: Expr, index: u32, span: Span) -> Result<Expr> {
        let Ty::Data(path, args) = value.ty.value().clone() else {
            return fail(Unsupported::Tuple, "this tuple access is not supported", span);
        };
        let ty = args.get(index as usize).cloned().unwrap_or_else(Ty::unit);
        let op = UnaryOp::Field(path.clone(), path, index.to_string().into());
        Ok(Expr::new(ExprKind::Unary(op, value), ty, span))
    }
}

fn form_name(kind: &T) -> &'static str {
    match kind {
        T::Index(..) => "indexing",
        T::RawRef(..) => "a raw reference",
        T::ConstBlock(_) => "a const block",
        T::Async(_) | T::Await(_) => "async code",
        T::For(..) => "a `for` loop",
        T::Unsupported(name) => name,
        _ => "this expression",
    }
}

/// `*x` of a parameter in a postcondition: it could be the value before, or the one after.
fn ambiguous(span: Span) -> crate::error::Failed {
    let text = "to dereference a mutable reference parameter in a postcondition, disambiguate by wrapping it in either `old` \
                or `final`";
    let help = "write `final(x)` for the value afterwards, `old(x)` for the one before";
    Diagnostic::error(Language::OldOrFinal, text, span).with_help(help).into()
}

/// Whether a value is a mutable reference, or a tuple with some. Others may be changed through a shared reference, as a cell is.
fn is_reference(ty: &Ty) -> bool {
    match ty {
        Ty::MutRef(_) => true,
        Ty::Data(path, parts) if path.starts_with("tuple%") => {
            parts.iter().all(|part| is_reference(part) || matches!(part, Ty::Bool | Ty::Int(_)))
        }
        _ => false,
    }
}
