//! Statements: they make references, write through them, move and end them.
//!
//! Each statement is made from what is in scope. Where nothing there fits, there is no such statement, and another one is tried.
//! A statement that ends references comes after points that claim their final values:
//!
//! ```text
//! assert(*final(v3) == 7);   // the point
//! v1 = 2;                    // v3 had borrowed v1
//! ```

use super::super::tree::{Kind, LoopClauses, Node, Piece, Point, seen};
use super::super::types::Ty;
use super::References;
use super::scope::{Loan, borrows};

impl References {
    /// A statement begins.
    pub(super) fn begin(&mut self) {
        self.pending.clear();
        self.used.clear();
        self.ended.clear();
    }

    /// One statement, with the points around it.
    pub(super) fn statements(&mut self, depth: usize) -> Vec<Node> {
        self.budget = self.budget.saturating_sub(1);
        self.begin();
        let Some(node) = self.statement(depth) else { return Vec::new() };
        // What a block inside has ended stands there.
        let mut all = std::mem::take(&mut self.ended);
        all.push(node);
        if self.dice.chance(35) {
            all.extend(self.point());
        }
        all
    }

    /// A few statements in braces.
    fn block(&mut self, depth: usize) -> Node {
        let outer = std::mem::take(&mut self.ended);
        self.depth += 1;
        let mark = self.vars.len();
        let mut body = Vec::new();
        for _ in 0..1 + self.dice.below(3) {
            body.extend(self.statements(depth.saturating_sub(1)));
        }
        self.leave(mark);
        self.depth -= 1;
        self.begin();
        self.ended = outer;
        Node::list(body)
    }

    /// A statement.
    fn statement(&mut self, depth: usize) -> Option<Node> {
        match self.dice.below(if depth == 0 { 76 } else { 100 }) {
            0..8 => self.let_owned(),
            8..30 => self.let_borrowing(),
            30..44 => self.write(),
            44..52 => self.point_elsewhere(),
            52..58 => self.swap(),
            58..62 => self.replace(),
            62..68 => self.call(),
            68..74 => self.take_apart(),
            74..76 => self.give_away(),
            76..84 => self.branch(depth),
            84..90 => self.with_option(depth),
            90..94 => self.leave_early(depth),
            _ => self.repeat(depth),
        }
    }

    /// A variable without references: `let mut v4 = S { x0: 3, x1: (1, 2) };`.
    fn let_owned(&mut self) -> Option<Node> {
        let ty = self.owned_type();
        let value = self.value(&ty, 1);
        let name = self.name();
        self.declare(&name, &ty, true, Vec::new());
        Some(Node::stmt(&format!("let mut {name}: {} = §;\n", ty.text()), [value]))
    }

    /// A variable with references.
    fn let_borrowing(&mut self) -> Option<Node> {
        let ty = self.borrowing_type();
        let (value, from) = self.borrowing(&ty, 2)?;
        let mutable = self.dice.chance(60);
        let name = self.name();
        self.declare(&name, &ty, mutable, from);
        let written = if mutable { "mut " } else { "" };
        let with_type = if self.dice.chance(50) { String::new() } else { format!(": {}", ty.text()) };
        Some(Node::stmt(&format!("let {written}{name}{with_type} = §;\n"), [value]))
    }

    /// An assignment to a place without references, mostly behind one.
    fn write(&mut self) -> Option<Node> {
        let is_behind = self.dice.chance(80);
        let is_number = self.dice.chance(60);
        let place = self.place(|place| {
            place.writable
                && !borrows(&place.ty)
                && (!is_behind || place.is_behind())
                && (!is_number || matches!(place.ty, Ty::Int(_)))
        })?;
        let value = self.value(&place.ty, 2);
        // The value is computed before, and may have ended the reference.
        if self.vars[place.var].gone || !self.available(&place) {
            return None;
        }
        self.touch(&place);
        Some(Node::stmt(&format!("{} = §;\n", place.text), [value]))
    }

    /// A reference is made to point elsewhere, or two at once: `v1.r = &mut v2.x0;`, `(v3, v4) = (v4, v3);`. What was
    /// borrowed through the old one goes on.
    fn point_elsewhere(&mut self) -> Option<Node> {
        let place = self.place(|place| place.writable && borrows(&place.ty))?;
        let mark = self.depth;
        if self.dice.chance(25)
            && let Some(other) = self.place(|other| other.writable && other.ty == place.ty && other.var != place.var)
        {
            let (first, from) = self.held(&place.ty)?;
            let (second, more) = self.held(&place.ty)?;
            if self.vars[place.var].gone && !place.path.is_empty()
                || self.vars[other.var].gone && !other.path.is_empty()
            {
                return None;
            }
            self.retarget(&place, from);
            self.retarget(&other, more);
            (self.vars[place.var].gone, self.vars[other.var].gone) = (false, false);
            return Some(Node::stmt(&format!("({}, {}) = (§, §);\n", place.text, other.text), [first, second]));
        }
        let (value, from) = self.borrowing(&place.ty, 2)?;
        let lives_long = |(var, path): &Loan| {
            self.vars[*var].depth <= self.vars[place.var].depth || path.contains(&super::scope::Step::Deref)
        };
        if mark == 0 || !from.iter().all(lives_long) {
            return None;
        }
        // A variable that was moved may be assigned, a part of it not.
        if self.vars[place.var].gone && (!place.path.is_empty() || !self.vars[place.var].mutable) {
            return None;
        }
        self.vars[place.var].gone = false;
        self.retarget(&place, from);
        Some(Node::stmt(&format!("{} = §;\n", place.text), [value]))
    }

