//! Points of the text by which the audit finds where mutable borrows end: `::verus_builtin::internal::point::<7>();`.
//!
//! The call has no arguments and does nothing, so it borrows nothing and tells no type. A point whose statement cannot be
//! found is left out: then nothing is compared there.

use std::collections::HashMap;

use certus_tree::{EndPoint, PointSide};
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxNodePtr, ast};

use super::emit::Emitter;
use crate::loaded::Loaded;
use crate::place::Place;

/// The points by the statements that they are beside.
pub(super) type Points = HashMap<Place, Vec<(PointSide, u32)>>;

/// The statements of points.
pub(super) fn placed(loaded: &Loaded, points: &[EndPoint]) -> Points {
    let mut placed = Points::new();
    for point in points {
        if let Some(place) = statement_of(loaded, point) {
            placed.entry(place).or_default().push((point.side, point.number));
        }
    }
    placed
}

/// The node of a list of statements that a point is beside; the `if` itself for a branch that is not written.
fn statement_of(loaded: &Loaded, point: &EndPoint) -> Option<Place> {
    let Place { file, node } = loaded.places().of(point.def, point.expr)?;
    let root = file.parse_or_expand(loaded.db());
    let mut node = node.try_to_node(&root)?;
    if point.side == PointSide::Otherwise {
        let condition = ast::IfExpr::cast(node.clone())?;
        return condition.else_branch().is_none().then(|| Place { file, node: SyntaxNodePtr::new(&node) });
    }
    while !is_in_list(&node) {
        node = node.parent().filter(|parent| is_around(parent.kind()))?;
    }
    let is_whole = matches!(node.kind(), SyntaxKind::EXPR_STMT | SyntaxKind::LET_STMT);
    (is_whole || point.side == PointSide::Before).then(|| Place { file, node: SyntaxNodePtr::new(&node) })
}

/// Whether a node is one of a list of statements.
fn is_in_list(node: &SyntaxNode) -> bool {
    node.parent().is_some_and(|parent| matches!(parent.kind(), SyntaxKind::STMT_LIST | SyntaxKind::MACRO_STMTS))
}

/// Whether a node is a statement, or nothing but what it is around.
fn is_around(kind: SyntaxKind) -> bool {
    use SyntaxKind::{EXPR_STMT, LET_STMT, MACRO_EXPR, PAREN_EXPR};
    matches!(kind, EXPR_STMT | LET_STMT | MACRO_EXPR | PAREN_EXPR)
}

impl Emitter<'_> {
    /// Writes the points on one side of a node.
    pub(super) fn points(&mut self, points: &[(PointSide, u32)], side: PointSide) {
        for (_, number) in points.iter().filter(|(of, _)| *of == side) {
            let call = format!("::verus_builtin::internal::point::<{number}>();");
            match side {
                PointSide::Before | PointSide::After => self.generated(&format!(" {call} ")),
                PointSide::Otherwise => self.generated(&format!(" else {{ {call} }} ")),
            }
        }
    }
}
