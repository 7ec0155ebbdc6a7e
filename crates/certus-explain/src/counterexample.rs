//! Counterexamples.
//!
//! The solver's candidate may be wrong: a definition that was not unfolded far enough may exclude it. So a
//! counterexample is shown only after evaluation confirms it: all facts on the path to the goal are true, and the goal
//! is false. Only values of parameters are chosen. If a call or a loop on the path has an arbitrary result, no
//! counterexample is shown.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use certus_solve::FailedGoal;
use certus_vc::{Part, Step};
use certus_vir::subst::{Subst, free_vars};
use certus_vir::{BinaryOp, Binder, Const, Expr, ExprKind, Function, IntKind, Program, Prover, Var, visit};
use num_bigint::BigInt;

use crate::error_path::{ErrorPath, edge};
use certus_session::Job;

/// The maximal number of steps of an evaluation.
const STEPS: u64 = 50_000;

/// The maximal number of evaluations to find smaller values.
const MOST_TRIALS: usize = 200;

/// The maximal number of numbers to try for a parameter.
const MOST_NUMBERS: usize = 30;

/// A goal that fails, and what to say of it.
#[derive(Clone, Copy)]
pub(crate) struct About<'a> {
    pub(crate) program: &'a Program,
    pub(crate) job: &'a Job,
    pub(crate) failed: &'a FailedGoal,
    /// The path to the goal.
    pub(crate) path: &'a ErrorPath,
    /// Variables that are arbitrary like the parameters.
    pub(crate) arbitrary: &'a [Binder],
    /// Further values to show.
    pub(crate) values: &'a [(Var, Expr)],
}

/// A counterexample that evaluation confirmed, as text.
pub(crate) struct Counterexample {
    /// The values of the parameters, and of the variables of the goal.
    pub(crate) text: String,
    /// The further values.
    pub(crate) values: Vec<String>,
}

/// Values of the function's parameters for which a goal is false; `None` if evaluation does not confirm them.
pub(crate) fn confirmed(about: About<'_>) -> Option<Counterexample> {
    let About { program, job, failed, path, arbitrary, values } = about;
    let obligation = &job.obligation;
    let is_plain = obligation.part == Part::Main && obligation.prover == Prover::Default && path.is_complete;
    let passes_loop =
        |(block, _): &(usize, Option<usize>)| obligation.blocks.get(*block).is_none_or(|block| !block.marks.is_empty());
    if !is_plain || path.blocks.iter().any(passes_loop) {
        return None;
    }
    let function = program.functions.get(&obligation.function)?;
    let goal = obligation.goals.get(job.encoded.goals.get(failed.index)?.index)?;
    let readings = &job.encoded.readings.inputs;
    let is_chosen = |binder: &Binder| {
        let params = function.params.iter().map(|param| &param.var);
        params.chain(arbitrary.iter().map(|binder| &binder.var)).any(|var| *var == binder.var)
    };
    let inputs = readings.iter().filter(|(binder, _)| is_chosen(binder)).filter_map(|(binder, reading)| {
        Some((binder.var.clone(), reading.value(&binder.ty, &failed.reads, goal.span)?))
    });
    let inputs: Inputs = inputs.collect();
    let search = Search { program, function, job, path, goal: &goal.expr, values, left: MOST_TRIALS };
    search.run(inputs)
}

/// Values of the parameters.
type Inputs = BTreeMap<Var, Expr>;

/// A search for values that evaluation confirms.
struct Search<'a> {
    program: &'a Program,
    function: &'a Function,
    job: &'a Job,
    /// The path to the goal.
    path: &'a ErrorPath,
    /// The goal that should be false.
    goal: &'a Expr,
    /// Further values to show.
    values: &'a [(Var, Expr)],
    /// The number of evaluations that are left.
    left: usize,
}

