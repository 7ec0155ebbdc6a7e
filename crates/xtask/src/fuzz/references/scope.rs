//! Variables, the places that they lead to, and which references a use of a place ends.
//!
//! A place is a variable and a path, as in `(*v1.r).x0`. A reference to a place ends where the place, a part of it, or a place
//! around it is used by another name. So does what was borrowed through that reference.

use super::super::tree::{Kind, Node, Piece, Point};
use super::super::types::Ty;
use super::References;

/// A step of a path to a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// `*`.
    Deref,
    /// `.field`.
    Field(String),
    /// `[i]`. rustc does not tell elements apart.
    Index,
}

/// What a reference was borrowed from: a variable, and the path from there.
pub(super) type Loan = (usize, Vec<Step>);

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Var {
    /// Its name.
    pub(super) name: String,
    /// Its type.
    pub(super) ty: Ty,
    /// Whether it is `mut`.
    pub(super) mutable: bool,
    /// How many blocks there were around its declaration.
    pub(super) depth: usize,
    /// What the references in it may borrow.
    pub(super) from: Vec<Loan>,
    /// It was moved, or a use of what it borrows has ended it.
    pub(super) gone: bool,
}

/// A place that can be named.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The variable that it begins with.
    pub(super) var: usize,
    /// The steps from there.
    pub(super) path: Vec<Step>,
    /// How it is written.
    pub(super) text: String,
    /// Its type.
    pub(super) ty: Ty,
    /// Whether it can be assigned.
    pub(super) writable: bool,
}

impl Place {
    /// A part of this place.
    fn part(&self, step: Step, text: String, ty: &Ty) -> Place {
        let mut path = self.path.clone();
        let writable = self.writable || step == Step::Deref;
        path.push(step);
        Place { var: self.var, path, text, ty: ty.clone(), writable }
    }

