//! The walk that writes the text: over the syntax of the root file, into modules and expansions where they stand.
//!
//! Ghost code is put where rustc checks it and does not reach it. Of `let y = x + 1; proof { lemma(y); }` the block becomes
//!
//! ```text
//! { if ::verus_builtin::internal::no() { ::verus_builtin::internal::diverge(); { lemma(y); } } else { .. } }
//! ```
//!
//! so that its names and types are checked, but nothing in it moves a value or runs. The tokens stay those of the source, each
//! with its place, because an error of rustc is shown there.

use std::collections::{HashMap, HashSet};

use ra_ap_base_db::{Crate, EditionedFileId};
use ra_ap_hir::HirFileId;
use ra_ap_hir_def::nameres::{ModuleOrigin, crate_def_map};
use ra_ap_hir_expand::MacroCallId;
use ra_ap_syntax::ast::{HasAttrs as _, HasName as _, HasVisibility as _};
use ra_ap_syntax::{
    AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxNodePtr, SyntaxToken, T, TextRange, TextSize, ast,
};

use super::calls::{Calls, Derives};
use super::ghost_parts::{computes_plainly, is_ghost_statement, is_ghost_value};
use super::hygiene::Hygiene;
use super::points::{self, Points};
use super::record::{self, Recorder};
use super::{Expanded, Marks, Piece, Placed, trim};
use crate::body::marked_let::marked_value;
use certus_tree::{Known, PointSide, Shown};

use crate::loaded::Loaded;
use crate::place::Place;

/// The paths of what the text adds.
const NO: &str = "::verus_builtin::internal::no()";
const DIVERGE: &str = "::verus_builtin::internal::diverge();";
const ANY: &str = "::verus_builtin::internal::any()";
/// In the place of an expression that is left out, of any type.
const NOTHING: &str = "::verus_builtin::internal::diverge()";
/// A value of a type that may have none. A call of such a type would end the path, and rustc would not look at what
/// comes after it; taking it out of an `Option` does not.
const SOME: &str = "match ::verus_builtin::internal::some() { ::core::option::Option::Some(__certus_any) => \
                    __certus_any, ::core::option::Option::None => { ::verus_builtin::internal::diverge() } }";

/// What of a crate is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// All of it; ghost code stands where it cannot be reached.
    Whole,
    /// All but ghost code that stands among other code, and bodies that nobody compares.
    WithoutGhost,
    /// Declarations only: functions lose their bodies.
    Declarations,
}

/// The text of a crate.
pub(super) fn crate_text(loaded: &Loaded, krate: Crate, placed: Placed, form: Form) -> Expanded {
    written(loaded, krate, placed, form, None).0
}

/// The text of a crate whose macros by example report what they write.
pub(super) fn reporting_text(loaded: &Loaded, krate: Crate, recorder: Recorder) -> (Expanded, Recorder) {
    let (expanded, recorder) = written(loaded, krate, Default::default(), Form::Whole, Some(recorder));
    (expanded, recorder.unwrap_or_default())
}

/// The text, and the recorder with what it noted. A mark that is left in `unused` was on something that is not written here,
/// such as the arguments of a macro that rustc expands itself.
fn written(
    loaded: &Loaded,
    krate: Crate,
    Placed { marks, points, functions }: Placed,
    form: Form,
    recorder: Option<Recorder>,
) -> (Expanded, Option<Recorder>) {
    let cut = form == Form::Declarations;
    let def_map = crate_def_map(loaded.db(), krate);
    let mut modules = HashMap::new();
    for (_, module) in def_map.modules() {
        if let (ModuleOrigin::File { definition, .. }, Some(declaration)) = (module.origin, module.origin.declaration())
        {
            modules.insert((declaration.file_id, declaration.to_range(loaded.db())), definition);
        }
    }
    let root = krate.root_file_id(loaded.db());
    let mut calls = Calls::of(loaded, krate, !cut);
    calls.files_with_marks = marks.keys().map(|place| place.file).collect();
    let mut emitter = Emitter {
        loaded,
        marks,
        points,
        functions,
        calls,
        modules,
        hygiene: Hygiene::default(),
        derives: Derives::default(),
        cut,
        without_ghost: form == Form::WithoutGhost,
        is_users: loaded.crates().is_own(krate),
        begun: 0,
        enclosed: None,
        computes: cut && loaded.crates().library() != Some(krate),
        in_constant: false,
        recorder,
        out: Expanded::default(),
    };
    emitter.file(HirFileId::FileId(root));
    let names = loaded.older_names(krate, &emitter.out.text);
    emitter.generated(&names);
    if emitter.recorder.is_some() {
        emitter.generated(record::STOP);
    }
    emitter.out.unused = emitter.marks.into_keys().collect();
    (emitter.out, emitter.recorder)
}