impl<'a> Search<'a> {
    /// Starts from the solver's values, or from guesses, and makes the numbers as small as possible. The text lists the
    /// values.
    fn run(mut self, inputs: Inputs) -> Option<Counterexample> {
        let mut inputs = match self.refutes(&inputs) {
            Some(_) => inputs,
            None => self.guess(&inputs)?,
        };
        // The smallest value of one parameter depends on the others.
        for _ in 0..2 {
            for var in inputs.keys().cloned().collect::<Vec<_>>() {
                self.shrink(&mut inputs, &var);
            }
        }
        self.left = 1;
        let mut run = self.refutes(&inputs)?;
        let text = run.text(&self.function.params.iter().map(|param| &param.var).collect::<Vec<_>>())?;
        let further = self.values.iter().filter_map(|(var, value)| {
            let value = shown(&run.evaluate(value)?)?;
            Some(format!("{} = {value}", name(var)))
        });
        Some(Counterexample { text, values: further.collect() })
    }

    /// The evaluation with these values, if it confirms that the goal fails.
    fn refutes(&mut self, inputs: &Inputs) -> Option<Run<'a>> {
        self.left = self.left.checked_sub(1)?;
        if !inputs.values().all(is_in_range) {
            return None;
        }
        let (program, function, job) = (self.program, self.function, self.job);
        let mut run = Run {
            program,
            function,
            job,
            inputs: inputs.clone(),
            phis: HashMap::new(),
            values: HashMap::new(),
            goal: self.goal,
        };
        run.confirms(self.path).then_some(run)
    }

    /// Values made of small numbers and of numbers in the program, for use if the solver's values do not refute the
    /// goal.
    fn guess(&mut self, inputs: &Inputs) -> Option<Inputs> {
        let is_number = |value: &Expr| matches!(&*value.kind, ExprKind::Const(Const::Int(_)));
        let numbers = self.numbers();
        let mut guesses: Vec<Inputs> = Vec::new();
        for number in &numbers {
            let with = |value: &Expr| if is_number(value) { with_number(value, number.clone()) } else { value.clone() };
            guesses.push(inputs.iter().map(|(var, value)| (var.clone(), with(value))).collect());
        }
        for (var, value) in inputs.iter().filter(|(_, value)| is_number(value) && inputs.len() > 1) {
            for number in &numbers {
                let mut guess = inputs.clone();
                guess.insert(var.clone(), with_number(value, number.clone()));
                guesses.push(guess);
            }
        }
        // The other trials are for making the values smaller.
        guesses.into_iter().take(MOST_TRIALS / 2).find(|guess| self.refutes(guess).is_some())
    }

    /// The numbers to try.
    fn numbers(&self) -> Vec<BigInt> {
        let mut found: Vec<BigInt> = [0, 1, 2, 5, 10, 100, -1].map(BigInt::from).to_vec();
        let mut add = |e: &Expr| {
            if let ExprKind::Const(Const::Int(number)) = &*e.kind {
                for near in [0, 1, -1] {
                    let near = number + near;
                    if !found.contains(&near) && found.len() < MOST_NUMBERS {
                        found.push(near);
                    }
                }
            }
        };
        visit::walk(self.goal, &mut add);
        for step in self.job.obligation.blocks.iter().flat_map(|block| &block.steps) {
            if let Step::Assume(fact) = step {
                visit::walk(fact, &mut add);
            }
        }
        found
    }

    /// Replaces the number of a parameter by the smallest one that still refutes the goal.
    fn shrink(&mut self, inputs: &mut Inputs, var: &Var) {
        let Some(value) = inputs.get(var).cloned() else { return };
        let ExprKind::Const(Const::Int(now)) = &*value.kind else { return };
        let mut high = now.clone();
        let mut low = BigInt::from(0);
        for small in [0, 1, 2, 3, 5, 10, -1, -2] {
            let small = BigInt::from(small);
            let is_less = small.magnitude() < now.magnitude() || (*now < BigInt::from(0) && small == -now);
            if is_less && small != *now && self.keeps(inputs, var, &value, &small) {
                return;
            }
        }
        // Binary search between a number that does not refute the goal and one that does.
        while (&high - &low).magnitude() > BigInt::from(1).magnitude() {
            let middle: BigInt = (&high + &low) / 2;
            if self.left == 0 {
                return;
            }
            if self.keeps(inputs, var, &value, &middle) { high = middle } else { low = middle }
        }
    }

    /// Whether the goal also fails with this number. If so, the number replaces the old one.
    fn keeps(&mut self, inputs: &mut Inputs, var: &Var, value: &Expr, number: &BigInt) -> bool {
        let before = inputs.insert(var.clone(), with_number(value, number.clone()));
        let is_right = self.refutes(inputs).is_some();
        if let (false, Some(before)) = (is_right, before) {
            inputs.insert(var.clone(), before);
        }
        is_right
    }
}

