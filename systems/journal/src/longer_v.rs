//! What is recovered from a storage that has become longer: the same, in an area that may be longer.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use crate::log_v::*;
use crate::recovery_v::*;
use pmcopy::PmBytes;
use power::bytes_spec_t::*;
use power::checked_v::*;
use power::copied_v::*;
use power::layout_v::WORD;
use power::outstanding_spec_t::*;

/// Whether one sequence begins with another one.
pub open spec fn starts_with(longer: Seq<u8>, s: Seq<u8>) -> bool {
    s.len() <= longer.len() && forall|i: int| #![trigger longer[i]] #![trigger s[i]] 0 <= i < s.len() ==> longer[i] == s[i]
}

/// Whether what is recovered is the same in an area that may be longer.
pub open spec fn is_longer(longer: Recovered, found: Recovered) -> bool {
    &&& longer.format == (Format { area: longer.format.area, ..found.format })
    &&& longer.format.area == longer.area.len()
    &&& found.format.area == found.area.len()
    &&& starts_with(longer.area, found.area)
}

/// What has a checksum has it in a longer content.
pub proof fn lemma_checked_longer(s: Seq<u8>, longer: Seq<u8>, addr: int, len: int)
    requires
        starts_with(longer, s),
        0 <= len,
        checked_at(s, addr, len) is Some,
    ensures
        checked_at(longer, addr, len) == checked_at(s, addr, len),
{
    assert(read_bytes(longer, addr, len) =~= read_bytes(s, addr, len));
    assert(read_bytes(longer, addr + len, WORD as int) =~= read_bytes(s, addr + len, WORD as int));
}

/// What is stored is so in a longer content.
pub proof fn lemma_stores_longer<T: PmBytes>(s: Seq<u8>, longer: Seq<u8>, addr: int, value: T)
    requires
        starts_with(longer, s),
        stores(s, addr, value),
    ensures
        stores(longer, addr, value),
{
    reveal(stores);
    lemma_checked_longer(s, longer, addr, T::spec_size_of() as int);
}

/// The entries of a log are the same in a longer area, and do the same there.
proof fn lemma_entries_longer(log: Seq<u8>, area: int, longer: int)
    requires
        entries(log, area) is Some,
        area <= longer,
    ensures
        entries(log, longer) == entries(log, area),
        forall|k: int| 0 <= k < (entries(log, area)->0).len() ==> (#[trigger] (entries(log, area)->0)[k]).addr
            + (entries(log, area)->0)[k].bytes.len() <= area,
    decreases log.len(),
{
    if log.len() > 0 {
        lemma_entries_longer(rest(log), area, longer);
    }
}

/// Installing entries in a longer area installs them in the shorter one.
proof fn lemma_install_longer(s: Seq<u8>, longer: Seq<u8>, entries: Seq<Write>)
    requires
        starts_with(longer, s),
    ensures
        starts_with(after_all(longer, entries), after_all(s, entries)),
        after_all(longer, entries).len() == longer.len(),
        after_all(s, entries).len() == s.len(),
    decreases entries.len(),
{
    if entries.len() > 0 {
        lemma_install_longer(s, longer, entries.drop_last());
    }
}

/// A storage that has become longer is recovered to the same, whatever is in what was added.
pub proof fn lemma_longer(s: Seq<u8>, longer: Seq<u8>)
    requires
        recovered(s) is Some,
        starts_with(longer, s),
        longer.len() <= u64::MAX,
    ensures
        recovered(longer) is Some,
        is_longer(recovered(longer)->0, recovered(s)->0),
{
    reveal(has_shape);
    let shape = choose|shape: Shape| has_shape(s, shape);
    let format = shape.format;
    let fixed = stores(s, HEADER as int, header(format));
    let area = if fixed { format.area } else { (format.area + longer.len() - s.len()) as u64 };
    let other = Shape { format: Format { area, ..format }, ..shape };
    if fixed {
        lemma_stores_longer(s, longer, HEADER as int, header(format));
    } else {
        lemma_stores_longer(s, longer, HEADER as int, open_header(format));
    }
    assert(read_bytes(longer, FLAG as int, WORD as int) =~= read_bytes(s, FLAG as int, WORD as int));
    lemma_stores_longer(s, longer, format.log(shape.second), shape.log.len() as u64);
    lemma_checked_longer(s, longer, format.entries(shape.second), shape.log.len() as int);
    lemma_entries_longer(shape.log, format.area as int, area as int);
    assert(has_shape(longer, other));
    lemma_recovered(longer, other);
    lemma_install_longer(format.of(s), other.format.of(longer), shape.entries());
}

} // verus!