/// The state of the walk.
pub(super) struct Emitter<'l> {
    pub(super) loaded: &'l Loaded,
    marks: Marks,
    /// The points that are still to be written.
    points: Points,
    /// The functions whose bodies are written; `None` for all.
    functions: Option<HashSet<Place>>,
    calls: Calls,
    /// The files of modules by the place of their declaration.
    modules: HashMap<(HirFileId, TextRange), EditionedFileId>,
    hygiene: Hygiene,
    /// Those on the type that is being written.
    derives: Derives,
    pub(super) cut: bool,
    /// Whether ghost code is left out.
    without_ghost: bool,
    /// Whether the crate is one of the user's.
    is_users: bool,
    /// Where the text of a mark begins that was written last: a statement.
    begun: usize,
    /// The expansion that was begun last where nothing stands beside it.
    pub(super) enclosed: Option<MacroCallId>,
    /// Whether only declarations are written, and what rustc may compute; of a library in place of ours nothing is computed.
    computes: bool,
    /// Whether code that rustc computes is written whose ghost code nobody marked.
    in_constant: bool,
    /// For a text whose macros by example report.
    pub(super) recorder: Option<Recorder>,
    pub(super) out: Expanded,
}

/// The method of a proof closure that a call of this kind begins with.
fn called_by(shown: Shown) -> Option<&'static str> {
    match shown {
        Shown::CallOnce => Some("__certus_call_once"),
        Shown::CallMut => Some("__certus_call_mut"),
        Shown::CallShared => Some("__certus_call"),
        Shown::TypeOnly | Shown::Constant | Shown::NeverRun | Shown::Hidden | Shown::Value => None,
    }
}

