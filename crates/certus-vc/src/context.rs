//! An obligation under construction.

use std::collections::{BTreeMap, HashMap, HashSet};

use certus_diagnostics::Span;
use certus_vir::subst::each_free;
use certus_vir::{Binder, Expr, ExprKind, Function, Goal, Prover, Var};

use crate::names::Names;
use crate::obligation::{Block, BlockId, Edge, Known, Mark, Obligation, Part, Passed, Step};

/// The definition of a value in one obligation. A value without an entry is an arbitrary value of its type.
pub(crate) enum Intro {
    /// The value equals this expression.
    Def(Expr),
    /// The value is determined by the edges of a join.
    Phi,
}

/// An edge into a block.
pub(crate) struct DraftEdge {
    pub(crate) from: usize,
    pub(crate) condition: Option<Expr>,
    /// The values at the join, with their expressions on this edge.
    pub(crate) phis: Vec<(Var, Expr)>,
}

/// A block under construction.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) edges: Vec<DraftEdge>,
    pub(crate) steps: Vec<Step>,
    pub(crate) marks: Vec<Mark>,
}

/// An obligation under construction.
pub(crate) struct Context {
    part: Part,
    prover: Prover,
    blocks: Vec<Draft>,
    goals: Vec<Goal>,
    intros: HashMap<Var, Intro>,
    /// See [`Obligation::outside`].
    pub(crate) outside: Vec<Known>,
}

impl Context {
    /// An obligation with an empty root block, number 0.
    pub(crate) fn new(part: Part, prover: Prover) -> Context {
        let blocks = vec![Draft::default()];
        Context { part, prover, blocks, goals: Vec::new(), intros: HashMap::new(), outside: Vec::new() }
    }

    /// Adds a block, and returns its number.
    pub(crate) fn block(&mut self, edges: Vec<DraftEdge>) -> usize {
        self.blocks.push(Draft { edges, steps: Vec::new(), marks: Vec::new() });
        self.blocks.len() - 1
    }

    /// Adds a block that control reaches from one other block.
    pub(crate) fn after(&mut self, from: usize, condition: Option<Expr>) -> usize {
        self.block(vec![DraftEdge { from, condition, phis: Vec::new() }])
    }

    pub(crate) fn step(&mut self, block: usize, step: Step) {
        self.blocks[block].steps.push(step); // Blocks are numbered by this type only.
    }

    /// Marks the rest of the block as inside of or after a loop.
    pub(crate) fn mark(&mut self, block: usize, span: Span, passed: Passed) {
        let block = &mut self.blocks[block]; // Blocks are numbered by this type only.
        block.marks.push(Mark { at: block.steps.len(), span, passed });
    }

    pub(crate) fn goal(&mut self, block: usize, goal: Goal) {
        self.goals.push(goal);
        self.step(block, Step::Goal(self.goals.len() - 1));
    }

    pub(crate) fn introduce(&mut self, value: &Var, intro: Intro) {
        self.intros.insert(value.clone(), intro);
    }

    /// The facts that are known at the end of a block on every path, the latest first. Facts that hold only because all
    /// edges of a join have them are left out.
    pub(crate) fn known(&self, block: usize) -> Vec<&Expr> {
        let (mut known, mut at) = (Vec::new(), Some(block));
        while let Some(block) = at.and_then(|at| self.blocks.get(at)) {
            known.extend(block.steps.iter().rev().filter_map(|step| match step {
                Step::Assume(expr) => Some(expr),
                Step::Goal(goal) => self.goals.get(*goal).map(|goal| &goal.expr),
                Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => None,
            }));
            at = match block.edges.as_slice() {
                [edge] => {
                    known.extend(&edge.condition);
                    Some(edge.from)
                }
                _ => None,
            };
        }
        known
    }

    pub(crate) fn intro(&self, value: &Var) -> Option<&Intro> {
        self.intros.get(value)
    }

    /// The complete obligation, without the parts that no goal depends on; `None` if there is no goal.
    pub(crate) fn finish(self, names: &Names, function: &Function, rlimit: Option<u64>) -> Option<Obligation> {
        let kept = self.kept_blocks();
        if kept.is_empty() {
            return None;
        }
        let (live, mentioned) = self.live(&kept);
        let mut sorted: Vec<&Var> = live.iter().collect();
        sorted.sort_by_key(|v| (names.order(v), (*v).clone()));
        let (mut vars, mut defs, mut phis) = (Vec::new(), Vec::new(), Vec::new());
        for var in sorted {
            let Some(ty) = names.ty(var) else { continue };
            let binder = Binder { var: var.clone(), ty: ty.clone() };
            match self.intros.get(var) {
                None => vars.push(binder),
                Some(Intro::Def(expr)) => defs.push((binder, expr.clone())),
                Some(Intro::Phi) => phis.push(binder),
            }
        }
        let (blocks, goals) = self.emit(&kept, &live, &mentioned);
        Some(Obligation {
            function: function.path.clone(),
            module: function.module.clone(),
            part: self.part,
            prover: self.prover,
            vars,
            defs,
            phis,
            blocks,
            goals,
            undefined: function.undefined.clone(),
            hidden: function.hidden.clone(),
            uses: function.uses.clone(),
            rlimit,
            strict_division: false,
            outside: self.outside,
        })
    }

