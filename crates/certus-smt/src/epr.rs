//! EPR mode: obligations of modules marked `epr_mode` as queries of effectively propositional logic.
//!
//! SOSP'24 paper, section 3.2. In that logic there are sorts of which nothing is known, relations and functions on them,
//! equality and quantifiers, and no way around from a sort back to itself by functions and by `exists` under `forall`. The
//! solver's search for models then ends with an answer, and a model that it finds is finite.
//!
//! The encoding is that of [`crate::encode`] with less in it: definitions that are visible take the place of their calls, so
//! that every quantifier stands where it is assumed or proved; there are no triggers, no integers, no heights, no fuel and
//! no facts of the library. What cannot be said so is refused. The text that is printed is read again and checked
//! ([`strict`]) before anything is sent.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::{Class, Diagnostic, Internal, Language, Span};
use certus_vc::{Block, Obligation, Part, Step};
use certus_vir::instances::TySubst;
use certus_vir::{AxiomSource, Body, Expr, Function, Goal, GoalKind, Program, Prover};

use crate::encoder::Encoder;
use crate::error::EncodeError;
use crate::error::Res;
use crate::instance::FnKey;
use crate::term::{self, Sym, Term};
use crate::value::{Env, Val};

mod cycle;
mod data;
mod expr;
mod model;
mod strict;
mod text;

pub(crate) use expr::Callee;
pub use model::Reader;

/// More parts than this are not translated: definitions in the place of their calls can grow without bound.
const MAX_NODES: usize = 200_000;

/// A formula of more parts is not printed.
const MAX_SIZE: u64 = 100_000;

/// What a symbol of the query stands for.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    /// In the words of the program.
    pub name: String,
    /// Where it is declared or written.
    pub span: Span,
    /// Whether a model shows it.
    pub is_shown: bool,
}

/// A constructor with fields; it is not declared, as every use of it is taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    /// The type that it makes.
    pub ty: certus_vir::Ty,
    /// The variant.
    pub variant: certus_vir::Name,
}

/// What an encoding of EPR mode knows on top of the encoder.
#[derive(Default)]
pub(crate) struct State {
    /// Symbols by what they stand for: sorts, functions and variables. Without the bars of quoted symbols.
    pub meanings: BTreeMap<String, Meaning>,
    /// The quantifiers, by the names of their bound variables: each has names of its own.
    pub binders: BTreeMap<String, Meaning>,
    /// How many bound variables of a name there are.
    pub counts: BTreeMap<String, u32>,
    /// Constructors by symbol.
    pub constructors: BTreeMap<Sym, Constructor>,
    /// Fields that are spoken of, by type and variant.
    pub selected: BTreeMap<(certus_vir::Ty, certus_vir::Name), BTreeSet<certus_vir::Name>>,
    /// Definitions that are being put in place.
    pub expanding: Vec<FnKey>,
    /// Parts translated so far.
    pub nodes: usize,
}

/// An obligation of EPR mode as one for each goal. What was asserted before counts as known; other goals before it do
/// not: they follow from the same facts, and would stand in the query on both sides of the turnstile.
pub fn one_by_one(obligation: &Obligation) -> Vec<Obligation> {
    let mut all = Vec::new();
    for (index, goal) in obligation.goals.iter().enumerate() {
        let mut blocks = obligation.blocks.clone();
        for block in &mut blocks {
            let steps = std::mem::take(&mut block.steps);
            block.steps = steps.into_iter().filter_map(|step| one(obligation, step, index)).collect();
        }
        all.push(Obligation { blocks, goals: vec![goal.clone()], ..obligation.clone() });
    }
    all
}

/// A step where only one goal is asked for.
fn one(obligation: &Obligation, step: Step, goal: usize) -> Option<Step> {
    let Step::Goal(index) = step else { return Some(step) };
    if index == goal {
        return Some(Step::Goal(0));
    }
    let other = obligation.goals.get(index)?;
    matches!(other.kind, GoalKind::Assert | GoalKind::AssertBy).then(|| Step::Assume(other.expr.clone()))
}