    /// Two values of one type change places: numbers and the like, or references themselves. With references of references, the
    /// final values of the inner ones change places too.
    fn swap(&mut self) -> Option<Node> {
        let ty = if self.dice.chance(60) { self.owned_type() } else { self.borrowing_type() };
        let to = Ty::Mut(Box::new(ty.clone()));
        let (first, from) = self.held(&to)?;
        let (second, more) = self.held(&to)?;
        if borrows(&ty) {
            // Each may refer to what the other did.
            let both: Vec<Loan> = from.iter().chain(&more).cloned().collect();
            for (var, _) in &both {
                let others = both.iter().filter(|(other, _)| other != var);
                let all: Vec<Loan> = others.flat_map(|(other, _)| self.vars[*other].from.clone()).collect();
                self.vars[*var].from.extend(all);
            }
        }
        Some(Node::stmt("core::mem::swap(§, §);\n", [first, second]))
    }

    /// A value is taken out from behind a reference, for another one.
    fn replace(&mut self) -> Option<Node> {
        let ty = self.owned_type();
        let to = Ty::Mut(Box::new(ty.clone()));
        let (target, _) = self.held(&to)?;
        let value = self.value(&ty, 1);
        let name = self.name();
        self.declare(&name, &ty, true, Vec::new());
        Some(Node::stmt(&format!("let mut {name} = core::mem::replace(§, §);\n"), [target, value]))
    }

    /// A call that writes.
    fn call(&mut self) -> Option<Node> {
        let number = self.number_type();
        let to_number = Ty::Mut(Box::new(number.clone()));
        let to_reference = Ty::Mut(Box::new(to_number.clone()));
        match self.dice.below(10) {
            0..4 => {
                let (target, _) = self.held(&to_number)?;
                let value = self.number(1);
                Some(Node::stmt("put(§, §);\n", [target, value]))
            }
            4..6 => {
                let (target, _) = self.held(&to_number)?;
                let name = self.name();
                self.declare(&name, &number, true, Vec::new());
                Some(Node::stmt(&format!("let mut {name} = get(§);\n"), [target]))
            }
            6..8 => {
                let (target, _) = self.held(&to_reference)?;
                let value = self.number(1);
                Some(Node::stmt("put_in(§, §);\n", [target, value]))
            }
            _ => {
                let (target, through) = self.held(&to_reference)?;
                let (new, from) = self.held(&to_number)?;
                for (var, _) in through {
                    self.vars[var].from.extend(from.clone());
                }
                Some(Node::stmt("aim(§, §);\n", [target, new]))
            }
        }
    }

    /// Pairs and structs with references, taken apart by a pattern: `let P { r: v5, n: mut v6 } = v1;` moves one field, and
    /// copies the other.
    fn take_apart(&mut self) -> Option<Node> {
        let to_number = Ty::Mut(Box::new(self.number_type()));
        let number = self.number_type();
        let (a, b) = (self.name(), self.name());
        if self.dice.chance(35) {
            let holder = Ty::Named(self.holder.clone());
            let (value, from) = self.borrowing(&holder, 2)?;
            self.declare(&a, &to_number, false, from);
            self.declare(&b, &number, true, Vec::new());
            return Some(Node::stmt(&format!("let P {{ r: {a}, n: mut {b} }} = §;\n"), [value]));
        }
        let pair = Ty::Tuple(vec![number.clone(), number]);
        let (template, (value, from)) = match self.dice.below(3) {
            0 => (format!("let (mut {a}, {b}) = §;\n"), self.borrowing(&Ty::Tuple(vec![to_number.clone(); 2]), 2)?),
            1 => (format!("let (mut {a}, {b}) = both(§);\n"), self.borrowing(&Ty::Mut(Box::new(pair)), 2)?),
            _ => (format!("let ({a}, {b}) = §;\n"), self.borrowing(&Ty::Mut(Box::new(pair)), 2)?),
        };
        let is_mutable = template.contains("mut ");
        self.declare(&a, &to_number, is_mutable, from.clone());
        self.declare(&b, &to_number, false, from);
        Some(Node::stmt(&template, [value]))
    }

    /// A value with references ends, or is only looked at: `let _ = v1;` moves nothing, `drop(v1);` does.
    fn give_away(&mut self) -> Option<Node> {
        let ty = self.borrowing_type();
        let (value, _) = self.borrowing(&ty, 1)?;
        Some(Node::stmt(if self.dice.chance(60) { "drop(§);\n" } else { "let _ = §;\n" }, [value]))
    }

