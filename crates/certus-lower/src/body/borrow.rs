//! Mutable references as values: borrows, what is moved, and the notes that tell the pass `ends` of both.
//!
//! Guide page `mutable-references`. A mutable reference is its current value and its final one, which is a prophecy. `&mut p`
//! makes one whose current value is that of `p`, and `p` has its final value from there on: nobody can read `p` before the
//! borrow ends, which stock rustc sees to for code that runs, and the pass `ends` for specifications. Writing through a
//! reference changes its current value only. Where nobody will write through it any more, both values are the same; the
//! pass finds these places by the notes.
//!
//! A value that is moved is the same where it goes, and it is noted that it is gone: whoever has it ends the borrows in it.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, ExprKind as T, Known, LocalId, Mutability};
use certus_vir::{
    Binder, Expr, ExprKind, FieldStep, MUT_CURRENT, Mode, Note, Ownership, Stmt, StmtKind, Ty, UnaryOp, Var,
};

use super::place::{Place, Step};
use super::{Fx, Position, Slot};
use crate::error::{Result, fail};
use crate::items::hides_what_it_holds;
use crate::syntax::order::is_place;

/// What a pattern of a condition or guard binds stands for a part of another variable, until the branch begins.
const USED_BEFORE: &str = "a condition or guard that uses up what a pattern in it binds is not supported";

/// A reference that is matched with a pattern, or a value, and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub value: Expr,
    /// The place that the value is in, where it is in one.
    pub place: Option<Place>,
    /// The place that the value refers to, of a mutable reference.
    pub referent: Option<Place>,
    /// In ghost code, whether it is used up, and not only known.
    pub is_tracked: bool,
    /// Whether it is behind a shared reference.
    pub is_shared: bool,
}

impl Subject {
    /// A value that is in no place that could be written or moved out of.
    pub(crate) fn of_value(value: Expr) -> Subject {
        Subject { value, place: None, referent: None, is_tracked: false, is_shared: false }
    }
}

impl Place {
    /// The type of the value that is there.
    pub(super) fn value_ty(&self) -> &Ty {
        self.steps.last().map_or(&self.ty, |(_, ty)| ty)
    }

    /// A part of it.
    pub(super) fn step(&self, step: Step, ty: Ty) -> Place {
        let mut place = self.clone();
        place.steps.push((step, ty));
        place
    }

    /// What the mutable reference that is there refers to.
    pub(super) fn referent(&self) -> Option<Place> {
        // A box with a reference is the reference; one in `Ghost` is somebody else's.
        let mut ty = self.value_ty();
        while let Ty::Boxed(path, inner) = ty
            && Known::of(path) == Some(Known::Box)
        {
            ty = inner;
        }
        match ty {
            Ty::MutRef(inner) => Some(self.step(Step::Deref, (**inner).clone())),
            _ => None,
        }
    }

    /// The way to it for notes, up to an element of a container, and whether that is all of the way.
    fn way(&self) -> (Vec<FieldStep>, bool) {
        let mut way = Vec::new();
        for (step, _) in &self.steps {
            match step {
                Step::Field(datatype, variant, field) => way.push((datatype.clone(), variant.clone(), field.clone())),
                Step::Deref => way.push(through_reference()),
                Step::Element(_) => return (way, false),
            }
        }
        (way, true)
    }

    /// Whether notes about both are about the same part of a variable.
    pub(super) fn is_same(&self, other: &Place) -> bool {
        self.var == other.var && self.way() == other.way()
    }

    /// Whether a note may be about a reference that leads to it.
    pub(super) fn is_led_to_by(&self, note: &Note) -> bool {
        let is_new = matches!(note.what, Ownership::Given | Ownership::Moved | Ownership::Changed);
        let (way, is_whole) = self.way();
        let deeper = || self.steps[way.len()..].iter().any(|(step, _)| matches!(step, Step::Deref));
        is_new
            && note.var == self.var
            && way.starts_with(&note.way)
            && (way[note.way.len()..].contains(&through_reference()) || !is_whole && deeper())
    }

    /// Whether a reference or an index leads to it: then the value that was there is nobody's any more when it is overwritten.
    fn is_behind(&self) -> bool {
        self.steps.iter().any(|(step, _)| !matches!(step, Step::Field(..)))
    }
}

