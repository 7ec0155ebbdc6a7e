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

use std::collections::BTreeSet;

use certus_diagnostics::{Class, Diagnostic, Internal, Language, Span};
use certus_vc::{Block, Obligation, Part, Step};
use certus_vir::instances::TySubst;
use certus_vir::{AxiomSource, Body, Expr, Function, Goal, GoalKind, Program, Prover};

use crate::epr::context::{Epr, outside};
use crate::error::{EncodeError, Res};
use crate::flow::flow;
use crate::names;
use crate::query::Encoded;
pub use crate::rules::epr_goal::one_by_one;
use crate::term;
use crate::value::{Env, Val};
use crate::view::View;

pub(crate) mod context;
mod cycle;
mod expr;
pub(crate) mod model;
pub(crate) mod state;
mod strict;
mod text;

pub use model::Reader;

/// Prints an obligation with one goal.
///
/// # Errors
/// `language/epr-..` for what is outside of the logic, `language/epr-cycle`, and `internal/epr` should the text be outside
/// of it nevertheless.
pub(crate) fn encode(program: &Program, obligation: &Obligation) -> Res<Encoded> {
    let mut epr = Epr::new(program, obligation);
    refuse_uses(epr.view())?;
    let flow = flow(&mut epr).map_err(|error| match obligation.goals.first() {
        Some(goal) => at_the_whole(error, place_of(goal)),
        None => error,
    })?;
    epr.alike_fields()?;
    let mut context = String::new();
    epr.theory().print(&mut context);
    context.push_str(&flow.text);
    flow.ask(&mut context);
    let state = epr.into_state();
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
                Ok(Encoded {
                    context: context.into(),
                    goals: flow.goals,
                    notes: Vec::new(),
                    epr: true,
                    has_quotient: false,
                    model,
                    readings: Default::default(),
                    reached: BTreeSet::new(),
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
    let mut epr = Epr::new(program, &obligation);
    let env = match parameters(&mut epr, function) {
        Ok(env) => env,
        Err(EncodeError(errors)) => return errors,
    };
    let own = epr.view().types().norm_all(env.types(), &own_types(function));
    epr.note().expand((function.path.clone(), own));
    for e in exprs {
        if let Err(error) = epr.formula(&env, e) {
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

/// Lemmas apply themselves by triggers, and there are none.
fn refuse_uses(view: &View<'_>) -> Res<()> {
    let mut steps = view.obligation().blocks.iter().flat_map(|b| &b.steps);
    let used = steps.find_map(|step| if let Step::Use(path) = step { Some(path) } else { None });
    let (Some(path), Some(own)) = (used, view.own()) else { return Ok(()) };
    let name = names::path(path);
    let message = format!("`broadcast use {name}` has no meaning in EPR mode, where there are no triggers");
    Err(outside(Language::EprBroadcast, message, own.span, "call the lemma"))
}

/// The parameters and the result of a function as constants.
fn parameters(epr: &mut Epr<'_>, function: &Function) -> Res<Env> {
    let mut env = Env::new(TySubst::default());
    let has_result = function.ret.ty.value() != &certus_vir::Ty::unit();
    let ret = has_result.then_some(&function.ret);
    for param in function.params.iter().chain(ret) {
        let what = format!("`{}` is", param.var.name.trim_end_matches('%'));
        let sort = epr.sort_at(&param.ty, function.span, &what)?;
        env = env.bind(&param.var, Val::plain(term::constant("x", &sort)));
    }
    Ok(env)
}
