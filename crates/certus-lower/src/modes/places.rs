//! Places in ghost code: their modes, and assignments to them.

use certus_diagnostics::Span;
use certus_tree::{self as tree, ExprKind as T, Known, LocalId, Mutability, Ty};
use certus_vir::Mode;

use super::{Checker, Flow};
use crate::error::Result;
use crate::syntax::below_references;

/// Said of a write of ghost code through a reference that may lead anywhere.
pub(crate) const AT_RUN_TIME: &str = "cannot mutate exec-mode place in ghost code: the reference may point to exec data; `&mut \
                           Tracked<T>` cannot";

impl Checker<'_, '_> {
    /// The variable that a place belongs to.
    pub(super) fn root(e: &tree::Expr) -> Option<LocalId> {
        match &e.kind {
            T::Local(id) => Some(*id),
            T::Field(base, _) | T::TupleField(base, _) | T::Index(base, _) | T::Deref(base) | T::Adjust(_, base) => {
                Self::root(base)
            }
            T::Ref { expr, .. } => Self::root(expr),
            _ => None,
        }
    }

    /// The mode of a place as declared: of its variable, or of a ghost field on the way.
    /// `s.g` of an exec struct with `ghost g` is spec, `s.t` with `tracked t` proof; a part of a ghost whole is
    /// ghost.
    pub(super) fn place_mode(&mut self, e: &tree::Expr) -> Result<Mode> {
        Ok(match &e.kind {
            T::Local(_) if self.aside => Mode::Spec,
            T::Local(id) => self.vars.get(id).map_or(Mode::Exec, |v| v.mode),
            T::Field(base, index) => {
                let own = match below_references(&base.ty) {
                    Ty::Adt(adt, _) => self.cx.field_mode(*adt, 0, *index)?.unwrap_or(Mode::Exec),
                    _ => Mode::Exec,
                };
                self.place_mode(base)?.min(own)
            }
            T::TupleField(base, _) | T::Index(base, _) | T::Deref(base) | T::Adjust(_, base) => {
                self.place_mode(base)?
            }
            T::Ref { expr, .. } => self.place_mode(expr)?,
            T::Call { args, .. } if let Some(mode) = self.cx.borrow_of_wrapper(e) => match args.first() {
                Some(arg) => self.place_mode(arg)?.min(mode),
                None => mode,
            },
            T::Call { .. } if let Some(pointer) = self.cx.dereferenced(e) => self.place_mode(pointer)?,
            // Not a place of a variable: whoever made it decides.
            T::Literal(_) | T::Call { .. } | T::Const(..) | T::ConstParam(..) | T::FnItem(..) => Mode::Exec,
            T::Ctor { .. } | T::CtorFn(..) | T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::RawRef(..) => Mode::Exec,
            T::Cast(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) | T::Assign(..) => Mode::Exec,
            T::AssignPat(..) | T::Block(..) | T::Unsafe(_) | T::ConstBlock(_) | T::Async(_) => Mode::Exec,
            T::If(..) | T::Let(..) | T::Match(..) | T::Loop(..) | T::While(..) | T::For(..) => Mode::Exec,
            T::Break(..) | T::Continue(_) | T::Return(_) | T::Try(_) | T::Await(_) | T::Range(..) => Mode::Exec,
            T::Closure { .. } | T::FormatArgs(..) | T::Unsupported(_) => Mode::Exec,
        })
    }

    /// The variable that a value is in or behind, where only fields and dereferences lead to it.
    pub(super) fn path(e: &tree::Expr) -> Option<LocalId> {
        match &e.kind {
            T::Local(id) => Some(*id),
            T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => Self::path(base),
            _ => None,
        }
    }

    /// Whether a place is, or is in, a variable of code that runs.
    pub(super) fn is_exec_place(&mut self, e: &tree::Expr) -> Result<bool> {
        Ok(Self::path(e).is_some_and(|id| self.vars.contains_key(&id)) && self.place_mode(e)? == Mode::Exec)
    }

