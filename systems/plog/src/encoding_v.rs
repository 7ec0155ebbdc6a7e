//! Metadata as bytes.

use vstd::prelude::*;

verus! {

use crate::layout_v::*;
use crate::recovery_v::*;
use power::words_v::*;

/// The bytes of metadata, in place of what was in the vector.
pub fn encode_metas(metas: &[Meta], bytes: &mut Vec<u8>)
    requires
        metas@.len() <= MAX_LOGS,
    ensures
        final(bytes)@.len() == 24 * metas@.len(),
        metas_in(words_of(final(bytes)@)) == metas@,
{
    bytes.clear();
    for i in 0..metas.len()
        invariant
            bytes@.len() == 24 * i,
            metas_in(words_of(bytes@)) =~= metas@.take(i as int),
    {
        let meta = metas[i];
        let ghost before = words_of(bytes@);
        push_word(bytes, meta.head);
        push_word(bytes, meta.at);
        push_word(bytes, meta.len);
        assert(words_of(bytes@) =~= before.push(meta.head).push(meta.at).push(meta.len));
        assert forall|j: int| 0 <= j < i implies #[trigger] metas_in(words_of(bytes@))[j] == metas@[j] by {
            assert(metas_in(before)[j] == metas@.take(i as int)[j]);
        }
    }
}

/// The metadata in bytes.
pub fn decode_metas(bytes: &[u8]) -> (metas: Vec<Meta>)
    requires
        bytes@.len() % 24 == 0,
    ensures
        metas@ == metas_in(words_of(bytes@)),
{
    let len = bytes.len();
    let n = len / 24;
    let mut metas = Vec::with_capacity(n);
    for i in 0..n
        invariant
            bytes@.len() == 24 * n <= usize::MAX,
            metas@ == metas_in(words_of(bytes@)).take(i as int),
    {
        let meta = Meta {
            head: get_word(bytes, 3 * i),
            at: get_word(bytes, 3 * i + 1),
            len: get_word(bytes, 3 * i + 2),
        };
        metas.push(meta);
        assert(metas@ =~= metas_in(words_of(bytes@)).take(i + 1));
    }
    assert(metas@ =~= metas_in(words_of(bytes@)));
    metas
}

/// The bytes of a table of areas.
pub fn encode_areas(areas: &[Area]) -> (bytes: Vec<u8>)
    requires
        areas@.len() <= MAX_LOGS,
    ensures
        bytes@.len() == 16 * areas@.len(),
        areas_in(words_of(bytes@)) == areas@,
{
    let mut bytes = Vec::with_capacity(16 * areas.len());
    for i in 0..areas.len()
        invariant
            bytes@.len() == 16 * i,
            areas_in(words_of(bytes@)) =~= areas@.take(i as int),
    {
        let area = areas[i];
        let ghost before = words_of(bytes@);
        push_word(&mut bytes, area.start);
        push_word(&mut bytes, area.capacity);
        assert(words_of(bytes@) =~= before.push(area.start).push(area.capacity));
        assert forall|j: int| 0 <= j < i implies #[trigger] areas_in(words_of(bytes@))[j] == areas@[j] by {
            assert(areas_in(before)[j] == areas@.take(i as int)[j]);
        }
    }
    bytes
}

/// The areas in bytes.
pub fn decode_areas(bytes: &[u8]) -> (areas: Vec<Area>)
    requires
        bytes@.len() % 16 == 0,
    ensures
        areas@ == areas_in(words_of(bytes@)),
{
    let len = bytes.len();
    let n = len / 16;
    let mut areas = Vec::with_capacity(n);
    for i in 0..n
        invariant
            bytes@.len() == 16 * n <= usize::MAX,
            areas@ == areas_in(words_of(bytes@)).take(i as int),
    {
        areas.push(Area { start: get_word(bytes, 2 * i), capacity: get_word(bytes, 2 * i + 1) });
        assert(areas@ =~= areas_in(words_of(bytes@)).take(i + 1));
    }
    assert(areas@ =~= areas_in(words_of(bytes@)));
    areas
}

/// The bytes of a header.
pub fn encode_header(n: u64) -> (bytes: Vec<u8>)
    ensures
        bytes@.len() == 24,
        words_of(bytes@) == seq![MAGIC, VERSION, n],
{
    let mut bytes = Vec::with_capacity(24);
    push_word(&mut bytes, MAGIC);
    push_word(&mut bytes, VERSION);
    push_word(&mut bytes, n);
    assert(words_of(bytes@) =~= seq![MAGIC, VERSION, n]);
    bytes
}

/// The number of logs in a header. Nothing if it is not one of this version.
pub fn decode_header(bytes: &[u8]) -> (n: Option<u64>)
    requires
        bytes@.len() == 24,
    ensures
        n matches Some(n) ==> words_of(bytes@) == seq![MAGIC, VERSION, n],
        (exists|n: u64| words_of(bytes@) == #[trigger] seq![MAGIC, VERSION, n]) ==> n is Some,
{
    let n = get_word(bytes, 2);
    let is_ours = get_word(bytes, 0) == MAGIC && get_word(bytes, 1) == VERSION;
    if is_ours {
        assert(words_of(bytes@) =~= seq![MAGIC, VERSION, n]);
        Some(n)
    } else {
        assert forall|n: u64| words_of(bytes@) == #[trigger] seq![MAGIC, VERSION, n] implies false by {
            assert(words_of(bytes@)[0] == MAGIC && words_of(bytes@)[1] == VERSION);
        }
        None
    }
}

} // verus!
