//! The error path: the branches and loops that control passes on its way to a failing goal.
//!
//! For example, a postcondition that fails after `if x < low { return low; }` has one label on its path: the condition
//! `x < low`, with the text "this does not hold".
//!
//! The solver's model determines the path: each edge of an obligation has a condition, and the model gives it a value.

use certus_diagnostics::{Label, Span};
use certus_solve::FailedGoal;
use certus_vc::{Edge, Passed};
use certus_vir::{Expr, ExprKind, UnaryOp};

use certus_session::Job;

/// The maximal number of labels on a path; the last ones before the goal are kept.
const MOST: usize = 6;

/// The label of a condition or pattern that is true on the path.
const HOLDS: &str = "this holds";

/// The label of a condition or pattern that is false on the path.
const FAILS: &str = "this does not hold";

/// The blocks on the way to a goal, as far back as the model determines them.
pub(crate) struct ErrorPath {
    /// Each block, with the number of its incoming edge on the path. The first block comes first.
    pub(crate) blocks: Vec<(usize, Option<usize>)>,
    /// The number of steps of the last block that come before the goal.
    pub(crate) place: usize,
    /// Whether the path begins at the beginning of the obligation.
    pub(crate) is_complete: bool,
}

/// The path to a failing goal; `None` if the model does not determine it.
pub(crate) fn error_path(job: &Job, failed: &FailedGoal) -> Option<ErrorPath> {
    let names = job.encoded.goals.get(failed.index)?;
    let (mut block, place) = job.obligation.place(names.index)?;
    let mut path = ErrorPath { blocks: Vec::new(), place, is_complete: false };
    // Edges come from blocks with smaller numbers, so this loop ends.
    loop {
        let edges = &job.obligation.blocks.get(block)?.edges;
        let edge = match edges.len() {
            0 => None,
            1 => Some(0),
            _ => job.encoded.readings.taken(block, &failed.reads),
        };
        path.blocks.push((block, edge));
        let Some(from) = edge.and_then(|edge| edges.get(edge)) else {
            path.is_complete = edges.is_empty();
            path.blocks.reverse();
            return Some(path);
        };
        block = from.from.0 as usize;
    }
}

/// The edge through which control came to a block of a path.
pub(crate) fn edge(job: &Job, block: usize, edge: Option<usize>) -> Option<&Edge> {
    job.obligation.blocks.get(block)?.edges.get(edge?)
}

/// Labels for the branches and the loops on the path, in the order of the source.
pub(crate) fn labels(job: &Job, path: &ErrorPath) -> Vec<Label> {
    let (mut labels, mut loops): (Vec<Label>, Vec<Span>) = (Vec::new(), Vec::new());
    for (number, (block, taken)) in path.blocks.iter().enumerate() {
        let condition = edge(job, *block, *taken).filter(|edge| edge.is_branch).and_then(|edge| edge.assumes.first());
        labels.extend(condition.map(branch));
        let is_last = number + 1 == path.blocks.len();
        let marks = job.obligation.blocks.get(*block).into_iter().flat_map(|block| &block.marks);
        for mark in marks.filter(|mark| !is_last || mark.at <= path.place) {
            let text = match mark.passed {
                Passed::Inside => "in an arbitrary iteration: only the invariants describe what this loop changes",
                Passed::Behind => "after this loop: only its invariants describe what it changed",
            };
            labels.push(Label { span: mark.span, text: text.to_owned() });
            loops.push(mark.span);
        }
    }
    // The condition of a loop is part of its head.
    let is_within = |a: Span, b: Span| a.file == b.file && b.start <= a.start && a.end <= b.end;
    labels.retain(|label| {
        ![HOLDS, FAILS].contains(&&*label.text) || !loops.iter().any(|span| is_within(label.span, *span))
    });
    // If a place has several labels, the last one counts.
    let mut shown: Vec<Label> = Vec::new();
    for label in labels.into_iter().rev() {
        if shown.len() < MOST && shown.iter().all(|other| other.span != label.span) {
            shown.push(label);
        }
    }
    shown.sort_by_key(|label| (label.span.file, label.span.start, label.span.end));
    shown
}

/// The loops on a path, in order.
pub(crate) fn loops(job: &Job, path: &ErrorPath) -> Vec<Span> {
    let mut passed = Vec::new();
    for (number, (block, _)) in path.blocks.iter().enumerate() {
        let is_last = number + 1 == path.blocks.len();
        let marks = job.obligation.blocks.get(*block).into_iter().flat_map(|block| &block.marks);
        passed.extend(marks.filter(|mark| !is_last || mark.at <= path.place).map(|mark| mark.span));
    }
    passed
}

/// The label of a branch: whether its condition holds.
fn branch(condition: &Expr) -> Label {
    let (inner, is_true) = match &*condition.kind {
        ExprKind::Unary(UnaryOp::Not, inner) if inner.span == condition.span => (inner, false),
        _ => (condition, true),
    };
    let text = if is_true { HOLDS } else { FAILS };
    Label { span: inner.span, text: text.to_owned() }
}
