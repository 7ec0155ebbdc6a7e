//! What the condition of a loop shows of a proof about it that fails: measures and invariants that are often meant.
//!
//! For `while i < n`, the measure that goes down is `n - i`, and the invariant that holds at the end of the last turn too
//! is `i <= n`. These are not tried: the text says what is meant and the next run tells.

use certus_diagnostics::Note;
use certus_vc::Obligation;
use certus_vir::subst::{Subst, free_vars};
use certus_vir::words::{Stand, Words};
use certus_vir::{BinaryOp, Expr, ExprKind, Goal, GoalKind, LoopStmt, Program, Stmt, StmtKind, visit};

use crate::alone::{help, resolved, variables};

/// The note for a goal in or after a `while` loop that compares two values.
pub(crate) fn note(program: &Program, obligation: &Obligation, index: usize) -> Option<Note> {
    let goal = obligation.goals.get(index)?;
    let function = program.functions.get(&obligation.function)?;
    let mut loops: Vec<LoopStmt> = Vec::new();
    let on_stmt = &mut |stmt: &Stmt| {
        if let StmtKind::Loop(one) = &stmt.kind {
            loops.push(one.clone());
        }
    };
    visit::walk_stmts(function.check.as_deref()?, on_stmt, &mut |_| {});
    let words = Words { program, module: &obligation.module, stand: Stand::Body };
    let is_of = |one: &&LoopStmt| one.head_span.file == goal.span.file && one.head_span.start <= goal.span.start;
    let text = match goal.kind {
        GoalKind::DecreasesLoop => measure(words, loops.iter().rfind(is_of)?)?,
        GoalKind::InvariantEnd => loops.iter().find_map(|one| last_turn(words, one, goal))?,
        GoalKind::Assert | GoalKind::Postcondition => {
            let is_over = |one: &&LoopStmt| is_of(one) && !reaches(&one.body, goal.span.start);
            let goal = &resolved(obligation, &goal.expr);
            after(words, loops.iter().rfind(is_over)?, goal)?
        }
        _ => return None,
    };
    Some(help(text, Vec::new()))
}

/// The sides of the condition `a < b` of a loop.
fn sides(one: &LoopStmt) -> Option<(&Expr, &Expr)> {
    match &*one.condition.as_ref()?.1.kind {
        ExprKind::Binary(BinaryOp::Lt, a, b) => Some((a, b)),
        _ => None,
    }
}

/// The measure that is meant, if the loop has another one or none.
fn measure(words: Words<'_>, one: &LoopStmt) -> Option<String> {
    let (a, b) = sides(one)?;
    let meant = Expr::binary(BinaryOp::Sub, b.clone(), a.clone(), b.span);
    let is_new = one.decreases.first().is_none_or(|measure| measure.to_string() != meant.to_string());
    let text = words.of(&meant).filter(|_| is_new)?;
    Some(format!("the measure must be smaller at the end of each turn, and not below 0: try `decreases {text}`"))
}

/// An invariant that is the condition itself: at the end of the last turn it is false.
fn last_turn(words: Words<'_>, one: &LoopStmt, goal: &Goal) -> Option<String> {
    let (a, b) = sides(one)?;
    let places: Vec<_> = std::iter::once(goal.span).chain(goal.related.iter().map(|(span, _)| *span)).collect();
    let mut clauses = one.invariants.iter().chain(&one.invariants_except_break);
    let clause = clauses.find(|clause| places.contains(&clause.span))?;
    let is_condition = clause.expr.to_string() == one.condition.as_ref()?.1.to_string();
    let meant = words.of(&Expr::binary(BinaryOp::Le, a.clone(), b.clone(), a.span))?;
    is_condition.then(|| {
        format!("an invariant holds at the end of the last turn too, where the condition is false: write `{meant}`")
    })
}

/// A goal after a loop: the bound of the counter, or the goal with the counter in place of the bound.
fn after(words: Words<'_>, one: &LoopStmt, goal: &Expr) -> Option<String> {
    let (a, b) = sides(one)?;
    // What has nothing to do with the counter is no matter of its bound.
    let used = variables(goal);
    if variables(a).is_disjoint(&used) && variables(b).is_disjoint(&used) {
        return None;
    }
    let bound = Expr::binary(BinaryOp::Le, a.clone(), b.clone(), a.span);
    if one.invariants.iter().all(|clause| !clause.expr.to_string().contains(&bound.to_string())) {
        return Some(format!(
            "after the loop, only its invariants are known, and that its condition is false: add the invariant `{}`",
            words.of(&bound)?
        ));
    }
    let ExprKind::Var(limit) = &*b.kind else { return None };
    if !free_vars(goal).contains(limit) {
        return None;
    }
    let mut subst = Subst::new();
    subst.var(limit, a.clone());
    let meant = words.of(&subst.apply(goal)).filter(|text| text.len() <= crate::missing::LONG)?;
    Some(format!(
        "after the loop, only its invariants are known, and that its condition is false: try the invariant `{meant}`"
    ))
}

/// Whether one of these statements goes on to this place of the file. A statement with branches may have the place of its
/// condition alone, so its branches count too.
fn reaches(stmts: &[Stmt], place: u32) -> bool {
    stmts.iter().any(|stmt| {
        let inside = match &stmt.kind {
            StmtKind::If(_, then, otherwise) => reaches(then, place) || reaches(otherwise, place),
            StmtKind::Block(inner) | StmtKind::Boundary(inner) => reaches(inner, place),
            StmtKind::Loop(one) => reaches(&one.body, place),
            _ => false,
        };
        inside || stmt.span.end > place
    })
}
