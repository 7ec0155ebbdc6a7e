//! Borrows for arguments: they begin where the argument is computed, and the place has the final value after the call.
//!
//! The other arguments are computed in between. They may look at what a receiver borrows, as its borrow is not active before
//! the call. What is indexed is borrowed before the index is evaluated.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree as tree;
use certus_vir::{Expr, ExprKind, Mode};

use super::Fx;
use super::fx::Mark;
use super::place::Place;
use crate::error::{Result, fail};

/// A place that an argument borrows.
pub(super) struct Target {
    /// Where the borrow begins.
    begin: Mark,
    /// The reference that is passed.
    reference: Expr,
    /// The place that has its final value afterwards.
    pub(super) place: Place,
}

impl Fx<'_, '_> {
    /// The values of arguments for parameters of these modes (exec where none is given), and the places that are borrowed for
    /// them.
    pub(super) fn arguments(&mut self, args: &[tree::Expr], modes: &[Mode]) -> Result<(Vec<Expr>, Vec<Target>)> {
        let mut values: Vec<Expr> = Vec::new();
        let mut targets = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let mode = modes.get(i).copied().unwrap_or(Mode::Exec);
            let is_ghost = mode != Mode::Exec;
            let is_mut = self.is_mut_reference(&arg.ty);
            let value = self.keeping(&mut values, |fx| {
                if mode == Mode::Spec {
                    return fx.knowing(|fx| fx.expr(arg));
                }
                if !is_mut {
                    return fx.using(is_ghost, |fx| fx.expr(arg));
                }
                let (reference, target) = fx.using(is_ghost, |fx| fx.mut_argument(arg))?;
                let begin = fx.mark();
                targets.extend(target.map(|place| Target { begin, reference: reference.clone(), place }));
                Ok(reference)
            })?;
            values.push(value);
        }
        Ok((values, targets))
    }

    /// Notes that the borrows are there when the call is made.
    pub(super) fn begin_call(&mut self, targets: &[Target], span: Span) -> Result<()> {
        for target in targets {
            self.not_overwritten(target, span)?;
            self.note_borrow(&target.place, &target.reference, span);
        }
        Ok(())
    }

    /// Gives each place the final value of its borrow, after the call.
    pub(super) fn give_back_all(&mut self, targets: &[Target], span: Span) -> Result<()> {
        for target in targets {
            self.give_back(&target.place, &target.reference, span)?;
        }
        for target in targets {
            self.prove_wholes(&target.place, "of the value that this call may change", span)?;
        }
        Ok(())
    }

    /// The values of fields, with the modes of those that are ghost code, and the places that are borrowed for them.
    /// In `S { g: a, x: b }` with a ghost field `g`, `a` may call spec functions; the compiled struct has no `g`. In `P(r, *r)`
    /// the borrow from `r` begins when both values are there, as for the arguments of a call.
    pub(super) fn field_values<'e>(
        &mut self,
        exprs: impl Iterator<Item = (&'e tree::Expr, Option<Mode>)>,
    ) -> Result<(Vec<Expr>, Vec<Target>)> {
        let (mut values, mut targets) = (Vec::new(), Vec::new());
        for (e, mode) in exprs {
            let value = self.keeping(&mut values, |fx| {
                let is_borrow = !fx.is_pure() && fx.is_mut_reference(&e.ty);
                if mode == Some(Mode::Spec) && !fx.is_pure() && fx.is_ghost() {
                    return fx.knowing(|fx| fx.expr(e));
                }
                if mode.is_some() || fx.is_knowing() || !is_borrow {
                    return fx.ghostly_if(mode.is_some(), |fx| fx.expr(e));
                }
                let (reference, target) = fx.mut_argument(e)?;
                let Some(place) = target else { return Ok(reference) };
                fx.no_part(&place, e.span)?;
                targets.push(Target { begin: fx.mark(), reference: reference.clone(), place });
                fx.retype(reference, &e.ty, e.span)
            })?;
            values.push(value);
        }
        Ok((values, targets))
    }

    /// Whether a reference that leads to the place may be another one than at the mark.
    pub(super) fn is_overwritten(&self, place: &Place, begin: Mark) -> bool {
        self.notes_since(begin).iter().any(|note| place.is_led_to_by(note))
    }

    /// A place that was borrowed at the mark, whatever became of the references that led there: what the borrow refers to.
    /// Of `v[{ v = &mut b; 0 }]` comes `r = &mut *v` in front of the index, and the place is `*r`.
    pub(super) fn borrowed_at(&mut self, place: &Place, begin: Mark, span: Span) -> Result<Place> {
        let place = self.inserting(begin, |fx| {
            let reference = fx.borrow_place(place, span)?;
            let ExprKind::Var(var) = &*reference.kind else {
                return fail(Unsupported::MutRef, "this index is not supported", span);
            };
            let place = Place { var: var.clone(), ty: reference.ty.clone(), steps: Vec::new() };
            fx.note_given(&place.var, &place.ty, span);
            Ok(place)
        })?;
        place.referent().map_or_else(|| fail(Unsupported::MutRef, "this index is not supported", span), Ok)
    }

    /// Errs with `language/assigned-borrow` if a later argument may make the reference that leads to a borrowed place another one.
    /// In `r.push({ r = &mut b; 1 })` the place that is borrowed is no longer `*r` when the call is made.
    fn not_overwritten(&self, Target { begin, place, .. }: &Target, span: Span) -> Result<()> {
        if !self.is_overwritten(place, *begin) {
            return Ok(());
        }
        let text = "an argument assigns to a reference which an earlier argument borrows";
        let help = "compute the argument before the call: `let x = { r = &mut b; 1 };`";
        Err(Diagnostic::error(Language::AssignedBorrow, text, span).with_help(help).into())
    }
}
