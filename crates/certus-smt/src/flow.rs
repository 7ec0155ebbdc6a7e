//! The passive program as facts, by the rules of [`crate::rules::flow`] and [`crate::rules::variable`].

use std::collections::BTreeSet;

use certus_diagnostics::Span;
use certus_vc::{Block, Obligation, Step};
use certus_vir::instances::TySubst;
use certus_vir::{BinaryOp, Binder, Expr, ExprKind, Var, subst, visit};

use crate::dialect::Dialect;
use crate::emit;
use crate::error::Res;
use crate::query::GoalNames;
use crate::rules::{flow as rules, variable};
use crate::term::{self, Sym, Term};
use crate::theory::Theory;
use crate::value::{Env, Val};

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
    /// See [`Readings`](crate::Readings).
    pub joins: Vec<(usize, Vec<(usize, usize)>)>,
}

impl Flow {
    /// Adds the marks of the goals, after everything that the translation states.
    pub(crate) fn mark(&mut self, theory: &mut Theory) {
        for mark in rules::marks(theory, self.goals.len(), &self.conjuncts) {
            emit::assert(&mut self.text, &mark);
        }
    }

    /// Writes that some goal fails, which ends a query.
    pub(crate) fn ask(&self, context: &mut String) {
        let any = term::or(self.goals.iter().map(|g| term::constant(&g.name, "Bool")));
        emit::line(context, format_args!("(assert {})", term::text(&any)));
    }
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

/// Writes the flow of the obligation that a translation is of.
pub(crate) fn flow<'a, D: Dialect<'a>>(dialect: &mut D) -> Res<Flow> {
    let obligation = dialect.view().obligation();
    let live = live_blocks(obligation, !D::HAS_TRIGGERS);
    let mut writer = Writer { dialect, obligation, env: Env::new(TySubst::default()), flow: Flow::default() };
    writer.declare_variables(&live)?;
    let mut ends: Vec<Option<Term>> = vec![None; obligation.blocks.len()];
    for (index, block) in obligation.blocks.iter().enumerate() {
        let Some(steps) = live.get(index).copied().flatten() else {
            continue;
        };
        let mut piece = writer.enter(block, index, &ends)?;
        for step in block.steps.iter().take(steps) {
            writer.step(step, &mut piece)?;
        }
        if leads_on(obligation, &live, index) {
            let end = writer.seal(&mut piece);
            if let Some(place) = ends.get_mut(index) {
                *place = Some(end);
            }
        }
    }
    let mut flow = writer.flow;
    flow.goals.sort_by_key(|g| g.index);
    Ok(flow)
}

/// The flow while it is being written.
struct Writer<'d, 'a, D> {
    dialect: &'d mut D,
    obligation: &'a Obligation,
    env: Env,
    flow: Flow,
}

impl<'a, D: Dialect<'a>> Writer<'_, 'a, D> {
    fn formula(&mut self, e: &Expr) -> Res<Term> {
        self.dialect.formula(&self.env, e)
    }

    fn enter(&mut self, block: &Block, index: usize, ends: &[Option<Term>]) -> Res<Piece> {
        let mut edges = Vec::new();
        let mut ways = Vec::new();
        for (number, edge) in block.edges.iter().enumerate() {
            // An edge from a block that was left out does not exist: predecessors of live blocks are live.
            let Some(from) = ends.get(edge.from.0 as usize).cloned().flatten() else {
                continue;
            };
            let mut parts = vec![from];
            for assume in &edge.assumes {
                parts.push(self.formula(assume)?);
            }
            edges.push(term::and(parts));
            ways.push(number);
        }
        if edges.len() > 1 && D::HAS_TRIGGERS {
            let first = self.flow.terms.len();
            self.flow.terms.extend(edges.iter().map(term::text));
            self.flow.joins.push((index, ways.into_iter().zip(first..).collect()));
        }
        let is_certain = block.edges.is_empty();
        let pending = if is_certain { Vec::new() } else { vec![term::or(edges)] };
        Ok(Piece { pending, is_certain, block: index, sealed: 0 })
    }

