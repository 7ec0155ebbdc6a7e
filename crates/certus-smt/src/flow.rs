//! The passive program as facts: one constant for each point that control can reach, one for each goal.

use std::collections::BTreeSet;

use certus_diagnostics::Span;
use certus_vc::{Block, Obligation, Step};
use certus_vir::{BinaryOp, Binder, Expr, ExprKind, Var, subst, visit};

use crate::emit;
use crate::encoder::Encoder;
use crate::epr::Callee;
use crate::error::Res;
use crate::query::GoalNames;
use crate::term::{self, Role, Sort, Sym, Term};
use crate::translate::NONLINEAR;
use crate::trigger;
use crate::value::{Env, Val};
use certus_vir::instances::TySubst;

/// How many conjuncts of a goal are told apart.
const MAX_CONJUNCTS: usize = 64;

/// From how many bytes on a formula that is printed twice gets a name.
const WORTH_A_NAME: usize = 48;

/// The flow of an obligation in text.
#[derive(Default)]
pub(crate) struct Flow {
    /// Definitions and facts, after all declarations.
    pub text: String,
    /// The goals.
    pub goals: Vec<GoalNames>,
    /// Names of conjuncts of the goals.
    conjuncts: Vec<Term>,
    /// See [`Readings`](crate::Readings).
    pub terms: Vec<String>,
    pub joins: Vec<(usize, Vec<(usize, usize)>)>,
}

/// What is around a part of a goal.
#[derive(Clone)]
enum Around {
    Premise(Term),
    Let(Sym, Term),
}

/// A straight piece of the flow while it is being written.
struct Piece {
    /// What holds here and is not yet behind a constant.
    pending: Vec<Term>,
    /// Whether it is reached always and no goal has come yet, so that facts hold without condition.
    is_certain: bool,
    /// Names constants.
    block: usize,
    sealed: u32,
}

