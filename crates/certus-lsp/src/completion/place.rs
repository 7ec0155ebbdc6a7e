//! Where somebody types: what may stand there.
//!
//! The tokens before the cursor decide, and the innermost item and group that are not over there. What is behind the cursor
//! counts only as far as it ends an item, because it is often not written yet. For example, behind `fn f(x: u8) -> u8` stands
//! a clause, whether or not the function has a body.

use std::ops::Range;

use crate::syntax::{Item, Kind, Mode, Syntax, is_clause};

/// What may stand at a place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Inside of `#[..]`.
    Attribute,
    /// An item outside of `verus!`.
    Outside,
    /// An item inside of `verus!`.
    Item { in_trait: bool },
    /// After the parameters of a function: a clause, or a term of one.
    Clause { mode: Mode, may_be_term: bool },
    /// Between `while` and the body of the loop.
    Loop,
    /// The beginning of a statement.
    Statement { is_ghost: bool, in_spec: bool },
    /// An expression.
    Term { is_ghost: bool },
    /// The argument of `reveal`.
    Reveal,
    /// In `broadcast use`.
    Broadcast,
    /// Behind a path and `::`.
    Path(String),
    /// Behind a dot; the name before it ends at a byte.
    Method { end: usize, is_view: bool, is_ghost: bool },
}

/// The place at a byte, and the bytes that are typed of a word. `None` where nothing is offered.
pub(super) fn find(syntax: &Syntax, offset: usize) -> Option<(Place, Range<usize>)> {
    let lexed = &syntax.lexed;
    if lexed.is_text(offset) {
        return None;
    }
    let (mut last, mut replaced) = (lexed.last_before(offset), offset..offset);
    if let Some(at) = last
        && lexed.is_word(at)
        && lexed.bytes(at).end >= offset
    {
        replaced.start = lexed.bytes(at).start;
        last = at.checked_sub(1);
    }
    Some((Finder { syntax }.place(last)?, replaced))
}

/// Finds places in a text. Tokens are named by their numbers.
struct Finder<'f> {
    syntax: &'f Syntax,
}