    /// Whether ghost code may have the value of a variable that runs as a tracked one. The program that runs keeps the value
    /// and drops it in the end, so there must be no destructor that could use what is tracked in it once more. What is not
    /// copied is moved, as rustc sees.
    pub(super) fn may_be_taken(&mut self, ty: &Ty) -> Result<bool> {
        Ok(self.cx.is_copied(ty, self.def) || !self.cx.may_have_destructor(ty, self.def)?)
    }

    /// The mode that an assignment writes to a place with. In a `Ghost` any value may be written.
    /// `s.g = e` with a `ghost` field `g` takes any `e`; with a `tracked` one `e` must be tracked.
    pub(super) fn written_mode(&mut self, target: &tree::Expr) -> Result<Mode> {
        let mode = if self.is_in_ghost(target) { Mode::Spec } else { self.place_mode(target)? };
        self.values.insert(target.id, mode);
        Ok(mode)
    }

    /// True for a place inside of a `Ghost`.
    fn is_in_ghost(&mut self, e: &tree::Expr) -> bool {
        let inner = match &e.kind {
            T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => base,
            T::Ref { expr, .. } => expr,
            T::Call { args, .. } => match args.first() {
                Some(arg) => arg,
                None => return false,
            },
            _ => return false,
        };
        let is_ghost =
            matches!(below_references(&inner.ty), Ty::Adt(def, _) if self.cx.known(*def) == Some(Known::Ghost));
        is_ghost || self.is_in_ghost(inner)
    }

    /// Whether the way to a place goes through a mutable reference of mode spec. Such a reference is only known: what
    /// it points to is not ours to change.
    fn behind_spec_reference(&mut self, e: &tree::Expr) -> Result<bool> {
        match &e.kind {
            T::Deref(base) if self.cx.borrow_of_wrapper(base).is_some() => match &base.kind {
                T::Call { args, .. } => args.first().map_or(Ok(false), |arg| match &arg.kind {
                    T::Ref { expr, .. } => self.behind_spec_reference(expr),
                    _ => self.behind_spec_reference(arg),
                }),
                _ => Ok(false),
            },
            T::Deref(base) => {
                let through = matches!(base.ty, Ty::Ref(Mutability::Mut, _)) && self.place_mode(base)? == Mode::Spec;
                Ok(through || self.behind_spec_reference(base)?)
            }
            T::Field(base, _) | T::TupleField(base, _) | T::Index(base, _) | T::Adjust(_, base) => {
                self.behind_spec_reference(base)
            }
            // No reference is followed on the way to a variable, nor to what is no place.
            T::Local(_) | T::Ref { .. } => Ok(false),
            T::Literal(_) | T::Call { .. } | T::Const(..) | T::ConstParam(..) | T::FnItem(..) => Ok(false),
            T::Ctor { .. } | T::CtorFn(..) | T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::RawRef(..) => Ok(false),
            T::Cast(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) | T::Assign(..) => Ok(false),
            T::AssignPat(..) | T::Block(..) | T::Unsafe(_) | T::ConstBlock(_) | T::Async(_) => Ok(false),
            T::If(..) | T::Let(..) | T::Match(..) | T::Loop(..) | T::While(..) | T::For(..) => Ok(false),
            T::Break(..) | T::Continue(_) | T::Return(_) | T::Try(_) | T::Await(_) | T::Range(..) => Ok(false),
            T::Closure { .. } | T::FormatArgs(..) | T::Unsupported(_) => Ok(false),
        }
    }