/// The same value with another number in it.
fn with_number(value: &Expr, number: BigInt) -> Expr {
    Expr::new(ExprKind::Const(Const::Int(number)), value.ty.clone(), value.span)
}

/// Whether all numbers are in the ranges of their types, on every target.
fn is_in_range(value: &Expr) -> bool {
    let mut is_right = true;
    visit::walk(value, &mut |e| {
        if let (ExprKind::Const(Const::Int(number)), Some(kind)) = (&*e.kind, e.ty.int_kind()) {
            let kind = match kind {
                IntKind::Usize => IntKind::U(32),
                IntKind::Isize => IntKind::I(32),
                other => other,
            };
            let (low, high) = kind.bounds();
            is_right &= low.is_none_or(|low| *number >= low) && high.is_none_or(|high| *number <= high);
        }
    });
    is_right
}

/// One evaluation along a path.
struct Run<'a> {
    program: &'a Program,
    function: &'a Function,
    job: &'a Job,
    /// The values of the parameters.
    inputs: Inputs,
    /// The values of variables at the joins of the path.
    phis: HashMap<Var, Expr>,
    /// The values of variables; `None` for an unknown value.
    values: HashMap<Var, Option<Expr>>,
    goal: &'a Expr,
}

impl Run<'_> {
    /// Whether all facts on the path are true and the goal is false.
    fn confirms(&mut self, path: &ErrorPath) -> bool {
        let obligation = &self.job.obligation;
        let phis: BTreeSet<&Var> = obligation.phis.iter().map(|binder| &binder.var).collect();
        let mut facts: Vec<&Expr> = Vec::new();
        for (number, (block, taken)) in path.blocks.iter().enumerate() {
            let assumes = edge(self.job, *block, *taken).into_iter().flat_map(|edge| {
                edge.assumes.iter().enumerate().map(|(place, expr)| (place == 0 && edge.is_branch, expr))
            });
            for (is_condition, expr) in assumes {
                match &*expr.kind {
                    ExprKind::Binary(BinaryOp::Eq, left, right) if !is_condition => match &*left.kind {
                        ExprKind::Var(var) if phis.contains(var) => {
                            self.phis.insert(var.clone(), right.clone());
                        }
                        _ => facts.push(expr),
                    },
                    _ => facts.push(expr),
                }
            }
            let steps = obligation.blocks.get(*block).map_or(&[][..], |block| &block.steps);
            let steps = if number + 1 == path.blocks.len() { steps.get(..path.place).unwrap_or(steps) } else { steps };
            facts.extend(steps.iter().filter_map(|step| match step {
                Step::Assume(expr) => Some(expr),
                Step::Goal(goal) => obligation.goals.get(*goal).map(|goal| &goal.expr),
                Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => None,
            }));
        }
        facts.into_iter().all(|fact| self.is(fact, true)) && self.is(self.goal, false)
    }

    /// Whether an expression has the value `wanted` in this evaluation.
    fn is(&mut self, expr: &Expr, wanted: bool) -> bool {
        let value = self.evaluate(expr);
        value.is_some_and(|value| matches!(&*value.kind, ExprKind::Const(Const::Bool(truth)) if *truth == wanted))
    }

    /// The value of an expression.
    fn evaluate(&mut self, expr: &Expr) -> Option<Expr> {
        let mut subst = Subst::new();
        for var in free_vars(expr) {
            let value = visit::deep(|| self.value(&var))?;
            subst.var(&var, value);
        }
        certus_provers::value(self.program, self.function, &subst.apply(expr), STEPS)
    }

    /// The value of a variable in this evaluation.
    fn value(&mut self, var: &Var) -> Option<Expr> {
        if let Some(known) = self.values.get(var) {
            return known.clone();
        }
        let defined = |(binder, value): &(certus_vir::Binder, Expr)| (binder.var == *var).then(|| value.clone());
        let value = match (self.inputs.get(var), self.phis.get(var)) {
            (Some(input), _) => Some(input.clone()),
            (_, Some(value)) => self.evaluate(&value.clone()),
            _ => self.job.obligation.defs.iter().find_map(defined).and_then(|value| self.evaluate(&value)),
        };
        self.values.insert(var.clone(), value.clone());
        value
    }

    /// The values that matter, as text: the parameters in their order, then the variables of the goal.
    fn text(&mut self, params: &[&Var]) -> Option<String> {
        let is_of_machine = params.first().is_some_and(|first| name(first) == "pre");
        // In the operation of a state machine, the value that a field has after some steps.
        let of = |var: &Var, value: &Expr| {
            let name = name(var);
            let field = name.strip_prefix("update_tmp_").filter(|_| is_of_machine);
            Some(format!("{} = {}", field.unwrap_or(name), shown(value)?))
        };
        let given = params.iter().filter(|var| self.values.contains_key(**var));
        let given: Vec<String> = given.filter_map(|var| of(var, self.inputs.get(*var)?)).collect();
        let local = free_vars(self.goal).into_iter().filter(|var| !params.contains(&var));
        let local: Vec<String> = local.filter_map(|var| of(&var, &self.value(&var)?)).collect();
        let then = if local.is_empty() { String::new() } else { format!(", and then {}", local.join(", ")) };
        (!given.is_empty()).then(|| format!("{}{then}", given.join(", ")))
    }
}