impl Finder<'_> {
    /// The place after a token.
    fn place(&self, last: Option<usize>) -> Option<Place> {
        let lexed = &self.syntax.lexed;
        let Some(last) = last else { return Some(Place::Outside) };
        let (word, before) = (lexed.word(last), lexed.before(last));
        let open = self.opener(last);
        let is_ghost = self.syntax.is_ghost(last) && !matches!(word, "}" | ";")
            || open.is_some_and(|open| self.syntax.is_ghost(open));
        match word {
            "." => {
                let of = last.checked_sub(1)?;
                let is_view = lexed.word(of) == "@";
                return Some(Place::Method { end: lexed.bytes(of).end, is_view, is_ghost });
            }
            ":" if before == ":" => return Some(Place::Path(self.path_before(last.checked_sub(1)?))),
            "let" | "fn" | "struct" | "enum" | "trait" | "mod" | "type" | "impl" | "use" | "const" | "static"
            | "for" | ":" | "'"
                if !self.is_broadcast(last) =>
            {
                return None;
            }
            _ => {}
        }
        if self.is_broadcast(last) {
            return Some(Place::Broadcast);
        }
        if let Some(open) = open {
            let name = lexed.before(open);
            if lexed.word(open) == "[" && matches!(name, "#" | "!") {
                return Some(Place::Attribute);
            }
            if lexed.word(open) == "(" && matches!(name, "reveal" | "reveal_with_fuel" | "hide") && last == open {
                return Some(Place::Reveal);
            }
        }
        match self.item(last) {
            Some(item) if item.kind == Kind::Function => self.in_function(item, last, open, is_ghost),
            Some(item) if matches!(item.kind, Kind::Trait | Kind::Impl | Kind::Module) => {
                let is_inside = item.body.as_ref().is_some_and(|body| body.start <= last + 1);
                let place =
                    if item.in_language { Place::Item { in_trait: item.kind != Kind::Module } } else { Place::Outside };
                (is_inside && matches!(word, "{" | "}" | ";" | "]" | ",")).then_some(place)
            }
            Some(item) if item.kind == Kind::Specification && last + 1 > item.keyword + 3 => {
                Some(Place::Clause { mode: Mode::Exec, may_be_term: !item.clauses.is_empty() })
            }
            Some(_) => None,
            None if !(matches!(word, "{" | "}" | ";" | "]") || is_modifier(word)) => None,
            None if open.is_some_and(|open| lexed.before(open) == "!") => Some(Place::Item { in_trait: false }),
            None => Some(Place::Outside),
        }
    }

    fn in_function(&self, item: &Item, last: usize, open: Option<usize>, is_ghost: bool) -> Option<Place> {
        let lexed = &self.syntax.lexed;
        let mode = item.mode.filter(|_| item.in_language)?;
        let body = item.body.as_ref().filter(|body| body.start <= last + 1);
        if body.is_none() {
            let is_behind = !item.params.is_empty() && item.params.end <= last + 1;
            let in_clause = item.clauses.iter().any(|clause| *clause <= last);
            let is_type = !in_clause && matches!(lexed.word(last), ">" | ":" | "+" | "&" | "<" | "(" | "-");
            return (is_behind && !is_type).then_some(Place::Clause { mode, may_be_term: in_clause });
        }
        let is_ghost = is_ghost || mode != Mode::Exec;
        let is_block = open.is_some_and(|open| lexed.word(open) == "{");
        if is_block && matches!(lexed.word(last), "{" | "}" | ";") {
            return Some(Place::Statement { is_ghost, in_spec: mode == Mode::Spec });
        }
        if self.is_loop_head(last) {
            return Some(Place::Loop);
        }
        Some(Place::Term { is_ghost })
    }

    /// Whether a token belongs to the head of a loop.
    fn is_loop_head(&self, last: usize) -> bool {
        let lexed = &self.syntax.lexed;
        let mut at = last;
        loop {
            match lexed.word(at) {
                "while" | "loop" => return true,
                "for" => return lexed.word(at + 1) != "<",
                // A clause may have groups in braces.
                "}" if (at..=last).any(|at| is_clause(lexed.word(at))) => {}
                ";" | "{" | "}" | "(" | "[" => return false,
                ")" | "]" => match (0..at).rev().find(|open| lexed.end_of_group(*open) == Some(at)) {
                    Some(open) => at = open,
                    None => return false,
                },
                _ => {}
            }
            match at.checked_sub(1) {
                Some(before) => at = before,
                None => return false,
            }
        }
    }

    /// Whether a token belongs to a `broadcast use` or `broadcast group`.
    fn is_broadcast(&self, last: usize) -> bool {
        let lexed = &self.syntax.lexed;
        let mut at = last;
        while lexed.is_word(at) || matches!(lexed.word(at), "," | ":" | "{") {
            if matches!(lexed.word(at), "use" | "group") && lexed.before(at) == "broadcast" {
                return at < last || lexed.word(at) == "use";
            }
            match at.checked_sub(1) {
                Some(before) => at = before,
                None => return false,
            }
        }
        false
    }

    /// The path whose last separator begins at a token.
    fn path_before(&self, separator: usize) -> String {
        let lexed = &self.syntax.lexed;
        let mut names = Vec::new();
        let mut at = separator;
        while lexed.word(at) == ":" && at > 0 && lexed.is_word(at - 1) {
            names.push(lexed.before(at));
            match at.checked_sub(3) {
                Some(before) if lexed.word(before + 1) == ":" => at = before,
                _ => break,
            }
        }
        names.reverse();
        names.join("::")
    }

    /// The innermost group that a token is in, or opens.
    fn opener(&self, last: usize) -> Option<usize> {
        let lexed = &self.syntax.lexed;
        (0..=last).rev().find(|open| lexed.end_of_group(*open).is_some_and(|end| end > last))
    }

    /// The innermost item that is not over after a token.
    fn item(&self, last: usize) -> Option<&Item> {
        let mut found = None;
        let mut items = &self.syntax.items;
        while let Some(item) = items.iter().find(|item| self.is_in(item, last)) {
            found = Some(item);
            items = &item.children;
        }
        found
    }

    fn is_in(&self, item: &Item, last: usize) -> bool {
        let is_over = last + 1 == item.tokens.end && matches!(self.syntax.lexed.word(last), "}" | ";");
        let is_member = matches!(item.kind, Kind::Field | Kind::Variant);
        item.attributes.start <= last && last < item.tokens.end && !is_over && !is_member
    }
}

/// Whether a word may stand before the words of an item.
fn is_modifier(word: &str) -> bool {
    matches!(word, "pub" | "open" | "closed" | "broadcast" | "uninterp")
}
