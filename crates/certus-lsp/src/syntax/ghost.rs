//! Which tokens are ghost code: what does not run.
//!
//! Spec and proof functions are ghost code as wholes. In code that runs, clauses are, and these statements: `proof { .. }`,
//! assertions with their proofs, `let ghost` and `let tracked`, `reveal` and its like, and the arguments of `Ghost(..)` and
//! `Tracked(..)`. The syntax does not show whether an assignment is to a ghost variable, so that counts as code.

use std::ops::Range;

use super::items::{Item, Kind, Mode, is_clause};
use super::lexed::Lexed;

/// The tokens that are ghost code, as ranges in order.
pub(super) fn ghost(lexed: &Lexed, items: &[Item]) -> Vec<Range<usize>> {
    let mut painter = Painter { lexed, found: Vec::new() };
    items.iter().for_each(|item| painter.item(item));
    let mut found = painter.found;
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in found {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Collects ghost code in any order. Ranges may lie in each other.
struct Painter<'l> {
    lexed: &'l Lexed,
    found: Vec<Range<usize>>,
}

impl Painter<'_> {
    fn item(&mut self, item: &Item) {
        item.children.iter().for_each(|child| self.item(child));
        if !item.in_language {
            return;
        }
        let is_ghost = matches!(item.mode, Some(Mode::Spec | Mode::Proof));
        match item.kind {
            Kind::Function | Kind::Constant | Kind::Struct | Kind::Enum | Kind::Field if is_ghost => {
                self.found.push(item.keyword..item.tokens.end);
            }
            Kind::Specification => self.clauses(item),
            Kind::Function | Kind::Constant => {
                self.clauses(item);
                if let Some(body) = &item.body {
                    self.code(body.clone());
                }
            }
            Kind::Group => self.found.push(item.keyword..item.tokens.end),
            Kind::Other if self.lexed.before(item.keyword) == "broadcast" => self.found.push(item.tokens.clone()),
            _ => {}
        }
    }

    /// The clauses of an item: from the first to the body.
    fn clauses(&mut self, item: &Item) {
        if let Some(first) = item.clauses.first() {
            let end = item.body.as_ref().map_or(item.tokens.end, |body| body.start.saturating_sub(1));
            self.found.push(*first..end);
        }
    }

    /// The ghost parts of code that runs.
    fn code(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let next = self.lexed.word(at + 1);
            let end = match self.lexed.word(at) {
                _ if matches!(self.lexed.before(at), "." | ":") => None,
                "proof" if next == "{" => Some(self.lexed.skip(at + 1)),
                "assert" | "assume" if next != "!" => Some(self.end_of_assertion(at, range.end)),
                "reveal" | "hide" | "reveal_with_fuel" | "broadcast" => Some(self.end_of_statement(at, range.end)),
                "let" if matches!(next, "ghost" | "tracked") => Some(self.end_of_statement(at, range.end)),
                "calc" if next == "!" => Some(self.lexed.skip(at + 2)),
                "Ghost" | "Tracked" if next == "(" => Some(self.lexed.skip(at + 1)),
                word if is_clause(word) => Some(self.end_of_clauses(at, range.end)),
                _ => None,
            };
            if let Some(end) = end {
                self.found.push(at..end.min(range.end));
            }
            at = end.map_or(at + 1, |end| end.max(at + 1));
        }
    }

    /// The number of the token after the next `;`.
    fn end_of_statement(&self, mut at: usize, to: usize) -> usize {
        while at < to {
            if self.lexed.word(at) == ";" {
                return at + 1;
            }
            at = self.lexed.skip(at);
        }
        to
    }

    /// The number of the token after an assertion, which may have a proof.
    fn end_of_assertion(&self, from: usize, to: usize) -> usize {
        let mut at = from + 1;
        let mut is_whole = false;
        while at < to {
            let is_proof = self.lexed.word(at) == "{" && self.lexed.before(at) == "by";
            match self.lexed.word(at) {
                ";" => return at + 1,
                "," if is_whole => return at,
                "(" => is_whole = at == from + 1,
                "by" => is_whole = false,
                _ => {}
            }
            at = self.lexed.skip(at);
            if is_proof {
                return at;
            }
        }
        to
    }

    /// The number of the brace that opens the body behind clauses.
    fn end_of_clauses(&self, from: usize, to: usize) -> usize {
        let mut at = from + 1;
        while at < to {
            if self.lexed.word(at) == "{" {
                let next = self.lexed.word(self.lexed.skip(at));
                if !(matches!(next, "," | "else" | "=" | "&" | "|" | "." | "<" | ">") || is_clause(next)) {
                    return at;
                }
            }
            if self.lexed.word(at) == ";" {
                return at;
            }
            at = self.lexed.skip(at);
        }
        to
    }
}
