//! Asks rustc what it writes for the macros by example of a program.
//!
//! rustc expands these macros itself when the program is compiled, and rust-analyzer when it is proved. The two are compared
//! call by call. To learn what rustc writes, each definition is changed so that it also reports, as an error with the tokens
//! for its message, what it writes:
//!
//! ```text
//! (matcher) => { body }    becomes    (matcher) => { report body }
//!                               or    (matcher) => { (report, body) }   for an expression, pattern or type
//! $a + 1                   has the    compile_error!{concat!("certus-expansion", number, tokens!($a), "+ 1")}
//! ```
//!
//! The arguments and all that a macro hands on to another one stay what they are for rustc, fragments included. What such a
//! text means is of no concern: rustc need not get beyond expanding it, and a macro without end at the end of the text keeps
//! it from more. `docs/notes/expansion.md` says more.

use std::collections::HashMap;

use certus_diagnostics::{Diagnostic, Unsupported};
use ra_ap_hir::{EditionedFileId, HirFileId};
use ra_ap_hir_expand::{MacroCallId, MacroDefKind};
use ra_ap_syntax::ast::HasName as _;
use ra_ap_syntax::{
    AstNode, Edition, NodeOrToken, SourceFile, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize,
    ast,
};

use super::Expanded;
use super::agree::{Difference, Written, agree};
use super::calls::{Calls, is_among_items};
use super::copies::{copy_name, with_names, written_with_names};
use super::emit::{self, Emitter};
use super::needed::Needed;
use crate::Kind;
use crate::loaded::Loaded;

/// How the message of a report begins.
const REPORT: &str = "certus-expansion";

/// What separates the parts of a report. It stands in no token but in a string that has it unescaped.
const SEPARATOR: char = '\u{1}';

