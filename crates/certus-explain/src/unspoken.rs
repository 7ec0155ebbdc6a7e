//! What the text of the program shows of a goal that is not proved: calls of functions that promise nothing, bodies that
//! are not known here, literals, measures.
//!
//! A caller knows of a function what its `ensures` says, and not its body. Where a proof fails after a call of a function
//! without `ensures`, that is often the cause.

use std::collections::HashSet;

use certus_diagnostics::Note;
use certus_vc::Obligation;
use certus_vir::words::{Stand, Words};
use certus_vir::{
    BinaryOp, CallStmt, Const, Expr, ExprKind, Goal, GoalKind, IntKind, Program, Publish, Stmt, StmtKind, Ty, UnaryOp,
    Var, visit,
};

use crate::alone::{definitions, help, known, resolved, variable, variables};
use crate::definitions::short;

/// What the text of the program shows of a goal that is not proved, when no repair was found.
pub(crate) fn note(program: &Program, obligation: &Obligation, index: usize) -> Option<Note> {
    measure(obligation, index)
        .or_else(|| literal(obligation, index))
        .or_else(|| multisets(obligation, index))
        .or_else(|| cast(program, obligation, index))
        .or_else(|| closed(program, obligation, index))
        .or_else(|| silent_call(program, obligation, index))
}

/// A measure that goes down nowhere, or not below zero.
fn measure(obligation: &Obligation, index: usize) -> Option<Note> {
    let goal = obligation.goals.get(index)?;
    if goal.kind != GoalKind::DecreasesCall {
        return None;
    }
    let mut found = None;
    visit::walk(&goal.expr, &mut |e| {
        if let ExprKind::Binary(BinaryOp::HeightLt, _, before) = &*e.kind {
            found = found.take().or(Some(before.ty.clone()));
        }
    });
    found?.int_kind()?;
    let text =
        "a number goes down only to 0: make the call only where the measure is larger than 0, as in `if n > 0 { .. }`";
    Some(help(text.to_owned(), Vec::new()))
}

/// The goal, and what is known of its values: conditions that have a variable of the goal.
fn about_goal(obligation: &Obligation, index: usize) -> Option<Vec<Expr>> {
    let goal = &obligation.goals.get(index)?.expr;
    let (block, place) = obligation.place(index)?;
    let defined = definitions(obligation);
    let used = variables(&defined.apply(goal));
    let facts = known(obligation, block, place).into_iter().map(|fact| defined.apply(fact));
    let facts = facts.filter(|fact| !variables(fact).is_disjoint(&used));
    Some(std::iter::once(defined.apply(goal)).chain(facts).collect())
}

/// A string literal, whose characters are not known.
fn literal(obligation: &Obligation, index: usize) -> Option<Note> {
    let mut found = None;
    for expr in about_goal(obligation, index)? {
        visit::walk(&expr, &mut |e| {
            if let ExprKind::Const(Const::Str(text)) = &*e.kind {
                found = found.take().or(Some(text.clone()));
            }
        });
    }
    let text = found?;
    let is_short = text.len() < 40;
    let call = if is_short { format!("reveal_strlit({text:?})") } else { "reveal_strlit(..)".to_owned() };
    Some(help(format!("the characters of a literal are not known: add `proof {{ {call}; }}`"), Vec::new()))
}

/// The multiset of a sequence: what is known of it is not in use by default.
fn multisets(obligation: &Obligation, index: usize) -> Option<Note> {
    let mut found = false;
    visit::walk(&obligation.goals.get(index)?.expr, &mut |e| {
        found |= matches!(&*e.kind, ExprKind::Call(path, ..) if path.ends_with("::to_multiset"));
    });
    let text = "facts about multisets of sequences are used on demand: add `broadcast use vstd::seq_lib::group_to_multiset_ensures;`";
    found.then(|| help(text.to_owned(), Vec::new()))
}

