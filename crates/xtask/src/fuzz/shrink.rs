//! Makes a case smaller while it still shows the same.
//!
//! A statement is left out, or an expression becomes one of its own parts of the same type, or a literal. Whether the result is
//! still Rust, and still shows what was found, is asked of the tools.
//!
//! The steps go through the tree from its root. A node for which nothing smaller shows the same is left behind for good; after a
//! success the same place is tried again. Each try costs a run of both tools, so their number is bounded.

use super::generate::Case;
use super::tree::{Kind, Node, Piece};
use super::types::Ty;

/// The smallest case found within so many tries that is `interesting`.
pub(super) fn shrink(case: &Case, mut tries: usize, mut interesting: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut at = 0;
    while tries > 0 {
        let mut candidates = Vec::new();
        let total = best.items.size() + best.outside.size();
        let in_items = at < best.items.size();
        let (node, index) = if in_items { (&best.items, at) } else { (&best.outside, at - best.items.size()) };
        replacements(node, index, &mut candidates);
        let mut found = None;
        for new in candidates {
            let mut next = best.clone();
            if in_items {
                next.items = new;
            } else {
                next.outside = new;
            }
            tries = tries.saturating_sub(1);
            if interesting(&next) {
                found = Some(next);
                break;
            }
        }
        match found {
            Some(next) => best = next,
            None => at += 1,
        }
        if at >= total {
            break;
        }
    }
    best
}

/// The trees that differ from this one in the node number `index`, counted from the root.
fn replacements(root: &Node, index: usize, out: &mut Vec<Node>) {
    let Some(node) = nth(root, &mut { index }) else { return };
    let mut new = Vec::new();
    match &node.kind {
        Kind::Stmt => new.push(Node { kind: Kind::Part, pieces: Vec::new() }),
        Kind::Expr(ty) => {
            let mut parts = Vec::new();
            same_type(node, ty, &mut parts);
            new.extend(parts.into_iter().take(3));
            let literal = match ty {
                Ty::Int(int) => Some(format!("0{}", int.name)),
                Ty::Bool => Some("true".to_owned()),
                _ => None,
            };
            new.extend(literal.filter(|_| node.size() > 1).map(|text| Node::expr(ty, &text, [])));
        }
        Kind::Part => {}
    }
    out.extend(new.into_iter().map(|new| replaced(root, &mut { index }, &new)));
}

/// The largest parts of this type below.
fn same_type(node: &Node, ty: &Ty, out: &mut Vec<Node>) {
    for piece in &node.pieces {
        if let Piece::Sub(sub) = piece {
            if matches!(&sub.kind, Kind::Expr(of) if of == ty) {
                out.push(sub.clone())
            } else {
                same_type(sub, ty, out)
            }
        }
    }
}

/// The node with a number, in the order of a walk that visits a node before its children.
fn nth<'a>(node: &'a Node, index: &mut usize) -> Option<&'a Node> {
    if *index == 0 {
        return Some(node);
    }
    *index -= 1;
    for piece in &node.pieces {
        if let Piece::Sub(sub) = piece
            && let Some(found) = nth(sub, index)
        {
            return Some(found);
        }
    }
    None
}

/// A copy with the node number `index` replaced; `index` is past the copy afterwards.
fn replaced(node: &Node, index: &mut usize, new: &Node) -> Node {
    if *index == 0 {
        *index = usize::MAX;
        return new.clone();
    }
    *index -= 1;
    let mut copy = Node { kind: node.kind.clone(), pieces: Vec::new() };
    for piece in &node.pieces {
        copy.pieces.push(match piece {
            Piece::Sub(sub) if *index < usize::MAX / 2 => Piece::Sub(replaced(sub, index, new)),
            other => other.clone(),
        });
    }
    copy
}

#[cfg(test)]
mod tests {
    use super::super::generate::case;
    use super::super::tree::Form;
    use super::{nth, shrink};

    #[test]
    fn every_node_is_found() {
        let case = case(3);
        let size = case.items.size();
        assert!(nth(&case.items, &mut { size - 1 }).is_some());
        assert!(nth(&case.items, &mut { size }).is_none());
    }

    #[test]
    fn what_is_not_needed_goes() {
        let text = |case: &super::Case| {
            let mut out = String::new();
            case.items.print(Form::Run, &mut out);
            out
        };
        let large = (0..50).map(case).find(|case| text(case).contains("while ")).unwrap();
        let small = shrink(&large, 10_000, |case| text(case).contains("while "));
        assert!(text(&small).len() * 2 < text(&large).len(), "{}", text(&small));
    }
}
