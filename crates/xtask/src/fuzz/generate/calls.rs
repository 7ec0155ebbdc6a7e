//! Calls.
//!
//! An argument has to be within the interval of its parameter. A variable that is lent as a mutable reference is out of sight for the
//! other arguments, as the borrow checker wants it.

use super::super::tree::{Kind, Node};
use super::super::types::Ty;
use super::{Expr, Generator, Param, bounds};

impl Generator {
    /// A call of something that gives this type.
    pub(super) fn call_of(&mut self, ty: &Ty, depth: usize) -> Option<Expr> {
        let fitting: Vec<usize> = (0..self.callees.len())
            .filter(|i| self.callees[*i].result == *ty && (!self.total || self.callees[*i].total))
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let callee = self.callees[*self.dice.pick(&fitting)].clone();
        let mut args = Vec::new();
        let mut hidden = Vec::new();
        for (i, param) in callee.params.iter().enumerate() {
            // A receiver is lent without a word.
            let receiver = i == 0 && callee.template.starts_with("§.");
            let arg = if param.by_mut { self.lent(param, receiver, &mut hidden) } else { self.fitting(param, depth) };
            let Some(arg) = arg else {
                hidden.iter().for_each(|i: &usize| self.vars[*i].gone = false);
                return None;
            };
            args.push(arg);
        }
        hidden.iter().for_each(|i| self.vars[*i].gone = false);
        Some(Expr { node: Node::expr(ty, &callee.template, args), low: callee.low, high: callee.high })
    }

    /// A variable that is lent for a change; nothing else may name it meanwhile.
    fn lent(&mut self, param: &Param, receiver: bool, hidden: &mut Vec<usize>) -> Option<Node> {
        let fitting: Vec<usize> = self
            .visible()
            .into_iter()
            .filter(|i| {
                let var = &self.vars[*i];
                let wide = !matches!(var.ty, Ty::Int(_)) || (var.low, var.high) == bounds(&var.ty);
                var.mutable && !var.by_mut && !var.counter && wide && var.ty == param.ty
            })
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let i = *self.dice.pick(&fitting);
        hidden.push(i);
        self.vars[i].gone = true;
        let word = if receiver { "" } else { "&mut " };
        // A part and no expression: the shrinker must not put anything else here.
        Some(Node::new(Kind::Part, &format!("{word}{}", self.vars[i].name), []))
    }

    /// An argument within the interval that a parameter asks for.
    fn fitting(&mut self, param: &Param, depth: usize) -> Option<Node> {
        let Ty::Int(int) = param.ty else { return Some(self.value(&param.ty, depth.saturating_sub(1))) };
        let expr = self.integer(int, depth.saturating_sub(1));
        if expr.low >= param.low && expr.high <= param.high {
            return Some(expr.node);
        }
        if expr.low >= 0 && param.low == 0 {
            let most = self.number(int, param.high + 1).node;
            return Some(Node::expr(&param.ty, "(§ % §)", [expr.node, most]));
        }
        let value = self.dice.between(param.low, param.high);
        Some(self.number(int, value).node)
    }
}
