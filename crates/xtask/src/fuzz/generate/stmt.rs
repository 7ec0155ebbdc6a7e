//! Statements but loops.
//!
//! A budget of statements keeps a case small: the verifier's time grows faster than the text.

use super::super::tree::{Kind, Node, Piece};
use super::super::types::{Ty, USIZE};
use super::{Generator, bounds};

impl Generator {
    /// Some statements, whose variables stay in scope.
    pub(super) fn statements(&mut self, most: usize, depth: usize) -> Vec<Node> {
        let mut all = Vec::new();
        for _ in 0..1 + self.dice.below(most) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            all.push(self.statement(depth));
            if self.dice.chance(15)
                && !self.total
                && let Some(point) = self.some()
            {
                all.push(Node::point(point));
            }
        }
        all
    }

    /// Statements in braces; what they declare is out of scope behind them.
    pub(super) fn block(&mut self, most: usize, depth: usize) -> Node {
        let (mark, callees) = (self.vars.len(), self.callees.len());
        let all = self.statements(most, depth);
        self.vars.truncate(mark);
        self.callees.truncate(callees);
        Node::new(Kind::Part, "{\n§}\n", [Node::list(all)])
    }

    /// One statement; the shares say what programs are made of.
    fn statement(&mut self, depth: usize) -> Node {
        match self.dice.below(100) {
            0..16 => self.let_statement(2),
            16..32 => self.let_call(),
            32..47 => self.assignment(),
            47..50 => self.element_in_order(),
            50..60 if depth > 0 => {
                let condition = self.boolean(2);
                let yes = self.block(2, depth - 1);
                if self.dice.chance(50) {
                    return Node::stmt("if § §", [condition, yes]);
                }
                let no = self.block(2, depth - 1);
                Node::stmt("if § § else §", [condition, yes, no])
            }
            60..66 if depth > 0 => self.match_statement(depth),
            66..70 if depth > 0 => self.if_let(depth),
            70..73 => self.let_else(),
            73..84 if depth > 0 && !self.total && self.loops.len() < 2 => self.loop_statement(depth),
            84..87 if depth > 0 => Node::stmt("§", [self.block(3, depth - 1)]),
            87..90 => self.leave(),
            90..93 => self.collection(),
            93..95 => self.swap(),
            95..97 => self.closure(),
            _ => self.discarded(),
        }
    }

    /// `let`, with a pattern or a name.
    pub(super) fn let_statement(&mut self, depth: usize) -> Node {
        let ty = self.ty(2);
        let typed = if self.dice.chance(75) { format!(": {}", ty.text()) } else { String::new() };
        let init = self.expression(&ty, depth);
        if matches!(ty, Ty::Tuple(_) | Ty::Named(_)) && self.dice.chance(25) {
            let pattern = self.irrefutable(&ty);
            return Node::stmt(&format!("let {pattern}{typed} = §;\n"), [init.node]);
        }
        if self.dice.chance(6) && ty.copy() {
            let name = self.fresh("r");
            self.declare(&name, &Ty::Ref(Box::new(ty.clone())), false, (0, 0));
            return Node::stmt(&format!("let {name} = &§;\n"), [init.node]);
        }
        let name = self.name();
        let mutable = self.dice.chance(50);
        // What changes later may become any value of its type.
        let range = if mutable { bounds(&ty) } else { (init.low, init.high) };
        self.declare(&name, &ty, mutable, range);
        let word = if mutable { "let mut" } else { "let" };
        Node::stmt(&format!("{word} {name}{typed} = §;\n"), [init.node])
    }

    /// `let` of what a function gives.
    fn let_call(&mut self) -> Node {
        if self.callees.is_empty() {
            return self.let_statement(2);
        }
        let ty = self.dice.pick(&self.callees).result.clone();
        let Some(call) = self.call_of(&ty, 2) else { return self.let_statement(2) };
        let name = self.fresh("v");
        let mutable = self.dice.chance(40);
        let range = if mutable { bounds(&ty) } else { (call.low, call.high) };
        self.declare(&name, &ty, mutable, range);
        let word = if mutable { "let mut" } else { "let" };
        Node::stmt(&format!("{word} {name} = §;\n"), [call.node])
    }

    /// Variables that may be assigned to.
    fn targets(&self) -> Vec<usize> {
        let open = |i: &usize| self.vars[*i].mutable && !self.vars[*i].counter;
        self.visible().into_iter().filter(open).collect()
    }

    /// `=` or `+=` and the like, to a variable or a part of one.
    fn assignment(&mut self) -> Node {
        let targets = self.targets();
        if targets.is_empty() {
            return self.let_statement(2);
        }
        let var = self.vars[*self.dice.pick(&targets)].clone();
        let mut place = Self::written(&var);
        let mut ty = var.ty.clone();
        while self.dice.chance(70) {
            let (inner, of) = match &ty {
                Ty::Tuple(types) => {
                    let i = self.dice.below(types.len());
                    (format!("{place}.{i}"), types[i].clone())
                }
                Ty::Array(of, len) => {
                    let i = self.dice.below(*len);
                    (format!("{place}[{i}]"), (**of).clone())
                }
                Ty::Named(decl) if !decl.is_enum && !decl.variants[0].fields.is_empty() => {
                    let (field, of) = self.dice.pick(&decl.variants[0].fields).clone();
                    (format!("{place}.{field}"), of)
                }
                _ => break,
            };
            (place, ty) = (inner, of);
        }
        if let Ty::Int(int) = ty
            && self.dice.chance(20)
        {
            let (op, by) = match if self.dice.chance(70) { 0 } else { self.dice.below(8) } {
                0 if self.dice.chance(50) => ("/=", self.dice.between(2, 9)),
                0 | 1 => ("%=", self.dice.between(2, 9)),
                2 => ("&=", self.dice.between(0, 100)),
                3 => ("|=", self.dice.between(0, 100)),
                4 => ("^=", self.dice.between(0, 100)),
                5 => ("<<=", self.dice.between(0, i128::from(int.bits) - 1)),
                6 => (">>=", self.dice.between(0, i128::from(int.bits) - 1)),
                _ => ("+=", self.dice.between(0, if self.total { 0 } else { 3 })),
            };
            if op != "+=" || self.dice.chance(30) {
                let by = self.number(if op.len() == 3 { super::super::types::INTS[4] } else { int }, by);
                return Node::stmt(&format!("{place} {op} §;\n"), [by.node]);
            }
        }
        if ty == Ty::Bool && self.dice.chance(30) {
            let op = *self.dice.pick(&["&=", "|=", "^="]);
            let value = self.boolean(1);
            return Node::stmt(&format!("{place} {op} §;\n"), [value]);
        }
        let value = self.value(&ty, 2);
        Node::stmt(&format!("{place} = §;\n"), [value])
    }

    /// An element whose index changes a variable on the way, read or written: what else reads the variable shows the order.
    fn element_in_order(&mut self) -> Node {
        let targets = self.targets();
        let array = |i: &&usize| matches!(&self.vars[**i].ty, Ty::Array(of, _) if of.copy());
        let arrays: Vec<usize> = targets.iter().filter(array).copied().collect();
        let counters: Vec<usize> = targets.iter().filter(|i| self.vars[**i].ty == Ty::Int(USIZE)).copied().collect();
        if arrays.is_empty() || counters.is_empty() {
            return self.assignment();
        }
        let array = self.vars[*self.dice.pick(&arrays)].clone();
        let Ty::Array(of, len) = &array.ty else { return self.assignment() };
        let (place, counter) = (Self::written(&array), self.vars[*self.dice.pick(&counters)].clone());
        let counter = Self::written(&counter);
        let by = self.integer(USIZE, 1);
        let index = format!("{{ {counter} = § % {len}; {counter} }}");
        if self.dice.chance(50) {
            let value = match **of {
                Ty::Int(int) if self.dice.chance(50) => {
                    Node::expr(of, &format!("({counter} as {})", Ty::Int(int).text()), [])
                }
                _ => self.value(of, 2),
            };
            return Node::stmt(&format!("{place}[{index}] = §;\n"), [by.node, value]);
        }
        let changed = if self.dice.chance(50) { format!("{place}[0] = §; ") } else { String::new() };
        let name = self.fresh("e");
        let mut subs = Vec::new();
        if !changed.is_empty() {
            subs.push(self.value(of, 1));
        }
        subs.push(by.node);
        self.declare(&name, of, false, bounds(of));
        Node::stmt(&format!("let {name} = {place}[{{ {changed}{counter} = § % {len}; {counter} }}];\n"), subs)
    }

    /// `match` with arms that do something.
    fn match_statement(&mut self, depth: usize) -> Node {
        let of = self.ty(2);
        let mut subs = vec![self.scrutinee(&of, 2)];
        let mut text = String::from("match § {\n");
        for _ in 0..1 + self.dice.below(3) {
            let mark = self.vars.len();
            let pattern = self.alternatives(&of);
            let guarded = self.guarded(&pattern);
            subs.push(pattern);
            text.push('§');
            if guarded {
                subs.push(self.boolean(1));
                text.push_str(" if §");
            }
            text.push_str(" => §");
            subs.push(self.block(2, depth - 1));
            self.vars.truncate(mark);
        }
        subs.push(self.block(1, depth - 1));
        text.push_str("_ => §}\n");
        Node::stmt(&text, subs)
    }

    /// `if let` with an `else`.
    fn if_let(&mut self, depth: usize) -> Node {
        let of = self.ty(2);
        let scrutinee = self.scrutinee(&of, 2);
        let mark = self.vars.len();
        let pattern = self.pattern(&of, 2);
        let yes = self.block(2, depth - 1);
        self.vars.truncate(mark);
        let no = self.block(2, depth - 1);
        Node::stmt("if let § = § § else §", [pattern, scrutinee, yes, no])
    }

    /// `let .. else`, whose block leaves.
    fn let_else(&mut self) -> Node {
        let of = self.ty(2);
        let scrutinee = self.scrutinee(&of, 2);
        let Some(away) = self.way_out() else { return self.let_statement(2) };
        let pattern = self.pattern(&of, 2);
        Node::stmt("let § = § else {\n§};\n", [pattern, scrutinee, Node::new(Kind::Part, "§", [away])])
    }

    /// `return`, `break` or `continue`, whichever may stand here, mostly under a condition.
    fn leave(&mut self) -> Node {
        let condition = if self.dice.chance(99) { Some(self.boolean(2)) } else { None };
        let away = self.way_out();
        match (away, condition) {
            (Some(away), Some(condition)) => {
                let other = self.way_out();
                let last = other.unwrap_or_else(|| away.clone());
                if self.dice.chance(97) {
                    return Node::stmt("if § {\n§}\n", [condition, away]);
                }
                Node::stmt("if § {\n§} else {\n§}\n", [condition, away, last])
            }
            (Some(away), None) => Node::stmt("§", [away]),
            (None, _) => Node { kind: Kind::Stmt, pieces: Vec::new() },
        }
    }

    /// A jump without a condition, unless none may stand here.
    fn way_out(&mut self) -> Option<Node> {
        if !self.loops.is_empty() && self.dice.chance(75) {
            let at = self.dice.below(self.loops.len());
            let inner = at + 1 == self.loops.len();
            let word = *self.dice.pick(&["break", "continue"]);
            let around = &mut self.loops[at];
            around.breaks |= word == "break";
            let label = if inner && self.dice.chance(60) {
                String::new()
            } else {
                around.labelled = true;
                format!(" {}", around.label)
            };
            return Some(Node::new(Kind::Part, &format!("{word}{label};\n"), []));
        }
        let ty = self.returns.clone()?;
        let value = self.value(&ty, 2);
        Some(Node::new(Kind::Part, "return §;\n", [value]))
    }

    /// What is done with a vector.
    fn collection(&mut self) -> Node {
        let vectors: Vec<usize> =
            self.targets().into_iter().filter(|i| matches!(self.vars[*i].ty, Ty::Vec(_))).collect();
        if vectors.is_empty() {
            let of = self.scalar();
            let ty = Ty::Vec(Box::new(of));
            let init = self.constructed(&ty, 1);
            let name = self.fresh("v");
            self.declare(&name, &ty, true, (0, 0));
            return Node::stmt(&format!("let mut {name}: {} = §;\n", ty.text()), [init]);
        }
        let var = self.vars[*self.dice.pick(&vectors)].clone();
        let Ty::Vec(of) = &var.ty else { return self.let_statement(1) };
        let place = if var.by_mut { var.name.clone() } else { Self::written(&var) };
        let index = self.integer(USIZE, 1).node;
        match self.dice.below(9) {
            0 | 1 => Node::stmt(&format!("{place}.push(§);\n"), [self.value(of, 2)]),
            2 => {
                let name = self.fresh("v");
                let ty = Ty::Option(of.clone());
                self.declare(&name, &ty, false, (0, 0));
                Node::stmt(&format!("let {name} = {place}.pop();\n"), [])
            }
            3 => {
                let value = self.value(of, 1);
                Node::stmt(&format!("if § < {place}.len() {{ {place}.set(§, §); }}\n"), [index.clone(), index, value])
            }
            4 => {
                let value = self.value(of, 1);
                let i = self.dice.below(3);
                Node::stmt(&format!("if {place}.len() > {i} {{ {place}[{i}] = §; }}\n"), [value])
            }
            5 => {
                let (name, other) = (self.fresh("v"), self.value(of, 1));
                self.declare(&name, of, false, bounds(of));
                let text = format!("let {name} = if § < {place}.len() {{ {place}[§] }} else {{ § }};\n");
                Node::stmt(&text, [index.clone(), index, other])
            }
            6 => {
                let value = self.value(of, 1);
                Node::stmt(&format!("if {place}.len() >= 1 {{ {place}.insert(1, §); }}\n"), [value])
            }
            7 => Node::stmt(&format!("if {place}.len() > 1 {{ {place}.swap_remove(0); }}\n"), []),
            _ => Node::stmt(&format!("{place}.truncate(§);\n"), [index]),
        }
    }

    /// `swap` or `replace` of the standard library.
    fn swap(&mut self) -> Node {
        let targets: Vec<usize> = self.targets().into_iter().filter(|i| !self.vars[*i].by_mut).collect();
        for a in &targets {
            for b in &targets {
                let (x, y) = (&self.vars[*a], &self.vars[*b]);
                if x.name < y.name && x.ty == y.ty {
                    return Node::stmt(&format!("core::mem::swap(&mut {}, &mut {});\n", x.name, y.name), []);
                }
            }
        }
        let Some(i) = targets.first() else { return self.let_statement(1) };
        let var = self.vars[*i].clone();
        let value = self.value(&var.ty, 1);
        let name = self.fresh("v");
        self.declare(&name, &var.ty, false, bounds(&var.ty));
        Node::stmt(&format!("let {name} = core::mem::replace(&mut {}, §);\n", var.name), [value])
    }

    /// A value that nobody uses.
    fn discarded(&mut self) -> Node {
        let ty = self.ty(1);
        let value = self.call_of(&ty, 2).map_or_else(|| self.value(&ty, 2), |call| call.node);
        let text = if self.dice.chance(50) { "let _ = §;\n" } else { "let _unused = §;\n" };
        let mut node = Node::stmt(text, [value]);
        if self.dice.chance(20) {
            node.pieces.push(Piece::Text(";".into()));
        }
        node
    }
}
