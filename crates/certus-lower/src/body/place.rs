//! Places: fields, constructors, assignment, and mutable references passed to functions.
//!
//! Guide page `mutable-references`. There is no memory in VIR: a place is a variable and the way to a part of it, and
//! writing a part gives the whole variable a new value. That two places do not overlap, and that nobody reads a place
//! while it is borrowed, is what stock rustc's borrow checker answers for.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, BinOp, DefId, ExprKind as T, FieldValue, Item, Known, Mutability};
use certus_vir::{BinaryOp, Expr, ExprKind, Name, Path, StmtKind, Ty, UnaryOp, Var};

use super::{Fx, Slot};
use crate::error::{Result, fail};
use crate::syntax::below_references;

/// One step from a value into a part of it.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A field of a struct: datatype, variant and name.
    Field(Path, Name, Name),
    /// An element; the index is in bounds.
    Element(Expr),
    /// What a mutable reference refers to.
    Deref,
}

/// A place that can be written: a variable and the way to a part of it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub var: Var,
    pub ty: Ty,
    /// The steps, each with the type of the value it leads to.
    pub steps: Vec<(Step, Ty)>,
}

impl Fx<'_, '_> {
    /// The field of a struct: datatype, variant and names, with its type there.
    /// Errs with `language/opaque-type` for a type whose fields are hidden: a proof that mentions one would rest on
    /// them.
    pub(super) fn field_step(&mut self, base: &tree::Ty, index: u32, span: Span) -> Result<(Step, tree::Ty)> {
        let base = below_references(base);
        let tree::Ty::Adt(def, args) = base else {
            return fail(Unsupported::Field, "this field access is not supported", span);
        };
        let entry = self.cx.entry(*def)?;
        let Item::Adt(adt) = &entry.item else {
            return fail(Unsupported::Field, "this field access is not supported", span);
        };
        if self.cx.is_opaque(*def)? {
            return fail(Language::OpaqueType, "disallowed: field expression for an opaque datatype", span);
        }
        let (Some(variant), path) = (adt.variants.first(), self.cx.path(*def)) else {
            return fail(Unsupported::Field, "this field access is not supported", span);
        };
        self.cx.request(*def);
        let Some(field) = variant.fields.get(index as usize) else {
            return fail(Unsupported::Field, "this field access is not supported", span);
        };
        // A union is an enum with a variant for each field.
        let of = if adt.kind == tree::AdtKind::Union { &field.name } else { &variant.name };
        let step = Step::Field(path, of.as_str().into(), field.name.as_str().into());
        Ok((step, field.ty.subst(args)))
    }

    /// Errs with `language/mode` where exec code reads a ghost field: the compiled struct has none.
    pub(super) fn field(&mut self, base: &tree::Expr, index: u32, value: Expr, span: Span) -> Result<Expr> {
        if let (tree::Ty::Adt(def, _), false) = (below_references(&base.ty), self.is_ghost())
            && self.cx.field_mode(*def, 0, index)?.is_some()
        {
            return fail(Language::Mode, "cannot read a ghost field in exec code", span);
        }
        let (step, ty) = self.field_step(&base.ty, index, span)?;
        let ty = self.cx.tree.normalize(&ty, self.owner().def);
        let ty = self.cx.ty(&ty, span)?;
        self.has_union_field(&base.ty, &step, value.clone(), span)?;
        self.step_into(value, &step, ty, span)
    }

