//! The invariants of types: where they are proved, and where they become known.
//!
//! Reference page `reference-type-invariants`. A value that runs, or that is tracked, satisfies the invariant of its type at
//! every moment at which somebody else may look at it. So it is proved of what a constructor makes, of what an assignment to a
//! part changes, and of what a call changes to which a mutable reference to a part was given. A call that unwinds leaves a part
//! in any state, so such a callee must promise not to. A mutable reference to a part that lives on would let the part be changed
//! later, where nobody knows of the whole; there are none.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Known};
use certus_vir::{Expr, ExprKind, Goal, GoalKind, Mode, StmtKind, Ty};

use super::Fx;
use super::borrow::root_of;
use super::place::{Place, Step};
use crate::error::{Result, fail};

/// What to do where an invariant cannot be named that has to be proved.
const UNSEEN: &str = "the type invariant has to be proved here, and its function is not visible here";

impl Fx<'_, '_> {
    /// The value of a constructor, of which the invariant of its type is proved, if it runs or may be tracked.
    pub(super) fn constructed(&mut self, value: Expr, adt: DefId, e: &tree::Expr) -> Result<Expr> {
        let path = self.cx.path(adt);
        if self.cx.invariants.of(&path).is_none() || self.is_pure() || !self.may_be_used(e)? {
            return Ok(value);
        }
        let value = self.temp(value);
        self.satisfies_invariant(&value, adt, e.span)?;
        Ok(value)
    }

    /// Proves the invariant of a type of a new value, if it has one.
    pub(super) fn satisfies_invariant(&mut self, value: &Expr, adt: DefId, span: Span) -> Result<()> {
        let path = self.cx.path(adt);
        match self.cx.invariants.of(&path) {
            Some(invariant) => self.prove_invariant(invariant, value, "of the value that is made here", span),
            None => Ok(()),
        }
    }

    /// Whether the value of an expression runs, or is one that a proof may use as a tracked one.
    fn may_be_used(&mut self, e: &tree::Expr) -> Result<bool> {
        Ok(!self.is_ghost() || !self.is_knowing() && self.mode_of_value(e)? != Some(Mode::Spec))
    }

    /// The assertion that a value satisfies the invariant of its type.
    fn prove_invariant(&mut self, invariant: DefId, value: &Expr, what: &str, span: Span) -> Result<()> {
        if !self.cx.sees_invariant(invariant, self.owner().def)? {
            return fail(Language::TypeInvariant, UNSEEN, span);
        }
        let expr = self.invariant_term(invariant, value, span)?;
        let declared = self.cx.entry(invariant)?.def().name_span;
        let related = vec![(declared, "the type invariant".to_string())];
        let goal = Goal { kind: GoalKind::TypeInvariant, expr, span, related, note: Some(what.to_string()) };
        self.emit(StmtKind::Assert(goal), span);
        Ok(())
    }

    /// The call of the function that is an invariant, with a value of the type.
    fn invariant_term(&mut self, invariant: DefId, value: &Expr, span: Span) -> Result<Expr> {
        let Ty::Data(_, args) = value.ty.value() else {
            return fail(Unsupported::TypeInvariant, "a type invariant of this type is not supported", span);
        };
        let args = args.clone();
        self.cx.request(invariant);
        let path = self.cx.path(invariant);
        let value = Expr { ty: value.ty.value().clone(), span, ..value.clone() };
        Ok(Expr::new(ExprKind::Call(path, args, vec![value]), Ty::Bool, span))
    }

    /// The values with an invariant that a place is a part of, from the outermost. What is ghost needs to satisfy none.
    fn wholes(&self, place: &Place) -> Vec<(Place, DefId)> {
        let mut found = Vec::new();
        let mut whole = Place { var: place.var.clone(), ty: place.ty.clone(), steps: Vec::new() };
        for (step, ty) in &place.steps {
            if is_in_ghost(whole.value_ty()) {
                break;
            }
            if let (Step::Field(..), Ty::Data(path, _)) = (step, whole.value_ty().value())
                && let Some(invariant) = self.cx.invariants.of(path)
            {
                found.push((whole.clone(), invariant));
            }
            whole = whole.step(step.clone(), ty.clone());
        }
        found
    }

