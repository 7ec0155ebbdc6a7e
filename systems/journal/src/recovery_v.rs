//! What a content of the storage is recovered to, and what of it recovery does not look at.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use crate::log_v::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::layout_v::WORD;
use power::outstanding_spec_t::*;
use power::replay_v::*;
use power::writes_v::*;

/// What the metadata in a storage say.
pub ghost struct Shape {
    /// How it is divided.
    pub format: Format,
    /// Which log counts.
    pub second: bool,
    /// That log. It has to be installed, even if it was before.
    pub log: Seq<u8>,
}

/// Whether a storage is divided like this.
pub open spec fn has_format(s: Seq<u8>, format: Format) -> bool {
    &&& format.fits(s.len() as int)
    &&& stores(s, HEADER as int, header(format)) || (is_open(s, format) && format.size() == s.len())
}

/// Whether the header says that the area goes to the end of the storage.
pub open spec fn is_open(s: Seq<u8>, format: Format) -> bool {
    stores(s, HEADER as int, open_header(format))
}

/// A storage is divided in one way.
pub proof fn lemma_one_format(s: Seq<u8>, a: Format, b: Format)
    requires
        has_format(s, a),
        has_format(s, b),
    ensures
        a == b,
{
    let stored = |format: Format| if stores(s, HEADER as int, header(format)) { header(format) } else { open_header(format) };
    lemma_stores_one(s, HEADER as int, stored(a), stored(b));
}

/// Contents that differ behind the header only are divided in the same way.
pub proof fn lemma_format_agrees(s: Seq<u8>, t: Seq<u8>, addrs: spec_fn(int) -> bool, format: Format)
    requires
        has_format(s, format),
        agree_outside(s, t, addrs),
        forall|i: int| #[trigger] addrs(i) ==> FLAG <= i,
    ensures
        has_format(t, format),
{
    if stores(s, HEADER as int, header(format)) {
        lemma_stores_agree(s, t, addrs, HEADER as int, header(format));
    } else {
        lemma_stores_agree(s, t, addrs, HEADER as int, open_header(format));
    }
}

/// Whether a content has a shape.
#[verifier::opaque]
pub open spec fn has_shape(s: Seq<u8>, shape: Shape) -> bool {
    &&& has_format(s, shape.format)
    &&& cdb_at(s, FLAG as int) == Some(shape.second)
    &&& shape.is_logged(s)
}

impl Shape {
    /// Whether the log is stored in its place.
    pub open spec fn is_logged(self, s: Seq<u8>) -> bool {
        &&& self.log.len() <= self.format.capacity
        &&& stores(s, self.format.log(self.second), self.log.len() as u64)
        &&& checked_at(s, self.format.entries(self.second), self.log.len() as int) == Some(self.log)
        &&& entries(self.log, self.format.area as int) is Some
    }

    /// What has to be installed.
    pub open spec fn entries(self) -> Seq<Write> {
        entries(self.log, self.format.area as int)->0
    }

    /// The content of the area when that is done.
    pub open spec fn area(self, s: Seq<u8>) -> Seq<u8> {
        after_all(self.format.of(s), self.entries())
    }

    /// What is recovered from a content of this shape.
    pub open spec fn recovered(self, s: Seq<u8>) -> Recovered {
        Recovered { format: self.format, area: self.area(s) }
    }

    /// The addresses behind the Boolean but for the log: what stands there does not say that a content has this shape.
    pub open spec fn loose(self) -> spec_fn(int) -> bool {
        |addr: int| LOGS <= addr && !self.format.log_addrs(self.second)(addr)
    }
}

/// What is recovered, if there is a journal.
pub open spec fn recovered(s: Seq<u8>) -> Option<Recovered> {
    if exists|shape: Shape| has_shape(s, shape) {
        Some((choose|shape: Shape| has_shape(s, shape)).recovered(s))
    } else {
        None
    }
}

/// Recovery as a function.
pub open spec fn recovery() -> spec_fn(Seq<u8>) -> Option<Recovered> {
    |s: Seq<u8>| recovered(s)
}

/// Recovery of the user, who looks at what the journal recovers.
pub open spec fn looking<T>(look: spec_fn(Recovered) -> T) -> spec_fn(Seq<u8>) -> Option<T> {
    |s: Seq<u8>|
        match recovered(s) {
            Some(found) => Some(look(found)),
            None => None,
        }
}

/// What the user sees in a content of the area.
pub open spec fn look_at<T>(look: spec_fn(Recovered) -> T, format: Format) -> spec_fn(Seq<u8>) -> T {
    |area: Seq<u8>| look(Recovered { format, area })
}

