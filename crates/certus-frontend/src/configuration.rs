//! What stands under a `cfg` that holds for the verifier alone.
//!
//! `verus_keep_ghost` and its relatives are set where a program is verified and not where it is compiled. So code under
//! one of them belongs to one of two programs only, and what is proved must not depend on it: only ghost code, and
//! imports that hide no other name, may be there for the verifier alone, and nothing may be left out for it. Everything
//! else is `language/ghost-cfg`.
//!
//! The rule goes by tokens, and so holds within macro calls and in the definitions of macros. A mention of one of the
//! words that it cannot place is an error.

use certus_diagnostics::{Diagnostic, Language, Level};
use ra_ap_base_db::{Crate, SourceDatabase as _};
use ra_ap_cfg::CfgOptions;
use ra_ap_hir::HirFileId;
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxToken, TextRange, ast};

use crate::expander::holds;
use crate::graph::GHOST_CFGS;
use crate::loaded::Loaded;

/// The wrappers of ghost values.
const GHOST_TYPES: [&str; 2] = ["Ghost", "Tracked"];

/// The crates whose names only specifications have a use for.
const LANGUAGE: [&str; 4] = ["vstd", "verus_builtin", "verus_builtin_macros", "verus_state_machines_macros"];

/// What Rust imports everywhere, and the types that need no import.
const PRELUDE: [&str; 54] = [
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "Box",
    "String",
    "Vec",
    "ToString",
    "ToOwned",
    "Clone",
    "Copy",
    "Send",
    "Sync",
    "Sized",
    "Unpin",
    "Drop",
    "Fn",
    "FnMut",
    "FnOnce",
    "AsRef",
    "AsMut",
    "Into",
    "From",
    "Default",
    "Iterator",
    "IntoIterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "Extend",
    "Eq",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "TryFrom",
    "TryInto",
    "FromIterator",
    "drop",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "bool",
    "char",
    "str",
];

/// Attributes that may hang on such a condition: they say nothing about what the program does.
const INERT: [&str; 12] = [
    "feature",
    "allow",
    "warn",
    "deny",
    "forbid",
    "expect",
    "doc",
    "verifier",
    "verus",
    "register_tool",
    "verus_spec",
    "verus_verify",
];

/// What is wrong with a mention of one of the flags.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// It is in no attribute, so code may compute with it.
    Computed,
    /// An attribute that only the verified program has.
    Attribute,
    /// Code that only the verified program has.
    OnlyVerified,
    /// Code that only the compiled program has.
    OnlyCompiled,
    /// A condition that has no value here.
    Unknown,
}

impl Wrong {
    /// The message of the error.
    fn text(self) -> &'static str {
        match self {
            Wrong::Computed => "verified code must not depend on whether it is being verified",
            Wrong::Attribute => "this attribute exists only when the program is verified",
            Wrong::OnlyVerified => "this code exists only when the program is verified, and it is not ghost code",
            Wrong::OnlyCompiled => "this code exists only when the program is compiled, so nothing is proved about it",
            Wrong::Unknown => "this condition cannot be read",
        }
    }
}

/// The tokens of a file without blanks and comments.
struct Tokens(Vec<SyntaxToken>);

impl Tokens {
    fn text(&self, at: usize) -> &str {
        self.0.get(at).map_or("", SyntaxToken::text)
    }

    /// Where the delimiter at `open` is closed; the end where it never is.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.0.len() {
            match self.text(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth <= 1 => return at,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        self.0.len()
    }

    /// The text from one token to before another.
    fn between(&self, from: usize, to: usize) -> String {
        (from..to).map(|at| self.text(at)).collect::<Vec<_>>().join(" ")
    }

