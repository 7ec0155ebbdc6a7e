//! Instances of quantified facts that no trigger produced, at the values in the goal.
//!
//! For example, with `forall|p: int| #[trigger] height(p) < 300 && age(p) < 130` and the goal `age(7) < 130`, no term
//! of the proof matches the trigger. The instance for `p = 7` proves the goal, so the note suggests to assert something
//! that contains the trigger, such as `height(7)`.

use certus_diagnostics::{Label, Note, Sources, Span};
use certus_vc::{Obligation, Step};
use certus_vir::subst::Subst;
use certus_vir::{BinaryOp, Binder, Expr, ExprKind, Program, QuantKind, Trigger, Ty, UnaryOp, Var, visit};

use crate::alone::{Alone, help};
use crate::definitions::short;

/// The maximal number of instances in one trial.
const MOST: usize = 32;

/// The maximal number of values to try for one bound variable.
const MOST_VALUES: usize = 8;

/// How many levels of definitions are unfolded to find quantifiers.
const DEPTH: u32 = 2;

/// An instance of a quantified fact.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// The block, and the number of the step, that states the fact.
    place: (usize, usize),
    /// The body of the quantifier at these values.
    fact: Expr,
    /// The place of the quantifier.
    span: Span,
    /// The bound variables with their values.
    values: Vec<(Binder, Expr)>,
    /// The terms of the quantifier's trigger.
    triggers: Vec<Expr>,
}

/// A universal quantifier in a fact, with the conditions under which it holds.
struct Forall<'e> {
    /// The conditions of the implications around the quantifier.
    premises: Vec<Expr>,
    span: Span,
    /// The bound variables.
    binders: &'e [Binder],
    trigger: &'e Trigger,
    body: &'e Expr,
}

/// Instances of the facts that are known before the goal, at the values that the goal mentions.
pub(crate) fn all(program: &Program, obligation: &Obligation) -> Vec<Instance> {
    let (_, goal) = opened(obligation);
    let Some(goal) = goal else { return Vec::new() };
    let mut values = Vec::new();
    terms(&goal, &[], &mut values);
    let mut found = Vec::new();
    for (number, block) in obligation.blocks.iter().enumerate() {
        for (place, step) in block.steps.iter().enumerate() {
            let Step::Assume(fact) = step else { continue };
            let fact = unfolded(program, obligation, fact, DEPTH);
            let mut quantifiers = Vec::new();
            foralls(&fact, &mut Vec::new(), &mut quantifiers);
            for forall in quantifiers {
                for chosen in choices(forall.binders, &values) {
                    if found.len() < MOST {
                        found.push(instance((number, place), &forall, chosen));
                    }
                }
            }
        }
    }
    found
}

/// The obligation with these instances stated after the facts that imply them. If the goal is a universal statement, it
/// is about arbitrary values there.
pub(crate) fn stated(obligation: &Obligation, instances: &[Instance]) -> Obligation {
    let mut more = obligation.clone();
    let (vars, goal) = opened(obligation);
    more.vars.extend(vars);
    if let (Some(first), Some(goal)) = (more.goals.first_mut(), goal) {
        first.expr = goal;
    }
    for (number, block) in more.blocks.iter_mut().enumerate() {
        let mut steps = Vec::new();
        for (place, step) in std::mem::take(&mut block.steps).into_iter().enumerate() {
            steps.push(step);
            let here = instances.iter().filter(|instance| instance.place == (number, place));
            steps.extend(here.map(|instance| Step::Assume(instance.fact.clone())));
        }
        block.steps = steps;
    }
    more
}

/// The note that suggests the instances.
pub(crate) fn note(alone: &Alone<'_>, instances: &[Instance], sources: &Sources) -> Note {
    let origins =
        certus_smt::encode_named(alone.program, &alone.obligation).map(|(_, origins)| origins).unwrap_or_default();
    let mut labels: Vec<Label> = Vec::new();
    for instance in instances.iter().filter(|_| instances.len() == 1) {
        let mut of_it = origins.iter().filter(|origin| origin.span == Some(instance.span));
        let trigger = of_it.next().map(|origin| format!(": its trigger is {}", origin.trigger)).unwrap_or_default();
        labels.push(Label { span: instance.span, text: format!("this is not instantiated with that value{trigger}") });
    }
    let values: Vec<String> = instances
        .iter()
        .take(1)
        .flat_map(|one| &one.values)
        .map(|(binder, value)| format!("`{} = {}`", binder.var.name, written(value, &alone.obligation, sources)))
        .collect();
    let text = match instances {
        [one] => {
            let named = format!("it is proved if a known `forall` is instantiated with {}", values.join(", "));
            match named_terms(alone, one) {
                Some(terms) => format!("{named}: name its trigger there, `{terms}`"),
                None => format!("{named}: assert a formula that contains its trigger"),
            }
        }
        _ => "it is proved if known `forall`s are instantiated with the values here: assert a formula that contains \
              their triggers"
            .to_owned(),
    };
    help(text, labels)
}