/// The step of a way that goes through a mutable reference.
pub(super) fn through_reference() -> FieldStep {
    (MUT_CURRENT.into(), MUT_CURRENT.into(), MUT_CURRENT.into())
}

impl Fx<'_, '_> {
    /// Notes what happens to a part of a variable.
    pub(super) fn note(&mut self, what: Ownership, var: &Var, way: Vec<FieldStep>, span: Span) {
        self.emit(StmtKind::Note(Note { what, var: var.clone(), way }), span);
    }

    /// Notes that a variable has a value, where it may hold references.
    pub(crate) fn note_given(&mut self, var: &Var, ty: &Ty, span: Span) {
        if self.cares(ty) || self.is_spoken_of(var) {
            self.add_given(Binder { var: var.clone(), ty: ty.clone() });
            self.note(Ownership::Given, var, Vec::new(), span);
        }
    }

    /// Whether notes about values of the type may be of use: it has mutable references in it, or may have some and the function
    /// speaks of the end of borrows.
    pub(super) fn cares(&mut self, ty: &Ty) -> bool {
        if self.speaks_of_borrows() {
            return self.cx.may_hold(ty);
        }
        match ty {
            Ty::MutRef(_) => true,
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::SpecFn(..) | Ty::Ref(_) | Ty::FnItem(..) | Ty::Const(_) => false,
            Ty::Param(_) | Ty::Proj(..) => false,
            Ty::Boxed(path, inner) => Known::of(path) != Some(Known::Ghost) && self.cares(inner),
            ty if hides_what_it_holds(ty) => false,
            Ty::Data(path, args) => {
                args.iter().any(|arg| self.cares(arg)) || self.cx.may_hold(&Ty::Data(path.clone(), Vec::new()))
            }
        }
    }

    /// `&mut place` as a value. In specifications the borrow that Rust makes of a reference by itself is the reference.
    pub(super) fn borrow(&mut self, place: &tree::Expr, is_implicit: bool, span: Span) -> Result<Expr> {
        if let (T::Deref(reference), true) = (&place.kind, is_implicit && self.is_knowing()) {
            self.see(reference);
            return self.looking_at(|fx| fx.expr(reference));
        }
        self.needs_effects("a mutable borrow", span)?;
        if self.is_ghost() && self.is_knowing() {
            return fail(Language::Mode, "mutable borrow is not allowed in spec context", span);
        }
        let place = self.place(place)?;
        self.borrow_place(&place, span)
    }

    /// The same of a place that was looked up.
    pub(super) fn borrow_place(&mut self, place: &Place, span: Span) -> Result<Expr> {
        self.no_part(place, span)?;
        let reference = self.begin_borrow(place, span)?;
        self.note_borrow(place, &reference, span);
        self.give_back(place, &reference, span)?;
        Ok(reference)
    }

    /// A new reference to a place, with the value that is there now as its current one. The place is as it was.
    pub(super) fn begin_borrow(&mut self, place: &Place, span: Span) -> Result<Expr> {
        self.check_writable(place, span)?;
        self.check_frozen(place, self.is_ghost(), span)?;
        let current = self.read_place(place, span)?;
        let ty = current.ty.clone();
        let reference = self.arbitrary(Ty::MutRef(Box::new(ty.clone())), span);
        let now = Expr::new(ExprKind::Unary(UnaryOp::MutCurrent, reference.clone()), ty, span);
        // A part that a pattern borrows may be one of another variant, until the pattern has matched.
        let current = Expr::new(ExprKind::Checked(current.clone()), current.ty, span);
        self.emit(StmtKind::Assume(Expr::eq(now, current)), span);
        Ok(reference)
    }

    /// Notes that a place is borrowed by a reference from here on.
    pub(super) fn note_borrow(&mut self, place: &Place, reference: &Expr, span: Span) {
        if let ExprKind::Var(var) = &*reference.kind
            && self.notes_reads()
        {
            self.note(Ownership::Borrowed(var.clone()), &place.var, place.way().0, span);
        }
    }

    /// Notes that the references in a value are in a part of a variable now, or behind a reference.
    pub(super) fn note_stored(&mut self, place: &Place, value: &Expr, span: Span) {
        let is_part = !place.steps.is_empty() || self.is_referent(&place.var);
        if is_part && self.notes_reads() && self.cx.may_hold(&value.ty.clone()) {
            let holders: std::collections::BTreeSet<Var> = crate::ends::carried(value).into_iter().collect();
            for holder in holders {
                self.note(Ownership::Stored(holder), &place.var, place.way().0, span);
            }
        }
    }

