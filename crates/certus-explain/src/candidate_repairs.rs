//! Ideas what may be missing where a goal fails.

use certus_diagnostics::{Label, Note, Sources, Span};
use certus_vc::{Obligation, Step};
use certus_vir::subst::{Subst, free_vars};
use certus_vir::{BinaryOp, Expr, ExprKind, Path, Program, Prover, Ty, visit};

use crate::alone::{Alone, help};
use crate::definitions::{definition, short};
use crate::instances::{self, Instance};

/// How many functions are looked at.
const MOST_FUNCTIONS: usize = 200;

/// How far recursive functions are unfolded in a trial.
const FUEL: u32 = 3;

/// One thing that may help.
#[derive(Clone, Debug)]
pub(crate) enum Idea {
    /// The goal with equality asked element by element, and where.
    Extensional { goal: Expr, places: Vec<Span>, is_deep: bool },
    /// Definitions that are hidden.
    Reveal(Vec<Path>),
    /// Recursive definitions, unfolded so often.
    Fuel(Vec<Path>, u32),
    /// What quantified facts say of some values.
    Instances(Vec<Instance>),
    /// Another prover, for what has multiplication or division in it.
    Nonlinear,
    /// Another prover, for what has bits in it: the obligation, and whether it has premises.
    Bits(Box<Obligation>, bool),
}

/// All ideas about a goal, the most particular first.
pub(crate) fn all(alone: &Alone<'_>) -> Vec<Idea> {
    let obligation = &alone.obligation;
    let Some(goal) = obligation.goals.first() else { return Vec::new() };
    let mut ideas = Vec::new();
    for is_deep in [false, true] {
        let mut places = Vec::new();
        let changed = extensional(&goal.expr, is_deep, &mut places);
        if !places.is_empty() {
            ideas.push(Idea::Extensional { goal: changed, places, is_deep });
        }
    }
    let mentioned = mentioned(alone.program, obligation);
    let hidden: Vec<Path> =
        mentioned.iter().filter(|path| is_hidden(alone.program, obligation, path)).cloned().collect();
    if !hidden.is_empty() {
        ideas.push(Idea::Reveal(hidden.clone()));
    }
    let is_recursive = |path: &&Path| alone.program.functions.get(*path).is_some_and(|f| f.cycle > 0 && f.fuel > 0);
    let recursive: Vec<Path> = mentioned.iter().filter(is_recursive).filter(|p| !hidden.contains(p)).cloned().collect();
    if !recursive.is_empty() {
        ideas.push(Idea::Fuel(recursive, FUEL));
    }
    let instances = instances::all(alone.program, obligation);
    if !instances.is_empty() {
        ideas.push(Idea::Instances(instances));
    }
    if any(obligation, &is_nonlinear) {
        ideas.push(Idea::Nonlinear);
    }
    ideas.extend(bits(alone));
    ideas
}

impl Idea {
    /// The goal's obligation with it; `None` where it does not apply.
    pub(crate) fn applied(&self, alone: &Obligation) -> Option<Obligation> {
        let reveal =
            |paths: &[Path], fuel| alone.beginning_with(paths.iter().map(|path| Step::Reveal(path.clone(), fuel)));
        Some(match self {
            Idea::Extensional { goal, .. } => {
                let mut changed = alone.clone();
                changed.goals.first_mut()?.expr = goal.clone();
                changed
            }
            Idea::Reveal(paths) => reveal(paths, 1),
            Idea::Fuel(paths, fuel) => reveal(paths, *fuel),
            Idea::Instances(all) => instances::stated(alone, all),
            Idea::Nonlinear => Obligation { prover: Prover::Nonlinear, ..alone.clone() },
            Idea::Bits(obligation, _) => (**obligation).clone(),
        })
    }