/// Statements that name what the trigger of the quantifier looks for: `let _ = even(4);`.
fn named_terms(alone: &Alone<'_>, instance: &Instance) -> Option<String> {
    /// The maximal number of terms.
    const MOST: usize = 3;
    let mut subst = Subst::new();
    instance.values.iter().for_each(|(binder, value)| subst.var(&binder.var, value.clone()));
    let words = alone.words();
    let mut texts: Vec<String> = Vec::new();
    for term in instance.triggers.iter().take(MOST) {
        let text = words.of(&alone.resolved(&subst.apply(term)))?;
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let texts: Vec<String> = texts.iter().map(|text| format!("let _ = {text};")).collect();
    let function = alone.program.functions.get(&alone.obligation.function)?;
    let all = texts.join(" ");
    let is_exec = function.mode == certus_vir::Mode::Exec;
    (!all.is_empty()).then(|| if is_exec { format!("proof {{ {all} }}") } else { all })
}

/// The terms of a trigger: those that the user marked, or the smallest calls with all the bound variables.
fn triggers(trigger: &Trigger, binders: &[Binder], body: &Expr) -> Vec<Expr> {
    if let Trigger::Given(groups) = trigger {
        return groups.first().cloned().unwrap_or_default();
    }
    let vars: Vec<&Var> = binders.iter().map(|binder| &binder.var).collect();
    let mut found: Vec<Expr> = Vec::new();
    visit::walk(body, &mut |e| {
        let is_call = matches!(&*e.kind, ExprKind::Call(..));
        let free = certus_vir::subst::free_vars(e);
        if is_call && vars.iter().any(|var| free.contains(*var)) {
            // A call inside of another one is the smaller trigger.
            found.retain(|outer| !contains(outer, e));
            found.push(e.clone());
        }
    });
    let all = found.iter().find(|e| vars.iter().all(|var| certus_vir::subst::free_vars(e).contains(*var)));
    all.map_or(found.clone(), |one| vec![one.clone()])
}

/// Whether an expression has the other one as a part.
fn contains(outer: &Expr, inner: &Expr) -> bool {
    let text = inner.to_string();
    let mut found = false;
    visit::walk(outer, &mut |e| found |= e.to_string() == text);
    found
}

/// An expression as the user wrote it.
fn written(value: &Expr, obligation: &Obligation, sources: &Sources) -> String {
    /// The maximal length of an expression that is shown, in characters.
    const LONG: usize = 40;
    if let ExprKind::Var(var) = &*value.kind {
        return var.name.split(['@', '%']).next().unwrap_or(&var.name).to_owned();
    }
    let range = value.span.start as usize..value.span.end as usize;
    let text = sources.file(value.span.file).and_then(|file| file.text.get(range));
    match text.filter(|text| !text.is_empty() && text.len() <= LONG && !text.contains('\n')) {
        Some(text) => text.to_owned(),
        None => short(&value.to_string(), obligation).to_owned(),
    }
}

/// The goal without its leading quantifiers, and variables for their binders.
fn opened(obligation: &Obligation) -> (Vec<Binder>, Option<Expr>) {
    let mut vars = Vec::new();
    let Some(mut goal) = obligation.goals.first().map(|goal| goal.expr.clone()) else { return (vars, None) };
    while let ExprKind::Quant(QuantKind::Forall, binders, _, body) = &*goal.kind {
        let mut subst = Subst::new();
        for binder in binders {
            let var = Var { name: format!("{}%{}", binder.var.name, vars.len()).into(), index: binder.var.index };
            subst.var(&binder.var, Expr::var(&var, binder.ty.clone(), goal.span));
            vars.push(Binder { var, ty: binder.ty.clone() });
        }
        goal = subst.apply(body);
    }
    (vars, Some(goal))
}

/// A fact with calls of spec functions replaced by their definitions, below its connectives.
pub(crate) fn unfolded(program: &Program, obligation: &Obligation, fact: &Expr, depth: u32) -> Expr {
    visit::deep(|| match &*fact.kind {
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Implies), a, b) => {
            let a = if *op == BinaryOp::And { unfolded(program, obligation, a, depth) } else { a.clone() };
            Expr::binary(*op, a, unfolded(program, obligation, b, depth), fact.span)
        }
        ExprKind::Checked(inner) => unfolded(program, obligation, inner, depth),
        ExprKind::Call(path, tys, args) if depth > 0 => {
            let function = program.functions.get(path);
            let (Some(function), Some(body)) = (function, obligation.definition(program, path)) else {
                return fact.clone();
            };
            if function.cycle > 0 || function.fuel == 0 || obligation.hidden.contains(path) {
                return fact.clone();
            }
            let mut subst = Subst::new();
            function.type_params.iter().zip(tys).for_each(|(param, ty)| subst.ty(&param.name, ty.clone()));
            function.params.iter().zip(args).for_each(|(param, arg)| subst.var(&param.var, arg.clone()));
            unfolded(program, obligation, &subst.apply(body), depth - 1)
        }
        _ => fact.clone(),
    })
}