    /// The blocks from which control can reach a step that matters, each with the number of its steps to keep.
    fn kept_blocks(&self) -> BTreeMap<usize, usize> {
        let mut kept = BTreeMap::new();
        let mut on_the_way = HashSet::new();
        for (id, block) in self.blocks.iter().enumerate().rev() {
            let last_goal = block.steps.iter().rposition(Step::matters);
            let steps = match last_goal {
                _ if on_the_way.contains(&id) => block.steps.len(),
                Some(last) => last + 1,
                None => continue,
            };
            kept.insert(id, steps);
            on_the_way.extend(block.edges.iter().map(|e| e.from));
        }
        kept
    }

    /// The values that the kept blocks depend on, directly or through definitions and joins. The second set are those that no
    /// fact and no goal depends on, and that are only mentioned.
    fn live(&self, kept: &BTreeMap<usize, usize>) -> (HashSet<Var>, HashSet<Var>) {
        let mut incoming: HashMap<&Var, Vec<&Expr>> = HashMap::new();
        let mut live = HashSet::new();
        let mut todo: Vec<&Expr> = Vec::new();
        for (&id, &steps) in kept {
            let block = &self.blocks[id]; // `kept` holds numbers of blocks.
            for edge in &block.edges {
                todo.extend(&edge.condition);
                edge.phis.iter().for_each(|(var, value)| incoming.entry(var).or_default().push(value));
            }
            todo.extend(block.steps.iter().take(steps).filter_map(|step| match step {
                Step::Assume(expr) => Some(expr),
                Step::Goal(goal) => Some(&self.goals[*goal].expr), // Goals are numbered by this type only.
                Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => None,
            }));
        }
        self.follow(todo, &incoming, &mut live);
        let mut mentioned = HashSet::new();
        // The last first: what one of them is made of needs no mention of its own.
        let steps = kept.iter().rev().flat_map(|(&id, &steps)| self.blocks[id].steps.iter().take(steps).rev());
        for step in steps {
            let Step::Mention(var) = step else { continue };
            if let Some(Intro::Def(value)) = self.intros.get(var)
                && live.insert(var.clone())
            {
                mentioned.insert(var.clone());
                self.follow(vec![value], &incoming, &mut live);
            }
        }
        (live, mentioned)
    }

    /// Adds the values that expressions depend on.
    fn follow<'e>(&'e self, mut todo: Vec<&'e Expr>, incoming: &HashMap<&Var, Vec<&'e Expr>>, live: &mut HashSet<Var>) {
        while let Some(expr) = todo.pop() {
            let mut found = Vec::new();
            each_free(expr, &mut |e| {
                if let ExprKind::Var(var) = &*e.kind {
                    found.push(var.clone());
                }
            });
            for var in found {
                if !live.insert(var.clone()) {
                    continue;
                }
                match self.intros.get(&var) {
                    Some(Intro::Def(value)) => todo.push(value),
                    Some(Intro::Phi) => todo.extend(incoming.get(&var).into_iter().flatten()),
                    None => {}
                }
            }
        }
    }

    fn emit(
        &self,
        kept: &BTreeMap<usize, usize>,
        live: &HashSet<Var>,
        mentioned: &HashSet<Var>,
    ) -> (Vec<Block>, Vec<Goal>) {
        let is_needed = |step: &&Step| match step {
            Step::Mention(var) => mentioned.contains(var),
            _ => true,
        };
        let numbers: HashMap<usize, u32> = kept.keys().copied().zip(0..).collect();
        let mut goals = Vec::new();
        let mut blocks = Vec::new();
        for (&id, &steps) in kept {
            let draft = &self.blocks[id]; // `kept` holds numbers of blocks.
            let mut block = Block { marks: draft.marks.clone(), ..Block::default() };
            for edge in &draft.edges {
                let Some(&from) = numbers.get(&edge.from) else { continue };
                let mut assumes: Vec<Expr> = edge.condition.iter().cloned().collect();
                for (var, value) in edge.phis.iter().filter(|(var, _)| live.contains(var)) {
                    assumes.push(Expr::eq(Expr::var(var, value.ty.clone(), value.span), value.clone()));
                }
                let is_branch = edge.condition.is_some();
                block.edges.push(Edge { from: BlockId(from), assumes, is_branch });
            }
            for step in draft.steps.iter().take(steps).filter(is_needed) {
                block.steps.push(match step {
                    Step::Goal(goal) => {
                        goals.push(self.goals[*goal].clone()); // Goals are numbered by this type only.
                        Step::Goal(goals.len() - 1)
                    }
                    other => other.clone(),
                });
            }
            blocks.push(block);
        }
        (blocks, goals)
    }
}
