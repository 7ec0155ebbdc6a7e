//! The borrows of a function: where each is noted, of what, and by which reference.

use std::collections::{HashMap, HashSet};

use certus_vir::{FieldStep, MUT_CURRENT, Note, Ownership, StmtKind};
use fixedbitset::FixedBitSet;

use super::graph::Graph;
use super::variables::{Variables, carried};

/// A borrow of a part of a variable.
pub(super) struct Borrow {
    /// The point where it is noted.
    pub point: usize,
    /// The variable that it is of.
    pub place: usize,
    /// The way to the part.
    pub way: Vec<FieldStep>,
    /// The reference that it is by.
    pub holder: usize,
    /// Whether references may be stored through it.
    pub takes: bool,
    /// Whether it may be of what outlives the function.
    pub escapes: bool,
}

/// The borrows of a body, and where the references go, whatever the order of the statements. A reference may have been copied,
/// or put into another value, before its borrow is noted.
pub(super) struct Borrows {
    pub all: Vec<Borrow>,
    /// The number of the borrow that is noted at a point.
    pub numbers: HashMap<usize, usize>,
    /// For each reference that borrows something, the variables that it may be in, itself included.
    pub copies: HashMap<usize, Vec<usize>>,
    /// The borrows of each variable.
    own: HashMap<usize, FixedBitSet>,
}

impl Borrows {
    /// Follows each borrow through declarations, assignments and notes, whatever the order of these: a loop may run them in any.
    pub(super) fn of(graph: &Graph<'_>, variables: &Variables) -> Borrows {
        let mut goes: HashMap<usize, HashSet<usize>> = HashMap::new();
        let mut all = Vec::new();
        for (point, stmt) in graph.points.iter().enumerate().filter_map(|(at, point)| Some((at, point.stmt?))) {
            let (to, from) = match &stmt.kind {
                StmtKind::Declare(binder, Some(value)) => (&binder.var, carried(value)),
                StmtKind::Assign(var, value) => (var, carried(value)),
                StmtKind::Note(Note { what: Ownership::Holds(other), var, .. }) => (var, vec![other.clone()]),
                StmtKind::Note(Note { what: Ownership::Borrowed(holder), var, way }) => {
                    let (place, holder) = (variables.number(var), variables.number(holder));
                    all.push(Borrow { point, place, way: way.clone(), holder, takes: true, escapes: true });
                    continue;
                }
                _ => continue,
            };
            for var in from {
                goes.entry(variables.number(&var)).or_default().insert(variables.number(to));
            }
        }
        let reached = |holder: usize| {
            let mut found = HashSet::from([holder]);
            let mut work = vec![holder];
            while let Some(var) = work.pop() {
                work.extend(goes.get(&var).into_iter().flatten().filter(|to| found.insert(**to)));
            }
            found.into_iter().collect()
        };
        let mut own: HashMap<usize, FixedBitSet> = HashMap::new();
        for (number, borrow) in all.iter().enumerate() {
            own.entry(borrow.place).or_insert_with(|| FixedBitSet::with_capacity(all.len())).insert(number);
        }
        Borrows {
            numbers: all.iter().enumerate().map(|(number, borrow)| (borrow.point, number)).collect(),
            copies: all.iter().map(|borrow| (borrow.holder, reached(borrow.holder))).collect(),
            all,
            own,
        }
    }

    /// No borrows.
    pub(super) fn none(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.all.len())
    }

    /// Leaves out the borrows of a variable: what it gets as a whole is not in what was borrowed of the value before.
    pub(super) fn but_own(&self, var: usize, mut borrows: FixedBitSet) -> FixedBitSet {
        if let Some(own) = self.own.get(&var) {
            borrows.difference_with(own);
        }
        borrows
    }

    /// Leaves out the borrows of a part of a variable, of what it is in, and of what is in it: a value is not stored in what it
    /// borrows. It may well be stored beside it.
    pub(super) fn but_overlapping(&self, var: usize, way: &[FieldStep], borrows: &mut FixedBitSet) {
        let Some(own) = self.own.get(&var) else { return };
        for number in own.ones().filter(|number| overlap(&self.all[*number].way, way)) {
            borrows.set(number, false);
        }
    }

    /// Whether a variable, or a part of it, is borrowed by a reference somewhere.
    pub(super) fn is_by(&self, var: usize, holder: usize) -> bool {
        self.all.iter().any(|borrow| borrow.place == var && borrow.holder == holder)
    }

    /// Whether what is read has anything in common with what is borrowed.
    pub(super) fn is_read(&self, borrow: usize, var: usize, way: &[FieldStep]) -> bool {
        self.all.get(borrow).is_none_or(|borrow| borrow.place == var && overlap(&borrow.way, way))
    }

    /// The borrows that references are, and those of the references that they were borrowed from: `&mut *r` is one of what `r`
    /// borrows, too. `&mut r` is not: `r` itself may be taken from there.
    pub(super) fn chains(&self, mut holders: HashSet<usize>) -> FixedBitSet {
        let mut found = self.none();
        let mut count = 0;
        loop {
            for (number, borrow) in self.all.iter().enumerate() {
                if holders.contains(&borrow.holder) {
                    found.insert(number);
                    if borrow.way.first().is_some_and(|(step, ..)| &**step == MUT_CURRENT) {
                        holders.insert(borrow.place);
                    }
                }
            }
            if std::mem::replace(&mut count, holders.len()) == holders.len() {
                return found;
            }
        }
    }
}

/// Whether one of two ways leads to a part of what the other one leads to.
fn overlap(one: &[FieldStep], other: &[FieldStep]) -> bool {
    one.iter().zip(other).all(|(a, b)| a == b)
}
