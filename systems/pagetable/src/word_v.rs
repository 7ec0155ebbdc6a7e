//! The words of entries: those that are written, and what the marks of the processors leave as it is.

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;

/// The bits below the address of a page.
pub open spec fn spec_offset_bits(level: u64) -> u64 {
    if level == 1 {
        0xfff
    } else if level == 2 {
        0x1f_ffff
    } else {
        0x3fff_ffff
    }
}

/// The bits below the address of a page.
#[verifier::when_used_as_spec(spec_offset_bits)]
#[inline]
pub fn offset_bits(level: u64) -> (bits: u64)
    ensures
        bits == offset_bits(level),
{
    match level {
        1 => 0xfff,
        2 => 0x1f_ffff,
        _ => 0x3fff_ffff,
    }
}

/// Whether a page of this level can lie there.
pub open spec fn is_aligned(frame: u64, level: u64, width: u64) -> bool {
    frame & offset_bits(level) == 0 && frame >> width == 0
}

/// The bits that processors set.
pub const MARKS: u64 = 0x60;

/// Whether a word is another one with marks of the processors.
pub open spec fn is_marked(before: u64, after: u64) -> bool {
    &&& after & !MARKS == before & !MARKS
    &&& before & MARKS & !after == 0
    &&& before & PRESENT == 0 ==> after == before
}

/// The bits of rights in a word.
pub open spec fn spec_rights_word(rights: Rights) -> u64 {
    (if rights.write { WRITE } else { 0 }) | (if rights.user { USER } else { 0 }) | (if rights.execute { 0 } else { NO_EXECUTE })
}

/// The bits of rights in a word.
#[verifier::when_used_as_spec(spec_rights_word)]
#[inline]
pub fn rights_word(rights: Rights) -> (word: u64)
    ensures
        word == rights_word(rights),
{
    (if rights.write { WRITE } else { 0 }) | (if rights.user { USER } else { 0 }) | (if rights.execute { 0 } else { NO_EXECUTE })
}

/// The entry of a page.
#[inline]
pub fn page_word(level: u64, to: Target, Ghost(width): Ghost<u64>) -> (word: u64)
    requires
        1 <= level <= 3,
        32 <= width <= 52,
        is_aligned(to.frame, level, width),
        to.memory < 4,
    ensures
        entry(word, level as int, width) == Entry::Page(to),
        word & PRESENT != 0,
        word & ADDRESS == to.frame,
        word & (ACCESSED | DIRTY) == 0,
{
    let (frame, bits, memory) = (to.frame, rights_word(to.rights), to.memory);
    let large = if level == 1 { 0 } else { LARGE };
    let word = frame | bits | large | (memory << 3) | PRESENT;
    proof {
        reveal(entry);
        lemma_rights(to.rights);
        let offset = offset_bits(level);
        assert(0xfffu64 & 0xfff == 0xfff && 0x1f_ffffu64 & 0xfff == 0xfff && 0x3fff_ffffu64 & 0xfff == 0xfff) by (bit_vector);
        assert(word & PRESENT != 0 && word & ADDRESS == frame && word & (ACCESSED | DIRTY) == 0 && word & LARGE == large
            && word & RIGHTS == bits && (word & ADDRESS) >> width == 0 && (word >> 3) & 3 == memory) by (bit_vector)
            requires
                word == frame | bits | large | (memory << 3) | PRESENT,
                memory < 4,
                large == 0 || large == LARGE,
                bits & !RIGHTS == 0,
                frame >> width == 0,
                32 <= width <= 52,
                frame & offset == 0,
                offset & 0xfff == 0xfff,
        ;
        lemma_rights_of(word, bits);
        assert((level == 1 ==> word & 0x000f_ffff_ffff_f000 == frame) && (level == 2 ==> word & 0x000f_ffff_ffe0_0000 == frame
            && word & 0x001f_e000 == 0) && (level == 3 ==> word & 0x000f_ffff_c000_0000 == frame && word & 0x3fff_e000 == 0) && (level == 1 ==> ((word >> 3) & 3 | (word >> 5) & 4) == memory) && (level >= 2 ==> ((word >> 3) & 3 | (word >> 10) & 4) == memory))
            by (bit_vector)
            requires
                word & ADDRESS == frame,
                level == 1 ==> word & LARGE == 0,
                (word >> 3) & 3 == memory,
                level == 2 ==> frame & 0x1f_ffff == 0,
                level == 3 ==> frame & 0x3fff_ffff == 0,
                1 <= level <= 3,
        ;
    }
    word
}

