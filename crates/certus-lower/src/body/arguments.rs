//! Borrows for arguments: they begin where the argument is computed, and the place has the final value after the call.
//!
//! The other arguments are computed in between. They may look at what a receiver borrows, as its borrow is not active before
//! the call, and they may assign to the reference that leads to the place: which place is borrowed does not change by that.

use certus_diagnostics::{Span, Unsupported};
use certus_tree as tree;
use certus_vir::{Expr, ExprKind, Mode};

use super::Fx;
use super::fx::Mark;
use super::place::Place;
use crate::error::{Result, fail};

/// A place that was borrowed is no longer led to by the reference that it was borrowed from.
const OVERWRITTEN: &str =
    "an argument that assigns to a reference which an earlier argument borrows is not supported here";

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

    /// The places that are still borrowed when the call is made.
    pub(super) fn open_at_call(&mut self, targets: Vec<Target>, span: Span) -> Result<Vec<Target>> {
        // From the last one, so that the marks of the others stay what they are.
        let mut open = Vec::new();
        for target in targets.into_iter().rev() {
            if !self.given_back_early(&target, span)? {
                open.push(target);
            }
        }
        open.reverse();
        for target in &open {
            self.note_borrow(&target.place, &target.reference, span);
        }
        Ok(open)
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

    /// The values of fields, with those that are ghost code marked, and the places that are borrowed for them.
    /// In `S { g: a, x: b }` with a ghost field `g`, `a` may call spec functions; the compiled struct has no `g`. In `P(r, *r)`
    /// the borrow from `r` begins when both values are there, as for the arguments of a call.
    pub(super) fn field_values<'e>(
        &mut self,
        exprs: impl Iterator<Item = (&'e tree::Expr, bool)>,
    ) -> Result<(Vec<Expr>, Vec<Target>)> {
        let (mut values, mut targets) = (Vec::new(), Vec::new());
        for (e, is_ghost) in exprs {
            let value = self.keeping(&mut values, |fx| {
                let is_borrow = !fx.is_pure() && fx.is_mut_reference(&e.ty);
                if is_ghost || fx.is_knowing() || !is_borrow {
                    return fx.ghostly_if(is_ghost, |fx| fx.expr(e));
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
        let (_, place) = self.inserting(begin, |fx| {
            let reference = fx.borrow_place(place, span)?;
            let ExprKind::Var(var) = &*reference.kind else {
                return fail(Unsupported::MutRef, OVERWRITTEN, span);
            };
            let place = Place { var: var.clone(), ty: reference.ty.clone(), steps: Vec::new() };
            fx.note_given(&place.var, &place.ty, span);
            Ok(place)
        })?;
        place.referent().map_or_else(|| fail(Unsupported::MutRef, OVERWRITTEN, span), Ok)
    }

    /// Gives an argument's borrow back before a later argument assigns to the reference that it is borrowed from, and not after
    /// the call. True if that was done. The later argument may read what is borrowed up to the assignment: the borrow of a
    /// receiver begins with the call only.
    /// Of `r.push({ r = &mut b; 1 })` with `p` for the borrow come `*r = final(p); r = &mut b` in front of the call.
    /// Errs with `unsupported/mut-ref` if the reference is another one on some ways only, or is a part of what another
    /// reference refers to.
    fn given_back_early(&mut self, Target { begin, reference, place }: &Target, span: Span) -> Result<bool> {
        if !self.is_overwritten(place, *begin) {
            return Ok(false);
        }
        self.no_part(place, span)?;
        let Some((at, value)) = self.first_assignment(*begin, |note| place.is_led_to_by(note)) else {
            return fail(Unsupported::MutRef, OVERWRITTEN, span);
        };
        let (inserted, kept) = self.inserting(at, |fx| {
            fx.note_borrow(place, reference, span);
            let kept = fx.temp(value);
            fx.give_back(place, reference, span)?;
            Ok(kept)
        })?;
        self.set_assigned(inserted, kept);
        Ok(true)
    }
}
