//! What a content of the storage is recovered to, and what of it recovery does not look at.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use crate::size_spec_t::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::layout_v::WORD;
use power::writes_v::*;

/// What the metadata in a storage say.
pub ghost struct Shape {
    /// Where the logs are.
    pub areas: Seq<Area>,
    /// What is in them.
    pub metas: Seq<Meta>,
    /// Which of the two copies of the metadata counts.
    pub current: bool,
}

/// Whether there is a header, and a table with these areas.
pub open spec fn has_areas(s: Seq<u8>, areas: Seq<Area>) -> bool {
    &&& are_areas(areas, s.len() as int)
    &&& s.len() <= u64::MAX
    &&& stores(s, HEADER as int, header(areas.len()))
    &&& stores_all(s, TABLE as int, areas)
}

/// Whether a content has a shape.
#[verifier::opaque]
pub open spec fn has_shape(s: Seq<u8>, shape: Shape) -> bool {
    let n = shape.areas.len() as int;
    &&& has_areas(s, shape.areas)
    &&& cdb_at(s, flag_at(n)) == Some(shape.current)
    &&& stores_all(s, copy_at(n, shape.current), shape.metas)
    &&& are_metas(shape.metas, shape.areas)
}

/// The logs in a storage: what is committed by the one metadata, and what is pending by those of the next commit.
pub open spec fn logs_with(s: Seq<u8>, areas: Seq<Area>, metas: Seq<Meta>, next: Seq<Meta>) -> Logs {
    Seq::new(
        areas.len(),
        |i: int|
            AbstractLog {
                head: metas[i].head as int,
                log: areas[i].content(s, metas[i].at as int, 0, metas[i].len as int),
                pending: areas[i].content(s, metas[i].at as int, metas[i].len as int, next[i].len - metas[i].len),
                capacity: areas[i].capacity as int,
            },
    )
}

/// The logs with nothing pending.
pub open spec fn logs_in(s: Seq<u8>, areas: Seq<Area>, metas: Seq<Meta>) -> Logs {
    logs_with(s, areas, metas, metas)
}

/// Whether the one metadata are the other ones after appends.
pub open spec fn is_ahead(next: Seq<Meta>, metas: Seq<Meta>) -> bool {
    &&& next.len() == metas.len()
    &&& forall|i: int|
        #![trigger next[i]]
        #![trigger metas[i]]
        0 <= i < next.len() ==> metas[i].len <= next[i].len && next[i] == (Meta { len: next[i].len, ..metas[i] })
}

/// What a crash leaves of the logs is what the metadata say.
pub proof fn lemma_crash(s: Seq<u8>, areas: Seq<Area>, metas: Seq<Meta>, next: Seq<Meta>)
    ensures
        crash(logs_with(s, areas, metas, next)) == logs_in(s, areas, metas),
{
    let logs = logs_in(s, areas, metas);
    assert forall|i: int| 0 <= i < logs.len() implies (#[trigger] logs[i]).pending == Seq::<u8>::empty() by {}
}

/// What is recovered: the logs, if there are any.
pub open spec fn recovered(s: Seq<u8>) -> Option<Logs> {
    if exists|shape: Shape| has_shape(s, shape) {
        let shape = choose|shape: Shape| has_shape(s, shape);
        Some(logs_in(s, shape.areas, shape.metas))
    } else {
        None
    }
}

/// Recovery as a function.
pub open spec fn recovery() -> spec_fn(Seq<u8>) -> Option<Logs> {
    |s: Seq<u8>| recovered(s)
}

/// A content has one shape at most.
pub proof fn lemma_one_shape(s: Seq<u8>, a: Shape, b: Shape)
    requires
        has_shape(s, a),
        has_shape(s, b),
    ensures
        a == b,
{
    reveal(has_shape);
    lemma_stores_one(s, HEADER as int, header(a.areas.len()), header(b.areas.len()));
    lemma_stores_one_all(s, TABLE as int, a.areas, b.areas);
    lemma_stores_one_all(s, copy_at(a.areas.len() as int, a.current), a.metas, b.metas);
}

/// What is recovered from a content with a shape.
pub proof fn lemma_recovered(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        recovered(s) == Some(logs_in(s, shape.areas, shape.metas)),
{
    let chosen = choose|shape: Shape| has_shape(s, shape);
    lemma_one_shape(s, shape, chosen);
}

impl Shape {
    /// Whether an address holds a committed byte of a log.
    pub open spec fn holds(self, i: int, addr: int) -> bool {
        &&& self.areas[i].has(addr)
        &&& self.areas[i].distance(self.metas[i].at as int, addr) < self.metas[i].len
    }

    /// The addresses at which recovery does not look: the metadata that do not count, and what is free of the areas.
    pub open spec fn unread(self) -> spec_fn(int) -> bool {
        |addr: int| copy_addrs(self.areas.len() as int, !self.current)(addr) || self.is_free(addr)
    }

    /// Whether an address behind the metadata holds no committed byte.
    pub open spec fn is_free(self, addr: int) -> bool {
        &&& metadata_len(self.areas.len() as int) <= addr
        &&& forall|i: int| 0 <= i < self.areas.len() ==> !#[trigger] self.holds(i, addr)
    }
}

/// The logs are the same in contents that agree on the bytes that are committed or pending, by the metadata of a shape.
pub proof fn lemma_logs_agree(s: Seq<u8>, t: Seq<u8>, shape: Shape, metas: Seq<Meta>)
    requires
        are_areas(shape.areas, s.len() as int),
        are_metas(shape.metas, shape.areas),
        is_ahead(shape.metas, metas),
        s.len() == t.len(),
        forall|addr: int|
            #![trigger s[addr]]
            #![trigger t[addr]]
            metadata_len(shape.areas.len() as int) <= addr < s.len() && !shape.is_free(addr) ==> s[addr] == t[addr],
    ensures
        logs_with(s, shape.areas, metas, shape.metas) == logs_with(t, shape.areas, metas, shape.metas),
{
    let (a, b) = (logs_with(s, shape.areas, metas, shape.metas), logs_with(t, shape.areas, metas, shape.metas));
    assert forall|i: int| 0 <= i < a.len() implies #[trigger] a[i] == b[i] by {
        let (area, meta) = (shape.areas[i], shape.metas[i]);
        lemma_areas_apart(shape.areas, s.len() as int, i, i);
        assert forall|k: int| 0 <= k < meta.len implies s[#[trigger] area.spot(meta.at as int, k)] == t[area.spot(
            meta.at as int,
            k,
        )] by {
            assert(shape.holds(i, area.spot(meta.at as int, k)));
        }
        assert(a[i].log =~= b[i].log);
        assert(a[i].pending =~= b[i].pending);
    }
}