/// What is recovered from a content with a shape, of which there is no other.
pub proof fn lemma_recovered(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        recovered(s) == Some(shape.recovered(s)),
{
    reveal(has_shape);
    let chosen = choose|shape: Shape| has_shape(s, shape);
    lemma_one_format(s, shape.format, chosen.format);
    lemma_stores_one(s, shape.format.log(shape.second), shape.log.len() as u64, chosen.log.len() as u64);
}

/// A content that is the same but for addresses that do not count has the same shape.
pub proof fn lemma_loose(s: Seq<u8>, t: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
        agree_outside(s, t, shape.loose()),
    ensures
        has_shape(t, shape),
        recovered(s) == Some(shape.recovered(s)),
        recovered(t) == Some(shape.recovered(t)),
{
    reveal(has_shape);
    lemma_format_agrees(s, t, shape.loose(), shape.format);
    lemma_read_agrees(s, t, shape.loose(), FLAG as int, WORD as int);
    lemma_log_stays(s, t, shape, shape.loose());
    lemma_recovered(s, shape);
    lemma_recovered(t, shape);
}

/// A log stays where it is.
proof fn lemma_log_stays(s: Seq<u8>, t: Seq<u8>, shape: Shape, addrs: spec_fn(int) -> bool)
    requires
        shape.format.fits(s.len() as int),
        shape.is_logged(s),
        agree_outside(s, t, addrs),
        forall|i: int| #[trigger] addrs(i) ==> !shape.format.log_addrs(shape.second)(i),
    ensures
        shape.is_logged(t),
{
    let Shape { format, second, log } = shape;
    lemma_stores_agree(s, t, addrs, format.log(second), log.len() as u64);
    lemma_checked_agrees(s, t, addrs, format.entries(second), log.len() as int);
}

/// Recovery does not look at the log that does not count.
pub proof fn lemma_other_log_unreachable(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        is_unreachable(recovery(), s, shape.format.log_addrs(!shape.second)),
{
    let format = shape.format;
    let addrs = format.log_addrs(!shape.second);
    assert forall|t: Seq<u8>| #[trigger] agree_outside(s, t, addrs) implies recovered(t) == recovered(s) by {
        reveal(has_shape);
        lemma_loose(s, t, shape);
        lemma_read_agrees(s, t, addrs, format.start(), format.area as int);
    }
}

/// Recovery does not look at what the entries of the log go to.
pub proof fn lemma_covered_unreachable(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        is_unreachable(recovery(), s, shape.format.lift(covered(shape.entries()))),
{
    let format = shape.format;
    let addrs = covered(shape.entries());
    assert forall|t: Seq<u8>| #[trigger] agree_outside(s, t, format.lift(addrs)) implies recovered(t) == recovered(s) by {
        reveal(has_shape);
        lemma_loose(s, t, shape);
        lemma_install_ignores_covered(format.of(s), format.of(t), shape.entries());
    }
}

/// Contents that are the same but for some addresses are so when entries are installed.
pub proof fn lemma_install_agrees(s: Seq<u8>, t: Seq<u8>, entries: Seq<Write>, addrs: spec_fn(int) -> bool)
    requires
        agree_outside(s, t, addrs),
    ensures
        agree_outside(after_all(s, entries), after_all(t, entries), addrs),
    decreases entries.len(),
{
    if entries.len() > 0 {
        lemma_install_agrees(s, t, entries.drop_last(), addrs);
    }
}

/// What the user does not look at is not looked at, also if entries of the log go there.
pub proof fn lemma_free_unreachable<T>(s: Seq<u8>, shape: Shape, look: spec_fn(Recovered) -> T, free: spec_fn(int) -> bool)
    requires
        has_shape(s, shape),
        is_unreachable(look_at(look, shape.format), shape.area(s), free),
    ensures
        is_unreachable(looking(look), s, shape.format.lift(free)),
{
    let format = shape.format;
    assert forall|t: Seq<u8>| #[trigger] agree_outside(s, t, format.lift(free)) implies looking(look)(t) == looking(look)(s) by {
        reveal(has_shape);
        lemma_loose(s, t, shape);
        format.lemma_lift(s, t, free);
        lemma_install_agrees(format.of(s), format.of(t), shape.entries(), free);
        assert(look_at(look, format)(shape.area(t)) == look_at(look, format)(shape.area(s)));
    }
}

/// The Boolean says which log counts.
pub proof fn lemma_flag(s: Seq<u8>, shape: Shape)
    requires
        has_format(s, shape.format),
        shape.is_logged(s),
    ensures
        ({
            let flagged = write_bytes(s, FLAG as int, cdb_bytes(shape.second));
            has_shape(flagged, shape) && shape.format.of(flagged) == shape.format.of(s)
        }),
{
    reveal(has_shape);
    let bytes = cdb_bytes(shape.second);
    let flagged = write_bytes(s, FLAG as int, bytes);
    lemma_cdb_value(shape.second);
    lemma_read_back(s, FLAG as int, bytes);
    lemma_format_agrees(s, flagged, flag_addrs(), shape.format);
    lemma_read_beside_write(s, FLAG as int, bytes, shape.format.start(), shape.format.area as int);
    lemma_log_stays(s, flagged, shape, flag_addrs());
}

} // verus!