/// Rule `epr`: prints an obligation with one goal.
///
/// # Errors
/// `language/epr-..` for what is outside of the logic, `language/epr-cycle`, and `internal/epr` should the text be outside
/// of it nevertheless.
pub(crate) fn encode(program: &Program, obligation: &Obligation) -> Res<crate::query::Encoded> {
    let mut encoder = Encoder::new(program, obligation, BTreeSet::new());
    encoder.epr = Some(State::default());
    encoder.refuse_uses()?;
    let flow = encoder.flow().map_err(|error| match obligation.goals.first() {
        Some(goal) => at_the_whole(error, place_of(goal)),
        None => error,
    })?;
    encoder.alike_fields()?;
    let mut context = String::new();
    encoder.out.print(&mut context);
    context.push_str(&flow.text);
    let any = term::or(flow.goals.iter().map(|g| term::constant(&g.name, "Bool")));
    crate::emit::line(&mut context, format_args!("(assert {})", term::text(&any)));
    let state = encoder.epr.take().unwrap_or_default();
    let reached = encoder.known();
    match strict::check(&context) {
        Err(fault) => {
            let message = format!("a query of EPR mode is outside of the logic: {fault}");
            let span = program.functions.get(&obligation.function).map(|f| f.span);
            Err(EncodeError(vec![match span {
                Some(span) => Diagnostic::error(Internal::Epr, message, span),
                None => Diagnostic::error_without_span(Internal::Epr, message),
            }]))
        }
        Ok(edges) => match cycle::find(&edges) {
            Some(cycle) => {
                let span = obligation.goals.first().map(place_of);
                Err(EncodeError(vec![cycle::report(&cycle, &state, span)]))
            }
            None => {
                let model = Some(Reader::new(&context, &state));
                Ok(crate::query::Encoded {
                    context,
                    goals: flow.goals,
                    notes: Vec::new(),
                    epr: true,
                    model,
                    readings: Default::default(),
                    reached,
                })
            }
        },
    }
}

/// What is wrong with a function of a module in EPR mode, whether or not there is something to prove of it: its
/// signature, its contract and its definition have to be of the logic.
pub fn check_function(program: &Program, function: &Function) -> Vec<Diagnostic> {
    if function.prover != Prover::Epr || function.source == AxiomSource::Elsewhere || function.group.is_some() {
        return Vec::new();
    }
    let obligation = Obligation {
        function: function.path.clone(),
        module: function.module.clone(),
        part: Part::Main,
        prover: Prover::Epr,
        vars: Vec::new(),
        defs: Vec::new(),
        phis: Vec::new(),
        blocks: vec![Block::default()],
        goals: Vec::new(),
        undefined: Vec::new(),
        hidden: function.hidden.clone(),
        uses: Vec::new(),
        rlimit: None,
        strict_division: false,
        outside: Vec::new(),
    };
    let mut exprs: Vec<&Expr> = function.requires.iter().chain(&function.ensures).map(|c| &c.expr).collect();
    if let Body::Spec(body) = &function.body {
        exprs.push(body);
    }
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut encoder = Encoder::new(program, &obligation, BTreeSet::new());
    encoder.epr = Some(State::default());
    let env = match encoder.parameters(function) {
        Ok(env) => env,
        Err(EncodeError(errors)) => return errors,
    };
    if let Some(state) = &mut encoder.epr {
        state.expanding.push((function.path.clone(), encoder.types.norm_all(&env.types, &own_types(function))));
    }
    for e in exprs {
        if let Err(error) = encoder.formula(&env, e) {
            let EncodeError(errors) = at_the_whole(error, function.span);
            found.extend(errors.into_iter().filter(|error| !found.contains(error)).collect::<Vec<_>>());
        }
    }
    found
}

/// Where to speak of a goal: of a postcondition at it, not at the end of the body.
fn place_of(goal: &Goal) -> Span {
    match (goal.kind, goal.related.as_slice()) {
        (GoalKind::Postcondition, [(clause, _), ..]) => *clause,
        _ => goal.span,
    }
}

/// The same error, but what is too large is the whole and not the part at which the count ended.
fn at_the_whole(mut error: EncodeError, span: Span) -> EncodeError {
    for one in error.0.iter_mut().filter(|one| one.code.class() == Class::Resource) {
        one.primary.iter_mut().for_each(|label| label.span = span);
    }
    error
}