    /// Proves the invariants of the values that a place is a part of, which was written by an assignment or by a call.
    pub(super) fn prove_wholes(&mut self, place: &Place, what: &str, span: Span) -> Result<()> {
        for (whole, invariant) in self.wholes(place).into_iter().rev() {
            let value = self.read_place(&whole, span)?;
            self.prove_invariant(invariant, &value, what, span)?;
        }
        Ok(())
    }

    /// The same of what an assignment wrote; `target` is the place as written.
    pub(super) fn prove_assigned(&mut self, place: &Place, target: &tree::Expr, span: Span) -> Result<()> {
        match self.is_owned(target) {
            true => self.prove_wholes(place, "of the value that is changed here", span),
            false => Ok(()),
        }
    }

    /// Whether a place is a part of a value that runs, or that is tracked. One whose root is not known counts as such.
    fn is_owned(&self, e: &tree::Expr) -> bool {
        root_of(e).is_none_or(|root| match self.mode_of_local(root) {
            Some(mode) => mode != Mode::Spec,
            None => self.owner().mode == Mode::Exec,
        })
    }

    /// Errs with `unsupported/type-invariant` where a mutable reference to a part of a value with an invariant would live on.
    pub(super) fn no_part(&self, place: &Place, span: Span) -> Result<()> {
        if self.wholes(place).is_empty() {
            return Ok(());
        }
        let text = "a mutable reference to a part of a value with a type invariant is not supported, except as an argument of \
                    a call";
        fail(Unsupported::TypeInvariant, text, span)
    }

    /// Errs with `language/unwind` where a function that may unwind gets a mutable reference to a part of a value with an
    /// invariant.
    pub(super) fn parts_survive(&mut self, place: &Place, callee: DefId, span: Span) -> Result<()> {
        if self.wholes(place).is_empty() || self.cx.promises_no_unwind(callee)? {
            return Ok(());
        }
        let text = "a call that changes a part of a value with a type invariant must be one of a function that is marked \
                    `no_unwind`";
        let help = "give the function the clause `no_unwind`, or take the part out, change it, and make a new value of the \
                    type: where a call unwinds in the middle, the invariant would not hold";
        Err(Diagnostic::error(Language::Unwind, text, span).with_help(help).into())
    }

    /// `use_type_invariant(&x)`: the invariant of the type of `x` is known here. Errs with `language/mode` in code that runs, and
    /// with `language/type-invariant` for a type that has none, and for a value that is only known.
    pub(super) fn use_invariant(&mut self, arg: &tree::Expr, span: Span) -> Result<()> {
        if !self.is_ghost() {
            return fail(Language::Mode, "`use_type_invariant` must be in a `proof` block", span);
        }
        self.needs_effects("`use_type_invariant`", span)?;
        let wrong = |text: &str| fail(Language::TypeInvariant, text, arg.span);
        let mut ty = &arg.ty;
        let adt = loop {
            match ty {
                tree::Ty::Ref(_, inner) => ty = inner,
                tree::Ty::Adt(def, args) => match (self.cx.known(*def), args.first()) {
                    (Some(Known::Ghost), _) => {
                        return wrong("a value in a `Ghost` need not satisfy the invariant of its type");
                    }
                    (Some(known), Some(inner)) if known.is_pointer() || known.is_wrapper() => ty = inner,
                    _ => break *def,
                },
                _ => return wrong("a value of this type has no type invariant"),
            }
        };
        let path = self.cx.path(adt);
        let Some(invariant) = self.cx.invariants.of(&path) else {
            return wrong("this type has no type invariant");
        };
        if !self.cx.sees_invariant(invariant, self.owner().def)? {
            return wrong("the function that is the type invariant is not visible here");
        }
        let value = self.looking_at(|fx| fx.expr(arg))?;
        let value = referred(value, span);
        let known = self.invariant_term(invariant, &value, span)?;
        self.emit(StmtKind::Assume(known), span);
        Ok(())
    }
}

/// What a value refers to now, if it is a mutable reference.
fn referred(value: Expr, span: Span) -> Expr {
    let mut value = value;
    while let Ty::MutRef(_) = value.ty.value() {
        value = super::borrow::current_of(&value, span);
    }
    value
}

/// Whether a value is in a `Ghost`, at any depth of boxes.
fn is_in_ghost(mut ty: &Ty) -> bool {
    while let Ty::Boxed(path, inner) = ty {
        if Known::of(path) == Some(Known::Ghost) {
            return true;
        }
        ty = inner;
    }
    false
}
