//! What is handed to an encoder.

use certus_diagnostics::Span;
use certus_vir::{Binder, Expr, ExprKind, Goal, Path, Prover, Trigger};

/// Names a block of an [`Obligation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// One step of a block; a later step sees what the earlier ones made known.
#[derive(Clone, Debug)]
pub enum Step {
    /// Known from here on.
    Assume(Expr),
    /// To be proved from everything known here; known afterwards. Index into [`Obligation::goals`].
    Goal(usize),
    /// From here on the definition of a spec function unfolds to this depth.
    Reveal(Path, u32),
    /// From here on a broadcast function's (or group's) statement is known.
    Use(Path),
}

impl Step {
    /// Goals matter, and so do quantifiers for which an encoder has to find a trigger: that it finds none is an error of
    /// the program even where no goal depends on it.
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
            Step::Reveal(..) | Step::Use(_) => false,
        }
    }
}

/// A way into a block.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it comes from: everything known at the end of that block is known on this edge.
    pub from: BlockId,
    /// What holds on this edge only: the branch condition, the values that variables take at a join.
    pub assumes: Vec<Expr>,
    /// Whether the first of these is the condition of a branch.
    pub is_branch: bool,
}

/// Where a loop is on the way to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The goal is in the loop, in any of its iterations.
    Inside,
    /// The goal comes after the loop.
    Behind,
}

/// A loop on the way to the goals that come after a step. Nothing follows from it: it is there to tell how control came.
#[derive(Clone, Debug)]
pub struct Mark {
    /// How many steps of the block come before.
    pub at: usize,
    /// The loop's keyword.
    pub span: Span,
    /// Where the loop is.
    pub passed: Passed,
}

/// A straight piece of a passive program. Control reaches it through one of its edges; one without edges is a root and
/// is reached always.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The ways in; they come from blocks with smaller numbers.
    pub edges: Vec<Edge>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Loops that are passed in it, in order.
    pub marks: Vec<Mark>,
}

/// Which part of a function an obligation is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The body.
    Main,
    /// The body of the n-th isolated loop, counted in source order.
    Loop(u32),
    /// The n-th block of a special prover.
    Isolated(u32),
}

/// A passive program with goals: every variable has one value, there are no loops.
///
/// Holding one lets you conclude: if on every path every goal follows from what is known before it, the part of the
/// function that it stands for meets its contract. Every variable in it is declared in `vars`, `defs` or `phis`, once;
/// every function and datatype is in the program it was made from. `ExprKind::Old` and `ExprKind::Checked` do not occur.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The function.
    pub function: Path,
    /// The module whose view of definitions applies.
    pub module: Path,
    /// Which part of it.
    pub part: Part,
    /// Which prover is to answer.
    pub prover: Prover,
    /// Variables that have an arbitrary value of their type (an encoder may take the range of their type as known),
    /// in canonical order. The type parameters of the function are opaque types.
    pub vars: Vec<Binder>,
    /// Variables that stand for an expression over earlier variables. The range of their type is NOT to be taken as
    /// known: it follows from the goals that come before their use.
    pub defs: Vec<(Binder, Expr)>,
    /// Variables that take their value at a join, in canonical order: nothing is known of them but the equations on the
    /// edges into it. The range of their type is NOT to be taken as known.
    pub phis: Vec<Binder>,
    /// The blocks, predecessors first.
    pub blocks: Vec<Block>,
    /// The goals.
    pub goals: Vec<Goal>,
    /// Spec functions whose definitions may not be used (they are being defined).
    pub undefined: Vec<Path>,
    /// Spec functions whose definitions are hidden at the start.
    pub hidden: Vec<Path>,
    /// Broadcast functions and groups in use everywhere.
    pub uses: Vec<Path>,
    /// Limit in steps of the solver (see [`STEPS_PER_UNIT`](crate::STEPS_PER_UNIT)); `None` for no limit.
    pub rlimit: Option<u64>,
    /// For the bit-vector prover: each division by zero has a value of its own, also where two are of the same number.
    pub strict_division: bool,
    /// Of a block of a special prover and of an isolated loop: what is known where it stands and not inside of it, about
    /// values that do not change. No goal may rest on it; it is what the user may have forgotten to state.
    pub outside: Vec<Known>,
}

/// A fact that is known at a place.
#[derive(Clone, Debug)]
pub struct Known {
    /// The fact.
    pub expr: Expr,
    /// Where it comes from.
    pub span: Span,
    /// Its variables.
    pub vars: Vec<Binder>,
}

impl Obligation {
    /// The same where these facts are known from the beginning.
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

    /// The same where this is done first.
    pub fn beginning_with(&self, steps: impl IntoIterator<Item = Step>) -> Obligation {
        let mut more = self.clone();
        if let Some(first) = more.blocks.first_mut() {
            first.steps.splice(0..0, steps);
        }
        more
    }

    /// The same where this is done right before a goal.
    pub fn before_goal(&self, index: usize, steps: impl IntoIterator<Item = Step>) -> Obligation {
        let mut more = self.clone();
        if let Some((block, place)) = self.place(index)
            && let Some(block) = more.blocks.get_mut(block)
        {
            block.steps.splice(place..place, steps);
        }
        more
    }

    /// The block of a goal and its place among the steps there.
    pub fn place(&self, index: usize) -> Option<(usize, usize)> {
        let is_goal = |step: &Step| matches!(step, Step::Goal(goal) if *goal == index);
        let mut places = self.blocks.iter().map(|block| block.steps.iter().position(is_goal)).enumerate();
        places.find_map(|(block, place)| Some((block, place?)))
    }

    /// The same with one goal only, which has number 0 then; the others are taken as known.
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

    /// The same with these goals only; the others are taken as known. `None` when none is left.
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
