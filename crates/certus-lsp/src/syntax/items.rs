//! The items of a text.
//!
//! The text may lack anything, so the parser relies on few signs. An item begins with its keyword and a name. It ends with `;`
//! or a group in braces, or where the next item begins. The clauses of a function may contain braces as well: `ensures match
//! r { .. }, { body }`. A group is the body if nothing follows that goes on with an expression.
//!
//! Two texts show the difference to a parser that refuses errors: `fn f(x: u8) requires x < fn g() {}` has the functions `f` and
//! `g`, and `struct S { a: u8, fn g() {}` has the struct `S` alone, because its brace is open.

use std::ops::Range;

use certus_known::CLAUSE_WORDS;

use super::lexed::Lexed;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `fn`, in an impl or trait too.
    Function,
    Struct,
    Enum,
    /// Of an enum.
    Variant,
    /// Of a struct with braces.
    Field,
    Union,
    Trait,
    /// Its name is what stands between `impl` and the brace, without parameters.
    Impl,
    Module,
    /// `const` and `static`.
    Constant,
    /// `type`.
    Alias,
    /// `macro_rules!`.
    Macro,
    /// `broadcast group g { .. }`.
    Group,
    /// `assume_specification[ path ](..)`.
    Specification,
    /// `use`, `global` and `broadcast use`: no symbol.
    Other,
}

/// The mode of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Of specifications; also what `ghost` says of a type or field.
    Spec,
    /// Of proofs; also what `tracked` says.
    Proof,
    /// Of code that runs. A function of the language that says nothing has it.
    Exec,
}

impl Mode {
    /// The keyword.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mode::Spec => "spec",
            Mode::Proof => "proof",
            Mode::Exec => "exec",
        }
    }
}

/// An item. Ranges are of tokens, or of bytes where it says so.
#[derive(Debug)]
pub(crate) struct Item {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its name as written.
    pub(crate) name: String,
    /// The bytes of its name.
    pub(crate) named: Range<usize>,
    /// The bytes of all of it, attributes included.
    pub(crate) whole: Range<usize>,
    /// The tokens of its attributes.
    pub(crate) attributes: Range<usize>,
    /// The tokens from the first modifier to the end.
    pub(crate) tokens: Range<usize>,
    /// The token after the modifiers, such as `fn`.
    pub(crate) keyword: usize,
    /// The mode of a function in the language, or of another item with such a word.
    pub(crate) mode: Option<Mode>,
    /// Whether it is inside of `verus!`.
    pub(crate) in_language: bool,
    /// Its parameters, from the opening parenthesis to after the closing one.
    pub(crate) params: Range<usize>,
    /// The words that begin its clauses.
    pub(crate) clauses: Vec<usize>,
    /// The inside of its braces.
    pub(crate) body: Option<Range<usize>>,
    /// The items inside of it: those of a module, trait or impl, fields and variants.
    pub(crate) children: Vec<Item>,
}

/// Words that may stand before the keyword of an item.
const MODIFIERS: [&str; 15] = [
    "pub",
    "open",
    "closed",
    "uninterp",
    "spec",
    "proof",
    "exec",
    "axiom",
    "broadcast",
    "tracked",
    "ghost",
    "const",
    "unsafe",
    "async",
    "extern",
];

/// Words that begin an item and have a name behind them.
const KEYWORDS: [&str; 12] =
    ["fn", "struct", "enum", "union", "trait", "impl", "mod", "const", "static", "type", "use", "group"];

/// Whether a word begins a clause.
pub(crate) fn is_clause(word: &str) -> bool {
    CLAUSE_WORDS.contains(&word)
}

/// The items of a text.
pub(super) fn items(lexed: &Lexed) -> Vec<Item> {
    let mut items = Vec::new();
    Parser { lexed }.items(0..lexed.len(), false, &mut items);
    items
}

/// Reads items. Each method returns the number of a token behind what it read, so that no text is read forever.
struct Parser<'l> {
    lexed: &'l Lexed,
}