/// The name of a variable in the source.
fn name(var: &Var) -> &str {
    var.name.split(['@', '%']).next().unwrap_or(&var.name)
}

/// A value as Rust writes it; `None` if it is no literal, or is long.
fn shown(value: &Expr) -> Option<String> {
    /// The maximal length of a value that is shown, in characters.
    const LONG: usize = 60;
    let text = match &*value.kind {
        ExprKind::Const(Const::Int(number)) => match (value.ty.int_kind(), u32::try_from(number)) {
            (Some(IntKind::Char), Ok(code)) => char::from_u32(code).map_or(number.to_string(), |c| format!("{c:?}")),
            _ => number.to_string(),
        },
        ExprKind::Const(Const::Real(number)) => certus_vir::decimal::shown(number),
        ExprKind::Const(Const::Bool(truth)) => truth.to_string(),
        ExprKind::Ctor(path, variant, fields) => {
            let parts: Vec<(&str, String)> =
                fields.iter().map(|(name, value)| Some((&**name, shown(value)?))).collect::<Option<_>>()?;
            let is_tuple = parts.first().is_some_and(|(name, _)| name.starts_with(|c: char| c.is_ascii_digit()));
            let last = path.rsplit("::").next().unwrap_or(path);
            let head = match (path.starts_with("tuple%"), last == &**variant) {
                (true, _) => String::new(),
                (_, true) => last.to_owned(),
                _ => format!("{last}::{variant}"),
            };
            let values: Vec<&str> = parts.iter().map(|(_, value)| value.as_str()).collect();
            match (parts.is_empty(), is_tuple) {
                (true, _) => head,
                (_, true) => format!("{head}({})", values.join(", ")),
                _ => {
                    let named: Vec<String> = parts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                    format!("{head} {{ {} }}", named.join(", "))
                }
            }
        }
        _ => return None,
    };
    (text.len() <= LONG).then_some(text)
}
