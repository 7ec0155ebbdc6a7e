//! Points of the text by which the audit finds where mutable borrows end, and the variables that they are in:
//!
//! ```text
//! let r = &mut x; ::verus_builtin::internal::variable::<1, _>(&raw const r);
//! *r = 3; ::verus_builtin::internal::point::<7>();
//! ```
//!
//! The call at a point has no arguments and does nothing, so it borrows nothing and tells no type. What has its address taken
//! is not merged with another variable when rustc simplifies the program. What cannot be found in the syntax is left out.

use std::collections::HashMap;

use certus_tree::{DefId, EndVariable, Ends, ExprId, PointSide};
use ra_ap_syntax::ast::HasName as _;
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxNodePtr, SyntaxToken, ast};

use crate::loaded::Loaded;
use crate::place::Place;

/// What is written beside a statement.
pub(super) enum Beside {
    /// A point with its number.
    Point(u32),
    /// A variable with its number.
    Variable(u32, String),
}

/// The points and variables by the statements that they are beside.
pub(super) type Points = HashMap<Place, Vec<(PointSide, Beside)>>;

/// The statements of points and variables. A variable comes before a point at the same place.
pub(super) fn placed(loaded: &Loaded, ends: &Ends) -> Points {
    let mut placed = Points::new();
    let mut variables: HashMap<(DefId, ExprId, &str), &EndVariable> = HashMap::new();
    for variable in &ends.variables {
        variables.insert((variable.def, variable.expr, &variable.name), variable);
    }
    let mut variables: Vec<&EndVariable> = variables.into_values().collect();
    variables.sort_by_key(|variable| (variable.def, variable.local));
    for EndVariable { def, expr, side, local, name } in variables {
        if let Some(place) = statement_of(loaded, *def, *expr, *side) {
            placed.entry(place).or_default().push((*side, Beside::Variable(local.0, name.clone())));
        }
    }
    for point in &ends.points {
        if let Some(place) = statement_of(loaded, point.def, point.expr, point.side) {
            placed.entry(place).or_default().push((point.side, Beside::Point(point.number)));
        }
    }
    placed
}

/// The node of a list of statements that an expression is; the `if` itself for a branch that is not written.
fn statement_of(loaded: &Loaded, def: DefId, expr: ExprId, side: PointSide) -> Option<Place> {
    let Place { file, node } = loaded.places().of(def, expr)?;
    let root = file.parse_or_expand(loaded.db());
    let mut node = node.try_to_node(&root)?;
    if side == PointSide::Otherwise {
        let condition = ast::IfExpr::cast(node.clone())?;
        return condition.else_branch().is_none().then(|| Place { file, node: SyntaxNodePtr::new(&node) });
    }
    while !is_in_list(&node) {
        node = node.parent().filter(|parent| is_around(parent.kind()))?;
    }
    let is_whole = matches!(node.kind(), SyntaxKind::EXPR_STMT | SyntaxKind::LET_STMT);
    (is_whole || side == PointSide::Before).then(|| Place { file, node: SyntaxNodePtr::new(&node) })
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

/// What is written on one side of a node. `spelled` says how a name is written there.
pub(super) fn texts(
    node: &SyntaxNode,
    points: &[(PointSide, Beside)],
    side: PointSide,
    mut spelled: impl FnMut(&SyntaxToken) -> String,
) -> String {
    let mut text = String::new();
    for (_, beside) in points.iter().filter(|(of, _)| *of == side) {
        let call = match beside {
            Beside::Point(number) => format!("::verus_builtin::internal::point::<{number}>();"),
            Beside::Variable(number, name) => {
                let bound = names_beside(node, side).into_iter().find(|token| token.text() == name);
                let Some(token) = bound else { continue };
                let name = spelled(&token);
                format!("::verus_builtin::internal::variable::<{number}, _>(&raw const {name});")
            }
        };
        match side {
            PointSide::Before | PointSide::After => text.push_str(&format!(" {call} ")),
            PointSide::Otherwise => text.push_str(&format!(" else {{ {call} }} ")),
        }
    }
    text
}

/// The names that a `let` binds, or those that are bound where the block begins whose first statement a node is.
fn names_beside(node: &SyntaxNode, side: PointSide) -> Vec<SyntaxToken> {
    if side == PointSide::After {
        return names_in(ast::LetStmt::cast(node.clone()).and_then(|of| of.pat()).map(|pat| pat.syntax().clone()));
    }
    let block = node.parent().and_then(|list| list.parent());
    let Some((block, around)) = block.and_then(|block| Some((block.clone(), block.parent()?))) else {
        return Vec::new();
    };
    match around.kind() {
        SyntaxKind::FN => names_in(ast::Fn::cast(around).and_then(|of| of.param_list()).map(|of| of.syntax().clone())),
        SyntaxKind::CLOSURE_EXPR => {
            names_in(ast::ClosureExpr::cast(around).and_then(|of| of.param_list()).map(|of| of.syntax().clone()))
        }
        SyntaxKind::MATCH_ARM => {
            names_in(ast::MatchArm::cast(around).and_then(|of| of.pat()).map(|of| of.syntax().clone()))
        }
        SyntaxKind::WHILE_EXPR => {
            names_in(ast::WhileExpr::cast(around).and_then(|of| of.condition()).map(|of| of.syntax().clone()))
        }
        SyntaxKind::IF_EXPR => {
            let of = ast::IfExpr::cast(around);
            let of = of.filter(|of| of.then_branch().is_some_and(|then| *then.syntax() == block));
            names_in(of.and_then(|of| of.condition()).map(|of| of.syntax().clone()))
        }
        _ => Vec::new(),
    }
}

/// The names in patterns, and `self`.
fn names_in(node: Option<SyntaxNode>) -> Vec<SyntaxToken> {
    let mut found = Vec::new();
    for node in node.into_iter().flat_map(|node| node.descendants().collect::<Vec<_>>()) {
        if let Some(name) = ast::IdentPat::cast(node.clone()).and_then(|pat| pat.name()) {
            found.extend(name.ident_token());
        }
        if let Some(name) = ast::SelfParam::cast(node).and_then(|of| of.name()) {
            found.extend(name.syntax().first_token());
        }
    }
    found
}
