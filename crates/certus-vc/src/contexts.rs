//! Replaces the goals of an obligation, to test whether the facts at a place contradict each other.

use std::collections::BTreeSet;

use certus_diagnostics::Span;
use certus_vir::{Binder, Const, Expr, ExprKind, Goal, GoalKind, Ty, Var};

use crate::obligation::{Block, Obligation, Step};

/// The name of a proposition about which nothing is known.
const PROPOSITION: &str = "contradiction%";

/// A place in an obligation: a block, and a number of its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number of the block.
    pub block: usize,
    /// The number of steps of the block that come before the place.
    pub step: usize,
}

impl Obligation {
    /// The places to test: the beginning, and each goal. It omits places that the program itself declares unreachable:
    /// after `false`, and in a branch that claims `false`.
    pub fn contexts(&self) -> Vec<Place> {
        let (dead, meant) = (self.dead_blocks(), self.meant_blocks());
        let mut places = Vec::new();
        for (number, block) in self.blocks.iter().enumerate() {
            if dead.contains(&number) || meant.contains(&number) {
                continue;
            }
            let is_root = block.edges.is_empty();
            let end = block.steps.iter().position(|step| self.says_false(step)).unwrap_or(block.steps.len());
            let asked = |step: usize| is_root && step == 0 || matches!(block.steps.get(step), Some(Step::Goal(_)));
            places.extend((0..=end).filter(|step| asked(*step)).map(|step| Place { block: number, step }));
        }
        places
    }