    fn step(&mut self, step: &Step, piece: &mut Piece) -> Res<()> {
        match step {
            Step::Assume(e) => piece.pending.push(self.formula(e)?),
            // Without triggers a definition is visible where the obligation reveals it at all.
            Step::Reveal(..) if !D::HAS_TRIGGERS => {}
            Step::Reveal(_, 0) => {}
            Step::Reveal(path, fuel) => piece.pending.push(self.dialect.theory().reveal(path, *fuel)),
            Step::Use(path) => piece.pending.push(self.dialect.theory().in_use(path)),
            Step::Mention(_) if !D::HAS_TRIGGERS => {}
            Step::Mention(var) => self.mention(var, piece)?,
            Step::Goal(index) => {
                let reach = self.seal(piece);
                let known = self.goal(*index, reach.clone())?;
                piece.is_certain = false;
                piece.pending = vec![reach, known];
            }
        }
        Ok(())
    }

    /// Puts what holds here behind one term.
    fn seal(&mut self, piece: &mut Piece) -> Term {
        let facts = term::and(std::mem::take(&mut piece.pending));
        if piece.is_certain {
            emit::assert(&mut self.flow.text, &facts);
            return term::boolean(true);
        }
        if facts.is_atom() {
            return facts;
        }
        let suffix = if piece.sealed == 0 { String::new() } else { format!(".{}", piece.sealed) };
        let name: Sym = format!("b{}{suffix}", piece.block).into();
        piece.sealed += 1;
        let point = self.dialect.theory().constant(&name, "Bool");
        emit::assert(&mut self.flow.text, &rules::reached(point.clone(), facts));
        point
    }

    /// Writes a goal; what is known behind it.
    fn goal(&mut self, index: usize, reach: Term) -> Res<Term> {
        let Some(goal) = self.obligation.goals.get(index) else {
            return Err(self.dialect.view().internal("a step names a goal that is not there", None));
        };
        let mut parts = Vec::new();
        self.conjuncts(&self.env.clone(), &goal.expr, &mut Vec::new(), &mut parts)?;
        let named = self.name_conjuncts(index, parts);
        let name = format!("g{index}");
        let fails = self.dialect.theory().constant(&name.as_str().into(), "Bool");
        let known = term::and(named.iter().map(|(part, _)| part.clone()));
        let mut conjuncts = Vec::new();
        let mut failures = Vec::new();
        if let [(part, span)] = named.as_slice() {
            failures.push(term::not(part.clone()));
            conjuncts.push((format!("(not {name})"), *span));
        } else {
            let mut before: Option<Term> = None;
            for (number, (part, span)) in named.iter().enumerate() {
                let one = format!("{name}.{number}");
                let failure = self.dialect.theory().constant(&one.as_str().into(), "Bool");
                let rule = rules::conjunct_fails(failure.clone(), part.clone(), before.clone());
                emit::assert(&mut self.flow.text, &rule);
                before = D::HAS_TRIGGERS.then(|| self.holds_up_to(&name, number, part, before));
                failures.push(failure);
                conjuncts.push((format!("(not {one})"), *span));
            }
        }
        emit::assert(&mut self.flow.text, &rules::goal_fails(fails, reach, failures));
        self.flow.goals.push(GoalNames { index, name, conjuncts, width: None });
        Ok(known)
    }

    /// That a conjunct holds and all before it, under a name: so the text is no longer than the conjuncts.
    fn holds_up_to(&mut self, goal: &str, number: usize, part: &Term, before: Option<Term>) -> Term {
        let Some(before) = before else { return part.clone() };
        let name = format!("{goal}.h{number}");
        let printed = term::text(&term::and([before, part.clone()]));
        emit::line(&mut self.flow.text, format_args!("(define-fun {name} () Bool {printed})"));
        term::constant(&name, "Bool")
    }