    /// Fields that are not given come from the base, which is evaluated last, as in Rust. Errs with
    /// `language/opaque-type` and `language/missing-field`.
    /// `S { f: e, ..b }` becomes `S { f: e, g: b.g }`; the values are evaluated in the order in which they are
    /// written, which need not be that of the fields.
    pub(super) fn constructor(
        &mut self,
        e: &tree::Expr,
        adt: DefId,
        variant: u32,
        given: &[FieldValue],
        base: Option<&tree::Expr>,
    ) -> Result<Expr> {
        let entry = self.cx.entry(adt)?;
        let Item::Adt(item) = &entry.item else {
            return fail(Unsupported::Constructor, "this is not supported", e.span);
        };
        if self.cx.is_opaque(adt)? {
            return fail(Language::OpaqueType, "disallowed: constructor for an opaque datatype", e.span);
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        if let Ty::Boxed(..) = &ty {
            return fail(Unsupported::Constructor, "this constructor is not supported", e.span);
        }
        let path = self.cx.path(adt);
        let Some(shape) = item.variants.get(variant as usize) else {
            return fail(Unsupported::Constructor, "this constructor is not supported", e.span);
        };
        let mut ghost = Vec::new();
        for field in given {
            ghost.push(self.cx.field_mode(adt, variant, field.field)?);
        }
        let operands = given.iter().map(|f| &f.value).zip(ghost);
        let (mut values, targets) = self.field_values(operands)?;
        let rest: Vec<u32> = (0..shape.fields.len() as u32).filter(|i| given.iter().all(|f| f.field != *i)).collect();
        let base_value = match base {
            Some(base) => {
                let value = self.keeping(&mut values, |fx| fx.rest_of(base, (adt, variant), &rest))?;
                Some(if targets.is_empty() { value } else { self.temp(value) })
            }
            None => None,
        };
        self.keeping(&mut values, |fx| {
            fx.begin_call(&targets, e.span)?;
            fx.give_back_all(&targets, e.span)
        })?;
        let is_union = item.kind == tree::AdtKind::Union;
        let name: Name = match given {
            [only] if is_union => shape.fields.get(only.field as usize).map_or(&shape.name, |field| &field.name),
            _ => &shape.name,
        }
        .as_str()
        .into();
        let mut fields = Vec::new();
        for (i, field) in shape.fields.iter().enumerate().filter(|(_, field)| !is_union || *field.name == *name) {
            let position = given.iter().position(|f| f.field as usize == i);
            let value = match (position.and_then(|p| values.get(p)), &base_value) {
                (Some(value), _) => value.clone(),
                (None, Some(base)) => {
                    let op = UnaryOp::Field(path.clone(), name.clone(), field.name.as_str().into());
                    let tree::Ty::Adt(_, args) = &e.ty else {
                        return fail(Unsupported::Constructor, "not supported", e.span);
                    };
                    let field_ty = self.cx.tree.normalize(&field.ty.subst(args), self.owner().def);
                    let field_ty = self.cx.ty(&field_ty, e.span)?;
                    Expr::new(ExprKind::Unary(op, base.clone()), field_ty, e.span)
                }
                (None, None) => return fail(Language::MissingField, format!("missing field `{}`", field.name), e.span),
            };
            fields.push((field.name.as_str().into(), value));
        }
        self.constructed(Expr::new(ExprKind::Ctor(path, name, fields), ty, e.span), adt, e)
    }

    /// The place that an expression denotes.
    /// Errs with `unsupported/place` for what is behind a reference that is no parameter, and for the result of a
    /// call.
    pub(super) fn place(&mut self, e: &tree::Expr) -> Result<Place> {
        // What `index` gives is a reference to the element.
        let at = match &e.kind {
            T::Deref(inner) if matches!(inner.kind, T::Call { .. }) => inner,
            _ => e,
        };
        if let Some((base, index)) = self.as_element(at) {
            return self.element_place(base, index, at);
        }
        match &e.kind {
            T::Local(id) => match self.slot(*id).cloned() {
                Some(Slot::Var(binder)) => Ok(Place { var: binder.var, ty: binder.ty, steps: Vec::new() }),
                _ => fail(Unsupported::Place, "this place cannot be written here", e.span),
            },
            T::Deref(inner) => match &inner.ty {
                tree::Ty::Ref(Mutability::Mut, _) => self.referent(inner),
                tree::Ty::Ref(..) | tree::Ty::RawPtr(..) => {
                    fail(Unsupported::Place, "writing through this reference is not supported", e.span)
                }
                _ => self.place(inner),
            },
            T::Field(base, index) => {
                let mut place = self.place(base)?;
                let (step, ty) = self.field_step(&base.ty, *index, e.span)?;
                let ty = self.cx.tree.normalize(&ty, self.owner().def);
                let whole = self.read_place(&place, base.span)?;
                self.has_union_field(&base.ty, &step, whole, e.span)?;
                place.steps.push((step, self.cx.ty(&ty, e.span)?));
                Ok(place)
            }
            T::TupleField(base, index) => {
                let mut place = self.place(base)?;
                let ty = place.steps.last().map_or(&place.ty, |(_, ty)| ty).value().clone();
                let Ty::Data(path, args) = &ty else {
                    return fail(Unsupported::Place, "this place is not supported", e.span);
                };
                let inner = args.get(*index as usize).cloned().unwrap_or_else(Ty::unit);
                let step = Step::Field(path.clone(), path.clone(), index.to_string().into());
                place.steps.push((step, inner));
                Ok(place)
            }
            _ => self.in_variable(e),
        }
    }

    /// The place that an assignment writes. Errs with `unsupported/place` for anything that would be a value of its own,
    /// and with the code of the form where that has one, as `*p` of a raw pointer does.
    pub(super) fn assigned_place(&mut self, e: &tree::Expr) -> Result<Place> {
        if !crate::syntax::order::is_place(e) {
            if let T::Unsupported(_) = e.kind {
                self.expr(e)?;
            }
            return fail(Unsupported::Place, "assigning to this place is not supported", e.span);
        }
        self.place(e)
    }

    /// `base[index]` as a place. The index is shown to be in bounds here, once for all reads and writes.
    /// `v[f()] = e` evaluates `f()` into a temporary, so that a later change of what it read does not move the place.
    pub(super) fn element_place(&mut self, base: &tree::Expr, index: &tree::Expr, e: &tree::Expr) -> Result<Place> {
        let base = match &base.kind {
            T::Ref { expr, .. } => expr,
            _ => base,
        };
        self.runs_index(base, e.span);
        let early = self.index_before_union(base, index, e)?;
        let mut place = match &base.ty {
            tree::Ty::Ref(Mutability::Mut, _) => self.referent(base)?,
            _ => self.place(base)?,
        };
        let begin = self.mark();
        let index = match early {
            Some(index) => index,
            None => self.expr(index)?,
        };
        let index = if matches!(&*index.kind, ExprKind::Const(_)) { index } else { self.temp(index) };
        if !crate::syntax::order::is_read_late(e) && self.is_overwritten(&place, begin) {
            place = self.borrowed_at(&place, begin, base.span)?;
        }
        let whole = self.read_place(&place, e.span)?;
        self.in_bounds(&whole, &index, e.span)?;
        let element = match &e.ty {
            tree::Ty::Ref(_, inner) if matches!(e.kind, T::Call { .. }) => inner,
            ty => ty,
        };
        let ty = self.cx.ty(element, e.span)?;
        place.steps.push((Step::Element(index), ty));
        Ok(place)
    }

    /// The value at a place.
    pub(super) fn read_place(&mut self, place: &Place, span: Span) -> Result<Expr> {
        let mut value = Expr::var(&place.var, place.ty.clone(), span);
        for (step, ty) in &place.steps {
            value = self.step_into(value, step, ty.clone(), span)?;
        }
        Ok(value)
    }

    /// A part of a value. The variant of a struct is known, and so is that an index is in bounds.
    fn step_into(&mut self, value: Expr, step: &Step, ty: Ty, span: Span) -> Result<Expr> {
        match step {
            Step::Field(datatype, variant, field) => {
                let op = UnaryOp::Field(datatype.clone(), variant.clone(), field.clone());
                Ok(Expr::new(ExprKind::Unary(op, value), ty, span))
            }
            Step::Element(index) => self.part(&value, index, span),
            Step::Deref => Ok(super::borrow::current_of(&value, span)),
        }
    }

    /// Gives a place a new value: the variable becomes a copy of itself with the part replaced.
    /// `p.a.f = v` becomes `p = P { a: A { f: v, g: p.a.g }, b: p.b }`.
    pub(super) fn store(&mut self, place: &Place, value: Expr, span: Span) -> Result<()> {
        let whole = Expr::var(&place.var, place.ty.clone(), span);
        let updated = self.updated(whole, &place.steps, value.clone(), span)?;
        self.emit(StmtKind::Assign(place.var.clone(), updated), span);
        self.note_stored(place, &value, span);
        Ok(())
    }

    /// The new value names every other field of the old one, so that nothing is lost about them.
    fn updated(&mut self, whole: Expr, steps: &[(Step, Ty)], value: Expr, span: Span) -> Result<Expr> {
        let Some(((step, part_ty), rest)) = steps.split_first() else { return Ok(value) };
        let ty = whole.ty.clone();
        let (datatype, variant, changed) = match step {
            Step::Field(datatype, variant, field) => (datatype, variant, field),
            Step::Element(index) => {
                let old = self.part(&whole, index, span)?;
                let part = self.updated(old, rest, value, span)?;
                return self.with_element(&whole, index, part, span);
            }
            Step::Deref => {
                let old = self.step_into(whole.clone(), step, part_ty.clone(), span)?;
                let part = self.updated(old, rest, value, span)?;
                return Ok(Expr::new(ExprKind::Binary(BinaryOp::WithCurrent, whole, part), ty, span));
            }
        };
        let mut fields = Vec::new();
        for (name, field_ty) in self.cx.fields_of(ty.value(), variant, span)? {
            let part = if name == *changed {
                let old = self.step_into(whole.clone(), step, part_ty.clone(), span)?;
                self.updated(old, rest, value.clone(), span)?
            } else {
                let other = Step::Field(datatype.clone(), variant.clone(), name.clone());
                self.step_into(whole.clone(), &other, field_ty, span)?
            };
            fields.push((name, part));
        }
        let kind = ExprKind::Ctor(datatype.clone(), variant.clone(), fields);
        Ok(Expr::new(kind, ty.value().clone(), span))
    }

    /// The right side is evaluated before the place is read, as in Rust for built-in types. What is given to a ghost
    /// variable is ghost code, also in exec code.
    /// `p.f += e` becomes `p = P { f: p.f + e, .. }`, with the goal that the sum is in range; see
    /// [`Fx::write_place`]. Errs with `language/pure` where no effect is allowed.
    pub(super) fn assign(
        &mut self,
        op: Option<BinOp>,
        target: &tree::Expr,
        value: &tree::Expr,
        e: &tree::Expr,
    ) -> Result<Expr> {
        self.needs_effects("assignment", e.span)?;
        self.check_target(target)?;
        let ghost = self.is_ghost() || self.root_mode(target).is_some_and(|m| m != certus_vir::Mode::Exec);
        let mut new = [self.ghostly_if(ghost, |fx| fx.expr(value))?];
        let place = self.keeping(&mut new, |fx| fx.assigned_place(target))?;
        let [new] = new;
        self.check_writable(&place, target.span)?;
        self.check_frozen(&place, ghost, e.span)?;
        let new = match op {
            Some(op) => {
                let old = self.read_place(&place, target.span)?;
                let ty = place.steps.last().map_or(&place.ty, |(_, ty)| ty).clone();
                self.operate(op, old, new, ty, e.span)?
            }
            None => new,
        };
        self.write_place(&place, new, e.span)?;
        self.prove_assigned(&place, target, e.span)?;
        Ok(Expr::unit(e.span))
    }

    /// The mode of the variable that a place is a part of, where it is not the default. A form that is missing here is one of
    /// code that runs, which ghost code may not write.
    pub(super) fn root_mode(&mut self, e: &tree::Expr) -> Option<certus_vir::Mode> {
        match &e.kind {
            // What is in a wrapper is ghost, whatever the mode of the wrapper.
            T::Call { .. } => match self.marker(e) {
                Some(Known::GhostBorrowMut) => Some(certus_vir::Mode::Spec),
                Some(Known::TrackedBorrowMut) => Some(certus_vir::Mode::Proof),
                _ => None,
            },
            T::Local(id) => self.mode_of_local(*id),
            T::Field(base, _) | T::TupleField(base, _) | T::Index(base, _) | T::Deref(base) => self.root_mode(base),
            _ => None,
        }
    }

    /// Ghost code may not change what runs, and a variable that is written again must be `mut`.
    /// Errs with `language/not-mutable`, and with `language/mode` where ghost code would change a variable of exec
    /// code: the write is erased, and the program would run with the old value.
    pub(super) fn check_target(&mut self, target: &tree::Expr) -> Result<()> {
        if let Some(id) = own_root(target) {
            let local = self.local(id);
            if !local.is_mut && self.is_initialized(id) {
                return fail(
                    Language::NotMutable,
                    format!("variable `{}` is not marked mutable", local.name),
                    target.span,
                );
            }
        }
        if self.is_ghost() { self.check_ghost_write(target) } else { Ok(()) }
    }

    /// What ghost code writes must not be there when the program runs. A `ghost` place is only known; see the modes.
    fn check_ghost_write(&mut self, target: &tree::Expr) -> Result<()> {
        let mode = self.root_mode(target).unwrap_or(certus_vir::Mode::Exec);
        if mode == certus_vir::Mode::Spec {
            return Ok(());
        }
        let way = self.cx.way_to_place(target)?;
        let is_behind = way.owner.is_none();
        if mode == certus_vir::Mode::Proof || !self.is_erased() {
            let is_known = !is_behind || way.is_ghost;
            return if is_known { Ok(()) } else { fail(Language::Mode, crate::modes::AT_RUN_TIME, target.span) };
        }
        if is_behind && way.is_ghost && self.only_names(target) || self.is_ghost_part(target)? {
            return Ok(());
        }
        let text = "cannot assign to an exec variable from ghost code";
        let help = "code that runs cannot depend on a proof: make the variable ghost (`let ghost mut`), or assign outside of \
                    `proof`";
        Err(Diagnostic::error(Language::Mode, text, target.span).with_help(help).into())
    }

    /// Whether an expression only names a place, and runs nothing to get there.
    /// `r.g`, `*g.borrow_mut()` and `a[i]` do, `*({ f(t); &mut r.g })` and `a[{ f(t); 0 }]` do not.
    fn only_names(&mut self, e: &tree::Expr) -> bool {
        match &e.kind {
            T::Local(_) | T::Literal(_) => true,
            T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => self.only_names(base),
            T::Ref { expr, .. } => self.only_names(expr),
            T::Index(base, index) => self.only_names(base) && self.only_names(index),
            T::Call { args, .. } => {
                let is_reference = self.borrows_wrapped(e) || self.marker(e) == Some(Known::MutRefTracked);
                is_reference && args.iter().all(|arg| self.only_names(arg))
            }
            _ => false,
        }
    }

    /// Whether a place is a `ghost` or `tracked` field of a variable, or a part of such a field. The compiled struct has
    /// no such field, so ghost code may write it.
    fn is_ghost_part(&mut self, e: &tree::Expr) -> Result<bool> {
        match &e.kind {
            T::Field(base, _) => {
                Ok(self.cx.is_ghost_field(e)? && is_part_of_variable(base) || self.is_ghost_part(base)?)
            }
            T::TupleField(base, _) => self.is_ghost_part(base),
            _ => Ok(false),
        }
    }

    /// Fails for a variable declared outside of the proof on the side that we are in.
    /// See `aside`: the change would be forgotten with the proof. Errs with `language/mode`.
    pub(super) fn check_writable(&self, place: &Place, span: Span) -> Result<()> {
        if self.may_change(&place.var) {
            return Ok(());
        }
        if self.exits().closure().is_some_and(|exit| exit.is_proof) {
            let text = "a `proof_fn` closure cannot change a variable declared outside of it";
            return fail(Language::Mode, text, span);
        }
        if self.is_captured(&place.var) {
            let text = "a closure that changes a captured variable is not supported";
            return fail(Unsupported::Closure, text, span);
        }
        fail(Language::Mode, "the proof of an assertion cannot change a variable declared outside of it", span)
    }

    /// A guard may not change what its match looks at: the arms after it would be tried on another value. Errs with
    /// `language/match-guard` in ghost code; of code that runs, the borrow checker says so.
    pub(super) fn check_frozen(&self, place: &Place, ghost: bool, span: Span) -> Result<()> {
        if ghost && self.scrutinees().iter().any(|scrutinee| overlaps(place, scrutinee)) {
            let text = "a match guard cannot change what is matched";
            return fail(Language::MatchGuard, text, span);
        }
        Ok(())
    }

    /// True for `&mut T`, also in a ghost wrapper.
    pub(super) fn is_mut_reference(&mut self, ty: &tree::Ty) -> bool {
        match ty {
            tree::Ty::Ref(Mutability::Mut, _) => true,
            tree::Ty::Adt(def, args) => {
                self.cx.known(*def).is_some_and(Known::is_wrapper)
                    && matches!(args.first(), Some(tree::Ty::Ref(Mutability::Mut, _)))
            }
            tree::Ty::Bool | tree::Ty::Char | tree::Ty::Str | tree::Ty::Never | tree::Ty::Int(_) => false,
            tree::Ty::Float(_) | tree::Ty::Ref(Mutability::Shared, _) | tree::Ty::RawPtr(..) => false,
            tree::Ty::Tuple(_) | tree::Ty::Slice(_) | tree::Ty::Array(..) | tree::Ty::Param(..) => false,
            tree::Ty::FnDef(..) | tree::Ty::FnPtr(..) | tree::Ty::Closure(_) | tree::Ty::Dyn(..) => false,
            tree::Ty::Opaque(..) | tree::Ty::Projection(..) | tree::Ty::Const(_) => false,
        }
    }

    /// The mode of what a mutable reference into a wrapper points to.
    fn wrapped_mode(&mut self, arg: &tree::Expr) -> Option<&'static str> {
        match &arg.kind {
            T::Call { .. } => match self.marker(arg) {
                Some(Known::GhostBorrowMut) => Some("spec"),
                Some(Known::TrackedBorrowMut) => Some("proof"),
                _ => None,
            },
            T::Ref { expr, .. } | T::Deref(expr) | T::Field(expr, _) | T::TupleField(expr, _) | T::Index(expr, _) => {
                self.wrapped_mode(expr)
            }
            // No other form is passed as a mutable reference; see `mut_argument`.
            _ => None,
        }
    }

