//! How many entries of a table are in use.

use vstd::prelude::*;

verus! {

/// The number of words that are not zero.
pub open spec fn live(words: Seq<u64>) -> nat
    decreases words.len(),
{
    if words.len() == 0 {
        0
    } else {
        live(words.drop_last()) + one_if(words.last() != 0)
    }
}

/// What a word adds to the number.
pub open spec fn one_if(is: bool) -> nat {
    if is { 1 } else { 0 }
}

/// A write changes the number by at most one.
pub proof fn lemma_update(words: Seq<u64>, index: int, word: u64)
    requires
        0 <= index < words.len(),
    ensures
        live(words.update(index, word)) + one_if(words[index] != 0) == live(words) + one_if(word != 0),
    decreases words.len(),
{
    let after = words.update(index, word);
    if index == words.len() - 1 {
        assert(after.drop_last() =~= words.drop_last());
    } else {
        lemma_update(words.drop_last(), index, word);
        assert(after.drop_last() =~= words.drop_last().update(index, word));
    }
}

/// There are no more than there are words, and none if and only if all are zero.
pub proof fn lemma_live(words: Seq<u64>)
    ensures
        live(words) <= words.len(),
        live(words) == 0 <==> (forall|i: int| 0 <= i < words.len() ==> words[i] == 0),
    decreases words.len(),
{
    if words.len() > 0 {
        let rest = words.drop_last();
        lemma_live(rest);
        assert(forall|i: int| 0 <= i < rest.len() ==> rest[i] == #[trigger] words[i]);
    }
}

/// If none is zero, all are in use.
pub proof fn lemma_full(words: Seq<u64>)
    requires
        forall|i: int| 0 <= i < words.len() ==> words[i] != 0,
    ensures
        live(words) == words.len(),
    decreases words.len(),
{
    if words.len() > 0 {
        lemma_full(words.drop_last());
    }
}

} // verus!
