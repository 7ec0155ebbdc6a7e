//! Reading what has a name: variables, their fields and elements.
//!
//! A value that is not copied is moved or cloned. It is moved only where it was declared, not within a loop further in, and
//! is out of sight from then on.

use super::super::tree::Node;
use super::super::types::Ty;
use super::{Expr, Generator, bounds};

impl Generator {
    /// A variable of this type, or a part of one.
    pub(super) fn place_of(&mut self, ty: &Ty) -> Option<Expr> {
        let mut found: Vec<(String, i128, i128, Option<usize>)> = Vec::new();
        for i in self.visible() {
            let var = &self.vars[i];
            let text = Self::written(var);
            if var.ty == *ty {
                let (low, high) = if matches!(ty, Ty::Int(_)) { (var.low, var.high) } else { (0, 0) };
                found.push((text, low, high, (!ty.copy()).then_some(i)));
            } else if ty.copy() {
                let mut parts = Vec::new();
                projections(&text, &var.ty, ty, 2, &mut parts);
                let (low, high) = bounds(ty);
                found.extend(parts.into_iter().map(|part| (part, low, high, None)));
            }
        }
        if found.is_empty() {
            return None;
        }
        let (mut text, low, high, whole) = self.dice.pick(&found).clone();
        if let Some(i) = whole {
            let var = &self.vars[i];
            let cloned = matches!(&var.ty, Ty::Vec(_) | Ty::Text) || matches!(&var.ty, Ty::Option(of) if of.copy());
            let here = var.depth == self.loops.len() && !var.by_mut;
            if here && self.returns.is_some() && (!cloned || self.dice.chance(50)) {
                self.vars[i].gone = true;
            } else if cloned {
                text.push_str(".clone()");
            } else {
                return None;
            }
        }
        if text.contains('?') {
            // An index that is computed.
            let (before, len) = text.split_once('?')?;
            let (before, len) = (before.to_owned(), len.to_owned());
            let index = self.integer(super::super::types::USIZE, 1);
            let node = Node::expr(ty, &format!("{before}[(§ % {len})]"), [index.node]);
            return Some(Expr { node, low, high });
        }
        Some(Expr { node: Node::expr(ty, &text, []), low, high })
    }
}

/// The parts of `of`, written `text`, that have the type wanted; `?` stands before the length of what is to be indexed.
fn projections(text: &str, of: &Ty, wanted: &Ty, depth: usize, out: &mut Vec<String>) {
    let mut part = |text: String, ty: &Ty| {
        if ty == wanted {
            out.push(text.clone());
        }
        if depth > 1 {
            projections(&text, ty, wanted, depth - 1, out);
        }
    };
    match of {
        Ty::Tuple(types) => types.iter().enumerate().for_each(|(i, ty)| part(format!("{text}.{i}"), ty)),
        Ty::Array(inner, len) => {
            (0..*len).for_each(|i| part(format!("{text}[{i}]"), inner));
            if **inner == *wanted && !text.contains('[') {
                out.push(format!("{text}?{len}"));
            }
        }
        Ty::Named(decl) if !decl.is_enum => {
            for (field, ty) in &decl.variants[0].fields {
                part(format!("{text}.{field}"), ty);
            }
        }
        Ty::Ref(inner) => part(format!("(*{text})"), inner),
        _ => {}
    }
}
