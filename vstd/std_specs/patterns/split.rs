//! Parts of a text between places of a character, and lines.
// @when lemma_split_by_ lemma_joined lemma_lines joined_by

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

/// The parts put together, with the character between them.
pub open spec fn joined_by(parts: Seq<Seq<char>>, separator: char) -> Seq<char>
    decreases parts.len(),
{
    if parts.len() == 0 {
        Seq::empty()
    } else if parts.len() == 1 {
        parts[0]
    } else {
        joined_by(parts.drop_last(), separator).push(separator) + parts.last()
    }
}

/// A character more ends the last part, or belongs to it.
pub proof fn lemma_split_by_push(all: Seq<char>, c: char, separator: char)
    ensures
        split_by(all, separator).len() > 0,
        split_by(all.push(c), separator) == (if c == separator {
            split_by(all, separator).push(Seq::empty())
        } else {
            split_by(all, separator).drop_last().push(split_by(all, separator).last().push(c))
        }),
{
    lemma_split_by(all, separator);
    assert(all.push(c).drop_last() =~= all);
}

/// A text without the character is one part.
pub proof fn lemma_split_by_absent(all: Seq<char>, separator: char)
    requires
        !all.contains(separator),
    ensures
        split_by(all, separator) == seq![all],
    decreases all.len(),
{
    if all.len() > 0 {
        let front = all.drop_last();
        assert forall|i: int| 0 <= i < front.len() implies front[i] != separator by {
            assert(front[i] == all[i]);
        }
        lemma_split_by_absent(front, separator);
        assert(front.push(all.last()) =~= all);
        assert(all.contains(all[all.len() - 1]));
        lemma_split_by_push(front, all.last(), separator);
        assert(split_by(all, separator) =~= seq![all]);
    }
}

/// The parts of two texts with the character between them are those of the one and those of the other.
pub proof fn lemma_split_by_add(left: Seq<char>, right: Seq<char>, separator: char)
    ensures
        split_by(left.push(separator) + right, separator) == split_by(left, separator) + split_by(right, separator),
    decreases right.len(),
{
    hide(split_by);
    let begun = left.push(separator);
    let first = split_by(left, separator);
    if right.len() == 0 {
        lemma_split_by_push(left, separator, separator);
        lemma_split_by_absent(right, separator);
        assert(begun + right =~= begun);
        assert(right =~= Seq::empty());
        assert(first.push(Seq::empty()) =~= first + split_by(right, separator));
    } else {
        let (front, c) = (right.drop_last(), right.last());
        lemma_split_by_add(left, front, separator);
        lemma_split_by_push(begun + front, c, separator);
        lemma_split_by_push(front, c, separator);
        assert((begun + front).push(c) =~= begun + right);
        assert(front.push(c) =~= right);
        let rest = split_by(front, separator);
        assert((first + rest).last() == rest.last());
        if c == separator {
            assert((first + rest).push(Seq::empty()) =~= first + rest.push(Seq::empty()));
        } else {
            let last = rest.last().push(c);
            assert((first + rest).drop_last() =~= first + rest.drop_last());
            assert((first + rest.drop_last()).push(last) =~= first + rest.drop_last().push(last));
        }
    }
}

/// The first part ends at the first place of the character; the others are those of what is after it.
pub proof fn lemma_split_by_first(all: Seq<char>, separator: char, at: int)
    requires
        0 <= at < all.len(),
        all[at] == separator,
        forall|i: int| 0 <= i < at ==> #[trigger] all[i] != separator,
    ensures
        split_by(all, separator) == seq![all.take(at)] + split_by(all.skip(at + 1), separator),
{
    let (left, right) = (all.take(at), all.skip(at + 1));
    assert(left.push(separator) + right =~= all);
    lemma_split_by_add(left, right, separator);
    assert forall|i: int| 0 <= i < left.len() implies left[i] != separator by {
        assert(left[i] == all[i]);
    }
    lemma_split_by_absent(left, separator);
}

/// The last part more, with the character before it.
pub proof fn lemma_joined_push(parts: Seq<Seq<char>>, part: Seq<char>, separator: char)
    requires
        parts.len() > 0,
    ensures
        joined_by(parts.push(part), separator) == joined_by(parts, separator).push(separator) + part,
{
    assert(parts.push(part).drop_last() =~= parts);
}