    /// Notes that a parameter may refer to what outlives the function: what is stored through it is not seen by the function
    /// any more.
    pub(crate) fn note_parameter(&mut self, var: &Var, span: Span) {
        if self.notes_reads() {
            self.note(Ownership::Borrowed(var.clone()), &crate::ends::outside(), Vec::new(), span);
        }
    }

    /// Notes that a fresh value holds the references that these hold.
    /// A vector with one element replaced is a new vector, of which only an assumption says what is in it: the borrows in the old
    /// one and in the element would be lost.
    pub(super) fn inherits(&mut self, fresh: &Expr, from: &[&Expr], span: Span) {
        let ExprKind::Var(var) = &*fresh.kind else { return };
        if !self.notes_reads() || !self.cx.may_hold(&fresh.ty.clone()) {
            return;
        }
        let mut holders = std::collections::BTreeSet::new();
        for value in from {
            certus_vir::visit::walk(value, &mut |e| {
                if let ExprKind::Var(holder) = &*e.kind {
                    holders.insert(holder.clone());
                }
            });
        }
        for holder in holders {
            self.note(Ownership::Holds(holder), var, Vec::new(), span);
        }
    }

    /// The place has the final value of the reference from here on.
    pub(super) fn give_back(&mut self, place: &Place, reference: &Expr, span: Span) -> Result<()> {
        let Ty::MutRef(inner) = reference.ty.clone() else { return Ok(()) };
        let last = Expr::new(ExprKind::Unary(UnaryOp::MutFinal, reference.clone()), *inner, span);
        self.store(place, last, span)?;
        self.note_change(place, span);
        Ok(())
    }

    /// Notes that a place was written, or may be by a reference to it.
    fn note_change(&mut self, place: &Place, span: Span) {
        if self.cares(&place.ty.clone()) {
            self.note(Ownership::Changed, &place.var, place.way().0, span);
        }
    }

    /// Notes that the value of a place is gone.
    pub(super) fn note_moved(&mut self, place: &Place, span: Span) {
        if self.cares(&place.ty.clone()) || self.is_spoken_of(&place.var) {
            self.note(Ownership::Moved, &place.var, place.way().0, span);
        }
    }

    /// Gives a place a new value by an assignment. The value before is nobody's any more.
    pub(super) fn write_place(&mut self, place: &Place, value: Expr, span: Span) -> Result<()> {
        let is_behind = place.is_behind() || self.is_referent(&place.var);
        // Who owns a part of a value with a destructor is not looked at, so that what is in it before is resolved here.
        if self.cares(&place.value_ty().clone()) && (is_behind || self.cx.is_within_drop(&place.way().0)?) {
            let old = self.read_place(place, span)?;
            self.resolve(old, span);
        }
        self.store(place, value, span)?;
        if is_behind {
            self.note_change(place, span);
        } else if self.cares(&place.ty.clone()) {
            self.note(Ownership::Given, &place.var, place.way().0, span);
        }
        Ok(())
    }

    /// The borrows in a value end here: nobody has it any more.
    pub(super) fn resolve(&mut self, value: Expr, span: Span) {
        let resolved = Expr::new(ExprKind::Unary(UnaryOp::HasResolved, value), Ty::Bool, span);
        self.emit(StmtKind::Assume(resolved), span);
    }

    /// A value that an expression gives and nobody uses.
    pub(super) fn dropped(&mut self, e: &tree::Expr, value: &Expr) {
        if !is_place(e) && !self.is_ghost() && !self.is_pure() && self.cares(&value.ty.clone()) {
            self.resolve(value.clone(), e.span);
        }
    }

