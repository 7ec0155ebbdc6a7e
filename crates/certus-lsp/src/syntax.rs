//! The syntax of a text that somebody is writing: its tokens, items and ghost code.
//!
//! A parser of the whole language refuses what is not finished. This one looks at tokens and brackets alone, finds something
//! in every text, and never fails. For example, in `fn f(x: u8) requires x < fn g() {}` it finds both functions.

mod ghost;
mod items;
mod lexed;

use std::ops::Range;
use std::sync::Arc;

pub(crate) use items::{Item, Kind, Mode, is_clause};
pub(crate) use lexed::Lexed;
pub use lexed::{Lexeme, LexemeKind};

/// The syntax of a text.
#[derive(Debug)]
pub(crate) struct Syntax {
    pub(crate) lexed: Lexed,
    pub(crate) items: Vec<Item>,
    /// The numbers of the tokens that are ghost code, as ranges in order.
    ghost: Vec<Range<usize>>,
}

impl Syntax {
    pub(crate) fn new(text: Arc<str>, lexemes: Vec<Lexeme>) -> Syntax {
        let lexed = Lexed::new(text, lexemes);
        let items = items::items(&lexed);
        let ghost = ghost::ghost(&lexed, &items);
        Syntax { lexed, items, ghost }
    }

    /// Whether a token is ghost code.
    pub(crate) fn is_ghost(&self, token: usize) -> bool {
        let after = self.ghost.partition_point(|range| range.start <= token);
        after.checked_sub(1).and_then(|at| self.ghost.get(at)).is_some_and(|range| range.contains(&token))
    }

    /// All items, those around others first.
    pub(crate) fn all_items(&self) -> Vec<&Item> {
        let mut all = Vec::new();
        let mut left: Vec<&Item> = self.items.iter().rev().collect();
        while let Some(item) = left.pop() {
            all.push(item);
            left.extend(item.children.iter().rev());
        }
        all
    }
}