    /// The same with less, for each part.
    pub(crate) fn parts(&self) -> Vec<Idea> {
        match self {
            Idea::Reveal(paths) if paths.len() > 1 => {
                paths.iter().map(|path| Idea::Reveal(vec![path.clone()])).collect()
            }
            Idea::Fuel(paths, most) => {
                let one = |fuel| paths.iter().map(move |path| Idea::Fuel(vec![path.clone()], fuel));
                (2..=*most).flat_map(one).collect()
            }
            Idea::Instances(all) if all.len() > 1 => {
                all.iter().map(|instance| Idea::Instances(vec![instance.clone()])).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What to say of it when it helps.
    pub(crate) fn note(&self, alone: &Alone<'_>, sources: &Sources) -> Note {
        let named = |paths: &[Path]| {
            let names: Vec<String> = paths.iter().map(|path| format!("`{}`", short(path, &alone.obligation))).collect();
            names.join(", ")
        };
        match self {
            Idea::Extensional { places, is_deep, .. } => {
                let sign = if *is_deep { "=~~=" } else { "=~=" };
                let label = |span: &Span| Label { span: *span, text: String::new() };
                let text = format!(
                    "it is proved where equality is asked for element by element: assert it with `{sign}` first"
                );
                help(text, places.iter().map(label).collect())
            }
            Idea::Reveal(paths) => {
                let (what, call) = match paths.as_slice() {
                    [one] => ("definition", format!("`reveal({});`", short(one, &alone.obligation))),
                    _ => ("definitions", "a `reveal(..);` of each".to_owned()),
                };
                help(format!("it is proved with the {what} of {}, hidden here: add {call}", named(paths)), Vec::new())
            }
            Idea::Fuel(paths, fuel) => {
                let call = match paths.as_slice() {
                    [one] => format!("`reveal_with_fuel({}, {fuel});`", short(one, &alone.obligation)),
                    _ => format!("a `reveal_with_fuel(.., {fuel});` of each"),
                };
                let text = format!("it is proved if {} unfolds {fuel} times: add {call}", named(paths));
                help(text, Vec::new())
            }
            Idea::Instances(all) => instances::note(alone, all, sources),
            Idea::Nonlinear => {
                let text = "it is proved by nonlinear arithmetic: assert it `by (nonlinear_arith)`, with a `requires` of what it \
                            follows from";
                help(text.to_owned(), Vec::new())
            }
            Idea::Bits(_, has_premises) => {
                let premises = if *has_premises { ", with a `requires` of what it follows from" } else { "" };
                help(format!("it is proved bit by bit: assert it `by (bit_vector)`{premises}"), Vec::new())
            }
        }
    }
}

/// The condition with each equality of collections asked element by element, and with what equal calls need beside it.
fn extensional(expr: &Expr, is_deep: bool, places: &mut Vec<Span>) -> Expr {
    let changed = equalities(expr, is_deep, places);
    let mut pairs = Vec::new();
    arguments(expr, is_deep, &mut pairs);
    places.extend(pairs.iter().map(|pair| pair.span));
    pairs.into_iter().fold(changed, |goal, pair| {
        let goal = Expr::implies(pair.clone(), goal);
        let span = goal.span;
        Expr::binary(BinaryOp::And, pair, goal, span)
    })
}

/// The same expression, in which equalities of collections are extensional. Their places are added to `places`.
fn equalities(expr: &Expr, is_deep: bool, places: &mut Vec<Span>) -> Expr {
    visit::deep(|| match &*expr.kind {
        ExprKind::Binary(BinaryOp::Eq, a, b) if is_collection(&a.ty) && is_collection(&b.ty) => {
            places.push(expr.span);
            ext_eq(a, b, is_deep, expr.span)
        }
        ExprKind::Binary(BinaryOp::ExtEq { deep: false }, a, b) if is_deep => {
            places.push(expr.span);
            ext_eq(a, b, is_deep, expr.span)
        }
        _ => visit::map_children(expr, &mut |e| equalities(e, is_deep, places)),
    })
}

/// Collections that are arguments of two calls of one function which are to be equal.
fn arguments(expr: &Expr, is_deep: bool, pairs: &mut Vec<Expr>) {
    let (BinaryOp::Eq | BinaryOp::ExtEq { .. } | BinaryOp::And | BinaryOp::Implies, left, right) = (match &*expr.kind {
        ExprKind::Binary(op, left, right) => (*op, left, right),
        _ => return,
    }) else {
        return;
    };
    match (&*left.kind, &*right.kind) {
        (ExprKind::Call(f, _, left), ExprKind::Call(g, _, right)) if f == g && expr.ty == Ty::Bool => {
            for (a, b) in left.iter().zip(right) {
                if is_collection(&a.ty) && a.ty == b.ty && a.to_string() != b.to_string() {
                    pairs.push(ext_eq(a, b, is_deep, expr.span));
                }
            }
        }
        _ if matches!(&*expr.kind, ExprKind::Binary(BinaryOp::And, ..)) => {
            arguments(left, is_deep, pairs);
            arguments(right, is_deep, pairs);
        }
        _ => {}
    }
}

/// Extensional equality: `a =~= b`, or `a =~~= b` if it is deep.
fn ext_eq(a: &Expr, b: &Expr, deep: bool, span: Span) -> Expr {
    Expr::binary(BinaryOp::ExtEq { deep }, a.clone(), b.clone(), span)
}

/// Whether values of the type have extensional equality.
fn is_collection(ty: &Ty) -> bool {
    matches!(ty.value(), Ty::Data(..) | Ty::SpecFn(..) | Ty::Proj(..))
}

/// Each expression of an obligation.
pub(crate) fn each(obligation: &Obligation, f: &mut dyn FnMut(&Expr)) {
    for block in &obligation.blocks {
        block.edges.iter().flat_map(|edge| &edge.assumes).for_each(&mut *f);
        for step in &block.steps {
            if let Step::Assume(expr) = step {
                f(expr);
            }
        }
    }
    obligation.goals.iter().for_each(|goal| f(&goal.expr));
    obligation.defs.iter().for_each(|(_, value)| f(value));
}

/// Whether any expression of an obligation is of a kind.
fn any(obligation: &Obligation, is_it: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    each(obligation, &mut |expr| visit::walk(expr, &mut |e| found |= is_it(e)));
    found
}

/// The functions that an obligation speaks of, directly or through definitions.
fn mentioned(program: &Program, obligation: &Obligation) -> Vec<Path> {
    let mut found: Vec<Path> = Vec::new();
    let note = |expr: &Expr, found: &mut Vec<Path>| {
        visit::walk(expr, &mut |e| {
            if let ExprKind::Call(path, ..) = &*e.kind
                && found.len() < MOST_FUNCTIONS
                && !found.contains(path)
            {
                found.push(path.clone());
            }
        });
    };
    each(obligation, &mut |expr| note(expr, &mut found));
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        next += 1;
        if let Some(body) = definition(program, obligation, &path) {
            note(body, &mut found);
        }
    }
    found.retain(|path| definition(program, obligation, path).is_some());
    found
}

/// Whether the definition of a function exists and is not known to the obligation: `reveal` would help.
fn is_hidden(program: &Program, obligation: &Obligation, path: &Path) -> bool {
    let steps = || obligation.blocks.iter().flat_map(|block| &block.steps);
    let is_shown = steps().any(|step| matches!(step, Step::Reveal(shown, fuel) if shown == path && *fuel > 0));
    let hides = steps().any(|step| matches!(step, Step::Reveal(hidden, 0) if hidden == path));
    let is_opaque = program.functions.get(path).is_some_and(|function| function.fuel == 0);
    !is_shown && (hides || is_opaque || obligation.hidden.contains(path))
}

/// Whether something unknown is multiplied with, or divided by, something unknown.
fn is_nonlinear(expr: &Expr) -> bool {
    let is_number = |e: &Expr| matches!(&*e.kind, ExprKind::Const(_));
    match &*expr.kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) => !is_number(a) && !is_number(b),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Mod, _, divisor) => !is_number(divisor),
        _ => false,
    }
}