    /// The place that an expression of type `&mut T` refers to. A value that is in no variable gets one.
    pub(super) fn referent(&mut self, e: &tree::Expr) -> Result<Place> {
        match &e.kind {
            T::Ref { mutability: Mutability::Mut, expr, .. } => return self.place(expr),
            T::Call { args, .. }
                if self.borrows_wrapped(e)
                    && matches!(&args[..], [tree::Expr { kind: T::Ref { mutability: Mutability::Mut, .. }, .. }]) =>
            {
                if let [tree::Expr { kind: T::Ref { expr, .. }, .. }] = &args[..] {
                    return self.place(expr);
                }
            }
            _ => {}
        }
        if let Some((_, current, ty)) = self.mut_param(e) {
            return Ok(Place { var: current, ty, steps: Vec::new() });
        }
        // What is behind a reference is changed there, and never in a copy.
        let place = if is_place(e) { self.place(e)? } else { self.in_variable(e)? };
        match place.referent() {
            Some(referent) => Ok(referent),
            None if matches!(place.value_ty(), Ty::Boxed(path, _) if Known::of(path) == Some(Known::Ghost)) => {
                fail(Language::Mode, "cannot mutate through a spec-mode mutable reference", e.span)
            }
            None => fail(Unsupported::Place, "writing through this reference is not supported", e.span),
        }
    }

    /// `g.borrow_mut()` of a wrapper as a value. Errs with `language/mode` in code that runs.
    pub(super) fn borrow_wrapped(&mut self, e: &tree::Expr) -> Result<Expr> {
        if !self.is_ghost() {
            return fail(Language::Mode, "cannot access proof-mode place in executable context", e.span);
        }
        let place = self.referent(e)?;
        let reference = self.borrow_place(&place, e.span)?;
        self.retype(reference, &e.ty, e.span)
    }

    /// Whether an expression borrows what is in a `Ghost` or `Tracked` mutably: `g.borrow_mut()`, or the same by `*g`.
    pub(super) fn borrows_wrapped(&mut self, e: &tree::Expr) -> bool {
        self.cx.borrow_of_wrapper(e).is_some()
    }

    /// Puts the value of an expression into a variable of its own.
    pub(super) fn in_variable(&mut self, e: &tree::Expr) -> Result<Place> {
        let value = self.expr(e)?;
        let value = self.temp(value);
        let ExprKind::Var(var) = &*value.kind else {
            return fail(Unsupported::Place, "assigning to this place is not supported", e.span);
        };
        let place = Place { var: var.clone(), ty: value.ty.clone(), steps: Vec::new() };
        self.note_given(&place.var.clone(), &place.ty.clone(), e.span);
        Ok(place)
    }

    /// What is matched with patterns. It is a place if a pattern may borrow from it, or move references out of it.
    pub(super) fn subject(&mut self, e: &tree::Expr, pats: &[&tree::Pat]) -> Result<Subject> {
        let borrows = pats.iter().any(|pat| borrows(pat));
        let is_wrapped = !self.is_knowing() && self.borrows_wrapped(e);
        let is_tracked = is_wrapped || self.is_tracked_place(e) || self.lends_tracked(e)?;
        let is_used = !self.is_pure() && (!self.is_ghost() || is_tracked);
        let is_taken = is_used && !is_behind_shared(e) && (borrows || self.may_own(e)?);
        let is_part = matches!(root_of(e).and_then(|root| self.slot(root)), Some(Slot::Value(_)));
        if is_taken && is_part && pats.iter().any(|pat| takes_parts(pat)) {
            return fail(Unsupported::MutRef, USED_BEFORE, e.span);
        }
        if !is_taken || is_part {
            let is_tracked = self.is_tracked_place(e);
            self.see_place(e);
            let value = self.looking_at(|fx| fx.scrutinee(e))?;
            return Ok(Subject { is_tracked, is_shared: is_behind_shared(e), ..Subject::of_value(value) });
        }
        if matches!(&e.kind, T::Local(_)) && self.mut_param(e).is_some() {
            let value = self.looking_at(|fx| fx.expr(e))?;
            let referent = Some(self.referent(e)?);
            return Ok(Subject { referent, is_tracked: true, ..Subject::of_value(value) });
        }
        let place = if is_place(e) {
            self.place(e)?
        } else if borrows || self.is_mut_reference(&e.ty) {
            self.in_variable(e)?
        } else {
            let value = self.scrutinee(e)?;
            return Ok(Subject::of_value(value));
        };
        let value = self.read_place(&place, e.span)?;
        let referent = place.referent();
        Ok(Subject { value, place: Some(place), referent, is_tracked: true, is_shared: false })
    }

    /// Notes that a specification reads what it matches.
    fn see_place(&mut self, e: &tree::Expr) {
        if is_place(e) {
            self.see(e);
        }
    }

