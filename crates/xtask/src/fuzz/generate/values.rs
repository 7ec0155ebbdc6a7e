//! Expressions of all other types.
//!
//! Values are read from places, returned by calls, chosen by branches, or built from their parts, in this order of preference. At depth
//! zero only the last is left, so the recursion ends.

use super::super::tree::{Node, Piece};
use super::super::types::{Decl, Ty};
use super::{Expr, Generator};

/// Characters of one to four bytes in UTF-8.
const CHARS: [&str; 8] = ["'a'", "'Z'", "' '", "'\\n'", "'0'", "'\u{e9}'", "'\u{20ac}'", "'\u{1f600}'"];

/// Texts for `String`.
pub(super) const TEXTS: [&str; 5] = ["", "a", "xyz", "a\\tb", "d\u{e9}j\u{e0}"];

impl Generator {
    /// An expression with its interval.
    pub(super) fn expression(&mut self, ty: &Ty, depth: usize) -> Expr {
        match ty {
            Ty::Int(int) => self.integer(*int, depth),
            _ => Expr { node: self.value(ty, depth), low: 0, high: 0 },
        }
    }

    /// An expression of a type.
    pub(super) fn value(&mut self, ty: &Ty, depth: usize) -> Node {
        match ty {
            Ty::Int(int) => return self.integer(*int, depth).node,
            Ty::Bool => return self.boolean(depth),
            _ => {}
        }
        let roll = self.dice.below(100);
        if roll < 35 {
            if let Some(place) = self.place_of(ty) {
                return place.node;
            }
        } else if roll < 50 && depth > 0 {
            if let Some(call) = self.call_of(ty, depth) {
                return call.node;
            }
        } else if roll < 60 && depth > 0 {
            return self.branches(ty, depth).node;
        }
        self.constructed(ty, depth.saturating_sub(1))
    }

    /// A value from its parts.
    pub(super) fn constructed(&mut self, ty: &Ty, depth: usize) -> Node {
        match ty {
            Ty::Int(_) | Ty::Bool => self.value(ty, depth),
            Ty::Char => {
                let text = *self.dice.pick(&CHARS);
                Node::expr(ty, text, [])
            }
            Ty::Tuple(types) => {
                let parts: Vec<Node> = types.iter().map(|ty| self.value(ty, depth)).collect();
                let text = if types.len() == 1 { "(§,)".into() } else { format!("({})", holes(types.len())) };
                Node::expr(ty, &text, parts)
            }
            Ty::Array(of, len) => {
                if of.copy() && self.dice.chance(25) {
                    let one = self.value(of, depth);
                    return Node::expr(ty, &format!("[§; {len}]"), [one]);
                }
                let parts: Vec<Node> = (0..*len).map(|_| self.value(of, depth)).collect();
                Node::expr(ty, &format!("[{}]", holes(*len)), parts)
            }
            Ty::Vec(of) => {
                let len = self.dice.below(4);
                if len == 0 {
                    return Node::expr(ty, &format!("Vec::<{}>::new()", of.text()), []);
                }
                let plain = std::mem::replace(&mut self.plain, true);
                let node = if self.dice.chance(20) {
                    let one = self.value(of, depth);
                    Node::expr(ty, &format!("vec![§; {len}]"), [one])
                } else {
                    let parts: Vec<Node> = (0..len).map(|_| self.value(of, depth)).collect();
                    Node::expr(ty, &format!("vec![{}]", holes(len)), parts)
                };
                self.plain = plain;
                node
            }
            Ty::Option(of) => {
                if self.dice.chance(30) {
                    return Node::expr(ty, &format!("None::<{}>", of.text()), []);
                }
                let inner = self.value(of, depth);
                Node::expr(ty, "Some(§)", [inner])
            }
            Ty::Result(good, bad) => {
                let (word, part) = if self.dice.chance(60) { ("Ok", good) } else { ("Err", bad) };
                let inner = self.value(part, depth);
                Node::expr(ty, &format!("{word}::<{}, {}>(§)", good.text(), bad.text()), [inner])
            }
            Ty::Named(decl) => self.datatype(ty, decl, depth),
            Ty::Text => {
                let text = *self.dice.pick(&TEXTS);
                Node::expr(ty, &format!("\"{text}\".to_owned()"), [])
            }
            Ty::Ref(of) => {
                let inner = self.constructed(of, depth);
                Node::expr(ty, "&§", [inner])
            }
            Ty::Mut(of) => {
                let inner = self.constructed(of, depth);
                Node::expr(ty, "&mut §", [inner])
            }
        }
    }

    /// A struct or enum from its fields, in any order.
    fn datatype(&mut self, ty: &Ty, decl: &Decl, depth: usize) -> Node {
        let variant = self.dice.pick(&decl.variants);
        let path = if decl.is_enum { format!("{}::{}", decl.name, variant.name) } else { decl.name.clone() };
        if variant.fields.is_empty() {
            return Node::expr(ty, &path, []);
        }
        let mut order: Vec<usize> = (0..variant.fields.len()).collect();
        if !variant.named {
            let parts: Vec<Node> = order.iter().map(|i| self.value(&variant.fields[*i].1, depth)).collect();
            return Node::expr(ty, &format!("{path}({})", holes(order.len())), parts);
        }
        if self.dice.chance(30) {
            order.reverse();
        }
        let update = !decl.is_enum && decl.copy && order.len() > 1 && self.dice.chance(25);
        if update && let Some(base) = self.place_of(ty) {
            order.truncate(1 + self.dice.below(order.len() - 1));
            let mut parts: Vec<Node> = order.iter().map(|i| self.value(&variant.fields[*i].1, depth)).collect();
            let inner: Vec<String> = order.iter().map(|i| format!("{}: §", variant.fields[*i].0)).collect();
            parts.push(base.node);
            return Node::expr(ty, &format!("({path} {{ {}, ..§ }})", inner.join(", ")), parts);
        }
        let parts: Vec<Node> = order.iter().map(|i| self.value(&variant.fields[*i].1, depth)).collect();
        let inner: Vec<String> = order.iter().map(|i| format!("{}: §", variant.fields[*i].0)).collect();
        Node::expr(ty, &format!("({path} {{ {} }})", inner.join(", ")), parts)
    }