impl Encoder<'_> {
    /// Rule `flow`: `r => (one of the edges into r's place) and (facts there)`, and `g => r and not G` for a goal;
    /// behind a goal it is known. A model with some `g` is a path to a goal that fails; none means that all hold.
    pub(crate) fn flow(&mut self) -> Res<Flow> {
        let obligation = self.obligation;
        let live = live_blocks(obligation, self.is_epr());
        let env = Env::new(TySubst::default());
        let mut flow = Flow::default();
        self.declare_variables(&env, &live, &mut flow.text)?;
        let mut ends: Vec<Option<Term>> = vec![None; obligation.blocks.len()];
        for (index, block) in obligation.blocks.iter().enumerate() {
            let Some(steps) = live.get(index).copied().flatten() else {
                continue;
            };
            let mut piece = self.enter(&env, block, index, &ends, &mut flow)?;
            for step in block.steps.iter().take(steps) {
                self.step(&env, step, &mut piece, &mut flow)?;
            }
            if leads_on(obligation, &live, index) {
                let end = self.seal(&mut piece, &mut flow.text);
                if let Some(place) = ends.get_mut(index) {
                    *place = Some(end);
                }
            }
        }
        flow.goals.sort_by_key(|g| g.index);
        Ok(flow)
    }

    /// Rule `mark`: when there are several goals, what they speak of is there from the start: each conjunct stands under
    /// a predicate that says nothing. The solver would otherwise look at the terms of one goal after the other, and
    /// instantiate again for each. Not where something is multiplied with an unknown, or divided by one: what the solver
    /// makes of that early costs more, and it may give up.
    pub(crate) fn mark(&mut self, flow: &mut Flow) {
        if flow.goals.len() < 2 || flow.conjuncts.is_empty() || self.is_done(NONLINEAR) {
            return;
        }
        let bool_sort: Sort = "Bool".into();
        self.out.function(&"mark".into(), vec![bool_sort.clone()], &bool_sort);
        for conjunct in &flow.conjuncts {
            let mark = term::app("mark", Role::Given, vec![conjunct.clone()], "Bool");
            emit::assert(&mut flow.text, &mark);
        }
    }

    fn enter(&mut self, env: &Env, block: &Block, index: usize, ends: &[Option<Term>], flow: &mut Flow) -> Res<Piece> {
        let mut edges = Vec::new();
        let mut ways = Vec::new();
        for (number, edge) in block.edges.iter().enumerate() {
            // An edge from a block that was left out does not exist: predecessors of live blocks are live.
            let Some(from) = ends.get(edge.from.0 as usize).cloned().flatten() else {
                continue;
            };
            let mut parts = vec![from];
            for assume in &edge.assumes {
                parts.push(self.formula(env, assume)?);
            }
            edges.push(term::and(parts));
            ways.push(number);
        }
        if edges.len() > 1 && !self.is_epr() {
            let first = flow.terms.len();
            flow.terms.extend(edges.iter().map(term::text));
            flow.joins.push((index, ways.into_iter().zip(first..).collect()));
        }
        let is_certain = block.edges.is_empty();
        let pending = if is_certain { Vec::new() } else { vec![term::or(edges)] };
        Ok(Piece { pending, is_certain, block: index, sealed: 0 })
    }

    fn step(&mut self, env: &Env, step: &Step, piece: &mut Piece, flow: &mut Flow) -> Res<()> {
        match step {
            Step::Assume(e) => piece.pending.push(self.formula(env, e)?),
            // In EPR mode a definition is visible where the obligation reveals it at all.
            Step::Reveal(..) if self.is_epr() => {}
            Step::Reveal(_, 0) => {}
            Step::Reveal(path, fuel) => piece.pending.push(self.reveal(path, *fuel)),
            Step::Use(path) => piece.pending.push(self.in_use(path)),
            Step::Goal(index) => {
                let reach = self.seal(piece, &mut flow.text);
                let known = self.goal(env, *index, reach.clone(), flow)?;
                piece.is_certain = false;
                piece.pending = vec![reach, known];
            }
        }
        Ok(())
    }

    /// Puts what holds here behind one term.
    fn seal(&mut self, piece: &mut Piece, text: &mut String) -> Term {
        let facts = term::and(std::mem::take(&mut piece.pending));
        if piece.is_certain {
            emit::assert(text, &facts);
            return term::boolean(true);
        }
        if facts.is_atom() {
            return facts;
        }
        let suffix = if piece.sealed == 0 { String::new() } else { format!(".{}", piece.sealed) };
        let name: Sym = format!("b{}{suffix}", piece.block).into();
        piece.sealed += 1;
        self.out.function(&name, Vec::new(), &"Bool".into());
        let reach = term::constant(&name, "Bool");
        emit::assert(text, &term::implies(reach.clone(), facts));
        reach
    }

    /// Writes a goal; what is known behind it.
    fn goal(&mut self, env: &Env, index: usize, reach: Term, flow: &mut Flow) -> Res<Term> {
        let Some(goal) = self.obligation.goals.get(index) else {
            return Err(self.internal("a step names a goal that is not there", None));
        };
        let mut parts = Vec::new();
        self.conjuncts(env, &goal.expr, &mut Vec::new(), &mut parts)?;
        let mut named = Vec::new();
        for (number, (part, span)) in parts.into_iter().enumerate() {
            let printed = term::text(&part);
            if printed.len() < WORTH_A_NAME || self.is_epr() {
                named.push((part, span));
                continue;
            }
            let name = format!("g{index}.c{number}");
            emit::line(&mut flow.text, format_args!("(define-fun {name} () Bool {printed})"));
            let conjunct = term::constant(&name, "Bool");
            flow.conjuncts.push(conjunct.clone());
            named.push((conjunct, span));
        }
        let declare = |encoder: &mut Self, name: &str| {
            encoder.out.function(&name.into(), Vec::new(), &"Bool".into());
            term::constant(name, "Bool")
        };
        let name = format!("g{index}");
        let fails = declare(self, &name);
        let known = term::and(named.iter().map(|(part, _)| part.clone()));
        let mut conjuncts = Vec::new();
        let mut failures = Vec::new();
        if let [(part, span)] = named.as_slice() {
            failures.push(term::not(part.clone()));
            conjuncts.push((format!("(not {name})"), *span));
        } else {
            for (number, (part, span)) in named.iter().enumerate() {
                let one = format!("{name}.{number}");
                let failure = declare(self, &one);
                emit::assert(&mut flow.text, &term::implies(failure.clone(), term::not(part.clone())));
                failures.push(failure);
                conjuncts.push((format!("(not {one})"), *span));
            }
        }
        let found = term::and([reach, term::or(failures)]);
        emit::assert(&mut flow.text, &term::logic("=>", vec![fails, found]));
        flow.goals.push(GoalNames { index, name, conjuncts, width: None });
        Ok(known)
    }

    /// The conjuncts of a goal with their places: through conjunctions, what follows from a premise, local
    /// definitions and inline functions.
    fn conjuncts(&mut self, env: &Env, e: &Expr, around: &mut Vec<Around>, out: &mut Vec<(Term, Span)>) -> Res<()> {
        match &*e.kind {
            ExprKind::Binary(BinaryOp::And, a, b) if out.len() < MAX_CONJUNCTS => {
                self.conjuncts(env, a, around, out)?;
                self.conjuncts(env, b, around, out)
            }
            ExprKind::Binary(BinaryOp::Implies, premise, conclusion) => {
                around.push(Around::Premise(self.formula(env, premise)?));
                self.conjuncts(env, conclusion, around, out)?;
                around.pop();
                Ok(())
            }
            ExprKind::Let(binder, value, body) if self.is_epr() => {
                let value = self.expr(env, value)?;
                self.conjuncts(&env.bind(&binder.var, value), body, around, out)
            }
            ExprKind::Let(binder, value, body) => {
                let value = self.expr(env, value)?;
                let mut inner = env.clone();
                let name = inner.binder(&binder.var);
                let here = Val { term: term::var(&name, &value.term.sort), stored: value.stored };
                let inner = inner.bind(&binder.var, here);
                around.push(Around::Let(name, value.term));
                self.conjuncts(&inner, body, around, out)?;
                around.pop();
                Ok(())
            }
            ExprKind::Checked(inner) | ExprKind::TriggerMark(inner) => self.conjuncts(env, inner, around, out),
            ExprKind::Call(path, tys, args) if self.is_epr() && out.len() < MAX_CONJUNCTS => {
                match self.epr_callee(env, (path, tys), args, e.span)? {
                    Callee::Definition(key, inner, body) => {
                        self.within(key, |encoder| encoder.conjuncts(&inner, &body, around, out))
                    }
                    Callee::Symbol(..) => self.last_conjunct(env, e, around, out),
                }
            }
            _ => self.last_conjunct(env, e, around, out),
        }
    }

    /// A conjunct that is not taken apart.
    fn last_conjunct(&mut self, env: &Env, e: &Expr, around: &[Around], out: &mut Vec<(Term, Span)>) -> Res<()> {
        let part = self.formula(env, e)?;
        let wrap = |part: Term, around: &Around| match around {
            Around::Premise(premise) => term::implies(premise.clone(), part),
            Around::Let(name, value) => term::let_in(name, value.clone(), part),
        };
        out.push((around.iter().rev().fold(part, wrap), e.span));
        Ok(())
    }

    /// Declares the variables that the live blocks need, with their ranges, and writes the definitions among them.
    fn declare_variables(&mut self, env: &Env, live: &[Option<usize>], text: &mut String) -> Res<()> {
        let obligation = self.obligation;
        let mut needed = used_variables(obligation, live);
        let mut quantified = quantified_variables(obligation);
        // Rule `mention`: a definition that nothing uses is there for the terms in it, which triggers match: it is
        // stated as an equation. One that is used brings its terms in where it is used.
        for (binder, value) in obligation.defs.iter().rev() {
            if !needed.contains(&binder.var) && has_trigger_terms(value) && !self.is_epr() {
                self.mentions.insert(binder.var.clone());
                needed.insert(binder.var.clone());
            }
            if needed.contains(&binder.var) {
                needed.extend(subst::free_vars(value));
            }
            if quantified.contains(&binder.var) {
                quantified.extend(subst::free_vars(value));
            }
        }
        let no_types = TySubst::default();
        let is_needed = |b: &&Binder| needed.contains(&b.var);
        for binder in obligation.vars.iter().chain(&obligation.phis).filter(is_needed) {
            let ty = self.types.norm(&no_types, &binder.ty);
            let sort = self.sort(&ty)?;
            let sym = self.variable_symbol(&binder.var);
            self.out.function(&sym, Vec::new(), &sort);
            if let Some(own) = self.types.own {
                self.mean(&sym, binder.var.name.trim_end_matches('%'), own.span, true);
            }
            self.globals.insert(binder.var.clone(), Val::plain(term::constant(&sym, &sort)));
        }
        // Rule `variable-range`: a variable of the obligation lies in the range of its type. Of a definition, and of a
        // value at a join, that is for the goals before it to show.
        for binder in obligation.vars.iter().filter(is_needed) {
            let ty = self.types.norm(&no_types, &binder.ty);
            if let (Some(kind), Some(value)) = (ty.int_kind(), self.globals.get(&binder.var).cloned()) {
                let fact = self.range(kind, &value.term);
                emit::assert(text, &fact);
            }
        }
        for (binder, value) in obligation.defs.iter().filter(|(b, _)| needed.contains(&b.var)) {
            let is_mention = self.mentions.contains(&binder.var);
            let value = self.expr(env, value)?;
            let value = self.concrete(value);
            if is_mention {
                let sym = self.variable_symbol(&binder.var);
                self.out.function(&sym, Vec::new(), &value.sort);
                emit::assert(text, &term::eq(term::constant(&sym, &value.sort), value));
                continue;
            }
            if value.is_atom() || self.is_epr() {
                self.globals.insert(binder.var.clone(), Val::plain(value));
                continue;
            }
            let sym = self.variable_symbol(&binder.var);
            let constant = term::constant(&sym, &value.sort);
            // Rule `definition-in-trigger`: a definition is written out where it is used, and the solver finds no match for
            // a trigger with a condition in it. So such a one that a quantifier mentions is a constant with an equation.
            if quantified.contains(&binder.var) && trigger::spoils_triggers(&value) {
                self.out.function(&sym, Vec::new(), &value.sort);
                emit::assert(text, &term::eq(constant.clone(), value));
            } else {
                emit::line(text, format_args!("(define-fun {sym} () {} {})", value.sort, term::text(&value)));
            }
            self.globals.insert(binder.var.clone(), Val::plain(constant));
        }
        Ok(())
    }

    fn variable_symbol(&mut self, var: &Var) -> Sym {
        let index = if var.index == 0 { String::new() } else { var.index.to_string() };
        self.symbol(&format!("var {} {}", var.name, var.index), &format!("{}!{index}", var.name))
    }
}