/// The areas are the same in contents that agree on header and table.
pub proof fn lemma_areas_agree(s: Seq<u8>, t: Seq<u8>, areas: Seq<Area>, addrs: spec_fn(int) -> bool)
    requires
        has_areas(s, areas),
        agree_outside(s, t, addrs),
        forall|addr: int| HEADER <= addr < flag_at(areas.len() as int) ==> !#[trigger] addrs(addr),
    ensures
        has_areas(t, areas),
{
    lemma_stores_agree(s, t, addrs, HEADER as int, header(areas.len()));
    lemma_stores_all_agree(s, t, addrs, TABLE as int, areas);
}

/// Recovery does not look at [`Shape::unread`].
pub proof fn lemma_unread(s: Seq<u8>, t: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
        agree_outside(s, t, shape.unread()),
    ensures
        has_shape(t, shape),
        logs_in(t, shape.areas, shape.metas) == logs_in(s, shape.areas, shape.metas),
        recovered(t) == recovered(s),
{
    reveal(has_shape);
    let n = shape.areas.len() as int;
    let addrs = shape.unread();
    lemma_areas_agree(s, t, shape.areas, addrs);
    lemma_read_agrees(s, t, addrs, flag_at(n), WORD as int);
    lemma_stores_all_agree(s, t, addrs, copy_at(n, shape.current), shape.metas);
    lemma_logs_agree(s, t, shape, shape.metas);
    lemma_recovered(s, shape);
    lemma_recovered(t, shape);
}

/// The same in the words of the library.
pub proof fn lemma_unreachable(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        is_unreachable(recovery(), s, shape.unread()),
{
    assert forall|t: Seq<u8>| #[trigger] agree_outside(s, t, shape.unread()) implies recovery()(t) == recovery()(s) by {
        lemma_unread(s, t, shape);
    }
}

/// With new metadata in the copy that does not count, flipping the Boolean makes them count.
pub proof fn lemma_flip(s: Seq<u8>, shape: Shape, metas: Seq<Meta>)
    requires
        has_shape(s, shape),
        are_metas(metas, shape.areas),
        stores_all(s, copy_at(shape.areas.len() as int, !shape.current), metas),
    ensures
        ({
            let flipped = write_bytes(s, flag_at(shape.areas.len() as int), cdb_bytes(!shape.current));
            let after = Shape { areas: shape.areas, metas, current: !shape.current };
            &&& has_shape(flipped, after)
            &&& logs_in(flipped, shape.areas, metas) == logs_in(s, shape.areas, metas)
        }),
{
    reveal(has_shape);
    let n = shape.areas.len() as int;
    let bytes = cdb_bytes(!shape.current);
    let flipped = write_bytes(s, flag_at(n), bytes);
    let addrs = flag_addrs(n);
    lemma_cdb_value(!shape.current);
    lemma_read_back(s, flag_at(n), bytes);
    lemma_areas_agree(s, flipped, shape.areas, addrs);
    lemma_stores_all_agree(s, flipped, addrs, copy_at(n, !shape.current), metas);
    lemma_logs_agree(s, flipped, Shape { areas: shape.areas, metas, current: !shape.current }, metas);
}

} // verus!
