//! Candidate repairs for a failing goal: facts, definitions or provers that may be missing.
//!
//! For example, if the goal is `power(3, 2) == 9`, one candidate is to unfold `power` three times.

use certus_diagnostics::{Label, Note, Sources, Span};
use certus_vc::{Obligation, Step};
use certus_vir::subst::{Subst, free_vars};
use certus_vir::{BinaryOp, Expr, ExprKind, Path, Program, Prover, Ty, visit};

use crate::alone::{Alone, help, known};
use crate::definitions::short;
use crate::instances::{self, Instance};
use crate::missing::LONG;

/// The maximal number of functions to look at.
const MOST_FUNCTIONS: usize = 200;

/// How often a trial unfolds recursive functions.
const FUEL: u32 = 6;

/// A change that may make the proof succeed.
#[derive(Clone, Debug)]
pub(crate) enum Repair {
    /// The goal with extensional equality, and the places of the equalities.
    Extensional { goal: Expr, places: Vec<Span>, is_deep: bool },
    /// Reveal these hidden definitions.
    Reveal(Vec<Path>),
    /// A witness for an `exists`: the goal with it, and what to assert.
    Witness(Obligation, Expr),
    /// A call of a lemma: the obligation that knows what it says, the lemma, and its arguments.
    Lemma(Obligation, Path, Vec<Expr>),
    /// Compute the goal, which has no unknown values.
    Computed(Obligation),
    /// Unfold these recursive definitions this many times.
    Fuel(Vec<Path>, u32),
    /// State these instances of quantified facts.
    Instances(Vec<Instance>),
    /// Use `nonlinear_arith`, for a goal with multiplication or division.
    Nonlinear,
    /// Use `bit_vector`, for a goal with operations on bits: the obligation, and whether it has premises.
    Bits(Box<Obligation>, bool),
}

/// All candidates for a goal, the most specific first.
pub(crate) fn all(alone: &Alone<'_>) -> Vec<Repair> {
    let obligation = &alone.obligation;
    let Some(goal) = obligation.goals.first() else { return Vec::new() };
    let mut repairs = Vec::new();
    for is_deep in [false, true] {
        let mut places = Vec::new();
        let changed = extensional(&goal.expr, is_deep, &mut places);
        if !places.is_empty() {
            repairs.push(Repair::Extensional { goal: changed, places, is_deep });
        }
    }
    let mentioned = mentioned(alone.program, obligation);
    let hidden: Vec<Path> =
        mentioned.iter().filter(|path| obligation.is_hidden(alone.program, path)).cloned().collect();
    if !hidden.is_empty() {
        repairs.push(Repair::Reveal(hidden.clone()));
    }
    let is_recursive = |path: &&Path| alone.program.functions.get(*path).is_some_and(|f| f.cycle > 0 && f.fuel > 0);
    let recursive: Vec<Path> = mentioned.iter().filter(is_recursive).filter(|p| !hidden.contains(p)).cloned().collect();
    if !recursive.is_empty() {
        repairs.push(Repair::Fuel(recursive, FUEL));
        repairs.extend(computed(alone));
    }
    let instances = instances::all(alone.program, obligation);
    if !instances.is_empty() {
        repairs.push(Repair::Instances(instances));
    }
    repairs.extend(crate::witnesses::all(alone));
    repairs.extend(crate::lemmas::all(alone));
    if any(obligation, &is_nonlinear) {
        repairs.push(Repair::Nonlinear);
    }
    repairs.extend(bits(alone));
    repairs
}

impl Repair {
    /// The goal's obligation with this repair; `None` if the repair does not apply.
    pub(crate) fn applied(&self, alone: &Obligation) -> Option<Obligation> {
        let reveal =
            |paths: &[Path], fuel| alone.beginning_with(paths.iter().map(|path| Step::Reveal(path.clone(), fuel)));
        Some(match self {
            Repair::Extensional { goal, .. } => {
                let mut changed = alone.clone();
                changed.goals.first_mut()?.expr = goal.clone();
                changed
            }
            Repair::Reveal(paths) => reveal(paths, 1),
            Repair::Fuel(paths, fuel) => reveal(paths, *fuel),
            Repair::Instances(all) => instances::stated(alone, all),
            Repair::Computed(proved) | Repair::Witness(proved, _) | Repair::Lemma(proved, ..) => proved.clone(),
            Repair::Nonlinear => Obligation { prover: Prover::Nonlinear, ..alone.clone() },
            Repair::Bits(obligation, _) => (**obligation).clone(),
        })
    }

