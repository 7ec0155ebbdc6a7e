//! Semantic tokens: the words of the specification language, ghost code, and the modes of functions.
//!
//! Colours of ordinary Rust are left to others: only words are reported whose meaning they do not know. For example, of
//! `proof fn lemma(x: int)` they are `proof` (a keyword), `lemma` (a function; declaration, proof) and `x` (ghost).
//!
//! Keywords and ghost code come from the text as it is now. What a name stands for comes from the last run, at the place to
//! which edits have moved it; a name that is new counts as a variable, or as a function before a parenthesis.

use serde_json::{Value, json};

use crate::syntax::{Item, Kind, LexemeKind, Mode, Syntax, is_clause};
use crate::text::{Encoding, Text};

/// What tokens are, in the order of their numbers.
const TYPES: [&str; 8] = ["keyword", "function", "method", "variable", "property", "type", "enumMember", "namespace"];

/// What is said of tokens besides, in the order of their bits.
const MODIFIERS: [&str; 5] = ["declaration", "spec", "proof", "exec", "ghost"];

/// The names of types and modifiers, for the client.
pub(crate) fn legend() -> Value {
    json!({ "tokenTypes": TYPES, "tokenModifiers": MODIFIERS })
}

/// The number of a type in [`TYPES`].
fn kind(name: &str) -> u32 {
    TYPES.iter().position(|one| *one == name).unwrap_or(0) as u32
}

/// The bit of a modifier.
fn modifier(name: &str) -> u32 {
    MODIFIERS.iter().position(|one| *one == name).map_or(0, |at| 1 << at)
}

/// A name that the index knows: its first byte, the kind of its definition, and the mode if that is a function.
pub(crate) struct Known {
    pub(crate) start: usize,
    pub(crate) kind: String,
    pub(crate) mode: Option<Mode>,
}

/// The tokens of a text in the client's form. `known` are names in order.
pub(crate) fn tokens(syntax: &Syntax, text: &Text, known: &[Known], encoding: Encoding) -> Vec<u32> {
    let declared: Vec<&Item> = syntax.all_items().into_iter().filter(|item| item.in_language).collect();
    let lexed = &syntax.lexed;
    let mut data = Vec::new();
    let (mut line, mut column) = (0, 0);
    for at in (0..lexed.len()).filter(|at| lexed.is_word(*at)) {
        let bytes = lexed.bytes(at);
        let of_index = known.binary_search_by_key(&bytes.start, |one| one.start).ok().and_then(|at| known.get(at));
        let Some((kind, modifiers)) = classify(syntax, &declared, at, of_index) else { continue };
        let (start, end) = (text.position(bytes.start, encoding), text.position(bytes.end, encoding));
        let delta_line = start.line - line;
        let delta = if delta_line == 0 { start.character - column } else { start.character };
        data.extend([delta_line, delta, end.character.saturating_sub(start.character), kind, modifiers]);
        (line, column) = (start.line, start.character);
    }
    data
}

/// What a word is; `None` for what other highlighting knows.
fn classify(syntax: &Syntax, declared: &[&Item], at: usize, known: Option<&Known>) -> Option<(u32, u32)> {
    let is_ghost = syntax.is_ghost(at);
    let ghost = if is_ghost { modifier("ghost") } else { 0 };
    let of = item_of(declared, at);
    if is_keyword(syntax, of, at, is_ghost) {
        return Some((kind("keyword"), ghost));
    }
    let start = syntax.lexed.bytes(at).start;
    if let Some(item) = of.filter(|item| item.kind == Kind::Function && item.named.start == start) {
        let mode = item.mode.map_or(0, |mode| modifier(mode.name()));
        return Some((kind("function"), modifier("declaration") | mode | ghost));
    }
    if let Some(Known { kind: of, mode, .. }) = known {
        let name = match of.as_str() {
            "function" if syntax.lexed.before(at) == "." => "method",
            "function" => "function",
            "local" | "const parameter" | "constant" | "static" => "variable",
            "field" => "property",
            "variant" => "enumMember",
            "module" => "namespace",
            _ => "type",
        };
        let mode = mode.map_or(0, |mode| modifier(mode.name()));
        let says_more = mode != 0 || is_ghost;
        return says_more.then_some((kind(name), mode | ghost));
    }
    // A name that the last run did not see.
    let is_plain = is_ghost && !is_rust(syntax.lexed.word(at));
    is_plain.then(|| (kind(if syntax.lexed.word(at + 1) == "(" { "function" } else { "variable" }), ghost))
}

/// The innermost item of a token.
fn item_of<'i>(declared: &[&'i Item], at: usize) -> Option<&'i Item> {
    // Items around others come first.
    let after = declared.partition_point(|item| item.attributes.start <= at);
    declared.get(..after)?.iter().rev().find(|item| at < item.tokens.end).copied()
}

/// Whether a word is a keyword of the language at its place.
fn is_keyword(syntax: &Syntax, of: Option<&Item>, at: usize, is_ghost: bool) -> bool {
    let lexed = &syntax.lexed;
    let (word, before, next) = (lexed.word(at), lexed.before(at), lexed.word(at + 1));
    let Some(item) = of else { return false };
    if matches!(before, "." | ":") || lexed.kind(at) != Some(LexemeKind::Word) {
        return false;
    }
    let in_head = (item.tokens.start..=item.keyword).contains(&at);
    match word {
        "spec"
        | "proof"
        | "exec"
        | "axiom"
        | "broadcast"
        | "uninterp"
        | "open"
        | "closed"
        | "tracked"
        | "ghost"
        | "assume_specification"
        | "global"
        | "group"
            if in_head && item.named.start != lexed.bytes(at).start =>
        {
            true
        }
        "proof" => next == "{",
        "ghost" | "tracked" => lexed.is_word(at + 1) || matches!(before, "let" | "(" | ","),
        "assert" | "assume" => is_ghost && (next == "(" || next == "forall"),
        "reveal" | "hide" | "reveal_with_fuel" | "broadcast" => is_ghost,
        "forall" | "exists" | "choose" => is_ghost && next == "|",
        "by" => is_ghost || item.body.is_none() || item.kind == Kind::Function,
        "implies" | "via" | "when" | "is" | "has" => is_ghost && before != "(" && next != "(",
        word => is_clause(word) && (is_ghost || item.clauses.contains(&at)),
    }
}

/// Whether a word is a keyword of Rust or a primitive type, which other highlighting knows.
fn is_rust(word: &str) -> bool {
    const WORDS: [&str; 47] = [
        "as", "async", "await", "bool", "break", "char", "const", "continue", "crate", "dyn", "else", "enum", "extern",
        "false", "fn", "for", "i128", "i16", "i32", "i64", "i8", "if", "impl", "in", "isize", "let", "loop", "match",
        "mod", "move", "mut", "pub", "ref", "return", "self", "static", "str", "struct", "true", "u128", "u16", "u32",
        "u64", "u8", "use", "usize", "while",
    ];
    WORDS.binary_search(&word).is_ok() || matches!(word, "Self" | "super" | "trait" | "type" | "unsafe" | "where" | "_")
}
