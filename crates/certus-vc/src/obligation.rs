//! Obligations: the input of an encoder.
//!
//! An obligation is a graph of blocks without cycles. For example, `if c { x = 1 } else { x = 2 } assert(x > 0)` has four
//! blocks: the beginning, the two branches, and the join, in which `x` is a variable of `phis` and `x > 0` a goal.

use certus_diagnostics::Span;
use certus_vir::{Binder, Expr, ExprKind, Goal, Path, Prover, Trigger, Var};

/// The number of a block in an [`Obligation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// One step of a block. A step knows the facts of the earlier steps.
#[derive(Clone, Debug)]
pub enum Step {
    /// A fact that is known from here on.
    Assume(Expr),
    /// A condition to prove from the known facts; known afterwards. The number is an index into [`Obligation::goals`].
    Goal(usize),
    /// From here on the definition of a spec function unfolds to this depth.
    Reveal(Path, u32),
    /// From here on a broadcast function's (or group's) statement is known.
    Use(Path),
    /// The definition of a variable that nothing depends on. Triggers match the terms in it: proofs write `let y = f(x);` to
    /// instantiate a `forall` with the trigger `f(x)`.
    Mention(Var),
}

impl Step {
    /// Whether the step must be kept: a goal, or a quantifier for which an encoder has to find a trigger. If there is
    /// none, that is an error of the program even if no goal depends on the quantifier.
    pub fn matters(&self) -> bool {
        match self {
            Step::Goal(_) => true,
            Step::Assume(e) => {
                let mut found = false;
                certus_vir::visit::walk(e, &mut |e| {
                    if let ExprKind::Quant(_, _, trigger, _) | ExprKind::Choose(_, trigger, ..) = &*e.kind {
                        found |= !matches!(trigger, Trigger::Given(_));
                    }
                });
                found
            }
            Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => false,
        }
    }
}

/// A way into a block.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The block at its beginning. All facts at the end of that block are known on this edge.
    pub from: BlockId,
    /// The facts that hold on this edge only: the condition of the branch, and the values of variables at a join.
    pub assumes: Vec<Expr>,
    /// Whether the first of these is the condition of a branch.
    pub is_branch: bool,
}

/// The position of a loop relative to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The goal is in the loop, in any of its iterations.
    Inside,
    /// The goal comes after the loop.
    Behind,
}

/// A loop on the path to the goals after a step. No fact follows from it; it is for the error path.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The number of steps of the block before the mark.
    pub at: usize,
    /// The place of the loop's keyword.
    pub span: Span,
    /// The position of the loop.
    pub passed: Passed,
}

/// A straight-line piece of a passive program. Control reaches it through one of its edges. A block without edges is a
/// root, which is always reached.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The incoming edges; they come from blocks with smaller numbers.
    pub edges: Vec<Edge>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// The loops that control passes in the block, in order.
    pub marks: Vec<Mark>,
}

/// The part of a function that an obligation is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The body.
    Main,
    /// The body of the n-th isolated loop, counted in source order.
    Loop(u32),
    /// The n-th block of a special prover.
    Isolated(u32),
}

/// A passive program with goals: every variable has one value, and there are no loops.
///
/// If on every path every goal follows from the facts before it, then this part of the function satisfies its contract.
/// Every variable in it is declared in `vars`, `defs` or `phis`, once. Every function and datatype is in the program
/// from which it was made. `ExprKind::Old` and `ExprKind::Checked` do not occur.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The function.
    pub function: Path,
    /// The module whose visible definitions apply.
    pub module: Path,
    /// The part of the function.
    pub part: Part,
    /// The prover for the goals.
    pub prover: Prover,
    /// Variables with an arbitrary value of their type, in canonical order. An encoder may assume the range of their
    /// type. The type parameters of the function are opaque types.
    pub vars: Vec<Binder>,
    /// Variables that are defined by an expression over earlier variables. An encoder must NOT assume the range of
    /// their type: it follows from the goals before their use.
    pub defs: Vec<(Binder, Expr)>,
    /// Variables that are determined at a join, in canonical order: only the equations on the incoming edges are known
    /// about them. An encoder must NOT assume the range of their type.
    pub phis: Vec<Binder>,
    /// The blocks, predecessors first.
    pub blocks: Vec<Block>,
    /// The goals.
    pub goals: Vec<Goal>,
    /// Spec functions whose definitions may not be used, because they are being checked.
    pub undefined: Vec<Path>,
    /// Spec functions whose definitions are hidden at the beginning.
    pub hidden: Vec<Path>,
    /// Broadcast functions and groups in use everywhere.
    pub uses: Vec<Path>,
    /// The limit in solver steps (see [`STEPS_PER_UNIT`](crate::STEPS_PER_UNIT)); `None` for no limit.
    pub rlimit: Option<u64>,
    /// For the bit-vector prover: each division by zero has its own value, even if two divide the same number.
    pub strict_division: bool,
    /// For a block of a special prover and for an isolated loop: facts that are known before it and not inside, about
    /// values that do not change. No goal may depend on them; the user may have forgotten to state them.
    pub outside: Vec<Known>,
}