    /// The delimiter that is open at a token, if it is within one.
    fn opening(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for before in (0..at).rev() {
            match self.text(before) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" if depth == 0 => return Some(before),
                "(" | "[" | "{" => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The `(` of the `cfg(..)` or `cfg_attr(..)` of an attribute that a token is in, however deep.
    fn condition(&self, at: usize) -> Option<usize> {
        let mut open = self.opening(at);
        while let Some(here) = open {
            let before = |n: usize| here.checked_sub(n).map_or("", |at| self.text(at));
            if self.text(here) == "(" && matches!(before(1), "cfg" | "cfg_attr") {
                let is_attr = before(2) == "[" && (before(3) == "#" || (before(3) == "!" && before(4) == "#"));
                return is_attr.then_some(here);
            }
            open = self.opening(here);
        }
        None
    }

    /// The first token behind the attributes that go on after `at`.
    fn behind_attributes(&self, mut at: usize) -> usize {
        while self.text(at) == "#" {
            let open = if self.text(at + 1) == "!" { at + 2 } else { at + 1 };
            at = self.closing(open) + 1;
        }
        at
    }

    /// The first token behind a visibility.
    fn behind_visibility(&self, at: usize) -> usize {
        match (self.text(at), self.text(at + 1)) {
            ("pub", "(") => self.closing(at + 1) + 1,
            ("pub", _) => at + 1,
            _ => at,
        }
    }

    /// Whether what begins here may be there for the verifier alone.
    fn may_be_ghost(&self, at: usize) -> bool {
        let at = self.behind_visibility(self.behind_attributes(at));
        match (self.text(at), self.text(at + 1)) {
            ("use", _) => self.hides_nothing(at),
            ("open" | "closed" | "uninterp" | "broadcast", "spec" | "proof" | "group" | "use" | "axiom") => true,
            ("open", "(") => matches!(self.text(at + 2), "in" | "crate" | "super" | "self"),
            ("spec" | "proof", "fn" | "const") | ("proof", "{") | ("axiom", "fn") => self.is_in_language(at),
            ("spec", "(") => self.text(at + 2) == "checked" && self.text(at + 4) == "fn",
            ("assert" | "assume", "(" | "forall") => self.is_in_language(at),
            ("assume_specification", "[" | "<") => true,
            (_, ":") if self.text(at + 2) != ":" => self.is_ghost_field(at),
            _ => false,
        }
    }

    /// Whether a field, declared or given, may be there for the verifier alone. Code that runs and mentions one does not
    /// compile, and the derives that would see one are refused (`certus-lower`, `items/derives.rs`).
    fn is_ghost_field(&self, at: usize) -> bool {
        let is_name = self.0.get(at).is_some_and(|token| token.kind() == SyntaxKind::IDENT);
        let Some(open) = self.opening(at).filter(|open| is_name && self.text(*open) == "{") else { return false };
        let mut head = (0..open).rev().map(|at| self.text(at)).take_while(|text| !matches!(*text, ";" | "{" | "}"));
        // One that is given must be a wrapper of ghost code: any other value may have effects, and a constant in a pattern is
        // compared.
        let is_wrapper = GHOST_TYPES.contains(&self.text(at + 2)) && matches!(self.text(at + 3), "(" | "<");
        head.any(|word| word == "struct") || (is_wrapper && self.is_in_language(at))
    }

    /// Whether a token is within a call of the language's macro.
    fn is_in_language(&self, at: usize) -> bool {
        self.enclosing(at).any(|open| self.is_call(open, &["verus", "verus_keep_ghost"]))
    }

    /// Whether a token is an argument of a macro of somebody else, which may put it anywhere.
    fn is_argument(&self, at: usize) -> bool {
        let macros = ["verus", "verus_keep_ghost", "verus_erase_ghost"];
        self.enclosing(at).any(|open| open > 0 && self.text(open - 1) == "!" && !self.is_call(open, &macros))
    }

    /// Whether a delimiter belongs to a call of one of these macros.
    fn is_call(&self, open: usize, names: &[&str]) -> bool {
        open > 1 && self.text(open - 1) == "!" && names.contains(&self.text(open - 2))
    }

    /// The delimiters that are open at a token, the innermost first.
    fn enclosing(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.opening(at), |open| self.opening(*open))
    }

    /// Whether an import can be left out where the program is compiled: it stands in a module, is of the language's own crates, and
    /// names nothing that Rust imports by itself. Any other name could hide one of code that runs, or be a trait whose methods
    /// such code calls.
    fn hides_nothing(&self, at: usize) -> bool {
        let end = (at..self.0.len()).find(|at| self.text(*at) == ";").unwrap_or(self.0.len());
        let mut names = (at + 1..end).filter(|at| matches!(self.text(at + 1), "," | ";" | "}"));
        let first = if self.text(at + 1) == ":" { at + 3 } else { at + 1 };
        let before = |open: usize, n: usize| open.checked_sub(n).map_or("", |at| self.text(at));
        let in_module = self
            .enclosing(at)
            .all(|open| before(open, 2) == "mod" || self.is_call(open, &["verus", "verus_keep_ghost"]));
        in_module && LANGUAGE.contains(&self.text(first)) && !names.any(|at| PRELUDE.contains(&self.text(at)))
    }

    /// Where a `cfg_attr` has its attributes, and whether each is inert.
    fn is_inert(&self, open: usize) -> bool {
        let end = self.closing(open);
        let (mut at, mut names) = (open + 1, Vec::new());
        while at < end {
            match self.text(at) {
                "(" | "[" | "{" => at = self.closing(at),
                "," => names.push(self.text(at + 1)),
                _ => {}
            }
            at += 1;
        }
        names.into_iter().all(|name| name == ")" || INERT.contains(&name))
    }
}

impl Loaded {
    /// One error for each piece of code that only one of the two programs would have and that is not ghost code; a warning where
    /// the crate is a library `vstd`: a run with `--is-vstd` says nothing about code that is compiled.
    pub(crate) fn ghost_cfg_errors(&self, krate: Crate) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let on = krate.cfg_options(self.db());
        for file in self.files_of(krate) {
            let text = self.db().file_text(file).text(self.db());
            if !GHOST_CFGS.iter().any(|word| text.contains(word)) {
                continue;
            }
            let file = ra_ap_hir::EditionedFileId::new(self.db(), file, krate.data(self.db()).edition);
            let tree = file.parse(self.db()).tree();
            let tokens = tree.syntax().descendants_with_tokens().filter_map(|part| part.into_token());
            let tokens = Tokens(tokens.filter(|token| !token.kind().is_trivia()).collect());
            for (at, token) in tokens.0.iter().enumerate() {
                // In an import it is the macro of that name.
                let is_imported = || token.parent_ancestors().any(|node| ast::UseTree::can_cast(node.kind()));
                if token.kind() != SyntaxKind::IDENT || !GHOST_CFGS.contains(&token.text()) || is_imported() {
                    continue;
                }
                let import = || token.parent_ancestors().find_map(ast::Use::cast);
                let is_ghost = |wrong: Wrong| {
                    wrong == Wrong::OnlyVerified
                        && import().is_some_and(|i| self.imports_ghost_functions(krate, HirFileId::FileId(file), &i))
                };
                if let Some((range, wrong)) = wrong(&tokens, at, on).filter(|(_, wrong)| !is_ghost(*wrong)) {
                    let span = self.span(HirFileId::FileId(file), range);
                    let note =
                        format!("`{}` is set when a program is verified, but not when it is compiled", token.text());
                    let level = if self.crates().is_vstd() { Level::Warning } else { Level::Error };
                    let error = Diagnostic::error(Language::GhostCfg, wrong.text(), span).with_note(note);
                    out.push(Diagnostic { level, ..error });
                }
            }
        }
        out
    }
}