    /// A truth value.
    pub(super) fn boolean(&mut self, depth: usize) -> Node {
        let ty = Ty::Bool;
        if depth == 0 || self.dice.chance(15) {
            if self.dice.chance(65)
                && let Some(place) = self.place_of(&ty)
            {
                return place.node;
            }
            return Node::expr(&ty, if self.dice.chance(50) { "true" } else { "false" }, []);
        }
        match self.dice.below(100) {
            0..40 => {
                let int = self.int();
                let (left, right) = (self.integer(int, depth - 1).node, self.integer(int, depth - 1).node);
                let op = *self.dice.pick(&["==", "!=", "<", "<=", ">", ">="]);
                Node::expr(&ty, &format!("(§ {op} §)"), [left, right])
            }
            40..55 => {
                let (left, right) = (self.boolean(depth - 1), self.boolean(depth - 1));
                let op = *self.dice.pick(&["&&", "||", "&&", "||", "==", "!=", "^", "&", "|"]);
                Node::expr(&ty, &format!("(§ {op} §)"), [left, right])
            }
            55..62 => {
                let inner = self.boolean(depth - 1);
                Node::expr(&ty, "(!§)", [inner])
            }
            62..75 => self.equality(depth),
            75..84 => self.test(depth),
            84..92 => self.call_of(&ty, depth).map_or_else(|| Node::expr(&ty, "true", []), |call| call.node),
            _ => self.branches(&ty, depth).node,
        }
    }

    /// `==` between values of any type that has it.
    fn equality(&mut self, depth: usize) -> Node {
        let ty = self.ty(1);
        if !ty.has_eq() {
            let inner = self.boolean(depth - 1);
            return Node::expr(&Ty::Bool, "(!§)", [inner]);
        }
        let (left, right) = (self.value(&ty, depth - 1), self.value(&ty, depth - 1));
        let op = *self.dice.pick(&["==", "==", "!="]);
        Node::expr(&Ty::Bool, &format!("(§ {op} §)"), [left, right])
    }

    /// `matches!` or a method that tests.
    fn test(&mut self, depth: usize) -> Node {
        let ty = self.ty(1);
        if let Ty::Option(of) = &ty
            && of.copy()
            && self.dice.chance(50)
        {
            let inner = self.value(&ty, depth - 1);
            let word = *self.dice.pick(&["is_some", "is_none"]);
            return Node::expr(&Ty::Bool, &format!("§.{word}()"), [inner]);
        }
        let plain = std::mem::replace(&mut self.plain, true);
        let scrutinee = self.scrutinee(&ty, depth - 1);
        let mark = self.vars.len();
        let pattern = self.pattern(&ty, 1);
        let node = if self.dice.chance(40) {
            let guard = self.boolean(depth - 1);
            Node::expr(&Ty::Bool, "matches!(§, § if §)", [scrutinee, pattern, guard])
        } else {
            Node::expr(&Ty::Bool, "matches!(§, §)", [scrutinee, pattern])
        };
        self.vars.truncate(mark);
        self.plain = plain;
        node
    }

    /// `if` or `match` as an expression.
    pub(super) fn branches(&mut self, ty: &Ty, depth: usize) -> Expr {
        let depth = depth - 1;
        if self.dice.chance(45) {
            let condition = self.boolean(depth);
            let (yes, no) = (self.expression(ty, depth), self.expression(ty, depth));
            let node = Node::expr(ty, "(if § { § } else { § })", [condition, yes.node, no.node]);
            return Expr { node, low: yes.low.min(no.low), high: yes.high.max(no.high) };
        }
        let of = self.ty(1);
        let scrutinee = self.scrutinee(&of, depth);
        let mut subs = vec![scrutinee];
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        let arms = 1 + self.dice.below(3);
        let mut text = String::from("(match § {");
        for i in 0..=arms {
            let mark = self.vars.len();
            if i < arms {
                let pattern = self.alternatives(&of);
                let guarded = self.guarded(&pattern);
                subs.push(pattern);
                if guarded {
                    subs.push(self.boolean(depth.min(1)));
                    text.push_str(" § if § => §,");
                } else {
                    text.push_str(" § => §,");
                }
            } else {
                text.push_str(" _ => §,");
            }
            let result = self.expression(ty, depth);
            self.vars.truncate(mark);
            (low, high) = (low.min(result.low), high.max(result.high));
            subs.push(result.node);
        }
        text.push_str(" })");
        Expr { node: Node::expr(ty, &text, subs), low, high }
    }

    /// Whether a guard is to stand behind a pattern; hardly behind several, which is not supported.
    pub(super) fn guarded(&mut self, pattern: &Node) -> bool {
        let several = pattern.pieces.iter().any(|piece| matches!(piece, Piece::Text(text) if text.contains(" | ")));
        self.dice.chance(if several { 1 } else { 30 })
    }

    /// Something to match on: a copy, so that the patterns bind values.
    pub(super) fn scrutinee(&mut self, ty: &Ty, depth: usize) -> Node {
        if ty.copy() {
            return self.value(ty, depth);
        }
        self.constructed(ty, depth)
    }
}

/// So many holes of a template.
pub(super) fn holes(n: usize) -> String {
    vec!["§"; n].join(", ")
}
