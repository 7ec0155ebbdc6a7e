//! Where a text is found in parts of others.
// @when lemma_occurs lemma_empty_occurs

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_lemmas;

/// The text is found where the part of its length is the text.
pub proof fn lemma_occurs_at_subrange(all: Seq<char>, text: Seq<char>, at: int)
    requires
        0 <= at <= all.len() - text.len(),
    ensures
        occurs_at(all, text, at) <==> all.subrange(at, at + text.len()) == text,
{
    let part = all.subrange(at, at + text.len());
    if occurs_at(all, text, at) {
        assert(part =~= text);
    }
    if part == text {
        assert forall|i: int| 0 <= i < text.len() implies all[at + i] == #[trigger] text[i] by {
            assert(part[i] == all[at + i]);
        }
    }
}

/// The text is found at the start if it is a prefix.
pub broadcast proof fn lemma_occurs_at_start(all: Seq<char>, text: Seq<char>)
    ensures
        #[trigger] occurs_at(all, text, 0) <==> text.is_prefix_of(all),
{
    if text.len() <= all.len() {
        lemma_occurs_at_subrange(all, text, 0);
    }
}

/// The text is found at the end if it is a suffix.
pub broadcast proof fn lemma_occurs_at_end(all: Seq<char>, text: Seq<char>)
    ensures
        #[trigger] occurs_at(all, text, all.len() - text.len()) <==> text.is_suffix_of(all),
{
    if text.len() <= all.len() {
        lemma_occurs_at_subrange(all, text, all.len() - text.len());
    }
}

/// The empty text is found everywhere.
pub proof fn lemma_empty_occurs(all: Seq<char>)
    ensures
        forall|at: int| 0 <= at <= all.len() ==> #[trigger] occurs_at(all, Seq::empty(), at),
        occurs(all, Seq::empty()),
{
    assert(occurs_at(all, Seq::empty(), 0));
}

/// A text that is found is no longer than where it is found, and its characters are there.
pub proof fn lemma_occurs_elements(all: Seq<char>, text: Seq<char>)
    requires
        occurs(all, text),
    ensures
        text.len() <= all.len(),
        forall|c: char| #[trigger] text.contains(c) ==> all.contains(c),
{
    let at = choose|at: int| #[trigger] occurs_at(all, text, at);
    assert forall|c: char| #[trigger] text.contains(c) implies all.contains(c) by {
        let i = choose|i: int| 0 <= i < text.len() && text[i] == c;
        assert(all[at + i] == c);
    }
}

/// A text is found in itself.
pub proof fn lemma_occurs_itself(all: Seq<char>)
    ensures
        occurs(all, all),
{
    assert(occurs_at(all, all, 0));
}

/// What is found in a text that is found is found.
pub proof fn lemma_occurs_transitive(all: Seq<char>, text: Seq<char>, part: Seq<char>)
    requires
        occurs(all, text),
        occurs(text, part),
    ensures
        occurs(all, part),
{
    let at = choose|at: int| #[trigger] occurs_at(all, text, at);
    let within = choose|at: int| #[trigger] occurs_at(text, part, at);
    assert forall|i: int| 0 <= i < part.len() implies all[at + within + i] == #[trigger] part[i] by {
        assert(text[within + i] == part[i]);
    }
    assert(occurs_at(all, part, at + within));
}

/// A text is found where it is put between others.
pub proof fn lemma_occurs_between(before: Seq<char>, text: Seq<char>, after: Seq<char>)
    ensures
        occurs_at(before + text + after, text, before.len() as int),
        occurs(before + text + after, text),
{
    assert(occurs_at(before + text + after, text, before.len() as int));
}

/// A text that is found is what is between the parts before and after it.
pub proof fn lemma_occurs_at_split(all: Seq<char>, text: Seq<char>, at: int)
    requires
        occurs_at(all, text, at),
    ensures
        all == all.take(at) + text + all.skip(at + text.len()),
{
    assert(all =~= all.take(at) + text + all.skip(at + text.len()));
}

/// In the first characters the text is found where it is in all, if it ends among them.
pub proof fn lemma_occurs_at_take(all: Seq<char>, text: Seq<char>, n: int, at: int)
    requires
        0 <= n <= all.len(),
    ensures
        occurs_at(all.take(n), text, at) <==> occurs_at(all, text, at) && at + text.len() <= n,
{
    let front = all.take(n);
    if occurs_at(front, text, at) {
        assert forall|i: int| 0 <= i < text.len() implies all[at + i] == #[trigger] text[i] by {
            assert(front[at + i] == text[i]);
        }
    }
    if occurs_at(all, text, at) && at + text.len() <= n {
        assert forall|i: int| 0 <= i < text.len() implies front[at + i] == #[trigger] text[i] by {
            assert(all[at + i] == text[i]);
        }
    }
}

/// In the characters after the first `n` the text is found so much earlier than in all.
pub proof fn lemma_occurs_at_skip(all: Seq<char>, text: Seq<char>, n: int, at: int)
    requires
        0 <= n <= all.len(),
        0 <= at,
    ensures
        occurs_at(all.skip(n), text, at) <==> occurs_at(all, text, n + at),
{
    let rest = all.skip(n);
    if occurs_at(rest, text, at) {
        assert forall|i: int| 0 <= i < text.len() implies all[n + at + i] == #[trigger] text[i] by {
            assert(rest[at + i] == text[i]);
        }
    }
    if occurs_at(all, text, n + at) {
        assert forall|i: int| 0 <= i < text.len() implies rest[at + i] == #[trigger] text[i] by {
            assert(all[n + at + i] == text[i]);
        }
    }
}

/// What is found in one of two parts is found in both together.
pub proof fn lemma_occurs_add(left: Seq<char>, right: Seq<char>, text: Seq<char>)
    requires
        occurs(left, text) || occurs(right, text),
    ensures
        occurs(left + right, text),
{
    let all = left + right;
    if occurs(left, text) {
        let at = choose|at: int| #[trigger] occurs_at(left, text, at);
        assert(all.take(left.len() as int) =~= left);
        lemma_occurs_at_take(all, text, left.len() as int, at);
        assert(occurs_at(all, text, at));
    } else {
        let at = choose|at: int| #[trigger] occurs_at(right, text, at);
        assert(all.skip(left.len() as int) =~= right);
        lemma_occurs_at_skip(all, text, left.len() as int, at);
        assert(occurs_at(all, text, left.len() + at));
    }
}

} // verus!