/// The entry of a table.
#[inline]
pub fn table_word(frame: u64, Ghost(width): Ghost<u64>) -> (word: u64)
    requires
        32 <= width <= 52,
        frame & 0xfff == 0,
        frame >> width == 0,
    ensures
        forall|level: int| 2 <= level <= 4 ==> #[trigger] entry(word, level, width) == Entry::Table(
            Target::table(frame),
        ),
        word & PRESENT != 0,
        word & ADDRESS == frame,
{
    reveal(entry);
    let word = frame | USER | WRITE | PRESENT;
    assert(word & PRESENT != 0 && word & ADDRESS == frame && (word >> 3) & 3 == 0 && word & LARGE == 0 && word & USER != 0 && word & WRITE != 0 && word
        & NO_EXECUTE == 0 && (word & ADDRESS) >> width == 0) by (bit_vector)
        requires
            word == frame | USER | WRITE | PRESENT,
            frame & 0xfff == 0,
            frame >> width == 0,
            32 <= width <= 52,
    ;
    word
}

/// The bits of all rights.
pub const RIGHTS: u64 = 0x8000_0000_0000_0006;

/// The bits of rights are bits of rights.
pub proof fn lemma_rights(of: Rights)
    ensures
        rights_word(of) & !RIGHTS == 0,
        rights(rights_word(of)) == of,
{
    let (w, u, x) = (
        if of.write { WRITE } else { 0 },
        if of.user { USER } else { 0 },
        if of.execute { 0 } else { NO_EXECUTE },
    );
    assert((w | u | x) & !RIGHTS == 0 && (w | u | x) & WRITE == w && (w | u | x) & USER == u && (w | u | x) & NO_EXECUTE == x)
        by (bit_vector)
        requires
            w == 0 || w == WRITE,
            u == 0 || u == USER,
            x == 0 || x == NO_EXECUTE,
    ;
}

/// Rights depend on their bits alone.
pub proof fn lemma_rights_of(word: u64, bits: u64)
    requires
        word & RIGHTS == bits & RIGHTS || word & RIGHTS == bits,
    ensures
        rights(word) == rights(bits),
{
    assert(word & WRITE == bits & WRITE && word & USER == bits & USER && word & NO_EXECUTE == bits & NO_EXECUTE) by (bit_vector)
        requires
            word & RIGHTS == bits & RIGHTS || word & RIGHTS == bits,
    ;
}

/// An entry is in use if and only if it is present.
pub broadcast proof fn lemma_absent(word: u64, level: int, width: u64)
    ensures
        #[trigger] entry(word, level, width) is Absent <==> word & PRESENT == 0,
{
    reveal(entry);
}

