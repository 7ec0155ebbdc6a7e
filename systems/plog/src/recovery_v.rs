//! What a content of the storage is recovered to, and what of it recovery does not look at.

use vstd::prelude::*;

verus! {

use crate::abstract_v::*;
use crate::layout_v::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::words_v::*;
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

/// The areas in a table.
pub open spec fn areas_in(words: Seq<u64>) -> Seq<Area> {
    Seq::new(words.len() / 2, |i: int| Area { start: words[2 * i], capacity: words[2 * i + 1] })
}

/// The metadata in a record.
pub open spec fn metas_in(words: Seq<u64>) -> Seq<Meta> {
    Seq::new(words.len() / 3, |i: int| Meta { head: words[3 * i], at: words[3 * i + 1], len: words[3 * i + 2] })
}

/// Whether there is a header that says that there are `n` logs.
pub open spec fn has_header(s: Seq<u8>, n: int) -> bool {
    &&& 0 <= n <= MAX_LOGS
    &&& metadata_len(n) <= s.len() <= u64::MAX
    &&& has_crc(s, 0, 24, 24)
    &&& words_of(read_bytes(s, 0, 24)) == seq![MAGIC, VERSION, n as u64]
}

/// Whether there is a table with these areas.
pub open spec fn has_table(s: Seq<u8>, areas: Seq<Area>) -> bool {
    let n = areas.len() as int;
    &&& are_areas(areas, s.len() as int)
    &&& has_crc(s, TABLE as int, 16 * n, TABLE + 16 * n)
    &&& areas_in(words_of(read_bytes(s, TABLE as int, 16 * n))) == areas
}

/// Whether there is a record with these metadata, in this one of the two copies.
pub open spec fn has_metas(s: Seq<u8>, metas: Seq<Meta>, current: bool) -> bool {
    let record = record(metas.len() as int);
    &&& cdb_at(s, record.at as int) == Some(current)
    &&& record.is_valid(s, current)
    &&& metas_in(words_of(record.data(s, current))) == metas
}

/// Whether a content has a shape.
#[verifier::opaque]
pub open spec fn has_shape(s: Seq<u8>, shape: Shape) -> bool {
    &&& has_header(s, shape.areas.len() as int)
    &&& has_table(s, shape.areas)
    &&& has_metas(s, shape.metas, shape.current)
    &&& are_metas(shape.metas, shape.areas)
}

/// The log with metadata in an area, as far as it is committed.
pub open spec fn log_in(s: Seq<u8>, area: Area, meta: Meta) -> AbstractLog {
    AbstractLog {
        head: meta.head as int,
        log: area.content(s, meta.at as int, 0, meta.len as int),
        pending: Seq::empty(),
        capacity: area.capacity as int,
    }
}

/// The logs with metadata.
pub open spec fn logs_in(s: Seq<u8>, areas: Seq<Area>, metas: Seq<Meta>) -> Logs {
    Seq::new(areas.len(), |i: int| log_in(s, areas[i], metas[i]))
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

/// What is known of a content with a shape, without a look into it.
pub proof fn lemma_shape(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        are_areas(shape.areas, s.len() as int),
        are_metas(shape.metas, shape.areas),
        s.len() <= u64::MAX,
{
    reveal(has_shape);
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
    let (n, m) = (a.areas.len() as int, b.areas.len() as int);
    assert(seq![MAGIC, VERSION, n as u64][2] == seq![MAGIC, VERSION, m as u64][2]);
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
        |addr: int|
            record(self.areas.len() as int).slot_addrs(!self.current)(addr) || self.is_free(addr)
    }

    /// Whether an address behind the metadata holds no committed byte.
    pub open spec fn is_free(self, addr: int) -> bool {
        &&& metadata_len(self.areas.len() as int) <= addr
        &&& forall|i: int| 0 <= i < self.areas.len() ==> !#[trigger] self.holds(i, addr)
    }
}

/// The logs are the same in contents that agree on the committed bytes.
pub proof fn lemma_logs_agree(s: Seq<u8>, t: Seq<u8>, shape: Shape)
    requires
        are_areas(shape.areas, s.len() as int),
        are_metas(shape.metas, shape.areas),
        s.len() == t.len(),
        forall|addr: int|
            #![trigger s[addr]]
            #![trigger t[addr]]
            metadata_len(shape.areas.len() as int) <= addr < s.len() && !shape.is_free(addr) ==> s[addr] == t[addr],
    ensures
        logs_in(s, shape.areas, shape.metas) == logs_in(t, shape.areas, shape.metas),
{
    let (a, b) = (logs_in(s, shape.areas, shape.metas), logs_in(t, shape.areas, shape.metas));
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
    }
    assert(a =~= b);
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
    let record = record(n);
    let addrs = shape.unread();
    lemma_read_agrees(s, t, addrs, 0, 24);
    lemma_read_agrees(s, t, addrs, 24, 8);
    lemma_read_agrees(s, t, addrs, TABLE as int, 16 * n);
    lemma_read_agrees(s, t, addrs, TABLE + 16 * n, 8);
    lemma_read_agrees(s, t, addrs, record.at as int, 8);
    lemma_read_agrees(s, t, addrs, record.slot(shape.current), 24 * n);
    lemma_read_agrees(s, t, addrs, record.slot(shape.current) + 24 * n, 8);
    lemma_logs_agree(s, t, shape);
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
        record(shape.areas.len() as int).is_valid(s, !shape.current),
        metas_in(words_of(record(shape.areas.len() as int).data(s, !shape.current))) == metas,
    ensures
        ({
            let flipped = write_bytes(s, record(shape.areas.len() as int).at as int, cdb_bytes(!shape.current));
            let after = Shape { areas: shape.areas, metas, current: !shape.current };
            &&& has_shape(flipped, after)
            &&& logs_in(flipped, shape.areas, metas) == logs_in(s, shape.areas, metas)
        }),
{
    reveal(has_shape);
    let n = shape.areas.len() as int;
    let record = record(n);
    let bytes = cdb_bytes(!shape.current);
    let at = record.at as int;
    let flipped = write_bytes(s, at, bytes);
    let after = Shape { areas: shape.areas, metas, current: !shape.current };
    lemma_cdb_value(!shape.current);
    lemma_read_back(s, at, bytes);
    lemma_read_beside_write(s, at, bytes, 0, 24);
    lemma_read_beside_write(s, at, bytes, 24, 8);
    lemma_read_beside_write(s, at, bytes, TABLE as int, 16 * n);
    lemma_read_beside_write(s, at, bytes, TABLE + 16 * n, 8);
    lemma_read_beside_write(s, at, bytes, record.slot(after.current), 24 * n);
    lemma_read_beside_write(s, at, bytes, record.slot(after.current) + 24 * n, 8);
    lemma_logs_agree(s, flipped, after);
}

} // verus!
