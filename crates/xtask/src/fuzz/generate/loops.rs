//! Loops with few rounds.
//!
//! Every loop counts to a small number with a variable that nothing else changes, so it ends whatever its body does: the counter
//! goes up before the body, where `continue` cannot skip it. Around the loop nothing is known of the counter.
//!
//! The clauses are made after the body, when it is known whether something breaks out of the loop.

use super::super::tree::{Kind, LoopClauses, Node, Piece, Point, seen};
use super::super::types::{INTS, Ty};
use super::{Generator, Loop};

impl Generator {
    /// A loop, with what it counts with.
    pub(super) fn loop_statement(&mut self, depth: usize) -> Node {
        match self.dice.below(10) {
            0..4 => self.while_loop(depth),
            4..6 => self.endless_loop(depth),
            _ => self.for_loop(depth),
        }
    }

    /// The body of a loop begins.
    fn enter_loop(&mut self) {
        let label = self.fresh("'l");
        self.loops.push(Loop { label, breaks: false, labelled: false });
    }

    /// The label to print, and whether something leaves the loop.
    fn exit_loop(&mut self) -> (String, bool) {
        match self.loops.pop() {
            Some(around) if around.labelled => (format!("{}: ", around.label), around.breaks),
            Some(around) => (String::new(), around.breaks),
            None => (String::new(), false),
        }
    }

    /// A counter of its own for a loop.
    fn counter(&mut self) -> (Node, String, i128) {
        let int = INTS[self.dice.below(INTS.len())];
        let name = self.fresh("i");
        let rounds = self.dice.between(0, 4);
        self.declare(&name, &Ty::Int(int), true, (0, rounds));
        if let Some(var) = self.vars.last_mut() {
            var.counter = true;
        }
        (Node::new(Kind::Part, &format!("let mut {name}: {} = 0;\n", int.name), []), name, rounds)
    }

    /// `while`, sometimes with a condition beside that of the counter.
    fn while_loop(&mut self, depth: usize) -> Node {
        let mark = self.vars.len();
        let (start, name, rounds) = self.counter();
        let head = self.everything();
        let end = Point { id: self.id(), places: head.places.clone() };
        self.enter_loop();
        let condition = if self.dice.chance(25) {
            let more = self.boolean(1);
            Node::expr(&Ty::Bool, &format!("({name} < {rounds} && §)"), [more])
        } else {
            Node::new(Kind::Part, &format!("{name} < {rounds}"), [])
        };
        let body = self.block(4, depth - 1);
        let (label, breaks) = self.exit_loop();
        self.vars.truncate(mark);
        let look = seen_at(&head);
        let decreases = Some(format!("{rounds} - {name}"));
        let clauses = LoopClauses { head, end: end.clone(), breaks, last: None, decreases };
        let pieces = vec![
            Piece::Text("{\n".into()),
            Piece::Sub(start),
            Piece::Text(format!("{label}while ")),
            Piece::Run(format!("{{ {look} ")),
            Piece::Sub(condition),
            Piece::Run(" }".into()),
            Piece::Text("\n".into()),
            Piece::Loop(clauses),
            Piece::Text(format!("{{\n{name} += 1;\n")),
            Piece::Sub(body),
            Piece::Text("};\n".into()),
            Piece::Run(seen_at(&end)),
            Piece::Text("}\n".into()),
        ];
        Node { kind: Kind::Stmt, pieces }
    }

    /// `loop`, which ends by `break`.
    fn endless_loop(&mut self, depth: usize) -> Node {
        let mark = self.vars.len();
        let (start, name, rounds) = self.counter();
        let head = self.everything();
        let end = Point { id: self.id(), places: head.places.clone() };
        self.enter_loop();
        let body = self.block(4, depth - 1);
        let (label, _) = self.exit_loop();
        self.vars.truncate(mark);
        let look = seen_at(&head);
        let decreases = Some(format!("{rounds} - {name}"));
        let clauses = LoopClauses { head, end: end.clone(), breaks: true, last: None, decreases };
        let pieces = vec![
            Piece::Text("{\n".into()),
            Piece::Sub(start),
            Piece::Text(format!("{label}loop\n")),
            Piece::Loop(clauses),
            Piece::Text("{\n".into()),
            Piece::Run(look),
            Piece::Text(format!("if {name} >= {rounds} {{ break; }}\n{name} += 1;\n")),
            Piece::Sub(body),
            Piece::Text("};\n".into()),
            Piece::Run(seen_at(&end)),
            Piece::Text("}\n".into()),
        ];
        Node { kind: Kind::Stmt, pieces }
    }

    /// `for` over a range.
    fn for_loop(&mut self, depth: usize) -> Node {
        let mark = self.vars.len();
        let int = INTS[self.dice.below(INTS.len())];
        let ty = Ty::Int(int);
        let low = self.dice.between(if int.signed { -3 } else { 0 }, 5);
        let high = low + self.dice.between(0, 4);
        let end = self.everything();
        let name = self.fresh("i");
        self.declare(&name, &ty, false, (low, high - 1));
        let mut places = vec![(name.clone(), ty)];
        places.extend(end.places.iter().cloned());
        let head = Point { id: self.id(), places };
        self.enter_loop();
        let body = self.block(4, depth - 1);
        let (label, breaks) = self.exit_loop();
        self.vars.truncate(mark);
        let look = seen_at(&head);
        let clauses = LoopClauses { head, end: end.clone(), breaks, last: Some(high.to_string()), decreases: None };
        let int = int.name;
        let pieces = vec![
            Piece::Text(format!("{label}for {name} in {low}{int}..{high}{int}\n")),
            Piece::Loop(clauses),
            Piece::Text("{\n".into()),
            Piece::Run(look),
            Piece::Sub(body),
            Piece::Text("};\n".into()),
            Piece::Run(seen_at(&end)),
        ];
        Node { kind: Kind::Stmt, pieces }
    }
}

/// The statement that writes a point down.
fn seen_at(point: &Point) -> String {
    seen("seen", point.id, point.places.iter().map(|(place, _)| place.as_str()))
}