    /// The conjuncts of a goal, long ones under names.
    fn name_conjuncts(&mut self, index: usize, parts: Vec<(Term, Span)>) -> Vec<(Term, Span)> {
        let mut named = Vec::new();
        for (number, (part, span)) in parts.into_iter().enumerate() {
            let printed = term::text(&part);
            if printed.len() < WORTH_A_NAME || !D::HAS_TRIGGERS {
                named.push((part, span));
                continue;
            }
            let name = format!("g{index}.c{number}");
            emit::line(&mut self.flow.text, format_args!("(define-fun {name} () Bool {printed})"));
            let conjunct = term::constant(&name, "Bool");
            self.flow.conjuncts.push(conjunct.clone());
            named.push((conjunct, span));
        }
        named
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
                around.push(Around::Premise(self.dialect.formula(env, premise)?));
                self.conjuncts(env, conclusion, around, out)?;
                around.pop();
                Ok(())
            }
            ExprKind::Let(binder, value, body) if !D::HAS_TRIGGERS => {
                let value = self.dialect.expr(env, value)?;
                self.conjuncts(&env.bind(&binder.var, value), body, around, out)
            }
            ExprKind::Let(binder, value, body) => {
                let value = self.dialect.expr(env, value)?;
                let mut inner = env.clone();
                let name = inner.binder(&binder.var);
                let here = Val { term: term::var(&name, &value.term.sort), stored: value.stored };
                let inner = inner.bind(&binder.var, here);
                around.push(Around::Let(name, value.term));
                self.conjuncts(&inner, body, around, out)?;
                around.pop();
                Ok(())
            }
            ExprKind::Checked(inner) | ExprKind::Arm(inner) => self.conjuncts(env, inner, around, out),
            ExprKind::Call(..) if out.len() < MAX_CONJUNCTS => match self.dialect.enter_definition(env, e)? {
                Some(inner) => {
                    let done = self.conjuncts(&inner.env, &inner.part, around, out);
                    self.dialect.leave_definition();
                    done
                }
                None => self.last_conjunct(env, e, around, out),
            },
            _ => self.last_conjunct(env, e, around, out),
        }
    }

    /// A conjunct that is not taken apart.
    fn last_conjunct(&mut self, env: &Env, e: &Expr, around: &[Around], out: &mut Vec<(Term, Span)>) -> Res<()> {
        let part = self.dialect.formula(env, e)?;
        let wrap = |part: Term, around: &Around| match around {
            Around::Premise(premise) => term::implies(premise.clone(), part),
            Around::Let(name, value) => term::let_in(name, value.clone(), part),
        };
        out.push((around.iter().rev().fold(part, wrap), e.span));
        Ok(())
    }

    /// Declares the variables that the live blocks need, with their ranges, and writes the definitions among them.
    fn declare_variables(&mut self, live: &[Option<usize>]) -> Res<()> {
        let obligation = self.obligation;
        let mut needed = used_variables(obligation, live);
        let mut quantified = quantified_variables(obligation);
        let mut outside = variables_outside(obligation, live);
        let mentioned = if D::HAS_TRIGGERS { mentioned_variables(obligation, live) } else { BTreeSet::new() };
        for (binder, value) in obligation.defs.iter().rev() {
            if needed.contains(&binder.var) || mentioned.contains(&binder.var) {
                needed.extend(subst::free_vars(value));
            }
            if quantified.contains(&binder.var) {
                quantified.extend(subst::free_vars(value));
            }
            // A value that only quantifiers mention gets an equation, in which its own parts stand.
            if outside.contains(&binder.var) || quantified.contains(&binder.var) {
                outside_quantifiers(value, &mut outside);
            }
        }
        let is_needed = |b: &&Binder| needed.contains(&b.var);
        for binder in obligation.vars.iter().chain(&obligation.phis).filter(is_needed) {
            self.declare(binder)?;
        }
        for binder in obligation.vars.iter().filter(is_needed) {
            let ty = self.dialect.view().norm(&TySubst::default(), &binder.ty);
            if let (Some(kind), Some(value)) = (ty.int_kind(), self.dialect.globals().get(&binder.var).cloned()) {
                let fact = variable::variable_range(self.dialect.theory(), kind, &value.term);
                emit::assert(&mut self.flow.text, &fact);
            }
        }
        for (binder, value) in obligation.defs.iter().filter(|(b, _)| needed.contains(&b.var)) {
            let value = self.dialect.expr(&self.env, value)?;
            let value = self.dialect.theory().concrete(value);
            let occurs = match (quantified.contains(&binder.var), outside.contains(&binder.var)) {
                (false, _) => variable::Occurs::Outside,
                (true, true) => variable::Occurs::Both,
                (true, false) => variable::Occurs::Inside,
            };
            let value = self.define(&binder.var, value, occurs);
            self.dialect.globals().insert(binder.var.clone(), Val::plain(value));
        }
        Ok(())
    }

    /// Adds the terms of a definition that nothing uses.
    fn mention(&mut self, var: &Var, piece: &mut Piece) -> Res<()> {
        let is_used = self.dialect.globals().get(var).is_some();
        let Some((_, value)) = self.obligation.defs.iter().find(|(binder, _)| binder.var == *var && !is_used) else {
            return Ok(());
        };
        let value = self.dialect.expr(&self.env, value)?;
        let value = self.dialect.theory().concrete(value);
        let sym = self.variable_symbol(var);
        piece.pending.push(variable::mention(self.dialect.theory(), &sym, value));
        Ok(())
    }

    /// Declares a variable with an arbitrary value.
    fn declare(&mut self, binder: &Binder) -> Res<()> {
        let ty = self.dialect.view().norm(&TySubst::default(), &binder.ty);
        let sort = self.dialect.sort(&ty)?;
        let sym = self.variable_symbol(&binder.var);
        let constant = self.dialect.theory().constant(&sym, &sort);
        self.dialect.declared(&binder.var, &sym);
        self.dialect.globals().insert(binder.var.clone(), Val::plain(constant));
        Ok(())
    }

    /// Writes a definition; what stands for the variable.
    fn define(&mut self, var: &Var, value: Term, occurs: variable::Occurs) -> Term {
        if value.is_atom() || !D::HAS_TRIGGERS {
            return value;
        }
        let sym = self.variable_symbol(var);
        match variable::equation(self.dialect.theory(), &sym, &value, occurs) {
            Some(equation) => emit::assert(&mut self.flow.text, &equation),
            None => {
                let text = &mut self.flow.text;
                emit::line(text, format_args!("(define-fun {sym} () {} {})", value.sort, term::text(&value)));
            }
        }
        term::constant(&sym, &value.sort)
    }

    fn variable_symbol(&mut self, var: &Var) -> Sym {
        let index = if var.index == 0 { String::new() } else { var.index.to_string() };
        let entity = format!("var {} {}", var.name, var.index);
        self.dialect.theory().symbol(&entity, &format!("{}!{index}", var.name))
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
                Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => {}
            }
        }
    }
    needed
}