    /// Fails where ghost code would change a place that may be there when the program runs.
    fn not_at_run_time(&mut self, place: &tree::Expr) -> Result<()> {
        let way = self.cx.way_to_place(place)?;
        match way.owner {
            _ if way.is_ghost => {}
            None => self.mode_error(AT_RUN_TIME, place.span),
            Some(owner) if self.is_exec_place(owner)? => {
                self.mode_error("cannot mutate exec-mode place in ghost code", place.span);
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// The receivers and arguments of functions that change what is behind a reference to any type.
    /// In `tracked_swap(&mut a, r)` these are the place `a` and what `r: &mut T` refers to. Errs with `language/mode` where data
    /// of code that runs may be there.
    pub(super) fn swapped(&mut self, arg: &tree::Expr) -> Result<()> {
        match &arg.kind {
            T::Ref { expr, .. } => self.not_at_run_time(expr),
            _ => match &arg.ty {
                Ty::Ref(Mutability::Mut, inner) => {
                    let known = self.cx.is_without_data(inner) || self.cx.is_ghost_type(inner)?;
                    if !known {
                        self.mode_error(AT_RUN_TIME, arg.span);
                    }
                    Ok(())
                }
                _ => Ok(()),
            },
        }
    }

    /// An assignment in ghost code, or to a ghost place. That the place is not there when the program runs is asked when the body is
    /// lowered.
    /// Errs with `language/mode` where a ghost value is given to a tracked place, and with `language/prophetic` for
    /// one that depends on the future, unless the variable is marked so.
    pub(super) fn assignment(&mut self, target: &tree::Expr, value: &tree::Expr, span: Span) -> Result<()> {
        if self.behind_spec_reference(target)? {
            self.mode_error("cannot mutate through a spec-mode mutable reference", target.span);
            return Ok(());
        }
        self.code_in(target)?;
        let mode = self.written_mode(target)?;
        let flow = if mode == Mode::Spec { self.proof(value, Mode::Spec)? } else { self.tracked(value)? };
        let variable = Self::root(target).and_then(|id| self.vars.get(&id).copied());
        if variable.is_some_and(|v| v.prophetic) {
            return Ok(());
        }
        if flow.prophetic {
            self.prophetic_error("assignment to non-prophetic location", value.span);
        }
        // What was declared under the condition is prophetic itself.
        self.not_conditional("assignment to non-prophetic location", span);
        Ok(())
    }

    /// What ghost code does to get to a place that it writes.
    fn code_in(&mut self, place: &tree::Expr) -> Result<()> {
        match &place.kind {
            T::Local(_) => Ok(()),
            T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => self.code_in(base),
            T::Ref { expr, .. } => self.code_in(expr),
            T::Index(base, index) => {
                self.code_in(base)?;
                self.proof(index, Mode::Spec).map(|_| ())
            }
            T::Call { args, .. } if self.cx.borrow_of_wrapper(place).is_some() => {
                args.iter().try_for_each(|arg| self.code_in(arg))
            }
            _ => self.proof(place, Mode::Proof).map(|_| ()),
        }
    }

    /// `&mut place` in ghost code.
    /// Of a variable `x` that runs it is a tracked reference, which rustc sees: a proof function may read through it, and
    /// `*(&mut x) = 1` is refused as `x = 1` is.
    /// Errs with `language/mode` for a `ghost` place, and where only a spec value is wanted.
    pub(super) fn mutable_borrow(&mut self, place: &tree::Expr, want: Mode, span: Span) -> Result<Flow> {
        if want == Mode::Spec {
            self.mode_error("mutable borrow is not allowed in spec context", span);
            return Ok(Flow::FREE);
        }
        // The call that gets the reference is no less wrong.
        let is_told = |error: &certus_diagnostics::Diagnostic| {
            error.primary.as_ref().is_some_and(|label| label.span.start <= span.start && span.end <= label.span.end)
        };
        if !self.errors.iter().any(is_told) {
            self.not_conditional("mutable borrow", span);
        }
        let mode = self.place_mode(place)?;
        if mode == Mode::Spec {
            self.mode_error("cannot take mutable borrow of ghost-mode place", span);
            return Ok(Flow::FREE);
        }
        if self.is_exec_place(place)? {
            // Ghost code may hold the reference and read through it. What is written through it is asked there.
            return Ok(Flow::FREE);
        }
        self.proof(place, want)
    }
}