    /// An argument of type `&mut T`: the reference that is passed, and the place that has its final value afterwards.
    /// Of `f(&mut x)` comes a reference of which only the current value is known, `assume(current(r) == x)`, and after
    /// the call `x = final(r)`: the other arguments may still look at `x`. A value that is in no place is passed as it is.
    /// Errs with `language/mode` where exec code passes what is in a wrapper.
    pub(super) fn mut_argument(&mut self, arg: &tree::Expr) -> Result<(Expr, Option<Place>)> {
        if let T::Call { args, .. } = &arg.kind
            && let Some(Known::Ghost | Known::Tracked) = self.marker(arg)
            && let [inner] = &args[..]
        {
            return self.ghostly(|fx| fx.mut_argument(inner));
        }
        if let (Some(mode), false) = (self.wrapped_mode(arg), self.is_ghost()) {
            return fail(Language::Mode, format!("cannot access {mode}-mode place in executable context"), arg.span);
        }
        let is_borrow = matches!(&arg.kind, T::Ref { mutability: Mutability::Mut, .. }) || self.borrows_wrapped(arg);
        let is_param = self.mut_param(arg).is_some();
        if !is_borrow && !is_param {
            return Ok((self.expr(arg)?, None));
        }
        let target = self.referent(arg)?;
        let reference = self.begin_borrow(&target, arg.span)?;
        if matches!(&arg.kind, T::Ref { implicit: false, .. }) {
            self.note_borrow(&target, &reference, arg.span);
        }
        Ok((reference, Some(target)))
    }
}