/// The goal for the prover of bit vectors, alone and with what is known before it.
fn bits(alone: &Alone<'_>) -> Vec<Idea> {
    let obligation = &alone.obligation;
    let has_bits = |e: &Expr| {
        let ops = |op: &BinaryOp| {
            matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shr | BinaryOp::Shl(_))
        };
        matches!(&*e.kind, ExprKind::Binary(op, ..) if ops(op))
            || matches!(&*e.kind, ExprKind::Unary(certus_vir::UnaryOp::BitNot(_), _))
    };
    let (true, Some((block, place)), Some(goal)) =
        (any(obligation, &has_bits), obligation.place(0), obligation.goals.first())
    else {
        return Vec::new();
    };
    let mut defined = Subst::new();
    for (binder, value) in &obligation.defs {
        defined.var(&binder.var, defined.apply(value));
    }
    let with = |facts: &[Expr]| {
        let goal = certus_vir::Goal { expr: defined.apply(&goal.expr), ..goal.clone() };
        let facts = facts.iter().map(|fact| Step::Assume(fact.clone()));
        let block = certus_vc::Block { steps: facts.chain([Step::Goal(0)]).collect(), ..Default::default() };
        let goals = vec![goal];
        Obligation { prover: Prover::BitVector, blocks: vec![block], goals, defs: Vec::new(), ..obligation.clone() }
    };
    let is_encoded = |facts: &[Expr]| certus_smt::encode(alone.program, &with(facts)).is_ok();
    if !is_encoded(&[]) {
        return Vec::new();
    }
    let used = free_vars(&defined.apply(&goal.expr));
    let facts = known(obligation, block, place).into_iter().map(|fact| defined.apply(fact));
    let facts: Vec<Expr> = facts.filter(|fact| !free_vars(fact).is_disjoint(&used)).take(12).collect();
    let facts: Vec<Expr> = facts.into_iter().filter(|fact| is_encoded(std::slice::from_ref(fact))).collect();
    let mut ideas = vec![Idea::Bits(Box::new(with(&[])), false)];
    if !facts.is_empty() {
        ideas.push(Idea::Bits(Box::new(with(&facts)), true));
    }
    ideas
}

/// What is known at a place whatever way control came.
fn known(obligation: &Obligation, block: usize, place: usize) -> Vec<&Expr> {
    let (mut facts, mut at, mut place) = (Vec::new(), Some(block), place);
    while let Some(block) = at.and_then(|at| obligation.blocks.get(at)) {
        facts.extend(block.steps.iter().take(place).filter_map(|step| match step {
            Step::Assume(expr) => Some(expr),
            _ => None,
        }));
        place = usize::MAX;
        at = match block.edges.as_slice() {
            [edge] => {
                facts.extend(&edge.assumes);
                Some(edge.from.0 as usize)
            }
            _ => None,
        };
    }
    facts
}