    /// Its parts that have names.
    fn parts(&self) -> Vec<Place> {
        let field = |name: &str, ty: &Ty| self.part(Step::Field(name.into()), format!("{}.{name}", self.text), ty);
        match &self.ty {
            Ty::Mut(of) => vec![self.part(Step::Deref, format!("(*{})", self.text), of)],
            Ty::Tuple(types) => types.iter().enumerate().map(|(i, ty)| field(&i.to_string(), ty)).collect(),
            Ty::Named(decl) => decl.variants[0].fields.iter().map(|(name, ty)| field(name, ty)).collect(),
            // Vectors have two elements, too.
            Ty::Array(of, _) | Ty::Vec(of) => {
                (0..2).map(|i| self.part(Step::Index, format!("{}[{i}]", self.text), of)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether it is behind a reference or in a collection, from where nothing can be moved.
    pub(super) fn is_behind(&self) -> bool {
        self.path.iter().any(|step| matches!(step, Step::Deref | Step::Index))
    }
}

/// Whether one of two places is part of the other.
fn overlap(a: &Loan, b: &Loan) -> bool {
    a.0 == b.0 && a.1.iter().zip(&b.1).all(|(a, b)| a == b)
}

/// Whether there are references in values of a type.
pub(super) fn borrows(ty: &Ty) -> bool {
    match ty {
        Ty::Mut(_) => true,
        Ty::Tuple(parts) => parts.iter().any(borrows),
        Ty::Option(of) | Ty::Array(of, _) | Ty::Vec(of) => borrows(of),
        Ty::Named(decl) => decl.variants.iter().any(|variant| variant.fields.iter().any(|(_, ty)| borrows(ty))),
        _ => false,
    }
}

impl References {
    /// Declares a variable.
    pub(super) fn declare(&mut self, name: &str, ty: &Ty, mutable: bool, from: Vec<Loan>) {
        let var = Var { name: name.into(), ty: ty.clone(), mutable, depth: self.depth, from, gone: false };
        self.vars.push(var);
    }

    /// The place of a variable.
    fn whole(&self, var: usize) -> Place {
        let Var { name, ty, mutable, .. } = &self.vars[var];
        Place { var, path: Vec::new(), text: name.clone(), ty: ty.clone(), writable: *mutable }
    }

    /// All places that can be named.
    pub(super) fn all_places(&self) -> Vec<Place> {
        let mut all: Vec<Place> = (0..self.vars.len()).filter(|i| !self.vars[*i].gone).map(|i| self.whole(i)).collect();
        let mut at = 0;
        while at < all.len() {
            let parts = all[at].parts();
            all.extend(parts);
            at += 1;
        }
        all
    }

    /// The references that a use of a place ends.
    fn ends(&self, place: &Place) -> Vec<usize> {
        let used = (place.var, place.path.clone());
        (0..self.vars.len())
            .filter(|i| {
                *i != place.var && !self.vars[*i].gone && self.vars[*i].from.iter().any(|from| overlap(from, &used))
            })
            .collect()
    }

    /// Whether a place may be used here.
    pub(super) fn available(&self, place: &Place) -> bool {
        let used = (place.var, place.path.clone());
        let around = self.loops.last().copied().unwrap_or(0);
        // What a loop ends is not there in its next round.
        !self.pending.iter().any(|loan| overlap(loan, &used))
            && self.ends(place).iter().all(|i| self.vars[*i].depth > around)
    }

    /// One of the available places that fit. Mostly one whose use ends nothing.
    pub(super) fn place(&mut self, fits: impl Fn(&Place) -> bool) -> Option<Place> {
        let mut all = self.all_places();
        all.retain(|place| fits(place) && self.available(place));
        let free: Vec<Place> = all.iter().filter(|place| self.ends(place).is_empty()).cloned().collect();
        if !free.is_empty() && self.dice.chance(75) {
            all = free;
        }
        if all.is_empty() { None } else { Some(self.dice.pick(&all).clone()) }
    }

    /// A place is used: what borrows it ends. A final value is claimed for some of these references.
    pub(super) fn touch(&mut self, place: &Place) {
        self.used.push(place.var);
        for var in self.ends(place) {
            self.end(var);
        }
    }

    /// A reference ends, and what was borrowed from it.
    fn end(&mut self, var: usize) {
        if std::mem::replace(&mut self.vars[var].gone, true) {
            return;
        }
        let below = |of: &Var| !of.gone && of.from.iter().any(|(from, _)| *from == var);
        let reborrows: Vec<usize> = (0..self.vars.len()).filter(|i| below(&self.vars[*i])).collect();
        let is_used = self.used.contains(&var) || reborrows.iter().any(|i| self.used.contains(i));
        reborrows.into_iter().for_each(|var| self.end(var));
        if let Ty::Mut(of) = &self.vars[var].ty
            && !borrows(of)
            && !is_used
        {
            let (name, of) = (self.vars[var].name.clone(), (**of).clone());
            let node = self.final_value(&name, of);
            self.ended.push(node);
        }
    }

    /// The current value of a reference whose last use this is: its final value.
    fn final_value(&mut self, name: &str, of: Ty) -> Node {
        let id = self.id();
        let run = Point { id, places: vec![(format!("*{name}"), of.clone())] };
        let proof = Point { id, places: vec![(format!("(*final({name}))"), of)] };
        Node { kind: Kind::Stmt, pieces: vec![Piece::Ended(run, proof)] }
    }

    /// The pointer at a place is replaced by one that borrows `from`. What was borrowed through the old one goes on.
    pub(super) fn retarget(&mut self, place: &Place, from: Vec<Loan>) {
        self.used.push(place.var);
        let mut through = place.path.clone();
        through.push(Step::Deref);
        let old = self.vars[place.var].from.clone();
        for var in &mut self.vars {
            let Some(at) = var.from.iter().position(|(of, path)| *of == place.var && path.starts_with(&through)) else {
                continue;
            };
            var.from.remove(at);
            var.from.extend(old.clone());
        }
        let is_whole = place.path.is_empty();
        let to = &mut self.vars[place.var].from;
        if is_whole {
            *to = from;
        } else {
            to.extend(from);
        }
        // Behind a reference, the variable that it leads to has the new one.
        let behind: Vec<usize> = self.vars[place.var].from.iter().map(|(var, _)| *var).collect();
        if place.path.contains(&Step::Deref) {
            let all = self.vars[place.var].from.clone();
            for var in behind {
                let more = all.iter().filter(|(of, _)| *of != var).cloned();
                self.vars[var].from.extend(more.collect::<Vec<_>>());
            }
        }
    }

    /// Leaves a block: variables end, and what was borrowed through them borrows what they did.
    pub(super) fn leave(&mut self, mark: usize) {
        while self.vars.len() > mark {
            let last = self.vars.len() - 1;
            let Some(var) = self.vars.pop() else { return };
            for other in &mut self.vars {
                let mut more = Vec::new();
                let mut ends = false;
                other.from.retain(|(of, path)| {
                    let is_through = *of == last;
                    ends |= is_through && !path.contains(&Step::Deref);
                    if is_through {
                        more.extend(var.from.clone());
                    }
                    !is_through
                });
                other.from.extend(more);
                other.gone |= ends;
            }
        }
    }

    /// What holds after one of two paths: a variable is gone if it is on one of them, and may borrow what it does on either.
    pub(super) fn join(&mut self, other: Vec<Var>) {
        for (var, other) in self.vars.iter_mut().zip(other) {
            var.gone |= other.gone;
            var.from.extend(other.from);
        }
    }

    /// The places whose values can be seen here without ending anything.
    pub(super) fn readable(&self) -> Vec<(String, Ty)> {
        let mut out = Vec::new();
        let mut all: Vec<Place> =
            (0..self.vars.len()).rev().filter(|i| !self.vars[*i].gone).map(|i| self.whole(i)).collect();
        while let Some(place) = all.pop() {
            if self.ends(&place).is_empty() {
                out.push((place.text, place.ty));
            } else {
                all.extend(place.parts());
            }
        }
        out
    }

    /// Some places are seen here.
    pub(super) fn point(&mut self) -> Option<Node> {
        let mut places = self.readable();
        while places.len() > 6 {
            let out = self.dice.below(places.len());
            places.remove(out);
        }
        if places.is_empty() { None } else { Some(Node::point(Point { id: self.id(), places })) }
    }
}
