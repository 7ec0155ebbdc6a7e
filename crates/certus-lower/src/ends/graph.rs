//! The ways through the statements of a function.

use std::collections::HashMap;

use certus_vir::{Binder, Name, Stmt, StmtKind, Var};

/// A point before a statement, or one where ways meet.
#[derive(Default)]
pub(super) struct Point<'s> {
    /// The statement that comes next, where it does something by itself.
    pub stmt: Option<&'s Stmt>,
    /// The points that may come next.
    pub next: Vec<usize>,
    /// Whether a way leads there.
    pub is_reached: bool,
}

/// The points of a function. The statements of all lists are numbered in the order in which they are written.
pub(super) struct Graph<'s> {
    /// Points, not in the order of the statements.
    pub points: Vec<Point<'s>>,
    /// The point before each statement and at the end of each list, in the order in which they are written. After the list that
    /// computes the condition of a loop, the point where the condition failed.
    pub numbered: Vec<usize>,
    /// The points where the condition of a loop failed, each with the point after the loop.
    pub exits: Vec<(usize, usize)>,
    pub entry: usize,
}

/// Where jumps lead to.
#[derive(Clone, Default)]
struct Jumps {
    /// `break` and `continue` of each loop.
    loops: HashMap<Name, (usize, usize)>,
    /// The end of what is proved on the side: code after it follows, whatever path was taken.
    end: Option<usize>,
}

impl<'s> Graph<'s> {
    pub(super) fn of(stmts: &'s [Stmt]) -> Graph<'s> {
        let mut graph = Graph { points: Vec::new(), numbered: Vec::new(), exits: Vec::new(), entry: 0 };
        let end = graph.point(None, Vec::new());
        graph.entry = graph.list(stmts, end, &Jumps::default());
        let mut work = vec![graph.entry];
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut graph.points[at].is_reached, true) {
                work.extend(graph.points[at].next.clone());
            }
        }
        graph
    }

    /// The points that lead to each point.
    pub(super) fn before(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.points.len()];
        for (from, point) in self.points.iter().enumerate() {
            point.next.iter().for_each(|to| before[*to].push(from));
        }
        before
    }

    fn point(&mut self, stmt: Option<&'s Stmt>, next: Vec<usize>) -> usize {
        self.points.push(Point { stmt, next, is_reached: false });
        self.points.len() - 1
    }

    /// The point before a list of statements from which `end` follows.
    fn list(&mut self, stmts: &'s [Stmt], end: usize, jumps: &Jumps) -> usize {
        // The points of a list are made before those within its statements. The last one is that at its end.
        let first = self.points.len();
        for _ in 0..=stmts.len() {
            self.point(None, Vec::new());
        }
        let last = first + stmts.len();
        for (i, stmt) in stmts.iter().enumerate() {
            self.numbered.push(first + i);
            self.stmt(stmt, first + i, first + i + 1, jumps);
        }
        self.numbered.push(last);
        self.points[last].next = vec![end];
        first
    }

    fn stmt(&mut self, stmt: &'s Stmt, here: usize, after: usize, jumps: &Jumps) {
        let aside = Jumps { loops: HashMap::new(), end: Some(after) };
        let next = match &stmt.kind {
            StmtKind::If(_, then, otherwise) => {
                vec![self.list(then, after, jumps), self.list(otherwise, after, jumps)]
            }
            StmtKind::Loop(l) => {
                let mut jumps = jumps.clone();
                jumps.loops.insert(l.label.clone(), (after, here));
                let test = self.point(None, Vec::new());
                let mut head = test;
                if let Some((before, _)) = &l.condition {
                    head = self.list(before, test, &jumps);
                    let exit = self.point(None, vec![after]);
                    self.numbered.push(exit);
                    self.exits.push((exit, after));
                    self.points[test].next.push(exit);
                }
                let body = self.list(&l.body, here, &jumps);
                self.points[test].next.push(body);
                vec![head]
            }
            StmtKind::Block(stmts) | StmtKind::Boundary(stmts) => vec![self.list(stmts, after, jumps)],
            // What is proved on the side may be run or not: a closure is called later, or never.
            StmtKind::Aside { body, .. } => vec![self.list(body, after, &aside), after],
            StmtKind::Isolated { proof, .. } => vec![self.list(proof, after, &aside), after],
            StmtKind::Break(label) => jumps.loops.get(label).map(|(to, _)| *to).into_iter().collect(),
            StmtKind::Continue(label) => jumps.loops.get(label).map(|(_, to)| *to).into_iter().collect(),
            StmtKind::Return | StmtKind::Unreachable => jumps.end.into_iter().collect(),
            _ => {
                self.points[here].stmt = Some(stmt);
                vec![after]
            }
        };
        self.points[here].next = next;
    }

    /// The variables that statements declare, with their types.
    pub(super) fn declared(&self) -> impl Iterator<Item = &'s Binder> {
        self.points.iter().filter_map(|point| match point.stmt.map(|stmt| &stmt.kind) {
            Some(StmtKind::Declare(binder, _)) => Some(binder),
            _ => None,
        })
    }

    /// The variables that hold the results of calls.
    pub(super) fn results(&self) -> impl Iterator<Item = &'s Var> {
        self.points.iter().filter_map(|point| match point.stmt.map(|stmt| &stmt.kind) {
            Some(StmtKind::Call(call)) => call.dest.as_ref(),
            _ => None,
        })
    }
}