    /// `if`, with or without `else`.
    fn branch(&mut self, depth: usize) -> Option<Node> {
        let condition = self.condition();
        let before = self.vars.clone();
        let yes = self.block(depth);
        if self.dice.chance(40) {
            self.join(before);
            return Some(Node::stmt("if § {\n§}\n", [condition, yes]));
        }
        let after = std::mem::replace(&mut self.vars, before);
        let no = self.block(depth);
        self.join(after);
        Some(Node::stmt("if § {\n§} else {\n§}\n", [condition, yes, no]))
    }

    /// A reference into an option, where there is something in it.
    fn with_option(&mut self, depth: usize) -> Option<Node> {
        let number = self.number_type();
        let to_number = Ty::Mut(Box::new(number.clone()));
        let with_references = self.dice.chance(50);
        let inner = if with_references { to_number.clone() } else { number };
        let option = Ty::Option(Box::new(inner.clone()));
        let p = self.name();
        let before = self.vars.clone();
        let (head, value, from, ty) = if with_references && self.dice.chance(40) {
            let (value, from) = self.borrowing(&option, 1)?;
            (format!("Some({p}) = §"), value, from, inner)
        } else {
            let (value, from) = self.borrowing(&Ty::Mut(Box::new(option)), 1)?;
            let heads =
                [format!("Some({p}) = §"), format!("Some({p}) = (§).as_mut()"), format!("Some(ref mut {p}) = *§")];
            (self.dice.pick(&heads).clone(), value, from, Ty::Mut(Box::new(inner)))
        };
        self.depth += 1;
        let mark = self.vars.len();
        self.declare(&p, &ty, false, from);
        let ended = std::mem::take(&mut self.ended);
        let body = self.block(depth);
        self.ended = ended;
        self.leave(mark);
        self.depth -= 1;
        if self.dice.chance(50) {
            self.join(before);
            return Some(Node::stmt(&format!("if let {head} {{\n§}}\n"), [value, body]));
        }
        let after = std::mem::replace(&mut self.vars, before);
        let other = self.block(depth);
        self.join(after);
        Some(Node::stmt(&format!("if let {head} {{\n§}} else {{\n§}}\n"), [value, body, other]))
    }

    /// `return` or `break` on one side of a condition. What is borrowed ends there earlier than on the other side.
    fn leave_early(&mut self, depth: usize) -> Option<Node> {
        let condition = self.condition();
        let before = self.vars.clone();
        let body = self.block(depth);
        let (condition, body) = ([condition], body);
        let out = if !self.loops.is_empty() && self.dice.chance(60) {
            self.breaks = true;
            Node::stmt("if § {\n§break;\n}\n", condition.into_iter().chain([body]))
        } else {
            let ended = std::mem::take(&mut self.ended);
            self.begin();
            let value = self.number(1);
            // These stand before the value, in the same block.
            let points = Node::list(std::mem::replace(&mut self.ended, ended));
            Node::stmt("if § {\n§§return §;\n}\n", condition.into_iter().chain([body, points, value]))
        };
        // What was ended there is not ended here.
        self.vars = before;
        Some(out)
    }

    /// A loop of a few rounds. Its invariant is a disjunction of what was seen at its head. It borrows anew in each round, or goes
    /// on with what was borrowed before.
    fn repeat(&mut self, depth: usize) -> Option<Node> {
        let i = self.name();
        let rounds = self.dice.below(4);
        let mut places = self.readable();
        places.truncate(5);
        let counter = (i.clone(), Ty::Int(super::INTS[0]));
        let id = self.id();
        let end = Point { id: self.id(), places: places.clone() };
        let head = Point { id, places: [counter].into_iter().chain(places).collect() };
        let breaks = std::mem::replace(&mut self.breaks, false);
        self.loops.push(self.depth);
        self.depth += 1;
        let body = self.block(depth);
        self.depth -= 1;
        self.loops.pop();
        let breaks = std::mem::replace(&mut self.breaks, breaks);
        let look = |point: &Point| seen("seen", point.id, point.places.iter().map(|(place, _)| place.as_str()));
        let clauses = LoopClauses {
            head: head.clone(),
            end: end.clone(),
            breaks,
            last: None,
            decreases: Some(format!("{rounds} - {i}")),
        };
        let pieces = vec![
            Piece::Text(format!("let mut {i}: u8 = 0;\nwhile ")),
            Piece::Run(format!("{{ {} ", look(&head))),
            Piece::Text(format!("{i} < {rounds}")),
            Piece::Run(" }".into()),
            Piece::Text("\n".into()),
            Piece::Loop(clauses),
            Piece::Text(format!("{{\n{i} += 1;\n")),
            Piece::Sub(body),
            Piece::Text("}\n".into()),
            Piece::Run(look(&end)),
        ];
        Some(Node { kind: Kind::Stmt, pieces })
    }
}