/// Collects the universal quantifiers of a fact, each with its premises.
fn foralls<'e>(fact: &'e Expr, premises: &mut Vec<Expr>, found: &mut Vec<Forall<'e>>) {
    match &*fact.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            foralls(a, premises, found);
            foralls(b, premises, found);
        }
        ExprKind::Binary(BinaryOp::Implies, premise, conclusion) => {
            premises.push(premise.clone());
            foralls(conclusion, premises, found);
            premises.pop();
        }
        ExprKind::Checked(inner) => foralls(inner, premises, found),
        ExprKind::Quant(QuantKind::Forall, binders, trigger, body) => {
            found.push(Forall { premises: premises.clone(), span: fact.span, binders, trigger, body });
        }
        _ => {}
    }
}

/// Collects the parts of an expression that contain no bound variables.
pub(crate) fn terms(expr: &Expr, bound: &[Var], found: &mut Vec<Expr>) {
    visit::deep(|| {
        let mut inner = bound.to_vec();
        match &*expr.kind {
            ExprKind::Let(binder, ..) => inner.push(binder.var.clone()),
            ExprKind::Quant(_, binders, ..) | ExprKind::Choose(binders, ..) | ExprKind::Lambda(binders, _) => {
                inner.extend(binders.iter().map(|binder| binder.var.clone()));
            }
            _ => {}
        }
        let is_term = matches!(
            &*expr.kind,
            ExprKind::Var(_) | ExprKind::Call(..) | ExprKind::Const(_) | ExprKind::Binary(..) | ExprKind::Unary(..)
        );
        let is_free = || certus_vir::subst::free_vars(expr).iter().all(|var| !bound.contains(var));
        if is_term && expr.ty != Ty::Bool && is_free() {
            let text = expr.to_string();
            if found.iter().all(|other| other.to_string() != text) {
                found.push(expr.clone());
            }
        }
        visit::children(expr, &mut |child| terms(child, &inner, found));
    });
}

/// All assignments of values to the bound variables, by type.
pub(crate) fn choices(binders: &[Binder], values: &[Expr]) -> Vec<Vec<(Binder, Expr)>> {
    let mut all: Vec<Vec<(Binder, Expr)>> = vec![Vec::new()];
    for binder in binders {
        let fits = |value: &&Expr| match (binder.ty.int_kind(), value.ty.int_kind()) {
            (Some(kind), Some(of)) => kind == of || kind.bounds() == (None, None) && !kind.is_arch() || !of.is_arch(),
            _ => binder.ty.value() == value.ty.value(),
        };
        let fitting: Vec<&Expr> = values.iter().filter(fits).take(MOST_VALUES).collect();
        all = all
            .into_iter()
            .flat_map(|chosen| {
                let with = |value: &&Expr| {
                    let mut chosen = chosen.clone();
                    chosen.push((binder.clone(), (*value).clone()));
                    chosen
                };
                fitting.iter().map(with).collect::<Vec<_>>()
            })
            .take(MOST)
            .collect();
    }
    all
}

/// The instance of a quantifier at these values, with its premises and the ranges of the variables as conditions.
fn instance(place: (usize, usize), forall: &Forall<'_>, values: Vec<(Binder, Expr)>) -> Instance {
    let mut subst = Subst::new();
    let mut premises = forall.premises.clone();
    for (binder, value) in &values {
        subst.var(&binder.var, value.clone());
        // A number of another type may be out of the variable's range.
        if let Some(kind) = binder.ty.int_kind() {
            premises.push(Expr::new(ExprKind::Unary(UnaryOp::InRange(kind), value.clone()), Ty::Bool, value.span));
        }
    }
    let body = subst.apply(forall.body);
    let fact = premises.into_iter().rev().fold(body, |fact, premise| Expr::implies(premise, fact));
    let triggers = triggers(forall.trigger, forall.binders, forall.body);
    Instance { place, fact, span: forall.span, values, triggers }
}