/// A number that a cast may change.
fn cast(program: &Program, obligation: &Obligation, index: usize) -> Option<Note> {
    let goal =
        obligation.goals.get(index).filter(|goal| matches!(goal.kind, GoalKind::Assert | GoalKind::Postcondition))?;
    let mut found = None;
    visit::walk(&resolved(obligation, &goal.expr), &mut |e| {
        if let ExprKind::Unary(UnaryOp::Clip(kind), inner) = &*e.kind
            && matches!(&*inner.kind, ExprKind::Var(_))
            && matches!(kind, IntKind::U(_) | IntKind::I(_))
            && !inner.ty.int_kind().is_some_and(|from| from.is_within(*kind))
        {
            found = found.take().or(Some((e.clone(), inner.clone(), *kind)));
        }
    });
    let (cast, inner, kind) = found?;
    let words = Words { program, module: &obligation.module, stand: Stand::Body };
    let fits = Expr::new(ExprKind::Unary(UnaryOp::InRange(kind), inner.clone()), Ty::Bool, inner.span);
    let (cast, fits) = (words.of(&cast)?, words.of(&fits)?);
    Some(help(format!("`{cast}` is another number, unless `{fits}`: require it, or test it"), Vec::new()))
}

/// A function of this crate whose body is not known here.
fn closed(program: &Program, obligation: &Obligation, index: usize) -> Option<Note> {
    let root = obligation.module.split("::").next()?;
    let mut found: Option<String> = None;
    for expr in about_goal(obligation, index)? {
        visit::walk(&expr, &mut |e| {
            if let ExprKind::Call(path, ..) = &*e.kind
                && path.split("::").next() == Some(root)
                && let Some(function) = program.functions.get(path)
                && matches!(function.publish, Publish::Module(_))
                && !function.publish.is_seen_from(&obligation.module)
            {
                found = found.take().or(Some(short(path, obligation).to_owned()));
            }
        });
    }
    let name = found?;
    let text = format!(
        "the body of `{name}` is `closed`, so it is not known here: make it `open`, or call a lemma of its module"
    );
    Some(help(text, Vec::new()))
}

/// The note about the last call before the goal of a function that promises nothing, if there is one.
fn silent_call(program: &Program, obligation: &Obligation, index: usize) -> Option<Note> {
    let goal = obligation.goals.get(index)?;
    if !matches!(goal.kind, GoalKind::Assert | GoalKind::Postcondition | GoalKind::Precondition) {
        return None;
    }
    let function = program.functions.get(&obligation.function)?;
    let mut used = variables(&goal.expr);
    about_goal(obligation, index)?.iter().for_each(|expr| used.extend(variables(expr)));
    let mut found: Option<CallStmt> = None;
    let on_stmt = &mut |stmt: &Stmt| {
        if let StmtKind::Call(call) = &stmt.kind
            && is_before(call, goal)
            && is_about(call, &used)
            && says_nothing(program, call)
        {
            found = Some(call.clone());
        }
    };
    visit::walk_stmts(function.check.as_deref()?, on_stmt, &mut |_| {});
    let call = found?;
    let name = call.callee.rsplit("::").next().unwrap_or(&call.callee);
    let gives_nothing = program.functions.get(&call.callee).is_some_and(|callee| callee.ret.ty == Ty::unit());
    let what = if gives_nothing { "the effect" } else { "the result" };
    Some(help(format!("nothing is known of {what} of `{name}`: write an `ensures` for it"), Vec::new()))
}

fn is_before(call: &CallStmt, goal: &Goal) -> bool {
    call.span.file == goal.span.file && call.span.start <= goal.span.end
}

/// Whether the call gives or gets one of these variables.
fn is_about(call: &CallStmt, used: &HashSet<Var>) -> bool {
    call.dest.as_ref().is_some_and(|dest| used.contains(&variable(dest)))
        || call.args.iter().any(|arg| !variables(arg).is_disjoint(used))
}

/// Whether the function has effects that its contract does not mention.
fn says_nothing(program: &Program, call: &CallStmt) -> bool {
    let Some(callee) = program.functions.get(&call.callee) else { return false };
    let has_effect = callee.params.iter().any(|param| matches!(param.ty, Ty::MutRef(_))) || callee.ret.ty != Ty::unit();
    callee.ensures.is_empty() && has_effect
}