/// For each block how many of its steps matter: up to its last goal (or quantifier), or all when a block with goals comes after it;
/// `None` when no goal is in it or after it.
fn live_blocks(obligation: &Obligation, only_goals: bool) -> Vec<Option<usize>> {
    let mut live: Vec<Option<usize>> = Vec::new();
    for block in &obligation.blocks {
        let last = block.steps.iter().rposition(|step| match step {
            Step::Goal(_) => true,
            other => !only_goals && other.matters(),
        });
        live.push(last.map(|last| last + 1));
    }
    for (index, block) in obligation.blocks.iter().enumerate().rev() {
        if live.get(index).copied().flatten().is_none() {
            continue;
        }
        for edge in &block.edges {
            let from = edge.from.0 as usize;
            if let (Some(place), Some(before)) = (live.get_mut(from), obligation.blocks.get(from)) {
                *place = Some(before.steps.len());
            }
        }
    }
    live
}

fn leads_on(obligation: &Obligation, live: &[Option<usize>], index: usize) -> bool {
    let after = obligation.blocks.iter().zip(live).filter(|(_, live)| live.is_some());
    after.flat_map(|(block, _)| &block.edges).any(|edge| edge.from.0 as usize == index)
}

/// The variables that occur in what matters.
fn used_variables(obligation: &Obligation, live: &[Option<usize>]) -> BTreeSet<Var> {
    let mut needed = BTreeSet::new();
    let mut add = |e: &Expr| needed.extend(subst::free_vars(e));
    for (block, steps) in obligation.blocks.iter().zip(live) {
        let Some(steps) = steps else {
            continue;
        };
        block.edges.iter().flat_map(|e| &e.assumes).for_each(&mut add);
        for step in block.steps.iter().take(*steps) {
            match step {
                Step::Assume(e) => add(e),
                Step::Goal(index) => obligation.goals.get(*index).into_iter().for_each(|g| add(&g.expr)),
                Step::Reveal(..) | Step::Use(_) => {}
            }
        }
    }
    needed
}

/// The variables in the quantifiers of an obligation.
fn quantified_variables(obligation: &Obligation) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    let mut add = |e: &Expr| {
        visit::walk(e, &mut |part| {
            if matches!(&*part.kind, ExprKind::Quant(..)) {
                found.extend(subst::free_vars(part));
            }
        });
    };
    for block in &obligation.blocks {
        block.edges.iter().flat_map(|e| &e.assumes).for_each(&mut add);
        for step in &block.steps {
            match step {
                Step::Assume(e) => add(e),
                Step::Goal(index) => obligation.goals.get(*index).into_iter().for_each(|g| add(&g.expr)),
                Step::Reveal(..) | Step::Use(_) => {}
            }
        }
    }
    obligation.defs.iter().for_each(|(_, value)| add(value));
    found
}

/// Whether an expression has something in it that a trigger could match.
fn has_trigger_terms(e: &Expr) -> bool {
    let mut found = false;
    visit::walk(e, &mut |e| found |= matches!(&*e.kind, ExprKind::Call(..) | ExprKind::Apply(..)));
    found
}