impl Parser<'_> {
    fn word(&self, at: usize) -> &str {
        self.lexed.word(at)
    }

    /// Reads the items in a range.
    fn items(&self, range: Range<usize>, in_language: bool, out: &mut Vec<Item>) {
        let mut at = range.start;
        while at < range.end {
            at = self.item(at, range.end, in_language, out).max(at + 1);
        }
    }

    /// Reads an item or a token that begins none, and returns the number of the next token.
    fn item(&self, start: usize, to: usize, in_language: bool, out: &mut Vec<Item>) -> usize {
        let head = self.after_attributes(start, to);
        let keyword = self.after_modifiers(head, to);
        let word = self.word(keyword);
        let mut item = Item {
            kind: Kind::Other,
            name: self.word(keyword + 1).to_string(),
            named: self.lexed.bytes(keyword + 1),
            whole: 0..0,
            attributes: start..head,
            tokens: head..to,
            keyword,
            mode: self.mode(head..keyword),
            in_language,
            params: 0..0,
            clauses: Vec::new(),
            body: None,
            children: Vec::new(),
        };
        let is_named = self.lexed.is_word(keyword + 1) && keyword + 1 < to;
        item.kind = match word {
            "fn" if is_named => Kind::Function,
            "struct" if is_named => Kind::Struct,
            "enum" if is_named => Kind::Enum,
            "union" if is_named => Kind::Union,
            "trait" if is_named => Kind::Trait,
            "mod" if is_named => Kind::Module,
            "const" | "static" if is_named => Kind::Constant,
            "type" if is_named => Kind::Alias,
            "group" if is_named && self.lexed.before(keyword) == "broadcast" => Kind::Group,
            "impl" => Kind::Impl,
            "assume_specification" => Kind::Specification,
            "use" | "global" => Kind::Other,
            "macro_rules" if self.word(keyword + 1) == "!" => Kind::Macro,
            _ => return self.macro_call(keyword, to, in_language, out),
        };
        let end = match item.kind {
            Kind::Function => self.function(&mut item, to),
            Kind::Specification => self.specification(&mut item, to),
            Kind::Impl => self.implementation(&mut item, to),
            _ => self.plain(&mut item, to),
        };
        item.tokens.end = end;
        item.whole = self.lexed.bytes_of(start..end);
        out.push(item);
        end
    }

    /// The number of the token after the attributes.
    fn after_attributes(&self, mut at: usize, to: usize) -> usize {
        while at < to && self.word(at) == "#" {
            let group = if self.word(at + 1) == "!" { at + 2 } else { at + 1 };
            if self.word(group) != "[" || group >= to {
                break;
            }
            at = self.lexed.skip(group);
        }
        at.min(to)
    }

    /// The number of the token after the modifiers.
    fn after_modifiers(&self, mut at: usize, to: usize) -> usize {
        while at < to && MODIFIERS.contains(&self.word(at)) {
            let next = self.word(at + 1);
            let is_keyword = match self.word(at) {
                "const" => !MODIFIERS.contains(&next) && next != "fn",
                _ => false,
            };
            if is_keyword {
                break;
            }
            at += 1;
            if matches!(self.lexed.before(at), "pub" | "open") && self.word(at) == "(" {
                at = self.lexed.skip(at);
            }
            if self.lexed.before(at) == "extern" && self.lexed.kind(at) == Some(super::LexemeKind::Literal) {
                at += 1;
            }
        }
        at.min(to)
    }

    /// The mode that modifiers say.
    fn mode(&self, modifiers: Range<usize>) -> Option<Mode> {
        modifiers.into_iter().find_map(|at| match self.word(at) {
            "spec" | "ghost" => Some(Mode::Spec),
            "proof" | "axiom" | "tracked" => Some(Mode::Proof),
            "exec" => Some(Mode::Exec),
            _ => None,
        })
    }

    /// Whether an item begins at a token. It may lack its end.
    fn begins_item(&self, at: usize, to: usize) -> bool {
        let head = self.after_attributes(at, to);
        let keyword = self.after_modifiers(head, to);
        let has_name = self.lexed.is_word(keyword + 1);
        match self.word(keyword) {
            "impl" => has_name || self.word(keyword + 1) == "<",
            "assume_specification" | "global" => matches!(self.word(keyword + 1), "<" | "[" | "size_of" | "layout"),
            "macro_rules" | "verus" => self.word(keyword + 1) == "!",
            word => KEYWORDS.contains(&word) && has_name && keyword < to,
        }
    }

    /// Whether an item begins at a token of a type or an expression, where some of its words mean something else as well.
    fn interrupts(&self, at: usize, to: usize) -> bool {
        let before = self.lexed.before(at);
        let is_operand = matches!(before, ":" | "<" | "&" | "+" | ">" | "=" | "(" | "|" | "as" | "dyn" | "-" | "*");
        // The closing angle of `Vec<u8>` ends a type, that of `->` does not.
        let is_closing = before == ">" && at.checked_sub(2).is_some_and(|at| !matches!(self.word(at), "-" | "="));
        (!is_operand || is_closing) && self.begins_item(at, to)
    }

    /// The call of a macro, or anything else. The items in `verus!` belong to the items around the call.
    fn macro_call(&self, at: usize, to: usize, in_language: bool, out: &mut Vec<Item>) -> usize {
        if self.word(at + 1) != "!" || !matches!(self.word(at + 2), "{" | "(" | "[") || at + 2 >= to {
            return if at >= to { to } else { self.lexed.skip(at).min(to) };
        }
        if self.word(at).starts_with("verus") {
            let end = self.lexed.end_of_group(at + 2).unwrap_or(to).min(to);
            self.items(at + 3..end, true, out);
        }
        let _ = in_language;
        self.lexed.skip(at + 2).min(to)
    }

    /// The rest of a function. Its body is the last group in braces: those of clauses have more of the clause behind them.
    fn function(&self, item: &mut Item, to: usize) -> usize {
        if item.in_language {
            item.mode = item.mode.or(Some(Mode::Exec));
        }
        let Some(params) = self.parameters(item.keyword + 2, to) else {
            return (item.keyword + 2).min(to);
        };
        item.params = params..self.lexed.skip(params).min(to);
        let mut at = item.params.end;
        while at < to {
            match self.word(at) {
                ";" => return at + 1,
                "{" if self.is_body(at, to) => {
                    let end = self.lexed.end_of_group(at).unwrap_or(to).min(to);
                    item.body = Some(at + 1..end);
                    return self.lexed.skip(at).min(to);
                }
                word if is_clause(word) && self.lexed.before(at) != "." => item.clauses.push(at),
                _ if self.interrupts(at, to) => return at,
                _ => {}
            }
            at = self.lexed.skip(at);
        }
        to
    }

    /// The parenthesis that opens the parameters; `None` where there is none yet.
    fn parameters(&self, from: usize, to: usize) -> Option<usize> {
        let (mut at, mut depth) = (from, 0i32);
        while at < to {
            match self.word(at) {
                "(" if depth <= 0 => return Some(at),
                "<" => depth += 1,
                ">" if !matches!(self.lexed.before(at), "-" | "=") => depth -= 1,
                "{" | ";" => return None,
                _ if self.interrupts(at, to) => return None,
                _ => {}
            }
            at = self.lexed.skip(at);
        }
        None
    }

    /// Whether a group in braces is the body of a function, and not part of a clause.
    fn is_body(&self, at: usize, to: usize) -> bool {
        let after = self.lexed.skip(at);
        let next = self.word(after);
        let goes_on =
            matches!(next, "{" | "else" | "is" | "has" | "matches" | "implies" | "as" | "by" | "via" | "when");
        let is_operator =
            self.lexed.kind(after) == Some(super::LexemeKind::Punctuation) && !matches!(next, "#" | ";" | "}");
        after >= to || !(goes_on || is_operator || is_clause(next))
    }

    fn specification(&self, item: &mut Item, to: usize) -> usize {
        let mut at = item.keyword + 1;
        while at < to && !matches!(self.word(at), "[" | ";" | "{") {
            at += 1;
        }
        let end = self.lexed.end_of_group(at).unwrap_or(at).min(to);
        item.name = squeezed(self.lexed.text_of(at + 1..end.max(at + 1)));
        item.named = self.lexed.bytes_of(at + 1..end.max(at + 1));
        self.end_of_plain(item, at, to)
    }

    fn implementation(&self, item: &mut Item, to: usize) -> usize {
        let mut at = item.keyword + 1;
        if self.word(at) == "<" {
            at = self.after_angles(at, to);
        }
        let mut end = at;
        while end < to && !matches!(self.word(end), "{" | ";" | "where") && !self.interrupts(end, to) {
            end += 1;
        }
        item.name = squeezed(self.lexed.text_of(at..end));
        item.named = self.lexed.bytes_of(at..end);
        self.end_of_plain(item, end, to)
    }

    /// The number of the token after generic parameters.
    fn after_angles(&self, mut at: usize, to: usize) -> usize {
        let mut depth = 0;
        while at < to {
            match self.word(at) {
                "<" => depth += 1,
                ">" if !matches!(self.lexed.before(at), "-" | "=") => depth -= 1,
                "{" | ";" => return at,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
        at
    }

    fn plain(&self, item: &mut Item, to: usize) -> usize {
        if item.kind == Kind::Macro {
            item.name = self.word(item.keyword + 2).to_string();
            item.named = self.lexed.bytes(item.keyword + 2);
            return self.lexed.skip(item.keyword + 3).min(to);
        }
        self.end_of_plain(item, item.keyword + 1, to)
    }

    /// The end of an item that ends with `;` or with its first group in braces.
    fn end_of_plain(&self, item: &mut Item, from: usize, to: usize) -> usize {
        let mut at = from;
        let is_import = item.kind == Kind::Other;
        while at < to {
            match self.word(at) {
                ";" => return at + 1,
                "{" if is_import || !self.is_body(at, to) => {}
                "{" => {
                    let body = at + 1..self.lexed.end_of_group(at).unwrap_or(to).min(to);
                    match item.kind {
                        Kind::Trait | Kind::Impl | Kind::Module => {
                            self.items(body.clone(), item.in_language, &mut item.children);
                        }
                        Kind::Enum => self.members(body.clone(), Kind::Variant, item),
                        Kind::Struct | Kind::Union => self.members(body.clone(), Kind::Field, item),
                        _ => {}
                    }
                    item.body = Some(body);
                    return self.lexed.skip(at).min(to);
                }
                word if is_clause(word) => item.clauses.push(at),
                _ if at > from && self.interrupts(at, to) => return at,
                _ => {}
            }
            at = self.lexed.skip(at);
        }
        to
    }

    /// The variants of an enum, or the fields of a struct.
    fn members(&self, body: Range<usize>, kind: Kind, of: &mut Item) {
        let (mut at, mut depth) = (body.start, 0i32);
        let mut begins = true;
        while at < body.end {
            match self.word(at) {
                "#" if begins => at = self.after_attributes(at, body.end).max(at + 1),
                "<" => (at, depth) = (at + 1, depth + 1),
                ">" => (at, depth) = (at + 1, (depth - 1).max(0)),
                "," if depth == 0 => (at, begins) = (at + 1, true),
                _ if begins => {
                    let head = at;
                    at = self.after_modifiers(at, body.end);
                    if self.lexed.is_word(at) && at < body.end {
                        let end = self.end_of_member(at, body.end);
                        of.children.push(Item {
                            kind,
                            name: self.word(at).to_string(),
                            named: self.lexed.bytes(at),
                            whole: self.lexed.bytes_of(head..end),
                            attributes: head..head,
                            tokens: head..end,
                            keyword: at,
                            mode: self.mode(head..at),
                            in_language: of.in_language,
                            params: 0..0,
                            clauses: Vec::new(),
                            body: None,
                            children: Vec::new(),
                        });
                    }
                    (at, begins) = (self.lexed.skip(at), false);
                }
                _ => at = self.lexed.skip(at),
            }
        }
    }

    /// The number of the comma that ends a member.
    fn end_of_member(&self, mut at: usize, to: usize) -> usize {
        let mut depth = 0i32;
        while at < to {
            match self.word(at) {
                "<" => depth += 1,
                ">" => depth -= 1,
                "," if depth <= 0 => break,
                _ => {}
            }
            at = self.lexed.skip(at);
        }
        at.min(to)
    }
}

/// A text with single spaces.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