/// The parts put together are the text.
pub proof fn lemma_joined_split_by(all: Seq<char>, separator: char)
    ensures
        joined_by(split_by(all, separator), separator) == all,
    decreases all.len(),
{
    if all.len() > 0 {
        let (front, c) = (all.drop_last(), all.last());
        let parts = split_by(front, separator);
        lemma_joined_split_by(front, separator);
        lemma_split_by(front, separator);
        assert(front.push(c) =~= all);
        if c == separator {
            lemma_joined_push(parts, Seq::empty(), separator);
            assert(front.push(separator) + Seq::<char>::empty() =~= all);
        } else {
            let longer = parts.drop_last().push(parts.last().push(c));
            if parts.len() == 1 {
                assert(joined_by(longer, separator) =~= all);
            } else {
                let begun = joined_by(parts.drop_last(), separator);
                lemma_joined_push(parts.drop_last(), parts.last().push(c), separator);
                assert(begun.push(separator) + parts.last().push(c) =~= (begun.push(separator) + parts.last()).push(c));
            }
        }
    }
}

/// Texts with the same parts are the same.
pub proof fn lemma_split_by_injective(left: Seq<char>, right: Seq<char>, separator: char)
    requires
        split_by(left, separator) == split_by(right, separator),
    ensures
        left == right,
{
    lemma_joined_split_by(left, separator);
    lemma_joined_split_by(right, separator);
}

/// Parts without the character that are put together are the parts again.
pub proof fn lemma_split_by_joined(parts: Seq<Seq<char>>, separator: char)
    requires
        parts.len() > 0,
        forall|i: int| 0 <= i < parts.len() ==> !(#[trigger] parts[i]).contains(separator),
    ensures
        split_by(joined_by(parts, separator), separator) == parts,
    decreases parts.len(),
{
    assert(!parts[parts.len() - 1].contains(separator));
    lemma_split_by_absent(parts.last(), separator);
    if parts.len() == 1 {
        assert(parts =~= seq![parts[0]]);
    } else {
        let front = parts.drop_last();
        assert forall|i: int| 0 <= i < front.len() implies !(#[trigger] front[i]).contains(separator) by {
            assert(front[i] == parts[i]);
        }
        lemma_split_by_joined(front, separator);
        lemma_split_by_add(joined_by(front, separator), parts.last(), separator);
        assert(front + seq![parts.last()] =~= parts);
    }
}

/// The empty text has no lines.
pub proof fn lemma_lines_of_empty()
    ensures
        lines_of(Seq::empty()) == Seq::<Seq<char>>::empty(),
{
    assert(split_by(Seq::empty(), '\n') =~= seq![Seq::<char>::empty()]);
    assert(lines_of(Seq::empty()) =~= Seq::<Seq<char>>::empty());
}

/// A text without a line feed is one line.
pub proof fn lemma_lines_of_one(all: Seq<char>)
    requires
        all.len() > 0,
        !all.contains('\n'),
    ensures
        lines_of(all) == seq![all],
{
    lemma_split_by_absent(all, '\n');
    assert(lines_of(all) =~= seq![all]);
}

/// No line has a line feed.
pub proof fn lemma_lines_have_no_feed(all: Seq<char>, i: int)
    requires
        0 <= i < lines_of(all).len(),
    ensures
        !lines_of(all)[i].contains('\n'),
{
    let parts = split_by(all, '\n');
    lemma_split_by(all, '\n');
    assert(!parts[i].contains('\n'));
    let line = lines_of(all)[i];
    if line.contains('\n') {
        let at = choose|at: int| 0 <= at < line.len() && line[at] == '\n';
        assert(parts[i][at] == '\n');
    }
}

/// A line that is ended is the first one; the others are those of what is after it.
pub proof fn lemma_lines_of_ended(line: Seq<char>, rest: Seq<char>)
    requires
        !line.contains('\n'),
    ensures
        lines_of(line.push('\n') + rest) == seq![without_return(line)] + lines_of(rest),
{
    hide(split_by);
    let all = line.push('\n') + rest;
    lemma_split_by_absent(line, '\n');
    lemma_split_by_add(line, rest, '\n');
    lemma_split_by(rest, '\n');
    let (parts, after) = (split_by(all, '\n'), split_by(rest, '\n'));
    assert(parts.last() == after.last());
    assert(parts[0] == line);
    assert forall|i: int| 0 <= i < after.len() implies parts[i + 1] == #[trigger] after[i] by {}
    assert(lines_of(all) =~= seq![without_return(line)] + lines_of(rest));
}

} // verus!