/// Marks do not change what an entry means.
pub proof fn lemma_marked(before: u64, after: u64, level: int, width: u64)
    requires
        is_marked(before, after),
    ensures
        entry(after, level, width) == entry(before, level, width),
        after & PRESENT == before & PRESENT,
        after & ADDRESS == before & ADDRESS,
        before == 0 <==> after == 0,
        before & ACCESSED != 0 ==> after & ACCESSED != 0,
        before & DIRTY != 0 ==> after & DIRTY != 0,
{
    reveal(entry);
    assert(after & PRESENT == before & PRESENT && (after >> 3) & 3 == (before >> 3) & 3 && (after >> 5) & 4 == (before >> 5) & 4 && (after >> 10) & 4 == (before >> 10) & 4 && after & ADDRESS == before & ADDRESS && after & LARGE == before & LARGE
        && after & RIGHTS == before & RIGHTS && after & 0x3fff_e000 == before & 0x3fff_e000 && after & 0x001f_e000 == before
        & 0x001f_e000 && after & 0x000f_ffff_ffe0_0000 == before & 0x000f_ffff_ffe0_0000 && after & 0x000f_ffff_c000_0000 == before
        & 0x000f_ffff_c000_0000 && (before == 0 <==> after == 0) && (before & ACCESSED != 0 ==> after & ACCESSED != 0) && (before
        & DIRTY != 0 ==> after & DIRTY != 0)) by (bit_vector)
        requires
            after & !MARKS == before & !MARKS,
            before & MARKS & !after == 0,
            before & PRESENT == 0 ==> after == before,
    ;
    lemma_rights_of(after, before);
}

/// What a core does to an entry that is in use are marks.
pub proof fn lemma_marks(word: u64)
    ensures
        word & PRESENT != 0 ==> is_marked(word, word | ACCESSED) && is_marked(word, word | ACCESSED | DIRTY),
        is_marked(word, word),
        (word | ACCESSED) & ACCESSED != 0,
        (word | ACCESSED | DIRTY) & ACCESSED != 0,
        word & PRESENT != 0 ==> word != 0,
{
    assert((word & PRESENT != 0 ==> is_marked(word, word | ACCESSED) && is_marked(word, word | ACCESSED | DIRTY)) && is_marked(word, word)
        && (word | ACCESSED) & ACCESSED != 0 && (word | ACCESSED | DIRTY) & ACCESSED != 0 && (word & PRESENT != 0 ==> word != 0)) by (bit_vector);
}

/// Marks on marks are marks.
pub proof fn lemma_marked_twice(first: u64, second: u64, third: u64)
    requires
        is_marked(first, second),
        is_marked(second, third),
    ensures
        is_marked(first, third),
{
    assert(is_marked(first, third)) by (bit_vector)
        requires
            is_marked(first, second),
            is_marked(second, third),
    ;
}

/// To flip the bits in which rights differ replaces the rights, and nothing else.
pub proof fn lemma_flip(word: u64, seen: u64, bits: u64, level: int, width: u64)
    requires
        word & !MARKS == seen & !MARKS,
        bits & !RIGHTS == 0,
        entry(word, level, width) is Page,
    ensures
        entry(word ^ ((seen & RIGHTS) ^ bits), level, width) == Entry::Page(
            Target { rights: rights(bits), ..entry(word, level, width)->Page_0 },
        ),
        (word ^ ((seen & RIGHTS) ^ bits)) & PRESENT != 0,
        (word ^ ((seen & RIGHTS) ^ bits)) & ADDRESS == word & ADDRESS,
        (word ^ ((seen & RIGHTS) ^ bits)) & (ACCESSED | DIRTY) == word & (ACCESSED | DIRTY),
{
    reveal(entry);
    let after = word ^ ((seen & RIGHTS) ^ bits);
    assert(after & PRESENT == word & PRESENT && (after >> 3) & 3 == (word >> 3) & 3 && (after >> 5) & 4 == (word >> 5) & 4 && (after >> 10) & 4 == (word >> 10) & 4 && after & ADDRESS == word & ADDRESS && after & LARGE == word & LARGE && after & RIGHTS
        == bits && after & (ACCESSED | DIRTY) == word & (ACCESSED | DIRTY) && after & 0x3fff_e000 == word & 0x3fff_e000 && after
        & 0x001f_e000 == word & 0x001f_e000 && after & 0x000f_ffff_ffe0_0000 == word & 0x000f_ffff_ffe0_0000 && after
        & 0x000f_ffff_c000_0000 == word & 0x000f_ffff_c000_0000) by (bit_vector)
        requires
            after == word ^ ((seen & RIGHTS) ^ bits),
            word & !MARKS == seen & !MARKS,
            bits & !RIGHTS == 0,
    ;
    lemma_rights_of(after, bits);
}

} // verus!