    /// The places of all goals.
    pub fn goal_places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for (block, inside) in self.blocks.iter().enumerate() {
            let goals = inside.steps.iter().enumerate().filter(|(_, step)| matches!(step, Step::Goal(_)));
            places.extend(goals.map(|(step, _)| Place { block, step }));
        }
        places
    }

    /// The same obligation, with a goal at each of these places, in their order. The goal is a proposition about which
    /// nothing is known, so it follows only from a contradiction. The original goals become assumptions.
    pub fn asked_at(&self, places: &[Place]) -> Obligation {
        let mut other = Obligation { goals: Vec::new(), ..self.clone() };
        for (number, block) in other.blocks.iter_mut().enumerate() {
            let steps = std::mem::take(&mut block.steps);
            let count = steps.len();
            let mut steps = steps.into_iter();
            for at in 0..=count {
                for (index, place) in places.iter().enumerate() {
                    if (place.block, place.step) == (number, at) {
                        block.steps.push(Step::Goal(index));
                    }
                }
                block.steps.extend(steps.next().map(|step| self.known_after(step)));
            }
        }
        for (index, place) in places.iter().enumerate() {
            let span = self.span_at(*place);
            let var = Var { name: PROPOSITION.into(), index: u32::try_from(index).unwrap_or(u32::MAX) };
            let expr = Expr::var(&var, Ty::Bool, span);
            other.vars.push(Binder { var, ty: Ty::Bool });
            let kind = GoalKind::Contradiction;
            other.goals.push(Goal { kind, expr, span, related: Vec::new(), note: None });
        }
        other
    }

    /// Whether control reaches a block only under a condition, or in an iteration of a loop.
    pub fn is_conditional(&self, block: usize) -> bool {
        self.part != crate::Part::Main || self.is_behind_a_branch(block)
    }

    fn is_behind_a_branch(&self, mut number: usize) -> bool {
        while let Some(block) = self.blocks.get(number) {
            match block.edges.as_slice() {
                [] => return false,
                [edge] if edge.is_branch => return true,
                [edge] => number = edge.from.0 as usize,
                _ => match self.dominator(number) {
                    Some(before) => number = before,
                    None => return false,
                },
            }
        }
        false
    }

    /// The immediate dominator of a block: the last block before it on every path.
    fn dominator(&self, number: usize) -> Option<usize> {
        let mut on_every_way: Option<BTreeSet<usize>> = None;
        let mut above: Vec<BTreeSet<usize>> = Vec::new();
        // Predecessors have smaller numbers.
        for (index, block) in self.blocks.iter().enumerate().take(number + 1) {
            let ways = block.edges.iter().filter_map(|edge| above.get(edge.from.0 as usize).cloned());
            let common = ways.reduce(|a, b| a.intersection(&b).copied().collect()).unwrap_or_default();
            if index == number {
                on_every_way = Some(common.clone());
            }
            let mut own = common;
            own.insert(index);
            above.push(own);
        }
        on_every_way?.last().copied()
    }

    /// The place in the source: of the goal there, or of the last known fact before it.
    fn span_at(&self, place: Place) -> Span {
        let block = self.blocks.get(place.block);
        let steps = block.map_or(&[][..], |block| &block.steps);
        let before = steps.get(..place.step).unwrap_or_default().iter().rev();
        let span = steps.get(place.step..).unwrap_or_default().iter().chain(before).find_map(|s| self.step_span(s));
        let of_edge = || block?.edges.iter().flat_map(|edge| &edge.assumes).map(|e| e.span).next();
        let any = || self.goals.first().map(|goal| goal.span);
        span.or_else(of_edge).or_else(any).unwrap_or_else(|| Span::new(certus_diagnostics::FileId(0), 0, 0))
    }

    /// The place of a step in the source, if it has one.
    pub fn step_span(&self, step: &Step) -> Option<Span> {
        match step {
            Step::Assume(expr) => Some(expr.span),
            Step::Goal(index) => self.goals.get(*index).map(|goal| goal.span),
            Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => None,
        }
    }

    fn known_after(&self, step: Step) -> Step {
        match step {
            Step::Goal(index) => match self.goals.get(index) {
                Some(goal) => Step::Assume(goal.expr.clone()),
                None => Step::Goal(index),
            },
            other => other,
        }
    }

    fn says_false(&self, step: &Step) -> bool {
        let is_false = |expr: &Expr| matches!(&*expr.kind, ExprKind::Const(Const::Bool(false)));
        match step {
            Step::Assume(expr) => is_false(expr),
            Step::Goal(index) => self.goals.get(*index).is_some_and(|goal| is_false(&goal.expr)),
            Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => false,
        }
    }

    fn has_false(&self, block: &Block) -> bool {
        block.steps.iter().any(|step| self.says_false(step))
    }

    /// The blocks that control can reach only through `false`.
    fn dead_blocks(&self) -> BTreeSet<usize> {
        let mut dead = BTreeSet::new();
        for (number, block) in self.blocks.iter().enumerate() {
            let is_shut =
                |from: usize| dead.contains(&from) || self.blocks.get(from).is_some_and(|b| self.has_false(b));
            if !block.edges.is_empty() && block.edges.iter().all(|edge| is_shut(edge.from.0 as usize)) {
                dead.insert(number);
            }
        }
        dead
    }

    /// The blocks after a condition that claim `false`, or claim it in every case: proofs by contradiction.
    fn meant_blocks(&self) -> BTreeSet<usize> {
        let mut meant = BTreeSet::new();
        for (number, block) in self.blocks.iter().enumerate().rev() {
            if !self.is_behind_a_branch(number) && !self.is_a_side(number) {
                continue;
            }
            let mut after = Vec::new();
            for (next, other) in self.blocks.iter().enumerate() {
                let joins = other.edges.len() > 1;
                let edges = other.edges.iter().filter(|edge| edge.from.0 as usize == number);
                after.extend(edges.map(|edge| (edge.is_branch || joins) && meant.contains(&next)));
            }
            if self.has_false(block) || after.len() > 1 && after.iter().all(|is_meant| *is_meant) {
                meant.insert(number);
            }
        }
        meant
    }

    /// Whether a block is a proof under a premise, next to the block in which its conclusion is known.
    fn is_a_side(&self, number: usize) -> bool {
        let only = |block: &Block| match block.edges.as_slice() {
            [edge] if !edge.is_branch => Some(edge.from),
            _ => None,
        };
        let Some(block) = self.blocks.get(number) else { return false };
        let from = only(block);
        let has_premise = matches!(block.steps.first(), Some(Step::Assume(_)));
        from.is_some() && has_premise && self.blocks.iter().skip(number + 1).any(|later| only(later) == from)
    }
}