/// What is wrong with a mention of one of the words, and where.
fn wrong(tokens: &Tokens, at: usize, on: &CfgOptions) -> Option<(TextRange, Wrong)> {
    let here = tokens.0.get(at)?.text_range();
    // The macro of that name, called or imported.
    let is_path = at > 1 && tokens.text(at - 1) == ":" && tokens.text(at - 2) == ":";
    let is_called = tokens.text(at + 1) == "!" && matches!(tokens.text(at + 2), "(" | "[" | "{");
    if (is_path || is_called) && !tokens.is_argument(at) {
        return None;
    }
    let Some(open) = tokens.condition(at) else {
        return Some((here, Wrong::Computed));
    };
    let is_attr = tokens.text(open - 1) == "cfg_attr";
    let end = tokens.closing(open);
    let comma = (open + 1..end).find(|at| tokens.text(*at) == "," && tokens.opening(*at) == Some(open));
    let condition = tokens.between(open + 1, comma.filter(|_| is_attr).unwrap_or(end));
    let verified = holds(&condition, on);
    let compiled = holds(&condition, &without_ghost(on));
    let wrong = match (verified, compiled) {
        (Some(verified), Some(compiled)) if verified == compiled => return None,
        (Some(true), Some(false)) if is_attr && tokens.is_inert(open) => return None,
        (Some(true), Some(false)) if !is_attr && tokens.may_be_ghost(end + 2) => return None,
        (Some(true), Some(false)) if is_attr => Wrong::Attribute,
        (Some(true), Some(false)) => Wrong::OnlyVerified,
        (Some(false), Some(true)) => Wrong::OnlyCompiled,
        _ => Wrong::Unknown,
    };
    Some((here, wrong))
}

/// The same configuration where a program is compiled.
fn without_ghost(on: &CfgOptions) -> CfgOptions {
    let mut off = CfgOptions::default();
    for atom in on.into_iter() {
        match atom {
            ra_ap_cfg::CfgAtom::Flag(name) if GHOST_CFGS.contains(&name.as_str()) => {}
            ra_ap_cfg::CfgAtom::Flag(name) => off.insert_atom(name.clone()),
            ra_ap_cfg::CfgAtom::KeyValue { key, value } => off.insert_key_value(key.clone(), value.clone()),
        }
    }
    off
}