    /// The parts of this repair, each as a smaller repair.
    pub(crate) fn parts(&self) -> Vec<Repair> {
        match self {
            Repair::Reveal(paths) if paths.len() > 1 => {
                paths.iter().map(|path| Repair::Reveal(vec![path.clone()])).collect()
            }
            Repair::Fuel(paths, most) => {
                let one = |fuel| paths.iter().map(move |path| Repair::Fuel(vec![path.clone()], fuel));
                (2..=*most).flat_map(one).collect()
            }
            Repair::Instances(all) if all.len() > 1 => {
                all.iter().map(|instance| Repair::Instances(vec![instance.clone()])).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The note that suggests this repair.
    pub(crate) fn note(&self, alone: &Alone<'_>, sources: &Sources) -> Note {
        let named = |paths: &[Path]| {
            let names: Vec<String> = paths.iter().map(|path| format!("`{}`", short(path, &alone.obligation))).collect();
            names.join(", ")
        };
        match self {
            Repair::Extensional { goal, places, is_deep } => {
                let sign = if *is_deep { "=~~=" } else { "=~=" };
                let label = |span: &Span| Label { span: *span, text: String::new() };
                let mut asserted = Vec::new();
                stated_equalities(&alone.resolved(goal), &mut asserted);
                let asserted: Option<Vec<String>> =
                    asserted.iter().map(|equality| alone.words().of(equality)).collect();
                let text = match asserted.filter(|all| !all.is_empty() && all.iter().all(|one| one.len() <= LONG)) {
                    Some(all) => {
                        let all: Vec<String> = all.iter().map(|one| format!("`assert({one});`")).collect();
                        format!("it is proved with extensional equality: add {}", all.join(" "))
                    }
                    None => format!("it is proved with extensional equality: assert it with `{sign}` first"),
                };
                help(text, places.iter().map(label).collect())
            }
            Repair::Reveal(paths) => {
                let (what, call) = match paths.as_slice() {
                    [one] => ("definition", format!("`reveal({});`", short(one, &alone.obligation))),
                    _ => ("definitions", "a `reveal(..);` for each".to_owned()),
                };
                help(format!("it is proved with the {what} of {}, hidden here: add {call}", named(paths)), Vec::new())
            }
            Repair::Fuel(paths, fuel) => {
                let call = match paths.as_slice() {
                    [one] => format!("`reveal_with_fuel({}, {fuel});`", short(one, &alone.obligation)),
                    _ => format!("a `reveal_with_fuel(.., {fuel});` for each"),
                };
                let text = format!("it is proved if {} unfolds {fuel} times: add {call}", named(paths));
                help(text, Vec::new())
            }
            Repair::Instances(all) => instances::note(alone, all, sources),
            Repair::Witness(_, fact) => {
                let fact = alone.words().of(&alone.resolved(fact)).filter(|text| text.len() <= LONG);
                let text = match fact {
                    Some(fact) => format!("an `exists` is proved by a value that fits: add `assert({fact});`"),
                    None => {
                        "an `exists` is proved by a value that fits: assert its condition for that value".to_owned()
                    }
                };
                help(text, Vec::new())
            }
            Repair::Lemma(_, lemma, args) => {
                let name = short(lemma, &alone.obligation);
                let words = alone.words();
                let args: Option<Vec<String>> = args.iter().map(|arg| words.of(&alone.resolved(arg))).collect();
                let call = args.map_or_else(|| format!("{name}(..);"), |args| format!("{name}({});", args.join(", ")));
                let is_exec = alone.program.functions.get(&alone.obligation.function);
                let is_exec = is_exec.is_some_and(|function| function.mode == certus_vir::Mode::Exec);
                let call = if is_exec { format!("proof {{ {call} }}") } else { call };
                help(format!("it is proved with the lemma `{name}`: add `{call}`"), Vec::new())
            }
            Repair::Computed(_) => {
                let text = alone.goal_text().unwrap_or_else(|| "..".to_owned());
                help(format!("it is proved by computation: write `assert({text}) by (compute);`"), Vec::new())
            }
            Repair::Nonlinear => {
                if let Some(text) = alone.goal_text() {
                    let facts = alone.facts_text();
                    let text = format!(
                        "it is proved by nonlinear arithmetic: add `assert({text}) by (nonlinear_arith){facts};`"
                    );
                    return help(text, Vec::new());
                }
                let text = "it is proved by nonlinear arithmetic: assert it `by (nonlinear_arith)`, with the facts \
                            that it follows from in `requires`";
                help(text.to_owned(), Vec::new())
            }
            Repair::Bits(_, has_premises) => {
                if let Some(text) = alone.goal_text() {
                    let facts = if *has_premises { alone.facts_text() } else { String::new() };
                    let text =
                        format!("it is proved by the bit-vector solver: add `assert({text}) by (bit_vector){facts};`");
                    return help(text, Vec::new());
                }
                let premises = if *has_premises { ", with the facts that it follows from in `requires`" } else { "" };
                help(
                    format!("it is proved by the bit-vector solver: assert it `by (bit_vector)`{premises}"),
                    Vec::new(),
                )
            }
        }
    }
}

/// The condition with extensional equality in place of each equality of collections. It also states the equality of
/// collections in the arguments of calls that should be equal.
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

/// The same expression with extensional equality in place of each equality of collections. The places of the equalities
/// are added to `places`.
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

/// The pairs of collections that are arguments of two calls of one function, if the calls should be equal.
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

/// The extensional equalities of a condition.
fn stated_equalities(expr: &Expr, found: &mut Vec<Expr>) {
    visit::walk(expr, &mut |e| {
        let is_new = |found: &[Expr]| found.iter().all(|other| other.to_string() != e.to_string());
        if matches!(&*e.kind, ExprKind::Binary(BinaryOp::ExtEq { .. }, ..)) && is_new(found) {
            found.push(e.clone());
        }
    });
}

/// Extensional equality: `a =~= b`, or `a =~~= b` if it is deep.
fn ext_eq(a: &Expr, b: &Expr, deep: bool, span: Span) -> Expr {
    Expr::binary(BinaryOp::ExtEq { deep }, a.clone(), b.clone(), span)
}

/// Whether values of the type have extensional equality.
fn is_collection(ty: &Ty) -> bool {
    matches!(ty.value(), Ty::Data(..) | Ty::SpecFn(..) | Ty::Proj(..))
}

/// Calls `f` with each expression of an obligation.
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

/// Whether some expression of an obligation satisfies a predicate.
fn any(obligation: &Obligation, is_it: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    each(obligation, &mut |expr| visit::walk(expr, &mut |e| found |= is_it(e)));
    found
}

/// The functions that an obligation mentions, directly or through definitions.
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
        if let Some(body) = obligation.definition(program, &path) {
            note(body, &mut found);
        }
    }
    found.retain(|path| obligation.definition(program, path).is_some());
    found
}

/// Whether the expression multiplies or divides two unknown values.
fn is_nonlinear(expr: &Expr) -> bool {
    let is_number = |e: &Expr| matches!(&*e.kind, ExprKind::Const(_));
    match &*expr.kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) => !is_number(a) && !is_number(b),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Mod, _, divisor) => !is_number(divisor),
        _ => false,
    }
}

/// The goal as true, if it mentions no unknown value and computation says that it is.
fn computed(alone: &Alone<'_>) -> Option<Repair> {
    /// The maximal number of steps.
    const STEPS: u64 = 100_000;
    let obligation = &alone.obligation;
    let goal = alone.resolved(&obligation.goals.first()?.expr);
    let function = alone.program.functions.get(&obligation.function)?;
    let is_closed = free_vars(&goal).is_empty();
    let value = is_closed.then(|| certus_provers::value(alone.program, function, &goal, STEPS))??;
    let is_true = matches!(&*value.kind, ExprKind::Const(certus_vir::Const::Bool(true)));
    let mut proved = obligation.clone();
    proved.goals.first_mut()?.expr = value;
    is_true.then_some(Repair::Computed(proved))
}

/// The goal for the prover of bit vectors, by itself and with the facts that are known before it.
fn bits(alone: &Alone<'_>) -> Vec<Repair> {
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
    let mut repairs = vec![Repair::Bits(Box::new(with(&[])), false)];
    if !facts.is_empty() {
        repairs.push(Repair::Bits(Box::new(with(&facts)), true));
    }
    repairs
}