/// The type parameters of a function as type arguments.
fn own_types(function: &Function) -> Vec<certus_vir::Ty> {
    function.type_params.iter().map(|p| certus_vir::Ty::Param(p.name.clone())).collect()
}

impl Encoder<'_> {
    /// Whether this is an encoding of EPR mode.
    pub(crate) fn is_epr(&self) -> bool {
        self.epr.is_some()
    }

    /// `language/epr-..` at a place.
    pub(crate) fn outside(&self, code: Language, message: impl Into<String>, span: Span, help: &str) -> EncodeError {
        let error = Diagnostic::error(code, message, span);
        EncodeError(vec![if help.is_empty() { error } else { error.with_help(help) }])
    }

    /// Lemmas apply themselves by triggers, and there are none.
    fn refuse_uses(&self) -> Res<()> {
        let mut steps = self.obligation.blocks.iter().flat_map(|b| &b.steps);
        let used = steps.find_map(|step| if let Step::Use(path) = step { Some(path) } else { None });
        let (Some(path), Some(own)) = (used, self.types.own) else { return Ok(()) };
        let name = crate::names::path(path);
        let message = format!("`broadcast use {name}` has no meaning in EPR mode, where there are no triggers");
        Err(self.outside(Language::EprBroadcast, message, own.span, "call the lemma"))
    }

    /// The parameters and the result of a function as constants.
    fn parameters(&mut self, function: &Function) -> Res<Env> {
        let mut env = Env::new(TySubst::default());
        let has_result = function.ret.ty.value() != &certus_vir::Ty::unit();
        let ret = has_result.then_some(&function.ret);
        for param in function.params.iter().chain(ret) {
            let what = format!("`{}` is", param.var.name.trim_end_matches('%'));
            let sort = self.epr_sort(&param.ty, function.span, &what)?;
            env = env.bind(&param.var, Val::plain(term::constant("x", &sort)));
        }
        Ok(env)
    }

    /// Notes what a symbol stands for.
    pub(crate) fn mean(&mut self, sym: &Sym, name: &str, span: Span, is_shown: bool) {
        if let Some(state) = &mut self.epr {
            let meaning = Meaning { name: name.to_owned(), span, is_shown };
            state.meanings.entry(text::plain(sym).to_owned()).or_insert(meaning);
        }
    }

    /// A name for a bound variable that no other in the query has, so that each quantifier is known by it.
    pub(crate) fn epr_binder(&mut self, name: &str, meaning: Meaning) -> Sym {
        let Some(state) = &mut self.epr else { return name.into() };
        let base = crate::names::bound(name, 0);
        let count = state.counts.entry(base.to_string()).or_default();
        let sym = crate::names::bound(name, *count);
        *count += 1;
        state.binders.insert(text::plain(&sym).to_owned(), meaning);
        sym
    }
}

/// Takes a choice between values apart: `f` of every value that there may be, under the choice.
pub(crate) fn cases(t: &Term, f: &mut dyn FnMut(&Term) -> Res<Term>) -> Res<Term> {
    let is_const =
        matches!(&t.kind, term::Kind::App(sym, _, args) if args.is_empty() && matches!(&**sym, "true" | "false"));
    if let term::Kind::App(sym, term::Role::Interpreted, args) = &t.kind
        && let ("ite", [condition, a, b]) = (&**sym, args.as_slice())
        && *t.sort != *"Bool"
    {
        let (a, b) = (cases(a, f)?, cases(b, f)?);
        return Ok(term::ite(condition.clone(), a, b));
    }
    if *t.sort == *"Bool" && !is_const {
        let (a, b) = (f(&term::boolean(true))?, f(&term::boolean(false))?);
        return Ok(term::ite(t.clone(), a, b));
    }
    f(t)
}

/// The same for several values.
pub(crate) fn all_cases(values: &[Term], done: &mut Vec<Term>, f: &mut dyn FnMut(&[Term]) -> Res<Term>) -> Res<Term> {
    let Some((first, rest)) = values.split_first() else { return f(done) };
    cases(first, &mut |value| {
        done.push(value.clone());
        let result = all_cases(rest, done, f);
        done.pop();
        result
    })
}
