//! What of a program its reports of expansions need.
//!
//! To name a macro takes modules, imports and definitions of macros. Of all other items only those matter that contain a call that
//! is compared, and a short text takes rustc less time.

use std::collections::{HashMap, HashSet};

use ra_ap_hir::HirFileId;
use ra_ap_hir_expand::{MacroCallId, MacroCallKind};
use ra_ap_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, TextRange, TextSize, ast};

use super::calls::{Calls, is_among_items};
use crate::loaded::Loaded;

/// Where the calls begin that are compared, those that they are written by, and the definitions of what they call.
#[derive(Clone, Debug, Default)]
pub(super) struct Needed {
    /// For each file or expansion, in order.
    starts: HashMap<HirFileId, Vec<TextSize>>,
}

impl Needed {
    /// The places for these calls.
    pub(super) fn of(loaded: &Loaded, calls: &Calls) -> Needed {
        let mut found = Found { loaded, places: HashSet::new() };
        for (place, call) in calls.all() {
            let Some(definition) = loaded.users_definition(call) else { continue };
            if place.0.is_macro() || loaded.in_language(place.0) || is_among_items_at(loaded, place) {
                found.add(place);
                found.add(definition);
            }
        }
        let mut starts: HashMap<HirFileId, Vec<TextSize>> = HashMap::new();
        for (file, start) in found.places {
            starts.entry(file).or_default().push(start);
        }
        starts.values_mut().for_each(|starts| starts.sort());
        Needed { starts }
    }

    /// Whether the text does without an item.
    pub(super) fn can_leave_out(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        let is_candidate = matches!(
            node.kind(),
            SyntaxKind::FN
                | SyntaxKind::STRUCT
                | SyntaxKind::ENUM
                | SyntaxKind::UNION
                | SyntaxKind::CONST
                | SyntaxKind::STATIC
                | SyntaxKind::TYPE_ALIAS
                | SyntaxKind::IMPL
                | SyntaxKind::TRAIT
                | SyntaxKind::EXTERN_BLOCK
        );
        is_candidate && !self.is_in(file, node.text_range())
    }

    /// Whether a place lies in a range. Syntax is nested, so what begins in a range also ends in it.
    fn is_in(&self, file: HirFileId, range: TextRange) -> bool {
        let starts = self.starts.get(&file).map_or(&[][..], Vec::as_slice);
        let first = starts.get(starts.partition_point(|start| *start < range.start()));
        first.is_some_and(|start| *start < range.end())
    }
}

/// Whether the call at a place stands among items, and not for an expression, a pattern or a type.
fn is_among_items_at(loaded: &Loaded, (file, range): (HirFileId, TextRange)) -> bool {
    let root = file.parse_or_expand(loaded.db());
    let node = match root.covering_element(range) {
        NodeOrToken::Node(node) => Some(node),
        NodeOrToken::Token(token) => token.parent(),
    };
    // A place that is no call is none that could be left out.
    node.and_then(|node| node.ancestors().find(|node| ast::MacroCall::can_cast(node.kind())))
        .is_none_or(|call| is_among_items(&call))
}

/// The search for places.
struct Found<'l> {
    loaded: &'l Loaded,
    places: HashSet<(HirFileId, TextSize)>,
}

impl Found<'_> {
    /// Adds a place, and the places of the calls that wrote it.
    fn add(&mut self, (file, range): (HirFileId, TextRange)) {
        let mut place = (file, range.start());
        while self.places.insert(place)
            && let HirFileId::MacroFile(call) = place.0
        {
            place = self.called_at(call);
        }
    }

    /// Where a call stands; of an attribute or a derive, its item.
    fn called_at(&self, call: MacroCallId) -> (HirFileId, TextSize) {
        let db = self.loaded.db();
        match &call.loc(db).kind {
            MacroCallKind::FnLike { ast_id, .. } => (ast_id.file_id, ast_id.to_range(db).start()),
            MacroCallKind::Derive { ast_id, .. } => (ast_id.file_id, ast_id.to_range(db).start()),
            MacroCallKind::Attr { ast_id, .. } => (ast_id.file_id, ast_id.to_range(db).start()),
        }
    }
}