impl Emitter<'_> {
    /// All of a file or expansion.
    fn file(&mut self, file: HirFileId) {
        let root = file.parse_or_expand(self.loaded.db());
        // What a macro comes to where an expression stands is one, with marks of its own.
        match ast::Expr::can_cast(root.kind()) {
            true => self.node(file, &root),
            false => self.children(file, &root),
        }
    }

    /// Whether a mark is on a place that is still to be written.
    pub(super) fn is_marked(&self, place: &Place) -> bool {
        self.marks.contains_key(place) || self.points.contains_key(place)
    }

    /// Whether what is written next begins a statement, though its syntax is none.
    pub(super) fn begins(&self) -> bool {
        self.begun == self.out.text.len()
    }

    /// What is in a node, in order, blanks and comments included.
    pub(super) fn children(&mut self, file: HirFileId, node: &SyntaxNode) {
        let marked = marked_value(node);
        for child in node.children_with_tokens() {
            match child {
                NodeOrToken::Node(node) => match &marked {
                    Some((mark, value)) if *value == node => {
                        self.generated(&format!(" ::{}(", mark.path()));
                        self.node(file, &node);
                        self.generated(")");
                    }
                    _ => self.node(file, &node),
                },
                NodeOrToken::Token(token) => self.token(file, &token),
            }
        }
    }

    /// A node with the points beside it.
    pub(super) fn node(&mut self, file: HirFileId, node: &SyntaxNode) {
        if self.points.is_empty() {
            return self.marked_node(file, node);
        }
        let points = self.points.remove(&Place { file, node: SyntaxNodePtr::new(node) }).unwrap_or_default();
        self.beside((file, node), &points, PointSide::Before);
        self.marked_node(file, node);
        self.beside((file, node), &points, PointSide::Otherwise);
        self.beside((file, node), &points, PointSide::After);
    }

    /// The points on one side of a node.
    fn beside(
        &mut self,
        (file, node): (HirFileId, &SyntaxNode),
        points: &[(PointSide, points::Beside)],
        side: PointSide,
    ) {
        let text = points::texts(node, points, side, |token| self.spelled(file, token));
        self.generated(&text);
    }

    /// A node with its marks around it. Marks are taken away when their node is reached; those that are left had no effect.
    ///
    /// `Hidden` leaves the node out, with `()` in its place. With another mark the node stays, but cannot be reached; where only
    /// its type matters, a value of that type from nowhere is what the surrounding code gets.
    fn marked_node(&mut self, file: HirFileId, node: &SyntaxNode) {
        self.begin_reports(node);
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            let place = Place { file, node: SyntaxNodePtr::new(node) };
            let Some(mut shown) = self.marks.remove(&place) else {
                return match self.is_needless(file, node) {
                    true => self.without_parens(file, node),
                    false => self.plain_node(file, node),
                };
            };
            shown.sort();
            shown.dedup();
            if is_shorthand(node) {
                self.children(file, node);
                self.generated(": ");
            }
            let call = shown.iter().find_map(|shown| called_by(*shown));
            if shown.contains(&Shown::Value) {
                return self.generated(&format!(" ({SOME}) "));
            }
            if shown.contains(&Shown::Hidden) {
                let block = node.kind() == SyntaxKind::BLOCK_EXPR;
                return self.generated(if block { " { }" } else { " ()" });
            }
            let value = match shown.contains(&Shown::Constant) {
                // Nothing else tells the type of what is left out. It would be `!`, and no constant has a value of it.
                _ if self.without_ghost && is_statement(node) && ends_with_semicolon(Some(node)) => "()",
                true => ANY,
                false => SOME,
            };
            let type_only = shown.contains(&Shown::Constant) || shown.contains(&Shown::TypeOnly);
            if let (Some(method), false) = (call, type_only || shown.contains(&Shown::NeverRun)) {
                return self.call_of_closure(file, node, method);
            }
            if self.without_ghost
                && type_only
                && let Some(units) = units_of(node)
            {
                return self.generated(&units);
            }
            if !type_only {
                return self.never_run(file, node, call);
            }
            // A statement takes no parentheses: the next one would be read as its arguments. A branch is a block.
            let (open, close) = match node.kind() {
                SyntaxKind::BLOCK_EXPR => (" { if ", " } "),
                _ if is_statement(node) || self.stands_alone(file, node) => (" if ", " "),
                _ => (" (if ", ") "),
            };
            self.generated(&format!("{open}{NO} {{ {DIVERGE} "));
            self.begun = self.out.text.len();
            match self.without_ghost {
                // Clauses of a proof are of a type that nothing else tells.
                true if is_clauses(node) => self.generated("[true]"),
                true => self.generated(NOTHING),
                false => self.within_mark(file, node, call),
            }
            self.generated(&format!(" }} else {{ {value} }}{close}"));
        })
    }

    /// A node that is reached after the end of its path.
    fn never_run(&mut self, file: HirFileId, node: &SyntaxNode, call: Option<&str>) {
        self.generated(&format!(" {{ {DIVERGE} "));
        self.begun = self.out.text.len();
        // A closure in such a function may have parameters whose types only its body tells. So both bodies go.
        let is_body = |parent: &SyntaxNode| matches!(parent.kind(), SyntaxKind::CLOSURE_EXPR | SyntaxKind::FN);
        match node.parent().filter(|parent| self.without_ghost && is_body(parent)) {
            Some(closure) if is_clauses(&closure) => self.generated("[true]"),
            Some(_) => self.generated(NOTHING),
            None => self.within_mark(file, node, call),
        }
        self.generated(" } ");
    }

    /// What a mark is around: the node, or the call of a proof closure that it is.
    fn within_mark(&mut self, file: HirFileId, node: &SyntaxNode, call: Option<&str>) {
        match call {
            Some(method) => self.call_of_closure(file, node, method),
            None => self.plain_node(file, node),
        }
    }

    /// `f(a)` of a proof closure as `((f).METHOD())(a)`. The method uses the closure as the call does, and gives something that
    /// stable Rust can call.
    fn call_of_closure(&mut self, file: HirFileId, node: &SyntaxNode, method: &str) {
        let is_statement = is_statement(node);
        self.generated(if is_statement { " { ((" } else { " (((" });
        for child in node.children_with_tokens() {
            match child {
                NodeOrToken::Node(child) if child.kind() == SyntaxKind::ARG_LIST => {
                    self.generated(&format!(").{method}())"));
                    self.node(file, &child);
                }
                NodeOrToken::Node(child) => self.node(file, &child),
                NodeOrToken::Token(token) => self.token(file, &token),
            }
        }
        self.generated(if is_statement { " } " } else { ") " });
    }

    /// A node without regard to marks on itself.
    fn plain_node(&mut self, file: HirFileId, node: &SyntaxNode) {
        if self.recorder.as_ref().is_some_and(|recorder| recorder.needed.can_leave_out(file, node)) {
            return self.blank(file);
        }
        if ast::Item::can_cast(node.kind())
            && let Some(call) = self.calls.marked_item((file, node.text_range()))
        {
            return self.marked(file, node, call);
        }
        if ast::Adt::can_cast(node.kind())
            && let Some(derives) = self.calls.derives_of((file, node.text_range()))
        {
            return self.derived(file, node, derives);
        }
        if self.in_constant && self.ghost_part(file, node) {
            return;
        }
        match node.kind() {
            SyntaxKind::ATTR => self.attr(file, node),
            SyntaxKind::MACRO_CALL => self.macro_call(file, node),
            SyntaxKind::MACRO_RULES if self.recorder.is_some() => self.reporting_macro(file, node),
            SyntaxKind::MODULE => self.module(file, node),
            // Not reached, so that even a `const fn` need not drop its parameters.
            SyntaxKind::FN if self.is_declaration(file, node) => {
                self.with_body(file, node, &format!(" {{ {DIVERGE} {ANY} }}\n"))
            }
            // Nothing of another crate, as this is code that rustc may want to make.
            SyntaxKind::FN if self.can_lose_body(file, node) => self.with_body(file, node, " { loop {} }\n"),
            SyntaxKind::CONST if self.cut => self.constant(file, node),
            SyntaxKind::STATIC if self.cut => self.value(file, node),
            SyntaxKind::FN if self.is_computed(file, node) => self.value(file, node),
            _ => self.children(file, node),
        }
    }

    /// A type, without the derives of crates of the user and the attributes that they read, and what these derives made.
    fn derived(&mut self, file: HirFileId, node: &SyntaxNode, derives: Derives) {
        let calls = derives.calls.clone();
        let outer = std::mem::replace(&mut self.derives, derives);
        self.children(file, node);
        self.derives = outer;
        self.generated("\n");
        for call in calls {
            self.file(HirFileId::from(call));
            self.generated("\n");
        }
    }

    /// An item that an attribute rewrote. A `derive` before that attribute was taken off before.
    fn marked(&mut self, file: HirFileId, node: &SyntaxNode, call: MacroCallId) {
        let invoked = self.loaded.attribute_of(call);
        let is_it = |attr: &ast::Attr| match invoked {
            Some(range) => attr.syntax().text_range() == range,
            None => crate::markers::marker_of(attr).is_some(),
        };
        let derives = self.calls.derives_of((file, node.text_range())).unwrap_or_default();
        let calls = derives.calls.clone();
        let outer = std::mem::replace(&mut self.derives, derives);
        for attr in node.children().filter_map(ast::Attr::cast) {
            if is_it(&attr) {
                break;
            }
            if attr.path().is_some_and(|path| path.syntax().text() == "derive") {
                self.attr(file, attr.syntax());
                self.generated(" ");
            }
        }
        self.derives = outer;
        self.file(HirFileId::from(call));
        self.generated("\n");
        for call in calls {
            self.file(HirFileId::from(call));
            self.generated("\n");
        }
    }

    /// An attribute, or what rustc is to see of it: `#[derive(Clone, Theirs)]` becomes `#[derive(Clone)]` if `Theirs` is a macro
    /// of a crate of the user, whose expansion is written out.
    fn attr(&mut self, file: HirFileId, node: &SyntaxNode) {
        // In a file, those that mean something were looked for (`markers.rs`); elsewhere rustc shall not know them.
        if !file.is_macro()
            && ast::Attr::cast(node.clone()).is_some_and(|attr| crate::markers::marker_of(&attr).is_some())
        {
            return self.blank(file);
        }
        match trim::attribute(node, &self.derives) {
            trim::Kept::All => self.children(file, node),
            trim::Kept::None => self.blank(file),
            trim::Kept::Text(text) => self.generated(&text),
        }
    }

    /// A module declared in one file and written in another.
    fn module(&mut self, file: HirFileId, node: &SyntaxNode) {
        let Some(inner) = self.modules.get(&(file, node.text_range())).copied() else {
            return self.children(file, node);
        };
        for child in node.children_with_tokens() {
            match child {
                NodeOrToken::Token(token) if token.kind() == T![;] => {
                    self.generated(" { ");
                    self.file(HirFileId::FileId(inner));
                    self.generated("\n}\n");
                }
                NodeOrToken::Node(node) => self.node(file, &node),
                NodeOrToken::Token(token) => self.token(file, &token),
            }
        }
    }

    /// A call that stays, or what it expands to. An expansion that is an operand stands in parentheses.
    fn macro_call(&mut self, file: HirFileId, node: &SyntaxNode) {
        let at = (file, node.text_range());
        let found = self.calls.replaced_call(self.loaded, at);
        let Some(call) = found.filter(|call| !self.stays(file, *call)) else {
            return self.standing(file, node, self.calls.at(at));
        };
        if !file.is_macro() && self.loaded.is_unread_proof(call, node) {
            return self.generated(" { } ");
        }
        let parent = node.parent();
        let is_alone = parent.as_ref().is_some_and(|expr| self.stands_alone(file, expr)) && !self.begins();
        self.enclosed = None;
        match parent.as_ref().map(SyntaxNode::kind) {
            Some(SyntaxKind::MACRO_EXPR) => {
                let expr = parent.as_ref();
                if is_alone || !expr.is_some_and(is_statement) {
                    self.generated(if is_alone { "" } else { " (" });
                    self.enclosed = Some(call);
                    self.file(HirFileId::from(call));
                    self.generated(if is_alone { "" } else { ") " });
                    return;
                }
                self.file(HirFileId::from(call));
                if !expr.is_some_and(is_tail) && !ends_with_semicolon(expr) {
                    self.generated("; ");
                }
            }
            Some(SyntaxKind::MACRO_PAT | SyntaxKind::MACRO_TYPE) => {
                self.generated(" (");
                self.file(HirFileId::from(call));
                self.generated(") ");
            }
            _ => self.file(HirFileId::from(call)),
        }
    }

    /// Whether users of a crate need the body of a function: its result type follows from it, or it is computed at compile time,
    /// and is not of the language or has no ghost code but what can be left out.
    fn needs_body(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        if self.is_computed(file, node) {
            return true;
        }
        let Some(function) = ast::Fn::cast(node.clone()).filter(|_| self.is_users) else { return false };
        let is_opaque = |attr: ast::Attr| attr.syntax().text().to_string().contains("certus:opaque_result");
        if function.attrs().any(is_opaque) {
            return true;
        }
        if self.loaded.in_language(file) {
            return false;
        }
        let is_marked = function.attrs().any(|attr| crate::markers::marker_of(&attr).is_some());
        !is_marked && (function.const_token().is_some() || hides_type(&function))
    }

    /// Whether nobody compares the body of a function, and rustc does without it: it computes nothing at compile time, and has no
    /// impls in it, which hold everywhere. What such a body calls may need code that rustc did not keep of another crate.
    fn can_lose_body(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        let Some(functions) = &self.functions else { return false };
        let is_constant = node.children_with_tokens().any(|child| child.kind() == T![const]);
        !is_constant
            && !functions.contains(&Place { file, node: SyntaxNodePtr::new(node) })
            && !self.needs_body(file, node)
            && !ast::Fn::cast(node.clone()).is_some_and(|function| hides_type(&function))
            && !node.descendants().any(|inner| inner.kind() == SyntaxKind::IMPL)
    }

    /// Whether rustc may compute a function of the language.
    fn is_computed(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        let is_plain = || ast::Fn::cast(node.clone()).is_some_and(|function| computes_plainly(&function));
        self.computes && self.loaded.in_language(file) && is_plain()
    }

    /// Writes a ghost part of what rustc computes so that it is not reached, and says whether it is one. A closure would be
    /// looked at for itself, so a statement with one is left out.
    fn ghost_part(&mut self, file: HirFileId, node: &SyntaxNode) -> bool {
        let (open, close) = match is_ghost_value(node) {
            true => ("(", format!(" else {{ {ANY} }})")),
            false if !is_ghost_statement(node) => return false,
            false if node.descendants().any(|inner| inner.kind() == SyntaxKind::CLOSURE_EXPR) => {
                self.blank(file);
                return true;
            }
            false => (" ", " ".to_string()),
        };
        self.generated(&format!("{open}if {NO} {{ {DIVERGE} "));
        self.children(file, node);
        self.generated(&format!(" }}{close}"));
        true
    }

    /// Whether of a function only the declaration is written.
    fn is_declaration(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        self.cut && !self.needs_body(file, node) || self.loaded.is_settled_node(file, node)
    }

    /// A function with another body; its attributes and signature stay.
    fn with_body(&mut self, file: HirFileId, node: &SyntaxNode, instead: &str) {
        for child in node.children_with_tokens() {
            match child {
                NodeOrToken::Node(body) if body.kind() == SyntaxKind::BLOCK_EXPR => self.generated(instead),
                NodeOrToken::Node(node) => self.node(file, &node),
                NodeOrToken::Token(token) => self.token(file, &token),
            }
        }
    }

    /// A constant; the value of one that exists in ghost code only is left out, and so is one that says something about
    /// the module.
    fn constant(&mut self, file: HirFileId, node: &SyntaxNode) {
        let text = node.text().to_string();
        if ["certus:broadcast_use", "certus:global"].iter().any(|mark| text.contains(mark)) {
            return;
        }
        if let Some(name) = self.own_table(file, node, &text) {
            return self.generated(&format!(" #[allow(non_snake_case)] fn {name}() {{}}\n"));
        }
        if !text.contains("certus:mode spec") {
            return self.value(file, node);
        }
        let mut value = false;
        for child in node.children_with_tokens() {
            match child {
                NodeOrToken::Node(_) if value => self.generated(ANY),
                NodeOrToken::Node(node) => self.node(file, &node),
                NodeOrToken::Token(token) => {
                    value |= token.kind() == T![=];
                    self.token(file, &token);
                }
            }
        }
    }

    /// A constant, static or function of code that runs; of its value what rustc computes.
    fn value(&mut self, file: HirFileId, node: &SyntaxNode) {
        let unmarked = self.computes && self.loaded.in_language(file);
        let outer = std::mem::replace(&mut self.in_constant, unmarked);
        self.children(file, node);
        self.in_constant = outer;
    }

    /// The name of an array that code which runs computes, likely by functions without their bodies, and that is private to a
    /// module: who uses the crate needs its name only, so that the name means nothing else. As a function it has no value that
    /// a type could depend on.
    fn own_table(&self, file: HirFileId, node: &SyntaxNode, text: &str) -> Option<String> {
        let is_declared = self.cut && self.is_users && self.loaded.in_language(file);
        let constant = ast::Const::cast(node.clone()).filter(|_| is_declared && text.contains("certus:mode exec"))?;
        let is_array = matches!(constant.ty(), Some(ast::Type::ArrayType(_)));
        let is_associated = node.parent().is_some_and(|list| ast::AssocItemList::can_cast(list.kind()));
        let is_own = constant.visibility().is_none() && !is_associated;
        (is_array && is_own).then(|| constant.name().map(|name| name.text().to_string()))?
    }

    /// A token. The syntax of an expansion has no blanks, so one is put after each token that is not part of the next: `> >` in
    /// place of `>>` is the same to rustc in a type, `- >` in place of `->` is not.
    pub(super) fn token(&mut self, file: HirFileId, token: &SyntaxToken) {
        let from = token.text_range().start();
        if token.kind() == SyntaxKind::STRING && self.included(file, token) {
            return;
        }
        let HirFileId::MacroFile(call) = file else { return self.copied(file, token.text(), from) };
        if token.kind().is_trivia() {
            return self.generated(" ");
        }
        match self.hygiene.name(self.loaded, call, token) {
            Some(text) => self.generated(&text),
            None => self.copied(file, token.text(), from),
        }
        if !self.joined(call, token) {
            self.generated(if matches!(token.text(), ";" | "{" | "}") { "\n" } else { " " });
        }
    }

    /// How a token is spelled in the text.
    pub(super) fn spelled(&mut self, file: HirFileId, token: &SyntaxToken) -> String {
        let name = file.macro_file().and_then(|call| self.hygiene.name(self.loaded, call, token));
        name.unwrap_or_else(|| token.text().to_string())
    }

    /// Whether a punctuation within the arguments or the definition of a macro belongs together with the next one. The
    /// syntax of an expansion keeps such tokens apart; where they were written says which are one.
    fn joined(&self, call: MacroCallId, token: &SyntaxToken) -> bool {
        let in_tree = |t: &SyntaxToken| t.parent().is_some_and(|p| p.kind() == SyntaxKind::TOKEN_TREE);
        let Some(next) = token.next_token() else { return false };
        if !in_tree(token) || !in_tree(&next) || !token.kind().is_punct() || !next.kind().is_punct() {
            return false;
        }
        if self.loaded.is_procedural(&call.loc(self.loaded.db()).def) {
            // All that such a macro writes may stand in one place; but what it did not join has a blank between.
            return true;
        }
        let map = call.expansion_span_map(self.loaded.db());
        let (this, after) = (map.span_at(token.text_range().start()), map.span_at(next.text_range().start()));
        if this.anchor != after.anchor {
            return false;
        }
        // What the rewriter made of one token stands in one place.
        let is_made = this.range == after.range && !this.range.is_empty();
        let is_one = match (token.text(), next.text()) {
            ("-" | "=", ">") => true,
            // Of three the first is that of a type.
            (":", ":") => colons(token).is_multiple_of(2),
            _ => false,
        };
        this.range.end() == after.range.start() || is_made && is_one
    }

    /// Something in place of what is left out, so that the tokens around it do not run together.
    fn blank(&mut self, file: HirFileId) {
        if file.is_macro() {
            return;
        }
        self.generated(" ");
    }

    /// Text that stands at a place of a file or expansion.
    fn copied(&mut self, file: HirFileId, text: &str, from: TextSize) {
        // Nothing in a text of more than 4 GB has a place.
        let start = TextSize::try_from(self.out.text.len()).ok();
        self.out.text.push_str(text);
        let (Some(start), len) = (start, TextSize::of(text)) else { return };
        if let Some(last) = self.out.pieces.last_mut()
            && !file.is_macro()
            && last.file == file
            && last.start + last.len == start
            && last.from + last.len == from
        {
            last.len += len;
            return;
        }
        self.out.pieces.push(Piece { start, len, file, from });
    }

    /// Text that stands nowhere.
    pub(super) fn generated(&mut self, text: &str) {
        self.out.text.push_str(text);
    }
}

