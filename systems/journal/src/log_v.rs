//! The log: the entries of a transaction as bytes, one behind the other.

use pmcopy::value_of;
use vstd::prelude::*;

verus! {

use crate::layout_v::*;
use pmcopy::PmBytes;
use power::outstanding_spec_t::Write;
use vstd::slice::*;

/// Where the first entry of a log goes.
pub open spec fn first_place(log: Seq<u8>) -> Place {
    choose|place: Place| place.spec_to_bytes() == log.take(PLACE as int)
}

/// The first entry of a log.
pub open spec fn first(log: Seq<u8>) -> Write {
    let place = first_place(log);
    Write { addr: place.addr as int, bytes: log.subrange(PLACE as int, entry_len(place.len as int)) }
}

/// Whether a log begins with an entry that goes to somewhere in an area of this length.
pub open spec fn begins(log: Seq<u8>, area: int) -> bool {
    PLACE <= log.len() && first_place(log).is_good(log.len() as int, area)
}

/// The log behind the first entry.
pub open spec fn rest(log: Seq<u8>) -> Seq<u8> {
    log.skip(entry_len(first_place(log).len as int))
}

/// The entries of a log, if it is one.
pub open spec fn entries(log: Seq<u8>, area: int) -> Option<Seq<Write>>
    decreases log.len(),
{
    if log.len() == 0 {
        Some(seq![])
    } else if begins(log, area) && entries(rest(log), area) is Some {
        Some(seq![first(log)] + entries(rest(log), area)->0)
    } else {
        None
    }
}

/// The bytes of an entry.
pub open spec fn entry(place: Place, bytes: Seq<u8>) -> Seq<u8> {
    place.spec_to_bytes() + bytes
}

/// A log with an entry behind it has one entry more.
pub proof fn lemma_push(log: Seq<u8>, area: int, place: Place, bytes: Seq<u8>)
    requires
        entries(log, area) is Some,
        place.len == bytes.len(),
        place.addr + place.len <= area,
    ensures
        entries(log + entry(place, bytes), area) == Some(
            (entries(log, area)->0).push(Write { addr: place.addr as int, bytes }),
        ),
    decreases log.len(),
{
    let longer = log + entry(place, bytes);
    place.lemma_len();
    reveal_with_fuel(entries, 2);
    if log.len() == 0 {
        assert(longer.take(PLACE as int) =~= place.spec_to_bytes());
        lemma_first_place(longer, place);
        assert(first(longer).bytes =~= bytes);
        assert(rest(longer).len() == 0);
    } else {
        assert(longer.take(PLACE as int) =~= log.take(PLACE as int));
        lemma_push(rest(log), area, place, bytes);
        assert(rest(longer) =~= rest(log) + entry(place, bytes));
        assert(first(longer).bytes =~= first(log).bytes);
    }
    assert(entries(longer, area)->0 =~= (entries(log, area)->0).push(Write { addr: place.addr as int, bytes }));
}

/// The place that a log begins with is the one whose bytes it begins with.
proof fn lemma_first_place(log: Seq<u8>, place: Place)
    requires
        log.take(PLACE as int) == place.spec_to_bytes(),
    ensures
        first_place(log) == place,
{
    Place::lemma_injective(first_place(log), place);
}

/// The place of the first entry, if there is one.
pub fn next(log: &[u8], area: u64) -> (place: Option<Place>)
    ensures
        match place {
            Some(place) => begins(log@, area as int) && place == first_place(log@),
            None => !begins(log@, area as int),
        },
        log@.len() <= usize::MAX,
{
    if log.len() < PLACE {
        return None;
    }
    let place = value_of::<Place>(slice_subrange(log, 0, PLACE));
    proof {
        lemma_first_place(log@, place);
    }
    if place.check(log.len(), area) { Some(place) } else { None }
}

/// Whether bytes are a log.
pub fn is_log(log: &[u8], area: u64) -> (is: bool)
    ensures
        is == (entries(log@, area as int) is Some),
{
    let mut left = log;
    while !left.is_empty()
        invariant
            entries(left@, area as int) is Some == (entries(log@, area as int) is Some),
        decreases left@.len(),
    {
        let Some(place) = next(left, area) else {
            return false;
        };
        left = slice_subrange(left, PLACE + place.len as usize, left.len());
    }
    true
}

} // verus!