/// A fact that is known at a place.
#[derive(Clone, Debug)]
pub struct Known {
    /// The fact.
    pub expr: Expr,
    /// The place of the fact in the source.
    pub span: Span,
    /// The variables of the fact.
    pub vars: Vec<Binder>,
}

impl Obligation {
    /// The same obligation, in which these facts are known from the beginning.
    pub fn knowing<'f>(&self, facts: impl IntoIterator<Item = &'f Known>) -> Obligation {
        let mut more = self.clone();
        for fact in facts {
            let declared = |var: &Binder| {
                let defined = self.defs.iter().map(|(binder, _)| binder);
                self.vars.iter().chain(defined).chain(&self.phis).any(|known| known.var == var.var)
            };
            let new = fact.vars.iter().filter(|var| !declared(var));
            let new: Vec<Binder> = new.filter(|v| more.vars.iter().all(|known| known.var != v.var)).cloned().collect();
            more.vars.extend(new);
            if let Some(first) = more.blocks.first_mut() {
                first.steps.insert(0, Step::Assume(fact.expr.clone()));
            }
        }
        more
    }

    /// The same obligation, with these steps at its beginning.
    pub fn beginning_with(&self, steps: impl IntoIterator<Item = Step>) -> Obligation {
        let mut more = self.clone();
        if let Some(first) = more.blocks.first_mut() {
            first.steps.splice(0..0, steps);
        }
        more
    }

    /// The same obligation, with these steps directly before a goal.
    pub fn before_goal(&self, index: usize, steps: impl IntoIterator<Item = Step>) -> Obligation {
        let mut more = self.clone();
        if let Some((block, place)) = self.place(index)
            && let Some(block) = more.blocks.get_mut(block)
        {
            block.steps.splice(place..place, steps);
        }
        more
    }

    /// The block of a goal, and its index among the steps there.
    pub fn place(&self, index: usize) -> Option<(usize, usize)> {
        let is_goal = |step: &Step| matches!(step, Step::Goal(goal) if *goal == index);
        let mut places = self.blocks.iter().map(|block| block.steps.iter().position(is_goal)).enumerate();
        places.find_map(|(block, place)| Some((block, place?)))
    }

    /// The same obligation with this goal only, which then has the number 0. The other goals become assumptions.
    pub fn only_goal(&self, index: usize) -> Option<Obligation> {
        let goal = self.goals.get(index)?.clone();
        let mut blocks = self.blocks.clone();
        for step in blocks.iter_mut().flat_map(|b| &mut b.steps) {
            let Step::Goal(number) = step else { continue };
            *step = match self.goals.get(*number) {
                Some(other) if *number != index => Step::Assume(other.expr.clone()),
                _ => Step::Goal(0),
            };
        }
        Some(Obligation { blocks, goals: vec![goal], ..self.clone() })
    }

    /// The same obligation with these goals only. The other goals become assumptions. `None` if no goal is left.
    pub fn only(&self, keep: impl Fn(&Goal) -> bool) -> Option<Obligation> {
        let mut goals = Vec::new();
        let mut blocks = self.blocks.clone();
        for step in blocks.iter_mut().flat_map(|b| &mut b.steps) {
            let Step::Goal(index) = step else { continue };
            let Some(goal) = self.goals.get(*index) else { continue };
            *step = if keep(goal) {
                goals.push(goal.clone());
                Step::Goal(goals.len() - 1)
            } else {
                Step::Assume(goal.expr.clone())
            };
        }
        (!goals.is_empty()).then(|| Obligation { blocks, goals, ..self.clone() })
    }
}