/// What a variable of ghost code gets where it has no type: `()`, or one for each name of a pattern. `node` is the value, or the
/// argument of the call around it that says that the variable is of ghost code.
fn units_of(node: &SyntaxNode) -> Option<String> {
    let mut value = node.clone();
    if let Some(call) = node.parent().filter(|p| p.kind() == SyntaxKind::ARG_LIST).and_then(|list| list.parent()) {
        let callee = ast::CallExpr::cast(call.clone())?.expr()?.syntax().text().to_string();
        if callee.rsplit("::").next()?.trim() != Known::GhostLet.simple_name() {
            return None;
        }
        value = call;
    }
    let statement = value.parent().and_then(ast::LetStmt::cast)?;
    if statement.ty().is_some() || statement.let_else().is_some() {
        return None;
    }
    fn shape(pat: &ast::Pat) -> Option<String> {
        match pat {
            ast::Pat::IdentPat(name) if name.pat().is_none() => Some("()".into()),
            ast::Pat::WildcardPat(_) => Some("()".into()),
            ast::Pat::ParenPat(inner) => shape(&inner.pat()?),
            ast::Pat::TuplePat(parts) => {
                let parts: Option<Vec<String>> = parts.fields().map(|part| shape(&part)).collect();
                Some(format!("({},)", parts?.join(", "))).map(|text| if text == "(,)" { "()".into() } else { text })
            }
            _ => None,
        }
    }
    shape(&statement.pat()?).map(|units| format!(" {units} "))
}