/// The variables that occur outside of quantifiers in what matters.
fn variables_outside(obligation: &Obligation, live: &[Option<usize>]) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    for (block, steps) in obligation.blocks.iter().zip(live) {
        let Some(steps) = steps else { continue };
        block.edges.iter().flat_map(|e| &e.assumes).for_each(|e| outside_quantifiers(e, &mut found));
        for step in block.steps.iter().take(*steps) {
            match step {
                Step::Assume(e) => outside_quantifiers(e, &mut found),
                Step::Goal(index) => {
                    obligation.goals.get(*index).into_iter().for_each(|g| outside_quantifiers(&g.expr, &mut found));
                }
                Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => {}
            }
        }
    }
    found
}

/// Adds the variables of an expression that occur outside of the quantifiers in it.
fn outside_quantifiers(e: &Expr, found: &mut BTreeSet<Var>) {
    match &*e.kind {
        ExprKind::Var(var) => {
            found.insert(var.clone());
        }
        ExprKind::Quant(..) => {}
        _ => visit::deep(|| visit::children(e, &mut |part| outside_quantifiers(part, found))),
    }
}

/// The variables that are mentioned and no more.
fn mentioned_variables(obligation: &Obligation, live: &[Option<usize>]) -> BTreeSet<Var> {
    let blocks = obligation.blocks.iter().zip(live);
    let steps = blocks.flat_map(|(block, steps)| block.steps.iter().take(steps.unwrap_or(0)));
    steps.filter_map(|step| if let Step::Mention(var) = step { Some(var.clone()) } else { None }).collect()
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
                Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => {}
            }
        }
    }
    obligation.defs.iter().for_each(|(_, value)| add(value));
    found
}