    /// The part of a subject at a step.
    pub(super) fn subject_part(&mut self, subject: &Subject, value: Expr, step: Step) -> Subject {
        let place = subject.place.as_ref().map(|place| place.step(step, value.ty.clone()));
        let referent = place.as_ref().and_then(Place::referent);
        Subject { value, place, referent, ..subject.clone() }
    }

    /// What the reference that is a subject refers to.
    pub(super) fn behind(&mut self, subject: &Subject, span: Span) -> Subject {
        let value = current_of(&subject.value, span);
        let place = subject.referent.clone();
        let referent = place.as_ref().and_then(Place::referent);
        Subject { value, place, referent, ..subject.clone() }
    }

    /// The value of an expression of which it matters who has it afterwards: one that is taken out of a place, or a part of a value
    /// whose rest is dropped. `None` for everything else, of which a specification may still note that it is read.
    ///
    /// In `f(r)` with `r: &mut u8` the value is taken out of `r`, in `*r = 3` it stays there, and in `pair().0` the other half of
    /// the pair is dropped.
    pub(super) fn owned(&mut self, e: &tree::Expr, is_looked_at: bool) -> Result<Option<Expr>> {
        if !is_place(e) {
            return Ok(None);
        }
        if let Some(value) = self.part_of_temporary(e, is_looked_at)? {
            return Ok(Some(value));
        }
        if is_looked_at {
            return Ok(None);
        }
        self.see(e);
        if self.takes(e)? { self.take(e).map(Some) } else { Ok(None) }
    }