/// Whether an expression is the list of a clause.
fn is_clauses(node: &SyntaxNode) -> bool {
    let call = node.parent().filter(|p| p.kind() == SyntaxKind::ARG_LIST).and_then(|list| list.parent());
    let callee = call.and_then(ast::CallExpr::cast).and_then(|call| call.expr());
    let name = callee.map(|callee| callee.syntax().text().to_string()).unwrap_or_default();
    let name = name.rsplit("::").next().unwrap_or_default().trim();
    let clauses = [Known::Requires, Known::Ensures, Known::Invariant, Known::Recommends];
    matches!(node.kind(), SyntaxKind::ARRAY_EXPR | SyntaxKind::CLOSURE_EXPR)
        && clauses.iter().any(|clause| clause.simple_name() == name)
}

/// How many colons there are from this one on.
fn colons(token: &SyntaxToken) -> usize {
    let following = std::iter::successors(Some(token.clone()), |t| t.next_token());
    following.take_while(|t| t.text() == ":").count()
}

/// Whether an expression stands as a statement of its own or as the value of its block.
fn is_statement(node: &SyntaxNode) -> bool {
    node.parent()
        .is_some_and(|p| matches!(p.kind(), SyntaxKind::EXPR_STMT | SyntaxKind::STMT_LIST | SyntaxKind::MACRO_STMTS))
}

/// Whether an expression is the value of its block.
fn is_tail(node: &SyntaxNode) -> bool {
    let list = |p: SyntaxNode| matches!(p.kind(), SyntaxKind::STMT_LIST | SyntaxKind::MACRO_STMTS);
    node.parent().is_some_and(list)
}

/// Whether the statement around an expression ends with a semicolon.
fn ends_with_semicolon(expr: Option<&SyntaxNode>) -> bool {
    let statement = expr.and_then(SyntaxNode::parent);
    statement.and_then(|s| s.last_token()).is_some_and(|t| t.kind() == T![;])
}

/// Whether an expression is the field `x` in `S { x }`.
fn is_shorthand(node: &SyntaxNode) -> bool {
    let field = node.parent().and_then(ast::RecordExprField::cast);
    field.is_some_and(|f| f.colon_token().is_none())
}

/// Whether the result type of a function follows from its body.
fn hides_type(function: &ast::Fn) -> bool {
    let is_hidden = |node: SyntaxNode| node.kind() == SyntaxKind::IMPL_TRAIT_TYPE;
    function.ret_type().is_some_and(|ret| ret.syntax().descendants().any(is_hidden))
}
