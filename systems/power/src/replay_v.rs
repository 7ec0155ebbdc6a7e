//! Redo journals: writes that recovery makes again (PoWER paper, section 3.3, recovery writes).
//!
//! Recovery that installs the entries of a journal does not depend on what stands where the entries go. So installing them
//! on the device, in any order and however often it is interrupted, changes nothing that recovery sees: each such write is
//! permitted like a tentative one, with [`covered`] as the addresses.

use vstd::prelude::*;

verus! {

use crate::bytes_v::*;
use crate::outstanding_spec_t::Write;
use crate::outstanding_spec_t::after_all;
use crate::writes_v::*;

/// The addresses that some writes go to.
pub open spec fn covered(entries: Seq<Write>) -> spec_fn(int) -> bool {
    |i: int|
        exists|k: int|
            0 <= k < entries.len() && range((#[trigger] entries[k]).addr, entries[k].bytes.len() as int)(i)
}

/// Installing changes nothing elsewhere.
pub proof fn lemma_install_outside(s: Seq<u8>, entries: Seq<Write>)
    ensures
        agree_outside(s, after_all(s, entries), covered(entries)),
    decreases entries.len(),
{
    if entries.len() > 0 {
        let rest = entries.drop_last();
        lemma_install_outside(s, rest);
    }
}

/// A byte after installing does not depend on what was there, if it is covered.
proof fn lemma_install_byte(s: Seq<u8>, t: Seq<u8>, entries: Seq<Write>, i: int)
    requires
        s.len() == t.len(),
        0 <= i < s.len(),
        covered(entries)(i) || s[i] == t[i],
    ensures
        after_all(s, entries).len() == s.len(),
        after_all(t, entries).len() == t.len(),
        after_all(s, entries)[i] == after_all(t, entries)[i],
    decreases entries.len(),
{
    if entries.len() > 0 {
        let rest = entries.drop_last();
        let last = entries.last();
        lemma_install_outside(s, rest);
        lemma_install_outside(t, rest);
        if !range(last.addr, last.bytes.len() as int)(i) {
            if covered(entries)(i) {
                let k = choose|k: int|
                    0 <= k < entries.len() && range((#[trigger] entries[k]).addr, entries[k].bytes.len() as int)(i);
                assert(rest[k] == entries[k]);
            }
            lemma_install_byte(s, t, rest, i);
        }
    }
}

/// Installing gives the same, whatever was at the covered addresses.
pub proof fn lemma_install_ignores_covered(s: Seq<u8>, t: Seq<u8>, entries: Seq<Write>)
    requires
        agree_outside(s, t, covered(entries)),
    ensures
        after_all(s, entries) == after_all(t, entries),
{
    lemma_install_outside(s, entries);
    lemma_install_outside(t, entries);
    assert forall|i: int| 0 <= i < s.len() implies #[trigger] after_all(s, entries)[i] == after_all(t, entries)[i] by {
        lemma_install_byte(s, t, entries, i);
    }
}

/// Installing twice is installing once.
pub proof fn lemma_install_idempotent(s: Seq<u8>, entries: Seq<Write>)
    ensures
        after_all(after_all(s, entries), entries) == after_all(s, entries),
{
    lemma_install_outside(s, entries);
    lemma_install_ignores_covered(s, after_all(s, entries), entries);
}

/// Recovery that reads a journal, installs its entries and looks at the result.
pub open spec fn replaying<T>(
    journal: spec_fn(Seq<u8>) -> Seq<Write>,
    look: spec_fn(Seq<u8>) -> T,
) -> spec_fn(Seq<u8>) -> T {
    |s: Seq<u8>| look(after_all(s, journal(s)))
}

/// Where the journal's entries go, nothing is reachable, if the journal itself is elsewhere. So the writes of recovery may
/// be made with [`lemma_may_write_tentatively`].
pub proof fn lemma_covered_is_unreachable<T>(
    journal: spec_fn(Seq<u8>) -> Seq<Write>,
    look: spec_fn(Seq<u8>) -> T,
    state: Seq<u8>,
)
    requires
        is_unreachable(journal, state, covered(journal(state))),
    ensures
        is_unreachable(replaying(journal, look), state, covered(journal(state))),
{
    let entries = journal(state);
    let recover = replaying(journal, look);
    assert forall|other: Seq<u8>| #[trigger] agree_outside(state, other, covered(entries)) implies recover(other)
        == recover(state) by {
        lemma_install_ignores_covered(state, other, entries);
    }
}

/// When all entries are installed, the journal may be cleared: what recovery sees is what is there.
pub proof fn lemma_installed<T>(
    journal: spec_fn(Seq<u8>) -> Seq<Write>,
    look: spec_fn(Seq<u8>) -> T,
    before: Seq<u8>,
    after: Seq<u8>,
)
    requires
        after == after_all(before, journal(before)),
        is_unreachable(journal, before, covered(journal(before))),
    ensures
        journal(after) == journal(before),
        replaying(journal, look)(after) == look(after),
        replaying(journal, look)(before) == look(after),
{
    lemma_install_outside(before, journal(before));
    lemma_install_idempotent(before, journal(before));
}

} // verus!