    /// Whether the value of an expression, used here, is taken out of the place that it is in: it may hold references.
    pub(super) fn takes(&mut self, e: &tree::Expr) -> Result<bool> {
        let is_spoken_of = root_of(e).is_some_and(|root| self.is_local_spoken_of(root));
        let may_refer = is_spoken_of || self.cx.may_refer(&e.ty);
        if !is_place(e) || self.position() != Position::Body || self.is_pure() || !may_refer {
            return Ok(false);
        }
        let Some(root) = root_of(e) else { return Ok(false) };
        if self.is_ghost() && !self.is_tracked_place(e) {
            return Ok(false);
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        let at = self.owner().def;
        if !(is_spoken_of || self.cares(&ty)) || self.cx.is_copied(&e.ty, at) {
            return Ok(false);
        }
        if let Some(Slot::Value(_)) = self.slot(root) {
            return fail(Unsupported::MutRef, USED_BEFORE, e.span);
        }
        Ok(true)
    }

    /// Takes the value of an expression out of its place, and notes that it is gone. What a parameter refers to is a variable of
    /// its own, so the reference is borrowed once more.
    pub(super) fn take(&mut self, e: &tree::Expr) -> Result<Expr> {
        if self.mut_param(e).is_some() {
            let place = self.referent(e)?;
            let reference = self.borrow_place(&place, e.span)?;
            return self.retype(reference, &e.ty, e.span);
        }
        let value = self.looking_at(|fx| fx.expr(e))?;
        if let Some((root, way)) = self.way_to(e)
            && let Some(Slot::Var(binder)) = self.slot(root).cloned()
        {
            self.note(Ownership::Moved, &binder.var, way, e.span);
        }
        Ok(value)
    }

    /// Whether a local variable owns its value: one of mode spec only knows it.
    pub(super) fn owns(&self, id: LocalId) -> bool {
        match self.mode_of_local(id) {
            Some(mode) => mode != Mode::Spec,
            None => !self.is_ghost(),
        }
    }

    /// Whether a local variable is a parameter that is passed with all that it owns.
    pub(super) fn is_owned_parameter(&self, id: LocalId) -> bool {
        self.is_parameter(id) && self.owner().mode != Mode::Spec && self.mode_of_local(id) != Some(Mode::Spec)
    }

    /// The value that the fields which are not given come from, `..base`: they are moved out of it, and the others stay.
    pub(super) fn rest_of(
        &mut self,
        base: &tree::Expr,
        (adt, variant): (tree::DefId, u32),
        fields: &[u32],
    ) -> Result<Expr> {
        if !self.takes(base)? {
            return self.expr(base);
        }
        let value = self.looking_at(|fx| fx.expr(base))?;
        let Some((root, way)) = self.way_to(base) else { return self.expr(base) };
        let Some(Slot::Var(binder)) = self.slot(root).cloned() else { return self.expr(base) };
        for field in fields {
            if self.cx.field_mode(adt, variant, *field)? == Some(Mode::Spec) {
                continue;
            }
            let (step, ty) = self.field_step(&base.ty, *field, base.span)?;
            let at = self.owner().def;
            let Step::Field(datatype, of, name) = step else { continue };
            if self.cx.may_refer(&ty) && !self.cx.is_copied(&ty, at) {
                let way = way.iter().cloned().chain([(datatype, of, name)]).collect();
                self.note(Ownership::Moved, &binder.var, way, base.span);
            }
        }
        Ok(value)
    }

    /// A part of a value that is in no variable, `f().0`: the rest of it is dropped. `None` for parts of variables, and where no
    /// reference is in the value.
    pub(super) fn part_of_temporary(&mut self, e: &tree::Expr, is_looked_at: bool) -> Result<Option<Expr>> {
        if self.is_pure() || self.is_ghost() || self.position() != Position::Body {
            return Ok(None);
        }
        let Some(base) = temporary(e) else { return Ok(None) };
        if !self.cx.may_refer(&base.ty) {
            return Ok(None);
        }
        let ty = self.cx.ty(&base.ty, base.span)?;
        if !self.cares(&ty) {
            return Ok(None);
        }
        let place = self.place(e)?;
        let value = self.read_place(&place, e.span)?;
        let at = self.owner().def;
        if !is_looked_at && self.cares(&value.ty) && !self.cx.is_copied(&e.ty, at) {
            self.note_moved(&place, e.span);
        }
        Ok(Some(value))
    }

    fn is_local_spoken_of(&mut self, id: LocalId) -> bool {
        match self.slot(id) {
            Some(Slot::Var(binder)) => {
                let var = binder.var.clone();
                self.is_spoken_of(&var)
            }
            _ => false,
        }
    }

    /// Whether ghost code that uses a place may use it up: what is tracked, and what is in a variable of code that runs, such as a
    /// wrapper or a reference to one.
    fn is_tracked_place(&mut self, e: &tree::Expr) -> bool {
        let is_of_exec = self.owner().mode == Mode::Exec;
        let is_used = |root| match self.mode_of_local(root) {
            Some(mode) => mode != Mode::Spec,
            None => is_of_exec,
        };
        !self.is_knowing() && root_of(e).is_some_and(is_used)
    }

    /// True for a call of a proof function that gives a tracked mutable reference, where ghost code uses it up.
    fn lends_tracked(&mut self, e: &tree::Expr) -> Result<bool> {
        let T::Call { callee: tree::CallKind::Fn { def, .. }, .. } = &e.kind else { return Ok(false) };
        if self.is_knowing() || !self.is_mut_reference(&e.ty) || self.cx.builtin(*def).is_some() {
            return Ok(false);
        }
        Ok(self.cx.entry(*def)?.attrs.ret == Some(Mode::Proof))
    }

    /// Whether notes about the value of an expression may be of use.
    fn may_own(&mut self, e: &tree::Expr) -> Result<bool> {
        if !self.cx.may_refer(&e.ty) {
            return Ok(false);
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        Ok(self.cares(&ty))
    }

    /// Notes that a specification reads a place: it must not be borrowed then.
    pub(super) fn see(&mut self, e: &tree::Expr) {
        let is_read = self.is_ghost() && self.position() == Position::Body && !self.is_foretelling();
        if !is_read || !self.notes_reads() {
            return;
        }
        let Some((root, way)) = self.way_to(e) else { return };
        let mode = self.mode_of_local(root);
        if self.owner().mode == Mode::Exec && mode == Some(Mode::Spec) {
            return;
        }
        let var = match self.slot(root) {
            Some(Slot::Var(binder)) => binder.var.clone(),
            Some(Slot::MutParam { current, .. }) => current.clone(),
            _ => return,
        };
        // What a parameter refers to is a variable of its own.
        let is_param = matches!(self.slot(root), Some(Slot::MutParam { .. }));
        let way = if is_param { way.into_iter().skip(1).collect() } else { way };
        self.pend(Stmt::new(StmtKind::Note(Note { what: Ownership::Seen, var, way }), e.span));
    }

    /// The variable that a place is a part of, and the way there as far as it goes by fields and references.
    pub(super) fn way_to(&mut self, e: &tree::Expr) -> Option<(LocalId, Vec<FieldStep>)> {
        let mut parts = Vec::new();
        let mut at = e;
        let root = loop {
            match &at.kind {
                T::Local(id) => break *id,
                T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) | T::Index(base, _) => {
                    parts.push(at);
                    at = base;
                }
                T::Ref { expr, .. } => at = expr,
                _ => return None,
            }
        };
        let mut way = Vec::new();
        for part in parts.into_iter().rev() {
            match &part.kind {
                T::Field(base, index) => {
                    let Ok((Step::Field(datatype, variant, field), _)) = self.field_step(&base.ty, *index, part.span)
                    else {
                        break;
                    };
                    way.push((datatype, variant, field));
                }
                T::TupleField(base, index) => {
                    let tree::Ty::Tuple(tys) = &base.ty else { break };
                    let path: certus_vir::Path = format!("tuple%{}", tys.len()).into();
                    way.push((path.clone(), path, index.to_string().into()));
                }
                T::Deref(base) if matches!(base.ty, tree::Ty::Ref(Mutability::Mut, _)) => way.push(through_reference()),
                T::Deref(base) if matches!(base.ty, tree::Ty::Adt(..)) => {}
                _ => break,
            }
        }
        Some((root, way))
    }
}

/// What a mutable reference refers to now.
pub(super) fn current_of(reference: &Expr, span: Span) -> Expr {
    if let ExprKind::Binary(certus_vir::BinaryOp::WithCurrent, _, value) = &*reference.kind {
        return Expr { span, ..value.clone() };
    }
    let inner = match reference.ty.value() {
        Ty::MutRef(inner) => (**inner).clone(),
        other => other.clone(),
    };
    Expr::new(ExprKind::Unary(UnaryOp::MutCurrent, reference.clone()), inner, span)
}

/// Whether a shared reference leads to a place: nothing is taken out of it.
fn is_behind_shared(e: &tree::Expr) -> bool {
    match &e.kind {
        T::Deref(base) => matches!(base.ty, tree::Ty::Ref(Mutability::Shared, _)) || is_behind_shared(base),
        T::Field(base, _) | T::TupleField(base, _) | T::Index(base, _) => is_behind_shared(base),
        _ => false,
    }
}

/// Whether an expression is a variable, or reached from one by fields and dereferences alone.
pub(super) fn is_variable_part(e: &tree::Expr) -> bool {
    match &e.kind {
        T::Local(_) => true,
        T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) => is_variable_part(base),
        _ => false,
    }
}

