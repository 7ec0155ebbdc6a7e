//! How control came to a goal that fails.

use certus_diagnostics::{Label, Span};
use certus_solve::FailedGoal;
use certus_vc::{Edge, Passed};
use certus_vir::{Expr, ExprKind, UnaryOp};

use certus_session::Job;

/// So many places are pointed at, the last before the goal.
const MOST: usize = 6;

/// What is said of a condition or pattern that is true on the path.
const HOLDS: &str = "this holds";

/// What is said of one that is false.
const FAILS: &str = "this does not hold";

/// The blocks that control passed on its way to a goal, as far back as the model tells.
pub(crate) struct ErrorPath {
    /// Each block with the number of the edge by which control came, from the first on.
    pub(crate) blocks: Vec<(usize, Option<usize>)>,
    /// How many steps of the last block come before the goal.
    pub(crate) place: usize,
    /// Whether it begins where the obligation does.
    pub(crate) is_complete: bool,
}

/// The path to a goal that fails; `None` if the model tells none.
pub(crate) fn error_path(job: &Job, failed: &FailedGoal) -> Option<ErrorPath> {
    let names = job.encoded.goals.get(failed.index)?;
    let (mut block, place) = job.obligation.place(names.index)?;
    let mut path = ErrorPath { blocks: Vec::new(), place, is_complete: false };
    // Edges come from blocks with smaller numbers, so this ends.
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

/// The edge by which control came into a block of a path.
pub(crate) fn edge(job: &Job, block: usize, edge: Option<usize>) -> Option<&Edge> {
    job.obligation.blocks.get(block)?.edges.get(edge?)
}

/// The branches that were taken and the loops that were passed, in the order of the source.
pub(crate) fn labels(job: &Job, path: &ErrorPath) -> Vec<Label> {
    let (mut labels, mut loops): (Vec<Label>, Vec<Span>) = (Vec::new(), Vec::new());
    for (number, (block, taken)) in path.blocks.iter().enumerate() {
        let condition = edge(job, *block, *taken).filter(|edge| edge.is_branch).and_then(|edge| edge.assumes.first());
        labels.extend(condition.map(branch));
        let is_last = number + 1 == path.blocks.len();
        let marks = job.obligation.blocks.get(*block).into_iter().flat_map(|block| &block.marks);
        for mark in marks.filter(|mark| !is_last || mark.at <= path.place) {
            let text = match mark.passed {
                Passed::Inside => "in any iteration: only the invariants tell of what this loop changes",
                Passed::Behind => "after this loop: only its invariants tell of what it changed",
            };
            labels.push(Label { span: mark.span, text: text.to_owned() });
            loops.push(mark.span);
        }
    }
    // The condition of a loop is a part of its head.
    let is_within = |a: Span, b: Span| a.file == b.file && b.start <= a.start && a.end <= b.end;
    labels.retain(|label| {
        ![HOLDS, FAILS].contains(&&*label.text) || !loops.iter().any(|span| is_within(label.span, *span))
    });
    // The last that is said of a place counts.
    let mut shown: Vec<Label> = Vec::new();
    for label in labels.into_iter().rev() {
        if shown.len() < MOST && shown.iter().all(|other| other.span != label.span) {
            shown.push(label);
        }
    }
    shown.sort_by_key(|label| (label.span.file, label.span.start, label.span.end));
    shown
}

/// The loops that are passed on a path, in order.
pub(crate) fn loops(job: &Job, path: &ErrorPath) -> Vec<Span> {
    let mut passed = Vec::new();
    for (number, (block, _)) in path.blocks.iter().enumerate() {
        let is_last = number + 1 == path.blocks.len();
        let marks = job.obligation.blocks.get(*block).into_iter().flat_map(|block| &block.marks);
        passed.extend(marks.filter(|mark| !is_last || mark.at <= path.place).map(|mark| mark.span));
    }
    passed
}

/// Says which way a branch was taken.
fn branch(condition: &Expr) -> Label {
    let (inner, is_true) = match &*condition.kind {
        ExprKind::Unary(UnaryOp::Not, inner) if inner.span == condition.span => (inner, false),
        _ => (condition, true),
    };
    let text = if is_true { HOLDS } else { FAILS };
    Label { span: inner.span, text: text.to_owned() }
}