/// The variable that a place is a part of without going through a reference.
fn own_root(e: &tree::Expr) -> Option<tree::LocalId> {
    match &e.kind {
        T::Local(id) => Some(*id),
        T::Field(base, _) | T::TupleField(base, _) | T::Index(base, _) => own_root(base),
        T::Deref(base) if !matches!(base.ty, tree::Ty::Ref(..) | tree::Ty::RawPtr(..)) => own_root(base),
        _ => None,
    }
}

/// Whether a place and a part of a variable have anything in common. Two elements may be the same.
fn overlaps(place: &Place, part: &Expr) -> bool {
    let mut fields = Vec::new();
    let mut whole = part;
    while let ExprKind::Unary(UnaryOp::Field(datatype, variant, field), inner) = &*whole.kind {
        fields.push((datatype, variant, field));
        whole = inner;
    }
    let ExprKind::Var(var) = &*whole.kind else { return false };
    let steps = place.steps.iter().map(|(step, _)| step);
    let mut apart = steps.zip(fields.into_iter().rev()).map(|(step, field)| match step {
        Step::Field(datatype, variant, name) => (datatype, variant, name) != field,
        Step::Element(_) | Step::Deref => false,
    });
    *var == place.var && !apart.any(|apart| apart)
}

/// Whether a place is a variable, a field of it, or what a mutable reference in it points to. No call is made on the way
/// there.
fn is_part_of_variable(e: &tree::Expr) -> bool {
    match &e.kind {
        T::Local(_) => true,
        T::Field(base, _) | T::TupleField(base, _) => is_part_of_variable(base),
        T::Deref(base) => matches!(base.ty, tree::Ty::Ref(..)) && is_part_of_variable(base),
        _ => false,
    }
}