/// The value that a place is a part of, where that is in no variable. An element is no part of a value here, nor is what a
/// call of `index` gives.
fn temporary(e: &tree::Expr) -> Option<&tree::Expr> {
    match &e.kind {
        T::Field(base, _) | T::TupleField(base, _) => temporary(base).or((!is_place(base)).then_some(base)),
        T::Deref(base) if matches!(base.ty, tree::Ty::Ref(Mutability::Mut, _)) => temporary(base)
            .or((!is_place(base) && !matches!(base.kind, T::Call { .. } | T::Ref { .. })).then_some(base)),
        T::Deref(base) => temporary(base),
        _ => None,
    }
}

/// The variable that a place is in, or that leads to it.
pub(super) fn root_of(e: &tree::Expr) -> Option<LocalId> {
    match &e.kind {
        T::Local(id) => Some(*id),
        T::Field(base, _) | T::TupleField(base, _) | T::Index(base, _) | T::Deref(base) => root_of(base),
        _ => None,
    }
}

/// Whether a pattern borrows a part of what it is matched with, or takes it out.
fn takes_parts(pat: &tree::Pat) -> bool {
    let mut found = matches!(pat.kind, tree::PatKind::Binding { by_ref: None | Some(Mutability::Mut), .. });
    certus_tree::visit::pattern_children(pat, &mut |part| found |= takes_parts(part));
    found
}

/// Whether a pattern borrows a part of what it is matched with so that it can be changed.
pub(super) fn borrows(pat: &tree::Pat) -> bool {
    let mut found = matches!(pat.kind, tree::PatKind::Binding { by_ref: Some(Mutability::Mut), .. });
    certus_tree::visit::pattern_children(pat, &mut |part| found |= borrows(part));
    found
}
