//! Texts that are looked for in strings, and parts of strings between them.
// @when starts_with ends_with strip_prefix strip_suffix .contains(' .contains(" .contains(& .find(' .find(" .find(& .rfind( pattern_text .split_once( .lines( split_by lines_of patterns::
//!
//! trusted: a text is found by its bytes, which begin and end where characters do.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::view::*;
#[cfg(feature = "alloc")]
use std::string::String;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

mod occurrences;
mod split;

pub use occurrences::*;
pub use split::*;

verus! {

broadcast use group_seq_lemmas;

/// Whether this stands for one text: it is a character, a string, or a reference to an owned string.
pub uninterp spec fn is_text<P>(pattern: P) -> bool;

/// The text that is looked for.
pub uninterp spec fn pattern_text<P>(pattern: P) -> Seq<char>;

/// What stands for one text where one is looked for. The library says of all such types what text that is, so a program has none of its
/// own.
pub trait PatternText {
    /// The text.
    spec fn text(&self) -> Seq<char>;
}

impl PatternText for &str {
    open spec fn text(&self) -> Seq<char> {
        (**self)@
    }
}

#[cfg(feature = "alloc")]
impl PatternText for &String {
    open spec fn text(&self) -> Seq<char> {
        (**self)@
    }
}

impl PatternText for char {
    open spec fn text(&self) -> Seq<char> {
        seq![*self]
    }
}

/// A character, a string, or a reference to an owned string stands for its text.
pub broadcast axiom fn axiom_is_text<P: PatternText>(pattern: P)
    ensures
        #![trigger is_text(pattern)]
        #![trigger pattern_text(pattern)]
        is_text(pattern),
        pattern_text(pattern) == pattern.text(),
;

/// Whether the text is found at this place.
pub open spec fn occurs_at(all: Seq<char>, text: Seq<char>, at: int) -> bool {
    &&& 0 <= at <= all.len() - text.len()
    &&& forall|i: int| 0 <= i < text.len() ==> all[at + i] == #[trigger] text[i]
}

/// Whether the text is found anywhere.
pub open spec fn occurs(all: Seq<char>, text: Seq<char>) -> bool {
    exists|at: int| #[trigger] occurs_at(all, text, at)
}

/// A text of one character is found at a place where the character is.
pub broadcast proof fn lemma_character_occurs_at(all: Seq<char>, text: Seq<char>, at: int)
    requires
        text.len() == 1,
    ensures
        #[trigger] occurs_at(all, text, at) == (0 <= at < all.len() && all[at] == text[0]),
{
    if occurs_at(all, text, at) {
        assert(all[at + 0] == text[0]);
    }
}

/// A text of one character is found where the character is.
pub broadcast proof fn lemma_character_occurs(all: Seq<char>, text: Seq<char>)
    requires
        text.len() == 1,
    ensures
        #[trigger] occurs(all, text) == all.contains(text[0]),
{
    if all.contains(text[0]) {
        let at = choose|at: int| 0 <= at < all.len() && all[at] == text[0];
        assert(occurs_at(all, text, at));
    }
    if occurs(all, text) {
        let at = choose|at: int| #[trigger] occurs_at(all, text, at);
        assert(all[at + 0] == text[0]);
    }
}

/// The parts of a text before, between and after the places of a character.
pub open spec fn split_by(all: Seq<char>, separator: char) -> Seq<Seq<char>>
    decreases all.len(),
{
    if all.len() == 0 {
        seq![all]
    } else {
        let front = split_by(all.drop_last(), separator);
        if all.last() == separator {
            front.push(Seq::empty())
        } else {
            front.drop_last().push(front.last().push(all.last()))
        }
    }
}

/// There is at least one part, the character is in none, and there is one more than places of it.
pub proof fn lemma_split_by(all: Seq<char>, separator: char)
    ensures
        split_by(all, separator).len() == all.filter(|c: char| c == separator).len() + 1,
        forall|i: int|
            0 <= i < split_by(all, separator).len() ==> !(#[trigger] split_by(all, separator)[i]).contains(separator),
    decreases all.len(),
{
    reveal(Seq::filter);
    if all.len() > 0 {
        lemma_split_by(all.drop_last(), separator);
        let front = split_by(all.drop_last(), separator);
        if all.last() != separator {
            let last = front.last().push(all.last());
            assert(!last.contains(separator)) by {
                assert(!front[front.len() - 1].contains(separator));
                if last.contains(separator) {
                    let at = choose|at: int| 0 <= at < last.len() && last[at] == separator;
                    assert(front.last()[at] == separator);
                }
            }
        }
    }
}

/// The line without the carriage return at its end, if it has one.
pub open spec fn without_return(line: Seq<char>) -> Seq<char> {
    if line.len() > 0 && line.last() == '\r' { line.drop_last() } else { line }
}

/// The lines of a text: what is before each line feed, without a carriage return before that, and what is after the last one, if there
/// is anything.
pub open spec fn lines_of(all: Seq<char>) -> Seq<Seq<char>> {
    let parts = split_by(all, '\n');
    let ended = Seq::new((parts.len() - 1) as nat, |i: int| without_return(parts[i]));
    if parts.last().len() == 0 { ended } else { ended.push(parts.last()) }
}

/// What is known of texts that are looked for.
pub broadcast group group_pattern_axioms {
    axiom_is_text,
    lemma_character_occurs,
    lemma_character_occurs_at,
}

} // verus!