/// The macros that report.
pub(super) const PREAMBLE: &str = "
#![recursion_limit = \"4096\"]
macro_rules! __certus_token {
    ({$($t:tt)*}) => { ::core::concat!(\"{\", $(\"\\u{1}\", __certus_token!($t),)* \"\\u{1}}\") };
    (($($t:tt)*)) => { ::core::concat!(\"(\", $(\"\\u{1}\", __certus_token!($t),)* \"\\u{1})\") };
    ([$($t:tt)*]) => { ::core::concat!(\"[\", $(\"\\u{1}\", __certus_token!($t),)* \"\\u{1}]\") };
    ($t:tt) => { ::core::stringify!($t) };
}
macro_rules! __certus_tokens {
    ($($t:tt)*) => { ::core::concat!($(__certus_token!($t), \"\\u{1}\",)*) };
}
";

/// Ends rustc when all macros are expanded, before it looks at types: that is what it does when a macro nests too deeply.
pub(super) const STOP: &str = "
macro_rules! __certus_stop { () => { __certus_stop!{} }; }
__certus_stop!{}
";

/// The place of a definition.
type Definition = (HirFileId, TextRange);

/// What is noted while a text is written whose macros report.
#[derive(Default)]
pub(super) struct Recorder {
    /// Calls within so many calls of macros of the language, each written by a macro by example, stand as they are.
    pub(super) level: usize,
    /// The definitions in the order in which they were written.
    pub(super) definitions: Vec<Definition>,
    /// Those that are used as an expression, a pattern or a type.
    pub(super) values: Vec<Definition>,
    /// The calls that stand.
    pub(super) standing: Vec<Standing>,
    /// Macros of other crates, each with a name that no other macro has.
    copied: Vec<Copied>,
    /// Whether the macros that report were written.
    pub(super) has_begun: bool,
    /// Which items the text needs.
    pub(super) needed: Needed,
}

/// A macro by example of another crate, whose copy stands in the text: that of the crate does not report.
#[derive(Clone)]
pub(super) struct Copied {
    definition: Definition,
    name: String,
    node: SyntaxNode,
    edition: Edition,
    /// The places of the calls that are used as an expression, a pattern or a type: there stands a second copy of it.
    value_calls: Vec<(EditionedFileId, TextSize)>,
}

/// A call that stands in the text.
#[derive(Debug)]
pub(super) struct Standing {
    /// Its bytes in the text.
    pub(super) range: std::ops::Range<usize>,
    /// Where it comes from.
    pub(super) at: (HirFileId, TextRange),
    /// What rust-analyzer takes it for.
    pub(super) call: Option<MacroCallId>,
    /// Whether it stands among items.
    pub(super) is_item: bool,
}

/// A text whose macros report, and what they are to report.
#[derive(Debug)]
pub struct Reporting {
    expanded: Expanded,
    standing: Vec<(Standing, Vec<Expansion>)>,
    /// The names of the macros that were copied.
    names: Vec<String>,
}

/// What rust-analyzer wrote for a call.
#[derive(Debug)]
struct Expansion {
    /// The number of the definition in the text; nothing when another macro wrote the definition.
    number: Option<usize>,
    tokens: Vec<String>,
    /// Whether it is compared in the text of the next level, for rustc may not see it in this one: it stands in an item with an
    /// attribute of the language.
    is_later: bool,
}

impl Reporting {
    /// The text for rustc, which answers with errors.
    pub fn text(&self) -> &str {
        &self.expanded.text
    }
}

impl Loaded {
    /// The texts that rustc has to be given to learn what it writes for the macros of the crate: none where there are no calls
    /// of such macros.
    pub fn reporting(&self) -> Result<Vec<Reporting>, Box<Diagnostic>> {
        let texts = self.ask(|| {
            let calls = Calls::of(self, self.crates().own(), true);
            if let Some(error) = self.unknown_value_in_items(&calls) {
                return Err(Box::new(error));
            }
            let mut values = Vec::new();
            let (mut any, mut deepest) = (false, 0);
            let mut copied: Vec<Copied> = Vec::new();
            for ((file, range), call) in calls.all() {
                let Some(definition) = self.users_definition(call) else { continue };
                any = true;
                if !copied.iter().any(|known| known.definition == definition) {
                    copied.extend(self.copied_definition(call));
                }
                deepest = deepest.max(self.level(file));
                let root = file.parse_or_expand(self.db());
                let node = root.covering_element(range).into_node().filter(is_value);
                if let Some(node) = node {
                    values.push(definition);
                    let copy = copied.iter_mut().find(|copy| copy.definition == definition);
                    let name = node.ancestors().find_map(ast::MacroCall::cast).and_then(|call| name_of(&call));
                    if let (Some(copy), Some(name)) = (copy, name) {
                        copy.value_calls.push(self.token_start(file, name.text_range().start()));
                    }
                }
            }
            let copied = self.with_names_of_their_own(copied);
            let names: Vec<String> = copied.iter().map(|copy| copy.name.clone()).collect();
            let levels = if any { 0..deepest + 1 } else { 0..0 };
            let needed = if any { Needed::of(self, &calls) } else { Needed::default() };
            let mut texts = Vec::new();
            for level in levels {
                let (values, copied, needed) = (values.clone(), copied.clone(), needed.clone());
                let recorder = Recorder { level, values, copied, needed, ..Recorder::default() };
                let (expanded, recorder) = emit::reporting_text(self, self.crates().own(), recorder);
                let numbers: HashMap<Definition, usize> =
                    recorder.definitions.iter().enumerate().map(|(number, place)| (*place, number)).collect();
                let expected = |standing: Standing| {
                    let mut found = Vec::new();
                    if let Some(call) = standing.call {
                        self.expansions(&calls, call, (&numbers, false), &mut found);
                    }
                    for expansion in &mut found {
                        expansion.tokens = with_names(std::mem::take(&mut expansion.tokens), &names);
                    }
                    (standing, found)
                };
                let standing: Vec<_> = recorder.standing.into_iter().map(expected).collect();
                if standing.iter().any(|(_, found)| !found.is_empty()) {
                    texts.push(Reporting { expanded, standing, names: names.clone() });
                }
            }
            Ok(texts)
        });
        texts?
    }

    /// The definition of a macro by example of the user's.
    pub(super) fn users_definition(&self, call: MacroCallId) -> Option<Definition> {
        let definition = &call.loc(self.db()).def;
        let is_users = definition.krate == self.crates().own()
            || self.crates().dependency(definition.krate).is_some_and(|known| known.kind != Kind::Library);
        match definition.kind {
            MacroDefKind::Declarative(id, _) if is_users => Some((id.file_id, id.to_range(self.db()))),
            _ => None,
        }
    }

    /// The macro by example of another crate that is called, to be copied.
    fn copied_definition(&self, call: MacroCallId) -> Option<Copied> {
        let definition = &call.loc(self.db()).def;
        let MacroDefKind::Declarative(id, _) = definition.kind else { return None };
        let edition = definition.krate.data(self.db()).edition;
        // What some fragments are depends on the edition. Those of earlier ones have names in later ones.
        let is_later = edition > self.crates().own().data(self.db()).edition;
        if definition.krate == self.crates().own() || is_later {
            return None;
        }
        let ast::Macro::MacroRules(node) = id.to_node(self.db()) else { return None };
        let name = node.name()?.text().to_string();
        let (definition, node) = (self.users_definition(call)?, node.syntax().clone());
        Some(Copied { definition, name, node, edition, value_calls: Vec::new() })
    }

    /// Those whose name no other macro of the program has: rustc shall not take one for another.
    fn with_names_of_their_own(&self, mut copied: Vec<Copied>) -> Vec<Copied> {
        if copied.is_empty() {
            return copied;
        }
        copied.sort_by_key(|copied| copied.name.clone());
        let mut names: Vec<String> = copied.iter().map(|copied| copied.name.clone()).collect();
        for file in self.files_of(self.crates().own()) {
            let file = ra_ap_hir::EditionedFileId::new(self.db(), file, self.crates().own().data(self.db()).edition);
            let tokens = file.parse(self.db()).tree().syntax().descendants_with_tokens();
            let mut last = [String::new(), String::new()];
            for token in tokens.filter_map(|element| element.into_token()).filter(|token| !token.kind().is_trivia()) {
                if last == ["macro_rules", "!"] {
                    names.push(token.text().to_string());
                }
                last.rotate_left(1);
                last[1] = token.text().to_string();
            }
        }
        copied.retain(|copied| names.iter().filter(|name| **name == copied.name).count() == 1);
        copied
    }

    /// Within how many calls of macros of the language a file is that a macro by example wrote. For `m!()` that writes
    /// `verus! { n!(); }` the call of `n` is on level 1: rustc knows no `verus!`, so `n!()` can only be given to it in a text in
    /// which that call is replaced, and `m!()` with it.
    pub(super) fn level(&self, file: HirFileId) -> usize {
        let mut calls = Vec::new();
        let mut file = file;
        while let HirFileId::MacroFile(call) = file {
            calls.push(call);
            file = call.loc(self.db()).kind.file_id();
        }
        let mut is_written = false;
        let mut level = 0;
        for call in calls.into_iter().rev() {
            if self.users_definition(call).is_some() {
                is_written = true;
            } else if is_written && call.loc(self.db()).def.is_proc_macro() {
                level += 1;
            }
        }
        level
    }

    /// What is written for a call and for the calls in it, down to those of other macros than those by example.
    fn expansions(
        &self,
        calls: &Calls,
        call: MacroCallId,
        (numbers, is_later): (&HashMap<Definition, usize>, bool),
        out: &mut Vec<Expansion>,
    ) {
        if call.loc(self.db()).def.is_proc_macro() && !is_later {
            return;
        }
        let file = HirFileId::from(call);
        let root = file.parse_or_expand(self.db());
        if let Some(definition) = self.users_definition(call) {
            let number = numbers.get(&definition).copied();
            out.push(Expansion {
                number,
                tokens: without_docs(tokens_of(&root), |token| Some(token.as_str())),
                is_later,
            });
        }
        for node in root.descendants() {
            let at = (file, node.text_range());
            if ast::MacroCall::can_cast(node.kind()) {
                let inner = calls.at(at).filter(|inner| !inner.loc(self.db()).def.is_proc_macro());
                inner.into_iter().for_each(|inner| self.expansions(calls, inner, (numbers, is_later), out));
            } else if ast::Item::can_cast(node.kind())
                && let Some(marked) = calls.marked_item(at).filter(|marked| self.is_marker(*marked))
            {
                self.expansions(calls, marked, (numbers, true), out);
            }
        }
    }

    /// Compares what rustc reported, each with the byte of the text where it was called, with what was written here. One
    /// error for each call that stands.
    pub fn compare_expansions(&self, given: &Reporting, reports: &[(usize, &str)]) -> Vec<Diagnostic> {
        let mut left: Vec<(usize, usize, Vec<Written>)> = Vec::new();
        for (at, message) in reports {
            let Some(rest) = message.strip_prefix(REPORT).and_then(|rest| rest.strip_prefix(SEPARATOR)) else {
                continue;
            };
            let mut parts = rest.split(SEPARATOR);
            let number = parts.next().and_then(|number| number.parse().ok()).unwrap_or(usize::MAX);
            let written: Vec<Written> = parts.filter(|part| !part.is_empty()).flat_map(written).collect();
            let written = written_with_names(without_written_docs(written), &given.names);
            left.push((*at, number, written));
        }
        left.sort_by_key(|(at, ..)| *at);
        let mut out = Vec::new();
        for (standing, expected) in &given.standing {
            // Only what runs or is proved counts.
            if !standing.is_item && !self.in_language(standing.at.0) {
                continue;
            }
            let first = left.partition_point(|(at, ..)| *at < standing.range.start);
            let here = left.iter_mut().skip(first).take_while(|(at, ..)| *at < standing.range.end);
            let reported = here.map(|(_, number, written)| (*number, std::mem::take(written))).collect();
            if let Some(message) = difference(expected, reported) {
                let span = self.span(standing.at.0, standing.at.1);
                let error = Diagnostic::error(Unsupported::Expansion, message, span);
                // What a contract says of a result may stand in it more than once.
                if !out.iter().any(|other: &Diagnostic| other.primary == error.primary) {
                    out.push(error);
                }
            }
        }
        out
    }
}

/// What is wrong where the two differ; `None` where every expansion was reported once and nothing else was.
///
/// rustc reports what it expands in an order of its own, so an expansion is looked for among all reports of its definition. One
/// that is compared later may be missing. A difference in a fragment has advice: `$a * 2` for `m!(1 + 1)` is `(1 + 1) * 2` to
/// rustc if `$a` is an `expr`.
fn difference(expected: &[Expansion], mut reported: Vec<(usize, Vec<Written>)>) -> Option<String> {
    let mut fragment = false;
    let mut missing = false;
    for expansion in expected {
        let Some(number) = expansion.number else {
            return Some(
                "the expansion of this macro cannot be compared with rustc's: another macro defines it, or it is from \
                 a crate with another edition or other macros"
                    .into(),
            );
        };
        let mut found = None;
        for (at, (of, written)) in reported.iter().enumerate() {
            if *of != number {
                continue;
            }
            match agree(written, &expansion.tokens) {
                Ok(()) => found = Some(at),
                Err(Difference::Fragment) => fragment = true,
                Err(Difference::Tokens) => {}
            }
        }
        match found {
            Some(at) => drop(reported.swap_remove(at)),
            None => missing |= !expansion.is_later,
        }
    }
    if !missing && reported.is_empty() {
        return None;
    }
    Some(match fragment {
        true => "rustc parses an argument of this macro as a single expression, but the verifier would parse it \
                 together with the tokens around it; put it in parentheses or in a variable"
            .into(),
        false => "rustc expands this macro call in another way than the verifier".into(),
    })
}

impl Emitter<'_> {
    /// Writes the macros that report before the first item of the crate.
    pub(super) fn begin_reports(&mut self, node: &SyntaxNode) {
        let Some(recorder) = &mut self.recorder else { return };
        let is_item = ast::Item::can_cast(node.kind());
        if !is_item || std::mem::replace(&mut recorder.has_begun, true) {
            return;
        }
        let copied = recorder.copied.clone();
        self.generated(PREAMBLE);
        for (at, macro_) in copied.iter().enumerate() {
            let Some(recorder) = &mut self.recorder else { return };
            let number = recorder.definitions.len();
            recorder.definitions.push(macro_.definition);
            let mut trees = macro_.node.children();
            let Some(tree) = trees.find(|tree| tree.kind() == SyntaxKind::TOKEN_TREE) else { continue };
            for is_value in [false, true].into_iter().take(1 + usize::from(!macro_.value_calls.is_empty())) {
                self.generated(&format!("macro_rules! {} ", copy_name(at, is_value)));
                self.rules((macro_.definition.0, macro_.edition), &tree, number, is_value);
                self.generated("\n");
            }
        }
    }

    /// Whether a call of a macro by example stands though what it comes to is no Rust.
    pub(super) fn stays(&self, file: HirFileId, call: MacroCallId) -> bool {
        let Some(recorder) = &self.recorder else { return false };
        self.loaded.users_definition(call).is_some() && self.loaded.level(file) >= recorder.level
    }

    /// A call that stands.
    pub(super) fn standing(&mut self, file: HirFileId, node: &SyntaxNode, call: Option<MacroCallId>) {
        let start = self.out.text.len();
        let definition = call.and_then(|call| self.loaded.users_definition(call));
        let copies = self.recorder.as_ref().map_or(&[][..], |recorder| &recorder.copied);
        match copies.iter().position(|copy| Some(copy.definition) == definition) {
            Some(copy) => {
                self.generated(&format!(" {}!", copy_name(copy, is_value(node))));
                let after_name = |child: &SyntaxElement| !matches!(child.kind(), SyntaxKind::PATH | SyntaxKind::BANG);
                let rest: Vec<SyntaxElement> = node.children_with_tokens().filter(after_name).collect();
                self.elements(file, &rest);
            }
            None => self.children(file, node),
        }
        let end = self.out.text.len();
        let Some(recorder) = &mut self.recorder else { return };
        let is_item = is_among_items(node);
        recorder.standing.push(Standing { range: start..end, at: (file, node.text_range()), call, is_item });
    }

    /// A definition that reports.
    pub(super) fn reporting_macro(&mut self, file: HirFileId, node: &SyntaxNode) {
        let definition = (file, node.text_range());
        let Some(recorder) = &mut self.recorder else { return };
        let number = recorder.definitions.len();
        recorder.definitions.push(definition);
        let is_value = recorder.values.contains(&definition);
        let edition = self.loaded.crates().own().data(self.loaded.db()).edition;
        for child in node.children_with_tokens() {
            match child {
                NodeOrToken::Node(tree) if tree.kind() == SyntaxKind::TOKEN_TREE => {
                    self.rules((file, edition), &tree, number, is_value);
                }
                NodeOrToken::Node(node) => self.node(file, &node),
                NodeOrToken::Token(token) => self.token(file, &token),
            }
        }
    }

    /// The rules of a definition in a crate of an edition.
    fn rules(&mut self, (file, edition): (HirFileId, Edition), tree: &SyntaxNode, number: usize, is_value: bool) {
        let mut before = String::new();
        for child in tree.children_with_tokens() {
            match child {
                NodeOrToken::Node(body) if before.ends_with("=>") => self.rule(file, &body, number, is_value),
                NodeOrToken::Node(matcher) => self.matcher(file, &matcher, edition),
                NodeOrToken::Token(token) => {
                    self.token(file, &token);
                    if !token.kind().is_trivia() {
                        before.push_str(token.text());
                    }
                    continue;
                }
            }
            before.clear();
        }
    }

    /// What a rule matches, with the fragments of the edition of its crate.
    fn matcher(&mut self, file: HirFileId, matcher: &SyntaxNode, edition: Edition) {
        let own = self.loaded.crates().own().data(self.loaded.db()).edition;
        if own == edition {
            return self.node(file, matcher);
        }
        // `$`, a name and a colon come before a fragment.
        let mut before = [SyntaxKind::EOF; 3];
        for token in matcher.descendants_with_tokens().filter_map(|element| element.into_token()) {
            let is_fragment = before[0] == SyntaxKind::DOLLAR && before[2] == SyntaxKind::COLON;
            match token.text() {
                "expr" if is_fragment && edition < Edition::Edition2024 && own >= Edition::Edition2024 => {
                    self.generated("expr_2021");
                }
                "pat" if is_fragment && edition < Edition::Edition2021 && own >= Edition::Edition2021 => {
                    self.generated("pat_param");
                }
                _ => self.token(file, &token),
            }
            if !token.kind().is_trivia() {
                before.rotate_left(1);
                before[2] = token.kind();
            }
        }
    }

    /// What a rule writes, after its report.
    fn rule(&mut self, file: HirFileId, body: &SyntaxNode, number: usize, is_value: bool) {
        let mut inner: Vec<SyntaxElement> = body.children_with_tokens().collect();
        inner.pop();
        let mut inner = inner.split_off(inner.len().min(1));
        let kind = |element: &SyntaxElement| element.kind();
        let mut tokens: Vec<SyntaxKind> = inner.iter().map(kind).filter(|kind| !kind.is_trivia()).collect();
        self.generated("{ ");
        // What ends with a semicolon may still be an expression.
        let ends = tokens.last() == Some(&SyntaxKind::SEMICOLON);
        if ends {
            tokens.pop();
        }
        let is_repeated = |element: &SyntaxElement| {
            let before = element.prev_sibling_or_token().map(|before| before.kind());
            let parts = element.as_node().into_iter().flat_map(|node| node.children_with_tokens());
            before == Some(SyntaxKind::DOLLAR) && parts.into_iter().any(|part| part.kind() == SyntaxKind::SEMICOLON)
        };
        let is_several = tokens.contains(&SyntaxKind::SEMICOLON)
            || tokens.first() == Some(&SyntaxKind::LET_KW)
            || inner.iter().any(is_repeated);
        let is_value = is_value && !is_several;
        self.generated(if is_value { "(" } else { "" });
        self.report(file, &inner, number);
        self.generated(if is_value { ", " } else { "\n" });
        if is_value && ends {
            let last = inner.iter().rposition(|element| element.kind() == SyntaxKind::SEMICOLON);
            inner.truncate(last.unwrap_or(inner.len()));
        }
        self.living(file, &inner);
        self.generated(if is_value { "\n) }" } else { "\n}" });
    }

    /// Reports what a rule writes. What the rule says itself is one string, for rustc takes a step for each call of a macro.
    fn report(&mut self, file: HirFileId, body: &[SyntaxElement], number: usize) {
        self.generated("::core::compile_error!{::core::concat!(");
        let mut string = format!("{REPORT}{SEPARATOR}{number}{SEPARATOR}");
        self.arguments(file, body, &mut string);
        self.end_string(&mut string);
        self.generated(")}");
    }

    /// The arguments of a `concat!` that reports tokens. What the last of them say is still in the string.
    fn arguments(&mut self, file: HirFileId, tokens: &[SyntaxElement], string: &mut String) {
        let kept: Vec<SyntaxElement> = tokens.iter().filter(|element| !element.kind().is_trivia()).cloned().collect();
        let mut rest = kept.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let of_rules = if first.kind() == SyntaxKind::DOLLAR { of_rules(after) } else { 0 };
            let (these, after) = rest.split_at(1 + of_rules.min(after.len()));
            rest = after;
            match these {
                [NodeOrToken::Token(token)] => {
                    string.push_str(&self.spelled(file, token));
                    string.push(SEPARATOR);
                }
                [NodeOrToken::Node(tree)] => {
                    let inner: Vec<SyntaxElement> = tree.children_with_tokens().collect();
                    self.arguments(file, &inner, string);
                }
                [_, word] if word.kind() == SyntaxKind::CRATE_KW => string.push_str(&format!("$crate{SEPARATOR}")),
                [_, NodeOrToken::Node(tree), NodeOrToken::Token(operator)] => {
                    self.end_string(string);
                    self.generated("$(");
                    let inner: Vec<SyntaxElement> = tree.children_with_tokens().collect();
                    let within = inner.get(1..inner.len().saturating_sub(1)).unwrap_or_default();
                    self.arguments(file, within, string);
                    self.end_string(string);
                    self.generated(&format!("){} ", operator.text()));
                }
                // A variable, or a repetition with something between its turns.
                _ => {
                    self.end_string(string);
                    self.generated("__certus_tokens!(");
                    self.elements(file, these);
                    self.generated("), ");
                }
            }
        }
    }

    fn end_string(&mut self, string: &mut String) {
        if !string.is_empty() {
            self.generated(&format!("\"{}\", ", std::mem::take(string).escape_default()));
        }
    }

    /// What a rule writes, with the copies of macros of other crates for these.
    fn living(&mut self, file: HirFileId, elements: &[SyntaxElement]) {
        let copied = self.recorder.as_ref().map(|recorder| recorder.copied.clone()).unwrap_or_default();
        if copied.is_empty() {
            return self.elements(file, elements);
        }
        let all = |element: &SyntaxElement| match element {
            NodeOrToken::Node(node) => {
                node.descendants_with_tokens().filter_map(|element| element.into_token()).collect()
            }
            NodeOrToken::Token(token) => vec![token.clone()],
        };
        let tokens: Vec<SyntaxToken> = elements.iter().flat_map(all).collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = tokens.get(at..).unwrap_or_default();
            match copy_called(rest, &copied) {
                Some((length, copy)) => {
                    let (name, _) = rest.split_at(length.min(rest.len()));
                    let name = name.iter().rfind(|token| token.kind() == SyntaxKind::IDENT);
                    let place = name.map(|name| self.loaded.token_start(file, name.text_range().start()));
                    let calls = copied.get(copy).map_or(&[][..], |copy| &copy.value_calls);
                    let is_value = place.is_some_and(|place| calls.contains(&place));
                    self.generated(&format!(" {} ", copy_name(copy, is_value)));
                    at += length;
                }
                None => {
                    self.token(file, token);
                    at += 1;
                }
            }
        }
    }

    fn elements(&mut self, file: HirFileId, elements: &[SyntaxElement]) {
        for element in elements {
            match element {
                NodeOrToken::Node(node) => self.node(file, node),
                NodeOrToken::Token(token) => self.token(file, token),
            }
        }
    }
}

/// How many elements after a `$` belong to it: a variable, or a repetition with what separates its turns and how often it is
/// repeated.
fn of_rules(after: &[SyntaxElement]) -> usize {
    let operator = |at: usize| {
        let element = after.get(at)?;
        let is_one = matches!(element.kind(), SyntaxKind::STAR | SyntaxKind::PLUS | SyntaxKind::QUESTION);
        // `+=` and `*=` separate turns.
        let next = after.get(at + 1).filter(|next| next.kind() == SyntaxKind::EQ);
        let is_joined = next.is_some_and(|next| next.text_range().start() == element.text_range().end());
        Some(is_one && !is_joined)
    };
    match after.first() {
        Some(NodeOrToken::Node(_)) => 1 + (1..after.len()).find(|at| operator(*at) == Some(true)).unwrap_or(0),
        Some(NodeOrToken::Token(_)) => 1,
        None => 0,
    }
}

/// The name of the macro that is called.
fn name_of(call: &ast::MacroCall) -> Option<SyntaxToken> {
    call.path()?.segment()?.name_ref()?.ident_token()
}

/// Whether the path of a macro that is copied begins here, before a `!`: how many tokens it has, and which copy it is.
fn copy_called(tokens: &[SyntaxToken], copied: &[Copied]) -> Option<(usize, usize)> {
    let (mut name, mut colons) = (None, 0);
    let mut before = None;
    for (at, token) in tokens.iter().enumerate() {
        let kind = token.kind();
        match kind {
            kind if kind.is_trivia() => continue,
            SyntaxKind::COLON2 if before.is_some() => colons += 2,
            SyntaxKind::COLON if before.is_some() => colons += 1,
            SyntaxKind::DOLLAR | SyntaxKind::CRATE_KW | SyntaxKind::IDENT => {
                // Only `::` joins two words: the first one in `a: b::m!()` is none of the path.
                let is_joined = colons == 2 || (kind == SyntaxKind::CRATE_KW && before == Some(SyntaxKind::DOLLAR));
                if before.is_some() && !is_joined {
                    return None;
                }
                (name, colons) = (Some(token.text()).filter(|_| kind == SyntaxKind::IDENT), 0);
            }
            SyntaxKind::BANG if colons == 0 => {
                let copy = copied.iter().position(|copy| Some(copy.name.as_str()) == name)?;
                return Some((at, copy));
            }
            _ => return None,
        }
        before = Some(kind);
    }
    None
}

/// Whether a macro call is used as an expression, a pattern or a type. A statement may be several; one without a semicolon at the
/// end of its block is an expression to rustc, but with braces.
fn is_value(node: &SyntaxNode) -> bool {
    let Some(call) = node.ancestors().find_map(ast::MacroCall::cast) else { return false };
    let Some(parent) = call.syntax().parent() else { return false };
    let has_braces = call.token_tree().is_some_and(|tree| tree.l_curly_token().is_some());
    match parent.kind() {
        SyntaxKind::MACRO_PAT | SyntaxKind::MACRO_TYPE => true,
        SyntaxKind::MACRO_EXPR => match parent.parent().map(|around| around.kind()) {
            Some(SyntaxKind::EXPR_STMT) => false,
            Some(SyntaxKind::STMT_LIST | SyntaxKind::MACRO_STMTS) => !has_braces,
            _ => true,
        },
        _ => false,
    }
}

/// The tokens of a syntax tree, operators in single characters.
fn tokens_of(root: &SyntaxNode) -> Vec<String> {
    let mut out = Vec::new();
    for token in root.descendants_with_tokens().filter_map(|element| element.into_token()) {
        if !token.kind().is_trivia() {
            push(&mut out, token.kind(), token.text());
        }
    }
    out
}

fn push(out: &mut Vec<String>, kind: SyntaxKind, text: &str) {
    let is_number = kind == SyntaxKind::FLOAT_NUMBER && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_operator = text.chars().all(|c| c.is_ascii_punctuation() && !matches!(c, '_' | '"' | '\''));
    if text == "crate" && out.last().is_some_and(|last| last == "$") {
        out.pop();
        out.push("$crate".to_string());
    } else if is_number {
        // `x.0.1` has fields and no number, which a lexer does not know.
        out.extend(text.split_inclusive('.').flat_map(|part| match part.strip_suffix('.') {
            Some(digits) => vec![digits.to_string(), ".".to_string()],
            None => vec![part.to_string()],
        }));
    } else if is_operator {
        out.extend(text.chars().map(String::from));
    } else {
        out.push(text.to_string());
    }
}

/// A part of a report.
fn written(part: &str) -> Vec<Written> {
    let is_operator = part.chars().all(|c| c.is_ascii_punctuation() && !matches!(c, '"' | '\''));
    if is_operator && part != "_" {
        return part.chars().map(|c| Written::Token(c.to_string())).collect();
    }
    if part == "$crate" || part.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return vec![Written::Token(part.to_string())];
    }
    let tree = SourceFile::parse(part, Edition::CURRENT).tree();
    let is_token = |element: &SyntaxElement| element.as_token().is_some_and(|token| !token.kind().is_trivia());
    let count = tree.syntax().descendants_with_tokens().filter(is_token).count();
    let tokens = tokens_of(tree.syntax());
    match count {
        1 => tokens.into_iter().map(Written::Token).collect(),
        _ => vec![Written::Fragment(tokens)],
    }
}

/// Without documentation, which means nothing and is spelled differently.
fn without_docs<T>(tokens: Vec<T>, text: fn(&T) -> Option<&str>) -> Vec<T> {
    let texts: Vec<Option<&str>> = tokens.iter().map(text).collect();
    let mut kept = vec![true; tokens.len()];
    let mut at = 0;
    while at < texts.len() {
        let inner = if texts.get(at + 1) == Some(&Some("!")) { at + 2 } else { at + 1 };
        let is_doc = texts.get(at) == Some(&Some("#"))
            && texts.get(inner..inner + 3) == Some(&[Some("["), Some("doc"), Some("=")]);
        // No token of the text is a bracket.
        let end = texts.iter().skip(inner).position(|text| *text == Some("]")).map(|length| inner + length);
        match end.filter(|_| is_doc) {
            Some(end) => {
                kept.iter_mut().take(end + 1).skip(at).for_each(|kept| *kept = false);
                at = end + 1;
            }
            None => at += 1,
        }
    }
    let mut kept = kept.into_iter();
    tokens.into_iter().filter(|_| kept.next() == Some(true)).collect()
}

/// The same for what rustc reports. A fragment `$m:meta` may be documentation, and any fragment may have some in it.
fn without_written_docs(written: Vec<Written>) -> Vec<Written> {
    let is_doc = |written: &Written| matches!(written, Written::Fragment(tokens) if tokens.starts_with(&["doc".into(), "=".into()]));
    let mut out: Vec<Written> = Vec::new();
    let mut rest = without_docs(written, written_text).into_iter().peekable();
    while let Some(next) = rest.next() {
        let opens =
            |written: Option<&Written>, text: &str| matches!(written, Some(Written::Token(token)) if token == text);
        if is_doc(&next) && opens(out.last(), "[") && opens(rest.peek(), "]") {
            out.pop();
            rest.next();
            // `#![doc = ".."]` has one token more.
            if opens(out.last(), "!") {
                out.pop();
            }
            out.pop();
            continue;
        }
        out.push(match next {
            Written::Fragment(tokens) => Written::Fragment(without_docs(tokens, |token| Some(token.as_str()))),
            token => token,
        });
    }
    out
}

fn written_text(written: &Written) -> Option<&str> {
    match written {
        Written::Token(text) => Some(text),
        Written::Fragment(_) => None,
    }
}
