//! # Rule `clip`
//!
//! ```smt
//! (forall ((x Int)) (! (and RANGE(K, (K.clip x)) (=> RANGE(K, x) (= (K.clip x) x))) :pattern ((K.clip x))))
//! ```
//!
//! True because a cast to `K`, and an operation whose overflow is a goal of its own, give a value of `K`, and the number
//! itself where it is one. What else a cast gives is left open; to read it as the low bits is a model. A number that is
//! known to lie in the range, by its type or as a literal, stands without `K.clip`, unless a cast to `K` is a trigger.

use certus_vir::IntKind;

use crate::rules::range::contains;
use crate::term::{self, Kind, Role, Sort, Term};
use crate::theory::Theory;

impl Theory {
    /// Rule `clip`: an unspecified value of the range that is the argument itself when that lies in it.
    pub(crate) fn clip(&mut self, kind: IntKind, from: Option<IntKind>, t: Term) -> Term {
        let kind = self.fixed(kind);
        if kind == IntKind::Int || from.is_some_and(|from| self.fixed(from).is_within(kind)) {
            return t;
        }
        if let Kind::Lit(value) = &t.kind
            && contains(kind, value) == Some(true)
        {
            return t;
        }
        self.cast(kind, t)
    }

    /// Rule `clip`, with the function also where the number is known to lie in the range.
    pub(crate) fn cast(&mut self, kind: IntKind, t: Term) -> Term {
        let kind = self.fixed(kind);
        let name = format!("{kind}.clip");
        if self.once(&name) {
            let int: Sort = "Int".into();
            self.declare(&name.as_str().into(), vec![int.clone()], &int);
            let x = term::var(&"x".into(), &int);
            let clipped = term::app(&name, Role::Inner, vec![x.clone()], "Int");
            let same = term::implies(self.range(kind, &x), term::eq(clipped.clone(), x));
            let fact = term::and([self.range(kind, &clipped), same]);
            self.state(&name, term::forall(vec![("x".into(), int)], vec![clipped], fact));
        }
        term::app(&name, Role::Inner, vec![t], "Int")
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn clip_is_the_identity_inside_the_range_and_within_it_outside() {
        let mut w = World::new();
        let x = w.var("x", int());
        let c = clip(IntKind::U(8), x.clone());
        w.check(implies(and(le(n(0), x.clone()), lt(x.clone(), n(256))), eq(c.clone(), x.clone())));
        w.check(le(c.clone(), n(255))).check(eq(c.clone(), x.clone())).check(implies(lt(x.clone(), n(0)), eq(c, n(0))));
        let b = w.var("b", u8());
        w.check(eq(clip(IntKind::I(16), b.clone()), b.clone())).check(eq(clip(IntKind::I(8), b.clone()), b));
        w.fails(&[2, 3, 5]);
    }

    #[test]
    fn clip_is_left_out_only_between_ranges_that_fit_on_every_target() {
        let mut w = World::new();
        let kinds = [IntKind::U(16), IntKind::U(32), IntKind::U(64), IntKind::Usize, IntKind::I(32), IntKind::Isize];
        let (mut failures, small) =
            (Vec::new(), [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (3, 2), (4, 5)]);
        for (from, kind) in kinds.iter().enumerate() {
            let x = w.var(&format!("x{from}"), Ty::Int(*kind));
            for (to, kind) in kinds.iter().enumerate() {
                if from != to && !small.contains(&(from, to)) {
                    failures.push(w.obligation.goals.len());
                }
                w.check(eq(clip(*kind, x.clone()), x.clone()));
            }
        }
        w.fails(&failures);
    }
}
